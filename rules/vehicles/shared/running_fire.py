"""Fire on the run at a hull that cannot fight back, as at troops that are charged. (ARAP-FCHG-01, ARAP-FCHG-02)

It is fired where it stands. What hits meets its armour once whoever is in it has fired as well: both are rolled before
either takes effect.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap.charge import fire_and_charge
from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting.plan import FirePlan
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.shared import charge_course
from rules.vehicles.shared.hull import hull_of

RULES = ("ARAP-FCHG-01", "ARAP-FCHG-02")


def check(state: GameState, unit: Unit, vehicle: Unit, chosen: RunningFire) -> Refusal | None:
    """Why those chosen cannot fire at a hull as they charge it: machines do not, nor who starts too near."""
    if unit.is_vehicle:
        text = f"{unit.name} fires what is mounted on it before it charges, not on the run."
        return Refusal("vehicle", text, "ARAP-FCHG-01", "charge without firing")
    gap = charge_course.gap_in(state, unit, vehicle)
    barred = fire_and_charge.no_time(state, unit, vehicle.name, chosen, gap)
    if barred is not None:
        return barred
    laid = plan(state, unit, vehicle, chosen)
    return None if laid.firings else laid.refusal or fire_and_charge.nothing_to_fire(unit, vehicle.name)


def plan(state: GameState, unit: Unit, vehicle: Unit, chosen: RunningFire) -> FirePlan:
    """One shot of each charger at BS1; templates as if from 7 inches off the hull. (ARAP-FCHG-02)"""
    return fire_and_charge.plan(state, unit, vehicle, chosen, _near(state, unit, vehicle))


def _near(state: GameState, unit: Unit, vehicle: Unit) -> Unit:
    hull = hull_of(state, vehicle)
    lead = min(unit.alive, key=lambda m: hull.distance_to_point(m.at))
    return stand_and_fire.brought_near_to(unit, lead.at, hull.nearest_to(lead.at))


def fire(progress: Progress, unit: Unit, vehicle: Unit, chosen: RunningFire) -> None:
    """Throw the dice to hit; what hits waits for its turn on the agenda."""
    fire_and_charge.fire(progress, unit, vehicle, chosen, _near(progress.state, unit, vehicle))


def previewed(state: GameState, unit: Unit, vehicle: Unit, chosen: RunningFire, charge: Preview) -> Preview:
    """What a charge may bring, and its fire before that."""
    found = shooting_preview.preview(state, unit, vehicle, plan(state, unit, vehicle, chosen))
    named = tuple(replace(c, label=f"{c.label} by fire on the run") for c in found.chances)
    return replace(
        charge,
        shots=(*found.shots, *charge.shots),
        chances=(*named, *charge.chances),
        rules=tuple(dict.fromkeys((*charge.rules, *RULES))),
        vain=charge.vain if found.vain or not found.shots else "",
    )
