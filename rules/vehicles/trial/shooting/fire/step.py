"""The Shooting step: turn to face, then every permitted weapon at one target. (TRI-FIRE-01, TRI-FACE-01, TRI-ORD-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.damage import allocation
from rules.arap.damage.allocation import Lot
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.shooting import volley
from rules.arap.shooting.building_interface import ShotsFromBuildings
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.shooting.volley import ShotsFired
from rules.arap.units import hidden
from rules.core.ids import UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.shared.events import MountsFired
from rules.vehicles.shared.hull import condition, weapon_of
from rules.vehicles.shared.shooting import behind_walls
from rules.vehicles.trial.damage import penetration
from rules.vehicles.trial.events import StepTaken
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.shooting import allowance, ordnance, ordnance_preview
from rules.vehicles.trial.shooting.fire.aim import AimedMount, crew_barred, not_a_target, turn_barred, turned
from rules.vehicles.trial.shooting.fire.preview import cited_of_hits, preview_of
from rules.vehicles.trial.shooting.gunnery import TrialGunnery, is_barrage

STEP_RULES = ("TRI-JOIN-02", "TRI-FIRE-01", "TRI-FIRE-12")


class ShootingStep(Action, frozen=True, kw_only=True, tag="ShootingStep"):
    """Fire mounted weapons at one enemy unit, after turning to face with `turn_to`, a heading in degrees.

    (TRI-JOIN-02, TRI-FIRE-01, TRI-FIRE-12, TRI-FACE-01)
    """

    unit: UnitId
    shots: tuple[AimedMount, ...]
    turn_to: float | None = None

    @property
    def mounts(self) -> tuple[int, ...]:
        """The weapons that fire."""
        return tuple(shot.mount for shot in self.shots)

    def fires_ordnance(self, state: GameState) -> bool:
        """Whether a shell is among what it fires."""
        unit = state.units[self.unit]
        return any(weapon_of(state, unit, mount).type == "ordnance" for mount in self.mounts)

    def check(self, state: GameState) -> Refusal | None:
        """The step, the crew, the weapons, the allowance, the turn, the target, then each weapon."""
        refusal = crew_barred(state, self.side, self.unit, self.mounts)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if len({shot.target for shot in self.shots}) > 1:
            text = f"{unit.name} aims all its weapons at a single unit."
            return Refusal("one-target", text, "TRI-FIRE-01", "one target for all")
        refusal = turn_barred(state, unit, self.turn_to) or not_a_target(state, unit, self.shots[0].target)
        return refusal or self._weapons(turned(state, unit, self.turn_to))

    def _weapons(self, state: GameState) -> Refusal | None:
        unit = state.units[self.unit]
        for shot in self.shots:
            weapon = weapon_of(state, unit, shot.mount)
            if weapon.type == "ordnance" and not is_barrage(weapon):
                refusal = _into_house(state, shot) or ordnance.barred(state, unit, shot.mount, shot.target, shot.aim)
            else:
                refusal = self._direct(state, unit, shot)
            if refusal:
                return refusal
        return None

    def _direct(self, state: GameState, unit: Unit, shot: AimedMount) -> Refusal | None:
        found = gunnery(state, unit, shot.target, [shot.mount]).firing(shot.mount)
        if isinstance(found, Refusal) or state.units[shot.target].on_table:
            return found if isinstance(found, Refusal) else None
        return plan_of(state, unit, shot.target, [shot.mount]).refusal

    def preview(self, state: GameState) -> Preview:
        """Each weapon's goal, modifiers and chances; on vehicles what a hit does, and how likely all destroys it."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        state = turned(state, state.units[self.unit], self.turn_to)
        unit, target = state.units[self.unit], state.units[self.shots[0].target]
        rules = (*STEP_RULES, *(("TRI-FACE-01",) if self.turn_to is not None else ()), *self._cited(state, unit))
        shell = next((s for s in self.shots if weapon_of(state, unit, s.mount).type == "ordnance"), None)
        if shell is not None:
            preview = ordnance_preview.preview(state, unit, shell.mount, target, shell.aim)
            return replace(preview, ap=1, rules=(*rules, *preview.rules))
        plan = plan_of(state, unit, target.id, self.mounts)
        preview = preview_of(state, unit, target, plan)
        return replace(preview, ap=1, rules=(*rules, *cited_of_hits(state, target, plan)))

    def laid(self, state: GameState) -> FirePlan:
        """Its fire as it lies once the vehicle has turned, shells over whom they are aimed at. (TRI-ORD-04)"""
        state = turned(state, state.units[self.unit], self.turn_to)
        unit, target = state.units[self.unit], state.units[self.shots[0].target]
        shell = next((s for s in self.shots if weapon_of(state, unit, s.mount).type == "ordnance"), None)
        if shell is None:
            return plan_of(state, unit, target.id, self.mounts)
        model = ordnance.aim_of(state, unit, target, shell.mount, shell.aim)
        if ordnance.misses(state, ordnance.gun_of(state, unit, target, shell.mount), shell.mount, model):
            return FirePlan((), ())
        return FirePlan((ordnance.laid_over(state, unit, shell.mount, target, shell.aim),), ())

    def _cited(self, state: GameState, unit: Unit) -> Iterator[str]:
        """What the weapons have to do with it."""
        fired = [weapon_of(state, unit, m) for m in self.mounts]
        held = unit.now.moved_in > 0 or condition(unit).immobilised
        reasons = (
            (any(w.type == "rapid-fire" for w in fired), "TRI-FIRE-07"),
            (any(w.has("twin-linked") for w in fired), "TRI-FIRE-08"),
            (unit.now.moved_in > 0, "TRI-FIRE-06"),
            (held and any(profile_of(state, unit).mounts[m].arc_half_deg >= 180 for m in self.mounts), "TRI-FACE-02"),
            (True, allowance.RULE[allowance.row_of(state, unit)]),
            (True, "TRI-FIRE-05"),
            (True, "TRI-CHAR-01"),
        )
        yield from (rule for true, rule in reasons if true)

    def resolve(self, progress: Progress) -> None:
        """Pay, turn, then the dice."""
        unit = progress.state.units[self.unit]
        first = weapon_of(progress.state, unit, self.shots[0].mount)
        pay(progress, unit, self.mounts, ordnance_fired=first.type == "ordnance")
        face(progress, unit, self.turn_to)
        shot = self.shots[0]
        if first.type == "ordnance":
            progress.queue(ordnance.OrdnanceShell(unit=unit.id, target=shot.target, mount=shot.mount, aim=shot.aim))
        else:
            progress.queue(FireAtOne(unit=unit.id, target=shot.target, mounts=self.mounts))


