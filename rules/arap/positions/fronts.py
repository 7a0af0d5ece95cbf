"""Where a side stands that deploys all at once: squads abreast, single models behind, hulls on a road. (ARAP-COH-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap.positions.placing import facing_enemy, radius_of, zones_of
from rules.core.ids import SideId
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance, path_length, path_until, toward
from rules.geometry.rings import Ring, bounds, centroid, holds, nearest_on_edge
from rules.state import GameState

STEP_IN = 1.0
"""How far apart places on a road are looked at."""

BEHIND_IN = 5.0
"""How far single models stand behind the front, and each further row behind the one before it."""

GAP_IN = 2.0
"""Least room between the fronts of two squads in one row."""

FROM_LINE_IN = 1.5
"""How far the first rank stands behind the front of its zone."""


def places(state: GameState, units: Sequence[Unit], zone: Ring, standing: Sequence[Unit] = ()) -> dict[str, Point]:
    """The place that each of these units would like for the middle of its front, by unit.

    Beside those of the side that are `standing` there already, not before them.
    """
    front = _Front(state, zone)
    squads = [u for u in units if not u.is_vehicle and len(u.alive) > 1]
    alone = [u for u in units if not u.is_vehicle and len(u.alive) == 1]
    hulls = [u for u in units if u.is_vehicle]
    taken = sorted(_taken(state, front, standing))
    wanted = dict(_beside(state, front, squads, taken) if taken else _abreast(state, front, squads))
    wanted |= {u.id: front.at(_share(n, len(alone)), BEHIND_IN) for n, u in enumerate(alone)}
    return wanted | dict(_on_roads(state, front, hulls))


IN_COVER: Final = "cover"
BEFORE_GROUND: Final = "objective"
ON_A_WING: Final = "wing"

_FROM_EDGE_IN: Final = 0.7
_WINGS: Final = (1 / 6, 5 / 6)
_OPENINGS: Final = 2
"""Objectives, and pieces of cover, of each side's zone that are thought of."""
_BESIDE_IN: Final = (0.0, 7.0, -7.0)
"""Right before an objective, and a squad's width beside that."""


def openings(state: GameState, side: SideId) -> tuple[tuple[str, Point], ...]:
    """Places to begin the battle at, each with what speaks for it: before an objective, in cover, on a wing.

    None where the ground is the same everywhere and nobody has to get anywhere.
    """
    zone = zones_of(state, side)[0]
    front, middle = _Front(state, zone), centroid(zone)
    goals = sorted((o.at for o in state.scenario.objectives), key=lambda at: distance(at, middle))
    nearest = [_into(zone, at, middle) for at in goals[:_OPENINGS]]
    before = [(BEFORE_GROUND, front.beside(at, by)) for at in nearest for by in _BESIDE_IN]
    covers = [t.points for t in state.terrain if t.cover != "none" and not t.line and t.going != "impassable"]
    near = sorted((centroid(ring) for ring in covers), key=lambda at: distance(at, middle))
    within = [(IN_COVER, at) for at in near if holds(zone, at)]
    if not before and not within:
        return ()
    return (*before, *within[:_OPENINGS], *((ON_A_WING, front.at(share, 0.0)) for share in _WINGS))


def _into(zone: Ring, at: Point, middle: Point) -> Point:
    """The place in the zone that is nearest to another one, as near to the edge as a figure may stand."""
    edge = at if holds(zone, at) else nearest_on_edge(zone, at)
    x, y = toward(edge, middle, _FROM_EDGE_IN)
    return (round(x, 3), round(y, 3))


class _Front:
    """The front of a zone: a line across it, and the way back from it."""

    def __init__(self, state: GameState, zone: Ring) -> None:
        self.zone = zone
        self.facing = facing_enemy(state, zone)
        box = bounds(zone)
        self.upright = self.facing in (90, 270)
        self.low, self.high = (box.top, box.bottom) if self.upright else (box.left, box.right)
        lines = {0: box.top, 90: box.right, 180: box.bottom, 270: box.left}
        self.line = lines.get(int(self.facing), box.top)
        self.back = 1.0 if self.facing in (0, 270) else -1.0

    @property
    def width_in(self) -> float:
        """How long it is."""
        return self.high - self.low

    def at(self, share: float, behind: float) -> Point:
        """The place at that share of the front, so far behind it."""
        across, depth = self.low + share * self.width_in, self.line + self.back * (FROM_LINE_IN + behind)
        return (depth, across) if self.upright else (across, depth)

    def along(self, at: Point) -> float:
        """How far along the front a place is, as its ends are given."""
        return at[1] if self.upright else at[0]

    def beside(self, at: Point, by: float) -> Point:
        """A place so far along the front from another one."""
        return (at[0], round(at[1] + by, 3)) if self.upright else (round(at[0] + by, 3), at[1])

    def behind(self, at: Point) -> float:
        """How far a place is behind the front."""
        return abs((at[0] if self.upright else at[1]) - self.line)


