"""What `python -m rules odds` can be asked about any roll of the ledgers, by its label, and about a loss of control."""

from __future__ import annotations

from typing import Final

from rules.dice.odds import Question, rolls
from rules.dice.odds.careering import new_speeds
from rules.dice.odds.chances import chance_low
from rules.dice.odds.rolls import DiceThrown
from rules.rulebook import labels
from rules.rulebook.ledgers import Label

MOST_DICE: Final = 12
MOST_SIDES: Final = 360
MOST_SPEED_IN: Final = 120

CARDS: Final = "card"
"""Dice of a label that is no roll: the damage deck has questions of its own."""

PLAIN: Final = ("armour-penetration", "melta-penetration", "ordnance-penetration", "ram-penetration", "death-or-glory")
"""High rolls that have no second die. (VEH-PEN-01, VEH-SHOCK-04)"""


def asked() -> dict[str, Label]:
    """The labels that can be asked for."""
    return {name: label for name, label in labels().items() if label.dice != CARDS}


class RollOdds(Question, frozen=True, tag="roll"):
    """A roll by its label. `dice` picks one of the ways in which it is thrown, from 0; `number` and `sides` count where
    its label leaves them open. With `goal` the chance to make it; else what the dice come to.
    """

    example = '{"kind": "roll", "label": "plant-charge", "goal": 3}'

    label: str
    goal: int | None = None
    dice: int = 0
    number: int = 1
    sides: int = 6

    def __post_init__(self) -> None:
        """Refuses, with what is allowed, what is no roll."""
        if self.label not in asked():
            raise ValueError(f"no roll is called {self.label!r}; there are {', '.join(asked())}")
        if not (1 <= self.number <= MOST_DICE and 2 <= self.sides <= MOST_SIDES):
            raise ValueError(f"1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides, not {self.number}D{self.sides}")
        if not 0 <= self.dice < len(self.ways):
            allowed = ", ".join(f"{n}: {way.text}" for n, way in enumerate(self.ways))
            raise ValueError(f"{self.label} is not thrown in a way {self.dice}; there are {allowed}")

    @property
    def ways(self) -> tuple[DiceThrown, ...]:
        """How it may be thrown."""
        return rolls.thrown(asked()[self.label].dice, number=self.number, sides=self.sides)

    def answer(self) -> object:
        """The dice, what they come to, and the chance of the goal."""
        label, dice = asked()[self.label], self.ways[self.dice]
        answer: dict[str, object] = {"dice": dice.text, "sense": label.sense, "for": label.purpose}
        if self.goal is not None:
            answer["made"] = rolls.made(dice, self.goal, label.sense, plain=self.label in PLAIN)
            if dice.reading == "singly" and dice.number > 1:
                answer["successes"] = rolls.successes(dice, self.goal, label.sense)
        return {**answer, "totals": rolls.totals(dice._replace(number=1) if dice.reading == "singly" else dice)}


class LossOfControl(Question, frozen=True, tag="loss-of-control"):
    """A vehicle out of control at `speed` inches, at most `most`: how fast it is then, where it goes. (VEH-LOC-02)

    With `goal` the control roll comes first: its activation value, less for speed. (VEH-BOOT-02)
    """

    example = '{"kind": "loss-of-control", "speed": 14, "most": 24, "skimmer": true}'

    speed: float
    most: float
    skimmer: bool = False
    goal: int | None = None

    def __post_init__(self) -> None:
        """Refuses speeds that nothing has."""
        if not 0 <= self.speed <= self.most <= MOST_SPEED_IN:
            raise ValueError(f"a speed from 0 to the most of the vehicle, which is {MOST_SPEED_IN} inches or less")

    def answer(self) -> object:
        """Speeds with their chances, which way, and what a skimmer does."""
        found = new_speeds(self.speed, self.most)
        third, sixth = chance_low(2), chance_low(1)
        answer: dict[str, object] = {
            "speeds": {f"{inches:g}": chance for inches, chance in found.items()},
            "mean_in": sum(chance * round(inches * 100) for inches, chance in found.items()) / 100,
            "stands": found.get(0.0, 0 * third),
            "way": {"left": third, "straight": third, "right": third},
        }
        if self.skimmer:
            answer["skimmer"] = {"strikes the ground": sixth, "level": 1 - 2 * sixth, "stalls and flips": sixth}
        if self.goal is not None:
            answer["keeps_control"] = chance_low(self.goal)
        return answer


QUESTIONS: tuple[type[Question], ...] = (RollOdds, LossOfControl)
