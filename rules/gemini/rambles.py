"""Moves that may be offered to the unit in hand: a few concrete ones, in a stable order. (ARAP-MOVE-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.ids import SideId
from rules.forces.unit import Point, Unit
from rules.gemini import marching, paces, posture
from rules.gemini.marching import Waypoint
from rules.gemini.movement import Move, TacticalMove
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance
from rules.offers import Offer, offered
from rules.state import GameState

SHARES: Final = (1.0, 0.5)
"""How much of its allowance a unit is offered to use: all, else half."""


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Moves ahead, to the nearest enemy and to the nearest objective; crawling, tactics, lying down, standing up."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table:
        return
    yield from _moves(state, unit)
    yield _first(state, unit, "crawl", [Move(side=side, unit=unit.id, path=_ahead(state, unit, 0.5), gait="crawl")])
    tactical = [TacticalMove(side=side, unit=unit.id, path=_ahead(state, unit, s)) for s in SHARES]
    yield _first(state, unit, "tactical", tactical)
    yield offered(state, posture.GoProne(side=side, unit=unit.id), kind="go-prone", unit=unit.id)
    yield offered(state, posture.StandUp(side=side, unit=unit.id), kind="stand-up", unit=unit.id, ap=1)


def _moves(state: GameState, unit: Unit) -> Iterator[Offer]:
    found: list[Offer] = []
    refused: Offer | None = None
    for label, course in _courses(state, unit):
        for share in SHARES:
            path = _straight(state, unit, course, share)
            move = Move(side=unit.side, unit=unit.id, path=path)
            offer = offered(state, move, kind="move", unit=unit.id, ap=1, label=label)
            if offer.action is not None:
                found.append(offer)
                break
            refused = refused or offer
    if found:
        yield from found
    elif refused is not None:
        yield refused


def _first(state: GameState, unit: Unit, kind: str, moves: list[Move] | list[TacticalMove]) -> Offer:
    """The first of some moves that is legal, else why the first one is not."""
    tried = [offered(state, move, kind=kind, unit=unit.id, ap=1) for move in moves]
    return next((o for o in tried if o.action is not None), tried[0])


def _courses(state: GameState, unit: Unit) -> Iterator[tuple[str, float]]:
    """Bearings worth trying, by what lies there."""
    lead = marching.anchor(unit)
    yield "ahead", lead.facing
    enemies = [m.at for u in state.enemies_of(unit.side) if not u.hidden for m in u.alive]
    for label, places in (("enemy", enemies), ("objective", [o.at for o in state.scenario.objectives])):
        if places:
            yield label, bearing(lead.at, min(places, key=lambda p: distance(lead.at, p)))


def _straight(state: GameState, unit: Unit, course: float, share: float) -> tuple[Waypoint, ...]:
    lead = marching.anchor(unit)
    reach = min(paces.basic_move(state, unit, m) for m in unit.alive)
    return (Waypoint(at=_rounded(along(lead.at, course, reach * share))),)


def _ahead(state: GameState, unit: Unit, share: float) -> tuple[Waypoint, ...]:
    return _straight(state, unit, marching.anchor(unit).facing, share)


def _rounded(point: Point) -> Point:
    return (round(point[0], 3), round(point[1], 3))
