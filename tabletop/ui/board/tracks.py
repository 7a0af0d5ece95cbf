"""What a hull runs on: tracks, wheels or nothing at all."""

from typing import Final

from tabletop.ui.board.defs import filled
from tabletop.ui.board.svg import num

_TRACKED: Final = "tracked"
_WHEELED: Final = frozenset({"wheeled", "road-wheeler", "bike"})


def running_gear(side: str, shape: str, half_l: float, half_w: float) -> tuple[str, float]:
    """The running gear of a hull and half the width that it leaves for the body, in drawing units."""
    if shape == _TRACKED:
        wide = half_w * 0.42
        return _pair(side, half_w, wide, -half_l * 0.95, half_l * 1.9), half_w - wide * 0.6
    if shape in _WHEELED:
        wide, long = half_w * 0.26, half_l * 0.42
        axles = (-half_l * 0.86, half_l * 0.86 - long)
        return "".join(_pair(side, half_w, wide, top, long) for top in axles), half_w - wide * 0.7
    return "", half_w


def _pair(side: str, half_w: float, wide: float, top: float, long: float) -> str:
    return "".join(
        f'<rect {filled("part", side)} x="{num(x)}" y="{num(top)}" width="{num(wide)}" height="{num(long)}" rx="2"/>'
        for x in (-half_w, half_w - wide)
    )
