"""Parts of a page, rendered alike for everybody who sees a table in the same way. Nothing personal is in them.

A *region* is an element of the page with a fixed id whose inside is one of these parts. The first page and every
pushed change use the same functions, so a page that was patched equals one that was loaded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Lock
from typing import NamedTuple

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from rules import Viewer, view
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.state import GameState
from tabletop.games import selectors
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.board import drawing
from tabletop.games.log import journal
from tabletop.games.log.entries import PAGE, Entry
from tabletop.games.models import Table
from tabletop.games.panels import club_screen, prompt, table_in_words
from tabletop.games.panels.prompt import Question
from tabletop.games.panels.turn_tracker import Tracker, tracker
from tabletop.ui.board import BoardGround, ObjectiveMark, board, flag_places, objectives_svg, unit_inner, unit_svg
from tabletop.ui.board.ground import ground_svg
from tabletop.ui.board.scene import Point, TokenUnit

_UNITS_KEPT = 4096


class Placed(NamedTuple):
    """Every unit that stands on a table, with the place of its flag and the words for it; and the objectives."""

    tokens: tuple[TokenUnit, ...]
    flags: Mapping[str, Point]
    words: tuple[table_in_words.UnitWords, ...]
    marks: tuple[ObjectiveMark, ...]
    ground_words: tuple[str, ...]


class _Placings:
    """What was worked out lately, by the identity of what it depends on: audiences who see alike share it."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, ...], tuple[tuple[object, ...], Placed]] = OrderedDict()
        self._units: dict[tuple[object, ...], tuple[Unit, object, tuple[TokenUnit, table_in_words.UnitWords]]] = {}
        self._lock = Lock()

    def of(self, state: GameState, ground: BoardGround, large: bool) -> Placed:
        on = (state.units, state.turn, state.melees, state.sides, ground)
        key = (*map(id, on), int(large))
        with self._lock:
            found = self._kept.get(key)  # it holds on to what the ids are of, so they mean the same objects
        if found is not None:
            return found[1]
        pairs = [self._unit(state, unit) for unit in state.units.values() if unit.on_table]
        tokens, words = tuple(token for token, _ in pairs), tuple(told for _, told in pairs)
        marks = drawing.objectives(state)
        flags = flag_places(ground=ground, units=tokens, objectives=marks, large=large)
        placed = Placed(tokens, flags, words, marks, table_in_words.ground(state, marks))
        with self._lock:
            self._kept[key] = (on, placed)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return placed

    def _unit(self, state: GameState, unit: Unit) -> tuple[TokenUnit, table_in_words.UnitWords]:
        """Drawn and told anew only when it has changed: most units of a table have not."""
        key = (id(unit), id(state.terrain), drawing.statuses(state, unit))
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

    @classmethod
    def of(cls, audience: Audience, state: GameState) -> Scene:
        """The scene of a whole state."""
        return cls(audience, view(state, viewer_of(audience)))

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
        return _placings.of(self.state, self.ground, self.large)

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
        return self._placed.flags

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
        if state.prompt is not None:
            return state.prompt.side
        return (state.turn.order[state.turn.place] if state.turn.order else None) or ""

    @cached_property
    def tracker(self) -> Tracker:
        """Turn, phases, busts and score."""
        return tracker(self.state)

    @property
    def teams(self) -> tuple[club_screen.Team, ...]:
        """Both forces at a glance."""
        return club_screen.teams(self.state)

    @cached_property
    def question(self) -> Question | None:
        """The open prompt."""
        return prompt.question(self.state)

    @cached_property
    def has_hidden(self) -> bool:
        """Whether the device must not be handed over uncovered: something of this side is hidden."""
        return any(unit.hidden and not unit.is_gone for unit in self.state.units.values())

    @property
    def in_words(self) -> tuple[table_in_words.UnitWords, ...]:
        """Every unit on the table, told in words."""
        return self._placed.words

    @property
    def ground_in_words(self) -> tuple[str, ...]:
        """The terrain and the objectives, told in words."""
        return self._placed.ground_words

    def side_name(self, side: SideId | None) -> str:
        """A side's name, or nothing."""
        return drawing.side_name(self.state, side)


def acting(table: Table) -> str:
    """The side that must act now: whose prompt is open, or whose turn it is."""
    state = journal.state_at(table, table.seq)
    return Scene("host", state).acting


# ------------------------------------------------------------------ parts of the game


@dataclass(frozen=True)
class Rows:
    """The inside of a region that changes row by row: what stands before, each row by its element's id, and after."""

    head: str
    rows: Mapping[str, str]
    tail: str

    def __str__(self) -> str:
        return f"{self.head}{''.join(self.rows.values())}{self.tail}"

    def is_alike(self, other: object) -> bool:
        """Whether only rows differ."""
        return (
            isinstance(other, Rows)
            and (self.head, self.tail) == (other.head, other.tail)
            and list(self.rows) == list(other.rows)
        )


Part = Callable[[Scene], str | Rows]


def _template(name: str, shown: Callable[[Scene], Mapping[str, Hashable]]) -> Part:
    """A part that shows just these values: rendered anew only when one of them has changed."""

    @lru_cache(maxsize=512)
    def rendered(*pairs: tuple[str, Hashable]) -> str:
        return get_template(f"games/{name}").render(dict(pairs))

    def part(scene: Scene) -> str:
        return rendered(*shown(scene).items()) if scene.begun else ""

    return part


def _tracked(scene: Scene) -> Mapping[str, Hashable]:
    return {"t": scene.tracker, "acting": scene.acting}


def _scored(scene: Scene) -> Mapping[str, Hashable]:
    return {"sides": scene.tracker.sides}


