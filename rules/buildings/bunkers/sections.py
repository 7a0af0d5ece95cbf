"""The sections of an armoured building: hits, damage and breaches are kept for each. (BLD-BUNK-03, BLD-BUNK-05)

They are the rooms with letters, however what goes on inside is played; of a building without them it is one section,
and what befalls it is written on its piece. An upper floor that is laid out apart is a section or several of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage.building_interface import ArmourOf
from rules.buildings import inside, storeys
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
    """A section of an armoured building; without a room the building, or a floor of it, is one."""

    piece: Terrain
    room: Room | None = None
    by: Point = (0.0, 0.0)
    """Inches from where a floor is laid out apart to where it truly is. (BLD-GEN-03)"""

    @property
    def letter(self) -> str:
        """Its letter, "" for the whole building or floor."""
        return self.room.letter if self.room is not None else ""

    @property
    def name(self) -> str:
        """As players call it."""
        return f"{self.letter} of {self.piece.name}" if self.room is not None else self.piece.name

    @property
    def laid(self) -> Ring:
        """Its outline on the plan."""
        return self.room.points if self.room is not None else self.piece.points

    @property
    def ring(self) -> Ring:
        """Its outline where it truly is."""
        return tuple((x + self.by[0], y + self.by[1]) for x, y in self.laid) if any(self.by) else self.laid

    @property
    def layer(self) -> int:
        """The storey of its plan; one that is laid out apart has but one."""
        return self.room.storey if self.room is not None else 0

    @property
    def storey(self) -> int:
        """On which storey of the house it is."""
        return self.layer + (self.piece.building.level - 1 if self.is_apart and self.piece.building is not None else 0)

    @property
    def is_apart(self) -> bool:
        """Whether it is an upper floor that is laid out beside its house. (BLD-LEVEL-02)"""
        return bool(storeys.house_of(self.piece))

    @property
    def floor_in(self) -> float:
        """How far its floor is above the ground. (BLD-LEVEL-01)"""
        return self.storey * STOREY_IN

    def on_plan(self, at: Point) -> Point:
        """Where a true place is on its plan."""
        return (at[0] - self.by[0], at[1] - self.by[1])

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
        own = sections(self.piece)
        led_to = (at_ground(own, layouts.middle_of(hole)).letter for hole in self.piece.breaches)
        return not self.structural and self.letter not in led_to

    @property
    def guns(self) -> tuple[tuple[int, BuiltIn], ...]:
        """The weapons that are built into it, by their number. (BLD-BUNK-14)"""
        works = self.piece.armoured
        return tuple(
            (n, gun) for n, gun in enumerate(works.weapons if works else ()) if gun.section in ("", self.letter)
        )


def rooms_of(piece: Terrain) -> tuple[Room, ...]:
    """The rooms with letters that are its sections; of a plan those of its own floor alone. (BLD-GEN-03)"""
    every = piece.building.sections if piece.is_structure and piece.building is not None else ()
    return tuple(room for room in every if room.storey == 0) if piece.has_interior else every


def is_divided(piece: Terrain) -> bool:
    """Whether its sections are told apart: there are several, or the last of them stands. (BLD-BUNK-05)"""
    rooms = rooms_of(piece)
    return len(rooms) > 1 or any(r.damage or r.structural or r.armour or r.hull for r in rooms)


def sections(piece: Terrain, by: Point = (0.0, 0.0)) -> tuple[ArmouredSection, ...]:
    """The sections of a piece that stand, as they are laid out; none of one without armour."""
    return _floor(piece, by) if armour_of(piece) is not None else ()


def _floor(piece: Terrain, by: Point) -> tuple[ArmouredSection, ...]:
    if not is_divided(piece):
        return (ArmouredSection(piece, by=by),)
    return tuple(ArmouredSection(piece, room, by) for room in rooms_of(piece))


def of_piece(state: GameState, piece: Terrain) -> tuple[ArmouredSection, ...]:
    """The sections of a building, or of a floor of it, where they truly are."""
    if _falls_whole(state, piece):
        return (ArmouredSection(piece),) if armour_of(piece) is not None else ()
    return sections(piece, storeys.shift_of(state, piece))


def of_house(state: GameState, piece: Terrain) -> tuple[ArmouredSection, ...]:
    """The armoured sections of all floors of the house that a piece belongs to, from the ground up. (BLD-GEN-03)"""
    return tuple(s for p in floors(state, piece) if not p.is_roof for s in of_piece(state, p))


def floors(state: GameState, piece: Terrain) -> tuple[Terrain, ...]:
    """The plans of its house from the ground up, flat roofs among them; a building of one piece alone."""
    house = next((p for p in state.terrain if p.id == storeys.house_of(piece)), piece)
    plans = storeys.floors_of(state, house) if house.has_interior and not _falls_whole(state, piece) else ()
    return plans if any(p.id == piece.id for p in plans) else (piece,)


def _falls_whole(state: GameState, piece: Terrain) -> bool:
    """Up to version 7 only what was played by sections was struck by sections."""
    return not piece.has_sections and state.is_older_than("8")


def find(every: Sequence[ArmouredSection], letter: str) -> ArmouredSection | None:
    """The section of that letter; "" is all of a building that is not divided."""
    return next((s for s in every if s.letter == letter), None)


def at_letter(piece: Terrain, letter: str) -> ArmouredSection | None:
    """The section of that letter, or all of a building that is not divided; None without armour."""
    own = sections(piece)
    return find(own, letter) or next(iter(own), None)


def within(state: GameState, piece: Terrain, at: Point) -> ArmouredSection:
    """The section of a building that a place on its plan is in."""
    if _falls_whole(state, piece):
        return ArmouredSection(piece)
    return at_ground(sections(piece), at)


def at_ground(every: Sequence[ArmouredSection], at: Point) -> ArmouredSection:
    """The section at the ground that is nearest to a place."""
    low = [s for s in every if not s.layer] or every
    return min(low, key=lambda s: (round(rings.distance_to_ring(s.ring, at), 4), s.letter))


def struck(every: Sequence[ArmouredSection], at: Point, letter: str = "") -> ArmouredSection:
    """The section that a hit strikes: the one that was aimed at, else the one at the ground where it struck."""
    return find(every, letter) or at_ground(every, at)


def beneath(
    state: GameState, here: ArmouredSection, at: Point, reach_in: float, *, lobbed: bool
) -> list[ArmouredSection]:
    """The sections that a marker reaches: on the storey that was aimed at, of a lob those with none above them."""
    every = of_house(state, here.piece)
    near = [s for s in every if is_within(rings.distance_to_ring(s.ring, at), reach_in)]
    if not lobbed:
        return [s for s in near if s.storey == here.storey]
    return [s for s in near if not any(_covers(o, s) for o in every)]


def _covers(one: ArmouredSection, other: ArmouredSection) -> bool:
    """Whether one stands over half of another or more."""
    shared = layouts.shared_in(one.ring, other.ring)
    return one.storey > other.storey and shared * 2 >= layouts.area_in(other.ring)


# -- its walls -------------------------------------------------------------------------------------------------------


def faces(here: ArmouredSection) -> Iterator[tuple[Point, Point]]:
    """The walls behind which no other section of its storey lies; of what is set out those in the outline."""
    others = [s.ring for s in sections(here.piece, here.by) if s.layer == here.layer and s.letter != here.letter]
    outline = () if here.piece.has_sections or here.layer else outline_of(here)
    for a, b in rings.edges(here.ring):
        along = [between(a, b, share) for share in (0.25, 0.5, 0.75)]
        if outline and not all(rings.edge_distance(outline, at) <= IN_WALL_IN for at in along):
            continue
        if not any(all(rings.edge_distance(ring, at) <= IN_WALL_IN for at in along) for ring in others):
            yield a, b


def outline_of(here: ArmouredSection) -> Ring:
    """The outline of its piece where that truly is."""
    return here._replace(room=None).ring


def faces_eye(here: ArmouredSection, at: Point, eye: Point) -> bool:
    """Whether an eye sees a place on its wall from outside: the building itself does not lie before it."""
    floor = [s.ring for s in sections(here.piece, here.by) if s.layer == here.layer]
    floor += [] if here.piece.has_sections or here.layer else [outline_of(here)]
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
    """Whether a member inside is in that section of a building that is divided: in its room, or nearest to that."""
    if here.piece.has_sections:
        return unit.housed.get(model.id) == f"{here.piece.id}/{here.letter}"
    return model.id not in unit.housed and at_ground(sections(here.piece), model.at).letter == here.letter


def manned(state: GameState, unit: Unit) -> list[tuple[ArmouredSection, tuple[Model, ...]]]:
    """The sections of armoured buildings in which members of a unit are, each with those. (BLD-BUNK-05)"""
    found = []
    for piece in state.terrain:
        for here in of_piece(state, piece) if piece.armoured is not None and piece.is_structure else ():
            own = next((models for u, models in occupants(state, here) if u.id == unit.id), ())
            found += [(here, own)] if own else []
    return found


def holders(state: GameState, here: ArmouredSection) -> set[SideId]:
    """The sides of those inside."""
    return {unit.side for unit, _ in occupants(state, here)}


# -- what falls ------------------------------------------------------------------------------------------------------


def falling(state: GameState, here: ArmouredSection) -> tuple[ArmouredSection, ...]:
    """A section and all that stands on it: what has half of its floor or more over nothing. (BLD-BUNK-15)"""
    down, every = [here], _stacked(state, here)
    for each in sorted(every, key=lambda s: s.storey):
        if each.storey > here.storey and each not in down:
            below = max(s.storey for s in every if s.storey < each.storey)
            standing = [s.ring for s in every if s.storey == below and s not in down]
            held = sum(layouts.shared_in(ring, each.ring) for ring in standing)
            down += [each] if held * 2 <= layouts.area_in(each.ring) else []
    return tuple(down)


def _stacked(state: GameState, here: ArmouredSection) -> tuple[ArmouredSection, ...]:
    """All that may stand on a section: of its own piece, and on floors of its house with armour or without."""
    if _falls_whole(state, here.piece):
        return (here,)
    every = (s for p in floors(state, here.piece) for s in _floor(p, storeys.shift_of(state, p)))
    return tuple(every)


def with_room(piece: Terrain, room: Room) -> Terrain:
    """The building with that section as it is now."""
    assert piece.building is not None
    rooms = tuple(room if r.letter == room.letter else r for r in piece.building.sections)
    return replace(piece, building=replace(piece.building, sections=rooms))


def keeps_locked(state: GameState, piece: Terrain) -> bool:
    """Whether a bunker lets in only friends of those inside, by its own word or the table's. (BLD-BUNK-04)"""
    own = piece.armoured.locked if piece.armoured is not None else ""
    return own == "yes" or (not own and bool(state.option("bunker_locked")))


def has_shutters(state: GameState, piece: Terrain) -> bool:
    """Whether shutters close its ports until somebody fires out, by its own word or the table's. (BLD-PORT-08)"""
    own = piece.armoured.shutters if piece.armoured is not None else ""
    return own == "yes" or (not own and bool(state.option("port_shutters")))
