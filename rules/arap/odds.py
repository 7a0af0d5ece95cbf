"""What `python -m rules odds` can be asked about Gemini-ARAP: a roll, a volley, a hit on armour, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Final, Literal

import msgspec

from rules.dice import scatter
from rules.dice.goals import goal_text, target_text
from rules.dice.odds import (
    Distribution,
    Question,
    Shots,
    activation_odds,
    casualties_test_odds,
    chance,
    chance_2d6_low,
    chance_high,
    chance_low,
    penetration_odds,
    suppression_odds,
    volley,
    volley_vs_models,
    within,
)

NO_SAVE = 7
MOST_WOUNDS: Final = 20


class Goal(Question, frozen=True, tag="goal"):
    """One roll of a D6."""

    example = '{"kind": "goal", "goal": 8, "sense": "high"}'

    goal: int
    sense: Literal["low", "high"] = "low"

    def answer(self) -> object:
        return {"goal": goal_text(self.goal, self.sense), "chance": chance(self.goal, self.sense)}


class TwoDice(Question, frozen=True, tag="2d6"):
    """A test on 2D6."""

    example = '{"kind": "2d6", "target": 7, "snake_eyes": false}'

    target: int
    snake_eyes: bool = False

    def answer(self) -> object:
        odds = chance_2d6_low(self.target, snake_eyes=self.snake_eyes)
        return {"goal": "double 1" if self.snake_eyes and self.target < 2 else target_text(self.target), "chance": odds}


class ActivationOdds(Question, frozen=True, tag="activation"):
    """An activation roll."""

    example = '{"kind": "activation", "value": 4, "dice": 3}'

    value: int
    dice: Literal[1, 2, 3]

    def answer(self) -> object:
        return activation_odds(self.value, self.dice)


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Like shots by their goals; a save of 7 is none."""

    count: int
    to_hit: int
    to_wound: int
    save: int = NO_SAVE

    def __post_init__(self) -> None:
        within("`count`", self.count, 1)

    def shots(self) -> Shots:
        """The same as chances."""
        saved = chance_high(self.save) if self.save < NO_SAVE else Fraction(0)
        return Shots(count=self.count, hit=chance_low(self.to_hit), wound=chance_high(self.to_wound), unsaved=1 - saved)


class VolleyOdds(Question, frozen=True, tag="volley"):
    """A volley at a unit; with `models` its casualties, with `ld` the tests that follow."""

    example = (
        '{"kind": "volley", "groups": [{"count": 10, "to_hit": 3, "to_wound": 4, "save": 5}], "models": 10, "ld": 7}'
    )

    groups: tuple[Group, ...]
    models: int = 0
    wounds_each: int = 1
    allocation: Literal["random", "one-by-one"] = "random"
    ld: int | None = None
    s_active: int = 0

    def __post_init__(self) -> None:
        within("`models`", self.models, 0)
        within("`wounds_each`", self.wounds_each, 1, MOST_WOUNDS)
        within("shots of all groups", sum(group.count for group in self.groups), 0)

    def answer(self) -> object:
        shots = [group.shots() for group in self.groups]
        odds = volley(shots)
        answer: dict[str, object] = {"hits": odds.hits, "wounds": odds.wounds, "unsaved": odds.unsaved}
        if self.models:
            fallen = volley_vs_models(shots, self.models, self.wounds_each, allocation=self.allocation)
            answer["casualties"] = fallen
            if self.ld is not None:
                answer["suppressed"] = suppression_odds(odds.hits, self.models, self.ld, self.s_active)
                answer["casualties_test"] = casualties_test_odds(fallen, self.models, self.ld, self.s_active)
        return answer


class Penetrate(Question, frozen=True, tag="penetration"):
    """One hit on armour."""

    example = '{"kind": "penetration", "strength": 8, "av": 12, "dice": "melta", "ap": 1, "hull_down": 3}'

    strength: int
    av: int
    dice: Literal["normal", "melta", "ordnance"] = "normal"
    ap: int | None = None
    hull_down: int = 0

    def answer(self) -> object:
        return penetration_odds(self.strength, self.av, self.dice, ap=self.ap, hull_down=self.hull_down)


class ScatterDistance(Question, frozen=True, tag="scatter"):
    """How far something scatters or veers, in inches; 0 is on target. (ARAP-SCAT-02 to -09)

    `skill`, with its modifiers, counts where the scatter is reduced; `seven_is_hit` where a double is on target.
    """

    example = '{"kind": "scatter", "manner": "reduced", "skill": 3}'

    manner: Literal["double", "only", "reduced", "short", "short-only", "three-dice", "veer"] = "double"
    skill: int = 0
    seven_is_hit: bool = False

    def answer(self) -> object:
        count = 3 if self.manner == "three-dice" else 2
        fell = Counter(self._distance(faces) for faces in product(range(1, 7), repeat=count))
        far = Distribution(weights=tuple(fell[n] for n in range(max(fell) + 1)), total=6**count)
        return {"distance_in": far, "on_target": far.chances[0]}

    def _distance(self, faces: Sequence[int]) -> int:
        a, b = faces[:2]
        match self.manner:
            case "double":
                return scatter.double_dice(a, b, 360, seven_is_hit=self.seven_is_hit).distance_in
            case "only":
                return scatter.scatter_only(a, b, 360).distance_in
            case "reduced":
                return scatter.reduced(a, b, 360, self.skill, seven_is_hit=self.seven_is_hit).distance_in
            case "short":
                return scatter.short(a, b, 360).distance_in
            case "short-only":
                return scatter.short_only(a, b, 360).distance_in
            case "three-dice":
                return scatter.three_dice(a, b, faces[2], 360).distance_in
            case "veer":
                return scatter.veer(a, b).distance_in


class StandAndFireOdds(Question, frozen=True, tag="stand-and-fire"):
    """A charged unit stands and fires: two dice at its activation value, then shots at BS1. (ARAP-STAND-03, -04)

    `ready` fire with one success, `heavy` only with two; `models` are the chargers.
    """

    example = (
        '{"kind": "stand-and-fire", "value": 4, "models": 6,'
        ' "ready": [{"count": 5, "to_hit": 1, "to_wound": 4, "save": 5}]}'
    )

    value: int
    models: int
    ready: tuple[Group, ...] = ()
    heavy: tuple[Group, ...] = ()
    wounds_each: int = 1

    def __post_init__(self) -> None:
        within("`models`", self.models, 1)
        within("`wounds_each`", self.wounds_each, 1, MOST_WOUNDS)
        within("shots of all groups", sum(group.count for group in (*self.ready, *self.heavy)), 0)

    def answer(self) -> object:
        made = chance_low(self.value)
        likely = (2 * made * (1 - made), made**2)
        fallen = [self._fallen(self.ready), self._fallen((*self.ready, *self.heavy))]
        return {
            "fires": sum(likely),
            "one_success": {"chance": likely[0], "casualties": fallen[0]},
            "two_successes": {"chance": likely[1], "casualties": fallen[1]},
            "fells_one": sum(p * found.at_least(1) for p, found in zip(likely, fallen, strict=True)),
            "mean": sum(p * found.mean for p, found in zip(likely, fallen, strict=True)),
        }

    def _fallen(self, groups: Sequence[Group]) -> Distribution:
        return volley_vs_models([group.shots() for group in groups], self.models, self.wounds_each)


QUESTIONS: tuple[type[Question], ...] = (
    Goal,
    TwoDice,
    ActivationOdds,
    VolleyOdds,
    Penetrate,
    ScatterDistance,
    StandAndFireOdds,
)
