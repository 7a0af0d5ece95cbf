"""What a shot needs to hit: Ballistic Skill and every modifier by name. (ARAP-HIT-01 to -10)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.forces.unit import Model, Unit, UnitTurn
from rules.forces.weapon import Weapon
from rules.gemini import arms, ports, suppression
from rules.gemini.cover import UnitCover
from rules.geometry.lengths import TOLERANCE, is_within
from rules.state import GameState

SMALL_GROUP: Final = 2
FAST_IN: Final = 12.0


class Shot(NamedTuple):
    """One model about to fire one weapon at one unit, or at a spot on the ground."""

    firer: Unit
    model: Model
    weapon: Weapon
    target: Unit | None
    range_in: float
    cover: UnitCover = UnitCover()
    two_pistols: bool = False
    bounced: bool = False
    own_sight: bool = True
    observed: bool = True
    """Without sight of its own: whether somebody of its side sees where its shots fall. (ARAP-HIT-05)"""


def modifiers(state: GameState, shot: Shot, extra: Sequence[Modifier] = ()) -> tuple[Modifier, ...]:
    """Every row of ARAP-HIT-02 that applies, in the order of the table, then `extra`."""
    target = shot.target
    return (
        *(_of_target(state, shot, target) if target is not None else ()),
        *_of_firer(state, shot),
        *(_of_cover(state, shot, target) if target is not None else ()),
        *_of_manner(state, shot),
        *extra,
    )


def base(state: GameState, model: Model) -> int:
    """The firer's Ballistic Skill; 0 means that it has no ranged attack. (ARAP-HIT-01)"""
    profile = state.profile(model)
    return profile.vehicle.crew_bs if profile.vehicle is not None else profile.bs


def goal(state: GameState, shot: Shot, extra: Sequence[Modifier] = (), *, skill: int | None = None) -> int:
    """What the die must not exceed, not limited; `skill` in place of the firer's own. (ARAP-HIT-01)"""
    return modified(base(state, shot.model) if skill is None else skill, modifiers(state, shot, extra))


def is_area(weapon: Weapon) -> bool:
    """Whether the weapon hits an area: by marker or by template."""
    return weapon.marker_in > 0 or weapon.template


def _of_target(state: GameState, shot: Shot, target: Unit) -> Iterator[Modifier]:
    """Small targets, fast targets, small groups, targets that move tactically. (ARAP-HIT-03, -08, ARAP-TACT-02)"""
    sizes = [state.profile(m).size for m in target.alive]
    tiny = all(state.profile(m).size == 1 or state.profile(m).has("small") for m in target.alive)
    if tiny and not shot.weapon.marker_in:
        yield Modifier(-1, "small target", "ARAP-HIT-03")
    fast = fast_target(last_turn(state, target).moved_in, laser=shot.weapon.has("laser"))
    if fast and not target.is_vehicle:
        yield Modifier(fast, f"target moved {last_turn(state, target).moved_in:.3g} in", "ARAP-HIT-08")
    if len(sizes) <= SMALL_GROUP and max(sizes, default=3) <= 2:
        yield Modifier(-1, f"small group, {'one model' if len(sizes) == 1 else 'two models'}", "ARAP-HIT-03")
    if target.now.tactical:
        yield Modifier(-1, "target moved tactically", "ARAP-TACT-02")


def fast_target(moved_in: float, *, laser: bool) -> int:
    """-1 for every full 12 inches moved, not for lasers. (ARAP-HIT-08)"""
    return 0 if laser else -math.floor((moved_in + TOLERANCE) / FAST_IN)


def last_turn(state: GameState, unit: Unit) -> UnitTurn:
    """The record of the unit's latest player turn that is over: that of its present one does not count yet."""
    return unit.before if unit.side == state.active_side else unit.now


