"""The lobby, and the way from a code to its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from tabletop.accounts.people import person_of
from tabletop.games import selectors
from tabletop.games.access import entrance
from tabletop.games.access.refusals import Refused
from tabletop.games.house import exhibition, offers, openings
from tabletop.games.models import Table
from tabletop.games.tables.listing import SHOWN, TableCard, as_onlookers_see, cards, large_picture
from tabletop.games.words import GUEST
from tabletop.scenarios.selectors import samples
from tabletop.ui import switchboard


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """My tables, tables to watch, start one, join by code."""
    person = person_of(request)
    own = as_onlookers_see(selectors.my_tables(person)[:SHOWN], person)
    public = as_onlookers_see(selectors.public_tables().exclude(role=Table.Role.EXHIBITION)[:SHOWN], person)
    openings.keep()
    exhibited = exhibition.looked_at()
    drawn = cards(list({table.pk: table for table in (*own, *public)}.values()), person)
    mine = [drawn[table.pk] for table in own]
    watchable = [drawn[table.pk] for table in public]
    first = _first(own, public, drawn)
    context = {
        "hero": drawn[first.pk] if first else None,
        "hero_board": large_picture(first) if first else "",
        "mine": [card for card in mine if not card.over],
        "over": [card for card in mine if card.over],
        "public": sorted(watchable, key=lambda card: card.over),
        "newcomer": not own,
        "samples": _samples(),
        "guest": person.name or GUEST,
        "opening": offers.opening() if not (first and first.pk in {table.pk for table in own}) else None,
        "exhibition": offers.shown(exhibited) if exhibited else None,
    }
    return render(request, "games/lobby/lobby.html", context)


class SampleBattle(NamedTuple):
    """A scenario that comes with the site, and what it is played by."""

    pk: int
    name: str
    rules: str


def _samples() -> list[SampleBattle]:
    """For each game, and each set of vehicle rules, the shortest of the battles that come with the site."""
    shortest: dict[str, tuple[int, SampleBattle]] = {}
    for record in samples():
        scenario = record.value
        rules = switchboard.played_by(scenario.ruleset, scenario.options)
        found = (scenario.turn_limit, SampleBattle(record.pk, scenario.name, rules))
        shortest[rules] = min(shortest.get(rules, found), found)
    return [battle for _, battle in sorted(shortest.values())]


def _first(own: Sequence[Table], public: Sequence[Table], drawn: dict[int, TableCard]) -> Table | None:
    """What the page opens with: a table that waits for me, else one of mine in play, else one to watch."""
    waiting = [table for table in own if drawn[table.pk].my_move]
    live = [table for table in (*own, *public) if drawn[table.pk].live]
    return next(iter((*waiting, *live)), None)


@require_http_methods(["GET", "POST"])
def by_code(request: HttpRequest) -> HttpResponse:
    """Find a table by its code, typed in any way; with `watch` go and watch."""
    asked = request.POST if request.method == "POST" else request.GET
    typed = asked.get("code", "")
    if not typed.strip():
        return render(request, "games/lobby/code.html")
    try:
        table = entrance.table_by(typed, person_of(request), entrance.caller_of(request))
    except Refused as refused:
        context = {"refused": refused.refusal, "typed": typed[:12]}
        return render(request, "games/lobby/code.html", context, status=refused.status)
    where = reverse("games:watch" if "watch" in asked else "games:join", args=[table.code])
    return redirect(where)
