"""`python -m rules replay LOG`: print a game from its log, line by line. `--state` prints the state it leads to."""

import argparse
import sys
from collections.abc import Sequence

import msgspec

from rules.cli.documents import read
from rules.codec import decode_events, encode
from rules.engine import active_line, evolve, fold
from rules.events import Rolled
from rules.state import GameState


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
    state = GameState()
    for event in active_line(log):
        state = evolve(state, event)
        if isinstance(event, Rolled):
            print(f"{event.seq:5}   {event.label}: {' '.join(map(str, event.dice))}  {event.why}")
        elif told := event.sentence(state):
            print(f"{event.seq:5} {told}" + (f". {under}" if (under := event.note()) else ""))
    return 0
