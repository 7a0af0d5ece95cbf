"""Mounted weapons fired at walls, doors and windows of houses. (BLD-WALL-01, BLD-WALL-02, VEH-JOIN-04)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.arap import building_interface
from rules.arap.events import PointsSpent
from rules.arap.shooting import shoot_at_spot, to_hit
from rules.arap.shooting.building_interface import AtWall, FireAtWalls
from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.units import hidden
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.core.ids import SideId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.gemini.hull.speed_bands import fits
from rules.vehicles.gemini.shooting import fire as shooting_fire
from rules.vehicles.gemini.shooting.shell import FIRED, with_aim
from rules.vehicles.shared.events import MountsFired
from rules.vehicles.shared.gunnery import Gunnery, cost
from rules.vehicles.shared.hull import condition, speed_in, weapon_of, working


class FireMountsAtWall(AtWall, frozen=True, kw_only=True, tag="FireMountsAtWall"):
    """Fire mounted weapons at a wall, door or window. (BLD-WALL-01, BLD-WALL-02)"""

    mounts: tuple[int, ...]

    def check(self, state: GameState) -> Refusal | None:
        """Points, crew, weapons, speed, the target; then range, arc, sight and Strength of each weapon."""
        refusal = may_act(state, self.side, self.unit, 1, "shoot")
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = shooting_fire.mounts_barred(state, unit, self.mounts) or may_act(
            state, self.side, self.unit, self.ap(state)
        )
        refusal = refusal or _walls().no_wall(state, self)
        if refusal:
            return refusal
        barred = self._gunnery(state).barred()
        why = barred.refusal if barred is not None else self.plan(state).refusal
        return shoot_at_spot.told_of(why) if why is not None else None

    def ap(self, state: GameState) -> int:
        """Action points of all these weapons together."""
        return max(cost(weapon_of(state, state.units[self.unit], m)) for m in self.mounts)

    def _gunnery(self, state: GameState) -> Gunnery:
        ready = _walls().mark_before(state, self)
        return Gunnery(ready, ready.units[self.unit], ready.units[MARK], self.mounts)

    def plan(self, state: GameState) -> FirePlan:
        """The fire of those mounts that can damage it."""
        aimed = to_hit.has_aimed(state, state.units[self.unit])
        found = _walls().damaging(state, self, self._gunnery(state).plan())
        firings = (f._replace(modifiers=with_aim(f.modifiers, aimed=aimed)) for f in found.firings)
        return FirePlan(tuple(firings), found.idle)

    def preview(self, state: GameState) -> Preview:
        """Cost, goals, what is left of it, whom a fall would hit."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        return _walls().wall_preview(state, self, self.plan(state))

    def resolve(self, progress: Progress) -> None:
        """Points, then the shots."""
        plan, unit, ap = self.plan(progress.state), progress.state.units[self.unit], self.ap(progress.state)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=ap, action="shoot", rules=("VEH-JOIN-04",)))
        hidden.reveal(progress, unit.id)
        progress.emit(MountsFired(side=unit.side, unit=unit.id, mounts=self.mounts, rules=FIRED))
        _walls().take_wall_fire(progress, self, plan)


def _walls() -> FireAtWalls:
    return building_interface.ask(FireAtWalls)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: the doors, windows and walls near it that some of its weapons can damage."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle or not unit.on_table or not any(p.has_doors for p in state.terrain):
        return
    fired = condition(unit).fired
    ready = [m for m in working(state, unit) if m not in fired]
    reach = units_weapons.longest([weapon_of(state, unit, m) for m in ready])
    for name, at in _walls().walls_near(state, unit, reach) if ready else ():
        action = _together(state, unit, at, ready)
        if action is not None:
            yield Offer(kind="shoot-wall", unit=unit.id, ap=action.ap(state), label=f"Fire at {name}", action=action)


def _together(state: GameState, unit: Unit, at: AtWall, ready: list[int]) -> FireMountsAtWall | None:
    """By all that bear on it, can damage it and may fire together."""
    chosen: list[int] = []
    fired = condition(unit).fired
    for mount in ready:
        if _by(unit, at, (mount,)).check(state) is None and fits(state, unit, [*fired, *chosen, mount], speed_in(unit)):
            chosen.append(mount)
    return _by(unit, at, tuple(chosen)) if chosen else None


def _by(unit: Unit, at: AtWall, mounts: tuple[int, ...]) -> FireMountsAtWall:
    return FireMountsAtWall(
        side=unit.side,
        unit=unit.id,
        terrain=at.terrain,
        opening=at.opening,
        wall=at.wall,
        part=at.part,
        mounts=mounts,
    )


ACTIONS: tuple[type[Action], ...] = (FireMountsAtWall,)
