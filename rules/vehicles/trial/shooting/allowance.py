"""Main and defensive weapons, and which of them fire after which move. (TRI-FIRE-05, TRI-FIRE-08 to -12)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rules.core.refusal import Refusal
from rules.forces.mount import Mount
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.rulebook.charts import grid
from rules.state import GameState
from rules.vehicles.shared.hull import weapon_of
from rules.vehicles.trial.hull.bands import WORDS, Band, band
from rules.vehicles.trial.hull.profile import is_walker, profile_of

WeaponClass = Literal["main", "defensive", "ordnance"]

MAIN_FROM: Final = 6
"""The highest strength that it can have makes a weapon main from here. (TRI-FIRE-05)"""

RULE: Final[dict[str, str]] = {"normal": "TRI-FIRE-09", "fast": "TRI-FIRE-10", "walker": "TRI-FIRE-11"}

TOLD: Final[dict[str, str]] = {
    "all": "all its weapons",
    "1 main + all defensive": "one main weapon and all defensive ones",
    "2 weapons one per side": "two weapons, one from each side",
    "none": "nothing",
    "not applicable": "nothing",
}


def class_of(weapon: Weapon) -> WeaponClass:
    """Main, defensive or ordnance. (TRI-FIRE-05, TRI-ORD-01)"""
    if weapon.type == "ordnance":
        return "ordnance"
    return "main" if max(weapon.strengths) >= MAIN_FROM else "defensive"


def row_of(state: GameState, unit: Unit) -> str:
    """The row of the table that the vehicle reads; a walker's before all. (TRI-FIRE-12, TRI-CHAR-03)"""
    if is_walker(state, unit):
        return "walker"
    return "fast" if profile_of(state, unit).is_a("fast") else "normal"


def cell(state: GameState, unit: Unit, moved: Band) -> str:
    """What may fire: a cell of the table. (TRI-FIRE-12)"""
    return str(grid("TRI-FIRE-12")[row_of(state, unit)][moved])


def words(state: GameState, unit: Unit, moved: Band) -> str:
    """The same in words."""
    return TOLD[cell(state, unit, moved)]


class AllowanceTable(NamedTuple):
    """The table with the row of a vehicle and the column of a move."""

    rows: dict[str, dict[str, str]]
    row: str
    column: Band


def table(state: GameState, unit: Unit, moved_in: float) -> AllowanceTable:
    """What a player is shown. (TRI-FIRE-12)"""
    rows = {name: {str(b): str(c) for b, c in cells.items()} for name, cells in grid("TRI-FIRE-12").items()}
    return AllowanceTable(rows, row_of(state, unit), band(moved_in))


def side_of(mount: Mount) -> str:
    """The arm or side of a walker that a weapon is on; one in the middle counts for either. (TRI-FIRE-11)"""
    return "left" if mount.right_in < 0 else "right" if mount.right_in > 0 else ""


def in_words(state: GameState, unit: Unit, mount: int) -> str:
    """What a player goes by when he picks weapons: the class, or the side of a walker. (TRI-FIRE-05, TRI-FIRE-11)"""
    kind = class_of(weapon_of(state, unit, mount))
    if kind == "ordnance" or not is_walker(state, unit):
        return kind
    return f"{side_of(profile_of(state, unit).mounts[mount]) or 'either'} side"


def exceeded(state: GameState, unit: Unit, mounts: Sequence[int]) -> Refusal | None:
    """Why those mounts may not all fire after the vehicle's move. (TRI-FIRE-09 to -12, TRI-ORD-02, TRI-ORD-03)"""
    moved = band(unit.now.moved_in)
    kinds = [class_of(weapon_of(state, unit, m)) for m in mounts]
    if "ordnance" in kinds and len(mounts) > 1:
        gun = weapon_of(state, unit, mounts[kinds.index("ordnance")])
        text = f"{gun.name} is ordnance: it fires instead of all other weapons of {unit.name}."
        return Refusal("ordnance-alone", text, "TRI-ORD-02", "the ordnance alone, or all else without it")
    allowed = cell(state, unit, moved)
    if allowed == "all" or not mounts:
        return None
    fits = {
        "1 main + all defensive": sum(k != "defensive" for k in kinds) <= 1,
        "2 weapons one per side": _one_per_side(state, unit, mounts),
    }.get(allowed, False)
    if fits:
        return None
    row = row_of(state, unit)
    who = "a walker" if row == "walker" else f"a {row} vehicle"
    text = f"{unit.name} has {WORDS[moved]}: {who} then fires {TOLD[allowed]}."
    return Refusal("over-allowance", text, RULE[row], TOLD[allowed])


def _one_per_side(state: GameState, unit: Unit, mounts: Sequence[int]) -> bool:
    """At most two weapons, not both on one arm."""
    sides = [side_of(profile_of(state, unit).mounts[m]) for m in mounts]
    return len(sides) <= 2 and not any(sides.count(side) > 1 for side in ("left", "right"))
