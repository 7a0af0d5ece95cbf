"""All that vehicles add to the engine, gathered."""

from __future__ import annotations

from collections.abc import Iterator

from rules.arap.ruleset import Part
from rules.core.ids import SideId
from rules.offers import Offer
from rules.state import GameState
from rules.vehicles.gemini import events as gemini_events
from rules.vehicles.gemini import module
from rules.vehicles.gemini.close_combat import boarders, charge, defensive_fire, rounds
from rules.vehicles.gemini.damage import chart, penetration, results
from rules.vehicles.gemini.driving import drive, limber
from rules.vehicles.gemini.driving import offers as driving_offers
from rules.vehicles.gemini.hazards import indoors, minefields
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.ports import fire as ports_fire
from rules.vehicles.gemini.ports import suppression
from rules.vehicles.gemini.ramming import after, bunker_crews, ram, structures, unarmoured
from rules.vehicles.gemini.shooting import fire as shooting_fire
from rules.vehicles.gemini.shooting import shell
from rules.vehicles.gemini.street import crash, manoeuvres
from rules.vehicles.gemini.street import drive as street_drive
from rules.vehicles.gemini.street import offers as street_offers
from rules.vehicles.gemini.street import run as street_run
from rules.vehicles.gemini.tank_shock import drive_through
from rules.vehicles.gemini.transport import board, doors, fire_ports, leave, passengers, rescue

MODULES = (
    module,
    gemini_events,
    penetration,
    chart,
    results,
    passengers,
    doors,
    structures,
    bunker_crews,
    unarmoured,
    ram,
    after,
    drive,
    limber,
    drive_through,
    minefields,
    indoors,
    driving_offers,
    momentum,
    crash,
    street_run,
    street_drive,
    manoeuvres,
    street_offers,
    fire_ports,
    shooting_fire,
    shell,
    suppression,
    ports_fire,
    charge,
    defensive_fire,
    boarders,
    rounds,
    leave,
    board,
    rescue,
)
"""Vehicle modules' rule files in the order in which their actions are offered."""


def _gather(name: str) -> list[type]:
    return [kind for part in MODULES for kind in getattr(part, name, ())]


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """What vehicles offer that side now."""
    for part in MODULES:
        lister = getattr(part, "offers", None)
        if lister is not None:
            yield from lister(state, side)


VEHICLES = Part(
    actions=tuple(_gather("ACTIONS")), events=tuple(_gather("EVENTS")), tasks=tuple(_gather("TASKS")), offers=offers
)
