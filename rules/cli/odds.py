"""`python -m rules odds`: exact odds of what one JSON document asks for.

The document is one question or a list of them, each with a `kind`:

  {"kind": "goal", "goal": 8, "sense": "high"}
  {"kind": "2d6", "target": 7, "snake_eyes": false}
  {"kind": "activation", "value": 4, "dice": 3}
  {"kind": "volley", "groups": [{"count": 10, "to_hit": 3, "to_wound": 4, "save": 5}], "models": 10, "ld": 7}
  {"kind": "penetration", "strength": 8, "av": 12, "dice": "melta", "ap": 1, "hull_down": 3}
  {"kind": "vehicle", "groups": [{"count": 2, "to_hit": 3, "strength": 8, "av": 12, "ap": 1}], "hull_points": 0}

Every chance in the answer is {"exact": "1/18", "value": 0.0556}.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec

from rules.dice.goals import goal_text, target_text
from rules.dice.odds import (
    Distribution,
    Penetration,
    Shots,
    VehicleShots,
    activation_odds,
    casualties_test_odds,
    chance,
    chance_2d6_low,
    chance_high,
    chance_low,
    penetration_odds,
    suppression_odds,
    vehicle_volley,
    volley,
    volley_vs_models,
)
from rules.rulebook.charts import damage_chart

NO_SAVE = 7


class _Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """One thing to work out; the answer is built of plain values and chances."""

    def answer(self) -> object:
        """The odds asked for."""
        raise NotImplementedError


class Goal(_Question, frozen=True, tag="goal"):
    """One roll of a D6."""

    goal: int
    sense: Literal["low", "high"] = "low"

    def answer(self) -> object:
        return {"goal": goal_text(self.goal, self.sense), "chance": chance(self.goal, self.sense)}


class TwoDice(_Question, frozen=True, tag="2d6"):
    """A test on 2D6."""

    target: int
    snake_eyes: bool = False

    def answer(self) -> object:
        odds = chance_2d6_low(self.target, snake_eyes=self.snake_eyes)
        return {"goal": "double 1" if self.snake_eyes and self.target < 2 else target_text(self.target), "chance": odds}


class ActivationOdds(_Question, frozen=True, tag="activation"):
    """An activation roll."""

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

    def shots(self) -> Shots:
        """The same as chances."""
        saved = chance_high(self.save) if self.save < NO_SAVE else Fraction(0)
        return Shots(count=self.count, hit=chance_low(self.to_hit), wound=chance_high(self.to_wound), unsaved=1 - saved)


class VolleyOdds(_Question, frozen=True, tag="volley"):
    """A volley at a unit; with `models` its casualties, with `ld` the tests that follow."""

    groups: tuple[Group, ...]
    models: int = 0
    wounds_each: int = 1
    allocation: Literal["random", "one-by-one"] = "random"
    ld: int | None = None
    s_active: int = 0

    def answer(self) -> object:
        shots = [group.shots() for group in self.groups]
        odds = volley(shots)
        told: dict[str, object] = {"hits": odds.hits, "wounds": odds.wounds, "unsaved": odds.unsaved}
        if self.models:
            fallen = volley_vs_models(shots, self.models, self.wounds_each, allocation=self.allocation)
            told["casualties"] = fallen
            if self.ld is not None:
                told["suppressed"] = suppression_odds(odds.hits, self.models, self.ld, self.s_active)
                told["casualties_test"] = casualties_test_odds(fallen, self.models, self.ld, self.s_active)
        return told


class Penetrate(_Question, frozen=True, tag="penetration"):
    """One hit on armour."""

    strength: int
    av: int
    dice: Literal["normal", "melta", "ordnance"] = "normal"
    ap: int | None = None
    hull_down: int = 0

    def answer(self) -> object:
        return penetration_odds(self.strength, self.av, self.dice, ap=self.ap, hull_down=self.hull_down)


class ArmourGroup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Like shots at one side of a vehicle. AP 1 adds its point on the chart by itself."""

    count: int
    to_hit: int
    strength: int
    av: int
    dice: Literal["normal", "melta", "ordnance"] = "normal"
    ap: int | None = None
    hull_down: int = 0
    chart_modifier: int = 0
    chart_rolls: int = 1

    def shots(self) -> VehicleShots:
        """The same as chances."""
        return VehicleShots(
            count=self.count,
            hit=chance_low(self.to_hit),
            penetration=penetration_odds(self.strength, self.av, self.dice, ap=self.ap, hull_down=self.hull_down),
            chart_modifier=self.chart_modifier + (self.ap == 1),
            chart_rolls=self.chart_rolls,
        )


class ShootVehicle(_Question, frozen=True, tag="vehicle"):
    """A volley at a vehicle."""

    groups: tuple[ArmourGroup, ...]
    hull_points: int = 0
    module: Literal["gemini", "trial"] = "gemini"
    glancing: Literal["gemini", "third_edition"] = "gemini"

    def answer(self) -> object:
        chart = damage_chart(self.module, self.glancing)
        return vehicle_volley([group.shots() for group in self.groups], chart, hull_points=self.hull_points)


Question = Goal | TwoDice | ActivationOdds | VolleyOdds | Penetrate | ShootVehicle


def answers(document: str) -> object:
    """The answer to each question of the document, or the one answer. msgspec.ValidationError when it is malformed."""
    asked = msgspec.json.decode(document, type=Question | list[Question])
    return [_plain(each.answer()) for each in asked] if isinstance(asked, list) else _plain(asked.answer())


def _plain(answer: object) -> object:
    """JSON of an answer: fractions exact and as decimals, distributions with their mean."""
    if isinstance(answer, Fraction):
        return {"exact": str(answer), "value": round(float(answer), 6)}
    if isinstance(answer, Distribution):
        return {"mean": _plain(answer.mean), "chances": [_plain(each) for each in answer.chances]}
    if isinstance(answer, Penetration):
        return {name: _plain(each) for name, each in answer.by_class.items()}
    if isinstance(answer, msgspec.Struct):
        return {name: _plain(getattr(answer, name)) for name in answer.__struct_fields__}
    if isinstance(answer, Mapping):
        return {str(key): _plain(value) for key, value in answer.items()}
    if isinstance(answer, tuple):
        return [_plain(each) for each in answer]
    return answer


def main(arguments: Sequence[str]) -> int:
    """Prints the answers as JSON. Exit status 1 when the document is malformed."""
    parser = argparse.ArgumentParser(
        prog="python -m rules odds", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", default="-", help="a file with the document; standard input without one")
    asked = parser.parse_args(arguments)
    document = sys.stdin.read() if asked.file == "-" else Path(asked.file).read_text(encoding="utf-8")
    try:
        print(json.dumps(answers(document), indent=1))
    except msgspec.DecodeError as error:
        print(json.dumps({"ok": False, "error": {"code": "malformed", "message": str(error)}}))
        return 1
    return 0
