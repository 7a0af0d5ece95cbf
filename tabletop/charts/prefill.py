"""What a preset fills into the sheet: a weapon, a unit that fires, a target, or a shot on a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.shooting import to_hit
from rules.arap.shooting.plan import FirePlan, Firing, Orders
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.shoot import Shoot
from rules.arap.sight import cover as sight_cover
from rules.dice.goals import modified
from rules.forces.profile import Profile
from rules.forces.riding import as_one
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.progress import Action
from rules.state import GameState
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.hull import cover as hull_cover
from rules.vehicles.gemini.hull.hull import is_skimmer, origin_of, target_speed_in
from rules.vehicles.gemini.hull.speed_bands import working
from rules.vehicles.gemini.shooting import fire as shooting_fire
from tabletop.charts import asked
from tabletop.charts.sheet import KIND_CHOICES, KIND_NUMBERS, KINDS, Sheet, default
from tabletop.charts.sources import Pick, Source, carried, shoots

Filled = dict[str, str | Sequence[str]]

TRAITS: Final = ("melta", "laser", "shotgun", "improvised")
UNDER: Final = 3
"""Figures that a template or marker is taken to cover where no table says how many."""


def weapon(number: int, found: Weapon, *, shots: int | None = None, skill: int | None = None) -> Filled:
    """One weapon's numbers."""
    ticks = [trait for trait in TRAITS if found.has(trait)]
    ticks += ["lobbed"] if found.is_lobbed else []
    ticks += ["thrown"] if found.type == "grenade" and not found.has("improvised") else []
    filled: Filled = {
        f"name{number}": found.name,
        f"shots{number}": str(shots_of(found) if shots is None else min(shots, KIND_NUMBERS["shots"].most)),
        f"s{number}": str(found.strength),
        f"ap{number}": str(found.ap or 0),
        f"type{number}": type_of(found),
        f"x{number}": ticks,
        f"other{number}": "0",
    }
    return filled if skill is None else {**filled, f"bs{number}": str(skill)}


def type_of(found: Weapon) -> str:
    """How the page calls its kind."""
    if found.template:
        return "template"
    return "marker" if found.marker_in else "ordnance" if found.type == "ordnance" else "direct"


def shots_of(found: Weapon) -> int:
    """Shots of one firing at full range, or figures under it."""
    if found.template or found.marker_in:
        return UNDER
    return 1 if found.type in ("pistol", "grenade") else found.shots


def empty(first: int) -> Filled:
    """Nothing from that kind of weapons on."""
    filled: Filled = {}
    for number in range(first, KINDS + 1):
        for name in (*KIND_NUMBERS, *KIND_CHOICES):
            filled[f"{name}{number}"] = default(f"{name}{number}")
        filled |= {f"x{number}": (), f"w{number}": "", f"name{number}": ""}
    return filled


def firer(pick: Pick) -> Filled:
    """The weapons of a unit: each model fires the first that it carries, a vehicle all that it has."""
    counts = Counter(armed(pick))
    filled: Filled = {} if counts else {"shots1": "1"}
    for number, ((found, skill), count) in enumerate(counts.most_common(KINDS), 1):
        shots = shots_of(found) * (1 if found.marker_in or found.template else count)
        filled |= {**weapon(number, found, shots=shots, skill=max(1, skill)), **_as_target(number), f"w{number}": ""}
    return {**empty(min(len(counts), KINDS) + 1), **filled, "on": (), "suppression": str(pick.unit.s_active)}


def _as_target(number: int) -> Filled:
    return {f"{name}{number}": default(f"{name}{number}") for name in ("cover", "face")}


def armed(pick: Pick) -> list[tuple[Weapon, int]]:
    """Every weapon that a unit can fire now, with the skill of whoever fires it."""
    profile = pick.profiles[pick.unit.models[0].profile]
    if profile.hull is not None:
        return [(found, profile.hull.crew_bs) for found in carried(pick) if shoots(found)]
    fired = []
    for model in pick.unit.alive:
        own = [found for w in model.weapons if (found := pick.weapons[w]).is_ranged and shoots(found)]
        if own:
            fired.append((own[0], pick.profiles[model.profile].bs))
    return fired


def target(pick: Pick, source: Source) -> Filled:
    """The numbers of a target, as it is now."""
    profile = pick.profiles[pick.unit.alive[0].profile if pick.unit.alive else pick.unit.models[0].profile]
    if profile.hull is not None and profile.bike is not None:
        profile = as_one(profile)  # wounded like troops (VEH-BIKE-01)
    hull = profile.hull is not None and profile.bike is None
    filled = _vehicle(pick, profile) if hull else _troops(pick, profile)
    if source.state is not None:
        filled |= _on_table(source.state, pick.unit)
    rolls = str(source.options.get("hull_down_roll", 3))
    return {**filled, "cover": "none", "hulldown": rolls if rolls in ("3", "4") else "3"}