def _asks(scene: Scene) -> Mapping[str, Hashable]:
    return {"q": scene.question, "viewer": scene.viewer}


def _barred(scene: Scene) -> Mapping[str, Hashable]:
    return {"t": scene.tracker, "teams": scene.teams}


def _announced(scene: Scene) -> Mapping[str, Hashable]:
    state = scene.state
    ended, asked = state.outcome, state.prompt
    return {
        "over": scene.tracker.over,
        "reason": ended.reason if ended else "",
        "side": asked.side if asked else "",
        "question": asked.question if asked else "",
    }


def _objectives(scene: Scene) -> str:
    return objectives_svg(scene.marks)


def _words(scene: Scene) -> Rows:
    rows = {f"words-{row.id}": _words_row(row) for row in scene.in_words} if scene.begun else {}
    head, _, tail = _words_frame(scene.ground_in_words if scene.begun else ()).partition("<!--rows-->")
    return Rows(head, rows, tail)


@lru_cache(maxsize=256)
def _words_frame(ground: tuple[str, ...]) -> str:
    return get_template("games/_words.html").render({"ground": ground})


@lru_cache(maxsize=2048)
def _words_row(row: table_in_words.UnitWords) -> str:
    return get_template("games/_words_row.html").render({"row": row}).strip()


HTML: Mapping[str, Part] = {
    "tracker": _template("_tracker.html", _tracked),
    "scores": _template("_scores.html", _scored),
    "prompt": _template("_prompt.html", _asks),
    "words": _words,
}
"""Regions of the page by id."""

SCREEN: Mapping[str, Part] = {
    "tracker": _template("tv/_bar.html", _barred),
    "prompt": _template("tv/_prompt.html", _announced),
}
"""Regions of the club's screen; its last act comes with the log."""


def _asked(scene: Scene) -> str:
    return prompt.drawn(scene.state)


SVG: Mapping[str, Callable[[Scene], str]] = {"objectives": _objectives, "asked": _asked}
"""Regions of the board by id."""


class _Grounds:
    """Drawn grounds by identity: they are large and seldom change."""

    def __init__(self, most: int = 32) -> None:
        self._most = most
        self._kept: dict[tuple[int, bool], tuple[BoardGround, str]] = {}

    def of(self, ground: BoardGround, large: bool) -> str:
        found = self._kept.get((id(ground), large))
        if found is not None and found[0] is ground:
            return found[1]
        drawn = ground_svg(ground, large=large)
        if len(self._kept) >= self._most:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[(id(ground), large)] = (ground, drawn)
        return drawn


_grounds = _Grounds()


@dataclass(frozen=True)
class Parts:
    """Every part of one scene, rendered."""

    html: Mapping[str, str | Rows]
    svg: Mapping[str, str]
    units: Mapping[str, str]
    """The inside of each unit's group, by unit id, in order."""
    scene: Scene = field(compare=False)


def parts(scene: Scene) -> Parts:
    """Render a scene."""
    svg = {name: part(scene) for name, part in SVG.items()} if scene.begun else {}
    if scene.begun:
        svg["ground"] = _grounds.of(scene.ground, scene.large)
    units = {unit.id: unit_inner(unit, scene.flags.get(unit.id)) for unit in scene.tokens}
    regions = SCREEN if scene.large else HTML
    return Parts({name: part(scene) for name, part in regions.items()}, svg, units, scene)


def whole_units(scene: Scene) -> str:
    """The inside of the group of all units."""
    return "".join(
        unit_svg(unit, scene.flags.get(unit.id), tabindex=0 if n == 0 else -1) for n, unit in enumerate(scene.tokens)
    )


def whole_board(scene: Scene) -> SafeString:
    """The board with everything on it, for a fresh page."""
    return board(
        ground=scene.ground,
        units=scene.tokens,
        objectives=scene.marks,
        asked=prompt.drawn(scene.state),
        sides=scene.sides or ("a", "b"),
        large=scene.large,
        focus="none" if scene.large else "roving",
    )


def entry(told: Entry) -> str:
    """One entry of the log."""
    return get_template("games/_entry.html").render({"entry": told})


def log(told: Iterable[Entry]) -> SafeString:
    """Entries of the log, as given."""
    return mark_safe("".join(entry(one) for one in told))  # noqa: S308 -- rendered by the template


def older(table: Table, audience: Audience, told: Sequence[Entry]) -> str:
    """The button that asks for what is older than these entries, or nothing when there is nothing."""
    asked = {"facts": table, "audience": audience, "log_next": next_page(told)}
    return get_template("games/_older.html").render(asked)


def next_page(told: Sequence[Entry]) -> int:
    """The command before which the log goes on, or 0 where it ends."""
    return told[-1].head if len(told) == PAGE else 0


def last_act(told: Sequence[Entry]) -> SafeString:
    """The newest of these entries, as the club's screen tells it."""
    newest = club_screen.last(told[0] if told else None)
    return mark_safe(get_template("games/tv/_last.html").render({"last": newest}))  # noqa: S308 -- the template escapes


# ------------------------------------------------------------------ beside the game


def beside(table: Table, audience: Audience, *, here: Iterable[str] = (), watchers: int = 0) -> dict[str, str]:
    """What stands beside the game, by region id: people, what waits for agreement, a notice, the chat."""
    told = {
        "facts": selectors.facts(table),
        "sitters": selectors.sitters(table, here),
        "watchers": watchers,
        "proposals": selectors.open_proposals(table),
        "chat": selectors.said(table) if audience != "screen" else (),
        "audience": audience,
    }
    names = ("people", "proposals", "notice", "chat")
    return {name: get_template(f"games/_{name}.html").render(told) for name in names}
