"""What somebody does with their scenarios: begin, change, take back, copy, put away, share."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.db import transaction
from django.http import Http404

from tabletop.accounts import keeping
from tabletop.accounts.keeping import is_owner, owned_by
from tabletop.accounts.people import Person
from tabletop.scenarios.draft import checks
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.edits import edits
from tabletop.scenarios.edits.edited import Edited
from tabletop.scenarios.models import ScenarioRecord, ScenarioStep
from tabletop.scenarios.selectors import known_to, mine
from tabletop.ui.refused import Refused

MOST_SCENARIOS = 1000
KEPT_STEPS = 60


def begin(person: Person, draft: Draft, said: str = "began") -> ScenarioRecord:
    """A new scenario of this person's."""
    if ScenarioRecord.objects.filter(owned_by(person)).count() >= MOST_SCENARIOS:
        raise Refused("too-many", f"There are {MOST_SCENARIOS} scenarios already.", "delete some that are put away")
    account = person.user_id
    record = ScenarioRecord(owner_id=account, guest="" if account else person.key)
    with transaction.atomic():
        _put(record, draft)
        ScenarioStep.objects.create(record=record, number=0, draft=record.draft, said=said)
    return record


def _put(record: ScenarioRecord, draft: Draft) -> None:
    record.put(draft)
    record.faults = checks.faults(checks.check(draft.scenario))
    record.save()


def change(person: Person, pk: int, sent: Mapping[str, str]) -> tuple[ScenarioRecord, Draft, Edited]:
    """One edit, saved at once. Returns the scenario, the draft before, and what the edit made of it."""
    with transaction.atomic():
        record = _held(person, pk)
        before = record.draft_value
        edited = edits.edit(before, sent)
        if edited.draft != before:
            record.step += 1
            _put(record, edited.draft)
            record.steps.filter(number__gte=record.step).delete()
            record.steps.filter(number__lte=record.step - KEPT_STEPS).delete()
            said = edited.said[:200]
            ScenarioStep.objects.create(record=record, number=record.step, draft=record.draft, said=said)
    return record, before, edited


def turn(person: Person, pk: int, *, back: bool) -> tuple[ScenarioRecord, Draft, Draft]:
    """Take the latest edit back, or do the one after it again: the scenario, the draft before and after."""
    with transaction.atomic():
        record = _held(person, pk)
        before = record.draft_value
        wanted = record.steps.filter(number=record.step + (-1 if back else 1)).first()
        if wanted is None:
            nothing = "There is nothing to take back." if back else "There is nothing to do again."
            raise Refused("no-step", nothing, "another edit")
        after = msgspec.convert(wanted.draft, Draft)
        record.step = wanted.number
        _put(record, after)
    return record, before, after


def _held(person: Person, pk: int) -> ScenarioRecord:
    """The scenario, held until the edit is saved, so that two edits at once both count."""
    record = ScenarioRecord.objects.select_for_update().defer("content").filter(owned_by(person), pk=pk).first()
    if record is None:
        raise Http404
    if record.draft is None:
        record.put(record.draft_value)
    if not record.steps.exists():
        ScenarioStep.objects.create(record=record, number=record.step, draft=record.draft, said="began")
    return record


def copy(person: Person, record: ScenarioRecord) -> ScenarioRecord:
    """A scenario of one's own that begins as another one is now, as far as this person may know it."""
    draft = known_to(person, record)
    name = draft.scenario.name
    if is_owner(person, record) or ScenarioRecord.objects.filter(owned_by(person), name=name).exists():
        draft = draft.with_scenario(name=f"{name[:70]}, copy")
    return begin(person, draft, said=f"copied {name}")


def put_away(person: Person, pk: int, *, archived: bool) -> ScenarioRecord:
    """Into the archive, or out of it. Tables that were set up with it keep their copy."""
    record = mine(person, pk)
    keeping.put_away(record, archived=archived)
    return record


def delete(person: Person, pk: int) -> None:
    """For good; only from the archive."""
    keeping.delete(mine(person, pk))


def share(person: Person, pk: int, *, with_whom: str) -> ScenarioRecord:
    """With nobody, with whoever has the link, or with everybody."""
    record = mine(person, pk)
    keeping.share(record, with_whom=with_whom)
    return record


def adopt(person: Person) -> int:
    """Give the account what was made as a guest in this browser. Returns how many scenarios that were."""
    return keeping.adopt(ScenarioRecord, person)
