"""Which armies somebody may see, change or bring to a table."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django.db.models import F, Q, QuerySet
from django.http import Http404

from tabletop.accounts import keeping
from tabletop.accounts.keeping import is_sample, open_to, owned_by
from tabletop.accounts.people import Person
from tabletop.armies.library.library import Library
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord

LISTED = ("content", "roster")
"""What a list of armies does not read."""


A_LIST: Final = 30
"""Armies that are named at once where one of many is chosen."""


def playable_by(person: Person) -> Q:
    """Armies that this person may bring: own ones, public ones and samples; none that are empty or put away."""
    return Q(archived=False, unit_count__gt=0) & open_to(person)


def mine(person: Person, pk: int) -> Army:
    """One's own army. Raises Http404 for any other, whether it exists or not."""
    return keeping.mine(Army, person, pk)


def shown(person: Person, pk: int) -> Army:
    """An army that this person may look at. Raises Http404 for any other."""
    return keeping.shown(Army, person, pk)


def built(person: Person, pk: int) -> Army:
    """An army that this person may look at and that was built here. Raises Http404 for any other."""
    found = shown(person, pk)
    if found.roster is None:
        raise Http404
    return found


def shared(token: str) -> Army:
    """The army that a link leads to. Raises Http404 for a link that is no longer shared."""
    return keeping.shared(Army, token)


def usable_by(person: Person) -> QuerySet[LibraryRecord]:
    """Libraries that this person may build from without a link."""
    public = Q(visibility=LibraryRecord.Visibility.PUBLIC)
    return LibraryRecord.objects.filter(owned_by(person) | public).defer("draft")


def reached_by(person: Person, key: str) -> LibraryRecord | None:
    """The library of that key, when this person may build from it: its key is its link."""
    return LibraryRecord.objects.filter(shared_or_own(person), key=key).first()


def shared_or_own(person: Person) -> Q:
    """Libraries that are open to whoever knows their keys, and this person's."""
    by_link = Q(visibility__in=(LibraryRecord.Visibility.LINK, LibraryRecord.Visibility.PUBLIC))
    return owned_by(person) | by_link


def my_library(person: Person, key: str) -> LibraryRecord:
    """One's own library. Raises Http404 for any other, whether it exists or not."""
    found = LibraryRecord.objects.filter(owned_by(person), key=key).first()
    if found is None:
        raise Http404
    return found


def newer_edition(army: Army, person: Person) -> LibraryEdition | None:
    """A newer edition of the library that the army was built on, when the person may use it."""
    edition = army.edition_id or 0
    built_on = LibraryEdition.objects.filter(pk=edition).values_list("record", "record__key", "version").first()
    if built_on is None:
        return None
    record, key, version = built_on
    later = LibraryEdition.objects.select_related("record").filter(record=record, version__gt=version)
    found = later.defer("content", "record__draft").order_by("-version").first()
    return found if found is not None and reached_by(person, key) is not None else None


def armies_of(person: Person, *, archived: bool = False, words: str = "") -> QuerySet[Army]:
    """This person's armies, the latest first."""
    found = Army.objects.filter(owned_by(person), archived=archived).defer(*LISTED)
    found = found.annotate(to_place=F("list_file__open_lines"))
    if words:
        found = found.filter(name__icontains=words)
    return found.order_by("-updated_at", "-id")


def samples() -> QuerySet[Army]:
    """The sample armies."""
    return Army.objects.filter(is_sample()).defer(*LISTED).order_by("-points", "name")


def sources(person: Person, army: Army, words: str = "") -> dict[str, list[Army]]:
    """Armies that have units to copy into another: this person's latest, and those ready to play."""
    own, ready = armies_of(person, words=words).filter(unit_count__gt=0).exclude(pk=army.pk), samples()
    if words:
        ready = ready.filter(name__icontains=words)
    return {"own": list(own[:A_LIST]), "ready": list(ready[:A_LIST])}


def playable(person: Person, pk: int) -> Army:
    """An army that this person may bring. Raises Http404 for any other."""
    found = Army.objects.filter(playable_by(person), pk=pk).first()
    if found is None:
        raise Http404
    return found


def library_of(army: Army) -> Library:
    """The edition that the army was built on; the shipped one for an army that was not built here."""
    edition = army.edition_id or LibraryEdition.generic().pk
    made_at = LibraryEdition.objects.values_list("created_at", flat=True).get(pk=edition)
    return _library(edition, made_at.isoformat())


@lru_cache(maxsize=32)
def _library(edition: int, made_at: str) -> Library:
    """Editions never change; the time distinguishes rows of two databases that have the same key."""
    return LibraryEdition.objects.get(pk=edition).value
