"""One command being resolved: the state so far, the events so far, the dice, and what remains to be done.

Actions are asked for, tasks remain to be done; both work on a `Progress`, so their bases stand beside it.

`Progress` lives for one call of `decide`. Everything that it changes becomes an event.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import ModelId, SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.owed import Lying, RollAsked
from rules.core.preview import Arrival, Doubtful, Preview
from rules.core.prompt import Option, OptionOdds, Prompt
from rules.core.refusal import Refusal
from rules.dice.by_hand import HandDice
from rules.dice.faces import COMBAT_DIE, READ_DICE, combat, readings
from rules.dice.goals import Sense, TwoWay, needs_second, second_goal, succeeds
from rules.dice.sources import Dice
from rules.events import AgendaChanged, Prompted, Rolled
from rules.geometry.rings import Ring
from rules.state import Deed, Event, GameState, Placement, Task


class Progress:
    """State, events and dice of the command in hand."""

    def __init__(self, state: GameState, dice: Dice | HandDice) -> None:
        self.state = state
        self.events: list[Event] = []
        self._dice = dice
        self._waiting: list[Task] = list(state.agenda)
        self._put_down: list[Task] = []
        """What the step in hand leads to, in order of happening; it all comes before what was waiting."""

    # -- events ----------------------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Append an event and apply it."""
        event = replace(event, seq=self.state.seq + 1)
        self.state = replace(event.evolve(self.state), seq=event.seq)
        self.events.append(event)

    # -- dice ------------------------------------------------------------------------------------------------------

    def is_by_hand(self, side: SideId) -> bool:
        """Whether that side throws real dice, so that none should be asked for in vain."""
        return isinstance(self._dice, HandDice) and self._dice.is_thrown_by(side)

    def _fall(self, asked: RollAsked) -> Lying:
        """Throw what is asked, or take what was entered for it."""
        k = self.state.dice_used
        if not asked.count:
            return Lying()
        if isinstance(self._dice, HandDice):
            return self._dice.fall(asked, k)
        return Lying(self._dice.throw(asked.label, asked.sides, asked.count, k))

    def _note(
        self, asked: RollAsked, lying: Lying, made: tuple[bool | None, ...] = (), total: int | None = None
    ) -> Rolled:
        """The roll as an event, with what came of it."""
        rolled = Rolled(
            label=asked.label,
            dice=lying.faces,
            sides=asked.sides,
            sense=asked.sense,
            goal=asked.goal,
            base=asked.base,
            modifiers=asked.modifiers,
            made=made,
            total=total,
            unit=asked.unit,
            side=asked.side,
            target=asked.target,
            why=asked.why,
            rules=asked.rules,
            entered_by=lying.by,
            readings=readings(asked.kind, lying.faces),
            line_deg=lying.line_deg,
        )
        self.emit(rolled)
        return rolled

    def roll(
        self,
        label: str,
        count: int = 1,
        *,
        sides: int = 6,
        sense: Sense = "none",
        goal: int | None = None,
        base: int | None = None,
        modifiers: Sequence[Modifier] = (),
        unit: UnitId | None = None,
        target: UnitId | None = None,
        why: str = "",
        rules: Sequence[str] = (),
    ) -> Rolled:
        """Throw dice that are read one by one; second dice of goals beyond the die follow by themselves.

        `sense` "low" or "high" with a `goal` fills `made`. (ARAP-DICE-01 to -08)
        """
        asked = RollAsked(
            label=label,
            count=count,
            sides=sides,
            sense=sense,
            goal=goal,
            base=base,
            modifiers=tuple(modifiers),
            unit=unit,
            side=self._side_of(unit),
            target=target,
            why=why,
            rules=tuple(rules),
        )
        lying = self._fall(asked)
        rolled = self._note(asked, lying, self._made(lying.faces, sense, goal))
        return self._extended(rolled, goal, sense) if goal is not None and sense in ("low", "high") else rolled

    @staticmethod
    def _made(dice: Sequence[int], sense: Sense, goal: int | None) -> tuple[bool | None, ...]:
        """Whether each die succeeded; of one that a second die decides nothing is said. (ARAP-DICE-06, -07)"""
        if goal is None or (sense != "low" and sense != "high"):
            return ()
        return tuple(None if needs_second(goal, sense, die) else succeeds(die, goal, sense) for die in dice)

    def _extended(self, rolled: Rolled, goal: int, sense: TwoWay) -> Rolled:
        """Second dice for a low goal of 0 to -2 or a high one of 7 to 9. (ARAP-DICE-06, -07)"""
        again = [i for i, die in enumerate(rolled.dice) if needs_second(goal, sense, die)]
        if not again:
            return rolled
        second = second_goal(goal, sense)
        asked = RollAsked(
            label="extended-reroll",
            count=len(again),
            sense=sense,
            goal=second,
            unit=rolled.unit,
            side=rolled.side,
            target=rolled.target,
            why=f"second die for {rolled.label}",
            rules=("ARAP-DICE-07" if sense == "low" else "ARAP-DICE-06",),
        )
        lying = self._fall(asked)
        passed = tuple(die <= second if sense == "low" else die >= second for die in lying.faces)
        self._note(asked, lying, passed)
        made = list(rolled.made)
        for i, ok in zip(again, passed, strict=True):
            made[i] = ok
        return replace(rolled, made=tuple(made))

    def roll_kind(self, label: str, kind: int, count: int, *, why: str, rules: tuple[str, ...]) -> Rolled:
        """Throw what stands for so many dice of a kind, and note what they are read as. (ARAP-DICE-09 to -13, -15)"""
        die = READ_DICE.get(kind)
        if die is None:
            return self.roll(label, count, sides=kind, why=why, rules=rules)
        cited = (*rules, die.rule)
        asked = RollAsked(label=label, count=count * die.each, sides=die.sides, kind=kind, why=why, rules=cited)
        return self._note(asked, self._fall(asked))

    def roll_combat(
        self,
        label: str,
        count: int,
        *,
        unit: UnitId | None = None,
        target: UnitId | None = None,
        why: str = "",
        rules: Sequence[str] = (),
    ) -> Rolled:
        """Throw combat dice; `readings` are what they show and `total` their sum. No dice total 0. (CRU-DICE-01)"""
        asked = RollAsked(
            label=label,
            count=max(0, count),
            kind=COMBAT_DIE,
            summed=True,
            sense="sum",
            unit=unit,
            side=self._side_of(unit),
            target=target,
            why=why,
            rules=tuple(rules),
        )
        lying = self._fall(asked)
        return self._note(asked, lying, total=sum(map(combat, lying.faces)))

    def roll_sum(
        self,
        label: str,
        count: int,
        *,
        goal: int | None = None,
        low: bool = True,
        base: int | None = None,
        modifiers: Sequence[Modifier] = (),
        unit: UnitId | None = None,
        target: UnitId | None = None,
        why: str = "",
        rules: Sequence[str] = (),
        added: bool = False,
        snake_eyes: bool = False,
    ) -> Rolled:
        """Throw D6s that are added up; with a goal it is a test on the total (Leadership, for example).

        With `added` the modifiers go to the dice instead of the goal, which is given without them; with `snake_eyes`
        a natural double 1 passes whatever the total. (ARAP-MORAL-01, ARAP-MORAL-03)
        """
        asked = RollAsked(
            label=label,
            count=count,
            summed=True,
            sense="sum" if goal is None else ("low" if low else "high"),
            goal=goal,
            base=base,
            modifiers=tuple(modifiers),
            unit=unit,
            side=self._side_of(unit),
            target=target,
            why=why,
            rules=tuple(rules),
        )
        lying = self._fall(asked)
        dice = lying.faces
        total = sum(dice) + (sum(m.value for m in modifiers) if added else 0)
        lucky = snake_eyes and all(die == 1 for die in dice)
        made = () if goal is None else (lucky or ((total <= goal) if low else (total >= goal)),)
        return self._note(asked, lying, made, total)

    def pick(self, count: int, *, unit: UnitId | None, why: str, rules: Sequence[str] = ("ARAP-CAS-01",)) -> int:
        """A uniform choice among `count`, from 0; a single candidate needs no die. `why` stands in the log."""
        if count <= 1:
            return 0
        asked = RollAsked(
            label="pick",
            count=1,
            sides=count,
            sense="pick",
            unit=unit,
            side=self._side_of(unit),
            why=why,
            rules=tuple(rules),
        )
        return self._note(asked, self._fall(asked)).dice[0] - 1

    def _side_of(self, unit: UnitId | None) -> SideId | None:
        return self.state.units[unit].side if unit in self.state.units else None

    # -- what remains to be done -----------------------------------------------------------------------------------

    def queue(self, *tasks: Task) -> None:
        """Put down what happens next, after what this step has put down and before all that was waiting.

        A step is an action, an answer or one task: it does what it does, then says in order of happening what follows.
        """
        self._put_down += tasks

    def ahead(self, *tasks: Task) -> None:
        """Put down what comes before anything else, even before what this step has put down already.

        For what befalls somebody in the middle of a step: a fall, an interception, a hit that is resolved at once.
        """
        self._put_down[:0] = tasks

    def ask(
        self,
        task: Task,
        side: SideId,
        kind: str,
        question: str,
        options: Sequence[Option],
        *,
        unit: UnitId | None = None,
        about: UnitId | None = None,
        rule: str = "",
        decline: str = "",
        free: Sequence[tuple[str, float]] = (),
        area: Sequence[Ring] = (),
        doubts: Sequence[Doubtful] = (),
        laid: Sequence[Ring] = (),
        note: str = "",
    ) -> None:
        """Open a prompt; `task` comes before anything else and goes on with the answer."""
        self.ahead(task)
        prompt = Prompt(
            side=side,
            kind=kind,
            question=question,
            options=tuple(options),
            unit=unit,
            about=about,
            rule=rule,
            decline=decline,
            free=tuple(free),
            area=tuple(area),
            doubts=tuple(doubts),
            laid=tuple(laid),
            note=note,
        )
        self.emit(Prompted(side=side, unit=unit, prompt=prompt, rules=(rule,) if rule else ()))

    def drop(self) -> None:
        """Forget what remains to be done, so that players may act; the caller sees to it that it is done later."""
        self._waiting, self._put_down = [], []

    @property
    def _agenda(self) -> list[Task]:
        """All that remains to be done, topmost first."""
        return [*self._put_down, *self._waiting]

    def take(self) -> TaskStruct:
        """Take the topmost task off the agenda; the next step begins."""
        first, *self._waiting = self._agenda
        self._put_down = []
        assert isinstance(first, TaskStruct)
        return first

    def run(self) -> None:
        """Do what is on the agenda until it is empty, a prompt is open or the game is over."""
        while self._agenda and self.state.prompt is None and self.state.outcome is None:
            self.take().run(self)

    def close(self) -> list[Event]:
        """Note what remains to be done and return the events of the command."""
        agenda = () if self.state.outcome else tuple(self._agenda)
        if agenda != self.state.agenda:
            self.emit(AgendaChanged(agenda=agenda, seen_by=()))
        return self.events


