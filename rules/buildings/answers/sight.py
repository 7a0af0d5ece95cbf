"""Cover behind walls and corners, fire through openings. (BLD-INTO, BLD-OUT, BLD-CRNR)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.sight.building_interface import CoverOfBuildings, FireThroughOpenings, FloorsOfBuildings, Place
from rules.buildings import depth, storeys
from rules.buildings.shooting import corners, through
from rules.buildings.walls import outline
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.forces.weapon import Weapon
from rules.state import GameState
from rules.table.terrain import Cover, Terrain


class SightOfStructures(CoverOfBuildings, FloorsOfBuildings, FireThroughOpenings):
    """What those chapters ask about buildings."""

    def cover(self, piece: Terrain, eye: Point, target: Point) -> Cover | None:
        """Hard for whoever is inside a house that is entered, against an eye outside it. (BLD-INTO-02, BLD-OUT-01)

        From inside it gives none of itself: a burst in a room finds everybody. (BLD-CONF-02)
        """
        if piece.look == outline.FURNITURE:
            return "hard" if piece.cover == "hard" else "soft"
        if depth.are_both_inside(piece, eye, target):
            return "none"
        if piece.is_roof or piece.has_parapet:
            return "hard" if depth.behind_parapet(piece, eye, target) else "none"
        inside = depth.depth_in(piece, target, eye)
        return None if inside is None else "hard"

    def cited(self, piece: Terrain, eye: Point, target: Point) -> str:
        """Who fires out of an opening, is deeper inside, behind a parapet, among furniture.

        (BLD-OUT-01, BLD-INTO-02, BLD-OUT-03, BLD-MOVE-03)
        """
        if depth.behind_parapet(piece, eye, target):
            return "BLD-OUT-03"
        return "BLD-MOVE-03" if piece.look == outline.FURNITURE else depth.cited(piece, eye, target)

    def covers_behind(self, piece: Terrain) -> bool:
        """Furniture does: a desk is hidden behind, a cluttered corner is stood in. (BLD-MOVE-03)"""
        return piece.look == outline.FURNITURE

    def through(self, state: GameState, eye: Place, target: Place, weapon: Weapon) -> Sequence[Modifier]:
        """Through a door, window or hole. (BLD-INTO-04, BLD-INTO-05, BLD-INTO-06, BLD-INTO-07)"""
        return tuple(through.modifiers(state, eye, target, weapon))

    def fired_through(self, state: GameState, eye: Place, target: Place) -> tuple[str, ...]:
        """Open doors and windows are no obstruction. (BLD-INTO-01)"""
        return ("BLD-INTO-01",) if any(through.passages(state, eye, target)) else ()

    def floor_between(self, piece: Terrain, eye: Place, target: Place) -> bool:
        """One of them is on that floor, the other above or below it. (BLD-LEVEL-02)"""
        return storeys.is_floor_between(piece, eye, target)

    def past_corner(self, piece: Terrain, eye: Point, target: Point, *, shows: bool) -> bool:
        """Over 1½ inches behind it. (BLD-CRNR-01)"""
        return corners.is_past(piece, eye, target, shows=shows)

    def at_corner(self, piece: Terrain, eye: Point, target: Point) -> Cover | None:
        """Hard, of thatch soft. (BLD-CRNR-02)"""
        return corners.cover(piece, eye, target)

    def too_deep(self, piece: Terrain, eye: Point, target: Point) -> Refusal | None:
        """More than 6 inches inside. (BLD-INTO-03, BLD-OUT-02)"""
        return depth.too_deep(piece, eye, target)

    def from_inside(self, piece: Terrain, eye: Point, target: Point) -> Modifier | None:
        """From over 2 inches inside. (BLD-OUT-02)"""
        return depth.from_inside(piece, eye, target)

    def stops_shots(self, piece: Terrain) -> bool:
        """Walls do. (ARAP-AREA-13)"""
        return piece.is_structure
