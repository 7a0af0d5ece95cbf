"""What may fire, throw or lob, and what a plan of fire would strike where it lies now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import structs

from rules.arap.charge import fire_and_charge
from rules.arap.charge.declare import Charge
from rules.arap.charge.fire_and_charge import FiresOnTheRun
from rules.arap.indirect import throw
from rules.arap.indirect.drop import DropBomb
from rules.arap.ports import aiming
from rules.arap.positions.occupied import hull_of
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.shooting.shoot import Shoot, may_bounce
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.shooting.vehicle_interface import (
    FireAsLaid,
    FirePost,
    HullsUnderFire,
    MountedFire,
    ShotsAboard,
    WeaponsOfHulls,
)
from rules.arap.shooting.vehicle_interface import FiringTable as FiringTable
from rules.arap.shooting.vehicle_interface import GuessedShot as GuessedShot
from rules.arap.shooting.vehicle_interface import MountedWeapon as MountedWeapon
from rules.arap.templates import marker as templates_marker
from rules.arap.templates import scatter as templates_scatter
from rules.arap.templates import strip as templates_strip
from rules.arap.units.vehicle_interface import NOTHING_SAID, Said, Setting
from rules.arap.vehicle_interface import ask
from rules.buildings.sections import fire as sections_fire
from rules.buildings.sections.assault.charge_out import ChargeOut
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.shooting.dropping import DropGrenade
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.templates import Marker, Strip, marker, strip_with
from rules.progress import Action
from rules.questions.ranges import Line, end_of
from rules.state import GameState

# ------------------------------------------------------------------ what may fire


def shells_ground(weapon: Weapon) -> bool:
    """Whether it may be aimed at a spot on the ground. (ARAP-AREA-01)"""
    return shoot_at_spot.is_fit(weapon)


def bounces(state: GameState, unit: Unit) -> bool:
    """Whether streams of a unit may be bounced off walls. (ARAP-TMPL-02, BLD-CONF-08)"""
    return may_bounce(state, unit)


def fits_a_port(weapon: Weapon) -> bool:
    """Whether it can be aimed at a port: what is thrown by hand, but nothing else that is lobbed. (VEH-PORT-01)"""
    return aiming.is_aimed(weapon)


def must_guess(state: GameState, unit: Unit) -> bool:
    """Whether somebody of the unit throws or lobs: such a unit is not shown how far anything is. (ARAP-AREA-10)"""
    carried = [state.weapons[w] for w in dict.fromkeys(w for m in unit.alive for w in m.weapons)]
    vehicle = state.profile(unit.models[0]).hull
    carried += [state.weapons[mount.weapon] for mount in vehicle.mounts] if vehicle is not None else []
    return any(w.is_thrown or lobs(w) for w in carried)


def lobs(weapon: Weapon) -> bool:
    """Whether its range is guessed from a rest. (ARAP-AREA-10)"""
    return weapon.is_ranged and (weapon.is_lobbed or weapon.has("guess"))


def most_throwers(unit: Unit) -> int:
    """How many of the unit may throw in a turn. (ARAP-GREN-01)"""
    return throw.most_throwers(unit)


def has_thrown(state: GameState, unit: Unit) -> frozenset[ModelId]:
    """Who has thrown in this turn."""
    return frozenset(throw.throwers(state, unit))


def at_the_side(state: GameState, unit: Unit, target: Point) -> Unit:
    """People aboard or in a section as they stand to fire that way; others where they are."""
    if unit.is_housed:
        placed = sections_fire.at_walls(state, unit, target)
        return unit if isinstance(placed, Refusal) else placed
    return unit if unit.aboard is None else ask(state, FireAsLaid).posted(state, unit, target)


def fire_posts(state: GameState, unit: Unit, target: Point | None) -> tuple[FirePost, ...]:
    """The places on its vehicle at which a unit aboard fires; none where its rules give them none. (TRI-PASS-02)"""
    if unit.aboard is None:
        return ()
    return ask(state, FireAsLaid).fire_posts(state, state.units[unit.aboard], target)


def loaded(state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
    """Ranged weapons of a hull that still work and have not fired."""
    return tuple(m for m in _ready(state, unit) if m.weapon.is_ranged)


def lobbing(state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
    """Those of a hull that lob, still work and have not fired. (ARAP-AREA-10)"""
    return tuple(m for m in _ready(state, unit) if ask(state, WeaponsOfHulls).can_lob(m.weapon))


def _ready(state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
    if unit.vehicle is None or not unit.is_vehicle:
        return ()
    return tuple(mount for mount in ask(state, WeaponsOfHulls).mounts(state, unit) if not mount.spent)


def bears_on(
    state: GameState, unit: Unit, target: UnitId, said: Said = NOTHING_SAID, first: Sequence[int] = ()
) -> tuple[int, ...]:
    """The numbers of the mounts that may fire at that target now, main weapons first; `first` fire in any case."""
    return ask(state, WeaponsOfHulls).bears_on(state, unit, target, said, first)


def armed(state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
    """Every weapon of a hull, those that are lost too."""
    return ask(state, WeaponsOfHulls).armed(state, unit)


def barred(state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int], said: Said) -> Refusal | None:
    """Why those mounts may not fire at that target together, if so."""
    action = mounted_fire(state, unit, [(mount, target) for mount in mounts], said)
    return action.check(state) if action is not None else None


def fires_at_one(state: GameState) -> bool:
    """Whether all weapons of a hull fire at the same unit."""
    return ask(state, MountedFire).one_target


def mounted_fire(state: GameState, unit: Unit, shots: Sequence[tuple[int, UnitId]], said: Said) -> Action | None:
    """The action that fires those mounts, each at its target; None where hulls do not fire."""
    return ask(state, MountedFire).fire(state, unit, shots, said)


def fire_settings(state: GameState, unit: Unit, target: UnitId, said: Said) -> tuple[Setting, ...]:
    """What may be chosen for a hull's fire at that target besides its weapons."""
    return ask(state, MountedFire).fire_settings(state, unit, target, said)


