"""The exhibition: one table where two characters of the house fight, which visitors see at once.

It goes on while somebody looks, at the table or at the lobby; a while after the end the next battle begins. Nobody may
sit down at it.
"""

from __future__ import annotations

from datetime import timedelta
from threading import Lock
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from tabletop.games import services
from tabletop.games.access.rights import HOUSE
from tabletop.games.house import bills, turns
from tabletop.games.house.attendance import attendance
from tabletop.games.house.openings import in_background
from tabletop.games.log import journal
from tabletop.games.models import Table

_REMAINS: Final = timedelta(seconds=30)
"""How long the end of a battle stands before the next one begins."""
_KEPT: Final = 8
"""Exhibitions that are kept to be looked back on."""
_TO_DEPLOY: Final = 120


PROGRAMME: Final = (("lockhouse-lane", "cautious", "aggressive"), ("harrow-ford", "aggressive", "cautious"))
"""The battles, one after the other, each with who fights them."""

_beginning = Lock()


def newest() -> Table | None:
    """The exhibition that goes on, or the one that ended last."""
    return Table.objects.filter(role=Table.Role.EXHIBITION).order_by("-pk").first()


def looked_at() -> Table | None:
    """Somebody looks at the exhibition from the lobby: it goes on, and begins again where it is over."""
    if not settings.EXHIBITION:
        return None
    table = newest()
    if table is not None and table.is_open and not table.stood_up:
        attendance.look([table.pk])
    elif _is_due(table) and not _beginning.locked():
        in_background(_begun_once)
    return table


def is_resting(table: Table) -> bool:
    """Whether nobody has looked at it for a while, so that nothing happens there."""
    return table.is_open and timezone.now() - table.updated_at > timedelta(seconds=20)


def _is_due(last: Table | None) -> bool:
    """Whether the next one begins: the last is over for a while, or one of the two had to stand up."""
    if last is None:
        return True
    if last.is_open:
        return bool(last.stood_up) and timezone.now() - last.updated_at > _REMAINS
    return last.ended_at is None or timezone.now() - last.ended_at > _REMAINS


def _begun_once() -> None:
    with _beginning:
        last = newest()
        if _is_due(last):
            begin()


def begin() -> Table | None:
    """Open the next exhibition and deploy for it; None if its scenario or armies are gone."""
    number = Table.objects.filter(role=Table.Role.EXHIBITION).order_by("-pk").values_list("game_id", flat=True).first()
    after = int(number.rpartition("-")[2]) if number else 0
    programme = PROGRAMME[after % len(PROGRAMME)]
    try:
        with transaction.atomic():
            table = _opened(*programme, game_id=f"exhibition-{after + 1}")
    except IntegrityError:  # another process was quicker
        return newest()
    if table is not None:
        _deploy(table)
        _forget_old()
    return table


def _opened(battle: str, *characters: str, game_id: str) -> Table | None:
    bill = bills.of(battle)
    table = bills.opened(bill, HOUSE, HOUSE.name, game_id=game_id) if bill else None
    if table is None:
        return None
    code = table.code
    for side, character in zip(table.scenario_value.sides, characters, strict=True):
        services.seat_house(code=code, person=HOUSE, side=side.id, character=character)
    services.start_battle(code=code, person=HOUSE)
    services.settle(code=code, person=HOUSE, public=True, locked=True)
    Table.objects.filter(pk=table.pk).update(role=Table.Role.EXHIBITION)
    return Table.objects.get(pk=table.pk)


def _deploy(table: Table) -> None:
    """Both place their units without letting anybody wait for it."""
    for _ in range(_TO_DEPLOY):
        found = Table.objects.get(pk=table.pk)
        if not found.is_open or journal.state_at(found, found.seq).turn.number > 0:
            return
        turns.take(found.pk, at_once=True)


def _forget_old() -> None:
    kept = Table.objects.filter(role=Table.Role.EXHIBITION).order_by("-pk").values_list("pk", flat=True)[:_KEPT]
    old = Table.objects.filter(role=Table.Role.EXHIBITION).exclude(pk__in=list(kept))
    old.delete()
    given_up = Table.objects.filter(role=Table.Role.EXHIBITION, ended_at=None).exclude(stood_up="")
    given_up.delete()  # nobody may sit down there, so it would never end
