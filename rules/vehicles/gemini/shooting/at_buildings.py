"""Mounted weapons fired at the armour of a building. (BLD-BUNK-06, VEH-JOIN-04)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.arap import building_interface
from rules.arap.events import PointsSpent
from rules.arap.shooting import shoot_at_spot, to_hit
from rules.arap.shooting.building_interface import FireAtBuildings
from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import hidden
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.vehicles.gemini.hull.speed_bands import fits
from rules.vehicles.gemini.shooting import fire as shooting_fire
from rules.vehicles.gemini.shooting.shell import FIRED, with_aim
from rules.vehicles.shared.events import MountsFired
from rules.vehicles.shared.gunnery import Gunnery, cost
from rules.vehicles.shared.hull import condition, speed_in, weapon_of, working


class FireMountsAtBuilding(Action, frozen=True, kw_only=True, tag="FireMountsAtBuilding"):
    """Fire mounted weapons at an armoured building. (BLD-BUNK-06, VEH-JOIN-04)"""

    unit: UnitId
    terrain: TerrainId
    mounts: tuple[int, ...]

    def check(self, state: GameState) -> Refusal | None:
        """Points, crew, weapons, speed, the building, then Strength, range, arc, sight and friends of each weapon."""
        refusal = may_act(state, self.side, self.unit, 1, "shoot")
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = shooting_fire.mounts_barred(state, unit, self.mounts) or may_act(
            state, self.side, self.unit, self.ap(state)
        )
        refusal = refusal or _buildings().no_target(state, self.side, self.terrain)
        if refusal:
            return refusal
        piece = _piece(state, self.terrain)
        for weapon in (weapon_of(state, unit, m) for m in self.mounts):
            if not _buildings().can_hurt(piece, weapon):
                text = f"{weapon.name} cannot hurt {piece.name}."
                return Refusal("cannot-hurt", text, "BLD-BUNK-06", "a stronger weapon")
        barred = self._gunnery(state).barred()
        return barred.refusal if barred is not None else None

    def ap(self, state: GameState) -> int:
        """Action points of all these weapons together."""
        return max(cost(weapon_of(state, state.units[self.unit], m)) for m in self.mounts)

    def _gunnery(self, state: GameState) -> Gunnery:
        unit, piece = state.units[self.unit], _piece(state, self.terrain)
        staged = _buildings().mark_on(state, unit.side, piece, [unit.models[0].at])
        return Gunnery(staged, unit, staged.units[MARK], self.mounts)

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts."""
        unit = state.units[self.unit]
        aimed = to_hit.has_aimed(state, unit)
        laid = self._gunnery(state).plan()
        firings = (shoot_at_spot.aimed(state, unit, f) for f in laid.firings)
        return FirePlan(tuple(f._replace(modifiers=with_aim(f.modifiers, aimed=aimed)) for f in firings), laid.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, goals, and what it may do to the building."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        return _buildings().fire_preview(state, _piece(state, self.terrain), self.plan(state))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots."""
        plan, unit, ap = self.plan(progress.state), progress.state.units[self.unit], self.ap(progress.state)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=ap, action="shoot", rules=("VEH-JOIN-04",)))
        hidden.reveal(progress, unit.id)
        progress.emit(MountsFired(side=unit.side, unit=unit.id, mounts=self.mounts, rules=FIRED))
        _buildings().take_fire(progress, progress.state.units[unit.id], _piece(progress.state, self.terrain), plan)


def _buildings() -> FireAtBuildings:
    return building_interface.ask(FireAtBuildings)


def _piece(state: GameState, terrain: TerrainId) -> Terrain:
    return next(p for p in state.terrain if p.id == terrain)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: each armoured building that some of its weapons can hurt."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle or not unit.on_table:
        return
    for piece in _buildings().armoured(state):
        mounts = _together(state, unit, piece)
        if mounts:
            action = FireMountsAtBuilding(side=side, unit=unit.id, terrain=piece.id, mounts=mounts)
            ap, label = action.ap(state), f"Fire at {piece.name}"
            yield offered(state, action, kind="shoot-building", unit=unit.id, ap=ap, label=label)


def _together(state: GameState, unit: Unit, piece: Terrain) -> tuple[int, ...]:
    """Weapons that can hurt it, bear on it and may fire together; without any the first that could hurt it."""
    fired = condition(unit).fired
    ready = [m for m in working(state, unit) if m not in fired]
    strong = [m for m in ready if _buildings().can_hurt(piece, weapon_of(state, unit, m))]
    chosen: list[int] = []
    for mount in strong:
        alone = FireMountsAtBuilding(side=unit.side, unit=unit.id, terrain=piece.id, mounts=(mount,))
        if alone.check(state) is None and fits(state, unit, [*fired, *chosen, mount], speed_in(unit)):
            chosen.append(mount)
    return tuple(chosen) or tuple(strong[:1])


ACTIONS: tuple[type[Action], ...] = (FireMountsAtBuilding,)
