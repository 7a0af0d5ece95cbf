"""Rolls that the chapter prints as high are thrown low, the odds unchanged. (VEH-JOIN-01)"""

from __future__ import annotations

from typing import Final

MIRRORED: Final = frozenset(
    {
        "to-hit",
        "assault-vehicle-to-hit",
        "plant-charge",
        "dangerous-terrain",
        "mine-trigger",
        "randomise-target",
        "hull-down",
        "port-pass",
        "template-cover",
        "ram-dodge",
        "agility",
        "control-roll",
    }
)
"""Labels whose goals and bad faces the chapter prints for high rolls."""


def low_goal(printed: int) -> int:
    """What a die must not exceed where the chapter prints "that or more"."""
    return 7 - printed


def event_face(printed: int) -> int:
    """The face on which something happens where the chapter prints that one."""
    return 7 - printed
