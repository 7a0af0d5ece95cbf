"""Joining a table, and the room where people wait for the battle."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules import read_in_whole
from rules.questions.scenarios import points_agreed
from tabletop.accounts.limits import address_of
from tabletop.accounts.people import become_known, person_of
from tabletop.games import selectors, services
from tabletop.games.access import entrance, rights
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Table
from tabletop.games.pages.scene import acting
from tabletop.games.push.rooms import rooms
from tabletop.games.services import tables
from tabletop.games.tables import listing
from tabletop.games.tables.invitation import join_address
from tabletop.games.tables.set_up import armies_listed
from tabletop.games.views.visits import Visit, at_table, done, play_url
from tabletop.games.words import GUEST, HOUSE_PLAYERS
from tabletop.scenarios.pages import listing as scenario_listing
from tabletop.ui import switchboard
from tabletop.ui.switchboard import SwitchField

ALL_SIDES = "all"
"""What a device says that plays every side."""


@require_http_methods(["GET", "POST"])
@at_table
def join(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Pick a name and a side, or watch."""
    rights.be_welcome(visit.table, visit.person)
    if request.method != "POST":
        return _asking(request, visit) or _join_page(request, visit)
    sides = [side for side in request.POST.getlist("side") if side]
    try:
        _take_seats(request, visit, sides, request.POST.get("name", ""))
    except Refused as refused:
        return _join_page(request, visit, refused)
    if sides and (asked := selectors.asked_for_seat(visit.table, person_of(request))) and asked.is_open:
        return redirect("games:join", code=visit.code)
    return redirect("games:play" if sides else "games:watch", code=visit.code)


def _asking(request: HttpRequest, visit: Visit) -> HttpResponse | None:
    """The page of somebody who waits for a seat; off to the table once it is given."""
    asked = selectors.asked_for_seat(visit.table, visit.person)
    if asked is None or "again" in request.GET:
        return None
    seated = rights.sides_of(rights.seats_of(visit.table, visit.person))
    if "waited" in request.GET and asked.action in seated:
        return redirect("games:play", code=visit.code)
    if asked.action in seated or not (asked.is_open or "waited" in request.GET):
        return None
    context = {"facts": selectors.facts(visit.table), "asked": asked, "side": dict(_named(visit)).get(asked.action, "")}
    return render(request, "games/seats/asking.html", context)


def _named(visit: Visit) -> Sequence[tuple[str, str]]:
    return selectors.facts(visit.table).sides


def _take_seats(request: HttpRequest, visit: Visit, sides: Sequence[str], name: str) -> None:
    if not sides and not name.strip():
        return  # a watcher needs no name
    shown = services.clean_name(name)
    every = [letter for letter, _ in selectors.facts(visit.table).sides]
    wanted = every if ALL_SIDES in sides else sides
    services.join(code=visit.code, person=become_known(request, shown), name=shown, sides=wanted)
    entrance.welcome_from(address_of(request), visit.code)


def _join_page(request: HttpRequest, visit: Visit, refused: Refused | None = None) -> HttpResponse:
    table, person = visit.table, visit.person
    held = rights.sides_of(rights.seats_of(table, person))
    seats = _sides(table, held)
    open_seats = [seat for seat in seats if not seat["people"] or seat["house"]]
    asked = request.POST.get("side") or request.GET.get("side", "")
    to_act = acting(table)
    open_seats.sort(key=lambda seat: seat["letter"] != to_act)  # whoever comes into a battle may act at once
    proposed = next((seat["letter"] for seat in (*open_seats, *seats)), "")
    context = {
        "facts": selectors.facts(table),
        "sides": seats,
        "chosen": asked if request.method == "POST" or asked else next(iter((*held, proposed))),
        "held": held,
        "shut": table.locked and not held and not rights.is_host(table, person),
        "name": request.POST.get("name", person.name or (GUEST if to_act and not _anybody(seats) else "")),
        "refused": refused.refusal if refused else None,
    }
    return render(request, "games/seats/join.html", context, status=refused.status if refused else 200)


def _anybody(seats: Sequence[Mapping[str, Any]]) -> bool:
    """Whether people sit there, who would want to know each other's names."""
    return any(not sitter.house for seat in seats for sitter in seat["people"])


