"""Shells, bursts and streams in rooms, at roofs and walls. (BLD-CONF, BLD-FIRE, BLD-TMPL)"""

from __future__ import annotations

from rules.arap.shooting.building_interface import StreamsAtBuildings
from rules.arap.shooting.plan import Firing
from rules.arap.templates.building_interface import (
    BurstsInBuildings,
    BurstsOutside,
    Descent,
    FallsOnBuildings,
    Flight,
    ModelUnderMarker,
    StreamsInBuildings,
)
from rules.buildings import confined, flames, roofs, storeys, through_openings, upstairs
from rules.buildings.breaking import blasts, splash
from rules.buildings.sections import outer_walls
from rules.buildings.shooting import barrage, falling
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.dice.scatter import Scatter
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.areas import Area
from rules.geometry.lengths import TOLERANCE
from rules.geometry.rings import Ring
from rules.geometry.templates import Strip
from rules.progress import Progress
from rules.state import GameState
from rules.table.building import STOREY_IN
from rules.table.terrain import Cover


class BurstsOfStructures(BurstsInBuildings, BurstsOutside, FallsOnBuildings, StreamsInBuildings, StreamsAtBuildings):
    """What those chapters ask about buildings."""

    def behind_walls(self, progress: Progress, centre: Point, across_in: float) -> list[ModelUnderMarker]:
        """In a house played by sections. (BLD-SSHT-13)"""
        return outer_walls.under_marker(progress, centre, across_in) if across_in else []

    def notes_behind(self, state: GameState, centre: Point, across_in: float) -> tuple[str, ...]:
        """Their number; whom the host has named. (BLD-SSHT-13)"""
        return tuple(outer_walls.proposed(state, centre, across_in)) if across_in else ()

    def at_wall(
        self, state: GameState, terrain: TerrainId, near: Ring, middle: Point, storey: int = 0
    ) -> dict[UnitId, int]:
        """In its sections of that storey. (BLD-WALL-09)"""
        return outer_walls.at_wall(state, terrain, near, middle, storey)

    def drawn_at_wall(
        self, progress: Progress, terrain: TerrainId, near: Ring, middle: Point, storey: int = 0
    ) -> dict[UnitId, list[ModelId]]:
        """In its sections of that storey. (BLD-WALL-09)"""
        return outer_walls.drawn_at_wall(progress, terrain, near, middle, storey)

    def fills_room(self, state: GameState, centre: Point, at: Point) -> bool:
        """All through a small room, 3 or 4 inches in a larger one. (BLD-CONF-02, BLD-CONF-04)"""
        return confined.fills(state, centre, at)

    def bursts(self, state: GameState, centre: Point) -> tuple[str, ...]:
        """By what rule a burst there goes off. (BLD-CONF-01, BLD-CONF-02, BLD-CONF-04)"""
        return confined.cited(state, centre)

    def is_kept_off(self, state: GameState, centre: Point, at: Point) -> bool:
        """Walls and floors keep bursts off, small rooms keep them in. (BLD-CONF-02, BLD-CONF-06, BLD-INTO-12)"""
        return confined.keeps_off(state, centre, at)

    def on_floor_at(self, state: GameState, centre: Point, at: Point) -> bool:
        """On the plan of an upper floor that the place lies before. (BLD-INTO-11)"""
        plan = storeys.plan_at(state, at)
        if plan is None or not upstairs.is_upper(plan):
            return False
        return rings.edge_distance(plan.points, centre) <= falling.AT_WALL_IN + TOLERANCE

    def is_behind_wall(self, state: GameState, centre: Point, at: Point) -> bool:
        """Inside, of a burst outside: on the ground, or on the floor at whose wall it is. (BLD-INTO-11)"""
        if storeys.plan_at(state, centre) is not None:
            return False
        return storeys.level_at(state, at) == 1 or self.on_floor_at(state, centre, at)

    def cover_in_room(self, state: GameState, centre: Point, at: Point) -> Cover | None:
        """None in a confined space, hard behind thin walls. (BLD-CONF-02, BLD-CONF-06)"""
        return confined.cover(state, centre, at)

    def descent(self, progress: Progress, flight: Flight, found: Scatter | None, length: float) -> Descent | None:
        """On the roof, the floor, before the wall, through the opening. (BLD-FIRE-03, BLD-INTO-07 to -10)"""
        return falling.descent(progress, flight, found, length)

    def roof_struck(self, progress: Progress, unit: Unit, at: Point, weapon: Weapon) -> None:
        """Square by square. (BLD-FIRE-05)"""
        plan = storeys.plan_at(progress.state, at)
        if plan is not None:
            barrage.take_burst(progress, unit, plan, upstairs.true_place(progress.state, at)[0], weapon)

    def not_inside(self, state: GameState, target: Unit) -> Refusal | None:
        """Under a roof without a hole. (BLD-FIRE-04)"""
        return roofs.not_inside(state, target)

    def under_roof(self, state: GameState, model: Model) -> Refusal | None:
        """Under a roof without a hole. (BLD-OUT-01)"""
        return roofs.under_roof(state, model)

    def roof_over(self, state: GameState, at: Point) -> Area | None:
        """Whole over it. (BLD-FIRE-03)"""
        house = roofs.closed_over(state, at)
        return Area(house.id, house.points, house.height_in or STOREY_IN) if house is not None else None

    def note(self, state: GameState, centre: Point, weapon: Weapon) -> str:
        """Whom a burst in a room reaches, in words. (BLD-CONF-02 to -05, BLD-FIRE-03)"""
        piece = confined.house_at(state, centre)
        walls_too = blasts.note(state, piece, centre, weapon) if piece is not None else ""
        behind = self.notes_behind(state, centre, weapon.marker_in)
        return "; ".join(filter(None, (confined.note(state, centre, lobbed=weapon.is_lobbed), walls_too, *behind)))

    def strike_walls(self, progress: Progress, unit: Unit, centre: Point, weapon: Weapon) -> None:
        """A marker of 5 inches or more. (BLD-CONF-05)"""
        blasts.strike(progress, unit, centre, weapon)

    def is_confined(self, state: GameState, at: Point) -> bool:
        """A house with a ceiling, tiles under a roof. (BLD-CONF-01, BLD-CONF-08)"""
        return confined.space_at(state, at) is not None

    def leaks(self, state: GameState, centre: Point, at: Point) -> bool:
        """Outside, within an inch of an opening. (BLD-CONF-03)"""
        return confined.leaks(state, centre, at)

    def on_level(self, state: GameState, firer: Model, aim: Model) -> GameState:
        """The floors where those two are on their houses, and who else is on that storey. (BLD-TMPL-02)"""
        return upstairs.on_level(state, firer, aim)

    def lets_through(self, state: GameState, shape: Strip, area: Area) -> bool:
        """Where it overlaps an open door or window. (BLD-TMPL-01)"""
        return through_openings.lets_through(state, shape, area)

    def cover_inside(self, state: GameState, eye: Point, at: Point) -> Cover | None:
        """None with a clear line, hard behind walls. (BLD-TMPL-05)"""
        return through_openings.cover_inside(state, eye, at)

    def miss_goal(self, state: GameState, cover: Cover, *, passed: bool) -> int:
        """3 or less, unless the table plays misses as in the open. (BLD-TMPL-05)"""
        return flames.miss_goal(state, cover, passed=passed)

    def has_burnt(self, progress: Progress, unit: Unit, firing: Firing, *, aimed_well: bool) -> None:
        """The wall beside the opening is offered. (BLD-TMPL-06)"""
        splash.offer(progress, unit, firing, aimed_well=aimed_well)

    def notes_of_stream(self, state: GameState, firing: Firing) -> tuple[str, ...]:
        """That the wall may be rolled for as well. (BLD-TMPL-06)"""
        return splash.notes(state, firing)
