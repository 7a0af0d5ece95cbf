"""Where a vehicle that has moved on is caught in passing, on the path of its last move. (VEH-CC-01)"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from rules.arap.paths import allowance
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance, is_within, toward
from rules.state import GameState
from rules.vehicles.shared.charge_course import gap_to
from rules.vehicles.shared.hull import Pose, hull_of, pose_of, posed

STEP_IN: Final = 0.5
"""How finely the path of a vehicle is looked through for where it can be caught."""


def poses_driven(unit: Unit) -> tuple[Pose, ...]:
    """The poses of a vehicle's last move at small steps; none if it stands still. (VEH-CC-01)"""
    found: list[Pose] = []
    for a, b in itertools.pairwise(unit.now.path):
        steps = max(1, round(distance(a[:2], b[:2]) / STEP_IN))
        for n in range(steps):
            x, y = toward(a[:2], b[:2], distance(a[:2], b[:2]) * n / steps)
            found.append((x, y, b[2] if n else a[2]))
    return tuple(found) if unit.now.moved_in else ()


def where_caught(state: GameState, unit: Unit, vehicle: Unit, near: Point | None = None) -> Pose | None:
    """The pose on its path where the vehicle is nearest to the chargers, or to a place that somebody points at.

    Clear of other hulls; None without a path.
    """
    here = pose_of(hull_of(state, vehicle))
    others = [
        hull_of(state, u) for u in state.units.values() if u.is_vehicle and u.on_table and u.id not in (vehicle.id,)
    ]
    free = [
        p for p in poses_driven(vehicle) if p != here and not any(h.overlaps(posed(state, vehicle, p)) for h in others)
    ]
    if near is not None:
        return min(free, key=lambda p: round(distance(near, p[:2]), 6), default=None)
    return min(free, key=lambda p: round(gap_to(unit, posed(state, vehicle, p)), 6), default=None)


def within_reach(state: GameState, unit: Unit, vehicle: Unit) -> tuple[Pose, ...]:
    """The poses of its last move at which those chargers reach it: within charge move and melee radius. (VEH-CC-01)"""
    reach = max(allowance.charge_move(state, unit, m) + state.profile(m).melee_radius_in for m in unit.alive)
    return tuple(p for p in poses_driven(vehicle) if is_within(gap_to(unit, posed(state, vehicle, p)), reach))


def is_on_path(vehicle: Unit, pose: Sequence[float]) -> bool:
    """Whether the vehicle passed that pose in its last move, give or take half a step and its heading."""
    return any(
        is_within(distance((p[0], p[1]), (pose[0], pose[1])), STEP_IN / 2) and is_within(abs(p[2] - pose[2]), 0.5)
        for p in poses_driven(vehicle)
    )
