"""Doors, windows and walls near the unit in hand, to shoot at and to strike. (BLD-WALL-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.building_interface import AtWall
from rules.arap.units import weapons as units_weapons
from rules.buildings import upstairs
from rules.buildings.breaking import from_inside
from rules.buildings.breaking.aim import WallAim, carried, is_on_its_floor
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.breaking.strike import REACH_IN, StrikeWall
from rules.buildings.doors import openings
from rules.buildings.walls import parts
from rules.core.ids import SideId
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance_to_segment, is_within
from rules.offers import Offer, offered
from rules.state import GameState
from rules.table.terrain import Terrain

MOST_OFFERED: Final = 4


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: the doors, windows and walls near it, to shoot at and to strike."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    if state.units[active].housed:
        yield from _from_inside(state, state.units[active])
    if not shoot_at_spot.fires_out(state.units[active]):
        return
    state = shoot_at_spot.by_hull(state, active)
    unit = state.units[active]
    reach = units_weapons.longest(carried(state, unit))
    for target in _targets(state, unit):
        aim = target.aim(state)
        if aim is not None:
            near = min(distance_to_segment(m.at, *aim.ends) for m in unit.alive)
            yield from _blow(state, unit, target, aim, near)
            yield from _shot(state, unit, target, aim, near, reach)
    for target, aim, near in _far(state, unit):
        yield from _shot(state, unit, target, aim, near, reach)


def _from_inside(state: GameState, unit: Unit) -> Iterator[Offer]:
    """What those in a section may strike and fire at. (BLD-SECT-01)"""
    for found in from_inside.targets(state, unit):
        target = StrikeWall(
            side=unit.side,
            unit=unit.id,
            terrain=found.terrain,
            opening=found.opening,
            wall=found.wall,
            part=found.part,
        )
        aim = target.aim(state)
        if aim is not None:
            yield from _blow(state, unit, target, aim, 0.0)
            yield from _shot(state, unit, target, aim, 0.0, units_weapons.longest(carried(state, unit)))


def _far(state: GameState, unit: Unit) -> Iterator[tuple[StrikeWall, WallAim, float]]:
    """Those of other floors, as they truly are, and how far off."""
    for target in _above(state, unit):
        aim = target.aim(state)
        if aim is not None:
            yield target, aim, min(distance_to_segment(m.at, *aim.ends) for m in unit.alive)
    for target in _upstairs(state, unit):
        aim = target.aim(state)
        found = upstairs.at_wall(state, unit, aim.piece) if aim is not None else None
        true = target.aim(found) if isinstance(found, GameState) else None
        if true is not None and isinstance(found, GameState):
            yield target, true, min(distance_to_segment(m.at, *true.ends) for m in found.units[unit.id].alive)


def in_reach(state: GameState, unit: Unit, reach_in: float) -> Iterator[tuple[str, AtWall]]:
    """What a unit may fire at from where it is, each with its name."""
    for target in _targets(state, unit):
        aim = target.aim(state)
        if aim is not None and is_within(min(distance_to_segment(m.at, *aim.ends) for m in unit.alive), reach_in):
            yield aim.name, target
    yield from ((aim.name, target) for target, aim, near in _far(state, unit) if is_within(near, reach_in))


def _blow(state: GameState, unit: Unit, target: StrikeWall, aim: WallAim, near: float) -> Iterator[Offer]:
    """Of those within an inch, for who is on foot."""
    if unit.aboard is None and is_within(near, REACH_IN):
        yield offered(state, target, kind="strike-wall", unit=unit.id, ap=1, label=f"Strike {aim.name}")
        planting = replace(target, plant=True)
        if planting.check(state) is None:
            label = f"Plant charges on {aim.name}"
            yield offered(state, planting, kind="strike-wall", unit=unit.id, ap=1, label=label)


def _shot(state: GameState, unit: Unit, target: StrikeWall, aim: WallAim, near: float, reach: float) -> Iterator[Offer]:
    """In reach of what the unit carries, where that can hurt it."""
    if not is_within(near, reach):
        return
    shot = ShootWall(
        side=unit.side,
        unit=unit.id,
        terrain=target.terrain,
        opening=target.opening,
        wall=target.wall,
        part=target.part,
    )
    if shot.check(state) is None:
        ap = shot.plan(state).ap
        yield Offer(kind="shoot-wall", unit=unit.id, ap=ap, label=f"Shoot at {aim.name}", action=shot)
    at_lock = replace(shot, lock=True)
    if aim.opening is not None and aim.opening.opening.state == "locked" and at_lock.check(state) is None:
        label = f"Shoot at the lock of {aim.opening.name}"
        yield Offer(kind="shoot-wall", unit=unit.id, ap=at_lock.plan(state).ap, label=label, action=at_lock)


def _targets(state: GameState, unit: Unit) -> Iterator[StrikeWall]:
    """The nearest doors and windows that are shut, and the nearest inch of each house."""
    eye = unit.alive[0].at
    near = sorted(
        (o for o in openings.openings(state) if o.opening.is_shut and is_on_its_floor(state, unit, o.piece)),
        key=lambda o: (round(min(o.distance_in(m.at) for m in unit.alive), 4), o.key),
    )
    for found in near[:MOST_OFFERED]:
        yield StrikeWall(side=unit.side, unit=unit.id, terrain=found.piece.id, opening=found.number)
    for piece in state.terrain:
        if piece.has_sections or (piece.has_interior and is_on_its_floor(state, unit, piece)):
            yield _nearest(unit, piece, piece, eye)


def _above(state: GameState, unit: Unit) -> Iterator[StrikeWall]:
    """The nearest inch of each upper storey of houses that are played by sections. (BLD-SECT-01, BLD-LEVEL-01)"""
    eye = unit.alive[0].at
    for piece in state.terrain:
        for storey in parts.upper_storeys(piece):
            yield _nearest(unit, piece, piece, eye, storey)


def _nearest(unit: Unit, piece: Terrain, true: Terrain, eye: Point, storey: int = 0) -> StrikeWall:
    """Its nearest inch that stands, where it truly is."""
    part = parts.nearest_standing(true, eye, storey)
    return StrikeWall(side=unit.side, unit=unit.id, terrain=piece.id, wall=part.wall, part=part.number)


def _upstairs(state: GameState, unit: Unit) -> Iterator[StrikeWall]:
    """Of each other floor of a house, where it truly is, the nearest inch and the nearest door or window that is shut.

    Fire alone reaches them. (BLD-LEVEL-02)
    """
    eye = upstairs.true_place(state, unit.alive[0].at)[0]
    floors = [p for p in state.interiors if not p.is_roof and not is_on_its_floor(state, unit, p)]
    for piece in floors:
        true = upstairs.on_house(state, piece) if upstairs.is_upper(piece) else piece
        yield _nearest(unit, piece, true, eye)
        ways = true.building.openings if true.building is not None else ()
        shut = [(round(distance_to_segment(eye, o.a, o.b), 4), n) for n, o in enumerate(ways) if o.is_shut]
        if shut:
            yield StrikeWall(side=unit.side, unit=unit.id, terrain=piece.id, opening=min(shut)[1])


OFFERED: Final = ("strike-wall", "shoot-wall")
