"""The walk of those who get into a trial vehicle: straight, or the way that is drawn. (TRI-TRAN-02, ARAP-MOVE-01)"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.arap.paths import allowance
from rules.arap.paths.allowance import Pace
from rules.arap.paths.march import March, Track, march
from rules.arap.paths.turns import Waypoint
from rules.arap.positions import single_models
from rules.core.ids import ModelId
from rules.core.preview import Chance
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import is_within
from rules.state import GameState

EndFrom = Callable[[Model, Point], Point]
"""Where a model walks to who comes from a place."""


class WalkOfOne(NamedTuple):
    """One model's way, and whether ground or a hull bars it."""

    track: Track
    is_barred: bool

    @property
    def model(self) -> Model:
        """Whose it is."""
        return self.track.model


class WalkIn(NamedTuple):
    """The ways of all who get in, and what they may spend on them."""

    ways: tuple[WalkOfOne, ...]
    laid: March
    pace: Pace

    @property
    def paths(self) -> dict[ModelId, tuple[Point, ...]]:
        """By model, the points of its way."""
        return {way.model.id: way.track.points for way in self.ways}

    @property
    def length_in(self) -> float:
        """The longest of them."""
        return max(sum(leg.length_in for leg in way.track.legs) for way in self.ways)

    def falls_short(self, allowances: Mapping[ModelId, float]) -> WalkOfOne | None:
        """The first who does not get there for so much."""
        return next((w for w in self.ways if w.is_barred or not _pays(w, allowances[w.model.id])), None)


def walk_in(state: GameState, unit: Unit, vehicle: Unit, path: Sequence[Waypoint], end: EndFrom) -> WalkIn:
    """How all of the unit get there.

    Each joins the drawn way at the bend that suits it best, or goes straight where that is too far. Up to version 15
    neither what somebody carries nor variable ground mattered.
    """
    ways = tuple(_way(state, unit, vehicle, m, tuple(w.at for w in path), end) for m in unit.alive)
    longest = max(ways, key=lambda w: (w.track.spent_in, w.model.id))
    laid = March(longest.model.id, tuple(w.track for w in ways), tuple(path), "walk")
    if state.is_older_than("16"):
        return WalkIn(ways, laid, Pace({m.id: state.profile(m).m for m in unit.alive}))
    return WalkIn(ways, laid, allowance.pace_of(state, unit, laid, "move"))


def _way(
    state: GameState, unit: Unit, vehicle: Unit, model: Model, drawn: tuple[Point, ...], end: EndFrom
) -> WalkOfOne:
    straight = _by(state, unit, vehicle, model, (), end)
    most = allowance.basic_move(state, unit, model)
    bent = [_by(state, unit, vehicle, model, drawn[n:], end) for n in range(len(drawn))]
    near = [way for way in bent if not way.is_barred and _pays(way, most)]
    return min(near, key=lambda way: round(way.track.spent_in, 6), default=straight)


def _by(state: GameState, unit: Unit, vehicle: Unit, model: Model, bends: tuple[Point, ...], end: EndFrom) -> WalkOfOne:
    """Its way by those bends, turns unpaid."""
    points = (*bends, end(model, bends[-1] if bends else model.at))
    alone = replace(unit, models=(replace(model, sprawled=False),))
    (track,) = march(state, alone, tuple(Waypoint(at=at) for at in points), free_turns=True).tracks
    barred = any(leg.barred is not None for leg in track.legs)
    stretches = itertools.pairwise((model.at, *points))
    hulls = any(single_models.meets_hull(state, model, a, b, but=vehicle.id) for a, b in stretches)
    return WalkOfOne(track, barred or hulls)


def _pays(way: WalkOfOne, most: float) -> bool:
    return is_within(way.track.spent_in, most)


def chances(found: WalkIn) -> tuple[Chance, ...]:
    """The chance that the dice take everybody there; nothing where no dice are thrown. (ARAP-TERR-04)"""
    if not found.pace.dice:
        return ()
    reaches = found.pace.chance_of(found.laid.lead.spent_in)
    return (Chance(label="all get there", exact=str(reaches), value=float(reaches)),)
