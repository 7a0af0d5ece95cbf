"""The end of a battle: who won and why, what decided it, and the same once more."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from rules import read_in_whole
from rules.questions.scenarios import round_word
from tabletop.accounts.limits import address_of
from tabletop.games import selectors, services
from tabletop.games.access import entrance, rights
from tabletop.games.access.rights import viewer_of
from tabletop.games.log import journal
from tabletop.games.log.stories import story_of
from tabletop.games.models import Table
from tabletop.games.panels.turn_tracker import ending
from tabletop.games.views.visits import Visit, at_table, done


@require_GET
@at_table
def end(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who won and why, for everybody who may see the table; before the end its visitors are sent to the table."""
    rights.be_welcome(visit.table, visit.person)
    if visit.table.status != Table.Status.ENDED:
        return redirect("games:play", code=visit.code)
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    state = journal.state_at(visit.table, visit.table.seq)
    seats = rights.seats_of(visit.table, visit.person)
    context = {
        "facts": selectors.facts(visit.table),
        "over": ending(state),
        "story": story_of(visit.table, viewer_of(audience)),
        "in_whole": read_in_whole(state.ruleset),
        "round_word": round_word(state.ruleset),
        "every_turn": state.scenario.scoring == "every-turn",
        "plays": bool(rights.sides_of(seats)) or rights.is_host(visit.table, visit.person),
        "rematch": visit.table.rematch,
        "seated": services.sits_at_rematch(visit.table, visit.person),
        "ended_at": visit.table.ended_at,
        "published": selectors.published_seed(visit.table) is not None,
        "sitters": [seat for seat in selectors.sitters(visit.table) if seat.side],
    }
    return render(request, "games/end.html", context)


@require_POST
@at_table
def rematch(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open a table for the same battle, with `swapped` sides or as they were, and go there."""
    entrance.opened.check(address_of(request), visit.person.key)
    swapped = request.POST.get("swapped", "") == "on"
    table = services.rematch(code=visit.code, person=visit.person, swapped=swapped)
    entrance.opened.count(address_of(request), visit.person.key)
    entrance.welcome_from(address_of(request), table.code)
    return done(request, visit, to=reverse("games:play", args=[table.code]))
