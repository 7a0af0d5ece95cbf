"""What the host may set of a vehicle: what the vehicle rules of the table know, and nothing else."""

import pytest
from msgspec.structs import replace

from rules.arap.rulings.general import RuleUnit
from rules.codec import decode_state, encode
from rules.core.refusal import IllegalAction
from rules.questions import rulings, units
from tests.builders import A, a_battle, a_unit, play
from tests.rules.vehicles.garage import a_carrier
from tests.rules.vehicles.trial.park import a_transport, trial_battle


def by_trial_rules():
    return trial_battle(a_transport("a1"), a_unit("b1", [(60, 40)]))


def by_gemini_rules():
    return a_battle(a_carrier("a1"), a_unit("b1", [(60, 40)]))


def ruled(what, value=1):
    return RuleUnit(side=A, unit="a1", what=what, value=value, reason="a look back")


@pytest.mark.part_of("TRI-PASS-04")
def test_the_host_says_that_a_trial_vehicle_is_laid_open_or_is_not():
    _, state = play(by_trial_rules(), ruled("exposed"))
    assert "Exposed: counts as open-topped" in [each.words for each in units.states(state, state.units["a1"])]
    assert decode_state(encode(state)) == state
    events, state = play(state, ruled("exposed", 0))
    assert not [each for each in units.states(state, state.units["a1"]) if each.name == "exposed"]
    assert events[0].sentence(state) == "Host: A1 is no longer laid open by the fire of its people (a look back)"


@pytest.mark.parametrize(
    ("state", "what"),
    [
        (by_trial_rules(), "speed"),
        (by_trial_rules(), "hull"),
        (by_trial_rules(), "out_of_control"),
        (by_gemini_rules(), "exposed"),
    ],
)
def test_what_the_vehicle_rules_of_a_table_do_not_know_is_not_set(state, what):
    with pytest.raises(IllegalAction) as expected:
        play(state, ruled(what))
    assert expected.value.code == "not-by-these-rules"
    assert what not in dict(rulings.by_these_rules(state, rulings.matters().units))
    play(replace(state, version="18"), ruled(what))  # as it was


def test_all_else_may_be_set_by_both():
    for state in (by_trial_rules(), by_gemini_rules()):
        offered = dict(rulings.by_these_rules(state, rulings.matters().units))
        assert {"pinned", "immobilised", "shaken", "stunned", "ap"} <= set(offered)
    assert {"speed", "hull", "out_of_control"} <= set(offered)
