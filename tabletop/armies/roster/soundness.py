"""Whether a library can be built from and played with: numbers within bounds, names that lead somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any, Final

import msgspec

from rules.core.ids import SideId
from rules.forces import traits
from rules.forces.crusade import CrusadeHull
from rules.forces.hull import VehicleHull
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull
from tabletop.armies.library.forms import label_of
from tabletop.armies.library.library import Kind, Library
from tabletop.armies.roster import build
from tabletop.armies.roster.roster import Pick, Roster

MOST_PARTS: Final = 400
"""Kinds, profiles and weapons of a library, of each."""

BOUNDS: Final[Mapping[str, tuple[float, float]]] = {
    **dict.fromkeys(("ws", "bs", "s", "t", "i", "a", "ld", "crew_initiative"), (0, 12)),
    **dict.fromkeys(("sv", "inv"), (2, 7)),
    **dict.fromkeys(("front", "side", "rear"), (1, 18)),
    **dict.fromkeys(("forward_in", "right_in"), (-30, 30)),
    **dict.fromkeys(("length_in", "width_in"), (0.25, 60)),
    **dict.fromkeys(("least", "most", "start"), (0, 99)),
    **dict.fromkeys(("shots", "shots_half"), (0, 40)),
    **dict.fromkeys(("height_in", "walk_in", "torrent_in", "m"), (0, 60)),
    "w": (1, 60),
    "size": (1, 4),
    "base_mm": (5, 250),
    "battle_speed_in": (0, 120),
    "top_speed_in": (0, 300),
    "acc_dec_in": (0, 100),
    "trr": (0, 10),
    "hull_points": (0, 30),
    "capacity": (0, 100),
    "crew_bs": (-5, 10),
    "hatches": (0, 20),
    "arc_centre_deg": (-360, 360),
    "arc_half_deg": (0, 180),
    "range_in": (0, 1000),
    **dict.fromkeys(("marker_in", "blast_in"), (0, 24)),
    **dict.fromkeys(("min_range_in", "max_range_in"), (0, 1000)),
    **dict.fromkeys(("dice", "open_crew", "overrun_dice"), (0, 12)),
    "hits": (1, 20),
    "transport": (0, 100),
    "strength": (-10, 20),
    "ap": (1, 7),
    "cost": (-1000, 10_000),
    "per": (0, 100_000),
}
"""The least and the most of a number, wherever it stands in a library."""


def faults(library: Library) -> tuple[str, ...]:
    """Everything that keeps a library from being published."""
    found = [*_bounds(library), *_twins(library), *_references(library), *_traits(library)]
    return tuple(dict.fromkeys(found or list(_musters(library))))


def _bounds(library: Library) -> Iterator[str]:
    for named, parts in (("kinds", library.kinds), ("profiles", library.profiles), ("weapons", library.weapons)):
        if len(parts) > MOST_PARTS:
            yield f"There are {len(parts)} {named}, more than {MOST_PARTS}."
        for part in parts:
            yield from _out_of_bounds(part.name, msgspec.to_builtins(part))


def _out_of_bounds(whose: str, value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _out_of_bounds(whose, each)
    for key, each in value.items() if isinstance(value, dict) else ():
        least, most = BOUNDS.get(key, (-100_000, 100_000))
        if isinstance(each, int | float) and not isinstance(each, bool) and not least <= each <= most:
            yield f"{whose}: {label_of(key).partition(',')[0]} is {each:g}, allowed {least:g} to {most:g}."
        yield from _out_of_bounds(whose, each)


def _twins(library: Library) -> Iterator[str]:
    if not library.name.strip():
        yield "The library has no name."
    for parts in (library.kinds, library.profiles, library.weapons, library.categories):
        ids = Counter(part.id for part in parts)
        yield from (f"Two things have the id “{key}”." for key, count in ids.items() if count > 1)
        yield from (f"Something has no name: “{part.id}”." for part in parts if not part.name.strip())
    for kind in library.kinds:
        ids = Counter(option.id for group in kind.groups for option in group.options)
        yield from (f"{kind.name} has two options with the id “{key}”." for key, count in ids.items() if count > 1)


def _references(library: Library) -> Iterator[str]:
    categories = {category.id for category in library.categories}
    for profile in library.profiles:
        if profile.hull is None and profile.m <= 0:
            yield f"{profile.name} has no Movement. (ARAP-GEN-07)"
        yield from _of_machine(library, profile)
    for kind in library.kinds:
        if kind.category not in categories:
            yield f"{kind.name} stands under no heading."
        yield from _of_kind(library, kind)


def _of_machine(library: Library, profile: Profile) -> Iterator[str]:
    """A vehicle has weapons of the rules that it is made for."""
    hull = profile.hull
    for mount in hull.all_mounts if hull else ():
        weapon = library.weapon.get(mount.weapon)
        if weapon is None:
            yield f"{profile.name}: “{mount.weapon or 'nothing'}” on a mount is no weapon."
    if hull:
        held = (key for key in hull.holds if key not in library.profile)
        yield from (f"{profile.name} holds “{key}”, which is no profile." for key in held)
        yield from _of_hull(hull, profile, library)


@singledispatch
def _of_hull(hull: VehicleHull, profile: Profile, library: Library) -> Iterator[str]:
    """What only the rules that it is made for ask of a vehicle."""
    yield from ()


@_of_hull.register
def _(hull: CrusadeHull, profile: Profile, library: Library) -> Iterator[str]:
    """Its weapons have dice."""
    mounted = (library.weapon.get(mount.weapon) for mount in hull.all_mounts)
    for weapon in mounted:
        if weapon is not None and weapon.crusade is None:
            yield f"{profile.name}: {weapon.name} has no dice for the Rules Crusade."


@_of_hull.register
def _(hull: TrialHull, profile: Profile, library: Library) -> Iterator[str]:
    """Skimmers and walkers go as such do. (TRI-CHAR-04)"""
    if hull.is_a("skimmer") and hull.locomotion != "antigrav":
        yield f"{profile.name}: a skimmer goes by antigrav. (TRI-CHAR-04)"
    if hull.is_a("walker") and hull.locomotion not in ("legs", "antigrav"):
        yield f"{profile.name}: a walker goes on legs or by antigrav. (TRI-CHAR-04)"


def _of_kind(library: Library, kind: Kind) -> Iterator[str]:
    if not kind.roles:
        yield f"{kind.name} has no members."
    roles = {"", *(role.id for role in kind.roles)}
    for role in kind.roles:
        if role.profile not in library.profile:
            yield f"{kind.name}: {role.name} has no profile."
        if not role.least <= role.usual <= role.most:
            yield f"{kind.name}: {role.name} begins with {role.usual}, allowed {role.least} to {role.most}."
    hulls = {p.is_vehicle for role in kind.roles if (p := library.profile.get(role.profile))}
    if len(hulls) > 1 or (hulls == {True} and (len(kind.roles) > 1 or kind.roles[0].most > 1)):
        yield f"{kind.name}: a vehicle is a unit by itself."
    named = [weapon for role in kind.roles for weapon in role.weapons]
    for option in kind.options().values():
        named += [*option.give, *option.take]
        if option.role not in roles:
            yield f"{kind.name}: {option.name} is for members that it has not."
    yield from (f"{kind.name}: “{weapon}” is no weapon." for weapon in named if weapon not in library.weapon)


def _traits(library: Library) -> Iterator[str]:
    """What nothing reads is no trait; what is allowed instead is named once. (ARAP-GEN-07)"""
    bearers: list[tuple[str, traits.Bearer, Sequence[str]]] = [(p.name, "model", p.traits) for p in library.profiles]
    bearers += [(kind.name, "model", option.traits) for kind in library.kinds for option in kind.options().values()]
    bearers += [(weapon.name, "weapon", weapon.traits) for weapon in library.weapons]
    missing: set[traits.Bearer] = set()
    for name, bearer, named in bearers:
        for trait in traits.unknown(named, bearer):
            missing.add(bearer)
            yield f"{name}: “{trait}” is no trait."
    for bearer in sorted(missing):
        yield f"Traits of a {bearer}: {', '.join(sorted(traits.of(bearer)))}."


def _musters(library: Library) -> Iterator[str]:
    """Each kind by itself is mustered, as it would be at a table."""
    for kind in library.kinds:
        roster = Roster(name="Test", units=(Pick(id="u1", kind=kind.id),))
        if not build.army_of(library, roster).muster(SideId("a")).units:
            yield f"{kind.name} has nobody in it at first."
