"""Walls, doors and windows as those meet them who fire at them by other rules: mounted weapons. (BLD-WALL-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.shooting.building_interface import AtWall, FireAtWalls
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan, Idle
from rules.buildings.breaking import offers
from rules.buildings.breaking.shoot import ShootWall
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import GameState

LAST: Final = 15
"""How near to firing those came whose weapons are too weak."""


class WallsUnderFire(FireAtWalls):
    """The answers of houses that are broken open."""

    def walls_near(self, state: GameState, unit: Unit, reach_in: float) -> Iterator[tuple[str, AtWall]]:
        """As for people on foot."""
        return offers.in_reach(state, unit, reach_in)

    def no_wall(self, state: GameState, at: AtWall) -> Refusal | None:
        """None there, fallen, broken, through a floor."""
        return _shot(at).no_target(state)

    def mark_before(self, state: GameState, at: AtWall) -> GameState:
        """A little before it."""
        return _shot(at).marked(state)

    def damaging(self, state: GameState, at: AtWall, plan: FirePlan) -> FirePlan:
        """Near and strong enough; without any a plan that is refused. (BLD-WALL-01)"""
        shot = _shot(at)
        found = shot.damaging(state, plan)
        vain = shot.is_in_vain(state, found)
        gun = state.units[at.unit].models[0].id
        return found if vain is None else FirePlan((), (Idle(gun, LAST, vain),))

    def wall_preview(self, state: GameState, at: AtWall, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """Goals, what is left, whom a fall hits."""
        return _shot(at).preview_of(state, plan, how)

    def take_wall_fire(self, progress: Progress, at: AtWall, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """Shots, damage, falls."""
        _shot(at).roll(progress, plan, how)


def _shot(at: AtWall) -> ShootWall:
    return ShootWall(side=at.side, unit=at.unit, terrain=at.terrain, opening=at.opening, wall=at.wall, part=at.part)
