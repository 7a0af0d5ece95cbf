"""A battle from elsewhere played again to verify it: in the background, by each process that is asked how it stands."""

from __future__ import annotations

import logging
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import close_old_connections

from rules import Asked, FinishedLog, SealedRolls, StatedEnd, sealed_rolls, verified
from rules.dice.sources import seal
from rules.sealed_rolls import differing
from tabletop.games import selectors
from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Table

log = logging.getLogger(__name__)

_WAITS: Final = "end"
"""Stands in a finding until the battle has been played again."""

_done: dict[int, int] = {}
"""By the key of each table that this process plays again: how much of it is done, in hundredths."""
_lock = Lock()


def still_to(named_seal: str, end: StatedEnd | None) -> dict[str, Any]:
    """What is kept of a log that has still to be played again: what its rows do not tell."""
    return {"seal": named_seal[:80], _WAITS: msgspec.to_builtins(end)}


def waits(table: Table) -> bool:
    """Whether it is not known yet that a battle from elsewhere verifies."""
    return table.brought_in is not None and _WAITS in table.brought_in


def done(table: Table) -> int:
    """How much of it is done, in hundredths. Whoever asks sets it going, where it is not: a server may have stopped."""
    with _lock:
        is_on, so_far = table.pk in _done, _done.setdefault(table.pk, 0)
    if not is_on and settings.IN_BACKGROUND:
        Thread(target=_run, args=(table,), name="plays-again", daemon=True).start()
    elif not is_on:
        _run(table)
    return so_far


def _run(table: Table) -> None:
    try:
        found = _found(table)
        Table.objects.filter(pk=table.pk).update(brought_in=found)
        table.brought_in = found
    except Exception:
        log.exception("a battle from elsewhere could not be played again")
    finally:
        with _lock:
            _done.pop(table.pk, None)
        if settings.IN_BACKGROUND:
            close_old_connections()


def _found(table: Table) -> dict[str, Any]:
    """What playing it again found, and how many dice are not as sealed: another program may know other rules."""
    seed = selectors.published_seed(table) or b""

    def report(events: int, of: int) -> None:
        _done[table.pk] = 100 * events // of

    verdict: dict[str, Any] = msgspec.to_builtins(verified(_finished(table, seed), report))
    rolls = sealed_rolls(
        ((line.event, state, line.head) for line, state in journal.events_after(table, 0, table.seq)),
        journal.commands(table),
    )
    return verdict | {"differ": _differing(rolls, table, seed), "missing": rolls.missing}


def _finished(table: Table, seed: bytes) -> FinishedLog:
    kept: dict[str, Any] = table.brought_in or {}
    rows = EventRecord.objects.filter(table=table).order_by("seq").values_list("seq", "payload", "asked")
    events, commands = [], []
    for seq, payload, asked in rows:
        events.append(msgspec.json.decode(payload))
        if asked:
            commands.append(Asked(head=seq, action=msgspec.json.decode(asked)))
    end = msgspec.convert(kept.get(_WAITS), StatedEnd | None)
    return FinishedLog(seed=seed.hex(), seal=kept.get("seal", ""), events=events, commands=commands, end=end)


def _differing(found: SealedRolls, table: Table, seed: bytes) -> int:
    """None without a seed; all of them where it is not the one sealed, or words or dice are such as no table has."""
    if not seed:
        return 0
    if seal(seed) == journal.state_at(table, table.seq).seal:
        with suppress(ValueError, OverflowError, ArithmeticError):
            return differing(found, seed)
    return sum(len(roll.faces) for roll in found.rolls if not roll.by_hand)
