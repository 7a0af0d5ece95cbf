"""A battle shown again: its acts along a line, any moment of it, as all or as one side saw it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.refusals import malformed, no_right
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.log import journal, stories
from tabletop.games.models import Table
from tabletop.games.pages import fragments, frames, timeline
from tabletop.games.panels import luck as panels_luck
from tabletop.games.views import parse
from tabletop.games.views.visits import Visit, at_table


class Seen(NamedTuple):
    """One way of looking at the battle: its name in addresses, as whom one sees, and its name for people."""

    value: str
    audience: Audience
    name: str
    side: str = ""


@require_GET
@at_table
def replay(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole replay, standing at event `at`; before the end its visitors are sent to watch."""
    rights.be_welcome(visit.table, visit.person)
    if visit.table.status != Table.Status.ENDED:
        return redirect("games:watch", code=visit.code)
    ways = _ways(visit)
    seen = _chosen(ways, request.GET.get("view", ""))
    told = stories.timeline_of(visit.table, viewer_of(seen.audience))
    asked = parse.number(parse.fields(request), "at")
    ends = [act.end for act in told.acts]
    here = min(bisect_left(ends, asked), len(ends) - 1) if asked is not None else 0
    parts = frames.parts_at(visit.table, seen.audience, ends[here])
    context = {
        "facts": selectors.facts(visit.table),
        "ways": ways,
        "seen": seen,
        "board": fragments.whole_board(parts.scene),
        "parts": parts.html,
        "act": frames.act(visit.table, seen.audience, ends[here]),
        "here": here,
        "line": timeline.drawn(told),
        "acts": [[act.end, act.turn, act.side] for act in told.acts],
        "moments": [
            (moment, bisect_left(ends, moment.seq))
            for moment in stories.story_of(visit.table, viewer_of(seen.audience)).moments
        ],
        "sides": [(side.id, side.name) for side in parts.scene.state.sides],
    }
    return render(request, "games/replay.html", context)


@require_GET
@at_table
def moment(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What leads a page that shows the battle after event `since` to how it was after `upto`."""
    rights.be_welcome(visit.table, visit.person)
    if visit.table.status != Table.Status.ENDED:
        raise malformed("This battle is not over.", "watch it live", code="not-over")
    asked = parse.fields(request)
    since, upto = parse.number(asked, "since") or 0, parse.needed(asked, "upto")
    if not 0 < upto <= visit.table.seq or since > visit.table.seq:
        raise malformed(f"There is no event {upto} or {since}.", f"1 to {visit.table.seq}")
    seen = _chosen(_ways(visit), request.GET.get("view", ""))
    return HttpResponse(frames.moment(visit.table, seen.audience, since, upto))


@require_GET
@at_table
def luck(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What was rolled against what was due: after the end for everybody, before it for the host alone."""
    rights.be_welcome(visit.table, visit.person)
    over = visit.table.status == Table.Status.ENDED
    if over:
        audience = _chosen(_ways(visit), "").audience
    else:
        rights.be_host(visit.table, visit.person)
        audience = rights.audience_of(visit.table, visit.person)
    context = {
        "facts": selectors.facts(visit.table),
        "over": over,
        "luck": panels_luck.luck(stories.known(visit.table, viewer_of(audience))),
        "width": panels_luck.WIDTH,
        "height": panels_luck.HEIGHT,
    }
    return render(request, "games/luck.html", context)


def _ways(visit: Visit) -> list[Seen]:
    """How this visitor may look at it: all of it and as each side once its seed is published, for the battle stands
    then; before, as somebody who watched, and what they may see as a player.
    """
    sides = [(side.id, side.name) for side in journal.state_at(visit.table, visit.table.seq).sides]
    if selectors.published_seed(visit.table) is not None:
        return [Seen("all", "host", "All"), *(Seen(letter, letter, name, letter) for letter, name in sides)]
    own = rights.sides_of(rights.seats_of(visit.table, visit.person))
    return [Seen("watch", "public", "As watched"), *(Seen(s, s, name, s) for s, name in sides if s in own)]


def _chosen(ways: Sequence[Seen], wanted: str) -> Seen:
    for way in ways:
        if wanted in ("", way.value):
            return way
    raise no_right("That view of the battle is not open to you.", ", ".join(way.value for way in ways))
