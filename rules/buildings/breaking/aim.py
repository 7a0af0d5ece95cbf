"""What is attacked: a door, a window or an inch of wall. (BLD-WALL-01, BLD-WALL-09, BLD-GEN-04)"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.arap.shooting.building_interface import AtWall
from rules.buildings import storeys, upstairs
from rules.buildings.breaking import damage
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.doors import locks, openings
from rules.buildings.doors.openings import InWall
from rules.buildings.walls import materials, parts
from rules.buildings.walls.parts import Part
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import between
from rules.state import GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-WALL-01"


class WallAim(NamedTuple):
    """What is attacked: a door or window, or an inch of wall."""

    piece: Terrain
    opening: InWall | None
    part: Part | None
    lock: bool = False
    """Its lock alone, which may be a console beside it. (BLD-LOCK-03)"""

    @property
    def at(self) -> Point:
        """Its middle."""
        if self.lock and self.opening is not None and self.opening.opening.console is not None:
            return self.opening.opening.console
        if self.opening is not None:
            return between(self.opening.opening.a, self.opening.opening.b, 0.5)
        assert self.part is not None
        return self.part.middle

    @property
    def ends(self) -> tuple[Point, Point]:
        """From where to where it reaches."""
        if self.lock:
            return self.at, self.at
        if self.opening is not None:
            return self.opening.opening.a, self.opening.opening.b
        assert self.part is not None
        return self.part.a, self.part.b

    @property
    def name(self) -> str:
        """What it is called."""
        if self.opening is not None:
            return f"the lock of {self.opening.name}" if self.lock else self.opening.name
        assert self.part is not None
        return parts.wall_name(self.piece, self.part.wall)

    @property
    def is_between(self) -> bool:
        """Whether it is wall between two sections, at which nobody gets from outside."""
        return self.part is not None and self.part.wall >= parts.INNER

    @property
    def storey(self) -> int:
        """On which storey of a house that is played by sections. (BLD-SECT-01)"""
        if self.opening is not None:
            return self.opening.opening.storey
        assert self.part is not None
        return parts.storey_of(self.piece, self.part.wall)

    @property
    def toughness(self) -> int:
        """What a damage roll is made against. (BLD-WALL-07, BLD-WALL-14)"""
        if self.lock:
            return locks.LOCK_T
        if self.opening is not None:
            return materials.of_opening(self.opening.opening).toughness
        return materials.of_wall(self.piece).toughness

    @property
    def left(self) -> int:
        """Points until it is gone: of a door, or of the section of wall."""
        if self.lock:
            return 1
        if self.opening is not None:
            return materials.of_opening(self.opening.opening).points - self.opening.opening.lost
        assert self.part is not None
        whole = parts.section_points(self.piece, self.part.wall, self.part.section)
        return whole - parts.lost(self.piece, self.part.wall, self.part.section)

    @property
    def rule(self) -> str:
        """The table that says what it withstands."""
        if self.lock:
            return "BLD-LOCK-03"
        return "BLD-WALL-14" if self.opening is not None else "BLD-WALL-08"


def aim_of(state: GameState, at: AtWall, *, within: bool = False) -> WallAim | None:
    """What that is on the table as it stands; who is `within` gets at doors and walls between sections as well."""
    piece = next((p for p in state.terrain if p.id == at.terrain and p.has_doors), None)
    if piece is None:
        return None
    if at.opening is not None:
        found = (openings.find_any if within else openings.find)(state, at.terrain, at.opening)
        return WallAim(piece, found, None) if found is not None else None
    if at.wall >= parts.INNER and not within:
        return None
    part = parts.part_of(piece, at.wall, at.part)
    return WallAim(piece, None, part) if part is not None and parts.stands(piece, part) else None


class AttackWall(AtWall, frozen=True, kw_only=True):
    """An attack by people on foot."""

    def aim(self, state: GameState) -> WallAim | None:
        """What that is on the table as it stands."""
        return aim_of(state, self)

    def other_floor(self, state: GameState, unit: Unit, piece: Terrain) -> Refusal | None:
        """It is on a floor that the unit is not on. (BLD-GEN-03)"""
        if is_on_its_floor(state, unit, piece):
            return None
        text = f"{piece.name} is laid out apart: nothing here is measured to it."
        return Refusal("other-floor", text, "BLD-GEN-03", "a wall, door or window of the floor that the unit is on")

    def no_target(self, state: GameState) -> Refusal | None:
        """Nothing there, or nothing left of it."""
        aim = self.aim(state)
        if aim is None:
            text = "There is no such wall, door or window."
            return Refusal("no-wall", text, RULE, "one of a house that is entered")
        out_of_reach = self.other_floor(state, state.units[self.unit], aim.piece)
        if out_of_reach is not None:
            return out_of_reach
        if aim.part is not None and armour_of(aim.piece) is not None:
            text = f"{aim.piece.name} has armour: its walls have hull points, not damage points."
            return Refusal("armoured", text, "BLD-GEN-04", "fire at the building, or at a door or window of it")
        if aim.part is not None and parts.is_fallen(aim.piece, aim.part.wall, aim.part.section):
            return Refusal("fallen", "That section lies in rubble.", "BLD-WALL-09", "a section that stands")
        if aim.opening is not None and aim.opening.opening.state == "broken":
            return Refusal("broken", f"{aim.name} stands broken open.", "BLD-WALL-14", "one that is whole")
        return None


def is_on_its_floor(state: GameState, unit: Unit, piece: Terrain) -> bool:
    """Whether places of a house are where the board shows them for a unit: on its own floor, or both on the ground.

    A flat roof has no walls to break. (BLD-GEN-03)
    """
    if piece.is_roof:
        return False
    floors = {floor.id for m in unit.alive if (floor := storeys.plan_at(state, m.at)) and upstairs.is_upper(floor)}
    return piece.id in floors if floors else not upstairs.is_upper(piece)


def carried(state: GameState, unit: Unit) -> list[Weapon]:
    return [state.weapons[w] for w in dict.fromkeys(w for m in unit.alive for w in m.weapons)]


def notes(state: GameState, aim: WallAim) -> tuple[str, ...]:
    """What is left of it, or of the inch where those count, and whom a fall would hit. (BLD-WALL-09, BLD-WALL-11)"""
    here = parts.left_of_inch(aim.piece, aim.part) if aim.part is not None and state.option("wall_parts") else aim.left
    inch = " of that inch" if aim.part is not None and state.option("wall_parts") else ""
    if aim.lock:
        return ("The door stays locked on this side, and works as before from the other.",)
    left = f"{here} damage point{'' if here == 1 else 's'}{inch} left."
    if aim.part is None or not damage.walls_fall(state, aim.piece):
        return (left,)
    counted = damage.beneath_section(state, aim.piece, aim.part.wall, aim.part.section)
    names = [f"{count} of {state.units[unit].name}" for unit, count in counted.items()]
    hit = f"If the section falls, Strength {aim.toughness} hits {', '.join(names)}." if names else ""
    return (left, hit) if hit else (left,)
