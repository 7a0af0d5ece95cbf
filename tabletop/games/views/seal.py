"""The seal of a table's dice: to be noted at the start, and checked on the same page at the end."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules import Asked, FinishedLog, stated_end, verified
from tabletop.accounts.limits import address_of
from tabletop.games import selectors, services
from tabletop.games.access import entrance, rights
from tabletop.games.access.refusals import malformed
from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Table
from tabletop.games.views.visits import Visit, at_table


@require_http_methods(["GET", "POST"])
@at_table
def dice(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The seal, the words and, once it is published, the seed. A POST plays the battle again from its log."""
    rights.be_welcome(visit.table, visit.person)
    log = finished(visit.table)
    noted = "".join(request.GET.get("noted", "").split()).lower()[:64]
    facts = selectors.facts(visit.table)
    context: dict[str, Any] = {
        "facts": facts,
        "names": dict(facts.sides),
        "noted": noted,
        "matches": len(noted) >= _ENOUGH and hmac.compare_digest(facts.seal[: len(noted)].encode(), noted.encode()),
        "over": visit.table.status == Table.Status.ENDED,
        "log": log,
    }
    if request.method == "POST":
        if log is None:
            raise malformed("The seed is not published yet.", "wait for the end", code="not-over")
        entrance.verifications.take(address_of(request), visit.person.key)
        context["verdict"] = verified(log)
    return render(request, "games/dice/dice.html", context)


_ENOUGH = 8
"""Signs of a seal that nobody could have made match."""


@require_POST
@at_table
def publish(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Publish the seed of a battle that is over; nothing is taken back from then on."""
    services.publish_seed(code=visit.code, person=visit.person)
    return redirect("games:dice", code=visit.code)


def finished(table: Table) -> FinishedLog | None:
    """The whole log with its seed and commands, once the battle is over and the seed published."""
    seed = selectors.published_seed(table)
    if seed is None:
        return None
    rows = list(EventRecord.objects.filter(table=table).order_by("seq").values_list("seq", "payload", "asked"))
    events = [msgspec.json.decode(payload) for _, payload, _ in rows]
    commands = [Asked(head=seq, action=msgspec.json.decode(asked)) for seq, _, asked in rows if asked]
    end = stated_end(journal.state_at(table, table.seq), events)
    return FinishedLog(seed=seed.hex(), seal=table.seal, events=events, commands=commands, end=end)
