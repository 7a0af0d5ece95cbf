"""The printed map of a scenario: its board to a round scale, numbered, with a key, and all that there is to know."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules import without_secrets
from rules.geometry import layouts
from rules.geometry.lengths import Point, between, distance
from rules.questions.scenarios import ground_fields, words_of_ground
from rules.table.scale import MM_PER_INCH, scale_of
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tabletop.scenarios.pages import drawing, listing
from tabletop.ui.board import board
from tabletop.ui.board.scene import MARGIN, UNITS_PER_INCH
from tabletop.ui.board.svg import num
from tabletop.ui.words import count_text

SCALES: Final = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 25, 30, 35, 40)
"""Inches of the table for one of paper."""
ROOM_MM: Final = (192.0, 152.0)
"""Width and height that the board has on a sheet of A4 that lies on its side."""
BAR_IN: Final = 12


class Entry(NamedTuple):
    """One line of the key: the number on the map, what it is called, what it does, how often it is there."""

    number: int
    name: str
    words: str
    pieces: int


class Sheet(NamedTuple):
    """The map and what stands beside it."""

    board: SafeString
    scale: int
    in_inches: bool
    """Whether the table measures in inches."""
    bar_mm: float
    key: tuple[Entry, ...]
    zones: tuple[listing.Fact, ...]
    facts: tuple[listing.Fact, ...]


def as_known(scenario: Scenario, who: str) -> Scenario:
    """The scenario as that side knows it, or the host for `host`; as everybody does for anybody else."""
    if who == "host":
        return scenario
    side = next((side.id for side in scenario.sides if side.id == who), None)
    return without_secrets(scenario, side or "public")


def sheet(scenario: Scenario) -> Sheet:
    """Everything on the map of a scenario, as it is given."""
    scale = ratio_of(scenario)
    entries, places = _key(scenario)
    return Sheet(
        board=_board(scenario, scale, places),
        scale=scale,
        in_inches=not scale_of(scenario.options).cm,
        bar_mm=BAR_IN * _inch_mm(scenario) / scale,
        key=entries,
        zones=_zones(scenario),
        facts=listing.facts(scenario),
    )


def ratio_of(scenario: Scenario) -> int:
    """The largest round scale at which the board with its frame fits on the sheet."""
    wide, high = _framed(scenario)
    needed = max(wide / ROOM_MM[0], high / ROOM_MM[1]) * _inch_mm(scenario)
    return next((scale for scale in SCALES if scale >= needed), SCALES[-1])


def _inch_mm(scenario: Scenario) -> float:
    """How much of the table an inch of the rules is. (ARAP-GEN-04)"""
    return scale_of(scenario.options).cm * 10 or MM_PER_INCH


def _framed(scenario: Scenario) -> tuple[float, float]:
    """Width and depth with the frame, in inches."""
    rim = 2 * MARGIN / UNITS_PER_INCH
    return scenario.width_in + rim, scenario.height_in + rim


def in_full(piece: Terrain, ruleset: str) -> str:
    """What a piece does in that game, in full."""
    inside = piece.building
    if ground_fields(ruleset) is not None:
        return words_of_ground(ruleset, piece) or "clear ground"
    words = [
        piece.effect,
        f"{piece.height_in:g}″ high" if piece.height_in else "",
        "blocks sight" if piece.blocks_sight else "",
        f"{inside.walls}, {count_text(inside.storeys, 'storey')}" if inside else "",
        count_text(len(inside.sections), "section") if inside and inside.sections else "",
        f"known to side {piece.secret.upper()} alone" if piece.secret else "",
    ]
    return " · ".join(word for word in words if word) or "clear ground"


def _key(scenario: Scenario) -> tuple[tuple[Entry, ...], list[tuple[int, Terrain]]]:
    """Like pieces share a number; what lies behind a closed exit is listed with it."""
    exits = {piece.id: piece.name or "an exit" for piece in scenario.terrain if piece.closed}
    kinds: dict[tuple[str, str], list[Terrain]] = {}
    for piece in scenario.terrain:
        words = in_full(piece, scenario.ruleset) + (f" · behind {exits[piece.behind]}" if piece.behind in exits else "")
        kinds.setdefault((piece.name or piece.look.capitalize(), words), []).append(piece)
    entries = tuple(Entry(n, name, words, len(kinds[name, words])) for n, (name, words) in enumerate(kinds, 1))
    places = [(entry.number, piece) for entry in entries for piece in kinds[entry.name, entry.words]]
    return entries, [(number, piece) for number, piece in places if piece.name or piece.going != "road"]


def _board(scenario: Scenario, scale: int, places: list[tuple[int, Terrain]]) -> SafeString:
    ground = drawing.ground(scenario, scenario.terrain, zones=True)
    wide, high = (length * _inch_mm(scenario) / scale for length in _framed(scenario))
    drawn = board(
        ground=ground,
        objectives=drawing.objectives(scenario),
        sides=tuple(side.id for side in scenario.sides),
        focus="none",
        preview="".join(_number(scenario, number, piece, scale) for number, piece in places),
        css="printed",
    )
    return mark_safe(f'<div class="map-board" style="width:{num(wide)}mm;height:{num(high)}mm">{drawn}</div>')  # noqa: S308


def _number(scenario: Scenario, number: int, piece: Terrain, scale: int) -> str:
    """A number on a piece, 2.6 millimetres on paper at every scale; beside objectives and gates, not under them."""
    at, size_in = _middle(piece), 2.6 * scale / _inch_mm(scenario)
    taken = [objective.at for objective in scenario.objectives]
    taken += [between(gate.a, gate.b, 0.5) for gate in drawing.gates(scenario)]
    if any(distance(at, other) < 1.5 * size_in for other in taken):
        at = (at[0] + 1.5 * size_in, at[1] + 1.2 * size_in)
    x, y = (num(length * UNITS_PER_INCH) for length in at)
    size = size_in * UNITS_PER_INCH
    return (
        f'<g class="mapno" transform="translate({x} {y}) scale({size:.2f})">'
        f'<circle r=".62"/><text y=".33">{escape(str(number))}</text></g>'
    )


def _middle(piece: Terrain) -> Point:
    """A place on a piece: of a line the middle of its longest stretch."""
    if not piece.line:
        return layouts.middle_of(piece.points)
    a, b = max(zip(piece.points, piece.points[1:], strict=False), key=lambda stretch: distance(*stretch))
    return between(a, b, 0.5)


def _zones(scenario: Scenario) -> tuple[listing.Fact, ...]:
    names = {side.id: side.name for side in scenario.sides}
    return tuple(
        listing.Fact(names.get(zone.side, zone.side), zone.name + ("; set-up unseen" if zone.hidden else ""))
        for zone in scenario.zones
    )
