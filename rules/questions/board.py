"""What the board shows beside models: who sees whom, what lies where, who holds what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules import rulesets
from rules.arap.rulings.exits import closed_exits as _closed_exits
from rules.arap.shooting.vehicle_interface import HullsUnderFire, WeaponsOfHulls
from rules.arap.sight.lines import Lines, in_view
from rules.arap.terrain.ground import terrain_at
from rules.arap.turn import victory
from rules.arap.units.vehicle_interface import VehiclesInFormation
from rules.arap.vehicle_interface import ask
from rules.buildings import inside, storeys
from rules.buildings.carriers import shafts
from rules.buildings.doors.openings import every_opening
from rules.buildings.tiles import lay as tiles_lay
from rules.buildings.tiles import room as tiles_room
from rules.buildings.tiles import rulings as tile_rulings
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.kept import once
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.questions.scenarios import enters_houses
from rules.state import GameState
from rules.table.scenario import Objective
from rules.table.terrain import Terrain
from rules.vehicles.shared.shooting.hit_lines import hidden_words


class ClearLine(NamedTuple):
    """A member with a clear line to somebody: where both are, and whether it faces that way."""

    model: ModelId
    start: Point
    end: Point
    faces: bool


def clear_lines(state: GameState, unit: Unit, other: Unit) -> Iterator[ClearLine]:
    """For each member the nearest of the other unit that it has a clear line to, if any, whichever way it faces."""
    for model in unit.alive:
        end = _nearest_clear(state, unit, model, other)
        if end is not None:
            yield ClearLine(model.id, model.at, end, in_view(model.facing, model.at, end))


def _nearest_clear(state: GameState, unit: Unit, model: Model, other: Unit) -> Point | None:
    lines = Lines(state, (model.at,), other, but=(unit.id,))
    by_distance = sorted(other.alive, key=lambda m: distance(model.at, m.at))
    return next((target.at for target in by_distance if lines.sight(model, target).clear), None)


def hidden_of_hull(state: GameState, unit: Unit, other: Unit) -> str:
    """How much of another unit's hull terrain hides from the members or mounts of the first: "20 to 60%".

    "nothing" where all of it is open, no word of who is no hull. (VEH-COV-01)
    """
    if not other.is_vehicle:
        return ""
    places = ask(state, WeaponsOfHulls).mounts(state, unit) if unit.is_vehicle else unit.alive
    hulls = ask(state, HullsUnderFire)
    return hidden_words([hulls.hidden_share(state, other, each.at) for each in places]) or "nothing"


def ground_at(state: GameState, at: Point) -> tuple[Terrain, ...]:
    """The pieces of ground at a place."""
    return terrain_at(state, at)


def ground_words(state: GameState, piece: Terrain) -> str:
    """What a piece of terrain does in the game that is played, as written under its name."""
    return rulesets.of(state).ground_words(piece)


def holder(state: GameState, objective: Objective) -> SideId | None:
    """Who holds an objective now."""
    return victory.holder(state, objective)


def pulled_behind(state: GameState, unit: Unit, at: Point, facing: float) -> list[tuple[Unit, Hull]]:
    """The sections that a drive section pulls, in a straight line behind it where it would stand so."""
    return ask(state, VehiclesInFormation).lined_up(state, unit, at, facing)


def named_openings(state: GameState) -> tuple[tuple[str, str, str], ...]:
    """Doors and windows that may be ruled on: key, name and state of each. (BLD-LOCK-03, BLD-DOOR-08)"""
    return tuple((o.key, o.name, o.opening.state) for o in every_opening(state))


def carriers(state: GameState) -> tuple[tuple[str, str, str, int], ...]:
    """Lifts and tubes: the id of a door of each, its name, whether it works, what it holds. (BLD-LIFT-02, -06)"""
    shown = {door.carrier.shaft: door for door in reversed(list(shafts.doors(state)))}
    return tuple(
        (str(d.piece.id), d.piece.name or d.carrier.shaft, d.carrier.state, d.carrier.capacity) for d in shown.values()
    )


class OnFloor(NamedTuple):
    """A unit with members on a floor."""

    side: SideId
    unit: UnitId
    name: str
    models: int = 0
    """How many of it are there, where others of it are elsewhere."""
    lift: str = ""
    """In the car of which lift it waits to get out there. (BLD-LIFT-04, BLD-LIFT-05, BLD-LIFT-07)"""


class FloorSummary(NamedTuple):
    """One floor of a house for the storey switcher: its level, where its plan lies, who stands on it. (BLD-LEVEL-02)"""

    level: int
    height_in: float
    plan: TerrainId
    name: str
    at: Point
    units: tuple[OnFloor, ...]
    """Those that this state knows of."""
    is_roof: bool = False


class HouseSummary(NamedTuple):
    """A house of several floors, the top one first."""

    name: str
    floors: tuple[FloorSummary, ...]

    @property
    def storeys(self) -> int:
        """How many floors lie under its roof."""
        return sum(not floor.is_roof for floor in self.floors)


def houses(state: GameState) -> tuple[HouseSummary, ...]:
    """Houses with floors that are laid out apart, for the storey switcher. (BLD-GEN-03, BLD-LEVEL-01)"""
    found = []
    for piece in state.terrain if enters_houses(state) else ():
        floors = storeys.floors_of(state, piece) if piece.has_interior and not storeys.house_of(piece) else ()
        if len(floors) > 1:
            found.append(HouseSummary(piece.name, tuple(_floor(state, p) for p in reversed(floors))))
    return tuple(found)


def _floor(state: GameState, plan: Terrain) -> FloorSummary:
    level = plan.building.level if plan.building is not None else 1
    box = rings.bounds(plan.points)
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    units = tuple(
        OnFloor(u.side, u.id, u.name, 0 if len(here) == len(u.alive) else len(here))
        for u, here in inside.those_inside(state, plan)
    )
    units += tuple(_in_lifts(state, plan))
    return FloorSummary(level, storeys.floor_in(level), plan.id, plan.name, middle, units, plan.is_roof)


def _in_lifts(state: GameState, plan: Terrain) -> Iterator[OnFloor]:
    """Those in the cars of lifts who get out on that floor, or are stuck there."""
    doors = {
        p.id: p for p in state.terrain if p.carrier is not None and rings.holds(plan.points, rings.centroid(p.points))
    }
    for unit in state.units.values():
        if unit.lift is not None and unit.lift.door in doors and not unit.is_gone:
            yield OnFloor(unit.side, unit.id, unit.name, lift=doors[unit.lift.door].name or "a lift")


def parted(state: GameState, unit: Unit) -> Mapping[ModelId, str]:
    """The upper floor that each member is on, "" on the ground; nothing for a unit that is on one plan. (BLD-LEVEL-02)

    Upper floors lie beside their house: what is drawn round such a unit must not run from plan to plan.
    """
    plans = _upper_floors(state)
    if not plans or unit.is_vehicle:
        return {}
    found = {m.id: next((str(p.id) for p in plans if rings.holds(p.points, m.at)), "") for m in unit.alive}
    return found if len(set(found.values())) > 1 else {}


@once
def _upper_floors(state: GameState) -> tuple[Terrain, ...]:
    return tuple(p for p in state.interiors if storeys.house_of(p))


def closed_exits(state: GameState) -> tuple[Terrain, ...]:
    """Secret exits that nobody has opened yet, of those that this state knows of."""
    return _closed_exits(state)


class TilesSummary(NamedTuple):
    """The ways on of a table of tiles with their names, the shapes that are left, what may be ruled."""

    ways: tuple[tuple[str, str], ...]
    shapes: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...]


def tiles(state: GameState) -> TilesSummary:
    """What the host may rule about tiles. (BLD-TILE-03)"""
    ways = tuple(
        (str(way.id), f"Way {n}: {tiles_lay.heading(way)}{', blocked' if way.blocked else ''}")
        for n, way in enumerate(tiles_room.ways_on(state), 1)
    )
    return TilesSummary(ways, tuple(tiles_room.left(state)), tuple(tile_rulings.WORDS.items()))
