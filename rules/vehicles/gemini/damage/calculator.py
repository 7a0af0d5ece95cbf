"""What fire would do to a vehicle, worked out from numbers alone: no table is needed. (VEH-PEN-01, VEH-CHART-01)

The same goals, modifiers, dice and condition as in play: `concealment.named`, `outlook.shots_on`, `outlook.take`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting import to_hit
from rules.arap.shooting.calculator import Fire
from rules.arap.templates.strip import TALL_IN
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.dice.odds.armour import WRECKS, Penetration, ShotOutcome, VehicleShots, after_each, after_shots, hit_odds
from rules.forces.gemini import GeminiHull
from rules.geometry.areas import hull_area
from rules.geometry.hulls import Hull as Outline
from rules.geometry.lengths import along
from rules.rulebook.charts import damage_chart
from rules.vehicles.gemini.damage import chart, odds_of_shells
from rules.vehicles.gemini.damage.odds import penetration, shots_on
from rules.vehicles.gemini.damage.penetration import kind_of
from rules.vehicles.gemini.hull import cover as hull_cover
from rules.vehicles.gemini.hull.hull import armour_of
from rules.vehicles.shared.fate import Fate, HullShot, take
from rules.vehicles.shared.hull import FACE, Side

RESULTS: Final = (
    "no-effect",
    "crew-shaken",
    "crew-stunned",
    "armament-destroyed",
    "immobilised",
    *WRECKS,
)
"""Rows of the damage chart, from harmless to worst."""

UNHURT: Final = "nothing"
HULL_ONLY: Final = "hull-points"
"""Nothing worse than hull points lost."""

_ORDER: Final = (UNHURT, HULL_ONLY, *RESULTS)

AWAY_IN: Final = 24.0
"""From how far shells are taken to be fired; the hull stops what would fly over it. (ARAP-AREA-07)"""

BEFORE: Final[dict[Side, float]] = {"front": 0.0, "side": 90.0, "rear": 180.0}
"""Which way, in degrees from the heading, the middle of a face looks."""


class HullFire(NamedTuple):
    """Fire and the face of the hull that it strikes."""

    fire: Fire
    face: Side = "front"


class HullUnderFire(NamedTuple):
    """A vehicle under fire: its profile, its condition, how fast it went (inches), and what the table has switched."""

    profile: GeminiHull
    fate: Fate
    speed_in: float = 0.0
    hull_down_roll: int = 3
    plunging: bool = False
    """Hull-down counts against plunging fire as well. (VEH-COV-03)"""


class HullLine(NamedTuple):
    """What one kind of fire needs, and the chances of one shot."""

    fire: HullFire
    goal: int
    modifiers: tuple[Modifier, ...]
    hit: Fraction
    shot: HullShot
    odds: Penetration
    chart_modifiers: tuple[Modifier, ...]
    shots: VehicleShots


Cells = dict[tuple[str, str], Fraction]
"""Chances by column of the chart and first result of the row."""


class HullOutlook(NamedTuple):
    """What the whole volley does: each shot's cells on average, the worst result of all, the end."""

    lines: tuple[HullLine, ...]
    cells: Cells
    worst: dict[str, Fraction]
    penetrated: Fraction
    destroyed: Fraction


def line(one: HullFire, hull: HullUnderFire) -> HullLine:
    """Goals and chances of one shot."""
    fire, profile = one.fire, hull.profile
    found = fire.found._replace(moved_in=0.0, cover=hull_cover.named(fire.weapon, hull.speed_in, fire.cover))
    named = (*to_hit.named(fire.weapon, found), *fire.extra)
    goal = modified(fire.skill, named)
    hit = _hit_odds(fire, goal)
    shot = HullShot(
        armour=armour_of(profile, FACE[one.face]),
        kind=kind_of(fire.weapon, near=fire.near),
        strength=fire.strength or 0,
        hull_down=_hull_down(fire, hull),
    )
    shots = shots_on(profile, fire.weapon, shot, count=fire.shots, hit=hit)
    if fire.weapon.marker_in and hit:
        shots = _shells(one, profile, shot, goal)
    return HullLine(
        fire=one,
        goal=goal,
        modifiers=named,
        hit=shots.hit,
        shot=shot,
        odds=penetration(shot, fire.weapon),
        chart_modifiers=chart.modifiers(profile, fire.weapon),
        shots=shots,
    )


def _hit_odds(fire: Fire, goal: int) -> Fraction:
    if fire.strength is None:
        return Fraction(0)
    return shooting_preview.hit_odds(fire.weapon, goal, seven_is_hit=fire.sevens)


def _shells(one: HullFire, profile: GeminiHull, shot: HullShot, goal: int) -> VehicleShots:
    """Shells at the middle of a hull, from straight before its face, wherever they come down. (VEH-AREA-01)"""
    fire, hull = one.fire, Outline((0.0, 0.0), 0.0, profile.length_in, profile.width_in)
    tall = (hull_area("hull", hull, height=profile.height_in),) if profile.height_in >= TALL_IN else ()
    eye = along(hull.centre, BEFORE[one.face], AWAY_IN)
    lengths = odds_of_shells.lengths(goal, seven_is_hit=fire.sevens)
    found = odds_of_shells.falls(hull, fire.weapon, lengths, eye, tall)
    return odds_of_shells.shells(profile, fire.weapon, shot, found, count=fire.shots)


