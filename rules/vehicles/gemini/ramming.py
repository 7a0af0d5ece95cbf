"""What a vehicle may ram by choice, and rams worth offering. (VEH-RAM-01, VEH-RAM-06, VEH-RAM-08)"""

from __future__ import annotations

from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.gemini import collision, structures
from rules.vehicles.gemini.encounter import Contact

RULE = "VEH-RAM-01"


def barred(state: GameState, unit: Unit, contact: Contact | None) -> Refusal | None:
    """Why what a path runs into may not be rammed, if so."""
    if contact is None:
        text = f"There is nothing on this path that {unit.name} could ram."
        return Refusal("nothing-to-ram", text, RULE, "a path into an enemy vehicle, a wall or a bunker")
    name = name_of(state, contact)
    if contact.model is not None:
        return None
    if contact.unit is None:
        piece = structures.piece_of(state, contact)
        if piece is None or structures.structure_of(piece) is None:
            return Refusal("not-a-wall", f"{name} cannot be rammed.", "VEH-RAM-08", f"a path round {name}")
        return None
    target = state.units[contact.unit]
    if target.side == unit.side:
        return Refusal("friendly", f"{name} is a friend.", RULE, "ramming an enemy")
    if collision.is_too_high(state, unit, target):
        text = f"{name} flies too high for {unit.name}."
        return Refusal("too-high", text, "VEH-RAM-06", "a skimmer, a flier or a vehicle of Size Four as the rammer")
    return None


def name_of(state: GameState, contact: Contact) -> str:
    """The name of what is struck."""
    if contact.unit is not None:
        return state.units[contact.unit].name
    if contact.model is not None:
        return state.find_model(contact.model)[0].name
    piece = structures.piece_of(state, contact)
    return piece.name if piece else "the wall"
