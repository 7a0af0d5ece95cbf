"""Which doors, stairs and sections lead to places far off. (BLD-DOOR-03, BLD-SECT-05, BLD-SMOV-01, BLD-TILE-03)"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from rules.arap.paths.building_interface import FarWaysInside, FarWaysThroughBuildings
from rules.arap.paths.faces import A_TEST_IN, OFF_IN
from rules.arap.terrain import ground
from rules.buildings import inside, leaping, storeys
from rules.buildings.carriers import broken_tubes, shafts
from rules.buildings.carriers.shafts import CarrierDoor
from rules.buildings.doors import openings
from rules.buildings.doors.openings import InWall
from rules.buildings.sections import graph
from rules.buildings.sections.graph import HouseSection
from rules.buildings.tiles import room
from rules.core.ids import SideId
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.lengths import along, between, distance, toward
from rules.geometry.ways.roadmap import TIGHT_IN, Doorway, Hall, Join
from rules.state import GameState
from rules.table.building import Opening
from rules.table.terrain import Terrain

SHUT_IN: Final = 3.0
"""Inches that opening a door, or finding out what lies behind a way on, is held to cost."""
LOCKED_IN: Final = 8.0
"""The same for who has no key."""
VAULT_IN: Final = 14.0
"""The same for a strong door."""
SECTION_IN: Final = 4.0
"""The same for going from section to section, a move each."""
RIDE_IN: Final = 6.0
"""The same for a ride in a lift or tube, whatever the level."""
DOUBT_IN: Final = 6.0
"""What it is held to cost more where nobody knows whether it works."""
JUMP_IN: Final = 8.0
"""The same for jumping out of an upper storey, without what each test costs."""
HIGHEST_JUMP_IN: Final = 6.0
UNKNOWN: Final = (-100.0, -100.0)
"""A place off the table for all that is not laid yet: behind any way on there may be the way to any other one."""
UNKNOWN_IN: Final = 15.0
"""The inches that such a way is held to take to there, and from there on."""
BEFORE_IN: Final = 1.0
"""How far before a way into a section somebody stands who goes in."""


class RoadsThroughStructures(FarWaysThroughBuildings):
    """What leads through structures."""

    def far_ways(self, state: GameState, side: SideId) -> FarWaysInside | None:
        """Shut doors, ways on of tiles, sections of houses and what joins them."""
        houses = tuple(graph.houses(state))
        on = room.ways_on(state)
        if not (state.interiors or houses or on):
            return None
        gates = [
            *_doors(state, side),
            *(Doorway(str(w.id), w.points[0], w.points[-1], SHUT_IN) for w in on if not w.blocked),
        ]
        rooms = [s for house in houses for s in graph.sections(house) if not s.room.storey]
        joins = [join for here in rooms for join in _joins(here)]
        joins += [Join("", w.leads, UNKNOWN, UNKNOWN_IN) for w in on if w.leads is not None and not w.blocked]
        joins += [*_rides(state), *_jumps(state)]
        floors = tuple(p.points for p in state.interiors if storeys.house_of(p))
        return FarWaysInside(tuple(gates), tuple(joins), tuple(Hall(s.room.points, s.middle) for s in rooms), floors)


def _doors(state: GameState, side: SideId) -> Iterator[Doorway]:
    for found in openings.openings(state):
        cost = _cost(found, side)
        if found.piece.has_interior and found.opening.kind == "door" and found.opening.is_shut and cost:
            yield Doorway(found.key, found.opening.a, found.opening.b, cost)


def _cost(found: InWall, side: SideId) -> float:
    """What opening it is held to cost a side; 0 for what nobody opens."""
    opening = found.opening
    if opening.state == "blocked":
        return 0.0
    if opening.state == "closed" or (opening.state == "locked" and _opens(opening, side)):
        return SHUT_IN
    return VAULT_IN if opening.secure else LOCKED_IN


def _opens(opening: Opening, side: SideId) -> bool:
    """Whether a side gets it unlocked from outside. (BLD-LOCK-03)"""
    lock = opening.lock_on(inner=False)
    return lock == "unlocked" or (lock == "works" and side in opening.keys)


def _joins(here: HouseSection) -> Iterator[Join]:
    """Ways in from the table, and to its neighbours, by their doors."""
    for way in graph.ways_in(here):
        if not way.storey and way.state != "blocked":
            toll = 0.0 if way.is_passable else LOCKED_IN
            at = _before(here.piece, way.at)
            yield Join(_key(here, way.opening), at, here.middle, SECTION_IN + toll, toll_in=toll)
    for link in graph.links_of(here):
        there = graph.section(here.piece, link.other(here.room.letter))
        if there is None or there.room.storey or link.kind == "drop" or link.state == "blocked":
            continue
        more = 0.0 if link.is_open else SHUT_IN if link.state == "closed" else LOCKED_IN
        yield Join(_key(here, link.opening), here.middle, there.middle, SECTION_IN + more, toll_in=more)


def _rides(state: GameState) -> Iterator[Join]:
    """From door to door of lifts and tubes that work, as far as anybody knows."""
    for door in shafts.doors(state):
        if door.carrier.state != "working":
            continue
        for to in shafts.others(state, door):
            if shafts.no_way(door, to) is None and broken_tubes.damaged(state, door, to) is None:
                cost = RIDE_IN + (DOUBT_IN if shafts.doubt_of(state, door) is not None else 0.0)
                yield Join(str(door.piece.id), _before_lift(state, door), _before_lift(state, to), cost, math.inf)


def _before_lift(state: GameState, door: CarrierDoor) -> Point:
    """Where somebody stands who waits at its doors: there, or a step from the walls beside them."""
    tried = [door.at, *(along(door.at, turn, ring) for ring in (0.6, 1.1, 1.6) for turn in range(0, 360, 45))]
    walls = [p for p in ground.table_of(state).pieces if p.terrain.going == "impassable"]
    free = (
        at
        for at in tried
        if not inside.is_parted(state, door.at, at)
        and all(not p.bounds.holds(at, 1.0) or rings.distance_to_ring(p.ring, at) > TIGHT_IN for p in walls)
    )
    return next(free, door.at)


def _jumps(state: GameState) -> Iterator[Join]:
    """Out of upper storeys, by what is open in their outer walls."""
    for plan in state.interiors:
        height = storeys.floor_in(plan.building.level) if plan.building is not None else 0.0
        if not storeys.house_of(plan) or height > HIGHEST_JUMP_IN:
            continue
        for way in leaping.edges_of(plan):
            middle, out = between(*way.edge, 0.5), leaping.outwards(way)
            x, y = storeys.shift_of(state, plan)
            foot = along(middle, out, OFF_IN)
            cost = JUMP_IN + A_TEST_IN * math.floor(height / max(0.1, state.scenario.jump_step_in))
            yield Join("", along(middle, out, -OFF_IN), (foot[0] + x, foot[1] + y), cost, math.inf)


def _key(here: HouseSection, opening: int | None) -> str:
    return f"{here.piece.id}:{opening}" if opening is not None else ""


def _before(house: Terrain, at: Point) -> Point:
    """Out of doors before a way in."""
    middle = rings.centroid(house.points)
    tried = [(at[0] + dx, at[1] + dy) for dx, dy in ((BEFORE_IN, 0), (-BEFORE_IN, 0), (0, BEFORE_IN), (0, -BEFORE_IN))]
    out = [p for p in tried if not rings.encloses(house.points, p) and rings.edge_distance(house.points, p) > 0.5]
    return max(out, key=lambda p: distance(p, middle), default=toward(middle, at, distance(middle, at) + BEFORE_IN))
