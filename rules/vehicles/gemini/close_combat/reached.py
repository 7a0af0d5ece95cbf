"""Which hulls a unit reaches at the end of an activation phase, and who of it. Reads only. (VEH-JOIN-09, VEH-CC-01)"""

from __future__ import annotations

from rules.forces.unit import Model, Unit
from rules.geometry.hulls import Hull
from rules.state import GameState
from rules.vehicles.shared import beside, machines
from rules.vehicles.shared.hull import hull_of, posed


def hull_for(state: GameState, unit: Unit, vehicle: Unit) -> Hull:
    """The hull as the unit finds it: where it caught it, or where it stands. (VEH-CC-01)"""
    caught = unit.now.caught_at if unit.now.storms == vehicle.id else None
    return posed(state, vehicle, caught) if caught else hull_of(state, vehicle)


def fighters(state: GameState, unit: Unit, vehicle: Unit) -> list[Model]:
    """Members that may strike that vehicle and have none nearer. (VEH-JOIN-09)"""
    hull = hull_for(state, unit, vehicle)
    others = [hull_for(state, unit, v) for v in hulls_near(state, unit) if v.id != vehicle.id]
    return [
        m
        for m in beside.in_reach(state, unit, hull)
        if all(hull.distance_to_point(m.at) <= o.distance_to_point(m.at) for o in others)
    ]


def hulls_near(state: GameState, unit: Unit) -> list[Unit]:
    """Enemy vehicles without WS that members of the unit reach."""
    return [
        v
        for v in state.enemies_of(unit.side)
        if v.is_vehicle
        and not v.hidden
        and not machines.is_machine(state, v)
        and beside.in_reach(state, unit, hull_for(state, unit, v))
    ]
