"""What a line of words names: units, directions, lengths, squares, numbers. The rest are verbs and names of things."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.core.ids import SideId, UnitId
from rules.forces.unit import Point, Unit
from rules.state import GameState
from rules.table.scale import scale_of
from tabletop.ui.board.ground import square_middle
from tabletop.ui.words import COMPASS

_SHORT: Final = {
    "n": 0,
    "ne": 45,
    "e": 90,
    "se": 135,
    "s": 180,
    "sw": 225,
    "w": 270,
    "nw": 315,
    **{name.replace("-", ""): 22.5 * n for n, name in enumerate(COMPASS)},
    **{name: 22.5 * n for n, name in enumerate(COMPASS)},
}
_PARTS: Final = {"½": ".5", "¼": ".25", "¾": ".75", "⅛": ".125", "⅜": ".375", "⅝": ".625", "⅞": ".875"}
_NUMBER: Final = re.compile(r"\d{0,4}(?:\.\d{1,3})?")
_CLOCK: Final = re.compile(r"\b(1[0-2]|[1-9]) ?o.?clock\b")
_NOISE: Final = frozenset(("the", "a", "an", "at", "on", "with", "of", "is", "to", "towards", "and", "my", "square"))
_UNITS_OF_LENGTH: Final = frozenset(("inch", "inches", "in", "cm"))


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of words, taken apart. `words` are what names nothing on the table, in order."""

    words: tuple[str, ...] = ()
    units: tuple[UnitId, ...] = ()
    unclear: tuple[UnitId, ...] = ()
    """Units that one word may mean."""
    bearings: tuple[float, ...] = ()
    numbers: tuple[float, ...] = ()
    place: Point | None = None
    """The middle of a square that is named."""

    def says(self, *words: str) -> bool:
        """Whether it has one of these words."""
        return any(word in self.words for word in words)

    def inches(self, state: GameState) -> tuple[float, ...]:
        """Its numbers as lengths: typed in the table's unit. (ARAP-GEN-04)"""
        scale = scale_of(state.options).cm or 1
        return tuple(number / scale for number in self.numbers)


def read(text: str, state: GameState, *, verbs: Iterable[str] = ()) -> Line:
    """A line, taken apart; what is a verb names no unit, even where a unit is called so."""
    known = set(verbs)
    words: list[str] = []
    units: list[UnitId] = []
    unclear: list[UnitId] = []
    bearings: list[float] = []
    numbers: list[float] = []
    place: Point | None = None
    tokens = _tokens(text)
    for n, token in enumerate(tokens):
        before = tokens[n - 1] if n else ""
        square = square_middle(token) if before in ("square", "to", "at", "near", "in") else None
        if UnitId(token) in state.units and before != "square":
            units.append(UnitId(token))
        elif square is not None:
            place = square
        elif token in _SHORT and token not in known:
            bearings.append(_SHORT[token])
        elif token and _NUMBER.fullmatch(token):
            numbers.append(float(token))
        elif token in known or token in _NOISE or token in _UNITS_OF_LENGTH:
            words += [token] if token in known else []
        elif len(named := _called(token, state)) == 1:
            units += [unit.id for unit in named if unit.id not in units]
        elif named and not any(unit.id in units for unit in named):
            unclear = [unit.id for unit in named]
            words.append(token)
        else:
            words.append(token)
    if units:  # a word that fits several is settled by one that fits one
        unclear = []
    return Line(
        words=tuple(words),
        units=tuple(units),
        unclear=tuple(unclear),
        bearings=tuple(bearings),
        numbers=tuple(numbers),
        place=place,
    )


def _tokens(text: str) -> list[str]:
    lowered = (
        _CLOCK.sub(lambda found: f" {_hour(int(found[1]))} ", text.lower())
        .replace("″", " ")
        .replace('"', " ")
        .replace("°", " ")
        .replace(",", " ")
    )
    for sign, part in _PARTS.items():
        lowered = lowered.replace(sign, part)
    return [token.strip("?!;:()") for token in lowered.split() if token.strip("?!;:()")][:40]


def _hour(hour: int) -> str:
    """Where an hour of the clock points, as a direction that is named: of sixteen points the nearest."""
    return COMPASS[round(hour % 12 * 30 / 22.5) % len(COMPASS)]


def _called(word: str, state: GameState) -> list[Unit]:
    """Units whose names have that word."""
    if len(word) < 3:
        return []
    return [unit for unit in state.units.values() if unit.in_play and word in re.findall(r"\w+", unit.name.lower())]


def of_side(state: GameState, units: Iterable[UnitId], side: SideId | None) -> list[Unit]:
    """Those of one side."""
    return [state.units[name] for name in units if state.units[name].side == side]


def others(state: GameState, units: Iterable[UnitId], side: SideId | None) -> list[Unit]:
    """Those of all other sides."""
    return [state.units[name] for name in units if state.units[name].side != side]
