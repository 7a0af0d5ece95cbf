"""What `python -m rules odds` can be asked about a volley at a vehicle, by whichever vehicle rules. (VEH-CHART-01)"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from rules.arap import vehicle_interface
from rules.arap.shooting.vehicle_interface import HullNumbers, HullsUnderFire
from rules.dice.odds import Question, VehicleShots, chance_low, penetration_odds, vehicle_volley, within
from rules.forces.modules import SWITCH
from rules.rulebook import switch

USUAL: Final = str(switch(SWITCH).default)
"""The vehicle rules of who names none."""


MOST_ROLLS: Final = 6
"""On the chart for one hit."""
MOST_ADDED: Final = 12
"""To a roll on the chart, or taken from it."""


class ArmourGroup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Like shots at one side of a vehicle. AP 1 adds its point on the chart by itself."""

    count: int
    to_hit: int
    strength: int
    av: int
    dice: Literal["normal", "melta", "ordnance"] = "normal"
    ap: int | None = None
    hull_down: int = 0
    chart_modifier: int = 0
    chart_rolls: int = 1

    def __post_init__(self) -> None:
        within("`count`", self.count, 1)
        within("`chart_rolls`", self.chart_rolls, 1, MOST_ROLLS)
        within("`chart_modifier`", self.chart_modifier, -MOST_ADDED, MOST_ADDED)

    def shots(self) -> VehicleShots:
        """The same as chances."""
        return VehicleShots(
            count=self.count,
            hit=chance_low(self.to_hit),
            penetration=penetration_odds(self.strength, self.av, self.dice, ap=self.ap, hull_down=self.hull_down),
            chart_modifier=self.chart_modifier + (self.ap == 1),
            chart_rolls=self.chart_rolls,
        )


class ShootVehicle(Question, frozen=True, tag="vehicle"):
    """A volley at a vehicle."""

    example = (
        '{"kind": "vehicle", "groups": [{"count": 2, "to_hit": 3, "strength": 8, "av": 12, "ap": 1}], "hull_points": 0}'
    )

    groups: tuple[ArmourGroup, ...]
    hull_points: int = 0
    module: str = USUAL
    glancing: Literal["gemini", "third_edition"] = "gemini"

    def __post_init__(self) -> None:
        """ValueError for vehicle rules that know no such odds, and for numbers that are on no table."""
        within("`hull_points`", self.hull_points, 0)
        within("shots of all groups", sum(group.count for group in self.groups), 0)
        self._numbers()

    def _numbers(self) -> HullNumbers:
        numbers = vehicle_interface.answered(vehicle_interface.named(self.module), HullsUnderFire).numbers
        if numbers is None:
            raise ValueError(f"{self.module} says nothing of odds on hulls")
        return numbers

    def answer(self) -> object:
        chart = self._numbers().chart(third_edition=self.glancing == "third_edition")
        return vehicle_volley([group.shots() for group in self.groups], chart, hull_points=self.hull_points)


QUESTIONS: tuple[type[Question], ...] = (ShootVehicle,)