def _vehicle(pick: Pick, profile: Profile) -> Filled:
    vehicle, now = profile.hull, pick.unit.vehicle
    assert vehicle is not None
    front, side, rear = vehicle.armour or (0, 0, 0)
    strong = [pick.weapons[m.weapon].strength >= 4 for m in vehicle.mounts]
    lost = now.lost_mounts if now else ()
    ticks = [
        ("open", vehicle.open_topped),
        ("flimsy", vehicle.flimsy),
        ("skimmer", vehicle.skims),
        ("immobilised", bool(now and now.immobilised)),
        ("unarmed", not any(strong)),
    ]
    return {
        "kind": "vehicle",
        "front": str(front),
        "side": str(side),
        "rear": str(rear),
        "hull": str(now.hull if now else vehicle.hull_points),
        "guns": str(sum(s for n, s in enumerate(strong) if n not in lost)),
        "is": [key for key, on in ticks if on],
        "at": (),
        "moved": "0",
    }


def _troops(pick: Pick, profile: Profile) -> Filled:
    alive = pick.unit.alive or pick.unit.models
    group = len(alive) <= to_hit.SMALL_GROUP and all(pick.profiles[m.profile].size <= 2 for m in alive)
    small = all(pick.profiles[m.profile].size == 1 or pick.profiles[m.profile].has("small") for m in alive)
    ticks = [("group", group), ("small", small), ("grounded", pick.unit.gone_to_ground)]
    return {
        "kind": "troops",
        "models": str(len(alive)),
        "t": str(profile.t),
        "wounds": str(min(profile.w, 5)),
        "sv": str(profile.sv),
        "inv": str(profile.inv),
        "ld": str(max(pick.profiles[m.profile].ld for m in alive)),
        "at": [key for key, on in ticks if on],
        "is": (),
        "moved": "0",
    }


def _on_table(state: GameState, unit: Unit) -> Filled:
    speed = target_speed_in(state, unit) if unit.is_vehicle else sight_cover.last_turn(state, unit).moved_in
    return {"moved": str(int(speed + 0.01))}


# -- a shot on a table ---------------------------------------------------------------------------------------------


def plan_of(state: GameState, action: Action) -> tuple[Unit, Unit, FirePlan] | None:
    """Who would fire what at whom by an action; None for an action that is no such fire."""
    if isinstance(action, Shoot) and {action.unit, action.target} <= state.units.keys():
        return state.units[action.unit], state.units[action.target], action.plan(state)
    if isinstance(action, shooting_fire.FireVehicle) and action.unit in state.units and action.shots:
        at, mounts = next(iter(action.by_target().items()))
        if at in state.units:
            return (
                state.units[action.unit],
                state.units[at],
                shooting_fire.plan_of(state, state.units[action.unit], at, mounts),
            )
    return None


def plan_between(state: GameState, unit: Unit, at: Unit) -> FirePlan | None:
    """All that the one could fire at the other from where they stand; None unless both stand on the table."""
    if not (unit.on_table and at.on_table) or unit.side == at.side:
        return None
    if unit.is_vehicle:
        return shooting_fire.plan_of(state, unit, at.id, working(state, unit))
    return Planner(state, unit, at, Orders()).plan()


def shot(state: GameState, unit: Unit, at: Unit, plan: FirePlan) -> Filled:
    """Every circumstance of a plan of fire, kind by kind, so that the sheet needs the same numbers as the plan."""
    first = plan.firings[0]
    found = _found(state, unit, at, first)
    ticks = [
        ("carried", found.carried),
        ("tactical", found.tactical),
        ("aimed", found.aimed or any(m.rule == "ARAP-HIT-04" for m in first.modifiers)),
        ("corrected", found.corrected),
        ("bounced", first.beyond is not None),
    ]
    filled: Filled = {
        "on": [key for key, on in ticks if on],
        "suppression": str(found.suppression),
        "at": [
            key
            for key, on in (
                ("small", found.small),
                ("group", bool(found.group)),
                ("dodging", found.target_tactical),
                ("grounded", at.gone_to_ground),
            )
            if on and not (at.is_vehicle and key in ("group", "grounded") and not found.group)
        ],
    }
    if at.is_vehicle:
        skims = is_skimmer(state, at)
        filled["moved"] = str(int(target_speed_in(state, at) + 0.01))
        filled["is"] = [*(_vehicle_ticks(state, at)), *(["skimmer"] if skims else [])]
    else:
        filled["moved"] = str(int(found.moved_in + 0.01))
    kinds = _kinds(state, unit, at, plan)
    for number, (one, count) in enumerate(kinds[:KINDS], 1):
        filled |= _kind(state, unit, at, one, count, number)
    return _agreeing({**filled, **empty(min(len(kinds), KINDS) + 1)}, [one for one, _ in kinds[:KINDS]])


