"""A vehicle as the options of a roster fit it out, whichever vehicle rules it is made for."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.core.ids import WeaponId
from rules.forces.hull import Plates
from rules.forces.mount import Mount
from rules.forces.profile import Profile


def refitted(profile: Profile, swaps: Mapping[WeaponId, WeaponId], armour: Plates, bs: int, dozer: str) -> Profile:
    """The profile of a vehicle with other weapons on its mounts, and what options add to armour and BS."""
    if profile.hull is None:
        return profile
    hull = profile.hull.fitted(_swapped(profile.hull.mounts, swaps)).improved(armour, bs, dozer)
    return replace(profile, hull=hull, bs=profile.bs + bs)


def _swapped(mounts: tuple[Mount, ...], swaps: Mapping[WeaponId, WeaponId]) -> tuple[Mount, ...]:
    return tuple(replace(mount, weapon=swaps.get(mount.weapon, mount.weapon)) for mount in mounts)
