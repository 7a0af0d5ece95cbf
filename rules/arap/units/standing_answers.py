"""Standing answers: what a unit always does, never does, or is asked each time; said once, and taken back at will.

Where the rules say that somebody may, its owner is asked, unless the unit has a standing answer. (ARAP-MELEE-04,
ARAP-CCG-01, ARAP-CCG-02)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple, get_args

from msgspec.structs import replace

from rules.arap.units.permission import own_unit
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal, in_short
from rules.forces.unit import Model, Unit
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.state import Event, GameState

StandingWord = Literal["always", "never", "ask"]


class Matter(NamedTuple):
    """What may be done or left: in words, the answer of a unit that has given none, and the rule."""

    words: str
    usual: StandingWord
    rule: str
    answers: tuple[StandingWord, ...] = ("always", "never", "ask")


MATTERS: Final[Mapping[str, Matter]] = {
    "several-weapons": Matter("fight with several weapons at once", "ask", "ARAP-MELEE-04"),
    "strike-at": Matter("name whom they strike at in melee", "always", "ARAP-MELEE-03", ("always", "never")),
    "assault-grenade": Matter("use assault grenades in a charge", "ask", "ARAP-CCG-01"),
    "defensive-grenade": Matter("use defensive grenades against a charge", "ask", "ARAP-CCG-02"),
}
WORDS: Final = {"always": "always: ", "never": "never: ", "ask": "ask: "}


def answer_of(state: GameState, unit: Unit, about: str) -> str:
    """What the unit has said, or the usual answer."""
    return unit.standing.get(about, _usual(state, about))


def _usual(state: GameState, about: str) -> StandingWord:
    """The answer of who has given none; nobody was asked whom to strike at up to version 3, of grenades up to 4."""
    if about == "strike-at" and state.is_older_than("4"):
        return "never"
    if about.endswith("-grenade") and state.is_older_than("5"):
        return "always"
    return MATTERS[about].usual


def concerns(state: GameState, unit: Unit, about: str) -> bool:
    """Whether the unit carries what it is about; whom to strike at is for those who fight hand to hand."""
    if about == "strike-at":
        return state.is_locked(unit.id)
    if about == "several-weapons":
        return any(_hands(state, m) for m in unit.alive)
    return any(state.weapons[w].has(about) for m in unit.alive for w in m.weapons)


def _hands(state: GameState, model: Model) -> bool:
    """Whether somebody has a close-combat weapon in one hand and another, or a pistol, in the other."""
    known = [state.weapons[w] for w in model.weapons]
    blades = sum(w.type == "melee" and w.attack == "ordinary" and not w.needs_both_hands for w in known)
    return blades > 1 or (blades > 0 and any(w.type == "pistol" for w in known))


class StandingAnswer(Action, frozen=True, kw_only=True, tag="StandingAnswer"):
    """Say once what a unit always or never does, or that it is to be asked again. Costs nothing, at any time."""

    unit: UnitId
    about: str
    answer: str

    any_time = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit of one's own, and something that it may do or leave."""
        refusal = own_unit(state, self.side, self.unit)
        if refusal:
            return refusal
        matter = MATTERS.get(self.about)
        if matter is None or self.answer not in matter.answers:
            words = matter.answers if matter is not None else get_args(StandingWord)
            allowed = f"{', '.join(MATTERS)}; {', '.join(words)}"
            return Refusal(
                "bad-answer", f"{in_short(self.about)}: {in_short(self.answer)} is no answer.", "ARAP-MELEE-04", allowed
            )
        return None

    def preview(self, state: GameState) -> Preview:
        """What it comes to."""
        refusal = self.check(state)
        matter = MATTERS.get(self.about) if refusal is None else None
        if matter is None:
            return Preview(refusal=refusal)
        return Preview(notes=(f"{WORDS[self.answer]}{matter.words}",), rules=(matter.rule,))

    def resolve(self, progress: Progress) -> None:
        """It stands until it is taken back."""
        rule = MATTERS[self.about].rule
        progress.emit(
            StandingAnswerGiven(side=self.side, unit=self.unit, about=self.about, answer=self.answer, rules=(rule,))
        )


class StandingAnswerGiven(Event, frozen=True, kw_only=True, tag="StandingAnswerGiven"):
    """A unit has a standing answer, or none any more."""

    about: str
    answer: str

    def evolve(self, state: GameState) -> GameState:
        """It is kept on the unit."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(replace(unit, standing={**unit.standing, self.about: self.answer}))

    def sentence(self, state: GameState) -> str:
        """What it will do."""
        assert self.unit is not None
        words = MATTERS[self.about].words if self.about in MATTERS else self.about
        return f"{state.units[self.unit].name}, {WORDS.get(self.answer, '')}{words}"


NEXT: Final[Mapping[str, StandingWord]] = {"ask": "always", "always": "never", "never": "ask"}
BUTTONS: Final = {"ask": "Ask: ", "always": "Always ", "never": "Never "}


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand and for those in a melee, each answer that they do not give now.

    (ARAP-MELEE-03, ARAP-MELEE-04, ARAP-CCG-01, ARAP-CCG-02)
    """
    locked = dict.fromkeys(u for melee in state.melees for u in melee.units)
    for name in dict.fromkeys((*((state.turn.active,) if state.turn.active else ()), *locked)):
        if state.units[name].side == side:
            yield from _answers(state, side, state.units[name])


def _answers(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    for about, matter in MATTERS.items():
        if not concerns(state, unit, about):
            continue
        for answer in NEXT:
            if answer != answer_of(state, unit, about) and answer in matter.answers:
                action = StandingAnswer(side=side, unit=unit.id, about=about, answer=answer)
                label = f"{BUTTONS[answer]}{matter.words}"
                yield Offer(kind="standing", unit=unit.id, label=label, action=action)


OFFERED: Final = ("standing",)
ACTIONS: tuple[type[Action], ...] = (StandingAnswer,)
EVENTS: tuple[type[Event], ...] = (StandingAnswerGiven,)
