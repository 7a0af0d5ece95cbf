"""The whole picture: one keyword-only function from a scene to SVG, and its parts for pushed changes."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tabletop.ui.board import overlay
from tabletop.ui.board.defs import defs
from tabletop.ui.board.edges import lettered
from tabletop.ui.board.flag_places import place_flags
from tabletop.ui.board.flags import LARGE, flag_size
from tabletop.ui.board.ground import clip_id, flat_ground_svg, frame_svg, ground_svg, still_ground_svg
from tabletop.ui.board.houses import plates
from tabletop.ui.board.names import place_names
from tabletop.ui.board.scene import MARGIN, UNITS_PER_INCH, BoardGround, ObjectiveMark, Point, TokenUnit
from tabletop.ui.board.svg import Box, num, overlap
from tabletop.ui.board.tokens import anchor, parts_of, unit_box, unit_picture, unit_svg
from tabletop.ui.words import inches_text

Focus = Literal["roving", "all", "none"]
"""How units take the keyboard: one stop for the whole board, each unit a stop, or pictures only."""

_HEXAGON = "M0-11L9.5-5.5V5.5L0 11-9.5 5.5V-5.5z"
_INNER_HEXAGON = "M0-7.6L6.6-3.8V3.8L0 7.6-6.6 3.8V-3.8z"


def board(
    *,
    ground: BoardGround,
    units: Sequence[TokenUnit] = (),
    objectives: Sequence[ObjectiveMark] = (),
    edges: str = "",
    laid: str = "",
    label: str = "",
    focus: Focus = "roving",
    sides: tuple[str, ...] = ("a", "b"),
    arcs: str = "",
    facings: str = "",
    preview: str = "",
    asked: str = "",
    view_box: tuple[float, float, float, float] | None = None,
    large: bool = False,
    still: bool = False,
    css: str = "",
) -> SafeString:
    """The board with everything on it.

    `arcs`, `facings`, `preview` and `asked` (what an open prompt offers) are markup of `overlay`. `view_box` is in
    drawing units (ten to the inch) and defaults to the table with its margin. `large` is for a screen that is read
    from across a room: bigger flags and names, no effects. In a picture that stays as it is (`still`) flags keep off
    the lines of sight in `preview`, and names off units and flags. `edges` stands in the border in place of the
    letters and figures of the squares. Changes later swap `#edges`, `#units`, `#objectives`, one `#unit-ID`, `#arcs`,
    `#facings`, `#asked` or `#preview`.
    """
    clip = clip_id(ground)
    lines = overlay.along_sight(preview) if still else ()
    places = flag_places(ground=ground, units=units, objectives=objectives, large=large, lines=lines)
    size = flag_size(len(units), ground.area, large=large)
    others = _standing(units, places, size) if still else ()
    drawn = still_ground_svg(ground, others, large=large) if still else ground_svg(ground, large=large)
    said = label or f"Table, {inches_text(ground.width_in)} by {inches_text(ground.height_in)}. {ground.name}."
    return mark_safe(  # noqa: S308 -- names are escaped where they are written
        f'<svg class="{escape(" ".join(part for part in ("board", "large" * large, css) if part))}" id="board-svg" '
        f'viewBox="{_view_box(ground, view_box)}"{_zoom(ground, view_box)} '
        f'role="group" aria-label="{escape(said)}">{defs(sides)}{frame_svg(ground.width_in, ground.height_in)}'
        f'<g id="edges" aria-hidden="true">{edges or lettered(ground.width_in, ground.height_in)}</g>'
        f'<g id="ground">{drawn}</g>'
        f'<g clip-path="url(#{clip})"><g class="preview-arc" id="arcs" aria-hidden="true">{arcs}</g></g>'
        f'<g class="objectives" id="objectives">{objectives_svg(objectives)}{laid}</g>'
        f'<g class="units" id="units">{units_svg(ground=ground, units=units, focus=focus, flags=places, size=size)}</g>'
        f'<g class="preview" id="asked">{asked}</g>'
        f'<g class="preview" id="preview" aria-hidden="true">{preview}</g>'
        f'<g id="facings" aria-hidden="true">{facings}</g>'
        f'<g class="preview" id="pointing" aria-hidden="true"></g></svg>'
    )


def mini_board(
    *,
    ground: BoardGround,
    units: Sequence[TokenUnit] = (),
    label: str = "",
) -> SafeString:
    """A small picture of a table for lists: flat terrain and a glyph for each unit, no textures, names or ids."""
    w, h = num(ground.width_in * UNITS_PER_INCH), num(ground.height_in * UNITS_PER_INCH)
    dots = "".join(_dot(unit) for unit in units)
    return mark_safe(  # noqa: S308 -- names are escaped where they are written
        f'<svg class="board mini-board" viewBox="0 0 {w} {h}" role="img" aria-label="{escape(label or ground.name)}">'
        f'<rect class="ground" width="{w}" height="{h}"/>{flat_ground_svg(ground)}{dots}</svg>'
    )


def close_up(
    *,
    ground: BoardGround,
    units: Sequence[TokenUnit],
    returning: Sequence[TokenUnit],
    label: str,
    over: str = "",
) -> SafeString:
    """The part of a table where some models would stand again: everybody as they are, and those as ringed ghosts.

    A picture only: it has no ids, no names and no flags. `over` is markup of `overlay` that lies on top.
    """
    ghosts = "".join(overlay.ghosts(unit.side, [m._replace(id="") for m in unit.models]) for unit in returning)
    box = _round_all([unit_box(unit) for unit in returning])
    near = [unit for unit in units if overlap(unit_box(unit), box)]
    drawn = "".join(unit_picture(unit) for unit in near)
    return mark_safe(  # noqa: S308 -- names are escaped where they are written
        f'<svg class="board close-up" viewBox="{" ".join(num(v) for v in _of_box(box))}" role="img" '
        f'aria-label="{escape(label)}">{flat_ground_svg(ground)}{drawn}<g class="returning">{ghosts}{over}</g></svg>'
    )


_ROUND_IN = 2.5
"""Inches shown round those who return."""
_LEAST_IN = 12.0
"""Inches that a close-up is wide at least."""


def _standing(units: Sequence[TokenUnit], flags: Mapping[str, Point], size: float) -> tuple[Box, ...]:
    """The boxes of all units, and of their flags where these stand."""
    parts = [part for unit in units for part in parts_of(unit)]
    wide, high = _FLAG[0] * size / 2, _FLAG[1] * size / 2
    return (*map(unit_box, parts), *(Box(x - wide, y - high, x + wide, y + high) for x, y in flags.values()))


_FLAG: Final = (40, 13)
"""Drawing units across and down of a flag with its count."""


def _round_all(boxes: Sequence[Box]) -> Box:
    """A box round all of them with room, twice as wide as it is high."""
    left, right = min(b.left for b in boxes), max(b.right for b in boxes)
    top, bottom = min(b.top for b in boxes), max(b.bottom for b in boxes)
    room = 2 * _ROUND_IN * UNITS_PER_INCH
    wide = max(right - left + room, 2 * (bottom - top + room), _LEAST_IN * UNITS_PER_INCH)
    x, y = (left + right) / 2, (top + bottom) / 2
    return Box(x - wide / 2, y - wide / 4, x + wide / 2, y + wide / 4)


def _of_box(box: Box) -> tuple[float, float, float, float]:
    return box.left, box.top, box.right - box.left, box.bottom - box.top


def flag_places(
    *,
    ground: BoardGround,
    units: Sequence[TokenUnit],
    objectives: Iterable[ObjectiveMark] = (),
    large: bool = False,
    lines: Iterable[Box] = (),
) -> dict[str, Point]:
    """Where every unit's flag stands, by unit id, in drawing units: the same for the same scene.

    They keep off `lines` as they do off names and marks.
    """
    w, h = ground.width_in * UNITS_PER_INCH, ground.height_in * UNITS_PER_INCH
    taken = [name.box for name in place_names(ground, large=large)]
    taken += [_mark_box(mark, LARGE if large else 1.0) for mark in objectives]
    taken += lines
    scale = flag_size(len(units), ground.area, large=large)
    taken += itertools.chain.from_iterable(plates(piece) for piece in ground.pieces)
    table = Box(-8, -8, w + 8, h + 8)
    parts = [part for unit in units for part in parts_of(unit)]
    return place_flags([(part, unit_box(part)) for part in parts], table=table, taken=taken, scale=scale)


def more_flags(unit: TokenUnit, places: Mapping[str, Point]) -> tuple[Point, ...]:
    """Where the flags of a unit's parts on other plans stand."""
    return tuple(places[part.id] for part in parts_of(unit)[1:] if part.id in places)


