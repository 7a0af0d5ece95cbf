"""What a roster comes to: the cost and the models of each unit, and the army that is brought to a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.ids import ProfileId, WeaponId
from rules.forces.army import Army, Entry, Member
from rules.forces.hull import Plates, VehicleHull
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon
from tabletop.armies.library import rolling
from tabletop.armies.library.library import Kind, Library, Option, Role
from tabletop.armies.library.machines import refitted
from tabletop.armies.roster.roster import Pick, Roster


class Squad(NamedTuple):
    """So many models of one role with the same weapons and the profile that their options give them."""

    role: Role
    number: int
    profile: Profile
    weapons: tuple[WeaponId, ...]


class Unit(NamedTuple):
    """A unit of a roster, worked out."""

    pick: Pick
    kind: Kind
    name: str
    points: int
    models: int
    squads: tuple[Squad, ...]

    @property
    def machine(self) -> VehicleHull | None:
        """Its hull, for a vehicle of whichever rules."""
        return self.squads[0].profile.hull if self.squads else None

    @property
    def armour(self) -> Plates | None:
        """Its plates, where armour is what is hit. (VEH-BIKE-01)"""
        return self.squads[0].profile.plates if self.squads else None

    @property
    def places(self) -> int:
        """Places that it takes in a transport. (ARAP-SIZE-02)"""
        return sum(squad.number * squad.profile.counts_as for squad in self.squads)


def units(library: Library, roster: Roster) -> tuple[Unit, ...]:
    """Every unit whose kind the library knows, with names that differ."""
    names = _own_names(library, roster)
    return tuple(
        _unit(library, pick, library.kind[pick.kind], names[pick.id])
        for pick in roster.units
        if pick.kind in library.kind
    )


def count_of(pick: Pick, role: Role) -> int:
    """How many models of that role the unit has."""
    return max(0, pick.counts.get(role.id, role.usual))


def models_of(pick: Pick, kind: Kind) -> int:
    """How many models the unit has."""
    return sum(count_of(pick, role) for role in kind.roles)


def chosen(pick: Pick, kind: Kind) -> list[tuple[Option, int]]:
    """The options that the unit has, in the library's order, with how many models have each."""
    known = ((option, pick.options.get(option.id, 0)) for option in kind.options().values())
    return [(option, n if option.some else 1) for option, n in known if n > 0]


def cost_of(pick: Pick, kind: Kind) -> int:
    """What the unit costs in points."""
    models = sum(role.cost * count_of(pick, role) for role in kind.roles)
    return models + sum(option.cost * n for option, n in chosen(pick, kind))


def _own_names(library: Library, roster: Roster) -> dict[str, str]:
    """A name for each unit: its own or its kind's, with a number where another had it first."""
    names: dict[str, str] = {}
    taken: dict[str, int] = {}
    for pick in roster.units:
        plain = name = pick.name or (library.kind[pick.kind].name if pick.kind in library.kind else pick.kind)
        while name in taken:
            taken[plain] += 1
            name = f"{plain} {taken[plain]}"
        taken[name] = 1
        names[pick.id] = name
    return names


def _unit(library: Library, pick: Pick, kind: Kind, name: str) -> Unit:
    squads = tuple(squad for role in kind.roles for squad in _squads(library, pick, kind, role))
    models = sum(squad.number for squad in squads)
    return Unit(pick=pick, kind=kind, name=name, points=cost_of(pick, kind), models=models, squads=squads)


def _squads(library: Library, pick: Pick, kind: Kind, role: Role) -> Iterable[Squad]:
    """The models of one role: those as they come first, then those with weapons of their own."""
    left = count_of(pick, role)
    had = [(option, n) for option, n in chosen(pick, kind) if option.role in ("", role.id)]
    for_all = [option for option, _ in had if not option.some]
    special = []
    for option, n in had:
        if option.some and left > 0:
            special.append((min(n, left), [*for_all, option]))
            left -= min(n, left)
    for count, options in [(left, for_all), *special]:
        if count > 0 and role.profile in library.profile:
            yield _squad(library, role, count, options, pick)


def _squad(library: Library, role: Role, count: int, options: Sequence[Option], pick: Pick) -> Squad:
    profile, rolled = library.profile[role.profile], pick.rolled
    changed = _with_options(profile, options)
    telling = [o.id for o in options if _with_options(profile, [o]) != profile]
    if own := tuple(trait for trait in pick.traits if trait not in changed.traits):
        changed = replace(changed, traits=(*changed.traits, *own))
        telling += own
    if rolling.fits(profile, rolled):
        changed = rolling.settled(changed, rolled)
        telling.append("-".join(map(str, rolled)))
    if telling:
        changed = replace(changed, id=ProfileId("+".join([profile.id, *telling])))
    weapons = role.weapons if profile.is_vehicle else armed(role.weapons, options)
    return Squad(role=role, number=count, profile=changed, weapons=weapons)


