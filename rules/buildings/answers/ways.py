"""Walls, ways through them, doors, edges and ladders. (BLD-DOOR, BLD-MOUSE, BLD-LADR, BLD-MOVE)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from rules.arap.movement.building_interface import EdgesOfBuildings, Passages
from rules.arap.paths.building_interface import IndoorPace, TruePlaces, WaysThroughBuildings
from rules.arap.sight.building_interface import Place
from rules.arap.terrain.building_interface import BuildingWalls, FrontOfHull, LaddersOfBuildings, Narrow
from rules.arap.terrain.ground import LegCost
from rules.buildings import edges, inside, single_file, storeys, upstairs
from rules.buildings.doors import bottlenecks, riders
from rules.buildings.doors import openings as doors
from rules.buildings.sections import graph
from rules.buildings.walls import entrances, outline, passages
from rules.core.ids import ModelId, TerrainId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.areas import Area
from rules.geometry.rings import Ring
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain


class WaysOfStructures(BuildingWalls, LaddersOfBuildings, WaysThroughBuildings, TruePlaces, Passages, EdgesOfBuildings):
    """What those chapters ask about buildings."""

    def true_place(self, state: GameState, at: Point) -> Place:
        """On its house, as high as its level. (BLD-GEN-03, BLD-LEVEL-01)"""
        return Place(*upstairs.true_place(state, at))

    def stands(self, state: GameState, unit: Unit, model: Model) -> Place:
        """In the middle of a section, or where it stands. (BLD-SECT-01)"""
        here = graph.at_place(state, unit.housed.get(model.id, "")) if unit.housed else None
        return here.place_of_all if here is not None else self.true_place(state, model.at)

    def parts(self, piece: Terrain, areas: Sequence[Area]) -> Sequence[tuple[Terrain, Area]]:
        """Of a shell its open floor and what stands of its walls. (BLD-BUNK-13)"""
        return outline.parts(piece, areas)

    def walls(self, piece: Terrain, front: FrontOfHull | None = None) -> Iterator[Area]:
        """Its outline but for the breaches, and for what a hull fits through."""
        return entrances.walls(piece, front)

    def lets_in_by(self, piece: Terrain, front: FrontOfHull) -> tuple[str, ...]:
        """By a fallen section, a large hole, a gate. (BLD-MOUSE-05, BLD-DOOR-08)"""
        return entrances.rules(piece, front)

    def would_let_in(self, piece: Terrain, front: FrontOfHull) -> str:
        """A gate, a fallen section, so many points at one place. (BLD-MOUSE-05, BLD-DOOR-08)"""
        return entrances.would_let_in(piece, front)

    def is_wall(self, area_id: str) -> bool:
        """By its name."""
        return outline.is_wall(area_id)

    def hole(self, piece: Terrain, struck: Point) -> Ring:
        """An inch of the nearest wall. (BLD-BUNK-13)"""
        return outline.hole(piece, struck)

    def counts_on_ladder(self, ladder: Terrain, bulk: int) -> int:
        """At most two on a structure. (BLD-LADR-02)"""
        return inside.counts_on_ladder(ladder, bulk)

    def way_up(self, state: GameState, ladder: Terrain) -> tuple[Point, Point, float] | None:
        """From floor to floor, 3 inches a level. (BLD-LADR-01, BLD-LEVEL-01)"""
        return storeys.way_up(state, ladder)

    def floor_at(self, state: GameState, at: Point) -> TerrainId:
        """By its plan. (BLD-LEVEL-02, BLD-GEN-03)"""
        return storeys.upper_floor_at(state, at)

    def narrow(self, state: GameState, profile: Profile, a: Point, b: Point) -> Sequence[Narrow]:
        """Doors, windows and holes narrower than the base. (BLD-DOOR-09)"""
        return passages.narrow(state, profile, a, b)

    def doorways(self, state: GameState) -> Sequence[tuple[Point, Point]]:
        """Doors, shut ones too, and mouseholes; nobody fills a window. (ARAP-MELEE-04)"""
        return passages.doorways(state)

    def crowded(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> Refusal | None:
        """Holes let as many through as they have points; doors no giants. (BLD-MOUSE-02, BLD-DOOR-07)"""
        return passages.crowded(state, unit, ways)

    def extra_in(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> dict[ModelId, float]:
        """Bases wider than an opening. (BLD-DOOR-09)"""
        return passages.extra_in(state, unit, ways)

    def passed(self, progress: Progress, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> None:
        """Each counts once in a player turn. (BLD-DOOR-06, BLD-MOUSE-02)"""
        passages.note(progress, unit, ways)
        bottlenecks.note(progress, unit, ways)

    def notes(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> Sequence[str]:
        """Who bunches in a doorway, how many more an opening lets through. (BLD-DOOR-05, BLD-DOOR-06, BLD-MOUSE-02)"""
        return (*passages.notes(state, unit, ways), *bottlenecks.notes(state, unit, ways))

    def ridden(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> IndoorPace | None:
        """Bikes and horses at doors and among furniture. (BLD-DOOR-10, BLD-UNIT-04, BLD-UNIT-05)"""
        return riders.pace(state, unit, ways)

    def ceiling(self, state: GameState, model: Model) -> Refusal | None:
        """Jump troops keep to the ground. (BLD-UNIT-06)"""
        return edges.ceiling(state, model)

    def railing(self, state: GameState, model: Model) -> tuple[Modifier, ...]:
        """Half an inch high or more. (BLD-MOVE-05)"""
        return edges.railing(state, model)

    def overhang(self, state: GameState, unit: Unit, model: Model, piece: Terrain) -> Refusal | None:
        """More than an inch. (BLD-MOVE-06)"""
        return edges.overhang(state, unit, model, piece)

    def is_walled(self, leg: LegCost) -> bool:
        """Whether what is left of the walls of a broken structure bars it."""
        return single_file.is_walled(leg)

    def way_through(
        self, state: GameState, start: Point, end: Point, most_in: float = inf, beside_in: float = 0.0
    ) -> tuple[Point, ...]:
        """Through breaches. (BLD-BUNK-13)"""
        return single_file.through(state, start, end, most_in, beside_in)

    def held_up(
        self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]], model: ModelId
    ) -> tuple[float, str] | None:
        """At a hole or door that has let through what it can. (BLD-DOOR-06, BLD-MOUSE-02)"""
        return passages.held_up(state, unit, ways, model)

    def barred(self, model: Model, piece: Terrain) -> Refusal | None:
        """The walls of a shell; its breach is the way in. (BLD-BUNK-13)"""
        if piece.has_interior:
            return doors.barred(model, piece)
        if not piece.is_shell:
            return None
        text = f"{tag(model.id)} cannot pass the walls of {piece.name}."
        return Refusal("impassable", text, "BLD-BUNK-13", "through its breach")
