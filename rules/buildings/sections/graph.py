"""The sections of a house and the ways between them. (BLD-SECT-01, BLD-SMOV-02, BLD-SMOV-03)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rules.arap.sight.building_interface import Place
from rules.buildings.doors.openings import IN_WALL_IN, WORDS, called
from rules.buildings.walls import parts
from rules.buildings.walls.passages import Passage
from rules.core.ids import TerrainId
from rules.forces.unit import Point
from rules.geometry import layouts, rings
from rules.geometry.lengths import between
from rules.state import GameState
from rules.table.building import STOREY_IN, Assault, Hole, Opening, OpeningState, Room
from rules.table.terrain import Terrain

PASSABLE: Final[tuple[OpeningState, ...]] = ("open", "closed", "broken")
"""Whoever is outside gets in by what is not locked, bolted or blocked. (BLD-SECT-05)"""

LinkKind = Literal["door", "window", "hole", "breach", "stairs", "ramp", "ladder", "drop"]


class Link(NamedTuple):
    """A way between two sections of a house, by their letters; a drop leads from `a` down to `b` alone.

    `opening` is its place in the list of the house, if it has one, `hole` a hole in the wall between them; a breach is
    where a section of that wall fell.
    """

    a: str
    b: str
    kind: LinkKind
    state: OpeningState = "open"
    opening: int | None = None
    hole: Hole | None = None

    @property
    def is_open(self) -> bool:
        """Whether one goes, looks and fights through it. (BLD-SMOV-02)"""
        return self.state in ("open", "broken") and self.kind != "drop"

    def other(self, letter: str) -> str:
        """Where it leads from there; "" if it is not at that section."""
        return self.b if letter == self.a else self.a if letter == self.b else ""


class WayIn(NamedTuple):
    """A door, window or breach in an outer wall of a section. `opening` is its place in the list; a breach has none."""

    at: Point
    name: str
    state: OpeningState
    storey: int = 0
    opening: int | None = None
    hole: Hole | None = None
    """A hole in the wall; one through which whole rows walk, where a section fell, is none."""

    @property
    def is_passable(self) -> bool:
        """Whether people at the table get in there. (BLD-SECT-05)"""
        return self.storey == 0 and self.state in PASSABLE

    @property
    def is_open(self) -> bool:
        """Whether one sees and shoots through it."""
        return self.state in ("open", "broken")


class HouseSection(NamedTuple):
    """One section of one house."""

    piece: Terrain
    room: Room

    @property
    def place(self) -> str:
        """How units note it: "house/letter"."""
        return f"{self.piece.id}/{self.room.letter}"

    @property
    def name(self) -> str:
        """As players call it."""
        return f"{self.room.letter} of {self.piece.name}"

    @property
    def middle(self) -> Point:
        """Where those in it count as standing."""
        return layouts.middle_of(self.room.points)

    @property
    def height_in(self) -> float:
        """How far its floor is above the ground. (BLD-LEVEL-01)"""
        return self.room.storey * STOREY_IN

    @property
    def place_of_all(self) -> Place:
        """The same, with how high that is."""
        return Place(self.middle, self.height_in)


def houses(state: GameState) -> Iterator[Terrain]:
    """The houses that are played by sections. (BLD-GEN-03)"""
    return (p for p in state.terrain if p.has_sections)


def house(state: GameState, terrain: TerrainId) -> Terrain | None:
    """The house of that id, if it is played so."""
    return next((p for p in houses(state) if p.id == terrain), None)


def sections(piece: Terrain) -> tuple[HouseSection, ...]:
    """Its sections in their order."""
    return tuple(HouseSection(piece, room) for room in piece.building.sections) if piece.building is not None else ()


def section(piece: Terrain, letter: str) -> HouseSection | None:
    """The section of that letter."""
    return next((s for s in sections(piece) if s.room.letter == letter), None)


def at_place(state: GameState, place: str) -> HouseSection | None:
    """The section that a unit notes so."""
    terrain, _, letter = place.partition("/")
    piece = house(state, TerrainId(terrain))
    return section(piece, letter) if piece is not None else None


def _touches(room: Room, opening: Opening) -> bool:
    return room.storey == opening.storey and rings.edge_distance(room.points, _middle(opening)) <= IN_WALL_IN


def _middle(opening: Opening) -> Point:
    return between(opening.a, opening.b, 0.5)


def is_outer(piece: Terrain, opening: Opening) -> bool:
    """Whether it is in an outer wall."""
    return rings.edge_distance(piece.points, _middle(opening)) <= IN_WALL_IN


@lru_cache(maxsize=256)
def links(piece: Terrain) -> tuple[Link, ...]:
    """All ways between its sections: openings and holes in the walls between them, then stairs and the like.

    (BLD-SMOV-02, BLD-MOUSE-01)
    """
    building = piece.building
    if building is None:
        return ()
    found: list[Link] = []
    for n, opening in enumerate(building.openings):
        joined = [room.letter for room in building.sections if _touches(room, opening)]
        if len(joined) >= 2 and opening.kind != "port" and not is_outer(piece, opening):
            found.append(Link(joined[0], joined[1], opening.kind, opening.state, n))
    found += _broken_between(piece)
    letters = {room.letter for room in building.sections}
    found += [Link(w.a, w.b, w.kind) for w in building.section_ways if {w.a, w.b} <= letters and w.a != w.b]
    return tuple(found)


def _broken_between(piece: Terrain) -> Iterator[Link]:
    """Where a section of a wall between two fell, then the holes in it. (BLD-WALL-03, BLD-WALL-09)"""
    for number in dict.fromkeys(wall for wall, _ in parts.fallen_between(piece)):
        wall = parts.divides(piece, number)
        if wall is not None:
            yield Link(*wall.letters, "breach", "broken")
    for hole, part in parts.holes_between(piece):
        wall = parts.divides(piece, part.wall)
        if wall is not None:
            yield Link(*wall.letters, "hole", "broken", hole=hole)


def links_of(here: HouseSection) -> tuple[Link, ...]:
    """The ways from a section, shut ones too."""
    return tuple(link for link in links(here.piece) if link.other(here.room.letter))


def joined(here: HouseSection, *, holes: bool = True) -> tuple[HouseSection, ...]:
    """The sections joined to it by a way that is open, each once; without `holes` by wider ones. (BLD-SMOV-02)"""
    ways = (link for link in links_of(here) if link.is_open and (holes or link.hole is None))
    letters = dict.fromkeys(link.other(here.room.letter) for link in ways)
    return tuple(s for letter in letters if (s := section(here.piece, letter)) is not None)


def way_to(here: HouseSection, there: HouseSection) -> Link | None:
    """The open way from one section into the next, a hole and a ladder last; None if there is none."""
    if here.piece.id != there.piece.id:
        return None
    ways = [w for w in links_of(here) if w.is_open and w.other(here.room.letter) == there.room.letter]
    return min(ways, key=lambda w: (w.kind == "ladder", w.hole is not None), default=None)


def holes_to(here: HouseSection, there: HouseSection) -> tuple[Link, ...]:
    """The holes by which alone one gets from a section into the next; none if there is a door, stairs or the like."""
    way = way_to(here, there)
    if way is None or way.hole is None or drop_to(here, there) is not None:
        return ()
    return tuple(w for w in links_of(here) if w.hole is not None and w.other(here.room.letter) == there.room.letter)


def drop_to(here: HouseSection, there: HouseSection) -> Link | None:
    """Where one jumps down from one section into a lower one of the same house. (BLD-SCC-02)"""
    if here.piece.id != there.piece.id:
        return None
    return next(
        (w for w in links_of(here) if w.kind == "drop" and (w.a, w.b) == (here.room.letter, there.room.letter)), None
    )


def via(state: GameState, here: HouseSection, there: HouseSection) -> HouseSection | None:
    """The open section between two that lie two steps apart, if all three are open spaces. (BLD-SMOV-03)

    Nobody gets so far who climbs through a hole. (BLD-MOUSE-04)
    """
    if here.piece.id != there.piece.id or not (is_open_space(state, here) and is_open_space(state, there)):
        return None
    beyond = {s.place for s in joined(there, holes=False)}
    return next((s for s in joined(here, holes=False) if s.place in beyond and is_open_space(state, s)), None)


def steps(state: GameState, here: HouseSection, there: HouseSection, most: int) -> int | None:
    """How many sections one has to go, 1 or 2; None if it is further than that, or shut off. (BLD-SMOV-01, -03)"""
    if way_to(here, there) is not None:
        return 1
    far = most > 1 and here.place != there.place and via(state, here, there) is not None
    return 2 if far else None


@lru_cache(maxsize=512)
def _ways_in(piece: Terrain, letter: str) -> tuple[WayIn, ...]:
    here = section(piece, letter)
    if here is None or piece.building is None:
        return ()
    openings = piece.building.openings
    found = [way for way in _outer(piece) if way.opening is not None and _touches(here.room, openings[way.opening])]
    found += [way for way in _broken(piece) if _breached(piece, way.at, way.storey) is here.room]
    return tuple(found)


@lru_cache(maxsize=256)
def ways_into(piece: Terrain) -> tuple[WayIn, ...]:
    """Every way in at the ground, whatever room it leads to: doors and windows, then breaches and holes.

    (BLD-DOOR-11)
    """
    return tuple(way for way in (*_outer(piece), *_broken(piece)) if way.storey == 0)


def _outer(piece: Terrain) -> Iterator[WayIn]:
    """Doors and windows in outer walls."""
    for n, o in enumerate(piece.building.openings if piece.building is not None else ()):
        if o.kind != "port" and is_outer(piece, o):
            yield WayIn(_middle(o), called(piece, n), o.state, o.storey, n)


def _broken(piece: Terrain) -> Iterator[WayIn]:
    """Breaches at the ground, and holes."""
    for n, hole in enumerate(piece.breaches, 1):
        yield WayIn(layouts.middle_of(hole), f"breach {n}", "broken")
    yield from _holes(piece)


def _holes(piece: Terrain) -> Iterator[WayIn]:
    """Holes in its walls, and where sections of them fell. (BLD-AREA-04, BLD-WALL-09)"""
    holes = [(hole, part) for hole in parts.holes(piece) if (part := parts.part_of(piece, hole.wall, hole.part))]
    for n, (hole, part) in enumerate(holes, 1):
        yield WayIn(part.middle, f"hole {n}", "broken", parts.storey_of(piece, hole.wall), hole=hole)
    for n, (wall, number) in enumerate(parts.fallen(piece, None), len(holes) + 1):
        at = between(*parts.section_ends(piece, wall, number), 0.5)
        yield WayIn(at, f"hole {n}", "broken", parts.storey_of(piece, wall))


def ways_in(here: HouseSection) -> tuple[WayIn, ...]:
    """Its doors, windows, breaches and holes to the outside. (BLD-SECT-05, BLD-AREA-04)"""
    return _ways_in(here.piece, here.room.letter)


def _breached(piece: Terrain, at: Point, storey: int) -> Room | None:
    """The section of a storey that a breach there leads to."""
    rooms = [room for room in piece.building.sections if room.storey == storey] if piece.building is not None else []
    return min(rooms, key=lambda room: rings.distance_to_ring(room.points, at), default=None)


def outer_walls(here: HouseSection) -> tuple[tuple[Point, Point], ...]:
    """The stretches of its walls that are outer walls of the house. (BLD-SSHT-01)"""
    return tuple(
        (a, b)
        for a, b in rings.edges(here.room.points)
        if all(
            rings.edge_distance(here.piece.points, between(a, b, share)) <= IN_WALL_IN for share in (0.25, 0.5, 0.75)
        )
    )


def is_open_space(state: GameState, here: HouseSection) -> bool:
    """Whether it is a courtyard or hall without furniture. (BLD-SMOV-03)"""
    own = here.room.open_space
    return bool(state.options.get("section_open_space")) if own is None else own


def has_inner_cover(state: GameState, here: HouseSection) -> bool:
    """Whether walls and furniture in it shelter from blasts. (BLD-SSHT-08)"""
    own = here.room.inner_cover
    return state.options.get("section_interior_cover") == "hard" if own is None else own


def by_quadrant(state: GameState, piece: Terrain) -> bool:
    """Whether four fire out in each quadrant instead of six in all. (BLD-SSHT-02)"""
    own = piece.building.by_quadrant if piece.building is not None else None
    return bool(state.options.get("section_fire_by_quadrant")) if own is None else own


def assault_method(state: GameState, piece: Terrain) -> Assault:
    """Who gets to fight when it is stormed from outside. (BLD-SCC-06, BLD-SCC-07)"""
    own = piece.building.assault if piece.building is not None else ""
    return own or ("d6" if state.options.get("section_assault_method") == "d6" else "per_opening")


def passage_of(state: GameState, here: HouseSection, way: WayIn) -> Passage | None:
    """A door, window or hole as something that lets so many through; None for a breach. (BLD-DOOR-06, BLD-MOUSE-02)"""
    return passage_into(state, here.piece, way)


def passage_into(state: GameState, piece: Terrain, way: WayIn) -> Passage | None:
    """The same of a way into a house, whatever room it leads to."""
    if way.opening is not None and piece.building is not None:
        opening = piece.building.openings[way.opening]
        return Passage(f"{piece.id}:{way.opening}", way.name, opening.a, opening.b, piece, fits=opening.fits)
    return hole_passage(state, piece, way.hole) if way.hole is not None else None


def hole_passage(state: GameState, piece: Terrain, hole: Hole) -> Passage:
    """A hole in a wall as something that lets so many through. (BLD-MOUSE-02)"""
    part = parts.part_of(piece, hole.wall, hole.part)
    assert part is not None
    as_door = parts.is_door(piece, hole, by_parts=bool(state.option("wall_parts")))
    key = f"{piece.id}~h{hole.wall}.{hole.part}"
    name = f"the hole in {parts.wall_name(piece, hole.wall) if hole.wall >= parts.INNER else piece.name}"
    return Passage(key, name, part.a, part.b, piece, None if as_door else hole.dp)


def in_words(link: Link) -> str:
    """A way in words."""
    return link.kind if link.opening is None else f"{link.kind}, which {WORDS[link.state]}"
