"""What ground is worth: objectives, what it takes to get there, who stands on them already. (ARAP-TURN-08)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap.paths import far_ways
from rules.arap.turn.victory import holder
from rules.core import kept
from rules.core.ids import SideId, UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.geometry.rings import Bounds, bounds
from rules.state import GameState
from rules.table.scenario import Objective
from rules.weighing import Character

SCORE: Final = 60.0
"""Points of the army lists that a point of the scenario is worth."""
_LATER: Final = 0.2
"""The part of that which each later turn adds, in which it may be lost again."""
_CONTESTED: Final = 0.7
"""The part that keeping the enemy from holding it is worth."""
_ON_THE_WAY: Final = 80.0
"""Points that a foot's way to an objective which one's own side does not hold is worth."""
_SHARED_OUT_IN: Final = 5.0
"""Inches farther that a unit goes for an objective that fewer others of its side are nearer to."""


def turns_left(state: GameState) -> int:
    """Turns at the end of which points are still to be had, the present one among them."""
    return max(1, state.scenario.turn_limit - state.turn.number + 1)


def is_over_soon(state: GameState) -> bool:
    """Whether this turn is the last."""
    return turns_left(state) == 1


def has_last_word(state: GameState) -> bool:
    """Whether nobody else acts any more before the battle is over."""
    return is_over_soon(state) and state.turn.place == len(state.turn.order) - 1


def acts_no_more(state: GameState, side: SideId) -> bool:
    """Whether that side has played its last turn of the battle."""
    order = state.turn.order
    return is_over_soon(state) and side in order and order.index(side) < state.turn.place


def worth_of(state: GameState, objective: Objective) -> float:
    """What holding it now is worth."""
    left = turns_left(state)
    if state.scenario.scoring == "last-turn":
        return SCORE * objective.value * (1.0 if left < 3 else 0.5)
    return SCORE * objective.value * ((1.5 if left == 1 else 1.0) + _LATER * min(left - 1, 3))


def held_at(state: GameState, unit: Unit, places: Sequence[Point], character: Character) -> float:
    """What a unit that stood at those places would add to the ground that its side holds."""
    return sum(adds(state, unit, o, character) for o in state.scenario.objectives if near(places, o))


def adds(state: GameState, unit: Unit, objective: Objective, character: Character) -> float:
    """What it adds there; less where an enemy is there.

    Where others of its side hold it without this unit that is nothing, unless they may be lost.
    """
    there = _standing_on(state)[objective]
    alone = _without(state, unit, objective)
    if alone < 1.0:
        alone = 0.0 if alone < _SURE else alone * character.depth
    contested = any(u.side != unit.side for u in there)
    return alone * worth_of(state, objective) * (_CONTESTED if contested else 1.0)


_SURE: Final = 0.1
"""Whoever is lost less often needs nobody beside him."""


def backed_up(state: GameState, unit: Unit, places: Sequence[Point]) -> Objective | None:
    """An objective that others of its side hold already, and where it would stand beside them."""
    found = (o for o in state.scenario.objectives if near(places, o) and _without(state, unit, o) < 1.0)
    return next(found, None)


def _without(state: GameState, unit: Unit, objective: Objective) -> float:
    """How likely its side loses an objective on which this unit does not stand; 1 if nobody else stands there."""
    chance = 1.0
    for other in _standing_on(state)[objective]:
        if other.side == unit.side and other.id != unit.id:
            chance *= _shaky(other)
    return chance


def _shaky(unit: Unit) -> float:
    """How likely whoever holds ground is lost or driven off until its side acts again, by how many they are."""
    if unit.is_vehicle:
        return _HULL_LOST
    return 1.0 / (1.0 + _STEADIED * sum([m.wounds for m in unit.alive]))


_HULL_LOST: Final = 0.3
_STEADIED: Final = 0.7
"""How much each wound that it has left makes it last."""


@kept.once
def _standing_on(state: GameState) -> dict[Objective, list[Unit]]:
    """Who counts for holding each objective."""
    objectives = state.scenario.objectives
    firm = [(u, _stood_on(u, objectives)) for u in state.units.values() if _stands(u)]
    return {o: [u for u, stood_on in firm if n in stood_on] for n, o in enumerate(objectives)}


def _stood_on(unit: Unit, objectives: tuple[Objective, ...]) -> tuple[int, ...]:
    """The places in the list of those within reach of a member; kept on the unit as it stands."""
    known = kept.on_these_grounds(unit, "stood on", objectives)
    found: tuple[int, ...] | None = known.get(())
    if found is None:
        found = known[()] = tuple(n for n, o in enumerate(objectives) if within(unit, o))
    return found


def _stands(unit: Unit) -> bool:
    """Whether it counts for holding ground."""
    return unit.in_play and not unit.routing and not unit.flinched


_COMING: Final = 0.25
"""The part of an objective's worth that is at stake with an enemy who may soon be there."""


def stakes(state: GameState, target: Unit) -> float:
    """What it is worth to drive a unit off the objectives that it holds, keeps others from holding, or is close to."""
    known = _known_stakes(state)
    if target.id not in known:
        known[target.id] = _at_stake(state, target)
    return known[target.id]


