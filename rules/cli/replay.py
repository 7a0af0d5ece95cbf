"""`python -m rules replay LOG`: print a game from its log, line by line. `--state` prints the state it leads to."""

import argparse
import sys
from collections.abc import Iterable, Sequence

import msgspec

from rules.cli.documents import read
from rules.codec import decode_events, encode
from rules.engine import active_line, evolve, fold
from rules.events import Rolled
from rules.state import Event, GameState


def main(arguments: Sequence[str]) -> int:
    """Print the log's sentences and rolls; exit status 1 when it cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m rules replay", description=__doc__)
    parser.add_argument("log", nargs="?", default="-", help="a JSON file; standard input by default")
    parser.add_argument("--state", action="store_true", help="print the final state as JSON instead")
    given = parser.parse_args(arguments)
    try:
        log = decode_events(read(given.log))
    except msgspec.MsgspecError as fault:
        print(f"not a log: {fault}", file=sys.stderr)
        return 1
    if given.state:
        sys.stdout.buffer.write(msgspec.json.format(encode(fold(log))) + b"\n")
        return 0
    _print(active_line(log))
    return 0


def _print(log: Iterable[Event]) -> None:
    """A line for each event that says anything."""
    state, before = GameState(), ""
    for event in log:
        state = evolve(state, event)
        text = _line(event, state)
        if text and text != before:
            print(f"{event.seq:5} {text}")
        if text:
            before = text if event.is_said_once() else ""


def _line(event: Event, state: GameState) -> str:
    if isinstance(event, Rolled):
        return f"  {event.label}: {' '.join(map(str, event.dice))}  {event.why}"
    text, under = event.sentence(state), event.note()
    return f"{text}. {under}" if text and under else text
