"""The pages of the scenarios: the list, one to read, its editor, and what is done with it."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_POST

from rules import read_in_whole
from rules.table.scale import scale_of
from rules.table.scenario import Scenario
from tabletop.accounts import keeping
from tabletop.accounts.people import become_known, person_of
from tabletop.scenarios import selectors, services
from tabletop.scenarios.draft import checks, exchange
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.limits import LONGEST_NAME
from tabletop.scenarios.draft.sent import clean
from tabletop.scenarios.editor import desk
from tabletop.scenarios.edits import templates
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import listing
from tabletop.scenarios.pages import printed_map as pages_printed_map
from tabletop.ui import lengths
from tabletop.ui.refused import Refused

A_PAGE = 24

answering_refusals = keeping.answering_refusals("scenarios")


@require_GET
def scenarios(request: HttpRequest) -> HttpResponse:
    """My scenarios, and those to start from."""
    person = person_of(request)
    words, archived = request.GET.get("q", "").strip()[:LONGEST_NAME], "archived" in request.GET
    found = Paginator(selectors.scenarios_of(person, archived=archived, words=words), A_PAGE)
    page = found.get_page(request.GET.get("page"))
    plain = not words and not archived
    context = {
        "page": page,
        "cards": [listing.card(record) for record in page],
        "words": words,
        "archived": archived,
        "samples": [listing.card(record) for record in selectors.samples()[:12]] if plain else [],
        "others": [listing.card(record) for record in selectors.others(person)[:12]] if plain else [],
        "templates": templates.TEMPLATES,
    }
    return render(request, "scenarios/scenarios.html", context)


@require_POST
@answering_refusals
def new(request: HttpRequest) -> HttpResponse:
    """Begin a scenario from a template."""
    name = clean(request.POST.get("name", ""), LONGEST_NAME)
    draft = templates.made(templates.template(request.POST.get("template", "")), name)
    made = services.begin(become_known(request), draft)
    return redirect("scenarios:edit", pk=made.pk)


@require_GET
def scenario(request: HttpRequest, pk: int) -> HttpResponse:
    """One scenario to read."""
    return _reading(request, selectors.shown(person_of(request), pk))


@require_GET
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A scenario that somebody shares by a link."""
    return _reading(request, selectors.shared(token), token)


def _reading(request: HttpRequest, found: ScenarioRecord, token: str = "") -> HttpResponse:
    person = person_of(request)
    value = selectors.known_to(person, found).scenario
    mine = keeping.is_owner(person, found)
    context = {
        "record": found,
        "scenario": value,
        "picture": listing.large_picture(value),
        "line": listing.line(value),
        "facts": listing.facts(value),
        "checks": [each for each in checks.check(value) if each.tone != "ok"],
        "mine": mine,
        "secrets": read_in_whole(value.ruleset),
        "playable": not found.archived and (mine or not token or found.public),
        "token": token,
        "link": request.build_absolute_uri(reverse("scenarios:shared", args=[found.token])) if found.token else "",
    }
    return _measured(value, render(request, "scenarios/reading.html", context))


def _measured(scenario: Scenario, answer: HttpResponse) -> HttpResponse:
    """The same page with every length as a table of that scenario shows it. (ARAP-GEN-04)"""
    answer.content = lengths.shown(answer.content.decode(), scale_of(scenario.options))
    return answer


# ------------------------------------------------------------------ on paper


@require_GET
def printed_map(request: HttpRequest, pk: int) -> HttpResponse:
    """The map of a scenario, to be printed: nothing secret on it, unless its owner asks `for` a side or the host."""
    return _map(request, selectors.shown(person_of(request), pk))


@require_GET
def shared_map(request: HttpRequest, token: str) -> HttpResponse:
    """That of one that is shared by a link."""
    return _map(request, selectors.shared(token))


def _map(request: HttpRequest, found: ScenarioRecord) -> HttpResponse:
    person = person_of(request)
    known = selectors.known_to(person, found).scenario
    mine = keeping.is_owner(person, found)
    who = request.GET.get("for", "") if mine else ""
    value = pages_printed_map.as_known(known, who)
    readers = [("", "Everybody"), *((side.id, side.name) for side in known.sides), ("host", "The host")] if mine else []
    context = {
        "record": found,
        "scenario": value,
        "line": listing.line(value),
        "sheet": pages_printed_map.sheet(value),
        "readers": readers,
        "who": who,
        "reader": next((name for key, name in readers if key == who and key), ""),
    }
    return _measured(value, render(request, "scenarios/map.html", context))


