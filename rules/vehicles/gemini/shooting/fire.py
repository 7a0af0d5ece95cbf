"""A vehicle fires: one action for every weapon that its speed permits, each at its own target. (VEH-JOIN-04)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.shooting import doubtful, to_hit, volley
from rules.arap.shooting.doubtful import Doubt
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Idle
from rules.arap.shooting.volley import ShotsFired
from rules.arap.units import hidden
from rules.arap.units.permission import may_act
from rules.arap.units.settled import Matter
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal, quoted
from rules.events import Note
from rules.forces.unit import Unit
from rules.geometry.lengths import distance, is_beyond
from rules.offers import Offer
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.damage import penetration
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.hull.speed_bands import fits, permitted
from rules.vehicles.gemini.motion import momentum, towed
from rules.vehicles.gemini.shooting import at_passengers
from rules.vehicles.gemini.shooting import preview as shooting_preview
from rules.vehicles.shared.events import MountsFired
from rules.vehicles.shared.hull import condition, speed_in, weapon_of, working
from rules.vehicles.shared.shooting import behind_walls
from rules.vehicles.shared.shooting.gunnery import Gunnery, cost


class MountShot(Struct, frozen=True, kw_only=True):
    """One mounted weapon, by its number on the hull, and whom it fires at."""

    mount: int
    target: UnitId


class FireVehicle(Action, frozen=True, kw_only=True, tag="FireVehicle"):
    """Fire mounted weapons, each once, in the order given. (VEH-JOIN-04, VEH-VFIRE-02, VEH-DMG-11)"""

    unit: UnitId
    shots: tuple[MountShot, ...]

    def check(self, state: GameState) -> Refusal | None:
        """Points, the crew, the weapons, the speed, then each target in turn."""
        refusal = may_act(state, self.side, self.unit, 1, "shoot")
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = mounts_barred(state, unit, [s.mount for s in self.shots])
        refusal = refusal or may_act(state, self.side, self.unit, self.ap(state))
        return refusal or self._targets(state, unit)

    def ap(self, state: GameState) -> int:
        """Action points of all these weapons together."""
        unit = state.units[self.unit]
        return max(cost(weapon_of(state, unit, s.mount)) for s in self.shots)

    def _targets(self, state: GameState, unit: Unit) -> Refusal | None:
        for target, mounts in self.by_target().items():
            refusal = not_a_target(state, unit, target)
            if refusal:
                return refusal
            barred = gunnery(state, unit, target, mounts).barred()
            if barred is not None:
                return barred.refusal
            if state.units[target].on_table:
                continue
            plan = plan_of(state, unit, target, mounts)
            if len(plan.firings) < len(mounts) and plan.idle:
                return plan.idle[-1].refusal
        return None

    def by_target(self) -> dict[UnitId, tuple[int, ...]]:
        """Mounts by target, targets in the order in which they are first named."""
        found: dict[UnitId, tuple[int, ...]] = {}
        for shot in self.shots:
            found[shot.target] = (*found.get(shot.target, ()), shot.mount)
        return found

    def preview(self, state: GameState) -> Preview:
        """For every target each weapon's goal, modifiers and chances; for vehicles the chance to end them."""
        refusal = self.check(state)
        if refusal is not None and refusal.code not in ("no-line-of-sight", "friends-in-the-way"):
            return Preview(refusal=refusal)
        doubts = tuple(d for t in self.by_target() for d in doubtful.previewed(state, self.doubts(state, t)))
        if refusal is not None:
            return Preview(refusal=refusal, doubts=doubts)
        unit = state.units[self.unit]
        parts = [
            shooting_preview.preview(state, unit, t, plan_of(state, unit, t, m)) for t, m in self.by_target().items()
        ]
        return Preview(
            ap=self.ap(state),
            shots=tuple(line for p in parts for line in p.shots),
            chances=tuple(c for p in parts for c in p.chances),
            notes=tuple(n for p in parts for n in p.notes),
            rules=tuple(
                dict.fromkeys(("VEH-JOIN-04", "VEH-VFIRE-02", *self._in_order(state), *(d.rule for d in doubts)))
            ),
            doubts=doubts,
        )

    def _in_order(self, state: GameState) -> tuple[str, ...]:
        """Where several weapons fire at a hull the shooter says whose hits come first. (VEH-DMG-11)"""
        several = (t for t, mounts in self.by_target().items() if len(mounts) > 1 and state.units[t].is_vehicle)
        return ("VEH-DMG-11",) if next(several, None) is not None else ()

    def doubts(self, state: GameState, target: UnitId) -> list[Doubt]:
        """What may be judged either way of the fire at one target; one answer counts for all weapons of the hull.

        (ARAP-SHOOT-03, ARAP-SHOOT-07, ARAP-TMPL-06)
        """
        unit, enemy = state.units[self.unit], state.units[target]
        found = [
            doubt
            for mount in self.by_target()[target]
            for doubt in doubtful.doubts(state, unit, enemy, partial(_planned, state, unit, target, mount))
        ]
        return list({(doubt.matter, doubt.other, doubt.model): doubt for doubt in reversed(found)}.values())[::-1]

    def tasks(self, state: GameState) -> tuple[FireMounts, ...]:
        """The fire at each target, still to be rolled."""
        aimed = to_hit.has_aimed(state, state.units[self.unit])
        named = self.by_target().items()
        return tuple(FireMounts(unit=self.unit, target=t, mounts=m, aimed=aimed) for t, m in named)

    def resolve(self, progress: Progress) -> None:
        """Fire, once the other side has judged what is doubtful."""
        if doubtful.are_asked(progress.state):
            progress.queue(FireJudged(shot=self))
        else:
            self.fire(progress)

    def fire(self, progress: Progress) -> None:
        """Pay; then target by target: dice to hit, and what the hits lead to."""
        unit = progress.state.units[self.unit]
        tasks = self.tasks(progress.state)
        ap = self.ap(progress.state)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=ap, action="shoot", rules=("VEH-JOIN-04",)))
        hidden.reveal(progress, unit.id)
        mounts = tuple(s.mount for s in self.shots)
        rules = ("VEH-VFIRE-01", "VEH-VFIRE-02")
        progress.emit(MountsFired(side=unit.side, unit=unit.id, mounts=mounts, rules=rules))
        progress.queue(*tasks)


