"""Ids of a library's parts in the files of other tools.

They follow from the names in the library, so that every edition of it has the same ones and a list finds its way back.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final, Literal, NamedTuple

from tabletop.armies.library.library import Category, Kind, Library, shipped


def id_of(*path: str) -> str:
    """An id of the form that those tools make, for something with that path."""
    digest = hashlib.sha256("/".join(("livetable", *path)).encode()).hexdigest()
    return "-".join(digest[at : at + 4] for at in range(0, 16, 4))


SYSTEM: Final = id_of("system")
SYSTEM_NAME: Final = "Gemini-ARAP"
SYSTEM_REVISION: Final = 2
POINTS: Final = id_of("points")
POINTS_NAME: Final = "pts"
FORCE_NAME: Final = "Army"


class Place(NamedTuple):
    """What an id stands for: a kind of unit, a role or an option of it, or what a choice includes."""

    what: Literal["kind", "role", "option", "included"]
    kind: str
    key: str = ""


def catalogue(library: Library) -> str:
    """The id of the library's catalogue."""
    return catalogue_of(library.key)


def catalogue_of(key: str) -> str:
    """The id of the catalogue of the library with that key."""
    return id_of("catalogue", key)


def kind_id(library: Library, kind: Kind) -> str:
    """The id of a kind of unit."""
    return id_of(library.key, "kind", kind.id)


def part_id(library: Library, kind: Kind, what: str, key: str) -> str:
    """The id of something that belongs to a kind: a role, a group, an option, what a group includes."""
    return id_of(library.key, "kind", kind.id, what, key)


def places(library: Library) -> dict[str, Place]:
    """Everything in the library that a list may have chosen, by its id."""
    found: dict[str, Place] = {}
    for kind in library.kinds:
        found[kind_id(library, kind)] = Place("kind", kind.id)
        for role in kind.roles:
            found[part_id(library, kind, "role", role.id)] = Place("role", kind.id, role.id)
        for option in kind.options().values():
            found[part_id(library, kind, "option", option.id)] = Place("option", kind.id, option.id)
        for group in kind.groups:
            if group.included:
                found[part_id(library, kind, "included", group.id)] = Place("included", kind.id, group.id)
    return found


def is_shipped_shape(library: Library) -> bool:
    """Whether its headings are those of the shipped library, so that it shares those of the game system."""
    return library.categories == _shipped_categories()


@cache
def _shipped_categories() -> tuple[Category, ...]:
    return shipped().categories


def category(library: Library, key: str) -> str:
    """The id of a heading of the army list."""
    return id_of("category", key) if is_shipped_shape(library) else id_of(library.key, "category", key)


def force(library: Library) -> str:
    """The id of the one sort of force that there is: an army with these headings."""
    return id_of("force") if is_shipped_shape(library) else id_of(library.key, "force")
