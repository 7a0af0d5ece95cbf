"""Parts of a page, rendered alike for everybody who sees a table in the same way. Nothing personal is in them.

A *region* is an element of the page with a fixed id whose inside is one of these parts. The first page and every
pushed change use the same functions, so a page that was patched equals one that was loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from django.template.loader import get_template
from django.utils.safestring import SafeString

from rules.questions.board import houses
from rules.questions.buildings import bunkers
from tabletop.games import selectors
from tabletop.games.access.rights import OPEN_VIEWS, Audience, viewer_of
from tabletop.games.log import rewound
from tabletop.games.models import Table
from tabletop.games.pages import asked as waiting
from tabletop.games.pages.scene import Scene
from tabletop.games.panels import club_screen, houses_from_afar, prompt, section_plan, table_in_words
from tabletop.games.words import HOUSE_PLAYERS, HousePlayer, house_player
from tabletop.ui.board import BoardGround, board, more_flags, objectives_svg, unit_inner, unit_svg
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
        "reason": ended.in_words([side.id for side in state.sides]) if ended else "",
        "side": state.waits_for or scene.tracker.side,
        "acts": f"{scene.tracker.side_name} {scene.tracker.doing}" if scene.tracker.side else "",
        "question": scene.throwing.announced if scene.throwing else asked.question if asked else "",
        "waits": _asked_of(scene)["name"],
        "throws": _thrown_for(scene),
    }


def _thrown_for(scene: Scene) -> str:
    """The units that dice are thrown by hand for: who throws, and against whom."""
    owed = scene.throwing
    return " ".join(party.number.lower() for party in (owed.unit, owed.target) if party) if owed else ""


def _asked_of(scene: Scene) -> Mapping[str, Hashable]:
    """Whose choice it is while a question waits, and what is asked, without what it is about."""
    asked = scene.state.prompt if scene.state.owed is None and not scene.tracker.over else None
    if asked is None or not asked.question:
        return {"name": ""}
    asks, shown = asked.question.rpartition(": ")[2], club_screen.choices(scene.choices)
    return {
        "side": asked.side,
        "name": scene.state.side(asked.side).name,
        "asks": asks[:1].upper() + asks[1:],
        "about": " ".join(unit for unit in (asked.unit, asked.about) if unit),
        "choices": shown,
        "further": len(scene.choices) - len(shown),
    }


def _objectives(scene: Scene) -> str:
    return objectives_svg(scene.marks) + scene.drawn


def _beside(scene: Scene) -> str:
    """What everybody sees; players have the houses among their cards."""
    housed = _houses_from_afar if scene.large else _houses
    return scene.beside + (str(housed(scene)) if scene.audience in OPEN_VIEWS else "")


def _housed(scene: Scene) -> Mapping[str, Hashable]:
    state = scene.state
    armoured = bunkers.bunkers(state)
    return {
        "houses": houses(state),
        "section_houses": section_plan.houses(state),
        "bunkers": armoured,
        "bunker_hits": bunkers.hit_rows() if armoured else (),
    }


_houses = _template("houses/_houses.html", _housed)


def _seen_from_afar(scene: Scene) -> Mapping[str, Hashable]:
    return {"houses": houses_from_afar.houses(scene.state)}


_houses_from_afar = _template("tv/_houses.html", _seen_from_afar)


def _words(scene: Scene) -> Rows:
    rows = {f"words-{row.id}": _words_row(row) for row in scene.in_words} if scene.begun else {}
    head, _, tail = _words_frame(scene.ground_in_words if scene.begun else ()).partition("<!--rows-->")
    return Rows(head, rows, tail)


@lru_cache(maxsize=256)
def _words_frame(ground: tuple[str, ...]) -> str:
    return get_template("games/text/_words.html").render({"ground": ground})


@lru_cache(maxsize=2048)
def _words_row(row: table_in_words.UnitWords) -> str:
    return get_template("games/text/_words_row.html").render({"row": row}).strip()


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
    "asks": _template("tv/_asks.html", _asked_of),
}
"""Regions of the club's screen; its last act comes with the log."""


def _asked(scene: Scene) -> str:
    return prompt.drawn(scene.state)


