"""`python -m bench [SUITE ...]`, or `all` of them: measure, print, and say what misses its goal."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from bench.report import Report, machine

SUITES: Mapping[str, str] = {
    "rules": "deciding, previewing and folding on a table of 60 units and 400 models",
    "bots": "the exact odds of a shot, a decision, games of twelve units a side",
    "render": "drawing one action for every audience",
    "store": "an action from JSON to the commit",
    "fanout": "an action to many spectators, beside a bare server",
    "faults": "what a client who stops reading does to the others",
    "paint": "an action until two browsers have painted it",
    "playing": "previews, clicks until the other side has painted them, the battle's beginning",
    "replays": "a replay of 3,000 events: its first picture, jumps within it",
    "pan": "panning and zooming a board of 400 models in a browser",
    "armies": "a roster of 60 units edited, a list of 5 MB taken in, cards as PDF",
    "editing": "a scenario of 300 pieces: panned, dragged and edited in a browser",
}

BRIEF: Mapping[str, Mapping[str, object]] = {
    "rules": {"rounds": 2, "events": 60},
    "bots": {"games": 1, "rounds": 2, "commands": 30},
    "render": {"rounds": 2},
    "store": {"rounds": 3},
    "fanout": {"sizes": (100,), "reps": 1, "rounds": 2},
    "faults": {"count": 10, "rounds": 6},
    "paint": {"rounds": 3},
    "playing": {"rounds": 2},
    "replays": {"events": 120, "jumps": 4, "pictures": 1},
    "pan": {"seconds": 0.5},
    "armies": {"rounds": 1},
    "editing": {"frames": 20, "edits": 3},
}
"""How little of each shows that it can be measured."""


def main(arguments: list[str]) -> int:
    """Run the suites named; without a name all of them. The exit status says whether all could be measured."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="suite", help=", ".join(SUITES) + " or all")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    parser.add_argument("--brief", action="store_true", help="a round or two of each, to see that all of them run")
    given = parser.parse_args(arguments)
    names = list(SUITES) if not given.suites or "all" in given.suites else given.suites
    if unknown := [name for name in names if name not in SUITES]:
        parser.error(f"no suite {unknown[0]!r}; there are {', '.join(SUITES)}")
    report = Report()
    print(machine())
    broken = [name for name in names if not _measured(name, report, BRIEF[name] if given.brief else {})]
    if given.json:
        given.json.write_text(json.dumps([asdict(figure) for figure in report.figures], indent=1))
    _conclude(report)
    if broken:
        print(f"not measured to the end: {', '.join(broken)}")
    return bool(broken)


def _measured(name: str, report: Report, scale: Mapping[str, object]) -> bool:
    """Whether a suite came to its end; one that falls over does not take the others with it."""
    measure: Callable[..., None] = import_module(f"bench.{name}").measure
    try:
        measure(report, **scale)
    except Exception:
        traceback.print_exc()
        return False
    return True


def _conclude(report: Report) -> None:
    goals = [f for f in report.figures if f.goal is not None]
    print(f"\n{len(goals)} goals, {len(report.missed)} missed")
    for figure in report.missed:
        print(figure.line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
