"""`python -m rules coverage`: which tests prove which rules.

Every rule of the ledgers but those of status `reference` needs a test that is marked with its id. A test that is
skipped or expected to fail proves nothing.
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


def main(arguments: Sequence[str]) -> int:
    """Prints the list. Exit status 1 when a rule has no test or a mark no rule, 2 when tests cannot be collected."""
    asked = _parser().parse_args(arguments)
    entries = to_prove(_words(asked.ledger), _words(asked.topics))
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
    parser.add_argument("--json", action="store_true", help="print {id: [test, ...]}")
    parser.add_argument("--missing", action="store_true", help="list only the rules without a test")
    parser.add_argument("tests", nargs="*", help=f"folders of tests, by default {' and '.join(TEST_FOLDERS)}")
    return parser