# ------------------------------------------------------------------ files


@require_GET
def as_json(request: HttpRequest, pk: int) -> HttpResponse:
    """The scenario as a file that this and other servers take in."""
    person = person_of(request)
    found = selectors.shown(person, pk)
    data = exchange.to_json(selectors.known_to(person, found))
    name = f"{slugify(found.name) or 'scenario'}.json"
    header = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type="application/json", headers=header)


@require_GET
def schema(request: HttpRequest) -> HttpResponse:
    """What such a JSON file may hold."""
    return HttpResponse(exchange.schema(), content_type="application/schema+json")


@require_POST
@answering_refusals
def take_in(request: HttpRequest) -> HttpResponse:
    """A scenario from a file."""
    file = request.FILES.get("file")
    if file is None:
        raise Refused("no-file", "No file was sent.", "choose one")
    draft = exchange.read(file.read(exchange.LARGEST + 1))
    made = services.begin(become_known(request), draft, said="came from a file")
    return redirect("scenarios:edit", pk=made.pk)


# ------------------------------------------------------------------ the editor


@require_GET
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The editor; what is in hand alone, when a page asks for that."""
    found = selectors.mine(person_of(request), pk)
    hand = tuple(request.GET.get("in_hand", "").split())
    if request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request"):
        return render(request, "scenarios/_hand.html", desk.hand(found, found.draft_value, hand, _storey(request)))
    return render(request, "scenarios/edit.html", desk.page(found, hand))


@require_POST
@answering_refusals
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """One edit, saved and shown."""
    # A switch that is on comes with the "off" of its hidden field beside it, before it or after it.
    sent = {key: "on" if "on" in values else str(values[-1]) for key, values in request.POST.lists()}
    record, before, edited = services.change(person_of(request), pk, sent)
    return _changed(request, record, before, edited.draft, edited.hand)


@require_POST
@answering_refusals
def turn(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the latest edit back, or do it again."""
    record, before, after = services.turn(person_of(request), pk, back=request.POST.get("to") != "on")
    return _changed(request, record, before, after, tuple(request.POST.get("in_hand", "").split()))


def _changed(
    request: HttpRequest, record: ScenarioRecord, before: Draft, after: Draft, hand: tuple[str, ...]
) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect("scenarios:edit", pk=record.pk)
    was = () if "stale" in request.POST else tuple(request.POST.get("in_hand", "").split())
    return render(request, "scenarios/_changed.html", desk.changed(record, before, after, hand, was, _storey(request)))


def _storey(request: HttpRequest) -> int:
    """The storey of a building that the panel shows."""
    storey = (request.POST if request.method == "POST" else request.GET).get("storey", "")
    return int(storey) if storey.isdecimal() and len(storey) < 3 else 0


# ------------------------------------------------------------------ what is done with the whole


@require_POST
@answering_refusals
def copy(request: HttpRequest, pk: int) -> HttpResponse:
    """A scenario of one's own, like one that may be seen; a link's token shows that it may."""
    token = request.POST.get("token", "")
    source = selectors.shared(token) if token else selectors.shown(person_of(request), pk)
    made = services.copy(become_known(request), source)
    return redirect("scenarios:edit", pk=made.pk)


@require_POST
@answering_refusals
def put_away(request: HttpRequest, pk: int) -> HttpResponse:
    """Into the archive, or out of it."""
    archived = request.POST.get("archived") == "1"
    done = services.put_away(person_of(request), pk, archived=archived)
    messages.success(request, f"{done.name} is {'put away' if archived else 'back'}.")
    return redirect("scenarios:scenarios")


@require_POST
@answering_refusals
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """For good."""
    services.delete(person_of(request), pk)
    return redirect(reverse("scenarios:scenarios") + "?archived")


@require_POST
@answering_refusals
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """With nobody, with whoever has the link, or with everybody."""
    services.share(person_of(request), pk, with_whom=request.POST.get("with", ""))
    return redirect("scenarios:scenario", pk=pk)
