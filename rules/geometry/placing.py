"""Finding room for bases: automatic deployment, setting down passengers, stepping aside. (VEH-BRD-10, VEH-SHOCK-03)"""

import math
from collections.abc import Iterable, Iterator
from typing import Final

from rules.geometry import rings
from rules.geometry.contacts import Obstacle, outline_of, stands_on
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, Path, Point, along, distance, is_within, shifted, toward
from rules.geometry.rings import Bounds, Ring

_CELL_IN: Final = 3.0
_GRID_IN: Final = 0.5
_RING_STEP_IN: Final = 0.25
_NUDGE_IN: Final = 1e-4
_ONE_SPOT_IN: Final = 1e-6
"""Who stands no further off stands on the same spot: there is no way that leads off it."""
_ROUNDS: Final = 80


class _Crowd:
    """Obstacles sorted into squares of the table, so that a base is compared only with its neighbours."""

    def __init__(self, obstacles: Iterable[Obstacle]) -> None:
        self._cells: dict[tuple[int, int], list[Obstacle]] = {}
        for obstacle in obstacles:
            self.add(obstacle)

    def add(self, obstacle: Obstacle) -> None:
        for cell in _cells(rings.bounds(outline_of(obstacle))):
            self._cells.setdefault(cell, []).append(obstacle)

    def has_room(self, base: Circle) -> bool:
        (x, y), r = base
        near = (self._cells.get(cell, ()) for cell in _cells(Bounds(x - r, y - r, x + r, y + r)))
        return not any(stands_on(base, obstacle) for obstacles in near for obstacle in obstacles)


def _cells(box: Bounds) -> list[tuple[int, int]]:
    left, top, right, bottom = (math.floor(side / _CELL_IN) for side in box)
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]


def place_in(
    zone: Ring,
    radii: tuple[float, ...],
    occupied: tuple[Obstacle, ...] = (),
    *,
    near: Point | None = None,
    gap: float = 0.0,
) -> Path:
    """Places for bases wholly in a zone, packed round a point (else the zone's middle), on no obstacle.

    Fewer places than bases come back where the room runs out; `gap` inches stay free between the bases placed.
    """
    start = near if near is not None else _middle(zone)
    spots = sorted(_grid(zone), key=lambda spot: (distance(start, spot), spot[1], spot[0]))
    crowd = _Crowd(occupied)
    places: list[Point] = []
    for radius in radii:
        fits = (i for i, spot in enumerate(spots) if _fits(Circle(spot, radius + gap / 2), radius, zone, crowd))
        if (i := next(fits, None)) is None:
            break
        places.append(spots.pop(i))
        crowd.add(Circle(places[-1], radius + gap / 2))
        if len(set(radii)) == 1:
            spots = spots[i:]
    return tuple(places)


def _fits(base: Circle, radius: float, zone: Ring, crowd: _Crowd) -> bool:
    return crowd.has_room(base) and rings.holds_circle(zone, base.centre, radius)


def place_block(
    zone: Ring,
    offsets: Path,
    radii: tuple[float, ...],
    occupied: tuple[Obstacle, ...] = (),
    *,
    near: Point | None = None,
) -> Path | None:
    """Places for a whole formation, given by its offsets, as near as possible to a point; None if it fits nowhere."""
    start = near if near is not None else _middle(zone)
    crowd = _Crowd(occupied)
    for spot in sorted(_grid(zone), key=lambda spot: (distance(start, spot), spot[1], spot[0])):
        bases = [Circle(shifted(spot, offset), r) for offset, r in zip(offsets, radii, strict=True)]
        if all(_fits(base, base.radius, zone, crowd) for base in bases):
            return tuple(base.centre for base in bases)
    return None


def _middle(zone: Ring) -> Point:
    left, top, right, bottom = rings.bounds(zone)
    return ((left + right) / 2, (top + bottom) / 2)


def _grid(zone: Ring) -> Iterator[Point]:
    """Points on a half-inch grid over a zone's bounds, its middle among them."""
    left, top, right, bottom = rings.bounds(zone)
    x, y = _middle(zone)
    across, down = math.floor((right - left) / 2 / _GRID_IN), math.floor((bottom - top) / 2 / _GRID_IN)
    for j in range(-down, down + 1):
        for i in range(-across, across + 1):
            yield (x + i * _GRID_IN, y + j * _GRID_IN)


