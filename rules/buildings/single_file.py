"""Members who cannot keep the formation go one after the other: through a breach, a door, a corridor. (BLD-BUNK-13)"""

from __future__ import annotations

import math
from typing import Final

from rules.arap.terrain.ground import LegCost, table_of
from rules.forces.unit import Point
from rules.geometry.ways.detours import shortest_path
from rules.state import GameState

CLEARANCE_IN: Final = 0.1
"""How near to the broken ends of a wall the middle of a base passes."""


def is_walled(leg: LegCost) -> bool:
    """Whether walls bar a leg that may be open elsewhere: of a structure, of a tile. (BLD-BUNK-13, BLD-TILE-02)"""
    closed = leg.closed
    return closed is not None and (closed.is_shell or closed.has_interior or closed.vertical == "impassable")


def through(
    state: GameState, start: Point, end: Point, most_in: float = math.inf, beside_in: float = 0.0
) -> tuple[Point, ...]:
    """The corners of the shortest way through breaches and past walls, `end` included; none if there is no such way.

    One that is longer than `most_in` is none, unless so many inches of it lead to within `beside_in` of its end.
    """
    closed = tuple(p.ring for p in table_of(state).pieces if p.terrain.going == "impassable")
    return tuple((shortest_path(start, end, closed, CLEARANCE_IN, most=most_in, beside=beside_in) or ())[1:])
