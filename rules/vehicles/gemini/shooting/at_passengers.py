"""People in an open top, at a hatch or clinging to a hull: who may be shot at, and how. (VEH-OPEN-01, -02, VEH-BRD-13)

They are aimed at within short range; beyond it each hit on the vehicle may fall on them. Markers and templates strike
whoever is under them, vehicle and people.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.damage.allocation import Lot
from rules.arap.damage.wounds_and_saves import unsaved_odds
from rules.arap.shooting import losses, odds
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Idle
from rules.arap.templates import strip
from rules.arap.templates.vehicle_interface import OnHull
from rules.arap.units import weapons
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import CANNOT_HURT, CANNOT_HURT_HULL, HitLine, ShotLine
from rules.core.refusal import Refusal
from rules.dice.odds import chance_low
from rules.forces.unit import Model, Point, Unit, UnitTurn
from rules.forces.weapon import Weapon, strengths_of
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_beyond, is_within
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.damage.penetration import Hit
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.hull.low_rolls import low_goal
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.shared.hull import hull_of

VEHICLE_TO: Final = low_goal(4)
"""Up to this face a shared hit is the vehicle's, above it the people's. (VEH-JOIN-01)"""

STRUCK_AS_WELL: Final = "strikes those on it as well who are under it (VEH-OPEN-01)"
"""What a plan says of markers and templates at a vehicle with people in the open."""

HARD_COVER: Final = Modifier(-2, "people in hard cover aboard", "VEH-OPEN-02")


def models_of(state: GameState, unit: Unit) -> tuple[Model, ...]:
    """Members of a unit aboard that can be shot at: all in an open top or outside, else those at a hatch."""
    if unit.aboard is None:
        return ()
    vehicle = state.units[unit.aboard]
    if vehicle.is_gone or not vehicle.on_table:
        return ()
    if unit.clinging or profile_of(state, vehicle).open_topped:
        return unit.alive
    return tuple(m for m in unit.alive if m.id in unit.now.at_hatch)


def people(state: GameState, vehicle: Unit) -> list[tuple[UnitId, ModelId]]:
    """Everybody who can be shot at on a vehicle."""
    return [(u.id, m.id) for u in passengers.aboard(state, vehicle.id) for m in models_of(state, u)]


def shared(state: GameState, vehicle: Unit, weapon: Weapon, hit: Hit) -> bool:
    """Whether a hit on the vehicle may fall on people instead: shot from beyond short range. (VEH-OPEN-01)"""
    if hit.melee or arms_area(weapon) or not state.option("passengers_hit_at_long_range"):
        return False
    return is_beyond(hull_of(state, vehicle).distance_to_point(hit.origin), weapons.short_range(weapon))


def share_of_hull(state: GameState, vehicle: Unit, weapon: Weapon, origin: Point) -> Fraction:
    """How many of such hits fall on the vehicle rather than on its people. (VEH-OPEN-01)"""
    hit = Hit(origin=origin, weapon=weapon, strength=weapon.strength)
    is_shared = bool(people(state, vehicle)) and shared(state, vehicle, weapon, hit)
    return chance_low(VEHICLE_TO) if is_shared else Fraction(1)


def arms_area(weapon: Weapon) -> bool:
    """Whether the weapon strikes all in an area, so that nobody is picked out."""
    return weapon.template or weapon.marker_in > 0


def share(progress: Progress, vehicle: Unit, hits: Sequence[Hit], by: UnitId) -> list[Hit]:
    """Share out hits from afar between the vehicle and its people; theirs are queued, the vehicle's are given back."""
    state = progress.state
    exposed = people(state, vehicle)
    doubtful = [h for h in hits if exposed and shared(state, vehicle, h.weapon, h)]
    if not doubtful:
        return list(hits)
    rolled = progress.roll(
        "randomise-target",
        len(doubtful),
        sense="table",
        unit=by,
        target=vehicle.id,
        why=f"1 to {VEHICLE_TO} {vehicle.name}, {VEHICLE_TO + 1} to 6 the people on it",
        rules=("VEH-OPEN-01", *_rules(state, exposed)),
    )
    theirs = [h for h, die in zip(doubtful, rolled.dice, strict=True) if die > VEHICLE_TO]
    lots: dict[UnitId, list[Lot]] = {}
    for hit in theirs:
        place = progress.pick(len(exposed), unit=vehicle.id, why=f"who on {vehicle.name} is hit")
        unit, model = exposed[place]
        lots.setdefault(unit, []).append(_lot(state, vehicle, hit, model))
    tasks = [t for unit, own in lots.items() for t in losses.begin(progress, unit, own, HitSource(by=by))]
    progress.ahead(*tasks)
    return [h for h in hits if not any(h is t for t in theirs)]


