"""What fire is worth: who falls, who is kept down, whose nerve may break, and what ground they hold."""

from __future__ import annotations

import math
from typing import Final

from rules.arap.indirect import throw
from rules.arap.indirect.guess_range import AtGuess
from rules.arap.minds import ground, threat
from rules.arap.minds.vehicle_interface import VehiclesWeighed
from rules.arap.shooting import odds
from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.vehicle_interface import ask
from rules.core.ids import SideId
from rules.core.preview import CANNOT_HURT, Average, Ending
from rules.dice.odds.chances import chance_2d6_low, chance_low
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import TOLERANCE, along, distance
from rules.geometry.rings import bounds
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Worth

_SUPPRESSED: Final = 0.25
"""The part of a unit's points that its suppression is worth."""
_SHAKEN: Final = 0.35
"""The part that a failed test of casualties is worth. (ARAP-CAS-04)"""
_DRIVEN_OFF: Final = 0.4
"""How often a failed test of casualties ends with the loss of the ground."""
_DENTED: Final = 0.2
"""The part of a hull's points that a hit which does not end it is worth."""


def of_shot(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """A unit on foot fires."""
    assert isinstance(offer.action, Shoot)
    unit, target = state.units[offer.action.unit], state.units[offer.action.target]
    return of_plan(state, unit, target, offer.action.plan(state), character)


def of_mounts(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """A hull fires, at each of its targets."""
    if offer.action is None or offer.unit is None:
        return Worth(-1.0, "not weighed")
    unit = state.units[offer.unit]
    fired = ask(state, VehiclesWeighed).volleys_of(state, offer.action)
    found = [of_plan(state, unit, state.units[t], plan, character) for t, plan in fired if t in state.units]
    if not found:
        return of_preview(state, side, offer, character)
    best = max(found)
    return Worth(sum(each.points for each in found), best.why)


def of_plan(state: GameState, unit: Unit, target: Unit, plan: FirePlan, character: Character) -> Worth:
    """Points of the target that are likely to fall, or to be kept down."""
    share, gone = _of_hull(state, target, plan) if target.is_vehicle else _of_people(state, unit, target, plan)
    if target.is_vehicle and not share:
        return Worth(-1.0, CANNOT_HURT)  # hulls have no nerves that fire in vain might cost
    return Worth(_value(state, target, character, share, gone) + 0.2, f"{share:.0%} of {target.name} on average")


def _value(state: GameState, target: Unit, character: Character, share: float, gone: float) -> float:
    """What that share of the target is worth, and the chance that it holds its ground no longer."""
    felled = share * max(target.points, 1) * ground.kills_count(state)
    return character.fire * felled + character.ground * gone * ground.stakes(state, target)


def _of_people(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> tuple[float, float]:
    """The share of them that falls or is kept down, and how likely they are driven off their ground."""
    groups = plan.groups()
    shots = odds.like_shots(groups)
    fallen = odds.mean_of(state, unit, target, plan, groups, shots)
    kept_down = 0.0 if target.s_active else odds.suppressed_by(state, unit, target, shots)
    size = max(1, len(target.models))
    left = len(target.alive) / size
    due = math.pow(min(1.0, fallen / max(1.0, target.n_start / 4)), 1.5)
    fails = 1 - float(chance_2d6_low(odds.steadiness(state, target).ld))
    share = min(left, fallen / size + left * (_SUPPRESSED * kept_down + _SHAKEN * due * fails))
    return share, min(1.0, math.pow(fallen / max(1, len(target.alive)), 2) + _DRIVEN_OFF * due * fails)


def _of_hull(state: GameState, target: Unit, plan: FirePlan) -> tuple[float, float]:
    """The chance that it is ended with a part for what else is done to it, and that chance, hit by hit."""
    stands, dents = 1.0, 0.0
    vehicles = ask(state, ShotsAtVehicles)
    for firing in plan.firings:
        hit = float(odds.hit_odds(firing.weapon, firing.goal))
        one = vehicles.one_hit(state, firing.weapon, firing.model.id, target)
        stands *= (1 - hit * one.ends) ** firing.shots
        dents += firing.shots * hit * one.hurts
    return (1 - stands) + stands * _DENTED * min(1.0, dents), 1 - stands


def of_throw(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """Grenades, by where they would come down: on the enemy, at their feet, or for nothing. (ARAP-GREN-01)"""
    action = offer.action
    target = state.units.get(offer.target) if offer.target is not None else None
    if not isinstance(action, AtGuess) or target is None or not target.alive:
        return Worth(-1.0, "not weighed")
    unit, weapon, profile = state.units[action.unit], state.weapons[action.weapon], state.profile(target.alive[0])
    felled = own = 0.0
    for guess in action.guesses:
        thrower = unit.model(guess.model)
        landing = along(thrower.at, guess.bearing, guess.range_in or 0.0)
        own += _of_friends(state, unit, thrower, weapon, landing)
        if min(distance(landing, m.at) for m in target.alive) <= _BESIDE_IN:
            felled += threat.wounds_of(weapon, profile, state.profile(thrower).bs - unit.s_active)
    share = min(1.0, felled / max(1, sum(m.wounds for m in target.alive)))
    worth = _value(state, target, character, share, share * share) - character.nerve * own
    return Worth(worth if felled else -1.0, f"{share:.0%} of {target.name} on average" if felled else "falls short")


def _of_friends(state: GameState, unit: Unit, thrower: Model, weapon: Weapon, landing: Point) -> float:
    """Points of the thrower's own side that one grenade costs on average, where it lands or strays. (ARAP-GREN-02)"""
    hit = float(chance_low(state.profile(thrower).bs - unit.s_active))
    under = weapon.marker_in / 2 + _BASE_IN
    cost = 0.0
    for friend in state.units_of(unit.side):
        if friend.is_vehicle or not friend.on_table:
            continue
        each = friend.points / max(1, len(friend.models))
        for model in friend.alive:
            away = distance(landing, model.at)
            struck = hit if away <= under else (1 - hit) * _STRAYS if away <= under + _STRAY_IN else 0.0
            if struck:
                cost += struck * each * threat.wounded_by(weapon, state.profile(model))
    return cost


def throws_at_most(state: GameState, side: SideId, unit: Unit, character: Character) -> float:
    """Nothing where no enemy is so near that a grenade could come down beside him; else nobody knows beforehand."""
    thrown = [w for name in {w for m in unit.alive for w in m.weapons} if (w := state.weapons[name]).is_thrown]
    far = max((throw.farthest(state, unit, weapon) for weapon in thrown), default=-math.inf) + _BESIDE_IN + TOLERANCE
    box = bounds(tuple(m.at for m in unit.alive)).grown(max(far, 0.0)) if unit.alive else None
    if not thrown or box is None:
        return -1.0
    near = (e.at for enemy in state.enemies_of(side) for e in enemy.alive if box.holds(e.at))
    return math.inf if any(distance(m.at, at) <= far for at in near for m in unit.alive) else -1.0


def lobs_at_most(state: GameState, side: SideId, unit: Unit, character: Character) -> float:
    """What shells at a guessed range come to at most, roughly: most of them come down elsewhere."""
    best = -1.0
    for target in state.enemies_of(side):
        profile = state.profile(target.alive[0])
        felled = sum(
            threat.wounds_of(weapon, profile, state.profile(m).bs)
            for m in unit.alive
            for weapon in (state.weapons[name] for name in m.weapons)
            if weapon.is_ranged and (weapon.is_lobbed or weapon.has("guess"))
        )
        share = min(1.0, _LUCKY * felled / max(1, sum(m.wounds for m in target.alive)))
        best = max(best, _value(state, target, character, share, share * share))
    return best


_LUCKY: Final = 1.5
"""So many times what a well-aimed shell does is more than one does that may come down anywhere."""
_BASE_IN: Final = 0.5
_STRAY_IN: Final = 3.0
_STRAYS: Final = 0.25
"""How far a grenade that misses goes as a rule, and how often somebody so near is under it then."""
_BESIDE_IN: Final = 2.0
"""How far from somebody a grenade may come down and still be of use."""


def of_preview(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """Grenades, shells and whatever else says beforehand who may fall, or what it may end."""
    target = state.units.get(offer.target) if offer.target is not None else None
    if offer.action is None or target is None or target.side == side:
        return Worth(-1.0, "not weighed")
    preview = offer.action.preview(state)
    if preview.in_vain:
        return Worth(-1.0, preview.in_vain)
    lines = [*preview.chances, *(chance for shot in preview.shots for chance in shot.chances)]
    fallen = sum(c.value for c in preview.chances if isinstance(c, Average) and c.label.startswith("casualties"))
    ends = max((c.value for c in lines if isinstance(c, Ending)), default=0.0)
    share = min(1.0, max(fallen / max(1, len(target.models)), ends / 2))
    return Worth(_value(state, target, character, share, share * share), f"{share:.0%} of {target.name} on average")
