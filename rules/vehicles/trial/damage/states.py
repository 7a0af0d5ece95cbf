"""The states that a vehicle may be in, and those who have left one. (TRI-DMG-04, TRI-PASS-04, TRI-TRAN-16)"""

from __future__ import annotations

from typing import Final

from rules.arap.units.states import Row
from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.shared.damage import hurt_crew
from rules.vehicles.shared.damage.suffering import is_shaken, is_stunned
from rules.vehicles.shared.hull import condition
from rules.vehicles.trial.hull.profile import is_skimmer, marks_of
from rules.vehicles.trial.hull.steps import ORDER, did

RULE: Final = "TRI-DMG-04"

_ENDS: Final = {"destroyed": "Destroyed", "flipped": "Flipped", "exploded": "Exploded", "annihilated": "Annihilated"}


def _steps(state: GameState, unit: Unit) -> str:
    """The steps that it has taken in this game turn, in words."""
    return ", ".join(step.title() for step in ORDER if step in did(state, unit))


def _carries(state: GameState, unit: Unit) -> str:
    """Whom a dedicated transport carries. (TRI-TRAN-08)"""
    owner = state.units.get(UnitId(marks_of(unit).dedicated_to))
    return f"Carries {owner.name} alone" if owner else "Carries its own unit alone"


ROWS: Final = (
    Row("wreck", lambda s, u: condition(u).wrecked, lambda s, u: _ENDS.get(condition(u).wrecked, "Wrecked"), RULE),
    Row("stunned", lambda s, u: is_stunned(condition(u)), hurt_crew.stunned(is_skimmer), RULE, marked=True),
    Row("shaken", lambda s, u: is_shaken(condition(u)), hurt_crew.shaken, RULE, marked=True),
    Row("immobilised", lambda s, u: condition(u).immobilised, hurt_crew.immobilised, RULE, marked=True),
    Row("armament_destroyed", lambda s, u: condition(u).lost_mounts, "Armament destroyed", RULE, marked=True),
    Row("steps", _steps, lambda s, u: f"Steps taken: {_steps(s, u)}", "TRI-JOIN-02"),
    Row("dedicated", lambda s, u: marks_of(u).dedicated_to, _carries, "TRI-TRAN-08"),
    Row("exposed", lambda s, u: marks_of(u).exposed, "Exposed: counts as open-topped", "TRI-PASS-04", marked=True),
)
"""In the order in which a card lists them."""

OUTSIDE: Final = (
    Row(
        "got_out",
        lambda s, u: u.now.left_closed and s.active_side == u.side,
        "Got out of a closed vehicle: no charge in this turn",
        "TRI-TRAN-16",
        marked=True,
    ),
    Row(
        "got_out",
        lambda s, u: u.now.left_moved and s.active_side == u.side,
        "Got out of a vehicle that had moved: goes no further in this turn",
        "TRI-TRAN-10",
    ),
)
"""What those may not do any more who have got out of one."""