def _vehicle_ticks(state: GameState, at: Unit) -> list[str]:
    vehicle, fate = state.profile(at.models[0]).hull, damage_odds.fate_of(state, at)
    assert vehicle is not None
    ticks = [
        ("open", vehicle.open_topped),
        ("flimsy", vehicle.flimsy),
        ("immobilised", fate.immobilised),
        ("unarmed", not fate.had_guns),
        ("plunging", bool(state.option("hull_down_against_plunging_fire"))),
    ]
    return [key for key, on in ticks if on]


def _found(state: GameState, unit: Unit, at: Unit, one: Firing) -> to_hit.Circumstances:
    return to_hit.circumstances(state, to_hit.Shot(unit, one.model, one.weapon, at, one.range_in))


def _kinds(state: GameState, unit: Unit, at: Unit, plan: FirePlan) -> list[tuple[Firing, int]]:
    """Fire that is thrown together and strikes the same face, with its number of shots."""
    counts: dict[tuple[object, ...], tuple[Firing, int]] = {}
    for group in plan.groups():
        for one in group:
            key = (*one.key, *(_struck(state, at, one) if at.is_vehicle else ()))
            first, count = counts.get(key, (one, 0))
            counts[key] = (first, count + _shots(at, one, state))
    return list(counts.values())


def _shots(at: Unit, one: Firing, state: GameState) -> int:
    """Shots, or the figures of the target that a template or marker may be expected to cover."""
    if at.is_vehicle or not to_hit.is_area(one.weapon):
        return one.shots
    return asked.figures_under(state, at, one)


def _struck(state: GameState, at: Unit, one: Firing) -> tuple[object, ...]:
    found = damage_odds.shot_at(state, at, one.weapon, origin_of(state, one.model.id) if _walks(one) else one.model.at)
    return (found.armour.face, found.kind, found.hull_down)


def _walks(one: Firing) -> bool:
    """Whether the firer is a figure, which may ride in something; a mount fires from where it sits."""
    return one.weapon.id in one.model.weapons


def _kind(state: GameState, unit: Unit, at: Unit, one: Firing, count: int, number: int) -> Filled:
    used = replace(one.weapon, strength=one.strength)
    filled = weapon(number, used, shots=count, skill=max(1, one.base))
    ticks = list(filled[f"x{number}"])
    eye = origin_of(state, one.model.id) if _walks(one) else one.model.at
    if at.is_vehicle:
        found = damage_odds.shot_at(state, at, one.weapon, eye)
        ticks += ["near"] if found.kind == "melta" else []
        filled |= {f"face{number}": found.armour.face, f"cover{number}": hull_cover.hidden(state, at, eye)}
    else:
        filled |= {f"face{number}": "", f"cover{number}": _cover(one)}
    ticks += [] if one.close else ["far"]
    ticks += ["near"] if any(m.reason.startswith("shotgun") for m in one.modifiers) else []
    ticks += ["wounded"] if any(m.reason == "firer wounded" for m in one.modifiers) else []
    ticks += ["pistols"] if any(m.rule == "ARAP-WPN-04" for m in one.modifiers) else []
    return {**filled, f"x{number}": list(dict.fromkeys(ticks)), f"w{number}": ""}


def _cover(one: Firing) -> str:
    """The cover that the plan counts against these shots."""
    for each in one.modifiers:
        if each.rule in ("ARAP-HIT-06", "ARAP-HIT-07", "ARAP-PRONE-02", "ARAP-HIT-10"):
            return "hard" if each.value == -2 else "soft"
    return "none"


def _agreeing(filled: Filled, firings: Sequence[Firing]) -> Filled:
    """The same with what the sheet has no switch for as other modifiers, so that every goal is the plan's own."""
    sheet = Sheet()
    sheet.fill(filled, over=True)
    asks = asked.read(sheet)
    for number, (one, fire) in enumerate(zip(firings, asks.fires, strict=False), 1):
        difference = modified(one.base, one.modifiers) - asked.goal(asks, fire)
        if difference:
            filled[f"other{number}"] = str(difference)
    return filled