def waiting(state: GameState) -> TaskStruct:
    """The task that goes on with the answer to the open prompt."""
    task = state.agenda[0]
    assert isinstance(task, TaskStruct)
    return task


class TaskStruct(Struct, Task, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Something the engine still has to do: a frozen struct, so that the agenda is data and survives a restart.

    Tasks wait on the agenda, topmost first. A task that asks stays on top until the prompt is answered.
    """

    def run(self, progress: Progress) -> None:
        """Do it. The task has been taken off the agenda. A task that only waits for an answer has nothing to do."""
        raise AssertionError(f"{type(self).__name__} waits for an answer")

    def answer(self, progress: Progress, choice: str) -> None:
        """Go on with the option that was chosen. The task has been taken off the agenda. Most tasks ask nothing."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def misplaced(self, state: GameState, placements: Sequence[Placement]) -> Refusal | None:
        """Why the places that come with an answer will not do; most questions ask for none."""
        return Refusal("nothing-to-place", "That question asks for no places.", allowed="the option alone")

    def answer_with(self, progress: Progress, choice: str, placements: Sequence[Placement]) -> None:
        """Go on with the option and the places that its side gave for models."""
        self.answer(progress, choice)

    def who_fires(self, state: GameState) -> dict[str, tuple[ModelId, ...]]:
        """By option, those of whom its side may choose who fire; most questions ask for nobody. (ARAP-WPN-01)"""
        return {}

    def answer_by(self, progress: Progress, choice: str, models: Sequence[ModelId]) -> None:
        """Go on with the option and the models that its side chose to fire."""
        self.answer(progress, choice)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """What the options of its question promise: `seen` is what the side that is asked knows, `whole` everything.

        What waits behind the question (wounds to be saved) stands on the agenda, which no viewer is shown; the side
        that is asked may know its odds all the same.
        """
        return {}


class Action(Struct, Deed, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Something a side asks for. `side` is who asks; the server fills it in from the seat."""

    side: SideId

    any_time: ClassVar[bool] = False
    """May be asked out of turn and while a prompt waits."""
    host_only: ClassVar[bool] = False
    about_dice: ClassVar[bool] = False
    """Is about dice that are thrown by hand: it alone may be asked while such dice are owed."""
    answers_prompt: ClassVar[bool] = False
    """It goes on with the open question, and is judged by what waits behind that, as the options are."""

    @abstractmethod
    def check(self, state: GameState) -> Refusal | None:
        """The first reason against it in the ledger's order, or None. Silent; throws no dice."""

    def preview(self, state: GameState) -> Preview:
        """What it would cost and how likely it is."""
        return Preview(refusal=self.check(state))

    def arrives(self, state: GameState) -> Arrival:
        """Where it would lead; moves that are offered by the dozen answer without working out the rest."""
        return self.preview(state).arrival

    @abstractmethod
    def resolve(self, progress: Progress) -> None:
        """Make it happen; `check` has found nothing against it."""
