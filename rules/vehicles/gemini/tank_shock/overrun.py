"""Troops in the path of a vehicle get out of its way, or are run over. (VEH-RUN-01 to -04, VEH-SHOCK-03)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved, placed
from rules.arap.movement import agility
from rules.arap.rolls import grouped
from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.forces.unit import Model, Unit
from rules.geometry.facings import bearing, turn
from rules.geometry.hulls import Hull, Swept, swept
from rules.geometry.lengths import Circle, distance, is_beyond
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import clearance
from rules.vehicles.gemini.motion.impact import impact_strength, is_tank, rule_of
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN
from rules.vehicles.shared.hull import FACE, Side, armour_of
from rules.vehicles.shared.standing_room import base_of

WALK_IN: Final = 5.0
"""Up to this speed troops get out of the way without a roll. (VEH-RUN-01)"""

APART_IN: Final = 1.0
"""Groups with at least this much between their bases are distinct. (VEH-RUN-04)"""


class ModelInPath(NamedTuple):
    """A model in the path: its unit, its base, in which leg and how far along it is met, whether by the rear."""

    unit: Unit
    model: Model
    base: Circle
    leg: int
    gap_in: float
    face: Side

    @property
    def order(self) -> tuple[int, float]:
        """What comes first along the path."""
        return (self.leg, self.gap_in)


def leads_back(a: Hull, b: Hull) -> bool:
    """Whether a hull backs from one pose to the next."""
    return distance(a.centre, b.centre) > SAME_SPOT_IN and turn(bearing(a.centre, b.centre), b.heading) > 90


def in_path(state: GameState, vehicle: Unit, hulls: Sequence[Hull]) -> list[ModelInPath]:
    """Models on foot whose bases the swept hull touches, in the order met; those under it already are not met."""
    found: dict[ModelId, ModelInPath] = {}
    for leg, (a, b) in enumerate(itertools.pairwise(hulls)):
        sweep = swept((a, b))
        for unit, model, base in clearance.people(state, vehicle):
            if model.id not in found and sweep.covers(base) and not hulls[0].overlaps(base):
                face: Side = "rear" if leads_back(a, b) else "front"
                found[model.id] = ModelInPath(unit, model, base, leg, a.distance_to_point(model.at), face)
    return sorted(found.values(), key=lambda m: m.order)


def groups(met: Sequence[ModelInPath]) -> list[list[ModelInPath]]:
    """Those in the path put together where less than an inch parts their bases, in the order met. (VEH-RUN-04)"""
    left, found = list(met), []
    while left:
        group = [left.pop(0)]
        for one in group:
            near = [o for o in left if is_beyond(APART_IN, _between(one.base, o.base))]
            group += near
            left = [o for o in left if o not in near]
        found.append(sorted(group, key=lambda m: m.order))
    return found


def _between(a: Circle, b: Circle) -> float:
    return distance(a.centre, b.centre) - a.radius - b.radius


def strength_of(state: GameState, vehicle: Unit, speed_in: float, face: Side = "front") -> int:
    """Strength of a vehicle's hit on somebody run over. (VEH-RUN-03)"""
    profile = profile_of(state, vehicle)
    return impact_strength(state, armour_of(profile, FACE[face]).av, speed_in, tank=is_tank(profile))


def overrun(
    progress: Progress,
    vehicle: UnitId,
    hulls: Sequence[Hull],
    speed_in: float,
    *,
    met: int = 0,
    face: Side | None = None,
    spared: Sequence[UnitId] = (),
) -> int:
    """Let a hull pass over everybody in its path, before it moves there; how many groups it has met now.

    `hulls` are its poses from where it stands to where it will; `met` counts the groups met before in the same move;
    `face` is the one that strikes (None for what the legs say); models of `spared` units step aside without a roll.
    Above 5 inches each model saves or is hit. Survivors stand aside afterwards.
    """
    state = progress.state
    unit = state.units[vehicle]
    path = in_path(state, unit, hulls)
    if is_beyond(speed_in, WALK_IN):
        for group in groups([m for m in path if m.unit.id not in spared and _is_small(state, m)]):
            _run_at(progress, unit, group, speed_in, met, face)
            met += 1
    set_aside(progress, unit, [m.model.id for m in path], hulls, jumped=is_beyond(speed_in, WALK_IN))
    return met


def _is_small(state: GameState, met: ModelInPath) -> bool:
    return state.profile(met.model).size <= clearance.LARGEST_PASSED


def _run_at(
    progress: Progress, vehicle: Unit, group: Sequence[ModelInPath], speed_in: float, met: int, face: Side | None
) -> None:
    """Saves of one group, unit by unit; who fails takes a hit of ramming strength. (VEH-RUN-02, VEH-RUN-03)"""
    extra = (Modifier(met, f"group {met + 1} in its path", "VEH-RUN-04"),) if met else ()
    faces = {m.model.id: face or m.face for m in group}
    for unit_id, models in grouped((m.unit.id, m.model) for m in group).items():
        name = progress.state.units[unit_id].name
        failed = agility.save(
            progress,
            unit_id,
            models,
            why=f"{name} in the path of {vehicle.name} at {speed_in:.3g}″",
            rules=("VEH-RUN-01", "VEH-RUN-02"),
            extra=extra,
        )
        for side, struck in grouped((faces[m], m) for m in failed).items():
            strength = strength_of(progress.state, vehicle, speed_in, side)
            wounds_and_saves.strike(
                progress,
                struck,
                strength,
                by=vehicle.id,
                why=f"{name} run over by {vehicle.name}",
                rules=("VEH-RUN-03", rule_of(progress.state)),
                cause="run-over",
            )


def set_aside(
    progress: Progress, vehicle: Unit, models: Sequence[ModelId], hulls: Sequence[Hull], *, jumped: bool
) -> None:
    """Those of the models that are left stand beside the path, by the shortest way. (VEH-SHOCK-03, VEH-RUN-01)"""
    sweep = swept(tuple(hulls))
    for unit_id, places in grouped(_aside(progress, models, hulls[-1], sweep)).items():
        unit = progress.state.units[unit_id]
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit_id,
                placements=tuple(places),
                how="aside",
                voluntary=False,
                rules=("VEH-RUN-03", "VEH-SHOCK-03") if jumped else ("VEH-RUN-01",),
            )
        )


def _aside(
    progress: Progress, models: Sequence[ModelId], end: Hull, sweep: Swept
) -> Iterator[tuple[UnitId, Placement]]:
    """A free place for each; each of them is taken for those that follow."""
    state = progress.state
    for model_id in models:
        unit, model = state.find_model(model_id)
        base = base_of(state, model)
        if not model.alive or not unit.on_table or not (sweep.covers(base) or end.overlaps(base)):
            continue
        spot = clearance.free_spot(state, model, end, sweep)
        if spot is not None:
            placement = Placement(model=model.id, at=spot, facing=model.facing, prone=model.prone)
            state = state.with_unit(placed(unit, (placement,)))
            yield unit.id, placement
