"""Armies and libraries as belongings of people."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletop.accounts.keeping import owned_by
from tabletop.accounts.people import Person
from tabletop.armies import services
from tabletop.armies.models import Army, LibraryRecord, ListFile


def exported(person: Person) -> dict[str, Any]:
    """Armies with their rosters, the lists that they came from, and libraries with every version."""
    files = ListFile.objects.filter(army__in=Army.objects.filter(owned_by(person)))
    trees = {file.army_id: msgspec.to_builtins(file.listing) for file in files}
    armies = Army.objects.filter(owned_by(person)).order_by("id")
    libraries = LibraryRecord.objects.filter(owned_by(person)).order_by("id").prefetch_related("editions")
    return {
        "armies": [
            {
                "name": army.name,
                "points": army.points,
                "archived": army.archived,
                "roster": army.roster,
                "content": army.content,
                "list": trees.get(army.pk),
                "created_at": army.created_at,
                "updated_at": army.updated_at,
            }
            for army in armies
        ],
        "libraries": [
            {
                "key": record.key,
                "name": record.name,
                "visibility": record.visibility,
                "draft": record.draft,
                "editions": [edition.content for edition in record.editions.all()],
            }
            for record in libraries
        ],
    }


def let_go(person: Person) -> None:
    """Delete them; a library that others have built on stays, with nobody's name on it and for nobody new."""
    Army.objects.filter(owned_by(person)).delete()
    for record in LibraryRecord.objects.filter(owned_by(person)):
        if Army.objects.filter(edition__record=record).exists():
            record.owner, record.guest, record.draft = None, "", None
            record.visibility = LibraryRecord.Visibility.PRIVATE
            record.save(update_fields=["owner", "guest", "draft", "visibility"])
        else:
            record.delete()


claim = services.adopt
