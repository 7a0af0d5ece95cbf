"""Ups and downs on the way: steps, faces, ladders, gaps. (ARAP-CLIMB-01 to -06, -10, ARAP-JUMP-01, ARAP-LADR-01)

High ground with sides steeper than 45 degrees and gaps have faces along their edges; gentler ground is walked up and
down. A wall is a face on both sides, paid for once.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from rules.forces.profile import Profile
from rules.geometry.lengths import TOLERANCE, is_beyond, is_within, path_length
from rules.geometry.rings import Interval
from rules.table.terrain import Terrain

STEP_IN: Final = 1.0
"""A step no higher than this is free, a gap no wider is crossed in stride. (ARAP-CLIMB-02, -10, ARAP-JUMP-01)"""

HEIGHTS_IN: Final = {1: 1.0, 2: 1.5, 3: 3.0, 4: 5.0}
"""How tall a model of each size is. (ARAP-CLIMB-03)"""

STOREY_IN: Final = 3.0
"""What a ladder costs for each storey. (ARAP-LADR-01)"""

FACTORS: Final = {"difficult": 2.0, "very-difficult": 4.0}
"""Inches of allowance for one inch of such a face. (ARAP-CLIMB-06)"""

_SAME: Final = 1e-9

Met = tuple[Terrain, Sequence[Interval]]
"""A piece and the parts of a leg inside it, as shares from 0 to 1."""


class LevelStep(NamedTuple):
    """A change of height on a leg: at how many inches of it, how far up (or down, if negative), and what it costs.

    A `face` is higher than the model, or cannot be climbed at all; a `ladder` leads over one. `over` is a wall: up and
    down again within its thickness of `through_in` inches. A `narrow` door changes no height: a wide base pays there.
    """

    terrain: Terrain
    at_in: float
    rise_in: float
    cost_in: float
    kind: Literal["step", "face", "ladder", "narrow"]
    over: bool = False
    through_in: float = 0.0
    ladder: Terrain | None = None

    @property
    def height_in(self) -> float:
        """How high it is, up or down."""
        return abs(self.rise_in)


def height_of(profile: Profile) -> float:
    """How tall a model stands: its own height, else that of its size. (ARAP-CLIMB-03)"""
    return profile.height_in or HEIGHTS_IN.get(profile.size, HEIGHTS_IN[2])


def reach_of(profile: Profile) -> float:
    """The highest step that the model takes without climbing. (ARAP-CLIMB-02, ARAP-CLIMB-03)"""
    return max(STEP_IN, height_of(profile))


def level_of(here: Iterable[Terrain]) -> float:
    """Inches above the table where these pieces lie: on the highest, or down in a gap."""
    pieces = list(here)
    top = max((t.elevation_in for t in pieces), default=0.0)
    return top - max((t.depth_in for t in pieces), default=0.0)


def is_obstacle(terrain: Terrain) -> bool:
    """Whether it is a wall, hedge or fence, to be crossed."""
    return terrain.line and terrain.height_in > 0 and not terrain.ladder


def ladder_cost(ladder: Terrain, rise_in: float, *, steep: bool = True) -> float:
    """Inches of allowance from its foot to its head: 3 for each storey; stairs are flat ground.

    Stairs that rise more than they run are steeper than 45 degrees and no such ground: they cost what they rise, as a
    ladder does, unless `steep` ones are as flat as others. (ARAP-LADR-01, ARAP-CLIMB-01, BLD-MOVE-01)
    """
    if ladder.look == "stairs" and ladder.head is not None:
        return ladder.height_in or max(path_length(ladder.points), rise_in if steep else 0.0)
    storeys = max(1, math.ceil(rise_in / STOREY_IN - TOLERANCE))
    return ladder.height_in or STOREY_IN * storeys


def in_stride(met: Iterable[Met], length: float) -> tuple[Terrain, ...]:
    """Gaps of an inch or less that the leg clears. (ARAP-JUMP-01)"""
    return tuple(t for t, parts in met if t.depth_in > 0 and any(_is_cleared(p, length) for p in parts))


def _is_cleared(part: Interval, length: float) -> bool:
    start, end = part
    return start > 0 and end < 1 and is_within((end - start) * length, STEP_IN)


def steps(length: float, met: Sequence[Met], profile: Profile) -> tuple[LevelStep, ...]:
    """The changes of height on a leg in order. `met` are all pieces on it, slopes included; flyers have none."""
    if profile.has("airborne"):
        return ()
    walls = [_over(t, part, length, profile) for t, parts in met if is_obstacle(t) for part in parts if part[0] > 0]
    edges = list(_edges(length, met, profile)) if any(t.is_steep for t, _ in met) else []
    found = [s for s in (*walls, *edges) if s.height_in > STEP_IN + TOLERANCE]
    return tuple(sorted(found, key=lambda s: s.at_in)) if len(found) > 1 else tuple(found)


def _over(wall: Terrain, part: Interval, length: float, profile: Profile) -> LevelStep:
    start, end = part
    height = wall.height_in
    kind: Literal["step", "face"] = "face" if _is_face(wall, height, profile) else "step"
    return LevelStep(wall, start * length, height, _cost(wall, height), kind, True, (end - start) * length)


def _is_face(terrain: Terrain, height: float, profile: Profile) -> bool:
    return is_beyond(height, reach_of(profile)) or (terrain.vertical == "impassable" and is_beyond(height, STEP_IN))


def _cost(terrain: Terrain, height: float) -> float:
    """A height in inches of allowance; an inch is free. (ARAP-CLIMB-02, -03, -06)"""
    return height * FACTORS.get(terrain.vertical, 1.0) if is_beyond(height, STEP_IN) else 0.0


def _edges(length: float, met: Sequence[Met], profile: Profile) -> Iterator[LevelStep]:
    """Where the way leads up or down over the edge of something steep."""
    lying = [(t, [p for p in parts if t.depth_in == 0 or not _is_cleared(p, length)]) for t, parts in met]
    lying = [(t, parts) for t, parts in lying if parts and (t.elevation_in or t.depth_in)]
    ladders = [(t, parts) for t, parts in met if t.ladder]
    cuts = sorted({0.0, 1.0, *(share for _, parts in lying for part in parts for share in part)})
    spans = [(a, b) for a, b in itertools.pairwise(cuts) if b - a > _SAME]
    for (a, b), (_, c) in itertools.pairwise(spans):
        before, after = (_level(lying, (x + y) / 2) for x, y in ((a, b), (b, c)))
        steep = [t for t, parts in lying if t.is_steep and any(b in part for part in parts)]
        if steep and abs(after - before) > _SAME:
            yield _edge(steep[0], b, length, after - before, ladders, profile)


def _level(lying: Sequence[Met], share: float) -> float:
    return level_of(t for t, parts in lying if any(s < share < e for s, e in parts))


def _edge(
    terrain: Terrain, share: float, length: float, rise: float, ladders: Sequence[Met], profile: Profile
) -> LevelStep:
    ladder = next((t for t, parts in ladders if any(s - _SAME <= share <= e + _SAME for s, e in parts)), None)
    if ladder is not None and is_beyond(abs(rise), STEP_IN):
        cost = ladder_cost(ladder, abs(rise))
        return LevelStep(terrain, share * length, rise, cost, "ladder", ladder=ladder)
    kind: Literal["step", "face"] = "face" if _is_face(terrain, abs(rise), profile) else "step"
    return LevelStep(terrain, share * length, rise, _cost(terrain, abs(rise)), kind)
