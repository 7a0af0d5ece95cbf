"""What a weapon may fire at, and why not. (CRU-FIRE-02, CRU-WEAP-02, -05, -08, -10, CRU-TROOP-06)"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.crusade import models, sight
from rules.forces.crusade import CrusadeWeapon
from rules.forces.unit import Unit
from rules.geometry.lengths import Point, distance, is_beyond, is_within
from rules.state import GameState


class WeaponAim(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one weapon fires at: a model, or a point of the table. Inches."""

    weapon: str
    """The number of the mount, or the id of a troop's own weapon."""
    target: UnitId | None = None
    at: tuple[float, float] | None = None
    once: bool = False
    """It attacks once, though it could fire rapidly. (CRU-WEAP-04)"""
    then: UnitId | None = None
    """Whom the second attack of rapid fire is at, if it is another one. (CRU-WEAP-04)"""


def cannot_fire(state: GameState, unit: Unit, aim: WeaponAim) -> Refusal | None:
    """Why a weapon does not fire at that. (CRU-WEAP-02, -05, -08, -10, CRU-FIRE-02, CRU-TROOP-06)"""
    found = models.weapon(state, unit, aim.weapon)
    if found is None:
        return Refusal("no-weapon", f"{unit.name} has no such weapon.", "CRU-FIRE-01", "one of its weapons")
    name, made = found
    if refusal := out_of_order(state, unit, aim.weapon, name):
        return refusal
    if aim.target is not None and aim.at is not None and not state.is_older_than("9"):
        text = f"The {name} is aimed at a model or at a place, not at both."
        return Refusal("two-aims", text, "CRU-WEAP-05", "one of the two")
    if aim.target is None:
        return _bad_point(state, unit, aim, name, made)
    target = state.units.get(aim.target)
    if target is None or target.side == unit.side or target.is_gone or models.is_wreck(state, aim.target):
        return Refusal("no-target", "That is no enemy in play.", "CRU-TROOP-06", "an enemy’s model")
    return _bad_target(state, unit, aim, target, name, made) or _bad_second(state, unit, aim, name, made)


def _bad_second(state: GameState, unit: Unit, aim: WeaponAim, name: str, made: CrusadeWeapon) -> Refusal | None:
    """Why rapid fire does not go at two models: both are within 12 inches. (CRU-WEAP-04)"""
    if aim.then is None:
        return None
    if aim.once or "Rap" not in made.letters:
        text = f"The {name} attacks once."
        return Refusal("one-attack", text, "CRU-WEAP-04", "one target")
    second = WeaponAim(weapon=aim.weapon, target=aim.then)
    if refusal := cannot_fire(state, unit, second):
        return refusal
    if fires_twice(state, unit, made, aim) and fires_twice(state, unit, made, second):
        return None
    text = f"The {name} attacks two models only where both are within {RAPID_IN:g}″."
    return Refusal("out-of-range", text, "CRU-WEAP-04", f"targets up to {RAPID_IN:g} inches away, or one alone")


RAPID_IN: Final = 12.0
"""Within it a rapid-fire weapon attacks twice, and heat burns better. (CRU-WEAP-04, CRU-WEAP-07)"""


def fires_twice(state: GameState, unit: Unit, made: CrusadeWeapon, aim: WeaponAim) -> bool:
    """Whether a weapon fires rapidly at a model: within 12 inches of it, if that is wanted. (CRU-WEAP-04)"""
    if "Rap" not in made.letters or aim.target is None or aim.once:
        return False
    target = state.units[aim.target]
    _, tip = muzzle(state, unit, aim.weapon, sight.aim_point(state, target))
    return is_within(sight.range_to(state, tip, target), RAPID_IN)


