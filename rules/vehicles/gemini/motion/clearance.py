"""What stands in a vehicle's way, and who steps aside for it. (VEH-MOVE-04, VEH-MOVE-06, VEH-RUN-01)"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence

from rules.arap import building_interface
from rules.arap.events import ModelsMoved, placed
from rules.arap.movement.building_interface import Passages
from rules.arap.terrain.building_interface import FrontOfHull
from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Hull, Swept, swept
from rules.geometry.lengths import TOLERANCE, Circle
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import is_skimmer, profile_of
from rules.vehicles.gemini.motion.terrain_cost import Field, field_for, field_of
from rules.vehicles.shared import standing_room
from rules.vehicles.shared.hull import hull_of, others

RULE = "VEH-MOVE-06"

LARGEST_PASSED = 2
"""Creatures of a larger size are no troops to be driven over. (VEH-RUN-03)"""


def blocked(state: GameState, unit: Unit, hulls: Sequence[Hull], *, beneath: Collection[UnitId] = ()) -> Refusal | None:
    """The first reason against driving through those poses: edge, ground, vehicles but those `beneath`, people."""
    sweep = swept(tuple(hulls))
    reason = _off_table(state, unit, hulls) or _ground(state, unit, hulls, sweep)
    return reason or _vehicles(state, unit, hulls, sweep, beneath) or _people(state, unit, hulls, sweep)


def _off_table(state: GameState, unit: Unit, hulls: Sequence[Hull]) -> Refusal | None:
    width, height = state.scenario.width_in, state.scenario.height_in
    for hull in hulls[1:]:
        for x, y in hull.corners():
            if min(x, y, width - x, height - y) < -TOLERANCE:
                text = f"{unit.name} would leave the table."
                return Refusal("leaves-table", text, RULE, "a path whose whole hull stays on the table")
    return None


def _ground(state: GameState, unit: Unit, hulls: Sequence[Hull], sweep: Swept) -> Refusal | None:
    field = field_for(state, profile_of(state, unit))
    already = set(field.solid.hull_hits(hulls[0]))
    met = next((a for a in field.solid.swept_hits(sweep) if a not in already), None) or _drowns(field, hulls)
    if met is None:
        return _over(unit, field, hulls)
    if not met:
        return Refusal("impassable", f"{unit.name} cannot go ashore.", "VEH-BOAT-04", "a path on the water")
    text = f"{unit.name} cannot drive through {field.names[met]}."
    ways = (f"a path round {field.names[met]}", _way_in(state, unit, met))
    return Refusal("impassable", text, RULE, "; ".join(filter(None, ways)))


def _way_in(state: GameState, unit: Unit, met: str) -> str:
    """What the hull would fit through of the building that it met. (BLD-MOUSE-05)"""
    piece, hull = next((t for t in state.terrain if t.id == met.partition("~")[0]), None), profile_of(state, unit)
    front = FrontOfHull(hull.width_in, hull.height_in)
    return building_interface.ask(Passages).would_let_in(piece, front) if piece is not None else ""


def _over(unit: Unit, field: Field, hulls: Sequence[Hull]) -> Refusal | None:
    """Low ground that others cannot enter is passed over, and not stopped on."""
    already = field.passed.hull_hits(hulls[0])
    met = next((a for a in field.passed.hull_hits(hulls[-1]) if a not in already), None)
    if met is None:
        return None
    text = f"{unit.name} may pass over {field.names[met]} and not end there."
    return Refusal("ends-over", text, RULE, f"a path that leads on beyond {field.names[met]}")


def _drowns(field: Field, hulls: Sequence[Hull]) -> str | None:
    """Water or other ground that the middle of the hull may not enter."""
    for a, b in itertools.pairwise(hulls):
        for span in field.ground.spans(a.centre, b.centre):
            if field.price_of(span.area_ids).factor == 0 and (span.start_in > 0 or a is not hulls[0]):
                return field.ruling(span.area_ids)
    return None


def _vehicles(
    state: GameState, unit: Unit, hulls: Sequence[Hull], sweep: Swept, beneath: Collection[UnitId]
) -> Refusal | None:
    for other in others(state, unit):
        hull = hull_of(state, other)
        passes = other.id in beneath and not hull.overlaps(hulls[-1])
        if passes or (other.hidden and other.side != unit.side):
            continue
        if not hull.overlaps(hulls[0]) and any(hull.overlaps(piece) for piece in sweep.pieces):
            text = f"{other.name} is in the way of {unit.name}."
            ram = "" if other.side == unit.side else ", or ramming it"
            return Refusal("vehicle-in-the-way", text, RULE, f"a path that stays clear of {other.name}{ram}")
    return None


def _people(state: GameState, unit: Unit, hulls: Sequence[Hull], sweep: Swept) -> Refusal | None:
    """Who may be neither passed nor stopped on; other troops get out of the way or are run over. (VEH-RUN-01)"""
    passes_over, box = is_skimmer(state, unit), sweep.bounds
    for other, model, circle in people(state, unit):
        if not box.holds(circle.centre, circle.radius) or hulls[0].overlaps(circle):
            continue
        enemy = other.side != unit.side
        if hulls[-1].overlaps(circle) and (passes_over or not enemy):
            text = f"{unit.name} would stop on {other.name}."
            return Refusal("stops-on-people", text, RULE, "a place where nobody stands")
        if enemy and not passes_over and sweep.covers(circle):
            refusal = _enemy(state, unit, other, model, hulls, circle)
            if refusal:
                return refusal
    return None


def _enemy(
    state: GameState, unit: Unit, other: Unit, model: Model, hulls: Sequence[Hull], circle: Circle
) -> Refusal | None:
    """Why an enemy on foot bars the way: the hull only turns there, it is too large, the machine walks."""
    code, allowed = "enemy-in-the-way", f"a path that stays clear of {other.name}"
    if profile_of(state, unit).is_mechanoid:
        text = f"{other.name} of the enemy stands in the way of {unit.name}, which fights on foot."
        return Refusal(code, text, RULE, f"{allowed}, or a charge")
    if state.profile(model).size > LARGEST_PASSED:
        return Refusal(code, f"{other.name} is too large to be driven over.", "VEH-RUN-03", allowed)
    first = next((a, b) for a, b in itertools.pairwise(hulls) if swept((a, b)).covers(circle))
    if first[0].centre == first[1].centre:
        text = f"{other.name} of the enemy stands too near for {unit.name} to turn there."
        return Refusal(code, text, "VEH-MOVE-04", f"a turn clear of {other.name}")
    return None


def people(state: GameState, unit: Unit) -> Iterator[tuple[Unit, Model, Circle]]:
    """Models on foot on the table that this vehicle's side knows of."""
    for other in state.units.values():
        if other.is_vehicle or not other.on_table or (other.hidden and other.side != unit.side):
            continue
        for model in other.alive:
            yield other, model, standing_room.base_of(state, model)


