"""Commands: each a POST, one service, and 204; a refusal is 422 or 403 with the reason."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from rules.rulebook import switches
from rules.table.scenario import OptionValue
from tabletop.accounts.limits import address_of
from tabletop.accounts.people import become_known
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.access import entrance
from tabletop.games.access.refusals import malformed
from tabletop.games.tables.set_up import scenarios_for
from tabletop.games.views import parse
from tabletop.games.views.visits import Errand, Visit, at_table, done, with_code
from tabletop.ui.words import is_number


@require_POST
@with_code
def act(request: HttpRequest, errand: Errand) -> HttpResponse:
    """One action of the game: `action`, `based_on`, `command`, and `as` for a device with several seats."""
    asked = parse.fields(request)
    result = services.submit_action(
        code=errand.code,
        person=errand.person,
        action=parse.action(asked),
        based_on=parse.number(asked, "based_on"),
        command=parse.text(asked, "command"),
    )
    return done(request, errand, result)


@require_POST
@at_table
def undo(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Take back to event `to`, or the last command; `reason` is for the log."""
    asked = parse.fields(request)
    result = services.undo(
        code=visit.code,
        person=visit.person,
        to=parse.number(asked, "to"),
        reason=parse.text(asked, "reason", 200),
        side=parse.text(asked, "as", 1),
        based_on=parse.number(asked, "based_on"),
        command=parse.text(asked, "command"),
    )
    return done(request, visit, result)


