"""Patterns and drawings that the board uses by name: textures, trees, and the bases of each side."""

from functools import cache
from typing import Final

BASE_RADIUS: Final = 6.0
"""Radius, in drawing units, at which the bases below are drawn; they are scaled to the model's own."""

_TEXTURES: Final = (
    '<pattern id="p-grass" width="56" height="56" patternUnits="userSpaceOnUse"><path class="grass" d="M10 12Q9.6 9.4'
    " 8 8.4M10 12V7.6M10 12Q10.4 9.4 12 8.4M39 31Q38.6 28.4 37 27.4M39 31V26.6M39 31Q39.4 28.4 41 27.4M23 48Q22.7 46"
    ' 21.4 45.2M23 48V44.4M23 48Q23.3 46 24.6 45.2"/></pattern>'
    '<pattern id="p-scrub" width="17" height="13" patternUnits="userSpaceOnUse">'
    '<path class="scrub" d="M3 6.5q1.5-4 3 0M11.5 12q1.5-4 3 0"/></pattern>'
    '<pattern id="p-reeds" width="24" height="16" patternUnits="userSpaceOnUse"><path class="reeds" d="M2 7h9M6.5'
    ' 7V3M4.5 7L3.5 4M8.5 7l1-3M13 15h9M17.5 15v-4M15.5 15l-1-3M19.5 15l1-3"/></pattern>'
    '<pattern id="p-marsh" width="24" height="16" patternUnits="userSpaceOnUse"><path class="marsh" d="M2 7h9M6.5'
    ' 7V3M4.5 7L3.5 4M8.5 7l1-3M13 15h9M17.5 15v-4M15.5 15l-1-3M19.5 15l1-3"/></pattern>'
    '<pattern id="p-wave" width="30" height="14" patternUnits="userSpaceOnUse">'
    '<path class="wave" d="M2 5q3-3 6 0t6 0M17 12q3-3 6 0t6 0"/></pattern>'
    '<pattern id="p-rough" width="30" height="14" patternUnits="userSpaceOnUse">'
    '<path class="rough" d="M2 5q3-3 6 0t6 0M17 12q3-3 6 0t6 0"/></pattern>'
    '<pattern id="p-scree" width="14" height="12" patternUnits="userSpaceOnUse">'
    '<path class="scree" d="M2 6l2-3.5L6 6zM9 11l2-3.5 2 3.5z"/></pattern>'
    '<pattern id="p-rubble" width="18" height="14" patternUnits="userSpaceOnUse"><path class="rubble" d="M2 5l2-2.5'
    ' 3 .8.6 2.4-2.6 1.3zM11 11.5l1.4-3 3.2-.3 1.2 2.6-2.4 1.8zM10 3.5l2-1 1.4 1.6-1.8 1z"/></pattern>'
    '<pattern id="p-field" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(20)">'
    '<path class="furrow" d="M0 4H8"/></pattern>'
    '<pattern id="p-cliff" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<path class="cliff" d="M0 0L8 8M8 0L0 8"/></pattern>'
    '<pattern id="p-ash" width="13" height="11" patternUnits="userSpaceOnUse">'
    '<path class="ash" d="M2 3l3 1.4M8.5 2l-1 3M3 8.5l2.6-1.2M10 7l2 2.2M7.4 9.6l.4-1.4"/></pattern>'
    '<pattern id="p-ice" width="34" height="26" patternUnits="userSpaceOnUse">'
    '<path class="cracks" d="M3 7l7 2 4-4M10 9l2 7-4 5M12 16l8 1M24 4l3 6 6 1M27 10l-4 6"/></pattern>'
    '<pattern id="p-mines" width="24" height="20" patternUnits="userSpaceOnUse"><path class="mines" d="M6 2.6v6.8M2.6'
    ' 6h6.8M18 12.6v6.8M14.6 16h6.8"/><circle class="mine" cx="6" cy="6" r="2.1"/>'
    '<circle class="mine" cx="18" cy="16" r="2.1"/></pattern>'
    '<pattern id="p-floor" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="floor" d="M0 0V5"/></pattern>'
    '<pattern id="p-slow" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="tint-w" d="M0 0V9"/></pattern>'
    '<pattern id="p-risk" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="tint-w" d="M0 0V9M0 0H9"/></pattern>'
    '<pattern id="p-shut" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="tint-b" d="M0 0V7M0 0H7"/></pattern>'
    '<g id="tree"><circle class="tree-s" cx=".8" cy="1.2" r="6.4"/><circle class="tree" r="6.2"/></g>'
)

