"""Playing against the house: the way in from the first page, the form beside it, what is done about it at tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.core.ids import SideId
from tabletop.accounts.limits import address_of
from tabletop.accounts.people import Person, become_known, person_of
from tabletop.games import services
from tabletop.games.access import entrance
from tabletop.games.access.refusals import Refused, malformed
from tabletop.games.house import bills, exhibition, offers, openings
from tabletop.games.models import Table
from tabletop.games.panels.advice import advised, draft_of
from tabletop.games.services.house import USUAL
from tabletop.games.views import parse
from tabletop.games.views.play import seen_by
from tabletop.games.views.visits import Visit, at_table, done, refuse
from tabletop.games.words import GUEST, HOUSE_PLAYERS


@require_http_methods(["GET", "POST"])
def against(request: HttpRequest) -> HttpResponse:
    """Who sits opposite, which battle, one's side, its pace; or, sent, a table at which one sits down."""
    person = person_of(request)
    if request.method != "POST":
        return _form(request, person)
    try:
        entrance.opened.check(address_of(request), person.key)
        table = _sat_down(request)
    except Refused as refused:
        return refuse(request, refused) if refused.status == 429 else _form(request, person, refused)
    entrance.opened.count(address_of(request), person_of(request).key)
    entrance.welcome_from(address_of(request), table.code)
    return redirect(_first_act(table))


def _sat_down(request: HttpRequest) -> Table:
    asked = request.POST
    name = services.clean_name(asked.get("name", "") or person_of(request).name or GUEST)
    character, pace = asked.get("character", USUAL), asked.get("pace", Table.Pace.EASY)
    if character not in {player.id for player in HOUSE_PLAYERS} or pace not in Table.Pace.values:
        raise malformed("There is no such character or pace.", "one of those shown")
    battle = asked.get("battle", offers.UNDER_WAY)
    side = asked.get("side", "")
    with transaction.atomic():
        person = become_known(request, name if asked.get("name") else "")
        if battle == offers.UNDER_WAY:
            table = openings.take(person, name, side=side, character=character, pace=pace)
        else:
            table = bills.begun(bills.of(battle), person, name, side=side, character=character, pace=pace)
        if "settled" in asked:
            advice, lenient = "advice" in asked, "lenient" in asked
            services.settle_house(code=table.code, person=person, advice=advice, lenient=lenient)
    return table


def _first_act(table: Table) -> str:
    """The table, with the best shot of the unit in hand planned already where it is one's own move."""
    address = reverse("games:play", args=[table.code])
    option = openings.planned(table)
    mine = table.seats.filter(side=openings.first_side(table), kind="player", left_at=None).exists()
    return f"{address}?{urlencode({'plan': json.dumps(draft_of(option))})}" if option and mine else address


def _form(request: HttpRequest, person: Person, refused: Refused | None = None) -> HttpResponse:
    ready = openings.ready()
    context = {
        "players": HOUSE_PLAYERS,
        "opening": offers.opening(),
        "under_way": offers.UNDER_WAY,
        "usual": request.POST.get("character", USUAL),
        "paces": offers.PACES,
        "pace": request.POST.get("pace", Table.Pace.EASY),
        "battles": offers.battles(ready),
        "sides": tuple(zip("ab", offers.battles(ready)[0].sides, strict=True)),
        "battle": request.POST.get("battle", offers.UNDER_WAY),
        "side": request.POST.get("side", openings.first_side(ready) if ready else "a"),
        "name": request.POST.get("name", person.name),
        "refused": refused.refusal if refused else None,
    }
    return render(request, "games/house/against.html", context, status=refused.status if refused else 200)


@require_GET
def exhibition_now(request: HttpRequest) -> HttpResponse:
    """The exhibition as the first page shows it: asking for it is looking at it."""
    table = exhibition.looked_at()
    return render(request, "games/house/_exhibition.html", {"exhibition": offers.shown(table)} if table else {})


# ------------------------------------------------------------------ at a table


def _seat(visit: Visit, asked: dict[str, object]) -> None:
    character = parse.text(asked, "character", 12) or USUAL
    services.seat_house(code=visit.code, person=visit.person, side=parse.text(asked, "side", 1), character=character)


def _settle(visit: Visit, asked: dict[str, object]) -> None:
    services.settle_house(
        code=visit.code,
        person=visit.person,
        pace=parse.text(asked, "pace", 5) or None,
        advice=parse.switch(asked, "advice"),
        lenient=parse.switch(asked, "lenient"),
    )


def _nod(visit: Visit, asked: dict[str, object]) -> None:
    services.nod(code=visit.code, person=visit.person, seq=parse.needed(asked, "seq"))


def _concede(visit: Visit, asked: dict[str, object]) -> None:
    services.concede_for_house(code=visit.code, person=visit.person, side=parse.text(asked, "side", 1))


def _seen(visit: Visit, asked: dict[str, object]) -> None:
    services.note_seen(code=visit.code, person=visit.person)


_DONE: Final[dict[str, Callable[[Visit, dict[str, object]], None]]] = {
    "seat": _seat,
    "settle": _settle,
    "nod": _nod,
    "concede": _concede,
    "seen": _seen,
}


@require_POST
@at_table
def house(request: HttpRequest, visit: Visit, what: str) -> HttpResponse:
    """What is done about the house: seat, settle, nod, concede, seen."""
    _DONE[what](visit, parse.fields(request))
    return done(request, visit)


@require_POST
@at_table
def advice(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the house would do in the place of who asks (`as`): the best options by what that side sees."""
    side = services.ask_advice(code=visit.code, person=visit.person, side=parse.text(parse.fields(request), "as", 1))
    visit.table.refresh_from_db(fields=["seq"])
    found = advised(seen_by(visit, SideId(side)), SideId(side))
    return render(request, "games/house/_advice.html", {"advised": found})
