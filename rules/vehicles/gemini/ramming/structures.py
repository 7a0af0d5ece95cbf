"""Walls, buildings and bunkers that vehicles run into. (VEH-RAM-08, VEH-OLD-01, VEH-OLD-03, VEH-DOZ-02)"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.damage.building_interface import ArmourBlow, ArmourOfBuildings
from rules.arap.damage.wounds_and_saves import wound_goal
from rules.core.ids import TerrainId
from rules.core.preview import Chance, ShotLine
from rules.dice.odds import chance_high
from rules.dice.odds.armour import Penetration, penetration_odds
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import along
from rules.geometry.rings import rectangle
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table import ruins
from rules.table.terrain import Terrain
from rules.vehicles.gemini import version_1
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.first_contact import HullContact
from rules.vehicles.gemini.motion.impact import (
    Force,
    impact_strength,
    is_old,
    is_tank,
    old_strength,
    older_first,
    ram_strength,
)
from rules.vehicles.gemini.ramming import blows as ramming_blows
from rules.vehicles.gemini.ramming.blows import ANY_AP, RamBlow, chance
from rules.vehicles.shared.damage.penetration import class_of
from rules.vehicles.shared.hull import FACE, armour_of, posed

BRICK_T: Final = 8
WALL_POINTS: Final = 7
"""Brick and stone, and what most building walls take. (BLD-WALL-07, BLD-WALL-08)"""
SECTION_IN: Final = 6.0
RUBBLE_IN: Final = 3.0
"""Rubble of a fallen section. (BLD-WALL-09, BLD-WALL-10)"""


class Structure(NamedTuple):
    """What a solid piece withstands: Toughness and damage points, or an armour value and hull points."""

    toughness: int
    armour: int
    left: int
    """Points that are left."""
    name: str = ""
    """What of a building is struck."""
    own: bool = False
    """Whether the building itself knows what its walls have lost. (BLD-WALL-06)"""


def structure_of(state: GameState, piece: Terrain, at: Point | None = None) -> Structure | None:
    """What can be done to a piece by ramming it, `at` a place; None for ground that is merely in the way."""
    buildings = building_interface.ask(ArmourOfBuildings)
    armour = buildings.armour(state, piece, at or piece.points[0])
    if armour is not None:
        return Structure(0, armour.av, armour.left, armour.name)
    wall = buildings.wall_at(piece, at or piece.points[0])
    if wall is not None:
        return Structure(wall.toughness, 0, wall.left, wall.name, own=wall.keeps_count)
    if piece.toughness or piece.look in ("building", "wall", "hedge"):
        return Structure(piece.toughness or BRICK_T, 0, (piece.points_of_damage or WALL_POINTS) - piece.damage)
    return None


class WallStruck(Event, frozen=True, kw_only=True, tag="WallStruck"):
    """A vehicle has struck a wall; it lost so many damage points. (VEH-RAM-08)"""

    terrain: TerrainId
    lost: int
    left: int

    def evolve(self, state: GameState) -> GameState:
        """The piece bears the damage."""
        return _changed(state, self.terrain, lambda p: replace(p, damage=p.damage + self.lost))

    def sentence(self, state: GameState) -> str:
        """What is left of it."""
        called = _piece(state, self.terrain).called
        name = called[:1].upper() + called[1:]
        if not self.lost:
            return f"{name} stands unharmed"
        return f"{name} loses {self.lost} damage point{'' if self.lost == 1 else 's'}, {self.left} left"


class WallFallen(Event, frozen=True, kw_only=True, tag="WallFallen"):
    """A wall has lost all its damage points: it, or the section of the building that was struck, lies in rubble."""

    terrain: TerrainId
    rubble: Terrain | None = None
    """The section that fell; None if the whole piece did."""
    left: Terrain | None = None
    """The piece as it is now."""

    def evolve(self, state: GameState) -> GameState:
        """What is left of it, and rubble where a section stood."""
        left = self.left or version_1.fallen(_piece(state, self.terrain), self.rubble)
        state = _changed(state, self.terrain, lambda _: left)
        return state.add_terrain(self.rubble) if self.rubble else state

    def sentence(self, state: GameState) -> str:
        """What fell."""
        name = _piece(state, self.terrain).called
        whole = self.rubble is None
        return f"{name[:1].upper()}{name[1:]} is knocked down" if whole else f"A section of {name} is knocked down"


def _piece(state: GameState, terrain: TerrainId) -> Terrain:
    return next(p for p in state.terrain if p.id == terrain)


def piece_of(state: GameState, contact: HullContact) -> Terrain | None:
    """The piece that was struck, if it still is on the table."""
    name = (contact.terrain or "").partition("~")[0]
    return next((p for p in state.terrain if p.id == name), None)


def _changed(state: GameState, terrain: TerrainId, change: Callable[[Terrain], Terrain]) -> GameState:
    return replace(state, terrain=tuple(change(p) if p.id == terrain else p for p in state.terrain))


def _fallen(piece: Terrain, rubble: Terrain | None) -> Terrain:
    """A building without the section that fell; what fell whole is very difficult ground. (BLD-WALL-09, -10)"""
    return (
        ruins.fallen(piece) if rubble is None else replace(piece, damage=0, breaches=(*piece.breaches, rubble.points))
    )


# -- the blows -----------------------------------------------------------------------------------------------------


def force_on(state: GameState, rammer: Unit, contact: HullContact, speed_in: float) -> Force:
    """Strength on the structure, and the strength that comes back at the vehicle. (VEH-RAM-08, VEH-OLD-01)"""
    profile = profile_of(state, rammer)
    av = armour_of(profile, FACE[contact.face]).av
    structure = _met(state, rammer, contact)
    if structure is not None and structure.armour:
        out = impact_strength(state, av, speed_in, tank=is_tank(profile))
        return Force(out, impact_strength(state, structure.armour, speed_in, tank=True))
    if is_old(state):
        return old_strength(av, speed_in)
    return Force(ram_strength(av, speed_in, tank=is_tank(profile)), ram_strength(None, speed_in))


def strike(progress: Progress, rammer: Unit, contact: HullContact, speed_in: float) -> None:
    """The structure takes its blow, and the vehicle what comes back. (VEH-RAM-08)"""
    piece, structure = piece_of(progress.state, contact), _met(progress.state, rammer, contact)
    if piece is None or structure is None:
        return
    force = force_on(progress.state, rammer, contact, speed_in)
    bladed = profile_of(progress.state, rammer).dozer == contact.face
    if structure.armour:
        _strike_armour(progress, rammer, contact, piece, structure, force.strength)
    else:
        _strike_wall(progress, rammer, contact, piece, structure, force.strength)
    back = force.reflected
    if bladed and not structure.armour:
        back = ramming_blows.less_the_blade(progress, rammer, back)
    if back or (not is_old(progress.state) and not bladed):
        armour = armour_of(profile_of(progress.state, rammer), FACE[contact.face])
        rules = ("VEH-OLD-01",) if is_old(progress.state) and not structure.armour else ("VEH-RAM-08",)
        ramming_blows.land(progress, [RamBlow(rammer.id, armour, back)], rules, None)


def _strike_wall(
    progress: Progress, rammer: Unit, contact: HullContact, piece: Terrain, structure: Structure, strength: int
) -> None:
    """Strength against Toughness; D6 damage points if it is damaged. (VEH-RAM-08, BLD-WALL-06)"""
    old = ("VEH-OLD-01",) if is_old(progress.state) else ()
    rules = older_first(progress.state, ("VEH-RAM-08", "ARAP-DMG-01", *old))
    goal = wound_goal(structure.toughness, strength)
    name = structure.name or piece.called
    why = f"{rammer.name} into {name}: Strength {strength} against Toughness {structure.toughness}"
    rolled = progress.roll("to-wound", sense="high", goal=goal, unit=rammer.id, why=why, rules=rules)
    lost = 0
    if rolled.successes:
        of = older_first(progress.state, ("VEH-RAM-08", "BLD-WALL-06", *old))
        lost = progress.roll_sum("structure-dp", 1, unit=rammer.id, why=name, rules=of).dice[0]
    if lost and structure.own:
        at = struck_at(progress.state, rammer, contact)
        cited = ("VEH-RAM-08", "BLD-WALL-06", *old)
        building_interface.ask(ArmourOfBuildings).take_points(progress, piece, at, lost, rammer.id, cited)
        return
    left = max(0, structure.left - lost)
    side = rammer.side
    progress.emit(
        WallStruck(
            side=side, terrain=piece.id, lost=lost, left=left, rules=older_first(progress.state, ("VEH-RAM-08", *old))
        )
    )
    if not left:
        rubble = None if piece.line or piece.look != "building" else _section(progress.state, rammer, contact, piece)
        fallen = _fallen(_piece(progress.state, piece.id), rubble)
        progress.emit(WallFallen(side=side, terrain=piece.id, rubble=rubble, left=fallen, rules=("VEH-RAM-08",)))
        if _falls_on_people(progress.state, piece):
            path = _falls_along(progress.state, rammer, contact, piece)
            buildings = building_interface.ask(ArmourOfBuildings)
            buildings.wall_falls(progress, piece, path, structure.toughness, rammer.id)


def _falls_on_people(state: GameState, piece: Terrain) -> bool:
    """Whether its fall hits who is near: walls do, from version 10 on; hedges do not. (BLD-WALL-09)"""
    return piece.look in ("building", "wall") and not state.is_older_than("10")


def _falls_along(state: GameState, rammer: Unit, contact: HullContact, piece: Terrain) -> tuple[Point, ...]:
    """Where the wall stands that would fall: all of a wall, six inches of a building. (BLD-WALL-09)"""
    if piece.line:
        return piece.points
    if piece.look != "building":
        return (*piece.points, piece.points[0])
    x, y = struck_at(state, rammer, contact)
    dx, dy = (SECTION_IN / 2, 0.0) if _is_across(contact) else (0.0, SECTION_IN / 2)
    return ((x - dx, y - dy), (x + dx, y + dy))


def _is_across(contact: HullContact) -> bool:
    """Whether the wall that is struck runs rather from left to right."""
    return abs(contact.course % 180 - 90) > 45


def _met(state: GameState, rammer: Unit, contact: HullContact) -> Structure | None:
    """What the hull strikes of a structure, where it strikes."""
    piece = piece_of(state, contact)
    return structure_of(state, piece, struck_at(state, rammer, contact)) if piece is not None else None


def _section(state: GameState, rammer: Unit, contact: HullContact, piece: Terrain) -> Terrain:
    """Six inches of wall by three, where it was struck. (BLD-WALL-09)"""
    x, y = struck_at(state, rammer, contact)
    width, depth = (SECTION_IN, RUBBLE_IN) if _is_across(contact) else (RUBBLE_IN, SECTION_IN)
    points = rectangle(x - width / 2, y - depth / 2, width, depth)
    return ruins.rubble(state.new_terrain_id("rubble"), piece.called, points)


def struck_at(state: GameState, rammer: Unit, contact: HullContact) -> Point:
    """The point of the hull that strikes."""
    hull = posed(state, rammer, contact.pose)
    return along(hull.centre, contact.course, hull.length / 2)


def _strike_armour(
    progress: Progress, rammer: Unit, contact: HullContact, piece: Terrain, structure: Structure, strength: int
) -> None:
    """A standing vehicle; what goes through is read in the bunkers' own table. (VEH-OLD-03, BLD-BUNK-06 to -09)"""
    dice = _dice(progress.state, rammer, contact)
    rules = ("VEH-OLD-03", *(("VEH-DOZ-03",) if dice == 2 else ()))
    name = structure.name or piece.called
    why = f"{rammer.name} into {name}: Strength {strength} against {structure.armour}"
    need = structure.armour - strength
    rolled = progress.roll_sum("ram-penetration", dice, goal=need, low=False, unit=rammer.id, why=why, rules=rules)
    total = strength + sum(rolled.dice)
    kind = class_of(total, structure.armour, "normal")
    at = struck_at(progress.state, rammer, contact)
    blow = ArmourBlow(total=total, kind=kind, at=at, by=rammer.id, rules=rules)
    building_interface.ask(ArmourOfBuildings).take_blow(progress, piece, blow)


