"""A rule mark holds only where the rule came out at the front door."""

import pytest

from rules import decide, legal_actions, preview
from rules.arap.movement.prone import GoProne
from rules.arap.rulings.general import RuleUnit
from rules.core.citations import aside, cited_in, door, listen
from rules.core.modifier import Modifier
from rules.core.preview import Preview
from rules.core.refusal import IllegalAction, Refusal
from rules.dice.sources import ScriptedDice
from rules.events import Note, Rolled
from rules.offers import Offer
from tests.builders import A, a_battle, a_profile, a_unit
from tests.rulemarks import Reached, mark_faults

pytest_plugins = ("pytester",)

CONFTEST = "from tests.rulemarks import pytest_pyfunc_call, pytest_runtest_protocol\n"

MARKED = """
import pytest
from rules.core.citations import door
from rules.core.refusal import Refusal

@door
def asked(rule): return Refusal("no", "No.", rule)

@pytest.fixture
def fought(): asked("ARAP-HIT-03")

@pytest.mark.rule("ARAP-HIT-03")
def test_cited(): asked("ARAP-HIT-03")

@pytest.mark.rule("ARAP-HIT-03")
def test_cited_by_a_fixture(fought): pass

@pytest.mark.rule("ARAP-HIT-03")
def test_made_but_not_given_out(): Refusal("no", "No.", "ARAP-HIT-03")

@pytest.mark.rule("ARAP-HIT-03", "ARAP-HIT-04")
def test_one_of_two_cited(): asked("ARAP-HIT-04")

@pytest.mark.rule("ARAP-HIT-04")
def test_cited_only_by_an_earlier_test(): pass

@pytest.mark.rule("ARAP-HIT-99")
def test_unknown_rule(): asked("ARAP-HIT-99")

@pytest.mark.part_of("ARAP-HIT-05")
def test_of_a_part(): pass

@pytest.mark.part_of("ARAP-HIT-98")
def test_of_a_part_of_no_rule(): pass

def test_unmarked(): pass
"""


