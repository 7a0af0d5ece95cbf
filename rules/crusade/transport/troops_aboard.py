"""Troops that get in and out. (CRU-TRAN-01 to -05)"""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.crusade import hand, marks, models, spotting, troops
from rules.crusade.damage import places
from rules.crusade.events.aboard import GotAboard, GotOut
from rules.crusade.transport.passage import moved_twice, no_passage, no_space, passage_in, passage_rule
from rules.forces.unit import Unit
from rules.geometry.lengths import is_within
from rules.progress import Action, Progress
from rules.state import GameState


class StepIn(Action, frozen=True, kw_only=True, tag="StepIn"):
    """A troop walks up to a vehicle of its own side and gets in. (CRU-TRAN-01 to -05)"""

    unit: UnitId
    vehicle: UnitId
    path: tuple[tuple[float, float], ...] = ()
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Next to it, with enough of its move, and with room inside."""
        refusal = troops.on_foot(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, carrier = state.units[self.unit], state.units.get(self.vehicle)
        if carrier is None or carrier.side != self.side or not carrier.is_vehicle or not carrier.on_table:
            return Refusal("no-vehicle", "That is no vehicle of your side.", "CRU-TRAN-01", "a vehicle of your side")
        if models.is_wreck(state, carrier.id):
            return Refusal("wreck", f"{carrier.name} is destroyed.", "CRU-DEST-01", "another vehicle")
        return moved_twice(state, carrier) or no_space(state, unit, carrier) or self._reach(state, unit, carrier)

    def _reach(self, state: GameState, unit: Unit, carrier: Unit) -> Refusal | None:
        if self.path:
            left = troops.left_in(state, unit, extra=self.extra)
            refusal = troops.cannot_walk(state, unit, extra=self.extra) or troops.bad_path(state, unit, self.path, left)
            if refusal:
                return refusal
        there = troops.at(unit, self.path[-1]) if self.path else unit
        if not models.is_adjacent(state, there, carrier):
            text = f"{unit.name} is not next to {carrier.name}."
            return Refusal("not-adjacent", text, "CRU-TRAN-01", "walk to within 1″ of it")
        walked = troops.length_in(state, unit, self.path)
        return no_passage(state, unit, carrier, walked, extra=self.extra)

    def preview(self, state: GameState) -> Preview:
        """What of its move that takes."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        carrier = state.units[self.vehicle]
        text = f"getting in takes {_price(state, state.units[self.unit], carrier)}"
        return Preview(notes=(text,), rules=(passage_rule(state, carrier.id),))

    def resolve(self, progress: Progress) -> None:
        """It walks, then rides along."""
        hand.take(progress, self.unit)
        if self.extra:
            hand.spend_action(progress, self.unit, extra=True)
        troops.walk(progress, self.unit, self.path)
        state = progress.state
        spent = marks.of(state, self.unit).spent_in
        spent += passage_in(state, state.units[self.unit], state.units[self.vehicle])
        rules = ("CRU-TRAN-01", "CRU-TRAN-02", passage_rule(state, self.vehicle), *_by_size(state, self))
        event = GotAboard(side=self.side, unit=self.unit, vehicle=self.vehicle, spent_in=round(spent, 4), rules=rules)
        progress.emit(event)


def _price(state: GameState, unit: Unit, carrier: Unit) -> str:
    """Half of a move or all of it, with the rule. (CRU-TRAN-04, CRU-TRAN-05, CRU-TRAN-07)"""
    inches, rule = passage_in(state, unit, carrier), passage_rule(state, carrier.id)
    if inches < models.profile(state, unit).m:
        return f"half a move, {inches:g}″ ({rule})"
    return f"a full move ({rule})"


def _by_size(state: GameState, going: StepIn) -> tuple[str, ...]:
    """The rules that a Heavy or Big troop rides by. (CRU-TROOP-02, CRU-LIST-04)"""
    if models.profile(state, state.units[going.unit]).counts_as == 1:
        return ()
    starred = models.vehicle(state, going.vehicle).takes_big
    return ("CRU-TROOP-02", *(("CRU-LIST-04",) if starred else ()))


class StepOut(Action, frozen=True, kw_only=True, tag="StepOut"):
    """A troop gets out to a place next to the vehicle that it is aboard of. (CRU-TRAN-01, CRU-TRAN-04, CRU-TRAN-05)"""

    unit: UnitId
    at: tuple[float, float]
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """With enough of its move, to a free place within 1″ of the hull."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.aboard is None:
            return Refusal("not-aboard", f"{unit.name} rides in nothing.", "CRU-TRAN-01", "walk")
        carrier = state.units[unit.aboard]
        if unit.is_vehicle:
            return Refusal("vehicle", f"{unit.name} is a vehicle.", "CRU-LIST-03", "drive it out")
        refusal = _carried(state, carrier) or moved_twice(state, carrier)
        refusal = refusal or no_passage(state, unit, carrier, 0.0, extra=self.extra)
        if refusal:
            return refusal
        gap = models.pose(state, carrier).distance_to_point(self.at) - models.profile(state, unit).base_radius_in
        barred = troops.is_shut_out(state, unit, self.at)
        if barred or not is_within(gap, models.ADJACENT_IN) or not places.is_free(state, unit, self.at):
            text = f"{unit.name} cannot get out there."
            return Refusal("no-place", text, "CRU-TRAN-01", "a free place within 1″ of the hull")
        return None

    def preview(self, state: GameState) -> Preview:
        """What of its move that takes, and what is left to walk."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if refusal or unit is None or unit.aboard is None:
            return Preview(refusal=refusal)
        carrier = state.units[unit.aboard]
        left = troops.left_in(state, unit, extra=self.extra) - passage_in(state, unit, carrier)
        walks = f", {left:g}″ are left to walk" if left > 0 else ""
        text = f"getting out takes {_price(state, unit, carrier)}{walks}"
        return Preview(notes=(text,), rules=(passage_rule(state, carrier.id),))

    def resolve(self, progress: Progress) -> None:
        """It stands beside the vehicle; if it drove it, nobody does."""
        hand.take(progress, self.unit)
        if self.extra:
            hand.spend_action(progress, self.unit, extra=True)
        state = progress.state
        unit = state.units[self.unit]
        assert unit.aboard
        carrier = state.units[unit.aboard]
        spent = marks.of(state, self.unit).spent_in + passage_in(state, unit, carrier)
        rules = ("CRU-TRAN-01", passage_rule(state, carrier.id))
        progress.emit(
            GotOut(
                side=self.side,
                unit=self.unit,
                at=self.at,
                spent_in=round(spent, 4),
                vehicle=carrier.id,
                rules=rules,
            )
        )
        progress.queue(spotting.Seen())


def _carried(state: GameState, carrier: Unit) -> Refusal | None:
    """Nobody gets out of a vehicle that is inside another. (CRU-LIST-03)"""
    if carrier.aboard is None:
        return None
    text = f"{carrier.name} is inside {state.units[carrier.aboard].name}."
    return Refusal("carried", text, "CRU-LIST-03", f"drive {carrier.name} out first")


ACTIONS: tuple[type[Action], ...] = (
    StepIn,
    StepOut,
)
