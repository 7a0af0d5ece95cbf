"""Exact odds of the options of an open prompt, as its panel words them."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.prompt import Promise
from rules.questions import prompts
from rules.state import GameState
from tabletop.ui.words import percent_text


class Figure(NamedTuple):
    """A big figure and what it means."""

    figure: str
    meaning: str


class Share(NamedTuple):
    """One of several that make up the whole between them: how much of it, and what that is to whoever answers."""

    figure: str
    meaning: str
    part: str
    share: float


class Pool(NamedTuple):
    """So many combat dice, and whose they are. (CRU-DICE-01)"""

    pool: int
    meaning: str


Told = Figure | Share | Pool


def of_options(state: GameState, whole: GameState) -> dict[str, tuple[Told, ...]]:
    """The figures of each open option, by its id. `state` is what the side knows, `whole` is everything."""
    return {option: tuple(map(_figure, told)) for option, told in prompts.odds(state, whole).items()}


def firers(state: GameState, whole: GameState) -> dict[str, tuple[str, ...]]:
    """By option, those who may be left out of its fire, where there are several. (ARAP-WPN-01)"""
    return {option: tuple(map(str, names)) for option, names in prompts.firers(state, whole).items() if len(names) > 1}


def _figure(told: Promise) -> Told:
    if told.kind == "pool":
        return Pool(int(told.value), told.meaning)
    words = {
        "chance": percent_text(told.value),
        "mean": f"{float(told.value):.1f}",
        "inches": f"{told.value}″",
    }
    if told.part:
        return Share(words[told.kind], told.meaning, told.part, float(told.value))
    return Figure(words[told.kind], told.meaning)
