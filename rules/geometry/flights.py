"""Ways for a unit to flee: straight away, bending only round what is solid. (ARAP-RUN-01, ARAP-ROUT-01 to -03)"""

import functools
from typing import Final, NamedTuple

from rules.geometry.areas import Ground
from rules.geometry.borders import Edge, bearing_to_edge, inches_to_edge
from rules.geometry.contacts import Obstacle, gap_to
from rules.geometry.detours import shortest_path
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.formations import centre
from rules.geometry.lengths import Circle, Path, along, direction, distance, is_within, path_length
from rules.geometry.measure import gap_between, nearest_pair
from rules.geometry.rings import Bounds
from rules.geometry.routes import Factor, Walk, barred_areas, open_ground, path_cost, walk, while_increasing

_SWERVES: Final = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0, 75.0, -75.0)
_BENT: Final = 3
"""How many of the best straight ways are tried again with bends."""
_BEYOND_IN: Final = (0.0, 3.0)
"""How much further than the allowance the goal of a way round may lie, where the nearer one is barred."""
_PATIENCE: Final = 8
"""With how many obstacles a way round may have to do."""
_SAME_IN: Final = 0.5
"""Routes whose lengths differ by less than this count as equally long."""


class Flight(NamedTuple):
    """One way for a whole unit to flee, its members in the order given."""

    bearing: float
    walks: tuple[Walk, ...]
    edge: Edge | None
    """The table edge it makes for: a friendly one, else a neutral one, else None."""
    edge_rank: int
    """0 if it nears a friendly edge, 1 a neutral one, 2 neither."""
    nearing_in: float
    """By how much it ends nearer to a visible enemy, at worst; 0 if to none."""

    @property
    def ends(self) -> Path:
        """Where the members end."""
        return tuple(got.end for got in self.walks)

    @property
    def moved_in(self) -> float:
        """Inches that the member who got furthest moved."""
        return max(got.moved_in for got in self.walks)


class Runners(NamedTuple):
    """A unit about to flee: its points and base radii, the points it flees from, and the ground it flees over."""

    points: Path
    radii: tuple[float, ...]
    causes: Path
    ground: Ground
    surface: Bounds
    factor: Factor = open_ground
    obstacles: tuple[Obstacle, ...] = ()


def flee_paths(
    runners: Runners,
    allowance: float,
    *,
    friendly: tuple[Edge, ...] = (),
    neutral: tuple[Edge, ...] = (),
    enemies: tuple[Path, ...] = (),
) -> tuple[Flight, ...]:
    """Ways to flee, the one that keeps the restrictions best first, in a stable order. (ARAP-ROUT-03)

    Every step of every member increases its distance to the nearest cause; without any such way there is one flight
    that moves nobody. The full distance weighs before a friendly edge, that before a neutral one, that before not
    nearing `enemies` (the visible units, as points), then the least swerve from straight away. Members keep
    formation; one that is held up bends round the obstacle or stops.
    """
    runners = _only_near(runners, allowance)
    away = straight_away(runners.points, runners.causes)
    bearings = [normalise(away + swerve) for swerve in _SWERVES]
    bearings += [bearing_to_edge(edge) for edge in (*friendly, *neutral)]
    judge = functools.partial(_judged, runners, friendly=friendly, neutral=neutral, enemies=enemies)
    straight = [judge(deg, flee(runners, deg, allowance, bends=False)) for deg in dict.fromkeys(bearings)]
    ranked = _sorted(straight, away)
    bent = [judge(flight.bearing, flee(runners, flight.bearing, allowance)) for flight in ranked[:_BENT]]
    moving = [flight for flight in (*bent, *ranked[_BENT:]) if flight.moved_in > 0]
    return tuple(_sorted(moving, away)) or tuple(ranked[:1])


def _sorted(flights: list[Flight], away: float) -> list[Flight]:
    furthest = max((flight.moved_in for flight in flights), default=0.0)
    return sorted(flights, key=lambda flight: _order(flight, furthest, away))


def _only_near(runners: Runners, allowance: float) -> Runners:
    """The same unit without the obstacles that none of its members can reach."""
    middle = centre(runners.points)
    reach = allowance + max(distance(middle, p) + r for p, r in zip(runners.points, runners.radii, strict=True))
    near = tuple(obstacle for obstacle in runners.obstacles if is_within(gap_to(obstacle, middle), reach))
    return runners._replace(obstacles=near)


