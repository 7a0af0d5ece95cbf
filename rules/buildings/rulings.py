"""What the host rules about structures: what is one, what its walls and rooms are like, whom a stream splashes back on.

(BLD-GEN-02, BLD-CONF-06, BLD-CONF-07, BLD-UNIT-06)
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.templates.strip import FIGURE, Splash
from rules.buildings import confined, inside
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.refusal import Refusal, quoted
from rules.core.words import listed
from rules.forces.unit import Unit, tag
from rules.geometry import floors, layouts, rings
from rules.geometry.hulls import Hull
from rules.geometry.lengths import between, distance
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.building import STOREY_IN, Building, Opening, Room
from rules.table.terrain import Terrain

Inside = Literal["sections", "tabletop"]

KINDS: Final[dict[Inside, str]] = {
    "sections": "a structure in sections",
    "tabletop": "a structure whose inside is set out",
}
"""What a map object may be ruled to be, in words. (BLD-GEN-02)"""

SPLASHES: Final[dict[Splash, str]] = {
    "in": "are caught, as if in the open",
    "out": "are not reached",
    "bare": "have nothing of their furniture",
    "soft": "are in soft cover",
    "hard": "are in hard cover",
}
"""What is ruled of figures at a stream, in words. (BLD-CONF-07, BLD-TMPL-05)"""
_OF_ONE: Final = {"are": "is", "have": "has"}

InnerWalls = Literal["thin", "solid"]

WALLS: Final[dict[InnerWalls, str]] = {
    "thin": "are thin: blasts go through them",
    "solid": "stop blasts",
}
"""What the walls inside a house may be ruled to be, in words. (BLD-CONF-06)"""

RoomRuling = Literal[
    "very-high-ceiling",
    "usual-ceiling",
    "confined",
    "roomy",
    "open",
    "variable",
    "difficult",
    "very-difficult",
    "open-space",
    "furnished",
    "inner-cover",
    "no-inner-cover",
]

ROOMS: Final[dict[RoomRuling, str]] = {
    "very-high-ceiling": "has a very high ceiling",
    "usual-ceiling": "has a ceiling of usual height",
    "confined": "is confined: bursts fill it",
    "roomy": "is not confined: bursts find room",
    "open": "is clear",
    "variable": "is variable ground",
    "difficult": "is difficult ground",
    "very-difficult": "is very difficult ground",
    "open-space": "is an open space",
    "furnished": "is no open space",
    "inner-cover": "has inner walls and furniture that shelter from blasts",
    "no-inner-cover": "has nothing that shelters from blasts",
}
"""What a room or section may be ruled to be like, in words. (BLD-UNIT-06, BLD-CONF-01, BLD-MOVE-02, BLD-SMOV-03)"""

CEILINGS: Final = ("very-high-ceiling", "usual-ceiling")
AIR: Final = ("confined", "roomy")
OF_SECTIONS: Final[dict[RoomRuling, tuple[str, ...]]] = {
    "open-space": ("BLD-SMOV-03", "BLD-SSHT-09"),
    "furnished": ("BLD-SMOV-03", "BLD-SSHT-09"),
    "inner-cover": ("BLD-SSHT-08",),
    "no-inner-cover": ("BLD-SSHT-08",),
}
"""What is said of sections alone, with its rules: nobody is set out in them. (BLD-SMOV-03, BLD-SSHT-08)"""

DOOR_IN: Final = 1.0


def _reason(text: str, rule: str) -> Refusal | None:
    return None if text.strip() else Refusal("no-reason", "A ruling needs its reason.", rule, "a few words for the log")


class RuleStructure(Action, frozen=True, kw_only=True, tag="RuleStructure"):
    """Mark a map object as a structure with rooms or sections: a hull of a ship, a large wreck. (BLD-GEN-02)

    `terrain` is a piece, or a vehicle with nobody aboard: its hull stays where it stands, and drives and fires no more.
    It is divided into sections of equal size; one that has no door yet gets one in its longest wall. (BLD-SECT-03)
    """

    terrain: TerrainId
    handling: Inside
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A piece with an inside that is none yet, or a hull, with nobody on or in it."""
        piece = self._piece(state)
        if piece is None or not may_be(piece):
            names = [p.name for p in state.terrain if may_be(p) and p.name] + [u.name for u in hulls(state)]
            allowed = ", ".join(names) or "none on this table"
            return Refusal("no-structure", "That cannot be a structure.", "BLD-GEN-02", allowed)
        if any(True for _ in inside.those_inside(state, piece)):
            text = f"People stand where the walls of {piece.name} would be."
            return Refusal("occupied", text, "BLD-GEN-02", "once they are put elsewhere")
        return _reason(self.reason, "BLD-GEN-02")

    def resolve(self, progress: Progress) -> None:
        """It is one."""
        piece, hull = self._piece(progress.state), self._hull(progress.state)
        assert piece is not None
        rules = ("BLD-GEN-02", "BLD-GEN-03", *(("BLD-SECT-03", "BLD-SECT-02") if self.handling == "sections" else ()))
        made = structure(piece, self.handling)
        unit = hull.id if hull is not None else None
        progress.emit(StructureRuled(side=self.side, unit=unit, made=made, reason=self.reason, rules=rules))

    def _piece(self, state: GameState) -> Terrain | None:
        """The piece of that name, or the hull as one."""
        piece = next((p for p in state.terrain if p.id == self.terrain), None)
        hull = self._hull(state)
        return piece if piece is not None or hull is None else _as_piece(state, hull)

    def _hull(self, state: GameState) -> Unit | None:
        if any(p.id == self.terrain for p in state.terrain):
            return None
        return next((u for u in hulls(state) if str(u.id) == str(self.terrain)), None)


