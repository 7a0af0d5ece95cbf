"""Structures as the skirmish rules see them: solid but for their breaches. (BLD-BUNK-13)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf

from rules.arap.damage.building_interface import ArmourBlow, ArmourOf, ArmourOfBuildings
from rules.arap.melee.building_interface import MeleesInBuildings
from rules.arap.morale.building_interface import RoutsInBuildings
from rules.arap.movement.building_interface import EdgesOfBuildings, Passages
from rules.arap.paths.building_interface import IndoorPace, WaysThroughBuildings
from rules.arap.positions.building_interface import Rooms
from rules.arap.shooting.building_interface import ShotsFromBuildings, StreamsAtBuildings
from rules.arap.shooting.plan import FirePlan, Firing, Reach
from rules.arap.sight.building_interface import CoverOfBuildings, FireThroughOpenings, Place
from rules.arap.templates.building_interface import (
    BurstsInBuildings,
    BurstsOutside,
    Descent,
    FallsOnBuildings,
    Flight,
    ModelUnderMarker,
    StreamsInBuildings,
)
from rules.arap.terrain.building_interface import BuildingWalls, FrontOfHull
from rules.arap.terrain.ground import LegCost
from rules.arap.turn.building_interface import TurnsOfBuildings
from rules.arap.units.building_interface import Company, HousedMembers
from rules.buildings import (
    company,
    confined,
    depth,
    edges,
    flames,
    inside,
    roofs,
    single_file,
    storeys,
    through_openings,
    upstairs,
)
from rules.buildings.breaking import blasts, splash
from rules.buildings.bunkers import armour, crews, garrison, guns, hits, posts, strike
from rules.buildings.bunkers.under_fire import BunkersUnderFire
from rules.buildings.carriers import troubles, walkways
from rules.buildings.doors import bottlenecks, riders
from rules.buildings.doors import openings as doors
from rules.buildings.sections import blast, fight, occupants, outcome
from rules.buildings.sections import fire as sections_fire
from rules.buildings.shooting import barrage, corners, falling, high_walls, reaching, through
from rules.buildings.walls import entrances, outline, passages
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.dice.scatter import Scatter
from rules.forces.unit import Model, Point, Unit, tag
from rules.forces.weapon import Weapon
from rules.geometry.areas import Area
from rules.geometry.rings import Ring
from rules.geometry.templates import Strip
from rules.progress import Progress
from rules.state import GameState, Melee
from rules.table.scenario import Scenario
from rules.table.terrain import Cover, Terrain


class Structures(
    BuildingWalls,
    WaysThroughBuildings,
    CoverOfBuildings,
    FireThroughOpenings,
    BurstsInBuildings,
    BurstsOutside,
    FallsOnBuildings,
    StreamsInBuildings,
    StreamsAtBuildings,
    Rooms,
    ArmourOfBuildings,
    TurnsOfBuildings,
    ShotsFromBuildings,
    BunkersUnderFire,
    Passages,
    EdgesOfBuildings,
    HousedMembers,
    MeleesInBuildings,
    RoutsInBuildings,
    Company,
):
    """Buildings and bunkers whose walls are broken open here and there."""

    def parts(self, piece: Terrain, areas: Sequence[Area]) -> Sequence[tuple[Terrain, Area]]:
        """Of a shell its open floor and what stands of its walls. (BLD-BUNK-13)"""
        return outline.parts(piece, areas)

    def walls(self, piece: Terrain, front: FrontOfHull | None = None) -> Iterator[Area]:
        """Its outline but for the breaches, and for what a hull fits through."""
        return entrances.walls(piece, front)

    def lets_in_by(self, piece: Terrain, front: FrontOfHull) -> tuple[str, ...]:
        """By a fallen section, a large hole, a gate. (BLD-MOUSE-05, BLD-DOOR-08)"""
        return entrances.rules(piece, front)

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
        """Who bunches in a doorway. (BLD-DOOR-05)"""
        return bottlenecks.told(state, unit, ways)

    def ridden(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> IndoorPace | None:
        """Bikes and horses at doors and among furniture. (BLD-DOOR-10, BLD-UNIT-04, BLD-UNIT-05)"""
        return riders.pace(state, unit, ways)

    def ceiling(self, state: GameState, model: Model) -> Refusal | None:
        """Jump troops keep to the ground. (BLD-UNIT-06)"""
        return edges.ceiling(state, model)

    def one_at_a_time(self, state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
        """Of those who bunched in a doorway one alone. (BLD-DOOR-05)"""
        return bottlenecks.one_at_a_time(state, unit, plan)

    def railing(self, state: GameState, model: Model) -> tuple[Modifier, ...]:
        """Half an inch high or more. (BLD-MOVE-05)"""
        return edges.railing(state, model)

    def overhang(self, state: GameState, unit: Unit, model: Model, piece: Terrain) -> Refusal | None:
        """More than an inch. (BLD-MOVE-06)"""
        return edges.overhang(state, unit, model, piece)

    def is_walled(self, leg: LegCost) -> bool:
        """Whether what is left of the walls of a broken structure bars it."""
        return single_file.is_walled(leg)

    def way_through(self, state: GameState, start: Point, end: Point, most_in: float = inf) -> tuple[Point, ...]:
        """Through breaches. (BLD-BUNK-13)"""
        return single_file.through(state, start, end, most_in)

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

    def through(self, state: GameState, eye: Place, target: Place, weapon: Weapon) -> Sequence[Modifier]:
        """Through a door, window or hole. (BLD-INTO-04, BLD-INTO-05, BLD-INTO-06, BLD-INTO-07)"""
        return tuple(through.modifiers(state, eye, target, weapon))

    def fired_through(self, state: GameState, eye: Place, target: Place) -> tuple[str, ...]:
        """Open doors and windows are no obstruction. (BLD-INTO-01)"""
        return ("BLD-INTO-01",) if any(through.passages(state, eye, target)) else ()

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

    def behind_walls(self, progress: Progress, centre: Point, across_in: float) -> list[ModelUnderMarker]:
        """In a house played by sections. (BLD-SSHT-13)"""
        return blast.under_marker(progress, centre, across_in) if across_in else []

    def stops_shots(self, piece: Terrain) -> bool:
        """Walls do. (ARAP-AREA-13)"""
        return piece.is_structure

    def is_inside(self, state: GameState, model: Model) -> bool:
        """Whether it stands in a structure."""
        return inside.is_inside(state, model)

    def are_together(self, state: GameState, a: Point, b: Point) -> bool:
        """In one room or in neighbouring ones. (BLD-MOVE-04)"""
        return company.are_together(state, a, b)

    def rooms_cited(self, state: GameState, at: Sequence[Point]) -> tuple[str, ...]:
        """That rooms count indoors. (BLD-MOVE-04)"""
        return company.cited(state, at)

    def fills_room(self, state: GameState, centre: Point, at: Point) -> bool:
        """All through a small room, 3 or 4 inches in a larger one. (BLD-CONF-02, BLD-CONF-04)"""
        return confined.fills(state, centre, at)

    def bursts(self, state: GameState, centre: Point) -> tuple[str, ...]:
        """By what rule a burst there goes off. (BLD-CONF-01, BLD-CONF-02, BLD-CONF-04)"""
        return confined.cited(state, centre)

    def is_kept_off(self, state: GameState, centre: Point, at: Point) -> bool:
        """Walls and floors keep bursts off, small rooms keep them in. (BLD-CONF-02, BLD-CONF-06, BLD-INTO-12)"""
        return confined.keeps_off(state, centre, at)

    def is_behind_wall(self, state: GameState, centre: Point, at: Point) -> bool:
        """Inside, of a burst outside. (BLD-INTO-11)"""
        return storeys.plan_at(state, centre) is None and storeys.level_at(state, at) == 1

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

    def told(self, state: GameState, centre: Point, weapon: Weapon) -> str:
        """Whom a burst in a room reaches, in words. (BLD-CONF-02 to -05, BLD-FIRE-03)"""
        piece = confined.house_at(state, centre)
        walls_too = blasts.told(piece, centre, weapon) if piece is not None else ""
        return "; ".join(filter(None, (confined.told(state, centre, lobbed=weapon.is_lobbed), walls_too)))

    def strike_walls(self, progress: Progress, unit: Unit, centre: Point, weapon: Weapon) -> None:
        """A marker of 5 inches or more. (BLD-CONF-05)"""
        blasts.strike(progress, unit, centre, weapon)

    def is_confined(self, state: GameState, at: Point) -> bool:
        """A house with a ceiling. (BLD-CONF-01, BLD-CONF-08)"""
        return confined.house_at(state, at) is not None

    def leaks(self, state: GameState, centre: Point, at: Point) -> bool:
        """Outside, within an inch of an opening. (BLD-CONF-03)"""
        return confined.leaks(state, centre, at)

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

    def told_of_stream(self, state: GameState, firing: Firing) -> tuple[str, ...]:
        """That the wall may be rolled for as well. (BLD-TMPL-06)"""
        return splash.told(state, firing)

    def those_inside(self, state: GameState, piece: Terrain) -> Iterator[tuple[Unit, tuple[Model, ...]]]:
        """Everybody within the outline."""
        return inside.those_inside(state, piece)

    def out_of_reach(self, state: GameState, unit: Unit, target: Unit) -> Refusal | None:
        """The garrison of a whole bunker. (BLD-BUNK-04)"""
        return garrison.out_of_reach(state, unit, target)

    def in_one_room(self, state: GameState, a: Model, b: Model) -> bool:
        """No wall, shut door or shut window stands between them. (BLD-MOVE-01)"""
        return not garrison.is_between(state, a, b) and not inside.is_parted(state, a.at, b.at)

    def armour(self, piece: Terrain) -> ArmourOf | None:
        """Of a bunker, and of what the scenario gives armour. (BLD-BUNK-03, BLD-BUNK-05)"""
        return armour.armour_of(piece)

    def take_blow(self, progress: Progress, piece: Terrain, blow: ArmourBlow) -> None:
        """Hull points and the table of bunker hits. (BLD-BUNK-07 to -15)"""
        hits.take(progress, piece, blow)

    def turn_begins(self, progress: Progress) -> None:
        """What befell people in bunkers takes hold. (BLD-BUNK-11, BLD-BUNK-12)"""
        crews.turn_begins(progress)
        troubles.turn_begins(progress)

    def turn_ends(self, progress: Progress) -> None:
        """They recover."""
        crews.turn_ends(progress)

    def unit_activates(self, progress: Progress, unit: UnitId) -> None:
        """A walkway carries it. (BLD-TUBE-09)"""
        walkways.carry(progress, progress.state.units[unit])

    def queue_close_combat(self, progress: Progress) -> None:
        """Those beside bunkers that enemies hold strike at the walls. (BLD-BUNK-01)"""
        walkways.phase_ends(progress)
        strike.queue_round(progress)
        fight.queue_shared(progress)

    def fight(self, progress: Progress, melee: Melee) -> bool:
        """One for a section. (BLD-SCC-03, BLD-SCC-06)"""
        return fight.begin(progress, melee)

    def come_out(self, progress: Progress, unit: UnitId, cause: UnitId | None) -> None:
        """Out of a house played by sections. (BLD-SCC-05)"""
        outcome.come_out(progress, unit, cause)

    def weapons(self, scenario: Scenario) -> Mapping[WeaponId, Weapon]:
        """Those built into bunkers. (BLD-BUNK-14)"""
        return guns.weapons(scenario)

    def posted(self, state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
        """At the ports of a bunker, at the walls of sections, on upper floors. (BLD-BUNK-02, BLD-SSHT-01, -LEVEL-02)"""
        behind = sections_fire.posted(state, unit, target)
        if behind is not None:
            return behind
        return posts.posted(state, unit, target) or upstairs.posted(state, unit, target)

    def apart(self, state: GameState, unit: Unit, target: Unit) -> float | None:
        """Inches to the wall of a section, or between them where they truly stand. (BLD-SSHT-01, BLD-LEVEL-02)"""
        if unit.is_housed or target.is_housed:
            return sections_fire.gap_in(state, unit, target)
        return upstairs.apart(state, unit, target)

    def modifiers(self, state: GameState, unit: Unit, target: Unit) -> tuple[Modifier, ...]:
        """Two off for whoever is in a house played by sections. (BLD-SSHT-03, BLD-SSHT-05, BLD-SSHT-06)"""
        return sections_fire.modifiers(state, unit, target)

    def limited(self, state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
        """As many as find a port or window; nobody right under a high one or too far up.

        (BLD-BUNK-02, BLD-SSHT-01, BLD-HIGH-01, BLD-HIGH-06)
        """
        if unit.is_housed or target.is_housed:
            return sections_fire.limited(state, unit, target, plan)
        return high_walls.limited(state, unit, posts.limited(state, unit, plan))

    def upstairs(self, state: GameState, unit: Unit, target: Unit | None) -> GameState | Refusal | None:
        """Where they truly stand. (BLD-LEVEL-02)"""
        return upstairs.posted(state, unit, target) if target is not None else upstairs.alone(state, unit)

    def throw_barred(
        self, state: GameState, unit: Unit, thrower: Model, aim: Place, weapon: Weapon, far: float
    ) -> Refusal | None:
        """Under one's own wall; three inches less for each level up. (BLD-HIGH-01, BLD-HIGH-06)"""
        return high_walls.throw_barred(state, unit, thrower, aim, weapon, far)

    def from_high_up(self, state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
        """Off ramparts and flat roofs. (BLD-HIGH-01, BLD-HIGH-06)"""
        return high_walls.limited(state, unit, plan)

    def reached(self, state: GameState, unit: Unit, model: Model, target: Unit, reach: Reach) -> Point | Refusal:
        """Past the window, edge or corner nearest to the target. (BLD-HIGH-02, BLD-HIGH-03, BLD-CRNR-01)"""
        return reaching.reached(state, unit, model, target, reach)

    def wild_barred(self, weapon: Weapon) -> Refusal | None:
        """All but pistols and basic weapons. (BLD-HIGH-04)"""
        return reaching.wild_barred(weapon)

    def victims(
        self, state: GameState, unit: UnitId, firers: Iterable[ModelId], target: Unit
    ) -> tuple[ModelId, ...] | None:
        """Those in a house who showed themselves. (BLD-SSHT-04)"""
        return sections_fire.victims(state, unit, firers, target)

    def have_fired(self, progress: Progress, unit: Unit, target: Unit, plan: FirePlan) -> None:
        """Out of sections, or leaning out. (BLD-SSHT-01, BLD-HIGH-02)"""
        sections_fire.have_fired(progress, unit, target, plan)
        reaching.have_leaned(progress, unit.id, plan)

    def housed_targets(self, state: GameState, side: SideId) -> Iterable[Unit]:
        """Enemies in houses played by sections. (BLD-SECT-01)"""
        return (u for u in state.units.values() if u.side != side and u.in_play and u.is_housed)

    def chain(self, state: GameState, unit: Unit) -> tuple[Point, ...]:
        """Those in a house stand by their comrade before it. (BLD-SECT-04)"""
        return occupants.chain(state, unit)

    def are_near(self, state: GameState, one: Unit, other: Unit) -> bool | None:
        """In one section or joined ones. (BLD-SECT-04)"""
        return occupants.are_near(state, one, other)
