"""What a place is worth to a model: its own fire from there, and what it may lose there before it acts again.

Straight lines and averages: where everybody stands now, how far he comes before he fires, who sees whom. (CRU-DICE-04)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core import kept
from rules.core.ids import SideId
from rules.crusade import marks, models, sight
from rules.crusade.dice import odds
from rules.dice.odds.distribution import convolve
from rules.forces.crusade import CrusadeWeapon
from rules.forces.unit import Unit
from rules.geometry.facings import off_axis
from rules.geometry.lengths import Point, distance
from rules.state import GameState

HURT: Final = 0.5
"""The part of a model's points that hits are worth which do not end it, by how near to that they bring it."""
RIDERS: Final = 0.3
"""The part of the points of those aboard that is lost with a vehicle."""
_AT_IT: Final = 0.6
"""How likely one of several targets is the one that an enemy takes."""
_UNSEEN: Final = 0.3
"""How likely an enemy who does not see a place from where he stands comes to see it before he fires."""
_TURNS: Final = 0.6
"""How likely a gun that points elsewhere is brought to bear by whoever moves first."""
_BODY_IN: Final = 1.5
"""How much nearer than its middle a hull is."""
_RAPID_IN: Final = 12.0


class ModelStand(NamedTuple):
    """Where a model would stand, how it would face, and the move actions that it has made then."""

    at: Point
    facing: float
    moves: int


def stand(state: GameState, unit: Unit) -> ModelStand:
    """As it stands."""
    return ModelStand(models.place(state, unit), models.model(unit).facing, marks.of(state, unit.id).moves)


@lru_cache(maxsize=8192)
def taken(attack: int, defence: int, less: int, penalty: int, shots: int, needed: int) -> float:
    """The part of a model that falls to so many attacks, on average. (CRU-DICE-02 to -05)"""
    found = convolve([odds.hits(attack, defence, less, penalty)] * shots)
    return part(float(found.mean), float(found.at_least(needed)), needed)


def part(mean: float, ends: float, needed: int) -> float:
    """The part of a model that is lost by so many hits on average, with that chance to be ended."""
    return ends + HURT * max(0.0, min(1.0, mean / needed) - ends)


def points_of(state: GameState, unit: Unit) -> float:
    """What is lost with it: its own points and a part of those of its riders."""
    return unit.points + RIDERS * sum(u.points for u in models.aboard(state, unit.id) if u.side == unit.side)


def enemies(state: GameState, side: SideId) -> list[Unit]:
    """Enemies that are no wrecks, on the table or aboard in the open."""
    known = _known_enemies(state)
    if side not in known:
        known[side] = [
            e
            for e in state.enemies_of(side)
            if models.in_play(state, e) and models.is_exposed(state, e) and not models.is_wreck(state, e.id)
        ]
    return known[side]


@kept.once
def _known_enemies(state: GameState) -> dict[SideId, list[Unit]]:
    """What has been worked out of this state; it only grows."""
    return {}


def best_fire(state: GameState, unit: Unit, there: ModelStand, lead_in: float) -> float:
    """The most points that it is likely to fell from there, after so many inches more."""
    known = _known_fire(state)
    key = (unit.id, there, lead_in)
    if key not in known:
        found = (_volley(state, unit, there, e, stand(state, e), lead_in) for e in enemies(state, unit.side))
        known[key] = max(found, default=0.0)
    return known[key]


@kept.once
def _known_fire(state: GameState) -> dict[object, float]:
    """What has been worked out of this state; it only grows."""
    return {}


def risk(state: GameState, unit: Unit, there: ModelStand) -> float:
    """Points of it that are likely to be lost there before it acts again."""
    known = _known_risk(state)
    key = (unit.id, there)
    if key not in known:
        found = sum(_by(state, enemy, unit, there) for enemy in enemies(state, unit.side))
        known[key] = min(found, points_of(state, unit))
    return known[key]


@kept.once
def _known_risk(state: GameState) -> dict[object, float]:
    """What has been worked out of this state; it only grows."""
    return {}


def _by(state: GameState, enemy: Unit, unit: Unit, there: ModelStand) -> float:
    lead = lead_of(state, enemy)
    fire = _volley(state, enemy, stand(state, enemy), unit, there, lead)
    return _AT_IT * max(fire, _blows(state, enemy, unit, there, lead))


def lead_of(state: GameState, unit: Unit) -> float:
    """Inches that a model comes before it fires."""
    hull, noted = models.chassis(state, unit), marks.of(state, unit.id)
    if unit.aboard is not None:
        return 0.0
    if hull is None:
        return 0.0 if noted.knocked else float(models.profile(state, unit).m)
    return 6.0 * max(0, hull.move_actions - 1 - noted.cards.count("DRIVE"))


