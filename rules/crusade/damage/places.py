"""Where there is room for a base beside a hull. (CRU-DEST-01, CRU-TRAN-01)"""

from __future__ import annotations

from rules.crusade import models
from rules.forces.unit import Unit
from rules.geometry.hulls import Face, Hull
from rules.geometry.lengths import TOLERANCE, Circle, Point, is_within
from rules.geometry.placing import spread_around
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


def is_free(state: GameState, unit: Unit, at: Point) -> bool:
    """Whether a base may stand there: on the table, on nobody and nothing that bars it."""
    ring = Circle(at, models.profile(state, unit).base_radius_in)
    x, y = at
    inside = ring.radius <= x + TOLERANCE and x + ring.radius <= state.scenario.width_in + TOLERANCE
    inside = inside and ring.radius <= y + TOLERANCE and y + ring.radius <= state.scenario.height_in + TOLERANCE
    others = (u for u in models.standing(state) if u.id != unit.id and not models.in_air(state, u))
    return inside and not any(stands_on(state, other, ring) for other in others)


def stands_on(state: GameState, other: Unit, ring: Circle) -> bool:
    """Whether a base stands on that model by more than the tolerance."""
    return not is_within(ring.radius, models.gap_to_point(state, other, ring.centre))
