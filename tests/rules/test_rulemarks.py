"""A rule mark holds only where the engine cited the rule."""

from collections.abc import Callable

import pytest

from rules.core.citations import cite, listen
from rules.dice.faces import d3
from tests.rulemarks import mark_faults

pytest_plugins = ("pytester",)

CONFTEST = "from tests.rulemarks import cites, pytest_pyfunc_call, pytest_runtest_protocol\n"

MARKED = """
import pytest
from rules.core.citations import cite

@pytest.fixture
def fought(): cite("ARAP-HIT-03")

@pytest.mark.rule("ARAP-HIT-03")
def test_cited(): cite("ARAP-HIT-03")

@pytest.mark.rule("ARAP-HIT-03")
def test_cited_by_a_fixture(fought): pass

@pytest.mark.rule("ARAP-HIT-04")
def test_cited_through_the_fixture(cites): cites("ARAP-HIT-04")

@pytest.mark.rule("ARAP-HIT-03")
def test_other_rule_cited(): cite("ARAP-HIT-04")

@pytest.mark.rule("ARAP-HIT-03", "ARAP-HIT-04")
def test_one_of_two_cited(): cite("ARAP-HIT-04")

@pytest.mark.rule("ARAP-HIT-04")
def test_cited_only_by_an_earlier_test(): pass

@pytest.mark.rule("ARAP-HIT-99")
def test_unknown_rule(): cite("ARAP-HIT-99")

def test_unmarked(): pass
"""


def test_a_test_passes_when_the_engine_cited_every_rule_that_it_marks(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("COLUMNS", "80")
    for robot in ("CI", "BUILD_NUMBER"):  # by these and the width pytest chooses whether a summary repeats messages
        monkeypatch.delenv(robot, raising=False)
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nmarkers = rule(*ids): rules\n")
    pytester.makepyfile(MARKED)
    done = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rA")
    done.assert_outcomes(passed=4, failed=4)
    done.stdout.fnmatch_lines_random(
        [
            "PASSED *::test_cited",
            "PASSED *::test_cited_by_a_fixture",
            "PASSED *::test_cited_through_the_fixture",
            "PASSED *::test_unmarked",
            "FAILED *::test_other_rule_cited*",
            "FAILED *::test_one_of_two_cited*",
            "FAILED *::test_cited_only_by_an_earlier_test*",
            "FAILED *::test_unknown_rule*",
        ]
    )
    said = done.stdout.str()
    assert said.count("marked but never cited: ARAP-HIT-03") == 2
    assert said.count("marked but never cited: ARAP-HIT-04") == 1
    assert said.count("no ledger has ARAP-HIT-99") == 1


def test_five_rules_may_be_marked_and_no_more() -> None:
    assert mark_faults(tuple(f"ARAP-DICE-0{n}" for n in range(1, 7))) == ("6 rules marked, 5 are allowed",)
    assert mark_faults(tuple(f"ARAP-DICE-0{n}" for n in range(1, 6))) == ()


def test_listeners_hear_what_is_cited_while_they_listen() -> None:
    cite("ARAP-HIT-01")
    with listen() as outer:
        with listen() as inner:
            assert cite("ARAP-HIT-02", "ARAP-HIT-03") == ("ARAP-HIT-02", "ARAP-HIT-03")
        d3(4)
    cite("ARAP-HIT-04")
    assert inner == {"ARAP-HIT-02", "ARAP-HIT-03"}
    assert outer == {"ARAP-HIT-02", "ARAP-HIT-03", "ARAP-DICE-09"}


def test_the_fixture_is_the_engines_own_cite(cites: Callable[..., tuple[str, ...]]) -> None:
    with listen() as heard:
        cites("ARAP-HIT-05")
    assert heard == {"ARAP-HIT-05"}
