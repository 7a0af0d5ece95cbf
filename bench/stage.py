"""A table ready to be measured, made in a process of its own: `python -m bench.stage` prints how to enter.

Run with the environment of the server that will serve it.
"""

from __future__ import annotations

import json
import os
import secrets
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tabletop.settings")

django.setup()

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from msgspec.structs import replace

from bench import battle
from rules import codec
from rules.state import GameState
from rules.table.scenario import Scenario
from tabletop.accounts.people import NOBODY, Person, known_by
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.log import dice, journal
from tabletop.games.models import Seat, Snapshot, Table
from tabletop.games.samples import samples
from tabletop.games.services.tables import free_code
from tabletop.scenarios.models import ScenarioRecord

NAME = "Bench"
ROOMS = 4
"""Battles that begin."""


def somebody() -> tuple[Person, str]:
    """A guest with a session, and the cookies of that browser."""
    from django.contrib.auth.models import AnonymousUser

    session = SessionStore()
    session["guest"], session["guest_name"] = secrets.token_urlsafe(24), NAME
    session.save()
    csrf = secrets.token_hex(16)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}; {settings.CSRF_COOKIE_NAME}={csrf}"
    person = known_by(AnonymousUser(), session)
    assert person != NOBODY
    return person, cookie


def a_table(person: Person, state: GameState, other: Person | None = None) -> Table:
    """A table at which that person hosts and plays both sides, or `other` one, the battle standing as in `state`."""
    table = Table(
        code=free_code(),
        name=NAME,
        host=person.key,
        host_name=NAME,
        scenario_content=json.loads(codec.encode(state.scenario)),
        status=Table.Status.PLAYING,
        game_id=secrets.token_hex(12),
        started_at=timezone.now(),
    )
    table.save()
    table.seal = dice.sow(table)
    table.save()
    journal.append(table, GameState(), battle.log())
    placed = replace(state, seq=table.seq, game_id=table.game_id, seal=table.seal)
    Snapshot.objects.filter(table=table).update(state=codec.encode(placed).decode())
    for side, seated in zip((battle.A, battle.B), (person, other or person), strict=True):
        Seat.objects.create(table=table, person=seated.key, name=NAME, side=side)
    return table


def a_room(person: Person) -> str:
    """The code of a table at which that person plays both sides, armies brought, the battle not begun."""
    scenario = ScenarioRecord.of(samples.read("harrow-ford.scenario.json", Scenario))
    scenario.save()
    table = services.open_table(person=person, host_name=NAME, scenario=scenario)
    services.join(code=table.code, person=person, name=NAME, sides=[battle.A, battle.B])
    for side, name in ((battle.A, "northmarch-rangers"), (battle.B, "saltmere-compact")):
        army = Army.of(battle.sample_army(name))
        army.save()
        services.bring_army(code=table.code, person=person, side=side, army=army)
    return table.code


def main(kind: str) -> int:
    """Make the table; print its code, the last event's number and the cookies as JSON."""
    person, cookie = somebody()
    if kind == "club":
        other, others = somebody()
        table = a_table(person, battle.club_state(), other)
        rooms = [a_room(person) for _ in range(ROOMS)]
        print(json.dumps(_entry(table, cookie) | {"other": others, "waiting": rooms}))
        return 0
    print(json.dumps(_entry(a_table(person, battle.state()), cookie)))
    return 0


def _entry(table: Table, cookie: str) -> dict[str, object]:
    return {"code": table.code, "seq": table.seq, "cookie": cookie}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "field"))
