"""What the fire of mounted weapons may bring: goals, chances on armour, how likely it destroys. (VEH-JOIN-04)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting.plan import FirePlan
from rules.core.ids import UnitId
from rules.core.preview import Chance, Preview, ShotLine, average
from rules.dice.odds import VehicleShots, chance_low
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.gemini.damage import bikes, lasting
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.shooting import at_passengers
from rules.vehicles.shared.shooting import mounts_at_hull


def preview(state: GameState, unit: Unit, target_id: UnitId, plan: FirePlan) -> Preview:
    """Goals, modifiers and chances of each weapon; of hits on a vehicle, and of all together."""
    target = state.units[target_id]
    if not target.is_vehicle:
        return shooting_preview.preview(state, unit, target, plan)
    lines: list[ShotLine] = []
    for group in plan.groups():
        lines.append(mounts_at_hull.line(state, group, chance_low(group[0].goal)))
        weapon = replace(group[0].weapon, strength=group[0].strength)
        origins = [f.model.at for f in group]
        hits = damage_odds.hit_lines(state, weapon, origins, target)
        lines += at_passengers.lines(state, target, weapon, origins, hits)
    return Preview(shots=tuple(lines), chances=tuple(_ends(state, unit, target, plan)))


def _ends(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Iterator[Chance]:
    """The chance that all of it destroys the vehicle, and how many shots of each weapon that takes on average.

    Before it, where it cannot, the chance that it costs the vehicle any of its hull points.
    """
    if bikes.is_bike(state, target):
        yield from shooting_odds.of_bike(state, unit, target, plan)
        return
    fate = lasting.fate_of(state, target)
    shots = []
    for firing in plan.firings:
        weapon = replace(firing.weapon, strength=firing.strength)
        shot = damage_odds.shot_at(state, target, weapon, firing.model.at)
        if weapon.marker_in:
            profile = profile_of(state, target)
            meets = partial(damage_odds.shots_on, profile, weapon)
            shots.append(mounts_at_hull.shells_at(state, unit, target, profile, firing, shot, meets))
            continue
        hit = shooting_odds.template_odds(firing.goal, "none") if firing.strip else chance_low(firing.goal)
        hit *= at_passengers.share_of_hull(state, target, weapon, firing.model.at)
        shots.append(damage_odds.vehicle_shots(state, target, weapon, shot, count=firing.shots, hit=hit))
    ends = damage_odds.destroyed_by(fate, shots)
    if not ends and fate.hull and (loses := _any_through(shots)):
        yield Chance(label=f"{target.name} loses hull points", exact=str(loses), value=float(loses))
    yield Chance(label=f"{target.name} destroyed", exact=str(ends), value=float(ends))
    for firing, each in zip(plan.firings, shots, strict=True):
        shots_needed = damage_odds.shots_to_destroy(fate, replace(each, count=1))
        if shots_needed is not None:
            yield average(f"shots of {firing.weapon.name} to destroy it, average", shots_needed)


def _any_through(shots: Sequence[VehicleShots]) -> Fraction:
    """The chance that at least one of them glances or penetrates. (VEH-HULL-01)"""
    kept_out = Fraction(1)
    for each in shots:
        kept_out *= (each.chance_of("none") + 1 - sum(chance for chance, _ in each.ways)) ** each.count
    return 1 - kept_out
