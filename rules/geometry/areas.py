"""Terrain: areas with an outline and a height, and the questions that moves and sight lines ask of the ground."""

import functools
import itertools
import math
from collections.abc import Iterable
from typing import Final, NamedTuple

import shapely

from rules.geometry import rings
from rules.geometry.hulls import Hull, Swept
from rules.geometry.lengths import TOLERANCE, Path, Point, distance, is_beyond, is_within
from rules.geometry.rings import Bounds, Ring

_SAME: Final = 1e-9
_SQUARE_IN: Final = 6.0
"""Sides of the squares in which areas near a point, or a short line, are looked up."""
_SHORT_IN: Final = 2 * _SQUARE_IN - TOLERANCE
"""A line that is no longer lies within the squares round the one in which its middle is."""


class Area(NamedTuple):
    """A piece of terrain or an obstacle.

    `height` is in inches above the table: 0 never hides anything. `depth` is how many inches of it a sight line may
    pass through before it is stopped: 0 for a wall, more for a wood.
    """

    id: str
    points: Ring
    height: float = 0.0
    depth: float = 0.0


class Span(NamedTuple):
    """A stretch of a straight line, in inches from its start, and the areas that it lies in, in the ground's order."""

    start_in: float
    end_in: float
    area_ids: tuple[str, ...]

    @property
    def length_in(self) -> float:
        """Inches of the stretch."""
        return self.end_in - self.start_in


def line_area(area_id: str, path: Path, *, height: float, thickness: float = 0.2) -> Area:
    """A wall, hedge or fence as a thin area."""
    return Area(area_id, rings.thick_line(path, thickness), height)


def hull_area(area_id: str, hull: Hull, *, height: float) -> Area:
    """A large hull as an obstacle to sight and movement."""
    return Area(area_id, hull.corners(), height)


Rounded = tuple[float, float, float, Bounds, Area]
"""An area with the circle round its bounds, x, y and radius, and these."""


