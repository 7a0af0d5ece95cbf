"""Units of one army in another: each as a kind of the library that the other is built on, with its weapons and
upgrades as far as that library has them. What is lost on the way is said."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import ProfileId, WeaponId
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon
from tabletop.armies.library.library import Group, Kind, Library, Option, Role
from tabletop.armies.roster import build
from tabletop.armies.roster.build import Squad, Unit
from tabletop.armies.roster.roster import TIES, Pick, Roster
from tabletop.ui.words import count_text

MOST_OUTFITS: Final = 256
"""Ways to give options to a whole unit that are tried at most."""


class Fitted(NamedTuple):
    """A unit of another army as it would be here: None where the library has no such kind, and what it would lack."""

    unit: Unit
    pick: Pick | None = None
    built: Unit | None = None
    lacks: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """`8 models, long autogun`."""
        if self.built is None:
            return ""
        options = [option.name.lower() for option, _ in build.chosen(self.built.pick, self.built.kind)]
        models = "vehicle" if self.built.machine else count_text(self.built.models, "model")
        return ", ".join([models, *options])


class Brought(NamedTuple):
    """A roster with the units of another, the first of those, and what did not come with them, in words."""

    roster: Roster
    unit: str
    came: tuple[str, ...]
    lost: tuple[str, ...]


def fitted(library: Library, theirs: Library, roster: Roster) -> tuple[Fitted, ...]:
    """Every unit of a roster on `theirs` as it would be on `library`."""
    return tuple(_fitted(library, theirs, unit) for unit in build.units(theirs, roster))


def brought(library: Library, roster: Roster, found: Sequence[Fitted], force: str = "") -> Brought:
    """The roster with all those units that fit, at its end. Those that rode in or led one another do so here."""
    ids: dict[str, str] = {}
    came, lost = [], []
    for fit in found:
        if fit.pick is None:
            lost.append(f"{fit.unit.name} is no unit of {library.name}.")
            continue
        own = roster.fresh_id()
        ids[fit.unit.pick.id] = own
        came.append(fit.unit.name)
        lost += [f"{fit.unit.name}: {', '.join(fit.lacks)}."] if fit.lacks else []
        pick = replace(fit.pick, id=own, force=force, **dict.fromkeys(TIES, ""), rolled=(), throws=0)
        roster = replace(roster, units=(*roster.units, pick))
    ties = {ids[fit.unit.pick.id]: _ties(fit.unit.pick, ids) for fit in found if fit.pick is not None}
    units = tuple(replace(pick, **ties[pick.id]) if pick.id in ties else pick for pick in roster.units)
    return Brought(replace(roster, units=units), next(iter(ids.values()), ""), tuple(came), tuple(lost))


def _ties(before: Pick, ids: Mapping[str, str]) -> dict[str, str]:
    return {name: ids.get(getattr(before, name), "") for name in TIES}


# ------------------------------------------------------------------ one unit


def _fitted(library: Library, theirs: Library, unit: Unit) -> Fitted:
    same = library.kind.get(unit.pick.kind)
    gone: list[str] = []
    called = _called_otherwise(library, theirs, unit)
    found, unit = unit, unit._replace(squads=tuple(_renamed(squad, called) for squad in unit.squads))
    if same is not None and same.name == unit.kind.name:
        kind, (pick, gone) = same, _as_same_kind(unit, same)
    else:
        likest = max(_likely(library, theirs, unit), key=lambda one: one[0], default=None)
        if likest is None:
            return Fitted(found)
        _, kind, pick = likest
    pick = _named(pick, unit, kind)
    built = _built(library, pick)
    lacks = (*gone, *_otherwise(library, theirs, built, unit), *_names_here(library, theirs, built, called))
    return Fitted(found, pick, built, lacks)


def _called_otherwise(library: Library, theirs: Library, unit: Unit) -> dict[WeaponId, WeaponId]:
    """Its weapons that this library has under another name alone, and which those are."""
    unknown = {key for squad in unit.squads for key in squad.weapons if key not in library.weapon}
    here: dict[Weapon, WeaponId] = {}
    for weapon in library.weapons:
        here.setdefault(_nameless(weapon), weapon.id)
    there = {key: _nameless(theirs.weapon[key]) for key in sorted(unknown) if key in theirs.weapon}
    return {key: here[weapon] for key, weapon in there.items() if weapon in here}


def _nameless(weapon: Weapon) -> Weapon:
    return replace(weapon, id=WeaponId(""), name="")


def _renamed(squad: Squad, called: Mapping[WeaponId, WeaponId]) -> Squad:
    return squad._replace(weapons=tuple(called.get(weapon, weapon) for weapon in squad.weapons))


def _names_here(library: Library, theirs: Library, built: Unit, called: Mapping[WeaponId, WeaponId]) -> Iterator[str]:
    """What is said of a weapon that came, but is called otherwise here."""
    carried = {weapon for squad in built.squads for weapon in squad.weapons}
    for there, here in called.items():
        if here in carried:
            yield f"with its {_lower(theirs.weapon[there].name)} as {_lower(library.weapon[here].name)}"


def _built(library: Library, pick: Pick) -> Unit:
    return build.units(library, Roster(name="", units=(pick,)))[0]


def _named(pick: Pick, unit: Unit, kind: Kind) -> Pick:
    """With the name that its owner or its list gave it, unless it is that of its kind."""
    name = unit.pick.name or ("" if unit.kind.name == kind.name else unit.kind.name)
    return replace(pick, name=name)


def _as_same_kind(unit: Unit, kind: Kind) -> tuple[Pick, list[str]]:
    """The kind is here under the same name: whatever of it is known here stays, the rest is named."""
    roles, options = {role.id for role in kind.roles}, kind.options()
    had = unit.pick
    known = unit.kind.options()
    gone = [f"without {_lower(known[key].name if key in known else key)}" for key in had.options if key not in options]
    gone += [f"without {key}" for key in had.counts if key not in roles]
    counts = {key: count for key, count in had.counts.items() if key in roles}
    pick = replace(had, counts=counts, options={key: n for key, n in had.options.items() if key in options})
    return pick, gone


def _likely(library: Library, theirs: Library, unit: Unit) -> Iterator[tuple[tuple[int, ...], Kind, Pick]]:
    """Kinds that have all its models, each outfitted as much like it as can be, with how like it that is."""
    wanted = {_base(squad.role.profile) for squad in unit.squads}
    for kind in library.kinds if wanted else ():
        known = {role.profile for role in kind.roles}
        if wanted <= known and all(_same_machine(library, theirs, profile) for profile in wanted):
            pick = _outfitted(library, kind, unit)
            is_called_so = kind.name.casefold() == unit.kind.name.casefold()
            yield (is_called_so, -_differs(library, pick, unit), -len(known - wanted)), kind, pick


def _same_machine(library: Library, theirs: Library, profile: ProfileId) -> bool:
    """Vehicles for other rules are others, whatever they are called. (TRI-JOIN-01)"""
    here, there = library.profile.get(profile), _profile(theirs, profile)
    return here is not None and there is not None and type(here.hull) is type(there.hull)


def _profile(library: Library, profile: ProfileId) -> Profile | None:
    """The profile of that name, or one with options that began as it."""
    return next((p for p in library.profiles if _base(p.id) == profile), None)


def _base(profile: ProfileId) -> ProfileId:
    """The profile that a model had before its options."""
    return ProfileId(profile.partition("+")[0])


def _outfitted(library: Library, kind: Kind, unit: Unit) -> Pick:
    """So many models of each role, with the options that make them most like those of the unit."""
    had = unit.pick
    plain = Pick(id=had.id, kind=kind.id, note=had.note, squadron=had.squadron, traits=had.traits)
    tried = (_manned(kind, plain, unit, whole) for whole in itertools.islice(_outfits(kind.groups), MOST_OUTFITS))
    return min(tried, key=lambda pick: (_differs(library, pick, unit), len(pick.options)))


def _outfits(groups: Sequence[Group]) -> Iterator[dict[str, int]]:
    """Every way to give the options that all models of a unit have."""
    for chosen in itertools.product(*map(_ways, groups)):
        yield {option.id: 1 for options in chosen for option in options}


def _ways(group: Group) -> list[tuple[Option, ...]]:
    whole = [option for option in group.options if not option.some]
    if group.one:
        return [(), *((option,) for option in whole)]
    return [options for size in range(len(whole) + 1) for options in itertools.combinations(whole, size)]


def _manned(kind: Kind, plain: Pick, unit: Unit, whole: Mapping[str, int]) -> Pick:
    """Each model in the role, and with the option of single models, in which it is armed most as it was."""
    counts = dict.fromkeys((role.id for role in kind.roles), 0)
    options: Counter[str] = Counter(whole)
    for squad in unit.squads:
        places = list(_places(kind, squad, whole))
        for n in range(squad.number):
            leads = squad.role.leader and n == 0
            best = min(places, key=lambda p: (counts[p.role.id] >= p.role.most, p.differs, p.role.leader != leads))
            counts[best.role.id] += 1
            if best.option is not None:
                options[best.option.id] += 1
    return replace(plain, counts=_led(kind, counts), options=dict(options))


def _led(kind: Kind, counts: dict[str, int]) -> dict[str, int]:
    """With the fewest of each role, where another role of the same profile has more than it needs."""
    for role in kind.roles:
        for other in kind.roles:
            if other is not role and other.profile == role.profile:
                moved = min(role.least - counts[role.id], counts[other.id] - other.least)
                if moved > 0:
                    counts = {**counts, role.id: counts[role.id] + moved, other.id: counts[other.id] - moved}
    return counts


class _Place(NamedTuple):
    """What a model may be: a role, an option of single models, and in how many weapons it is armed otherwise then."""

    role: Role
    option: Option | None
    differs: int


def _places(kind: Kind, squad: Squad, whole: Mapping[str, int]) -> Iterator[_Place]:
    known, wanted = kind.options(), Counter(squad.weapons)
    for role in kind.roles:
        if role.profile != _base(squad.role.profile):
            continue
        all_have = [known[key] for key in whole if known[key].role in ("", role.id)]
        singles = (option for option in known.values() if option.some and option.role in ("", role.id))
        for option in (None, *singles):
            held = Counter(build.armed(role.weapons, [*all_have, option] if option else all_have))
            yield _Place(role, option, sum(((held - wanted) + (wanted - held)).values()))


def _arms(squad: Squad) -> Counter[WeaponId]:
    """Whatever one model of a squad fires and fights with; of a vehicle what its mounts hold."""
    hull = squad.profile.hull
    return Counter([*squad.weapons, *(mount.weapon for mount in hull.all_mounts)] if hull else squad.weapons)


# ------------------------------------------------------------------ what differs


def _differs(library: Library, pick: Pick, unit: Unit) -> int:
    """In how many things a unit, so outfitted, differs from the one that it comes from."""
    here, there = _has(_built(library, pick)), _has(unit)
    return sum(((here - there) + (there - here)).values())


def _has(unit: Unit) -> Counter[tuple[str, str]]:
    """Every model, weapon and trait of a unit and its plates."""
    found: Counter[tuple[str, str]] = Counter()
    for squad in unit.squads:
        found["model", _base(squad.role.profile)] += squad.number
        for weapon, number in _arms(squad).items():
            found["weapon", weapon] += number * squad.number
        for trait in dict.fromkeys(squad.profile.traits):
            found["trait", trait] += squad.number
        if squad.profile.plates is not None:
            found["armour", str(squad.profile.plates)] += 1
    return found


def _otherwise(library: Library, theirs: Library, built: Unit, unit: Unit) -> tuple[str, ...]:
    """What the unit loses here, what it has instead, and whether the figures of its models are others."""
    here, there = _has(built), _has(unit)
    words = [f"without {text}" for text in _in_words((theirs, library), there - here)]
    words += [f"with {text} besides" for text in _in_words((library,), here - there)]
    known = library.weapon.keys() & theirs.weapon.keys()
    if any(_values(library, squad, known) != _values(theirs, squad, known) for squad in unit.squads):
        words.append(f"with the values that {library.name} gives it")
    return tuple(words)


def _in_words(libraries: Sequence[Library], found: Counter[tuple[str, str]]) -> Iterator[str]:
    for (what, key), number in found.items():
        if what == "weapon":
            named = next((each.weapon[WeaponId(key)] for each in libraries if key in each.weapon), None)
            yield _so_many(number, named.name if named else key)
        elif what == "trait":
            yield key.replace("-", " ")
        elif what == "model":
            profile = _profile(libraries[0], ProfileId(key))
            yield count_text(number, profile.name if profile else key)
        else:
            yield f"armour {key}"


def _so_many(number: int, name: str) -> str:
    return f"{number} × {_lower(name)}" if number > 1 else _lower(name)


def _values(library: Library, squad: Squad, known: Set[WeaponId]) -> object:
    """The profile of its models as the library has it, and those weapons of theirs, without what options add."""
    profile = _profile(library, _base(squad.role.profile))
    bare = replace(profile, id="", traits=(), hull=None) if profile else None
    return bare, [library.weapon[weapon] for weapon in squad.weapons if weapon in known]


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]
