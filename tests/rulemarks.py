"""Rule marks: a test names the rules that it proves, and fails when one of them did not come out at the front door.

`@pytest.mark.rule("ARAP-HIT-03", ...)` takes at most five ids of the ledgers. Heard is, from the test's first fixture
on, what the answers of `decide`, `preview`, `legal_actions`, `new_game` and `view` cite, and what a page that the
test's client is served names. `@pytest.mark.part_of(...)` says which rules a test of some part is about; it proves
none of them.
"""

from collections.abc import Generator, Iterable, Mapping

import pytest

from rules.core.citations import Heard, listen
from rules.rulebook import is_rule

MOST_MARKS = 5

HEARD = pytest.StashKey[Heard]()
WAYS = pytest.StashKey[dict[str, set[str]]]()
"""By which ways each rule came out in all the tests of a run."""


def marked_rules(item: pytest.Item, mark: str = "rule") -> tuple[str, ...]:
    """The rule ids that a test is marked with, in order, each once."""
    return tuple(dict.fromkeys(rule for found in item.iter_markers(mark) for rule in found.args))


def mark_faults(marked: tuple[str, ...], parts: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What is wrong with the marks of one test."""
    unknown = tuple(f"no ledger has {rule}" for rule in (*marked, *parts) if not is_rule(rule))
    many = (f"{len(marked)} rules marked, {MOST_MARKS} are allowed",) if len(marked) > MOST_MARKS else ()
    return many + unknown


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if not marked_rules(item):  # reading every answer takes time
        return (yield)
    with listen() as heard:
        item.stash[HEARD] = heard
        answer = yield
    note_ways(item.config, heard.ways)
    return answer


def note_ways(config: pytest.Config, ways: Mapping[str, Iterable[str]]) -> None:
    """Add to what is known of the run."""
    known = config.stash.setdefault(WAYS, {})
    for rule, found in ways.items():
        known.setdefault(rule, set()).update(found)


def told_ways(config: pytest.Config) -> dict[str, list[str]]:
    """By which ways each rule came out, in order."""
    return {rule: sorted(ways) for rule, ways in sorted(config.stash.get(WAYS, {}).items())}


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    marked = marked_rules(pyfuncitem)
    faults = mark_faults(marked, marked_rules(pyfuncitem, "part_of"))
    if faults:
        pytest.fail("; ".join(faults), pytrace=False)
    result = yield
    if marked:
        silent = [rule for rule in marked if rule not in pyfuncitem.stash[HEARD]]
        if silent:
            pytest.fail(f"marked but not cited at the door: {', '.join(silent)}", pytrace=False)
    return result