@kept.once
def _known_stakes(state: GameState) -> dict[UnitId, float]:
    """What has been worked out of this state; it only grows."""
    return {}


def _at_stake(state: GameState, target: Unit) -> float:
    if not _stands(target) or not target.alive:
        return 0.0
    lead = target.alive[0]
    soon = 0.0 if has_last_word(state) else _A_TURN * (state.profile(lead).m or 6.0)
    return sum([_stake(state, target, o, lead.at, soon) for o in state.scenario.objectives])


def _stake(state: GameState, target: Unit, objective: Objective, at: Point, soon: float) -> float:
    """`at` is where its leader stands, `soon` how many inches it moves before it is too late."""
    if within(target, objective):
        return worth_of(state, objective) / _friends_on(state, target, objective)
    near = soon and distance(at, objective.at) <= objective.reach_in + soon
    return _COMING * worth_of(state, objective) if near and not _friends_on(state, target, objective) else 0.0


def _friends_on(state: GameState, target: Unit, objective: Objective) -> int:
    """How many of its side, itself among them, stand on it."""
    return sum(u.side == target.side for u in _standing_on(state)[objective])


def within(unit: Unit, objective: Objective) -> bool:
    """Whether a member is within reach of it."""
    box = _box(unit)
    if box is None or not box.holds(objective.at, objective.reach_in + 1):  # most are nowhere near
        return False
    return near([m.at for m in unit.alive], objective)


@kept.once
def _box(unit: Unit) -> Bounds | None:
    """The rectangle round its members, if any are left."""
    return bounds(tuple(m.at for m in unit.alive)) if unit.alive else None


def near(places: Sequence[Point], objective: Objective) -> bool:
    """Whether one of those places is."""
    (x, y), reach = objective.at, objective.reach_in
    # Beyond the square round it nobody is near.
    return any(
        abs(at[0] - x) <= reach and abs(at[1] - y) <= reach and distance(at, objective.at) <= reach for at in places
    )


def held_by(state: GameState, unit: Unit, character: Character) -> Objective | None:
    """An objective that its side would not hold without it."""
    places = [m.at for m in unit.alive]
    found = (o for o in state.scenario.objectives if near(places, o) and adds(state, unit, o, character))
    return next(found, None)


def wanted(state: GameState, unit: Unit, at: Point, character: Character) -> Objective | None:
    """The objective that a unit goes for: near, of value, not held or held by few, not taken care of by others."""
    open_ones = [o for o in state.scenario.objectives if _is_open(state, unit, o, character)]
    return min(open_ones, key=lambda o: _cost(state, unit, o, at, character), default=None)


def restraint(state: GameState, side: SideId) -> float:
    """How much losses and busts are to be feared beside ground: less for who is not ahead, the later it is."""
    scenario = state.scenario
    if not scenario.objectives or scenario.victory == "losses":
        return 1.0
    own = _points(state, side)
    if all(own > _points(state, s.id) for s in state.sides if s.id != side):
        return 1.0
    return _AT_THE_END + (1.0 - _AT_THE_END) * (turns_left(state) - 1) / max(1, scenario.turn_limit - 1)


def _points(state: GameState, side: SideId) -> int:
    """What a side has, or would have if the battle ended now where that alone is counted."""
    held = (o.value for o in state.scenario.objectives if holder(state, o) == side)
    return sum(held) if state.scenario.scoring == "last-turn" else state.side(side).score


_AT_THE_END: Final = 0.2
"""How much that is in the last turn for who is not ahead."""


def _is_open(state: GameState, unit: Unit, objective: Objective, character: Character) -> bool:
    """Whether there is something to be gained there."""
    if holder(state, objective) != unit.side:
        return True
    return character.depth > 0 and _without(state, unit, objective) >= _SURE


def _cost(state: GameState, unit: Unit, objective: Objective, at: Point, character: Character) -> float:
    own = far_ways.inches(state, unit, at, objective.at)
    nearer = sum(away < own for u, away in _away_from(state)[objective] if u.side == unit.side and u.id != unit.id)
    held = _HELD_IN if character.depth and holder(state, objective) == unit.side else 0.0
    late = _LATE_IN * (1.0 - _in_time(state, unit, max(0.0, own - objective.reach_in)))
    return own + _SHARED_OUT_IN * nearer + held + late - 6.0 * (objective.value - 1)


_LATE_IN: Final = 18.0
"""Inches farther that it goes for an objective where it is in time."""


_HELD_IN: Final = 4.0
"""Inches farther that it goes for an objective which its side does not hold yet."""


@kept.once
def _away_from(state: GameState) -> dict[Objective, list[tuple[Unit, float]]]:
    """How far the leader of each unit that counts is from each objective."""
    objectives = state.scenario.objectives
    firm = [(u, _ways_to(state, u, objectives)) for u in state.units.values() if u.on_table and _stands(u)]
    return {o: [(u, ways[n]) for u, ways in firm] for n, o in enumerate(objectives)}


