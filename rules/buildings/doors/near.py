"""Who is at a door, or gets there: within an inch, on one side of it. (BLD-LOCK-01, BLD-LOCK-04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.arap.positions import single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.buildings import inside
from rules.buildings.doors.openings import InWall
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import between, distance, is_within, toward
from rules.state import GameState

AT_DOOR_IN: Final = 1.0
"""How near one stands to work on a door or its lock. (BLD-LOCK-01, BLD-LOCK-04)"""

CLEAR_IN: Final = 0.15
"""How far off the leaf a base stops."""


class Approach(NamedTuple):
    """A model, where it stands to work on a door, and the inches of its move that it walks there."""

    model: Model
    at: Point
    walked_in: float


def is_at(found: InWall, at: Point) -> bool:
    """Whether a place is within an inch of it."""
    return is_within(found.distance_in(at), AT_DOOR_IN)


def side_of(found: InWall, at: Point) -> int:
    """On which side of its line a place is: 1 or -1."""
    (ax, ay), (bx, by) = found.opening.a, found.opening.b
    return 1 if (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax) >= 0 else -1


def place_beside(found: InWall, side: int, along: float, off_in: float) -> Point:
    """So many inches off its line on one side, at a share of its width."""
    (ax, ay), (bx, by) = found.opening.a, found.opening.b
    width = max(distance(found.opening.a, found.opening.b), 0.01)
    x, y = between(found.opening.a, found.opening.b, along)
    return (round(x - (by - ay) / width * off_in * side, 4), round(y + (bx - ax) / width * off_in * side, 4))


def _places(found: InWall, side: int, radius: float) -> Iterator[Point]:
    for off in (AT_DOOR_IN, min(radius + CLEAR_IN, AT_DOOR_IN)):
        for share in (0.5, 0.25, 0.75, 0.0, 1.0):
            yield place_beside(found, side, share, off)


def approach(state: GameState, found: InWall, model: Model, allowance_in: float) -> Approach | None:
    """Where the model stands to work on it, if it is there or gets there with so many inches; it stands aside."""
    if is_at(found, model.at) and not _is_walled_off(state, found, model):
        return Approach(model, model.at, 0.0)
    if found.opening.console is not None and is_at_lock(state, found, model.at):
        return Approach(model, model.at, 0.0)
    if found.distance_in(model.at) > allowance_in + AT_DOOR_IN:
        return None
    radius = radius_of(state, model)
    taken: list[Spot] = single_models.occupied(state, {model.id})
    best: Approach | None = None
    for place in _places(found, side_of(found, model.at), radius):
        if not single_models.is_free(state, model, place, taken):
            continue
        walk = single_models.walk_to(state, model, place, allowance_in)
        if walk is not None and (best is None or walk.cost_in < best.walked_in):
            best = Approach(model, place, walk.cost_in)
    return best


def _is_walled_off(state: GameState, found: InWall, model: Model) -> bool:
    """Whether a wall stands between the model and the door that it is so near to."""
    before = place_beside(found, side_of(found, model.at), 0.5, 0.25)
    return inside.is_parted(state, model.at, before)


def is_at_lock(state: GameState, found: InWall, at: Point) -> bool:
    """Whether a place is within an inch of its lock: of its console, where that is not on the door. (BLD-LOCK-01)"""
    console = found.opening.console
    if console is None:
        return is_at(found, at)
    before = at if distance(console, at) <= CLEAR_IN else toward(console, at, CLEAR_IN)
    return is_within(distance(console, at), AT_DOOR_IN) and not inside.is_parted(state, at, before)


def those_at_lock(state: GameState, found: InWall, unit: Unit) -> list[Model]:
    """Members who are within an inch of its lock."""
    if found.opening.console is None:
        return those_at(state, found, unit)
    return [m for m in unit.alive if is_at_lock(state, found, m.at)]


def those_at(state: GameState, found: InWall, unit: Unit) -> list[Model]:
    """Members who are within an inch of it, on either side, in order."""
    return [m for m in unit.alive if is_at(found, m.at) and not _is_walled_off(state, found, m)]
