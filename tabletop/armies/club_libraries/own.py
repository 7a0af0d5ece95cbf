"""What somebody does with a library of their own: copy one, edit its draft, publish it as a new version, share it."""

from __future__ import annotations

import secrets
from typing import Any, Final, Literal

import msgspec
from django.db import transaction
from django.http import QueryDict
from django.utils.text import slugify
from msgspec import Struct
from msgspec.structs import replace

from rules.forces import older, stored
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon
from tabletop.accounts.keeping import owned_by
from tabletop.accounts.people import Person
from tabletop.armies.club_libraries import defaults
from tabletop.armies.library import forms
from tabletop.armies.library.library import Category, Kind, Library
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord
from tabletop.armies.roster import soundness
from tabletop.armies.selectors import my_library, reached_by
from tabletop.ui.refused import Refused

MOST_LIBRARIES: Final = 50
LARGEST: Final = 3_000_000
"""Bytes of a draft."""

Part = Literal["kinds", "profiles", "weapons"]
PARTS: Final[dict[Part, type[Struct]]] = {"kinds": Kind, "profiles": Profile, "weapons": Weapon}

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


class Head(Struct, frozen=True, kw_only=True):
    """What the whole library is called, and its headings."""

    name: str
    about: str = ""
    categories: tuple[Category, ...] = ()


def copy(person: Person, key: str) -> LibraryRecord:
    """A library of one's own that begins as the newest version of another one."""
    source = reached_by(person, key)
    edition = source.editions.first() if source else None
    if edition is None:
        raise Refused("unknown-library", "There is no such library to copy.", "one of those that are listed")
    if LibraryRecord.objects.filter(owned_by(person)).count() >= MOST_LIBRARIES:
        raise Refused("too-many", f"There are {MOST_LIBRARIES} libraries already.", "delete one")
    library = edition.value
    name = f"{library.name[:70]}, copy"
    own_key = f"{slugify(library.name)[:40]}-{''.join(secrets.choice(_ALPHABET) for _ in range(10))}"
    account = person.user_id
    with transaction.atomic():
        made = LibraryRecord.objects.create(
            owner_id=account, guest="" if account else person.key, key=own_key, name=name, copied_from=str(edition)
        )
        own = replace(library, key=own_key, name=name, version=1)
        LibraryEdition.objects.create(record=made, version=1, content=msgspec.to_builtins(own))
    return made


def draft_of(record: LibraryRecord) -> Library:
    """What its owner works on: the draft, or the newest version where nothing was changed since."""
    return stored.opened(_content(record), Library)


def _content(record: LibraryRecord) -> dict[str, Any]:
    if record.draft is not None:
        return dict(older.upgraded(record.draft))
    edition = record.editions.first()
    assert edition is not None
    return dict(older.upgraded(edition.content))


def _held(person: Person, key: str) -> LibraryRecord:
    my_library(person, key)
    return LibraryRecord.objects.select_for_update().get(key=key)


def _keep(record: LibraryRecord, content: dict[str, Any]) -> None:
    """Save a draft, when it is a library at all; what is unsound in it is shown until it is mended."""
    content = forms.with_ids(content)
    try:
        library = stored.opened(content, Library)
    except msgspec.ValidationError as wrong:
        raise Refused("no-library", f"That cannot stand in a library. {wrong}.", "another value") from None
    packed = msgspec.to_builtins(library)
    if len(msgspec.json.encode(packed)) > LARGEST:
        raise Refused("too-large", "The library has become too large.", f"at most {LARGEST:,} bytes")
    record.draft, record.name = packed, library.name.strip()[:80] or record.name
    record.save(update_fields=["draft", "name"])


def edit_head(person: Person, key: str, sent: QueryDict, do: str) -> None:
    """Its name, what it is about, its headings."""
    with transaction.atomic():
        record = _held(person, key)
        content = _content(record)
        head = forms.changed(Head, forms.read(Head, sent, content), do)
        _keep(record, {**content, **head})


def edit_part(person: Person, key: str, part: Part, id: str, sent: QueryDict, do: str) -> None:
    """One kind, profile or weapon, as a form says it."""
    with transaction.atomic():
        record = _held(person, key)
        content = _content(record)
        at = _index(content, part, id)
        values = forms.read(PARTS[part], sent, content[part][at])
        if part == "profiles":
            values = defaults.applied(values, {key: str(sent.get(key, "")) for key in defaults.ASKED}, do)
        content[part][at] = {**forms.changed(PARTS[part], values, do), "id": id}
        _keep(record, content)


def add_part(person: Person, key: str, part: Part, name: str, like: str) -> str:
    """A new kind, profile or weapon like another one. Returns its id."""
    name = " ".join(name.split())[:80]
    if not name:
        raise Refused("no-name", "What is new needs a name.", "up to 80 signs")
    with transaction.atomic():
        record = _held(person, key)
        content = _content(record)
        made = dict(content[part][_index(content, part, like)])
        made["id"] = forms.fresh_id(name, {each["id"] for each in content[part]})
        made["name"] = name
        content[part] = [*content[part], made]
        _keep(record, content)
    return str(made["id"])


def remove_part(person: Person, key: str, part: Part, id: str) -> None:
    """Take something out of the draft. What still names it is shown as a fault."""
    with transaction.atomic():
        record = _held(person, key)
        content = _content(record)
        at = _index(content, part, id)
        content[part] = [each for n, each in enumerate(content[part]) if n != at]
        _keep(record, content)


def _index(content: dict[str, Any], part: Part, id: str) -> int:
    found = next((n for n, each in enumerate(content[part]) if each["id"] == id), None)
    if found is None:
        raise Refused("unknown-part", "That is no longer in the library.", "one of those it lists")
    return found


def publish(person: Person, key: str) -> LibraryEdition:
    """The draft becomes the next version. Armies stay on theirs until their owners take the new one."""
    with transaction.atomic():
        record = _held(person, key)
        if record.draft is None:
            raise Refused("no-draft", "Nothing was changed since the last version.", "edit something first")
        latest = record.editions.order_by("-version").values_list("version", flat=True).first() or 0
        library = replace(draft_of(record), key=record.key, version=latest + 1)
        if wrong := soundness.faults(library):
            raise Refused("unsound", f"It cannot be published yet. {wrong[0]}", "mend what the page lists")
        made = LibraryEdition.objects.create(
            record=record, version=library.version, content=msgspec.to_builtins(library)
        )
        record.draft = None
        record.save(update_fields=["draft"])
    return made


def discard(person: Person, key: str) -> None:
    """Back to the newest version."""
    record = my_library(person, key)
    edition = record.editions.first()
    assert edition is not None
    record.draft, record.name = None, edition.value.name
    record.save(update_fields=["draft", "name"])


def share(person: Person, key: str, *, with_whom: str) -> None:
    """With nobody, with whoever has the link, or with everybody."""
    record = my_library(person, key)
    if with_whom not in LibraryRecord.Visibility.values:
        raise Refused("unknown-share", "A library is not shared like that.", "private, link or public")
    record.visibility = with_whom
    record.save(update_fields=["visibility"])


def delete(person: Person, key: str) -> None:
    """For good, when no army is built on it."""
    record = my_library(person, key)
    armies = Army.objects.filter(edition__record=record).count()
    if armies:
        raise Refused("in-use", f"Armies are built on it: {armies}.", "delete those first, or keep it to yourself")
    record.delete()
