"""One piece of terrain as fill, texture and edge."""

import math
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from django.utils.html import escape

from tabletop.ui.board.houses import blocked_svg, building_svg, bunker_svg, rampart_svg
from tabletop.ui.board.scene import UNITS_PER_INCH, Piece, Point
from tabletop.ui.board.svg import bounds, edge_distance, is_inside, middle, num, path, scaled, shrunk, smooth_path

LAYERS: Final = ("hills", "areas", "water", "road", "woods", "lines", "buildings")
"""Bottom up; the grid lies between hills and areas."""

_LAYER_OF: Final = {
    "hill": "hills",
    "water": "water",
    "ford": "water",
    "ice": "water",
    "road": "road",
    "wood": "woods",
    "building": "buildings",
    "bunker": "buildings",
    "wreck": "buildings",
    "lift": "buildings",
    "stairs": "buildings",
    "ladder": "buildings",
    "furniture": "buildings",
    "rubble": "buildings",
}
_FILL: Final = {
    "wood": "t-wood",
    "gorse": "t-scrub",
    "scrub": "t-scrub",
    "scree": "t-dan",
    "reeds": "t-var",
    "marsh": "t-marsh",
    "rubble": "t-rubble",
    "water": "t-water",
    "ford": "t-ford",
    "ice": "t-ice",
    "crater": "t-crater",
    "trench": "t-crater",
    "burnt": "t-burnt",
    "smoke": "t-smoke",
    "darkness": "t-dark",
    "road": "t-road",
    "furniture": "t-furniture",
}
_TEXTURE: Final = {
    "gorse": "p-scrub",
    "scrub": "p-scrub",
    "scree": "p-scree",
    "reeds": "p-reeds",
    "marsh": "p-marsh",
    "rubble": "p-rubble",
    "water": "p-wave",
    "ford": "p-wave",
    "ice": "p-ice",
    "field": "p-field",
    "burnt": "p-ash",
}
_SHOWN_BY_LOOK: Final = {
    "difficult": {"ice", "wood", "gorse", "scrub", "rubble", "hill", "marsh", "ford", "reeds", "burnt", "furniture"},
    "very-difficult": {"water", "marsh"},
    "variable": {"reeds"},
    "water": {"water", "ford"},
    "impassable": {"building", "bunker", "water"},
}
_GOING_TEXTURE: Final = {
    "difficult": "p-scrub",
    "very-difficult": "p-rough",
    "variable": "p-reeds",
    "water": "p-wave",
    "impassable": "p-cliff",
}
_GROWN: Final = {
    "wood",
    "gorse",
    "scrub",
    "scree",
    "reeds",
    "marsh",
    "water",
    "ford",
    "hill",
    "rubble",
    "crater",
    "burnt",
    "smoke",
    "darkness",
}
"""Looks without straight edges: with points enough they are drawn as a calm curve through them."""


class Lain(Protocol):
    """As much of a piece as says in which layer it is drawn."""

    @property
    def look(self) -> str: ...
    @property
    def line(self) -> bool: ...


def layer_of(piece: Lain) -> str:
    """The layer in which a piece is drawn."""
    known = _LAYER_OF.get(piece.look)
    return known or ("lines" if piece.line else "areas")


@lru_cache(maxsize=2048)
def piece_svg(piece: Piece) -> str:
    """One piece with its spoken name."""
    draw = _line if piece.line else _DRAWN.get(piece.look, _area)
    if piece.look == "wall" and piece.elevation_in and not piece.line:
        draw = rampart_svg
    rooms = (f"room {section.letter} {section.going}" for section in piece.sections if section.going)
    said = escape(", ".join(part for part in (piece.name, piece.effect.replace(" · ", ", "), *rooms) if part))
    words = f"terrain {piece.look} {piece.going}"
    return (
        f'<g class="{escape(words)}" id="terrain-{escape(piece.id)}" role="img" aria-label="{said}">'
        f"{draw(piece)}{_belt(piece)}</g>"
    )


_BELT_STEP: Final = 3 * UNITS_PER_INCH


def _belt(piece: Piece) -> str:
    """Arrows along a moving walkway, one for each lane of its speed. (BLD-TUBE-09, BLD-TUBE-10)"""
    if not piece.lane:
        return ""
    polygon, turn = scaled(piece.points), math.radians(piece.belt_deg)
    dx, dy = math.sin(turn), -math.cos(turn)
    x, y = middle(polygon)
    steps = range(-40, 41)
    places = [(x + dx * n * _BELT_STEP, y + dy * n * _BELT_STEP) for n in steps]
    heads = ((px - dx * 4 * k, py - dy * 4 * k) for px, py in places for k in range(min(piece.lane, 4)))
    found = "".join(_chevron(at, dx, dy) for at in heads if is_inside(at, polygon))
    return f'<path class="belt" d="{found}"/>' if found else ""


