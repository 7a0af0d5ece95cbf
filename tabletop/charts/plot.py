"""A comparison of weapons as a drawing: one line for each, distinguished by mark and dash as well as by colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

WIDTH: Final = 560
HEIGHT: Final = 240
LEFT: Final = 44
RIGHT: Final = 16
TOP: Final = 12
BOTTOM: Final = 40

MARKS: Final = ("circle", "diamond", "square", "triangle")


class Line(NamedTuple):
    """One weapon: its name, and a chance (0 to 1) for each place of the axis."""

    name: str
    chances: tuple[float, ...]


class Drawn(NamedTuple):
    """A line ready to be drawn."""

    name: str
    way: str
    dots: tuple[tuple[float, float], ...]
    mark: str
    css: str


class Tick(NamedTuple):
    """A figure on an axis and where it stands."""

    at: float
    text: str


class Plot(NamedTuple):
    """The whole drawing."""

    title: str
    axis: str
    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    lines: tuple[Drawn, ...]
    xs: tuple[Tick, ...]
    ys: tuple[Tick, ...]


def plot(title: str, axis: str, places: Sequence[str], lines: Sequence[Line]) -> Plot:
    """Lines over places that all have in common."""
    step = (WIDTH - LEFT - RIGHT) / max(1, len(places) - 1)
    xs = [round(LEFT + n * step, 1) for n in range(len(places))]
    return Plot(
        title=title,
        axis=axis,
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        top=TOP,
        bottom=HEIGHT - BOTTOM,
        lines=tuple(_drawn(n, line, xs) for n, line in enumerate(lines)),
        xs=tuple(Tick(x, place) for x, place in zip(xs, places, strict=True)),
        ys=tuple(Tick(_height(part / 4), f"{part * 25}%") for part in range(5)),
    )


def _drawn(number: int, line: Line, xs: Sequence[float]) -> Drawn:
    dots = tuple((x, _height(chance)) for x, chance in zip(xs, line.chances, strict=True))
    way = "M" + "L".join(f"{x:g} {y:g}" for x, y in dots)
    return Drawn(line.name, way, dots, MARKS[number], f"pl{number + 1}")


def _height(chance: float) -> float:
    return round(HEIGHT - BOTTOM - chance * (HEIGHT - BOTTOM - TOP), 1)
