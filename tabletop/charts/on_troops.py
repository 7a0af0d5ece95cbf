"""The answer for troops under fire. (ARAP-SHOOT-01)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.dice.goals import goal_text
from rules.dice.odds import Distribution
from rules.forces import strength
from rules.forces.profile import Profile
from rules.questions.charts.calculator import (
    Fire,
    TroopLine,
    TroopOutlook,
    Troops,
    is_area,
    of_troops,
)
from tabletop.charts.answers import (
    COVERS,
    LAID,
    Answer,
    Bar,
    Compared,
    Figure,
    Reason,
    Receipt,
    bars,
    laid,
    mean,
    percent,
    reasons,
    to_hit,
    total,
)
from tabletop.charts.plot import Line, Plot, plot
from tabletop.charts.sheet import COMPARED
from tabletop.ui.words import count_text


def answer(fires: Sequence[Fire], troops: Troops) -> Answer:
    """What all this fire does to troops."""
    found = of_troops(fires, troops)
    count = sum(each.shots for each in fires)
    return Answer(
        figures=(
            to_hit(goals) if (goals := [each.goal for each in found.lines if not each.fire.own_scatter]) else LAID,
            Figure(percent(found.fallen.at_least(1)), "one or more fall"),
            Figure(mean(found.fallen.mean), f"of {count_text(troops.models, 'model')} fall, on average"),
            Figure(percent(found.fallen.at_least(troops.models)), "all of them"),
        ),
        rows=(),
        nothing=(),
        each="",
        whole=count_text(count, "shot"),
        split=_troop_split(found.lines),
        split_title="One shot" if len(found.lines) == 1 else "Average shot",
        receipts=tuple(_troop_receipt(each, troops.profile) for each in found.lines),
        sides=(("What follows", _tests(found)), ("One or more fall, by cover", _by_cover(fires, troops))),
        counts=(
            ("Models that fall", _counts(found.fallen)),
            ("Hits", _counts(found.hits)),
            ("Wounds that no save stops", _counts(found.wounds)),
        ),
        notes=_troop_notes(found.lines, troops),
        plot=_troop_plot(fires, troops),
        heads=("To hit", "To wound", "Wounds a shot", "Models lost"),
        compared=tuple(_troop_compared(n, each, troops) for n, each in enumerate(found.lines[:COMPARED], 1)),
    )


def _counts(found: Distribution) -> tuple[Bar, ...]:
    """Each count with its chance, the tail that hardly ever comes left out."""
    chances = found.chances
    last = max((n for n, chance in enumerate(chances) if chance >= Fraction(1, 2000)), default=0)
    shown = [(str(n), chance) for n, chance in enumerate(chances[: last + 1])]
    rest = found.at_least(last + 1)
    return bars([*shown, *([(f"{last + 1} or more", rest)] if rest else [])])


def _troop_split(lines: Sequence[TroopLine]) -> tuple[Bar, ...]:
    count = sum(each.fire.shots for each in lines)
    parts = {"Misses": Fraction(0), "Does not wound": Fraction(0), "Saved": Fraction(0), "Wounds": Fraction(0)}
    for each in lines:
        share = Fraction(each.fire.shots, count)
        parts["Misses"] += share * (1 - each.hit)
        parts["Does not wound"] += share * each.hit * (1 - each.wound)
        parts["Saved"] += share * each.hit * each.wound * (1 - each.unsaved)
        parts["Wounds"] += share * each.hurt
    return bars(list(parts.items()), most=Fraction(1))


def _troop_receipt(line: TroopLine, profile: Profile) -> Receipt:
    wound = goal_text(line.wound_goal, "high") if line.wound else "cannot wound"
    then = [Reason("D6", f"To wound: {wound}", "ARAP-DMG-01")]
    if strength.is_changed(profile):
        struck = strength.against(profile, line.fire.strength or 0)
        then.insert(0, Reason(str(struck), f"Strength {line.fire.strength or 0} as it strikes", strength.RULE))
    if line.save.possible:
        kind = {"ground": "gone to ground"}.get(line.save.kind, line.save.kind)
        then.append(Reason("D6", f"Save, {kind}: {goal_text(line.save.goal, 'high')}", "ARAP-DMG-04"))
    else:
        then.append(Reason("–", "No save", "ARAP-DMG-04"))
    if line.fire.own_scatter:
        odds = percent(line.fire.own_scatter.on_aim)
        return Receipt(
            line.fire.weapon.name, (laid(line.fire.own_scatter.rule),), odds, "stays on its aim", tuple(then)
        )
    return Receipt(line.fire.weapon.name, reasons(line.fire, line.modifiers), *total(line.goal), tuple(then))


def _tests(found: TroopOutlook) -> tuple[Bar, ...]:
    test = found.test
    due = test.passed + test.pinned + test.rout
    named = [
        ("25% test", due),
        ("Pinned", test.pinned),
        ("Routs", test.rout),
        ("Suppression test", found.suppression_due),
        ("Suppressed", found.suppressed),
    ]
    return bars(named, most=Fraction(1))


def _by_cover(fires: Sequence[Fire], troops: Troops) -> tuple[Bar, ...]:
    named = []
    for cover, name in COVERS.items():
        turned = [each._replace(cover=cover, fleeting=False) for each in fires]
        named.append((name, of_troops(turned, troops).fallen.at_least(1)))
    covers = {each.cover for each in fires if not each.fleeting}
    return bars(named, current=COVERS[next(iter(covers))] if len(covers) == 1 else "", most=Fraction(1))


def _troop_notes(lines: Sequence[TroopLine], troops: Troops) -> tuple[str, ...]:
    notes = []
    if troops.wounds > 1 and any(is_area(each.fire.weapon) for each in lines):
        notes.append("With several wounds each, hits of a burst are taken as if each picked its own figure at random.")
    if any(each.fire.weapon.template for each in lines):
        notes.append("Of a template the shots are the figures under it: one die for all, after a miss one for each.")
    if any(each.fire.weapon.marker_in for each in lines):
        notes.append("Of a marker the shots are the figures under it on its aim; one that scatters is not counted.")
    if any(each.fire.strength is None for each in lines):
        notes.append("A laser under Strength 6 does not carry through smoke.")
    return tuple(notes)


def _troop_plot(fires: Sequence[Fire], troops: Troops) -> Plot | None:
    if len(fires) < 2:
        return None
    alone = [(each.weapon.name, of_troops([each], troops).fallen) for each in fires[:COMPARED]]
    most = max(1, *(n for _, found in alone for n, c in enumerate(found.chances) if c >= Fraction(1, 1000)))
    drawn = [Line(name, tuple(float(found.at_least(n)) for n in range(1, most + 1))) for name, found in alone]
    return plot("So many fall or more, each weapon alone", "Models", [str(n) for n in range(1, most + 1)], drawn)


def _troop_compared(n: int, line: TroopLine, troops: Troops) -> Compared:
    alone = of_troops([line.fire], troops).fallen.mean
    wound = goal_text(line.wound_goal, "high") if line.wound else "never"
    name = f"{line.fire.weapon.name}, {count_text(line.fire.shots, 'shot')}"
    hits = LAID.figure if line.fire.own_scatter else goal_text(line.goal, "low")
    return Compared(name, f"pl{n}", (hits, wound, percent(line.hurt), mean(alone)))
