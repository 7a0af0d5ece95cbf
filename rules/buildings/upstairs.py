"""Fire from and at upper floors: everybody where he truly stands. (BLD-LEVEL-02, BLD-HIGH-01, BLD-HIGH-06)

The plans of upper floors lie beside the house; for a shot they are laid on it, each as high as its level.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.shooting.plan import FirePlan, Firing, Idle
from rules.arap.units.weapons import range_of
from rules.buildings import storeys
from rules.core.ids import TerrainId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, distance, is_within
from rules.geometry.templates import STRIP_LENGTH_IN
from rules.state import GameState
from rules.table.building import STOREY_IN
from rules.table.terrain import Terrain

UNDER_IN: Final = 3.0
"""Nobody so near to the foot of the house is fired at from level 2 or higher. (BLD-HIGH-01)"""


def is_upper(plan: Terrain | None) -> bool:
    """Whether a plan is of an upper floor, laid out beside its house."""
    return plan is not None and bool(storeys.house_of(plan))


def posted(state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
    """The state with upper floors on their houses, for a shot from or at one; None for any other. (BLD-LEVEL-02)"""
    if not any(is_upper(p) for p in state.terrain if p.has_interior):
        return None
    own, theirs = ({_plan_id(state, m) for m in u.alive} for u in (unit, target))
    plans = {p.id: p for p in state.terrain if p.id in own | theirs}
    if own == theirs or not any(is_upper(p) for p in plans.values()):
        return None
    for a in own:
        for b in theirs:
            if a != b and a and b and _house(plans[a]) == _house(plans[b]):
                text = f"A floor lies between {unit.name} and {target.name}."
                return Refusal("floor-between", text, "BLD-LEVEL-02", "somebody on one's own floor, or out of doors")
    return _stacked(state, unit, target)


def _plan_id(state: GameState, model: Model) -> TerrainId:
    plan = storeys.plan_at(state, model.at)
    return plan.id if plan is not None else TerrainId("")


def _house(plan: Terrain) -> str:
    return storeys.house_of(plan) or str(plan.id)


def _stacked(state: GameState, unit: Unit, target: Unit) -> GameState:
    """Those two units, and the floors that they are on, where they truly are."""
    plans = {p.id: p for m in (*unit.alive, *target.alive) if (p := storeys.plan_at(state, m.at)) and is_upper(p)}
    terrain = tuple(_on_house(state, p) if p.id in plans else p for p in state.terrain)
    found = replace(state, terrain=terrain)
    for each in (unit, target):
        found = found.with_unit(replace(each, models=tuple(_lifted(state, m) for m in each.models)))
    return found


def true_place(state: GameState, at: Point) -> tuple[Point, float]:
    """Where a place of a plan truly is, and how high. (BLD-GEN-03, BLD-LEVEL-01)"""
    plan = storeys.plan_at(state, at)
    if plan is None or plan.building is None or not is_upper(plan):
        return at, 0.0
    x, y = storeys.shift_of(state, plan)
    return (at[0] + x, at[1] + y), storeys.floor_in(plan.building.level)


def _lifted(state: GameState, model: Model) -> Model:
    at, height = true_place(state, model.at)
    return replace(model, at=at, level_in=model.level_in + height) if height else model


def _on_house(state: GameState, plan: Terrain) -> Terrain:
    """The plan of an upper floor above its house, its walls up to its ceiling."""
    inside = plan.building
    assert inside is not None
    x, y = storeys.shift_of(state, plan)

    def there(at: Point) -> Point:
        return (at[0] + x, at[1] + y)

    openings = tuple(replace(o, a=there(o.a), b=there(o.b)) for o in inside.openings)
    partitions = tuple((there(a), there(b)) for a, b in inside.partitions)
    return replace(
        plan,
        points=tuple(there(p) for p in plan.points),
        height_in=storeys.floor_in(inside.level) + STOREY_IN,
        building=replace(inside, openings=openings, partitions=partitions, sections=()),
    )


def apart(state: GameState, unit: Unit, target: Unit) -> float | None:
    """Inches between two units of which one is upstairs; None for others."""
    found = posted(state, unit, target)
    if not isinstance(found, GameState):
        return None
    return min(distance(a.at, b.at) for a in found.units[unit.id].alive for b in found.units[target.id].alive)


def dead_zone(height_in: float) -> float:
    """How near to the foot of a wall nobody is fired at from such a height. (BLD-HIGH-01)"""
    return max(UNDER_IN, height_in / 2) if height_in >= STOREY_IN else height_in / 2


def limited(state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """The plan without those whose target is right under them, or too high for what they fire.

    (BLD-HIGH-01, BLD-HIGH-06)
    """
    barred: dict[int, Refusal] = {}
    for n, firing in enumerate(plan.firings):
        why = _under(state, unit, firing) or _too_high(firing)
        if why is not None:
            barred[n] = why
    if not barred:
        return plan
    idle = tuple(Idle(plan.firings[n].model.id, 11, why) for n, why in barred.items())
    return plan._replace(
        firings=tuple(f for n, f in enumerate(plan.firings) if n not in barred), idle=(*plan.idle, *idle)
    )


def _under(state: GameState, unit: Unit, firing: Firing) -> Refusal | None:
    """That one would have to lean out to fire at somebody under him. (BLD-HIGH-01)"""
    before = unit.model(firing.model.id)
    floor = storeys.plan_at(state, before.at)
    if floor is None or not is_upper(floor):
        return None
    _, height = true_place(state, before.at)
    zone = dead_zone(height)
    away = rings.distance_to_ring(_on_house(state, floor).points, firing.aim.at)
    if is_within(zone, away):
        return None
    text = f"The target is {away:.3g}″ from the foot of {floor.name}, {height:g}″ below."
    return Refusal("dead-zone", text, "BLD-HIGH-01", f"{zone:g}″ from it or further")


def _too_high(firing: Firing) -> Refusal | None:
    """That what is thrown, flamers and slow missiles lose 3 inches of range for each level up. (BLD-HIGH-06)"""
    weapon = firing.weapon
    levels = int((firing.aim.level_in - firing.model.level_in + TOLERANCE) // STOREY_IN)
    if levels <= 0 or not (weapon.template or weapon.is_thrown or weapon.has("low-velocity")):
        return None
    most = range_of(weapon) + (STRIP_LENGTH_IN if weapon.template else 0)
    needed = firing.range_in + levels * STOREY_IN
    if is_within(needed, most):
        return None
    height = f"{levels} level{'s' if levels > 1 else ''} up"
    text = f"{weapon.name} reaches {most:g}″; {firing.range_in:.2f}″ and {height} count as {needed:.2f}″."
    return Refusal(
        "out-of-range", text, "BLD-HIGH-06", f"at most {max(0.0, most - levels * STOREY_IN):g}″ off, {height}"
    )
