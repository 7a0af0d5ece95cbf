"""Where people stand beside the openings of a house: those who come out, storm it, or are thrown out. (BLD-SCC-06)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.arap.damage import hazards
from rules.arap.positions.placing import DeploymentRoom
from rules.buildings.sections import occupants
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import TOLERANCE, along, distance
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

CLEAR_IN: Final = 0.1
"""How far off the wall a base is put down."""

STEP_IN: Final = 0.25

FOES_IN: Final = 1.05
"""How far from enemies people come out. (ARAP-MELEE-01)"""


class Yard:
    """The free ground round a house, as places in it are taken one after the other."""

    def __init__(
        self,
        state: GameState,
        unit: Unit,
        piece: Terrain,
        staying: Sequence[Model] = (),
        *,
        behind: tuple[Point, float] | None = None,
    ) -> None:
        self.state = state
        self.behind = behind
        self.piece = piece
        self.unit = occupants.outdoors(state, unit).units[unit.id]
        scenario = state.scenario
        self.room = DeploymentRoom(state, unit.side, but=unit.id)
        self.room.zones = [rings.rectangle(0, 0, scenario.width_in, scenario.height_in)]
        self.room.take(self.room.spots(self.unit, [_placement(m, m.at, m.facing) for m in staying]))
        self.enemies = [m for u in state.enemies_of(unit.side) if not u.hidden for m in u.alive]

    def beside(
        self, model: Model, at: Point, most_in: float, *, looks: Point | None = None, careful: bool = False
    ) -> Placement | None:
        """The free place nearest to a point on the wall, no further than that; None without room.

        `careful` is who comes out of there on ground that is not dangerous, if there is any. (ARAP-TERR-02)
        """
        free: Iterable[Point] = self._spots(model, at, most_in)
        if careful and not self.state.is_older_than("15"):
            free = self._safe_first(model, at, free)
        spot = next(iter(free), None)
        if spot is None:
            return None
        facing = bearing(spot, looks) if looks is not None and distance(spot, looks) > 0.01 else model.facing
        found = _placement(model, (round(spot[0], 4), round(spot[1], 4)), round(facing, 2))
        self.room.take(self.room.spots(self.unit, [found]))
        return found

    def _spots(self, model: Model, at: Point, most_in: float) -> Iterator[Point]:
        """Free places about a point on the wall, the nearest first."""
        radius = self.state.profile(model).base_radius_in
        near = radius + CLEAR_IN
        for step in range(int((most_in - near) / STEP_IN) + 1):
            for n in range(24):
                spot = along(at, 15 * n, near + step * STEP_IN)
                if self._is_free(model, spot, radius):
                    yield spot

    def _safe_first(self, model: Model, at: Point, free: Iterable[Point]) -> list[Point]:
        """Those to which no dangerous ground leads, else the others."""
        every = list(free)
        safe = [spot for spot in every if hazards.is_safe(self.state, self.unit, model, (at, spot))]
        return safe or every

    def _is_free(self, model: Model, spot: Point, radius: float) -> bool:
        if rings.encloses(self.piece.points, spot) or rings.edge_distance(self.piece.points, spot) < radius:
            return False
        if self.behind is not None and distance(spot, self.behind[0]) < self.behind[1] - TOLERANCE:
            return False
        if any(distance(spot, e.at) < FOES_IN + radius for e in self.enemies):
            return False
        placed = _placement(model, spot, model.facing)
        return self.room.against(self.unit, self.room.spots(self.unit, (placed,))) is None


def _placement(model: Model, at: Point, facing: float) -> Placement:
    return Placement(model=model.id, at=at, facing=facing)
