"""These vehicle rules as the odds from numbers alone need them. (TRI-JOIN-04, TRI-DMG-03, TRI-DMG-09, TRI-ORD-04)"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from rules.arap.shooting.vehicle_interface import HullNumbers, OwnScatter
from rules.core.modifier import Modifier
from rules.forces.hull import Plates, VehicleHull
from rules.forces.trial import TrialHull, TrialTrait
from rules.forces.weapon import Weapon
from rules.rulebook.charts import DamageChart
from rules.table.terrain import Cover
from rules.vehicles.shared.shooting import shells
from rules.vehicles.trial.damage import armour, odds
from rules.vehicles.trial.damage.armour import HULL_DOWN_TO
from rules.vehicles.trial.shooting import ordnance
from rules.vehicles.trial.shooting.fire import preview


class TrialNumbers(HullNumbers):
    """By the trial vehicle rules."""

    cites: ClassVar[Mapping[str, str]] = {
        "normal": "TRI-DMG-02",
        "melta": "TRI-DMG-02",
        "ordnance": "TRI-ORD-06",
        "hull-down": "TRI-DMG-09",
        "no-ap": "TRI-DMG-02",
        "twice": "TRI-DMG-06",
        "chart": "TRI-DMG-03",
        "end": "TRI-DMG-04",
        "scatter": "TRI-ORD-04",
        "open": "TRI-DMG-06",
        "skimmer": "TRI-DMG-08",
        "immobilised": "TRI-DMG-04",
        "plunging": "TRI-DMG-09",
        "lobbed": "TRI-DMG-09",
    }
    asks = frozenset({"twin-linked", "rolling", "third"})
    ordnance_lays_marker = True
    helpless_is_lost = False

    def hull(self, armour: Plates, *, open_topped: bool, flimsy: bool) -> VehicleHull:
        """Six inches by four; what is flimsy is not known here."""
        front, side, rear = armour
        traits: tuple[TrialTrait, ...] = ("open-topped",) if open_topped else ()
        return TrialHull(front=front, side=side, rear=rear, traits=traits, length_in=6, width_in=4)

    def chart(self, *, third_edition: bool) -> DamageChart:
        """With the glancing column of the table. (TRI-DMG-03, TRI-DMG-05)"""
        return odds.columns(third_edition=third_edition)

    def concealed(self, weapon: Weapon, speed_in: float, cover: Cover) -> tuple[Modifier, ...]:
        """Speed and cover. (TRI-JOIN-04)"""
        return armour.named(weapon, speed_in, cover)

    def hull_down_on(self, roll: int) -> int:
        """Always the same. (TRI-DMG-09)"""
        return HULL_DOWN_TO

    def chart_modifiers(self, hull: VehicleHull, weapon: Weapon) -> tuple[Modifier, ...]:
        """AP 1, an open top. (TRI-DMG-03, TRI-DMG-06)"""
        return odds.added(weapon, exposed=hull.open_topped)

    def chart_rolls(self, hull: VehicleHull, weapon: Weapon) -> int:
        """Two for bursts at an open top. (TRI-DMG-06)"""
        return odds.rolls(weapon, exposed=hull.open_topped)

    def as_fired(self, weapon: Weapon) -> Weapon:
        """Ordnance has a large marker where it names none. (TRI-ORD-01)"""
        return ordnance.laid(weapon) if weapon.type == "ordnance" else weapon

    def scatter(self, weapon: Weapon, goal: int, *, sevens: bool, on_the_move: bool) -> Mapping[float, int]:
        """Ordnance by its own dice, other markers by the core. (TRI-ORD-04, TRI-ORD-07)"""
        if weapon.type != "ordnance":
            return shells.lengths(goal, seven_is_hit=sevens)
        return ordnance.lengths("barrage" if weapon.is_lobbed else "moved" if on_the_move else "still")

    def own_scatter(self, weapon: Weapon) -> OwnScatter | None:
        """A third of all shells of ordnance hit. (TRI-ORD-04, TRI-ORD-07)"""
        return OwnScatter(ordnance.DIRECT, self.cites["scatter"]) if weapon.type == "ordnance" else None

    def hit_odds(self, weapon: Weapon, once: Fraction) -> Fraction:
        """What is twin-linked throws again. (TRI-FIRE-08)"""
        return preview.twice_tried(weapon, once)
