"""A march cut short: as far as everybody can pay, and what is left of its path. (ARAP-MOVE-05)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.arap.paths.march import March, Track, march
from rules.arap.paths.turns import Waypoint
from rules.core.ids import ModelId
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import TOLERANCE, distance, is_within, toward
from rules.state import GameState


def parted(
    start: Point, path: Sequence[Waypoint], leg: int, inches: float
) -> tuple[tuple[Waypoint, ...], tuple[Waypoint, ...]]:
    """A path cut so many inches along one of its legs: what is walked, and what is left of it."""
    kept: list[Waypoint] = []
    done = 0
    here = start
    for n, point in enumerate(path):
        moves = distance(here, point.at) > TOLERANCE
        if moves and done == leg:
            if inches > TOLERANCE:
                kept.append(Waypoint(at=toward(here, point.at, inches), gait=point.gait))
            return tuple(kept), tuple(path[n:])
        kept.append(point)
        if moves:
            done += 1
            here = point.at
    return tuple(kept), ()


def shortened(state: GameState, unit: Unit, whole: March, leg: int, inches: float) -> March:
    """The march in formation stopped so many inches along one of the anchor's legs; nudges and later turns go."""
    kept, _ = parted(whole.lead.model.at, whole.path, leg, inches)
    return march(state, unit, kept, gait=whole.gait, model=whole.anchor, free_turns=whole.free_turns)


def affordable(state: GameState, unit: Unit, whole: March, allowances: Mapping[ModelId, float]) -> March:
    """As much of a march as every model can pay for; cut short it keeps formation."""
    if not overspent(whole, allowances):
        return whole
    plain = march(state, unit, whole.path, gait=whole.gait, model=whole.anchor, free_turns=whole.free_turns)
    leg, inches = _reach(plain, allowances)
    cut = shortened(state, unit, plain, leg, inches)
    if not cut.path or not overspent(cut, allowances):
        return cut
    # The last turn is what somebody cannot pay for: the unit looks where it went.
    last = cut.path[-1]
    path = [*cut.path[:-1], Waypoint(at=last.at, gait=last.gait)]
    return march(state, unit, path, gait=cut.gait, model=cut.anchor, free_turns=cut.free_turns)


def affordable_in(state: GameState, unit: Unit, whole: March, allowances: Mapping[ModelId, float]) -> float:
    """Inches that the anchor walks in as much of a march as every model can pay for."""
    if not overspent(whole, allowances):
        return whole.length_in
    plain = march(state, unit, whole.path, gait=whole.gait, model=whole.anchor, free_turns=whole.free_turns)
    leg, inches = _reach(plain, allowances)
    return sum(walked.length_in for walked in plain.lead.legs[:leg]) + inches


def _reach(plain: March, allowances: Mapping[ModelId, float]) -> tuple[int, float]:
    """How far everybody's allowance takes the anchor: leg and inches along it.

    Who goes round through a breach halts after the same share of its way as the anchor.
    """
    end = min(t.reach(allowances[t.model.id]) for t in plain.tracks if not t.filed)
    filed = [allowances[t.model.id] / t.spent_in for t in plain.tracks if t.filed]
    return min(end, _leg_at(plain, plain.length_in * min(filed))) if filed else end


def _leg_at(plain: March, inches: float) -> tuple[int, float]:
    """So many inches of the anchor's way as a leg and inches along it."""
    for n, leg in enumerate(plain.lead.legs):
        if inches <= leg.length_in:
            return n, inches
        inches -= leg.length_in
    return len(plain.lead.legs), 0.0


def left_over(state: GameState, unit: Unit, whole: March, allowances: Mapping[ModelId, float]) -> tuple[Waypoint, ...]:
    """What is left of the path where the first model has spent its allowance."""
    if not overspent(whole, allowances):
        return ()
    plain = march(state, unit, whole.path, gait=whole.gait, model=whole.anchor, free_turns=whole.free_turns)
    leg, inches = _reach(plain, allowances)
    # Nudges that cost too much are left over too, at the end of the path.
    return parted(plain.lead.model.at, whole.path, leg, inches)[1] or tuple(whole.path[-1:])


def overspent(whole: March, allowances: Mapping[ModelId, float]) -> list[Track]:
    """The models that cannot pay for their way."""
    return [t for t in whole.tracks if not is_within(t.spent_in, allowances[t.model.id])]


def advance(state: GameState, unit: Unit, path: Sequence[Point], allowance: float, *, free_turns: bool = True) -> March:
    """A unit in formation along its anchor's path as far as an allowance and the ground let it: flight, pursuit.

    It stops where any model runs out of allowance or comes to ground that it cannot enter. `path` leaves out the
    start. The table's edge and other models are the caller's to judge.
    """
    whole = march(state, unit, [Waypoint(at=p) for p in path], free_turns=free_turns)
    leg, inches = min(limit for t in whole.tracks for limit in (t.reach(allowance), t.until_barred()))
    return shortened(state, unit, whole, leg, inches)