def hulls(state: GameState) -> list[Unit]:
    """Vehicles that may be marked as structures: on the table, known, of one hull, in no fight, nobody aboard."""
    carrying = {u.aboard for u in state.units.values()} | {u.part_of for u in state.units.values()}
    return [
        u
        for u in state.units.values()
        if u.is_vehicle and u.on_table and not u.hidden and u.part_of is None and u.id not in carrying
        if state.profile(u.models[0]).bike is None and not state.is_locked(u.id)
    ]


def _as_piece(state: GameState, unit: Unit) -> Terrain:
    """A hull where it stands. (BLD-GEN-02)"""
    (model,) = unit.alive[:1]
    hull = state.profile(model).hull
    assert hull is not None
    ring = tuple(
        (round(x, 3), round(y, 3)) for x, y in Hull(model.at, model.facing, hull.length_in, hull.width_in).corners()
    )
    return Terrain(id=TerrainId(f"hull-{unit.id}"), name=unit.name, points=ring, height_in=hull.height_in)


def may_be(piece: Terrain) -> bool:
    """Whether a piece may be marked as a structure: it has an inside, and is not entered yet. (BLD-GEN-02)"""
    entered = piece.has_interior or piece.has_sections or piece.tile
    return not piece.line and not entered and layouts.is_simple(piece.points)


def structure(piece: Terrain, handling: Inside) -> Terrain:
    """The piece as a structure that is handled so. (BLD-GEN-02, BLD-SECT-03)"""
    before = piece.building or Building()
    rooms: tuple[Room, ...] = before.sections
    if handling == "sections" and not rooms:
        cells = floors.divided(piece.points)
        rooms = tuple(Room(letter=_letter(n), points=points) for n, points in enumerate(cells))
    ways = before.openings or (_door(piece), *_between(rooms))
    return replace(
        piece,
        look=piece.look if piece.is_structure else "building",
        going="impassable",
        cover="hard",
        hazard=0,
        blocks_sight=True,
        height_in=piece.height_in or STOREY_IN,
        building=replace(before, handling=handling, sections=rooms, openings=ways),
    )


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"A{number - 25}"


def _door(piece: Terrain) -> Opening:
    """In the middle of the longest wall."""
    a, b = max(rings.edges(piece.points), key=lambda wall: round(distance(*wall), 3))
    share = min(0.5, DOOR_IN / 2 / max(distance(a, b), 0.01))
    return Opening(a=between(a, b, 0.5 - share), b=between(a, b, 0.5 + share))


def _between(rooms: tuple[Room, ...]) -> list[Opening]:
    """An open doorway between neighbouring sections."""
    found = []
    for n, one in enumerate(rooms):
        for other in rooms[n + 1 :]:
            shared = floors.shared_edge(one.points, other.points)
            if shared is not None and distance(*shared) >= DOOR_IN:
                half = DOOR_IN / 2 / distance(*shared)
                found.append(Opening(a=between(*shared, 0.5 - half), b=between(*shared, 0.5 + half)))
    return found