def _planned(state: GameState, unit: Unit, target: UnitId, mount: int, doubts: Mapping[Matter, bool]) -> FirePlan:
    """What one mount fires if every doubtful line counts so, or why it does not."""
    found = gunnery(state, unit, target, [mount], doubts=doubts).firing(mount)
    if isinstance(found, Firing):
        return FirePlan((found,), ())
    return FirePlan((), (Idle(unit.models[0].id, 0, found),))


class FireJudged(TaskStruct, frozen=True, kw_only=True, tag="FireJudged"):
    """Fire of a hull waits until those shot at have judged what is doubtful. (ARAP-SHOOT-03, ARAP-TMPL-06)"""

    shot: FireVehicle

    def run(self, progress: Progress) -> None:
        """Ask about the first doubt that is left, target by target; without any, fire."""
        for target in self.shot.by_target():
            if asked := doubtful.first(self.shot.doubts(progress.state, target)):
                doubtful.ask(progress, self, self.shot.unit, target, asked)
                return
        refusal = self.shot.check(progress.state)
        if refusal is None:
            self.shot.fire(progress)
        else:  # nothing was spent
            progress.emit(Note(side=self.shot.side, unit=self.shot.unit, text=refusal.message, rules=(refusal.rule,)))

    def answer(self, progress: Progress, choice: str) -> None:
        """Note it, and go on to the next doubt or to the fire."""
        open_ = (doubtful.first(self.shot.doubts(progress.state, target)) for target in self.shot.by_target())
        doubtful.settle(progress, self.shot.unit, next(found for found in open_ if found), choice)
        progress.queue(self)


def mounts_barred(state: GameState, unit: Unit, mounts: Sequence[int]) -> Refusal | None:
    """What keeps a crew from firing those weapons, at whatever: itself, the weapons, the speed. (VEH-JOIN-04)"""
    return _crew(unit) or towed.unserved(state, unit) or _weapons(state, unit, mounts) or _speed(state, unit, mounts)


def _crew(unit: Unit) -> Refusal | None:
    if not unit.is_vehicle:
        return Refusal("not-a-vehicle", f"{unit.name} has no mounted weapons.", "VEH-JOIN-04", "shooting on foot")
    now = condition(unit)
    if now.stunned_now:
        return Refusal("stunned", f"The crew of {unit.name} is stunned.", "VEH-DMG-02", "its next turn")
    if now.shaken_now:
        text = f"The crew of {unit.name} is shaken and may not shoot in this turn."
        return Refusal("shaken", text, "VEH-DMG-01", "driving, or finishing")
    return None


