"""Houses that are entered by the boarding rule, and where people come to stand behind a way in. (BLD-DOOR-11)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap.positions import single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.terrain import ground
from rules.buildings import confined, inside, upstairs
from rules.buildings.bunkers import garrison
from rules.buildings.sections.graph import WayIn
from rules.core.ids import ModelId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance, distance_to_segment
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

CLEAR_IN: Final = 1.05
"""How far from enemies they come to stand. (ARAP-MELEE-01)"""

BEHIND_IN: Final = 0.75
"""How far behind the wall the room is looked for."""

STEP_IN: Final = 0.5


def may_be_boarded(state: GameState) -> tuple[Terrain, ...]:
    """Houses of which it can be said: set out, with a floor at the ground, and no bunkers that are gone into whole."""
    whole = {p.id for p in garrison.entered_whole(state)}
    return tuple(p for p in state.interiors if p.id not in whole and not upstairs.is_upper(p) and not p.is_roof)


def boarded(state: GameState) -> tuple[Terrain, ...]:
    """Those that are entered so. (BLD-DOOR-11)"""
    return tuple(p for p in may_be_boarded(state) if p.is_boarded) if any(p.is_boarded for p in state.interiors) else ()


def is_cut_off(state: GameState, piece: Terrain, way: WayIn, at: Point) -> bool:
    """Whether a place is in that house, or in another one whose wall stands before the way in."""
    if rings.holds(piece.points, at):
        return True
    others = (p for p in state.interiors if p.id != piece.id)
    if not any(rings.holds(p.points, at) or rings.holds(p.points, way.at) for p in others):
        return False
    walls = ground.pieces_near(state, rings.bounds((at, way.at)))
    solid = (p for p in walls if p.terrain.has_interior and p.terrain.going == "impassable")
    return any(p.terrain.id != piece.id and ground.crossings(p, at, way.at) for p in solid)


def behind(piece: Terrain, way: WayIn) -> Point:
    """A place just inside, straight behind the way in."""
    round_it = (along(way.at, n * _TURN_DEG, BEHIND_IN) for n in range(int(360 / _TURN_DEG)))
    within = [p for p in round_it if rings.encloses(piece.points, p)]
    if not within:
        return way.at
    x, y = max(within, key=lambda p: round(rings.edge_distance(piece.points, p), 3))
    return (round(x, 3), round(y, 3))


_TURN_DEG: Final = 15


class RoomBehindDoors:
    """What is free inside for those of a unit who go in, one after the other."""

    def __init__(self, state: GameState, unit: Unit, piece: Terrain, going: Sequence[ModelId]) -> None:
        self._state, self._piece = state, piece
        self._taken: list[Spot] = []
        for other in state.units.values():
            if other.on_table and not (other.hidden and other.side != unit.side):
                gap = CLEAR_IN if other.side != unit.side else 0.0
                left = (m for m in other.alive if other.id != unit.id or m.id not in going)
                self._taken += [(m.at, radius_of(state, m) + gap) for m in left if not m.on_face]

    def place(self, model: Model, way: WayIn) -> Placement | None:
        """The free place nearest to the way in, in the room behind it; None without one."""
        door = behind(self._piece, way)
        free = [p for p in self._spots(way, door) if self._is_free(model, p, door)]
        at = next((p for p in free if not inside.is_parted(self._state, door, p)), None)
        if at is None and not self._state.is_older_than("20"):
            round_corners = self._reached(door)
            at = next((p for p in free if p in round_corners), None)
        if at is None:
            return None
        self._taken.append((at, radius_of(self._state, model)))
        return Placement(model=model.id, at=at, facing=round(bearing(way.at, door), 2) % 360)

    def _spots(self, way: WayIn, door: Point) -> list[Point]:
        return sorted(self._grid(door), key=lambda p: (round(distance(p, way.at), 3), p))

    def _grid(self, door: Point) -> Iterator[Point]:
        """Places half an inch apart all over the room, the one behind the door among them."""
        box = rings.bounds(confined.room_at(self._piece, door))
        across, down = (
            [
                round(middle + n * STEP_IN, 3)
                for n in range(-int((middle - low) / STEP_IN), int((high - middle) / STEP_IN) + 1)
            ]
            for middle, low, high in ((door[0], box.left, box.right), (door[1], box.top, box.bottom))
        )
        return itertools.product(across, down)

    def _reached(self, door: Point) -> set[Point]:
        """Those places of the room that lead on from the door, step by step, round its corners too."""
        room, found, left = confined.room_at(self._piece, door), {door}, [door]
        grid = set(self._grid(door))
        while left:
            x, y = left.pop()
            for dx, dy in ((STEP_IN, 0), (-STEP_IN, 0), (0, STEP_IN), (0, -STEP_IN)):
                at = (round(x + dx, 3), round(y + dy, 3))
                is_room = at in grid and at not in found and rings.holds(room, at)
                if is_room and not inside.is_parted(self._state, (x, y), at):
                    found.add(at)
                    left.append(at)
        return found

    def _is_free(self, model: Model, at: Point, door: Point) -> bool:
        """Clear of walls, of everybody, and in the same room."""
        radius, building = radius_of(self._state, model), self._piece.building
        if not (
            rings.holds(confined.room_at(self._piece, door), at) and rings.holds_circle(self._piece.points, at, radius)
        ):
            return False
        dividing = building.partitions if building is not None else ()
        if any(distance_to_segment(at, a, b) < radius for a, b in dividing):
            return False
        return single_models.is_free(self._state, model, at, self._taken)
