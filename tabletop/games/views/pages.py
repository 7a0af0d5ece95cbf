"""The lobby, joining, and the pages round a table."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tabletop.accounts.people import Person, become_known
from tabletop.armies.models import Army
from tabletop.games import chronicle, fragments, frames, limits, rights, selectors, services
from tabletop.games.limits import address_of
from tabletop.games.models import Table
from tabletop.games.push.rooms import rooms
from tabletop.games.refused import Refused
from tabletop.games.rights import Audience, viewer_of
from tabletop.games.services.tables import armies_for
from tabletop.games.views.playing import furniture, personal
from tabletop.games.views.visits import Visit, at_table, refuse
from tabletop.scenarios.models import ScenarioRecord


def scenarios_for(person: Person) -> QuerySet[ScenarioRecord]:
    """Scenarios that this person may play: own ones, public ones and samples."""
    own = Q(owner_id=person.user_id, owner__isnull=False)
    return ScenarioRecord.objects.filter(own | Q(public=True) | Q(owner=None))


# ------------------------------------------------------------------ opening, joining


@require_POST
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table and go to it."""
    try:
        limits.opened.check(address_of(request))
        person = become_known(request, request.POST.get("host_name", "").strip()[:40])
        chosen = request.POST.get("scenario", "")
        scenario = scenarios_for(person).filter(pk=chosen).first() if chosen.isdecimal() else None
        table = services.open_table(
            person=person,
            host_name=request.POST.get("host_name", ""),
            name=request.POST.get("name", ""),
            scenario=scenario,
        )
    except Refused as refused:
        return refuse(request, refused)
    limits.opened.count(address_of(request))
    return redirect("games:play", code=table.code)


@require_http_methods(["GET", "POST"])
@at_table
def join(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Pick a name and a seat, or watch."""
    rights.be_welcome(visit.table, visit.person)
    if request.method == "POST":
        name = request.POST.get("name", "")
        person = become_known(request, services.clean_name(name))
        sides = [side for side in request.POST.getlist("side") if side]
        services.join(code=visit.code, person=person, name=name, sides=sides)
        return redirect("games:play" if sides else "games:watch", code=visit.code)
    context = {
        "facts": selectors.facts(visit.table),
        "sitters": selectors.sitters(visit.table),
        "person": visit.person,
        "held": rights.sides_of(rights.seats_of(visit.table, visit.person)),
    }
    return render(request, "games/join.html", context)


# ------------------------------------------------------------------ round the table


@require_GET
@at_table
def play(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The table for its players and its host; others are sent to watch or to join."""
    audience = rights.audience_of(visit.table, visit.person, _wanted(request, visit))
    if audience == "public":
        return redirect("games:join" if visit.table.status == Table.Status.SET_UP else "games:watch", code=visit.code)
    if visit.table.status == Table.Status.SET_UP:
        return render(request, "games/set_up.html", _set_up_context(visit, audience))
    context = live_context(visit, audience)
    state = context["scene"].state
    return render(request, "games/play.html", context | personal(state, audience) | furniture(request, visit, state))


def _wanted(request: HttpRequest, visit: Visit) -> str:
    """The view that is asked for; a device with several seats gets the side that must act."""
    asked = request.GET.get("as", "")
    if asked or not visit.table.seq:
        return asked
    sides = rights.sides_of(rights.seats_of(visit.table, visit.person))
    acting = fragments.acting(visit.table)
    return acting if acting in sides else ""


@require_GET
@at_table
def screen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's screen: no controls, only what every player may see, and the code to join."""
    rights.be_welcome(visit.table, visit.person)
    context = live_context(visit, "screen") | {
        "join_url": request.build_absolute_uri(reverse("games:join", args=[visit.code]))
    }
    return render(request, "games/screen.html", context)


@require_GET
@at_table
def watch(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Watch live."""
    rights.be_welcome(visit.table, visit.person)
    return render(request, "games/watch.html", live_context(visit, "public"))


def live_context(visit: Visit, audience: Audience) -> dict[str, Any]:
    """Everything that a live page shows first; the socket goes on from `seq`."""
    table = visit.table
    seq = table.seq
    parts = frames.parts_at(table, audience, seq)
    told = chronicle.latest(table, viewer_of(audience), seq) if seq else []
    room = rooms.get(table.pk)
    here, watchers = (room.presence.keys, room.presence.watchers) if room else (frozenset[str](), 0)
    seats = rights.seats_of(table, visit.person)
    return {
        "facts": selectors.facts(table),
        "audience": audience,
        "scene": parts.scene,
        "seq": seq,
        "parts": parts.html,
        "board": fragments.whole_board(parts.scene) if parts.scene.begun else "",
        "log": fragments.log(told),
        "log_next": told[-1].head if len(told) == chronicle.PAGE else 0,
        "beside": fragments.beside(table, audience, here=here, watchers=watchers),
        "live_url": f"{reverse('games:play', args=[table.code])}live?as={audience}",
        "is_host": rights.is_host(table, visit.person),
        "my_seats": seats,
        "my_sides": rights.sides_of(seats),
    }


def _set_up_context(visit: Visit, audience: Audience) -> dict[str, Any]:
    table, person = visit.table, visit.person
    brought = {force.side: force for force in table.forces.all()}
    facts = selectors.facts(table)
    return live_context(visit, audience) | {
        "scenarios": scenarios_for(person),
        "armies": Army.objects.filter(armies_for(person)),
        "forces": [(side, name, brought.get(side)) for side, name in facts.sides],
        "chosen": table.scenario_id,
        "options": table.options,
    }