def _weapons(state: GameState, unit: Unit, mounts: Sequence[int]) -> Refusal | None:
    if not mounts or len(set(mounts)) != len(mounts):
        return Refusal("no-weapon", "Name each weapon that fires once.", "VEH-JOIN-04", "a working weapon")
    for mount in mounts:
        if not 0 <= mount < len(profile_of(state, unit).mounts):
            return Refusal("no-weapon", f"{unit.name} has no such weapon.", "VEH-JOIN-04", "a weapon of its own")
        name = weapon_of(state, unit, mount).name
        if mount in condition(unit).lost_mounts:
            return Refusal("weapon-lost", f"{name} is destroyed.", "VEH-DMG-04", "a working weapon")
        if mount in condition(unit).fired:
            return Refusal("weapon-spent", f"{name} has fired in this turn.", "VEH-JOIN-04", "another weapon")
    return None


def turn_in(state: GameState, unit: Unit) -> float:
    """What its whole turn comes to at the least: inches travelled, and those that its momentum still takes it.

    (VEH-JOIN-04, VEH-RACE-03)
    """
    return speed_in(unit) + momentum.least_ahead_in(state, unit)


def _speed(state: GameState, unit: Unit, mounts: Sequence[int]) -> Refusal | None:
    speed = turn_in(state, unit)
    if fits(state, unit, [*condition(unit).fired, *mounts], speed):
        return None
    kind = profile_of(state, unit).fires_as
    allowed = permitted(kind, speed)
    ahead = is_beyond(speed, speed_in(unit))
    moves = "will travel" if ahead else "has moved"
    least = " or more" if ahead else ""
    text = f"{unit.name} {moves} {speed:.3g}″{least} in this turn: a {kind} vehicle then fires {allowed}."
    return Refusal("too-fast", text, "VEH-VFIRE-02", allowed)


class FireMounts(TaskStruct, frozen=True, kw_only=True, tag="FireMounts"):
    """The fire of some mounts at one target, still to be rolled."""

    unit: UnitId
    target: UnitId
    mounts: tuple[int, ...]
    aimed: bool = False
    """Aim was taken just before the action, which has been noted as shooting since. (ARAP-HIT-04)"""

    def run(self, progress: Progress) -> None:
        """Unless what was fired before has ended either of them."""
        unit, target = progress.state.units[self.unit], progress.state.units[self.target]
        if unit.is_gone or not (target.in_play or at_passengers.models_of(progress.state, target)):
            return
        plan = plan_of(progress.state, unit, self.target, self.mounts, aimed=self.aimed)
        spread = tuple(f for f in plan.firings if f.strip is not None or f.weapon.marker_in)
        direct = tuple(f for f in plan.firings if f not in spread)
        if not target.is_vehicle:
            volley.fire(progress, unit.id, target.id, plan, HitSource(by=unit.id))
            return
        if spread:
            volley.fire(progress, unit.id, target.id, FirePlan(spread, ()), HitSource(by=unit.id))
        is_old = progress.state.is_older_than("5")
        shells_lead = bool(spread) and plan.firings[0] in spread and not is_old
        _at_vehicle(progress, unit, target, FirePlan(direct, ()), after=shells_lead)


def _at_vehicle(progress: Progress, unit: Unit, target: Unit, plan: FirePlan, *, after: bool) -> None:
    """All shots to hit, then the hits on armour in the order of the weapons, each from its own mount.

    They come `after` the hits of shells and flames where the shooter named one of those first. (VEH-DMG-11)
    """
    hits: list[penetration.Hit] = []
    for group in plan.groups():
        first = group[0]
        cited = ("VEH-AT-01", "VEH-FROM-01", "ARAP-HIT-01")
        struck = volley.shots_that_hit(progress, unit.id, target.id, group, cited)
        hits += [
            penetration.Hit(origin=f.model.at, weapon=replace(f.weapon, strength=f.strength), strength=f.strength)
            for f in struck
        ]
        progress.emit(
            ShotsFired(
                side=unit.side,
                unit=unit.id,
                target=target.id,
                weapon=first.weapon.id,
                shots={first.model.id: sum(f.shots for f in group)},
                hits=len(struck),
                lines=tuple((f.model.at, f.aim.at) for f in group),
                rules=("ARAP-SHOOT-01",),
            )
        )
    left = at_passengers.share(progress, target, hits, unit.id)
    strike = penetration.be_hit if after else penetration.be_shot
    strike(progress, target.id, left, unit.id)


def gunnery(
    state: GameState,
    unit: Unit,
    target: UnitId,
    mounts: Sequence[int],
    *,
    aimed: bool = False,
    doubts: Mapping[Matter, bool] = MappingProxyType({}),
) -> Gunnery:
    """The fire of those mounts as it would be now; people aboard are shot at where their hull stands."""
    people = state.units[target]
    if people.aboard is None:
        seen, extra = behind_walls.shown(state, unit, people)
        return Gunnery(seen, seen.units[unit.id], seen.units[target], mounts, aimed=aimed, extra=extra, doubts=doubts)
    shelter = (at_passengers.HARD_COVER,) if at_passengers.cover(state, people) == "hard" else ()
    state = at_passengers.shown(state, people)
    return Gunnery(state, unit, state.units[target], mounts, aimed=aimed, shelter=shelter, doubts=doubts)