def lines(
    state: GameState, vehicle: Unit, weapon: Weapon, origins: Sequence[Point], lines: Sequence[ShotLine]
) -> tuple[ShotLine, ...]:
    """The lines of a preview, with what becomes of people on whom hits from afar may fall. (VEH-OPEN-01)"""
    if arms_area(weapon) and any(True for u, _ in on_hulls(state) if u.aboard == vehicle.id):
        return tuple(_with_note(line, STRUCK_AS_WELL) for line in lines)
    hits = (Hit(origin=origin, weapon=weapon, strength=weapon.strength) for origin in origins)
    far = sum(shared(state, vehicle, weapon, hit) for hit in hits) if people(state, vehicle) else 0
    if not far:
        return tuple(lines)
    note = f"from afar: on {VEHICLE_TO + 1} or more a hit falls on the people on it"
    return (*(_with_note(line, note) for line in lines), _on_people(state, vehicle, weapon, far))


def _on_people(state: GameState, vehicle: Unit, weapon: Weapon, shooters: int) -> ShotLine:
    """How likely such a hit falls on the people, and what it costs whomever it strikes of them. (VEH-OPEN-01)"""
    falls = 1 - chance_low(VEHICLE_TO)
    exposed = [state.find_model(model) for _, model in people(state, vehicle)]
    strengths = strengths_of(weapon.strength, weapon.random_sides)
    each = [
        odds.wounding(profile, strengths, close=False) * unsaved_odds(profile, weapon.ap, grounded=unit.gone_to_ground)
        for unit, profile in ((unit, state.profile(model)) for unit, model in exposed)
    ]
    fells = falls * sum(each, Fraction(0)) / len(each)
    return HitLine(
        weapon=weapon.id,
        name=f"{weapon.name} on the people on it",
        shooters=shooters,
        shots=shooters,
        goal=VEHICLE_TO + 1,
        goal_text=f"{VEHICLE_TO + 1} or more",
        modifiers=(),
        chances=(odds.chance("falls on them", falls), odds.chance("costs one of them a wound", fells)),
    )


def _with_note(line: ShotLine, note: str) -> ShotLine:
    return replace(line, goal_text=_hull_alone(line.goal_text), notes=(*line.notes, note))


def _hull_alone(need: str) -> str:
    return CANNOT_HURT_HULL if need == CANNOT_HURT else need


def _rules(state: GameState, exposed: Sequence[tuple[UnitId, ModelId]]) -> tuple[str, ...]:
    return ("VEH-BRD-13",) if any(state.units[u].clinging for u, _ in exposed) else ()


def _lot(state: GameState, vehicle: Unit, hit: Hit, victim: ModelId) -> Lot:
    gap = hull_of(state, vehicle).distance_to_point(hit.origin)
    close = is_within(gap, weapons.short_range(hit.weapon))
    return Lot(weapon=hit.weapon.id, strength=hit.strength, ap=hit.weapon.ap, victims=(victim,), close=close)


def targets(state: GameState, side: SideId) -> Iterator[Unit]:
    """Enemies aboard who can be shot at."""
    return (u for u in state.units.values() if u.side != side and not u.is_gone and models_of(state, u))


# -- aiming at people ----------------------------------------------------------------------------------------------


