"""A roadmap of a table with walls: the shortest ways round them to far places, past what is shut, by stairs.

One graph of corners, gates and joins serves all questions about the same walls. (ARAP-MOVE-01)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry.polygon import orient

from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import Point, along, between, distance, toward
from rules.geometry.rings import Ring

ROOM_IN: Final = 0.65
"""How far from walls the corners are passed."""
CLEAR_IN: Final = 0.45
"""How far from walls a way leads."""
TIGHT_IN: Final = 0.47
"""How far from walls the corners are passed in gaps that are too narrow for more room: doors, windows, mouseholes."""
SAME_CORNER_IN: Final = 0.3
"""A corner that is passed with more room so near is the same corner."""
CLOSE_IN: Final = 1.0
"""So far from where they stand, who are nearer to a wall than that may still be."""
FRONT_IN: Final = 0.8
"""How far before a gate one turns to it."""
SAME_IN: Final = 0.05
"""Places so near to each other are one."""
MOST_ASKED: Final = 4000
"""Places whose ways are kept."""


class Doorway(NamedTuple):
    """An opening in a wall, from jamb to jamb, and what opening it is held to cost in inches: 0 if it is open."""

    id: str
    a: Point
    b: Point
    toll_in: float

    @property
    def at(self) -> Point:
        """Its middle."""
        return between(self.a, self.b, 0.5)

    @property
    def fronts(self) -> tuple[Point, Point]:
        """Places straight before it on both sides."""
        across = bearing(self.a, self.b) + 90
        return along(self.at, across, FRONT_IN), along(self.at, across, -FRONT_IN)


class Join(NamedTuple):
    """Two places that are joined otherwise than on foot: by what, and the inches that it is held to cost.

    `back_in` is what it costs back again; None: as much. `toll_in` is the part of it that opening something takes.
    """

    id: str
    a: Point
    b: Point
    cost_in: float
    back_in: float | None = None
    toll_in: float = 0.0


class Hall(NamedTuple):
    """A room in which everybody counts as standing in the middle."""

    ring: Ring
    middle: Point


class Layout(NamedTuple):
    """What a roadmap is made of. `floors` are apart from all else: only joins lead there."""

    walls: tuple[Ring, ...]
    surface: Point
    """Width and depth of the table."""
    gates: tuple[Doorway, ...] = ()
    joins: tuple[Join, ...] = ()
    halls: tuple[Hall, ...] = ()
    floors: tuple[Ring, ...] = ()


class FarWay(NamedTuple):
    """The way to a far place as far as the first shut gate or join, by its id; to the end if there is none."""

    points: tuple[Point, ...]
    stop: str = ""


@lru_cache(maxsize=16)
def roadmap(layout: Layout) -> Roadmap:
    """The roadmap of a table; made once for the same walls."""
    return Roadmap(layout)


class Roadmap:
    """The shortest ways between any two places of a table."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._walls = shapely.union_all([rings.polygon_of(ring) for ring in layout.walls])
        self._near = shapely.buffer(self._walls, CLEAR_IN, quad_segs=2)
        shapely.prepare(self._walls)
        shapely.prepare(self._near)
        ends = [at for join in layout.joins for at in (join.a, join.b)]
        fronts = [at for gate in layout.gates for at in gate.fronts]
        self._nodes: list[Point] = [*(g.at for g in layout.gates), *ends, *fronts, *self._corners()]
        self._tolls = np.zeros(len(self._nodes))
        self._tolls[: len(layout.gates)] = [gate.toll_in / 2 for gate in layout.gates]
        self._floors = np.array([self._floor(at) for at in self._nodes])
        self._reached: dict[Point, Any] = {}
        self._left: dict[Point, Any] = {}
        self._steps = self._between_nodes()
        self._far = _closed(self._steps)

    def inches(self, start: Point, end: Point) -> float:
        """How far it is on foot, gates and joins at what they cost; endless if there is no way."""
        start, end = self._place(start), self._place(end)
        straight = distance(start, end) if self._is_open(start, end) else math.inf
        if not self._nodes:
            return straight
        return min(straight, float(np.min(self._from(start) + self._to(end))))

    def is_straight(self, start: Point, end: Point) -> bool:
        """Whether nothing is in the way from one place to the other."""
        return self._is_open(self._place(start), self._place(end))

    def way(self, start: Point, end: Point) -> FarWay | None:
        """The way there as far as the first shut gate or join; None if there is none."""
        start, end = self._place(start), self._place(end)
        if self._is_open(start, end):
            return FarWay((end,))
        if not self._nodes or math.isinf(self.inches(start, end)):
            return None
        nodes = list(self._traced(start, end))
        gates, joins = self._layout.gates, self._layout.joins
        points: list[Point] = []
        for node, after in pairwise([*nodes, -1]):
            points.append(self._nodes[node])
            if node < len(gates) and gates[node].toll_in:
                return FarWay(tuple(points), gates[node].id)
            place = node - len(gates)
            if place < 2 * len(joins) and after == len(gates) + (place ^ 1):
                return FarWay(tuple(points), joins[place // 2].id)
        return FarWay((*points, end))

    def toll(self, gate: str) -> float:
        """The inches that opening a gate or a join is held to cost; 0 for what is none."""
        gates = {g.id: g.toll_in for g in self._layout.gates}
        return gates.get(gate, next((j.toll_in for j in self._layout.joins if j.id == gate), 0.0))

    def _place(self, at: Point) -> Point:
        hall = next((h for h in self._layout.halls if rings.encloses(h.ring, at)), None)
        return hall.middle if hall is not None else at

    def _floor(self, at: Point) -> int:
        return next((n for n, ring in enumerate(self._layout.floors) if rings.holds(ring, at)), -1)

    def _corners(self) -> Iterator[Point]:
        """Where a way may bend: the outward corners of what is in the way, with room to pass as far as there is any."""
        roomy = tuple(self._outward(ROOM_IN))
        yield from roomy
        tight = tuple(self._outward(TIGHT_IN))
        if roomy and tight:
            near = shapely.STRtree(shapely.points(roomy))
            known = near.query(shapely.points(tight), predicate="dwithin", distance=SAME_CORNER_IN)[0]
            tight = tuple(at for n, at in enumerate(tight) if n not in set(known.tolist()))
        yield from tight

    def _outward(self, room_in: float) -> Iterator[Point]:
        """The outward corners of what is in the way, passed at that distance."""
        grown = shapely.buffer(self._walls, room_in, join_style="mitre", mitre_limit=2.0).simplify(SAME_IN)
        width, depth = self._layout.surface
        parts = [orient(part) for part in shapely.get_parts(grown) if not part.is_empty]
        for ring in (r for part in parts for r in (part.exterior, *part.interiors)):
            corners = [(round(x, 3), round(y, 3)) for x, y in ring.coords[:-1]]
            for n, at in enumerate(corners):
                outward = _turns_left(corners[n - 1], at, corners[(n + 1) % len(corners)])
                if outward and 0 <= at[0] <= width and 0 <= at[1] <= depth:
                    yield at

    def _is_open(self, a: Point, b: Point) -> bool:
        if distance(a, b) <= SAME_IN:
            return True
        if self._floor(a) != self._floor(b) or self._walls.intersects(shapely.LineString((a, b))):
            return False
        far = distance(a, b)
        if far <= 2 * CLOSE_IN:
            return True
        apart = (toward(a, b, CLOSE_IN), toward(b, a, CLOSE_IN))
        return not self._near.intersects(shapely.LineString(apart))

    def _from(self, start: Point) -> Any:
        """Inches from a place straight to each node, half of each toll paid."""
        return _kept(self._reached, start, lambda: self._straight(start))

    def _to(self, end: Point) -> Any:
        """Inches from each node on to a place."""
        return _kept(self._left, end, lambda: np.min(self._far + self._from(end)[None, :], axis=1))

    def _straight(self, start: Point) -> Any:
        count = len(self._nodes)
        lines = np.empty((count, 2, 2))
        lines[:, 0] = start
        lines[:, 1] = self._nodes
        away = np.array([distance(start, at) for at in self._nodes])
        shut = shapely.intersects(self._walls, shapely.linestrings(lines))
        lines[:, 0] = [toward(start, at, min(CLOSE_IN, distance(start, at))) for at in self._nodes]
        shut |= shapely.intersects(self._near, shapely.linestrings(lines)) & (away > CLOSE_IN)
        shut[: len(self._layout.gates)] = True  # those are come to by their fronts
        shut = (shut | (self._floors != self._floor(start))) & (away > SAME_IN)
        found = away + self._tolls
        found[shut] = np.inf
        return found

    def _between_nodes(self) -> Any:
        """Inches from each node straight to each other one, through gates and by joins."""
        gates, joins, count = self._layout.gates, self._layout.joins, len(self._nodes)
        steps = np.full((count, count), np.inf)
        pairs = [(i, j) for i in range(len(gates), count) for j in range(len(gates), i)]
        pairs = [(i, j) for i, j in pairs if self._floors[i] == self._floors[j]]
        lines = np.array([(self._nodes[i], self._nodes[j]) for i, j in pairs]).reshape(-1, 2, 2)
        shut: Any = shapely.intersects(self._near, shapely.linestrings(lines))
        for (i, j), barred in zip(pairs, list(shut), strict=True):
            away = distance(self._nodes[i], self._nodes[j])
            if not barred or away <= SAME_IN:
                steps[i, j] = steps[j, i] = away
        ends = len(gates) + 2 * len(joins)
        for n, gate in enumerate(gates):
            for front in (ends + 2 * n, ends + 2 * n + 1):
                steps[n, front] = steps[front, n] = FRONT_IN + gate.toll_in / 2
        for n, join in enumerate(joins):
            a, b = len(gates) + 2 * n, len(gates) + 2 * n + 1
            steps[a, b] = min(steps[a, b], join.cost_in)
            steps[b, a] = min(steps[b, a], join.cost_in if join.back_in is None else join.back_in)
        np.fill_diagonal(steps, 0.0)
        return steps

    def _traced(self, start: Point, end: Point) -> Iterator[int]:
        """The nodes of the shortest way."""
        left = self._to(end)
        node = int(np.argmin(self._from(start) + left))
        last = self._from(end)
        seen = {node}
        while True:
            yield node
            onward = self._steps[node] + left
            onward[list(seen)] = np.inf
            after = int(np.argmin(onward))
            if last[node] <= onward[after] + 1e-9:
                return
            node = after
            seen.add(node)


def _closed(steps: Any) -> Any:
    """The shortest ways between all nodes, by Floyd and Warshall."""
    far = steps.copy()
    for n in range(len(far)):
        far = np.minimum(far, far[:, n, None] + far[None, n, :])
    return far


def _turns_left(before: Point, at: Point, after: Point) -> bool:
    """Whether an outline with what is solid on its left is convex there: only such corners are worth passing."""
    return (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0]) > 0


def _kept(known: dict[Point, Any], at: Point, work: Callable[[], Any]) -> Any:
    """What has been worked out about a place; it grows up to a limit, then begins empty again."""
    found = known.get(at)
    if found is None:
        found = work()
        if len(known) >= MOST_ASKED:
            known.clear()
        known[at] = found
    return found