def _share(n: int, count: int) -> float:
    return (n + 0.5) / count


def _abreast(state: GameState, front: _Front, squads: Sequence[Unit]) -> Iterator[tuple[str, Point]]:
    """Squads side by side, each in the middle of its share of the front; in rows where one is too short."""
    if not squads:
        return
    widest = max(_width_in(state, unit) for unit in squads) + GAP_IN
    abreast = max(1, min(len(squads), int(front.width_in / widest)))
    for n, unit in enumerate(squads):
        row, place = divmod(n, abreast)
        yield unit.id, front.at(_share(place, min(abreast, len(squads) - row * abreast)), row * 2 * BEHIND_IN)


def _taken(state: GameState, front: _Front, standing: Sequence[Unit]) -> Iterator[tuple[float, float]]:
    """The parts of the front that others stand behind, with the room that they like to have, from its low end on."""
    for unit in standing:
        places = [(m.at, radius_of(state, m)) for m in unit.alive if unit.on_table and holds(front.zone, m.at)]
        if places and min(front.behind(at) for at, _ in places) < _DEEP_IN:
            along = [(front.along(at) - radius, front.along(at) + radius) for at, radius in places]
            yield min(low for low, _ in along) - GAP_IN, max(high for _, high in along) + GAP_IN


_DEEP_IN: Final = 2 * BEHIND_IN
"""Who stands further back has nobody before him who is placed at the front."""


def _beside(
    state: GameState, front: _Front, squads: Sequence[Unit], taken: Sequence[tuple[float, float]]
) -> Iterator[tuple[str, Point]]:
    """Squads in the gaps that others leave, each where it has most room; behind them where nobody fits any more."""
    gaps = [[low, high] for low, high in _gaps(front, taken)]
    filled: list[list[Unit]] = [[] for _ in gaps]
    behind = []
    for unit in squads:
        room, n = max(((high - low) / (len(filled[n]) + 1), -n) for n, (low, high) in enumerate(gaps))
        if room < _width_in(state, unit):
            behind.append(unit)
        else:
            filled[-n].append(unit)
    for (low, high), units in zip(gaps, filled, strict=True):
        for n, unit in enumerate(units):
            yield unit.id, front.at((low + _share(n, len(units)) * (high - low) - front.low) / front.width_in, 0.0)
    for n, unit in enumerate(behind):
        yield unit.id, front.at(_share(n, len(behind)), 2 * BEHIND_IN)


def _gaps(front: _Front, taken: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """What they leave of the front, from its low end on; the last may be empty."""
    reached = front.low
    for low, high in taken:
        if low > reached:
            yield reached, low
        reached = max(reached, high)
    yield min(reached, front.high), front.high


def _width_in(state: GameState, unit: Unit) -> float:
    """How wide its front is in ranks of five."""
    return min(5, len(unit.alive)) * max(1.25, 2.2 * radius_of(state, unit.alive[0]))


def _on_roads(state: GameState, front: _Front, hulls: Sequence[Unit]) -> Iterator[tuple[str, Point]]:
    """Hulls one behind the other on roads, the fastest at the front; without a road between the squads."""
    free = sorted(_road(state, front), key=lambda at: (front.behind(at), at))
    in_file = sorted(hulls, key=lambda unit: _speed_in(state, unit), reverse=True) if free else hulls
    for n, unit in enumerate(in_file):
        room = 2 * radius_of(state, unit.alive[0])
        at = next((each for each in free if front.behind(each) >= room / 2), None)
        if at is None:
            yield unit.id, front.at((n + 1) / (len(hulls) + 1), BEHIND_IN)
            continue
        yield unit.id, at
        free = [each for each in free if distance(each, at) > room + STEP_IN]


def _speed_in(state: GameState, unit: Unit) -> float:
    hull = state.profile(unit.models[0]).hull
    return hull.speed_in if hull is not None else 0.0


def _road(state: GameState, front: _Front) -> Iterator[Point]:
    """Places along the middle of roads that lie in the zone."""
    for piece in state.terrain:
        if piece.line and piece.going == "road":
            for n in range(int(path_length(piece.points) / STEP_IN)):
                at = path_until(piece.points, n * STEP_IN)[-1]
                if holds(front.zone, at):
                    yield at
