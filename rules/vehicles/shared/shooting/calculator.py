"""What fire would do to a vehicle, worked out from numbers alone: no table is needed. (VEH-CHART-01, TRI-DMG-03)

What each set of vehicle rules has of its own stands in its `HullNumbers`; goals, dice and condition are those of play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Final, NamedTuple

from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import to_hit
from rules.arap.shooting.calculator import Fire
from rules.arap.shooting.vehicle_interface import HullNumbers
from rules.arap.templates.strip import TALL_IN
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.dice.odds.armour import (
    WRECKS,
    Kind,
    Penetration,
    ShotOutcome,
    VehicleShots,
    after_each,
    after_shots,
    hit_odds,
    penetration_by_any,
)
from rules.forces.hull import VehicleHull
from rules.forces.weapon import Weapon, strengths_of
from rules.geometry.areas import hull_area
from rules.geometry.hulls import Hull as Outline
from rules.geometry.lengths import along
from rules.rulebook.charts import DamageChart
from rules.vehicles.shared.damage.fate import Fate, HullShot, take
from rules.vehicles.shared.hull import FACE, Side, armour_of
from rules.vehicles.shared.shooting import shells

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
_PLACES: Final = {result: place for place, result in enumerate(_ORDER)}

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

    numbers: HullNumbers
    """By which vehicle rules."""
    profile: VehicleHull
    fate: Fate
    speed_in: float = 0.0
    hull_down_roll: int = 3
    plunging: bool = False
    """Hull-down counts against plunging fire as well. (VEH-COV-03)"""
    third_edition: bool = False
    """Glancing hits read the third-edition column, where the rules have one. (TRI-DMG-05)"""
    on_the_move: bool = False
    """Shells are fired by a vehicle that has moved. (TRI-ORD-04)"""

    @property
    def chart(self) -> DamageChart:
        """The damage chart that hits are read in."""
        return self.numbers.chart(third_edition=self.third_edition)

    def shots_on(self, weapon: Weapon, shot: HullShot, count: int = 1, hit: Fraction = Fraction(1)) -> VehicleShots:
        """So many shots at it with that chance to hit each."""
        added = self.numbers.chart_modifiers(self.profile, weapon)
        return VehicleShots(
            count=count,
            hit=hit,
            penetration=penetration_by_any(
                strengths_of(shot.strength, weapon.random_sides),
                shot.armour.av,
                shot.kind,
                ap=weapon.ap,
                hull_down=shot.hull_down,
            ),
            chart_modifier=sum(m.value for m in added),
            chart_rolls=self.numbers.chart_rolls(self.profile, weapon),
        )


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
    numbers = hull.numbers
    one = one._replace(fire=one.fire._replace(weapon=numbers.as_fired(one.fire.weapon)))
    fire = one.fire
    concealed = numbers.concealed(fire.weapon, hull.speed_in, fire.cover)
    named = (*to_hit.named(fire.weapon, fire.found._replace(moved_in=0.0, cover=concealed)), *fire.extra)
    goal = modified(fire.skill, named)
    shot = HullShot(
        armour=armour_of(hull.profile, FACE[one.face]),
        kind=kind_of(fire.weapon, near=fire.near),
        strength=fire.strength or 0,
        hull_down=_hull_down(fire, hull),
    )
    shots = hull.shots_on(fire.weapon, shot, fire.shots, _hit_odds(fire, goal, numbers))
    if fire.weapon.marker_in and shots.hit:
        shots = _shells(one, hull, shot, goal)
    return HullLine(
        fire=one,
        goal=goal,
        modifiers=named,
        hit=shots.hit,
        shot=shot,
        odds=hull.shots_on(fire.weapon, shot).penetration,
        chart_modifiers=numbers.chart_modifiers(hull.profile, fire.weapon),
        shots=shots,
    )


def kind_of(weapon: Weapon, *, near: bool) -> Kind:
    """One die, two added for melta `near`, under half range, the higher of two for ordnance.

    (VEH-PEN-02, VEH-PEN-04, TRI-DMG-02, TRI-ORD-06)
    """
    if weapon.type == "ordnance":
        return "ordnance"
    return "melta" if weapon.has("melta") and near else "normal"


def _hit_odds(fire: Fire, goal: int, numbers: HullNumbers) -> Fraction:
    if fire.strength is None:
        return Fraction(0)
    once = shooting_odds.hit_odds(fire.weapon, goal, seven_is_hit=fire.sevens)
    return numbers.hit_odds(fire.weapon, once)


def _shells(one: HullFire, under: HullUnderFire, shot: HullShot, goal: int) -> VehicleShots:
    """Shells at the middle of a hull, from straight before its face, wherever they come down. (VEH-AREA-01)"""
    fire, profile = one.fire, under.profile
    hull = Outline((0.0, 0.0), 0.0, profile.length_in, profile.width_in)
    tall = (hull_area("hull", hull, height=profile.height_in),) if profile.height_in >= TALL_IN else ()
    eye = along(hull.centre, BEFORE[one.face], AWAY_IN)
    scatter = under.numbers.scatter(fire.weapon, goal, sevens=fire.sevens, on_the_move=under.on_the_move)
    found = shells.falls(hull, fire.weapon, scatter, eye, tall)
    return shells.shells(profile, shot, fire.weapon, found, scatter, partial(under.shots_on, fire.weapon), fire.shots)


def _hull_down(fire: Fire, hull: HullUnderFire) -> int:
    """On how much or less a penetrating hit glances; 0 if it never does. (VEH-COV-02, VEH-COV-03, TRI-DMG-09)"""
    if fire.cover == "none" or (fire.weapon.is_lobbed and not hull.plunging):
        return 0
    return hull.numbers.hull_down_on(hull.hull_down_roll)


def outlook(fires: Sequence[HullFire], hull: HullUnderFire) -> HullOutlook:
    """Exact distributions of the whole volley, shot after shot."""
    lines = tuple(line(each, hull) for each in fires)
    shots = [each.shots for each in lines]
    after = after_shots(_Tally(hull.fate), _rolled(shots, hull.chart), _tallied)
    worst = dict.fromkeys(_ORDER, Fraction(0))
    for tally, chance in after.items():
        worst[_ORDER[tally.worst]] += chance
    return HullOutlook(
        lines=lines,
        cells=cells(shots, hull.chart),
        worst=worst,
        penetrated=sum((chance for tally, chance in after.items() if tally.penetrated), start=Fraction(0)),
        destroyed=sum((chance for tally, chance in after.items() if tally.fate.wrecked), start=Fraction(0)),
    )


def _rolled(shots: Sequence[VehicleShots], chart: DamageChart) -> list[tuple[int, dict[ShotOutcome, Fraction]]]:
    return [(each.count, hit_odds(each, chart)) for each in shots]


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
        return _Tally(take(fate, outcome), max(worst, _PLACES[HULL_ONLY]), penetrated)
    for result in results:
        fate = take(fate, (hit_class, (result,)))
        worst = max(worst, _PLACES[result], _PLACES["destroyed"] if fate.wrecked else 0)
        if fate.wrecked:
            break
    return _Tally(fate, worst, penetrated)


def cells(shots: Sequence[VehicleShots], chart: DamageChart) -> Cells:
    """The chance of a shot to land in each cell of the chart, over all shots alike; hull points are left out.

    Where a hit rolls twice (VEH-OPEN-04) it is the chance of one roll or both.
    """
    found: Cells = {}
    count = sum(each.count for each in shots)
    for each in shots:
        for hit_class in chart:
            chance = each.chance_of(hit_class)  # type: ignore[arg-type]
            for key, row in _rows(chart[hit_class], each).items() if chance else ():
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


def volleys_to_destroy(fate: Fate, shots: Sequence[VehicleShots], chart: DamageChart) -> Fraction | None:
    """How many such volleys it takes on average; None if they never can. Conditions only get worse."""
    rolled = _rolled(shots, chart)

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


def destroyed_by_then(fate: Fate, shots: VehicleShots, volleys: int, chart: DamageChart) -> Iterator[Fraction]:
    """The chance that the vehicle is destroyed after the first, second, ... of so many volleys of like shots."""
    for after in after_each(fate, hit_odds(shots, chart), take, volleys, shots.count):
        yield _ends(after)
