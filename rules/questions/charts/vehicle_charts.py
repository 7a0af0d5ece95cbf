"""The tables of vehicle rules, in words and with exact chances. (TRI-FIRE-12, TRI-DMG-03, TRI-TERR-04)"""

from __future__ import annotations

from rules.arap.units.vehicle_interface import ChartsOfVehicles, VehicleChart
from rules.arap.vehicle_interface import answered, playable

__all__ = ["VehicleChart", "vehicle_charts"]


def vehicle_charts() -> tuple[tuple[str, tuple[VehicleChart, ...]], ...]:
    """What each vehicle rules show on the page of odds, by their ids; those that show nothing are left out."""
    found = ((module.id, answered(module, ChartsOfVehicles).charts()) for module in playable())
    return tuple((module, charts) for module, charts in found if charts)
