"""One turn of the house at a table: look whether it has something to do, wait as long as people need, think, act.

A turn may be taken by any process, as often as it likes: everything is read from the table, so that a restart loses
nothing. Who thinks holds the table meanwhile (`HouseTurn`), and what was thought is refused once the table has moved
on. A process that ends while it thinks holds it no longer than a minute.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from rules.core.ids import SideId
from rules.core.refusal import IllegalAction
from rules.questions.house import HouseChoice, choice
from rules.state import GameState
from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.access.rights import BOT
from tabletop.games.log import journal
from tabletop.games.models import HouseTurn, Seat, Table
from tabletop.games.push.rooms import PROCESS

log = logging.getLogger(__name__)

AT_ONCE: Final = 0.0
"""Seconds until the next look, where there is something to do already."""
_TRIES: Final = 3
"""Choices that may be refused one after the other before the house gives its seat up."""
_LEASE: Final = timedelta(seconds=60)

Mind = Callable[[GameState, SideId, str, int], HouseChoice | None]


def take(pk: int, mind: Mind = choice, *, at_once: bool = False) -> float | None:
    """Do what the house has to do at that table now. Seconds until it is worth another look; None until news.

    With `at_once` nobody is waited for.
    """
    table = Table.objects.filter(pk=pk).first()
    if table is None or not table.is_open:
        return None
    if services.answer_for_house(code=table.code):
        return AT_ONCE
    seat = services.waits_for_house(table)
    if seat is None:
        return None
    rest = 0.0 if at_once else _rest(table)
    if rest is None or rest > 0:
        return rest
    if not _may_think(table):
        return 1.0
    try:
        return _act(table, seat, mind)
    finally:
        _let_go(table)


def _act(table: Table, seat: Seat, mind: Mind) -> float | None:
    """Think and act; a seat whose mind fails goes to the host."""
    try:
        done = _tried(table, seat, mind)
    except Refused as refused:
        log.info("table %s: the house thinks again, %s", table.code, refused.code)
        return AT_ONCE
    except Exception:
        log.exception("table %s: the house cannot go on for side %s", table.code, seat.side)
        done = False
    if not done and Table.objects.filter(pk=table.pk, seq=table.seq).exists():
        services.give_up(code=table.code, side=seat.side)
    return AT_ONCE


def _tried(table: Table, seat: Seat, mind: Mind) -> bool:
    """Whether one of a few choices came off."""
    state = journal.state_at(table, table.seq)
    side = SideId(seat.side)
    for tries in range(_TRIES):
        chosen = mind(state, side, seat.character if tries == 0 else "random", secrets.randbits(48))
        if chosen is None:
            return False
        try:
            services.act_for_house(code=table.code, side=side, after=table.seq, action=chosen.action, why=chosen.why)
            return True
        except (Refused, IllegalAction) as refused:
            if getattr(refused, "code", "") == "stale":
                raise
            log.warning("table %s: what the house chose was refused, %s", table.code, refused)
    return False


# ------------------------------------------------------------------ when


def _rest(table: Table) -> float | None:
    """Seconds that people still need to follow; None while the house waits to be told to go on."""
    last = next(iter(journal.lines(table, table.seq - 1, table.seq)), None)
    if last is None:
        return 0.0
    if table.pace == Table.Pace.WAIT and BOT.is_one_of(last.actor):
        return 0.0 if table.nodded >= table.seq else None
    gone = (timezone.now() - last.at).total_seconds()
    return max(0.0, seconds_between(table) - gone)


def seconds_between(table: Table) -> float:
    """How long the house lets an act stand before its next one."""
    quick: float = settings.HOUSE_QUICK_SECONDS
    easy: float = settings.HOUSE_EASY_SECONDS
    return quick if table.pace == Table.Pace.QUICK else easy


def _may_think(table: Table, now: datetime | None = None) -> bool:
    """Hold the table for this process, unless another one holds it."""
    now = now or timezone.now()
    ours = HouseTurn.objects.filter(table=table, holder=PROCESS) | HouseTurn.objects.filter(table=table, until__lt=now)
    if ours.update(holder=PROCESS, until=now + _LEASE):
        return True
    try:
        with transaction.atomic():
            HouseTurn.objects.create(table=table, holder=PROCESS, until=now + _LEASE)
    except IntegrityError:
        return False
    return True


def _let_go(table: Table) -> None:
    """Whichever process the table is looked at from next may think: this one may have no page of it open any more."""
    HouseTurn.objects.filter(table=table, holder=PROCESS).update(until=timezone.now())
