"""`python -m rules verify LOG`: work out every sealed die of a finished game again.

The log is {"seed": hex, "events": [...]}, as a finished table offers it for download. Names the first die that differs.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from rules.cli.documents import read
from rules.codec import convert_events
from rules.dice.sources import SealedDice, seal
from rules.engine import evolve
from rules.events import GameCreated, Redone, Rolled, Undone
from rules.state import Event, GameState


class Sealed(msgspec.Struct):
    """A finished game: the published seed and the whole log."""

    seed: str
    events: list[dict[str, Any]]


def main(arguments: Sequence[str]) -> int:
    """Check a log; exit status 1 when the seed or a die differs, 2 when it cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m rules verify", description=__doc__)
    parser.add_argument("log", nargs="?", default="-", help="a JSON file; standard input by default")
    given = parser.parse_args(arguments)
    try:
        sealed = msgspec.json.decode(read(given.log), type=Sealed)
        log = convert_events(sealed.events)
        seed = bytes.fromhex(sealed.seed)
    except (msgspec.MsgspecError, ValueError) as fault:
        print(f"not a finished game: {fault}", file=sys.stderr)
        return 2
    fault_found = first_fault(seed, log)
    print(fault_found or _verdict([event for event in log if isinstance(event, Rolled)]))
    return 1 if fault_found else 0


def _verdict(rolls: Sequence[Rolled]) -> str:
    """How many dice are as sealed; those entered by hand are counted apart: no seal says what they showed."""
    sealed = sum(len(roll.dice) for roll in rolls if not roll.entered_by)
    by_hand = sum(len(roll.dice) for roll in rolls if roll.entered_by)
    told = f"{sealed} dice, all as sealed"
    return f"{told}; {by_hand} dice entered by hand, which cannot be checked" if by_hand else told


def first_fault(seed: bytes, log: Sequence[Event]) -> str:
    """What first differs from the seal, in words; empty if nothing does."""
    created = next((e for e in log if isinstance(e, GameCreated)), None)
    if created is None:
        return "the log does not begin with a game"
    if seal(seed) != created.seal:
        return "the seed is not the one that was sealed"
    dice = SealedDice(seed, created.game_id, created.entropy)
    state = GameState()
    states = {0: state}
    before_undo: dict[int, GameState] = {}
    for event in log:
        if isinstance(event, Undone):
            before_undo[event.seq] = state
            state = states[event.to]
        elif isinstance(event, Redone):
            state = before_undo[event.of]
        else:
            if isinstance(event, Rolled) and not event.entered_by:
                expected = dice.throw(event.label, event.sides, len(event.dice), state.dice_used)
                if expected != event.dice:
                    return f"event {event.seq}, {event.label}: {event.dice} was logged, the seed gives {expected}"
            state = evolve(state, event)
        states[event.seq] = state
    return ""
