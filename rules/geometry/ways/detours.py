"""The shortest way round obstacles: a visibility graph that grows by what is in the way. (ARAP-CHG-03)"""

import functools
import heapq
import itertools
import math
from typing import Final, NamedTuple

from rules.geometry import rings
from rules.geometry.contacts import Obstacle, gap_to, outline_of
from rules.geometry.lengths import Circle, Path, Point, distance
from rules.geometry.rings import Bounds, Ring

_WIDER_IN: Final = 0.001
"""Corners are rounded this much wider than the clearance, so that a way past one never clips it."""
_NOTHING_IN: Final = 1e-9


def shortest_path(
    a: Point,
    b: Point,
    obstacles: tuple[Obstacle, ...] = (),
    clearance: float = 0.0,
    surface: Bounds | None = None,
    patience: int = 40,
    most: float = math.inf,
    beside: float = 0.0,
) -> Path | None:
    """The shortest way for a base of radius `clearance` from a to b past solid obstacles; None if there is none.

    An obstacle nearer to a or b than the clearance is passed as close as it stands there. One in which a stands is
    left freely. Of equally short ways the same one is always taken. A way that has to do with more obstacles than
    `patience`, or is longer than `most`, is given up. With `beside` a longer one is given up only if so much of it
    cannot lead to b, or to a corner so near to b.
    """
    if beside <= 0:
        return _search(a, b, obstacles, clearance, surface, patience, most)
    if _search(a, b, obstacles, clearance, surface, len(obstacles), most, beside) is None:
        return None
    return _search(a, b, obstacles, clearance, surface, patience)


def _search(
    a: Point,
    b: Point,
    obstacles: tuple[Obstacle, ...],
    clearance: float,
    surface: Bounds | None,
    patience: int,
    most: float = math.inf,
    beside: float = 0.0,
) -> Path | None:
    """The shortest way, at most so long, to b; with `beside` also one no longer than that to a corner so near to b."""
    boxes = [_box(obstacle).grown(clearance) for obstacle in obstacles]
    near = [i for i, box in enumerate(boxes) if beside > 0 and box.holds(b, beside + 2 * clearance)]
    walls = {i: _wall(a, b, obstacles[i], clearance) for i in near}
    new = [i for i in near if walls[i]]
    in_way: list[int] = []
    lines = _Lines()
    path: Path | None = (a, b)
    while True:
        if new:
            in_way = sorted([*in_way, *new])
            lines.walls += [wall for i in new if (wall := walls[i])]
            path = _through(a, b, [wall for i in in_way if (wall := walls[i])], surface, lines, most, beside)
        if path is None or len(in_way) > patience:
            return None
        near = [i for i, box in enumerate(boxes) if i not in in_way and _meets(path, box)]
        walls |= {i: _wall(a, b, obstacles[i], clearance) for i in near if i not in walls}
        new = [i for i in near if (wall := walls[i]) and not wall.lets_pass(path)]
        if not new:
            return path


def _box(obstacle: Obstacle) -> Bounds:
    if isinstance(obstacle, Circle):
        (x, y), radius = obstacle
        return Bounds(x - radius, y - radius, x + radius, y + radius).grown(radius * 0.05)
    return rings.bounds(outline_of(obstacle))


def _meets(path: Path, box: Bounds) -> bool:
    """Whether any leg of a path may come into a box."""
    left, top, right, bottom = box
    return any(
        min(p[0], q[0]) <= right and max(p[0], q[0]) >= left and min(p[1], q[1]) <= bottom and max(p[1], q[1]) >= top
        for p, q in itertools.pairwise(path)
    )


class _Wall(NamedTuple):
    """An obstacle with room for a base round it: the outline not to be crossed, and one whose corners are walked by."""

    tight: Ring
    wide: Ring
    box: Bounds

    def lets_pass(self, path: Path) -> bool:
        left, top, right, bottom = self.box
        return not any(
            min(p[0], q[0]) < right
            and max(p[0], q[0]) > left
            and min(p[1], q[1]) < bottom
            and max(p[1], q[1]) > top
            and rings.crossings(self.tight, p, q)
            for p, q in itertools.pairwise(path)
        )


class _Lines:
    """Straight lines that were tried, each once with each wall: more walls come into the way, none leaves it."""

    def __init__(self) -> None:
        self.walls: list[_Wall] = []
        self._passed: dict[tuple[Point, Point], int] = {}
        """How many of the walls let a line pass; -1 where one does not."""

    def is_open(self, p: Point, q: Point) -> bool:
        """Whether no wall is in the way from one point to another."""
        line = (p, q)
        passed = self._passed.get(line, 0)
        if passed < 0 or passed == len(self.walls):
            return passed >= 0
        left, right = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
        top, bottom = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
        for wall in self.walls[passed:]:  # written out: asked a hundred thousand times where there are many walls
            box = wall.box
            near = left < box[2] and right > box[0] and top < box[3] and bottom > box[1]
            if near and rings.crossings(wall.tight, p, q):
                self._passed[line] = -1
                return False
        self._passed[line] = len(self.walls)
        return True


def _wall(a: Point, b: Point, obstacle: Obstacle, clearance: float) -> _Wall | None:
    """The obstacle made wider by the room that a and b leave; None if a stands in it."""
    at_start = gap_to(obstacle, a)
    if at_start == 0 and rings.encloses(outline_of(obstacle), a):
        return None
    room = min(clearance, at_start, gap_to(obstacle, b))
    tight = _grown(outline_of(obstacle), max(0.0, room - _WIDER_IN))
    return _Wall(tight, _grown(outline_of(obstacle), room + _WIDER_IN), rings.bounds(tight))


@functools.lru_cache(maxsize=4096)
def _grown(ring: Ring, by: float) -> Ring:
    if by < _NOTHING_IN:  # an outline grown by as good as nothing comes out empty
        return ring
    return rings.ring_of(rings.polygon_of(ring).buffer(by, join_style="mitre", mitre_limit=2.0))


def _through(
    a: Point, b: Point, walls: list[_Wall], surface: Bounds | None, lines: _Lines, most: float, beside: float
) -> Path | None:
    """Dijkstra's shortest way from a to b by the corners of some walls, the straight lines tried as they are needed.

    A corner as near to b as `beside` will do as well.
    """
    corners = [p for wall in walls for p in wall.wide if surface is None or surface.meets(Bounds(*p, *p))]
    nodes = [a, b, *(p for p in corners if not any(w.box.holds(p) and rings.encloses(w.tight, p) for w in walls))]
    queue: list[tuple[float, float, int, int]] = [(distance(a, b), 0.0, 0, 0)]
    came: dict[int, int] = {}
    left = [distance(point, b) for point in nodes]
    while queue:
        _, gone, node, previous = heapq.heappop(queue)
        if node in came or not lines.is_open(nodes[previous], nodes[node]):
            continue
        came[node] = previous
        if node == 1 or (left[node] <= beside and gone <= most):
            return _traced(nodes, came, node)
        here = nodes[node]
        for other, point in enumerate(nodes):
            if other not in came:
                so_far = gone + distance(here, point)
                whole = so_far + left[other]
                if whole <= most + beside:
                    heapq.heappush(queue, (whole, so_far, other, node))
    return None


def _traced(nodes: list[Point], came: dict[int, int], end: int) -> Path:
    place, back = end, [nodes[end]]
    while place != 0:
        place = came[place]
        back.append(nodes[place])
    return tuple(reversed(back))