def armed(weapons: tuple[WeaponId, ...], options: Sequence[Option]) -> tuple[WeaponId, ...]:
    """What a model on foot has with those options, in place of what it comes with."""
    held = list(weapons)
    for option in options:
        gained = [weapon for weapon in option.take if weapon not in held]
        at = next((held.index(weapon) for weapon in option.give if weapon in held), len(held))
        held = [weapon for weapon in held if weapon not in option.give]
        held[at:at] = gained
    return tuple(held)


def _with_options(profile: Profile, options: Sequence[Option]) -> Profile:
    traits = (*profile.traits, *(t for o in options for t in o.traits if t not in profile.traits))
    changed = replace(profile, traits=traits)
    for option in options if profile.is_vehicle else ():
        swaps = dict(zip(option.give, option.take, strict=False))
        changed = refitted(changed, swaps, option.armour, option.crew_bs, option.dozer)
    return changed


# ------------------------------------------------------------------ the army at the table


def army_of(library: Library, roster: Roster) -> Army:
    """The army as the rules know it. What the library does not know is left out; the checks say so."""
    built = units(library, roster)
    by_id = {unit.pick.id: unit for unit in built}
    joined: dict[str, list[Unit]] = {}
    for unit in built:
        if led := led_by(unit, by_id):
            joined.setdefault(led.pick.id, []).append(unit)
    alone = [unit for unit in built if unit.models and led_by(unit, by_id) is None]
    entries = tuple(_entry(unit, joined.get(unit.pick.id, []), by_id) for unit in alone)
    squads = [squad for unit in built for squad in unit.squads]
    profiles = {squad.profile.id: squad.profile for squad in squads}
    return Army(
        name=roster.name,
        entries=entries,
        profiles=tuple(profiles.values()),
        weapons=_weapons_of(library, squads),
    )


def led_by(unit: Unit, units_by_id: dict[str, Unit]) -> Unit | None:
    """The unit that a character has joined: one on foot that joins nobody itself."""
    led = units_by_id.get(unit.pick.joins)
    may = unit.kind.attaches and led is not None and led.machine is None and not led.kind.attaches
    return led if may and led is not None and led.models else None


def carrier_of(unit: Unit, units_by_id: dict[str, Unit]) -> Unit | None:
    """The transport that the unit begins the battle in."""
    carrier = units_by_id.get(unit.pick.inside)
    if carrier is None or carrier is unit or carrier.machine is None:
        return None
    if unit.machine is None:
        return carrier if carrier.machine.capacity > 0 else None
    held = any(squad.role.profile in carrier.machine.holds for squad in unit.squads)
    return carrier if held else None


def served_by(unit: Unit, units_by_id: dict[str, Unit]) -> Unit | None:
    """The towed weapon whose crew the unit is. (VEH-TOW-01)"""
    gun = units_by_id.get(unit.pick.serves)
    towed = gun is not None and gun.machine is not None and gun.machine.towed
    return gun if towed and unit.kind.crews and unit.machine is None else None


def taken_for(unit: Unit, units_by_id: dict[str, Unit]) -> Unit | None:
    """The unit that a transport carries alone. (TRI-TRAN-08)"""
    owner = units_by_id.get(unit.pick.dedicated)
    may = unit.machine is not None and unit.machine.dedicable and owner is not None and owner.machine is None
    return owner if may else None


def _entry(unit: Unit, joined: Sequence[Unit], by_id: dict[str, Unit]) -> Entry:
    carrier = carrier_of(unit, by_id)
    squads = [squad for each in (*joined, unit) for squad in each.squads]
    members = (
        Member(profile=s.profile.id, count=s.number, weapons=s.weapons, leader=s.role.leader and n == 0)
        for n, s in enumerate(squads)
    )
    points = unit.points + sum(each.points for each in joined)
    gun, owner = served_by(unit, by_id), taken_for(unit, by_id)
    return Entry(
        name=unit.name,
        members=tuple(members),
        points=points,
        inside=carrier.name if carrier else "",
        serves=gun.name if gun else "",
        dedicated=owner.name if owner else "",
        squadron=unit.pick.squadron if unit.machine is not None else "",
    )


def _weapons_of(library: Library, squads: Iterable[Squad]) -> tuple[Weapon, ...]:
    used: dict[WeaponId, None] = {}
    for squad in squads:
        hull = squad.profile.hull
        mounted = [mount.weapon for mount in hull.all_mounts] if hull else []
        used |= dict.fromkeys([*squad.weapons, *mounted])
    return tuple(library.weapon[weapon] for weapon in used if weapon in library.weapon)
