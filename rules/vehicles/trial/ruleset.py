"""All that the trial vehicle rules bring to the game, gathered. (TRI-JOIN-01)"""

from __future__ import annotations

from typing import Final

from rules.arap.vehicle_interface import VehicleRules
from rules.forces import modules
from rules.vehicles.shared import charge as shared_charge
from rules.vehicles.shared import events as shared_events
from rules.vehicles.shared import forced_out, formations
from rules.vehicles.shared import rulings as shared_rulings
from rules.vehicles.trial import events
from rules.vehicles.trial.close_combat import assault, charge, consolidate
from rules.vehicles.trial.damage import chart, penetration, results
from rules.vehicles.trial.module import TrialVehicles
from rules.vehicles.trial.movement import offers as movement_offers
from rules.vehicles.trial.movement import step
from rules.vehicles.trial.shooting import at_spot, at_structures, barrage, ordnance
from rules.vehicles.trial.shooting.fire import offers as fire_offers
from rules.vehicles.trial.shooting.fire import step as shooting_step
from rules.vehicles.trial.tank_shock import shock, stand
from rules.vehicles.trial.terrain import rulings
from rules.vehicles.trial.transport import alone, disembark, embark

TRIAL: Final = VehicleRules(
    made=modules.TRIAL,
    answers=TrialVehicles(),
    files=(
        shared_events,
        shared_rulings,
        formations,
        shared_charge,
        forced_out,
        events,
        penetration,
        chart,
        results,
        shock,
        stand,
        step,
        movement_offers,
        shooting_step,
        fire_offers,
        ordnance,
        barrage,
        at_spot,
        at_structures,
        disembark,
        embark,
        alone,
        charge,
        assault,
        consolidate,
        rulings,
    ),
)
"""Beside the Gemini vehicle rules; a scenario picks one of them."""
