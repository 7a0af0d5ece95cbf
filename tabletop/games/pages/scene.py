"""One moment of a game as one audience may know it, worked out once for all who see alike."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from rules import Viewer, choices_in_words, view
from rules.core.ids import SideId
from rules.core.prompt import Option
from rules.forces.unit import Unit
from rules.state import GameState
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.board import drawing, melees
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.games.panels import club_screen, going_on, hand_dice, prompt, table_in_words
from tabletop.games.panels.prompt import Question
from tabletop.games.panels.turn_tracker import Tracker
from tabletop.games.rulesets import pages
from tabletop.ui.board import BoardGround, ObjectiveMark, flag_places, flag_size
from tabletop.ui.board.edges import lettered
from tabletop.ui.board.scene import Point, TokenUnit

_UNITS_KEPT = 4096


@dataclass(frozen=True)
class Placed:
    """Every unit that stands on a table, with the words for it; the objectives; and the places of flags."""

    ground: BoardGround
    tokens: tuple[TokenUnit, ...]
    words: tuple[table_in_words.UnitWords, ...]
    marks: tuple[ObjectiveMark, ...]
    ground_words: tuple[str, ...]

    @cached_property
    def flags(self) -> Mapping[str, Point]:
        """Where flags stand on pages."""
        return flag_places(ground=self.ground, units=self.tokens, objectives=self.marks)

    @cached_property
    def large_flags(self) -> Mapping[str, Point]:
        """Where they stand on a screen across the room."""
        return flag_places(ground=self.ground, units=self.tokens, objectives=self.marks, large=True)


class _Placings:
    """What was worked out lately, by the identity of what it depends on: audiences who see alike share it."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, ...], tuple[tuple[object, ...], Placed]] = OrderedDict()
        self._units: dict[tuple[object, ...], tuple[Unit, object, tuple[TokenUnit, table_in_words.UnitWords]]] = {}
        self._lock = Lock()

    def of(self, state: GameState, ground: BoardGround) -> Placed:
        on = (state.units, state.turn, state.melees, state.sides, state.own, ground)
        key = tuple(map(id, on))
        with self._lock:
            found = self._kept.get(key)  # it holds on to what the ids are of, so they mean the same objects
        if found is not None:
            return found[1]
        pairs = [self._unit(state, unit) for unit in state.units.values() if unit.in_play]
        tokens, words = tuple(token for token, _ in pairs if token.models), tuple(said for _, said in pairs)
        marks = drawing.objectives(state)
        placed = Placed(ground, tokens, words, marks, table_in_words.ground(state, marks))
        with self._lock:
            self._kept[key] = (on, placed)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return placed

    def _unit(self, state: GameState, unit: Unit) -> tuple[TokenUnit, table_in_words.UnitWords]:
        """Drawn and described again only when it has changed: most units of a table have not."""
        key = (id(unit), id(state.terrain), drawing.statuses(state, unit), melees.rim(state, unit))
        if unit.housed:  # where it is drawn depends on who else is in the house
            return drawing.token(state, drawing.drawn(state, unit)), table_in_words.unit_words(state, unit)
        found = self._units.get(key)
        if found is None:
            if len(self._units) >= _UNITS_KEPT:
                self._units.clear()
            drawn = (drawing.token(state, unit), table_in_words.unit_words(state, unit))
            found = self._units[key] = (unit, state.terrain, drawn)
        return found[2]


_placings = _Placings()


