"""A shot from the side: wall, floors, who is up there and who below, the dead zone at the foot. (BLD-HIGH-01)"""

from typing import Final

from tabletop.ui.board.svg import num

_WIDE: Final = 330.0
_MOST: Final = 22.0
"""Pixels an inch at most."""

_OUTSIDE: Final = 0.62
"""How much of the picture lies outside the wall, where there is room."""

_AIR: Final = 1.4
"""Inches beside those who are farthest out."""

_TALL: Final = 1.2
"""How tall a figure is drawn."""


def side_view(
    *,
    height_in: float,
    zone_in: float,
    inside_in: float,
    away_in: float,
    low_in: float,
    range_in: float,
    high: str,
    low: str,
    fires_down: bool,
    reach: str,
    said: str,
) -> str:
    """The picture; `said` is what it shows, in words."""
    inches = away_in + inside_in + 2 * _AIR
    scale = min(_MOST, _WIDE / inches)
    wall = max((away_in + _AIR) * scale, min(_WIDE * _OUTSIDE, _WIDE - (inside_in + _AIR) * scale))
    ground = (height_in + 3.6) * scale
    floors = "".join(f"M{num(wall)} {num(ground - up * scale)}H{num(_WIDE)}" for up in range(3, int(height_in) + 1, 3))
    bottom = ground + 30
    up_x = wall + (-0.5 if reach == "lean" else inside_in) * scale
    up_y, low_y = ground - height_in * scale, ground - low_in * scale
    low_x = wall - away_in * scale
    dead = fires_down and not reach and away_in < zone_in
    line = "dead" if dead else "lean" if reach else "clear"
    label = f"{range_in:.3g}″, in the dead zone" if dead else f"{range_in:.3g}″" + (", leaning out" * (reach == "lean"))
    zone = _zone(wall, ground, zone_in * scale, up_y, f"{zone_in:g}″ dead zone") if fires_down else ""
    return (
        f'<svg class="side-view" viewBox="0 0 {num(_WIDE)} {num(bottom)}" role="img" aria-label="{said}">'
        f'<rect class="sv-sky" width="{num(_WIDE)}" height="{num(ground)}"/>'
        f'<rect class="sv-in" x="{num(wall)}" y="{num(ground - (height_in + 3) * scale)}" '
        f'width="{num(_WIDE - wall)}" height="{num((height_in + 3) * scale)}"/>'
        f'<path class="sv-floor" d="{floors}"/>{zone}'
        f'<path class="sv-wall" d="M{num(wall)} {num(ground)}V{num(up_y - 0.55 * scale)}M{num(wall)} '
        f'{num(up_y - 1.9 * scale)}V{num(ground - (height_in + 3) * scale)}"/>'
        f'<path class="sv-ground" d="M0 {num(ground)}H{num(_WIDE)}"/>'
        f'<path class="sv-line {line}" d="M{num(up_x)} {num(up_y - 0.8 * scale)}L{num(low_x)} '
        f'{num(low_y - 0.7 * scale)}"/>'
        f"{_figure(low_x, low_y, scale, low)}{_figure(up_x, up_y, scale, high)}"
        f'<text class="sv-t" x="6" y="14">{label}</text>'
        f'<text class="sv-t end" x="{num(_WIDE - 6)}" y="{num(up_y - 6)}">{height_in:g}″ up</text></svg>'
    )


def _figure(x: float, y: float, scale: float, side: str) -> str:
    """A pawn in its side's colour, its foot at that place."""
    tall = _TALL * scale
    body = f"M{num(x - 0.36 * tall)} {num(y)}q{num(0.1 * tall)}-{num(0.45 * tall)} {num(0.36 * tall)}-{num(0.5 * tall)}"
    body += f"q{num(0.26 * tall)} {num(0.05 * tall)} {num(0.36 * tall)} {num(0.5 * tall)}z"
    return (
        f'<g class="sv-man side-{side}"><path d="{body}"/><circle cx="{num(x)}" cy="{num(y - 0.74 * tall)}" '
        f'r="{num(0.27 * tall)}"/></g>'
    )


def _zone(wall: float, ground: float, deep: float, top: float, label: str) -> str:
    """The strip at the foot that is not seen over the sill, and its measure."""
    return (
        f'<path class="sv-zone" d="M{num(wall)} {num(ground)}H{num(wall - deep)}L{num(wall)} {num(top)}z"/>'
        f'<path class="sv-measure" d="M{num(wall - deep)} {num(ground + 4)}v8M{num(wall)} {num(ground + 4)}v8'
        f'M{num(wall - deep)} {num(ground + 8)}H{num(wall)}"/>'
        f'<text class="sv-t mid" x="{num(max(40, wall - deep / 2))}" y="{num(ground + 24)}">{label}</text>'
    )
