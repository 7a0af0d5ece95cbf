"""Mounted weapons fired at walls, doors and windows of houses, and at the armour of buildings.

Which weapons a crew may fire, by which dice and for how many points, each set of vehicle rules says of its own.
(BLD-WALL-01, BLD-WALL-02, BLD-BUNK-06)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.building_interface import (
    AtBuilding,
    AtPorts,
    AtSection,
    AtWall,
    FireAtBuildings,
    FireAtPorts,
    FireAtWalls,
    FireIntoSections,
)
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan, Firing, Idle
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import weapons as units_weapons
from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.shared.hull import condition, mount_point, weapon_of, working
from rules.vehicles.shared.shooting.gunnery import Gunnery


class ByCrew:
    """What a set of vehicle rules says of its crews' fire at what stands."""

    __slots__ = ()
    side: SideId
    unit: UnitId
    mounts: tuple[int, ...]

    @abstractmethod
    def crew_barred(self, state: GameState) -> Refusal | None:
        """What keeps the crew from firing those weapons at whatever."""

    @abstractmethod
    def ap(self, state: GameState) -> int:
        """Action points of all these weapons together."""

    @abstractmethod
    def gunnery(self, state: GameState) -> Gunnery:
        """Their fire at the mark that is laid in that state."""

    @abstractmethod
    def as_fired(self, state: GameState, firing: Firing) -> Firing:
        """A shot at the mark with what counts for it."""

    @abstractmethod
    def pay(self, progress: Progress) -> None:
        """Points, and what has fired."""

    def mounts_barred(self, marked: GameState) -> Refusal | None:
        """Why none of them may fire at the mark."""
        barred = self.gunnery(marked).barred()
        return shoot_at_spot.capitalised(barred.refusal) if barred is not None else None

    def all_as_fired(self, state: GameState, firings: Iterable[Firing], idle: tuple[Idle, ...]) -> FirePlan:
        """Those shots with what counts for each."""
        return FirePlan(tuple(self.as_fired(state, f) for f in firings), idle)

    def as_it_fires(self, state: GameState) -> GameState:
        """The state in which it fires: where it stands, or turned."""
        return state

    def how(self, state: GameState) -> HowFired:
        """By which dice."""
        return ON_FOOT

    def cited(self, state: GameState) -> tuple[str, ...]:
        """The rules of its vehicles."""
        return ()


def _without_effect(plan: FirePlan) -> Refusal | None:
    """Why none of the shots would do anything."""
    return shoot_at_spot.capitalised(plan.refusal) if plan.refusal is not None else None


class MountsAtWall(ByCrew, AtWall, frozen=True, kw_only=True):
    """Fire of mounted weapons at a wall, door or window. (BLD-WALL-01, BLD-WALL-02)"""

    mounts: tuple[int, ...]

    def check(self, state: GameState) -> Refusal | None:
        """The crew, the target; then range, arc, sight and Strength of each weapon."""
        refusal = self.crew_barred(state) or _walls().no_wall(state, self)
        if refusal:
            return refusal
        return self.mounts_barred(self._marked(state)) or _without_effect(self.plan(state))

    def _marked(self, state: GameState) -> GameState:
        return self.as_it_fires(_walls().mark_before(state, self))

    def aimed_at(self, state: GameState) -> Point:
        """Where on the board that is."""
        return _walls().mark_before(state, self).units[MARK].models[0].at

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts that can damage it."""
        laid = self.gunnery(self._marked(state)).plan()
        found = _walls().damaging(state, self, laid)
        return self.all_as_fired(state, found.firings, found.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, goals, what is left of it, whom a fall would hit."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        preview = _walls().wall_preview(state, self, self.plan(state), self.how(state))
        return replace(preview, ap=self.ap(state), rules=(*preview.rules, *self.cited(state)))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots."""
        plan, how = self.plan(progress.state), self.how(progress.state)
        self.pay(progress)
        _walls().take_wall_fire(progress, self, plan, how)


