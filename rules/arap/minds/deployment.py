"""Where to begin the battle: near the ground that a unit is to take, out of harm's way, with somebody to shoot at."""

from __future__ import annotations

from typing import Final

from rules.arap.minds import ground, threat
from rules.arap.paths import far_ways
from rules.arap.positions.placing import suggested
from rules.arap.terrain.ground import FACTORS, terrain_at
from rules.arap.turn.setup import AutoDeploy, ready_to_deploy
from rules.arap.units.permission import activation_value
from rules.core import kept
from rules.core.ids import SideId, UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import between, distance, distance_to_segment, toward
from rules.offers import Offer
from rules.state import GameState, Placement
from rules.table.scenario import Objective
from rules.weighing import Character, Worth

_AN_INCH: Final = 7.0
"""Points that each inch less on foot to its ground is worth, to who sets up well forward."""
_DRIVEN: Final = 0.3
"""The part of that which it is worth to who drives."""
_NOT_YET: Final = 0.5
"""The part of a place's fire and danger that counts before anybody has moved."""
_LATER: Final = -10_000.0
"""Less than any place is worth."""
_BEHIND_IN: Final = 4.0
"""Inches that it costs to stand behind others, who have to go first."""
_ABREAST_IN: Final = 2.0
_LOOKED_AT: Final = 12
"""Places on its way at which the ground is looked at."""


def of_place(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """A unit is set up: how far it has to go from there, what awaits it, what it can do."""
    action = offer.action
    if not isinstance(action, AutoDeploy) or offer.unit is None or offer.unit != _next(state, side):
        return Worth(_LATER, "another unit comes first")
    placed = _placed(state, action)
    if placed is None:
        return Worth(_LATER, "no room there")
    unit, lead = state.units[offer.unit], placed[0]
    goal = ground.wanted(state, unit, lead.at, character)
    far = (
        _way(state, unit, lead.at, goal) + _BEHIND_IN * _is_behind(state, unit, lead.at, goal)
        if goal is not None
        else 0.0
    )
    risk = character.nerve * _NOT_YET * threat.at_place(state, unit, lead.at, lead.facing)
    fire = character.fire * _NOT_YET * threat.best_fire(state, unit, lead.at)[0]
    inch = _AN_INCH * (_DRIVEN if unit.is_vehicle else 1.0)
    near = min(far, _in_time(state, unit))
    worth = fire - risk - character.ground * inch * (character.forward * near + (far - near))
    return Worth(worth, f"{far:.0f}″ from {goal.name}" if goal is not None else "")


def _in_time(state: GameState, unit: Unit) -> float:
    """Inches that it is likely to come until ground counts most: nobody would rather begin farther away.

    A move in each turn in which it gets going, which is as likely as its Initiative has it.
    """
    a_turn = (state.profile(unit.alive[0]).m or 6.0) * activation_value(state, unit) / 6
    return max(0, ground.turns_left(state) - _TO_HOLD) * a_turn


_TO_HOLD: Final = 0.5
"""The part of a turn that it keeps to spare, to make something of ground."""


def _next(state: GameState, side: SideId) -> UnitId | None:
    """The unit that is set up first: on foot before whoever drives, and who acts most surely takes the best place."""
    waiting = ready_to_deploy(state, side)
    first = min(waiting, key=lambda u: (u.is_vehicle, -activation_value(state, u)), default=None)
    return first.id if first is not None else None


def _way(state: GameState, unit: Unit, at: Point, goal: Objective) -> float:
    """Inches until it holds the objective: straight on, where rough ground counts as it costs.

    Where the table has doors or heights, by the ways on foot through and up them instead. (ARAP-TERR-01, BLD-DOOR-03)
    """
    if far_ways.roads(state, unit) is not None:
        return max(0.0, far_ways.inches(state, unit, at, goal.at) - goal.reach_in)
    away = max(0.0, distance(at, goal.at) - goal.reach_in)
    step = away / _LOOKED_AT
    places = (between(at, goal.at, (n + 0.5) * step / max(distance(at, goal.at), step)) for n in range(_LOOKED_AT))
    return sum(step * _cost(state, place) for place in places) if away else 0.0


def _is_behind(state: GameState, unit: Unit, at: Point, goal: Objective) -> bool:
    """Whether others of its side stand in its way, so that it could not start."""
    ahead = toward(at, goal.at, _BEHIND_IN + 2)
    friends = (m.at for u in state.units_of(unit.side) if u.on_table and u.id != unit.id for m in u.alive)
    return any(distance_to_segment(place, at, ahead) < _ABREAST_IN for place in friends)


def _cost(state: GameState, at: Point) -> float:
    goings = {t.going for t in terrain_at(state, at)}
    return 1.0 if "road" in goings else max((FACTORS.get(going, 1.0) for going in goings), default=1.0)


def _placed(state: GameState, action: AutoDeploy) -> tuple[Placement, ...] | None:
    """Where the table would set the unit down."""
    if action.unit is None or action.everything:
        return None
    known = _known(state)
    key = (action.unit, action.near)
    if key not in known:
        known[key] = suggested(state, state.units[action.unit], near=action.near)
    return known[key]


@kept.once
def _known(state: GameState) -> dict[tuple[UnitId, Point | None], tuple[Placement, ...] | None]:
    """Places that have been worked out of this state; it only grows."""
    return {}