# -- what it may bring ---------------------------------------------------------------------------------------------


def lines(state: GameState, rammer: Unit, contact: HullContact, speed_in: float) -> tuple[ShotLine, ...]:
    """What would happen to the structure and to the vehicle, with exact chances."""
    piece, structure = piece_of(state, contact), _met(state, rammer, contact)
    if piece is None or structure is None:
        return ()
    force = force_on(state, rammer, contact, speed_in)
    armour = armour_of(profile_of(state, rammer), FACE[contact.face])
    absorbed = _absorbs(state, rammer, contact, structure)
    back = ramming_blows.line(state, RamBlow(rammer.id, armour, force.reflected, absorbed=absorbed))
    line = _line_on(piece, structure, force.strength, _dice(state, rammer, contact))
    fall = _fall(state, rammer, contact, piece, structure)
    return (replace(line, notes=(*line.notes, *fall)), back)


def _fall(
    state: GameState, rammer: Unit, contact: HullContact, piece: Terrain, structure: Structure
) -> tuple[str, ...]:
    """Whom the wall would hit if it fell; the vehicle, which stands at it, too. (BLD-WALL-09)"""
    spared = state.is_older_than("9")  # vehicles were, and with them whoever rammed it
    if structure.armour or spared or not (structure.own or _falls_on_people(state, piece)):
        return ()
    at, path = struck_at(state, rammer, contact), _falls_along(state, rammer, contact, piece)
    near = building_interface.ask(ArmourOfBuildings).beneath(state, piece, at, path)
    if near is None:
        return ()
    others = [f"{count} of {state.units[unit].name}" for unit, count in near.items() if unit != rammer.id]
    return (f"if it falls, Strength {structure.toughness} hits {', '.join([*others, f'{rammer.name} itself'])}",)