class Ground:
    """All the areas of a table, indexed once. Answers come in the order in which the areas were given."""

    def __init__(self, areas: tuple[Area, ...]) -> None:
        """Index the areas; ids must differ."""
        self.areas = areas
        self.by_id = {area.id: area for area in areas}
        if len(self.by_id) != len(areas):
            raise ValueError("two areas share an id")
        self._bounded = tuple((rings.bounds(area.points), area) for area in areas)
        self._rounded = tuple((*_round(box), box, area) for box, area in self._bounded)
        self._squares: dict[tuple[float, float], tuple[Rounded, ...]] = {}
        self._polygons = [rings.polygon_of(area.points) for area in areas]
        self._tree = shapely.STRtree(self._polygons)

    def near(self, box: Bounds) -> tuple[Area, ...]:
        """The areas whose bounds meet a rectangle."""
        left, top, right, bottom = box
        return tuple(
            area
            for (x1, y1, x2, y2), area in self._bounded
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2
        )

    def beside(self, a: Point, b: Point, margin: float = 0.0) -> tuple[Area, ...]:
        """The areas that a straight line, with a margin to each side, may pass through: no others do."""
        (ax, ay), (bx, by) = a, b
        dx, dy = bx - ax, by - ay
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, bottom = (ay, by) if ay < by else (by, ay)
        length = math.hypot(dx, dy)
        known = self._rounded
        if right - left + 2 * margin < _SHORT_IN and bottom - top + 2 * margin < _SHORT_IN:
            known = self._round_square((left + right) / 2 // _SQUARE_IN, (top + bottom) / 2 // _SQUARE_IN)
        near = [
            area
            for cx, cy, reach, (x1, y1, x2, y2), area in known
            if x1 - margin <= right
            and left <= x2 + margin
            and y1 - margin <= bottom
            and top <= y2 + margin
            and abs(dx * (cy - ay) - dy * (cx - ax)) <= (reach + margin) * length
        ]
        return tuple(near)

    def areas_at(self, point: Point) -> tuple[str, ...]:
        """The areas that a point is in or at the edge of."""
        return tuple(a.id for a in self._near_point(point, TOLERANCE) if rings.holds(a.points, point))

    def near_edge(self, point: Point, reach: float = 0.0) -> tuple[str, ...]:
        """The areas, entered or not, whose edge is within reach of a point. (ARAP-TERR-02)"""
        near = self._near_point(point, reach + TOLERANCE)
        return tuple(a.id for a in near if is_within(rings.edge_distance(a.points, point), reach))

    def circle_hits(self, point: Point, radius: float) -> tuple[str, ...]:
        """The areas on which a circle stands by more than the tolerance."""
        near = self._near_point(point, radius)
        return tuple(a.id for a in near if _reaches(rings.distance_to_ring(a.points, point), radius))

    def hull_hits(self, hull: Hull) -> tuple[str, ...]:
        """The areas on which a hull stands by more than the tolerance."""
        return self._overlapped(hull.corners())

    def swept_hits(self, sweep: Swept) -> tuple[str, ...]:
        """The areas that a moving hull passes over by more than the tolerance. (VEH-MOVE-06)"""
        found = {area_id for piece in sweep.pieces for area_id in self._overlapped(piece)}
        return tuple(area.id for area in self.areas if area.id in found)

    def spans(self, a: Point, b: Point) -> tuple[Span, ...]:
        """The straight line ab cut where it enters or leaves an area; the spans add up to its length."""
        length = distance(a, b)
        if length == 0:
            return (Span(0.0, 0.0, self.areas_at(a)),)
        inside = [(area.id, rings.crossings(area.points, a, b)) for area in self.beside(a, b)]
        cuts = _cuts(share for _, parts in inside for part in parts for share in part)
        spans: list[Span] = []
        for start, end in itertools.pairwise(cuts):
            middle = (start + end) / 2
            ids = tuple(area_id for area_id, parts in inside if any(s < middle < e for s, e in parts))
            if spans and spans[-1].area_ids == ids:
                start = spans.pop().start_in / length
            spans.append(Span(start * length, end * length, ids))
        return tuple(spans)

    def crossed(self, a: Point, b: Point) -> tuple[str, ...]:
        """The areas that the straight line ab passes through, in the order in which it enters them."""
        met = [
            (parts[0][0], index, area.id)
            for index, area in enumerate(self.beside(a, b))
            if (parts := rings.crossings(area.points, a, b))
        ]
        return tuple(area_id for _, _, area_id in sorted(met))

    def _near_point(self, point: Point, reach: float) -> tuple[Area, ...]:
        x, y = point
        left, top, right, bottom = x - reach, y - reach, x + reach, y + reach
        known = self._rounded if reach > _SQUARE_IN else self._round_square(x // _SQUARE_IN, y // _SQUARE_IN)
        return tuple(
            area
            for _, _, _, (x1, y1, x2, y2), area in known
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2
        )

    def _round_square(self, column: float, row: float) -> tuple[Rounded, ...]:
        """The areas in one square of the table and the eight round it: kept, since what is near is asked for most."""
        found = self._squares.get((column, row))
        if found is None:
            left, top = (column - 1) * _SQUARE_IN, (row - 1) * _SQUARE_IN
            box = Bounds(left, top, left + 3 * _SQUARE_IN, top + 3 * _SQUARE_IN)
            found = self._squares[column, row] = tuple(each for each in self._rounded if each[3].meets(box))
        return found

    def _overlapped(self, ring: Ring) -> tuple[str, ...]:
        if not self.near(rings.bounds(ring)):
            return ()
        core = rings.polygon_of(ring).buffer(-TOLERANCE)
        found = sorted(int(i) for i in self._tree.query(core, predicate="intersects"))
        return tuple(self.areas[i].id for i in found)


@functools.lru_cache(maxsize=64)
def ground(areas: tuple[Area, ...]) -> Ground:
    """The ground of a table, built once for equal areas."""
    return Ground(areas)


def _round(box: Bounds) -> tuple[float, float, float]:
    """Centre and radius of the circle round a rectangle."""
    left, top, right, bottom = box
    return ((left + right) / 2, (top + bottom) / 2, math.hypot(right - left, bottom - top) / 2)


def _cuts(shares: Iterable[float]) -> list[float]:
    """The shares in order from 0 to 1, without those that differ by rounding alone."""
    cuts = [0.0]
    for share in sorted(shares):
        if share - cuts[-1] > _SAME and 1.0 - share > _SAME:
            cuts.append(share)
    return [*cuts, 1.0]


def _reaches(gap: float, radius: float) -> bool:
    return is_beyond(radius, gap) or (radius == 0 and gap == 0)