class StructureRuled(Event, frozen=True, kw_only=True, tag="StructureRuled"):
    """The host has marked a map object as a structure. (BLD-GEN-02)"""

    made: Terrain
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The piece as it is now; a hull is no unit any more."""
        if self.unit is None:
            return replace(state, terrain=tuple(self.made if p.id == self.made.id else p for p in state.terrain))
        gone = replace(state.units[self.unit], left_table=True)
        return replace(state.with_unit(gone), terrain=(*state.terrain, self.made))

    def sentence(self, state: GameState) -> str:
        """What it is now, and why."""
        building = self.made.building
        count = len(building.sections) if building is not None else 0
        in_all = f", {count} section{'' if count == 1 else 's'}" if count else ""
        kind: Inside = "sections" if self.made.has_sections else "tabletop"
        return f"Host: {self.made.name} is {KINDS[kind]}{in_all} ({self.reason})"


class RuleSplash(Action, frozen=True, kw_only=True, tag="RuleSplash"):
    """Redraw whom a unit's streams reach in a house, until its turn ends. (BLD-CONF-07, BLD-TMPL-05)

    Splash off a wall may catch who is beside the template, or cancel what furniture does; through an opening some are
    better covered than walls and furniture tell. The host says who.
    """

    unit: UnitId
    models: tuple[ModelId, ...]
    splash: Splash
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit with a template weapon, figures on the table, somebody of them in a confined space or a house."""
        unit = state.units.get(self.unit)
        if unit is None or not any(state.weapons[w].template for m in unit.alive for w in m.weapons):
            text = "That unit has no template weapon."
            return Refusal("no-template", text, "BLD-CONF-07", "a unit with a flamer or the like")
        known = {m.id: m for u in state.units.values() if u.on_table for m in u.alive}
        if not self.models or any(m not in known for m in self.models):
            return Refusal("unknown-model", "Those are no figures on the table.", "BLD-CONF-07", "figures on the table")
        if not self._is_confined(state) and all(confined.under_roof(state, known[m].at) is None for m in self.models):
            text = "Nobody of them is in a house or a confined space."
            return Refusal("not-confined", text, "BLD-CONF-07", "people in a house that is set out")
        return _reason(self.reason, "BLD-CONF-07")

    def _is_confined(self, state: GameState) -> bool:
        """Whether anybody of them, or who burns them, is in a confined space."""
        chosen = (m for u in state.units.values() for m in u.alive if u.id == self.unit or m.id in self.models)
        return any(confined.space_at(state, m.at) is not None for m in chosen)

    def resolve(self, progress: Progress) -> None:
        """So it is."""
        side = progress.state.units[self.unit].side
        event = SplashRuled(side=side, unit=self.unit, models=self.models, splash=self.splash, reason=self.reason)
        covered = self.splash in ("soft", "hard") or not self._is_confined(progress.state)
        progress.emit(replace(event, rules=("BLD-TMPL-05",) if covered else ("BLD-CONF-07",)))


class SplashRuled(Event, frozen=True, kw_only=True, tag="SplashRuled"):
    """The host has said whom streams of a unit reach, until that unit's next turn begins. (BLD-CONF-07, BLD-TMPL-05)"""

    models: tuple[ModelId, ...]
    splash: Splash
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """Noted in the unit's turn, figure by figure."""
        assert self.unit is not None
        unit = state.units[self.unit]
        new = {f"{FIGURE}{model}": self.splash for model in self.models}
        now = replace(unit.now, rulings={**unit.now.rulings, **new})
        return state.with_unit(replace(unit, now=now))

    def sentence(self, state: GameState) -> str:
        """Who, and why."""
        assert self.unit is not None
        verb, _, what = SPLASHES[self.splash].partition(" ")
        verb = verb if len(self.models) > 1 else _OF_ONE[verb]
        who = f"{listed(tag(m) for m in self.models)} {verb} {what}"
        return f"Host: under streams of {state.units[self.unit].name} {who} ({self.reason})"


class RuleInnerWalls(Action, frozen=True, kw_only=True, tag="RuleInnerWalls"):
    """Rule whether the walls inside a house, or a floor of one, stop blasts: plasterboard does not. (BLD-CONF-06)"""

    terrain: TerrainId
    walls: InnerWalls
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A floor with walls inside, and a reason."""
        if not any(p.id == self.terrain for p in divided(state)):
            allowed = ", ".join(p.name for p in divided(state)) or "none on this table"
            return Refusal("no-inner-walls", "No walls stand inside there.", "BLD-CONF-06", allowed)
        return _reason(self.reason, "BLD-CONF-06")

    def resolve(self, progress: Progress) -> None:
        """So they are."""
        thin = self.walls == "thin"
        event = InnerWallsRuled(side=self.side, terrain=self.terrain, thin=thin, reason=self.reason)
        progress.emit(replace(event, rules=("BLD-CONF-06",)))


def divided(state: GameState) -> list[Terrain]:
    """Houses and floors that are set out with walls inside."""
    return [p for p in state.interiors if p.building is not None and p.building.partitions]


class InnerWallsRuled(Event, frozen=True, kw_only=True, tag="InnerWallsRuled"):
    """The host has said whether blasts go through the walls inside. (BLD-CONF-06)"""

    terrain: TerrainId
    thin: bool
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The floor with such walls."""
        return replace(state, terrain=tuple(self._ruled(p) if p.id == self.terrain else p for p in state.terrain))

    def _ruled(self, piece: Terrain) -> Terrain:
        inside = piece.building
        return piece if inside is None else replace(piece, building=replace(inside, thin_walls=self.thin))

    def sentence(self, state: GameState) -> str:
        """What they do, and why."""
        name = next(p.name for p in state.terrain if p.id == self.terrain)
        return f"Host: the inner walls of {name} {WALLS['thin' if self.thin else 'solid']} ({self.reason})"


