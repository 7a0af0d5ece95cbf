"""`python -m rules verify LOG`: play a finished game again.

The log is what a finished table offers for download. Every die is compared with its seal, every event with what the
rules make of its command, the end with what is stated. Names the first thing that differs, and what a log from before
commands were kept does not let it check.
"""

import argparse
import sys
from collections.abc import Sequence

import msgspec

from rules import log_lines
from rules.cli.documents import read
from rules.verification import FinishedLog, Verdict, verified


def main(arguments: Sequence[str]) -> int:
    """Check a log; exit status 1 when anything differs, 2 when it cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m rules verify", description=__doc__)
    parser.add_argument("log", nargs="?", default="-", help="JSON, or lines of it; standard input by default")
    given = parser.parse_args(arguments)
    try:
        log = _log(read(given.log))
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        print(f"not a finished game: {fault}", file=sys.stderr)
        return 2
    verdict = verified(log)
    print(verdict.fault or summary(verdict))
    return 1 if verdict.fault else 0


def _log(data: bytes) -> FinishedLog:
    return log_lines.read(data).finished if log_lines.is_lined(data) else msgspec.json.decode(data, type=FinishedLog)


def summary(verdict: Verdict) -> str:
    """What was found right, and what could not be checked."""
    hand = f", {verdict.by_hand} entered by hand" if verdict.by_hand else ""
    sealed = f"{verdict.dice} dice, all as sealed"
    if verdict.unsealed:
        sealed = f"no seed: {verdict.unsealed} dice taken as logged"
    lines = [f"{sealed}{hand}; {verdict.commands} commands, played again as logged"]
    return "\n".join([*lines, *(f"Not checked: {what}." for what in verdict.unchecked)])