class MountsAtBuilding(ByCrew, AtBuilding, frozen=True, kw_only=True):
    """Fire of mounted weapons at an armoured building. (BLD-BUNK-06)"""

    mounts: tuple[int, ...]

    def check(self, state: GameState) -> Refusal | None:
        """The crew, the building, then Strength, range, arc, sight and friends of each weapon."""
        refusal = self.crew_barred(state) or _buildings().no_target(state, self, self._eyes(state))
        if refusal:
            return refusal
        for weapon in (weapon_of(state, state.units[self.unit], m) for m in self.mounts):
            if not _buildings().can_hurt(state, self, weapon):
                text = f"{weapon.name} cannot hurt {self._named(state)}."
                return Refusal("cannot-hurt", text, "BLD-BUNK-06", "a stronger weapon")
        barred = self.gunnery(self._marked(state)).barred()
        return barred.refusal if barred is not None else None

    def _named(self, state: GameState) -> str:
        """What is aimed at, as its mark is called."""
        return self._mark_on(state).units[MARK].name

    def _eyes(self, state: GameState) -> Sequence[Point]:
        return [state.units[self.unit].models[0].at]

    def _marked(self, state: GameState) -> GameState:
        return self.as_it_fires(self._mark_on(state))

    def _mark_on(self, state: GameState) -> GameState:
        return _buildings().mark_on(state, self, self._eyes(state))

    def aimed_at(self, state: GameState) -> Point:
        """Where on its wall."""
        return self._mark_on(state).units[MARK].models[0].at

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts."""
        laid, unit = self.gunnery(self._marked(state)).plan(), state.units[self.unit]
        firings = (shoot_at_spot.aimed(state, unit, f) for f in laid.firings)
        return self.all_as_fired(state, firings, laid.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, goals, and what it may do to the building."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        preview = _buildings().fire_preview(state, self, self.plan(state), self.how(state))
        return replace(preview, ap=self.ap(state), rules=(*preview.rules, *self.cited(state)))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots."""
        state = progress.state
        plan, how = self.plan(state), self.how(state)
        self.pay(progress)
        _buildings().take_fire(progress, self, plan, how)


class MountsIntoSection(ByCrew, AtSection, frozen=True, kw_only=True):
    """Mounted shells and streams into a section, by an open door, window or breach. (BLD-SSHT-08, BLD-SSHT-10)"""

    mounts: tuple[int, ...]

    def check(self, state: GameState) -> Refusal | None:
        """The crew, the section; then what bursts, range, arc and sight of each weapon."""
        refusal = self.crew_barred(state) or _sections().no_section(state, self)
        if refusal:
            return refusal
        return self.mounts_barred(self._marked(state)) or _without_effect(self.plan(state))

    def _marked(self, state: GameState) -> GameState:
        return self.as_it_fires(_sections().mark_in(state, self))

    def aimed_at(self, state: GameState) -> Point:
        """Where on the board the opening is."""
        return _sections().mark_in(state, self).units[MARK].models[0].at

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts that burst."""
        found = _sections().bursting(state, self, self.gunnery(self._marked(state)).plan())
        return self.all_as_fired(state, found.firings, found.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, how likely each gets in, whom it hits there."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        preview = _sections().section_preview(state, self, self.plan(state), self.how(state))
        return replace(preview, ap=self.ap(state), rules=(*preview.rules, *self.cited(state)))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots."""
        plan, how = self.plan(progress.state), self.how(progress.state)
        self.pay(progress)
        _sections().take_section_fire(progress, self, plan, how)


