"""What an event looks like on the board as it happens: ways, shots, bursts, pieces that fly. Inches, degrees."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import ModelId, UnitId

Place = tuple[float, float]


class Walked(NamedTuple):
    """A way that was gone: x, y (inches) and facing (degrees) of each bend."""

    how: str
    path: tuple[tuple[float, float, float], ...]


class Burst(NamedTuple):
    """A shell that came down."""

    aim: Place
    at: Place
    diameter_in: float
    touched: tuple[ModelId, ...]


class Flame(NamedTuple):
    """A template that was laid, and what of it bounced off."""

    strips: tuple[tuple[Place, ...], ...]
    touched: tuple[ModelId, ...]


class Debris(NamedTuple):
    """How far the pieces of a vehicle fly, and whom they reach."""

    ring: tuple[Place, ...]
    reach_in: float
    touched: tuple[ModelId, ...]


class Thrown(NamedTuple):
    """A vehicle that was flung from one place to another."""

    start: Place
    end: Place


class Fired(NamedTuple):
    """Shots that went from one unit to another, by the lines of those who fired, and the shortest range of them."""

    target: UnitId
    lines: tuple[tuple[Place, Place], ...]
    range_in: float


Motion = Walked | Burst | Flame | Debris | Thrown | Fired