@dataclass(frozen=True)
class Scene:
    """One moment of a game as one audience may know it. Templates get it as `scene`."""

    audience: Audience
    state: GameState
    """Already filtered for the audience: a template can show nothing that it must not."""
    choices: tuple[Option, ...] = ()
    """What somebody is asked to choose between, where those who look on are shown it."""

    @classmethod
    def of(cls, audience: Audience, state: GameState) -> Scene:
        """The scene of a whole state."""
        viewer = viewer_of(audience)
        return cls(audience, view(state, viewer), choices_in_words(state, viewer) if viewer == "public" else ())

    @property
    def viewer(self) -> Viewer:
        """As whom the audience sees."""
        return viewer_of(self.audience)

    @property
    def large(self) -> bool:
        """Whether it is drawn for a screen across the room."""
        return self.audience == "screen"

    @cached_property
    def begun(self) -> bool:
        """Whether there is a game at all."""
        return bool(self.state.sides)

    @cached_property
    def ground(self) -> BoardGround:
        """The table under the units."""
        return drawing.ground_of(self.state)

    @cached_property
    def _placed(self) -> Placed:
        return _placings.of(self.state, self.ground)

    @property
    def tokens(self) -> tuple[TokenUnit, ...]:
        """Every unit that stands on the table."""
        return self._placed.tokens

    @property
    def marks(self) -> tuple[ObjectiveMark, ...]:
        """The objectives and who holds them."""
        return self._placed.marks

    @property
    def flags(self) -> Mapping[str, Point]:
        """Where each unit's flag stands."""
        return self._placed.large_flags if self.large else self._placed.flags

    @property
    def flag_size(self) -> float:
        """How much larger than drawn they are shown."""
        return flag_size(len(self.tokens), self.ground.area, large=self.large)

    @property
    def sides(self) -> tuple[str, ...]:
        """The letters of the sides."""
        return tuple(side.id for side in self.state.sides)

    @property
    def acting(self) -> str:
        """The side that must act now, if any: whose prompt is open, or whose turn it is."""
        state = self.state
        if state.outcome is not None:
            return ""
        if state.waits_for is not None:
            return state.waits_for
        return (state.turn.order[state.turn.place] if state.turn.order else None) or ""

    @cached_property
    def tracker(self) -> Tracker:
        """Turn, phases, busts and score."""
        return pages.of(self.state).tracker(self.state)

    @cached_property
    def beside(self) -> str:
        """What the game shows beside the board for everybody, as HTML."""
        return pages.of(self.state).beside(self.state) if self.begun else ""

    @property
    def drawn(self) -> str:
        """What lies on the board beside units and objectives, as SVG."""
        return pages.of(self.state).drawn(self.state)

    @property
    def edges(self) -> str:
        """What stands in the border of the board, as SVG."""
        scenario = self.state.scenario
        own = pages.of(self.state).edges(self.state, large=self.large)
        return own or lettered(scenario.width_in, scenario.height_in)

    @property
    def teams(self) -> tuple[club_screen.Team, ...]:
        """Both forces at a glance."""
        return club_screen.teams(self.state)

    @cached_property
    def question(self) -> Question | None:
        """The open prompt; it waits while dice are owed."""
        return None if self.state.owed is not None else prompt.question(self.state)

    @cached_property
    def throwing(self) -> hand_dice.Throwing | None:
        """The dice that somebody throws by hand."""
        return hand_dice.throwing(self.state)

    @property
    def going_on(self) -> going_on.GoingOn:
        """For whom the table waits, and what they are asked."""
        return going_on.going_on(self.state, self.tracker, self.throwing, self.choices)

    @cached_property
    def has_hidden(self) -> bool:
        """Whether the device must not be handed over uncovered: something of this side is hidden."""
        return any(unit.hidden and not unit.is_gone for unit in self.state.units.values())

    @property
    def in_words(self) -> tuple[table_in_words.UnitWords, ...]:
        """Every unit on the table, in words."""
        return self._placed.words

    @property
    def ground_in_words(self) -> tuple[str, ...]:
        """The terrain and the objectives, in words."""
        return self._placed.ground_words

    def side_name(self, side: SideId | None) -> str:
        """A side's name, or nothing."""
        return drawing.side_name(self.state, side)


def acting(table: Table) -> str:
    """The side that must act now: whose prompt is open, or whose turn it is."""
    state = journal.state_at(table, table.seq)
    return Scene("host", state).acting
