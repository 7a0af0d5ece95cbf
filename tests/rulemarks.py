"""Rule marks: a test names the rules that it proves, and fails when the engine did not cite one of them.

`@pytest.mark.rule("ARAP-HIT-03", ...)` takes at most five ids of the ledgers. What the engine cites in events,
refusals and modifiers is heard from the test's first fixture on. A test of a plain function that cites nothing
says by the fixture `cites` which rule its expected numbers come from.
"""

from collections.abc import Callable, Generator

import pytest

from rules.core.citations import cite, listen
from rules.rulebook import is_rule

MOST_MARKS = 5

_heard = pytest.StashKey[set[str]]()


def marked_rules(item: pytest.Item) -> tuple[str, ...]:
    """The rule ids that a test is marked with, in order, each once."""
    return tuple(dict.fromkeys(rule for mark in item.iter_markers("rule") for rule in mark.args))


def mark_faults(marked: tuple[str, ...]) -> tuple[str, ...]:
    """What is wrong with the marks of one test."""
    unknown = tuple(f"no ledger has {rule}" for rule in marked if not is_rule(rule))
    many = (f"{len(marked)} rules marked, {MOST_MARKS} are allowed",) if len(marked) > MOST_MARKS else ()
    return many + unknown


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with listen() as heard:
        item.stash[_heard] = heard
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    marked = marked_rules(pyfuncitem)
    faults = mark_faults(marked)
    if faults:
        pytest.fail("; ".join(faults), pytrace=False)
    result = yield
    silent = [rule for rule in marked if rule not in pyfuncitem.stash[_heard]]
    if silent:
        pytest.fail(f"marked but never cited: {', '.join(silent)}", pytrace=False)
    return result


@pytest.fixture
def cites() -> Callable[..., tuple[str, ...]]:
    """Says that the numbers of this test come from the rules named."""
    return cite
