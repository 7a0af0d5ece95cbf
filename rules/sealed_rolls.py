"""The rolls of a log with all that is needed to work out their dice: what the visitor's own browser checks.

A roll that was taken back is among them: its dice were seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules import hand_dice
from rules.codec import encode
from rules.core.ids import SideId, UnitId
from rules.dice.sources import SealedDice
from rules.events import Rolled
from rules.progress import Action
from rules.state import Event, GameState
from rules.verification import BY_ACTION


class SealedRoll(NamedTuple):
    """One roll: its first die's number, and the place of the message that its dice were drawn for, -1 without one."""

    seq: int
    turn: int
    side: SideId | None
    unit: UnitId | None
    target: UnitId | None
    label: str
    why: str
    sides: int
    faces: tuple[int, ...]
    first: int
    asked: int
    by_hand: bool


class SealedRolls(NamedTuple):
    """Every roll of a log in order, the messages that they name, and the battle that they belong to."""

    game_id: str
    entropy: tuple[str, ...]
    asked: tuple[str, ...]
    rolls: tuple[SealedRoll, ...]
    missing: int
    """Rolls of whose command the log does not tell."""


def sealed_rolls(steps: Iterable[tuple[Event, GameState, int]], commands: Mapping[int, Action]) -> SealedRolls:
    """Look along a log: each event with the state after it and the first event of its command; and what was asked."""
    before = began = GameState()
    head, missing = 0, 0
    asked: list[str] = []
    places: dict[int, int] = {}
    rolls: list[SealedRoll] = []
    for event, state, of in steps:
        if of != head:
            head, began = of, before
        if isinstance(event, Rolled):
            if of not in places and of in commands and began.dice_rule >= BY_ACTION:
                places[of] = len(asked)
                asked.append(encode(hand_dice.acted(began, commands[of])).decode())
            missing += of not in places and state.dice_rule >= BY_ACTION
            rolls.append(_roll(event, state, places.get(of, -1)))
        before = state
    return SealedRolls(before.game_id, before.entropy, tuple(asked), tuple(rolls), missing)


def differing(found: SealedRolls, seed: bytes) -> int:
    """How many sealed dice of these rolls are not what the seed gives."""
    differ = 0
    for roll in found.rolls:
        if not roll.by_hand:
            asked = found.asked[roll.asked].encode() if roll.asked >= 0 else b""
            dice = SealedDice(seed, found.game_id, found.entropy, asked=asked)
            faces = dice.throw(roll.label, roll.sides, len(roll.faces), roll.first)
            differ += sum(one != other for one, other in zip(faces, roll.faces, strict=True))
    return differ


def _roll(event: Rolled, state: GameState, asked: int) -> SealedRoll:
    first = state.dice_used - len(event.dice)
    by_hand = bool(event.entered_by)
    return SealedRoll(
        event.seq,
        state.turn.number,
        event.side,
        event.unit,
        event.target,
        event.label,
        event.why,
        event.sides,
        event.dice,
        first,
        asked,
        by_hand,
    )
