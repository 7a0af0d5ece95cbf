"""The walk of those who get into a vehicle, where enemies may step in before they are aboard. (ARAP-INT-03)"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.events import ModelsMoved
from rules.arap.paths.march import Track
from rules.arap.positions import single_models
from rules.core.ids import ModelId
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import between, distance
from rules.progress import Progress
from rules.state import GameState, Placement

STEP_IN = 0.25
"""Who would stop on top of somebody stops so much earlier, as often as it takes."""


def is_met(state: GameState, unit: Unit, paths: Mapping[ModelId, Sequence[Point]]) -> bool:
    """Whether an enemy may step in on those ways; up to version 13 none did."""
    if state.is_older_than("14") or unit.hidden:
        return False
    ways = {model: tuple(way) for model, way in paths.items()}
    return next(iter(interception.passed(state, unit.side, ways, ())), None) is not None


def walk(progress: Progress, unit: Unit, paths: Mapping[ModelId, Sequence[Point]], rules: tuple[str, ...]) -> None:
    """Each goes its way and stands at the end of it for a moment, clear of everybody else."""
    state = progress.state
    longest = max((_length(way) for way in paths.values()), default=0.0)
    for model in unit.alive:
        way = paths.get(model.id, ())
        if len(way) < 2:
            continue
        facing = bearing(way[-2], way[-1]) if way[-2] != way[-1] else model.facing
        to = _free(state, model, way)
        there = Placement(model=model.id, at=to, facing=facing, prone=model.prone)
        state = state.with_unit(state.units[unit.id].with_model(replace(model, at=to)))
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=(there,),
                path=tuple((x, y, facing) for x, y in (*way[:-1], to)),
                length_in=round(longest, 4),
                spent_in=round(longest, 4),
                rules=rules,
            )
        )
        longest = 0.0  # it counts once for all of them


def _length(way: Sequence[Point]) -> float:
    return sum(distance(a, b) for a, b in itertools.pairwise(way))


def _free(state: GameState, model: Model, way: Sequence[Point]) -> Point:
    """The end of a way, or the last place before it where there is room."""
    before, end = way[-2], way[-1]
    taken, left = single_models.occupied(state, (model.id,)), distance(before, end)
    whole = left
    while left > 0:
        at = between(before, end, left / whole)
        if single_models.is_free(state, model, at, taken):
            return at
        left -= STEP_IN
    return before


def halted(state: GameState, track: Track, inches: float) -> Placement:
    """Where a model stops that the dice take no further. (ARAP-TERR-04)"""
    leg, gone = track.reach(inches)
    if leg == len(track.legs) > 0:
        leg, gone = leg - 1, track.legs[-1].length_in
    model, taken = track.model, single_models.occupied(state, (track.model.id,))
    while leg < len(track.legs):
        length = track.legs[leg].length_in
        at = between(track.points[leg], track.points[leg + 1], gone / length if length else 0.0)
        if single_models.is_free(state, model, at, taken):
            return Placement(model=model.id, at=at, facing=track.turning.facings[leg], prone=model.prone)
        if gone <= STEP_IN:
            break
        gone -= STEP_IN
    return Placement(model=model.id, at=model.at, facing=model.facing, prone=model.prone)