def _sides(table: Table, held: Sequence[str]) -> list[dict[str, Any]]:
    """Each side with its army and who sits there."""
    forces = {force.side: force for force in table.forces.select_related("army")}
    sitters = selectors.sitters(table, rooms.here(table.pk))
    facts = selectors.facts(table)
    spoken = dict(facts.spoken)
    agreed = points_agreed(table.scenario_value) if table.scenario_content else 0
    sides = []
    for letter, name in facts.sides:
        force = forces.get(letter)
        sides.append(
            {
                "letter": letter,
                "name": force.content["name"] if force else name,
                "points": force.value.points if force else None,
                "over": bool(force and agreed and force.value.points > agreed),
                "army": force.army.name if force and force.army else "",
                "army_id": force.army_id if force else None,
                "people": [sitter for sitter in sitters if sitter.side == letter],
                "mine": letter in held,
                "house": next((s.character for s in sitters if s.side == letter and s.house), ""),
                "spoken": letter in spoken,
                "words": spoken.get(letter, ""),
            }
        )
    return sides


def _others_sit(side: Mapping[str, Any]) -> bool:
    """Whether people other than the host play it, who may bring their own army."""
    return any(not (sitter.host or sitter.house) for sitter in side["people"])


@require_POST
@at_table
def stand_up(request: HttpRequest, visit: Visit, side: str) -> HttpResponse:
    """Leave the seat on one side, whatever other seats this device keeps."""
    seat = next((seat for seat in rights.seats_of(visit.table, visit.person) if seat.side == side), None)
    services.leave(code=visit.code, person=visit.person, seat=seat.pk if seat else 0)
    return done(request, visit)


# ------------------------------------------------------------------ the room


def room_context(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """What the waiting room shows to this person."""
    table, person = visit.table, visit.person
    seats = rights.seats_of(table, person)
    held = rights.sides_of(seats)
    sides = _sides(table, held)
    host = rights.is_host(table, person)
    context = {
        "facts": selectors.facts(table),
        "is_host": host,
        "own_seats": [seat.pk for seat in seats],
        "sides": sides,
        "watchers": [sitter for sitter in selectors.sitters(table, rooms.here(table.pk)) if not sitter.side],
        "asking": [each for each in selectors.open_proposals(table) if host or each.action in held],
        "removed": selectors.removed(table) if host else (),
        "held": held,
        "armies": armies_listed(person) if held and not host and table.scenario_content else (),
        "bringers": [side["name"] for side in sides if side["points"] is None and _others_sit(side)],
        "players": HOUSE_PLAYERS,
        "missing": [side["name"] for side in sides if side["points"] is None],
        "own_missing": [side["name"] for side in sides if side["points"] is None and side["letter"] in held],
        "unspoken": tables.unspoken(table, person) if host else (),
        "awaits_own": any(side["letter"] in held and not side["spoken"] for side in sides),
        "empty": [side["name"] for side in sides if not side["people"]],
        "scenario": table.scenario_value if table.scenario_content else None,
        "game": _game(table),
        "battle": scenario_listing.battle(table.scenario_value) if table.scenario_content else "",
        "agreed": points_agreed(table.scenario_value) if table.scenario_content else 0,
        "unfit": tables.faults(table),
        "picture": listing.ground_picture(table.scenario_value) if table.scenario_content else "",
        "switches": [each for each in _switches(table) if each.changed],
        "join_url": join_address(request, visit.code),
    }
    html = render_to_string("games/set_up/_room.html", context, request)
    return context | {"room": html, "stamp": _stamp(html)}


def _game(table: Table) -> str:
    """The game and vehicle rules that it will be played by. (TRI-JOIN-01)"""
    if not table.scenario_content:
        return ""
    scenario = table.scenario_value
    return switchboard.played_by(scenario.ruleset, {**scenario.options, **table.options})


def _switches(table: Table) -> tuple[SwitchField, ...]:
    """Every switch that its game has, as the battle will have it."""
    scenario = table.scenario_value.options if table.scenario_content else {}
    whole = not table.scenario_content or read_in_whole(table.scenario_value.ruleset)
    return tuple(e for e in switchboard.fields({**scenario, **table.options}) if whole or e.everywhere)


def _stamp(html: str) -> str:
    """Distinguishes states of the room. The token in a form changes with each page and does not count."""
    return hashlib.sha256(html.encode()).hexdigest()[:16]


@require_GET
@at_table
def room(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The inside of the waiting room; nothing when it is as `seen`.

    Who has no place in it goes to the table's own page: the battle has begun, no seat is left, or the host has sent
    them away, which that page says.
    """
    table, person = visit.table, visit.person
    placeless = rights.is_removed(table, person) or rights.audience_of(table, person) == "public"
    if table.status != Table.Status.SET_UP or placeless:
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = play_url(visit)
        return answer
    context = room_context(request, visit)
    if context["stamp"] == request.GET.get("seen"):
        return HttpResponse(status=204)
    return render(request, "games/set_up/_room_whole.html", context)
