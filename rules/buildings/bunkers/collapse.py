"""What stands of an armoured building when sections of it have collapsed. (BLD-BUNK-05, BLD-BUNK-15)

The ground of what fell is rubble, what else stands keeps its walls; where it is cut in two, each half is a building.
Upper floors that are laid out apart fall with what they stand on; their plans are marked. (BLD-GEN-03)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.buildings import storeys
from rules.buildings.bunkers import sections
from rules.buildings.bunkers.armour import armour_of, gun_id
from rules.buildings.bunkers.sections import ArmouredSection
from rules.buildings.walls import outline, parts
from rules.core.ids import TerrainId
from rules.forces.unit import Point
from rules.geometry import layouts, rings
from rules.geometry.lengths import between, distance, distance_to_segment
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
    """Sections of an armoured building, or floors of it, have collapsed. (BLD-BUNK-05, BLD-BUNK-15)"""

    terrain: TerrainId
    name: str
    """What the building is called."""
    sections: tuple[str, ...]
    """Letters of those that fell: the one that was struck, "" for all of it, then what stood on it."""
    left: tuple[Terrain, ...]
    """What stands: the building, and what was cut off from it as buildings of their own."""
    rubble: tuple[Terrain, ...] = ()
    floors: tuple[Terrain, ...] = ()
    """Plans of its other floors as they are now. (BLD-GEN-03)"""
    lost: tuple[TerrainId, ...] = ()
    """Stairs, ladders, doors of lifts and furniture that went with them."""

    def evolve(self, state: GameState) -> GameState:
        """The pieces are as they are now; who is in what was cut off is there still."""
        now = {p.id: p for p in self.floors} | ({self.terrain: self.left[0]} if self.left else {})
        terrain = tuple(now.get(p.id, p) for p in state.terrain if p.id not in self.lost)
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
        text = f"{first} of {self.name} collapses" if first else f"{self.name} collapses"
        text += f" and takes {' and '.join(above)} with it" if above else ""
        standing = [r.letter for p in self.left if p.building is not None for r in p.building.sections]
        verb = "stands" if len(standing) == 1 else "stand"
        return f"{text}; {' and '.join(standing)} {verb}" if standing else text


def is_whole(piece: Terrain, fallen: Sequence[ArmouredSection]) -> bool:
    """Whether all sections of a piece are among those that fell."""
    letters = {s.letter for s in fallen if s.piece.id == piece.id}
    return "" in letters or (bool(letters) and letters.issuperset(room.letter for room in sections.rooms_of(piece)))


def fall(progress: Progress, fallen: Sequence[ArmouredSection], rules: tuple[str, ...]) -> tuple[Ring, ...]:
    """Those sections are gone, others stand: the outlines of these at the ground."""
    first, state = fallen[0], progress.state
    plans = sections.floors(_before(state, first.piece), first.piece)
    if is_whole(first.piece, fallen) and len(plans) == 1:
        return ()
    left = () if is_whole(first.piece, fallen) else tuple(_left(first.piece, fallen))
    left = tuple(_pinned(state, part, first.piece, ()) for part in left)
    house = next((p for p in plans if not storeys.house_of(p)), first.piece)
    stands = left if house.id == first.piece.id else (house,)
    floors, more = _floors(state, first, plans, fallen, stands)
    event = SectionsFallen(
        terrain=first.piece.id,
        name=first.piece.name,
        sections=called(fallen),
        left=left,
        rubble=(*_rubble(state, fallen), *more),
        floors=floors,
        lost=tuple(_lost(state, fallen)),
        rules=rules,
    )
    progress.emit(event)
    return tuple(part.points for part in stands) if house.has_interior else _standing(first.piece, fallen)


def _standing(piece: Terrain, fallen: Sequence[ArmouredSection]) -> tuple[Ring, ...]:
    """The sections at the ground that have not fallen."""
    letters = {s.letter for s in fallen}
    return tuple(s.ring for s in sections.sections(piece) if not s.storey and s.letter not in letters)


def _before(state: GameState, piece: Terrain) -> GameState:
    """The state with a piece as it was before it was struck."""
    return replace(state, terrain=tuple(piece if p.id == piece.id else p for p in state.terrain))


def called(fallen: Sequence[ArmouredSection]) -> tuple[str, ...]:
    """Those that fell in words."""
    return tuple(_called(s, fallen[0]) for s in fallen)


def _called(here: ArmouredSection, first: ArmouredSection) -> str:
    """A section by its letter; one of another floor with that."""
    if here.piece.id == first.piece.id:
        return here.letter
    level = "its roof" if here.piece.is_roof else f"level {here.storey + 1}"
    return f"{here.letter} on {level}" if here.letter else level


def _rubble(state: GameState, fallen: Sequence[ArmouredSection]) -> Iterator[Terrain]:
    """Rubble where sections at the ground stood; what fell of a floor that is laid out apart is marked there."""
    for here in fallen:
        if is_whole(here.piece, fallen) or here.layer:
            continue
        key = TerrainId(f"{state.new_terrain_id(f'{here.piece.id}-rubble')}-{here.letter}")
        if here.is_apart:
            yield ruins.gone(Terrain(id=key, name=here.name, points=here.laid))
        else:
            yield ruins.rubble(key, here.name, here.laid)


def _floors(
    state: GameState,
    first: ArmouredSection,
    plans: Sequence[Terrain],
    fallen: Sequence[ArmouredSection],
    stands: Sequence[Terrain],
) -> tuple[tuple[Terrain, ...], tuple[Terrain, ...]]:
    """The plans of the other floors of a house as they are now, and parts of them that were cut off."""
    found: list[Terrain] = []
    more: list[Terrain] = []
    for plan in plans:
        if not storeys.house_of(plan):
            continue
        if is_whole(plan, fallen):
            found.append(ruins.gone(plan))
        if is_whole(plan, fallen) or plan.id == first.piece.id:
            continue
        touched = any(s.piece.id == plan.id for s in fallen)
        kept, *parts_of_it = _left(plan, fallen) if touched else [plan]
        found.append(_pinned(state, kept, plan, stands))
        more += [_pinned(state, part, plan, stands) for part in parts_of_it]
    return tuple(p for p in found if p not in plans), tuple(more)


def _pinned(state: GameState, part: Terrain, plan: Terrain, stands: Sequence[Terrain]) -> Terrain:
    """A floor that stays where it truly is, over what it stands on, whatever is left of either. (BLD-GEN-03)"""
    if part.building is None or not storeys.house_of(plan):
        return part
    x, y = by = storeys.shift_of(state, plan)
    ring = tuple((px + x, py + y) for px, py in part.points)
    below = max(stands, key=lambda p: layouts.shared_in(p.points, ring), default=None)
    of = below.id if below is not None and part.building.level > 1 else part.building.of
    return replace(part, building=replace(part.building, shift=by, of=of))


def _lost(state: GameState, fallen: Sequence[ArmouredSection]) -> Iterator[TerrainId]:
    """What stood on the floors that fell, or led there."""
    for piece in state.terrain:
        ends = [layouts.middle_of(piece.points) if len(piece.points) > 2 else piece.points[0]]
        ends += [piece.points[0], piece.head] if piece.ladder and piece.head is not None else []
        belongs = piece.carrier is not None or piece.look == outline.FURNITURE or piece.head is not None
        if belongs and any(s.piece.has_interior and rings.holds(s.laid, at) for s in fallen for at in ends):
            yield piece.id


def _left(piece: Terrain, fallen: Sequence[ArmouredSection]) -> list[Terrain]:
    """What stands of a piece, the largest part first, which keeps its id."""
    own = [s for s in fallen if s.piece.id == piece.id]
    lost, gone = tuple(s.letter for s in own), [s.laid for s in own if not s.layer]
    rooms = [room for room in sections.rooms_of(piece) if room.letter not in lost]
    outlines = layouts.without(piece.points, gone) if gone else (piece.points,)
    shares = [(ring, tuple(r for r in rooms if _is_over(r, ring, outlines))) for ring in outlines]
    kept = sorted(((ring, own) for ring, own in shares if own), key=_largest_first)
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
    storeys_left = piece.building.storeys if piece.has_interior else max(room.storey for room in rooms) + 1
    building = replace(
        piece.building,
        storeys=storeys_left,
        sections=rooms,
        openings=tuple(o for o in piece.building.openings if _is_of(piece, o, rooms, ring)),
        partitions=tuple(_partitions(piece, ring)),
        section_ways=tuple(w for w in piece.building.section_ways if {w.a, w.b} <= letters),
        holes=(),
        fallen=(),
    )
    down = (piece.building.storeys - storeys_left) * STOREY_IN
    left = replace(
        piece,
        id=TerrainId(f"{piece.id}-{rooms[0].letter}") if cut_off else piece.id,
        points=ring,
        height_in=piece.height_in - down if piece.height_in > down else piece.height_in,
        breaches=tuple(b for b in piece.breaches if rings.edge_distance(ring, layouts.middle_of(b)) <= NEAR_IN),
        armoured=_works(piece, lost, letters, cut_off=cut_off),
        building=building,
    )
    left = replace(left, breaches=(*left.breaches, *_laid_open(piece, ring)))
    return replace(left, building=replace(building, holes=tuple(_holes(piece, left, building))))


def _partitions(piece: Terrain, ring: Ring) -> Iterator[tuple[Point, Point]]:
    """Walls inside what stands; those at its edge are its outer walls now."""
    inner = piece.building.partitions if piece.building is not None else ()
    for a, b in inner:
        for start, end in rings.crossings(ring, a, b):
            if rings.edge_distance(ring, between(a, b, (start + end) / 2)) > parts.IN_WALL_IN:
                yield between(a, b, start), between(a, b, end)


def _laid_open(piece: Terrain, ring: Ring) -> Iterator[Ring]:
    """Where no wall stood between what fell and what stands of a house that is set out, it is open now."""
    walls = [*rings.edges(piece.points), *(piece.building.partitions if piece.building is not None else ())]
    for a, b in rings.edges(ring) if piece.has_interior else ():
        inches = max(1, round(distance(a, b)))
        ends = [(between(a, b, n / inches), between(a, b, (n + 1) / inches)) for n in range(inches)]
        for end in ends:
            middle = between(*end, 0.5)
            if not any(distance_to_segment(middle, *wall) <= parts.IN_WALL_IN for wall in walls):
                yield rings.thick_line(end, parts.FALLEN_IN)


def _last(piece: Terrain, room: Room) -> Room:
    """The only one that stands is a section still: its hull points are its own, and it keeps its name. (BLD-BUNK-05)"""
    return replace(room, hull=ArmouredSection(piece, room).armour.points) if armour_of(piece) is not None else room


def _works(piece: Terrain, lost: tuple[str, ...], letters: set[str], *, cut_off: bool) -> Armoured | None:
    """The weapons that are built into what fell are lost; what was cut off has those of its own sections alone."""
    works = piece.armoured
    if works is None:
        return None
    guns = [replace(gun, lost=gun.lost or gun.section in lost) for gun in works.weapons]
    if cut_off:
        guns = [replace(g, key=gun_id(piece, n)) for n, g in enumerate(guns) if g.section in letters]
    return replace(works, weapons=tuple(guns))


def _is_of(piece: Terrain, opening: Opening, rooms: Sequence[Room], ring: Ring) -> bool:
    """Whether a door, window or port is in a wall of one of those sections, or of what is set out within a ring."""
    at = between(opening.a, opening.b, 0.5)
    if piece.has_interior:
        return rings.encloses(ring, at) or rings.edge_distance(ring, at) <= parts.IN_WALL_IN
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
