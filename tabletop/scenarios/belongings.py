"""Scenarios as belongings of people."""

from __future__ import annotations

from typing import Any

from tabletop.accounts.keeping import owned_by
from tabletop.accounts.people import Person
from tabletop.scenarios import services
from tabletop.scenarios.models import ScenarioRecord


def exported(person: Person) -> list[dict[str, Any]]:
    """Every scenario as its file has it."""
    return [
        {
            "name": record.name,
            "public": record.public,
            "archived": record.archived,
            "draft": record.draft or {"scenario": record.content},
            "created_at": record.created_at,
            "updated_at": record.updated_at,
        }
        for record in ScenarioRecord.objects.filter(owned_by(person)).order_by("id")
    ]


def let_go(person: Person) -> None:
    """Delete them. Tables that were set up with them keep their copy."""
    ScenarioRecord.objects.filter(owned_by(person)).delete()


claim = services.adopt
