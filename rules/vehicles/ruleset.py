"""All that vehicles add to the engine, gathered."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.ids import SideId
from rules.offers import Offer
from rules.state import Action, Event, GameState, TaskStruct
from rules.vehicles.gemini import (
    assault,
    boarders,
    boarding,
    chart,
    collision,
    coupling,
    crossing,
    damage,
    doorways,
    driving,
    events,
    fireports,
    firing,
    hull_charge,
    hull_fire,
    indoors,
    leaving,
    minefields,
    module,
    occupants,
    onward,
    penetration,
    port_fire,
    port_told,
    rescue,
    shelling,
    street,
    street_crash,
    street_drive,
    street_offers,
    street_run,
    street_turns,
    structures,
    tours,
    transport,
    unarmoured,
)

MODULES = (
    module,
    events,
    penetration,
    chart,
    damage,
    transport,
    doorways,
    structures,
    occupants,
    unarmoured,
    collision,
    onward,
    driving,
    coupling,
    crossing,
    minefields,
    indoors,
    tours,
    street,
    street_crash,
    street_run,
    street_drive,
    street_turns,
    street_offers,
    fireports,
    firing,
    shelling,
    port_told,
    port_fire,
    hull_charge,
    hull_fire,
    boarders,
    assault,
    leaving,
    boarding,
    rescue,
)
"""Vehicle modules' rule files in the order in which their actions are offered."""


def _gather(name: str) -> list[type]:
    return [kind for part in MODULES for kind in getattr(part, name, ())]


ACTIONS: tuple[type[Action], ...] = tuple(_gather("ACTIONS"))
EVENTS: tuple[type[Event], ...] = tuple(_gather("EVENTS"))
TASKS: tuple[type[TaskStruct], ...] = tuple(_gather("TASKS"))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """What vehicles offer that side now."""
    for part in MODULES:
        lister = getattr(part, "offers", None)
        if lister is not None:
            yield from lister(state, side)
