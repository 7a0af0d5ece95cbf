"""Ports of buildings as those meet them who fire by other rules: mounted weapons. (BLD-PORT-01 to -07)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.arap.ports import aiming, hits, odds
from rules.arap.ports.compartment import Gap
from rules.arap.shooting.building_interface import AtPorts, FireAtPorts
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan, Firing
from rules.buildings.ports import behind, fire
from rules.buildings.ports.behind import BehindWalls
from rules.buildings.ports.fire import ShootBuildingPorts
from rules.core.ids import ModelId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState


class PortsUnderFire(FireAtPorts):
    """The answers of bunkers and of houses that were made ready."""

    def ports_held(self, state: GameState, unit: Unit) -> Iterator[tuple[str, AtPorts]]:
        """Those with enemies behind them that can be fired at."""
        for there in behind.every(state):
            if there.has_ports() and there.barred(state) is None and unit.side not in behind.holders(state, there):
                at = ShootBuildingPorts(side=unit.side, unit=unit.id, terrain=there.piece.id, part=there.key)
                yield there.name, at

    def no_ports(self, state: GameState, at: AtPorts) -> Refusal | None:
        """As for people on foot."""
        return fire.no_ports(state, at)

    def mark_at_port(self, state: GameState, at: AtPorts, eye: Point, weapon: Weapon) -> GameState | Refusal:
        """In the port nearest to that eye, of those on its side."""
        there = _there(state, at)
        gaps = there.facing(state, eye, weapon)
        return fire.marked(state, at.side, there, gaps[0]) if gaps else there.none_facing(state)

    def at_ports(self, state: GameState, at: AtPorts, plan: FirePlan) -> FirePlan:
        """With what a port costs; what cannot hit one stays out. (BLD-PORT-02, BLD-INTO-04)"""
        there, unit = _there(state, at), state.units[at.unit]
        firings = tuple(fire.slanted(state, unit, there, gap, f) for f, gap in _each(state, there, plan))
        return aiming.aimed(state, there, plan._replace(firings=firings)).plan

    def ports_preview(self, state: GameState, at: AtPorts, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """As for people on foot, shells by the dice of their vehicles."""
        there = _there(state, at)
        return odds.preview(state, there, plan, _gaps(state, there, plan), how)

    def take_ports_fire(self, progress: Progress, at: AtPorts, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """As for people on foot, shells by the dice of their vehicles."""
        there = _there(progress.state, at)
        hits.fire(progress, at.unit, there, plan, _gaps(progress.state, there, plan), how)


def _there(state: GameState, at: AtPorts) -> BehindWalls:
    there = behind.find(state, at.terrain, at.part)
    assert there is not None
    return there


def _each(state: GameState, there: BehindWalls, plan: FirePlan) -> Iterator[tuple[Firing, Gap]]:
    for firing in plan.firings:
        gaps = there.facing(state, firing.model.at, firing.weapon)
        if gaps:
            yield firing, gaps[0]


def _gaps(state: GameState, there: BehindWalls, plan: FirePlan) -> dict[tuple[ModelId, WeaponId], Gap]:
    return {(f.model.id, f.weapon.id): gap for f, gap in _each(state, there, plan)}
