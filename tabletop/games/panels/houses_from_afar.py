"""Who is where in houses and bunkers, for the club's screen: no more lines than can be read across the room.

Nobody scrolls there. Houses without anybody inside are left out, those that are fought for come first. (BLD-GEN-03)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.core.ids import SideId, TerrainId, UnitId
from rules.questions import board
from rules.questions.buildings import bunkers, sections
from rules.questions.buildings.bunkers import BunkerSummary
from rules.state import GameState

LINES: Final = 5
"""A house takes one for its name and one for each floor with somebody on it."""


class Inside(NamedTuple):
    """A unit, and how many of its models are there; 0 where that is not counted."""

    unit: UnitId
    side: SideId
    models: int = 0


class Part(NamedTuple):
    """A section with its letter, or a whole floor without one."""

    letter: str
    units: tuple[Inside, ...]


class Floor(NamedTuple):
    """One line: the name of the floor, and who is where on it."""

    name: str
    parts: tuple[Part, ...]


class FromAfar(NamedTuple):
    """A house or bunker with somebody in it, the highest floor first."""

    name: str
    state: str
    """What is left of a bunker; "" for a house."""
    floors: tuple[Floor, ...]

    @property
    def sides(self) -> int:
        """How many sides are inside."""
        return len({one.side for floor in self.floors for part in floor.parts for one in part.units})

    @property
    def lines(self) -> int:
        """How many it takes."""
        return 1 + len(self.floors)


class Houses(NamedTuple):
    """Those that are shown, and the names of those for which there is no room."""

    shown: tuple[FromAfar, ...]
    further: tuple[str, ...]


def houses(state: GameState) -> Houses:
    """Where anybody is inside: the most contested first, as many as find room."""
    found = [h for h in (*_by_sections(state), *_set_out(state), *_bunkers(state)) if h.floors]
    found.sort(key=lambda house: -house.sides)
    return _fitting(found)


def _fitting(found: Sequence[FromAfar]) -> Houses:
    shown: list[FromAfar] = []
    room = LINES
    for house in found:
        if house.lines <= room or not shown:
            shown.append(house._replace(floors=house.floors[: LINES - 1]))
            room -= house.lines
    return Houses(tuple(shown), tuple(h.name for h in found if h.name not in {s.name for s in shown}))


def _by_sections(state: GameState) -> list[FromAfar]:
    found = []
    for house in sections.houses(state):
        floors = []
        for storey in sorted({s.storey for s in house.sections}, reverse=True):
            here = [s for s in house.sections if s.storey == storey and s.occupants]
            parts = tuple(Part(s.letter, tuple(Inside(o.unit, o.side, o.models) for o in s.occupants)) for s in here)
            floors += [Floor(_level(storey + 1), parts)] if parts else []
        found.append(FromAfar(house.name, _hull_of(state, house.id), tuple(floors)))
    return found


def _hull_of(state: GameState, *plans: TerrainId) -> str:
    """What is left of the sections of a bunker, from the ground up; "" for a house. (BLD-BUNK-05)"""
    return _hull([b for b in bunkers.bunkers(state) if b.id in plans])


def _hull(summaries: Sequence[BunkerSummary]) -> str:
    if len(summaries) == 1:
        return _left(summaries[0])
    hurt = [b for b in summaries if b.left < b.points or not b.intact]
    sections = [f"{_short(b)} {b.left}/{b.points}{'' if b.intact else ' breached'}" for b in hurt]
    sections += ["others whole" if hurt else "whole"] if len(hurt) < len(summaries) else []
    return f"hull: {', '.join(sections)}" if summaries else ""


def _short(bunker: BunkerSummary) -> str:
    return bunker.letter or _level(bunker.level).lower()


def _left(bunker: BunkerSummary) -> str:
    return f"{bunker.left} of {bunker.points} hull{'' if bunker.intact else ', breached'}"


def _set_out(state: GameState) -> list[FromAfar]:
    return [
        FromAfar(
            house.name,
            _hull_of(state, *(floor.plan for floor in house.floors)),
            tuple(
                Floor(
                    "Roof" if floor.is_roof else _level(floor.level),
                    (Part("", tuple(Inside(u.unit, u.side, u.models) for u in floor.units)),),
                )
                for floor in house.floors
                if floor.units
            ),
        )
        for house in board.houses(state)
    ]


def _level(level: int) -> str:
    return "Ground" if level == 1 else f"Level {level}"


def _bunkers(state: GameState) -> list[FromAfar]:
    """Those that are one piece, section by section."""
    plans = {house.id for house in sections.houses(state)}
    plans |= {floor.plan for house in board.houses(state) for floor in house.floors}
    own: dict[TerrainId, list[BunkerSummary]] = {}
    for bunker in bunkers.bunkers(state):
        if bunker.id not in plans:
            own.setdefault(bunker.id, []).append(bunker)
    return [FromAfar(_house(each[0]), _hull(each), tuple(_in_sections(each))) for each in own.values()]


def _house(bunker: BunkerSummary) -> str:
    return bunker.name.removeprefix(f"{bunker.letter} of ") if bunker.letter else bunker.name


def _in_sections(summaries: Sequence[BunkerSummary]) -> Iterator[Floor]:
    units = [(b.letter, tuple(Inside(o.unit, o.side, o.models) for o in b.occupants)) for b in summaries]
    parts = tuple(Part(letter, each) for letter, each in units if each)
    if parts:
        yield Floor("", parts)