def _of_firer(state: GameState, shot: Shot) -> Iterator[Modifier]:
    """Moving surface, wounds, suppression, tactical movement. (ARAP-HIT-02, ARAP-SUPP-03, ARAP-TACT-02)"""
    firer, profile = shot.firer, state.profile(shot.model)
    acting = firer.side == state.active_side
    if _is_carried(state, firer, shot.model):
        yield Modifier(-1, "firing from a moving surface", "ARAP-HIT-02")
    if profile.vehicle is None and shot.model.wounds < profile.w:
        yield Modifier(-1, "firer wounded", "ARAP-HIT-02")
    if firer.s_active and not suppression.is_immune_model(profile):
        points = "1 suppression point" if firer.s_active == 1 else f"{firer.s_active} suppression points"
        yield Modifier(-firer.s_active, points, "ARAP-SUPP-03")
    if acting and firer.now.tactical:
        yield Modifier(-1, "firer moved tactically", "ARAP-TACT-02")


def _is_carried(state: GameState, firer: Unit, model: Model) -> bool:
    """Whether what carries the model has moved in this turn: its mount, or the vehicle that it is aboard."""
    if firer.side != state.active_side:
        return False
    if firer.aboard is not None:
        return state.units[firer.aboard].now.moved_in > 0
    return state.profile(model).kind == "rider" and firer.now.moved_in > 0


def _of_cover(state: GameState, shot: Shot, target: Unit) -> Iterator[Modifier]:
    """Cover, or -1 in its place for a target that ran from one piece to another. (ARAP-HIT-06, -07, -10)

    Speed and cover of a vehicle are its own rules' affair. (VEH-AT-02, VEH-COV-01)
    """
    if target.is_vehicle:
        yield from ports.vehicles(state).to_hit_modifiers(state, target.id, shot.weapon, shot.model.at)
        return
    if is_area(shot.weapon):
        return
    found = shot.cover.modifier()
    if found is None:
        return
    if is_fleeting(state, target, shot.cover):
        yield Modifier(-1, "target ran from cover to cover", "ARAP-HIT-10")
    else:
        yield found


def is_fleeting(state: GameState, target: Unit, cover: UnitCover) -> bool:
    """Whether the target went to the piece that covers it from another one in its last turn. (ARAP-HIT-10)"""
    return ran_from(state, target, cover.area_id)


def ran_from(state: GameState, target: Unit, piece: str) -> bool:
    """Whether the target came to that piece of cover from another one. (ARAP-HIT-10)"""
    record = last_turn(state, target)
    return bool(record.moved_in and record.was_in_cover and piece) and record.was_in_cover != piece


def _of_manner(state: GameState, shot: Shot) -> Iterator[Modifier]:
    """How the shot is made: two pistols, shotgun, aim, corrective aim, bounced, thrown. (ARAP-HIT-02, -04, -05)"""
    weapon = shot.weapon
    if shot.two_pistols:
        yield Modifier(-1, "a pistol in each hand", "ARAP-WPN-04")
    if weapon.has("improvised"):
        yield Modifier(-2, "improvised missile", "ARAP-HIT-02")
    elif weapon.type == "grenade":
        yield Modifier(-1, "thrown by hand", "ARAP-HIT-02")
    if weapon.has("shotgun") and is_within(shot.range_in, arms.range_of(weapon) / 2):
        yield Modifier(1, "shotgun at half range", "ARAP-HIT-02")
    if has_aimed(state, shot.firer):
        yield Modifier(1, "aimed", "ARAP-HIT-04")
    if shot.target is not None and corrects(state, shot):
        yield Modifier(1, "corrective aiming", "ARAP-HIT-05")
    if shot.bounced:
        yield Modifier(-1, "bounced off a wall", "ARAP-TMPL-02")


def has_aimed(state: GameState, firer: Unit) -> bool:
    """Whether the unit's action just before, in this activation, was to aim. (ARAP-HIT-04)"""
    return firer.now.last_action == "aim" and state.turn.active == firer.id


def corrects(state: GameState, shot: Shot) -> bool:
    """Whether it fires at a stationary target for the second turn running without having moved. (ARAP-HIT-05)

    Without sight of its own only while somebody observes, and for the second turn only.
    """
    firer, target = shot.firer, shot.target
    if target is None or firer.side != state.active_side or firer.before.shot_at != target.id:
        return False
    if firer.now.shot_at not in (None, target.id):
        return False
    if not shot.own_sight and (firer.before.corrected or not shot.observed):
        return False
    return firer.before.shot_moves == (firer.moves, target.moves)