def _into_house(state: GameState, shot: AimedMount) -> Refusal | None:
    """Shells are laid over what stands on the table. (TRI-ORD-04, BLD-SSHT-08)"""
    target = state.units[shot.target]
    if not target.is_housed:
        return None
    text = f"{target.name} is in a house: a shell is not laid over it."
    return Refusal("burst-into-section", text, "BLD-SSHT-08", "a blast into its section, other weapons, or its walls")


def pay(progress: Progress, unit: Unit, mounts: tuple[int, ...], *, ordnance_fired: bool) -> None:
    """One point for the whole step. (TRI-JOIN-02)"""
    rules = (*STEP_RULES, *(("TRI-ORD-02",) if ordnance_fired else ()))
    progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="shoot", rules=rules))
    hidden.reveal(progress, unit.id)
    what = ("shooting", *(("ordnance",) if ordnance_fired else ()))
    progress.emit(StepTaken(unit=unit.id, side=unit.side, what=what, rules=("TRI-JOIN-02",)))
    progress.emit(MountsFired(side=unit.side, unit=unit.id, mounts=mounts, rules=("TRI-FIRE-05", "TRI-FIRE-12")))


def face(progress: Progress, unit: Unit, turn_to: float | None) -> None:
    """Turn on the spot, which is no movement. (TRI-FACE-01)"""
    if turn_to is None:
        return
    model = progress.state.units[unit.id].models[0]
    there = (Placement(model=model.id, at=model.at, facing=turn_to % 360),)
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=there,
            how="drive",
            path=((*model.at, model.facing), (*model.at, turn_to % 360)),
            rules=("TRI-FACE-01", "TRI-MOVE-04"),
        )
    )


