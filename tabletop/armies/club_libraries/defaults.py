"""What the rulebook gives a profile that is being edited: the Movement of its kind of creature, any bike, any vehicle.

(ARAP-GEN-07, ARAP-MOVE-02, VEH-BIKE-02, VEH-MOVE-01, VEH-MECH-01)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.forces import creatures, gemini, modules
from rules.forces.libraries import bikes
from rules.forces.profile import Profile
from tabletop.ui.refused import Refused

Choices = tuple[tuple[str, str], ...]

ASKED = ("m", "creature", "make", "vehicle")
"""Fields of the form that say what is to be taken from the rules."""


def kind_of(name: str) -> str:
    """The row of the chart that what is called so has; else that of humans. (ARAP-MOVE-02)"""
    return creatures.kind_of(name) or next(iter(creatures.moves()))


def of_creatures() -> Choices:
    """Every kind of creature with its Movement, in words."""
    return tuple((name, f"{name}, {m:g}″") for name, m in creatures.moves().items())


def of_bikes() -> Choices:
    """Every make of bike with what it withstands and carries, in words."""
    return tuple((name, _bike_words(make)) for name, make in bikes.library().items())


def _bike_words(make: bikes.BikeMake) -> str:
    save = "no save" if make.bike.sv >= 7 else f"save {make.bike.sv}+"
    speeds = f"maximum {make.top_speed_in:g}″, Acc/Dec {make.acc_dec_in:g}″, TRR {make.trr:g}"
    carried = [each for each in (make.weapons, make.equipment) if each != "none"]
    return ", ".join([make.name, f"T {make.bike.t}", save, speeds, *carried])


def of_vehicles() -> Choices:
    """Every kind of vehicle with its battle speed, what it moves on and how it fires, in words."""
    found = gemini.kinds().items()
    return tuple((name, f"{name}, {k.battle_speed_in:g}″, {k.type}, {k.vehicle_class}") for name, k in found)


def is_gemini(part: object) -> bool:
    """Whether it is a profile of a vehicle for the Gemini vehicle rules."""
    return isinstance(part, Profile) and isinstance(part.hull, gemini.GeminiHull)


def applied(values: dict[str, Any], sent: Mapping[str, str], do: str) -> dict[str, Any]:
    """A profile as its form says it, with what was asked for. Raises Refused for a model without a Movement."""
    if do == "movement":
        return {**values, "m": _movement(sent.get("creature", ""))}
    if do == "bike":
        return _on_bike(values, sent.get("make", ""))
    if do == "vehicle":
        return _as_kind(values, sent.get("vehicle", ""))
    if not values.get("hull") and not (sent.get("m", "").strip() and values.get("m", 0) > 0):
        name = values.get("name") or "It"
        allowed = "inches, or the Movement of its kind of creature"
        raise Refused("no-movement", f"{name} has no Movement.", allowed, rule="ARAP-GEN-07")
    return values


def _movement(creature: str) -> float:
    found = creatures.basic_move_of(creature)
    if found is None:
        text, allowed = "The rules have no Movement for that kind of creature.", ", ".join(creatures.moves())
        raise Refused("unknown-creature", text, allowed, rule="ARAP-MOVE-02")
    return found


def _on_bike(values: dict[str, Any], name: str) -> dict[str, Any]:
    """Its T, save and bodywork; of a bike that drives by itself its Street Race figures as well."""
    make = bikes.library().get(name)
    if make is None:
        raise Refused("unknown-bike", "There is no such bike in the rules.", ", ".join(bikes.library()))
    bike = {**(values.get("bike") or {}), **msgspec.to_builtins(make.bike)}
    hull: dict[str, Any] = values.get("hull") or {}
    driven = {"top_speed_in": make.top_speed_in, "acc_dec_in": make.acc_dec_in, "trr": make.trr}
    if _has(hull, driven):
        hull = {**hull, **driven}
    return {**values, "bike": bike, "hull": hull or None}


def _has(hull: Mapping[str, Any], figures: Iterable[str]) -> bool:
    """Whether hulls of its rules have all those figures."""
    made = modules.made_for(str(hull.get("rules")))
    return made is not None and set(figures) <= set(made.hull.__struct_fields__)


def _as_kind(values: dict[str, Any], name: str) -> dict[str, Any]:
    """Its type, class and battle speed; a mechanoid walks as far as it moves. (VEH-MOVE-01, VEH-MECH-01)"""
    kind = gemini.kinds().get(name)
    hull: dict[str, Any] = values.get("hull") or {}
    if kind is None or not _has(hull, kind._fields):
        text = "There is no such vehicle in the rules."
        raise Refused("unknown-vehicle", text, ", ".join(gemini.kinds()), rule="VEH-MOVE-01")
    walks = {"m": kind.battle_speed_in} if kind.vehicle_class == "mechanoid" else {}
    return {**values, **walks, "hull": {**hull, **kind._asdict()}}
