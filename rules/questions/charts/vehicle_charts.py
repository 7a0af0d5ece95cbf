"""The tables of one set of vehicle rules, in words and with exact chances. (TRI-FIRE-12, TRI-DMG-03, TRI-TERR-04)"""

from __future__ import annotations

from rules.arap.units.vehicle_interface import ChartsOfVehicles, VehicleChart
from rules.arap.vehicle_interface import answered, named

__all__ = ["VehicleChart", "vehicle_charts"]


def vehicle_charts(module: str) -> dict[str, VehicleChart]:
    """What the vehicle rules of that id show on the page of odds, by the charts' ids."""
    return {chart.id: chart for chart in answered(named(module), ChartsOfVehicles).charts()}
