"""What the club's screen shows beside the board: both forces at a glance, and the last act with its dice."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rules.core.drawn import CardsHeld
from rules.core.ids import SideId
from rules.core.prompt import Option
from rules.forces.unit import Unit
from rules.questions.events import ChartRead
from rules.questions.units import marks as states_of
from rules.questions.units import score
from rules.state import GameState
from tabletop.games import words as games_words
from tabletop.games.log.entries import Entry, Sentence
from tabletop.games.log.initiative import Rung, fought
from tabletop.games.log.losses import in_total
from tabletop.games.log.throws import SECOND, Roll
from tabletop.games.log.weight import NOTHING, PASSING, in_headline, weight
from tabletop.games.panels.prompt import ICONS
from tabletop.games.panels.unit_card import RESULTS, SEVERE
from tabletop.ui.cards import glyph
from tabletop.ui.dice import CARD
from tabletop.ui.figures import scores_text
from tabletop.ui.words import count_text

MOST_ROLLS: Final = 4
"""Rows of dice that the screen has room for."""
MOST_BESIDE_CARDS: Final = 2
"""The same where damage cards lie above them. (CRU-DMG-01)"""

BESIDE_CHART: Final = 3
"""The same where the damage chart stands under them."""

MOST_CHOICES: Final = 4
"""Answers to a question that the screen has room for."""

_LONG: Final = 24  # characters of a headline that still fits in large type
_MANY: Final = 1  # dice that still fit beside their words


class Team(NamedTuple):
    """One side: a mark for each unit, filled while it may still act, dashed when it is out of action."""

    letter: str
    name: str
    score: int
    marks: tuple[str, ...]
    words: str
    on: bool
    asked: bool
    """Whether its answer or its dice are waited for."""
    after_turn: bool
    """Whether the box with the turn stands before it."""

    @property
    def css(self) -> str:
        """Its classes: the side to act, and who is asked."""
        return " on" * self.on + " asked" * self.asked


class Choice(NamedTuple):
    """One answer to a question, without odds: the screen advises nobody."""

    icon: str
    label: str
    detail: str


class Throw(NamedTuple):
    """One row of dice with what they were for."""

    dice: tuple[tuple[int | str, str, int], ...]
    sides: int
    word: str
    detail: str
    many: bool


class ChartRow(NamedTuple):
    """One row of the column that was read: whether it came to it, and whether the die alone would have."""

    name: str
    scores: str
    severe: bool
    hot: bool
    before: bool


class ChartPanel(NamedTuple):
    """The column of the damage chart that was read. (VEH-CHART-01, TRI-DMG-03)"""

    column: str
    rows: tuple[ChartRow, ...]


class CardsPanel(NamedTuple):
    """The card that was drawn last, the slots of its vehicle, and what holds of that now. (CRU-DMG-01, CRU-DMG-02)"""

    card: str
    icon: str
    slots: tuple[str, ...]
    """The glyph of each card that it holds; empty for a Hit that it has left."""
    text: str
    lines: tuple[tuple[str, str], ...]
    """What holds of it now, each with a glyph."""
    shuffled: str = ""
    """That the pile was empty, and of how many cards it was made again. (CRU-DMG-03)"""


class Last(NamedTuple):
    """The last act: who and what, what came of it, and the dice in between."""

    number: str
    side: str
    opening: str
    headline: str
    sub: str
    tried: str
    long: bool
    throws: tuple[Throw, ...]
    more: int
    chart: ChartPanel | None = None
    """How the damage chart was read, where that decided it."""
    cards: CardsPanel | None = None
    """The damage cards of the vehicle that drew some."""
    rungs: tuple[Rung, ...] = ()
    """The steps of the round of close combat that was fought. (ARAP-MELEE-05)"""


def teams(state: GameState) -> tuple[Team, ...]:
    """Every side in order."""
    acting, middle = _acting(state), len(state.sides) // 2
    return tuple(_team(state, side.id, side.id == acting, n == middle) for n, side in enumerate(state.sides))


def _acting(state: GameState) -> SideId | None:
    if state.outcome is not None:
        return state.outcome.winner
    return state.turn.order[state.turn.place] if state.turn.order else None


def _team(state: GameState, side: SideId, on: bool, after_turn: bool) -> Team:
    marks = tuple(_mark(state, unit) for unit in state.units_of(side))
    shown = state.side(side)
    asked = state.outcome is None and state.waits_for == side
    return Team(side, shown.name, score(state, side), marks, _words(state, side, marks), on, asked, after_turn)


def _mark(state: GameState, unit: Unit) -> str:
    if unit.is_gone or unit.left_table:
        return "out"
    if state.active_side != unit.side:
        return "rdy"
    return "" if unit.now.tried or "activated" in states_of(state, unit) else "rdy"


def _words(state: GameState, side: SideId, marks: tuple[str, ...]) -> str:
    ready, left = marks.count("rdy"), len(marks) - marks.count("out")
    if state.outcome is not None:
        return f"{count_text(left, 'unit')} left"
    if state.owed is not None and state.owed.side == side:
        return "has dice to throw"
    if state.waits_for == side:
        return "has a choice to make"
    if state.active_side == side and state.turn.phase == "activation":
        return f"{ready} to act"
    return count_text(left, "unit")


def choices(options: Sequence[Option]) -> tuple[Choice, ...]:
    """What somebody may choose, in the order of the question: as many as there is room for, none of them cut."""
    found = [Choice(ICONS.get(o.id, "flag"), o.label, _without_odds(o)) for o in options]
    if len(found) <= MOST_CHOICES and sum(map(_high, found)) <= _ROOM:
        return tuple(found)
    heights = itertools.accumulate(map(_high, found[:MOST_CHOICES]))
    fits = sum(1 for high in heights if high <= _ROOM - _FURTHER)
    return tuple(found[: max(1, fits)])


_ROOM: Final = 500
"""Pixels for what may be chosen on a screen 1920 wide."""
_FURTHER: Final = 40
"""Of these those of the line that says how many more there are."""


def _high(choice: Choice) -> int:
    """Pixels of one: its words in lines of 41, what it means in at most two of 34, and what parts it from the next."""
    return 8 + 41 * math.ceil(len(choice.label) / 25) + 34 * min(2, math.ceil(len(choice.detail) / 32))


def _without_odds(option: Option) -> str:
    """What an answer means, up to where its chances are told."""
    detail = option.detail if option.detail != option.label else ""
    return detail.partition(":")[0] if "%" in detail else detail


def last(entry: Entry | None, before: Sequence[Sentence | Roll] = ()) -> Last | None:
    """The newest entry of the log as the screen shows it; None before there is any.

    `before` is what belongs to its round of close combat and came before a question.
    """
    if entry is None:
        return None
    sentences = in_total([part for part in entry.parts if isinstance(part, Sentence) and not part.beneath])
    rolls = [part for part in entry.parts if isinstance(part, Roll) and part.faces]
    thrown = [roll for roll in rolls if roll.sides != CARD]
    chart = next((part for part in reversed(sentences) if part.chart is not None), None)
    held = next((part.held for part in reversed(sentences) if part.held is not None), None)
    shown = _shown(thrown, MOST_BESIDE_CARDS if held else MOST_ROLLS) if chart is None else _before(entry, chart)
    headline = "Taken back" if entry.struck else _headline(entry, sentences)
    rest = [part for part in sentences if part.text != headline and not (held and part.kind == _SHUFFLED)]
    came = [part for part in rest if in_headline(part.kind) > PASSING and part.text != entry.headline]
    others = [part.text for part in came or rest if part in came or part.begins_turn]
    opening = _opening(entry, headline)
    came_of_it = headline.removeprefix(f"{opening}: ")  # what stands above it is not said again
    if any(part.kind == _JOINED for part in sentences if part.text == headline):
        came_of_it = came_of_it.partition(";")[0]  # how they came together stands in the log
    if held and any(part.held for part in sentences if part.text == headline):
        came_of_it = came_of_it.partition(":")[0]  # what the card does stands beside it
    return Last(
        number=entry.number,
        side=entry.unit_side or entry.about_side,
        opening=opening,
        headline=came_of_it[:1].upper() + came_of_it[1:],
        sub=others[-1] if others else "",
        tried=entry.tried,
        long=len(came_of_it) > _LONG,
        throws=tuple(_throw(roll) for roll in shown),
        more=0 if chart else len(thrown) - len(shown),
        chart=_panel(chart.chart) if chart is not None and chart.chart is not None else None,
        rungs=fought((*before, *entry.parts)),
        cards=_cards(held)._replace(shuffled=_shuffled(sentences)) if held else None,
    )


def _cards(held: CardsHeld) -> CardsPanel:
    """Those of the vehicle that drew last."""
    slots = [glyph(card) for card in held.cards] + [""] * max(0, held.most - len(held.cards))
    lines = tuple((glyph(card), words) for card, words in held.lines)
    text = f"{len(held.cards)} of {held.most} cards"
    return CardsPanel(held.cards[-1], glyph(held.cards[-1]), tuple(slots), text, lines)


_JOINED: Final = "MeleeJoined"
_SHUFFLED: Final = "CardsShuffled"
"""The kind of event that stands beside the cards of who drew."""


def _shuffled(sentences: Iterable[Sentence]) -> str:
    return next((part.text for part in sentences if part.kind == _SHUFFLED), "")


def _before(entry: Entry, chart: Sentence) -> Sequence[Roll]:
    """The throws that led to the damage chart: the last of them is the one on it, and none is one that failed."""
    led = [part for part in entry.parts[: entry.parts.index(chart)] if isinstance(part, Roll) and part.faces]
    return [*(roll for roll in led[:-1] if not roll.came_to_nothing), *led[-1:]][-BESIDE_CHART:]


def _panel(read: ChartRead) -> ChartPanel:
    """The rows of the column, with the one that it came to, and the one of the die without what was added."""
    first = {score: results[0] for score, results in enumerate(read.cells, 1)}
    most = len(read.cells)
    came, alone = (first[min(max(score, 1), most)] for score in (read.row, read.die))
    rows = []
    for key, name in RESULTS:
        scores = [score for score, result in first.items() if result == key]
        if scores:
            rows.append(
                ChartRow(name, scores_text(read.cells, scores), key in SEVERE, key == came, key == alone != came)
            )
    return ChartPanel(read.column.capitalize(), tuple(rows))


def _shown(thrown: Sequence[Roll], most: int) -> Sequence[Roll]:
    """As many as there is room for: lots go first, and the last roll, which decides, stays."""
    if len(thrown) <= most:
        return thrown
    telling = [roll for roll in thrown if roll.label != "pick"] or thrown
    return telling if len(telling) <= most else [*telling[: most - 1], telling[-1]]


def headline(entry: Entry) -> tuple[str, int]:
    """What an entry says in a few words, and how much that matters; PASSING where nothing was done."""
    sentences = in_total([part for part in entry.parts if isinstance(part, Sentence) and not part.beneath])
    if entry.struck:
        return "Taken back", NOTHING
    done = NOTHING if isinstance(entry.parts[0], Roll) else PASSING
    return _headline(entry, sentences), max([done, *(in_headline(part.kind) for part in sentences)])


_SET_DOWN: Final = "ARAP-COH-01"
"""Of a unit that its owner sets down on the table."""


def _headline(entry: Entry, sentences: list[Sentence]) -> str:
    """The weightiest of what happened, among equals the last; dice alone tell more than a phase that begins."""
    set_down = [part for part in sentences if part.kind == "ModelsMoved" and _SET_DOWN in part.rules]
    if len(set_down) > 1:
        return f"{len(set_down)} units are placed"
    weightiest = max(reversed(sentences), key=_weight, default=None)
    dice_alone = isinstance(entry.parts[0], Roll) and (weightiest is None or _weight(weightiest)[0] == PASSING)
    return entry.headline if weightiest is None or dice_alone else weightiest.text


def _weight(part: Sentence) -> tuple[int, int]:
    """What is done before how far the battle has come; of that a turn before a phase."""
    return in_headline(part.kind), weight(part.kind)


def _opening(entry: Entry, headline: str) -> str:
    return entry.headline if entry.headline != headline else entry.by


_WORDS = {"table-roll": "dice", SECOND: "second dice"}


def _throw(roll: Roll) -> Throw:
    word = _WORDS.get(roll.label) or games_words.purpose(roll.label) or roll.label.replace("-", " ")
    word = word.rstrip(":")
    detail = ", ".join(part for part in (roll.shown_need, roll.result) if part)
    return Throw(roll.dice, roll.sides, word[:1].upper() + word[1:], detail, len(roll.faces) > _MANY)
