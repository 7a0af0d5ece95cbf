"""The states of a vehicle: what shots did to it, boarding, control, speed. (VEH-DMG-01 to -09, VEH-BRD-03)"""

from __future__ import annotations

from functools import partial
from typing import Final

from rules.arap.units.states import Row
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import is_skimmer
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.shared.damage import hurt_crew
from rules.vehicles.shared.damage.suffering import is_shaken, is_stunned
from rules.vehicles.shared.hull import condition

_ENDS: Final = {
    "destroyed": ("Destroyed", "VEH-DMG-06"),
    "flipped": ("Destroyed and flipped", "VEH-DMG-07"),
    "exploded": ("Exploded", "VEH-DMG-08"),
    "annihilated": ("Annihilated", "VEH-DMG-09"),
    "sunk": ("Lost in the ice", "VEH-TERR-05"),
    "fallen": ("Lost through a floor", "VEH-TERR-07"),
}
"""How a vehicle may have ended, each with its words and its rule."""


def speed_words(unit: Unit) -> str:
    """Its speed in words: "standing", "at 12 inches"."""
    return "standing" if momentum.is_still(unit) else f"at {momentum.in_words(momentum.speed_of(unit))}"


def _speed(state: GameState, unit: Unit) -> str:
    """Its speed, and between which ones it chooses when it drives next."""
    now = speed_words(unit)
    words = now[:1].upper() + now[1:]
    helpless = condition(unit).immobilised or momentum.is_out_of_control(unit)
    return words if helpless else f"{words}; its next drive: {momentum.limits(state, unit).text}"


def _ended(state: GameState, unit: Unit, how: str) -> bool:
    return condition(unit).wrecked == how


def _is_stopped(state: GameState, unit: Unit) -> bool:
    """Until the end of its next turn."""
    return unit.now.stopped or (unit.before.stopped and state.active_side == unit.side)


def _stopped(state: GameState, unit: Unit) -> str:
    return f"Stopped for boarding: it stands still in {'its next' if unit.now.stopped else 'this'} turn"


ROWS: Final = (
    *(Row("wreck", partial(_ended, how=how), words, rule) for how, (words, rule) in _ENDS.items()),
    Row(
        "stunned",
        lambda s, u: is_stunned(condition(u)),
        hurt_crew.stunned(is_skimmer, momentum.uses),
        "VEH-DMG-02",
        marked=True,
    ),
    Row("shaken", lambda s, u: is_shaken(condition(u)), hurt_crew.shaken, "VEH-DMG-01", marked=True),
    Row("immobilised", lambda s, u: condition(u).immobilised, hurt_crew.immobilised, "VEH-DMG-05", marked=True),
    Row("armament_destroyed", lambda s, u: condition(u).lost_mounts, "Armament destroyed", "VEH-DMG-04", marked=True),
    Row("stopped", _is_stopped, _stopped, "VEH-BRD-03", marked=True),
    Row(
        "stunned",
        lambda s, u: momentum.is_out_of_control(u),
        "Out of control in its next compulsory phase",
        "VEH-LOC-01",
    ),
    Row("moved", lambda s, u: momentum.uses(s, u) and not u.is_gone, _speed, "VEH-RACE-02"),
)
"""In the order in which a card lists them."""
