"""Bikes and beasts that are ridden: one target with their rider, or two. (VEH-BIKE-01 to -05)"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from rules.forces.profile import NO_SAVE, Profile
from rules.forces.unit import Model

CHARACTERS: Final = ("independent", "character", "leader")
"""Traits of riders who are a target of their own unless the table says otherwise. (VEH-BIKE-04)"""


def is_separate(profile: Profile, model: Model, switch: str) -> bool:
    """Whether rider and mount are two targets. (VEH-BIKE-05)"""
    if profile.bike is None or model.on_foot or switch == "always_one":
        return False
    return switch == "separate" or is_character(profile)


def is_character(profile: Profile) -> bool:
    """Whether the rider is somebody. (VEH-BIKE-04)"""
    return any(profile.has(t) for t in CHARACTERS)


def as_ridden(profile: Profile, model: Model, switch: str) -> Profile:
    """What counts for a model on a bike or beast: the average of both, or the part that is struck."""
    if profile.bike is None:
        return profile
    if model.on_foot:
        return _on_foot(profile)
    if not is_separate(profile, model, switch):
        return as_one(profile)
    return _mount(profile) if model.part == MOUNT else _rider(profile)


RIDER: Final = "rider"
MOUNT: Final = "mount"


def seated_t(profile: Profile) -> int:
    """The rider's Toughness behind armoured bodywork. (VEH-BIKE-03)"""
    return profile.t + (1 if profile.bike is not None and profile.bike.bodywork else 0)


@lru_cache(maxsize=256)
def as_one(profile: Profile) -> Profile:
    """Toughness rounded up, the save down to the lower number on the die; 7 is none. (VEH-BIKE-04)"""
    bike = profile.bike
    assert bike is not None
    t = -(-(bike.t + seated_t(profile)) // 2)
    return replace(profile, t=t, sv=min(NO_SAVE, (bike.sv + profile.sv) // 2))


@lru_cache(maxsize=256)
def _rider(profile: Profile) -> Profile:
    return replace(profile, t=seated_t(profile))


@lru_cache(maxsize=256)
def _mount(profile: Profile) -> Profile:
    bike = profile.bike
    assert bike is not None
    return replace(profile, t=bike.t, sv=bike.sv, inv=NO_SAVE)


@lru_cache(maxsize=256)
def _on_foot(profile: Profile) -> Profile:
    """Thrown off: his own Toughness, his own legs. (VEH-BIKE-06)"""
    bike = profile.bike
    assert bike is not None
    return replace(profile, m=bike.walk_in, kind="humanoid")
