"""Where to drive an enemy's vehicle that has wiped out, for who plays without a person. (CRU-WIPE-02)

Whatever harms the other side is good, whatever it does to one's own is not; else it is driven away from one's models.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.ids import SideId, UnitId
from rules.crusade import courses, marks, models
from rules.crusade.courses import BACK_IN, DriveLeg
from rules.crusade.damage.falls import cards_of
from rules.crusade.driving.consequences import Consequence, DriveAsked, end_of
from rules.crusade.driving.drive import DriveWipedOut, met_on
from rules.crusade.driving.way import stops_of
from rules.crusade.offers import COURSES
from rules.forces.unit import Unit
from rules.geometry.lengths import Point, distance
from rules.offers import Offer, offered
from rules.state import GameState
from rules.weighing import Character, Considered

_INCH: Final = 0.2
"""Points that an inch farther from one's nearest model is worth."""
_HITS: Final = 1.5
"""Hits that somebody who is hurt takes, more or less."""


def share(state: GameState, target: Unit, hits: float) -> float:
    """The part of a model that so many hits take off it. (CRU-DICE-02, CRU-DICE-03)"""
    hull = models.chassis(state, target)
    left = hull.hits - len(marks.of(state, target.id).cards) if hull is not None else models.dice_of(target)
    return min(1.0, hits / max(1, left))


def weighed(state: GameState, side: SideId, unit: Unit, character: Character) -> Iterator[Considered]:
    """Each way that is open, with what it does to either side; nothing is what it is worth to leave it standing."""
    for offer in ways(state, side, unit):
        if isinstance(offer.action, DriveWipedOut):
            yield Considered(offer, _worth(state, offer.action, character), f"drives {unit.name}")


def ways(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    """Straight on, turning, or back; into what is in the way."""
    for label, legs in (*COURSES.items(), ("back", (DriveLeg(inches=BACK_IN),))):
        for action in _tried(state, side, unit, legs, back=label == "back"):
            yield offered(state, action, kind="drive", unit=unit.id, label=f"Drive {label}")


def _tried(
    state: GameState, side: SideId, unit: Unit, legs: tuple[DriveLeg, ...], *, back: bool
) -> Iterator[DriveWipedOut]:
    """As it is, and into the first vehicle or structure that it comes to."""
    yield DriveWipedOut(side=side, unit=unit.id, legs=legs, back=back)
    for stop in stops_of(state, unit, models.pose(state, unit), legs[0], back=back, ram=""):
        if stop.kind in ("vehicle", "structure"):
            yield DriveWipedOut(side=side, unit=unit.id, legs=legs, back=back, ram=stop.id)
            return


def _worth(state: GameState, action: DriveWipedOut, character: Character) -> float:
    unit = state.units[action.unit]
    met = met_on(state, action)
    hull = end_of(state, unit, DriveAsked(action.legs, action.back, action.ram, action.jump, 1))
    gain = sum(_gain(state, action, each, character) for each in met)
    if not models.in_air(state, unit):
        deep = (p.depth_in for p in state.terrain if p.depth_in and courses.is_inside(hull, p.points))
        gain += sum(share(state, unit, cards_of(inches)) * unit.points for inches in deep)
    return gain + _INCH * (_gap(state, action.side, hull.centre) - _gap(state, action.side, models.place(state, unit)))


def _gain(state: GameState, action: DriveWipedOut, met: Consequence, character: Character) -> float:
    """What one thing that it meets does to the vehicle and to whom it meets, in points. (CRU-OVER-01, CRU-RAM-01)"""
    unit, struck = state.units[action.unit], state.units.get(UnitId(met.struck))
    hurt = {f"{unit.name} hurt": unit, f"{unit.name} hurt if it fights": unit}
    if struck is not None:
        hurt |= {f"{struck.name} hurt": struck, f"{struck.name} hurt if it fights": struck}
    gain = 0.0
    for chance in met.chances:
        if (whom := hurt.get(chance.label)) is not None:
            points = chance.value * share(state, whom, _HITS) * whom.points
            gain += -character.nerve * points if whom.side == action.side else points
    return gain


def _gap(state: GameState, side: SideId, at: Point) -> float:
    """Inches to the nearest model of a side."""
    near = (distance(at, models.place(state, own)) for own in state.units_of(side) if own.on_table)
    return min(near, default=0.0)
