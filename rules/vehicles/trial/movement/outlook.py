"""What comes of a drive by its tests: of the vehicle, its weapons, those aboard. (TRI-TERR-04, -05, TRI-SKIM-03)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.arap.units.vehicle_interface import Outlook
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.state import GameState
from rules.vehicles.trial.hull.bands import WORDS, band
from rules.vehicles.trial.hull.profile import is_skimmer, profile_of
from rules.vehicles.trial.shooting import allowance
from rules.vehicles.trial.terrain import clearance, tests
from rules.vehicles.trial.terrain.tests import GroundTest
from rules.vehicles.trial.terrain.way import TrialWay
from rules.vehicles.trial.transport.disembark import MOST_IN


class _End(NamedTuple):
    """One way in which a drive may end: after how many inches, whether on the road, what has become of the hull."""

    head: str
    vehicle: str
    moved_in: float
    road: bool
    is_wreck: bool = False


def outlook(
    state: GameState, unit: Unit, way: TrialWay, declared_in: float | None, *, road: bool = False
) -> Outlook | None:
    """One column for each test that may fail, and one for driving on; None where nothing is tested."""
    way = way if declared_in is None else way.upto(declared_in)
    fast = tests.is_fast(way, declared_in)
    found = tests.tests(state, unit, way, declared_in)
    if not found or clearance.closed_on(state, unit, way, fast=fast) is not None:
        return None
    ends = [_fails(test, road=road, crashes=fast and is_skimmer(state, unit)) for test in found]
    ends.append(_End(_passes(found), f"at {way.length_in:.3g}″", way.length_in, road))
    return Outlook(tuple(end.head for end in ends), tuple(_rows(state, unit, ends)))


def _fails(test: GroundTest, *, road: bool, crashes: bool) -> _End:
    """Where a failed test leaves it. (TRI-TERR-05, TRI-SKIM-03)"""
    if crashes:
        return _End(f"{test.faces}, crashes at {test.at_in:.3g}″", "destroyed", test.at_in, road, is_wreck=True)
    return _End(f"{test.faces}, halts at {test.at_in:.3g}″", "immobilised for the game", test.at_in, road)


def _passes(found: tuple[GroundTest, ...]) -> str:
    """What has to be rolled to go on."""
    if len(found) > 1:
        return "all passed, drives on"
    least = found[0].bad_to + 1
    return f"{least} to 6, drives on"


def _rows(state: GameState, unit: Unit, ends: list[_End]) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "Vehicle", tuple(end.vehicle for end in ends)
    if profile_of(state, unit).mounts:
        yield "May fire", tuple(_fires(state, unit, end) for end in ends)
    if any(state.passengers(unit.id)):
        yield "Those aboard", tuple(_aboard(end) for end in ends)


def _fires(state: GameState, unit: Unit, end: _End) -> str:
    """What its move leaves to its weapons. (TRI-FIRE-12, TRI-ROAD-01)"""
    if end.is_wreck:
        return "nothing"
    if end.road:
        return "nothing, on the road"
    moved = band(end.moved_in)
    return f"{allowance.words(state, unit, moved)}, {WORDS[moved]}"


def _aboard(end: _End) -> str:
    """Whether they may leave. (TRI-TRAN-10, TRI-TRAN-14, TRI-ROAD-01)"""
    if end.is_wreck:
        return "forced out"
    stay = end.road or is_beyond(end.moved_in, MOST_IN)
    return "stay aboard" if stay else "may get out"