def chances(state: GameState, rammer: Unit, contact: HullContact, speed_in: float) -> Iterator[Chance]:
    """What the impact does to the structure, by name, and then to the vehicle."""
    piece, structure = piece_of(state, contact), _met(state, rammer, contact)
    if piece is None or structure is None:
        return
    force = force_on(state, rammer, contact, speed_in)
    name = structure.name or piece.called
    if structure.armour:
        odds = _odds(structure, force.strength, _dice(state, rammer, contact))
        yield chance(f"{name} damaged", odds.glancing + odds.penetrating)
        yield chance(f"{name} penetrated", odds.penetrating)
    else:
        hurt = chance_high(wound_goal(structure.toughness, force.strength))
        yield chance(f"{name} damaged", hurt)
        yield chance(f"{name} gives way", hurt * Fraction(max(0, 7 - max(1, structure.left)), 6))
    armour = armour_of(profile_of(state, rammer), FACE[contact.face])
    absorbed = _absorbs(state, rammer, contact, structure)
    yield from ramming_blows.suffered(state, RamBlow(rammer.id, armour, force.reflected, absorbed=absorbed))


def _absorbs(state: GameState, rammer: Unit, contact: HullContact, structure: Structure) -> bool:
    """Whether a dozer blade takes some of what comes back: of a wall, not of armour. (VEH-DOZ-02)"""
    return not structure.armour and profile_of(state, rammer).dozer == contact.face