def mounted_fire_at_spot(state: GameState, unit: Unit, mounts: Sequence[int], at: Point) -> Action | None:
    """The action that fires those mounts at a spot on the ground; None where hulls do not."""
    return ask(state, MountedFire).fire_at_spot(state, unit, mounts, at)


def kept_from_firing(state: GameState, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why nobody aboard fires that weapon now, whatever at; None for who is not aboard. (TRI-PASS-03)"""
    return None if unit.aboard is None else ask(state, ShotsAboard).keeps_from_firing(state, unit, weapon)


def hull_shells_ground(state: GameState, weapon: Weapon) -> bool:
    """Whether a hull may fire it at a spot on the ground. (ARAP-AREA-01)"""
    return ask(state, WeaponsOfHulls).shells_ground(weapon)


def mounted_lob(
    state: GameState,
    unit: Unit,
    guesses: Sequence[GuessedShot],
    *,
    target: UnitId | None,
    others: Sequence[int],
    said: Said,
) -> Action | None:
    """The action by which a hull lobs at guessed ranges; None where hulls do not."""
    return ask(state, MountedFire).lob(state, unit, guesses, target=target, others=others, said=said)


def firing_table(state: GameState, unit: Unit, moved_in: float | None = None) -> FiringTable | None:
    """The table that says what fires after its move, or after one of so many inches; None where there is none."""
    if not unit.is_vehicle or not unit.on_table:
        return None
    return ask(state, WeaponsOfHulls).firing_table(state, unit, unit.now.moved_in if moved_in is None else moved_in)


def is_mounted_fire(state: GameState, action: Action) -> bool:
    """Whether it is fire of a hull at an enemy."""
    return ask(state, FireAsLaid).fire_of(state, action) is not None


def faces_hit(state: GameState, firer: Unit, target: Unit) -> frozenset[str]:
    """The faces of a hull that the firer's mounts, or its members, have before them. (VEH-GEOM-02)"""
    if not target.is_vehicle or state.profile(target.models[0]).hull is None:
        return frozenset()
    lead = firer.models[0]
    profile = state.profile(lead)
    outline = hull_of(profile, lead.at, lead.facing)
    mounts = profile.hull.mounts if profile.hull is not None else ()
    eyes = [outline.on_table(mount.forward_in, mount.right_in) for mount in mounts] if outline else []
    return ask(state, HullsUnderFire).faces_hit(state, target, eyes or [m.at for m in firer.alive])


def on_the_run(state: GameState, unit: Unit) -> tuple[Weapon, ...]:
    """The kinds of weapon that the unit may fire as it charges. (ARAP-FCHG-01)"""
    return tuple(state.weapons[w] for w in fire_and_charge.usable(state, unit))


# ------------------------------------------------------------------ what it would strike

Corners = tuple[Point, ...]


class LaidStrips(NamedTuple):
    """A plan of fire as it lies: strips, markers, lines of fire, and whom templates touch."""

    shapes: tuple[Corners | Marker, ...] = ()
    """The corners of each strip, and each marker, in the order of the plan."""
    lines: tuple[tuple[Point, Point], ...] = ()
    """From each who fires to where its range ends."""
    nearest_in: float = 0.0
    """The shortest of their ranges."""
    burnt: tuple[ModelId, ...] = ()
    """Under strips."""
    shelled: tuple[ModelId, ...] = ()
    """Under markers, if nothing scatters."""


def laid(state: GameState, action: Action) -> LaidStrips | None:
    """The templates, markers and lines of a shot, before anything scatters; None for any other action."""
    if isinstance(action, DropGrenade):
        return _dropped(state, action)
    if isinstance(action, DropBomb):
        return _bomb(state, action)
    if isinstance(action, Shoot | FireAtSpot):
        plan: FirePlan | None = action.plan(state)
    else:
        plan = ask(state, FireAsLaid).plan_at_spot(state, action)
    if plan is None:
        return None
    return _laid(state, plan, action.at if isinstance(action, FireAtSpot) else None)


def range_of(state: GameState, action: Action) -> float | None:
    """The shortest range of a shot's own lines of fire, in inches; None for what has none. (ARAP-GEN-05)"""
    plan = action.plan(state) if isinstance(action, Shoot) else ask(state, FireAsLaid).laid(state, action)
    return _of_firings(state, plan)[1] or None if plan is not None else None


def laid_by_hull(state: GameState, action: Action) -> LaidStrips | None:
    """The same of a hull's fire at an enemy; None for any other action."""
    plan = ask(state, FireAsLaid).laid(state, action)
    return None if plan is None else _laid(state, plan, None)


def _laid(state: GameState, plan: FirePlan, spot: Point | None) -> LaidStrips:
    shapes: list[Corners | Marker] = []
    burnt, shelled = list[ModelId](), list[ModelId]()
    for each in plan.firings:
        if each.strip is not None:
            shapes += [each.strip.corners(), *([each.beyond.corners()] if each.beyond else [])]
            burnt += [u.model for u in templates_strip.under(state, each.strip, each.model, each.beyond, aim=each.aim)]
        elif each.weapon.marker_in:
            aim = spot or shooting_preview.aimed_at(state, each)
            at = templates_scatter.met(state, each.model, aim, each.weapon) or aim
            shapes.append(marker(at, each.weapon.marker_in))
            shelled += [u.model for u in templates_marker.under(state, marker(at, each.weapon.marker_in), each.model)]
    lines, nearest = _of_firings(state, plan)
    return LaidStrips(tuple(shapes), lines, nearest, tuple(burnt), tuple(shelled))


def _dropped(state: GameState, action: DropGrenade) -> LaidStrips:
    """The markers of what is dropped, and those under them. (BLD-HIGH-05)"""
    unit, across = state.units[action.unit], state.weapons[action.weapon].marker_in
    shapes = tuple(marker(drop.at, across) for drop in action.drops if across)
    struck = [
        u.model
        for drop, shape in zip(action.drops, shapes, strict=False)
        for u in templates_marker.under(state, shape, unit.model(drop.model))
    ]
    return LaidStrips(shapes, shelled=tuple(struck))


def _bomb(state: GameState, action: DropBomb) -> LaidStrips:
    """The marker of a bomb and those under it; who drops it is above it. (ARAP-WPN-01)"""
    shape, bearer = marker(action.at, state.weapons[action.weapon].marker_in), state.find_model(action.model)[1]
    struck = (u.model for u in templates_marker.under(state, shape, bearer) if u.model != bearer.id)
    return LaidStrips((shape,), shelled=tuple(struck))


def _of_firings(state: GameState, plan: FirePlan) -> tuple[tuple[Line, ...], float]:
    """The lines of fire of a plan, to where its ranges end, and the shortest range; strips have none."""
    aims = [each for each in plan.firings if each.strip is None]
    drawn = dict.fromkeys((each.model.at, _end(state, each)) for each in aims)
    return tuple(drawn), min((each.range_in for each in aims), default=0.0)


def _end(state: GameState, firing: Firing) -> Point:
    """Where its range ends; the middle of a marker that was laid over the part of a hull in sight. (TRI-ORD-04)"""
    aim = firing.aim
    laid_aside = firing.weapon.marker_in and aim.profile in state.profiles and state.profile(aim).hull is not None
    if laid_aside and aim.at != state.find_model(aim.id)[1].at:
        return aim.at
    return end_of(state, firing.model.at, aim)


class FiringModels(NamedTuple):
    """Who fires in a plan, with how many shots in all; who could, why others cannot, and the most of each weapon."""

    fires: frozenset[ModelId]
    shots: int
    able: frozenset[ModelId]
    barred: dict[ModelId, str]
    most: dict[WeaponId, int]
    """Shots that one model could fire with it now. (ARAP-WPN-01)"""


def firing(state: GameState, action: Action) -> FiringModels | None:
    """Who of a unit on foot fires, as chosen and at most; None for any other action. (ARAP-WPN-01)"""
    if isinstance(action, Charge) and action.fire:
        both = state.units[action.unit], state.units[action.target]
        plan = fire_and_charge.plan(state, *both, action.chosen)
        every = fire_and_charge.plan(state, *both, action.chosen._replace(models=()))
    elif isinstance(action, FiresOnTheRun | StormSection | ChargeOut) and action.fire:
        if action.check(state) is not None:
            return None
        plan = action.running_fire(state, action.chosen)
        every = action.running_fire(state, action.chosen._replace(models=()))
    elif isinstance(action, Shoot | FireAtSpot):
        plan, every = action.plan(state), structs.replace(action, models=(), shots={}).plan(state)
    else:
        return None
    most: dict[WeaponId, int] = {}
    for each in every.firings:
        most[each.weapon.id] = max(most.get(each.weapon.id, 0), each.shots)
    return FiringModels(
        frozenset(f.model.id for f in plan.firings),
        sum(f.shots for f in plan.firings),
        frozenset(f.model.id for f in every.firings),
        {idle.model: idle.refusal.message for idle in every.idle},
        most,
    )


def astray(state: GameState, action: Action) -> tuple[Corners, ...]:
    """The strips as they were pointed, where that is refused."""
    unit = state.units.get(action.unit) if isinstance(action, Shoot) else None
    if unit is None or not isinstance(action, Shoot) or action.aim is None:
        return ()
    flames = [(m, weapon) for m in unit.alive for w in m.weapons if (weapon := state.weapons[w]).template]
    return tuple(templates_strip.strip_at(state, m, weapon, action.aim).corners() for m, weapon in flames)


def under_strips(state: GameState, strips: Iterable[Sequence[Point]], but: UnitId | None) -> list[ModelId]:
    """Whoever is under strips with these corners: far left, far right, near right, near left. (ARAP-TMPL-06)"""
    shapes = [strip_with(corners) for corners in strips if len(corners) == 4]
    standing = (u for u in state.units.values() if u.on_table and u.id != but)
    return [m.id for unit in standing for m in unit.alive if _is_under(state, shapes, m)]


def _is_under(state: GameState, shapes: Iterable[Strip], model: Model) -> bool:
    return any(templates_strip.reaches(state, strip, model) for strip in shapes)
