"""Units as groups of points: coherency, sub-units, keeping formation, ranks and files. (ARAP-COH-01, ARAP-COH-02)"""

from typing import Final, NamedTuple

import shapely

from rules.geometry import rings
from rules.geometry.facings import normalise
from rules.geometry.lengths import Path, Point, distance, is_within, rotated, shifted
from rules.geometry.placing import place_block, place_in, push_out, spread_around
from rules.geometry.rings import Ring

__all__ = [
    "COHERENCY_IN",
    "UnitPlacement",
    "centre",
    "chains",
    "coherent",
    "hull_outline",
    "moved",
    "place_block",
    "place_in",
    "push_out",
    "rank_and_file",
    "spread_around",
]

COHERENCY_IN: Final = 3.0


class UnitPlacement(NamedTuple):
    """Where the models of a unit stand and which way they face."""

    points: Path
    facings: tuple[float, ...]


def chains(points: Path, link: float = COHERENCY_IN) -> tuple[tuple[int, ...], ...]:
    """The sub-units of a unit: places in the list, each chain in order, the chains by their first. (ARAP-COH-02)"""
    left = list(range(len(points)))
    found = []
    while left:
        chain = [left.pop(0)]
        for member in chain:
            joining = [i for i in left if is_within(distance(points[member], points[i]), link)]
            chain += joining
            left = [i for i in left if i not in joining]
        found.append(tuple(sorted(chain)))
    return tuple(found)


def coherent(points: Path, link: float = COHERENCY_IN) -> bool:
    """Whether the links join all the members into one chain. (ARAP-COH-01)"""
    return len(chains(points, link)) <= 1


def centre(points: Path) -> Point:
    """The mean of some points, at least one."""
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))


def moved(points: Path, facings: tuple[float, ...], path: Path, turned: float = 0.0) -> UnitPlacement:
    """A unit after its anchor went along a path, formation kept; then wheeled about the anchor by some degrees.

    The path starts where the anchor stands. Every facing turns with the wheel.
    """
    by = (path[-1][0] - path[0][0], path[-1][1] - path[0][1])
    places = (shifted(point, by) for point in points)
    if turned == 0:
        return UnitPlacement(tuple(places), facings)
    return UnitPlacement(
        tuple(rotated(place, path[-1], turned) for place in places),
        tuple(normalise(facing + turned) for facing in facings),
    )


def rank_and_file(n: int, spacing: float, width: int, at: Point = (0.0, 0.0), facing: float = 0.0) -> Path:
    """The places of n models in ranks of `width` files, the front rank's middle at a point, the last rank centred.

    `spacing` is from centre to centre. The order is from the front, left to right.
    """
    places = []
    for rank, first in enumerate(range(0, n, width)):
        files = min(width, n - first)
        places += [((file - (files - 1) / 2) * spacing, rank * spacing) for file in range(files)]
    return tuple(rotated(shifted(place, at), at, facing) for place in places)


def hull_outline(points: Path, radius: float) -> Ring:
    """One soft outline round all the bases of a unit, for drawing it and for driving through it. (VEH-SHOCK-01)"""
    if len(set(points)) == 1:
        return rings.disc(points[0], radius)
    return rings.ring_of(shapely.MultiPoint(points).convex_hull.buffer(radius, quad_segs=6))
