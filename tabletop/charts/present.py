"""What the page shows of an answer: figures, the chart with its bars, receipts, the comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from rules.core.modifier import Modifier
from rules.dice.goals import goal_text, possible_low
from rules.dice.odds import Distribution
from rules.dice.odds.armour import WRECKS
from rules.questions.calculator import (
    FACES,
    HULL_ONLY,
    NAMES,
    RESULTS,
    UNHURT,
    Cells,
    Fire,
    HullFire,
    HullLine,
    HullUnderFire,
    Side,
    TroopLine,
    TroopOutlook,
    Troops,
    armour_value,
    destroyed,
    destroyed_by_then,
    is_area,
    needs,
    of_hull,
    of_troops,
    on_hull,
    shots_to_destroy,
    volleys_to_destroy,
)
from rules.rulebook import charts
from rules.table.terrain import Cover
from tabletop.charts.asked import Asked
from tabletop.charts.plot import Line, Plot, plot
from tabletop.charts.sheet import COMPARED
from tabletop.ui.words import count_text, signed_text

COLUMNS: Final = ("glancing", "penetrating", "ordnance")
VOLLEYS: Final = 6
"""Turns of fire that a comparison looks ahead."""

COVERS: Final[Mapping[Cover, str]] = {"none": "Open", "soft": "Soft cover", "hard": "Hard cover"}


class Figure(NamedTuple):
    """A large figure and what it means."""

    figure: str
    meaning: str


class Bar(NamedTuple):
    """A chance with its bar, in percent of the longest; `current` is what is asked."""

    name: str
    text: str
    width: str
    current: bool = False


class Cell(NamedTuple):
    """A cell of the damage chart: the scores that lead to it, and the chance of a shot to get there."""

    scores: str
    text: str
    width: str


class Row(NamedTuple):
    """One result: a cell for each column, None where it has none, and the chance that it is the worst of all."""

    name: str
    severe: bool
    cells: tuple[Cell | None, ...]
    worst: Bar


class Receipt(NamedTuple):
    """Why this number to hit, and what a hit needs then."""

    name: str
    rows: tuple[Reason, ...]
    total: str
    what: str
    then: tuple[Reason, ...]


class Reason(NamedTuple):
    """One line of a receipt."""

    value: str
    label: str
    rule: str


class Compared(NamedTuple):
    """One weapon beside the others."""

    name: str
    mark: str
    figures: tuple[str, ...]


class Answer(NamedTuple):
    """The whole answer; parts that do not apply are empty."""

    figures: tuple[Figure, ...]
    rows: tuple[Row, ...]
    nothing: tuple[Bar, ...]
    each: str
    whole: str
    split: tuple[Bar, ...]
    split_title: str
    receipts: tuple[Receipt, ...]
    sides: tuple[tuple[str, tuple[Bar, ...]], ...]
    counts: tuple[tuple[str, tuple[Bar, ...]], ...]
    notes: tuple[str, ...]
    plot: Plot | None
    heads: tuple[str, ...]
    compared: tuple[Compared, ...]


def answer(asked: Asked) -> Answer:
    """The answer to a question without faults."""
    if asked.hull is not None:
        return _hull(asked.fires, asked.hull)
    assert asked.troops is not None
    return _troops([each.fire for each in asked.fires], asked.troops)


def percent(chance: Fraction | float) -> str:
    """A chance in percent: whole from ten up, a tenth below; what can happen is never 0%."""
    if chance <= 0 or chance >= 1:
        return f"{int(chance) * 100}%"
    found = float(chance) * 100
    if found < 0.05:
        return "under 0.1%"
    return "over 99.9%" if found >= 99.95 else f"{found:.0f}%" if 9.95 <= found < 99.5 else f"{found:.1f}%"


def mean(count: Fraction | None) -> str:
    """An average with one decimal, or never."""
    return "never" if count is None else f"{float(count):.1f}" if count < 1000 else "over 1,000"


def bars(named: Sequence[tuple[str, Fraction]], *, current: str = "", most: Fraction | None = None) -> tuple[Bar, ...]:
    """Chances as bars of one scale."""
    top = most or max((chance for _, chance in named), default=Fraction(0)) or Fraction(1)
    return tuple(Bar(name, percent(chance), _width(chance, top), name == current) for name, chance in named)


def _width(chance: Fraction, top: Fraction) -> str:
    return f"{min(100.0, float(chance / top) * 100):.1f}"


# -- a vehicle -----------------------------------------------------------------------------------------------------


def _hull(fires: Sequence[HullFire], hull: HullUnderFire) -> Answer:
    found = of_hull(fires, hull)
    count = sum(each.fire.shots for each in fires)
    single = found.lines[0] if len(found.lines) == 1 else None
    average = shots_to_destroy(hull, single) if single else volleys_to_destroy(hull, found.lines)
    unhurt = [("No hit, or armour holds", found.worst[UNHURT])]
    unhurt += [("Hull points only", found.worst[HULL_ONLY])] if hull.fate.hull else []
    top = max(found.worst.values())
    return Answer(
        figures=(
            _to_hit([each.goal for each in found.lines]),
            Figure(percent(found.penetrated), "one or more penetrate"),
            Figure(percent(found.destroyed), "destroyed or worse"),
            Figure(mean(average), "shots to destroy it" if single else "such volleys to destroy it"),
        ),
        rows=tuple(_rows(found.worst, found.cells, found.lines, top)),
        nothing=bars(unhurt, most=top),
        each="Each shot, D6 on the chart" if single else f"Average of the {count} shots",
        whole="One shot" if count == 1 else f"Worst of {count} shots",
        split=_split(found.lines),
        split_title="One shot" if single else "Average shot",
        receipts=tuple(_receipt(each) for each in found.lines),
        sides=_sides(fires, hull),
        counts=(),
        notes=_hull_notes(hull, found.lines),
        plot=_hull_plot(found.lines, hull),
        heads=("To hit", "Penetrates", "Destroys", "Shots to destroy"),
        compared=_hull_compared(found.lines, hull),
    )


def _to_hit(goals: Sequence[int]) -> Figure:
    """The goal, or the span of several."""
    texts = list(dict.fromkeys(goal_text(goal, "low") for goal in sorted(goals)))
    return Figure(texts[0] if len(texts) == 1 else f"{len(texts)} goals", "to hit")


def _rows(worst: dict[str, Fraction], cells: Cells, lines: Sequence[HullLine], top: Fraction) -> Iterator[Row]:
    likeliest = max(cells.values(), default=Fraction(1))
    for key in RESULTS:
        found = tuple(_cell(column, key, cells, likeliest) for column in COLUMNS)
        (bar,) = bars([(NAMES[key], worst[key])], most=top)
        yield Row(NAMES[key], key in WRECKS, found, bar)


def _cell(column: str, key: str, cells: Cells, likeliest: Fraction) -> Cell | None:
    chart = charts.damage_chart()[column]
    scores = [n for n, results in enumerate(chart, 1) if results[0] == key]
    if not scores:
        return None
    text = str(scores[0]) if len(scores) == 1 else f"{scores[0]}–{scores[-1]}"
    chance = cells.get((column, key), Fraction(0))
    shown = f"{text}+" if scores[-1] == len(chart) else text
    return Cell(shown, percent(chance) if chance else "", _width(chance, likeliest))


def _split(lines: Sequence[HullLine]) -> tuple[Bar, ...]:
    """What becomes of a shot: over all alike."""
    count = sum(each.shots.count for each in lines)
    parts = {"Misses": Fraction(0), "Armour holds": Fraction(0), "Glances": Fraction(0), "Penetrates": Fraction(0)}
    for each in lines:
        share, shots = Fraction(each.shots.count, count), each.shots
        parts["Misses"] += share * (1 - each.hit)
        parts["Armour holds"] += share * shots.chance_of("none")
        parts["Glances"] += share * shots.chance_of("glancing")
        parts["Penetrates"] += share * (shots.chance_of("penetrating") + shots.chance_of("ordnance"))
    return bars(list(parts.items()), most=Fraction(1))


def _receipt(line: HullLine) -> Receipt:
    then = [Reason("D6", _capital(needs(line)), _armour_rule(line))]
    then += [Reason("D6", f"{line.shot.hull_down} or less: hull-down, it glances", "VEH-COV-02")] * bool(
        line.shot.hull_down and line.odds.penetrating
    )
    if not line.fire.fire.weapon.ap:
        then.append(Reason("–", "No AP: it only glances", "VEH-PEN-03"))
    then += [_reason(each) for each in line.chart_modifiers]
    if line.shots.chart_rolls > 1:
        then.append(Reason("×2", "Two rolls on the chart", "VEH-OPEN-04"))
    return Receipt(
        line.fire.fire.weapon.name, _reasons(line.fire.fire, line.modifiers), *_total(line.goal), tuple(then)
    )


def _armour_rule(line: HullLine) -> str:
    return {"normal": "VEH-PEN-01", "melta": "VEH-PEN-02", "ordnance": "VEH-PEN-04"}[line.shot.kind]


def _reasons(fire: Fire, modifiers: Sequence[Modifier]) -> tuple[Reason, ...]:
    return (Reason(str(fire.skill), "Ballistic Skill", "ARAP-HIT-01"), *(_reason(each) for each in modifiers))


def _reason(modifier: Modifier) -> Reason:
    return Reason(signed_text(modifier.value), _capital(modifier.reason), modifier.rule)


def _total(goal: int) -> tuple[str, str]:
    """The number needed, and the rest of the sentence."""
    if not possible_low(goal):
        return "–", "no chance to hit"
    first, _, rest = goal_text(goal, "low").partition(" ")
    return first.rstrip(","), f"{rest} to hit".strip()


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sides(fires: Sequence[HullFire], hull: HullUnderFire) -> tuple[tuple[str, tuple[Bar, ...]], ...]:
    """The end by each face and by each cover, all shots alike."""
    by_face = []
    for face in FACES:
        lines = [on_hull(each._replace(face=face), hull) for each in fires]
        by_face.append((_face(face, hull), destroyed(hull, lines)))
    by_cover = []
    for cover, name in COVERS.items():
        turned = [each._replace(fire=each.fire._replace(cover=cover)) for each in fires]
        ends = destroyed(hull, [on_hull(each, hull) for each in turned])
        by_cover.append((name, ends))
    faces, covers = {each.face for each in fires}, {each.fire.cover for each in fires}
    face_now = _face(next(iter(faces)), hull) if len(faces) == 1 else ""
    cover_now = COVERS[next(iter(covers))] if len(covers) == 1 else ""
    top = max(chance for _, chance in (*by_face, *by_cover)) or Fraction(1)
    return (
        ("Destroyed, by facing", bars(by_face, current=face_now, most=top)),
        ("Destroyed, by cover", bars(by_cover, current=cover_now, most=top)),
    )


def _face(face: Side, hull: HullUnderFire) -> str:
    return f"{face.capitalize()} {armour_value(hull.profile, face)}"


def _hull_notes(hull: HullUnderFire, lines: Sequence[HullLine]) -> tuple[str, ...]:
    notes = []
    if hull.fate.hull:
        points = count_text(hull.fate.hull, "hull point")
        notes.append(f"{points} first: glancing takes 1, penetrating 2, ordnance 3; the cells count hits after that.")
    if any(each.fire.fire.weapon.marker_in for each in lines):
        notes.append("A shell may scatter any way: its centre on the hull strikes whole, its rim at half Strength.")
    if any(each.fire.fire.strength is None for each in lines):
        notes.append("A laser under Strength 6 does not carry through smoke.")
    return tuple(notes)


def _hull_plot(lines: Sequence[HullLine], hull: HullUnderFire) -> Plot | None:
    if len(lines) < 2:
        return None
    drawn = [
        Line(each.fire.fire.weapon.name, tuple(map(float, destroyed_by_then(hull, each, VOLLEYS))))
        for each in lines[:COMPARED]
    ]
    return plot("Destroyed by then, each weapon alone", "Turns of fire", [str(n + 1) for n in range(VOLLEYS)], drawn)


def _hull_compared(lines: Sequence[HullLine], hull: HullUnderFire) -> tuple[Compared, ...]:
    return tuple(
        Compared(
            name=f"{each.fire.fire.weapon.name}, {count_text(each.shots.count, 'shot')}",
            mark=f"pl{n}",
            figures=(
                goal_text(each.goal, "low"),
                percent(each.shots.chance_of("penetrating") + each.shots.chance_of("ordnance")),
                percent(destroyed(hull, [each])),
                mean(shots_to_destroy(hull, each)),
            ),
        )
        for n, each in enumerate(lines[:COMPARED], 1)
    )


# -- troops --------------------------------------------------------------------------------------------------------


def _troops(fires: Sequence[Fire], troops: Troops) -> Answer:
    found = of_troops(fires, troops)
    count = sum(each.shots for each in fires)
    return Answer(
        figures=(
            _to_hit([each.goal for each in found.lines]),
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
        receipts=tuple(_troop_receipt(each) for each in found.lines),
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


def _troop_receipt(line: TroopLine) -> Receipt:
    wound = goal_text(line.wound_goal, "high") if line.wound else "cannot wound"
    then = [Reason("D6", f"To wound: {wound}", "ARAP-DMG-01")]
    if line.save.possible:
        kind = {"ground": "gone to ground"}.get(line.save.kind, line.save.kind)
        then.append(Reason("D6", f"Save, {kind}: {goal_text(line.save.goal, 'high')}", "ARAP-DMG-04"))
    else:
        then.append(Reason("–", "No save", "ARAP-DMG-04"))
    return Receipt(line.fire.weapon.name, _reasons(line.fire, line.modifiers), *_total(line.goal), tuple(then))


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
    return Compared(name, f"pl{n}", (goal_text(line.goal, "low"), wound, percent(line.hurt), mean(alone)))