def _chevron(at: Point, dx: float, dy: float) -> str:
    x, y = at
    ends = ((x - dx * 4 - dy * 5, y - dy * 4 + dx * 5), at, (x - dx * 4 + dy * 5, y - dy * 4 - dx * 5))
    return path(ends, closed=False)


def outline(piece: Piece) -> str:
    """Path data of a polygon piece."""
    points = scaled(piece.points)
    grown = piece.look in _GROWN and len(points) >= 8
    return smooth_path(points, closed=True) if grown else path(points, closed=True)


_FLAT: Final = {"hill": "h1", "building": "bldm", "bunker": "bldm", "wreck": "bldm", "wood": "t-woodm"}


def flat_svg(piece: Piece) -> str:
    """One piece without texture, id or spoken name: for pictures the size of a stamp."""
    if not piece.line:
        return f'<path class="{_FLAT.get(piece.look) or _FILL.get(piece.look, "t-field")}" d="{outline(piece)}"/>'
    css = {"water": "water", "road": "road-m", "hedge": "hedge"}.get(piece.look, "wall")
    return _stroke(css, path(scaled(piece.points)), max(5, piece.width_in * UNITS_PER_INCH))


def tint_svg(piece: Piece, burden: str) -> str:
    """What the ground does to the vehicle in hand, laid over it. (VEH-TERR-02, TRI-TERR-01)"""
    if not piece.line:
        return f'<path class="tint {burden}" d="{outline(piece)}"/>'
    width = max(2.4, piece.width_in * UNITS_PER_INCH)
    return _stroke(f"tint line {burden}", path(scaled(piece.points)), width)


# ------------------------------------------------------------------ areas


def _area(piece: Piece) -> str:
    shape = outline(piece)
    textures = "".join(f'<path fill="url(#{name})" d="{shape}"/>' for name in _textures(piece))
    return f'<path class="{_FILL.get(piece.look, "t-field")}{_edge(piece)}" d="{shape}"/>{textures}{_growth(piece)}'


def _gone(piece: Piece) -> str:
    """The plan of a floor that fell, crossed out. (BLD-BUNK-15)"""
    (left, top, right, bottom), shape = bounds(scaled(piece.points)), outline(piece)
    cross = f"M{num(left)} {num(top)}L{num(right)} {num(bottom)}M{num(right)} {num(top)}L{num(left)} {num(bottom)}"
    return f'<path class="t-gone" d="{shape}"/><path class="t-gone" d="{cross}"/>'


def _textures(piece: Piece) -> list[str]:
    names = [_TEXTURE[piece.look]] if piece.look in _TEXTURE else []
    if piece.look not in _SHOWN_BY_LOOK.get(piece.going, set()) and piece.going in _GOING_TEXTURE:
        names.append(_GOING_TEXTURE[piece.going])
    if piece.hazard and piece.look != "scree":
        names.append("p-scree")
    names += [name for name, has in (("p-ice", piece.thin_ice), ("p-mines", piece.mined)) if has]
    return list(dict.fromkeys(names))


def _edge(piece: Piece) -> str:
    if piece.going == "impassable":
        return " e-impassable"
    if piece.cover == "hard":
        return " e-hard"
    return " e-soft" if piece.cover == "soft" and piece.look not in ("wood", "smoke", "darkness") else ""


def _growth(piece: Piece) -> str:
    if piece.look == "burnt":
        return f'<path class="burnt-i" d="{smooth_path(shrunk(scaled(piece.points), 0.55), closed=True)}"/>'
    if piece.look == "crater":
        points = scaled(piece.points)
        return (
            f'<path class="crater-i" d="{smooth_path(shrunk(points, 0.6), closed=True)}"/>' if len(points) > 2 else ""
        )
    return _trees(piece) if piece.look == "wood" else ""


def _trees(piece: Piece) -> str:
    """Trees at places that depend on the piece alone, none nearer to the edge than its crown, upper ones first."""
    polygon = scaled(piece.points)
    box = bounds(polygon)
    seed = zlib.crc32(repr(piece.points).encode())
    placed: list[tuple[Point, float]] = []
    for _ in range(min(1600, int((box.right - box.left) * (box.bottom - box.top) / 11))):
        seed, across = _step(seed)
        seed, down = _step(seed)
        at = (box.left + across * (box.right - box.left), box.top + down * (box.bottom - box.top))
        size = (1.1, 0.72, 0.85, 1.0, 0.72, 0.85, 0.72)[len(placed) % 7]
        if _is_free(at, size, placed) and is_inside(at, polygon) and edge_distance(at, polygon) > 5.2 * size:
            placed.append((at, size))
    return "".join(
        f'<use href="#tree" transform="translate({num(x)} {num(y)}) scale({size:g})"/>'
        for (x, y), size in sorted(placed, key=lambda tree: tree[0][1])
    )


