"""Odds of any roll of the ledgers, of scatter, control, reactions to a charge and krak grenades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.questions.charts import rolls
from tabletop.charts.crusade import Line, fields, line
from tabletop.charts.sheet import Number

ROLL: Final = {
    "goal": Number("Goal", -2, 360, 4),
    "way": Number("Thrown with", 0, 2, 0),
    "number": Number("Dice", 1, rolls.MOST_DICE, 1),
    "sides": Number("Sides of each", 2, 100, 6),
}
SCATTER: Final = {
    "skill": Number("Skill with modifiers", -6, 12, 3),
    "seven": Number("A total of 7 is on target", 0, 1, 0, ("yes",)),
}
CONTROL: Final = {
    "speed": Number("Speed in inches", 0, rolls.MOST_SPEED_IN, 14),
    "most": Number("Its maximum in inches", 0, rolls.MOST_SPEED_IN, 24),
    "control": Number("Goal of the control roll", -2, 6, 3),
}
STAND: Final = {
    "value": Number("Activation value", -2, 6, 4),
    "models": Number("Chargers", 1, 40, 6),
    "shots": Number("Shots at BS1", 1, 60, 5),
    "wound": Number("Goal to wound", 2, 9, 4),
    "save": Number("Save, 7 for none", 2, 7, 5),
}
KRAK: Final = {
    "attacks": Number("Grenades", 1, 40, 3),
    "toughness": Number("Toughness of the foe", 1, 10, 6),
    "foe_save": Number("Save of the foe, 7 for none", 2, 7, 3),
    "own": Number("Toughness of the bearers", 1, 10, 3),
    "own_save": Number("Save of the bearers, 7 for none", 2, 7, 5),
}
FIELDS: Final[Mapping[str, Number]] = {**ROLL, **SCATTER, **CONTROL, **STAND, **KRAK}


@require_safe
def of_rolls(request: HttpRequest) -> HttpResponse:
    """The form and its answers, all in the address. With faults 422: what is wrong, and what was typed is kept."""
    typed = {name: request.GET.get(name, str(number.default)) for name, number in FIELDS.items()}
    label, manner = request.GET.get("label", "to-hit"), request.GET.get("manner", "reduced")
    if request.GET.get("way_of", label) != label:  # it was chosen for another kind of roll
        typed["way"] = str(FIELDS["way"].default)
    read = {name: number.read(typed[name]) for name, number in FIELDS.items()}
    faults = {
        name: f"{number.label}: a whole number from {number.least} to {number.most}, please."
        for name, number in FIELDS.items()
        if read[name] is None
    }
    numbers = {name: value for name, value in read.items() if value is not None}
    answers: dict[str, object] = {}
    if not faults:
        try:
            answers = _answers(label, manner, numbers)
        except ValueError as wrong:  # it says what is allowed
            faults = {"way": f"{wrong}."}
    context = {
        "label": label,
        "labels": [(n, _title(n), rolls.in_words(n), kind.purpose) for n, kind in rolls.asked().items()],
        "manner": manner,
        "manners": rolls.MANNERS.items(),
        "faults": faults,
        "groups": {name: fields(made, typed) for name, made in {**_GROUPS, "roll": _roll(label)}.items()},
        **answers,
    }
    return render(request, "charts/rolls.html", context, status=422 if faults else 200)


_GROUPS: Final = {"roll": ROLL, "scatter": SCATTER, "control": CONTROL, "stand": STAND, "krak": KRAK}


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _roll(label: str) -> dict[str, Number]:
    """The numbers of a roll of that label, with its ways in words where it has several, and what it leaves open."""
    ways = rolls.ways(label)
    fields = {**ROLL, "way": ROLL["way"]._replace(words=ways)}
    unasked = {"number", "sides"} - rolls.left_open(label)
    unasked |= {"way"} if len(ways) < 2 else set()
    return {name: number for name, number in fields.items() if name not in unasked}


def _answers(label: str, manner: str, n: Mapping[str, int]) -> dict[str, object]:
    """The answer of each group. ValueError for what cannot be."""
    found = rolls.roll(label, n["goal"], n["way"], n["number"], n["sides"])
    return {
        "thrown": found,
        "made": line(_goal(found.sense, n["goal"]), found.made),
        "totals": _lines(found.totals) if len(found.totals) <= _MOST_LINES else (),
        "scatter": _lines(rolls.scatter(manner, n["skill"], seven_is_hit=bool(n["seven"]))),
        "control": _lines(rolls.control(n["speed"], n["most"], n["control"])),
        "stand": _lines(rolls.stand_and_fire(n["value"], n["models"], n["shots"], n["wound"], n["save"])),
        "krak": _lines(rolls.krak(n["attacks"], n["toughness"], n["foe_save"], n["own"], n["own_save"])),
    }


_MOST_LINES: Final = 40


def _goal(sense: str, goal: int) -> str:
    return f"{goal} or less" if sense == "low" else f"{goal} or more"


def _lines(found: rolls.Lines) -> list[Line]:
    return [line(name, chance) for name, chance in found]
