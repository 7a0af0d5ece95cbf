"""The states of a unit on its card, in the rules' words with the rule behind each."""

import pytest
from msgspec.structs import replace

from rules.forces.unit import UnitTurn
from tabletop.games.panels import unit_card
from tests.builders import a_battle, a_unit


def told(**values):
    state = a_battle(a_unit("a1", [(10, 10), (11.5, 10)], **values), a_unit("b1", [(30, 10)]))
    return [(s.words, s.rule) for s in unit_card.states(state, state.units["a1"])]


@pytest.mark.parametrize(
    ("values", "text", "rule"),
    [
        ({"pinned": True, "pinned_now": True}, "Pinned: two actions fewer", "ARAP-PIN-01"),
        ({"gone_to_ground": True}, "Gone to ground: save 1 better, no activation", "ARAP-GTG-02"),
        ({"s_active": 2}, "2 suppression points", "ARAP-SUPP-03"),
        ({"hidden": True}, "Hidden", "ARAP-GEN-09"),
        ({"now": UnitTurn(tactical=True)}, "Moving tactically: at −1 to hit, and to be hit", "ARAP-TACT-02"),
        ({"now": UnitTurn(tried=True, bust=True)}, "Bust: does not act in this turn", "ARAP-ACT-03"),
        ({"intercepting": "b1"}, "Waits to intercept B1", "ARAP-INT-01"),
    ],
)
def test_a_state_is_told_with_its_rule(values, text, rule):
    assert (text, rule) in told(**values)


@pytest.mark.parametrize(
    ("changes", "text", "rule"),
    [
        ({"prone": True}, "Some of them prone", "ARAP-PRONE-02"),
        ({"sprawled": True}, "Fallen over: no moves, no attacks", "ARAP-AGIL-02"),
        ({"on_face": "cliff", "level_in": 2.0}, "Part of the way up", "ARAP-CLIMB-04"),
    ],
)
def test_what_has_happened_to_some_members_is_told_too(changes, text, rule):
    state = a_battle(a_unit("a1", [(10, 10), (11.5, 10)]))
    unit = state.units["a1"]
    state = state.with_unit(replace(unit, models=(replace(unit.models[0], **changes), unit.models[1])))
    assert (text, rule) in [(s.words, s.rule) for s in unit_card.states(state, state.units["a1"])]
