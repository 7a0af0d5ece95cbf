"""How much it matters that something happened: for headlines, and for what is spoken."""

from __future__ import annotations

from typing import Final

_WEIGHTY: Final = (
    "PlayerTurnBegan",
    "SideBegins",
    "UnitPinned",
    "Bust",
    "MeleeJoined",
    "ChargeEnded",
    "ChargeDeclared",
    "MountLost",
    "WeaponLost",
    "Immobilised",
    "WoundsTaken",
    "DiceLost",
    "CardDrawn",
    "ModelsFell",
    "HullPointsLost",
    "ChartResult",
    "WallFallen",
    "SectionFell",
    "SectionsFallen",
    "UnitRouted",
    "VehicleWrecked",
    "WipedOut",
    "BecameWreck",
    "BlewUp",
    "GameEnded",
)
"""Kinds of events that make a headline whatever comes after them in the same command, the weightiest last."""
TURNS: Final = 1
"""Up to this weight a headline tells no more than whose turn it is."""
NOTHING: Final = -1
"""The weight of what is nothing in particular."""


REMARK: Final = -2
"""The weight of what is remarked in passing, whatever else was done."""


def weight(kind: str) -> int:
    """How much an event of that kind matters; less than 0 is nothing in particular."""
    if kind == "Note":
        return REMARK
    return _WEIGHTY.index(kind) if kind in _WEIGHTY else NOTHING