def _hull_down(fire: Fire, hull: HullUnderFire) -> int:
    """On how much or less a penetrating hit glances; 0 if it never does. (VEH-COV-02, VEH-COV-03)"""
    if fire.cover == "none" or (fire.weapon.is_lobbed and not hull.plunging):
        return 0
    return hull.hull_down_roll


def outlook(fires: Sequence[HullFire], hull: HullUnderFire) -> HullOutlook:
    """Exact distributions of the whole volley, shot after shot."""
    lines = tuple(line(each, hull) for each in fires)
    shots = [each.shots for each in lines]
    after = after_shots(_Tally(hull.fate), _rolled(shots), _tallied)
    worst = dict.fromkeys(_ORDER, Fraction(0))
    for tally, chance in after.items():
        worst[_ORDER[tally.worst]] += chance
    return HullOutlook(
        lines=lines,
        cells=cells(shots),
        worst=worst,
        penetrated=sum((chance for tally, chance in after.items() if tally.penetrated), start=Fraction(0)),
        destroyed=sum((chance for tally, chance in after.items() if tally.fate.wrecked), start=Fraction(0)),
    )


def _rolled(shots: Sequence[VehicleShots]) -> list[tuple[int, dict[ShotOutcome, Fraction]]]:
    return [(each.count, hit_odds(each, damage_chart())) for each in shots]


def _ends(after: dict[Fate, Fraction]) -> Fraction:
    return sum((chance for fate, chance in after.items() if fate.wrecked), start=Fraction(0))


class _Tally(NamedTuple):
    """A vehicle under fire and the worst that has happened to it so far, as a place in `_ORDER`."""

    fate: Fate
    worst: int = 0
    penetrated: bool = False


def _tallied(tally: _Tally, outcome: ShotOutcome) -> _Tally:
    """After one more shot. Losses that add up to the end count as destroyed. (VEH-DMG-05)"""
    hit_class, results = outcome
    fate, worst, _ = tally
    if fate.wrecked or hit_class == "none":
        return tally
    penetrated = tally.penetrated or hit_class != "glancing"
    if fate.hull:
        return _Tally(take(fate, outcome), max(worst, _ORDER.index(HULL_ONLY)), penetrated)
    for result in results:
        fate = take(fate, (hit_class, (result,)))
        worst = max(worst, _ORDER.index(result), _ORDER.index("destroyed") if fate.wrecked else 0)
        if fate.wrecked:
            break
    return _Tally(fate, worst, penetrated)


def cells(shots: Sequence[VehicleShots]) -> Cells:
    """The chance of a shot to land in each cell of the chart, over all shots alike; hull points are left out.

    Where a hit rolls twice (VEH-OPEN-04) it is the chance of one roll or both.
    """
    found: Cells = {}
    count = sum(each.count for each in shots)
    for each in shots:
        for hit_class in damage_chart():
            chance = each.chance_of(hit_class)  # type: ignore[arg-type]
            for key, row in _rows(damage_chart()[hit_class], each).items() if chance else ():
                odds = chance * (1 - (1 - row) ** each.chart_rolls) * each.count / count
                found[hit_class, key] = found.get((hit_class, key), Fraction(0)) + odds
    return found


def _rows(column: tuple[tuple[str, ...], ...], shots: VehicleShots) -> dict[str, Fraction]:
    """The chance of each row of a column, by its first result."""
    found: dict[str, Fraction] = {}
    for die in range(1, 7):
        results = column[min(max(die + shots.chart_modifier, 1), len(column)) - 1]
        found[results[0]] = found.get(results[0], Fraction(0)) + Fraction(1, 6)
    return found


def volleys_to_destroy(fate: Fate, shots: Sequence[VehicleShots]) -> Fraction | None:
    """How many such volleys it takes on average; None if they never can. Conditions only get worse."""
    rolled = _rolled(shots)

    @cache
    def average(now: Fate) -> Fraction | None:
        if now.wrecked:
            return Fraction(0)
        after = after_shots(now, rolled, take)
        stays = after.pop(now, Fraction(0))
        if stays == 1:
            return None
        total = Fraction(1)
        for then, chance in after.items():
            rest = average(then)
            if rest is None:
                return None
            total += chance * rest
        return total / (1 - stays)

    return average(fate)


def destroyed_by_then(fate: Fate, shots: VehicleShots, volleys: int) -> Iterator[Fraction]:
    """The chance that the vehicle is destroyed after the first, second, ... of so many volleys of like shots."""
    for after in after_each(fate, hit_odds(shots, damage_chart()), take, volleys, shots.count):
        yield _ends(after)
