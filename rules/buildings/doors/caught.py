"""Whoever stands in a doorway when the door closes: struck, and then on one side of it. (BLD-DOOR-12, BLD-DOOR-13)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap import rolls
from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.arap.positions import single_models
from rules.arap.positions.placing import radius_of
from rules.buildings.doors.near import CLEAR_IN, place_beside, side_of
from rules.buildings.doors.openings import InWall, openings
from rules.core.ids import ModelId, UnitId
from rules.dice.faces import d2
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.lengths import TOLERANCE
from rules.progress import Progress
from rules.state import GameState, Placement

CAUGHT: Final = "BLD-DOOR-12"
WHICH_SIDE: Final = "BLD-DOOR-13"


def in_doorway(state: GameState, found: InWall) -> Iterator[tuple[Unit, Model]]:
    """Whose bases lie across its line."""
    for unit in state.units.values():
        if unit.on_table and not unit.is_vehicle:
            for model in unit.alive:
                if found.distance_in(model.at) < radius_of(state, model) - TOLERANCE:
                    yield unit, model


def strike(progress: Progress, found: InWall) -> None:
    """Everybody in the doorway tests; who fails is hit; whoever lives is on one side of it."""
    caught: dict[UnitId, list[Model]] = rolls.grouped((u.id, m) for u, m in in_doorway(progress.state, found))
    for unit, models in caught.items():
        _close_on(progress, found, unit, models)


def _close_on(progress: Progress, found: InWall, unit: UnitId, models: Sequence[Model]) -> None:
    why = f"{progress.state.units[unit].name} caught by {found.name}"
    passed = rolls.test_each(progress, unit, models, why=why, rules=(CAUGHT,))
    struck = [m.id for m in models if m.id not in passed]
    wounds_and_saves.strike(progress, struck, found.opening.strength, by=None, why=why, rules=(CAUGHT,), cause="hazard")
    for model in models:
        if progress.state.units[unit].model(model.id).alive:
            _sort_out(progress, found, unit, model.id)


def _sort_out(progress: Progress, found: InWall, unit_id: UnitId, model_id: ModelId) -> None:
    """Odd: it got through. Even: it is back where it came from. (BLD-DOOR-13)"""
    state = progress.state
    unit = state.units[unit_id]
    model = unit.model(model_id)
    rolled = progress.roll("door-side", unit=unit_id, why=f"{unit.name}: through or back", rules=(WHICH_SIDE,))
    through = d2(rolled.dice[0]) == 1
    home = came_from(found, unit, model)
    at = _free_place(state, found, model, -home if through else home)
    if at is not None:
        placement = Placement(model=model_id, at=at, facing=model.facing, prone=model.prone)
        progress.emit(
            ModelsMoved(
                side=unit.side, unit=unit_id, placements=(placement,), how="place", voluntary=False, rules=(WHICH_SIDE,)
            )
        )


def side_in_words(state: GameState, unit: Unit, model: Model) -> str:
    """On which side of the door somebody stands who was in its way, once he does. (BLD-DOOR-13)"""
    doors = sorted(openings(state), key=lambda found: round(found.distance_in(model.at), 4))
    who = f"{tag(model.id)} of {unit.name}"
    if not doors or not (unit.now.path or unit.before.path):
        return f"{who} is clear of the doorway"
    through = side_of(doors[0], model.at) != came_from(doors[0], unit, model)
    return f"{who} is {'through' if through else 'back where it came from'}"


def came_from(found: InWall, unit: Unit, model: Model) -> int:
    """The side on which its unit's last way began; without one, the side that its middle is on."""
    path = unit.now.path or unit.before.path
    return side_of(found, path[0][:2] if path else model.at)


def _free_place(state: GameState, found: InWall, model: Model, side: int) -> Point | None:
    off = radius_of(state, model) + CLEAR_IN
    taken = single_models.occupied(state, {model.id})
    places = [
        place_beside(found, side, share, off + more) for more in (0.0, 0.5, 1.0, 2.0) for share in (0.5, 0.0, 1.0)
    ]
    return next((p for p in places if single_models.is_free(state, model, p, taken)), None)
