"""What shots at a vehicle may bring: exact chances of a hit, and of what it leads to. (VEH-PEN-01, VEH-CHART-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from rules.arap.shooting.vehicle_interface import OneHit
from rules.core.preview import CANNOT_HURT, ShotLine
from rules.dice.odds.armour import (
    HULL_POINTS,
    Penetration,
    VehicleShots,
    penetration_by_any,
)
from rules.forces.gemini import GeminiHull
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon, strengths_of
from rules.rulebook.charts import damage_chart
from rules.state import GameState
from rules.vehicles.gemini.damage import bikes, chart
from rules.vehicles.gemini.damage.lasting import fate_of
from rules.vehicles.gemini.damage.penetration import Hit, chart_rolls, dice_kind
from rules.vehicles.gemini.hull.cover import hull_down_goal
from rules.vehicles.gemini.hull.hull import armour_towards, profile_of
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.shared.cover import hidden_share
from rules.vehicles.shared.damage import fate as shared_fate
from rules.vehicles.shared.damage.fate import Fate, HullShot
from rules.vehicles.shared.shooting.hit_lines import HullStruck
from rules.vehicles.shared.shooting.hit_lines import lines as lines_at_hull

CERTAIN = Fraction(1)


def shot_at(state: GameState, target: Unit, weapon: Weapon, origin: Point) -> HullShot:
    """What a shot of that weapon from that point meets."""
    hit = Hit(origin=origin, weapon=weapon, strength=weapon.strength)
    hull_down = hull_down_goal(state, target, weapon, origin)
    return HullShot(armour_towards(state, target, origin), dice_kind(state, target, hit), weapon.strength, hull_down)


def penetration(shot: HullShot, weapon: Weapon) -> Penetration:
    """Chances of one hit against the armour, whatever Strength its die gives it. (TRI-FIRE-05)"""
    strengths = strengths_of(shot.strength, weapon.random_sides)
    return penetration_by_any(strengths, shot.armour.av, shot.kind, ap=weapon.ap, hull_down=shot.hull_down)


def vehicle_shots(
    state: GameState, target: Unit, weapon: Weapon, shot: HullShot, *, count: int = 1, hit: Fraction = CERTAIN
) -> VehicleShots:
    """So many shots with that chance to hit each."""
    return shots_on(profile_of(state, target), weapon, shot, count=count, hit=hit)


def shots_on(
    profile: GeminiHull, weapon: Weapon, shot: HullShot, count: int = 1, hit: Fraction = CERTAIN
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


def destroyed_by(fate: Fate, groups: Sequence[VehicleShots]) -> Fraction:
    """The chance that all these shots, in order, are the end of it."""
    return shared_fate.destroyed_by(fate, groups, damage_chart())


def shots_to_destroy(fate: Fate, shots: VehicleShots) -> Fraction | None:
    """How many such shots it takes on average; None if they never can."""
    return shared_fate.shots_to_destroy(fate, shots, damage_chart())


def one_hit(state: GameState, weapon: Weapon, origin: Point, target: Unit) -> OneHit:
    """What the lines of a preview say of one hit from there, in numbers alone."""
    if bikes.is_bike(state, target):
        wounds = float(bikes.chance_of_a_wound(state, target, weapon.strength, weapon.ap))
        return OneHit(wounds if target.models[0].wounds == 1 else 0.0, wounds)
    return _one_hit(fate_of(state, target), profile_of(state, target), weapon, shot_at(state, target, weapon, origin))


@lru_cache(maxsize=4096)
def _one_hit(fate: Fate, profile: GeminiHull, weapon: Weapon, shot: HullShot) -> OneHit:
    return shared_fate.one_hit(fate, shots_on(profile, weapon, shot), damage_chart())


# -- lines of a preview --------------------------------------------------------------------------------------------


def hit_lines(state: GameState, weapon: Weapon, origins: Sequence[Point], target: Unit) -> tuple[ShotLine, ...]:
    """One line for each face, and way of rolling, that the shooters' hits would meet."""
    if bikes.is_bike(state, target):
        return (bikes.line(state, target, weapon.name, weapon.strength, weapon.ap, len(origins), weapon.id),)
    hull = HullStruck(
        fate=fate_of(state, target),
        chart=damage_chart(),
        modifiers=chart.modifiers(profile_of(state, target), weapon),
        one_hit=lambda shot: vehicle_shots(state, target, weapon, shot),
        notes=lambda shot: _notes(state, target, weapon, shot),
    )
    shots = [shot_at(state, target, weapon, origin) for origin in origins]
    return lines_at_hull(weapon, shots, hull, [hidden_share(state, target, origin) for origin in origins])


def _notes(state: GameState, target: Unit, weapon: Weapon, shot: HullShot) -> Iterator[str]:
    """What a hit does beside its row of the chart."""
    fate = fate_of(state, target)
    if points := fate.hull:
        yield f"{points} hull point{'s' if points > 1 else ''} first: glancing takes 1, penetrating 2, ordnance 3"
    if shared_fate.needs_text(shot, weapon.random_sides, blunt=not weapon.ap) == CANNOT_HURT:
        return
    if chart_rolls(profile_of(state, target), weapon) > 1:
        yield "a burst over an open top: two rolls on the damage chart (VEH-OPEN-04)"
    if fate.crashes:
        yield f"it moved over {shared_fate.CRASH_IN:g}″: immobilised, it crashes (VEH-DMG-05)"
    if weapon.ap:
        yield from thrown_out(state, target, "ordnance" if shot.kind == "ordnance" else "penetrating")


def thrown_out(state: GameState, target: Unit, worst: Literal["penetrating", "ordnance"]) -> Iterator[str]:
    """Whom a penetrating hit of that sort throws out; nobody while it leaves hull points. (VEH-BRD-14, VEH-HULL-03)"""
    riding = " and ".join(unit.name for unit in passengers.aboard(state, target.id) if unit.alive)
    if riding and fate_of(state, target).hull <= HULL_POINTS[worst]:
        yield f"a penetrating hit throws {riding} out at once, with a test for pinning (VEH-BRD-14)"
