"""What a place is worth to stand at: what the enemy can do there next, and what can be done from there.

Cheap on purpose: whole units from where their leaders stand, straight lines, averages. Cover and what hides count, so
do arcs, and whoever could charge a flank. What is worked out about two units is kept on the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage.wounds_and_saves import can_wound, goal_against, unsaved_odds, wound_odds
from rules.arap.sight.lines import Lines, all_large, can_bring_to_bear
from rules.arap.terrain.ground import terrain_at
from rules.arap.units import weapons
from rules.core import kept
from rules.core.ids import ProfileId, UnitId
from rules.dice.odds.chances import chance_high, chance_low
from rules.forces.profile import Profile
from rules.forces.unit import LeaningModel, Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import off_axis
from rules.geometry.lengths import distance
from rules.state import GameState

ACTS: Final = 0.6
"""How likely an enemy gets to act at all."""
_SHOT_AT: Final = 0.5
"""The part of its fire that falls to one of several targets."""
_OUT_OF_ARC: Final = 0.4
_WALKS_IN: Final = 4.0
_BEHIND: Final = {"none": 0, "soft": 1, "hard": 2}
_ON_ARMOUR: Final = 0.12
"""How much of a hull a shot that may hurt it takes, roughly."""
_LEAST_ON_ARMOUR: Final = 5
_FROM_THE_SIDE: Final = 45.0
_FROM_BEHIND: Final = 135.0


class HarmAt(NamedTuple):
    """What one weapon of a unit does to somebody, on average, up to how far."""

    range_in: float
    harm: float


class FireTarget(NamedTuple):
    """All of a unit that counts for fire at it: no more, for what is kept about it holds no older states."""

    models: tuple[Model, ...]
    leaning: tuple[LeaningModel, ...]
    points: int


class KnownVolley(NamedTuple):
    """Points of another that fall to a volley of a unit from some place."""

    target: FireTarget
    felled: float


class KnownSight(NamedTuple):
    """Whether the leader of a unit would see another's first member at some place."""

    shown: Model
    leaning: tuple[LeaningModel, ...]
    sees: bool


def _known_harm(state: GameState, unit: Unit) -> dict[object, Any]:
    """What has been worked out of what that unit does to others while the arms are the same."""
    return kept.on_these_grounds(unit, "harm", state.profiles, state.weapons, state.options)


def _known_volleys(state: GameState, unit: Unit) -> dict[object, Any]:
    """What has been worked out of its fire from places while the table and all large objects are the same as well."""
    return kept.on_these_grounds(unit, "volleys", *_grounds(state))


def _grounds(state: GameState) -> tuple[object, ...]:
    """What lines of fire depend on, beside who fires at whom."""
    return (state.terrain, state.profiles, state.weapons, state.options, all_large(state))


def cover_at(state: GameState, at: Point) -> int:
    """What the ground there takes off a shot at who stands in it. (ARAP-HIT-06)"""
    known = _known_cover(state)
    if at not in known:
        known[at] = max((_BEHIND[t.cover] for t in terrain_at(state, at) if not t.line), default=0)
    return known[at]


@kept.once
def _known_cover(state: GameState) -> dict[Point, int]:
    """What has been worked out of the places that somebody asked for; it only grows."""
    return {}


def harm(state: GameState, unit: Unit, target: Unit, away: float, behind: int) -> float:
    """Points of `target` that fall to a volley of `unit` from so far away, on average."""
    known = _known_harm(state, unit)
    profile = state.profile(target.alive[0])
    found: tuple[HarmAt, ...] | None = known.get((profile, behind))
    if found is None:
        found = known[profile, behind] = tuple(_reaches(state, unit, profile, behind))
    felled = sum([reach.harm for reach in found if away <= reach.range_in])
    if not felled:
        return 0.0
    left = sum([m.wounds for m in target.alive])
    return min(1.0, felled / max(1, left)) * target.points * len(target.alive) / max(1, len(target.models))


def _reaches(state: GameState, unit: Unit, profile: Profile, behind: int) -> Iterator[HarmAt]:
    """The best weapon of each model, in wounds, of those who are alike at once; a hull fires all that it has."""
    alike = Counter((model.profile, model.weapons) for model in unit.alive)
    for model in {(m.profile, m.weapons): m for m in unit.alive}.values():
        many, own = alike[(model.profile, model.weapons)], state.profile(model)
        mounts = getattr(own.hull, "mounts", ())
        carried = [m.weapon for m in mounts] if own.hull is not None else [*dict.fromkeys(model.weapons)]
        skill = (own.hull.crew_bs if own.hull is not None else own.bs) - unit.s_active - behind
        ready = [state.weapons[w] for w in carried if w in state.weapons]
        found = [HarmAt(weapons.range_of(w), many * wounds_of(w, profile, skill)) for w in ready if w.is_ranged]
        if own.hull is not None:
            yield from found
        elif found:
            yield max(found, key=lambda r: r.harm)


@lru_cache(maxsize=4096)
def wounds_of(weapon: Weapon, profile: Profile, skill: int) -> float:
    """Wounds that somebody of that skill deals with one weapon, on average."""
    shots = 1.0 if weapon.template else float(weapons.most_shots(weapon))
    spread = 2.0 if weapon.template or weapon.marker_in else 1.0
    hits = shots * spread * float(chance_low(skill))
    if profile.hull is not None:
        return hits * _ON_ARMOUR * max(0, weapon.strength - _LEAST_ON_ARMOUR + 1) / 3
    return hits * wounded_by(weapon, profile)


