"""What a vehicle that goes out of control may come to: it stands, or runs into something. (VEH-LOC-02 to -05)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from rules.core.preview import Chance
from rules.dice.odds.careering import new_speeds
from rules.forces.unit import Unit
from rules.geometry.arcs import Stretch
from rules.geometry.hulls import Hull
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.street.path import Lane

_ONE_END = Fraction(1, 6)
"""A skimmer out of control strikes the ground on a 1, stalls on a 6. (VEH-LOC-05)"""


def chances(state: GameState, unit: Unit, speed: float, driven: float, at: Hull, lost: Fraction) -> tuple[Chance, ...]:
    """What becomes of it once it loses control at that speed, `lost` likely, having driven so far to stand `at`."""
    if not lost:
        return ()
    there = replace(unit, models=(replace(unit.models[0], at=at.centre, facing=at.heading), *unit.models[1:]))
    then = state.with_unit(there)
    ways = tuple(_courses(momentum.top_in(state, unit), speed, driven))
    stands = sum((likely for course, likely in ways if not course), start=Fraction(0))
    lane = Lane(then, there)
    strikes = sum((likely for course, likely in ways if course and lane.first_met(course)), start=Fraction(0))
    outcomes = [("loses control", lost)]
    runs = lost
    if profile_of(state, unit).type in ("skimmer", "flying-skimmer"):
        outcomes += [("stalls and flips over", lost * _ONE_END), ("strikes the ground", lost * _ONE_END)]
        runs = lost * (1 - _ONE_END)
    outcomes += [("stands where it is then", runs * stands), ("runs into something then", runs * strikes)]
    return tuple(Chance(label=label, exact=str(each), value=float(each)) for label, each in outcomes if each)


def _courses(most: float, speed: float, driven: float) -> Iterator[tuple[tuple[Stretch, ...], Fraction]]:
    """Every course out of control, none where it stands, and how likely it is. (VEH-LOC-03, VEH-LOC-04)"""
    for found, likely in new_speeds(abs(speed), most).items():
        left = max(0.0, found - driven)
        if left <= momentum.STILL_IN:
            yield (), likely
            continue
        run = -left if speed < 0 else left
        for stretch in (Stretch("left", run, found), Stretch("straight", run), Stretch("right", run, found)):
            yield (stretch,), likely / 3
