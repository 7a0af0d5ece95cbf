"""How much of a hull terrain hides. (VEH-COV-01, TRI-DMG-09)"""

from __future__ import annotations

from typing import Literal

from rules.arap.terrain.ground import table_of
from rules.core import kept
from rules.forces.unit import Point, Unit
from rules.geometry.areas import Area
from rules.geometry.lengths import is_within
from rules.geometry.sight import hidden_fraction
from rules.state import GameState
from rules.table.terrain import Cover, Terrain
from rules.vehicles.shared.hull import hull_of, vehicle_of

HALF = 0.5
"""A vehicle is in cover if at least this share of what could be seen of it is hidden."""


Hidden = Literal["none", "soft", "hard"]


def hidden(state: GameState, target: Unit, eye: Point) -> Hidden:
    """Whether terrain hides half or more of the hull, and how solid it is. (VEH-COV-01)"""
    if not is_within(HALF, hidden_share(state, target, eye)):
        return "none"
    return "hard" if is_within(HALF, hidden_share(state, target, eye, by=("hard",))) else "soft"


def hidden_share(state: GameState, target: Unit, eye: Point, by: tuple[Cover, ...] = ("soft", "hard")) -> float:
    """How much of what could be seen of the hull from there such cover hides, 0 to 1; kept on the hull as it stands.

    (VEH-COV-01)
    """
    known = kept.on_these_grounds(target, "hidden shares", state.terrain, state.profiles)
    found: float | None = known.get((eye, by))
    if found is None:
        hull, height = hull_of(state, target), vehicle_of(state, target).height_in
        areas = tuple(a for t, a in _areas(state) if t.cover in by)
        found = known[eye, by] = hidden_fraction(eye, hull, areas, hull_height=height)
    return found


def _areas(state: GameState) -> list[tuple[Terrain, Area]]:
    """Pieces with their true heights: a low wall hides part of a hull though it stops no sight line."""
    table = table_of(state)
    found = [(table.terrain[a.id], a) for a in table.ground.areas]
    return [(t, a._replace(height=t.height_in)) for t, a in found if t.height_in > 0]
