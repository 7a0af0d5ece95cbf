"""What a battle came to: its luck, its figures, and every die held against the seed."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from rules import sealed_rolls, view
from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.refusals import no_right
from tabletop.games.access.rights import viewer_of
from tabletop.games.log import entries, journal, stories
from tabletop.games.models import Table
from tabletop.games.panels import battle_figures
from tabletop.games.panels import luck as panels_luck
from tabletop.games.views import ways
from tabletop.games.views.visits import Visit, at_table


@require_GET
@at_table
def luck(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What was rolled against what was due: after the end for everybody, before it for the host alone."""
    rights.be_welcome(visit.table, visit.person)
    over = visit.table.status == Table.Status.ENDED
    if over:
        audience = ways.chosen(ways.ways(visit), "").audience
    elif not rights.is_host(visit.table, visit.person):
        raise no_right("Until the battle is over only the host sees its luck.", "watch until then")
    else:
        audience = rights.audience_of(visit.table, visit.person)
    thrown = stories.thrown(visit.table, viewer_of(audience))
    state = view(journal.state_at(visit.table, visit.table.seq), viewer_of(audience))
    context = ways.bar(visit, "luck") | {"over": over, "luck": panels_luck.luck(thrown, state)}
    return render(request, "games/luck/luck.html", context)


@require_GET
@at_table
def figures(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The battle in figures; before the end its visitors are sent to watch."""
    rights.be_welcome(visit.table, visit.person)
    if visit.table.status != Table.Status.ENDED:
        return redirect("games:watch", code=visit.code)
    viewer = viewer_of(ways.chosen(ways.ways(visit), "").audience)
    found = stories.figures_of(visit.table, viewer)
    line = stories.timeline_of(visit.table, viewer)
    state = journal.state_at(visit.table, visit.table.seq)
    context = ways.bar(visit, "figures") | {"shown": battle_figures.shown(found, line, state)}
    return render(request, "games/replays/figures.html", context)


@require_GET
@at_table
def dice(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every die of the battle, to be checked by the visitor's own browser."""
    rights.be_welcome(visit.table, visit.person)
    if visit.table.status != Table.Status.ENDED:
        return redirect("games:dice", code=visit.code)
    seed = selectors.published_seed(visit.table)
    context = ways.bar(visit, "dice") | {
        "seed": seed.hex() if seed else "",
        "table": visit.table,
        "published_at": visit.table.secret.published_at if seed else None,
        "words": journal.state_at(visit.table, visit.table.seq).entropy,
    }
    return render(request, "games/replays/dice.html", context)


@require_GET
@at_table
def rolls(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The rolls with all that is needed to work their dice out, once the seed is published."""
    rights.be_welcome(visit.table, visit.person)
    seed = selectors.published_seed(visit.table)
    if seed is None:
        raise Http404("The dice are shown with the seed, when the battle is over.")
    answer = HttpResponse(msgspec.json.encode(_rolls(visit.table, seed)), content_type="application/json")
    answer["Cache-Control"] = "no-store"
    return answer


def _rolls(table: Table, seed: bytes) -> dict[str, Any]:
    steps = ((line.event, state, line.head) for line, state in journal.events_after(table, 0, table.seq))
    asked = journal.commands(table)
    found = sealed_rolls(steps, asked)
    spans = entries.spans_at(table, table.seq)
    back = sum(not entries.counts(spans, roll.seq) for roll in found.rolls)
    return {
        "seed": seed.hex(),
        "seal": table.seal,
        "game": found.game_id,
        "words": found.entropy,
        "asked": found.asked,
        "rolls": found.rolls,
        "missing": found.missing,
        "taken_back": back,
        "rulings": [head for head, action in asked.items() if action.host_only],
    }
