"""Hulls, and what a drive runs into. (VEH-GEOM-02, VEH-RAM-01)"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import UnitId
from rules.forces.unit import Point
from rules.geometry.hulls import Face
from rules.progress import Action
from rules.state import GameState
from rules.table.terrain import Driving, Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.motion import terrain_cost
from rules.vehicles.gemini.motion.first_contact import HullContact
from rules.vehicles.shared.hull import hull_of


class Ram(NamedTuple):
    """A ram as it would strike: the way up to there, where the hull stands then, which vehicle and which face."""

    path: tuple[Point, ...]
    gone_in: float
    at: Point
    target: UnitId | None = None
    face: str = ""


def usual_price(piece: Terrain, locomotion: str) -> Driving:
    """What driving in a piece costs a kind of locomotion where nothing is set, as DRIVING writes it. (VEH-TERR-02)"""
    return terrain_cost.usual(piece, locomotion)


def may_ram(state: GameState, action: Action) -> str:
    """The name of what a drive would run into and may ram; nothing if it is clear, or no drive."""
    return action.would_ram(state) if isinstance(action, Drive) else ""


def ram(state: GameState, action: Action) -> Ram | None:
    """Where a ram strikes; None for any other action, and for a ram that meets nothing."""
    if not isinstance(action, Drive) or not action.ram:
        return None
    unit = state.units[action.unit]
    met = action.contact(state, unit, action.way(state))
    if met is None:
        return None
    path = (unit.models[0].at, *(point.at for point in action.path))
    struck = Ram(path, met.gone_in, met.pose[:2])
    return struck._replace(target=met.unit, face=_face(state, met)) if met.unit is not None else struck


def _face(state: GameState, met: HullContact) -> Face:
    """The face of the vehicle that is struck."""
    assert met.unit is not None
    if met.touched != "side":
        return met.touched
    _, right = hull_of(state, state.units[met.unit]).on_hull(met.pose[:2])
    return "right" if right >= 0 else "left"
