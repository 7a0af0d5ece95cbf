"""How far a unit on foot may go from where it stands, all round: straight ahead in each direction.

Every member keeps its place and pays for its own ground and turn; who pays most sets how far all go. (ARAP-MOVE-01,
ARAP-MOVE-07, ARAP-TERR-01)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from rules.arap.paths import end_of_move, legality
from rules.arap.paths.allowance import Manner, pace_of
from rules.arap.paths.cut_short import overspent
from rules.arap.paths.march import March, Track, anchor, march
from rules.arap.paths.turns import Waypoint
from rules.arap.terrain.ground import Gait, pieces_near
from rules.core import kept
from rules.core.ids import ModelId
from rules.forces.unit import Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import along, distance, toward
from rules.state import GameState

COURSES: Final = 48
"""In how many directions is looked."""
FINE_IN: Final = 0.1
"""How exactly is looked for where something bars the way; an open way is exact."""
BEFORE_IN: Final = 0.03
"""So far before a wall or face somebody stops."""


class Reach(NamedTuple):
    """Where the leader may end: a shape round where it stands, and the allowance that pays for it, in inches."""

    outline: tuple[Point, ...]
    most_in: float


class _Asked(NamedTuple):
    state: GameState
    unit: Unit
    manner: Manner
    actions: int
    gait: Gait = "walk"
    filed_most_in: float = math.inf
    """Ways in single file that are longer lead nowhere: nobody gets to the end of a shorter one on that course."""

    def laid(self, end: Point) -> March:
        """The unit's way straight towards a place."""
        return march(
            self.state, self.unit, [Waypoint(at=end)], gait=self.gait, filed_most_in=lambda: self.filed_most_in
        )

    def allowances(self, laid: March) -> dict[ModelId, float]:
        """What each member may spend on that, if every die shows its best."""
        most = pace_of(self.state, self.unit, laid, self.manner).most
        return {model: inches * self.actions for model, inches in most.items()}


def reach(state: GameState, unit: Unit, manner: Manner, actions: int = 1, gait: Gait = "walk") -> Reach:
    """What so many movement actions one after the other reach, ahead, backwards or aside; kept on the state."""
    about = (unit.id, manner, actions, gait)
    return kept.lately(state, "reach on foot", about, lambda: _reach(_Asked(state, unit, manner, actions, gait)))


def _reach(asked: _Asked) -> Reach:
    start = anchor(asked.unit)
    most = asked.allowances(asked.laid(start.at))
    far = max(most.values())
    crowded = _is_crowded(asked, far)
    asked = asked._replace(filed_most_in=2 * far)
    ends = (along(start.at, 360 / COURSES * n, far) for n in range(COURSES if far else 0))
    return Reach(tuple(toward(start.at, end, _length(asked, end, crowded)) for end in ends), most[start.id])


def _is_crowded(asked: _Asked, far: float) -> bool:
    """Whether somebody, or ground that nobody enters, may stand in the way of so many inches."""
    state, unit = asked.state, asked.unit
    box = rings.bounds(tuple(m.at for m in unit.alive)).grown(far + 2)
    return legality.anybody_in(state, unit, box) or any(
        p.terrain.going == "impassable" for p in pieces_near(state, box)
    )


def _length(asked: _Asked, end: Point, crowded: bool) -> float:
    """How far the leader gets straight towards a place."""
    start = anchor(asked.unit).at
    whole = asked.laid(end)
    allowances = asked.allowances(whole)
    most = distance(start, end)
    for track in whole.tracks:
        if track.legs and not track.filed:
            most = min(most, _before_edge(asked.state, *track.points), _paid(track, allowances[track.model.id]))
    if most <= 0 or (not crowded and all(_is_plain(track) for track in whole.tracks)):
        return max(0.0, most)

    def goes(inches: float) -> bool:
        return not _is_barred(asked, asked.laid(toward(start, end, inches)))

    return most if goes(most) else _last(goes, most)


def _is_plain(track: Track) -> bool:
    """Whether nothing on a way can be against it but its length."""
    eventful = (leg.steps or leg.variable or leg.extra_ap or leg.too_flat or leg.barred for leg in track.legs)
    return not track.filed and not any(eventful)


def _paid(track: Track, allowance: float) -> float:
    """How far one member gets along its straight way: each height is paid for where it comes, not before."""
    leg, left = track.legs[0], allowance - track.turning.costs[0] - track.extras[0]
    for step in leg.steps:
        if leg.reached_from(0.0, left) <= step.at_in:
            break
        if leg.cost_between(0.0, step.at_in) + step.cost_in > left:
            return max(0.0, step.at_in - BEFORE_IN)
        left -= step.cost_in
    reached = leg.reached_from(0.0, left)
    return reached if leg.barred_in is None else min(reached, leg.barred_in - BEFORE_IN)


def _before_edge(state: GameState, start: Point, end: Point) -> float:
    """How much of a way lies on the table."""
    length = distance(start, end)
    shares = [1.0]
    for at, to, size in zip(start, end, (state.scenario.width_in, state.scenario.height_in), strict=True):
        if to > size:
            shares.append((size - at) / (to - at))
        elif to < 0:
            shares.append(at / (at - to))
    return max(0.0, length * min(shares))


def _is_barred(asked: _Asked, laid: March) -> bool:
    """Whether ground, cost, points or somebody on the way forbid it; who stands where it ends is left aside."""
    state, unit = asked.state, asked.unit
    paid = asked.actions + laid.extra_ap <= state.turn.ap + (1 if unit.now.at_doors else 0)
    return (
        not paid
        or bool(overspent(laid, asked.allowances(laid)))
        or (asked.manner == "tactical" and laid.is_too_flat)
        or legality.blocked(state, laid) is not None
        or legality.in_the_way(state, unit, laid) is not None
        or end_of_move.on_barred(state, laid) is not None
    )


def _last(goes: Callable[[float], bool], most: float) -> float:
    """The furthest that goes, between nothing and what does not."""
    low, high = 0.0, most
    while high - low > FINE_IN:
        middle = (low + high) / 2
        low, high = (middle, high) if goes(middle) else (low, middle)
    return low