def plan_of(state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int], *, aimed: bool = False) -> FirePlan:
    """The plan of that fire; at people aboard within short range alone. (VEH-OPEN-01)"""
    plan = gunnery(state, unit, target, mounts, aimed=aimed).plan()
    people = state.units[target]
    if people.aboard is not None:
        return at_passengers.only_near(state, unit, plan)
    return behind_walls.limited(state, unit, people, plan)


def not_a_target(state: GameState, unit: Unit, target_id: UnitId) -> Refusal | None:
    """Why a unit is no target for mounted weapons."""
    target = state.units.get(target_id)
    if target is None or (target.hidden and target.side != unit.side):
        return Refusal(
            "unknown-target", f"There is no target {quoted(target_id)}.", "ARAP-SHOOT-03", "an enemy in sight"
        )
    if target.side == unit.side:
        return Refusal("own-target", f"{target.name} is on your side.", "ARAP-SHOOT-01", "an enemy unit")
    if target.aboard is not None and not target.is_gone:
        return at_passengers.why_not(state, target)
    if state.is_locked(target.id):
        text = f"{target.name} is locked in melee: nobody can say whom a shot would hit."
        return Refusal("target-locked", text, "ARAP-GEN-01", "an enemy that is not in a melee")
    return behind_walls.barred(state, unit, target)


# -- offers --------------------------------------------------------------------------------------------------------


def all_that_can(state: GameState, unit: Unit, target: UnitId) -> tuple[MountShot, ...]:
    """Every weapon that may fire at that target now, main weapons first, as far as speed and points allow."""
    ready = [m for m in working(state, unit) if m not in condition(unit).fired]
    ready = [m for m in ready if cost(weapon_of(state, unit, m)) <= state.turn.ap]
    ready.sort(key=lambda m: (-weapon_of(state, unit, m).strength, m))
    chosen: list[int] = []
    for mount in ready:
        may = fits(state, unit, [*condition(unit).fired, *chosen, mount], turn_in(state, unit))
        if may and plan_of(state, unit, target, [mount]).firings:
            chosen.append(mount)
    return tuple(MountShot(mount=m, target=target) for m in chosen)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: all weapons that can at each enemy, or why none can at the nearest."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle or not unit.on_table or not profile_of(state, unit).mounts:
        return
    known = (*state.enemies_of(side), *at_passengers.targets(state, side), *behind_walls.targets(state, side))
    found = [o for e in known if (o := _offer(state, unit, e)) is not None]
    yield from found or [Offer(kind="fire", unit=unit.id, refusal=_why_not(state, unit))]


def _offer(state: GameState, unit: Unit, enemy: Unit) -> Offer | None:
    if not_a_target(state, unit, enemy.id) is not None:
        return None
    shots = all_that_can(state, unit, enemy.id)
    action = FireVehicle(side=unit.side, unit=unit.id, shots=shots)
    if not shots or action.check(state) is not None:
        return None
    label = f"Fire at {enemy.name}"
    return Offer(kind="fire", unit=unit.id, target=enemy.id, ap=action.ap(state), label=label, action=action)


def _why_not(state: GameState, unit: Unit) -> Refusal:
    """The reason against the first weapon left and the nearest enemy."""
    left = [m for m in working(state, unit) if m not in condition(unit).fired] or list(working(state, unit))
    here = unit.models[0].at
    enemies = sorted(state.enemies_of(unit.side), key=lambda e: (distance(here, e.alive[0].at), e.id))
    enemies = [e for e in enemies if not_a_target(state, unit, e.id) is None]
    if not left:
        return Refusal("no-weapon", f"{unit.name} has no weapon left.", "VEH-DMG-04", "driving, or finishing")
    if not enemies:
        return Refusal("no-target", "There is no enemy to shoot at.", "ARAP-SHOOT-02", "driving, or finishing")
    action = FireVehicle(side=unit.side, unit=unit.id, shots=(MountShot(mount=left[0], target=enemies[0].id),))
    refused = action.check(state)
    return refused or Refusal("no-target", "No weapon bears on an enemy.", "ARAP-SHOOT-02", "driving, or finishing")


OFFERED: Final = ("fire",)
ACTIONS: tuple[type[Action], ...] = (FireVehicle,)
TASKS: tuple[type[TaskStruct], ...] = (FireMounts, FireJudged)
