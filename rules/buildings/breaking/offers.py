"""Doors, windows and walls near the unit in hand, to shoot at and to strike. (BLD-WALL-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.units import weapons as units_weapons
from rules.buildings.breaking.aim import carried, is_on_its_floor
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.breaking.strike import REACH_IN, StrikeWall
from rules.buildings.doors import openings
from rules.buildings.walls import parts
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.geometry.lengths import distance_to_segment, is_within
from rules.offers import Offer, offered
from rules.state import GameState

MOST_OFFERED: Final = 4


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: the doors, windows and walls near it, to shoot at and to strike."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table or not unit.alive:
        return
    reach = units_weapons.longest(carried(state, unit))
    for target in _targets(state, unit):
        aim = target.aim(state)
        if aim is None or not is_on_its_floor(state, unit, aim.piece):
            continue
        near = min(distance_to_segment(m.at, *aim.ends) for m in unit.alive)
        if is_within(near, REACH_IN):
            yield offered(state, target, kind="strike-wall", unit=unit.id, ap=1, label=f"Strike {aim.name}")
        if is_within(near, reach):
            shot = ShootWall(
                side=side,
                unit=unit.id,
                terrain=target.terrain,
                opening=target.opening,
                wall=target.wall,
                part=target.part,
            )
            refusal = shot.check(state)
            if refusal is None:
                ap = shot.plan(state).ap
                label = f"Shoot at {aim.name}"
                yield Offer(kind="shoot-wall", unit=unit.id, ap=ap, label=label, action=shot)


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
        if piece.has_interior:
            part = parts.nearest_standing(piece, eye)
            yield StrikeWall(side=unit.side, unit=unit.id, terrain=piece.id, wall=part.wall, part=part.number)
