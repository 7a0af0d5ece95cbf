"""What belongs to a person, in every part of the site: to hand over to an account, to take along, to let go of.

Parts that keep something of people add to these lists when they start; accounts know none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.db import transaction

from tabletop.accounts.models import User
from tabletop.accounts.people import Person

NOBODY_IN_PARTICULAR: Final = "A former player"
"""What somebody is called in battles that outlive their account."""


class Belongings(NamedTuple):
    """One part of the site: `exported` gives everything of a person as plain values, `claim` gives an account what its
    guest had, `let_go` deletes what is only theirs and takes their name off what others keep."""

    name: str
    exported: Callable[[Person], Any]
    claim: Callable[[Person], object]
    let_go: Callable[[Person], object]


_parts: dict[str, Belongings] = {}


def keep(belongings: Belongings) -> None:
    """Add a part of the site."""
    _parts[belongings.name] = belongings


def exported(person: Person) -> dict[str, Any]:
    """Everything that is this person's."""
    return {name: part.exported(person) for name, part in sorted(_parts.items())}


def claim(person: Person) -> None:
    """Give the account what was made as a guest in this browser."""
    if person.user_id is None or not any(key.startswith("g") for key in person.keys):
        return
    with transaction.atomic():
        for part in _parts.values():
            part.claim(person)


def delete_account(user: User) -> None:
    """Delete somebody for good. Battles that were fought stay readable, under a neutral name."""
    person = Person(keys=(f"u{user.pk}",), name=user.get_username(), user_id=user.pk)
    with transaction.atomic():
        for part in _parts.values():
            part.let_go(person)
        user.delete()


def guest_keys(person: Person) -> list[str]:
    """The keys of this person's browser."""
    return [key for key in person.keys if key.startswith("g")]