def _odds(structure: Structure, strength: int, dice: int) -> Penetration:
    return penetration_odds(strength, structure.armour, "melta" if dice == 2 else "normal", ap=ANY_AP)


def _dice(state: GameState, rammer: Unit, contact: HullContact) -> int:
    return 2 if profile_of(state, rammer).dozer == contact.face else 1


def _line_on(piece: Terrain, structure: Structure, strength: int, dice: int) -> ShotLine:
    if not structure.armour:
        goal = wound_goal(structure.toughness, strength)
        return _line(
            piece,
            structure,
            strength,
            goal,
            (chance("damaged", chance_high(goal)),),
            f"Toughness {structure.toughness}",
        )
    odds = _odds(structure, strength, dice)
    chances = (chance("glances", odds.glancing), chance("penetrates", odds.penetrating))
    return _line(piece, structure, strength, structure.armour - strength, chances, f"armour {structure.armour}")


def _line(
    piece: Terrain, structure: Structure, strength: int, goal: int, chances: tuple[Chance, ...], against: str
) -> ShotLine:
    left = max(0, structure.left)
    kind = "hull" if structure.armour else "damage"
    return ShotLine(
        weapon="impact",
        name=f"Impact on {structure.name or piece.called}",
        shooters=0,
        shots=1,
        goal=goal,
        goal_text=f"{max(goal, 1 if structure.armour else 2)} or more",
        modifiers=(),
        chances=chances,
        notes=(f"Strength {strength} against {against}", f"{left} {kind} point{'' if left == 1 else 's'} left"),
    )


EVENTS: tuple[type[Event], ...] = (WallStruck, WallFallen)
