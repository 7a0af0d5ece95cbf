"""Getting out of a vehicle. (VEH-BRD-01, -03, -10, -11, VEH-JOIN-05, VEH-JOIN-10)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.morale import casualties, dangerous_ground
from rules.arap.movement.vehicle_interface import WayOut
from rules.arap.terrain import ground
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import doors, profile_of
from rules.vehicles.gemini.transport import doors as transport_doors
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.gemini.transport.on_the_move import injure, motion, risk, wake
from rules.vehicles.gemini.transport.walk_aboard import may_step
from rules.vehicles.shared import outside
from rules.vehicles.shared.hull import condition, hull_of


class GetOut(Action, frozen=True, kw_only=True, tag="GetOut"):
    """Leave the vehicle that carries the unit; without placements the table chooses them. (VEH-BRD-10, VEH-BRD-11)

    It costs nothing of its own and opens the unit's move or charge, so a point must be left.
    """

    unit: UnitId
    placements: tuple[Placement, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Its own turn and points, aboard, not boarded this turn, crew not stunned, room outside."""
        refusal = self._came_aboard(state) or may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.aboard is None:
            return Refusal("not-aboard", f"{unit.name} is not aboard a vehicle.", "VEH-BRD-10", "a unit aboard")
        vehicle = state.units[unit.aboard]
        if condition(vehicle).stunned_now:
            text = f"The crew of {vehicle.name} is stunned: nobody can leave it."
            return Refusal("stunned", text, "VEH-DMG-02", "staying aboard")
        return may_step(state, unit) or self._placing(state, unit, vehicle)

    def _came_aboard(self, state: GameState) -> Refusal | None:
        """Who boarded in this turn stays aboard, whatever points are left: that is said first. (VEH-BRD-01)"""
        unit = state.units.get(self.unit)
        if unit is None or unit.side != self.side or unit.aboard is None or unit.boarded_turn != state.turn.number:
            return None
        text = f"{unit.name} boarded in this turn and may leave from its next turn on."
        return Refusal("boarded-this-turn", text, "VEH-BRD-01", "staying aboard")

    def _placing(self, state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
        placements = self.placements or suggested(state, unit, vehicle)
        text = f"There is no room for {unit.name} outside {vehicle.name}."
        no_room = (text, "VEH-BRD-10", "another place, or staying aboard")
        refusal = outside.as_a_whole(unit, placements, given=bool(self.placements), no_room=no_room)
        if refusal is None and self.placements:
            refusal = _fits_somewhere(state, unit, vehicle, placements)
        return refusal or (None if unit.clinging else transport_doors.barred(state, vehicle, _people(unit, placements)))

    def preview(self, state: GameState) -> Preview:
        """Where they would stand, and what leaving at speed may cost them."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or unit.aboard is None:
            return Preview(refusal=refusal)
        if refusal is not None and {p.model for p in self.placements} - {m.id for m in unit.models}:
            return Preview(refusal=refusal)  # of somebody else there is nothing to show
        vehicle = state.units[unit.aboard]
        placements = self.placements or suggested(state, unit, vehicle)
        ghosts = tuple((str(p.model), *p.at, p.facing) for p in placements)
        shown = risk(state, unit, vehicle)
        harms = dangerous_ground.harms(
            state, unit, outside.steps(left_from(state, unit, vehicle, placements), placements)
        )
        wet = overboard(state, placements)
        notes = (f"{wet} of {len(placements)} go overboard: they swim from there.",) if wet else ()
        return replace(
            shown,
            refusal=refusal,
            ghosts=ghosts,
            chances=(*shown.chances, *harms),
            notes=(*shown.notes, *notes),
            rules=(*shown.rules, *(("ARAP-SWIM-01", "VEH-BOAT-04") if wet else ())),
        )

    def resolve(self, progress: Progress) -> None:
        """Step out, and take the hits of leaving at speed."""
        unit = progress.state.units[self.unit]
        assert unit.aboard is not None
        vehicle = progress.state.units[unit.aboard]
        placements = self.placements or suggested(progress.state, unit, vehicle)
        rules = ("VEH-BRD-10", "VEH-BRD-11", "VEH-BRD-03")
        hull = left_from(progress.state, unit, vehicle, placements)
        progress.emit(PointsSpent(unit=unit.id, side=self.side, points=0, action="leave", rules=("VEH-JOIN-05",)))
        doors_used = None if unit.clinging else transport_doors.used(progress.state, vehicle, _people(unit, placements))
        if doors_used is not None:
            progress.emit(doors_used)
        passengers.step_out(progress, vehicle, unit.id, placements, rules, forced=False)
        injure(progress, unit.id, vehicle, "leaving")
        casualties.brave(progress, unit.id, outside.steps(hull, placements))


def _people(unit: Unit, placements: Sequence[Placement]) -> list[tuple[Model, Point]]:
    return [(unit.model(p.model), p.at) for p in placements]


def suggested(state: GameState, unit: Unit, vehicle: Unit, near: Point | None = None) -> tuple[Placement, ...]:
    """Where the table would set the unit down, at its doors or round its hull; fewer where there is no room.

    They gather as near to `near` as the doors let them; out of one that moves, where it came by there.
    """
    hull = _passing(state, vehicle, near)
    exits = doors(state, vehicle) if motion(state, vehicle).is_stationary and not unit.clinging else ()
    dry, left = outside.spots(state, unit, outside.around(state, unit, hull, exits), near)
    wanted = near is not None and ground.in_water(state, near)
    if not (left or wanted) or not _is_boat(state, vehicle):
        return dry
    return outside.spots(state, unit, outside.around(state, unit, hull, exits, afloat=True), near)[0]


def _is_boat(state: GameState, vehicle: Unit) -> bool:
    """Out of one people may go overboard. (VEH-BOAT-04)"""
    return profile_of(state, vehicle).is_boat


def overboard(state: GameState, placements: Sequence[Placement]) -> int:
    """How many of them are in the water. (ARAP-SWIM-01)"""
    return sum(ground.in_water(state, p.at) for p in placements)


def _passing(state: GameState, vehicle: Unit, near: Point | None) -> Hull:
    """The hull as it stands, or of one that moves where it passed nearest to a place. (VEH-BRD-02, VEH-BRD-10)"""
    here = hull_of(state, vehicle)
    if near is None or motion(state, vehicle).is_stationary:
        return here
    hulls = (here, *_along(wake(state, vehicle)))
    return min(hulls, key=lambda hull: round(hull.distance_to_point(near), 3))


def left_from(state: GameState, unit: Unit, vehicle: Unit, placements: Sequence[Placement]) -> Hull:
    """The hull out of which people step to those places: as it stands, else where it came by. (VEH-BRD-10)"""
    here = hull_of(state, vehicle)
    if state.is_older_than("14") or motion(state, vehicle).is_stationary:
        return here
    hulls = (here, *_along(wake(state, vehicle)))
    return next((hull for hull in hulls if _fits(state, unit, hull, (), tuple(placements)) is None), here)


def ways_out(state: GameState, unit: Unit, vehicle: Unit) -> tuple[WayOut, ...]:
    """The doors of a vehicle that stands still, with the room before each. (VEH-BRD-10)"""
    exits = doors(state, vehicle) if motion(state, vehicle).is_stationary and not unit.clinging else ()
    room = outside.around(state, unit, hull_of(state, vehicle), exits, afloat=_is_boat(state, vehicle))
    return outside.ways(state, unit, room, profile_of(state, vehicle).doors) if exits else ()


def room_outside(state: GameState, unit: Unit, vehicle: Unit) -> tuple[tuple[Point, ...], ...]:
    """Where the middle of a base may be put beside a vehicle that stands still. (VEH-BRD-10)"""
    if not motion(state, vehicle).is_stationary:
        return ()
    exits = () if unit.clinging else doors(state, vehicle)
    afloat = _is_boat(state, vehicle)
    return outside.area(state, unit, outside.around(state, unit, hull_of(state, vehicle), exits, afloat=afloat))


def _fits_somewhere(state: GameState, unit: Unit, vehicle: Unit, placements: tuple[Placement, ...]) -> Refusal | None:
    """From a stationary vehicle by its doors; from a moving one at one point of the way driven. (VEH-BRD-10)"""
    if motion(state, vehicle).is_stationary:
        exits = () if unit.clinging else doors(state, vehicle)
        return _fits(state, unit, hull_of(state, vehicle), exits, placements)
    refusals = [_fits(state, unit, hull, (), placements) for hull in _along(wake(state, vehicle))]
    return None if any(r is None for r in refusals) else refusals[-1]


def _along(hulls: tuple[Hull, ...]) -> Iterator[Hull]:
    """The hull at every half inch of its way, from first to last."""
    yield hulls[0]
    for a, b in itertools.pairwise(hulls):
        steps = max(1, round(distance(a.centre, b.centre) * 2))
        for n in range(1, steps + 1):
            yield b._replace(centre=toward(a.centre, b.centre, distance(a.centre, b.centre) * n / steps))


def _fits(
    state: GameState, unit: Unit, hull: Hull, exits: tuple[Point, ...], placements: tuple[Placement, ...]
) -> Refusal | None:
    afloat = unit.aboard is not None and _is_boat(state, state.units[unit.aboard])
    room = outside.around(state, unit, hull, exits, afloat=afloat)
    return outside.all_may_stand(state, unit, room, placements, "VEH-BRD-10")


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Getting out, for the acting unit if it is aboard."""
    active = state.turn.active
    unit = state.units[active] if active is not None and state.active_side == side else None
    if unit is not None and unit.aboard is not None:
        yield offered(state, GetOut(side=side, unit=unit.id), kind="get-out", unit=unit.id, target=unit.aboard)


OFFERED: Final = ("get-out",)
ACTIONS: tuple[type[Action], ...] = (GetOut,)
