"""Members who cannot keep the formation through a breach go through it one after the other. (BLD-BUNK-13)"""

from __future__ import annotations

import math
from typing import Final

from rules.arap.terrain.ground import LegCost, table_of
from rules.forces.unit import Point
from rules.geometry.detours import shortest_path
from rules.state import GameState

CLEARANCE_IN: Final = 0.1
"""How near to the broken ends of a wall the middle of a base passes."""


def is_walled(leg: LegCost) -> bool:
    """Whether the walls of a structure bar a leg that may be open elsewhere. (BLD-BUNK-13, BLD-DOOR-03)"""
    return leg.closed is not None and (leg.closed.is_shell or leg.closed.has_interior)


def through(state: GameState, start: Point, end: Point, most_in: float = math.inf) -> tuple[Point, ...]:
    """The corners of the shortest way through breaches and past walls, `end` included; none if there is no such way.

    One that is longer than `most_in` is none.
    """
    closed = tuple(p.ring for p in table_of(state).pieces if p.terrain.going == "impassable")
    return tuple((shortest_path(start, end, closed, CLEARANCE_IN, most=most_in) or ())[1:])
