"""Getting out: before the vehicle moves, or after it and then no further. (TRI-TRAN-08 to -13, TRI-TRAN-16)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties, dangerous_ground
from rules.arap.positions import single_models
from rules.arap.units import split_and_join
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import is_beyond
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.vehicles.shared import outside
from rules.vehicles.shared.events import LeftVehicle
from rules.vehicles.shared.hull import condition, hull_of
from rules.vehicles.trial.events import StepTaken
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.hull.steps import did
from rules.vehicles.trial.transport import aboard

MOST_IN: Final = 12.0
"""Nobody gets out once the vehicle has moved further in this turn. (TRI-TRAN-10)"""


class Disembark(Action, frozen=True, kw_only=True, tag="Disembark"):
    """Get out of the vehicle that carries the unit; without placements the table chooses them. (TRI-TRAN-09, -10)

    It is a movement action. Out of a vehicle that has not moved they make the ordinary move of that same action
    afterwards, if they like; out of one that has moved they go no further. (TRI-JOIN-06)

    `models` names the one independent character who gets out alone and leaves the unit for good; that costs the unit
    an action, in which he goes on to `walk` if the vehicle has not moved. (TRI-TRAN-08)
    """

    unit: UnitId
    placements: tuple[Placement, ...] = ()
    models: tuple[ModelId, ...] = ()
    walk: Point | None = None

    def check(self, state: GameState) -> Refusal | None:
        """Points, aboard since before this turn, the crew, how far the vehicle has moved, room outside."""
        refusal = self._too_late(state) or may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.aboard is None:
            return Refusal("not-aboard", f"{unit.name} is not aboard a vehicle.", "TRI-TRAN-09", "a unit aboard")
        vehicle = state.units[unit.aboard]
        refusal = self._barred(state, unit, vehicle) or self._alone(state, unit, vehicle)
        return refusal or self._placing(state, self._leaving(unit), vehicle) or self._walking(state, unit, vehicle)

    def _leaving(self, unit: Unit) -> Unit:
        """The unit as those who get out, in its order."""
        named = self.models or tuple(m.id for m in unit.models)
        return replace(unit, models=tuple(m for m in unit.models if m.id in named))

    def _is_alone(self, unit: Unit) -> bool:
        """Whether somebody stays aboard."""
        return bool(self.models) and len(self._leaving(unit).alive) < len(unit.alive)

    def _alone(self, state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
        """Only an independent character leaves the others aboard; nobody leaves him there. (TRI-TRAN-08)"""
        if not set(self.models) <= {m.id for m in unit.alive}:
            text = f"Only living models of {unit.name} get out with it."
            return Refusal("wrong-models", text, "TRI-TRAN-08", "its own models, each once")
        if not self._is_alone(unit) or self.models in {(c.id,) for c in characters(state, unit)}:
            return None
        staying = next((c for c in characters(state, unit) if c.id not in self.models), None)
        if staying is not None:
            name = state.profile(staying).name
            text = f"When {unit.name} gets out of {vehicle.name}, {name} gets out with it."
            return Refusal("character-must-leave-too", text, "TRI-TRAN-08", f"all of them, or {name} alone")
        text = f"{unit.name} gets out of {vehicle.name} as a whole: only an independent character leaves it aboard."
        return Refusal("whole-unit", text, "TRI-TRAN-08", "all of them, or nobody")

    def _walking(self, state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
        """The walk of a character who got out alone before the vehicle moved. (TRI-TRAN-09, TRI-TRAN-10)"""
        if self.walk is None:
            return None
        if not self._is_alone(unit) or vehicle.now.moved_in > 0:
            text = f"{unit.name} only gets out with this; it walks by a move of its own, if at all."
            return Refusal("no-walk", text, "TRI-TRAN-10", "getting out alone, before the vehicle moves")
        if self._step(state, unit, vehicle) is None:
            most = state.profile(self._leaving(unit).alive[0]).m
            text = f"No straight way of {most:g}″ leads there from the access point."
            return Refusal("out-of-reach", text, "TRI-TRAN-09", f"a free place within {most:g}″")
        return None

    def _step(self, state: GameState, unit: Unit, vehicle: Unit) -> single_models.StraightWalk | None:
        """The walk from where he is set down, if nothing bars it."""
        (placement,) = self.placements or suggested(state, self._leaving(unit), vehicle)
        model = replace(unit.model(placement.model), at=placement.at)
        most = state.profile(model).m
        taken = single_models.occupied_round(state, model, most)
        if self.walk is None or not single_models.is_free(state, model, self.walk, taken):
            return None
        return single_models.walk_to(state, model, self.walk, most)

    def _too_late(self, state: GameState) -> Refusal | None:
        """Close combat has begun. (TRI-TRAN-13)"""
        unit = state.units.get(self.unit)
        if unit is None or unit.aboard is None or not (state.turn.phase == "melee" or state.turn.held):
            return None
        text = f"{unit.name} stays aboard: nobody gets out during close combat."
        return Refusal("close-combat", text, "TRI-TRAN-13", "getting out in its activation")

    @staticmethod
    def _barred(state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
        if unit.boarded_turn == state.turn.number:
            text = f"{unit.name} got in in this turn and does not get out again."
            return Refusal("boarded-this-turn", text, "TRI-TRAN-12", "staying aboard")
        if condition(vehicle).stunned_now:
            text = f"The crew of {vehicle.name} is stunned: nobody gets out."
            return Refusal("stunned", text, "TRI-DMG-04", "staying aboard")
        if "road" in did(state, vehicle):
            text = f"{vehicle.name} has used the road: nobody gets out in this turn."
            return Refusal("road-bonus", text, "TRI-ROAD-01", "staying aboard")
        moved = vehicle.now.moved_in
        if is_beyond(moved, MOST_IN):
            text = f"{vehicle.name} has moved {moved:.2f}″ in this turn: nobody gets out."
            return Refusal("too-fast", text, "TRI-TRAN-10", f"after a move of up to {MOST_IN:g}″")
        return None

    def _placing(self, state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
        placements = self.placements or suggested(state, unit, vehicle)
        text = f"There is no room for {unit.name} at the access points of {vehicle.name}."
        no_room = (text, "TRI-TRAN-11", "staying aboard")
        refusal = outside.as_a_whole(unit, placements, given=bool(self.placements), no_room=no_room)
        return refusal or (_fits(state, unit, vehicle, placements) if self.placements else None)

    def preview(self, state: GameState) -> Preview:
        """Where they would stand, and what they may still do."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or unit.aboard is None:
            return Preview(refusal=refusal)
        vehicle = state.units[unit.aboard]
        placements = self._ends(self.placements or suggested(state, self._leaving(unit), vehicle))
        return Preview(
            ap=self._points(state, unit, vehicle),
            refusal=refusal,
            chances=dangerous_ground.harms(state, unit, outside.steps(hull_of(state, vehicle), placements)),
            ghosts=tuple((str(p.model), *p.at, p.facing) for p in placements),
            notes=(self._still_may(state, unit, vehicle),),
            rules=(
                *(("TRI-TRAN-08",) if self._is_alone(unit) else ()),
                "TRI-TRAN-10" if vehicle.now.moved_in > 0 else "TRI-TRAN-09",
                "TRI-TRAN-01",
                "TRI-TRAN-11",
                "TRI-TRAN-13",
                "TRI-TRAN-16",
                "TRI-JOIN-06",
            ),
        )

    def _points(self, state: GameState, unit: Unit, vehicle: Unit) -> int:
        """One action, whatever else of it follows. (TRI-JOIN-06)"""
        return int(self._is_alone(unit) or price(state, vehicle) > 0)

    def _ends(self, placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Where they stand in the end."""
        if self.walk is None or len(placements) != 1:
            return placements
        return (replace(placements[0], at=self.walk, facing=round(bearing(placements[0].at, self.walk))),)

    def _still_may(self, state: GameState, unit: Unit, vehicle: Unit) -> str:
        """What they may still do."""
        if self._is_alone(unit):
            return "he leaves the unit for good, the others stay aboard; he or they go on with the points left"
        moved = vehicle.now.moved_in > 0
        after = "they go no further in this turn" if moved else "then they make the ordinary move of the same action"
        return after + ("" if profile_of(state, vehicle).open_topped else "; they may shoot but not charge")

    def resolve(self, progress: Progress) -> None:
        """Pay, leave the others if alone, step out, walk on."""
        state = progress.state
        unit = state.units[self.unit]
        assert unit.aboard is not None
        vehicle = state.units[unit.aboard]
        placements = self.placements or suggested(state, self._leaving(unit), vehicle)
        walk = self._step(state, unit, vehicle) if self.walk is not None else None
        points = self._points(state, unit, vehicle)
        progress.emit(PointsSpent(unit=unit.id, side=self.side, points=points, action="leave", rules=("TRI-JOIN-06",)))
        who = unit.id
        if self._is_alone(unit):
            who = split_and_join.split(progress, unit.id, self.models, for_good=True, rules=("TRI-TRAN-08",))
            (model,) = progress.state.units[who].models
            placements = (replace(placements[0], model=model.id),)
        left = self._left(progress.state, who, vehicle)
        aboard.step_out(progress, replace(left, alone=unit.id if who != unit.id else None), placements)
        steps = outside.steps(hull_of(progress.state, vehicle), placements)
        if casualties.brave(progress, who, steps) and walk is not None:
            walked = self._walked(who, placements, walk)
            progress.emit(walked)
            casualties.brave(progress, who, {p.model: tuple((x, y) for x, y, _ in walked.path) for p in placements})
        progress.emit(StepTaken(side=vehicle.side, unit=vehicle.id, what=("unloaded",), rules=("TRI-MOVE-04",)))

    def _left(self, state: GameState, who: UnitId, vehicle: Unit) -> LeftVehicle:
        moved = vehicle.now.moved_in > 0
        closed = not profile_of(state, vehicle).open_topped
        rules = ("TRI-TRAN-10" if moved else "TRI-TRAN-09", "TRI-TRAN-11")
        rules = (*rules, *(("TRI-TRAN-16",) if closed else ()), "TRI-JOIN-06")
        opens = not moved and who == self.unit and price(state, vehicle) > 0
        return LeftVehicle(
            side=self.side, unit=who, vehicle=vehicle.id, moved=moved, closed=closed, opens=opens, rules=rules
        )

    def _walked(self, who: UnitId, placements: tuple[Placement, ...], walk: single_models.StraightWalk) -> ModelsMoved:
        """On from the door in the same action. (TRI-JOIN-06)"""
        (end,), (start,) = self._ends(placements), placements
        path = ((*start.at, end.facing), (*end.at, end.facing))
        length, spent = round(walk.length_in, 4), round(walk.cost_in, 4)
        rules = ("TRI-TRAN-09", "TRI-JOIN-06")
        return ModelsMoved(
            side=self.side, unit=who, placements=(end,), path=path, length_in=length, spent_in=spent, rules=rules
        )


def price(state: GameState, vehicle: Unit) -> int:
    """Points of a whole unit that gets out: a movement action. (TRI-JOIN-06)

    Up to version 8 it cost nothing before the vehicle's move, and the move afterwards a point.
    """
    return int(vehicle.now.moved_in > 0 or not state.is_older_than("9"))


def characters(state: GameState, unit: Unit) -> list[Model]:
    """Independent characters who have joined the unit; none of a unit that is one. (TRI-TRAN-07, TRI-TRAN-08)"""
    found = [m for m in unit.alive if state.profile(m).has("independent")]
    return found if len(found) < len(unit.alive) else []


def suggested(state: GameState, unit: Unit, vehicle: Unit) -> tuple[Placement, ...]:
    """Where the table would set the unit down; fewer where there is no room."""
    return aboard.places(state, unit, vehicle, hull_of(state, vehicle))


def _fits(state: GameState, unit: Unit, vehicle: Unit, placements: tuple[Placement, ...]) -> Refusal | None:
    room = aboard.room(state, unit, vehicle, hull_of(state, vehicle))
    return outside.all_may_stand(state, unit, room, placements, "TRI-TRAN-11")


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Getting out, for the acting unit if it is aboard."""
    active = state.turn.active
    unit = state.units[active] if active is not None and state.active_side == side else None
    if unit is not None and unit.aboard is not None:
        ap = price(state, state.units[unit.aboard])
        out = Disembark(side=side, unit=unit.id)
        yield offered(state, out, kind="get-out", unit=unit.id, target=unit.aboard, ap=ap)
        for one in characters(state, unit):
            out = Disembark(side=side, unit=unit.id, models=(one.id,))
            label = f"{state.profile(one).name} alone"
            yield offered(state, out, kind="get-out", unit=unit.id, target=unit.aboard, ap=1, label=label)


OFFERED: Final = ("get-out",)
ACTIONS: tuple[type[Action], ...] = (Disembark,)
