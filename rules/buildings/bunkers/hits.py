"""Hits on the armour of a building: hull points, the table of bunker hits, breaches, collapse. (BLD-BUNK-06 to -16)"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.damage.building_interface import ArmourBlow
from rules.arap.terrain.building_interface import BuildingWalls
from rules.buildings import version_1
from rules.buildings.bunkers import collapse, crews, sections
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.bunkers.sections import ArmouredSection
from rules.buildings.walls import materials, parts
from rules.core.ids import TerrainId, UnitId
from rules.core.modifier import Modifier
from rules.core.prompt import Option
from rules.dice.odds.armour import HitClass
from rules.forces.unit import Point
from rules.geometry.lengths import distance, nearest_on_segment
from rules.geometry.rings import Ring
from rules.progress import Progress, TaskStruct
from rules.rulebook import charts
from rules.state import Event, GameState
from rules.table import ruins
from rules.table.armoured import BuiltIn
from rules.table.building import Hole
from rules.table.terrain import Terrain

ARMAMENT: Final = "armament destroyed"
ARMAMENT_ON: Final = 2
"""The score, after modifiers, that takes a built-in weapon while one works. (BLD-BUNK-14)"""
LEAST_STRENGTH: Final = 4
"""A weaker built-in weapon is not counted. (BLD-BUNK-14)"""

Column = Literal["glancing", "penetrating"]


class BunkerHit(Event, frozen=True, kw_only=True, tag="BunkerHit"):
    """A blow on a structure with armour: class of hit, hull points left, result of its table. (BLD-BUNK-06)"""

    terrain: TerrainId
    total: int
    av: int
    kind: HitClass
    result: str = ""
    hole: Ring = ()
    """The breach that structural damage makes. (BLD-BUNK-13)"""
    left: Terrain | None = None
    """The piece as it is now."""
    section: str = ""
    """The letter of the section that was struck, of a building of several. (BLD-BUNK-05)"""

    def evolve(self, state: GameState) -> GameState:
        """The piece bears what was done to it."""
        left = self.left or version_1.damaged(piece_of(state, self.terrain), self.kind, self.result, self.hole)
        return changed(state, left)

    def sentence(self, state: GameState) -> str:
        """Total against armour and what came of it."""
        piece = piece_of(state, self.terrain)
        words = {"none": "nothing", "glancing": "a glancing hit"}.get(self.kind, "a penetrating hit")
        result = f": {self.result}" if self.result else ""
        result += ", a breach of 1″ for weapons and men" if self.hole else ""
        name = f"{self.section} of {piece.name}" if self.section else piece.name
        return f"{name} is struck: {self.total} against {self.av}, {words}{result}{self._hull()}"

    def _hull(self) -> str:
        """How many hull points the blow leaves, of what stands still. (BLD-BUNK-05)"""
        piece = self.left
        if self.kind == "none" or piece is None or self.result == "collapse":
            return ""
        struck = (each for each in sections.sections(piece) if each.letter == self.section)
        left = next((each.left for each in struck), None)
        return "" if left is None else f"; {left or 'no'} hull point{'' if left == 1 else 's'} left"


class ArmamentLost(Event, frozen=True, kw_only=True, tag="ArmamentLost"):
    """A built-in weapon of a bunker is destroyed. (BLD-BUNK-14)"""

    terrain: TerrainId
    name: str
    left: Terrain
    """The piece as it is now."""

    def evolve(self, state: GameState) -> GameState:
        """It fires no more."""
        return changed(state, self.left)

    def sentence(self, state: GameState) -> str:
        """Which weapon of which building."""
        return f"{self.left.name} loses its {self.name}"


class ArmamentPicked(TaskStruct, frozen=True, kw_only=True, tag="ArmamentPicked"):
    """The attacker picks the built-in weapon that is lost, or chance does. (BLD-BUNK-14)"""

    terrain: TerrainId
    by: UnitId
    rules: tuple[str, ...] = ()
    section: str = ""
    """The letter of the section that was struck. (BLD-BUNK-05)"""

    def run(self, progress: Progress) -> None:
        """One is lost at once; of several one is picked."""
        piece = piece_of(progress.state, self.terrain)
        here = sections.find(sections.of_piece(progress.state, piece), self.section)
        guns = working(here) if here is not None else []
        if not guns:
            return
        if len(guns) == 1 or progress.state.option("armament_pick") == "random":
            chosen = progress.pick(len(guns), unit=self.by, why=f"weapon of {piece.name} lost", rules=("BLD-BUNK-14",))
            self._lose(progress, guns[chosen][0])
            return
        options = [Option(id=str(n), label=gun.name, rule="BLD-BUNK-14") for n, gun in guns]
        unit = progress.state.units[self.by]
        question = f"Which weapon of {piece.name} is destroyed?"
        progress.ask(self, unit.side, "armament", question, options, unit=unit.id, rule="BLD-BUNK-14")

    def answer(self, progress: Progress, choice: str) -> None:
        """That one is lost."""
        self._lose(progress, int(choice))

    def _lose(self, progress: Progress, number: int) -> None:
        piece = piece_of(progress.state, self.terrain)
        assert piece.armoured is not None
        guns = piece.armoured.weapons
        kept = tuple(replace(gun, lost=True) if n == number else gun for n, gun in enumerate(guns))
        left = replace(piece, armoured=replace(piece.armoured, weapons=kept))
        side = progress.state.units[self.by].side
        name, rules = guns[number].name, ("BLD-BUNK-14", *self.rules)
        progress.emit(ArmamentLost(side=side, terrain=piece.id, name=name, left=left, rules=rules))


def piece_of(state: GameState, terrain: TerrainId) -> Terrain:
    """The piece of that name; StopIteration if there is none."""
    return next(p for p in state.terrain if p.id == terrain)


def changed(state: GameState, left: Terrain) -> GameState:
    """The state with that piece as it is now."""
    return replace(state, terrain=tuple(left if p.id == left.id else p for p in state.terrain))


def working(here: ArmouredSection) -> list[tuple[int, BuiltIn]]:
    """Built-in weapons that armament destroyed may take, by their number. (BLD-BUNK-14)"""
    return [(n, gun) for n, gun in here.guns if not gun.lost and gun.strength >= LEAST_STRENGTH]


# -- the table -------------------------------------------------------------------------------------------------------


@cache
def table() -> dict[Column, tuple[tuple[int, str], ...]]:
    """Of each column the least score of every row, and the row. (BLD-BUNK-09)"""
    columns: tuple[Column, ...] = ("glancing", "penetrating")
    return {column: tuple(_rows(column)) for column in columns}


def _rows(column: Column) -> list[tuple[int, str]]:
    found = [(row[column], str(row["result"]).lower()) for row in charts.rows("BLD-BUNK-09")]
    return [(int(re.findall(r"\d+", str(cell))[0]), result) for cell, result in found if cell is not None]


def bunker_result(kind: HitClass, die: int, *, armed: bool = False) -> str:
    """The row for a score after modifiers; `armed` while a built-in weapon works. (BLD-BUNK-09, BLD-BUNK-14)"""
    score = max(die, 1)
    if armed and score == ARMAMENT_ON:
        return ARMAMENT
    rows = table()["glancing" if kind == "glancing" else "penetrating"]
    return next(result for least, result in reversed(rows) if score >= least)


# -- taking a hit ----------------------------------------------------------------------------------------------------


def take(progress: Progress, piece: Terrain, blow: ArmourBlow) -> None:
    """A hull point of the section that is struck, and a roll on the table where there is one. (BLD-BUNK-05 to -15)"""
    if armour_of(piece) is None:
        return
    here = sections.struck(sections.of_piece(progress.state, piece), blow.at, blow.section)
    result = _rolled(progress, here, blow) if rolls(here, blow.kind) else ""
    fallen = sections.falling(progress.state, here) if result == "collapse" else ()
    hole = breach(here, blow.at) if result == "structural damage" and not here.layer else ()
    side = progress.state.units[blow.by].side
    hit = BunkerHit(side=side, terrain=piece.id, total=blow.total, av=here.armour.av, kind=blow.kind, result=result)
    hit = replace(hit, hole=hole, section=here.letter, rules=(*blow.rules, *_cited(here, blow, result)))
    progress.emit(replace(hit, left=damaged(here, hit, blow.at, fallen)))
    if fallen:
        _come_down(progress, fallen, blow)
    elif result == ARMAMENT:
        progress.ahead(ArmamentPicked(terrain=piece.id, by=blow.by, section=here.letter, rules=blow.rules))
    elif result.startswith("occupants "):
        crews.daze(progress, here, "stunned" if result.endswith("stunned") else "shaken", blow.rules)


def _cited(here: ArmouredSection, blow: ArmourBlow, result: str) -> tuple[str, ...]:
    """The rules of what came of it."""
    apart = ("BLD-BUNK-05",) if here.letter else ()
    of_result = {"structural damage": ("BLD-BUNK-13",), "no effect": ("BLD-BUNK-10",)}.get(result, ())
    worn = ("BLD-BUNK-16",) if blow.kind != "none" and here.left <= 1 and result != "collapse" else ()
    return (*apart, *of_result, *worn)


def _come_down(progress: Progress, fallen: Sequence[ArmouredSection], blow: ArmourBlow) -> None:
    """All of it, or a section with what stands on it. (BLD-BUNK-05, BLD-BUNK-15)"""
    under = crews.caught(progress.state, fallen)
    standing = collapse.fall(progress, fallen, ("BLD-BUNK-15", "BLD-BUNK-05", *blow.rules))
    crews.collapse(progress, fallen, under, standing, blow.by, blow.rules)


def rolls(here: ArmouredSection, kind: HitClass) -> bool:
    """Penetrating hits always, glancing ones once no hull points were left. (BLD-BUNK-07, BLD-BUNK-08)"""
    return kind == "penetrating" or (kind == "glancing" and not here.left)


def modifiers(here: ArmouredSection, *, sharp: bool) -> tuple[Modifier, ...]:
    """What is added to a roll on the table: structural damage so far, AP 1. (BLD-BUNK-06, BLD-BUNK-13)"""
    worse = (Modifier(here.structural, "structural damage", "BLD-BUNK-13"),) if here.structural else ()
    return (*worse, *((Modifier(1, "AP 1", "BLD-BUNK-06"),) if sharp else ()))


def _rolled(progress: Progress, here: ArmouredSection, blow: ArmourBlow) -> str:
    worse = modifiers(here, sharp=blow.sharp)
    column = "glancing" if blow.kind == "glancing" else "penetrating"
    rules = (*blow.rules, "BLD-BUNK-09", "BLD-BUNK-08" if column == "glancing" else "BLD-BUNK-07")
    why = f"{here.name}: {column} hit"
    rolled = progress.roll("bunker-damage", sense="table", modifiers=worse, unit=blow.by, why=why, rules=rules)
    return bunker_result(blow.kind, rolled.dice[0] + sum(m.value for m in worse), armed=bool(working(here)))


def breach(here: ArmouredSection, at: Point) -> Ring:
    """The hole in the wall where it was struck; a section without an outer wall has none. (BLD-BUNK-13)"""
    walls = list(sections.faces(here))
    if here.room is not None and walls:
        at = min((nearest_on_segment(at, a, b) for a, b in walls), key=lambda p: distance(p, at))
    return building_interface.ask(BuildingWalls).hole(here.piece, here.on_plan(at)) if walls else ()


def damaged(here: ArmouredSection, hit: BunkerHit, at: Point, fallen: Sequence[ArmouredSection] = ()) -> Terrain:
    """A hull point is gone, a wall is breached; a collapse leaves rubble. (BLD-BUNK-07, BLD-BUNK-13, -15)"""
    piece = here.piece
    if hit.kind == "none":
        return piece
    if fallen and collapse.is_whole(piece, fallen):
        return ruins.fallen(piece)
    more = 1 if hit.result == "structural damage" else 0
    holed = replace(piece, breaches=(*piece.breaches, hit.hole)) if hit.hole else piece
    if here.room is None:
        return replace(holed, damage=piece.damage + 1, structural=piece.structural + more)
    room = replace(here.room, damage=here.room.damage + 1, structural=here.room.structural + more)
    left = sections.with_room(holed, room)
    return _holed(left, here, at) if more and here.layer and piece.has_sections else left


def _holed(piece: Terrain, here: ArmouredSection, at: Point) -> Terrain:
    """With a hole of a door's size in a wall above the ground. (BLD-BUNK-13)"""
    assert piece.building is not None
    part = parts.nearest(piece, at, here.layer)
    hole = Hole(wall=part.wall, part=part.number, dp=materials.of_part(materials.of_wall(piece).points))
    kept = tuple(h for h in piece.building.holes if (h.wall, h.part) != (hole.wall, hole.part))
    return replace(piece, building=replace(piece.building, holes=(*kept, hole)))


EVENTS: tuple[type[Event], ...] = (BunkerHit, ArmamentLost)
TASKS: tuple[type[TaskStruct], ...] = (ArmamentPicked,)
