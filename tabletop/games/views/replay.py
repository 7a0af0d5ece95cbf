"""A battle shown again: its acts along a line, any moment of it, as all or as one side saw it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from rules import GameState, read_in_whole
from rules.questions.logs.decided import Moment
from rules.questions.scenarios import round_word
from rules.questions.units import score
from tabletop.games.access import rights
from tabletop.games.access.refusals import malformed
from tabletop.games.access.rights import viewer_of
from tabletop.games.log import stories
from tabletop.games.models import Table
from tabletop.games.pages import fragments, frames, log_entries, timeline
from tabletop.games.views import parse, ways
from tabletop.games.views.visits import Visit, at_table


@require_GET
@at_table
def replay(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole replay, standing at event `at`; before the end its visitors are sent to watch."""
    rights.be_welcome(visit.table, visit.person)
    if visit.table.status != Table.Status.ENDED:
        return redirect("games:watch", code=visit.code)
    open_to = ways.ways(visit)
    seen = ways.chosen(open_to, request.GET.get("view", ""))
    ticks = stories.timeline_of(visit.table, viewer_of(seen.audience))
    asked = parse.number(parse.fields(request), "at")
    ends = [act.end for act in ticks.acts]
    here = min(bisect_left(ends, asked), len(ends) - 1) if asked is not None else 0
    parts = frames.parts_at(visit.table, seen.audience, ends[here])
    story = stories.story_of(visit.table, viewer_of(seen.audience))
    moments = [(moment, bisect_left(ends, moment.seq)) for moment in story.moments]
    context = ways.bar(visit, "replay") | {
        "ways": open_to,
        "seen": seen,
        "board": fragments.whole_board(parts.scene),
        "parts": parts.html,
        "act": frames.act(visit.table, seen.audience, ends[here]),
        "here": here,
        "in_whole": read_in_whole(parts.scene.state.ruleset),
        "line": timeline.drawn(ticks),
        "acts": [[act.end, act.turn, act.side] for act in ticks.acts],
        "moments": moments,
        "preview": _preview(
            request, visit, seen, ends[here], parts.scene.state, [moment for moment, act in moments if act == here]
        ),
        "sides": [(side.id, side.name) for side in parts.scene.state.sides],
    }
    return render(request, "games/replay.html", context)


class Preview(NamedTuple):
    """What whoever is sent the link sees of it."""

    seq: int
    title: str
    text: str
    address: str
    picture: str


def _preview(
    request: HttpRequest, visit: Visit, seen: ways.Seen, seq: int, state: GameState, moments: Sequence[Moment]
) -> Preview:
    """`moments` are those of the act: what came of it says more than what was tried."""
    scores = ", ".join(f"{side.name} {score(state, side.id)}" for side in state.sides)
    where = f"{round_word(state.ruleset)} {state.turn.number}" if state.turn.number else "setting up"
    asked = f"?view={seen.value}&at={seq}"

    def at(name: str) -> str:
        return request.build_absolute_uri(reverse(f"games:{name}", args=[visit.code]) + asked)

    headline = log_entries.headline(frames.latest_act(visit.table, seen.audience, seq)) or "A battle shown again"
    if moments:
        headline = ". ".join(filter(None, (moments[-1].title, moments[-1].text)))
    return Preview(seq, f"{where}, {scores}", headline, at("replay"), at("picture"))


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
    seen = ways.chosen(ways.ways(visit), request.GET.get("view", ""))
    return HttpResponse(frames.moment(visit.table, seen.audience, since, upto))
