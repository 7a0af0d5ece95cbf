"""An army that was not built here, such as a sample, as a library of its own with a roster on it, so that it can be
copied, changed and exported: each of its units is a kind, each line of models a role."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.ids import ProfileId
from rules.forces.army import Army, Entry, Member
from rules.forces.profile import Profile
from tabletop.armies.library.library import Category, Kind, Library, Role
from tabletop.armies.roster.roster import Pick, Roster

ON_FOOT, MACHINES = Category(id="troops", name="Troops"), Category(id="vehicles", name="Vehicles")


def as_library(army: Army, key: str) -> Library:
    """The library of that army's own units."""
    profiles = {profile.id: profile for profile in army.profiles}
    kinds = tuple(_kind(n, entry, profiles) for n, entry in enumerate(army.entries, 1))
    return Library(
        key=key,
        name=army.name[:80],
        version=1,
        about=f"The units of {army.name}.",
        categories=(ON_FOOT, MACHINES),
        kinds=kinds,
        profiles=army.profiles,
        weapons=army.weapons,
    )


def as_roster(army: Army, library: Library) -> Roster:
    """The army on that library, unit for unit."""
    named = {entry.name: f"u{n}" for n, entry in enumerate(army.entries, 1)}
    picks = (
        Pick(
            id=named[entry.name],
            kind=kind.id,
            inside=named.get(entry.inside, ""),
            serves=named.get(entry.serves, ""),
            dedicated=named.get(entry.dedicated, ""),
            squadron=entry.squadron,
        )
        for entry, kind in zip(army.entries, library.kinds, strict=True)
    )
    return Roster(name=army.name[:80], units=tuple(picks), library=library.key, library_version=library.version)


def _kind(number: int, entry: Entry, profiles: dict[ProfileId, Profile]) -> Kind:
    machine = any(profiles[member.profile].is_vehicle for member in entry.members)
    slug = re.sub(r"[^a-z0-9]+", "-", entry.name.casefold()).strip("-")[:40]
    return Kind(
        id=f"{number}-{slug}".rstrip("-"),
        name=entry.name,
        category=(MACHINES if machine else ON_FOOT).id,
        roles=tuple(_roles(entry, profiles)),
        crews=bool(entry.serves),
        icon="tank" if machine else "squad",
    )


def _roles(entry: Entry, profiles: dict[ProfileId, Profile]) -> Iterator[Role]:
    """Every model pays an equal share of the unit's points; what is over is paid by one that is a role by itself."""
    share, over = divmod(entry.points, sum(member.count for member in entry.members))
    first, *others = entry.members
    if over and first.count > 1:
        others = [replace(first, count=first.count - 1), *others]
        first = replace(first, count=1)
    for n, member in enumerate((first, *others), 1):
        cost = share + (over if n == 1 else 0)
        yield _role(f"r{n}", member, profiles[member.profile], cost)


def _role(key: str, member: Member, profile: Profile, cost: int) -> Role:
    several = member.count > 1
    return Role(
        id=key,
        name=profile.name,
        profile=member.profile,
        weapons=member.weapons,
        cost=cost,
        least=1,
        start=member.count,
        most=2 * member.count if several else 1,
        leader=member.leader,
    )
