"""Where the names of places stand: beside their piece, clear of each other and of the table's edge."""

import itertools
import math
from functools import lru_cache
from typing import Final, NamedTuple

from tabletop.ui.board.houses import plates
from tabletop.ui.board.scene import UNITS_PER_INCH, BoardGround, Piece, Point
from tabletop.ui.board.svg import Box, bounds, overlap, scaled

_LETTER: Final = 5.7
"""Width of one letter of a name; the effect's letters are narrower."""
_EFFECT_LETTER: Final = 4.5

_LARGE: Final = 17 / 11
"""How much larger names are on a screen that is read from across a room; `screen.css` sets the same size."""


class Name(NamedTuple):
    """A name with its effect under it, centred on `at`; `turned` along a road or river."""

    text: str
    effect: str
    at: Point
    box: Box
    turned: float = 0
    look: str = ""
    of: Box | None = None
    """The piece; none for a name that runs along a road or river."""


@lru_cache(maxsize=64)
def place_names(ground: BoardGround, *, large: bool = False) -> tuple[Name, ...]:
    """The names of all pieces that have one, in the order of the pieces; `large` ones come without their effect."""
    return names_beside(ground, (), large=large)


def names_beside(ground: BoardGround, others: tuple[Box, ...], *, large: bool = False) -> tuple[Name, ...]:
    """The same where units and flags stand as well: in a picture that stays as it is nobody moves names aside later."""
    table = Box(0, 0, ground.width_in * UNITS_PER_INCH, ground.height_in * UNITS_PER_INCH)
    works = [bounds(scaled(p.points)).grown(3) for p in ground.pieces if p.look in ("building", "bunker")]
    works += itertools.chain.from_iterable(plates(p) for p in ground.pieces)
    works += [Box(x, y, x, y).grown(20 if large else 11) for x, y in scaled(ground.marks)]
    works += others
    placed: list[Name] = []
    for piece in ground.pieces:
        if piece.name:
            placed.append(_along(piece, large) if _is_way(piece) else _beside(piece, large, table, works, placed))
    return tuple(placed)


def _is_way(piece: Piece) -> bool:
    return piece.line and piece.look in ("road", "water")


def _along(piece: Piece, large: bool) -> Name:
    points = scaled(piece.points)
    start, end = max(itertools.pairwise(points), key=lambda leg: math.dist(*leg))
    at = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    turned = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    if abs(turned) > 90:
        turned -= math.copysign(180, turned)
    half = len(piece.name) * _LETTER * (_LARGE if large else 1) / 2
    reach = half * abs(math.cos(math.radians(turned))) + 6, half * abs(math.sin(math.radians(turned))) + 6
    box = Box(at[0] - reach[0], at[1] - reach[1], at[0] + reach[0], at[1] + reach[1])
    return Name(piece.name, "", (at[0], at[1] + 3), box, turned, piece.look)


def _beside(piece: Piece, large: bool, table: Box, works: list[Box], placed: list[Name]) -> Name:
    body = bounds(scaled(piece.points))
    scale, effect = (_LARGE, "") if large else (1.0, piece.effect)
    half = max(len(piece.name) * _LETTER * scale, len(effect) * _EFFECT_LETTER) / 2
    depth = 12.0 if effect else 2.0 * scale
    frame = Box(-half, -9 * scale, half, depth)
    taken = [*works, *(name.box for name in placed)]
    has_plates = bool(piece.leaves or piece.armour)
    mid_x, mid_y = (body.left + body.right) / 2, (body.top + body.bottom) / 2
    spots = (
        (mid_x, body.top - depth - 3),
        (mid_x, body.bottom + 12 * scale),
        *(((mid_x, body.bottom + 23 * scale), (mid_x, body.top - depth - 14)) if has_plates else ()),
        (body.left - half - 5, mid_y),
        (body.right + half + 5, mid_y),
        (mid_x, mid_y),
    )
    clamped = [_kept_on(spot, frame, table) for spot in spots]
    costs = [
        sum(overlap(frame.moved(*spot), box) for box in taken) + 0.3 * overlap(frame.moved(*spot), body) + 4 * index
        for index, spot in enumerate(clamped)
    ]
    at = clamped[costs.index(min(costs))]
    return Name(piece.name, effect, at, frame.moved(*at), of=body)


def _kept_on(spot: Point, frame: Box, table: Box) -> Point:
    x = min(max(spot[0], table.left - frame.left + 4), table.right - frame.right - 4)
    y = min(max(spot[1], table.top - frame.top + 4), table.bottom - frame.bottom - 4)
    return (x, y)
