"""A library: the kinds of unit that rosters are built from, with their profiles, weapons, options and costs."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import FIRST_RULESET, ProfileId, WeaponId
from rules.forces import modules, stored
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon

FORMAT: Final = 1
"""Version of this format. A change that older files do not satisfy raises it."""

DATA: Final = Path(__file__).parent / "data"
"""Where the files of the shipped libraries are."""


class Option(Struct, frozen=True, kw_only=True):
    """Something that a unit may be given. It is for the models of one role, or for all when `role` is empty.

    With `some` so many single models have it, each paying `cost`; otherwise all of them have it and `cost` is paid
    once. It takes away the weapons in `give` and brings those in `take`: for a hull these are the weapons of mounts.
    """

    id: str
    name: str
    cost: int = 0
    role: str = ""
    some: bool = False
    give: tuple[WeaponId, ...] = ()
    take: tuple[WeaponId, ...] = ()
    traits: tuple[str, ...] = ()
    armour: tuple[int, int, int] = (0, 0, 0)
    """Added to front, side and rear."""
    crew_bs: int = 0
    """Added to the crew's BS."""
    dozer: str = ""
    note: str = ""


class Group(Struct, frozen=True, kw_only=True):
    """Options that belong together. With `one` a unit has one of them, or what is `included`.

    At most `most` models have one of them (0: any number), or one for each `per` models of the unit.
    """

    id: str
    name: str
    options: tuple[Option, ...]
    one: bool = False
    included: str = ""
    most: int = 0
    per: int = 0


class Role(Struct, frozen=True, kw_only=True):
    """A kind of model in a unit: `least` to `most` of them, `start` at first, each for `cost` points."""

    id: str
    name: str
    profile: ProfileId
    weapons: tuple[WeaponId, ...] = ()
    cost: int = 0
    least: int = 0
    most: int = 1
    start: int | None = None
    leader: bool = False

    @property
    def usual(self) -> int:
        """How many a new unit has."""
        return self.least if self.start is None else self.start


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of unit. `attaches`: a character who may join another unit. `most`: of it in one army, 0 for any.

    `crews`: its models may be the crew of a towed weapon. (VEH-TOW-01)
    """

    id: str
    name: str
    category: str
    roles: tuple[Role, ...]
    groups: tuple[Group, ...] = ()
    icon: str = "squad"
    attaches: bool = False
    crews: bool = False
    most: int = 0
    note: str = ""

    def options(self) -> dict[str, Option]:
        """Its options by their ids, which no two groups of it share."""
        return {option.id: option for group in self.groups for option in group.options}

    def role(self, role: str) -> Role | None:
        """The role of that id."""
        return next((r for r in self.roles if r.id == role), None)


class Category(Struct, frozen=True, kw_only=True):
    """A heading of the army list. `most` units of it for every `per` points begun; 0 for any number."""

    id: str
    name: str
    most: int = 0
    per: int = 0


class Library(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that rosters draw from. `key` and `version` name this edition of it."""

    key: str
    name: str
    version: int
    categories: tuple[Category, ...]
    kinds: tuple[Kind, ...]
    profiles: tuple[Profile, ...]
    weapons: tuple[Weapon, ...]
    about: str = ""
    format: int = FORMAT

    @cached_property
    def kind(self) -> dict[str, Kind]:
        """Kinds of unit by id."""
        return {kind.id: kind for kind in self.kinds}

    @cached_property
    def profile(self) -> dict[ProfileId, Profile]:
        """Profiles by id."""
        return {profile.id: profile for profile in self.profiles}

    @property
    def game(self) -> str:
        """The id of the game that its vehicles are made for."""
        hulls = [type(profile.hull) for profile in self.profiles if profile.hull is not None]
        return next((made.ruleset for made in modules.known() if made.hull in hulls), FIRST_RULESET)

    @cached_property
    def weapon(self) -> dict[WeaponId, Weapon]:
        """Weapons by id."""
        return {weapon.id: weapon for weapon in self.weapons}


def shipped() -> Library:
    """The shipped library, as its file says it."""
    return _read("generic")


def every_shipped() -> tuple[Library, ...]:
    """Every shipped library: the usual one, then one for each other vehicle rules that has a file.

    Vehicles that are fought beside the same soldiers have these too; a game of its own has its own.
    """
    generic = shipped()
    ours = [made for made in modules.SHIPPED if _file(made.id).is_file()]
    return (generic, *(_with_soldiers(_read(m.id), generic) if m.on_core else _read(m.id) for m in ours))


def _file(name: str) -> Path:
    return DATA / f"{name}.library.json"


def _read(name: str) -> Library:
    return stored.read(_file(name).read_bytes(), Library)


def _with_soldiers(vehicles: Library, generic: Library) -> Library:
    """A library of vehicles with everybody of the other who is none; it is renewed with either of them."""
    machines = {profile.id for profile in generic.profiles if profile.is_vehicle}
    on_foot = tuple(kind for kind in generic.kinds if not any(role.profile in machines for role in kind.roles))
    return replace(
        vehicles,
        version=vehicles.version + generic.version - 1,
        categories=generic.categories,
        kinds=(*(kind for kind in on_foot if not kind.crews), *vehicles.kinds),
        profiles=(*(profile for profile in generic.profiles if profile.id not in machines), *vehicles.profiles),
        weapons=(*generic.weapons, *vehicles.weapons),
    )
