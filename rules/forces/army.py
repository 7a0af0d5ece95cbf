"""An army as brought to a table: versioned content that musters into units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import ModelId, ProfileId, SideId, UnitId, WeaponId
from rules.forces.hull import VehicleHull
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit, VehicleState
from rules.forces.weapon import Weapon


class Member(Struct, frozen=True, kw_only=True):
    """So many models of one profile with the same weapons."""

    profile: ProfileId
    count: int = 1
    weapons: tuple[WeaponId, ...] = ()
    leader: bool = False


class Entry(Struct, frozen=True, kw_only=True):
    """One unit of an army. `inside` is the name of the entry (a transport) that it begins the battle aboard."""

    name: str
    members: tuple[Member, ...]
    points: int = 0
    inside: str = ""
    reserve: bool = False
    hidden: bool = False
    squadron: str = ""
    """Name of the vehicle squadron that it belongs to. (VEH-JOIN-12)"""
    serves: str = ""
    """The name of the towed weapon whose crew it is. (VEH-TOW-01)"""
    dedicated: str = ""
    """The name of the entry that this transport was taken for: it carries no other. (TRI-TRAN-08)"""
    outside: bool = False
    """It clings to the outside of the vehicle that `inside` names. (VEH-BRD-12)"""


class Mustered(Struct, frozen=True, kw_only=True):
    """An army made ready for play."""

    units: tuple[Unit, ...]
    profiles: dict[ProfileId, Profile]
    weapons: dict[WeaponId, Weapon]


class Army(Struct, frozen=True, kw_only=True):
    """A named force with every profile and weapon that it uses. `version` is of this format."""

    name: str
    entries: tuple[Entry, ...]
    profiles: tuple[Profile, ...]
    weapons: tuple[Weapon, ...] = ()
    version: int = 1

    @property
    def points(self) -> int:
        """Cost of all its units."""
        return sum(e.points for e in self.entries)

    def muster(self, side: SideId) -> Mustered:
        """Units numbered for that side. Profile and weapon ids are kept apart from other armies' by a prefix."""
        prefix = f"{side}:"
        profiles = {p.id: p for profile in self.profiles for p in self._own(profile, prefix)}
        weapons = {WeaponId(prefix + w.id): _renamed(w, prefix) for w in self.weapons}
        ids = {e.name: UnitId(f"{side}{n}") for n, e in enumerate(self.entries, 1)}
        units = tuple(u for e in self.entries for u in self._units(e, ids, side, prefix, profiles))
        return Mustered(units=units, profiles=profiles, weapons=weapons)

    @staticmethod
    def _own(profile: Profile, prefix: str) -> Iterator[Profile]:
        """The profile under its own id, then those of its sections."""
        made = replace(profile, id=ProfileId(prefix + profile.id))
        if profile.hull is None:
            yield made
            return
        yield replace(made, hull=_armed(profile.hull, prefix))
        for n, (name, hull) in enumerate(profile.hull.pulled()):
            yield replace(made, id=_section_id(made.id, n), name=name, hull=_armed(hull, prefix), w=1)

    def _units(
        self,
        entry: Entry,
        ids: dict[str, UnitId],
        side: SideId,
        prefix: str,
        profiles: dict[ProfileId, Profile],
    ) -> Iterator[Unit]:
        """The unit, and one for each section that it pulls. (VEH-HULL-04)"""
        unit = self._unit(entry, ids, side, prefix, profiles)
        yield unit
        drive = profiles[unit.models[0].profile].hull
        for n, (section, hull) in enumerate(drive.pulled() if drive else ()):
            name = UnitId(unit.id + SECTION_LETTERS[n])
            model = replace(unit.models[0], id=ModelId(f"{name}.1"), profile=_section_id(unit.models[0].profile, n))
            yield replace(
                unit,
                id=name,
                name=f"{entry.name}, {section}",
                models=(model,),
                points=0,
                squadron="",
                reserve=False,
                section_of=unit.id,
                vehicle=VehicleState(hull=hull.hull_points),
            )

    def _unit(
        self,
        entry: Entry,
        ids: dict[str, UnitId],
        side: SideId,
        prefix: str,
        profiles: dict[ProfileId, Profile],
    ) -> Unit:
        unit_id = ids[entry.name]
        models: list[Model] = []
        for member in entry.members:
            profile = profiles[ProfileId(prefix + member.profile)]
            for _ in range(member.count):
                models.append(
                    Model(
                        id=ModelId(f"{unit_id}.{len(models) + 1}"),
                        profile=profile.id,
                        weapons=tuple(WeaponId(prefix + w) for w in member.weapons),
                        wounds=profile.w,
                        leader=member.leader,
                    )
                )
        hull = profiles[models[0].profile].hull
        own = hull.marks_of_dedicated(ids[entry.dedicated]) if hull and entry.dedicated in ids else None
        return Unit(
            id=unit_id,
            side=side,
            name=entry.name,
            models=tuple(models),
            points=entry.points,
            aboard=ids.get(entry.inside),
            deployed=entry.inside in ids,
            reserve=entry.reserve,
            hidden=entry.hidden,
            squadron=entry.squadron,
            serves=ids.get(entry.serves),
            clinging=entry.outside and entry.inside in ids,
            n_start=len(models),
            vehicle=VehicleState(hull=hull.hull_points, own=own) if hull else None,
        )


SECTION_LETTERS: Final = "bcdefghijk"
"""What the ids of sections end in: the drive section of a1 pulls a1b, a1c and so on."""


def _section_id(profile: ProfileId, n: int) -> ProfileId:
    return ProfileId(f"{profile}/{SECTION_LETTERS[n]}")


def _armed(hull: VehicleHull, prefix: str) -> VehicleHull:
    return hull.fitted(tuple(replace(m, weapon=WeaponId(prefix + m.weapon)) for m in hull.mounts))


def _renamed(weapon: Weapon, prefix: str) -> Weapon:
    return replace(weapon, id=WeaponId(prefix + weapon.id))
