"""These vehicle rules as the odds from numbers alone need them. (VEH-AT-02, VEH-COV-02, VEH-CHART-01, VEH-OPEN-03)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.arap.shooting.vehicle_interface import HullNumbers
from rules.core.modifier import Modifier
from rules.forces.gemini import GeminiHull
from rules.forces.hull import Plates, VehicleHull
from rules.forces.weapon import Weapon
from rules.rulebook.charts import DamageChart, damage_chart
from rules.table.terrain import Cover
from rules.vehicles.gemini.damage import chart, penetration
from rules.vehicles.gemini.hull import cover as hull_cover
from rules.vehicles.shared.shooting import shells


class GeminiNumbers(HullNumbers):
    """By the Gemini vehicle rules."""

    cites: ClassVar[Mapping[str, str]] = {
        **{str(kind): rule for kind, rule in penetration.RULE.items()},
        "hull-down": "VEH-COV-02",
        "no-ap": "VEH-PEN-03",
        "twice": "VEH-OPEN-04",
        "chart": "VEH-CHART-01",
        "end": "VEH-DMG-05",
    }

    asks = frozenset({"flimsy", "unarmed", "hull", "hulldown"})

    def hull(self, armour: Plates, *, open_topped: bool, flimsy: bool) -> VehicleHull:
        """Four inches by three."""
        front, side, rear = armour
        return GeminiHull(front=front, side=side, rear=rear, open_topped=open_topped, flimsy=flimsy)

    def chart(self, *, third_edition: bool) -> DamageChart:
        """There is but one. (VEH-CHART-01)"""
        return damage_chart()

    def concealed(self, weapon: Weapon, speed_in: float, cover: Cover) -> tuple[Modifier, ...]:
        """Speed and cover. (VEH-AT-02, VEH-COV-01)"""
        return hull_cover.named(weapon, speed_in, cover)

    def hull_down_on(self, roll: int) -> int:
        """As the table has switched it. (VEH-COV-02)"""
        return roll

    def chart_modifiers(self, hull: VehicleHull, weapon: Weapon) -> tuple[Modifier, ...]:
        """AP 1, open-topped or flimsy. (VEH-PEN-03, VEH-OPEN-03)"""
        assert isinstance(hull, GeminiHull)
        return chart.modifiers(hull, weapon)

    def chart_rolls(self, hull: VehicleHull, weapon: Weapon) -> int:
        """Two for bursts at an open top. (VEH-OPEN-04)"""
        assert isinstance(hull, GeminiHull)
        return penetration.chart_rolls(hull, weapon)

    def scatter(self, weapon: Weapon, goal: int, *, sevens: bool, on_the_move: bool) -> Mapping[float, int]:
        """Two dice less the goal; a double hits. (ARAP-AREA-02)"""
        return shells.lengths(goal, seven_is_hit=sevens)
