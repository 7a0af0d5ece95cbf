"""Roofs of houses: what they are made of, where they are holed, who is under them. (BLD-FIRE-04, BLD-OUT-01)"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from rules.buildings import storeys, upstairs
from rules.buildings.tiles import tunnels
from rules.buildings.walls import materials
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.state import GameState
from rules.table.building import RoofSquare
from rules.table.terrain import Terrain


def house_of(state: GameState, plan: Terrain) -> Terrain:
    """The house whose roof is over a floor."""
    named = upstairs.house_of(plan)
    return next((p for p in state.terrain if p.id == named), plan)


def is_top(state: GameState, plan: Terrain) -> bool:
    """Whether nothing but the roof is over a floor."""
    inside = plan.building
    above = storeys.floors_of(state, house_of(state, plan))
    levels = [p.building.level for p in above if p.building is not None and not p.is_roof]
    return inside is not None and not inside.is_roof and inside.level == max(levels, default=1)


def squares(house: Terrain) -> tuple[RoofSquare, ...]:
    """Where its roof is damaged."""
    return house.building.roof_squares if house.building is not None else ()


def is_open_at(state: GameState, plan: Terrain, at: Point) -> bool:
    """Whether a hole in the roof is right over a true place of a top floor. (BLD-FIRE-04)"""
    if not is_top(state, plan):
        return False
    house = house_of(state, plan)
    return any((s.column, s.row) == _square(at) for s in squares(house) if s.dp >= points_of_square(house))


def is_holed(state: GameState, plan: Terrain, ring: Sequence[Point]) -> bool:
    """Whether the ceiling of a room of a top floor, where the board shows it, has a hole. (BLD-CONF-01)"""
    if not is_top(state, plan):
        return False
    x, y = storeys.shift_of(state, plan)
    house = house_of(state, plan)
    gone = (s for s in squares(house) if s.dp >= points_of_square(house))
    return any(rings.holds(tuple(ring), (s.column + 0.5 - x, s.row + 0.5 - y)) for s in gone)


def not_inside(state: GameState, target: Unit) -> Refusal | None:
    """Why nothing is lobbed at a unit indoors: the roof over all of it is whole. (BLD-FIRE-04)"""
    over = [closed_over(state, m.at) for m in target.alive]
    house = over[0] if over and all(over) else None
    if house is None:
        return None
    text = f"The roof of {house.name} has no opening over {target.name}: the inside cannot be aimed at from above."
    return Refusal(
        "roof-intact", text, "BLD-FIRE-04", "its roof, which is a spot there; or somebody under a hole in it"
    )


def under_roof(state: GameState, model: Model) -> Refusal | None:
    """Why nobody lobs anything out of a house: its roof is whole. (BLD-OUT-01)"""
    house = closed_over(state, model.at)
    if house is None:
        return None
    text = f"{tag(model.id)} is under the roof of {house.name}, and what it fires goes up."
    return Refusal("under-roof", text, "BLD-OUT-01", "out of doors, on a roof, or under a hole in it")


def closed_over(state: GameState, at: Point) -> Terrain | None:
    """The house whose ceiling or roof is whole over a place, as the board shows it; or tunnels under a roof."""
    plan = storeys.plan_at(state, at)
    tile = tunnels.tunnel_at(state, at) if plan is None else None
    if tile is not None:
        return replace(tile, name=tunnels.NAME)
    if plan is None or plan.building is None or plan.building.roofless or plan.is_roof:
        return None
    return None if is_open_at(state, plan, upstairs.true_place(state, at)[0]) else house_of(state, plan)


def resistance(house: Terrain) -> materials.Resistance:
    """What the roof is made of: as the walls, unless it says otherwise. (BLD-FIRE-05)"""
    made = house.building.roof if house.building is not None else None
    return materials.of_wall(house) if made is None else materials.of_material(made)


def points_of_square(house: Terrain) -> int:
    """A sixth of the points of six inches of the house's walls, rounded up, whatever the roof is made of."""
    return materials.of_part(materials.of_wall(house).points)


def _square(at: Point) -> tuple[int, int]:
    return (math.floor(at[0]), math.floor(at[1]))
