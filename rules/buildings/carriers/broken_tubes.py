"""Tubes whose walls are broken: nobody travels past a damaged section. (BLD-TUBE-04)"""

from __future__ import annotations

from typing import Final

from rules.buildings import storeys, upstairs
from rules.buildings.carriers import shafts
from rules.buildings.carriers.shafts import CarrierDoor
from rules.buildings.walls import parts
from rules.buildings.walls.materials import SECTION_IN
from rules.core.refusal import Refusal
from rules.geometry.lengths import TOLERANCE, distance, distance_to_segment, is_within
from rules.state import GameState
from rules.table.terrain import Terrain

BESIDE_IN: Final = 3.0
"""A tube's wall is no further from its doors and the line between them."""


def damaged(state: GameState, door: CarrierDoor, to: CarrierDoor) -> Refusal | None:
    """Nobody travels past a damaged section of a tube's wall, along it or up and down. (BLD-TUBE-04)"""
    older = state.is_older_than("15")
    if door.carrier.is_lift or (older and door.carrier.level != to.carrier.level):
        return None
    for piece in state.terrain:
        if piece.building is None or piece.building.walls != "tube wall":
            continue
        broken = _broken(state, piece)
        along = door.carrier.level == to.carrier.level and any(_is_passed(piece, *s, door, to) for s in broken)
        if along or (not older and any(_is_climbed_past(state, piece, *s, door, to) for s in broken)):
            text = f"A section of {piece.name} between those doors is damaged."
            return Refusal("tube-damaged", text, "BLD-TUBE-04", "a door on this side of it, or on foot")
    return None


def _broken(state: GameState, piece: Terrain) -> set[tuple[int, int]]:
    """Sections of a tube's walls that stop travel, by wall and number."""
    sections = {(h.wall, h.part // SECTION_IN) for h in parts.holes(piece) if not h.vent}
    whole = state.option("tube_breaks_at") == "all_dp"
    gone = {s for s in sections if not whole or parts.lost(piece, *s) >= parts.section_points(piece, *s)}
    return {*gone, *parts.fallen(piece, None)}


def _is_climbed_past(
    state: GameState, piece: Terrain, wall: int, section: int, door: CarrierDoor, to: CarrierDoor
) -> bool:
    """Whether a ride up or down goes by that section: it is beside the shaft, on a level that is left behind.

    What lies between two doors of one level belongs to the tube's way along.
    """
    low, high = sorted((door.carrier.level, to.carrier.level))
    level = (piece.building.level if piece.building is not None else 1) + parts.storey_of(piece, wall)
    if not low <= level < high:
        return False
    by, ends = storeys.shift_of(state, piece), parts.section_ends(piece, wall, section)
    a, b = ((x + by[0], y + by[1]) for x, y in ends)
    near = (upstairs.true_place(state, d.at)[0] for d in (door, to))
    if not any(is_within(distance_to_segment(at, a, b), BESIDE_IN) for at in near):
        return False
    own = [d for d in shafts.of_shaft(state, door) if d.carrier.level == level]
    return not any(_is_passed(piece, wall, section, c, d) for c in own for d in own if c != d)


def _is_passed(piece: Terrain, wall: int, section: int, door: CarrierDoor, to: CarrierDoor) -> bool:
    """Whether a ride goes along that section: of six inches, seen from the line between the doors."""
    (ax, ay), (bx, by) = door.at, to.at
    length = distance(door.at, to.at)
    if length <= TOLERANCE:
        return False
    ux, uy = (bx - ax) / length, (by - ay) / length
    ends = [(x - ax, y - ay) for x, y in parts.section_ends(piece, wall, section)]
    along = sorted(x * ux + y * uy for x, y in ends)
    aside = min(abs(y * ux - x * uy) for x, y in ends)
    return aside <= BESIDE_IN and along[0] < length - TOLERANCE and along[1] > TOLERANCE
