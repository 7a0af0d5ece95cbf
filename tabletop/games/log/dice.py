"""The dice of a table: sealed under a secret seed, so that anybody can check them once the battle is over."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cached_property

from django.conf import settings
from django.utils.module_loading import import_string

from rules import Action, sealed_dice
from rules.dice.sources import Dice, SealedDice, seal
from rules.state import GameState
from tabletop.games import seeds
from tabletop.games.models import SAMPLE, Seed, Table

_SEED_BYTES = 32
_PRODUCTION = "tabletop.settings"


def sow(table: Table) -> str:
    """Draw the table's secret seed, unless it has one, and return the seal that may be published at once."""
    found = Seed.objects.filter(table=table).first()
    if found is not None:
        return seal(seeds.opened(bytes(found.value)))
    value = _drawn(table)
    Seed.objects.create(table=table, value=seeds.kept(value))
    return seal(value)


def _drawn(table: Table) -> bytes:
    """Chance; only settings of tests may name the dice of the sample, so that what it shows is known."""
    named: bytes = getattr(settings, "TABLETOP_SAMPLE_SEED", b"") if _may_be_known() else b""
    return named if named and table.game_id.startswith(SAMPLE) else secrets.token_bytes(_SEED_BYTES)


def source_for(table: Table, state: GameState, action: Action) -> Dice:
    """The table's dice for one action. Tests may put a source of their own in front; production cannot name one."""
    sealed = _Sealed(table, state, action)
    maker = _substitute()
    return maker(sealed) if maker else sealed


class _Sealed:
    """Sealed dice whose seed is read when the first of them is thrown."""

    def __init__(self, table: Table, state: GameState, action: Action) -> None:
        self._table = table
        self._state = state
        self._action = action

    @cached_property
    def _dice(self) -> SealedDice:
        seed = Seed.objects.only("value").get(table=self._table)
        return sealed_dice(seeds.opened(bytes(seed.value)), self._state, self._action)

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        """`count` faces; the first is die number `k`."""
        return self._dice.throw(label, sides, count, k)


def _may_be_known() -> bool:
    return settings.SETTINGS_MODULE != _PRODUCTION


def _substitute() -> Callable[[Dice], Dice] | None:
    path = getattr(settings, "TABLETOP_DICE_SOURCE", None)
    if path is None or not _may_be_known():
        return None
    maker: Callable[[Dice], Dice] = import_string(path)
    return maker