def out_of_order(state: GameState, unit: Unit, key: str, name: str) -> Refusal | None:
    """Why a weapon does not fire at anything. (CRU-WEAP-02, CRU-WEAP-10, CRU-DMG-07)"""
    match models.trouble(state, unit, key):
        case "lost":
            return Refusal("weapon-lost", f"The {name} is lost.", "CRU-DMG-07", "another weapon")
        case "jammed":
            return Refusal("jammed", f"The {name} is jammed.", "CRU-WEAP-02", "unjam it")
        case "empty":
            return Refusal("empty", f"The {name} is empty.", "CRU-WEAP-10", "reload it")
        case _:
            return None


def muzzle(state: GameState, unit: Unit, key: str, aim: Point) -> tuple[Point, Point]:
    """Where the line of sight begins, and where ranges do: pivot and tip of the barrel. (CRU-FIRE-02)"""
    hull = models.chassis(state, unit)
    if hull is None:
        return models.place(state, unit), models.place(state, unit)
    at = sight.pivot(state, unit, hull.mounts[int(key)])
    return at, sight.tip(at, aim)


def _bad_target(
    state: GameState, unit: Unit, aim: WeaponAim, target: Unit, name: str, made: CrusadeWeapon
) -> Refusal | None:
    if target.hidden:
        return Refusal("hidden", f"{target.name} is hidden.", "CRU-TROOP-06", "an enemy in sight")
    if not models.in_play(state, target) or (target.aboard is None and not target.on_table):
        return Refusal("no-target", f"{target.name} is not on the table.", "CRU-TROOP-06", "an enemy in sight")
    if not models.is_exposed(state, target):
        return Refusal("inside", f"{target.name} is out of sight inside.", "CRU-TRAN-05", "the vehicle")
    if target.aboard == unit.id and not state.is_older_than("14"):
        text = f"{target.name} is aboard {unit.name}: no weapon of its own reaches there."
        return Refusal("own-hull", text, "CRU-FIRE-02", "a melee attack by somebody aboard")
    spot = sight.aim_point(state, target)
    if refusal := _off_arc(state, unit, aim.weapon, spot):
        return refusal
    eye, tip = muzzle(state, unit, aim.weapon, spot)
    if not sight.sees(state, unit, eye, target):
        instead = "an enemy in sight" + (", or a spot on the ground near it" if "IFC" in made.letters else "")
        return Refusal("not-seen", f"{unit.name} does not see {target.name}.", "CRU-TROOP-06", instead)
    return _too_far(made, name, sight.range_to(state, tip, target))


def _off_arc(state: GameState, unit: Unit, key: str, spot: Point) -> Refusal | None:
    hull = models.chassis(state, unit)
    return sight.outside_arc(state, unit, hull.mounts[int(key)], spot) if hull else None


def _too_far(made: CrusadeWeapon, name: str, inches: float) -> Refusal | None:
    if made.max_range_in and is_beyond(inches, made.max_range_in):
        text = f"{inches:.2f} inches are too far for the {name}."
        return Refusal("out-of-range", text, "CRU-WEAP-13", f"up to {made.max_range_in:g} inches")
    return None


def _bad_point(state: GameState, unit: Unit, aim: WeaponAim, name: str, made: CrusadeWeapon) -> Refusal | None:
    """Only a blast is fired at a point, without sight only indirectly. (CRU-WEAP-05, CRU-WEAP-08, CRU-WEAP-09)"""
    if aim.at is None or not made.blast_in:
        text = f"The {name} fires at one model."
        return Refusal("needs-model", text, "CRU-WEAP-05", "an enemy’s model")
    x, y = aim.at
    on_table = 0 <= x <= state.scenario.width_in and 0 <= y <= state.scenario.height_in
    if not on_table and not state.is_older_than("14"):
        return Refusal("off-table", "That place is off the table.", "CRU-WEAP-08", "a place on the table")
    if refusal := _off_arc(state, unit, aim.weapon, aim.at):
        return refusal
    eye, tip = muzzle(state, unit, aim.weapon, aim.at)
    if "IFC" not in made.letters and not sight.sees_point(state, unit, eye, aim.at):
        text = f"{unit.name} does not see that place."
        return Refusal("not-seen", text, "CRU-WEAP-08", "a place in sight")
    return _too_far(made, name, distance(tip, aim.at))
