"""The vehicle modules that come with the project: this is the table in which a further one is entered. (TRI-JOIN-01)"""

from __future__ import annotations

from typing import Final

from rules.arap import vehicle_interface
from rules.arap.vehicle_interface import VehicleModule
from rules.vehicles.gemini.ruleset import GEMINI
from rules.vehicles.trial.ruleset import TRIAL

SHIPPED: Final[tuple[VehicleModule, ...]] = (GEMINI, TRIAL)

vehicle_interface.ship(*SHIPPED)
