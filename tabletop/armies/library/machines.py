"""A vehicle, whichever vehicle rules it is made for: what it carries, its armour and its weapons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.ids import ProfileId, WeaponId
from rules.forces.crusade import CrusadeVehicle
from rules.forces.modules import Module, modules_of
from rules.forces.mount import Mount
from rules.forces.profile import Profile, VehicleProfile
from rules.forces.trial import TrialVehicle

_BIG = ("very-bulky", "extremely-bulky")


class Machine(NamedTuple):
    """What armies ask of a vehicle. `bars`: traits and bulks of models that may not ride in it."""

    module: Module
    capacity: int
    mounts: tuple[Mount, ...]
    armour: tuple[int, int, int] | None = None
    bars: tuple[str, ...] = ()
    bars_rule: str = ""
    one_unit: bool = False
    """No more than one unit rides in it. (TRI-TRAN-07)"""
    holds: tuple[ProfileId, ...] = ()
    """Vehicles one of which may ride in it alone. (CRU-LIST-03)"""
    towed: bool = False


@lru_cache(maxsize=1024)
def machine_of(profile: Profile) -> Machine | None:
    """The vehicle that a profile describes; None for whoever is no vehicle."""
    if profile.vehicle is not None:
        return _gemini(profile.vehicle)
    if profile.trial is not None:
        return _trial(profile.trial)
    return _crusade(profile.crusade) if profile.crusade is not None else None


def _gemini(hull: VehicleProfile) -> Machine:
    mounts = [*hull.mounts, *(mount for section in hull.sections for mount in section.hull.mounts)]
    armour = (hull.front, hull.side, hull.rear)
    return Machine("gemini", hull.capacity, tuple(mounts), armour, towed=hull.towed)


def _trial(hull: TrialVehicle) -> Machine:
    armour = (hull.front, hull.side, hull.rear)
    return Machine("trial", hull.capacity, hull.mounts, armour, hull.bars, "TRI-TRAN-06", one_unit=True)


def _crusade(hull: CrusadeVehicle) -> Machine:
    bars = () if hull.open_transport or hull.takes_big else _BIG
    return Machine("crusade", hull.transport, hull.mounts, None, bars, "CRU-TRAN-05", holds=hull.holds)


def is_vehicle(profile: Profile) -> bool:
    """Whether it is a vehicle by any rules."""
    return bool(modules_of(profile))


Added = tuple[int, int, int]


def refitted(profile: Profile, swaps: Mapping[WeaponId, WeaponId], armour: Added, bs: int, dozer: str) -> Profile:
    """The profile of a vehicle with other weapons on its mounts, and what options add to armour and BS."""
    front, side, rear = armour
    if (hull := profile.vehicle) is not None:
        vehicle = replace(
            hull,
            front=hull.front + front,
            side=hull.side + side,
            rear=hull.rear + rear,
            crew_bs=hull.crew_bs + bs,
            dozer="front" if dozer == "front" else "rear" if dozer == "rear" else hull.dozer,
            mounts=_swapped(hull.mounts, swaps),
        )
        return replace(profile, vehicle=vehicle, bs=profile.bs + bs)
    if (trial := profile.trial) is not None:
        trial = replace(
            trial,
            front=trial.front + front,
            side=trial.side + side,
            rear=trial.rear + rear,
            bs=trial.bs + bs,
            mounts=_swapped(trial.mounts, swaps),
        )
        return replace(profile, trial=trial)
    if (crusade := profile.crusade) is not None:
        return replace(profile, crusade=replace(crusade, mounts=_swapped(crusade.mounts, swaps)))
    return profile


def _swapped(mounts: tuple[Mount, ...], swaps: Mapping[WeaponId, WeaponId]) -> tuple[Mount, ...]:
    return tuple(replace(mount, weapon=swaps.get(mount.weapon, mount.weapon)) for mount in mounts)
