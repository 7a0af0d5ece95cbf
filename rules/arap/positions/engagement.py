"""Who is in reach of whom in close combat, who strikes at whom, and when. Reads only. (ARAP-MELEE-01 to -05)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.arap import building_interface
from rules.arap.positions.building_interface import Rooms
from rules.arap.positions.melee_weapons import (
    Attack,
    attack_kinds,
    both_hands,
    has_charge,
    has_krak,
    in_attack_arc,
    melee_weapons,
)
from rules.arap.terrain import ground
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.core.kept import once
from rules.forces import strength
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import off_axis
from rules.geometry.lengths import distance, is_within
from rules.geometry.measure import in_base_contact
from rules.state import ChargeMade, GameState, Melee

BONUS_ATTACKS: Final = {"front": 1, "flank": 2, "rear": 2}
"""Extra attacks of each charging model in its first round. (ARAP-CHG-07)"""

LAST_STEP: Final = 1
"""Initiative of chargers against cover and of krak grenades. (ARAP-COVR-01, ARAP-CCG-05)"""


class Strike(NamedTuple):
    """Some attacks that one model makes alike: with what, how many, at whom."""

    attacker: ModelId
    weapon: Weapon | None
    attacks: int
    target: ModelId
    several: bool = False
    """Struck while the fighter uses more than one weapon. (ARAP-MELEE-04)"""


# -- reach ---------------------------------------------------------------------------------------------------------


def members(state: GameState, units: Iterable[UnitId]) -> list[Model]:
    """The living members of those units that stand on the table, in order."""
    return [m for u in units if state.units[u].on_table for m in state.units[u].alive]


def touches(state: GameState, a: Model, b: Model) -> bool:
    """Whether two bases are in contact. (ARAP-MELEE-01)"""
    return in_base_contact(a.at, state.profile(a).base_radius_in, b.at, state.profile(b).base_radius_in)


def reach_in(state: GameState, model: Model) -> float:
    """Melee radius: the size category in inches, more with a long weapon. (ARAP-MELEE-01)"""
    long = [w.range_in for w in melee_weapons(state, model) if w.has("long")]
    return max([float(state.profile(model).size), *long])


@once
def longest_reach_in(state: GameState) -> float:
    """No melee radius in this game is larger. (ARAP-MELEE-01)"""
    sizes = (float(profile.size) for profile in state.profiles.values())
    long = (w.range_in for w in state.weapons.values() if w.has("long"))
    return max(itertools.chain(sizes, long), default=0.0)


def reaches(state: GameState, a: Model, b: Model) -> bool:
    """Whether a may attack b, arcs aside: in its own radius, in contact, or within weapon reach. (ARAP-MELEE-01)"""
    near = is_within(distance(a.at, b.at), reach_in(state, a)) or touches(state, a, b)
    return near and _on_one_level(state, a, b) and building_interface.ask(Rooms).in_one_room(state, a, b)


def _on_one_level(state: GameState, a: Model, b: Model) -> bool:
    """Whether no face between them takes one out of the other's reach. Slopes do not matter."""
    if not (a.on_face or b.on_face or ground.table_of(state).has_faces):
        return True
    gap = ground.face_between(state, a, b)
    return is_within(math.hypot(distance(a.at, b.at), gap), reach_in(state, a)) if gap else True


def are_engaged(state: GameState, a: Model, b: Model) -> bool:
    """Whether two enemies are engaged: either one reaches the other. (ARAP-MELEE-01)"""
    return reaches(state, a, b) or reaches(state, b, a)


def engaged_with(state: GameState, model: Model, enemies: Iterable[Model]) -> list[Model]:
    """The enemies that the model is engaged with, in order."""
    return [e for e in enemies if are_engaged(state, model, e)]


def enemy_units(state: GameState, melee: Melee, side: str) -> tuple[UnitId, ...]:
    """The units of the melee that fight against a side."""
    return tuple(u for u in melee.units if state.units[u].side != side)


def enemy_models(state: GameState, melee: Melee, side: str) -> list[Model]:
    """The living models of the melee that fight against a side."""
    return members(state, enemy_units(state, melee, side))


def sees_in_arc(model: Model, enemy: Model, attack: Attack) -> bool:
    """Whether the enemy stands in the arc of that kind of attack."""
    return in_attack_arc(attack, off_axis(model.facing, model.at, enemy.at))


# -- attacks -------------------------------------------------------------------------------------------------------


def strikes_of(state: GameState, melee: Melee, unit: Unit, model: Model) -> list[Strike]:
    """What a model does in its step: its attacks against enemies in reach and arc. (ARAP-MELEE-05, ARAP-CHG-07)

    Each kind of attack goes at the nearest enemy in its arc, of those that its unit has named if it can; the bonus of a
    charge goes to the first kind that has one. None means that the model cannot attack.
    """
    if model.sprawled or uses_krak(state, melee, unit.id, model):
        return []
    foes = [e for e in enemy_models(state, melee, unit.side) if reaches(state, model, e)]
    bonus = bonus_attacks(melee, unit.id)
    both = both_hands(state, model, bonus) if unit.id in melee.several else []
    if both:
        return _with_both_hands(state, melee, unit, model, both, foes)
    strikes = []
    for weapon, attack, printed in attack_kinds(state, model):
        count = ask(state, MachinesThatFight).attacks(unit, printed)
        if unit.is_vehicle and not count:
            continue
        targets = [e for e in foes if sees_in_arc(model, e, attack)]
        if not targets or count + bonus == 0:
            continue
        target = _named(state, melee, unit, model, targets)
        strikes.append(Strike(model.id, weapon, count + bonus, target.id))
        bonus = 0
    return strikes


