"""Several things put in an order by what is said: which comes first, which then; the last follows by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Named = tuple[str, str]
"""A key and the words for it."""


class PlaceInOrder(NamedTuple):
    """One place of an order: the name under which it is said, what stands there, and what else could."""

    name: str
    value: str
    choices: tuple[Named, ...]


def places(name: str, things: Sequence[Named], said: Mapping[str, str]) -> tuple[PlaceInOrder, ...]:
    """Each place but the last: `first`, `first2`, `first3` for the name "first".

    Where nothing is said, or what stands further ahead already, the next of `things` comes.
    """
    left, found = dict(things), list[PlaceInOrder]()
    while len(left) > 1:
        key = f"{name}{len(found) + 1}" if found else name
        wanted = said.get(key, "")
        value = wanted if wanted in left else next(iter(left))
        found.append(PlaceInOrder(key, value, tuple(left.items())))
        del left[value]
    return tuple(found)


def in_order(name: str, things: Sequence[Named], said: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of those things as their places say."""
    ahead = [place.value for place in places(name, things, said)]
    return (*ahead, *(key for key, _ in things if key not in ahead))
