"""What every view of a table needs: who asks, of which table, and how a refusal is answered."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from tabletop.accounts.people import Person, person_of
from tabletop.games.access import rights
from tabletop.games.access.entrance import caller_of, stamp, table_by
from tabletop.games.access.refusals import Refused
from tabletop.games.log import delay
from tabletop.games.models import Proposal, Table
from tabletop.games.pages.lengths import in_its_unit
from tabletop.games.services import Done
from tabletop.games.views.parse import FORMS
from tabletop.ui.words import plain_code

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Visit:
    """One request to one table."""

    table: Table
    person: Person

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code


@dataclass(frozen=True)
class Errand:
    """One command to a table of which only the code is known yet."""

    code: str
    person: Person


def at_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that gets the table of the address and who asks; what it refuses is answered with why."""

    @wraps(view)
    def answering(request: HttpRequest, code: str, **parts: object) -> HttpResponse:
        person = person_of(request)
        try:
            table = table_by(code, person, caller_of(request), whole=request.method != "POST")
        except Refused as refused:
            return refuse(request, refused)
        try:
            if table.delay_s and rights.is_onlooker(table, person):
                table = delay.delayed(table)
            answer = measured(table, view(request, Visit(table, person), **parts))
            if request.method == "GET":
                stamp(request, answer, table.code)
            answer.headers.setdefault("Cache-Control", "no-store")  # it may show what only one side knows
            return answer
        except Refused as refused:
            return measured(table, refuse(request, refused))

    return answering


def measured(table: Table, answer: HttpResponse) -> HttpResponse:
    """The same answer with every length in the table's unit; what machines read stays in inches. (ARAP-GEN-04)"""
    if answer.headers.get("Content-Type", "").startswith("text/html") and answer.content:
        answer.content = in_its_unit(table, answer.content.decode())
    return answer


def with_code(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose service finds the table and holds it: reading it here as well would cost as much as the rules do.

    What the service refuses is asked at the door too, so that codes are no easier to guess by commands.
    """

    @wraps(view)
    def answer(request: HttpRequest, code: str, **parts: object) -> HttpResponse:
        person = person_of(request)
        try:
            return view(request, Errand(plain_code(code[:40]), person), **parts)
        except Refused as refused:
            return _refused_at(request, code, person, refused)

    return answer


def _refused_at(request: HttpRequest, code: str, person: Person, refused: Refused) -> HttpResponse:
    try:
        table = table_by(code, person, caller_of(request), whole=False)
    except Refused as stopped:
        return refuse(request, stopped)
    return measured(table, refuse(request, refused))


def refuse(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Say why not, to this sender alone: as JSON, as a fragment, or as a page."""
    level = logging.INFO if refused.status == 422 else logging.WARNING
    log.log(level, "%s %s refused: %s", request.method, request.path, refused.code)
    answer = _refusal(request, refused)
    answer.headers.setdefault("Cache-Control", "no-store")
    answer._has_been_logged = True  # type: ignore[attr-defined]  # once is enough: Django would log it as well
    if refused.status == 429:
        answer["Retry-After"] = "60"
    return answer


def _refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    refusal = refused.refusal
    if wants_json(request):
        error = {"code": refusal.code, "message": refusal.message, "rule": refusal.rule, "allowed": refusal.allowed}
        return JsonResponse({"ok": False, "error": error}, status=refused.status)
    if request.method == "POST" or request.headers.get("HX-Request"):
        answer = render(request, "ui/refusal.html", {"refused": refusal}, status=refused.status)
        answer["HX-Retarget"] = "#refusal"
        answer["HX-Reswap"] = "innerHTML"
        return answer
    if refused.status == 404:
        raise Http404(refusal.message)
    return render(request, "games/seats/refused.html", {"refused": refusal}, status=refused.status)


def wants_json(request: HttpRequest) -> bool:
    """Whether the answer should be JSON."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def done(
    request: HttpRequest, visit: Visit | Errand, result: Done | Proposal | None = None, *, to: str = ""
) -> HttpResponse:
    """A command was carried out or proposed: nothing to say, everybody hears it by the socket.

    The header names the event it led to. A form sent without scripts goes back to the page.
    """
    plain = not request.headers.get("HX-Request") and request.content_type in FORMS
    answer: HttpResponse = HttpResponseRedirect(to or play_url(visit)) if plain else HttpResponse(status=204)
    if isinstance(result, Done):
        answer["Livetable-Seq"] = str(result.seq)
    elif result is not None:
        answer["Livetable-Proposal"] = str(result.pk)
    if to and not plain:
        answer["HX-Redirect"] = to
    elif not plain:
        answer["HX-Trigger"] = "changed"
    return answer


def play_url(visit: Visit | Errand) -> str:
    """The address of the play page."""
    return reverse("games:play", args=[visit.code])
