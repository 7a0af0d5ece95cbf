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
from tabletop.accounts.people import NOBODY, Person, known_by
from tabletop.games.log import dice, journal
from tabletop.games.models import Seat, Snapshot, Table
from tabletop.games.services.codes import new_code

NAME = "Bench"


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


def a_table(person: Person, state: GameState) -> Table:
    """A table at which that person hosts and plays both sides, the battle standing as in `state`."""
    table = Table(
        code=new_code(),
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
    for side in (battle.A, battle.B):
        Seat.objects.create(table=table, person=person.key, name=NAME, side=side)
    return table


def main() -> int:
    """Make the table; print its code, the last event's number and the cookies as JSON."""
    person, cookie = somebody()
    table = a_table(person, battle.state())
    print(json.dumps({"code": table.code, "seq": table.seq, "cookie": cookie}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