def gunnery(state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int]) -> TrialGunnery:
    """The fire of those mounts as it would be now, at people in houses where they show themselves."""
    seen, extra = behind_walls.shown(state, unit, state.units[target])
    return TrialGunnery(seen, seen.units[unit.id], seen.units[target], mounts, extra=extra)


def plan_of(state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int]) -> FirePlan:
    """The plan of that fire. (BLD-SSHT-03, BLD-SSHT-08)"""
    laid = gunnery(state, unit, target, mounts).plan()
    return behind_walls.limited(state, unit, state.units[target], laid)


class FireAtOne(TaskStruct, frozen=True, kw_only=True, tag="FireAtOne"):
    """The fire of some mounts at one target, still to be rolled."""

    unit: UnitId
    target: UnitId
    mounts: tuple[int, ...]

    def run(self, progress: Progress) -> None:
        """Shots to hit, weapon by weapon; templates and small markers by the core."""
        unit, target = progress.state.units[self.unit], progress.state.units[self.target]
        if unit.is_gone or not target.in_play:
            return
        plan = plan_of(progress.state, unit, self.target, self.mounts)
        spread = tuple(f for f in plan.firings if f.strip is not None or f.weapon.marker_in)
        direct = FirePlan(tuple(f for f in plan.firings if f not in spread), (), plan.covered)
        if spread:
            volley.fire(progress, unit.id, target.id, FirePlan(spread, (), plan.covered), HitSource(by=unit.id))
        hits: list[penetration.TrialHit] = []
        lots: list[Lot] = []
        for group in direct.groups():
            struck = [volley.settled(progress, unit.id, f) for f in _struck(progress, unit, target, group)]
            if target.is_vehicle:
                hits += [_on_armour(f) for f in struck]
            else:
                lots += (_shown(progress, unit, target, lot) for lot in _lots(struck))
        penetration.be_shot(progress, target.id, hits, unit.id)
        volley.wound(progress, {target.id: lots}, HitSource(by=unit.id), {target.id: plan.covered})


def _on_armour(firing: Firing) -> penetration.TrialHit:
    used = replace(firing.weapon, strength=firing.strength)
    return penetration.TrialHit(origin=firing.model.at, weapon=used, strength=firing.strength)


def _lots(struck: Sequence[Firing]) -> Iterator[Lot]:
    """Hits of like Strength together."""
    for strength in dict.fromkeys(f.strength for f in struck):
        like = [f for f in struck if f.strength == strength]
        first = like[0]
        weapon = first.weapon
        yield Lot(weapon=weapon.id, strength=strength, ap=weapon.ap, count=len(like), close=first.close)


def _shown(progress: Progress, unit: Unit, target: Unit, lot: Lot) -> Lot:
    """Of people in a house those who showed themselves are hit. (BLD-SSHT-04)"""
    guns = [unit.models[0].id]
    exposed = building_interface.ask(ShotsFromBuildings).victims(progress.state, unit.id, guns, target)
    return lot if exposed is None else replace(lot, victims=allocation.drawn(progress, target, exposed, lot, "hit"))


def _struck(progress: Progress, unit: Unit, target: Unit, group: Sequence[Firing]) -> list[Firing]:
    """The shots of like weapons that hit; what is twin-linked rolls each miss once more. (TRI-JOIN-03, TRI-FIRE-08)"""
    first = group[0]
    rules = ("ARAP-HIT-01", "TRI-JOIN-03", *(("TRI-JOIN-04",) if target.is_vehicle else ()))
    struck = volley.shots_that_hit(progress, unit.id, target.id, group, rules)
    count = sum(f.shots for f in group)
    missed = count - len(struck)
    if missed and first.twice:
        again = [first._replace(shots=missed)]
        rules = (*rules, "TRI-FIRE-08")
        struck += volley.shots_that_hit(progress, unit.id, target.id, again, rules, tail=", again, twin-linked")
    progress.emit(
        ShotsFired(
            side=unit.side,
            unit=unit.id,
            target=target.id,
            weapon=first.weapon.id,
            shots={first.model.id: count},
            hits=len(struck),
            lines=tuple((f.model.at, f.aim.at) for f in group),
            rules=("ARAP-SHOOT-01", "TRI-FIRE-02"),
        )
    )
    return struck


ACTIONS: tuple[type[Action], ...] = (ShootingStep,)


TASKS: tuple[type[TaskStruct], ...] = (FireAtOne,)
