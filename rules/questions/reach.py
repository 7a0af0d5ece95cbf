"""How far a unit on foot gets, for the board, and whether it may lie down there.

(ARAP-MOVE-01, ARAP-MOVE-05, ARAP-MOVE-06, ARAP-PRONE-01, ARAP-PRONE-06, ARAP-TACT-01)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.movement import far_walks
from rules.arap.movement.file import in_file
from rules.arap.movement.walk import Move, Order, TacticalMove, anchor_may_go
from rules.arap.paths import far_ways, legality, march
from rules.arap.paths.allowance import Manner
from rules.arap.paths.reach import Reach as Reach
from rules.arap.paths.reach import reach as _reach
from rules.arap.paths.turns import Waypoint
from rules.arap.terrain import ground
from rules.arap.terrain.ground import Gait
from rules.forces.unit import Point, Unit
from rules.state import GameState, Placement

MANNERS: Final[dict[str, Manner]] = {"move": "move", "crawl": "crawl", "tactical": "tactical"}
"""Kinds of moves that keep to the ground."""


GAITS: Final[dict[str, Gait]] = {"back": "back", "sidestep": "sidestep"}
"""Ways of walking besides straight ahead. (ARAP-MOVE-05, ARAP-MOVE-06)"""


def on_foot(state: GameState, unit: Unit, kind: str, actions: int = 1, gait: str = "") -> Reach | None:
    """The shape that a kind of movement reaches; None for any other kind, and for who may not move like that now."""
    manner = MANNERS.get(kind)
    if manner is None or unit.is_vehicle or not unit.on_table:
        return None
    if anchor_may_go(state, _order(unit, manner)) is not None:
        return None
    order = _order(unit, manner)
    walks: Gait = order.gait if isinstance(order, Move) else "walk"
    return _reach(state, unit, manner, actions, GAITS.get(gait, walks) if manner == "move" else walks)


def may_lie(state: GameState, unit: Unit) -> bool:
    """Whether all of it can go prone at the end of a move. (ARAP-PRONE-03, ARAP-PRONE-06)"""
    return legality.may_lie(state, unit) is None


def filed(state: GameState, unit: Unit, kind: str, path: Sequence[Point]) -> tuple[Placement, ...]:
    """Where the others end who follow their lead along that way in single file; nobody for any other kind."""
    manner = MANNERS.get(kind)
    if manner is None or not path or not unit.on_table:
        return ()
    return in_file(state, replace(_order(unit, manner), path=tuple(Waypoint(at=p) for p in path)))


def by_doors(state: GameState, unit: Unit, path: Sequence[Point], *, is_stuck: bool) -> Move | None:
    """A move by what is open where walls bar its lead, as far as one action takes it; None where no way leads there.

    In formation, or in single file where that does not get through; as its side knows a table with buildings to go
    into. A way that is open to its lead is only tried if `is_stuck`. (ARAP-MOVE-01, BLD-DOOR-03)
    """
    if not far_ways.leads_inside(state, unit):
        return None
    lead = march.anchor(unit)
    found: list[Point] = []
    here = lead.at
    for at in path:
        barred = ground.cost_of_leg(state, lead, here, at).barred
        way = far_ways.way_to(state, unit, here, at) if barred is not None else None
        if barred is not None and (way is None or way.stop):
            return None
        found += way.points if way is not None else (at,)
        here = at
    return far_walks.along(state, unit, found) if is_stuck or len(found) > len(path) else None


def _order(unit: Unit, manner: Manner) -> Order:
    if manner == "tactical":
        return TacticalMove(side=unit.side, unit=unit.id, path=())
    return Move(side=unit.side, unit=unit.id, path=(), gait="crawl" if manner == "crawl" else "walk")