def step_aside(progress: Progress, unit: Unit, hulls: Sequence[Hull]) -> None:
    """Friends whom the hull sweeps over move out of its way by the shortest way that is free."""
    state = progress.state
    sweep = swept(tuple(hulls))
    moved: dict[str, list[Placement]] = {}
    for other, model, circle in people(state, unit):
        if other.side == unit.side and sweep.covers(circle) and not hulls[0].overlaps(circle):
            spot = free_spot(state, model, hulls[-1], sweep)
            if spot is not None:
                placement = Placement(model=model.id, at=spot, facing=model.facing)
                moved.setdefault(other.id, []).append(placement)
                state = state.with_unit(placed(state.units[other.id], (placement,)))
    for unit_id, placements in moved.items():
        other = next(u for u in state.units.values() if u.id == unit_id)
        progress.emit(
            ModelsMoved(
                side=other.side,
                unit=other.id,
                placements=tuple(placements),
                how="place",
                voluntary=False,
                rules=(RULE,),
            )
        )


def free_spot(state: GameState, model: Model, end: Hull, sweep: Swept | None) -> Point | None:
    """The nearest place for somebody on foot, off the hull, swept and solid ground; None if there is none near."""
    return standing_room.free_spot(state, model, end, sweep, field_of(state, "tracked").solid)