def wounded_by(weapon: Weapon, profile: Profile) -> float:
    """How likely a hit by a weapon wounds somebody, no save made."""
    return float(wound_odds(profile, weapon.strength, close=False) * unsaved_odds(profile, weapon.ap, grounded=False))


def sees(state: GameState, unit: Unit, target: Unit, at: Point) -> bool:
    """Whether the leader of a unit would see somebody of the other who stood there."""
    known = kept.on_these_grounds(unit, "seen", *_grounds(state))
    found: KnownSight | None = known.get((target.id, at))
    if found is None or found.shown != target.alive[0] or found.leaning != target.leaning:
        seen = _sees(state, unit, target, at)
        found = known[target.id, at] = KnownSight(target.alive[0], target.leaning, seen)
    return found.sees


def _sees(state: GameState, unit: Unit, target: Unit, at: Point) -> bool:
    lead = unit.alive[0]
    there = replace(target.alive[0], at=at, on_face="", level_in=0)
    moved = replace(target, models=(there,))
    lines = Lines(state, (lead.at,), moved, but=(unit.id,))
    return bool(lines.sight(lead, there).clear)


def at_place(state: GameState, unit: Unit, at: Point, facing: float) -> float:
    """Points of a unit that are likely to be lost there until it acts again; kept, as all its ways begin in one."""
    return kept.lately(state, "risk there", (unit, at, facing), lambda: _at_place(state, unit, at, facing))


def _at_place(state: GameState, unit: Unit, at: Point, facing: float) -> float:
    behind = 0 if unit.is_vehicle else cover_at(state, at)
    return sum(_from(state, enemy, unit, at, facing, behind) for enemy in _awake(state, unit))


def _awake(state: GameState, unit: Unit) -> Iterator[Unit]:
    return (u for u in state.enemies_of(unit.side) if not u.routing and not state.is_locked(u.id))


def _from(state: GameState, enemy: Unit, unit: Unit, at: Point, facing: float, behind: int) -> float:
    lead = enemy.alive[0]
    away = distance(lead.at, at)
    fire = harm(state, enemy, unit, max(0.0, away - _WALKS_IN), behind)
    if fire and not sees(state, enemy, unit, at):
        fire *= _OUT_OF_ARC
    if fire and not enemy.is_vehicle and not can_bring_to_bear(lead.facing, lead.at, at):
        fire *= _OUT_OF_ARC
    return ACTS * (_SHOT_AT * fire + charged(state, enemy, unit, away, off_axis(facing, at, lead.at)))


def charged(state: GameState, enemy: Unit, unit: Unit, away: float, off: float) -> float:
    """Points that a charge of that enemy would cost more than it costs him; worse in the flank. (ARAP-CHG-06)"""
    if enemy.is_vehicle or unit.is_vehicle or away > 2 * state.profile(enemy.alive[0]).m + 1:
        return 0.0
    theirs, ours = blows(state, enemy, unit), blows(state, unit, enemy)
    more = 1.6 if off > _FROM_BEHIND else 1.3 if off > _FROM_THE_SIDE else 1.0
    return max(0.0, more * theirs - 0.7 * ours) * _SHOT_AT


def blows(state: GameState, unit: Unit, target: Unit) -> float:
    """Points that a round of blows costs the other, roughly."""
    profile = state.profile(target.alive[0])
    wounds = sum(many * _struck(state.profiles[name], profile) for name, many in _kinds(unit).items())
    left = sum(m.wounds for m in target.alive)
    return min(1.0, wounds / max(1, left)) * target.points * len(target.alive) / max(1, len(target.models))


def _kinds(unit: Unit) -> Counter[ProfileId]:
    return Counter(model.profile for model in unit.alive)


@lru_cache(maxsize=4096)
def _struck(own: Profile, profile: Profile) -> float:
    goal = goal_against(profile, own.s)
    wound = float(chance_high(goal)) if can_wound(goal, melee=True) else 0.0
    hit = min(5, max(1, 3 + own.ws - profile.ws)) / 6
    return own.a * hit * wound * float(unsaved_odds(profile, None, grounded=False))


def best_fire(state: GameState, unit: Unit, at: Point) -> tuple[float, UnitId | None]:
    """The most points that a volley from there is likely to fell, and of whom."""
    known = _known_volleys(state, unit)
    found: list[tuple[float, UnitId]] = []
    for enemy in state.enemies_of(unit.side):
        volley: KnownVolley | None = known.get((enemy.id, at))
        shown = FireTarget(enemy.models, enemy.leaning, enemy.points)
        if volley is None or volley.target != shown:
            volley = known[enemy.id, at] = KnownVolley(shown, _felled(state, unit, enemy, at))
        if volley.felled:
            found.append((volley.felled, enemy.id))
    return max(found, default=(0.0, None))


def _felled(state: GameState, unit: Unit, enemy: Unit, at: Point) -> float:
    """Points of an enemy that fall to a volley from there; few where nobody sees him."""
    place = enemy.alive[0].at
    felled = harm(state, unit, enemy, distance(at, place), 0 if enemy.is_vehicle else cover_at(state, place))
    if not felled:
        return 0.0
    moved = replace(unit, models=(replace(unit.alive[0], at=at),))
    return felled * (1.0 if _sees(state, moved, enemy, place) else 0.2)