def _is_free(at: Point, size: float, placed: Sequence[tuple[Point, float]]) -> bool:
    return all((at[0] - x) ** 2 + (at[1] - y) ** 2 > (6.1 * (size + other)) ** 2 for (x, y), other in placed)


def _step(seed: int) -> tuple[int, float]:
    """The next of a plain sequence of figures: only for where trees stand, never for a die."""
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return seed, seed / 0x7FFFFFFF


def _hill(piece: Piece) -> str:
    points = scaled(piece.points)
    steps = 3 if piece.elevation_in > 2 or not piece.elevation_in else 2
    rings = [points, shrunk(points, 0.7), shrunk(points, 0.42)][:steps]
    curve = smooth_path if len(points) >= 8 else path
    contours = "".join(
        f'<path class="h{level}" d="{curve(ring, closed=True)}"/>' for level, ring in enumerate(rings, 1)
    )
    textures = "".join(f'<path fill="url(#{name})" d="{outline(piece)}"/>' for name in _textures(piece))
    return contours + textures


# ------------------------------------------------------------------ works


def _wreck(piece: Piece) -> str:
    shape = path(scaled(piece.points), closed=True)
    box = bounds(scaled(piece.points))
    cx, cy, arm = (box.left + box.right) / 2, (box.top + box.bottom) / 2, 7
    cross = f"M{num(cx - arm)} {num(cy - arm)}l{arm * 2} {arm * 2}M{num(cx + arm)} {num(cy - arm)}l{-arm * 2} {arm * 2}"
    return f'<path class="wreck" d="{shape}"/><path class="wreck-x" d="{cross}"/>'


def _lift(piece: Piece) -> str:
    """A box with two leaves and an arrow up and one down."""
    shape = path(scaled(piece.points), closed=True)
    cx, cy = middle(scaled(piece.points))
    up = f"M{num(cx - 3)} {num(cy - 1)}l3 -3.4l3 3.4"
    down = f"M{num(cx - 3)} {num(cy + 1)}l3 3.4l3 -3.4"
    return f'<path class="lift" d="{shape}"/><path class="lift-i" d="{up}{down}"/>'


# ------------------------------------------------------------------ lines


def _line(piece: Piece) -> str:
    points = scaled(piece.points)
    bends = piece.look in ("water", "road") and len(points) >= 4
    data = smooth_path(points) if bends else path(points)
    width = piece.width_in * UNITS_PER_INCH
    if piece.look == "water":
        return (
            _stroke("water-edge", data, width)
            + _stroke("water", data, max(1, width - 2))
            + f'<path class="water-w" stroke="url(#p-wave)" stroke-width="{num(max(1, width - 8))}" d="{data}"/>'
        )
    if piece.look == "road":
        return _stroke("road-edge", data, width + 1.6) + _stroke("road", data, width)
    if piece.look == "stairs":
        return _ladder(points, width, steps_apart=_TREAD)
    if piece.look == "ladder":
        return _ladder(points, width)
    if piece.look == "door":
        bar = "exit barred" if piece.going == "impassable" else "exit"
        barred = blocked_svg(points[0], points[-1]) if piece.blocked else ""
        return f'<path class="{bar}" d="{data}"/><path class="exit-i" d="{data}"/>{barred}'
    if piece.look == "hedge" or piece.cover == "soft":
        return f'<path class="hedge" d="{data}"/>'
    if piece.look == "wall" or piece.cover == "hard":
        return f'<path class="wall" d="{data}"/><path class="wall-i" d="{data}"/>'
    return f'<path class="fence" d="{data}"/>'


_RUNG: Final = 2.5
"""Drawing units between two rungs."""


_TREAD: Final = 4.0
"""Between two treads of stairs."""


def _ladder(points: Sequence[Point], width: float, *, steps_apart: float = _RUNG) -> str:
    """Two rails with rungs between them, from foot to head."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    ax, ay = -uy * max(2.5, width / 2), ux * max(2.5, width / 2)
    rails = f"M{num(x0 + ax)} {num(y0 + ay)}L{num(x1 + ax)} {num(y1 + ay)}M{num(x0 - ax)} {num(y0 - ay)}"
    steps = [steps_apart * (n + 0.5) for n in range(max(2, int(length / steps_apart)))]
    rungs = "".join(
        f"M{num(x0 + ux * s + ax)} {num(y0 + uy * s + ay)}L{num(x0 + ux * s - ax)} {num(y0 + uy * s - ay)}"
        for s in steps
    )
    return f'<path class="ladder" d="{rails}L{num(x1 - ax)} {num(y1 - ay)}{rungs}"/>'


def _stroke(css: str, data: str, width: float) -> str:
    return f'<path class="{css}" stroke-width="{num(width)}" d="{data}"/>'


_DRAWN: Final = {
    "building": building_svg,
    "bunker": bunker_svg,
    "gone": _gone,
    "hill": _hill,
    "lift": _lift,
    "wreck": _wreck,
}
