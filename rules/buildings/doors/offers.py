"""What the unit in hand may do at the doors and windows near it, in a stable order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.paths import allowance
from rules.buildings.doors import near, openings
from rules.buildings.doors.locks import ForceDoor, HackLock, SmashLock
from rules.buildings.doors.openings import InWall
from rules.buildings.doors.work import Operation, WorkDoor
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.offers import Offer, offered
from rules.state import GameState
from rules.table.building import OpeningState

_DOES: Final[dict[OpeningState, tuple[tuple[Operation, ...], ...]]] = {
    "open": (("close",), ("close", "bolt"), ("close", "lock")),
    "closed": (("open",), ("bolt",), ("lock",)),
    "locked": (("unlock", "open"), ("unlock",)),
    "bolted": (("unlock", "open"), ("unlock",)),
    "blocked": (),
    "broken": (),
}
"""What is offered of an opening in that state."""


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Operations, forcing, hacking and smashing at what is within reach."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table or not unit.alive:
        return
    reach = max(allowance.basic_move(state, unit, m) for m in unit.alive) + near.AT_DOOR_IN
    for found in sorted(openings.openings(state), key=lambda found: _how_far(found, unit)):
        at_panel = found.opening.console is not None and near.those_at_lock(state, found, unit)
        if at_panel or _how_far(found, unit) <= reach:
            yield from _at(state, unit, found)


def _how_far(found: InWall, unit: Unit) -> float:
    """From the nearest member: what it stands at is offered first."""
    return round(min(found.distance_in(m.at) for m in unit.alive), 3)


def _at(state: GameState, unit: Unit, found: InWall) -> Iterator[Offer]:
    side, who, where, n, name = unit.side, unit.id, found.piece.id, found.number, found.name
    for operations in _DOES[found.opening.state]:
        work = WorkDoor(side=side, unit=who, terrain=where, opening=n, operations=operations)
        label, ap = f"{' and '.join(operations)} {name}", 0 if unit.now.at_doors else 1
        yield offered(state, work, kind="work-door", unit=who, ap=ap, label=label)
    if not found.opening.is_shut:
        return
    if near.those_at(state, found, unit):
        force = ForceDoor(side=side, unit=who, terrain=where, opening=n)
        yield offered(state, force, kind="force-door", unit=who, ap=1, label=f"force {name}")
    if found.opening.state == "locked" and near.those_at_lock(state, found, unit):
        hack = HackLock(side=side, unit=who, terrain=where, opening=n)
        yield offered(state, hack, kind="hack-lock", unit=who, ap=1, label=f"hack {name}")
        smash = SmashLock(side=side, unit=who, terrain=where, opening=n)
        yield offered(state, smash, kind="smash-lock", unit=who, ap=1, label=f"smash the lock of {name}")


OFFERED: Final = ("work-door", "force-door", "hack-lock", "smash-lock")
