"""The turn tracker and the score: where the battle stands, the same for everybody."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import SideId
from rules.core.words import does
from rules.forces.unit import Unit
from rules.questions.scenarios import round_word
from rules.questions.units import score
from rules.state import GameState

_STEPS = (("compulsory", "Compulsory"), ("activation", "Activation"), ("melee", "Melee"))


class Step(NamedTuple):
    """One phase of the player turn: done, on, or still to come."""

    word: str
    state: str


class SideScore(NamedTuple):
    """One side with its victory points."""

    id: str
    name: str
    score: int


class Tracker(NamedTuple):
    """All that the tracker shows."""

    turn: int
    limit: int
    side: str
    side_name: str
    doing: str
    steps: tuple[Step, ...]
    busts: int
    allowed: int
    sides: tuple[SideScore, ...]
    over: str
    word: str
    """What the game calls a turn of all sides."""

    @property
    def round_text(self) -> str:
        """Which of how many."""
        return f"{self.word} {self.turn} of {self.limit}"

    @property
    def here(self) -> str:
        """The step that the turn is at; after the last phase what losses still bring. (ARAP-CAS-04)"""
        on = [step.word for step in self.steps if step.state == "on"]
        return "".join(word for word in on if len(word) > 1) if on or not self.steps else "End of the turn"


def tracker(state: GameState) -> Tracker:
    """Turn, side, phase, busts and score of a state."""
    side = _acting(state)
    return Tracker(
        turn=state.turn.number,
        limit=state.scenario.turn_limit,
        side=side or "",
        side_name=state.side(side).name if side else "",
        doing=_doing(state),
        steps=_steps(state),
        busts=state.turn.busts,
        allowed=int(state.options.get("busts_allowed", 1)),
        sides=tuple(SideScore(s.id, s.name, score(state, s.id)) for s in state.sides),
        over=_over(state),
        word=round_word(state.ruleset).capitalize(),
    )


def _acting(state: GameState) -> SideId | None:
    if state.outcome is not None:
        return state.outcome.winner
    if state.waits_for is not None:
        return state.waits_for
    return state.turn.order[state.turn.place] if state.turn.order else None


def _doing(state: GameState) -> str:
    if state.outcome is not None:
        return "won" if state.outcome.winner else ""
    if state.owed is not None:
        return "to throw dice"
    if state.prompt is not None:
        return "to choose"
    return "to place" if state.turn.number == 0 else "to act"


def _steps(state: GameState) -> tuple[Step, ...]:
    phase = state.turn.phase
    if state.outcome is not None:
        return ()
    if state.turn.number == 0:
        return (Step("Deployment" if state.turn.order else "Roll-off", "on"),)
    order = [key for key, _ in _STEPS]
    here = order.index(phase) if phase in order else len(order)
    return tuple(
        Step(_step_word(state, key, word), "done" if n < here else "on" if n == here else "")
        for n, (key, word) in enumerate(_STEPS)
        if n <= max(here, 1)
    )


def _step_word(state: GameState, key: str, word: str) -> str:
    if key != "activation" or state.turn.phase != "activation" or state.active_side is None:
        return word
    # Who fell while it acted has tried nevertheless.
    units = [u for u in state.units_of(state.active_side) if u.now.tried or _is_left(u)]
    return f"{word} {sum(u.now.tried for u in units)} of {len(units)}"


def _is_left(unit: Unit) -> bool:
    return unit.deployed and not (unit.is_gone or unit.left_table)


def _over(state: GameState) -> str:
    if state.outcome is None:
        return ""
    winner = state.outcome.winner
    return does(state.side(winner).name, "wins") if winner else "A draw"


class Ending(NamedTuple):
    """How a battle ended."""

    title: str
    reason: str
    score: str
    winner: str
    """Letter of the side that won, empty for a draw."""


def ending(state: GameState) -> Ending | None:
    """Who won and why, once the battle is over."""
    if state.outcome is None:
        return None
    totals = ", ".join(f"{side.name} {score(state, side.id)}" for side in state.sides)
    reason = state.outcome.in_words([side.id for side in state.sides])
    return Ending(_over(state), reason[:1].upper() + reason[1:], totals, state.outcome.winner or "")
