"""A drive worked out: straight runs ahead and back, free turns on the spot between them. (TRI-MOVE-02, TRI-MOVE-03)"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from rules.arap.paths.turns import Waypoint
from rules.core.preview import Leg
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.hulls import Hull
from rules.geometry.lengths import between, distance

SAME_SPOT_IN = 0.005
"""Poses nearer than this are one place: the vehicle only turns there."""


class TrialWay(NamedTuple):
    """Hulls from first to last; two at one place are a turn."""

    hulls: tuple[Hull, ...]

    @property
    def runs(self) -> tuple[float, ...]:
        """Inches from each hull to the next."""
        return tuple(distance(a.centre, b.centre) for a, b in itertools.pairwise(self.hulls))

    @property
    def length_in(self) -> float:
        """Every inch ahead or back counts once, turns count nothing. (TRI-MOVE-02, TRI-MOVE-03)"""
        return sum(self.runs)

    @property
    def end(self) -> Hull:
        """The hull where the drive ends."""
        return self.hulls[-1]

    @property
    def turns(self) -> bool:
        """Whether it turns anywhere."""
        return any(turn(a.heading, b.heading) > 0.01 for a, b in itertools.pairwise(self.hulls))

    @property
    def backs(self) -> bool:
        """Whether it goes back anywhere."""
        return any(
            run > SAME_SPOT_IN and turn(a.heading, bearing(a.centre, b.centre)) > 90
            for run, (a, b) in zip(self.runs, itertools.pairwise(self.hulls), strict=True)
        )

    def legs(self) -> tuple[Leg, ...]:
        """The runs, as a preview tells them."""
        pairs = zip(self.runs, itertools.pairwise(self.hulls), strict=True)
        return tuple(
            Leg(to=b.centre, length_in=run, cost_in=run, reason="back" if _is_back(a, b) else "forward")
            for run, (a, b) in pairs
            if run > SAME_SPOT_IN
        )

    def at(self, inches: float) -> Hull:
        """The hull after so many inches."""
        return self.upto(inches).end

    def upto(self, inches: float) -> TrialWay:
        """The first inches of it; of none at all, the hull as it stands."""
        if inches <= 0:
            return TrialWay(self.hulls[:1])
        left, found = inches, [self.hulls[0]]
        for run, (a, b) in zip(self.runs, itertools.pairwise(self.hulls), strict=True):
            if run > SAME_SPOT_IN and run > left + SAME_SPOT_IN:
                found.append(b._replace(centre=between(a.centre, b.centre, max(0.0, left) / run)))
                break
            found.append(b)
            left -= run
        return TrialWay(tuple(found))


def _is_back(a: Hull, b: Hull) -> bool:
    return turn(a.heading, bearing(a.centre, b.centre)) > 90


def plan(start: Hull, path: Sequence[Waypoint]) -> TrialWay:
    """The drive through those places: each is reached ahead, or back where that is asked or turns less.

    A facing is taken up where it is asked for, by a turn on the spot.
    """
    hulls = [start]
    for place in path:
        here = hulls[-1]
        if distance(here.centre, place.at) > SAME_SPOT_IN:
            heading = _course(here, place)
            hulls += [*([] if heading == here.heading else [here._replace(heading=heading)])]
            hulls.append(hulls[-1]._replace(centre=place.at))
        if place.facing is not None and turn(hulls[-1].heading, place.facing) > 0.01:
            hulls.append(hulls[-1]._replace(heading=normalise(place.facing)))
    return TrialWay(tuple(hulls))


def _course(here: Hull, place: Waypoint) -> float:
    """The heading in which it goes there."""
    ahead = bearing(here.centre, place.at)
    back = normalise(ahead + 180)
    if place.gait == "back":
        return back
    if place.facing is None:
        return ahead
    forward_deg = turn(here.heading, ahead) + turn(ahead, place.facing)
    return back if turn(here.heading, back) + turn(back, place.facing) < forward_deg else ahead
