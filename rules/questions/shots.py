"""The numbers of a shot on a table, as a calculator needs them: what is fired, kind by kind, and at what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.arap.shooting import to_hit
from rules.arap.shooting.plan import FirePlan, Firing, Orders
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.vehicle_interface import FireAsLaid, HullsUnderFire, WeaponsOfHulls
from rules.arap.sight import cover as sight_cover
from rules.arap.templates import marker as templates_marker
from rules.arap.templates import strip
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.forces.profile import Profile
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.templates import Marker
from rules.progress import Action
from rules.state import GameState


class ShotKind(NamedTuple):
    """Fire that is thrown together and strikes the same face: shots, or the figures under a template or marker."""

    weapon: Weapon
    shots: int
    skill: int
    goal: int
    """What a die must not exceed, not limited."""
    face: str = ""
    """Of a hull."""
    cover: str = "none"
    near: bool = False
    """Under half range, for what is better there."""
    far: bool = False
    """Beyond short range."""
    wounded: bool = False
    pistols: bool = False
    twice: bool = False
    """Each miss is thrown once more."""


class Numbers(NamedTuple):
    """What is so of firer and target, and the kinds of fire."""

    carried: bool
    tactical: bool
    aimed: bool
    corrected: bool
    bounced: bool
    sevens: bool
    suppression: int
    small: bool
    group: bool
    dodging: bool
    moved_in: float
    kinds: tuple[ShotKind, ...]
    rolling: bool = False
    """A vehicle fires that has moved in this turn. (TRI-ORD-04)"""


class UnitFire(NamedTuple):
    """Who fires at whom by an action, and its numbers; None where nobody can."""

    firer: UnitId
    target: UnitId
    numbers: Numbers | None


def of_action(state: GameState, action: object) -> UnitFire | None:
    """The numbers of a shot by an action; None for an action that is no such fire."""
    if isinstance(action, Shoot) and {action.unit, action.target} <= state.units.keys():
        return _fire(state, action.unit, action.target, action.plan(state))
    hulls = ask(state, FireAsLaid)
    fire = hulls.fire_of(state, action) if isinstance(action, Action) else None
    if fire is None or fire.target not in state.units:
        return None
    plan = hulls.plan(state, state.units[fire.unit], fire.target, fire.mounts)
    return _fire(state, fire.unit, fire.target, plan)


def _fire(state: GameState, firer: UnitId, target: UnitId, plan: FirePlan) -> UnitFire:
    return UnitFire(firer, target, _numbers(state, state.units[firer], state.units[target], plan))


def is_calculated(state: GameState, target: Unit) -> bool:
    """Whether the odds from numbers alone tell what shots do to it."""
    return not target.is_vehicle or ask(state, HullsUnderFire).numbers is not None


def between(state: GameState, unit: Unit, at: Unit) -> Numbers | None:
    """All that the one could fire at the other from where they stand; None where it can fire nothing."""
    if not (unit.on_table and at.on_table) or unit.side == at.side:
        return None
    if unit.is_vehicle:
        mounts = ask(state, WeaponsOfHulls).mounts(state, unit)
        plan = ask(state, FireAsLaid).plan(state, unit, at.id, [mount.number for mount in mounts])
    else:
        plan = Planner(state, unit, at, Orders()).plan()
    return _numbers(state, unit, at, plan)


def _numbers(state: GameState, unit: Unit, at: Unit, plan: FirePlan) -> Numbers | None:
    if not plan.firings:
        return None
    first = plan.firings[0]
    found = to_hit.circumstances(state, to_hit.Shot(unit, first.model, first.weapon, at, first.range_in))
    return Numbers(
        carried=found.carried,
        tactical=found.tactical,
        aimed=found.aimed or any(m.rule == "ARAP-HIT-04" for m in first.modifiers),
        corrected=found.corrected,
        bounced=first.beyond is not None,
        sevens=bool(first.weapon.marker_in) and templates_marker.sevens(state),
        suppression=found.suppression,
        small=found.small,
        group=bool(found.group),
        dodging=found.target_tactical,
        moved_in=ask(state, HullsUnderFire).speed_against_shots_in(state, at) if at.is_vehicle else found.moved_in,
        kinds=tuple(_kinds(state, at, plan)),
        rolling=unit.is_vehicle and unit.now.moved_in > 0,
    )


def _kinds(state: GameState, at: Unit, plan: FirePlan) -> list[ShotKind]:
    counts: dict[tuple[object, ...], tuple[Firing, int]] = {}
    for group in plan.groups():
        for one in group:
            key = (*one.key, *(_struck(state, at, one) if at.is_vehicle else ()))
            first, count = counts.get(key, (one, 0))
            counts[key] = (first, count + _shots(state, at, one))
    return [_kind(state, at, one, count) for one, count in counts.values()]


def _struck(state: GameState, at: Unit, one: Firing) -> tuple[object, ...]:
    found = ask(state, HullsUnderFire).struck(state, at, one.weapon, _eye(state, one))
    return found[:3] if found is not None else ()


def _eye(state: GameState, one: Firing) -> Point:
    """Where it comes from: a figure, which may ride in something, or a mount, which fires from where it sits."""
    if one.weapon.id not in one.model.weapons:
        return one.model.at
    unit, model = state.find_model(one.model.id)
    carrier = state.units.get(unit.aboard) if unit.aboard else None
    return carrier.models[0].at if carrier else model.at


def _shots(state: GameState, at: Unit, one: Firing) -> int:
    """Shots, or the figures of the target that a template, or a marker on its aim, covers; at least one."""
    if at.is_vehicle or not to_hit.is_area(one.weapon):
        return one.shots
    if one.strip is not None:
        return max(1, sum(u.unit == at.id for u in strip.under(state, one.strip, one.model, one.beyond, aim=one.aim)))
    marker = Marker(one.aim.at, one.weapon.marker_in)
    return max(1, sum(u.unit == at.id for u in templates_marker.under(state, marker, one.model)))


def _kind(state: GameState, at: Unit, one: Firing, count: int) -> ShotKind:
    found = ShotKind(
        weapon=replace(one.weapon, strength=one.strength),
        shots=count,
        skill=one.base,
        goal=one.goal,
        far=not one.close,
        twice=one.twice,
        near=any(m.reason.startswith("shotgun") for m in one.modifiers),
        wounded=any(m.reason == "firer wounded" for m in one.modifiers),
        pistols=any(m.rule == "ARAP-WPN-04" for m in one.modifiers),
    )
    if not at.is_vehicle:
        return found._replace(cover=_cover(one))
    hit = ask(state, HullsUnderFire).struck(state, at, one.weapon, _eye(state, one))
    if hit is None:
        return found._replace(cover=_cover(one))
    return found._replace(face=hit.face, cover=hit.cover, near=hit.kind == "melta" or found.near)


def _cover(one: Firing) -> str:
    """The cover that the plan counts against these shots."""
    for each in one.modifiers:
        if each.rule in ("ARAP-HIT-06", "ARAP-HIT-07", "ARAP-PRONE-02", "ARAP-HIT-10"):
            return "hard" if each.value == -2 else "soft"
    return "none"


# ------------------------------------------------------------------ the target


class Condition(NamedTuple):
    """What is so of a hull besides its profile."""

    immobilised: bool
    had_guns: bool
    """Whether it ever had a gun that could be lost."""
    skims: bool
    plunging: bool
    """Whether hull-down counts against plunging fire too. (VEH-COV-03)"""
    exposed: bool
    """Whether it counts as open-topped for now. (TRI-PASS-04)"""
    third_edition: bool
    """Whether glancing hits read the third-edition column. (TRI-DMG-05)"""


def condition(state: GameState, at: Unit) -> Condition:
    """The condition of a hull on a table."""
    fate = ask(state, HullsUnderFire).fate(state, at)
    plunging = bool(state.option("hull_down_against_plunging_fire"))
    third = state.option("tri_glancing_column") == "third_edition"
    return Condition(fate.immobilised, fate.had_guns, fate.skims, plunging, fate.exposed, third)


def moved_in(state: GameState, unit: Unit) -> float:
    """Inches that count against shots at it. (ARAP-HIT-08, VEH-AT-02)"""
    return (
        ask(state, HullsUnderFire).speed_against_shots_in(state, unit)
        if unit.is_vehicle
        else sight_cover.gone_in(state, unit)
    )


def is_small_group(profiles: Sequence[Profile]) -> bool:
    """Whether so few figures of ordinary size or less are harder to hit. (ARAP-HIT-03)"""
    return len(profiles) <= to_hit.SMALL_GROUP and all(profile.size <= 2 for profile in profiles)


def is_small(profiles: Sequence[Profile]) -> bool:
    """Whether nothing but small figures are there. (ARAP-HIT-03)"""
    return all(profile.size == 1 or profile.has("small") for profile in profiles)
