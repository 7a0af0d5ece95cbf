"""Parts of a page, rendered alike for everybody who sees a table in the same way. Nothing personal is in them.

A *region* is an element of the page with a fixed id whose inside is one of these parts. The first page and every
pushed change use the same functions, so a page that was patched equals one that was loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.template.loader import get_template
from django.utils.safestring import SafeString

from rules import Viewer, decode_action, tells_of_hidden
from tabletop.games import selectors
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.log import journal, rewound
from tabletop.games.log.rewound import Loss
from tabletop.games.models import Proposal, Table
from tabletop.games.pages.scene import Scene
from tabletop.games.panels import prompt, table_in_words
from tabletop.ui.board import BoardGround, board, mini_board, objectives_svg, unit_inner, unit_svg
from tabletop.ui.board.ground import ground_svg

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
    """A part that shows just these values: rendered again only when one of them has changed."""

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
    return {"q": scene.question, "throwing": scene.throwing, "viewer": scene.viewer}


def _barred(scene: Scene) -> Mapping[str, Hashable]:
    return {"t": scene.tracker, "teams": scene.teams}


def _announced(scene: Scene) -> Mapping[str, Hashable]:
    state = scene.state
    ended, asked = state.outcome, state.prompt
    return {
        "over": scene.tracker.over,
        "reason": ended.reason if ended else "",
        "side": state.waits_for or scene.tracker.side,
        "acts": f"{scene.tracker.side_name} {scene.tracker.doing}" if scene.tracker.side else "",
        "question": scene.throwing.announced if scene.throwing else asked.question if asked else "",
    }


def _objectives(scene: Scene) -> str:
    return objectives_svg(scene.marks) + scene.drawn


def _beside(scene: Scene) -> str:
    return scene.beside


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
    "deck": _beside,
}
"""Regions of the page by id."""

SCREEN: Mapping[str, Part] = {
    "tracker": _template("tv/_bar.html", _barred),
    "prompt": _template("tv/_prompt.html", _announced),
    "deck": _beside,
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
        laid=scene.drawn,
        asked=prompt.drawn(scene.state),
        sides=scene.sides or ("a", "b"),
        large=scene.large,
        focus="none" if scene.large else "roving",
    )


# ------------------------------------------------------------------ beside the game


@dataclass(frozen=True)
class Question:
    """Something that waits for agreement, with what it would cost."""

    proposal: Proposal
    loss: Loss | None
    asks: str
    """What is asked, in words that give nothing hidden away."""
    for_host: bool = False
    """Whether the host's page may answer as well: everybody of that side is shown the buttons."""
    for_fellows: bool = False
    """Whether several people share the side that asks: one of them may have to agree as well."""

    seat: SeatAsked | None = None
    """What somebody who may answer is shown of a seat that is asked for."""


@dataclass(frozen=True)
class SeatAsked:
    """A seat that somebody asks for, as who may give it sees the table."""

    side_name: str
    units: int
    picture: SafeString
    holders: Sequence[selectors.Sitter]
    host: selectors.Sitter | None
    """The host, where another than who sits there."""
    known: bool
    """Whether they have sat at this table before."""

    @property
    def names(self) -> str:
        """Who sits there."""
        return " and ".join(holder.name for holder in self.holders)


def _seat_asked(table: Table, audience: Audience, asked: Proposal, sitters: Sequence[selectors.Sitter]) -> SeatAsked:
    scene = Scene.of(audience, journal.state_at(table, table.seq))
    name = dict(selectors.facts(table).sides).get(asked.action, asked.action.upper())
    own = [token for token in scene.tokens if token.side == asked.action]
    holders = [sitter for sitter in sitters if sitter.side == asked.action]
    return SeatAsked(
        side_name=name,
        units=len(own),
        picture=mini_board(ground=scene.ground, units=scene.tokens, label=f"Board: {len(own)} units of {name}"),
        holders=holders,
        host=next((sitter for sitter in sitters if sitter.host and sitter not in holders), None),
        known=selectors.has_been_here(table, asked.person),
    )


def questions(table: Table, audience: Audience, sitters: Sequence[selectors.Sitter]) -> list[Question]:
    """What waits for agreement now, as an audience may know it; `sitters` are who sits at the table."""
    viewer = viewer_of(audience)
    seated = [sitter for sitter in sitters if sitter.side]
    sides = [sitter.side for sitter in seated]
    shared = {side for side in sides if sides.count(side) > 1}
    host_sides = {sitter.side for sitter in seated if sitter.host}
    return [
        Question(
            p,
            rewound.loss(table, viewer, p.to, table.seq) if p.kind == Proposal.Kind.UNDO else None,
            _in_words(table, viewer, p),
            for_fellows=p.side in shared,
            for_host=p.kind == Proposal.Kind.SEAT and audience in host_sides,
            seat=_seat_asked(table, audience, p, sitters) if _gives(p, audience, host_sides) else None,
        )
        for p in selectors.open_proposals(table)
    ]


def _gives(asked: Proposal, audience: Audience, host_sides: Iterable[str]) -> bool:
    """Whether that page may give the seat that is asked for."""
    return asked.kind == Proposal.Kind.SEAT and (audience in (asked.action, "host") or audience in host_sides)


def _in_words(table: Table, viewer: Viewer, asked: Proposal) -> str:
    if asked.kind == Proposal.Kind.RULING:
        ruling = decode_action(asked.action)
        if tells_of_hidden(journal.state_at(table, table.seq), viewer, ruling):
            return "for a ruling on something that you do not see"
    return asked.asks


def beside(table: Table, audience: Audience, *, here: Iterable[str] = (), watchers: int = 0) -> dict[str, str]:
    """What stands beside the game, by region id: people, what waits for agreement, a notice, the chat."""
    sitters = selectors.sitters(table, here)
    told = {
        "facts": selectors.facts(table),
        "sitters": sitters,
        "watchers": watchers,
        "proposals": questions(table, audience, sitters),
        "rewound": rewound.last_loss(table, viewer_of(audience)) if audience != "screen" else None,
        "chat": selectors.said(table) if audience != "screen" else (),
        "audience": audience,
    }
    names = ("people", "proposals", "notice", "chat", "sealed")
    return {name: get_template(f"games/_{name}.html").render(told) for name in names}
