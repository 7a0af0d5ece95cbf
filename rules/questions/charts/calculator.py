"""Odds from numbers alone, without a table: fire at troops or at a hull. (ARAP-SHOOT-01, VEH-PEN-01, VEH-CHART-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.arap import vehicle_interface
from rules.arap.shooting import calculator as shooting_calculator
from rules.arap.shooting import to_hit
from rules.arap.shooting.calculator import Fire, TroopLine, TroopOutlook, Troops
from rules.arap.shooting.to_hit import Circumstances, is_area
from rules.arap.shooting.vehicle_interface import HullNumbers, HullsUnderFire
from rules.forces.hull import VehicleHull
from rules.forces.modules import SWITCH
from rules.forces.weapon import Weapon
from rules.rulebook import switch
from rules.vehicles.shared.damage import fate as shared_fate
from rules.vehicles.shared.damage.fate import CRASH_IN, Fate, needs_text
from rules.vehicles.shared.hull import FACE, Side, armour_of
from rules.vehicles.shared.shooting import calculator as hull_calculator
from rules.vehicles.shared.shooting.calculator import (
    HULL_ONLY,
    RESULTS,
    UNHURT,
    Cells,
    HullFire,
    HullLine,
    HullOutlook,
    HullUnderFire,
)

__all__ = [
    "FACES",
    "HULL_ONLY",
    "NAMES",
    "RESULTS",
    "UNHURT",
    "Cells",
    "Circumstances",
    "Fate",
    "Fire",
    "HullFire",
    "HullLine",
    "HullOutlook",
    "HullUnderFire",
    "Side",
    "TroopLine",
    "TroopOutlook",
    "Troops",
    "armour_value",
    "crashes",
    "destroyed",
    "destroyed_by_then",
    "is_area",
    "is_asked",
    "needs",
    "numbers_of",
    "of_hull",
    "of_troops",
    "on_hull",
    "on_troops",
    "shots_to_destroy",
    "small_group",
    "volleys_to_destroy",
    "worked_out",
    "worth",
]

FACES: Final[tuple[Side, ...]] = ("front", "side", "rear")

NAMES: Final = {
    "no-effect": "No effect",
    "crew-shaken": "Crew shaken",
    "crew-stunned": "Crew stunned",
    "armament-destroyed": "Armament destroyed",
    "immobilised": "Immobilised",
    "destroyed": "Destroyed",
    "flipped": "Destroyed and flipped",
    "explodes": "Explodes",
    "annihilated": "Annihilated",
}
"""Rows of the damage chart in words, from harmless to worst."""


# ------------------------------------------------------------------ to hit


def worth(weapon: Weapon, found: Circumstances) -> int:
    """What circumstances add to the number that a shot of that weapon needs. (ARAP-HIT-02)"""
    return sum(each.value for each in to_hit.named(weapon, found))


def small_group(models: int) -> int:
    """So many figures as a group that is harder to hit because few are left. (ARAP-HIT-03)"""
    return min(models, to_hit.SMALL_GROUP)


# ------------------------------------------------------------------ troops


def on_troops(fire: Fire, troops: Troops) -> TroopLine:
    """Goals and chances of one shot at troops."""
    return shooting_calculator.line(fire, troops)


def of_troops(fires: Sequence[Fire], troops: Troops) -> TroopOutlook:
    """What a whole volley does to troops."""
    return shooting_calculator.outlook(fires, troops)


# ------------------------------------------------------------------ a hull


def on_hull(fire: HullFire, hull: HullUnderFire) -> HullLine:
    """Goals and chances of one shot at a hull."""
    return hull_calculator.line(fire, hull)


def of_hull(fires: Sequence[HullFire], hull: HullUnderFire) -> HullOutlook:
    """What a whole volley does to a hull."""
    return hull_calculator.outlook(fires, hull)


def worked_out() -> tuple[str, ...]:
    """The ids of the vehicle rules whose hulls are known here."""
    return tuple(each for each in vehicle_interface.played() if _numbers(each) is not None)


def numbers_of(module: str) -> HullNumbers:
    """What those vehicle rules say of fire at a hull; the usual ones' where they say nothing."""
    found = _numbers(module) if module in vehicle_interface.played() else None
    usual = _numbers(str(switch(SWITCH).default))
    assert usual is not None
    return found or usual


def _numbers(module: str) -> HullNumbers | None:
    return vehicle_interface.answered(vehicle_interface.named(module), HullsUnderFire).numbers


def is_asked(module: str, what: str) -> bool:
    """Whether those vehicle rules want to know that of a shot or a hull: what others alone want, they do not."""
    return what in numbers_of(module).asks or all(what not in numbers_of(each).asks for each in worked_out())


def armour_value(profile: VehicleHull, face: Side) -> int:
    """The armour value of a face."""
    return armour_of(profile, FACE[face]).av


def crashes(moved_in: float) -> bool:
    """Whether a skimmer that went so far is too fast to lose its lift. (VEH-DMG-05, TRI-DMG-08)"""
    return moved_in > CRASH_IN


def needs(line: HullLine) -> str:
    """What the dice of a hit must show: "5 glances, 6 penetrates"."""
    return needs_text(line.shot, line.fire.fire.weapon.random_sides, blunt=not line.fire.fire.weapon.ap)


def destroyed(hull: HullUnderFire, lines: Sequence[HullLine]) -> Fraction:
    """The chance that all these shots are the end of it."""
    return shared_fate.destroyed_by(hull.fate, [line.shots for line in lines], hull.chart)


def shots_to_destroy(hull: HullUnderFire, line: HullLine) -> Fraction | None:
    """How many such shots it takes on average; None if they never can."""
    return shared_fate.shots_to_destroy(hull.fate, line.shots, hull.chart)


def volleys_to_destroy(hull: HullUnderFire, lines: Sequence[HullLine]) -> Fraction | None:
    """How many such volleys it takes on average; None if they never can."""
    return hull_calculator.volleys_to_destroy(hull.fate, [line.shots for line in lines], hull.chart)


def destroyed_by_then(hull: HullUnderFire, line: HullLine, volleys: int) -> Iterator[Fraction]:
    """The chance that it is destroyed after the first, second, ... of so many volleys."""
    return hull_calculator.destroyed_by_then(hull.fate, line.shots, volleys, hull.chart)
