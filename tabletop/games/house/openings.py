"""Battles under way that wait for somebody who wants to play the house at once.

Each is played by its own sealed dice up to a moment at which a unit is in hand and has a shot; whoever takes it plays
the side whose move it is. Some are kept ready in the background; where none is left, one is played on the spot.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from threading import Lock, Thread
from typing import Final

from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models import QuerySet
from django.utils import timezone

from rules import view
from rules.core.ids import SideId
from rules.questions.house import HouseOption
from tabletop.accounts.people import Person
from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.access.rights import HOUSE
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.games.samples import samples
from tabletop.games.samples.battle import best_shot
from tabletop.games.services.house import USUAL

log = logging.getLogger(__name__)

_PREFIX: Final = "opening-"
_HALF_PLAYED: Final = timedelta(minutes=10)
"""How long nothing happened in a battle that nobody plays on."""

_filling = Lock()


def ready() -> Table | None:
    """The battle that the next newcomer takes over, if some are kept and one is ready."""
    return _waiting().first() if settings.OPENINGS else None


def _waiting() -> QuerySet[Table]:
    return Table.objects.filter(role=Table.Role.OPENING, status=Table.Status.PLAYING).order_by("pk")


def keep() -> None:
    """Play as many as should be ready, unless this process does so already."""
    wanted: int = settings.OPENINGS
    if wanted and not _filling.locked() and Table.objects.filter(role=Table.Role.OPENING).count() < wanted:
        in_background(_fill)


def _fill() -> None:
    with _filling:
        _forget_halves()
        while Table.objects.filter(role=Table.Role.OPENING).count() < settings.OPENINGS and _played() is not None:
            pass


def _forget_halves() -> None:
    """Battles that a server which was stopped has left in the middle."""
    ago = timezone.now() - _HALF_PLAYED
    Table.objects.filter(game_id__startswith=_PREFIX, role="", host=HOUSE.key, updated_at__lt=ago).delete()


def _played() -> Table | None:
    table = samples.fight(_PREFIX + secrets.token_hex(10))
    if table is not None:
        table.role = Table.Role.OPENING
        table.save(update_fields=["role"])
    return table


def take(person: Person, name: str, *, side: str = "", character: str = USUAL, pace: str = "") -> Table:
    """A battle under way for that person, who hosts it; the house sits opposite. Raises Refused if there is none."""
    if not _waiting().exists():
        _played()  # before the transaction, which all that write would wait for
    with transaction.atomic():
        table = _waiting().select_for_update().first()
        if table is None:
            raise Refused("no-battle", "No battle is ready to be taken over.", "try again, or open a table")
        table.role, table.host, table.host_name = "", person.key, name
        table.host_eye, table.seen_all = False, []
        table.advice, table.lenient = True, True
        table.pace = pace or Table.Pace.EASY
        table.save()
        sides = [each.id for each in table.scenario_value.sides]
        own = side if side in sides else first_side(table)
        services.join(code=table.code, person=person, name=name, sides=[own])
        for other in sides:
            if other != own:
                services.seat_house(code=table.code, person=person, side=other, character=character)
        return table


def first_side(table: Table) -> str:
    """The side whose move it is."""
    state = journal.state_at(table, table.seq)
    return state.units[state.turn.active].side if state.turn.active else state.sides[0].id


def planned(table: Table) -> HouseOption | None:
    """The shot that is planned already when the table opens: the best that the unit in hand has."""
    return _planned(table.game_id, table.pk, table.seq)


@lru_cache(maxsize=32)
def _planned(game_id: str, pk: int, seq: int) -> HouseOption | None:
    table = Table.objects.get(pk=pk, game_id=game_id)
    side = SideId(first_side(table))
    return best_shot(view(journal.state_at(table, seq), side), side)


def in_background(work: Callable[[], object]) -> None:
    """Do something that nobody waits for, with connections of its own."""

    def run() -> None:
        close_old_connections()
        try:
            work()
        except Exception:
            log.exception("the house could not prepare a table")
        finally:
            close_old_connections()

    Thread(target=run, name="house-prepares", daemon=True).start()
