"""Where on the board a wall, door or way is that a unit acts on, what it meant by a press, what a fall would do there.

(BLD-WALL-01, BLD-WALL-09, BLD-DOOR-01)
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.shooting.building_interface import AtBuilding, AtPorts, AtSection, AtWall
from rules.buildings import upstairs
from rules.buildings.boarding import enter as boarding
from rules.buildings.boarding.enter import EnterHouse
from rules.buildings.breaking import damage
from rules.buildings.breaking.aim import WallAim, aim_of
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.breaking.strike import StrikeWall
from rules.buildings.bunkers import shoot as bunkers_shoot
from rules.buildings.bunkers.charge import ChargeBunker
from rules.buildings.bunkers.enter import EnterBunker
from rules.buildings.bunkers.shoot import ShootBuilding
from rules.buildings.doors import openings
from rules.buildings.doors.locks import AtDoor
from rules.buildings.doors.work import WorkDoor
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.enter import REACH_IN, DeployInSection, EnterSection, known_section
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.tiles.lay import LayTile, drawn_from
from rules.buildings.tiles.room import lie_of
from rules.buildings.walls import parts
from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.geometry.lengths import distance_to_segment, is_within
from rules.geometry.rings import Ring
from rules.progress import Action
from rules.state import GameState
from rules.table.terrain import Terrain

MEANT_IN: Final = 1.0
"""A press so near to a wall means it."""


class FallOfWall(NamedTuple):
    """What happens where a section of wall falls: its rubble, the ground in which it hits people, and those there."""

    rubble: Ring | None
    """None between two sections: nothing lies in either."""
    band: Ring
    struck: tuple[tuple[Point, float], ...]
    """Place and radius of each."""


class RingOfEntry(NamedTuple):
    """A place, and the inches round it that count."""

    at: Point
    reach_in: float


def place_of(state: GameState, action: Action) -> tuple[Point, Point] | None:
    """From where to where that is which an action is done to: a door, a section of wall, a way on."""
    if isinstance(action, AtWall):
        aim = _aim(state, action)
        if aim is None:
            return None
        return parts.section_ends(aim.piece, aim.part.wall, aim.part.section) if aim.part is not None else aim.ends
    if isinstance(action, EnterHouse):
        return boarding.ends_of(state, action)
    if isinstance(action, AtDoor | WorkDoor):
        found = openings.find(state, action.terrain, action.opening)
        return (found.opening.a, found.opening.b) if found is not None else None
    if isinstance(action, LayTile):
        way = next((p for p in state.terrain if p.id == action.way), None)
        return (way.points[0], way.points[-1]) if way is not None else None
    return None


def _aim(state: GameState, action: AtWall) -> WallAim | None:
    """What is attacked, a lock or a door between sections too."""
    return action.aim(state) if isinstance(action, StrikeWall | ShootWall) else aim_of(state, action)


def ring_of(state: GameState, action: Action) -> Ring | None:
    """The section, bunker or tile to be laid that an action is about, where that is a piece of ground."""
    if isinstance(action, LayTile):
        return _tile(state, action)
    if isinstance(action, GoToSection):
        own = occupants.house_of(state, state.units[action.unit])
        there = graph.section(own.piece, action.section) if own is not None else None
        return there.room.points if there is not None else None
    if isinstance(action, EnterSection | StormSection | AtSection | DeployInSection):
        here = known_section(state, action.terrain, action.section)
        return None if isinstance(here, Refusal) else here.room.points
    if isinstance(action, AtBuilding) and not isinstance(action, AtPorts):
        aimed = bunkers_shoot.aimed_at(state, action)
        return aimed.ring if aimed is not None else None
    if isinstance(action, AtBuilding | EnterBunker | ChargeBunker):
        return next((p.points for p in state.terrain if p.id == action.terrain), None)
    return None


def _tile(state: GameState, action: LayTile) -> Ring | None:
    """Where the next one would lie. (BLD-TILE-01)"""
    way, stack = next((p for p in state.terrain if p.id == action.way), None), state.scenario.tiles
    if way is None or way.leads is None or stack is None:
        return None
    return lie_of(stack, way, next(iter(drawn_from(state, way)), "")).ring


def reach_of(state: GameState, action: Action) -> RingOfEntry | None:
    """From how near a way into a house counts as having gone in. (BLD-DOOR-11)"""
    found = action.way_in(state) if isinstance(action, EnterHouse) else None
    return RingOfEntry(found[1].at, REACH_IN) if found is not None else None


def spot_of(state: GameState, action: Action) -> Point | None:
    """The very inch of wall that is struck."""
    aim = _aim(state, action) if isinstance(action, AtWall) else None
    return aim.at if aim is not None and aim.part is not None else None


def fall_of(state: GameState, action: Action) -> FallOfWall | None:
    """What a fall of the section that is attacked would do, at tables where walls fall. (BLD-WALL-09)"""
    aim = _aim(state, action) if isinstance(action, AtWall) else None
    if aim is None or aim.part is None or not damage.walls_fall(state, aim.piece):
        return None
    ends = parts.section_ends(aim.piece, aim.part.wall, aim.part.section)
    near = damage.under(state, aim.piece, aim.part.wall, aim.part.section)
    struck = (state.units[unit].model(model) for unit, models in near.items() for model in models)
    between = parts.divides(aim.piece, aim.part.wall) is not None
    return FallOfWall(
        rubble=None if between else parts.rubble(aim.piece, ends, half=upstairs.is_upper(aim.piece)),
        band=damage.band(ends),
        struck=tuple((m.at, state.profile(m).base_radius_in) for m in struck),
    )


def meant(state: GameState, action: Action, at: Point) -> Action:
    """The same attack on the door, window or inch of wall that is pressed; as it was where there is none."""
    if not isinstance(action, AtWall):
        return action
    within = isinstance(action, StrikeWall | ShootWall) and state.units[action.unit].housed
    every = openings.every_opening(state) if within else openings.openings(state)
    doors = [o for o in every if o.opening.is_shut]
    near = [(distance_to_segment(at, o.opening.a, o.opening.b), o) for o in doors]
    off, door = min(near, key=lambda each: each[0], default=(MEANT_IN + 1, None))
    if door is not None and is_within(off, MEANT_IN / 2):
        return replace(action, terrain=door.piece.id, opening=door.number).as_pressed(state)
    houses = [(parts.nearest(p, at, _storey(action, p)), p) for p in state.terrain if p.has_doors]
    if within:
        inner = ((parts.nearest_dividing(p, at, _storey(action, p)), p) for _, p in houses)
        houses += [(part, p) for part, p in inner if part is not None]
    found = [(distance_to_segment(at, part.a, part.b), part, piece) for part, piece in houses]
    off, part, piece = min(found, key=lambda each: each[0])
    if not is_within(off, MEANT_IN):
        return action
    return replace(action, terrain=piece.id, opening=None, wall=part.wall, part=part.number).as_pressed(state)


def _storey(action: AtWall, piece: Terrain) -> int:
    """The storey of the wall that it is about already, of the same house. (BLD-SECT-01)"""
    return parts.storey_of(piece, action.wall) if action.terrain == piece.id and action.opening is None else 0


class TakersSummary(NamedTuple):
    """Who of a unit could take part in an attack on a building, and who does."""

    able: frozenset[ModelId]
    going: frozenset[ModelId]


def takers(state: GameState, action: Action) -> TakersSummary | None:
    """Of blows at a wall or door, and of fire at one or at a building; None for anything else, or what is refused."""
    if not isinstance(action, StrikeWall | ShootWall | ShootBuilding) or action.check(state) is not None:
        return None
    every = replace(action, models=())
    return TakersSummary(_taking(state, every), _taking(state, action))


def _taking(state: GameState, action: StrikeWall | ShootWall | ShootBuilding) -> frozenset[ModelId]:
    if isinstance(action, StrikeWall):
        return frozenset(action.strikers(state))
    return frozenset(f.model.id for f in action.plan(state).firings)


def by_all(action: Action) -> Action:
    """The same attack by all who can."""
    return replace(action, models=()) if isinstance(action, StrikeWall | ShootWall | ShootBuilding) else action


def strikes(action: Action) -> bool:
    """Whether an attack is made hand to hand."""
    return isinstance(action, StrikeWall)


def plants(action: Action) -> bool:
    """Whether an attack on a wall is made with charges. (ARAP-CCG-03)"""
    return isinstance(action, StrikeWall) and action.plant


def planted(action: Action) -> Action:
    """The same attack with charges by those who carry any."""
    return replace(action, plant=True) if isinstance(action, StrikeWall) else action


def may_use_both(state: GameState, action: Action) -> bool:
    """Whether blows at a wall could be struck with several weapons at once. (ARAP-MELEE-04)"""
    return isinstance(action, StrikeWall) and action.may_use_both(state)


def with_both(action: Action) -> Action:
    """The same blows with several weapons by those who carry them."""
    return replace(action, several=True) if isinstance(action, StrikeWall) else action


def name_of(state: GameState, action: Action) -> str:
    """What an attack is made on, in words."""
    aim = _aim(state, action) if isinstance(action, AtWall) else None
    return aim.name if aim is not None else ""
