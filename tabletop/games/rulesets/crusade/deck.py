"""The damage deck beside the board, blips and ways of pods on it: open to all. (CRU-DMG-03, CRU-BLIP-01, CRU-POD-02)"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from django.template.loader import get_template
from django.utils.html import escape

from rules.forces.unit import Unit
from rules.questions.crusade import cards
from rules.questions.crusade.cards import BlipSummary, Deck, DriftSummary
from rules.state import GameState
from rules.table.scale import TableScale, scale_of
from tabletop.ui.board.overlay import drifted, label, touched
from tabletop.ui.board.scene import Point
from tabletop.ui.board.svg import num
from tabletop.ui.cards import ICONS
from tabletop.ui.lengths import shown
from tabletop.ui.words import percent_text

_UNITS_PER_INCH: Final = 10
_PLATES_IN: Final = (2.4, 4.8, 7.2)
"""A plate stands so far from the place that it is about: the first where no model is, best away from the line."""

_PLATE_HALF_IN: Final = (8, 0.7)
_HULL_HALF_IN: Final = 2.5
_BASE_HALF_IN: Final = 0.6


class CardSummary(NamedTuple):
    """One kind of damage card: how many are left, and how likely it is the next."""

    name: str
    icon: str
    left: int
    next: str


class DeckSummary(NamedTuple):
    """The deck as its panel shows it."""

    total: int
    full: int
    discards: int
    cards: tuple[CardSummary, ...]


def summary(found: Deck) -> DeckSummary:
    """Kinds in the order of the rulebook."""
    cards = (CardSummary(name, ICONS[name], left, percent_text(float(found.chance(name)))) for name, left in found.left)
    return DeckSummary(found.total, found.full, found.discards, tuple(cards))


def beside(state: GameState) -> str:
    """The deck, once the battle has begun."""
    return _rendered(summary(cards.deck(state))) if state.turn.order else ""


@lru_cache(maxsize=128)
def _rendered(deck: DeckSummary) -> str:
    return get_template("games/crusade/_deck.html").render({"deck": deck})


def drifts(state: GameState) -> str:
    """From where a pod was aimed to where it came down, until its owner's next turn. (CRU-POD-02)"""
    scale = scale_of(state.options)
    return "".join(_drift(each, scale, _plate_at(state, each)) for each in cards.drifts(state))


def _plate_at(state: GameState, pod: DriftSummary) -> Point:
    x, y = pod.aim
    away = -1 if pod.at[1] > y else 1
    places = [(x, y + way * far) for far in _PLATES_IN for way in (away, -away)]
    return next((at for at in places if _is_clear(state, at)), places[0])


def _is_clear(state: GameState, at: Point) -> bool:
    """Whether a plate there lies on the table and hides behind no hull or base."""
    return 1 < at[1] < state.scenario.height_in - 1 and not any(_hides(unit, at) for unit in state.units.values())


def _hides(unit: Unit, at: Point) -> bool:
    if not unit.on_table or not unit.models:
        return False
    half = _HULL_HALF_IN if unit.is_vehicle else _BASE_HALF_IN
    there = unit.models[0].at
    return all(abs(there[n] - at[n]) < half + _PLATE_HALF_IN[n] for n in (0, 1))


def _drift(pod: DriftSummary, scale: TableScale, beyond: Point) -> str:
    far, way = f"{pod.inches:.3g}″", f"at {pod.clock} o’clock"
    said = escape(shown(f"{pod.name} came down {far} from where it was aimed, {way}", scale))
    return (
        f'<g class="drift" role="img" aria-label="{said}">{drifted(pod.aim, pod.at)}'
        f"{touched(pod.at, pod.struck_in)}</g>"
        f"{label(beyond, f'aimed here, {far} off {way}', scale=scale)}"
    )


def blips(state: GameState) -> str:
    """Covered markers with a question mark, uncovered ones with what lay under them. (CRU-BLIP-01)"""
    return "".join(_blip(blip) for blip in cards.blips(state))


def _blip(blip: BlipSummary) -> str:
    x, y = (num(at * _UNITS_PER_INCH) for at in blip.at)
    said = f"Blip {blip.id}, {blip.content or 'nothing under it'}" if blip.shown else f"Covered blip {blip.id}"
    name = label((blip.at[0], blip.at[1] + 1.6), escape(blip.content)) if blip.shown and blip.content else ""
    return (
        f'<g class="blip{" open" if blip.shown else ""}" role="img" aria-label="{escape(said)}">'
        f'<path transform="translate({x} {y})" d="M0-9L8-5V4L0 10-8 4V-5z"/>'
        f'<text x="{x}" y="{y}" dy="4">{"" if blip.shown else "?"}</text></g>{name}'
    )
