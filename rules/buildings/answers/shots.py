"""Who fires out of bunkers, sections and upper floors, and at whom. (BLD-BUNK, BLD-SSHT, BLD-HIGH)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.arap.indirect.building_interface import ThrowsFromBuildings
from rules.arap.shooting.building_interface import FloorsOfShot, ShotsBetweenFloors, ShotsFromBuildings, ShotsFromHighUp
from rules.arap.shooting.plan import FirePlan, Reach
from rules.arap.sight.building_interface import Place
from rules.buildings import upstairs
from rules.buildings.breaking.under_fire import WallsUnderFire
from rules.buildings.bunkers import guns, posts
from rules.buildings.bunkers.under_fire import BunkersUnderFire
from rules.buildings.doors import bottlenecks
from rules.buildings.sections import fire as sections_fire
from rules.buildings.sections import throws
from rules.buildings.shooting import high_walls, reaching
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState


class ShotsOfStructures(
    ShotsFromBuildings, ShotsBetweenFloors, ShotsFromHighUp, ThrowsFromBuildings, BunkersUnderFire, WallsUnderFire
):
    """What those chapters ask about buildings."""

    def one_at_a_time(self, state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
        """Of those who bunched in a doorway one alone. (BLD-DOOR-05)"""
        return bottlenecks.one_at_a_time(state, unit, plan)

    def posted(self, state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
        """At the ports of a bunker, at the walls of sections, on upper floors. (BLD-BUNK-02, BLD-SSHT-01, -LEVEL-02)"""
        behind = sections_fire.posted(state, unit, target)
        if behind is not None:
            return behind
        return posts.posted(state, unit, target) or upstairs.posted(state, unit, target)

    def by_floors(self, state: GameState, unit: Unit, target: Unit) -> Sequence[FloorsOfShot]:
        """Each floor with each. (BLD-LEVEL-02)"""
        if unit.is_housed or target.is_housed:
            return ()
        return upstairs.by_floors(state, unit, target)

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
        return high_walls.limited(state, unit, posts.limited(state, unit, target, plan))

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

    def at_walls(
        self, state: GameState, unit: Unit, models: Sequence[ModelId], target: UnitId | None, way: tuple[float, float]
    ) -> GameState | Refusal:
        """Out of sections. (BLD-SSHT-01)"""
        return throws.at_walls(state, unit, models, target, way)

    def have_thrown_out(self, progress: Progress, unit: Unit, models: Sequence[ModelId], at: Point) -> None:
        """They have shown themselves. (BLD-SSHT-01, BLD-SSHT-04)"""
        throws.have_thrown(progress, unit, models, at)

    def mans_weapons(self, state: GameState, unit: Unit) -> bool:
        """In a bunker whose weapons are not all destroyed. (BLD-BUNK-11, BLD-BUNK-14)"""
        return any(not gun.lost for here in guns.posts_of(state, unit) for _, gun in here.guns)

    def housed_targets(self, state: GameState, side: SideId) -> Iterable[Unit]:
        """Enemies in houses played by sections. (BLD-SECT-01)"""
        return (u for u in state.units.values() if u.side != side and u.in_play and u.is_housed)
