"""Sides in their order, models in hand, actions spent. (CRU-TURN)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.crusade import marks
from rules.crusade.events.words import named, put
from rules.state import Event, GameState


class SidesOrdered(Event, frozen=True, kw_only=True, tag="SidesOrdered"):
    """Turns pass clockwise from the side that begins. (CRU-TURN-01)"""

    order: tuple[SideId, ...]
    set_up_only: bool = False
    """The scenario says who goes first: this is only the order in which they set up."""

    def evolve(self, state: GameState) -> GameState:
        """The first of them sets up first."""
        return state.with_turn(order=self.order, place=0, phase="deployment")

    def sentence(self, state: GameState) -> str:
        """Who begins."""
        names = [state.side(s).name for s in self.order]
        if self.set_up_only:
            return f"{', then '.join(names)} set up"
        return f"In each round turns go to {', then to '.join(names)}"


class SettingUp(Event, frozen=True, kw_only=True, tag="SettingUp"):
    """The next side sets up a model, as an index into the order."""

    place: int

    def evolve(self, state: GameState) -> GameState:
        """That side is next."""
        return state.with_turn(place=self.place)


class ModelPlaced(Event, frozen=True, kw_only=True, tag="ModelPlaced"):
    """A model stands where it was put: set up, shifted aside, left beside a wreck. Inches, degrees."""

    unit: UnitId
    at: tuple[float, float]
    facing: float = 0.0
    why: str = ""

    def evolve(self, state: GameState) -> GameState:
        """It stands there, aboard of nothing."""
        state = put(state, self.unit, self.at, self.facing)
        return state.with_unit(replace(state.units[self.unit], aboard=None))

    def sentence(self, state: GameState) -> str:
        """Who stands where and why."""
        return f"{named(state, self.unit)} {self.why or 'is set up'}"


class SideBegins(Event, frozen=True, kw_only=True, tag="SideBegins"):
    """A side's turn: its models are ready again, what they lose this turn is noted. (CRU-TURN-01, CRU-SHOT-01)"""

    place: int
    number: int

    def evolve(self, state: GameState) -> GameState:
        """Marks of the last turn go; knockdowns, stuns and CREW cards bite."""
        state = state.with_turn(place=self.place, number=self.number, phase="activation", active=None)
        for unit in state.units_of(state.turn.order[self.place]):
            state = marks.begin_turn(state, unit.id)
        return state

    def sentence(self, state: GameState) -> str:
        """Whose turn of which round."""
        return f"Round {self.number}: {state.side(state.turn.order[self.place]).name}"


class SideFinished(Event, frozen=True, kw_only=True, tag="SideFinished"):
    """A side's turn is over: who was down or stunned in it is so no more. (CRU-TROOP-03, CRU-TROOP-04)"""

    def evolve(self, state: GameState) -> GameState:
        """Their marks go."""
        assert self.side
        for unit in state.units_of(self.side):
            noted = marks.of(state, unit.id)
            if noted.knocked_now or noted.stunned_now:
                state = marks.with_model(state, unit.id, knocked_now=False, stunned_now=False)
        return state.with_turn(active=None)


class TakenInHand(Event, frozen=True, kw_only=True, tag="TakenInHand"):
    """A model is the one that acts; the one before it is done. (CRU-TURN-01)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It alone may act until it is done."""
        before = state.turn.active
        if before is not None and before != self.unit:
            state = marks.with_model(state, before, done=True)
        return state.with_turn(active=self.unit)


class ModelDone(Event, frozen=True, kw_only=True, tag="ModelDone"):
    """A model is done for this turn. (CRU-TURN-01)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It does nothing more this turn."""
        state = marks.with_model(state, self.unit, done=True)
        return state.with_turn(active=None) if state.turn.active == self.unit else state


class ActionSpent(Event, frozen=True, kw_only=True, tag="ActionSpent"):
    """A model spends its action: on an extra move, or on something else. (CRU-TURN-02)"""

    unit: UnitId
    extra: bool = False
    after_move: bool = False
    """A troop had moved: its action ends that move. (CRU-TURN-02)"""

    def evolve(self, state: GameState) -> GameState:
        """A troop that bought a move has all its inches again."""
        fresh = {"spent_in": 0.0} if self.extra and state.units[self.unit].vehicle is None else {}
        over = {"move_over": True} if self.after_move else {}
        return marks.with_model(state, self.unit, acted=True, extra=self.extra, left_in=0.0, **fresh, **over)


EVENTS: tuple[type[Event], ...] = (
    SidesOrdered,
    SettingUp,
    ModelPlaced,
    SideBegins,
    SideFinished,
    TakenInHand,
    ModelDone,
    ActionSpent,
)
