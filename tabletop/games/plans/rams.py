"""A drive that meets something which may be rammed: the box to tick, and what the board shows of it. (VEH-RAM-01)"""

from __future__ import annotations

from typing import Any

from rules.forces.unit import Unit
from rules.geometry.lengths import distance
from rules.state import GameState
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.hull.hull import hull_of
from rules.vehicles.gemini.motion.first_contact import HullContact
from tabletop.games.access import actions
from tabletop.games.access.refusals import Refused
from tabletop.games.board import overlays
from tabletop.games.board.overlays import Overlay
from tabletop.games.plans.drafts import Draft, Wanted, action_of
from tabletop.games.plans.weapons import Control


def control(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """A box to ram what the way leads into, named; none where it leads into nothing that may be rammed."""
    name = met(state, action_of(state, unit.side, draft))
    return (Control("ram", f"Ram {name}", draft.ticked.get("ram", "")),) if name else ()


def met(state: GameState, raw: dict[str, Any] | Wanted) -> str:
    """The name of what a drive would ram."""
    if isinstance(raw, Wanted):
        return ""
    try:
        action = actions.action(raw, raw["side"])
    except Refused:
        return ""
    return action.would_ram(state) if isinstance(action, Drive) else ""


def contact_of(state: GameState, action: Drive) -> HullContact | None:
    """What the drive strikes."""
    unit = state.units[action.unit]
    return action.contact(state, unit, action.way(state)) if action.ram else None


def shown(state: GameState, action: Drive, over: Overlay) -> Overlay:
    """The way red from the place of contact on, the target's armour round it, the face that is struck lit."""
    contact = contact_of(state, action)
    if contact is None:
        return over
    unit = state.units[action.unit]
    points = [unit.models[0].at, *(w.at for w in action.path)]
    red = overlays.beyond(points, contact.gone_in) if distance(points[-1], contact.pose[:2]) > 0.1 else ""
    ring = ""
    if contact.unit is not None:
        target = state.units[contact.unit]
        ring = overlays.armour_of(state, target, hit=(_face(state, target, contact),))
    return over._replace(preview=over.preview + red, facings=ring)


def _face(state: GameState, target: Unit, contact: HullContact) -> str:
    if contact.touched != "side":
        return contact.touched
    _, right = hull_of(state, target).on_hull(contact.pose[:2])
    return "right" if right >= 0 else "left"
