"""Mounted weapons fired at walls, doors and windows of houses, and at the armour of buildings.

(BLD-WALL-01, BLD-WALL-02, BLD-BUNK-06, VEH-JOIN-04)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.shooting import to_hit
from rules.arap.shooting.building_interface import AtWall
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import hidden
from rules.arap.units.permission import may_act
from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.gemini.shooting import fire as shooting_fire
from rules.vehicles.gemini.shooting.shell import FIRED, with_aim
from rules.vehicles.shared.events import MountsFired
from rules.vehicles.shared.hull import weapon_of
from rules.vehicles.shared.shooting import at_structures
from rules.vehicles.shared.shooting.at_structures import (
    ByCrew,
    MountsAtBuilding,
    MountsAtPorts,
    MountsAtWall,
    MountsIntoSection,
    by_all,
)
from rules.vehicles.shared.shooting.gunnery import Gunnery, cost


class GeminiCrew(ByCrew):
    """By speed and action points; aim counts. (VEH-JOIN-04)"""

    __slots__ = ()

    def crew_barred(self, state: GameState) -> Refusal | None:
        """Points, crew, weapons, speed."""
        refusal = may_act(state, self.side, self.unit, 1, "shoot")
        if refusal:
            return refusal
        barred = shooting_fire.mounts_barred(state, state.units[self.unit], self.mounts)
        return barred or may_act(state, self.side, self.unit, self.ap(state))

    def ap(self, state: GameState) -> int:
        """As for all fire of these weapons."""
        return max(cost(weapon_of(state, state.units[self.unit], m)) for m in self.mounts)

    def gunnery(self, state: GameState) -> Gunnery:
        """From the mounts as the vehicle stands."""
        return Gunnery(state, state.units[self.unit], state.units[MARK], self.mounts)

    def as_fired(self, state: GameState, firing: Firing) -> Firing:
        """With the aim that was taken. (ARAP-HIT-04)"""
        aimed = to_hit.has_aimed(state, state.units[self.unit])
        return firing._replace(modifiers=with_aim(firing.modifiers, aimed=aimed))

    def pay(self, progress: Progress) -> None:
        """Points for all; each of them has fired."""
        ap, rules = self.ap(progress.state), ("VEH-JOIN-04",)
        progress.emit(PointsSpent(side=self.side, unit=self.unit, points=ap, action="shoot", rules=rules))
        hidden.reveal(progress, self.unit)
        progress.emit(MountsFired(side=self.side, unit=self.unit, mounts=self.mounts, rules=FIRED))


class FireMountsAtWall(GeminiCrew, MountsAtWall, frozen=True, kw_only=True, tag="FireMountsAtWall"):
    """Fire mounted weapons at a wall, door or window. (BLD-WALL-01, BLD-WALL-02)"""

    def as_pressed(self, state: GameState) -> AtWall:
        """By all weapons that may fire at it; as it was where none may."""
        return by_all(state, self, at_structures.ready_mounts(state, state.units[self.unit])) or self


class FireMountsAtBuilding(GeminiCrew, MountsAtBuilding, frozen=True, kw_only=True, tag="FireMountsAtBuilding"):
    """Fire mounted weapons at an armoured building. (BLD-BUNK-06, VEH-JOIN-04)"""


class FireMountsIntoSection(GeminiCrew, MountsIntoSection, frozen=True, kw_only=True, tag="FireMountsIntoSection"):
    """Fire mounted weapons that burst into a section, by an open door, window or breach. (BLD-SSHT-10)"""


class FireMountsAtPorts(GeminiCrew, MountsAtPorts, frozen=True, kw_only=True, tag="FireMountsAtPorts"):
    """Fire mounted weapons at the people behind the ports of a bunker, a house or a section of it. (BLD-PORT-01)"""


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: walls and buildings that some of its weapons can damage, sections, ports with enemies.

    Of an armoured building that none of them may fire at now, the refusal of the first that could hurt it.
    """
    unit = at_structures.acting(state, side)
    if unit is None:
        return
    ready = at_structures.ready_mounts(state, unit)
    for name, terrain, section in at_structures.armoured(state):
        tried = FireMountsAtBuilding(side=side, unit=unit.id, terrain=terrain, section=section, mounts=())
        strong = [m for m in ready if at_structures.can_hurt(state, tried, m)]
        if strong and not (section and at_structures.no_target(state, tried)):
            shot = by_all(state, tried, strong) or replace(tried, mounts=(strong[0],))
            label = f"Fire at {name}"
            yield offered(state, shot, kind="shoot-building", unit=unit.id, ap=shot.ap(state), label=label)
    yield from _at_people(state, unit, ready)
    for name, at in at_structures.walls_in_reach(state, unit, ready):
        made = FireMountsAtWall(
            side=side,
            unit=unit.id,
            terrain=at.terrain,
            opening=at.opening,
            wall=at.wall,
            part=at.part,
            mounts=(),
        )
        found = by_all(state, made, ready)
        if found is not None:
            yield Offer(kind="shoot-wall", unit=unit.id, ap=found.ap(state), label=f"Fire at {name}", action=found)


def _at_people(state: GameState, unit: Unit, ready: Sequence[int]) -> Iterator[Offer]:
    """Into sections with enemies, and at ports with enemies behind them."""
    for name, into in at_structures.sections_held(state, unit):
        given = FireMountsIntoSection(
            side=unit.side, unit=unit.id, terrain=into.terrain, section=into.section, way=into.way, mounts=()
        )
        shot = by_all(state, given, ready)
        if shot is not None:
            label = f"Fire into {name}"
            yield Offer(kind="blast-section", unit=unit.id, ap=shot.ap(state), label=label, action=shot)
    for name, at in at_structures.ports_held(state, unit):
        tried = FireMountsAtPorts(side=unit.side, unit=unit.id, terrain=at.terrain, part=at.part, mounts=())
        fire = by_all(state, tried, ready)
        if fire is not None:
            label = f"Fire at the ports of {name}"
            yield Offer(kind="building-ports", unit=unit.id, ap=fire.ap(state), label=label, action=fire)


OFFERED: Final = ("shoot-building", "shoot-wall", "blast-section", "building-ports")
ACTIONS: tuple[type[Action], ...] = (
    FireMountsAtWall,
    FireMountsAtBuilding,
    FireMountsIntoSection,
    FireMountsAtPorts,
)
