"""What a move asks of buildings: who gets through doors and holes, what it costs, what edges are like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.arap.terrain.building_interface import FrontOfHull
from rules.core.ids import ModelId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain


class Passages:
    """Doors and holes that let only so many through; as a rule everybody passes."""

    def crowded(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> Refusal | None:
        """Why they do not all get through on those ways. (BLD-DOOR-06, BLD-DOOR-07, BLD-MOUSE-02, BLD-MOUSE-03)"""
        return None

    def extra_in(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> dict[ModelId, float]:
        """Inches that models pay more on those ways. (BLD-DOOR-09)"""
        return {}

    def notes(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> Sequence[str]:
        """What a preview says of those ways. (BLD-DOOR-05)"""
        return ()

    def doorways(self, state: GameState) -> Sequence[tuple[Point, Point]]:
        """Doors and holes in walls, from jamb to jamb: who stands in one may block it. (ARAP-MELEE-04)"""
        return ()

    def would_let_in(self, piece: Terrain, front: FrontOfHull) -> str:
        """What of its walls such a hull would fit through; "" where it never gets in. (BLD-MOUSE-05, BLD-DOOR-08)"""
        return ""

    def passed(self, progress: Progress, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> None:
        """Note who went through what."""


class EdgesOfBuildings:
    """Railings, overhangs and ceilings; as a rule there are none."""

    def ceiling(self, state: GameState, model: Model) -> Refusal | None:
        """Why a model does not leap where it stands. (BLD-UNIT-06)"""
        return None

    def railing(self, state: GameState, model: Model) -> tuple[Modifier, ...]:
        """What keeps a model from falling off where it stands. (BLD-MOVE-05)"""
        return ()

    def overhang(self, state: GameState, unit: Unit, model: Model, piece: Terrain) -> Refusal | None:
        """Why a model does not climb past the edge of a piece. (BLD-MOVE-06)"""
        return None
