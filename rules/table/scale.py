"""Inches of the rules as shown on a table of another scale. Stored values stay in inches. (ARAP-GEN-04, -06)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, cast

DistanceScale = Literal["inch", "2cm", "1cm", "custom"]

CM_PER_STEP: Final = {"2cm": 2.0, "1cm": 1.0}

MM_PER_INCH: Final = 25.4


class TableScale(NamedTuple):
    """What a table lays out for one inch of the rules; `custom_cm` counts where the step is custom."""

    step: DistanceScale = "inch"
    custom_cm: float = 2.54

    @property
    def cm(self) -> float:
        """Centimetres of one step; 0 where the table measures in inches."""
        return 0 if self.step == "inch" else CM_PER_STEP.get(self.step, self.custom_cm)


INCHES: Final = TableScale()


def scale_of(options: Mapping[str, bool | int | str]) -> TableScale:
    """The scale that a table's switches name; inches where they name none. (ARAP-GEN-04)"""
    step = cast("DistanceScale", options.get("distance_scale", "inch"))
    return TableScale(step, int(options.get("distance_step_mm", 25)) / 10) if step == "custom" else TableScale(step)


def on_table(distance_in: float, scale: TableScale) -> tuple[float, str]:
    """A distance of the rules in the table's own unit, and that unit: so many steps for so many inches."""
    return (distance_in * scale.cm, "cm") if scale.cm else (distance_in, "in")


def from_table(distance: float, scale: TableScale) -> float:
    """The inches of the rules that a distance in the table's own unit stands for."""
    return distance / scale.cm if scale.cm else distance


def gap_left(move_in: float, base_mm: float) -> float:
    """The gap that a straight move leaves between a base's old and new place, to the nearest half inch; 0 at least."""
    return max(0.0, round(2 * (move_in - base_mm / MM_PER_INCH)) / 2)
