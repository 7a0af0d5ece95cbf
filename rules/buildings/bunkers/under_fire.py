"""Bunkers as those meet them who fire at them by other rules: mounted weapons. (BLD-BUNK-06)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.shooting.building_interface import AtBuilding, FireAtBuildings
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan
from rules.buildings.bunkers import fire, sections, shoot
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import TerrainId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState


class BunkersUnderFire(FireAtBuildings):
    """The answers of armoured buildings."""

    def armoured(self, state: GameState) -> Sequence[tuple[str, TerrainId, str]]:
        """Those with armour, each section of one that has several. (BLD-BUNK-03, BLD-BUNK-05)"""
        return tuple((s.name, p.id, s.letter) for p in state.terrain for s in sections.of_piece(state, p))

    def no_target(self, state: GameState, at: AtBuilding, eyes: Sequence[Point]) -> Refusal | None:
        """No armour, held by friends, or turned away."""
        return shoot.barred(state, at, eyes)

    def can_hurt(self, state: GameState, at: AtBuilding, weapon: Weapon) -> bool:
        """By its Strength. (BLD-BUNK-06)"""
        return fire.can_hurt(_aimed_at(state, at), weapon, weapon.strength)

    def mark_on(self, state: GameState, at: AtBuilding, eyes: Sequence[Point]) -> GameState:
        """A mark on its wall, which it does not hide itself."""
        return fire.staged(state, at.side, _aimed_at(state, at), eyes)

    def fire_preview(self, state: GameState, at: AtBuilding, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """Goals, chances, how likely a breach and the end are."""
        return shoot.preview(state, _aimed_at(state, at), plan, how)

    def take_fire(self, progress: Progress, at: AtBuilding, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """Shots, then armour."""
        here = _aimed_at(progress.state, at)
        fire.shoot(progress, progress.state.units[at.unit], here, plan, how)


def _aimed_at(state: GameState, at: AtBuilding) -> ArmouredSection:
    here = shoot.aimed_at(state, at)
    assert here is not None
    return here
