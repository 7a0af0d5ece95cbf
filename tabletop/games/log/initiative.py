"""A round of close combat step by step: who has struck, who strikes, who comes later. (ARAP-MELEE-05)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from rules.core.ids import UnitId
from rules.core.words import listed
from rules.questions.events import MeleeStep
from tabletop.games.log.throws import Roll
from tabletop.ui.words import count_text

if TYPE_CHECKING:
    from tabletop.games.log.entries import Sentence

ROUND: Final = "MeleeRoundBegan"
"""The kind of event with which the steps of a melee begin again."""
MATTERS: Final = (ROUND, "InitiativeStepBegan", "WoundsTaken")
"""The kinds of events that say how such a round goes."""


class Rung(NamedTuple):
    """One step of the round: its Initiative, who strikes in it, what came of it or when it comes."""

    initiative: int
    who: str
    outcome: str
    state: Literal["done", "on", ""]


def goes_on(parts: Iterable[Sentence | Roll]) -> int:
    """The event with which the first step among these begins, where its round began before them; else 0."""
    told_of = (part for part in parts if not isinstance(part, Roll) and (part.kind == ROUND or part.step))
    first = next(told_of, None)
    return first.seq if first is not None and first.step else 0


class StepInNames(NamedTuple):
    """A step with the names of those who strike in it and after it."""

    initiative: int
    who: str
    after: tuple[tuple[int, str], ...]


def in_names(step: MeleeStep | None, name: Callable[[UnitId], str]) -> StepInNames | None:
    """The same step in names, as one viewer knows them."""
    if step is None:
        return None
    after = tuple((i, listed([name(unit) for unit in units])) for i, units in step.after)
    return StepInNames(step.initiative, listed([name(unit) for unit in step.strikers]), after)


def fought(parts: Iterable[Sentence | Roll], name: Callable[[str], str] = str) -> tuple[Rung, ...]:
    """The steps of the last round among these parts, each with what came of it; none where no round was fought.

    `name` names the units of dice, for fights whose strikers are drawn by lot. (BLD-SCC-03)
    """
    return tuple(_done(step, name) for step in _steps(parts))


def going_on(parts: Iterable[Sentence | Roll], name: Callable[[str], str] = str) -> tuple[Rung, ...]:
    """The same while the dice of the last step fall, with those that come after it."""
    steps = _steps(parts)
    if not steps:
        return ()
    *before, now = steps
    last = now.step.after[-1:]
    later = (Rung(i, who, "to strike last" if (i, who) in last else "to strike", "") for i, who in now.step.after)
    on = Rung(now.step.initiative, _who(now, name), "striking now", "on")
    return (*(_done(step, name) for step in before), on, *later)


class _Step(NamedTuple):
    step: StepInNames
    rolls: list[Roll]
    lost: list[int]


def _steps(parts: Iterable[Sentence | Roll]) -> Sequence[_Step]:
    found: list[_Step] = []
    for part in parts:
        if isinstance(part, Roll):
            if found:
                found[-1].rolls.append(part)
        elif part.kind == ROUND:
            found = []
        elif part.step is not None:
            found.append(_Step(part.step, [], []))
        elif found:
            found[-1].lost.append(part.lost)
    return found


def _who(step: _Step, name: Callable[[str], str]) -> str:
    if step.step.who:
        return step.step.who
    threw = dict.fromkeys(roll.unit for roll in step.rolls if roll.label == _BLOWS and roll.unit)
    return listed([name(unit) for unit in threw])


_BLOWS: Final = "to-hit"


def _done(step: _Step, name: Callable[[str], str]) -> Rung:
    attacks = sum(len(roll.faces) for roll in step.rolls if roll.label == _BLOWS)
    fell = sum(step.lost)
    came = f"{fell} fall{'s' * (fell == 1)}" if fell else "none fall"
    how = count_text(attacks, "attack") if attacks else "explosives"
    return Rung(step.step.initiative, _who(step, name), f"{how}, {came}", "done")
