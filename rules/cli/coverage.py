"""`python -m rules coverage`: which tests prove which rules.

Every rule of the ledgers but those of status `reference` needs a test that is marked with its id. A test that is
skipped or expected to fail proves nothing.

With `--reach` it lists by which ways play reaches each rule, as a run of the tests heard them at the front door and
noted (`pytest --reach=FILE`): actions, prompts, rulings, pages, and the traits and switches that were set. A core or
optional rule needs a way, and a preview alone is none: such rules are listed apart, and fail unless they are known.
"""

import argparse
import json
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from rules.rulebook import LEDGERS, Rule, is_rule, rules

TEST_FOLDERS = ("tests/rules", "tests/games", "tests/tabletop")
IDLE_MARKS = ("skip", "skipif", "xfail")

Proofs = Mapping[str, Sequence[str]]
"""The tests that are marked with each rule id."""


HEARD = Path(".pytest_cache/reach.json")
"""Where `make test` has the ways noted that the tests heard."""

Ways = Mapping[str, Sequence[str]]
"""By what play reaches each rule: "action Move", "prompt reaction", "preview Move", "switch aiming_allowed"."""

TOLD_ONLY = ("preview", "trait", "switch")
"""Kinds of ways that are none by themselves: what a plan says, and what was set while it said so."""


class CollectionFailed(Exception):
    """The tests could not be collected; the message is what pytest said."""


class _Marks:
    """A pytest plugin that notes the rule marks of every test that would run."""

    def __init__(self) -> None:
        self.proofs: dict[str, list[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Called by pytest with all tests found."""
        for item in session.items:
            if not any(item.get_closest_marker(mark) for mark in IDLE_MARKS):
                self._note(item)

    def _note(self, item: pytest.Item) -> None:
        test = item.nodeid.partition("[")[0]
        for mark in item.iter_markers("rule"):
            for rule_id in mark.args:
                tests = self.proofs.setdefault(rule_id, [])
                if test not in tests:
                    tests.append(test)


def collect(folders: Iterable[str]) -> Proofs:
    """The rule marks of the tests in these folders. CollectionFailed when pytest cannot read one."""
    marks = _Marks()
    said = StringIO()
    with redirect_stdout(said):
        status = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", *folders], plugins=[marks])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise CollectionFailed(said.getvalue())
    return marks.proofs


def to_prove(ledgers: Collection[str] = (), topics: Collection[str] = ()) -> tuple[Rule, ...]:
    """The rules that need a proof, those of some ledgers or topics only where any are named."""
    return tuple(
        entry
        for entry in rules()
        if entry.status != "reference"
        and (not ledgers or entry.ledger in ledgers)
        and (not topics or entry.topic in topics)
    )


def report(entries: Sequence[Rule], proofs: Proofs, *, missing_only: bool = False) -> str:
    """A line for each rule with its tests, then how many are proved."""
    lines = []
    for entry in entries:
        tests = proofs.get(entry.id, ())
        if not tests:
            lines.append(f"{entry.id}  NO TEST  {entry.title}")
        elif not missing_only:
            lines.append(f"{entry.id}  {', '.join(tests)}")
    proved = sum(bool(proofs.get(entry.id)) for entry in entries)
    return "\n".join([*lines, f"{proved} of {len(entries)} rules proved"])


def reached(entries: Iterable[Rule], heard: Ways) -> dict[str, list[str]]:
    """By what play reaches each rule."""
    return {entry.id: list(heard.get(entry.id, ())) for entry in entries}


def is_reached(ways: Sequence[str]) -> bool:
    """Whether somebody who plays comes to a rule: that a plan tells it is not enough."""
    return any(way.partition(" ")[0] not in TOLD_ONLY for way in ways)


def reach_report(entries: Sequence[Rule], ways: Ways, *, missing_only: bool = False) -> str:
    """A line for each rule with its ways; then those that only plans tell, those without any, and how many have one."""
    there = [e for e in entries if is_reached(ways[e.id])]
    lines = [] if missing_only else [f"{e.id}  {', '.join(ways[e.id])}" for e in there]
    short = [e for e in entries if e not in there]
    lines += [f"{e.id}  ONLY {', '.join(ways[e.id])}  {e.title}" for e in short if ways[e.id]]
    lines += [f"{e.id}  NO WAY  {e.title}" for e in short if not ways[e.id]]
    return "\n".join([*lines, f"{len(there)} of {len(entries)} rules reached"])


def _reach(asked: argparse.Namespace, entries: Sequence[Rule]) -> int:
    try:
        heard = json.loads(asked.heard.read_text())
    except OSError:
        print(f"{asked.heard} is missing: run `make test`, or pytest --reach={asked.heard}", file=sys.stderr)
        return 2
    ways = reached(entries, heard)
    print(json.dumps(ways, indent=1) if asked.json else reach_report(entries, ways, missing_only=asked.missing))
    return 1 if any(e.status in ("core", "optional") and not is_reached(ways[e.id]) for e in entries) else 0


def main(arguments: Sequence[str]) -> int:
    """Prints the list. Exit status 1 when a rule has no test or a mark no rule, 2 when tests cannot be collected."""
    asked = _parser().parse_args(arguments)
    entries = to_prove(_words(asked.ledger), _words(asked.topics))
    if asked.reach:
        return _reach(asked, entries)
    try:
        proofs = collect(asked.tests or [folder for folder in TEST_FOLDERS if Path(folder).is_dir()])
    except CollectionFailed as failure:
        print(failure, file=sys.stderr)
        return 2
    if asked.json:
        print(json.dumps({entry.id: list(proofs.get(entry.id, ())) for entry in entries}, indent=1))
    else:
        print(report(entries, proofs, missing_only=asked.missing))
    unknown = [rule_id for rule_id in proofs if not is_rule(rule_id)]
    for rule_id in unknown:
        print(f"{rule_id} is in no ledger: {', '.join(proofs[rule_id])}", file=sys.stderr)
    return 1 if unknown or any(not proofs.get(entry.id) for entry in entries) else 0


def _words(given: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in given.split(",") if word.strip())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules coverage", description=__doc__)
    parser.add_argument("--ledger", default="", help=f"only these ledgers, parted by commas: {', '.join(LEDGERS)}")
    parser.add_argument("--topics", default="", help="only these topics, the middle part of an id: HIT,SUPP")
    parser.add_argument("--json", action="store_true", help="print {id: [test, ...]}, of ways {id: [way, ...]}")
    parser.add_argument("--missing", action="store_true", help="list only the rules without a test, or without a way")
    parser.add_argument("--reach", action="store_true", help="list by what play reaches each rule, not its tests")
    parser.add_argument("--heard", type=Path, default=HEARD, help=f"what the tests heard, by default {HEARD}")
    parser.add_argument("tests", nargs="*", help=f"folders of tests, by default {' and '.join(TEST_FOLDERS)}")
    return parser
