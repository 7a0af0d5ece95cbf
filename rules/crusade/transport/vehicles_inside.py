"""A vehicle inside another. (CRU-LIST-03)"""

from __future__ import annotations

from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.crusade import courses, hand, marks, models, spotting
from rules.crusade.damage import places
from rules.crusade.driving import move_actions
from rules.crusade.events.aboard import GotAboard
from rules.crusade.events.moves import MoveActionSpent
from rules.crusade.events.turns import ModelPlaced
from rules.crusade.transport.passage import moved_twice, spaces_left
from rules.forces.unit import Unit
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Point, is_within
from rules.progress import Action, Progress
from rules.state import GameState


class DriveIn(Action, frozen=True, kw_only=True, tag="DriveIn"):
    """A vehicle drives into one beside it that holds such a one: a move action, a full move for it. (CRU-LIST-03)"""

    unit: UnitId
    vehicle: UnitId
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """A vehicle that this one holds, next to it, with a move action left and nobody inside."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, carrier = state.units[self.unit], state.units.get(self.vehicle)
        hull = models.chassis(state, unit)
        if hull is None or carrier is None or not holds(state, carrier, unit) or not unit.on_table:
            return Refusal("no-vehicle", "That takes no such vehicle.", "CRU-LIST-03", "a vehicle of your side")
        if not models.is_adjacent(state, unit, carrier):
            text = f"{unit.name} is not next to {carrier.name}."
            return Refusal("not-adjacent", text, "CRU-TRAN-01", "drive to within 1″ of it")
        if spaces_left(state, carrier) < models.vehicle(state, carrier.id).transport:
            text = f"{unit.name} takes the whole of {carrier.name}, and somebody is inside."
            return Refusal("no-space", text, "CRU-LIST-03", "when it is empty")
        return moved_twice(state, carrier) or move_actions.cannot_move(state, unit, hull, extra=self.extra)

    def resolve(self, progress: Progress) -> None:
        """It rides along."""
        _spend_move(progress, self.side, self.unit, extra=self.extra)
        rules = ("CRU-LIST-03", "CRU-TRAN-01", "CRU-TRAN-05")
        progress.emit(GotAboard(side=self.side, unit=self.unit, vehicle=self.vehicle, spent_in=0.0, rules=rules))


def holds(state: GameState, carrier: Unit, unit: Unit) -> bool:
    """Whether a vehicle of the same side takes such a vehicle: an army names it without its side. (CRU-LIST-03)"""
    hull = models.chassis(state, carrier)
    own = carrier.side == unit.side and carrier.on_table and not models.is_wreck(state, carrier.id)
    kind = models.profile(state, unit).id.removeprefix(f"{unit.side}:")
    return own and hull is not None and kind in hull.holds


def _spend_move(progress: Progress, side: SideId, unit: UnitId, *, extra: bool) -> None:
    """A full move into or out of a closed vehicle is a move action of one that drives. (CRU-TRAN-05)"""
    hand.take(progress, unit)
    count = marks.of(progress.state, unit).moves + 1
    progress.emit(MoveActionSpent(side=side, unit=unit, extra=extra, count=count, rules=("CRU-TURN-03", "CRU-TRAN-05")))


class DriveOut(Action, frozen=True, kw_only=True, tag="DriveOut"):
    """A vehicle drives out of the one that holds it, to a place beside it: a move action. (CRU-LIST-03)"""

    unit: UnitId
    at: tuple[float, float]
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Aboard a vehicle that has moved once at most, to a free place within 1″ of its hull."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        hull = models.chassis(state, unit)
        if hull is None or unit.aboard is None:
            return Refusal("not-aboard", f"{unit.name} is inside nothing.", "CRU-LIST-03", "drive on")
        carrier = state.units[unit.aboard]
        refusal = moved_twice(state, carrier) or move_actions.cannot_move(state, unit, hull, extra=self.extra)
        gap = models.pose(state, carrier).distance_to_point(self.at) - models.profile(state, unit).base_radius_in
        free = places.is_free(state, unit, self.at) and has_room(state, unit, carrier, self.at)
        if refusal or (is_within(gap, models.ADJACENT_IN) and free):
            return refusal
        text = f"{unit.name} cannot drive out there."
        return Refusal("no-place", text, "CRU-TRAN-01", "a free place within 1″ of the hull")

    def resolve(self, progress: Progress) -> None:
        """It stands there, facing away from the other."""
        _spend_move(progress, self.side, self.unit, extra=self.extra)
        state = progress.state
        carrier = state.units[self.unit].aboard
        assert carrier
        facing = facing_out(state, state.units[carrier], self.at)
        placed = ModelPlaced(
            side=self.side,
            unit=self.unit,
            at=self.at,
            facing=facing,
            why=f"drives out of {state.units[carrier].name}",
            rules=("CRU-LIST-03", "CRU-TRAN-01", "CRU-TRAN-05"),
        )
        progress.emit(placed)
        progress.queue(spotting.Seen())


def facing_out(state: GameState, carrier: Unit, at: Point) -> float:
    """Away from the one that held it."""
    return round(bearing(models.pose(state, carrier).centre, at), 4)


def has_room(state: GameState, unit: Unit, carrier: Unit, at: Point) -> bool:
    """Whether the whole hull stands free there; up to version 13 a circle of its size alone. (CRU-TRAN-01)"""
    made = models.vehicle(state, unit.id)
    hull = Hull(at, facing_out(state, carrier, at), made.length_in, made.width_in)
    return state.is_older_than("14") or courses.has_room(state, unit, hull)


ACTIONS: tuple[type[Action], ...] = (
    DriveIn,
    DriveOut,
)
