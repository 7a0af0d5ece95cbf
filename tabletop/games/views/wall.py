"""The club's wall: `/wall/`, and choosing what it shows."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tabletop.accounts.people import person_of
from tabletop.games import selectors
from tabletop.games.access import entrance
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Table
from tabletop.games.tables.invitation import reachable
from tabletop.games.tables.listing import cards
from tabletop.games.tables.wall import EVENING, stamp, wall
from tabletop.ui.words import plain_code

_MOST: Final = 24


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The whole wall; `only` picks tables by their codes, those among them that are not listed too."""
    return _kept_by_nobody(render(request, "games/wall/wall.html", _context(request, _tables(request))))


@require_GET
def now(request: HttpRequest) -> HttpResponse:
    """What it shows now; `large` is the code of the table that stays large.

    Nothing, where that cannot have changed since the stamp `seen` was told: so a wall may ask every second.
    """
    tables = _tables(request)
    mark = stamp(tables, timezone.now())
    if request.GET.get("seen") == mark:
        return _kept_by_nobody(HttpResponse(status=204))
    answer = render(request, "games/wall/_wall.html", _context(request, tables))
    answer["Livetable-Stamp"] = mark
    return _kept_by_nobody(answer)


def _context(request: HttpRequest, tables: list[Table]) -> dict[str, Any]:
    shown = wall(tables, timezone.now(), held=plain_code(request.GET.get("large", "")[:12]))
    address = reachable(request, reverse("games:lobby"))
    return {"wall": shown, "address": address, "picked": _picked(request)}


def _tables(request: HttpRequest) -> list[Table]:
    """Those that are listed, or those that are picked; a code that is none shows nothing."""
    picked = _picked(request)
    if not picked:
        return list(selectors.wall_tables(timezone.now() - EVENING)[:_MOST])
    person, caller = person_of(request), entrance.caller_of(request)
    found: dict[int, Table] = {}
    for code in picked:
        try:
            table = entrance.table_by(code, person, caller)
        except Refused:
            continue
        found[table.pk] = table
    return list(found.values())


def _picked(request: HttpRequest) -> list[str]:
    """Codes in the address; a field left empty picks nothing."""
    return [code for code in request.GET.getlist("only") if code.strip()][:_MOST]


def _kept_by_nobody(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "no-store"
    return answer


@require_GET
def pick(request: HttpRequest) -> HttpResponse:
    """Choose what a wall shows: its address says it, so that every television has its own."""
    person = person_of(request)
    listed = list(selectors.wall_tables(timezone.now() - EVENING)[:_MOST])
    mine = [table for table in selectors.my_tables(person)[:_MOST] if table.pk not in {t.pk for t in listed}]
    drawn = cards([*listed, *mine], person)
    return render(request, "games/wall/wall_pick.html", {"cards": [drawn[table.pk] for table in (*listed, *mine)]})
