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
    return {option: tuple(map(_figure, promised)) for option, promised in prompts.odds(state, whole).items()}


def firers(state: GameState, whole: GameState) -> dict[str, tuple[str, ...]]:
    """By option, those who may be left out of its fire, where there are several. (ARAP-WPN-01)"""
    return {option: tuple(map(str, names)) for option, names in prompts.firers(state, whole).items() if len(names) > 1}


def _figure(promise: Promise) -> Told:
    if promise.kind == "pool":
        return Pool(int(promise.value), promise.meaning)
    words = {
        "chance": percent_text(promise.value),
        "mean": f"{float(promise.value):.1f}",
        "inches": f"{promise.value}″",
    }
    if promise.part:
        return Share(words[promise.kind], promise.meaning, promise.part, float(promise.value))
    return Figure(words[promise.kind], promise.meaning)
