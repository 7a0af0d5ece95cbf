"""What shots at a vehicle may bring: exact chances of a hit, and of what it leads to. (VEH-PEN-01, VEH-CHART-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rules.core.preview import Chance, Ending, ShotLine, average
from rules.dice.odds.armour import (
    HULL_POINTS,
    WRECKS,
    Kind,
    Penetration,
    ShotOutcome,
    VehicleShots,
    after_shots,
    hit_odds,
    penetration_odds,
)
from rules.forces.gemini import GeminiHull
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.rulebook.charts import damage_chart
from rules.state import GameState
from rules.vehicles.gemini.damage import bikes, chart
from rules.vehicles.gemini.damage.lasting import LASTING, Fate, effect, fate_of
from rules.vehicles.gemini.damage.penetration import Hit, chart_rolls, dice_kind
from rules.vehicles.gemini.hull.cover import hull_down_goal
from rules.vehicles.gemini.hull.hull import armour_towards, profile_of
from rules.vehicles.shared.hull import Armour, condition

CERTAIN = Fraction(1)


class HullShot(NamedTuple):
    """Like hits on one face of a vehicle, as far as their chances go."""

    armour: Armour
    kind: Kind
    strength: int
    hull_down: int


def shot_at(state: GameState, target: Unit, weapon: Weapon, origin: Point) -> HullShot:
    """What a shot of that weapon from that point meets."""
    hit = Hit(origin=origin, weapon=weapon, strength=weapon.strength)
    hull_down = hull_down_goal(state, target, weapon, origin)
    return HullShot(armour_towards(state, target, origin), dice_kind(state, target, hit), weapon.strength, hull_down)


def penetration(shot: HullShot, weapon: Weapon) -> Penetration:
    """Chances of one hit against the armour."""
    return penetration_odds(shot.strength, shot.armour.av, shot.kind, ap=weapon.ap, hull_down=shot.hull_down)


def vehicle_shots(
    state: GameState, target: Unit, weapon: Weapon, shot: HullShot, *, count: int = 1, hit: Fraction = CERTAIN
) -> VehicleShots:
    """So many shots with that chance to hit each."""
    return shots_on(profile_of(state, target), weapon, shot, count=count, hit=hit)


def shots_on(
    profile: GeminiHull, weapon: Weapon, shot: HullShot, *, count: int = 1, hit: Fraction = CERTAIN
) -> VehicleShots:
    """So many shots at a vehicle of that profile with that chance to hit each."""
    return VehicleShots(
        count=count,
        hit=hit,
        penetration=penetration(shot, weapon),
        chart_modifier=sum(m.value for m in chart.modifiers(profile, weapon)),
        chart_rolls=chart_rolls(profile, weapon),
    )


# -- a vehicle under fire ------------------------------------------------------------------------------------------


def take(fate: Fate, outcome: ShotOutcome) -> Fate:
    """The vehicle after one hit: hull points first, then the chart's results in order. (VEH-HULL-01, VEH-DMG-05)"""
    hit_class, results = outcome
    if fate.wrecked or hit_class == "none":
        return fate
    if fate.hull:
        return fate._replace(hull=max(0, fate.hull - HULL_POINTS[hit_class]))
    for result in results:
        if not fate.wrecked:
            fate = _suffer(fate, result)
    return fate


def _suffer(fate: Fate, result: str) -> Fate:
    if result in WRECKS:
        return fate._replace(wrecked=True)
    if result not in LASTING:
        return fate
    match effect(fate, result):
        case "weapon-lost":
            fate = fate._replace(guns=fate.guns - 1)
        case "stopped":
            fate = fate._replace(immobilised=True)
        case "destroyed":
            return fate._replace(wrecked=True)
    return fate._replace(wrecked=fate.helpless)


def destroyed_by(fate: Fate, groups: Sequence[VehicleShots]) -> Fraction:
    """The chance that all these shots, in order, are the end of it."""
    rolled = [(shots.count, hit_odds(shots, damage_chart())) for shots in groups]
    after = after_shots(fate, rolled, take)
    return sum((odds for f, odds in after.items() if f.wrecked), start=Fraction(0))


