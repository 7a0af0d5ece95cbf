"""What is asked of one unit: its states in the rules' words with the rule behind each, its marks, its speed."""

import pytest
from msgspec.structs import replace

from rules.forces.unit import UnitTurn, VehicleState
from rules.questions import units
from rules.state import GameState
from tests.builders import a_battle, a_unit
from tests.rules.vehicles.garage import a_vehicle


def words_of(**values):
    state = a_battle(a_unit("a1", [(10, 10), (11.5, 10)], **values), a_unit("b1", [(30, 10)]))
    return [(s.words, s.rule) for s in units.states(state, state.units["a1"])]


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
    assert (text, rule) in words_of(**values)


@pytest.mark.parametrize(
    ("changes", "text", "rule"),
    [
        ({"prone": True}, "Some of them prone", "ARAP-PRONE-02"),
        ({"sprawled": True}, "Fallen over: no moves, no attacks", "ARAP-AGIL-02"),
        ({"on_face": "cliff", "level_in": 2.0}, "Part of the way up: 2″", "ARAP-CLIMB-04"),
    ],
)
def test_what_has_happened_to_some_members_is_told_too(changes, text, rule):
    state = a_battle(a_unit("a1", [(10, 10), (11.5, 10)]))
    unit = state.units["a1"]
    state = state.with_unit(replace(unit, models=(replace(unit.models[0], **changes), unit.models[1])))
    assert (text, rule) in [(s.words, s.rule) for s in units.states(state, state.units["a1"])]


def test_a_token_shows_the_most_telling_first_and_no_roll_beside_a_bust():
    busted = UnitTurn(tried=True, bust=True)
    state = a_battle(a_unit("a1", [(10, 10)], now=busted, hidden=True, s_active=1), a_unit("b1", [(30, 10)]))
    assert units.marks(state, state.units["a1"]) == ("suppressed", "hidden", "bust")


def test_whoever_only_waits_to_intercept_is_not_marked_as_engaged():
    state = a_battle(a_unit("a1", [(10, 10)], intercepting="b1"), a_unit("b1", [(30, 10)]))
    assert "engaged" in [s.name for s in units.states(state, state.units["a1"])]
    assert units.marks(state, state.units["a1"]) == ()


def hit(**marks: object) -> GameState:
    return a_battle(a_vehicle("a1", (20, 24), flags={"vehicle": VehicleState(**marks)}), a_unit("b1", [(30, 10)]))


@pytest.mark.parametrize(
    ("marks", "text", "rule", "row"),
    [
        ({"stunned": True}, "Crew stunned: no move, no shot", "VEH-DMG-02", "crew-stunned"),
        ({"shaken_now": True}, "Crew shaken: no shot", "VEH-DMG-01", "crew-shaken"),
        ({"immobilised": True}, "Immobilised", "VEH-DMG-05", "immobilised"),
        ({"wrecked": "destroyed"}, "Destroyed", "VEH-DMG-06", "destroyed"),
        ({"wrecked": "flipped"}, "Destroyed and flipped", "VEH-DMG-07", "flipped"),
        ({"wrecked": "exploded"}, "Exploded", "VEH-DMG-08", "explodes"),
        ({"wrecked": "annihilated"}, "Annihilated", "VEH-DMG-09", "annihilated"),
    ],
)
def test_what_shots_did_to_a_vehicle_is_told_and_lights_its_row_of_the_chart(marks, text, rule, row):
    unit = (state := hit(**marks)).units["a1"]
    assert (text, rule) in [(s.words, s.rule) for s in units.states(state, unit)]
    assert units.damage_results(state, unit.vehicle) == {row}


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"now": UnitTurn(stopped=True)}, "Stopped for boarding: it stands still in its next turn"),
        ({"before": UnitTurn(stopped=True)}, "Stopped for boarding: it stands still in this turn"),
    ],
)
def test_a_vehicle_that_was_declared_stopped_is_marked_until_the_end_of_its_next_turn(flags, words):
    state = a_battle(a_vehicle("a1", (20, 24), flags=flags), a_unit("b1", [(30, 10)]))
    unit = state.units["a1"]
    assert (words, "VEH-BRD-03") in [(s.words, s.rule) for s in units.states(state, unit)]
    assert "stopped" in units.marks(state, unit)


@pytest.mark.parametrize(
    ("clinging", "words", "rule"),
    [(False, "Aboard hull-a1", "VEH-JOIN-10"), (True, "Clings to hull-a1", "VEH-BRD-13")],
)
def test_who_rides_inside_is_told_from_who_clings_to_the_outside(clinging, words, rule):
    rider = a_unit("a2", [(20, 24)], aboard="a1", clinging=clinging)
    state = a_battle(a_vehicle("a1", (20, 24)), rider, a_unit("b1", [(30, 10)]))
    words = words.replace("hull-a1", state.units["a1"].name)
    assert [(s.words, s.rule) for s in units.states(state, state.units["a2"]) if s.name in ("embarked", "exposed")] == [
        (words, rule)
    ]


def test_a_vehicle_at_battle_speed_has_no_momentum():
    state = hit()
    assert units.momentum(state, state.units["a1"]) is None
    assert units.speed_words(state, state.units["a1"]) == ""
