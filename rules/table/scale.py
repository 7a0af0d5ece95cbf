"""Inches of the rules as shown on a table of another scale. Stored values stay in inches. (ARAP-GEN-04, -06)"""

from __future__ import annotations

from typing import Final, Literal

DistanceScale = Literal["inch", "2cm", "1cm", "custom"]

CM_PER_STEP: Final = {"2cm": 2.0, "1cm": 1.0}

MM_PER_INCH: Final = 25.4


def on_table(distance_in: float, scale: DistanceScale, custom_cm: float = 2.54) -> tuple[float, str]:
    """A distance of the rules in the table's own unit, and that unit: so many steps for so many inches."""
    if scale == "inch":
        return (distance_in, "in")
    return (distance_in * CM_PER_STEP.get(scale, custom_cm), "cm")


def gap_left(move_in: float, base_mm: float) -> float:
    """The gap that a straight move leaves between a base's old and new place, to the nearest half inch; 0 at least."""
    return max(0.0, round(2 * (move_in - base_mm / MM_PER_INCH)) / 2)
