"""A unit is set down on the table: when it is set up, arrives from reserve, comes back. (ARAP-COH-01)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.events import ModelsMoved
from rules.arap.units.vehicle_interface import VehiclesInFormation
from rules.arap.vehicle_interface import ask
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import Placement


def place_unit(progress: Progress, unit: Unit, placements: Sequence[Placement]) -> None:
    """A unit is set down on the table; what a vehicle pulls behind it. (ARAP-COH-01, VEH-HULL-04)"""
    seen_by = (unit.side,) if unit.hidden else None
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=tuple(placements),
            how="place",
            voluntary=False,
            rules=("ARAP-COH-01",),
            seen_by=seen_by,
        )
    )
    ask(progress.state, VehiclesInFormation).line_up(progress, unit)
