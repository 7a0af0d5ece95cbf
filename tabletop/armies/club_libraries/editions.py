"""What another version of a library changes for a roster: costs, profiles, weapons, what is gone or becomes illegal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from tabletop.armies.library.forms import label_of
from tabletop.armies.library.library import Library
from tabletop.armies.roster import build, checks
from tabletop.armies.roster.build import Unit
from tabletop.armies.roster.roster import Roster


class Change(NamedTuple):
    """One difference: whose it is, and what."""

    whose: str
    text: str
    bad: bool = False


def changes(old: Library, new: Library, roster: Roster) -> tuple[Change, ...]:
    """Everything about this roster that is different in the new version."""
    before, after = build.units(old, roster), build.units(new, roster)
    return (
        *_points(before, after),
        *_units(before, after, new, roster),
        *_parts(old, new, before, after),
        *_faults(old, new, roster),
    )


def _points(before: tuple[Unit, ...], after: tuple[Unit, ...]) -> Iterator[Change]:
    was, now = sum(unit.points for unit in before), sum(unit.points for unit in after)
    if was != now:
        yield Change("The army", f"{was} points become {now}.")


def _units(before: tuple[Unit, ...], after: tuple[Unit, ...], new: Library, roster: Roster) -> Iterator[Change]:
    now = {unit.pick.id: unit for unit in after}
    for unit in before:
        then = now.get(unit.pick.id)
        if then is None:
            yield Change(unit.name, "Its kind is gone, so it would stay at home.", bad=True)
            continue
        gone = sorted(
            key for key in unit.pick.options if unit.kind.options().get(key) and key not in then.kind.options()
        )
        for key in gone:
            yield Change(unit.name, f"{unit.kind.options()[key].name} is gone.", bad=True)
        if unit.points != then.points:
            yield Change(unit.name, f"{unit.points} points become {then.points}.")
        if unit.models != then.models:
            yield Change(unit.name, f"{unit.models} models become {then.models}.")
        if [squad.weapons for squad in unit.squads] != [squad.weapons for squad in then.squads]:
            yield Change(unit.name, "It is armed otherwise.")


def _parts(old: Library, new: Library, before: tuple[Unit, ...], after: tuple[Unit, ...]) -> Iterator[Change]:
    """Profiles and weapons that the roster uses and that are not what they were."""
    squads = [squad for unit in (*before, *after) for squad in unit.squads]
    profiles = dict.fromkeys(squad.role.profile for squad in squads)
    vehicles = [hull for squad in squads if (hull := squad.profile.hull)]
    mounted = [mount.weapon for hull in vehicles for mount in hull.all_mounts]
    weapons = dict.fromkeys([*(weapon for squad in squads for weapon in squad.weapons), *mounted])
    for profile in profiles:
        if profile in old.profile and profile in new.profile:
            yield from _fields(old.profile[profile], new.profile[profile])
    for weapon in weapons:
        if weapon in old.weapon and weapon in new.weapon:
            yield from _fields(old.weapon[weapon], new.weapon[weapon])


def _fields(was: msgspec.Struct, now: msgspec.Struct, whose: str = "") -> Iterator[Change]:
    whose = whose or str(getattr(now, "name", ""))
    for name in was.__struct_fields__:
        one, two = getattr(was, name), getattr(now, name)
        if one == two:
            continue
        if isinstance(one, msgspec.Struct) and isinstance(two, msgspec.Struct):
            yield from _fields(one, two, whose)
        else:
            yield Change(whose, f"{label_of(name).partition(',')[0]}: {_said(one)} becomes {_said(two)}.")


def _said(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "yes" if value else "none" if value is None else "no"
    if isinstance(value, tuple):
        return ", ".join(str(getattr(each, "name", "") or getattr(each, "weapon", each)) for each in value) or "nothing"
    return f"{value:g}" if isinstance(value, int | float) else str(value) or "nothing"


def _faults(old: Library, new: Library, roster: Roster) -> Iterator[Change]:
    """What would be illegal then and is not now."""
    titles = {found.title for found in checks.check(old, roster, build.units(old, roster)) if found.tone == "bad"}
    for found in checks.check(new, roster, build.units(new, roster)):
        if found.tone == "bad" and found.title not in titles:
            yield Change("Checks", f"{found.title} {found.text}".strip(), bad=True)
