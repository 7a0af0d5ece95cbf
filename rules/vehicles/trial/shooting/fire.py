"""The Shooting step: turn to face, then every permitted weapon at one target. (TRI-FIRE-01, TRI-FACE-01, TRI-ORD-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.damage.allocation import Lot
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting import volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.shooting.volley import ShotsFired
from rules.arap.units import hidden
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance
from rules.offers import Offer
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.shared.events import MountsFired
from rules.vehicles.shared.hull import condition, hull_of, others, weapon_of, working
from rules.vehicles.trial.damage import odds, penetration
from rules.vehicles.trial.events import StepTaken
from rules.vehicles.trial.hull.profile import is_exposed, profile_of
from rules.vehicles.trial.hull.steps import did, may_take
from rules.vehicles.trial.shooting import allowance, ordnance
from rules.vehicles.trial.shooting.gunnery import TrialGunnery, is_barrage

STEP_RULES = ("TRI-JOIN-02", "TRI-FIRE-01", "TRI-FIRE-12")


class AimedMount(Struct, frozen=True, kw_only=True):
    """One mounted weapon, by its number on the hull, and whom it fires at; `aim` is the model under a marker."""

    mount: int
    target: UnitId
    aim: ModelId = ModelId("")


def turned(state: GameState, unit: Unit, turn_to: float | None) -> GameState:
    """The state in which the vehicle has turned to face. (TRI-FACE-01)"""
    if turn_to is None:
        return state
    model = replace(unit.models[0], facing=turn_to % 360)
    return state.with_unit(replace(unit, models=(model,)))


def turn_barred(state: GameState, unit: Unit, turn_to: float | None) -> Refusal | None:
    """Who has moved or is stuck does not turn; its turrets always do. (TRI-FACE-01, TRI-FACE-02, TRI-MOVE-04)"""
    if turn_to is None:
        return None
    if condition(unit).immobilised or unit.now.moved_in > 0:
        why = "is immobilised" if condition(unit).immobilised else f"has moved {unit.now.moved_in:.2f}″ in this turn"
        text = f"{unit.name} {why} and may not turn to face; only a turret still turns."
        return Refusal("may-not-turn", text, "TRI-FACE-01", "weapons that bear as it stands")
    hull = hull_of(turned(state, unit, turn_to), turned(state, unit, turn_to).units[unit.id])
    if any(hull.overlaps(hull_of(state, o)) for o in others(state, unit)):
        text = f"{unit.name} has no room to turn there."
        return Refusal("no-room", text, "TRI-FACE-01", "another facing")
    return None


def crew_barred(state: GameState, side: SideId, unit_id: UnitId, mounts: Sequence[int]) -> Refusal | None:
    """What keeps a crew from firing those weapons, at whatever."""
    refusal = may_take(state, side, unit_id, "shooting")
    if refusal:
        return refusal
    unit = state.units[unit_id]
    if condition(unit).shaken_now:
        text = f"The crew of {unit.name} is shaken and may not shoot in this turn."
        return Refusal("shaken", text, "TRI-DMG-04", "moving, or finishing")
    if "road" in did(state, unit):
        text = f"{unit.name} has used the road: it fires nothing in this turn."
        return Refusal("road-bonus", text, "TRI-ROAD-01", "finishing")
    if not mounts or len(set(mounts)) != len(mounts):
        return Refusal("no-weapon", "Name each weapon that fires once.", "TRI-FIRE-01", "a working weapon")
    for mount in mounts:
        if not 0 <= mount < len(profile_of(state, unit).mounts):
            return Refusal("no-weapon", f"{unit.name} has no such weapon.", "TRI-FIRE-01", "a weapon of its own")
        if mount in condition(unit).lost_mounts:
            name = weapon_of(state, unit, mount).name
            return Refusal("weapon-lost", f"{name} is destroyed.", "TRI-DMG-04", "a working weapon")
    return allowance.exceeded(state, unit, mounts)


def not_a_target(state: GameState, unit: Unit, target_id: UnitId) -> Refusal | None:
    """Why a unit is no target for mounted weapons."""
    target = state.units.get(target_id)
    if target is None or (target.hidden and target.side != unit.side):
        return Refusal("unknown-target", f"There is no target {target_id!r}.", allowed="an enemy in sight")
    if target.side == unit.side:
        return Refusal("own-target", f"{target.name} is on your side.", "ARAP-SHOOT-01", "an enemy unit")
    if not target.on_table:
        return Refusal("target-gone", f"{target.name} is not on the table.", "ARAP-SHOOT-03", "an enemy in sight")
    if state.is_locked(target.id):
        text = f"{target.name} is locked in melee: nobody can say whom a shot would hit."
        return Refusal("target-locked", text, "ARAP-GEN-01", "an enemy that is not in a melee")
    return None


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
                refusal = ordnance.barred(state, unit, shot.mount, shot.target, shot.aim)
            else:
                found = gunnery(state, unit, shot.target, [shot.mount]).firing(shot.mount)
                refusal = found if isinstance(found, Refusal) else None
            if refusal:
                return refusal
        return None

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
            told = ordnance.preview(state, unit, shell.mount, target)
            return replace(told, ap=1, rules=(*rules, *told.rules))
        plan = gunnery(state, unit, target.id, self.mounts).plan()
        told = preview_of(state, unit, target, plan)
        return replace(told, ap=1, rules=(*rules, *_cited_of_hits(state, target, plan)))

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
    """The fire of those mounts as it would be now."""
    return TrialGunnery(state, unit, state.units[target], mounts)


class FireAtOne(TaskStruct, frozen=True, kw_only=True, tag="FireAtOne"):
    """The fire of some mounts at one target, still to be rolled."""

    unit: UnitId
    target: UnitId
    mounts: tuple[int, ...]

    def run(self, progress: Progress) -> None:
        """Shots to hit, weapon by weapon; templates and small markers by the core."""
        unit, target = progress.state.units[self.unit], progress.state.units[self.target]
        if unit.is_gone or not target.on_table:
            return
        plan = gunnery(progress.state, unit, self.target, self.mounts).plan()
        spread = tuple(f for f in plan.firings if f.strip is not None or f.weapon.marker_in)
        direct = FirePlan(tuple(f for f in plan.firings if f not in spread), (), plan.covered)
        if spread:
            volley.fire(progress, unit.id, target.id, FirePlan(spread, (), plan.covered), HitSource(by=unit.id))
        hits: list[penetration.TrialHit] = []
        lots: list[Lot] = []
        for group in direct.groups():
            struck = _struck(progress, unit, target, group)
            first = group[0]
            if target.is_vehicle:
                used = replace(first.weapon, strength=first.strength)
                hits += [penetration.TrialHit(origin=f.model.at, weapon=used, strength=f.strength) for f in struck]
            elif struck:
                weapon = first.weapon
                lots.append(
                    Lot(
                        weapon=weapon.id,
                        strength=first.strength,
                        ap=weapon.ap,
                        count=len(struck),
                        close=first.close,
                    )
                )
        penetration.be_shot(progress, target.id, hits, unit.id)
        volley.wound(progress, {target.id: lots}, HitSource(by=unit.id), {target.id: plan.covered})


def _struck(progress: Progress, unit: Unit, target: Unit, group: Sequence[Firing]) -> list[Firing]:
    """The shots of like weapons that hit; what is twin-linked rolls each miss once more. (TRI-JOIN-03, TRI-FIRE-08)"""
    first = group[0]
    rules = ("ARAP-HIT-01", "TRI-JOIN-03", *(("TRI-JOIN-04",) if target.is_vehicle else ()))
    struck = volley.shots_that_hit(progress, unit.id, target.id, group, rules)
    count = sum(f.shots for f in group)
    missed = count - len(struck)
    if missed and first.weapon.has("twin-linked"):
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


# -- previews ------------------------------------------------------------------------------------------------------


def hit_chance(firing: Firing) -> Fraction:
    """Of one shot; a twin-linked weapon has two tries. (TRI-FIRE-08)"""
    if firing.strip is not None:
        return shooting_preview.template_odds(firing.goal, "none")
    return twice_tried(firing.weapon, chance_low(firing.goal))


def twice_tried(weapon: Weapon, once: Fraction) -> Fraction:
    """The chance of a hit, if one throw has that chance; what is twin-linked throws again. (TRI-FIRE-08)"""
    return 1 - (1 - once) ** 2 if weapon.has("twin-linked") else once


def preview_of(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Preview:
    """Goals, modifiers and chances of each weapon; of hits on a vehicle, and of all together."""
    if not target.is_vehicle:
        return shooting_preview.preview(state, unit, target, plan)
    lines: list[ShotLine] = []
    shots = []
    for group in plan.groups():
        lines.append(_line(group))
        weapon = replace(group[0].weapon, strength=group[0].strength)
        lines += odds.hit_lines(state, weapon, [f.model.at for f in group], target)
        for f in group:
            shot = odds.shot_at(state, target, weapon, f.model.at)
            shots.append(odds.shots_on(state, target, weapon, shot, count=f.shots, hit=hit_chance(f)))
    ends = odds.destroyed_by(state, target, shots)
    chance = Chance(label=f"{target.name} destroyed", exact=str(ends), value=float(ends))
    return Preview(shots=tuple(lines), chances=(chance,))


def _cited_of_hits(state: GameState, target: Unit, plan: FirePlan) -> Iterator[str]:
    """The rules of what hits on a vehicle would do."""
    if not target.is_vehicle:
        return
    yield from ("TRI-JOIN-04", "TRI-DMG-01", "TRI-DMG-02", *odds.chart_rules(state, "glancing"), "TRI-DMG-04")
    if any(odds.shot_at(state, target, f.weapon, f.model.at).hull_down for f in plan.firings):
        yield "TRI-DMG-09"
    if is_exposed(state, target):
        yield from ("TRI-DMG-06", "TRI-PASS-04")


def _line(group: Sequence[Firing]) -> ShotLine:
    first = group[0]
    hit = hit_chance(first)
    twin = ("twin-linked: each miss is rolled once more",) if first.weapon.has("twin-linked") else ()
    return ShotLine(
        weapon=first.weapon.id,
        name=first.weapon.name,
        shooters=len(group),
        shots=sum(f.shots for f in group),
        goal=first.goal,
        goal_text=goal_text(first.goal, "low"),
        modifiers=first.modifiers,
        chances=(Chance(label="to hit", exact=str(hit), value=float(hit)),),
        notes=(f"range {min(f.range_in for f in group):.2f}″", *twin),
    )


# -- offers --------------------------------------------------------------------------------------------------------


def all_that_can(
    state: GameState, unit: Unit, target: UnitId, turn_to: float | None = None, first: Sequence[int] = ()
) -> tuple[AimedMount, ...]:
    """Every weapon that may fire at that target now, as the vehicle stands or turned; main weapons come first.

    `first` are those that fire in any case; what they leave of the allowance goes to the others.
    """
    ready = [m for m in working(state, unit) if not is_barrage(weapon_of(state, unit, m)) and m not in first]
    ready.sort(key=lambda m: (-weapon_of(state, unit, m).strength, m))
    direct = [m for m in ready if weapon_of(state, unit, m).type != "ordnance"]
    for mounts in ((*first, *direct), [m for m in ready if m not in direct][:1]):
        chosen: tuple[AimedMount, ...] = ()
        for mount in mounts:
            tried = (*chosen, AimedMount(mount=mount, target=target))
            if ShootingStep(side=unit.side, unit=unit.id, shots=tried, turn_to=turn_to).check(state) is None:
                chosen = tried
        if chosen:
            return chosen
    return ()


def facing_it(state: GameState, unit: Unit, target: UnitId) -> float | None:
    """The heading straight at the nearest of a target, if the vehicle may turn to it. (TRI-FACE-01)"""
    here, enemy = unit.models[0].at, state.units.get(target)
    if enemy is None or not enemy.alive or not enemy.on_table:
        return None
    nearest = min((m.at for m in enemy.alive), key=lambda at: distance(here, at))
    heading = round(bearing(here, nearest), 2)
    return heading if nearest != here and turn_barred(state, unit, heading) is None else None


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: all weapons that can at each enemy, or why none can at the nearest."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle or not unit.on_table or not profile_of(state, unit).mounts:
        return
    found = [o for e in state.enemies_of(side) if (o := _offer(state, unit, e)) is not None]
    yield from found or [Offer(kind="fire", unit=unit.id, refusal=_why_not(state, unit))]


def _offer(state: GameState, unit: Unit, enemy: Unit) -> Offer | None:
    """As it stands, else turned to face. (TRI-FACE-01)"""
    if not_a_target(state, unit, enemy.id) is not None:
        return None
    turn_to = None
    shots = all_that_can(state, unit, enemy.id)
    if not shots and (turn_to := facing_it(state, unit, enemy.id)) is not None:
        shots = all_that_can(state, unit, enemy.id, turn_to)
    if not shots:
        return None
    action = ShootingStep(side=unit.side, unit=unit.id, shots=shots, turn_to=turn_to)
    label = f"Fire at {enemy.name}"
    return Offer(kind="fire", unit=unit.id, target=enemy.id, ap=1, label=label, action=action)


def _why_not(state: GameState, unit: Unit) -> Refusal:
    """The reason against the first weapon left and the nearest enemy."""
    left = working(state, unit)
    here = unit.models[0].at
    enemies = sorted(state.enemies_of(unit.side), key=lambda e: (distance(here, e.alive[0].at), e.id))
    enemies = [e for e in enemies if not_a_target(state, unit, e.id) is None]
    if not left:
        return Refusal("no-weapon", f"{unit.name} has no weapon left.", "TRI-DMG-04", "moving, or finishing")
    if not enemies:
        return Refusal("no-target", "There is no enemy to shoot at.", "ARAP-SHOOT-02", "moving, or finishing")
    shots = (AimedMount(mount=left[0], target=enemies[0].id),)
    refused = ShootingStep(side=unit.side, unit=unit.id, shots=shots).check(state)
    return refused or Refusal("no-target", "No weapon bears on an enemy.", "TRI-FIRE-03", "moving, or finishing")


ACTIONS: tuple[type[Action], ...] = (ShootingStep,)
TASKS: tuple[type[TaskStruct], ...] = (FireAtOne,)