def spread_around(
    source: Hull | Point,
    radii: tuple[float, ...],
    max_distance: float = 2.0,
    occupied: tuple[Obstacle, ...] = (),
    forbidden: tuple[Ring, ...] = (),
    surface: Bounds | None = None,
) -> Path:
    """Places for bases set down with their centres at most so far from a hull or an exit point. (VEH-BRD-10)

    Nearest first, clockwise from the front left (from straight up round a point); never on the hull itself, on what
    is occupied or forbidden, or off the table. Fewer places than bases come back where the room runs out.
    """
    own: tuple[Obstacle, ...] = (source,) if isinstance(source, Hull) else ()
    crowd = _Crowd((*own, *occupied, *forbidden))
    places: list[Point] = []
    for radius in radii:
        fits = (p for p in _around(source, radius, max_distance) if _is_free(Circle(p, radius), crowd, surface))
        if (place := next(fits, None)) is None:
            break
        places.append(place)
        crowd.add(Circle(place, radius))
    return tuple(places)


def _is_free(base: Circle, crowd: _Crowd, surface: Bounds | None) -> bool:
    if surface is not None and not rings.holds_circle(_ring(surface), base.centre, base.radius):
        return False
    return crowd.has_room(base)


def _ring(box: Bounds) -> Ring:
    return rings.rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top)


def _around(source: Hull | Point, radius: float, max_distance: float) -> Iterator[Point]:
    """Candidate places round a hull or point, ring by ring outwards."""
    first = radius if isinstance(source, Hull) else 0.0
    steps = max(0, math.floor((max_distance - first) / _RING_STEP_IN + 1e-9))
    for out in [first + i * _RING_STEP_IN for i in range(steps + 1)]:
        if isinstance(source, Hull):
            grown = source._replace(length=source.length + 2 * out, width=source.width + 2 * out)
            yield from (p for p in grown.edge_points(0.25) if is_within(source.distance_to_point(p), max_distance))
        else:
            count = max(1, math.ceil(2 * math.pi * out / 0.25))
            yield from (along(source, 360 * i / count, out) for i in range(count))


def push_out(bases: tuple[Circle, ...], obstacles: tuple[Obstacle, ...]) -> Path:
    """Where bases end when they are nudged, by the shortest way, off each other and off what stands fast.

    Bases that overlap nothing stay where they are. In a crowd without room the last nudge wins. (VEH-SHOCK-03)
    """
    places = [base.centre for base in bases]
    for _ in range(_ROUNDS):
        before = tuple(places)
        _part_pairs(places, bases)
        for i, base in enumerate(bases):
            for obstacle in obstacles:
                places[i] = _escaped(Circle(places[i], base.radius), obstacle)
        if tuple(places) == before:
            break
    return tuple(places)


def _part_pairs(places: list[Point], bases: tuple[Circle, ...]) -> None:
    for j in range(len(places)):
        for i in range(j):
            apart = bases[i].radius + bases[j].radius
            if stands_on(Circle(places[i], bases[i].radius), Circle(places[j], bases[j].radius)):
                gap = distance(places[i], places[j])
                aim = places[j] if gap > _ONE_SPOT_IN else along(places[i], 137.5 * j, 1.0)
                half = (apart + _NUDGE_IN - gap) / 2
                places[i], places[j] = toward(places[i], aim, -half), toward(places[i], aim, gap + half)


def _escaped(base: Circle, obstacle: Obstacle) -> Point:
    if not stands_on(base, obstacle):
        return base.centre
    if isinstance(obstacle, Circle):
        clear = base.radius + obstacle.radius + _NUDGE_IN
        stands_off = distance(base.centre, obstacle.centre) > _ONE_SPOT_IN
        away = base.centre if stands_off else along(obstacle.centre, 0, 1)
        return toward(obstacle.centre, away, clear)
    return _out_of_ring(base, outline_of(obstacle))


def _out_of_ring(base: Circle, ring: Ring) -> Point:
    """Straight out over the nearest edge until the base stands clear of it."""
    edge = rings.nearest_on_edge(ring, base.centre)
    gap = distance(edge, base.centre)
    clear = base.radius + _NUDGE_IN
    if gap <= _ONE_SPOT_IN:
        return _off_edge(ring, edge, clear)
    return toward(edge, base.centre, -clear if rings.encloses(ring, base.centre) else clear)


def _off_edge(ring: Ring, edge: Point, clear: float) -> Point:
    """From a point just on an edge: the first way out, of those square to the edges, that ends outside."""
    ways = (along(edge, 45.0 * i, clear) for i in (0, 2, 4, 6, 1, 3, 5, 7))
    return max(ways, key=lambda p: (not rings.encloses(ring, p)) * rings.edge_distance(ring, p))
