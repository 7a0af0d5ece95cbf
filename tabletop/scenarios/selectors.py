"""Which scenarios somebody may see, change or play."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from rules import without_secrets
from tabletop.accounts import keeping
from tabletop.accounts.keeping import is_owner, is_sample, open_to, owned_by
from tabletop.accounts.people import Person
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.models import ScenarioRecord


def playable_by(person: Person) -> Q:
    """Scenarios that this person may play: own ones, public ones and samples; none that are put away."""
    return Q(archived=False) & open_to(person)


def mine(person: Person, pk: int) -> ScenarioRecord:
    """One's own scenario. Raises Http404 for any other, whether it exists or not."""
    return keeping.mine(ScenarioRecord, person, pk)


def shown(person: Person, pk: int) -> ScenarioRecord:
    """A scenario that this person may look at. Raises Http404 for any other."""
    return keeping.shown(ScenarioRecord, person, pk)


def shared(token: str) -> ScenarioRecord:
    """The scenario that a link leads to. Raises Http404 for a link that is no longer shared."""
    return keeping.shared(ScenarioRecord, token)


def known_to(person: Person, record: ScenarioRecord) -> Draft:
    """The draft as this person may know it: mines and hidden zones are for its owner alone."""
    draft = record.draft_value
    if is_owner(person, record):
        return draft
    scenario = without_secrets(draft.scenario, "public")
    return draft.with_scenario(terrain=scenario.terrain, zones=scenario.zones)


def scenarios_of(person: Person, *, archived: bool = False, words: str = "") -> QuerySet[ScenarioRecord]:
    """This person's scenarios, the latest first."""
    found = ScenarioRecord.objects.filter(owned_by(person), archived=archived).defer("draft")
    if words:
        found = found.filter(name__icontains=words)
    return found.order_by("-updated_at", "-id")


def samples() -> QuerySet[ScenarioRecord]:
    """The sample scenarios."""
    return ScenarioRecord.objects.filter(is_sample()).defer("draft").order_by("name")


def others(person: Person) -> QuerySet[ScenarioRecord]:
    """What other people share with everybody."""
    public = ScenarioRecord.objects.filter(public=True, archived=False).exclude(owned_by(person)).exclude(is_sample())
    return public.defer("draft").order_by("-updated_at")