def straight_away(points: Path, causes: Path) -> float:
    """The bearing from the nearest member of the causing unit to the fleeing member nearest to it. (ARAP-RUN-01)"""
    pair = nearest_pair(causes, points)
    return bearing(causes[pair.first], points[pair.second]) if pair else 0.0


def flee(runners: Runners, bearing_deg: float, allowance: float, *, bends: bool = True) -> tuple[Walk, ...]:
    """The walks of a unit's members on one bearing, each ending on free ground; the foremost goes first.

    A member that something solid stops bends round it, unless `bends` is off. (ARAP-RUN-01)
    """
    dx, dy = direction(bearing_deg)
    foremost = sorted(
        range(len(runners.points)), key=lambda i: (-runners.points[i][0] * dx - runners.points[i][1] * dy, i)
    )
    settled: tuple[Obstacle, ...] = runners.obstacles
    walks: dict[int, Walk] = {}
    for i in foremost:
        start, radius = runners.points[i], runners.radii[i]
        goal = along(start, bearing_deg, allowance)
        walks[i] = _kept(runners, (start, goal), radius, allowance, settled)
        if bends and walks[i].stopped in ("ground", "obstacle"):
            walks[i] = _bent(runners, walks[i], radius, bearing_deg, allowance, settled)
        settled = (*settled, Circle(walks[i].end, runners.radii[i]))
    return tuple(walks[i] for i in range(len(runners.points)))


def _bent(
    runners: Runners,
    straight: Walk,
    radius: float,
    bearing_deg: float,
    allowance: float,
    obstacles: tuple[Obstacle, ...],
) -> Walk:
    """The shortest way round what stops a straight walk, if that leads further."""
    start = straight.path[0]
    solid = (*obstacles, *(area.points for area in barred_areas(runners.ground, runners.factor)))
    goals = (along(start, bearing_deg, allowance + beyond) for beyond in _BEYOND_IN)
    ways = (shortest_path(start, goal, solid, radius, runners.surface, _PATIENCE) for goal in goals)
    way = next((way for way in ways if way is not None), None)
    if way is None:
        return straight
    bent = _kept(runners, way, radius, allowance, obstacles)
    return bent if bent.moved_in > straight.moved_in else straight


def _kept(runners: Runners, way: Path, radius: float, allowance: float, obstacles: tuple[Obstacle, ...]) -> Walk:
    """A walk along a way as far as it leads away from every cause."""
    got = walk(
        way, allowance, runners.ground, runners.factor, radius=radius, obstacles=obstacles, surface=runners.surface
    )
    kept = while_increasing(got.path, runners.causes)
    if kept == got.path:
        return got
    return Walk(kept, path_length(kept), path_cost(kept, runners.ground, runners.factor), None)


def _judged(
    runners: Runners,
    bearing_deg: float,
    walks: tuple[Walk, ...],
    friendly: tuple[Edge, ...],
    neutral: tuple[Edge, ...],
    enemies: tuple[Path, ...],
) -> Flight:
    ends = tuple(got.end for got in walks)
    edge, rank = None, 2
    for candidates, candidate_rank in ((neutral, 1), (friendly, 0)):
        near = [(_nearing_edge(runners, ends, e), e) for e in candidates]
        gained = [(gain, -candidates.index(e), e) for gain, e in near if gain > 0]
        if gained:
            edge, rank = max(gained)[2], candidate_rank
    nearing = [gap_between(runners.points, enemy) - gap_between(ends, enemy) for enemy in enemies]
    return Flight(bearing_deg, walks, edge, rank, max([0.0, *nearing]))


def _nearing_edge(runners: Runners, ends: Path, edge: Edge) -> float:
    """Inches, on average, by which the members come nearer to an edge."""
    gains = (
        inches_to_edge(start, runners.surface, edge) - inches_to_edge(end, runners.surface, edge)
        for start, end in zip(runners.points, ends, strict=True)
    )
    return round(sum(gains) / len(ends), 6)


def _order(flight: Flight, furthest: float, away: float) -> tuple[bool, int, float, float, float]:
    short = flight.moved_in < furthest - _SAME_IN
    return (short, flight.edge_rank, round(flight.nearing_in, 2), round(turn(away, flight.bearing), 6), flight.bearing)


def ended_nearer(before: Path, after: Path, enemies: Path) -> bool:
    """Whether a unit ended nearer to the nearest of some enemies than it began. (ARAP-ROUT-03, ARAP-BREAK-03)"""
    return round(gap_between(before, enemies) - gap_between(after, enemies), 6) > 0
