"""How far it is, as the rules count it: the lines whose lengths lists, plans, plates and rulers show. (ARAP-GEN-05)

From base centre to base centre; a hull counts from the nearest place of its outline, its shots from the weapon's mount.
"""

from __future__ import annotations

from rules.arap import building_interface
from rules.arap.indirect.guess_range import as_they_stand
from rules.arap.paths import charge_floors, charge_plan
from rules.arap.positions.occupied import hull_of
from rules.arap.shooting.building_interface import ShotsBetweenFloors
from rules.arap.shooting.vehicle_interface import ShotsAboard
from rules.arap.sight.lines import Lines
from rules.arap.vehicle_interface import ask
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Hull, shortest_line
from rules.geometry.lengths import distance
from rules.state import GameState

Line = tuple[Point, Point]


def in_sight(state: GameState, unit: Unit, model: Model, target: Unit) -> tuple[Model, ...]:
    """Members of a target whom a model sees as it stands, through open windows and doors too; none from aboard a hull.

    (ARAP-SHOOT-03, BLD-INTO-07)
    """
    if unit.aboard is not None:
        return ()
    stands = as_they_stand(state, unit, target)
    looks, there = stands.units[unit.id].model(model.id), stands.units[target.id]
    lines = Lines(stands, (looks.at,), there, but=(unit.id,))
    seen = {m.id for m in there.alive if lines.sight(looks, m).clear}
    return tuple(m for m in target.alive if m.id in seen)


def lines(state: GameState, unit: Unit, other: Unit, *, firing: bool = False) -> tuple[Line, ...]:
    """From each living member, or each mount of a hull that is `firing`, to the nearest of another unit.

    People aboard are where their hull stands: at its ports or sides, where they may fire or be fired at, else anywhere.
    """
    state, unit, other = _at_their_hulls(state, unit, other)
    others = [_outline(state, m) for m in other.alive or other.models]
    return tuple(min((_line(start, end) for end in others), key=_length) for start in _starts(state, unit, firing))


def apart_in(state: GameState, unit: Unit, other: Unit, *, firing: bool = False) -> float:
    """Inches between two units: the shortest of those lines; upstairs between where they truly stand. (BLD-GEN-03)"""
    true = building_interface.ask(ShotsBetweenFloors).apart(state, unit, other)
    if true is not None:
        return true
    return min((_length(line) for line in lines(state, unit, other, firing=firing)), default=0.0)


def charge_in(state: GameState, unit: Unit, other: Unit) -> float:
    """Inches that a charge has to go: to another floor by stairs and ladders. (ARAP-CHG-01, BLD-LADR-01)"""
    climbs = unit.alive and other.alive and charge_floors.nearest(state, unit, other).climbs
    return charge_plan.gap_in(state, unit, other) if climbs else apart_in(state, unit, other)


def charge_ways(state: GameState, unit: Unit, other: Unit) -> tuple[tuple[str, Point], ...]:
    """Where the stairs and ladders begin that lead to the floor of an enemy, the shortest way first; by name.

    (BLD-MOVE-01, BLD-LADR-03)
    """
    first = charge_floors.nearest(state, unit, other).climbs if unit.alive and other.alive else ()
    if not first:
        return ()
    return tuple((w[0].ladder.name, w[0].near) for w in (first, *charge_floors.other_ways(state, unit, other)))


def _at_their_hulls(state: GameState, unit: Unit, other: Unit) -> tuple[GameState, Unit, Unit]:
    if unit.aboard is None and other.aboard is None:
        return state, unit, other
    seen = ask(state, ShotsAboard).on_the_hull(state, unit, other)
    if isinstance(seen, Refusal):
        return state, _outermost(state, unit), _outermost(state, other)
    return seen.state, seen.state.units[unit.id], seen.state.units[other.id]


def _outermost(state: GameState, unit: Unit) -> Unit:
    return state.units[unit.aboard] if unit.aboard is not None else unit


def end_of(state: GameState, start: Point, target: Model) -> Point:
    """Where a range from a place to a model ends, or to a spot on the ground, which has no profile."""
    if target.profile not in state.profiles:
        return target.at
    return _line(start, _outline(state, target))[1]


def _starts(state: GameState, unit: Unit, firing: bool) -> list[Point | Hull]:
    outlines = [_outline(state, m) for m in unit.alive or unit.models]
    profile = state.profile(unit.models[0])
    hull = outlines[0]
    if not firing or profile.hull is None or not isinstance(hull, Hull):
        return outlines
    mounts: list[Point | Hull] = [hull.on_table(mount.forward_in, mount.right_in) for mount in profile.hull.mounts]
    return mounts or outlines


def _outline(state: GameState, model: Model) -> Point | Hull:
    return hull_of(state.profile(model), model.at, model.facing) or model.at


def _line(start: Point | Hull, end: Point | Hull) -> Line:
    if not isinstance(start, Hull):
        return (start, end.nearest_to(start) if isinstance(end, Hull) else end)
    if not isinstance(end, Hull):
        return (start.nearest_to(end), end)
    return shortest_line(start, end)


def _length(line: Line) -> float:
    return distance(*line)
