"""Odds of the Rules Crusade: pools against pools, doubles tests, the damage deck. (CRU-DICE, CRU-DMG-03)"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.questions.charts import pools
from tabletop.charts.sheet import Number
from tabletop.ui.words import percent_text

POOL: Final = {
    "attack": Number("Dice of the attack", 0, 12, 4),
    "defence": Number("Dice of the defence", 0, 12, 2),
    "armored": Number("The target is Armored", 0, 1, 0, ("yes",)),
    "plated": Number("The attacker is Armored", 0, 1, 0, ("yes",)),
    "cover": Number("In cover", 0, 1, 0, ("yes",)),
    "penalty": Number("Range penalty", 0, 9, 0),
}
DECK: Final[dict[str, Number]] = {
    **{str(card): Number(f"{card} cards left", 0, pools.COPIES, pools.COPIES) for card in pools.CARDS},
    "draw": Number("Cards drawn", 1, 20, 1),
}
FIELDS: Final[Mapping[str, Number]] = {**POOL, **DECK}


class Field(NamedTuple):
    """One field of the form with what was typed."""

    name: str
    label: str
    least: int
    most: int
    value: str
    words: tuple[tuple[str, str], ...] = ()
    """Values with their words, of a number that is chosen; the only one is ticked."""


class Line(NamedTuple):
    """One line of a table: its name, the chance in percent, and exactly."""

    name: str
    percent: str
    exact: str


def line(name: str, chance: Fraction) -> Line:
    """A chance as the page shows it."""
    return Line(name, percent_text(chance), str(chance))


@require_safe
def crusade(request: HttpRequest) -> HttpResponse:
    """The form and its answer, all in the address. With faults 422: what is wrong, and what was typed is kept."""
    typed = {name: request.GET.get(name, str(number.default)) for name, number in FIELDS.items()}
    read = {name: number.read(typed[name]) for name, number in FIELDS.items()}
    faults = {
        name: f"{number.label}: a whole number from {number.least} to {number.most}, please."
        for name, number in FIELDS.items()
        if read[name] is None
    }
    numbers = {name: value for name, value in read.items() if value is not None}
    context = {
        "pool": fields(POOL, typed),
        "deck": fields(DECK, typed),
        "faults": faults,
        **({} if faults else _answer(numbers)),
    }
    return render(request, "charts/crusade.html", context, status=422 if faults else 200)


def fields(numbers: Mapping[str, Number], typed: Mapping[str, str]) -> list[Field]:
    """Those of a group, with what was typed."""
    return [_field(name, made, typed[name]) for name, made in numbers.items()]


def _field(name: str, made: Number, typed: str) -> Field:
    first = made.most if len(made.words) == 1 else made.least
    words = tuple((str(first + n), words) for n, words in enumerate(made.words))
    return Field(name, made.label, made.least, made.most, typed, words)


def _answer(numbers: Mapping[str, int]) -> dict[str, object]:
    """Hits, the contest, the doubles, the cards and the wipeouts."""
    attack, defence, armored = numbers["attack"], numbers["defence"], numbers["armored"]
    found = pools.hits(attack, defence, armored + numbers["cover"], numbers["penalty"])
    contest = pools.contest(attack, defence, armoured_attacker=bool(numbers["plated"]), armoured_defender=bool(armored))
    left = {str(card): numbers[card] for card in pools.CARDS}
    return {
        "hits": [line(f"{n} {'hit' if n == 1 else 'hits'}", chance) for n, chance in enumerate(found)],
        "mean": f"{float(sum(n * chance for n, chance in enumerate(found))):.2f}",
        "contest": [
            line("The defender is hurt", contest.defender),
            line("The attacker is hurt", contest.attacker),
            line("Nobody is hurt", contest.nobody),
            line("The defender is hurt though he evades or parries", contest.evaded),
        ],
        "doubles": [line(f"{dice}D6", chance) for dice, chance in pools.doubles()],
        "wipeouts": [
            (each.vehicle, each.dice, *(line("", chance) for chance in (each.fails, each.next, each.among)))
            for each in pools.wipeouts(left, numbers["draw"])
        ],
        "cards": [
            (each.card, each.left, line("next", each.next), line("among", each.among))
            for each in pools.cards(left, numbers["draw"])
        ],
        "left": sum(left.values()),
        "drawn": min(numbers["draw"], sum(left.values())),
    }