class RuleRoom(Action, frozen=True, kw_only=True, tag="RuleRoom"):
    """Rule what a room of a house that is entered is like: its ceiling, its terrain class. (BLD-UNIT-06, BLD-MOVE-02)

    `room` is the id of its floor and its letter, as in "house/A"; a floor without rooms has no letter, and no class.
    Of a section of a house that is played so, whether it is an open space, and shelters from blasts. (BLD-SMOV-03)
    """

    room: str
    what: RoomRuling
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A room of this table, what can be ruled of it, a reason."""
        rule = _rules_of(self.what)[0]
        if self.room not in dict(rooms(state)):
            allowed = ", ".join(name for _, name in rooms(state)) or "none on this table"
            return Refusal("no-room", f"There is no room {quoted(self.room)}.", rule, allowed)
        if (self.what in OF_SECTIONS) is not _is_section(state, self.room):
            text = "That is said of sections." if self.what in OF_SECTIONS else "That is not said of sections."
            return Refusal("no-such-room", text, rule, "what fits how that house is played")
        if self.what not in (*CEILINGS, *AIR) and not self.room.partition("/")[2]:
            text = "That floor is not divided into rooms: its class is that of its ground."
            return Refusal("no-class", text, rule, "a room with a letter; or a ruling on the ground")
        return _reason(self.reason, rule)

    def resolve(self, progress: Progress) -> None:
        """So it is."""
        rules = _rules_of(self.what)
        event = RoomRuled(
            side=self.side, room=self.room, name=dict(rooms(progress.state))[self.room], what=self.what, rules=rules
        )
        progress.emit(replace(event, reason=self.reason))


def _rules_of(what: RoomRuling) -> tuple[str, ...]:
    if what in CEILINGS:
        return ("BLD-UNIT-06", "BLD-CONF-01")
    return ("BLD-CONF-01",) if what in AIR else OF_SECTIONS.get(what, ("BLD-MOVE-02",))


def _is_section(state: GameState, room: str) -> bool:
    floor = room.partition("/")[0]
    return any(p.id == floor and p.has_sections for p in state.terrain)


def rooms(state: GameState) -> list[tuple[str, str]]:
    """The rooms of houses that are entered, with what they are called; whole floors where there are none; sections."""
    played = ((p, p.building.sections) for p in state.terrain if p.has_sections and p.building is not None)
    found = [(f"{piece.id}/{room.letter}", f"{room.letter} of {piece.name}") for piece, own in played for room in own]
    for piece in state.interiors:
        letters = [room.letter for room in piece.building.sections] if piece.building is not None else []
        found += [(f"{piece.id}/{letter}", f"{letter} of {piece.name}") for letter in letters]
        if not letters and piece.building is not None and not piece.building.is_roof:
            found.append((f"{piece.id}/", piece.name))
    return found


class RoomRuled(Event, frozen=True, kw_only=True, tag="RoomRuled"):
    """The host has said what a room is like. (BLD-UNIT-06, BLD-MOVE-02)"""

    room: str
    name: str
    what: RoomRuling
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """The floor with that room."""
        floor, _, letter = self.room.partition("/")
        return replace(state, terrain=tuple(self._ruled(p, letter) if p.id == floor else p for p in state.terrain))

    def _ruled(self, piece: Terrain, letter: str) -> Terrain:
        inside = piece.building
        if inside is None:
            return piece
        if self.what in AIR and not (letter and inside.partitions):  # all of it is one space
            return replace(piece, building=replace(inside, confined=self.what == "confined"))
        if not letter:
            return replace(piece, building=replace(inside, roofless=self.what == "very-high-ceiling"))
        found = tuple(self._room(room) if room.letter == letter else room for room in inside.sections)
        return replace(piece, building=replace(inside, sections=found))

    def _room(self, room: Room) -> Room:
        match self.what:
            case "very-high-ceiling" | "usual-ceiling":
                return replace(room, high_ceiling=self.what == "very-high-ceiling")
            case "confined" | "roomy":
                return replace(room, confined=self.what == "confined")
            case "open-space" | "furnished":
                return replace(room, open_space=self.what == "open-space")
            case "inner-cover" | "no-inner-cover":
                return replace(room, inner_cover=self.what == "inner-cover")
            case going:
                return replace(room, going=going)

    def sentence(self, state: GameState) -> str:
        """What it is like now, and why."""
        return f"Host: {self.name} {ROOMS[self.what]} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleStructure, RuleSplash, RuleInnerWalls, RuleRoom)
EVENTS: tuple[type[Event], ...] = (StructureRuled, SplashRuled, InnerWallsRuled, RoomRuled)