def cover(state: GameState, unit: Unit) -> Literal["none", "hard"]:
    """The cover that the vehicle gives to people exposed on it. (VEH-OPEN-02, VEH-BRD-13)

    Where the table leaves it to each vehicle, a trait of its profile or a tag says so, else whether it is military.
    """
    assert unit.aboard is not None
    kind, vehicle = str(state.option("passengers_hard_cover")), state.units[unit.aboard]
    if unit.clinging or kind == "never":
        return "none"
    traits = (*vehicle.tags, *state.profile(vehicle.models[0]).traits)
    if kind == "always" or "sheltering" in traits:
        return "hard"
    profile = profile_of(state, vehicle)
    military = not profile.civilian and profile.type != "bike"
    return "hard" if military and "bare" not in traits else "none"


def why_not(state: GameState, unit: Unit) -> Refusal | None:
    """Why people aboard cannot be shot at, if so."""
    assert unit.aboard is not None
    if models_of(state, unit):
        return None
    vehicle = state.units[unit.aboard]
    text = f"{unit.name} is inside {vehicle.name} and cannot be shot at."
    return Refusal("inside", text, "VEH-OPEN-01", f"{vehicle.name} itself, or its ports")


def on_hulls(state: GameState) -> Iterator[OnHull]:
    """All who can be shot at on hulls, where markers and templates find them; up to version 5 these found nobody."""
    riders = () if state.is_older_than("6") else (u for u in state.units.values() if models_of(state, u))
    for unit in riders:
        yield OnHull(replace(unit, models=_standing(state, unit)), cover(state, unit))


def _standing(state: GameState, unit: Unit) -> tuple[Model, ...]:
    """Those of a unit who can be shot at, along the middle of their hull."""
    assert unit.aboard is not None
    seen = models_of(state, unit)
    spots = places(hull_of(state, state.units[unit.aboard]), len(seen))
    return tuple(replace(m, at=at) for m, at in zip(seen, spots, strict=True))


def shown(state: GameState, unit: Unit) -> GameState:
    """The state as shots at people aboard find it: those exposed stand along the hull, which hides nobody."""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    now, before = _carried(unit.now, vehicle.now), _carried(unit.before, vehicle.before)
    target = replace(unit, models=_standing(state, unit), aboard=None, deployed=True, now=now, before=before)
    return state.with_units(target, replace(vehicle, deployed=False))


def _carried(own: UnitTurn, carried: UnitTurn) -> UnitTurn:
    """A turn of people aboard: they have gone as far as what carries them. (VEH-AT-02, ARAP-HIT-08)"""
    return replace(own, moved_in=max(own.moved_in, carried.moved_in))


def places(hull: Hull, count: int) -> list[tuple[float, float]]:
    """Places for so many along the middle of a hull, from front to rear."""
    return [hull.on_table(hull.length * (0.5 - (n + 0.5) / count), 0) for n in range(count)]


def only_near(state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """The plan without shots from beyond short range: people are picked out no further off. (VEH-OPEN-01)

    Their hull stops streams at them, as it does those at itself; from a hull of their own those fly as they were laid.
    """
    if unit.aboard is None and not state.is_older_than("6"):
        cut = (f._replace(strip=f.strip and strip.stopped(state, f.model, f.strip)) for f in plan.firings)
        plan = plan._replace(firings=tuple(cut))
    near = tuple(f for f in plan.firings if f.strip or is_within(f.range_in, weapons.short_range(f.weapon)))
    if len(near) == len(plan.firings):
        return plan
    far = next(f for f in plan.firings if f not in near)
    reach = weapons.short_range(far.weapon)
    text = f"People aboard are aimed at within short range; {far.weapon.name} is {far.range_in:.3g}″ away."
    allowed = f"within {reach:g}″, or the vehicle: its hits from afar are shared with its people"
    idle = Idle(far.model.id, 11, Refusal("beyond-short-range", text, "VEH-OPEN-01", allowed))
    return plan._replace(firings=near, idle=(*plan.idle, idle))
