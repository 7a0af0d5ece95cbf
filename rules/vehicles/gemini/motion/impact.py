"""From which quarter something strikes a vehicle, and on which face. (VEH-GEOM-03, VEH-GEOM-02)

How hard a moving hull strikes: a ram, a collision, someone run over. (VEH-RAM-02, VEH-RUN-03)
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.forces.gemini import GeminiHull
from rules.forces.unit import Point, Unit
from rules.geometry.facings import bearing, turn
from rules.geometry.hulls import Impact
from rules.geometry.lengths import TOLERANCE, distance
from rules.state import GameState
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN
from rules.vehicles.shared.hull import hull_of


def backs(unit: Unit) -> bool:
    """Whether the last leg of its last move led backward, so that its course is not its heading. (VEH-GEOM-03)"""
    poses = unit.now.path or unit.before.path
    legs = [(a, b) for a, b in itertools.pairwise(poses) if distance(a[:2], b[:2]) > SAME_SPOT_IN]
    if not legs:
        return False
    a, b = legs[-1]
    return turn(bearing(a[:2], b[:2]), b[2]) > 90


def quadrant(state: GameState, target: Unit, striker: Point) -> Impact:
    """The quarter in which the striker's centre lies at the moment of contact, seen along the target's course."""
    return hull_of(state, target).impact_quadrant(striker, backward=backs(target))


STRONGEST: Final = 10

UNARMOURED: Final = 10
"""Armour up to this adds nothing to a blow."""

STEP_IN: Final = 3.0
"""Inches of speed for each point of strength."""


def is_tank(profile: GeminiHull) -> bool:
    """Any military armoured vehicle that is not a skimmer. (VEH-RAM-02)"""
    return (
        not profile.civilian and not profile.towed and profile.type not in ("skimmer", "flying-skimmer", "bike", "boat")
    )


class Force(NamedTuple):
    """The strength of an impact, and what of it comes back at the striker. (VEH-OLD-01)"""

    strength: int
    reflected: int = 0


def is_old(state: GameState) -> bool:
    """Whether the older ramming rules are in use. (VEH-OLD-01)"""
    return state.option("ram_rules") == "old"


def rule_of(state: GameState) -> str:
    """The rule that gives the strength of a blow on somebody or something without armour. (VEH-OLD-01, VEH-RAM-02)"""
    return "VEH-OLD-01" if is_old(state) else "VEH-RAM-02"


def older_first(state: GameState, rules: Iterable[str]) -> tuple[str, ...]:
    """What is cited: the older rules, where they are on, before what they share; up to version 6 as they come."""
    if state.is_older_than("7"):
        return tuple(rules)
    return tuple(sorted(rules, key=lambda rule: not rule.startswith("VEH-OLD")))


def ram_strength(armour: int | None, speed_in: float, *, tank: bool = False, size_one: bool = False) -> int:
    """Strength of a blow: armour above 10 of the striking face, each full 3 inches of speed, 1 for a tank; at most 10.

    `armour` is None for something without an armour value; `size_one` takes 1 off. (VEH-RAM-02, VEH-RAM-05)
    """
    plates = max(0, (armour or 0) - UNARMOURED)
    raw = plates + math.floor((speed_in + TOLERANCE) / STEP_IN) + int(tank) - int(size_one)
    return min(STRONGEST, max(0, raw))


def old_strength(armour: int, speed_in: float) -> Force:
    """Speed times armour by ten, to the nearest whole number; what exceeds 10 comes back. (VEH-OLD-01)"""
    raw = math.floor(speed_in * armour / 10 + 0.5 + 1e-9)
    return Force(min(STRONGEST, raw), max(0, raw - STRONGEST))


def impact_strength(state: GameState, armour: int, speed_in: float, *, tank: bool) -> int:
    """With what strength armour of that value strikes something, by the rules in use at the table."""
    if is_old(state):
        return old_strength(armour, speed_in).strength
    return ram_strength(armour, speed_in, tank=tank)
