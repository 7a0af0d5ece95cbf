"""The table as text: the page, what it asks after each change, and the answer to a line of words."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from rules.core.ids import UnitId
from rules.state import GameState
from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.refusals import malformed
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.log import commentary, entries
from tabletop.games.models import Table
from tabletop.games.pages import frames
from tabletop.games.plans import drafts
from tabletop.games.plans.drafts import Draft
from tabletop.games.text_table import answers, commands, examples, ground, offered, places
from tabletop.games.views import parse
from tabletop.games.views.pages import live_context
from tabletop.games.views.play import side_of
from tabletop.games.views.questions import table_for
from tabletop.games.views.visits import Visit, at_table

LONGEST = 120
"""Signs of a line of words."""


@require_GET
@at_table
def page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole table as text, for players and for spectators."""
    if visit.table.status == Table.Status.SET_UP:
        return redirect("games:join", code=visit.code)
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    context = live_context(visit, audience)
    seen = table_for(visit, audience)
    seats = rights.seats_of(visit.table, visit.person)
    context |= _now(seen, audience, request.GET.get("unit", "")) | {
        "seat_numbers": msgspec.json.encode({seat.side: seat.pk for seat in seats if seat.side}).decode(),
        "sentences": commentary.sentences(reversed(entries.latest(seen, viewer_of(audience), seen.seq))),
        "plays": side_of(audience) is not None,
        "may_chat": bool(context["my_sides"]) or context["is_host"] or context["facts"].spectator_chat,
    }
    return render(request, "games/text/text.html", context)


@require_GET
@at_table
def now(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the page shows now, and in words what has happened after event `since`."""
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    table = table_for(visit, audience)
    since = parse.number(parse.fields(request), "since") or 0
    latest = entries.latest(table, viewer_of(audience), table.seq)
    new = commentary.sentences(entry for entry in reversed(latest) if entry.end > since)
    unit, bearings = request.GET.get("unit", ""), request.GET.get("bearings", "")
    context = _now(table, audience, unit, bearings) | {"sentences": new, "facts": selectors.facts(table)}
    return render(request, "games/text/_text_now.html", context)


def _now(table: Table, audience: Audience, unit: str, bearings: str = "") -> dict[str, Any]:
    state = frames.scene_at(table, audience, table.seq).state
    side = side_of(audience)
    held = answers.held(state, side, unit[:8])
    rows = places.rows(state, held, bearings)
    own = [row for row in rows if row.side == side]
    does = offered.against(state, side, held) if side is not None and state.sides else {}
    return {
        "seq": table.seq,
        "side": side,
        "headline": answers.headline(state, side) if state.sides else "The battle has not begun",
        "over": state.outcome is not None,
        "tried": examples.tried(state, side),
        "standing": answers.standing(state) if state.sides else (),
        "held": held,
        "held_row": next((row for row in rows if held is not None and row.id == held.id), None),
        "options": offered.options(state, side, unit[:8]) if side is not None and state.sides else None,
        "enemy": [(row, does.get(row.id, ())) for row in rows if row.side != side],
        "own": [(row, does.get(row.id, ())) for row in own],
        "does": bool(does),
        "ground": ground.from_unit(state, _ground(table, audience, state), held, bearings),
    }


def _ground(table: Table, audience: Audience, state: GameState) -> tuple[str, ...]:
    return frames.scene_at(table, audience, table.seq).ground_in_words if state.sides else ()


@require_POST
@at_table
def say(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What a line of words comes to; nothing is done by it. `unit` is in hand, `draft` what is planned so far."""
    asked = parse.fields(request)
    audience = rights.audience_of(visit.table, visit.person, parse.text(asked, "as", 8))
    table = table_for(visit, audience)
    state = frames.scene_at(table, audience, table.seq).state
    unit = parse.text(asked, "unit", 8)
    side = side_of(audience)
    asker = answers.Asker(
        side,
        UnitId(unit) if unit in state.units else None,
        _draft(asked.get("draft")),
        parse.text(asked, "bearings", 8),
        tuple(said for seat in rights.seats_of(table, visit.person) if seat.side == side for said in seat.declines),
    )
    answer = commands.answer(state, asker, parse.text(asked, "text", LONGEST))
    return render(request, "games/text/_text_answer.html", {"answer": answer})


def _draft(raw: object) -> Draft:
    if not isinstance(raw, dict) or not raw:
        return Draft()
    try:
        return drafts.read(raw)
    except msgspec.ValidationError as error:
        raise malformed(f"The draft cannot be read: {error}.", "what was answered before") from None
