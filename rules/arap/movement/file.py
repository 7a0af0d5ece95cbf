"""Members who follow their lead in single file: through doors, along corridors, up a street. (ARAP-MOVE-01)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.arap.movement import walk
from rules.arap.paths.allowance import Pace
from rules.arap.paths.march import March, Track, alone
from rules.arap.positions import single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.terrain.ground import Gait
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, is_within, toward
from rules.state import GameState, Placement

STEP_IN: Final = 0.25
APART_IN: Final = 0.02
"""So much further apart than base to base, that rounding makes nobody stand on another."""


class _File(NamedTuple):
    """What all who follow share: the lead's way, the gait, what else stands about."""

    trail: tuple[Point, ...]
    gait: Gait
    taken: Sequence[Spot]


def in_file(state: GameState, order: walk.Order) -> tuple[Placement, ...]:
    """Where the others end, each as near behind the one before as it can get; whoever gets nowhere stays."""
    return behind(state, state.units[order.unit], *walk.laid_out(state, order))


def behind(state: GameState, unit: Unit, laid: March, pace: Pace) -> tuple[Placement, ...]:
    """The same behind the lead of a march, with what may be spent on it; the ways of the others there do not matter."""
    lead, gait = laid.lead, laid.gait
    waiting = sorted((m for m in unit.alive if m.id != lead.model.id and not m.sprawled), key=lambda m: _near(lead, m))
    file = _File(lead.points, gait, single_models.occupied(state, {m.id for m in unit.alive}))
    placed: list[Spot] = [(lead.end, radius_of(state, lead.model))]
    gone, found = 0.0, list[Placement]()
    while waiting:
        model = waiting.pop(0)
        radius = radius_of(state, model)
        others = [*file.taken, *placed, *((m.at, radius_of(state, m)) for m in waiting)]
        least = gone + placed[-1][1] + radius + APART_IN
        track, gone = _nearest(state, file, model, others, pace.most[model.id], least)
        placed.append((track.end if track is not None else model.at, radius))
        found.append(_placement(track) if track is not None else _stays(model))
    return tuple(found)


def _near(lead: Track, model: Model) -> tuple[float, str]:
    return round(distance(model.at, lead.points[0]), 4), model.id


def _nearest(
    state: GameState, file: _File, model: Model, others: Sequence[Spot], most: float, least: float
) -> tuple[Track | None, float]:
    """Its way to the foremost place that is free and that it can pay for, and how far behind the lead that is."""
    for at, gone in _places(file.trail, least, model.at):
        if not is_within(distance(model.at, at), most) or not single_models.is_free(state, model, at, others):
            continue
        track = alone(state, model, at, file.gait)
        if track.until_barred()[0] == len(track.legs) and is_within(track.spent_in, most):
            return track, gone
    return None, least


def _places(trail: Sequence[Point], gone: float, home: Point) -> Iterator[tuple[Point, float]]:
    """On the lead's way from so far behind its end back to where it began, then from there towards its own place."""
    way = (home, *trail)
    whole = sum(distance(a, b) for a, b in itertools.pairwise(way))
    while gone < whole:
        at = _along(way, whole - gone)
        yield (round(at[0], 3), round(at[1], 3)), gone
        gone += STEP_IN


def _along(way: Sequence[Point], inches: float) -> Point:
    for a, b in itertools.pairwise(way):
        length = distance(a, b)
        if inches <= length:
            return toward(a, b, inches)
        inches -= length
    return way[-1]


def _stays(model: Model) -> Placement:
    return Placement(model=model.id, at=model.at, facing=model.facing, prone=model.prone)


def _placement(track: Track) -> Placement:
    """There, looking the way that it came."""
    facing = round(bearing(*track.points[-2:]), 2) if track.legs else track.model.facing
    return Placement(model=track.model.id, at=track.end, facing=facing, prone=track.model.prone)
