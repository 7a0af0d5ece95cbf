"""Rooms and companies, crews, turns, fights and routs. (BLD-MOVE-04, BLD-BUNK, BLD-SCC)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.arap.damage.building_interface import ArmourBlow, ArmourLeft, ArmourOfBuildings, WallRammed
from rules.arap.melee.building_interface import MeleesInBuildings
from rules.arap.morale.building_interface import RoutsInBuildings
from rules.arap.positions.building_interface import Rooms
from rules.arap.turn.building_interface import TurnsOfBuildings
from rules.arap.units.building_interface import Company, HousedMembers
from rules.buildings import company, inside, upstairs
from rules.buildings.breaking import rammed
from rules.buildings.bunkers import armour, crews, garrison, guns, hits, sections, strike
from rules.buildings.carriers import troubles, walkways
from rules.buildings.sections import occupants
from rules.buildings.sections.assault import fight, outcome
from rules.core.ids import UnitId, WeaponId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState, Melee
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain


class PeopleOfStructures(
    Rooms, Company, HousedMembers, ArmourOfBuildings, TurnsOfBuildings, MeleesInBuildings, RoutsInBuildings
):
    """What those chapters ask about buildings."""

    def is_inside(self, state: GameState, model: Model) -> bool:
        """Whether it stands in a structure."""
        return inside.is_inside(state, model)

    def are_together(self, state: GameState, a: Point, b: Point) -> bool:
        """In one room or in neighbouring ones. (BLD-MOVE-04)"""
        return company.are_together(state, a, b)

    def rooms_cited(self, state: GameState, at: Sequence[Point]) -> tuple[str, ...]:
        """That rooms count indoors. (BLD-MOVE-04)"""
        return company.cited(state, at)

    def those_inside(self, state: GameState, piece: Terrain) -> Iterator[tuple[Unit, tuple[Model, ...]]]:
        """Everybody within the outline."""
        return inside.those_inside(state, piece)

    def out_of_reach(self, state: GameState, unit: Unit, target: Unit) -> Refusal | None:
        """The garrison of a whole bunker, and whoever is on another floor. (BLD-BUNK-04, BLD-LEVEL-02)"""
        return garrison.out_of_reach(state, unit, target) or upstairs.out_of_reach(state, unit, target)

    def in_one_room(self, state: GameState, a: Model, b: Model) -> bool:
        """No wall, shut door or shut window stands between them. (BLD-MOVE-01)"""
        return not garrison.is_between(state, a, b) and not inside.is_parted(state, a.at, b.at)

    def armour(self, state: GameState, piece: Terrain, at: Point) -> ArmourLeft | None:
        """Of a bunker, and of what the scenario gives armour: of the section there. (BLD-BUNK-03, BLD-BUNK-05)"""
        if armour.armour_of(piece) is None:
            return None
        here = sections.at_ground(sections.of_piece(state, piece), at)
        return ArmourLeft(here.armour.av, here.left, here.name if here.letter else "")

    def take_blow(self, progress: Progress, piece: Terrain, blow: ArmourBlow) -> None:
        """Hull points and the table of bunker hits. (BLD-BUNK-07 to -15)"""
        hits.take(progress, piece, blow)

    def wall_at(self, piece: Terrain, at: Point) -> WallRammed | None:
        """By its material, or the door that is struck. (BLD-WALL-06)"""
        return rammed.met(piece, at)

    def take_points(
        self, progress: Progress, piece: Terrain, at: Point, dp: int, by: UnitId, rules: tuple[str, ...]
    ) -> None:
        """As to any other attack. (BLD-WALL-03, BLD-WALL-06)"""
        rammed.take_points(progress, piece, at, dp, by, rules)

    def beneath(
        self, state: GameState, piece: Terrain, at: Point, path: Sequence[Point]
    ) -> Mapping[UnitId, int] | None:
        """Where walls come down when they are destroyed. (BLD-WALL-09)"""
        return rammed.beneath(state, piece, at, path)

    def wall_falls(self, progress: Progress, piece: Terrain, path: Sequence[Point], toughness: int, by: UnitId) -> None:
        """Everybody within an inch and a half. (BLD-WALL-09)"""
        rammed.wall_falls(progress, piece, path, toughness, by)

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

    def chain(self, state: GameState, unit: Unit) -> tuple[Point, ...]:
        """Those in a house stand by their comrade before it. (BLD-SECT-04)"""
        return occupants.chain(state, unit)

    def are_near(self, state: GameState, one: Unit, other: Unit) -> bool | None:
        """In one section or joined ones. (BLD-SECT-04)"""
        return occupants.are_near(state, one, other)