def _edges(scene: Scene) -> str:
    return scene.edges


SVG: Mapping[str, Callable[[Scene], str]] = {"edges": _edges, "objectives": _objectives, "asked": _asked}
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
    flags, size = scene.flags, scene.flag_size
    units = {unit.id: unit_inner(unit, flags.get(unit.id), size, more_flags(unit, flags)) for unit in scene.tokens}
    regions = SCREEN if scene.large else HTML
    return Parts({name: part(scene) for name, part in regions.items()}, svg, units, scene)


def whole_units(scene: Scene) -> str:
    """The inside of the group of all units."""
    flags, size = scene.flags, scene.flag_size
    return "".join(
        unit_svg(
            unit,
            flags.get(unit.id),
            size=size,
            tabindex=0 if n == 0 else -1,
            more=more_flags(unit, flags),
        )
        for n, unit in enumerate(scene.tokens)
    )


def whole_board(scene: Scene, *, still: bool = False) -> SafeString:
    """The board with everything on it, for a fresh page, or for a picture that stays as it is."""
    return board(
        ground=scene.ground,
        units=scene.tokens,
        objectives=scene.marks,
        edges=scene.edges,
        laid=scene.drawn,
        asked=prompt.drawn(scene.state),
        sides=scene.sides or ("a", "b"),
        large=scene.large,
        focus="none" if scene.large else "roving",
        still=still,
    )


# ------------------------------------------------------------------ beside the game


class HouseSeat(NamedTuple):
    """A seat that the house has."""

    side: str
    side_name: str
    character: str
    player: HousePlayer


def seats_of_house(table: Table, sitters: Iterable[selectors.Sitter]) -> tuple[HouseSeat, ...]:
    """Where the house sits, and as whom."""
    sits = [sitter for sitter in sitters if sitter.house]
    names = dict(selectors.facts(table).sides) if sits else {}
    names |= {force.side: force.content.get("name", "") for force in table.forces.all()} if sits else {}
    return tuple(HouseSeat(s.side, names.get(s.side, ""), s.character, house_player(s.character)) for s in sits)


def alone(sitters: Sequence[selectors.Sitter]) -> tuple[tuple[str, str], ...]:
    """Sides with the name of whoever alone has them and has no other."""
    seated = [sitter for sitter in sitters if sitter.side and not sitter.house]
    sides, names = [sitter.side for sitter in seated], [sitter.name for sitter in seated]
    return tuple((s.side, s.name) for s in seated if sides.count(s.side) == 1 == names.count(s.name))


BESIDE: Final = {
    "people": "seats/_people.html",
    "proposals": "agreements/_proposals.html",
    "notice": "agreements/_notice.html",
    "chat": "log/_chat.html",
    "sealed": "dice/_sealed.html",
    "reactions": "log/_reactions.html",
    "house": "house/_house.html",
}
"""Regions of what stands beside the game, each with its template."""


def beside(table: Table, audience: Audience, *, here: Iterable[str] = (), watchers: int = 0) -> dict[str, str]:
    """What stands beside the game, by region id: people, what waits for agreement, a notice, the chat."""
    sitters = selectors.sitters(table, here)
    behind = audience in OPEN_VIEWS and table.delay_s > 0
    lost = rewound.last_loss(table, viewer_of(audience)) if audience != "screen" else None
    parts = {
        "facts": selectors.facts(table),
        "sitters": sitters,
        "watchers": watchers,
        "alone": alone(sitters) if audience in OPEN_VIEWS else (),
        "proposals": () if behind else waiting.questions(table, audience, sitters),
        "rewound": lost,
        "card": waiting.rewound_card(table, audience, lost, sitters),
        "chat": selectors.said(table, delayed=behind) if audience != "screen" else (),
        "audience": audience,
        "reactions": selectors.reactions(table, delayed=behind) if audience != "screen" else (),
        "house": seats_of_house(table, sitters) if audience != "screen" else (),
        "players": HOUSE_PLAYERS,
        "paces": Table.Pace.choices,
    }
    return {region: get_template(f"games/{name}").render(parts) for region, name in BESIDE.items()}
