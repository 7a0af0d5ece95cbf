"""The dice of a table: sealed under a secret seed, so that anybody can check them once the battle is over."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cached_property

from django.conf import settings
from django.utils.module_loading import import_string

from rules.dice.sources import Dice, SealedDice, seal
from rules.state import GameState
from tabletop.games.models import Seed, Table

_SEED_BYTES = 32
_PRODUCTION = "tabletop.settings"


def sow(table: Table, seed: bytes = b"") -> str:
    """Draw the table's secret seed, or take the one given, and return the seal that may be published at once."""
    value = seed or secrets.token_bytes(_SEED_BYTES)
    Seed.objects.create(table=table, value=value)
    return seal(value)


def source_for(table: Table, state: GameState) -> Dice:
    """The table's dice. Tests may put a source of their own in front; the production settings cannot name one."""
    sealed = _Sealed(table, state)
    maker = _substitute()
    return maker(sealed) if maker else sealed


class _Sealed:
    """Sealed dice whose seed is read when the first of them is thrown."""

    def __init__(self, table: Table, state: GameState) -> None:
        self._table = table
        self._state = state

    @cached_property
    def _dice(self) -> SealedDice:
        seed = Seed.objects.only("value").get(table=self._table)
        return SealedDice(bytes(seed.value), self._state.game_id, self._state.entropy)

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        """`count` faces; the first is die number `k`."""
        return self._dice.throw(label, sides, count, k)


def _substitute() -> Callable[[Dice], Dice] | None:
    path = getattr(settings, "TABLETOP_DICE_SOURCE", None)
    if path is None or settings.SETTINGS_MODULE == _PRODUCTION:
        return None
    maker: Callable[[Dice], Dice] = import_string(path)
    return maker