def shots_to_destroy(fate: Fate, shots: VehicleShots) -> Fraction | None:
    """How many such shots it takes on average; None if they never can.

    A vehicle only gets worse, so the average follows from those of the conditions that it may get to.
    """
    outcomes = tuple(hit_odds(shots, damage_chart()).items())

    @cache
    def average(now: Fate) -> Fraction | None:
        if now.wrecked:
            return Fraction(0)
        stays, total = Fraction(0), CERTAIN
        for outcome, odds in outcomes:
            after = take(now, outcome)
            if after == now:
                stays += odds
                continue
            rest = average(after)
            if rest is None:
                return None
            total += odds * rest
        return None if stays == 1 else total / (1 - stays)

    return average(fate)


# -- lines of a preview --------------------------------------------------------------------------------------------


def hit_lines(state: GameState, weapon: Weapon, origins: Sequence[Point], target: Unit) -> tuple[ShotLine, ...]:
    """One line for each face, and way of rolling, that the shooters' hits would meet."""
    if bikes.is_bike(state, target):
        return (bikes.line(state, target, weapon.name, weapon.strength, weapon.ap, len(origins), weapon.id),)
    groups: dict[HullShot, int] = {}
    for origin in origins:
        shot = shot_at(state, target, weapon, origin)
        groups[shot] = groups.get(shot, 0) + 1
    return tuple(_line(state, target, weapon, shot, n) for shot, n in groups.items())


def _line(state: GameState, target: Unit, weapon: Weapon, shot: HullShot, shooters: int) -> ShotLine:
    return ShotLine(
        weapon=weapon.id,
        name=f"{weapon.name} on {shot.armour.face} armour {shot.armour.av}",
        shooters=shooters,
        shots=shooters,
        goal=shot.armour.av - shot.strength,
        goal_text=needs_text(shot),
        modifiers=chart.modifiers(profile_of(state, target), weapon),
        chances=tuple(_chances(state, target, weapon, shot)),
        notes=tuple(_notes(state, target, weapon, shot)),
    )


def needs_text(shot: HullShot) -> str:
    """What the dice must show: "5 glances, 6 penetrates"."""
    need = shot.armour.av - shot.strength
    most = 12 if shot.kind == "melta" else 6
    least = 2 if shot.kind == "melta" else 1
    if need > most:
        return "cannot hurt it"
    if need < least:
        return "always penetrates"
    more = "" if need == most else f", {need + 1}{' or more' if need + 1 < most else ''} penetrates"
    return f"{need} glances{more}"


def _chances(state: GameState, target: Unit, weapon: Weapon, shot: HullShot) -> Iterator[Chance]:
    """Of one hit: glancing, penetrating, each result of the chart, the end; and how many hits that takes."""
    odds = penetration(shot, weapon)
    yield _chance("glances", odds.glancing)
    yield _chance("penetrates", odds.penetrating)
    shots = vehicle_shots(state, target, weapon, shot)
    fate = fate_of(state, target)
    if not fate.hull:
        for name, each in _results(shots).items():
            yield _chance(name.replace("-", " "), each)
    end = destroyed_by(fate, [shots])
    yield Ending(label="destroyed by one hit", exact=str(end), value=float(end))
    hits = shots_to_destroy(fate, shots)
    if hits is not None:
        yield average("hits to destroy it, average", hits)


def _results(shots: VehicleShots) -> dict[str, Fraction]:
    """The chance that one hit scores each result at least once, in the order of the chart."""
    order = dict.fromkeys(r for column in damage_chart().values() for row in column for r in row)
    odds = hit_odds(shots, damage_chart())
    found = {r: sum((o for (_, results), o in odds.items() if r in results), start=Fraction(0)) for r in order}
    return {r: o for r, o in found.items() if o and r != "no-effect"}


def _notes(state: GameState, target: Unit, weapon: Weapon, shot: HullShot) -> Iterator[str]:
    points = condition(target).hull
    if points:
        yield f"{points} hull point{'s' if points > 1 else ''} first: glancing takes 1, penetrating 2, ordnance 3"
    if not weapon.ap:
        yield "no AP: it only glances"
    elif shot.hull_down:
        yield f"hull-down: {shot.hull_down} or less makes a penetrating hit glance"
    if shot.kind == "melta":
        yield "melta under half range: two dice"
    if shot.kind == "ordnance":
        yield "ordnance: the higher of two dice"


def _chance(label: str, odds: Fraction) -> Chance:
    return Chance(label=label, exact=str(odds), value=float(odds))
