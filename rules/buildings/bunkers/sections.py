"""The sections of an armoured building: hits, damage and breaches are kept for each. (BLD-BUNK-03, BLD-BUNK-05)

A building that is not played by sections, or is one, is a single section: what befalls it is written on its piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage.building_interface import ArmourOf
from rules.buildings import inside
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.walls.parts import IN_WALL_IN
from rules.core.ids import SideId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import layouts, rings
from rules.geometry.lengths import between, distance, is_within, nearest_on_segment, toward
from rules.geometry.rings import Ring
from rules.state import GameState
from rules.table.armoured import BuiltIn
from rules.table.building import STOREY_IN, Room
from rules.table.terrain import Terrain

OFF_IN: Final = 0.3
"""So far off a wall one looks whether the building itself lies before it."""


class ArmouredSection(NamedTuple):
    """A section of an armoured building; without a room the building is one."""

    piece: Terrain
    room: Room | None = None

    @property
    def letter(self) -> str:
        """Its letter, "" for the whole building."""
        return self.room.letter if self.room is not None else ""

    @property
    def name(self) -> str:
        """As players call it."""
        return f"{self.letter} of {self.piece.name}" if self.room is not None else self.piece.name

    @property
    def ring(self) -> Ring:
        """Its outline."""
        return self.room.points if self.room is not None else self.piece.points

    @property
    def storey(self) -> int:
        """On which storey it is."""
        return self.room.storey if self.room is not None else 0

    @property
    def floor_in(self) -> float:
        """How far its floor is above the ground. (BLD-LEVEL-01)"""
        return self.storey * STOREY_IN

    @property
    def armour(self) -> ArmourOf:
        """Its Armour Value and hull points; its own, or those that its building states. (BLD-BUNK-03, BLD-BUNK-05)"""
        of_all = armour_of(self.piece)
        assert of_all is not None
        own = self.room or Room(letter="", points=())
        return ArmourOf(own.armour or of_all.av, own.hull or of_all.points)

    @property
    def left(self) -> int:
        """Hull points that are left; never below 0. (BLD-BUNK-07)"""
        lost = self.piece.damage + (self.room.damage if self.room is not None else 0)
        return max(0, self.armour.points - lost)

    @property
    def structural(self) -> int:
        """How often it was breached. (BLD-BUNK-13)"""
        return self.piece.structural + (self.room.structural if self.room is not None else 0)

    @property
    def is_intact(self) -> bool:
        """Not breached; losing hull points alone leaves it intact. (BLD-BUNK-04)"""
        led_to = (at_ground(self.piece, layouts.middle_of(hole)).letter for hole in self.piece.breaches)
        return not self.structural and self.letter not in led_to

    @property
    def guns(self) -> tuple[tuple[int, BuiltIn], ...]:
        """The weapons that are built into it, by their number. (BLD-BUNK-14)"""
        works = self.piece.armoured
        return tuple(
            (n, gun) for n, gun in enumerate(works.weapons if works else ()) if gun.section in ("", self.letter)
        )


def is_divided(piece: Terrain) -> bool:
    """Whether its sections are told apart: there are several, or the last of them stands. (BLD-BUNK-05)"""
    rooms = piece.building.sections if piece.has_sections and piece.building is not None else ()
    return len(rooms) > 1 or any(r.damage or r.structural or r.armour or r.hull for r in rooms)


def sections(piece: Terrain) -> tuple[ArmouredSection, ...]:
    """Its sections that stand; none of a piece without armour."""
    if armour_of(piece) is None:
        return ()
    if not is_divided(piece) or piece.building is None:
        return (ArmouredSection(piece),)
    return tuple(ArmouredSection(piece, room) for room in piece.building.sections)


def find(piece: Terrain, letter: str) -> ArmouredSection | None:
    """The section of that letter; "" is all of a building that is not divided."""
    return next((s for s in sections(piece) if s.letter == letter), None)


def at_letter(piece: Terrain, letter: str) -> ArmouredSection | None:
    """The section of that letter, or all of a building that is not divided; None without armour."""
    return find(piece, letter) or next(iter(sections(piece)), None)


def at_ground(piece: Terrain, at: Point) -> ArmouredSection:
    """The section at the ground that is nearest to a place."""
    every = sections(piece)
    low = [s for s in every if not s.storey] or every
    return min(low, key=lambda s: (round(rings.distance_to_ring(s.ring, at), 4), s.letter))


def struck(piece: Terrain, at: Point, letter: str = "") -> ArmouredSection:
    """The section that a hit strikes: the one that was aimed at, else the one at the ground where it struck."""
    return find(piece, letter) or at_ground(piece, at)


def beneath(piece: Terrain, letter: str, at: Point, reach_in: float) -> list[ArmouredSection]:
    """The sections that a marker reaches: of that storey, or those with none above them if no letter is given."""
    aimed, every = find(piece, letter), sections(piece)
    near = [s for s in every if is_within(rings.distance_to_ring(s.ring, at), reach_in)]
    if aimed is not None:
        return [s for s in near if s.storey == aimed.storey]
    return [s for s in near if not any(_covers(o, s) for o in every)]


def _covers(one: ArmouredSection, other: ArmouredSection) -> bool:
    """Whether one stands over half of another or more."""
    shared = layouts.shared_in(one.ring, other.ring)
    return one.storey > other.storey and shared * 2 >= layouts.area_in(other.ring)


# -- its walls -------------------------------------------------------------------------------------------------------


def faces(here: ArmouredSection) -> Iterator[tuple[Point, Point]]:
    """The walls behind which no other section of its storey lies."""
    others = [s.ring for s in sections(here.piece) if s.storey == here.storey and s.letter != here.letter]
    for a, b in rings.edges(here.ring):
        along = [between(a, b, share) for share in (0.25, 0.5, 0.75)]
        if not any(all(rings.edge_distance(ring, at) <= IN_WALL_IN for at in along) for ring in others):
            yield a, b


def faces_eye(here: ArmouredSection, at: Point, eye: Point) -> bool:
    """Whether an eye sees a place on its wall from outside: the building itself does not lie before it."""
    floor = [s.ring for s in sections(here.piece) if s.storey == here.storey]
    off = toward(at, eye, min(OFF_IN, distance(at, eye)))
    return not any(rings.encloses(ring, off) for ring in floor)


def facing(here: ArmouredSection, eye: Point) -> Point | None:
    """The place on its walls nearest to an eye that looks at them from outside; None where no wall faces it."""
    near = (nearest_on_segment(eye, a, b) for a, b in faces(here))
    seen = [at for at in near if faces_eye(here, at, eye)]
    return min(seen, key=lambda at: distance(at, eye), default=None)


# -- those inside ----------------------------------------------------------------------------------------------------


def occupants(state: GameState, here: ArmouredSection) -> list[tuple[Unit, tuple[Model, ...]]]:
    """Who is in it, unit by unit."""
    found = []
    for unit, models in inside.those_inside(state, here.piece):
        own = models if here.room is None else tuple(m for m in models if is_in(unit, m, here))
        found += [(unit, own)] if own else []
    return found


def is_in(unit: Unit, model: Model, here: ArmouredSection) -> bool:
    """Whether a member is in that section of a building that is divided."""
    return unit.housed.get(model.id) == f"{here.piece.id}/{here.letter}"


def around(state: GameState, unit: Unit) -> ArmouredSection | None:
    """The section that all of a unit are in, if any."""
    for piece in state.terrain:
        for here in sections(piece) if piece.armoured is not None and piece.is_structure else ():
            if here.room is not None and unit.alive and all(is_in(unit, m, here) for m in unit.alive):
                return here
    return None


def holders(state: GameState, here: ArmouredSection) -> set[SideId]:
    """The sides of those inside."""
    return {unit.side for unit, _ in occupants(state, here)}


# -- what falls ------------------------------------------------------------------------------------------------------


def falling(here: ArmouredSection) -> tuple[ArmouredSection, ...]:
    """A section and all that stands on it: what has half of its floor or more over nothing. (BLD-BUNK-15)"""
    down, every = [here], sections(here.piece)
    for each in sorted(every, key=lambda s: s.storey):
        if each.storey > here.storey and each not in down:
            below = [s.ring for s in every if s.storey == each.storey - 1 and s not in down]
            held = sum(layouts.shared_in(ring, each.ring) for ring in below)
            down += [each] if held * 2 <= layouts.area_in(each.ring) else []
    return tuple(down)


def with_room(piece: Terrain, room: Room) -> Terrain:
    """The building with that section as it is now."""
    assert piece.building is not None
    rooms = tuple(room if r.letter == room.letter else r for r in piece.building.sections)
    return replace(piece, building=replace(piece.building, sections=rooms))