def _blows(state: GameState, enemy: Unit, unit: Unit, there: ModelStand, lead_in: float) -> float:
    """Points that a rush of that enemy costs. (CRU-RUSH-01)"""
    if enemy.is_vehicle or models.in_air(state, unit) or unit.aboard is not None:
        return 0.0
    body = _BODY_IN if unit.is_vehicle else 0.0
    if distance(models.place(state, enemy), there.at) - body > lead_in + 1.5:
        return 0.0
    hull = models.chassis(state, unit)
    attack = models.melee_dice(state, enemy) + (models.krak_dice(state, enemy) if hull else 0)
    defence = models.still_dice(state, unit.id) if hull else models.melee_dice(state, unit)
    return points_of(state, unit) * taken(
        attack, defence, int(hull is not None and hull.armored), 0, 1, _left(state, unit)
    )


def _left(state: GameState, unit: Unit) -> int:
    return models.hits_left(state, unit.id) if models.chassis(state, unit) else max(1, models.dice_of(unit))


def _volley(state: GameState, firer: Unit, here: ModelStand, victim: Unit, there: ModelStand, lead_in: float) -> float:
    """Points of the other that fall to all weapons of a vehicle, or to the best one of a troop."""
    away = max(0.0, distance(here.at, there.at) - lead_in - (_BODY_IN if victim.is_vehicle else 0.0))
    shares = [_shot(state, firer, here, victim, there, key, made, away, lead_in) for key, made in _ready(state, firer)]
    if not shares or not max(shares):
        return 0.0
    share = min(1.0, sum(shares)) if firer.is_vehicle else max(shares)
    seen = 1.0 if _sees(state, firer, here, victim, there) else _UNSEEN if lead_in else 0.0
    return share * seen * points_of(state, victim)


def _ready(state: GameState, unit: Unit) -> Iterator[tuple[str, CrusadeWeapon]]:
    """Its weapons that fire without being loaded or unjammed first."""
    noted = marks.of(state, unit.id)
    out = (*noted.lost, *noted.jammed, *noted.empty)
    return ((key, made) for key, _, made in models.weapons(state, unit) if key not in out)


def _shot(
    state: GameState,
    firer: Unit,
    here: ModelStand,
    victim: Unit,
    there: ModelStand,
    key: str,
    made: CrusadeWeapon,
    away: float,
    lead_in: float,
) -> float:
    """The part of the other that one weapon fells."""
    if made.max_range_in and away > made.max_range_in:
        return 0.0
    bears = _bears(state, firer, here, there.at, key, turns=lead_in > 0)
    if not bears:
        return 0.0
    hull = models.chassis(state, victim)
    less = int(hull is not None and hull.armored and "HFT" not in made.letters)
    if hull is None and not made.blast_in and not models.in_air(state, firer):
        less += _covered(state, here.at, victim, there.at)
    more = int(hull is not None and (made.blast_in > 0 or ("HFT" in made.letters and away <= _RAPID_IN)))
    step = sight.PASSENGER_STEP_IN if firer.aboard is not None else sight.STEP_IN
    shots = 2 if "Rap" in made.letters and away <= _RAPID_IN else 1
    return bears * taken(
        made.dice + more, _defence(state, victim, there), less, sight.penalty(away, step), shots, _left(state, victim)
    )


def _defence(state: GameState, unit: Unit, there: ModelStand) -> int:
    """Its dice there; a vehicle's by how much it has moved. (CRU-SHOT-01)"""
    if models.chassis(state, unit) is None:
        return models.dice_of(unit)
    return models.still_dice(state, unit.id) + max(0, there.moves - 1)


def _bears(state: GameState, firer: Unit, here: ModelStand, at: Point, key: str, *, turns: bool) -> float:
    """How likely a weapon can be brought to bear on a place. (CRU-FIRE-02)"""
    hull = models.chassis(state, firer)
    if hull is None or hull.mounts[int(key)].arc_half_deg >= 180:
        return 1.0
    mount = hull.mounts[int(key)]
    if off_axis(here.facing + mount.arc_centre_deg, here.at, at) <= mount.arc_half_deg:
        return 1.0
    return _TURNS if turns else 0.0


def _covered(state: GameState, eye: Point, victim: Unit, at: Point) -> int:
    """1 where a troop that stood there were only partly seen, or through smoke. (CRU-TROOP-05, CRU-SHOT-02)"""
    if victim.aboard is not None:
        return 1
    stands = _put(victim, ModelStand(at, 0.0, 0))
    return int(sight.has_front_cover(state, eye, stands) or sight.in_a_shroud(state, eye, stands))


def _sees(state: GameState, firer: Unit, here: ModelStand, victim: Unit, there: ModelStand) -> bool:
    seen = victim if victim.aboard is not None else _put(victim, there)
    return sight.sees(state, _put(firer, here) if firer.aboard is None else firer, here.at, seen)


def _put(unit: Unit, there: ModelStand) -> Unit:
    """The model as it would stand."""
    return replace(unit, models=(replace(unit.models[0], at=there.at, facing=there.facing), *unit.models[1:]))
