"""A drive worked out: the poses of the hull, and what each leg costs. (VEH-MOVE-02 to -05, VEH-TERR-01)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.arap.paths.turns import Waypoint
from rules.core.preview import Leg
from rules.forces.gemini import GeminiHull
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Point, along, between, ceil_tolerant, distance, is_within
from rules.vehicles.gemini.motion.terrain_cost import Field
from rules.vehicles.shared.hull import Pose

TURN_COST_IN = 2.0
"""Allowance for each 45 degrees or part of it. (VEH-MOVE-02)"""

REVERSE = 2
"""An inch backward costs as much as two forward. (VEH-MOVE-03)"""

SAME_SPOT_IN = 0.005
"""Poses nearer than this are one place: the vehicle only turns there."""

BONUS_IN = 6.0
"""What a road adds to a turn's driving; half of it to one action's. (VEH-MOVE-05)"""


class Way(NamedTuple):
    """A planned drive: hulls from first to last, priced legs, lengths in inches."""

    hulls: tuple[Hull, ...]
    legs: tuple[Leg, ...]
    length_in: float
    road_in: float
    turned_deg: float
    """Degrees turned, where the drive is one turn on the spot."""

    @property
    def spent_in(self) -> float:
        """Allowance that it takes."""
        return sum(leg.cost_in for leg in self.legs)

    @property
    def end(self) -> Hull:
        """The hull where the drive ends."""
        return self.hulls[-1]


def upto(way: Way, length_in: float, leg: int | None = None) -> Way:
    """The first inches of a way, with what they cost; `leg` says which run they end on, where that is known."""
    runs = [distance(a.centre, b.centre) for a, b in itertools.pairwise(way.hulls)]
    starts = list(itertools.accumulate(runs, initial=0.0))
    if leg is None:
        reaching = [n for n, run in enumerate(runs) if run > 0 and starts[n + 1] >= length_in - SAME_SPOT_IN]
        leg = reaching[0] if reaching else len(runs) - 1
    if not runs:
        return way
    share = min(1.0, max(0.0, length_in - starts[leg]) / runs[leg]) if runs[leg] else 1.0
    last = way.hulls[leg + 1]._replace(centre=between(way.hulls[leg].centre, way.hulls[leg + 1].centre, share))
    turns = sum(run <= SAME_SPOT_IN for run in runs[: leg + 1])
    legs = tuple(_legs_upto(way.legs, length_in, turns))
    whole = sum(runs)
    return Way((*way.hulls[: leg + 1], last), legs, length_in, way.road_in * (length_in / whole if whole else 0), 0.0)


def _legs_upto(legs: Sequence[Leg], length_in: float, turns: int) -> Iterator[Leg]:
    """The priced legs of the first inches, with so many turns."""
    left = length_in
    for leg in legs:
        if leg.length_in == 0:
            if turns > 0:
                yield leg
            turns -= 1
        elif left > 0:
            share = min(1.0, left / leg.length_in)
            cost = leg.cost_in * share
            yield Leg(to=leg.to, length_in=leg.length_in * share, cost_in=cost, reason=leg.reason)
            left -= leg.length_in


def affordable(way: Way, allowance_in: float) -> Way:
    """As much of a way as an allowance pays for. A turn that it does not pay for ends it."""
    if is_within(way.spent_in, allowance_in):
        return way
    left, gone = allowance_in, 0.0
    for leg in way.legs:
        if leg.cost_in > left:
            gone += leg.length_in * (left / leg.cost_in)
            break
        left -= leg.cost_in
        gone += leg.length_in
    return upto(way, gone)


def rules_of(way: Way) -> tuple[str, ...]:
    """The rules behind what a way costs."""
    reasons = [leg.reason for leg in way.legs]
    turned = any(r.startswith("turn") for r in reasons)
    backed = any(r.startswith("reverse") for r in reasons)
    return (
        "VEH-JOIN-06",
        *(("VEH-MOVE-02", "VEH-MOVE-04") if turned else ()),
        *(("VEH-MOVE-03",) if backed else ()),
        *(("VEH-MOVE-05",) if way.road_in else ()),
    )


def turning_cost(degrees: float) -> float:
    """Allowance for one turn on the spot. (VEH-MOVE-02)"""
    return TURN_COST_IN * ceil_tolerant(degrees / 45)


def plan(start: Hull, places: Sequence[Pose], profile: GeminiHull, field: Field) -> Way:
    """The drive through those poses. Between two places the hull turns, drives straight on or back, and turns again.

    Of driving on and backing the cheaper is taken; turns at one place are one turn.
    """
    free_turns = profile.vehicle_class == "mechanoid"
    hulls, legs = [start], []
    length = road = turned = 0.0
    for heading, run in _moves(start, places):
        here = hulls[-1]
        angle = turn(here.heading, heading)
        if angle > 0:
            turned = angle
            cost = 0.0 if free_turns else turning_cost(angle)
            hulls.append(here._replace(heading=heading))
            if cost:
                legs.append(Leg(to=here.centre, length_in=0, cost_in=cost, reason=f"turn {angle:.0f}°"))
        if run:
            here = hulls[-1]
            there = here._replace(centre=along(here.centre, here.heading, run))
            hulls.append(there)
            priced = tuple(_priced(here.centre, there.centre, field, backward=run < 0))
            legs += [leg for leg, _ in priced]
            length += abs(run)
            road += sum(leg.length_in for leg, on_road in priced if on_road)
    return Way(tuple(hulls), tuple(legs), length, road, turned if length == 0 else 0.0)


def poses(start: Hull, path: Sequence[Waypoint]) -> tuple[Pose, ...]:
    """The path with a heading at each place: the one asked for, else the one in which the hull gets there."""
    found: list[Pose] = []
    at, heading = start.centre, start.heading
    for place in path:
        if distance(at, place.at) > SAME_SPOT_IN:
            line = bearing(at, place.at)
            heading = normalise(line + 180) if place.gait == "back" else line
        heading = heading if place.facing is None else normalise(place.facing)
        found.append((*place.at, heading))
        at = place.at
    return tuple(found)


def _moves(start: Hull, places: Sequence[Pose]) -> list[tuple[float, float]]:
    """Pairs of a heading to turn to and inches to run (negative backward), turns at one place merged."""
    moves: list[tuple[float, float]] = []
    at, heading = start.centre, start.heading
    for x, y, wanted in places:
        wanted = normalise(wanted)
        gap = distance(at, (x, y))
        if gap > SAME_SPOT_IN:
            line, run = _course(heading, wanted, bearing(at, (x, y)), gap)
            moves.append((line, run))
            at = (x, y)
        moves.append((wanted, 0.0))
        heading = wanted
    return _merged(moves)


def _merged(moves: list[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for heading, run in moves:
        if merged and merged[-1][1] == 0:
            merged.pop()
        merged.append((heading, run))
    return merged


def _course(heading: float, wanted: float, line: float, gap: float) -> tuple[float, float]:
    """Heading and signed length of a straight run: forward or backward, whichever costs less with its turns."""
    back = normalise(line + 180)
    forward_cost = turning_cost(turn(heading, line)) + gap + turning_cost(turn(line, wanted))
    backward_cost = turning_cost(turn(heading, back)) + REVERSE * gap + turning_cost(turn(back, wanted))
    return (back, -gap) if backward_cost < forward_cost else (line, gap)


def _priced(a: Point, b: Point, field: Field, *, backward: bool) -> Iterator[tuple[Leg, bool]]:
    """The straight run in stretches of one price each, with whether they are road."""
    for span in field.ground.spans(a, b):
        found = field.price_of(span.area_ids)
        factor = max(1, found.factor) * (REVERSE if backward else 1)
        reasons = ["reverse"] if backward else []
        if found.factor > 1 or found.road:
            reasons.append(field.names[field.ruling(span.area_ids)])
        to = (
            a[0] + (b[0] - a[0]) * span.end_in / distance(a, b),
            a[1] + (b[1] - a[1]) * span.end_in / distance(a, b),
        )
        cost = span.length_in * factor
        yield Leg(to=to, length_in=span.length_in, cost_in=cost, reason=", ".join(reasons) or "forward"), found.road


def road_inches(points: Sequence[Point], field: Field) -> tuple[float, float]:
    """Inches on road, and inches in all, of a line that was driven."""
    on_road = total = 0.0
    for a, b in itertools.pairwise(points):
        gap = distance(a, b)
        if gap <= SAME_SPOT_IN:
            continue
        total += gap
        on_road += sum(s.length_in for s in field.ground.spans(a, b) if field.price_of(s.area_ids).road)
    return on_road, total


def road_bonus(on_road: float, total: float, starts_on_road: bool, most: float, *, wholly: float) -> float:
    """What road adds: `wholly` to a drive that never leaves it, else only the inches on it. (VEH-MOVE-05)"""
    stays = starts_on_road and is_within(total, on_road)
    return wholly if stays else min(most, on_road)
