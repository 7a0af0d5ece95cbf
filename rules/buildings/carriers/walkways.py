"""Moving walkways: a lane carries whoever stands on it once in his player turn. (BLD-TUBE-09, BLD-TUBE-10)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.positions import single_models
from rules.arap.positions.placing import radius_of
from rules.core.ids import TerrainId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import along
from rules.progress import Progress
from rules.state import Event, GameState, Placement
from rules.table.terrain import Terrain

LANE_IN: Final = 4.0
"""What a lane carries in a turn; each further lane so much more. (BLD-TUBE-10)"""

STEP_IN: Final = 0.25


def speed_in(piece: Terrain) -> float:
    """Inches a turn of a lane. (BLD-TUBE-10)"""
    return LANE_IN * piece.lane


def walkway_at(state: GameState, at: Point) -> Terrain | None:
    """The walkway that a place is on; of several the fastest."""
    found = [p for p in state.terrain if p.lane and rings.holds(p.points, at)]
    return max(found, key=lambda p: p.lane, default=None)


class CarriedAlong(Event, frozen=True, kw_only=True, tag="CarriedAlong"):
    """A walkway has carried a unit in this player turn. (BLD-TUBE-09)"""

    terrain: TerrainId
    inches: float

    def evolve(self, state: GameState) -> GameState:
        """Not a second time."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(replace(unit, now=replace(unit.now, carried=True)))

    def sentence(self, state: GameState) -> str:
        """Who, and how far."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} is carried {self.inches:g}″ by a walkway"


def carry(progress: Progress, unit: Unit) -> None:
    """Members on walkways go along with them, as far as there is room. (BLD-TUBE-09)"""
    if unit.is_vehicle or not unit.on_table or unit.now.carried or progress.state.is_locked(unit.id):
        return
    state, placements, by = progress.state, [], None
    taken = single_models.occupied(state, {m.id for m in unit.alive})
    for model in _foremost(state, unit):
        piece = walkway_at(state, model.at)
        at = _carried_to(state, model, piece, taken) if piece is not None else model.at
        taken.append((at, radius_of(state, model)))
        if piece is not None and at != model.at:
            by = piece
            placements.append(Placement(model=model.id, at=at, facing=model.facing, prone=model.prone))
    if by is None:
        return
    rules = ("BLD-TUBE-09", "BLD-TUBE-10")
    progress.emit(CarriedAlong(side=unit.side, unit=unit.id, terrain=by.id, inches=speed_in(by), rules=rules))
    progress.emit(
        ModelsMoved(
            side=unit.side, unit=unit.id, placements=tuple(placements), how="place", voluntary=False, rules=rules
        )
    )


def _foremost(state: GameState, unit: Unit) -> list[Model]:
    """Those in front first, so that they make room for those behind."""
    piece = next((p for m in unit.alive if (p := walkway_at(state, m.at)) is not None), None)
    if piece is None:
        return list(unit.alive)
    ahead = along((0.0, 0.0), piece.belt_deg, 1.0)
    return sorted(unit.alive, key=lambda m: -(m.at[0] * ahead[0] + m.at[1] * ahead[1]))


def _carried_to(state: GameState, model: Model, piece: Terrain, taken: list[tuple[Point, float]]) -> Point:
    """As far along the belt as it reaches and nobody stands in the way."""
    at, gone = model.at, 0.0
    while gone < speed_in(piece) - STEP_IN / 2:
        gone += STEP_IN
        x, y = along(model.at, piece.belt_deg, gone)
        then = (round(x, 4), round(y, 4))
        if not rings.holds(piece.points, then) or not single_models.is_free(state, model, then, taken):
            break
        at = then
    return at


def phase_ends(progress: Progress) -> None:
    """Units of the side in turn that did not act. (BLD-TUBE-09)"""
    if not any(p.lane for p in progress.state.terrain):
        return
    side = progress.state.active_side
    for unit in list(progress.state.units.values()):
        if unit.side == side:
            carry(progress, progress.state.units[unit.id])


EVENTS: tuple[type[Event], ...] = (CarriedAlong,)
