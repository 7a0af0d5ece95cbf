"""What mounted weapons may fire at now. (TRI-FIRE-01, TRI-FACE-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance
from rules.offers import Offer
from rules.state import GameState
from rules.vehicles.shared.hull import weapon_of, working
from rules.vehicles.shared.shooting import behind_walls
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.shooting.fire.aim import AimedMount, not_a_target, turn_barred
from rules.vehicles.trial.shooting.fire.step import ShootingStep
from rules.vehicles.trial.shooting.gunnery import is_barrage


def all_that_can(
    state: GameState, unit: Unit, target: UnitId, turn_to: float | None = None, first: Sequence[int] = ()
) -> tuple[AimedMount, ...]:
    """Every weapon that may fire at that target now, as the vehicle stands or turned; main weapons come first.

    `first` are those that fire in any case; what they leave of the allowance goes to the others. Ordnance, which fires
    alone, is chosen where nothing else may fire, or nothing else can hurt the target. (TRI-ORD-02)
    """
    ready = [m for m in working(state, unit) if not is_barrage(weapon_of(state, unit, m)) and m not in first]
    ready.sort(key=lambda m: (-max(weapon_of(state, unit, m).strengths), m))
    direct = [m for m in ready if weapon_of(state, unit, m).type != "ordnance"]
    shells = [m for m in ready if m not in direct][:1]
    plain = _allowed(state, unit, target, (*first, *direct), turn_to)
    if plain and (first or not shells or not _in_vain(state, unit, plain, turn_to)):
        return plain
    shell = _allowed(state, unit, target, shells, turn_to)
    return shell if shell and not (plain and _in_vain(state, unit, shell, turn_to)) else plain


def _allowed(
    state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int], turn_to: float | None
) -> tuple[AimedMount, ...]:
    """Those that may fire together, in their order."""
    chosen: tuple[AimedMount, ...] = ()
    for mount in mounts:
        tried = (*chosen, AimedMount(mount=mount, target=target))
        if ShootingStep(side=unit.side, unit=unit.id, shots=tried, turn_to=turn_to).check(state) is None:
            chosen = tried
    return chosen


def _in_vain(state: GameState, unit: Unit, shots: tuple[AimedMount, ...], turn_to: float | None) -> bool:
    """Whether they cannot hurt a vehicle that they are fired at; people may at least be suppressed."""
    if not state.units[shots[0].target].is_vehicle:
        return False
    return bool(ShootingStep(side=unit.side, unit=unit.id, shots=shots, turn_to=turn_to).preview(state).in_vain)


def facing_it(state: GameState, unit: Unit, target: UnitId) -> float | None:
    """The heading straight at the nearest of a target, if the vehicle may turn to it. (TRI-FACE-01)"""
    here, enemy = unit.models[0].at, state.units.get(target)
    if enemy is None or not enemy.alive or not enemy.in_play:
        return None
    nearest = min((m.at for m in enemy.alive), key=lambda at: distance(here, at))
    heading = round(bearing(here, nearest), 2)
    return heading if nearest != here and turn_barred(state, unit, heading) is None else None


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: all weapons that can at each enemy, or why none can at the nearest."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle or not unit.on_table or not profile_of(state, unit).mounts:
        return
    known = (*state.enemies_of(side), *behind_walls.targets(state, side))
    found = [o for e in known if (o := _offer(state, unit, e)) is not None]
    yield from found or [Offer(kind="fire", unit=unit.id, refusal=_why_not(state, unit))]


def _offer(state: GameState, unit: Unit, enemy: Unit) -> Offer | None:
    """As it stands, else turned to face. (TRI-FACE-01)"""
    if not_a_target(state, unit, enemy.id) is not None:
        return None
    turn_to = None
    shots = all_that_can(state, unit, enemy.id)
    if not shots and (turn_to := facing_it(state, unit, enemy.id)) is not None:
        shots = all_that_can(state, unit, enemy.id, turn_to)
    if not shots:
        return None
    action = ShootingStep(side=unit.side, unit=unit.id, shots=shots, turn_to=turn_to)
    label = f"Fire at {enemy.name}"
    return Offer(kind="fire", unit=unit.id, target=enemy.id, ap=1, label=label, action=action)


def _why_not(state: GameState, unit: Unit) -> Refusal:
    """The reason against the first weapon left and the nearest enemy."""
    left = working(state, unit)
    here = unit.models[0].at
    enemies = sorted(state.enemies_of(unit.side), key=lambda e: (distance(here, e.alive[0].at), e.id))
    enemies = [e for e in enemies if not_a_target(state, unit, e.id) is None]
    if not left:
        return Refusal("no-weapon", f"{unit.name} has no weapon left.", "TRI-DMG-04", "moving, or finishing")
    if not enemies:
        return Refusal("no-target", "There is no enemy to shoot at.", "ARAP-SHOOT-02", "moving, or finishing")
    shots = (AimedMount(mount=left[0], target=enemies[0].id),)
    refused = ShootingStep(side=unit.side, unit=unit.id, shots=shots).check(state)
    return refused or Refusal("no-target", "No weapon bears on an enemy.", "TRI-FIRE-03", "moving, or finishing")


OFFERED: Final = ("fire",)
