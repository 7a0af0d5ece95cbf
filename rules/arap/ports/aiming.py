"""Who can fire what at which port: what a port takes off, who of a unit may throw. (VEH-PORT-01, BLD-PORT-02, -06)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.arap.indirect import throw
from rules.arap.ports.compartment import Compartment, Gap, at_port, through, wider
from rules.arap.shooting.legality import no_weapon
from rules.arap.shooting.plan import FirePlan, Firing, Idle
from rules.arap.units import weapons as units_weapons
from rules.core.ids import ModelId, WeaponId
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text, possible_low
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_within
from rules.state import GameState


class Aimed(NamedTuple):
    """A plan of fire at openings, and which one each shot is aimed at."""

    plan: FirePlan
    at: dict[tuple[ModelId, WeaponId], Gap]


def aimed(state: GameState, behind: Compartment, plan: FirePlan) -> Aimed:
    """The fire at the outside as fire at the openings that each shot can be aimed at."""
    firings: list[Firing] = []
    idle = list(plan.idle)
    at: dict[tuple[ModelId, WeaponId], Gap] = {}
    for firing in plan.firings:
        gaps = behind.facing(state, firing.model.at, firing.weapon)
        shot = _through(state, behind, firing, gaps[0]) if gaps else firing
        why = _hopeless(shot) if gaps else behind.none_facing(state)
        if why is not None:
            idle.append(Idle(firing.model.id, 14, why))
            continue
        firings.append(shot)
        at[shot.model.id, shot.weapon.id] = gaps[0]
    return Aimed(FirePlan(tuple(firings), tuple(idle)), at)


def _through(state: GameState, behind: Compartment, firing: Firing, gap: Gap) -> Firing:
    """The shot with what the opening takes off; windows and hatches are no smaller than a man."""
    near = is_within(firing.range_in, units_weapons.short_range(firing.weapon))
    firing = firing._replace(close=near or firing.strip is not None)
    if gap.kind != "port":
        return firing
    modifier = at_port(behind.cites)
    if firing.strip is not None:
        modifier = through(behind.cites, near=behind.is_close(state, gap, firing.model.at))
    elif firing.weapon.marker_in and not firing.weapon.is_thrown:
        modifier = wider(behind.cites)
    return firing._replace(modifiers=(*firing.modifiers, modifier))


def _hopeless(firing: Firing) -> Refusal | None:
    """Why a shot cannot hit a port at all; a stream or shell at least reaches the outside. (ARAP-DICE-08)"""
    area = firing.strip is not None or (firing.weapon.marker_in and not firing.weapon.is_thrown)
    if area or possible_low(firing.goal):
        return None
    text = f"{firing.weapon.name} would need {firing.goal} to hit a port: {goal_text(firing.goal, 'low')}."
    return Refusal("cannot-hit", text, "ARAP-DICE-08", "the outside itself")


def usual_weapons(state: GameState, unit: Unit) -> tuple[WeaponId, ...]:
    """Every ranged weapon that can be aimed at a port but what is thrown; that if there is nothing else."""
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    able = [w for name in carried if is_aimed(w := state.weapons[name])]
    return tuple(w.id for w in able if not w.is_thrown) or tuple(w.id for w in able)


def strange_weapon(state: GameState, unit: Unit, named: Sequence[WeaponId]) -> Refusal | None:
    """Why the weapons that are named cannot be fired: some member must carry each. (ARAP-SHOOT-01)"""
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    strange = next((w for w in named if w not in carried), None)
    if strange is None:
        return None
    known = ", ".join(state.weapons[w].name for w in carried) or "none: it carries no weapon"
    return Refusal("no-ranged-weapon", f"{unit.name} carries no {strange[:40]!r}.", "ARAP-SHOOT-01", known)


def nothing_fires(unit: Unit, plan: FirePlan) -> Refusal | None:
    """Why nobody fires at a port: what bars whoever came nearest to it, or that nobody carries anything for it."""
    return plan.refusal or (None if plan.firings else no_weapon(unit))


def is_aimed(weapon: Weapon) -> bool:
    """Whether a weapon can be aimed at a port: what is thrown by hand, but nothing else that is lobbed."""
    return (weapon.is_thrown and weapon.strength > 0) or (weapon.is_ranged and not weapon.is_guessed)


def sorted_out(state: GameState, unit: Unit, throws: FirePlan, shots: FirePlan) -> FirePlan:
    """Some throw, a quarter at most, the others shoot; nobody does both. (ARAP-GREN-01)"""
    return _together(_few_throwers(state, unit, throws), shots)


def _together(throws: FirePlan, shots: FirePlan) -> FirePlan:
    arms_full = {f.model.id for f in throws.firings}
    firings = (*throws.firings, *(f for f in shots.firings if f.model.id not in arms_full))
    busy = {f.model.id for f in firings}
    idle = {i.model: i for i in (*throws.idle, *shots.idle) if i.model not in busy}
    return FirePlan(firings, tuple(idle.values()))


def _few_throwers(state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """The plan with no more throwers than a quarter of the unit. (ARAP-GREN-01)"""
    firings: list[Firing] = []
    idle = list(plan.idle)
    chosen: list[ModelId] = []
    for firing in plan.firings:
        if firing.weapon.is_thrown:
            why = throw.too_many(state, unit, [*chosen, firing.model.id])
            if why is not None:
                idle.append(Idle(firing.model.id, 11, why))
                continue
            chosen.append(firing.model.id)
        firings.append(firing)
    return plan._replace(firings=tuple(firings), idle=tuple(idle))
