"""Running from a charge. (ARAP-RUN-01 to -03)"""

from __future__ import annotations

from rules.arap.events import ModelsMoved
from rules.arap.morale import dangerous_ground, flight_paths
from rules.arap.morale.flight_paths import FlightPath
from rules.arap.paths import allowance, charge_plan
from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.geometry.facings import bearing, normalise
from rules.progress import Progress
from rules.state import GameState

BENDS = (0, 15, -15, 30, -30, 45, -45, 60, -60)
"""Degrees by which the way may bend round what is solid, the straight one first. (ARAP-RUN-01)"""


def run_from(progress: Progress, unit: UnitId, charger: UnitId) -> None:
    """The unit runs its flee rate directly away; it ends with its back to the chargers. It is no rout. (ARAP-RUN-01)"""
    state = progress.state
    runner = state.units[unit]
    rolled = progress.roll_sum(
        "flee",
        allowance.flee_dice(state, runner),
        unit=unit,
        target=charger,
        why=f"{runner.name} runs from {state.units[charger].name}",
        rules=("ARAP-RUN-01", "ARAP-MOVE-04", "ARAP-ACT-11"),
    )
    way = directly_away(state, runner, state.units[charger], rolled.total or 0)
    if way is None:
        return
    progress.emit(
        ModelsMoved(
            side=runner.side,
            unit=unit,
            placements=way.placements,
            how="run",
            path=tuple((x, y, way.bearing_deg) for x, y in way.path),
            length_in=way.length_in,
            spent_in=way.spent_in,
            voluntary=False,
            rules=("ARAP-RUN-01",),
        )
    )
    dangerous_ground.brave(progress, unit, dangerous_ground.ways(runner.alive, way))


def danger(state: GameState, unit: Unit, charger: Unit) -> str:
    """What dangerous ground may do to them if they run as far as their dice can carry them; "" if there is none."""
    if not any(piece.hazards for piece in state.terrain):
        return ""
    way = directly_away(state, unit, charger, 6 * allowance.flee_dice(state, unit))
    return dangerous_ground.in_words(state, unit, way) if way is not None else ""


def directly_away(state: GameState, unit: Unit, charger: Unit, inches: float) -> FlightPath | None:
    """The way straight from the nearest charger, bent no more than it must be; None if there is none."""
    chaser, nearest = charge_plan.nearest_pair(state, charger, unit)
    away = bearing(chaser.at, nearest.at)
    best: FlightPath | None = None
    for bend in BENDS:
        way = flight_paths.straight(state, unit, normalise(away + bend), inches)
        if way is None:
            continue
        if flight_paths.is_whole(way, inches):
            return way
        best = way if best is None or way.length_in > best.length_in + flight_paths.NOISE else best
    return best
