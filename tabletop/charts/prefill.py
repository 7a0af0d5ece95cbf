"""What a preset fills into the sheet: a weapon, a unit that fires, a target, or a shot on a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.forces import strength
from rules.forces.profile import Profile
from rules.forces.riding import as_one
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.questions import shots
from rules.questions.shots import Numbers, ShotKind
from rules.state import GameState
from tabletop.charts import asked
from tabletop.charts.sheet import KIND_CHOICES, KIND_NUMBERS, KINDS, TRAITS, Sheet, default
from tabletop.charts.sources import Pick, Source, carried, shoots

Filled = dict[str, str | Sequence[str]]

UNDER: Final = 3
"""Figures that a template or marker is taken to cover where no table says how many."""


def weapon(
    number: int, found: Weapon, *, lays_marker: bool, shots: int | None = None, skill: int | None = None
) -> Filled:
    """One weapon's numbers; `lays_marker` where ordnance is no shot at the target. (TRI-ORD-04)"""
    ticks = [trait for trait in TRAITS if found.has(trait)]
    ticks += ["lobbed"] if found.is_lobbed else []
    ticks += ["thrown"] if found.type == "grenade" and not found.has("improvised") else []
    filled: Filled = {
        f"name{number}": found.name,
        f"shots{number}": str(shots_of(found) if shots is None else min(shots, KIND_NUMBERS["shots"].most)),
        f"s{number}": str(found.strength),
        f"ap{number}": str(found.ap or 0),
        f"type{number}": type_of(found, lays_marker=lays_marker),
        f"x{number}": ticks,
        f"other{number}": "0",
    }
    return filled if skill is None else {**filled, f"bs{number}": str(skill)}


def type_of(found: Weapon, *, lays_marker: bool) -> str:
    """How the page calls its kind; where ordnance lays a marker of itself, it is just that. (TRI-ORD-01)"""
    if found.type == "ordnance" and lays_marker:
        return "ordnance"
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


def firer(pick: Pick, *, lays_marker: bool) -> Filled:
    """The weapons of a unit: each model fires the first that it carries, a vehicle all that it has."""
    counts = Counter(armed(pick))
    filled: Filled = {} if counts else {"shots1": "1"}
    for number, ((found, skill), count) in enumerate(counts.most_common(KINDS), 1):
        shots = shots_of(found) * (1 if found.marker_in or found.template else count)
        filled |= {
            **weapon(number, found, lays_marker=lays_marker, shots=shots, skill=max(1, skill)),
            **_as_target(number),
            f"w{number}": "",
        }
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
        "rules": vehicle.made_for,
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
    each = [pick.profiles[m.profile] for m in alive]
    group, small = shots.is_small_group(each), shots.is_small(each)
    ticks = [("group", group), ("small", small), ("grounded", pick.unit.gone_to_ground)]
    suffered = strength.change(profile.traits, "struck")
    return {
        "kind": "troops",
        "models": str(len(alive)),
        "t": str(profile.t),
        "wounds": str(min(profile.w, 5)),
        "sv": str(profile.sv),
        "inv": str(profile.inv),
        "ld": str(max(pick.profiles[m.profile].ld for m in alive)),
        "times": str(suffered.times),
        "more": str(suffered.more),
        "at": [key for key, on in ticks if on],
        "is": (),
        "moved": "0",
    }


def _on_table(state: GameState, unit: Unit) -> Filled:
    return {"moved": str(int(shots.moved_in(state, unit) + 0.01))}


# -- a shot on a table ---------------------------------------------------------------------------------------------


def shot(state: GameState, at: Unit, numbers: Numbers, *, lays_marker: bool) -> Filled:
    """Every circumstance of a shot, kind by kind, so that the sheet needs the same numbers as the table."""
    of_firer = ("carried", "tactical", "aimed", "corrected", "bounced", "sevens", "rolling")
    firer = [key for key in of_firer if getattr(numbers, key)]
    ticks = [
        ("small", numbers.small),
        ("group", numbers.group),
        ("dodging", numbers.dodging),
        ("grounded", at.gone_to_ground and (numbers.group or not at.is_vehicle)),
    ]
    filled: Filled = {
        "on": firer,
        "suppression": str(numbers.suppression),
        "at": [key for key, on in ticks if on],
        "moved": str(int(numbers.moved_in + 0.01)),
    }
    if at.is_vehicle:
        filled["is"] = _hull_ticks(state, at)
    else:
        filled["rules"] = str(state.option("vehicle_module"))
    for number, kind in enumerate(numbers.kinds[:KINDS], 1):
        filled |= _kind(kind, number, lays_marker=lays_marker)
    return _agreeing({**filled, **empty(min(len(numbers.kinds), KINDS) + 1)}, numbers.kinds[:KINDS])


def _hull_ticks(state: GameState, at: Unit) -> list[str]:
    vehicle, now = state.profile(at.models[0]).hull, shots.condition(state, at)
    assert vehicle is not None
    ticks = [
        ("open", vehicle.open_topped or now.exposed),
        ("flimsy", vehicle.flimsy),
        ("immobilised", now.immobilised),
        ("unarmed", not now.had_guns),
        ("plunging", now.plunging),
        ("skimmer", now.skims),
        ("third", now.third_edition),
    ]
    return [key for key, on in ticks if on]


def _kind(kind: ShotKind, number: int, *, lays_marker: bool) -> Filled:
    filled = weapon(number, kind.weapon, lays_marker=lays_marker, shots=kind.shots, skill=max(1, kind.skill))
    own = [key for key in ("far", "near", "wounded", "pistols") if getattr(kind, key)]
    return {
        **filled,
        f"face{number}": kind.face,
        f"cover{number}": kind.cover,
        f"x{number}": list(dict.fromkeys([*filled[f"x{number}"], *own])),
        f"w{number}": "",
    }


def _agreeing(filled: Filled, kinds: Sequence[ShotKind]) -> Filled:
    """The same with what the sheet has no switch for as other modifiers, so that every goal is the table's own."""
    sheet = Sheet()
    sheet.fill(filled, over=True)
    asks = asked.read(sheet)
    for number, (kind, fire) in enumerate(zip(kinds, asks.fires, strict=False), 1):
        difference = kind.goal - asked.goal(asks, fire)
        if difference:
            filled[f"other{number}"] = str(difference)
    return filled