def units_svg(
    *,
    ground: BoardGround,
    units: Sequence[TokenUnit],
    flags: Mapping[str, Point] | None = None,
    focus: Focus = "roving",
    size: float = 1,
) -> SafeString:
    """All units with their flags, at the places given or at those that `flag_places` finds: the inside of `#units`."""
    places = flag_places(ground=ground, units=units) if flags is None else flags
    return mark_safe(  # noqa: S308 -- names are escaped where they are written
        "".join(
            unit_svg(unit, places.get(unit.id), size=size, tabindex=_tabindex(focus, i), more=more_flags(unit, places))
            for i, unit in enumerate(units)
        )
    )


def objectives_svg(objectives: Iterable[ObjectiveMark]) -> SafeString:
    """All objectives: what stands inside `#objectives`."""
    return mark_safe("".join(_objective(mark) for mark in objectives))  # noqa: S308 -- escaped where written


def _tabindex(focus: Focus, index: int) -> int | None:
    if focus == "none":
        return None
    return 0 if focus == "all" or index == 0 else -1


def _view_box(ground: BoardGround, given: tuple[float, float, float, float] | None) -> str:
    w, h = ground.width_in * UNITS_PER_INCH, ground.height_in * UNITS_PER_INCH
    return " ".join(num(v) for v in given or (-MARGIN, -MARGIN, w + 2 * MARGIN, h + 2 * MARGIN))