def kind_of(state: GameState, model: Model) -> str:
    """What an enemy is named by when somebody says at whom to strike: unit and profile. (ARAP-MELEE-03)"""
    return f"{state.find_model(model.id)[0].id}/{model.profile}"


def _named(state: GameState, melee: Melee, unit: Unit, model: Model, targets: list[Model]) -> Model:
    """Whom of those in reach it strikes at: of the kind that was named if it can, touching, near. (ARAP-MELEE-03)"""
    wanted = melee.aims.get(unit.id, "")

    def turn_of(enemy: Model) -> tuple[bool, bool, float]:
        missed = bool(wanted) and kind_of(state, enemy) != wanted
        return missed, not touches(state, model, enemy), distance(model.at, enemy.at)

    return min(targets, key=turn_of)


def _with_both_hands(
    state: GameState,
    melee: Melee,
    unit: Unit,
    model: Model,
    both: list[tuple[Weapon, int, bool]],
    foes: list[Model],
) -> list[Strike]:
    """One attack more, with the second weapon; all are harder but those that a charge brings. (ARAP-MELEE-04)"""
    targets = [e for e in foes if sees_in_arc(model, e, "ordinary")]
    if not targets:
        return []
    target = _named(state, melee, unit, model, targets).id
    return [Strike(model.id, weapon, count, target, several=harder) for weapon, count, harder in both]


def strength_of(state: GameState, model: Model, weapon: Weapon | None) -> int:
    """Strength of its blows: its own with what changes it, then the weapon's addition. (ARAP-GEN-08)"""
    above = weapon is not None and weapon.type == "melee" and jumped_down(state, model)
    return strength.wielded(state.profile(model), weapon.strength if weapon else 0, 1 if above else 0)


def jumped_down(state: GameState, model: Model) -> bool:
    """Whether the model came into this round by a jump from above. (ARAP-FALL-05)"""
    return any(model.id in charge.jumped for melee in state.melees for charge in melee.charges)


# -- charges and Initiative ----------------------------------------------------------------------------------------


def charge_of(melee: Melee, unit: UnitId) -> ChargeMade | None:
    """The charge by which a unit came into this round, if it did."""
    return next((c for c in melee.charges if c.charger == unit), None)


def bonus_attacks(melee: Melee, unit: UnitId) -> int:
    """Extra attacks of each of a charging unit's models in this round. (ARAP-CHG-07)"""
    charge = charge_of(melee, unit)
    return BONUS_ATTACKS[charge.direction] if charge is not None and charge.bonus else 0


def initiative_of(state: GameState, melee: Melee, unit: UnitId, model: Model) -> int:
    """The step in which a model strikes; chargers against cover and krak grenades strike at 1.

    Flesh hooks let a charger against cover strike together with the enemy that it attacks. (ARAP-MELEE-05,
    ARAP-COVR-01, ARAP-CCG-04, ARAP-CCG-05)
    """
    own = state.profile(model).i
    if uses_krak(state, melee, unit, model):
        return min(LAST_STEP, own)
    charge = charge_of(melee, unit)
    if charge is None or not charge.slowed:
        return own
    if state.profile(model).has("flesh-hooks"):
        foes = [e for e in enemy_models(state, melee, state.units[unit].side) if reaches(state, model, e)]
        attacked = min(foes, key=lambda e: distance(model.at, e.at), default=None)
        return state.profile(attacked).i if attacked is not None else LAST_STEP
    return min(LAST_STEP, own)


def uses_krak(state: GameState, melee: Melee, unit: UnitId, model: Model) -> bool:
    """Whether it places a krak grenade in this round instead of fighting. (ARAP-CCG-05)"""
    return (unit in melee.krak and has_krak(state, model)) or plants(state, melee, unit, model)


def plants(state: GameState, melee: Melee, unit: UnitId, model: Model) -> bool:
    """Whether it plants a charge on a machine in this round instead of fighting. (ARAP-CCG-03, VEH-WS-05)"""
    if unit not in melee.planting or not has_charge(state, model):
        return False
    return any(reaches(state, model, e) for e in machines_near(state, melee, unit))


def machines_near(state: GameState, melee: Melee, unit: UnitId) -> list[Model]:
    """The enemy machines in a unit's melee."""
    enemies = enemy_models(state, melee, state.units[unit].side)
    return [e for e in enemies if state.profile(e).hull is not None]


def any_engaged(state: GameState, melee: Melee) -> bool:
    """Whether anybody in the melee is engaged with an enemy."""
    return any(
        engaged_with(state, m, enemy_models(state, melee, state.units[u].side))
        for u in melee.units
        for m in members(state, (u,))
    )