def _ways_to(state: GameState, unit: Unit, objectives: tuple[Objective, ...]) -> tuple[float, ...]:
    """Inches from its leader to each of them on foot; kept on the unit as it stands."""
    known = kept.on_these_grounds(unit, "ways to", objectives, far_ways.roads(state, unit))
    found: tuple[float, ...] | None = known.get(())
    if found is None:
        at = unit.alive[0].at
        found = known[()] = tuple(far_ways.inches(state, unit, at, o.at) for o in objectives)
    return found


_A_TURN: Final = 1.5
"""Moves that a unit makes in a turn, on average."""
_AT_BEST: Final = 3.0
"""The same for who is lucky."""
_TOO_LATE: Final = 0.1
"""The part of a way's worth that is left where it ends too late."""


def _in_time(state: GameState, unit: Unit, left: float) -> float:
    """How much a way counts with so many inches left then: the less, the more luck it takes to be there in time."""
    needed = left / (state.profile(unit.alive[0]).m or 6.0)
    later = turns_left(state) - 1
    now = max(0, state.turn.ap - 1) if state.turn.active == unit.id else 0 if unit.now.tried else _MORE_NOW
    likely, at_best = now + _A_TURN * later, now + _AT_BEST * later
    if needed <= likely:
        return 1.0
    return max(_TOO_LATE, 1.0 - (needed - likely) / (at_best - likely)) if at_best > likely else _TOO_LATE


_MORE_NOW: Final = 1
"""Moves that a unit which is still to roll makes in this turn beside the one that is weighed."""


_AT_LAST: Final = 0.05
"""How much they count when nobody acts any more: hardly at all."""
_IF_LEVEL: Final = 0.3
"""How much they count then where they decide between sides that are level on objectives."""


def kills_count(state: GameState) -> float:
    """How much the enemy's losses count beside ground: less, the less time is left to make something of them."""
    if not state.scenario.objectives or state.scenario.victory == "losses":
        return 1.0
    if has_last_word(state):
        return _IF_LEVEL if state.scenario.tie == "losses" else _AT_LAST
    return 0.3 + 0.15 * min(3, turns_left(state) - 1)


def approach(state: GameState, unit: Unit, start: Point, end: Point, character: Character) -> tuple[float, str] | None:
    """What coming nearer to what it goes for is worth; None if there is nothing to go for."""
    goal = wanted(state, unit, start, character)
    if goal is None:
        return None
    left = far_ways.inches(state, unit, end, goal.at)
    return _gain(state, unit, goal, start, left)


def hung(state: GameState, unit: Unit, face: str, level_in: float, character: Character) -> tuple[float, str] | None:
    """What hanging so many inches up a ladder or face is worth, on the way to what it goes for; None without that."""
    start = unit.alive[0].at
    goal = wanted(state, unit, start, character)
    if goal is None:
        return None
    return _gain(state, unit, goal, start, far_ways.from_hold(state, unit, face, level_in, goal.at))


def steps_to(state: GameState, unit: Unit, goal: Objective, step: float, character: Character) -> Iterator[float]:
    """What each further move along the way to an objective is worth, through doors and from floor to floor."""
    left = far_ways.from_here(state, unit, goal.at)
    while True:
        if left <= goal.reach_in:
            yield 0.0
            continue
        left -= step
        taken = adds(state, unit, goal, character) if left <= goal.reach_in else 0.0
        yield taken + _nearer(state, unit, goal, left, min(step, left + step - goal.reach_in / 2))


def _gain(state: GameState, unit: Unit, goal: Objective, start: Point, left: float) -> tuple[float, str]:
    """What it is worth to have so many inches left, and to whom."""
    here = start == unit.alive[0].at
    before = far_ways.from_here(state, unit, goal.at) if here else far_ways.inches(state, unit, start, goal.at)
    gained = before - max(left, goal.reach_in / 2)
    return _nearer(state, unit, goal, left, gained), f"{max(gained, 0):.0f}″ nearer to {goal.name}"


def opened(state: GameState, unit: Unit, gate: str, character: Character) -> tuple[float, str] | None:
    """What opening something is worth: the toll of the first gate on the way to what it goes for; None if it is not.

    `gate` is what the way of `rules.arap.paths.far_ways` names where it stops.
    """
    known = far_ways.roads(state, unit)
    at = unit.alive[0].at
    goal = wanted(state, unit, at, character)
    way = known.way(at, goal.at) if known is not None and goal is not None else None
    if known is None or goal is None or way is None or not gate or way.stop != gate:
        return None
    toll = known.toll(gate)
    left = far_ways.inches(state, unit, at, goal.at) - toll
    return _nearer(state, unit, goal, left, toll), f"opens the way to {goal.name}"


def _nearer(state: GameState, unit: Unit, goal: Objective, left: float, gained: float) -> float:
    """What so many inches less are worth; little where there is no time for those that are left."""
    in_time = _in_time(state, unit, max(0.0, left - goal.reach_in))
    return _ON_THE_WAY * in_time * gained / 12
