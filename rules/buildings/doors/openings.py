"""Doors and windows of buildings whose interior is played: which there are, what they bar, how they change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, tag
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import along as step
from rules.geometry.lengths import between, distance_to_segment
from rules.state import Event, GameState
from rules.table.building import LockSide, Opening, OpeningState
from rules.table.terrain import Terrain

How = Literal["open", "close", "lock", "unlock", "bolt", "force", "smash", "break"]
"""What somebody does to a door or window."""

_DOES: Final[dict[How, str]] = {
    "open": "opens {}",
    "close": "closes {}",
    "lock": "locks {}",
    "unlock": "unlocks {}",
    "bolt": "bolts {}",
    "force": "forces {} open",
    "smash": "smashes the lock of {}",
    "break": "breaks {} open",
}

WORDS: Final[dict[OpeningState, str]] = {
    "open": "is open",
    "closed": "is closed",
    "locked": "is locked",
    "bolted": "is bolted",
    "blocked": "is blocked",
    "broken": "stands broken open",
}

IN_WALL_IN: Final = 0.3
"""An opening no further from the outline is in the outer wall."""


SIDES: Final = ("north", "east", "south", "west")


@lru_cache(maxsize=1024)
def called(piece: Terrain, number: int) -> str:
    """What an opening is called at its building: its name, or the side it is on, "south window 2"; inside "door 3"."""
    every = piece.building.openings if piece.building is not None else ()
    opening = every[number]
    side = _side(piece, opening)
    if opening.name or not side:
        return opening.name or f"{opening.kind} {number + 1}"
    alike = [o for o in every if (o.kind, o.storey) == (opening.kind, opening.storey) and not o.name]
    here = sorted((o for o in alike if _side(piece, o) == side), key=lambda o: between(o.a, o.b, 0.5))
    return f"{side} {opening.kind}{f' {here.index(opening) + 1}' if len(here) > 1 else ''}"


def _side(piece: Terrain, opening: Opening) -> str:
    """To which side of the table an opening in the outer wall looks; nothing for one inside."""
    middle = between(opening.a, opening.b, 0.5)
    if rings.edge_distance(piece.points, middle) > IN_WALL_IN:
        return ""
    along = bearing(opening.a, opening.b)
    out = next((d for d in (along + 90, along - 90) if not rings.encloses(piece.points, step(middle, d, 0.5))), 0.0)
    return SIDES[round(out / 90) % 4]


class InWall(NamedTuple):
    """An opening of a building with its place in the building's list."""

    piece: Terrain
    number: int
    opening: Opening

    @property
    def key(self) -> str:
        """Its building's id and its number there."""
        return f"{self.piece.id}:{self.number}"

    @property
    def name(self) -> str:
        """What it is called: its own name, else its side, kind and building."""
        storey = f", level {self.opening.storey + 1}" if self.opening.storey else ""
        return self.opening.name or f"{called(self.piece, self.number)} of {self.piece.name}{storey}"

    def distance_in(self, at: Point) -> float:
        """Inches from a place to it."""
        return distance_to_segment(at, self.opening.a, self.opening.b)

    def is_inner(self, at: Point) -> bool:
        """Whether a place is on the inside of it; a door between two rooms has no outside."""
        return rings.encloses(self.piece.points, at)


def openings(state: GameState) -> Iterator[InWall]:
    """Every door and window on the ground floor of buildings that are entered; of sections those in outer walls."""
    for piece in state.terrain:
        if piece.has_sections and piece.building is not None:
            yield from (InWall(piece, n, o) for n, o in enumerate(piece.building.openings) if _is_outer(piece, o))
        elif piece.has_interior and piece.building is not None:
            ground = ((n, o) for n, o in enumerate(piece.building.openings) if o.storey == 0)
            yield from (InWall(piece, n, o) for n, o in ground if o.kind != "port")


def _is_outer(piece: Terrain, opening: Opening) -> bool:
    """Whether it is in the outer wall, at the ground: people at the table reach it."""
    middle = between(opening.a, opening.b, 0.5)
    return opening.storey == 0 and opening.kind != "port" and rings.edge_distance(piece.points, middle) <= IN_WALL_IN


def every_opening(state: GameState) -> Iterator[InWall]:
    """Every door and window that the host may rule on: those between sections and of upper storeys as well."""
    for piece in state.terrain:
        if piece.has_sections and piece.building is not None:
            inside = enumerate(piece.building.openings)
            yield from (InWall(piece, n, o) for n, o in inside if o.kind != "port")
    yield from (found for found in openings(state) if not found.piece.has_sections)