@require_POST
@at_table
def redo(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Take the last undo back."""
    asked = parse.fields(request)
    side, command = parse.text(asked, "as", 1), parse.text(asked, "command")
    return done(request, visit, services.redo(code=visit.code, person=visit.person, side=side, command=command))


@require_POST
@at_table
def ruling(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A ruling: made at once by the host, proposed by a player; `afresh` plays the act it is about again."""
    asked = parse.fields(request)
    side, afresh = parse.text(asked, "as", 1), parse.number(asked, "afresh") or 0
    action = {k: v for k, v in parse.action(asked).items() if k != "side"}
    ruled = services.propose_ruling(code=visit.code, person=visit.person, action=action, side=side, afresh=afresh)
    return done(request, visit, ruled)


@require_POST
@at_table
def agree(request: HttpRequest, visit: Visit, proposal: int) -> HttpResponse:
    """Agree to a proposal; a host may rule the `contrary` of what was asked for (`way`), or give another `reason`."""
    asked = parse.fields(request)
    result = services.agree(
        code=visit.code,
        person=visit.person,
        proposal=proposal,
        reason=parse.text(asked, "reason", 200),
        contrary=parse.text(asked, "way", 10) == "contrary",
    )
    return done(request, visit, result)


@require_POST
@at_table
def disagree(request: HttpRequest, visit: Visit, proposal: int) -> HttpResponse:
    """Refuse a proposal, or withdraw it."""
    services.refuse(code=visit.code, person=visit.person, proposal=proposal)
    return done(request, visit)


@require_POST
@at_table
def dispute(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Doubt the last dice that another side entered by hand; `reason` is for the log."""
    asked = parse.fields(request)
    result = services.dispute(
        code=visit.code,
        person=visit.person,
        reason=parse.text(asked, "reason", 200),
        side=parse.text(asked, "as", 1),
        based_on=parse.number(asked, "based_on"),
    )
    return done(request, visit, result)


@require_POST
@at_table
def settle_dispute(request: HttpRequest, visit: Visit, proposal: int, way: str) -> HttpResponse:
    """End a dispute about dice: thrown `again`, by the `server`, or it `stands`."""
    result = services.settle_dispute(code=visit.code, person=visit.person, proposal=proposal, way=way)
    return done(request, visit, result)


@require_POST
@at_table
def seat_answer(request: HttpRequest, visit: Visit, proposal: int, way: str = "") -> HttpResponse:
    """Answer somebody who asks for a seat: they play `beside`, `instead`, or `not` now, by the address or a form."""
    way = way or parse.text(parse.fields(request), "way", 10)
    services.answer_seat(code=visit.code, person=visit.person, proposal=proposal, way=way)
    return done(request, visit)


@require_POST
@at_table
def chat(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Say something."""
    asked = parse.fields(request)
    side = parse.text(asked, "as", 1)
    entrance.said.take(address_of(request), visit.person.key)
    services.chat(code=visit.code, person=visit.person, text=parse.text(asked, "text", 2000), side=side)
    return done(request, visit)


@require_POST
@at_table
def react(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Say what one thinks of the act that begins with event `head`: its `kind`, `on` or off."""
    asked = parse.fields(request)
    head, kind, on = parse.needed(asked, "head"), parse.text(asked, "kind", 5), parse.switch(asked, "on")
    person = become_known(request)
    entrance.reacted.take(address_of(request), person.key)
    services.react(code=visit.code, person=person, head=head, kind=kind, on=on is not False)
    return done(request, visit)


@require_POST
@with_code
def point(request: HttpRequest, errand: Errand) -> HttpResponse:
    """Show everybody a ruler from `start` to `end`, or a ping where they are one; `gone` when it is let go.

    `by` is a mark of the page that it comes from. It is no event and leads nowhere.
    """
    asked = parse.fields(request)
    entrance.pointed.take(address_of(request), errand.person.key)
    services.point(
        code=errand.code,
        person=errand.person,
        by=parse.text(asked, "by", 16),
        start=asked.get("start"),
        end=asked.get("end"),
        side=parse.text(asked, "as", 8),
        gone=bool(parse.switch(asked, "gone")),
    )
    return HttpResponse(status=204)


# ------------------------------------------------------------------ seats


def _seat_command(name: str) -> Callable[[Visit, dict[str, object]], None]:
    def leave(visit: Visit, asked: dict[str, object]) -> None:
        services.leave(code=visit.code, person=visit.person, seat=parse.number(asked, "seat"))

    def hand_over(visit: Visit, asked: dict[str, object]) -> None:
        seat, to = parse.needed(asked, "seat"), parse.needed(asked, "to")
        services.hand_over(code=visit.code, person=visit.person, seat=seat, to=to)

    def remove(visit: Visit, asked: dict[str, object]) -> None:
        services.remove_person(code=visit.code, person=visit.person, seat=parse.needed(asked, "seat"))

    def welcome(visit: Visit, asked: dict[str, object]) -> None:
        services.welcome_back(code=visit.code, person=visit.person, seat=parse.needed(asked, "seat"))

    def host(visit: Visit, asked: dict[str, object]) -> None:
        services.pass_host(code=visit.code, person=visit.person, seat=parse.needed(asked, "seat"))

    def decline(visit: Visit, asked: dict[str, object]) -> None:
        seat, kind, on = parse.needed(asked, "seat"), parse.text(asked, "kind", 60), bool(parse.switch(asked, "on"))
        services.decline_always(code=visit.code, person=visit.person, seat=seat, kind=kind, on=on)

    return {
        "leave": leave,
        "hand-over": hand_over,
        "remove": remove,
        "welcome": welcome,
        "host": host,
        "decline": decline,
    }[name]


@require_POST
@at_table
def seat(request: HttpRequest, visit: Visit, what: str) -> HttpResponse:
    """What is done about seats: leave, hand-over, remove, welcome, host, decline."""
    _seat_command(what)(visit, parse.fields(request))
    to = reverse("games:watch", args=[visit.code]) if what == "leave" else ""
    return done(request, visit, to=to)


# ------------------------------------------------------------------ the table


@require_POST
@at_table
def set_up(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Choose the name, the scenario and the switches (`option.KEY` in a form, `options` in JSON)."""
    asked = parse.fields(request)
    chosen = parse.number(asked, "scenario")
    scenario = scenarios_for(visit.person).filter(pk=chosen).first() if chosen is not None else None
    if chosen is not None and scenario is None:
        raise malformed("There is no such scenario.", "one of those offered", code="unknown-scenario")
    services.set_up(
        code=visit.code,
        person=visit.person,
        name=parse.text(asked, "name", 80) if "name" in asked else None,
        scenario=scenario,
        options=_options(asked),
    )
    return done(request, visit)


def _options(asked: dict[str, object]) -> dict[str, OptionValue] | None:
    given = asked.get("options")
    if isinstance(given, dict):
        return {str(key): value for key, value in given.items()}
    named = {key.removeprefix("option."): value for key, value in asked.items() if key.startswith("option.")}
    return {key: _option(key, str(value)) for key, value in named.items()} or None


def _option(key: str, value: str) -> OptionValue:
    known = switches().get(key)
    if known is not None and known.type == "bool":
        return value.lower() in ("1", "on", "true", "yes")
    return int(value) if known is not None and known.type == "int" and is_number(value) else value


@require_POST
@at_table
def army(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Choose the army of a side."""
    asked = parse.fields(request)
    found = Army.objects.filter(pk=parse.needed(asked, "army")).first()
    if found is None:
        raise malformed("There is no such army.", "one of those offered", code="unknown-army")
    services.bring_army(code=visit.code, person=visit.person, side=parse.text(asked, "side", 1), army=found)
    return done(request, visit)


@require_POST
@at_table
def entropy(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Add words of one's own to the dice, for each of one's sides or for `side`; or `pass`."""
    asked = parse.fields(request)
    words = parse.text(asked, "text", 80)
    if not words.strip() and not parse.switch(asked, "pass"):
        raise malformed("There are no words to add.", "1 to 80 signs, or pass")
    said = "" if parse.switch(asked, "pass") else words
    services.add_entropy(code=visit.code, person=visit.person, text=said, side=parse.text(asked, "side", 1))
    return done(request, visit)


@require_POST
@at_table
def start(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Begin the battle."""
    return done(request, visit, services.start_battle(code=visit.code, person=visit.person))


@require_POST
@at_table
def pause(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Stop for a while."""
    services.pause(code=visit.code, person=visit.person)
    return done(request, visit)


@require_POST
@at_table
def resume(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Go on."""
    services.resume(code=visit.code, person=visit.person)
    return done(request, visit)


@require_POST
@at_table
def settle(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Publish, lock, let spectators chat, or the opposite; `delay_s` for onlookers, `answer_s` to answer in."""
    asked = parse.fields(request)
    services.settle(
        code=visit.code,
        person=visit.person,
        public=parse.switch(asked, "public"),
        locked=parse.switch(asked, "locked"),
        spectator_chat=parse.switch(asked, "spectator_chat"),
        seats_open=parse.switch(asked, "seats_open"),
        host_eye=parse.switch(asked, "host_eye"),
        pinned=parse.switch(asked, "pinned"),
        delay_s=parse.number(asked, "delay_s"),
        answer_s=parse.number(asked, "answer_s"),
    )
    return done(request, visit)