class MountsAtPorts(ByCrew, AtPorts, frozen=True, kw_only=True):
    """Mounted weapons at the people behind the ports of a bunker, a house or a section of it. (BLD-PORT-01)"""

    mounts: tuple[int, ...]

    def check(self, state: GameState) -> Refusal | None:
        """The crew, the ports; then a port on that side, range, arc and sight of each weapon."""
        refusal = self.crew_barred(state) or _ports().no_ports(state, self)
        if refusal:
            return refusal
        laid = self._laid(state)
        why = laid.idle[0].refusal if laid.idle else self.plan(state).refusal
        return shoot_at_spot.capitalised(why) if why is not None else None

    def _laid(self, state: GameState) -> FirePlan:
        """The fire of each mount at the port nearest to it."""
        unit = state.units[self.unit]
        found = [(mount, self._at_port(state, unit, mount)) for mount in self.mounts]
        firings = tuple(f for _, f in found if isinstance(f, Firing))
        idle = tuple(Idle(unit.models[0].id, 1, why) for _, why in found if isinstance(why, Refusal))
        return FirePlan(firings, idle)

    def _at_port(self, state: GameState, unit: Unit, mount: int) -> Firing | Refusal:
        eye, weapon = mount_point(state, unit, mount), weapon_of(state, unit, mount)
        ready = _ports().mark_at_port(state, self, eye, weapon)
        if isinstance(ready, Refusal):
            return ready
        found = self.gunnery(self.as_it_fires(ready)).firing(mount)
        return found if isinstance(found, Refusal) else self.as_fired(state, found)

    def aimed_at(self, state: GameState) -> Point:
        """Where on the board the port nearest to the vehicle is; its own place if none is on its side."""
        unit = state.units[self.unit]
        eye = unit.models[0].at
        ready = _ports().mark_at_port(state, self, eye, weapon_of(state, unit, (*self.mounts, 0)[0]))
        return eye if isinstance(ready, Refusal) else ready.units[MARK].models[0].at

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts that may go in."""
        return _ports().at_ports(state, self, self._laid(state))

    def preview(self, state: GameState) -> Preview:
        """Cost, goals, how many hits go in, and what they do."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        preview = _ports().ports_preview(state, self, self.plan(state), self.how(state))
        return replace(preview, ap=self.ap(state), rules=(*preview.rules, *self.cited(state)))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots; what goes in strikes those inside."""
        plan, how = self.plan(progress.state), self.how(progress.state)
        self.pay(progress)
        _ports().take_ports_fire(progress, self, plan, how)


# ------------------------------------------------------------------ what is offered


def acting(state: GameState, side: SideId) -> Unit | None:
    """The vehicle in hand."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return None
    unit = state.units[active]
    return unit if unit.is_vehicle and unit.on_table else None


def ready_mounts(state: GameState, unit: Unit) -> list[int]:
    """Weapons that work and have not fired."""
    fired = condition(unit).fired
    return [m for m in working(state, unit) if m not in fired]


def walls_in_reach(state: GameState, unit: Unit, mounts: Sequence[int]) -> Iterable[tuple[str, AtWall]]:
    """The doors, windows and walls that are near enough to be worth an offer, each with its name."""
    if not mounts or not any(p.has_doors for p in state.terrain):
        return ()
    return _walls().walls_near(state, unit, units_weapons.longest([weapon_of(state, unit, m) for m in mounts]))


def armoured(state: GameState) -> Sequence[tuple[str, TerrainId, str]]:
    """The buildings whose armour can be fired at: name, piece, letter of the section. (BLD-BUNK-03, BLD-BUNK-05)"""
    return _buildings().armoured(state)


def can_hurt(state: GameState, fire: MountsAtBuilding, mount: int) -> bool:
    """Whether a weapon can so much as glance off a building. (BLD-BUNK-06)"""
    return _buildings().can_hurt(state, fire, weapon_of(state, state.units[fire.unit], mount))


def sections_held(state: GameState, unit: Unit) -> Iterable[tuple[str, AtSection]]:
    """Sections with enemies and their open ways, each with its name. (BLD-SSHT-10)"""
    return _sections().sections_held(state, unit)


def ports_held(state: GameState, unit: Unit) -> Iterable[tuple[str, AtPorts]]:
    """Ports with enemies behind them, each with a name. (BLD-PORT-01)"""
    return _ports().ports_held(state, unit)


Fire = TypeVar("Fire", bound=MountsAtWall | MountsAtBuilding | MountsIntoSection | MountsAtPorts)


def no_target(state: GameState, fire: MountsAtBuilding) -> bool:
    """Whether a building is none to fire at for that side."""
    return _buildings().no_target(state, fire, [state.units[fire.unit].models[0].at]) is not None


def by_all(state: GameState, fire: Fire, ready: Sequence[int]) -> Fire | None:
    """The same by all of those weapons that may fire, each alone and beside the others; None if none may."""
    found: Fire | None = None
    for mount in ready:
        alone = replace(fire, mounts=(mount,))
        if alone.check(state) is not None:
            continue
        both = alone if found is None else replace(fire, mounts=(*found.mounts, mount))
        if found is None or both.check(state) is None:
            found = both
    return found


def _walls() -> FireAtWalls:
    return building_interface.ask(FireAtWalls)


def _sections() -> FireIntoSections:
    return building_interface.ask(FireIntoSections)


def _ports() -> FireAtPorts:
    return building_interface.ask(FireAtPorts)


def _buildings() -> FireAtBuildings:
    return building_interface.ask(FireAtBuildings)
