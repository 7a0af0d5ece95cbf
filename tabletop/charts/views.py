"""The page of odds: a sheet in the address, its answer beside it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from rules.questions.buildings import bunkers, tables
from rules.rulebook.switches import default_options
from tabletop.accounts.people import person_of
from tabletop.charts import asked, filling, present, sources, vehicle_tables
from tabletop.charts.face import face
from tabletop.charts.sheet import Sheet
from tabletop.charts.sources import Source
from tabletop.games.access import rights
from tabletop.games.access.entrance import caller_of, table_by
from tabletop.games.access.refusals import Refused
from tabletop.games.log import delay, journal
from tabletop.games.pages.scene import Scene
from tabletop.games.views.visits import refuse


@require_safe
@vary_on_headers("HX-Request")
def charts(request: HttpRequest) -> HttpResponse:
    """The sheet and its answer. With faults 422: what is wrong by field, and what was typed is kept.

    htmx gets the answer alone, and the form only where it changes: a field in which somebody types is left to them.
    """
    sheet = Sheet.of(request.GET)
    try:
        source = _source(request, sheet)
        filled = filling.fill(sheet, source)
    except Refused as refused:
        return refuse(request, refused)
    question = asked.read(sheet)
    answer = None if sheet.faults else present.answer(question)
    shown = face(sheet, source, question)
    context = {
        "sheet": sheet,
        "face": shown,
        "answer": answer,
        "drawn": filled or len(shown.kinds) != sheet.kinds_sent,
        "address": request.build_absolute_uri(f"{request.path}?{sheet.query()}"),
        "vehicle_tables": vehicle_tables.tables(),
        "bunker_hits": bunkers.hit_rows(),
        "bunker_kinds": bunkers.kinds(),
        "withstood": tables.withstood(),
        "faults": {fault.name: fault.message for fault in reversed(sheet.faults)},
    }
    template = "charts/_live.html" if request.headers.get("HX-Request") else "charts/page.html"
    response = render(request, template, context, status=422 if sheet.faults else 200)
    if request.headers.get("HX-Request") and not sheet.faults:
        response["HX-Replace-Url"] = f"{request.path}?{sheet.query()}"
    return response


def _source(request: HttpRequest, sheet: Sheet) -> Source:
    """The sample armies, or what the asker may know of a table. Raises Refused for a table or view not theirs."""
    code = sheet.text("table")
    if not code:
        return sources.shipped()
    person = person_of(request)
    table = table_by(code, person, caller_of(request))
    if table.delay_s and rights.is_onlooker(table, person):
        table = delay.delayed(table)
    audience = rights.audience_of(table, person, sheet.text("as"))
    state = Scene.of(audience, journal.state_at(table, table.seq)).state
    return sources.at_table(state) if state.sides else Source(units={}, weapons={}, options=default_options())
