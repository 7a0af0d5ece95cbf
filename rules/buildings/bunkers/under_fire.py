"""Bunkers as those meet them who fire at them by other rules: mounted weapons. (BLD-BUNK-06)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.shooting.building_interface import FireAtBuildings
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan
from rules.buildings.bunkers import fire, shoot
from rules.buildings.bunkers.armour import armour_of
from rules.core.ids import SideId, TerrainId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain


class BunkersUnderFire(FireAtBuildings):
    """The answers of armoured buildings."""

    def armoured(self, state: GameState) -> Sequence[Terrain]:
        """Those with armour. (BLD-BUNK-03)"""
        return tuple(p for p in state.terrain if armour_of(p))

    def no_target(self, state: GameState, side: SideId, terrain: TerrainId) -> Refusal | None:
        """No armour, or held by friends."""
        return shoot.barred(state, side, shoot.piece_named(state, terrain))

    def can_hurt(self, piece: Terrain, weapon: Weapon) -> bool:
        """By its Strength. (BLD-BUNK-06)"""
        return fire.can_hurt(piece, weapon, weapon.strength)

    def mark_on(self, state: GameState, side: SideId, piece: Terrain, eyes: Sequence[Point]) -> GameState:
        """A mark on its wall, which it does not hide itself."""
        return fire.staged(state, side, piece, eyes)

    def fire_preview(self, state: GameState, piece: Terrain, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """Goals, chances, how likely a breach and the end are."""
        rules = (shoot.RULE, "BLD-BUNK-03", "BLD-BUNK-05", "BLD-FIRE-01")
        shots, chances = fire.lines(state, piece, plan, how), fire.chances(state, piece, plan)
        return Preview(ap=plan.ap, shots=shots, chances=chances, rules=rules)

    def take_fire(
        self, progress: Progress, unit: Unit, piece: Terrain, plan: FirePlan, how: HowFired = ON_FOOT
    ) -> None:
        """Shots, then armour."""
        fire.shoot(progress, unit, piece, plan, how)
