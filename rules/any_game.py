"""What is done in every game alike: giving up, and rolling dice for whatever the table needs."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.core.words import does
from rules.dice.faces import KINDS_OF_DICE
from rules.events import GameEnded
from rules.progress import Action, Progress
from rules.state import Event, GameState, Outcome


def standing(state: GameState) -> list[SideId]:
    """Sides that still have anybody in play and have not conceded."""
    return [
        s.id
        for s in state.sides
        if not s.conceded and any(not u.is_gone and (not u.left_table or u.exit_at) for u in state.units_of(s.id))
    ]


class Conceded(Event, frozen=True, kw_only=True, tag="Conceded"):
    """A side gives up."""

    def evolve(self, state: GameState) -> GameState:
        """It is out of the battle."""
        assert self.side is not None
        return state.with_side(replace(state.side(self.side), conceded=True))

    def sentence(self, state: GameState) -> str:
        """Who."""
        assert self.side is not None
        return does(state.side(self.side).name, "concedes")


def _what_a_side_does(state: GameState, side: SideId, verb: str) -> str:
    """A side with what it does, in words that stay in the log: up to version 6 every side was one."""
    name = state.side(side).name
    return f"{name} {verb}" if state.is_older_than("7") else does(name, verb)


class Concede(Action, frozen=True, kw_only=True, tag="Concede"):
    """Give up. Allowed at any moment of the battle."""

    any_time = True

    def check(self, state: GameState) -> Refusal | None:
        """Not after the end, and only once."""
        if state.outcome is not None:
            return Refusal("game-over", "The battle is over.", allowed="look through the log")
        if state.side(self.side).conceded:
            return Refusal("already-conceded", "This side has conceded already.", allowed="watch")
        return None

    def resolve(self, progress: Progress) -> None:
        """The side is out; the last one standing wins."""
        progress.emit(Conceded(side=self.side))
        left = standing(progress.state)
        if len(left) == 1:
            reason = _what_a_side_does(progress.state, self.side, "concedes")
            progress.emit(GameEnded(outcome=Outcome(winner=left[0], reason=reason)))


class TableRoll(Action, frozen=True, kw_only=True, tag="TableRoll"):
    """A free roll of any die, for whatever the table needs. (ARAP-DICE-15)

    `sides` is the number after the D. D2, D3, D5, D66 and D100 are read off D6s and D10s. (ARAP-DICE-09 to -13)
    """

    sides: int
    count: int = 1
    why: str = ""

    any_time = True

    def check(self, state: GameState) -> Refusal | None:
        """A die that the game knows, up to ten at once."""
        if self.sides not in KINDS_OF_DICE or not 1 <= self.count <= 10:
            allowed = f"1 to 10 dice of {', '.join(f'D{n}' for n in KINDS_OF_DICE)}"
            return Refusal("bad-die", f"{self.count}D{self.sides} cannot be rolled.", "ARAP-DICE-15", allowed)
        return None

    def resolve(self, progress: Progress) -> None:
        """The dice fall for everyone."""
        rolls = _what_a_side_does(progress.state, self.side, "rolls")
        why = f"{rolls} {self.count}D{self.sides}" + (f": {self.why}" if self.why else "")
        progress.roll_kind("table-roll", self.sides, self.count, why=why, rules=("ARAP-DICE-15",))


class AdviceAsked(Event, frozen=True, kw_only=True, tag="AdviceAsked"):
    """A side has asked what the house would do in its place. Everybody may know; the answer is its own."""

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes."""
        return state

    def sentence(self, state: GameState) -> str:
        """Who asked."""
        assert self.side is not None
        return f"{does(state.side(self.side).name, 'asks')} the house what it would do"


class AskAdvice(Action, frozen=True, kw_only=True, tag="AskAdvice"):
    """Note for everybody that this side asks what the house would do. The game stays as it is."""

    any_time = True

    def check(self, state: GameState) -> Refusal | None:
        """Not after the end."""
        if state.outcome is not None:
            return Refusal("game-over", "The battle is over.", allowed="look through the log")
        return None

    def resolve(self, progress: Progress) -> None:
        """It is noted."""
        progress.emit(AdviceAsked(side=self.side))


ACTIONS: tuple[type[Action], ...] = (Concede, TableRoll, AskAdvice)
EVENTS: tuple[type[Event], ...] = (Conceded, AdviceAsked)
