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
from rules.arap.shooting.building_interface import AtWall, FireAtBuildings, FireAtWalls
from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import weapons as units_weapons
from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.vehicles.shared.hull import condition, weapon_of, working
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

    def as_it_fires(self, state: GameState) -> GameState:
        """The state in which it fires: where it stands, or turned."""
        return state

    def how(self, state: GameState) -> HowFired:
        """By which dice."""
        return ON_FOOT

    def cited(self, state: GameState) -> tuple[str, ...]:
        """The rules of its vehicles."""
        return ()


class MountsAtWall(ByCrew, AtWall, frozen=True, kw_only=True):
    """Fire of mounted weapons at a wall, door or window. (BLD-WALL-01, BLD-WALL-02)"""

    mounts: tuple[int, ...]

    def check(self, state: GameState) -> Refusal | None:
        """The crew, the target; then range, arc, sight and Strength of each weapon."""
        refusal = self.crew_barred(state) or _walls().no_wall(state, self)
        if refusal:
            return refusal
        barred = self.gunnery(self._marked(state)).barred()
        why = barred.refusal if barred is not None else self.plan(state).refusal
        return shoot_at_spot.told_of(why) if why is not None else None

    def _marked(self, state: GameState) -> GameState:
        return self.as_it_fires(_walls().mark_before(state, self))

    def aimed_at(self, state: GameState) -> Point:
        """Where on the board that is."""
        return _walls().mark_before(state, self).units[MARK].models[0].at

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts that can damage it."""
        laid = self.gunnery(self._marked(state)).plan()
        found = _walls().damaging(state, self, laid)
        return FirePlan(tuple(self.as_fired(state, f) for f in found.firings), found.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, goals, what is left of it, whom a fall would hit."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        told = _walls().wall_preview(state, self, self.plan(state), self.how(state))
        return replace(told, ap=self.ap(state), rules=(*told.rules, *self.cited(state)))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots."""
        plan, how = self.plan(progress.state), self.how(progress.state)
        self.pay(progress)
        _walls().take_wall_fire(progress, self, plan, how)


class MountsAtBuilding(ByCrew, Action, frozen=True, kw_only=True):
    """Fire of mounted weapons at an armoured building. (BLD-BUNK-06)"""

    unit: UnitId
    terrain: TerrainId
    mounts: tuple[int, ...]

    def check(self, state: GameState) -> Refusal | None:
        """The crew, the building, then Strength, range, arc, sight and friends of each weapon."""
        refusal = self.crew_barred(state) or _buildings().no_target(state, self.side, self.terrain)
        if refusal:
            return refusal
        piece = self._piece(state)
        for weapon in (weapon_of(state, state.units[self.unit], m) for m in self.mounts):
            if not _buildings().can_hurt(piece, weapon):
                text = f"{weapon.name} cannot hurt {piece.name}."
                return Refusal("cannot-hurt", text, "BLD-BUNK-06", "a stronger weapon")
        barred = self.gunnery(self._marked(state)).barred()
        return barred.refusal if barred is not None else None

    def _piece(self, state: GameState) -> Terrain:
        return next(p for p in state.terrain if p.id == self.terrain)

    def _marked(self, state: GameState) -> GameState:
        return self.as_it_fires(self._mark_on(state))

    def _mark_on(self, state: GameState) -> GameState:
        eyes = [state.units[self.unit].models[0].at]
        return _buildings().mark_on(state, self.side, self._piece(state), eyes)

    def aimed_at(self, state: GameState) -> Point:
        """Where on its wall."""
        return self._mark_on(state).units[MARK].models[0].at

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts."""
        laid, unit = self.gunnery(self._marked(state)).plan(), state.units[self.unit]
        firings = (shoot_at_spot.aimed(state, unit, f) for f in laid.firings)
        return FirePlan(tuple(self.as_fired(state, f) for f in firings), laid.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, goals, and what it may do to the building."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        told = _buildings().fire_preview(state, self._piece(state), self.plan(state), self.how(state))
        return replace(told, ap=self.ap(state), rules=(*told.rules, *self.cited(state)))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots."""
        state = progress.state
        plan, piece, how = self.plan(state), self._piece(state), self.how(state)
        self.pay(progress)
        _buildings().take_fire(progress, progress.state.units[self.unit], piece, plan, how)


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


def armoured(state: GameState) -> Sequence[Terrain]:
    """The buildings whose armour can be fired at. (BLD-BUNK-03)"""
    return _buildings().armoured(state)


def can_hurt(state: GameState, unit: Unit, piece: Terrain, mount: int) -> bool:
    """Whether a weapon can so much as glance off a building. (BLD-BUNK-06)"""
    return _buildings().can_hurt(piece, weapon_of(state, unit, mount))


Fire = TypeVar("Fire", bound=MountsAtWall | MountsAtBuilding)


def no_target(state: GameState, fire: MountsAtBuilding) -> bool:
    """Whether a building is none to fire at for that side."""
    return _buildings().no_target(state, fire.side, fire.terrain) is not None


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


def _buildings() -> FireAtBuildings:
    return building_interface.ask(FireAtBuildings)