def _zoom(ground: BoardGround, given: tuple[float, float, float, float] | None) -> str:
    """How much larger than the whole table a part is shown: flags and names shrink by it."""
    return f' style="--zoom:{(ground.width_in * UNITS_PER_INCH + 2 * MARGIN) / given[2]:.2f}"' if given else ""


def _mark_box(mark: ObjectiveMark, scale: float) -> Box:
    x, y = mark.at[0] * UNITS_PER_INCH, mark.at[1] * UNITS_PER_INCH
    right, top = (10, 11) if mark.value == 1 else (17, 15)
    return Box(x - 10 * scale, y - top * scale, x + right * scale, y + 11 * scale)


def _objective(mark: ObjectiveMark) -> str:
    owner = escape(mark.owner or "n")
    said = escape(", ".join(part for part in (f"Objective {mark.label}", mark.name, mark.in_words) if part))
    at = f"{num(mark.at[0] * UNITS_PER_INCH)} {num(mark.at[1] * UNITS_PER_INCH)}"
    words = f'<text y="3.4">{escape(mark.label)}</text>{_times(mark.value)}'
    return (
        f'<g class="obj own-{owner}" id="objective-{escape(mark.id)}" transform="translate({at})" role="img" '
        f'aria-label="{said}"><g class="z"><path class="obj-p" d="{_HEXAGON}"/>'
        f'<path class="obj-i fill-{owner}" d="{_INNER_HEXAGON}"/>{words}</g></g>'
    )


def _times(value: int) -> str:
    """Beside the number of an objective, how often it counts."""
    if value == 1:
        return ""
    return f'<g class="obj-v" transform="translate(10.5 -8.5)"><circle r="6.2"/><text y="2.5">×{value}</text></g>'


_DOTS = {
    "a": '<circle r="12"/>',
    "b": '<path d="M0-16L16 0 0 16-16 0z"/>',
    "c": '<path d="M0-14L14 10H-14z"/>',
    "d": '<path d="M-11-11H11V11H-11z"/>',
}


def _dot(unit: TokenUnit) -> str:
    x, y = anchor(unit)
    return (
        f'<g class="dot-{unit.side} fill-{unit.side}" transform="translate({num(x)} {num(y)})">{_DOTS[unit.side]}</g>'
    )
