"""What stands of an armoured building when sections of it have collapsed. (BLD-BUNK-05, BLD-BUNK-15)

The ground of what fell is rubble, what else stands keeps its walls; where it is cut in two, each half is a building.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.buildings.bunkers.armour import gun_id
from rules.buildings.bunkers.sections import ArmouredSection
from rules.buildings.walls import parts
from rules.core.ids import TerrainId
from rules.forces.unit import Point
from rules.geometry import layouts, rings
from rules.geometry.lengths import between, distance_to_segment
from rules.geometry.rings import Ring
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table import ruins
from rules.table.armoured import Armoured
from rules.table.building import STOREY_IN, Building, Hole, Opening, Room
from rules.table.terrain import Terrain

NEAR_IN: Final = 0.6
"""What lies no further from a wall is in it."""


class SectionsFallen(Event, frozen=True, kw_only=True, tag="SectionsFallen"):
    """Sections of an armoured building have collapsed; the others stand. (BLD-BUNK-05, BLD-BUNK-15)"""

    terrain: TerrainId
    name: str
    """What the building is called."""
    sections: tuple[str, ...]
    """Letters of those that fell: the one that was struck, then what stood on it."""
    left: tuple[Terrain, ...]
    """What stands: the building, and what was cut off from it as buildings of their own."""
    rubble: tuple[Terrain, ...] = ()

    def evolve(self, state: GameState) -> GameState:
        """The pieces are as they are now; who is in what was cut off is there still."""
        terrain = tuple(self.left[0] if p.id == self.terrain else p for p in state.terrain)
        moved = {
            f"{self.terrain}/{room.letter}": f"{piece.id}/{room.letter}"
            for piece in self.left[1:]
            for room in (piece.building.sections if piece.building is not None else ())
        }
        units = {
            u.id: replace(u, housed={m: moved.get(place, place) for m, place in u.housed.items()}) if u.housed else u
            for u in state.units.values()
        }
        return replace(state, terrain=(*terrain, *self.left[1:], *self.rubble), units=units)

    def sentence(self, state: GameState) -> str:
        """What fell, what went with it, what stands."""
        first, *above = self.sections
        standing = [r.letter for p in self.left if p.building is not None for r in p.building.sections]
        told = f"{first} of {self.name} collapses"
        told += f" and takes {' and '.join(above)} with it" if above else ""
        verb = "stands" if len(standing) == 1 else "stand"
        return f"{told}; {' and '.join(standing)} {verb}"


def fall(progress: Progress, fallen: Sequence[ArmouredSection], rules: tuple[str, ...]) -> None:
    """Those sections are gone, others stand."""
    piece = fallen[0].piece
    letters = tuple(s.letter for s in fallen)
    state = progress.state
    stem = f"{piece.id}-rubble"
    low = [s for s in fallen if not s.storey]
    rubble = tuple(ruins.rubble(TerrainId(f"{state.new_terrain_id(stem)}-{s.letter}"), s.name, s.ring) for s in low)
    left = tuple(_left(piece, letters, [s.ring for s in low]))
    progress.emit(
        SectionsFallen(terrain=piece.id, name=piece.name, sections=letters, left=left, rubble=rubble, rules=rules)
    )


def _left(piece: Terrain, letters: Sequence[str], gone: Sequence[Ring]) -> list[Terrain]:
    """What stands, the largest part first, which keeps the building's id."""
    assert piece.building is not None
    rooms = [room for room in piece.building.sections if room.letter not in letters]
    outlines = layouts.without(piece.points, gone) if gone else (piece.points,)
    shares = [(ring, tuple(r for r in rooms if _is_over(r, ring, outlines))) for ring in outlines]
    kept = sorted(((ring, own) for ring, own in shares if own), key=_largest_first)
    lost = tuple(letters)
    return [_part(piece, ring, own, lost, cut_off=n > 0) for n, (ring, own) in enumerate(kept)]


def _largest_first(part: tuple[Ring, tuple[Room, ...]]) -> tuple[float, str]:
    """Of equals the one with the first letter."""
    ring, rooms = part
    return -round(layouts.area_in(ring), 2), rooms[0].letter


def _is_over(room: Room, ring: Ring, outlines: Sequence[Ring]) -> bool:
    """Whether a section belongs to one of several parts: the one that most of it stands on."""
    return max(outlines, key=lambda each: layouts.shared_in(each, room.points)) == ring


def _part(piece: Terrain, ring: Ring, rooms: tuple[Room, ...], lost: tuple[str, ...], *, cut_off: bool) -> Terrain:
    assert piece.building is not None
    rooms = rooms if len(rooms) > 1 else (_last(piece, rooms[0]),)
    letters = {room.letter for room in rooms}
    storeys = max(room.storey for room in rooms) + 1
    building = replace(
        piece.building,
        storeys=storeys,
        sections=rooms,
        openings=tuple(o for o in piece.building.openings if _is_of(o, rooms)),
        section_ways=tuple(w for w in piece.building.section_ways if {w.a, w.b} <= letters),
        holes=(),
        fallen=(),
    )
    down = (piece.building.storeys - storeys) * STOREY_IN
    left = replace(
        piece,
        id=TerrainId(f"{piece.id}-{rooms[0].letter}") if cut_off else piece.id,
        points=ring,
        height_in=piece.height_in - down if piece.height_in > down else piece.height_in,
        breaches=tuple(b for b in piece.breaches if rings.edge_distance(ring, layouts.middle_of(b)) <= NEAR_IN),
        armoured=_works(piece, lost, letters, cut_off=cut_off),
        building=building,
    )
    return replace(left, building=replace(building, holes=tuple(_holes(piece, left, building))))


def _last(piece: Terrain, room: Room) -> Room:
    """The only one that stands is a section still: its hull points are its own, and it keeps its name. (BLD-BUNK-05)"""
    return replace(room, hull=ArmouredSection(piece, room).armour.points)


def _works(piece: Terrain, lost: tuple[str, ...], letters: set[str], *, cut_off: bool) -> Armoured | None:
    """The weapons that are built into what fell are lost; what was cut off has those of its own sections alone."""
    works = piece.armoured
    if works is None:
        return None
    guns = [replace(gun, lost=gun.lost or gun.section in lost) for gun in works.weapons]
    if cut_off:
        guns = [replace(g, key=gun_id(piece, n)) for n, g in enumerate(guns) if g.section in letters]
    return replace(works, weapons=tuple(guns))


def _is_of(opening: Opening, rooms: Sequence[Room]) -> bool:
    """Whether a door, window or port is in a wall of one of those sections."""
    at = between(opening.a, opening.b, 0.5)
    return any(r.storey == opening.storey and rings.edge_distance(r.points, at) <= parts.IN_WALL_IN for r in rooms)


def _holes(before: Terrain, left: Terrain, building: Building) -> list[Hole]:
    """Holes in the walls that stand, by the numbers that those have now."""
    found: list[Hole] = []
    for hole in parts.holes(before):
        part, storey = parts.part_of(before, hole.wall, hole.part), parts.storey_of(before, hole.wall)
        if part is None or storey >= building.storeys:
            continue
        there = _nearest(left, part.middle, storey)
        found += [replace(hole, wall=there.wall, part=there.number)] if there is not None else []
    return found


def _nearest(left: Terrain, at: Point, storey: int) -> parts.Part | None:
    near = [p for p in parts.parts(left, storey) if distance_to_segment(at, p.a, p.b) <= NEAR_IN]
    return min(near, key=lambda p: distance_to_segment(at, p.a, p.b), default=None)


EVENTS: tuple[type[Event], ...] = (SectionsFallen,)