_SIDE_PATTERNS: Final = {
    "b": '<pattern id="p-b" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="fill-b" d="M0 0h4v4H0z"/><path class="fill-b-alt" d="M0 0h1.6v4H0z"/></pattern>',
    "c": '<pattern id="p-c" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<path class="fill-c" d="M0 0h4v4H0z"/><circle class="fill-c-alt" cx="2" cy="2" r="1"/></pattern>',
    "d": '<pattern id="p-d" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<path class="fill-d" d="M0 0h4v4H0z"/><path class="fill-d-alt" d="M0 0h4v1H0zM0 0h1v4H0z"/></pattern>',
}

_GLYPHS: Final = {
    "a": '<circle class="glyph" r="2.1"/>',
    "b": '<path class="glyph" d="M0-3.2L3.2 0 0 3.2-3.2 0z"/>',
    "c": '<path class="glyph" d="M0-3.4L3.2 2.2H-3.2z"/>',
    "d": '<path class="glyph" d="M-2.4-2.4H2.4V2.4H-2.4z"/>',
}
_LEADER_GLYPHS: Final = {
    "a": '<circle class="glyph-o" r="3.6"/><circle class="glyph" r="1.6"/>',
    "b": '<path class="glyph" d="M0-4.4L4.4 0 0 4.4-4.4 0z"/><path class="fill-b" d="M0-2.7L2.7 0 0 2.7-2.7 0z"/>'
    '<path class="glyph" d="M0-1.2L1.2 0 0 1.2-1.2 0z"/>',
    "c": '<path class="glyph" d="M0-4.8L4.4 3H-4.4z"/><path class="fill-c" d="M0-2.7L2.4 1.8H-2.4z"/>'
    '<circle class="glyph" cy=".3" r=".9"/>',
    "d": '<path class="glyph" d="M-3.6-3.6H3.6V3.6H-3.6z"/><path class="fill-d" d="M-2.3-2.3H2.3V2.3H-2.3z"/>'
    '<path class="glyph" d="M-1-1H1V1H-1z"/>',
}
_TICK: Final = "M-3.2-5.4L0-9.6 3.2-5.4z"


def filled(css: str, side: str) -> str:
    """The attributes of a shape filled with a side's colour and pattern."""
    return f'class="{css} fill-a"' if side == "a" else f'class="{css}" fill="url(#p-{side})"'


def glyph(side: str) -> str:
    """A side's glyph, about four units wide, at the origin."""
    return _GLYPHS[side]


@cache
def side_defs(side: str) -> str:
    """The pattern, the base and the leader's base of one side."""
    base = f'<circle {filled("base", side)} r="6"/>'
    tick = f'<path class="tick fill-{side}" d="{_TICK}"/>'
    return (
        _SIDE_PATTERNS.get(side, "")
        + f'<g id="base-{side}">{base}{tick}{_GLYPHS[side]}</g>'
        + f'<g id="lead-{side}">{base}{tick}{_LEADER_GLYPHS[side]}</g>'
    )


@cache
def defs(sides: tuple[str, ...]) -> str:
    """Everything that the board's shapes refer to, for the sides that play."""
    return f"<defs>{_TEXTURES}{''.join(side_defs(side) for side in sides)}</defs>"