def test_a_test_passes_when_every_rule_that_it_marks_came_out_at_the_door(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("COLUMNS", "80")
    for robot in ("CI", "BUILD_NUMBER"):  # by these and the width pytest chooses whether a summary repeats messages
        monkeypatch.delenv(robot, raising=False)
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nmarkers =\n    rule(*ids): rules\n    part_of(*ids): rules\n")
    pytester.makepyfile(MARKED)
    done = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rA")
    done.assert_outcomes(passed=4, failed=5)
    done.stdout.fnmatch_lines_random(
        [
            "PASSED *::test_cited",
            "PASSED *::test_cited_by_a_fixture",
            "PASSED *::test_of_a_part",
            "PASSED *::test_unmarked",
            "FAILED *::test_made_but_not_given_out*",
            "FAILED *::test_one_of_two_cited*",
            "FAILED *::test_cited_only_by_an_earlier_test*",
            "FAILED *::test_unknown_rule*",
            "FAILED *::test_of_a_part_of_no_rule*",
        ]
    )
    said = done.stdout.str()
    assert said.count("marked but not cited at the door: ARAP-HIT-03") == 2
    assert said.count("marked but not cited at the door: ARAP-HIT-04") == 1
    assert said.count("no ledger has ARAP-HIT-99") == 1
    assert said.count("no ledger has ARAP-HIT-98") == 1


def test_five_rules_may_be_marked_and_no_more() -> None:
    assert mark_faults(tuple(f"ARAP-DICE-0{n}" for n in range(1, 7))) == ("6 rules marked, 5 are allowed",)
    assert mark_faults(tuple(f"ARAP-DICE-0{n}" for n in range(1, 6))) == ()


def test_events_modifiers_refusals_previews_and_offers_cite_what_they_carry() -> None:
    modifier = Modifier(-1, "smoke", "ARAP-HIT-09")
    rolled = Rolled(label="to-hit", dice=(1,), modifiers=(modifier,), rules=("ARAP-HIT-01",))
    assert set(cited_in([rolled, Note(text="", rules=("ARAP-GEN-01",))])) == {
        "ARAP-HIT-01",
        "ARAP-HIT-09",
        "ARAP-GEN-01",
    }
    refusal = Refusal("far", "Too far.", "ARAP-MOVE-01")
    assert set(cited_in(Preview(refusal=refusal, rules=("ARAP-MOVE-05",)))) == {"ARAP-MOVE-01", "ARAP-MOVE-05"}
    assert set(cited_in((Offer(kind="move", refusal=refusal),))) == {"ARAP-MOVE-01"}


def test_listeners_hear_answers_and_refusals_of_the_door_while_they_listen() -> None:
    @door
    def asked(rule: str, *, refused: bool = False) -> Refusal:
        found = Refusal("no", "No.", rule)
        if refused:
            raise IllegalAction(found)
        return found

    asked("ARAP-HIT-01")
    with listen() as outer:
        with listen() as inner:
            asked("ARAP-HIT-02")
        with pytest.raises(IllegalAction):
            asked("ARAP-HIT-03", refused=True)
    asked("ARAP-HIT-04")
    assert inner == {"ARAP-HIT-02"}
    assert outer == {"ARAP-HIT-02", "ARAP-HIT-03"}


def test_listeners_hear_by_which_way_each_rule_came_out() -> None:
    state = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(30, 10)]), active="a1", ap=1)
    with listen() as heard:
        preview(state, GoProne(side=A, unit="a1"))
        decide(state, RuleUnit(side=A, unit="a1", what="ap", value=2, reason="so"), ScriptedDice({}))
        legal_actions(state, A)
    assert {"offer", "preview GoProne"} <= heard.ways["ARAP-PRONE-03"]
    assert heard.ways["ARAP-GEN-01"] == {"ruling RuleUnit"}
    assert heard.deeds == {"ruling RuleUnit"}


def test_what_comes_out_where_no_player_gets_is_heard_but_no_way() -> None:
    state = a_battle(a_unit("a1", [(10, 10)]), active="a1", ap=1)
    with listen() as heard:
        with aside():
            preview(state, GoProne(side=A, unit="a1"))
        assert "ARAP-PRONE-03" in heard
        assert not heard.ways
        preview(state, GoProne(side=A, unit="a1"))
    assert heard.ways["ARAP-PRONE-03"] == {"preview GoProne"}


@pytest.mark.parametrize(
    ("marked", "ways"),
    [(("ARAP-PRONE-03",), {"action GoProne", "preview GoProne"}), (("ARAP-MOVE-01",), {"preview GoProne"})],
)
def test_a_plan_is_a_way_to_a_rule_that_is_marked_where_the_deed_is_done(marked, ways) -> None:
    state = a_battle(a_unit("a1", [(10, 10)]), active="a1", ap=1)
    heard = Reached()
    with listen(heard):
        preview(state, GoProne(side=A, unit="a1"))
    heard.deeds.add("action GoProne")
    assert heard.carried_out(marked)["ARAP-PRONE-03"] == ways


@pytest.mark.parametrize("traits", [(), ("no-crawl",)])
@pytest.mark.parametrize("flat", [False, True])
def test_traits_and_switches_are_ways_only_where_they_are_set(traits, flat) -> None:
    unit = a_unit("a1", [(10, 10)], profile=a_profile(traits=traits))
    state = a_battle(unit, options={"aiming_allowed": flat}, active="a1", ap=1)
    heard = Reached()
    with listen(heard):
        heard.note("preview GoProne", ("ARAP-PRONE-06", "ARAP-HIT-04"), state)
    assert ("trait no-crawl" in heard.ways["ARAP-PRONE-06"]) == bool(traits)
    assert ("switch aiming_allowed" in heard.ways["ARAP-HIT-04"]) == flat
