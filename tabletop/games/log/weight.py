"""How much it matters that something happened: for headlines, and for what is spoken."""

from __future__ import annotations

from typing import Final

_WEIGHTY: Final = (
    "PlayerTurnBegan",
    "SideBegins",
    "CardsShuffled",
    "Rallied",
    "UnitPinned",
    "Bust",
    "GatePassed",
    "SectionFightBegan",
    "MeleeJoined",
    "StormEnded",
    "ChargeEnded",
    "ChargeDeclared",
    "BunkerChargeEnded",
    "BunkerCharged",
    "HullReached",
    "Crashed",
    "Collided",
    "ControlLost",
    "VehicleThrown",
    "Stunned",
    "WeaponFailed",
    "MountLost",
    "WeaponLost",
    "ArmamentLost",
    "Immobilised",
    "BunkerHit",
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
    "LeftTable",
    "RoutedInside",
    "VehicleWrecked",
    "WipedOut",
    "BecameWreck",
    "BlewUp",
    "GameEnded",
)
"""Kinds of events that make a headline whatever comes after them in the same command, the weightiest last."""
_PASSING: Final = ("PhaseBegan", "PlayerTurnBegan", "SideBegins", "GameTurnEnded", "MeleeRoundBegan", "PointsPassed")
"""Kinds of events that only say how far the battle has come."""
NOTHING: Final = -1
"""The weight of what is nothing in particular."""
REMARK: Final = -2
"""The weight of what is remarked in passing, whatever else was done."""
PASSING: Final = -3
"""The weight in a headline of what only says how far the battle has come: the tracker says so anyway."""


def weight(kind: str) -> int:
    """How much an event of that kind matters; less than 0 is nothing in particular."""
    if kind == "Note":
        return REMARK
    return _WEIGHTY.index(kind) if kind in _WEIGHTY else NOTHING


def in_headline(kind: str) -> int:
    """The same for a headline: whatever was done tells more than the turn or the phase that begins after it."""
    return PASSING if kind in _PASSING else weight(kind)
