"""Armoured buildings as a scenario states them: what they are built as, their ports and built-in weapons."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Own = Literal["", "yes", "no"]
"""What a building has of its own; "" as the table has it."""


class BuiltIn(Struct, frozen=True, kw_only=True):
    """A weapon that is part of the building; the occupants are its crew. `ap` None is no AP. (BLD-BUNK-11, -14)"""

    name: str
    strength: int = 5
    ap: int | None = 4
    range_in: float = 36
    shots: int = 3
    lost: bool = False
    """It was destroyed. (BLD-BUNK-14)"""
    section: str = ""
    """Letter of the section that it is built into; "" for none in particular: anybody inside mans it. (BLD-BUNK-05)"""
    key: str = ""
    """What it is called among the weapons of the game, if its building is not the one that it was built into."""


class Armoured(Struct, frozen=True, kw_only=True):
    """What an armoured building is, beside the Armour Value and hull points that its piece of terrain may state.

    Where it has several sections, what it holds, its hull points, ports and slots are those of each. (BLD-BUNK-05)
    """

    kind: str = ""
    """A row of the table of Armour Values, in the ledger's words; empty for none. (BLD-BUNK-03)"""
    capacity: int = 10
    """Ordinary models that it holds; its hull points follow. (BLD-BUNK-05)"""
    ports: int = 0
    """Firing ports: one model fires from each. (BLD-BUNK-02)"""
    slots: tuple[float, ...] = ()
    """Lengths of firing slots, in inches. (BLD-BUNK-02)"""
    weapons: tuple[BuiltIn, ...] = ()
    locked: Own = ""
    """Whether only friends of those inside go in while it is intact. (BLD-BUNK-04)"""
    shutters: Own = ""
    """Whether its ports have shutters: shot through only where somebody fired out before. (BLD-PORT-08)"""
