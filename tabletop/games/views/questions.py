"""Questions that change nothing: what may I do, what would it cost, who is that, what happened before."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods
from msgspec.structs import replace

from rules import FinishedLog, encode, legal_actions, preview, view
from rules.core.ids import SideId
from rules.core.preview import Preview
from tabletop.games import selectors
from tabletop.games.access import actions, rights
from tabletop.games.access.refusals import malformed
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.board import drawing
from tabletop.games.log import delay, entries, journal
from tabletop.games.models import Table
from tabletop.games.pages import frames, log_entries
from tabletop.games.pages.scene import Scene
from tabletop.games.plans import figures
from tabletop.games.rulesets import pages
from tabletop.games.views import parse
from tabletop.games.views.play import odds_at, personal
from tabletop.games.views.seal import finished
from tabletop.games.views.visits import Visit, at_table, wants_json


@require_http_methods(["GET", "POST"])
@at_table
def preview_action(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What an action would cost and how likely it is, judged by what its side can see; or why it is not allowed."""
    asked = parse.fields(request)
    raw = parse.action(asked)
    kind = actions.kind_of(raw)
    table = visit.table
    state = journal.state_at(table, table.seq)
    seats = rights.seats_of(table, visit.person)
    side = rights.acting_side(table, visit.person, state, seats, raw.get("side"), host_only=kind.host_only)
    action = actions.action(raw, side)
    answer = preview(state if action.answers_prompt else view(state, side), action)
    if wants_json(request):
        return _json({"ok": answer.refusal is None, "seq": table.seq, "preview": answer})
    shown = [figures.figure(chance) for chance in answer.chances]
    context = {"preview": answer, "figures": shown, "seq": table.seq, "kind": type(action).__name__}
    return render(request, "games/plan/_preview.html", context)


def _json(value: dict[str, Any] | Preview | FinishedLog) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(value), content_type="application/json")


@require_GET
@at_table
def dock(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What one's side may do now, for one unit or in general, and why not the rest."""
    table = visit.table
    audience = rights.audience_of(table, visit.person, request.GET.get("as", ""))
    scene = Scene.of(audience, journal.state_at(table, table.seq))
    if audience in (*rights.OPEN_VIEWS, "host") or not scene.begun:
        offers = []
    else:
        unit = request.GET.get("unit", "")
        offers = [o for o in legal_actions(scene.state, SideId(audience)) if unit in ("", o.unit) or o.unit is None]
    if wants_json(request):
        rows = [msgspec.to_builtins(replace(o, tried=None)) | {"action": _as_json(o.action)} for o in offers]
        return JsonResponse({"ok": True, "seq": table.seq, "as": audience, "offers": rows})
    context = personal(scene.state, audience, unit=request.GET.get("unit", ""))
    return render(request, context["dock"].template, context)


def _as_json(action: object) -> Any:
    return msgspec.json.decode(encode(action)) if action else None


@require_GET
@at_table
def unit_card(request: HttpRequest, visit: Visit, unit: str) -> HttpResponse:
    """One unit's card, as the asker may know it now, or knew it after event `at`."""
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    now = visit.table.seq
    at = parse.number(parse.fields(request), "at") or now
    scene = Scene.of(audience, journal.state_at(visit.table, min(at, now)))
    found = drawing.find(scene.state, unit)
    if found is None:
        raise Http404("There is no such unit to be seen.")
    card = pages.of(scene.state).card(scene.state, found)
    return render(
        request,
        card.template,
        {"card": card, "scene": scene} | odds_at(visit, scene.state, audience),
    )


@require_GET
@at_table
def moment(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What leads a page that shows this battle after event `since` to how it was after `upto`, while it goes on."""
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    table = table_for(visit, audience)
    asked = parse.fields(request)
    since, upto = parse.number(asked, "since") or 0, parse.needed(asked, "upto")
    if not 0 < upto <= table.seq:
        raise malformed(f"There is no event {upto}.", f"1 to {table.seq}")
    return HttpResponse(frames.moment(table, audience, min(since, table.seq), upto))


def table_for(visit: Visit, audience: Audience) -> Table:
    """The table as that audience sees it."""
    return delay.delayed(visit.table) if audience in rights.OPEN_VIEWS else visit.table


@require_GET
@at_table
def earlier(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Older entries of the log, before the command `before`."""
    audience = rights.audience_of(visit.table, visit.person, request.GET.get("as", ""))
    before = parse.number(parse.fields(request), "before")
    shown = entries.latest(visit.table, viewer_of(audience), visit.table.seq, before=before)
    context = {
        "entries": shown,
        "log_next": log_entries.next_page(shown),
        "facts": selectors.facts(visit.table),
        "audience": audience,
    }
    return render(request, "games/log/_earlier.html", context)


@require_GET
@at_table
def export(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole log with seed and commands, once the seed is published, for `python -m rules verify`."""
    rights.be_welcome(visit.table, visit.person)
    log = finished(visit.table)
    if log is None:
        raise Http404("The log is published with the seed, when the battle is over.")
    answer = _json(log)
    answer["Content-Disposition"] = f'attachment; filename="{visit.code}.json"'
    answer["Cache-Control"] = "no-store"
    return answer
