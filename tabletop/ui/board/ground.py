"""The sheet itself: frame, grid, terrain, names and zones. Drawn once for a ground and kept."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from django.utils.html import escape

from tabletop.ui.board.edges import BAR, column_name, steps
from tabletop.ui.board.names import Name, names_beside, place_names
from tabletop.ui.board.scene import MARGIN, UNITS_PER_INCH, BoardGround, GateLine, Point, ZoneArea
from tabletop.ui.board.svg import Box, bounds, box_text, num, path, scaled
from tabletop.ui.board.terrain import LAYERS, flat_svg, layer_of, piece_svg


@lru_cache(maxsize=64)
def frame_svg(width_in: float, height_in: float) -> str:
    """The printed border: a bar every six inches."""
    w, h = width_in * UNITS_PER_INCH, height_in * UNITS_PER_INCH
    across, down = steps(w), steps(h)
    bars = "".join(f"M{x} -6h{num(n)}v4h-{num(n)}zM{x} {num(h + 2)}h{num(n)}v4h-{num(n)}z" for x, n in across[::2])
    bars += "".join(f"M-6 {y}h4v{num(n)}h-4zM{num(w + 2)} {y}h4v{num(n)}h-4z" for y, n in down[::2])
    return (
        f'<g class="frame" aria-hidden="true">{_rect("fr-bg", w, h, MARGIN)}{_rect("fr-o", w, h, 6)}'
        f'<path class="fr-z" d="{bars}"/>{_rect("fr-i", w, h, 2)}</g>'
    )


def _rect(css: str, width: float, height: float, out: float) -> str:
    across, down = num(width + 2 * out), num(height + 2 * out)
    return f'<rect class="{css}" x="{num(-out)}" y="{num(-out)}" width="{across}" height="{down}"/>'


def square_name(x_in: float, y_in: float) -> str:
    """The square of the grid in which a point lies, as it is said: `C4`."""
    return f"{column_name(max(0, int(x_in * UNITS_PER_INCH // BAR)))}{max(0, int(y_in * UNITS_PER_INCH // BAR)) + 1}"


_SQUARE: Final = re.compile(r"([A-Za-z]{1,2})(\d{1,2})")


def square_middle(name: str) -> Point | None:
    """The middle of the square of that name, in inches; None for what names no square."""
    found = _SQUARE.fullmatch(name)
    if found is None:
        return None
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return (column * 6 - 3.0, int(found[2]) * 6 - 3.0)


def named_apart(found: Sequence[tuple[str, Point]]) -> tuple[str, ...]:
    """Names of things at those places (inches): of one name by their squares as well, in one square by a number too."""
    names = Counter(name for name, _ in found)
    placed = [f"{name}, {square_name(*at)}" if names[name] > 1 else name for name, at in found]
    squares = Counter(placed)
    return tuple(f"{name}, {n}" if squares[name] > 1 else name for n, name in enumerate(placed, 1))


@lru_cache(maxsize=64)
def ground_svg(ground: BoardGround, *, large: bool = False) -> str:
    """Ground, terrain, names and zones, bottom up, clipped to the table."""
    return _drawn(ground, place_names(ground, large=large))


def still_ground_svg(ground: BoardGround, others: tuple[Box, ...], *, large: bool = False) -> str:
    """The same for a picture that stays as it is: names keep off the boxes of units and flags."""
    return _drawn(ground, names_beside(ground, others, large=large))


def _drawn(ground: BoardGround, names: tuple[Name, ...]) -> str:
    w, h = num(ground.width_in * UNITS_PER_INCH), num(ground.height_in * UNITS_PER_INCH)
    clip = clip_id(ground)
    layers = {layer: "".join(piece_svg(p) for p in ground.pieces if layer_of(p) == layer) for layer in LAYERS}
    stack = layers.pop("hills") + _grid(ground) + "".join(layers.values())
    places = "".join(map(_name, names))
    return (
        f'<clipPath id="{clip}"><rect width="{w}" height="{h}"/></clipPath><g clip-path="url(#{clip})">'
        f'<rect class="ground" width="{w}" height="{h}"/><rect fill="url(#p-grass)" width="{w}" height="{h}"/>'
        f'<g class="terrain-layer">{stack}</g><g class="places" aria-hidden="true">{places}</g>'
        f'<g class="gates">{"".join(gate_svg(gate) for gate in ground.gates)}</g>'
        f'<g class="zones">{"".join(zone_svg(zone) for zone in ground.zones)}</g></g>'
    )


@lru_cache(maxsize=256)
def flat_ground_svg(ground: BoardGround) -> str:
    """The terrain in flat colours, for small pictures."""
    return "".join(flat_svg(piece) for layer in LAYERS for piece in ground.pieces if layer_of(piece) == layer)


def clip_id(ground: BoardGround) -> str:
    """The id of the clip to the table; tables of one size share it."""
    return f"clip-{ground.width_in:g}x{ground.height_in:g}".replace(".", "_")


def _grid(ground: BoardGround) -> str:
    w, h = ground.width_in * UNITS_PER_INCH, ground.height_in * UNITS_PER_INCH
    xs, ys = range(BAR, int(w + 0.999), BAR), range(BAR, int(h + 0.999), BAR)
    lines = "".join(f"M{x} 0V{num(h)}" for x in xs) + "".join(f"M0 {y}H{num(w)}" for y in ys)
    crosses = "".join(f"M{x - 3} {y}h6M{x} {y - 3}v6" for x in xs for y in ys)
    drawn = f'<path class="grid" d="{lines}"/><path class="grid2" d="{crosses}"/>'
    return f'<g class="gridlines" aria-hidden="true">{drawn}</g>'


def _name(name: Name) -> str:
    turned = f" rotate({num(name.turned)})" if name.turned else ""
    effect = f'<text class="peff" y="11">{escape(name.effect)}</text>' if name.effect else ""
    css = f"place way {name.look}" if name.look else "place"
    of = f' data-of="{box_text(name.of)}"' if name.of else ""
    return (
        f'<g class="{css}"{of} transform="translate({num(name.at[0])} {num(name.at[1])}){turned}"><g class="z">'
        f'<text class="pname">{escape(name.text)}</text>{effect}</g></g>'
    )


def gate_svg(gate: GateLine) -> str:
    """A gate as a line across the road with its number; the finish is chequered."""
    a, b = scaled((gate.a, gate.b))
    middle = f"{num((a[0] + b[0]) / 2)} {num((a[1] + b[1]) / 2)}"
    lines = f'<path class="gate-c" d="{path((a, b))}"/><path class="gate" d="{path((a, b))}"/>'
    css = "racegate finish" if gate.finish else "racegate"
    word = "Finish" if gate.finish else str(gate.number)
    half = (len(word) * 5.4 + 9) / 2
    return (
        f'<g class="{css}" role="img" aria-label="{escape(gate.name)}">{lines}'
        f'<g transform="translate({middle})"><g class="z"><rect x="{num(-half)}" y="-7" width="{num(half * 2)}" '
        f'height="14" rx="7"/><text y="3.4">{word}</text></g></g></g>'
    )


def zone_svg(zone: ZoneArea) -> str:
    """A deployment zone, hatched by its edge alone so that the terrain shows."""
    points = scaled(zone.points)
    box = bounds(points)
    said = escape(", ".join(part for part in (zone.name, zone.note) if part))
    return (
        f'<g class="zone side-{zone.side}" role="img" aria-label="{said}">'
        f'<path class="zone-{zone.side}" d="{path(points, closed=True)}"/>{_zone_label(zone, box)}</g>'
    )


def _widest_at(points: Sequence[Point], y: float) -> tuple[float, float]:
    """The ends of the widest stretch of a shape at that height: one that is bent has its words inside, too."""
    edges = zip(points, [*points[1:], *points[:1]], strict=True)
    cuts = sorted(a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) for a, b in edges if (a[1] > y) != (b[1] > y))
    return max(zip(cuts[::2], cuts[1::2], strict=True), key=lambda one: one[1] - one[0])


LETTER: Final = 5.6
"""How wide a letter of a zone's name is at most on the average, in drawing units."""

LINE: Final = 11


def _zone_label(zone: ZoneArea, box: Box) -> str:
    """Its name, in two lines where the zone is too narrow for one, and what stands below it."""
    if not zone.name:
        return ""
    down = min(box.top + 22, (box.top + box.bottom) / 2)
    left, right = _widest_at(scaled(zone.points), down)
    first, *second = _lines(zone.name) if len(zone.name) * LETTER > right - left else [zone.name]
    below = "".join(f'<tspan x="0" dy="{LINE}">{escape(line)}</tspan>' for line in second)
    note = f'<text class="s" y="{LINE * (1 + len(second))}">{escape(zone.note)}</text>' if zone.note else ""
    at = f"{num((left + right) / 2)} {num(down)}"
    label = f'<g class="z"><text>{escape(first)}{below}</text>{note}</g>'
    return f'<g class="zlab" aria-hidden="true" transform="translate({at})">{label}</g>'


def _lines(name: str) -> list[str]:
    """One name in two lines that are about as long, where it has two words."""
    words = name.split()
    halves = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    return min(halves, key=lambda two: max(map(len, two)), default=[name])
