"""Battles by bots under sealed dice, as lines of a log: what a table saves at the end."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules import bots, encode, log_lines, stated_end
from rules.any_game import Concede
from rules.core.ids import SideId
from rules.dice.sources import SeededDice, seal
from rules.engine import decided, fold, legal_actions
from rules.log_lines import EventLine, Head
from rules.progress import Action
from rules.state import Event, GameState
from rules.verification import sealed_dice
from tests.rules.arenas import opened

SEED = bytes(range(32))


class Fought(NamedTuple):
    """A battle to its end: its events, the state after each, and its log as lines."""

    events: tuple[Event, ...]
    states: tuple[GameState, ...]
    lines: tuple[bytes, ...]

    @property
    def data(self) -> bytes:
        return b"".join(self.lines)


@cache
def fought(arena: str = "brawl", number: int = 0, most: int = 60) -> Fought:
    """So many commands by bots, then side B concedes, unless it was over before."""
    first, _ = opened(arena, number)
    events: list[Event] = [replace(first[0], seal=seal(SEED), entropy=("seven swans",), dice_rule=2), *first[1:]]
    lines = [_line(event, by="Ines", side="a") if event is events[0] else _line(event) for event in events]
    state = fold(events)
    for n in range(most + 1):
        side = bots.to_act(state)
        if side is None:
            break
        action = _chosen(state, side, number, n) if n < most else Concede(side=SideId("b"))
        made = decided(state, action, sealed_dice(SEED, state, action))
        lines.append(_line(made.events[0], by=side.upper(), side=side, asked=action))
        lines += map(_line, made.events[1:])
        events += made.events
        state = made.state
    plain = [msgspec.json.decode(encode(event)) for event in events]
    head = Head(1, "Ridge at dusk", SEED.hex(), seal(SEED), state.version)
    return Fought(tuple(events), _states(events), tuple(log_lines.written(head, iter(lines), stated_end(state, plain))))


def _chosen(state: GameState, side: SideId, number: int, n: int) -> Action:
    action = bots.choose(state, legal_actions(state, side), SeededDice(number + 99), n * bots.DICE_PER_CHOICE)
    assert action is not None
    return action


def _line(event: Event, *, by: str = "", side: str = "", asked: Action | None = None) -> EventLine:
    raw = msgspec.Raw(encode(event))
    if not by:
        return EventLine(event=raw)
    given = msgspec.UNSET if asked is None else msgspec.Raw(encode(asked))
    return EventLine(event=raw, by=by, side=side, at="2026-03-07T19:58:04+00:00", asked=given)


def _states(events: list[Event]) -> tuple[GameState, ...]:
    state, found = GameState(), []
    for event in events:
        state = fold([event], state)
        found.append(state)
    return tuple(found)