def find(state: GameState, terrain: TerrainId, number: int) -> InWall | None:
    """A door or window by its building and its place in the list."""
    return next((o for o in openings(state) if o.piece.id == terrain and o.number == number), None)


def find_any(state: GameState, terrain: TerrainId, number: int) -> InWall | None:
    """The same among all, those between sections and of upper storeys too."""
    return next((o for o in every_opening(state) if o.piece.id == terrain and o.number == number), None)


def barred(model: Model, piece: Terrain) -> Refusal:
    """Nobody passes a wall or what is shut; the refusal names what could be opened. (BLD-DOOR-03)"""
    found = piece.building.openings if piece.building is not None else ()
    shut = [o for o in found if o.is_shut]
    ways = "an open door or window" if len(shut) < len(found) else "a hole in the wall"
    allowed = f"{ways}, or open what is shut" if shut else ways
    return Refusal("impassable", f"{tag(model.id)} cannot pass the walls of {piece.name}.", "BLD-DOOR-03", allowed)


_LOCKS: Final = {
    "works": "its lock works",
    "unlocked": "it is unlocked",
    "locked": "it stays locked",
    "jammed": "it is jammed",
}


class OpeningChanged(Event, frozen=True, kw_only=True, tag="OpeningChanged"):
    """A door or window is opened, shut, locked, broken; or its lock is smashed. (BLD-DOOR-01, BLD-LOCK-03)"""

    terrain: TerrainId
    opening: int
    name: str
    state: OpeningState
    smashed: bool = False
    hacking: int = 0
    unhackable: bool = False
    how: How | None = None
    """What `unit` did to it."""
    reason: str = ""
    fits: int = 0
    """The largest size that goes through from now on; 0 as before. (BLD-DOOR-08)"""
    strength: int = 0
    """The hit of its closing leaf; 0 as before. (BLD-DOOR-12)"""
    lock_outside: LockSide | Literal[""] = ""
    """What its lock does on that side by the host's ruling; empty as before. (BLD-LOCK-03)"""
    lock_inside: LockSide | Literal[""] = ""

    def evolve(self, state: GameState) -> GameState:
        """It stands so from now on."""
        pieces = (self._changed(p) if p.id == self.terrain else p for p in state.terrain)
        return replace(state, terrain=tuple(pieces))

    def _changed(self, piece: Terrain) -> Terrain:
        if piece.building is None:
            return piece
        found = list(piece.building.openings)
        was = found[self.opening]
        found[self.opening] = replace(
            was,
            state=self.state,
            smashed=self.smashed and self.lock_outside != "works",
            lock_outside=self.lock_outside or was.lock_outside,
            lock_inside=self.lock_inside or was.lock_inside,
            hacking=self.hacking,
            unhackable=self.unhackable,
            fits=self.fits or was.fits,
            strength=self.strength or was.strength,
        )
        return replace(piece, building=replace(piece.building, openings=tuple(found)))

    def sentence(self, state: GameState) -> str:
        """Who does what to it; by a ruling, what it is like now."""
        if self.how is not None and self.unit in state.units:
            return f"{state.units[self.unit].name} {_DOES[self.how].format(self.name)}"
        lock = ", its lock smashed" if self.smashed and not self.lock_outside else ""
        lock += f", outside {_LOCKS[self.lock_outside]}" if self.lock_outside else ""
        lock += f", inside {_LOCKS[self.lock_inside]}" if self.lock_inside else ""
        lock += ", and nobody here can hack it" if self.unhackable else ""
        lock += f", {self.hacking:+d} to hack it" if self.hacking else ""
        lock += f", up to Size {self.fits} fits through" if self.fits else ""
        lock += f", its leaf strikes at Strength {self.strength}" if self.strength else ""
        why = f" ({self.reason})" if self.reason else ""
        name = self.name[:1].upper() + self.name[1:]
        return f"{'Host: ' if self.reason else ''}{name} {WORDS[self.state]}{lock}{why}"


def changed(found: InWall, to: OpeningState, how: How | None = None, *, smashed: bool | None = None) -> OpeningChanged:
    """The event by which it is like that, and what somebody has done to it."""
    opening = found.opening
    return OpeningChanged(
        terrain=found.piece.id,
        opening=found.number,
        name=found.name,
        state=to,
        smashed=opening.smashed if smashed is None else smashed,
        hacking=opening.hacking,
        unhackable=opening.unhackable,
        how=how,
    )


EVENTS: tuple[type[Event], ...] = (OpeningChanged,)
