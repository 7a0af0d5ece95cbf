"""Answering a prompt is an ordinary action; the waiting task goes on with it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.ids import ModelId, SideId
from rules.core.refusal import Refusal, quoted
from rules.events import Answered
from rules.offers import Offer, offered
from rules.progress import Action, Progress, waiting
from rules.state import GameState, Placement


class Answer(Action, frozen=True, kw_only=True, tag="Answer"):
    """Choose an option of the open prompt by its id; where models may be placed freely, say where they go.

    `models` are those who fire where that option is to fire, none named for all who can. (ARAP-WPN-01)
    """

    choice: str
    placements: tuple[Placement, ...] = ()
    models: tuple[ModelId, ...] = ()

    any_time = True

    def check(self, state: GameState) -> Refusal | None:
        """There is a prompt, it is this side's, and the option is offered and not barred."""
        prompt = state.prompt
        if prompt is None:
            return Refusal("no-prompt", "Nothing is being asked now.", allowed="act")
        if prompt.side != self.side:
            name = state.side(prompt.side).name
            return Refusal("not-your-prompt", f"That choice is for {name}.", prompt.rule, "wait")
        option = prompt.option(self.choice)
        offered = ", ".join(o.id for o in prompt.options if not o.refused)
        if option is None:
            return Refusal(
                "unknown-option", f"{quoted(self.choice)} is not an option.", prompt.rule, f"one of {offered}"
            )
        if option.refused:
            return Refusal("option-barred", option.refused, option.rule or prompt.rule, f"one of {offered}")
        if self.models:
            return self._unfit(state)
        return waiting(state).misplaced(state, self.placements) if self.placements else None

    def _unfit(self, state: GameState) -> Refusal | None:
        """Why those models do not fire by that answer."""
        can = waiting(state).who_fires(state).get(self.choice, ())
        if not can:
            return Refusal("nobody-to-choose", "Nobody is chosen by that answer.", "ARAP-WPN-01", "the option alone")
        if unable := [name for name in self.models if name not in can]:
            text = f"{unable[0]} does not fire by that answer."
            return Refusal("cannot-fire", text, "ARAP-WPN-01", f"some of {', '.join(can)}")
        return None

    def resolve(self, progress: Progress) -> None:
        """Close the prompt and hand the choice to the task that asked."""
        prompt = progress.state.prompt
        assert prompt is not None
        option = prompt.option(self.choice)
        assert option is not None
        rules = (*((prompt.rule,) if prompt.rule else ()), *(("ARAP-WPN-01",) if self.models else ()))
        progress.emit(
            Answered(
                side=self.side,
                unit=prompt.unit,
                choice=option.id,
                label=option.label,
                question=prompt.question,
                rules=rules,
            )
        )
        task = progress.take()
        if self.models:
            task.answer_by(progress, option.id, self.models)
        elif self.placements:
            task.answer_with(progress, option.id, self.placements)
        else:
            task.answer(progress, option.id)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """The options of one's own open prompt."""
    prompt = state.prompt
    if prompt is None or prompt.side != side:
        return
    for option in prompt.options:
        yield offered(state, Answer(side=side, choice=option.id), kind="answer", unit=prompt.unit, label=option.label)


ACTIONS: tuple[type[Action], ...] = (Answer,)
