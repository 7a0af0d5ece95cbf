"""One side after another: models done, fires, rounds, the end of the battle. (CRU-TURN-01, CRU-TURN-04, CRU-DMG-08)"""

from __future__ import annotations

from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal, in_short
from rules.crusade import hand, marks, models
from rules.crusade.damage.falls import Burning, FallDown, of_fires
from rules.crusade.events.turns import ModelDone, SideBegins, SideFinished
from rules.events import GameEnded
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState, Outcome


def begin(progress: Progress, place: int, number: int) -> None:
    """A side's turn begins. (CRU-TURN-01)"""
    side = progress.state.turn.order[place]
    progress.emit(SideBegins(side=side, place=place, number=number, rules=("CRU-TURN-01", "CRU-SHOT-01")))


class FinishModel(Action, frozen=True, kw_only=True, tag="FinishModel"):
    """Be done with a model; a FLYER that has not flown straight on falls, if that is accepted. (CRU-MOVE-07)"""

    unit: UnitId
    accept_fall: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """A model of the own side that is not done."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal or self.accept_fall or not hand.must_fly(state, self.unit):
            return refusal
        return hand.flyer_must_fly(state, self.unit)

    def resolve(self, progress: Progress) -> None:
        """It does nothing more this turn."""
        falls = hand.must_fly(progress.state, self.unit)
        hand.take(progress, self.unit)
        progress.emit(ModelDone(side=self.side, unit=self.unit, rules=("CRU-TURN-01",)))
        if falls:
            progress.queue(FallDown(unit=self.unit, inches=progress.state.scenario.flight_in))


class EndTurn(Action, frozen=True, kw_only=True, tag="EndTurn"):
    """The player is done with all models; what burns is rolled for, in the order of `fires`. (CRU-TURN-01, CRU-DMG-08)

    Vehicles on fire that it does not name follow in the order of the roster.
    """

    fires: tuple[UnitId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Not while a FLYER still has to fly, or a pod to land."""
        refusal = hand.not_now(state, self.side)
        if refusal:
            return refusal
        owing = next((u.id for u in state.units_of(self.side) if hand.must_fly(state, u.id)), None)
        if owing is not None:
            return hand.flyer_must_fly(state, owing)
        waiting = hand.waiting_pods(state, self.side)
        if waiting and state.turn.number == hand.ARRIVAL:
            return hand.pod_lands(waiting[0])
        lit = burning(state, self.side)
        if unlit := [each for each in self.fires if each not in lit]:
            text = f"{in_short(unlit[0])} is no vehicle of yours that burns."
            return Refusal("not-burning", text, "CRU-DMG-08", ", ".join(lit) or "no order")
        return None

    def preview(self, state: GameState) -> Preview:
        """What fires may do before the next side begins. (CRU-DMG-08)"""
        if refusal := self.check(state):
            return Preview(refusal=refusal)
        lit = burning(state, self.side)
        chances = tuple(each for unit in lit if not models.is_wreck(state, unit) for each in of_fires(state, unit))
        return Preview(chances=chances, rules=("CRU-TURN-01", *(("CRU-DMG-08",) if lit else ())))

    def resolve(self, progress: Progress) -> None:
        """Fires first, then the next side."""
        order = dict.fromkeys((*self.fires, *burning(progress.state, self.side)))
        progress.queue(*(Burning(unit=each) for each in order), TurnPasses(side=self.side))


def burning(state: GameState, side: SideId) -> tuple[UnitId, ...]:
    """Vehicles of a side that are on fire, in the order of the roster. (CRU-DMG-08)"""
    return tuple(u.id for u in state.units_of(side) if "FIRE" in marks.of(state, u.id).cards)


class TurnPasses(TaskStruct, frozen=True, kw_only=True, tag="TurnPasses"):
    """The next side clockwise that has a model left; after the last round the battle ends. (CRU-TURN-01, -04)"""

    side: SideId

    def run(self, progress: Progress) -> None:
        """Marks of that turn go, then the next begins."""
        progress.emit(SideFinished(side=self.side, rules=("CRU-TURN-01", "CRU-TROOP-03", "CRU-TROOP-04")))
        state = progress.state
        if ended(progress):
            return
        place, number = state.turn.place, state.turn.number
        for _ in state.turn.order:
            place = (place + 1) % len(state.turn.order)
            number += place == 0
            if number > state.scenario.turn_limit:
                finish(progress, f"after {state.scenario.turn_limit} rounds")
                return
            side = state.turn.order[place]
            if has_models(state, side) and not state.side(side).conceded:
                begin(progress, place, number)
                return


def pass_on(progress: Progress) -> None:
    """The turn of a side that has conceded is over; up to version 13 it had to end it. (CRU-TURN-01)"""
    state = progress.state
    side = state.active_side if state.turn.phase == "activation" else None
    if side is not None and state.side(side).conceded and not (state.outcome or state.is_older_than("14")):
        TurnPasses(side=side).run(progress)


def has_models(state: GameState, side: SideId) -> bool:
    """Whether a side has a model left: on the table, aboard, or to come. (CRU-TURN-04)"""
    return any(not u.is_gone and not models.is_wreck(state, u.id) for u in state.units_of(side))


def ended(progress: Progress) -> bool:
    """End the battle if a side has no model left. (CRU-TURN-04)"""
    state = progress.state
    if state.outcome is not None or state.turn.phase != "activation":
        return state.outcome is not None
    lost = [s for s in state.sides if not has_models(state, s.id)]
    if not lost:
        return False
    finish(progress, f"{lost[0].name} has no model left")
    return True


def points(state: GameState, side: SideId) -> int:
    """Points of models on the table and not wrecked. (CRU-TURN-04)"""
    own = (u for u in state.units_of(side) if u.deployed and not u.is_gone and not models.is_wreck(state, u.id))
    return sum(u.points for u in own if u.aboard is None or state.units[u.aboard].deployed)


def finish(progress: Progress, why: str) -> None:
    """The side with more points has won. (CRU-TURN-04)"""
    state = progress.state
    totals = {s.id: points(state, s.id) for s in state.sides}
    best = max(totals.values())
    first = [side for side, total in totals.items() if total == best]
    text = ", ".join(f"{state.side(side).name} {total}" for side, total in totals.items())
    winner = first[0] if len(first) == 1 else None
    progress.emit(GameEnded(outcome=Outcome(winner=winner, reason=f"{why}: {text}"), rules=("CRU-TURN-04",)))


ACTIONS: tuple[type[Action], ...] = (
    FinishModel,
    EndTurn,
)


TASKS: tuple[type[TaskStruct], ...] = (TurnPasses,)
