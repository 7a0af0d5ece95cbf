"""All that the Gemini vehicle rules bring to the game, gathered. (VEH-JOIN-01)"""

from __future__ import annotations

from typing import Final

from rules.arap.vehicle_interface import VehicleRules
from rules.forces import modules
from rules.vehicles.gemini import events as gemini_events
from rules.vehicles.gemini.close_combat import boarders, charge, defensive_fire, rounds, several_over_rim
from rules.vehicles.gemini.damage import chart, penetration, results
from rules.vehicles.gemini.driving import drive, limber, stop
from rules.vehicles.gemini.driving import offers as driving_offers
from rules.vehicles.gemini.hazards import indoors, minefields
from rules.vehicles.gemini.module import GeminiVehicles
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.ports import fire as ports_fire
from rules.vehicles.gemini.ramming import after, ram, structures, unarmoured
from rules.vehicles.gemini.shooting import at_spot, at_structures, shell
from rules.vehicles.gemini.shooting import fire as shooting_fire
from rules.vehicles.gemini.street import crash, manoeuvres
from rules.vehicles.gemini.street import damage as street_damage
from rules.vehicles.gemini.street import drive as street_drive
from rules.vehicles.gemini.street import offers as street_offers
from rules.vehicles.gemini.street import run as street_run
from rules.vehicles.gemini.tank_shock import drive_through
from rules.vehicles.gemini.transport import board, doors, fire_ports, leave, passengers, rescue
from rules.vehicles.shared import charge as shared_charge
from rules.vehicles.shared import events as shared_events
from rules.vehicles.shared import forced_out, formations
from rules.vehicles.shared import rulings as shared_rulings

GEMINI: Final = VehicleRules(
    made=modules.GEMINI,
    answers=GeminiVehicles(),
    files=(
        shared_events,
        shared_rulings,
        formations,
        shared_charge,
        forced_out,
        gemini_events,
        penetration,
        chart,
        results,
        passengers,
        doors,
        structures,
        unarmoured,
        ram,
        after,
        drive,
        stop,
        limber,
        drive_through,
        minefields,
        indoors,
        driving_offers,
        momentum,
        crash,
        street_damage,
        street_run,
        street_drive,
        manoeuvres,
        street_offers,
        fire_ports,
        shooting_fire,
        at_spot,
        shell,
        at_structures,
        ports_fire,
        charge,
        defensive_fire,
        boarders,
        rounds,
        several_over_rim,
        leave,
        board,
        rescue,
    ),
)
"""The one that is played where a scenario says nothing else."""
