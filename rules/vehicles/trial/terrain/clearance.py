"""What stands in a vehicle's way: the edge, ground that it may not enter, other vehicles, people. (TRI-TERR-07)"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import Hull, distance_between, swept
from rules.geometry.lengths import TOLERANCE, Circle
from rules.state import GameState
from rules.vehicles.shared.hull import hull_of, others
from rules.vehicles.trial.hull.profile import is_skimmer, is_walker, profile_of
from rules.vehicles.trial.terrain.classes import barred_on_foot, field_of
from rules.vehicles.trial.terrain.way import TrialWay

SHORT_IN: Final = 1.0
"""There is no ramming: a move stops so far short of an enemy vehicle. (TRI-JOIN-01)"""


def blocked(
    state: GameState, unit: Unit, way: TrialWay, *, fast: bool, shoves: Collection[UnitId] = ()
) -> Refusal | None:
    """The first reason against that way; those units that a tank shock shoves aside are none."""
    return (
        _off_table(state, unit, way)
        or _ground(state, unit, way, fast=fast)
        or _vehicles(state, unit, way, shoves)
        or _people(state, unit, way, shoves)
    )


def _off_table(state: GameState, unit: Unit, way: TrialWay) -> Refusal | None:
    width, height = state.scenario.width_in, state.scenario.height_in
    for hull in way.hulls[1:]:
        if any(min(x, y, width - x, height - y) < -TOLERANCE for x, y in hull.corners()):
            text = f"{unit.name} would leave the table."
            return Refusal("leaves-table", text, "TRI-MOVE-01", "a path whose whole hull stays on the table")
    return None


def _ground(state: GameState, unit: Unit, way: TrialWay, *, fast: bool) -> Refusal | None:
    name = closed_on(state, unit, way, fast=fast)
    if name is None:
        return None
    return Refusal("impassable", f"{unit.name} cannot enter {name}.", "TRI-TERR-07", f"a path round {name}")


def closed_on(state: GameState, unit: Unit, way: TrialWay, *, fast: bool) -> str | None:
    """Impassable ground on it, which is refused, not tested; skimmers pass over it. (TRI-TERR-07, TRI-SKIM-01)"""
    if is_skimmer(state, unit):
        return None
    field = field_of(state, profile_of(state, unit), fast=fast)
    solid = barred_on_foot(state) if is_walker(state, unit) else field.solid
    already = set(solid.hull_hits(way.hulls[0]))
    met = next((a for a in solid.swept_hits(swept(way.hulls)) if a not in already), None)
    return None if met is None else field.names[met]


def _vehicles(state: GameState, unit: Unit, way: TrialWay, shoves: Collection[UnitId]) -> Refusal | None:
    flies = is_skimmer(state, unit)
    hulls = (way.end,) if flies else way.hulls
    for other in others(state, unit):
        if other.id in shoves or (other.hidden and other.side != unit.side):
            continue
        hull = hull_of(state, other)
        gap = SHORT_IN if other.side != unit.side else 0.0
        if not _comes_nearer(hulls, hull, gap, way.hulls[0]):
            continue
        text = f"{unit.name} would come within {gap:g}″ of {other.name}." if gap else f"{other.name} is in the way."
        way_out = f"a path that stays {gap:g}″ clear of it" if gap else "a path round it"
        return Refusal("vehicle-in-the-way", text, "TRI-JOIN-01", way_out)
    return None


def _comes_nearer(hulls: tuple[Hull, ...], other: Hull, gap: float, start: Hull) -> bool:
    """Whether a sweep comes nearer to a hull than that, and nearer than it stood."""
    near = min(gap, distance_between(start, other)) - TOLERANCE
    grown = other._replace(length=other.length + 2 * near, width=other.width + 2 * near) if near > 0 else other
    if start.overlaps(other):
        return False
    return any(grown.overlaps(piece) for piece in swept(hulls).pieces)


def people(state: GameState, unit: Unit) -> Iterator[tuple[Unit, Model, Circle]]:
    """Models on foot on the table that this vehicle's side knows of."""
    for other in state.units.values():
        if other.is_vehicle or not other.on_table or (other.hidden and other.side != unit.side):
            continue
        for model in other.alive:
            yield other, model, Circle(model.at, state.profile(model).base_radius_in)


def _people(state: GameState, unit: Unit, way: TrialWay, shoves: Collection[UnitId]) -> Refusal | None:
    """Nobody is driven over; skimmers pass over people and do not stop on them. (TRI-SKIM-01)"""
    hulls = (way.end,) if is_skimmer(state, unit) else way.hulls
    sweep, start = swept(hulls), way.hulls[0]
    for other, _, circle in people(state, unit):
        if other.id in shoves or start.overlaps(circle) or not sweep.covers(circle):
            continue
        text = f"{other.name} stands in the way of {unit.name}."
        shock = " or a tank shock" if other.side != unit.side and profile_of(state, unit).is_a("tank") else ""
        return Refusal("people-in-the-way", text, "TRI-JOIN-01", f"a path clear of {other.name}{shock}")
    return None
