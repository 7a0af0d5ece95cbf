"""Battles as files: the log as lines, one from elsewhere taken in, a picture of a moment; and a moment played on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules import EventLine, Head, log_lines, stated_end
from rules.core.ids import SideId
from rules.questions.units import score
from rules.state import GameState
from tabletop.accounts.limits import address_of
from tabletop.accounts.people import become_known, person_of
from tabletop.games import selectors, services
from tabletop.games.access import entrance, rights
from tabletop.games.access.refusals import Refused, malformed
from tabletop.games.log import journal, played_again
from tabletop.games.models import EventRecord, Table
from tabletop.games.pages import fragments
from tabletop.games.pages import picture as pictures
from tabletop.games.pages.scene import Scene
from tabletop.games.services.brought_in import BadLog
from tabletop.games.views import parse, ways
from tabletop.games.views.visits import Visit, at_table, done

_LISTED: Final = 60

# ------------------------------------------------------------------ the log as lines


@require_GET
@at_table
def lines(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole log as lines of JSON, once the seed is published: what another server takes in.

    Where the battle is over and it is not, visitors come to the page that publishes it.
    """
    rights.be_welcome(visit.table, visit.person)
    seed = selectors.published_seed(visit.table)
    if seed is None and visit.table.status == Table.Status.ENDED and visit.table.seal:
        return redirect("games:every-die", code=visit.code)
    if seed is None:
        raise Http404("The log is published with the seed, when the battle is over.")
    state = journal.state_at(visit.table, visit.table.seq)
    rows = EventRecord.objects.filter(table=visit.table).order_by("seq")
    plain = [msgspec.json.decode(row.payload) for row in rows]
    head = Head(
        livetable=log_lines.FORMAT, name=visit.table.name, seed=seed.hex(), seal=state.seal, rules=state.version
    )
    data = b"".join(log_lines.written(head, map(_line, rows), stated_end(state, plain)))
    answer = HttpResponse(data, content_type="application/jsonl")
    answer["Content-Disposition"] = f'attachment; filename="{visit.code}.jsonl"'
    return answer


def _line(row: EventRecord) -> EventLine:
    event = msgspec.Raw(row.payload.encode())
    if row.seq != row.head:
        return EventLine(event=event)
    asked = msgspec.Raw(row.asked.encode()) if row.asked else msgspec.UNSET
    return EventLine(
        event=event, by=row.actor_name, side=row.actor_side, at=row.at.isoformat(timespec="seconds"), asked=asked
    )


# ------------------------------------------------------------------ taken in


@require_GET
def replays(request: HttpRequest) -> HttpResponse:
    """Battles that are over, and the form that takes one in."""
    return _listed(request)


def _listed(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    person = person_of(request)
    over = Table.Status.ENDED
    context = {
        "mine": _facts(selectors.my_tables(person).filter(status=over)[:_LISTED]),
        "public": _facts(selectors.public_tables().filter(status=over, delay_s=0)[:_LISTED]),
        "largest": log_lines.LARGEST // 1_000_000,
        "most": f"{log_lines.MOST:,}",
        "refused": refused.refusal if refused else None,
        "board": _upto_the_fault(refused),
    }
    return render(request, "games/replays/list.html", context, status=refused.status if refused else 200)


def _upto_the_fault(refused: Refused | None) -> SafeString:
    """The table as the lines before the wrong one leave it, so that whoever brought the log knows where it broke."""
    before = refused.before if isinstance(refused, BadLog) else None
    if before is None or not before.sides:
        return SafeString()
    try:
        return fragments.whole_board(Scene.of("public", before))
    except Exception:  # whatever a forged state makes the drawing stumble over
        return SafeString()


def _facts(tables: Iterable[Table]) -> list[tuple[Table, str]]:
    found = list(tables)
    states = journal.states_now(found)
    return [(table, _scores(states[table.pk])) for table in found]


def _scores(state: GameState) -> str:
    return ", ".join(f"{side.name} {score(state, side.id)}" for side in state.sides)


@require_http_methods(["GET", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """A battle from a file of lines; what is wrong with it is said on the same page, which may be asked for again."""
    if request.method == "GET":
        return redirect("games:replays")
    file = request.FILES.get("file")
    try:
        if file is None:
            raise Refused("no-file", "No file was sent.", "choose one")
        person = become_known(request)
        entrance.brought.take(address_of(request), person.key)
        table = services.bring_in(person=person, name=person.name, data=file.read(log_lines.LARGEST + 1))
    except Refused as refused:
        return _listed(request, refused)
    played_again.done(table)
    return redirect("games:replay", code=table.code)


@require_GET
@at_table
def checked(request: HttpRequest, visit: Visit) -> HttpResponse:
    """How far a battle from elsewhere has been played again, or what that found."""
    rights.be_welcome(visit.table, visit.person)
    answer = render(request, "games/replays/_from_afar.html", ways.from_afar(visit.table))
    answer["Cache-Control"] = "no-store"
    return answer


@require_POST
@at_table
def forget(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Drop a battle that one has brought in oneself."""
    services.forget(table=visit.table, person=visit.person)
    return redirect("games:replays")


# ------------------------------------------------------------------ played on


@require_POST
@at_table
def play_on(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open a table that goes on from event `at`, with a seat on `side`: a letter, `all`, or empty to host alone.

    With `house`, a character, the house plays whoever is left.
    """
    rights.be_welcome(visit.table, visit.person)
    if not ways.is_open(visit):
        raise Refused("not-open", "A battle is played on once its seed is published.", "wait for the end")
    asked = parse.fields(request)
    side = str(asked.get("side", ""))
    every = [each.id for each in journal.state_at(visit.table, visit.table.seq).sides]
    sides = every if side == "all" else [SideId(side)] if side else []
    person = become_known(request, str(asked.get("name", "")))
    entrance.opened.check(address_of(request), person.key)
    name = str(asked.get("name", "")) or person.name
    house = str(asked.get("house", ""))
    table = services.play_on(
        table=visit.table, person=person, name=name, at=parse.needed(asked, "at"), sides=sides, house=house
    )
    entrance.opened.count(address_of(request), person.key)
    entrance.welcome_from(address_of(request), table.code)
    return done(request, visit, to=reverse("games:play", args=[table.code]))


# ------------------------------------------------------------------ a picture


@require_GET
@at_table
def picture(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The board after event `at` as a PNG, as whoever gets a link sees it before opening it."""
    rights.be_welcome(visit.table, visit.person)
    if visit.table.status != Table.Status.ENDED:
        raise Http404("This battle is not over.")
    seq = parse.number(parse.fields(request), "at") or visit.table.seq
    if not 0 < seq <= visit.table.seq:
        raise malformed(f"There is no event {seq}.", f"1 to {visit.table.seq}")
    seen = ways.chosen(ways.ways(visit), request.GET.get("view", ""))
    answer = HttpResponse(pictures.png(visit.table, seen.audience, seq), content_type="image/png")
    answer["Cache-Control"] = "private, max-age=3600"
    return answer
