"""Which scenarios somebody may see, change or play."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404

from rules.visibility import without_secrets
from tabletop.accounts.people import Person
from tabletop.scenarios.draft import Draft
from tabletop.scenarios.models import ScenarioRecord


def owned_by(person: Person) -> Q:
    """Scenarios of this person's account, and those made as a guest in this browser."""
    own = Q(owner_id=person.user_id, owner__isnull=False)
    return own | Q(guest__in=[key for key in person.keys if key])


def is_sample() -> Q:
    """Scenarios that belong to nobody."""
    return Q(owner=None, guest="")


def playable_by(person: Person) -> Q:
    """Scenarios that this person may play: own ones, public ones and samples; none that are put away."""
    return Q(archived=False) & (owned_by(person) | Q(public=True) | is_sample())


def mine(person: Person, pk: int) -> ScenarioRecord:
    """One's own scenario. Raises Http404 for any other, whether it exists or not."""
    found = ScenarioRecord.objects.filter(owned_by(person), pk=pk).first()
    if found is None:
        raise Http404
    return found


def shown(person: Person, pk: int) -> ScenarioRecord:
    """A scenario that this person may look at. Raises Http404 for any other."""
    found = ScenarioRecord.objects.filter(owned_by(person) | Q(public=True) | is_sample(), pk=pk).first()
    if found is None:
        raise Http404
    return found


def shared(token: str) -> ScenarioRecord:
    """The scenario that a link leads to. Raises Http404 for a link that is no longer shared."""
    found = ScenarioRecord.objects.filter(token=token).exclude(token="").first()
    if found is None:
        raise Http404
    return found


def is_owner(person: Person, record: ScenarioRecord) -> bool:
    """Whether this scenario is this person's to change."""
    by_account = record.owner_id is not None and record.owner_id == person.user_id
    return by_account or person.is_one_of(record.guest)


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
