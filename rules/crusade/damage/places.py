"""Where there is room for a base beside a hull. (CRU-DEST-01, CRU-TRAN-01, CRU-OVER-03)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.crusade import grounds, models, sight
from rules.forces.unit import Unit
from rules.geometry.hulls import Face, Hull
from rules.geometry.lengths import TOLERANCE, Circle, Point, distance, is_within
from rules.geometry.placing import spread_around
from rules.geometry.rings import Ring, distance_to_ring, encloses
from rules.state import GameState


def scattered(state: GameState, hull: Hull, riders: tuple[Unit, ...]) -> tuple[Point, ...]:
    """Where those stand who were in a vehicle that is gone: on its place, apart from each other."""
    radii = tuple(models.profile(state, u).base_radius_in for u in riders)
    places = spread_around(hull.centre, radii, 6.0)
    return (*places, *(hull.centre for _ in riders[len(places) :]))


def touching(state: GameState, unit: Unit, hull: Hull, apart: float = 0.0) -> dict[Face, Point]:
    """Free places for a base that touches a hull, or stands so far off it, at the middle of each side."""
    radius = models.profile(state, unit).base_radius_in + apart
    out, aside = hull.length / 2 + radius, hull.width / 2 + radius
    middles: dict[Face, Point] = {
        "front": hull.on_table(out, 0),
        "right": hull.on_table(0, aside),
        "rear": hull.on_table(-out, 0),
        "left": hull.on_table(0, -aside),
    }
    return {face: at for face, at in middles.items() if is_free(state, unit, at)}


_STEP_IN: Final = 0.25
_FURTHEST_IN: Final = 4


def nearest_free(state: GameState, unit: Unit, hull: Hull, wanted: Point, *, ahead: bool) -> Point:
    """The free place at a hull that is nearest to the one that is wanted; that one itself where there is none.

    `ahead` allows a place before it, where it does not drive on. (CRU-OVER-03, CRU-POD-03)
    """
    radius = models.profile(state, unit).base_radius_in
    for apart in range(_FURTHEST_IN + 1):
        spots = (wanted, *_round(hull, radius + apart, ahead=ahead))
        free = [at for at in spots if is_free(state, unit, at)]
        if free:
            return min(free, key=lambda at: (round(distance(at, wanted), 4), at))
    return wanted


def _round(hull: Hull, out: float, *, ahead: bool) -> Iterator[Point]:
    """Places round a hull, so far off it: along both sides, behind it, before it."""
    for n in range(int(hull.length / _STEP_IN) + 1):
        along_it = n * _STEP_IN - hull.length / 2
        yield hull.on_table(along_it, hull.width / 2 + out)
        yield hull.on_table(along_it, -hull.width / 2 - out)
    for n in range(int(hull.width / _STEP_IN) + 1):
        across = n * _STEP_IN - hull.width / 2
        yield hull.on_table(-hull.length / 2 - out, across)
        if ahead:
            yield hull.on_table(hull.length / 2 + out, across)


def is_free(state: GameState, unit: Unit, at: Point) -> bool:
    """Whether a base may stand there: on the table, on nobody and nothing that bars it.

    Up to version 13 also on impassable ground.
    """
    ring = Circle(at, models.profile(state, unit).base_radius_in)
    x, y = at
    inside = ring.radius <= x + TOLERANCE and x + ring.radius <= state.scenario.width_in + TOLERANCE
    inside = inside and ring.radius <= y + TOLERANCE and y + ring.radius <= state.scenario.height_in + TOLERANCE
    others = (u for u in models.standing(state) if u.id != unit.id and not models.in_air(state, u))
    return inside and not _is_barred(state, ring) and not any(stands_on(state, other, ring) for other in others)


def _is_barred(state: GameState, ring: Circle) -> bool:
    """Whether a base would stand on ground that is impassable and no house: those may be entered. (CRU-TROOP-01)"""
    barred = (p for p in state.terrain if p.going == "impassable" and grounds.structure(p) is None)
    return not state.is_older_than("14") and any(lies_on(ring, sight.ring_of(piece)) for piece in barred)


def lies_on(ring: Circle, ground: Ring) -> bool:
    """Whether a base lies on a piece of ground by more than the tolerance."""
    return encloses(ground, ring.centre) or not is_within(ring.radius, distance_to_ring(ground, ring.centre))


def stands_on(state: GameState, other: Unit, ring: Circle) -> bool:
    """Whether a base stands on that model by more than the tolerance."""
    return not is_within(ring.radius, models.gap_to_point(state, other, ring.centre))
