"""The lobby, joining, and the pages round a table."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from rules.core.ids import SideId
from tabletop import security
from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.log import delay, entries
from tabletop.games.models import Table
from tabletop.games.pages import fragments, frames, log_entries, scene
from tabletop.games.pages.lengths import scale_at
from tabletop.games.panels.clocks import clocks as clocks_of
from tabletop.games.panels.clocks import time_to_answer
from tabletop.games.push.rooms import rooms
from tabletop.games.tables.invitation import join_address
from tabletop.games.views.play import furniture, odds_at, personal, unplayed
from tabletop.games.views.seats import room_context
from tabletop.games.views.visits import Visit, at_table

# ------------------------------------------------------------------ round the table


@require_GET
@at_table
def play(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The table for its players and its host; others are sent to watch or to join."""
    audience = rights.audience_of(visit.table, visit.person, _wanted(request, visit))
    if audience == "public":
        return redirect("games:join" if visit.table.status == Table.Status.SET_UP else "games:watch", code=visit.code)
    if visit.table.status == Table.Status.SET_UP:
        return render(request, "games/set_up/set_up.html", live_context(visit, audience) | room_context(request, visit))
    context = live_context(visit, audience)
    scene = context["scene"]
    state = scene.state
    turned = "turned" in request.GET or "as" not in request.GET
    covered = turned and scene.has_hidden and len(context["my_sides"]) > 1
    context |= {"covered": covered, "side_name": scene.side_name(SideId(audience)) if covered else ""}
    return render(
        request,
        "games/play.html",
        context
        | personal(state, audience)
        | odds_at(visit, state, audience)
        | unplayed(visit, state, audience)
        | furniture(request, visit, state),
    )


def _wanted(request: HttpRequest, visit: Visit) -> str:
    """The view that is asked for; a device with several seats gets the side that must act."""
    asked = request.GET.get("as", "")
    if asked or not visit.table.seq:
        return asked
    sides = rights.sides_of(rights.seats_of(visit.table, visit.person))
    acting = scene.acting(visit.table)
    return acting if acting in sides else ""


SHAPES: Final = ("wide", "tall")


@require_GET
@at_table
def stream(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The board with names and score for a broadcast, on nothing: 16:9, or 9:16 with `shape=tall`.

    Without `shape` the page takes that of its own window.

    Any page may frame it, this address alone: it shows what every spectator sees, and has nothing to press.
    """
    rights.be_welcome(visit.table, visit.person)
    shape = request.GET.get("shape", "")
    context = live_context(visit, "screen")
    context |= {
        "shape": shape if shape in SHAPES else SHAPES[0],
        **log_entries.last_act(visit.table, entries.latest(visit.table, "public", context["seq"], limit=4)),
        "sitters": [seat for seat in selectors.sitters(visit.table) if seat.side],
    }
    answer = render(request, "games/stream.html", context)
    answer["Content-Security-Policy"] = security.framed_anywhere(request)
    answer.xframe_options_exempt = True
    return answer


@require_GET
@at_table
def clocks(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who plays each side, and how long each has taken, as far as onlookers may see."""
    rights.be_welcome(visit.table, visit.person)
    rows = [clock._asdict() for clock in clocks_of(delay.delayed(visit.table))]
    answer = JsonResponse(rows, safe=False)
    answer["Cache-Control"] = "no-store"
    return answer


@require_GET
@at_table
def answering(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the clock has left for who is asked in another's turn; null for none. (ARAP-ACT-11)

    Onlookers, and a screen whoever opened it, get it as far behind the table as all that they see.
    """
    rights.be_welcome(visit.table, visit.person)
    looks_on = request.GET.get("as") in rights.OPEN_VIEWS or rights.is_onlooker(visit.table, visit.person)
    if looks_on:
        found = time_to_answer(delay.delayed(visit.table), behind_s=visit.table.delay_s)
    else:
        found = time_to_answer(visit.table)
    answer = JsonResponse(found._asdict() if found is not None else None, safe=False)
    answer["Cache-Control"] = "no-store"
    return answer


@require_GET
@at_table
def screen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's screen: no controls, only what every player may see, and the code to join."""
    rights.be_welcome(visit.table, visit.person)
    address = join_address(request, visit.code)
    context = live_context(visit, "screen")
    context |= {
        "join_url": address,
        "join_host": urlsplit(address).netloc,
        **log_entries.last_act(visit.table, entries.latest(visit.table, "public", context["seq"], limit=4)),
    }
    return render(request, "games/screen.html", context)


REACTIONS = (
    ("bravo", "Bravo", "clap"),
    ("ouch", "Ouch", "gasp"),
    ("dice", "What dice", "dice"),
    ("seen", "Well seen", "bulb"),
)
"""Kinds of reactions with their words and icons."""


@require_GET
@at_table
def watch(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Watch live."""
    rights.be_welcome(visit.table, visit.person)
    may_sit = not rights.has_seen_all(visit.table, visit.person)
    mine = {
        "given_away": may_sit and selectors.given_away(visit.table, visit.person),
        "stood_in_for": may_sit and selectors.stood_in_for(visit.table, visit.person),
        "reaction_kinds": REACTIONS,
        "my_reactions": selectors.reactions_of(visit.table, visit.person),
    }
    context = live_context(visit, "public")
    context["now"] = log_entries.going_on(context["newest"], context["scene"])
    return render(request, "games/watch.html", context | mine)


def live_context(visit: Visit, audience: Audience) -> dict[str, Any]:
    """Everything that a live page shows first; the socket goes on from `seq`."""
    table = delay.delayed(visit.table) if audience in rights.OPEN_VIEWS else visit.table
    seq = table.seq
    parts = frames.parts_at(table, audience, seq)
    shown = entries.latest(table, viewer_of(audience), seq) if seq else []
    room = rooms.get(table.pk)
    here = rooms.here(table.pk).union(visit.person.keys)  # whose page this is will be
    watchers = room.presence.watchers if room else 0
    seats = rights.seats_of(table, visit.person)
    return {
        "facts": selectors.facts(table),
        "audience": audience,
        "scene": parts.scene,
        "seq": seq,
        "step_cm": scale_at(table, seq).cm,
        "parts": parts.html,
        "board": fragments.whole_board(parts.scene) if parts.scene.begun else "",
        "newest": next(iter(shown), None),
        "log": log_entries.log(shown),
        "log_next": log_entries.next_page(shown),
        "beside": fragments.beside(table, audience, here=here, watchers=watchers),
        "live_url": f"{reverse('games:play', args=[table.code])}live?as={audience}",
        "is_host": rights.is_host(table, visit.person),
        "my_seats": seats,
        "my_sides": rights.sides_of(seats),
    }
