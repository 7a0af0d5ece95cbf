"""Fire from and at upper floors: everybody where he truly stands. (BLD-LEVEL-02, BLD-GEN-03)

The plans of upper floors lie beside the house; for a shot they are laid on it, each as high as its level.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.paths import charge_floors
from rules.arap.shooting.building_interface import FloorsOfShot
from rules.arap.sight.building_interface import Place
from rules.buildings import storeys
from rules.core.ids import ModelId, TerrainId
from rules.core.refusal import Refusal
from rules.forces.unit import LeaningModel, Model, Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import distance
from rules.state import GameState
from rules.table.building import STOREY_IN
from rules.table.terrain import Terrain

HALF_IN: Final = STOREY_IN / 2
"""A place no further than this above or below a floor is on it."""


def is_upper(plan: Terrain | None) -> bool:
    """Whether a plan is of an upper floor, laid out beside its house."""
    return plan is not None and bool(storeys.house_of(plan))


def posted(state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
    """The state with upper floors on their houses, for a shot from or at one; None for any other. (BLD-LEVEL-02)"""
    if not any(is_upper(p) for p in state.interiors):
        return None
    own, theirs = ({_plan_id(state, m) for m in u.alive} for u in (unit, target))
    plans = {p.id: p for p in state.terrain if p.id in own | theirs}
    if (own == theirs and len(own) == 1) or not any(is_upper(p) for p in plans.values()):
        return None
    if all(a != b and a and b and house_of(plans[a]) == house_of(plans[b]) for a in own for b in theirs):
        text = f"A floor lies between {unit.name} and {target.name}."
        return Refusal("floor-between", text, "BLD-LEVEL-02", "somebody on one’s own floor, or out of doors")
    return _stacked(state, unit, target)


def by_floors(state: GameState, unit: Unit, target: Unit) -> tuple[FloorsOfShot, ...]:
    """The members on each floor with those of the target on each, if either is on several; none for others.

    The walls of one floor are in nobody's way on another one. (BLD-LEVEL-02)
    """
    if target.is_vehicle or not any(is_upper(p) for p in state.interiors):
        return ()
    own, theirs = _floors(state, unit), _floors(state, target)
    plans = {p.id: p for p in state.terrain if p.id in own or p.id in theirs}
    if (len(own) < 2 and len(theirs) < 2) or not any(is_upper(p) for p in plans.values()):
        return ()
    return tuple(
        _part(state, _only(unit, mine), _only(target, foes), plans.get(a), plans.get(b))
        for a, mine in own.items()
        for b, foes in theirs.items()
    )


def out_of_reach(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """Why nobody charges people on a floor to which neither stairs nor a ladder lead. (BLD-LEVEL-02, BLD-LADR-03)"""
    if target.is_vehicle or not any(is_upper(p) for p in state.interiors):
        return None
    if charge_floors.joined(state, unit, target):
        return None
    text = f"{target.name} is on another floor than {unit.name}, and no stairs or ladder lead there."
    return Refusal("floor-between", text, "BLD-LEVEL-02", "somebody on one’s own floor, or where stairs lead")


def _floors(state: GameState, unit: Unit) -> dict[TerrainId, set[ModelId]]:
    found: dict[TerrainId, set[ModelId]] = {}
    for model in unit.alive:
        found.setdefault(_plan_id(state, model), set()).add(model.id)
    return found


def _only(unit: Unit, members: Collection[ModelId]) -> Unit:
    """The unit as if it had those members alone."""
    return replace(unit, models=tuple(m if m.id in members else replace(m, wounds=0) for m in unit.models))


def _part(state: GameState, unit: Unit, target: Unit, own: Terrain | None, theirs: Terrain | None) -> FloorsOfShot:
    """Those members where they truly are; on one floor as they stand on its plan."""
    there = state.with_unit(unit)
    if own is not None and theirs is not None and own.id != theirs.id and house_of(own) == house_of(theirs):
        text = f"A floor lies between {unit.name} and {target.name}."
        barred = Refusal("floor-between", text, "BLD-LEVEL-02", "somebody on one’s own floor, or out of doors")
        return FloorsOfShot(there, unit, target, barred)
    if own == theirs or not (is_upper(own) or is_upper(theirs)):
        return FloorsOfShot(there, unit, target)
    laid = _stacked(there, unit, target)
    return FloorsOfShot(laid, laid.units[unit.id], laid.units[target.id])


def alone(state: GameState, unit: Unit) -> GameState | None:
    """The state with a unit on an upper floor where it truly stands; None for any other."""
    return _stacked(state, unit, unit) if any(is_upper(storeys.plan_at(state, m.at)) for m in unit.alive) else None


def _plan_id(state: GameState, model: Model) -> TerrainId:
    plan = storeys.plan_at(state, model.at)
    return plan.id if plan is not None else TerrainId("")


def house_of(plan: Terrain) -> str:
    """The house that a floor belongs to: its own for the ground floor."""
    return storeys.house_of(plan) or str(plan.id)


def at_wall(state: GameState, unit: Unit, plan: Terrain) -> GameState | Refusal:
    """The state for fire at the walls of a floor: that, and a unit that is upstairs, where they truly are.

    Nobody fires at them through the floors of the same house. (BLD-LEVEL-02)
    """
    own = [storeys.plan_at(state, m.at) for m in unit.alive]
    if all(p is not None and p.id == plan.id for p in own):
        return state
    if all(p is not None and p.id != plan.id and house_of(p) == house_of(plan) for p in own):
        text = f"A floor lies between {unit.name} and the walls of {plan.name}."
        return Refusal("floor-between", text, "BLD-LEVEL-02", "walls of one’s own floor, or from out of doors")
    if not is_upper(plan) and not any(is_upper(p) for p in own):
        return state
    found = _stacked(state, unit, unit, (plan,))
    for other in state.units.values():
        if other.on_table and other.id != unit.id and is_upper(plan):
            models = tuple(_lifted(state, m) if rings.holds(plan.points, m.at) else m for m in other.models)
            found = found.with_unit(replace(other, models=models)) if models != other.models else found
    return found


def _stacked(state: GameState, unit: Unit, target: Unit, more: Sequence[Terrain] = ()) -> GameState:
    """Those two units, the floors that they are on, and more floors, where they truly are."""
    concerned = [*unit.alive, *(m for m in target.alive if not _is_parted(state, unit, m))]
    found = [*more, *(p for m in concerned if (p := storeys.plan_at(state, m.at)))]
    plans = {p.id: p for p in found if is_upper(p)}
    below = {house_of(p): p.is_roof for p in plans.values()}
    for model in concerned:
        below.pop(_plan_id(state, model), None)
    terrain = tuple(
        on_house(state, p) if p.id in plans else _block(p) if p.id in below else p
        for p in state.terrain
        if p.id not in below or below[p.id]
    )
    laid = replace(state, terrain=terrain)
    for each in (unit, target):
        leaning = tuple(_leaning(state, one) for one in each.leaning)
        models = tuple(_lifted(state, m) for m in each.models)
        laid = laid.with_unit(replace(each, models=models, leaning=leaning))
    return laid


def _is_parted(state: GameState, unit: Unit, model: Model) -> bool:
    """Whether a model is on another floor of the house in which all of that unit are: nobody sees it. (LEVEL-02)"""
    here = storeys.plan_at(state, model.at)
    own = [storeys.plan_at(state, m.at) for m in unit.alive]
    return here is not None and all(p is not None and p.id != here.id and house_of(p) == house_of(here) for p in own)


def _leaning(state: GameState, one: LeaningModel) -> LeaningModel:
    at, _ = true_place(state, one.at)
    return replace(one, at=at, to=(one.to[0] + at[0] - one.at[0], one.to[1] + at[1] - one.at[1]))


def on_level(state: GameState, firer: Model, aim: Model) -> GameState:
    """The table as a stream between those two finds it, who stand where they truly are. (BLD-TMPL-02)

    Their floors are on their houses; who else is on the storey that is aimed at is there, all others are away.
    """
    if max(firer.level_in, aim.level_in) < STOREY_IN or not any(is_upper(p) for p in state.interiors):
        return state
    places = [Place(m.at, m.level_in) for m in (firer, aim)]
    floors = [p for place in places if (p := floor_at(state, place)) is not None]
    houses = {house_of(p) for p in floors}
    found = stacked(state, places)
    for unit in state.units.values():
        if unit.on_table:
            models = tuple(_on_storey(state, m, aim.level_in, houses) for m in unit.models)
            found = found.with_unit(replace(unit, models=models))
    return found


def _on_storey(state: GameState, model: Model, height: float, houses: Collection[str]) -> Model:
    """A model where it truly is, if it is on the storey so high; away if it is not."""
    plan = storeys.plan_at(state, model.at)
    at, own = true_place(state, model.at)
    under_floor = plan is not None and not is_upper(plan) and house_of(plan) in houses
    if abs(own - height) > HALF_IN or under_floor:
        return replace(model, wounds=0)
    return replace(model, at=at, level_in=model.level_in + own) if own else model


def stacked(state: GameState, places: Sequence[Place]) -> GameState:
    """The state with the upper floors on which those places truly are on their houses, and nothing below them."""
    plans = {p.id: p for place in places if (p := floor_at(state, place)) is not None}
    if not plans:
        return state
    houses = {house_of(p) for p in plans.values() if not p.is_roof}
    terrain = (on_house(state, p) if p.id in plans else p for p in state.terrain if p.id not in houses)
    return replace(state, terrain=tuple(terrain))


def floor_at(state: GameState, place: Place) -> Terrain | None:
    """The upper floor that a true place is on, by its height."""
    for plan in state.terrain:
        inside = plan.building
        if not is_upper(plan) or inside is None or abs(storeys.floor_in(inside.level) - place.height_in) > HALF_IN:
            continue
        if rings.holds(on_house(state, plan).points, place.at):
            return plan
    return None


def _block(house: Terrain) -> Terrain:
    """A ground floor under a roof from which or at which is fired: nothing but a block in the way.

    Under other floors there is none: their walls reach down to the ground.
    """
    inside = house.building
    assert inside is not None
    height = house.height_in or STOREY_IN
    solid = replace(inside, handling="solid")
    return replace(house, building=solid, going="impassable", blocks_sight=True, height_in=height)


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


def on_house(state: GameState, plan: Terrain) -> Terrain:
    """The plan of an upper floor above its house, its walls up to its ceiling."""
    inside = plan.building
    assert inside is not None
    x, y = storeys.shift_of(state, plan)

    def there(at: Point) -> Point:
        return (at[0] + x, at[1] + y)

    openings = tuple(
        replace(o, a=there(o.a), b=there(o.b), console=there(o.console) if o.console else None) for o in inside.openings
    )
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
