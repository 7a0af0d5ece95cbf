"""Random events of the compulsory phase, and what a scenario says about winning."""

import pytest
from msgspec.structs import replace

from rules.arap.turn.activation import EndActivation
from rules.arap.turn.random_events import ChanceCame
from rules.arap.turn.victory import ObjectivesScored
from rules.events import GameEnded, Rolled
from rules.table.scenario import Objective, RandomEvent
from tests.builders import A, B, a_battle, a_unit, play, the

STONE = Objective(id="o1", name="Stone", at=(10, 10))


def battle(side="a", turn=1, **scenario):
    state = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(60, 10)]), turn=turn, objectives=(STONE,))
    place = 0 if side == "a" else 1
    return replace(state, scenario=replace(state.scenario, **scenario), turn=replace(state.turn, place=place))


def ended(state, dice=None):
    return play(state, EndActivation(side=state.turn.order[state.turn.place]), dice or {})


@pytest.mark.rule("ARAP-TURN-02", "ARAP-TURN-03")
def test_events_are_rolled_for_once_a_game_turn_before_the_first_activation():
    fog = RandomEvent(name="Fog", text="Nobody sees further than 12 inches this turn.", goal=5)
    events, state = ended(battle("b", chances=(fog,)), {"random-event": [5]})
    came = the(events, ChanceCame)
    assert came.sentence(state) == "Fog: Nobody sees further than 12 inches this turn."
    assert state.chances_come == ("Fog",)
    events, _ = ended(state)
    assert not [e for e in events if isinstance(e, Rolled)]


@pytest.mark.rule("ARAP-TURN-02")
def test_what_comes_on_any_number_comes_without_a_die():
    events, state = ended(battle("b", chances=(RandomEvent(name="Dusk", goal=1),)))
    the(events, ChanceCame)
    assert state.chances_come == ("Dusk",)
    assert not [e for e in events if isinstance(e, Rolled)]


@pytest.mark.rule("ARAP-TURN-02")
def test_an_event_waits_for_its_turn_and_may_come_only_once():
    wind = RandomEvent(name="Wind", goal=2, from_turn=3, once=True)
    events, _ = ended(battle("b", turn=1, chances=(wind,)))
    assert not [e for e in events if isinstance(e, Rolled)]
    _, state = ended(battle("b", turn=2, chances=(wind,)), {"random-event": [2]})
    assert state.chances_come == ("Wind",)
    events, _ = ended(replace(state, turn=replace(state.turn, place=1)))
    assert not [e for e in events if isinstance(e, Rolled)]


def test_an_event_that_does_not_come_about_is_only_rolled_for():
    events, state = ended(battle("b", chances=(RandomEvent(name="Wind", goal=4),)), {"random-event": [3]})
    assert state.chances_come == ()
    assert the(events, Rolled).why == "Wind"


def test_objectives_may_count_at_the_last_turn_alone():
    events, _ = ended(battle("b", turn_limit=2, scoring="last-turn"))
    assert not [e for e in events if isinstance(e, ObjectivesScored)]
    events, _ = ended(battle("b", turn=2, turn_limit=2, scoring="last-turn"))
    assert the(events, ObjectivesScored).scores == ((A, 1), (B, 0))
    assert the(events, GameEnded).outcome.reason == "1 to 0 on objectives after turn 2"


def test_losses_may_decide_though_there_are_objectives():
    state = battle("b", turn=6, victory="losses")
    state = state.with_unit(replace(state.units["b1"], points=40))
    events, _ = ended(state)
    assert the(events, GameEnded).outcome.winner == B
    assert the(events, GameEnded).outcome.reason == "0 to 40 on points left in play after turn 6"


def test_a_side_may_win_at_once_by_its_points():
    events, _ = ended(battle("b", score_to_win=1))
    assert the(events, GameEnded).outcome.winner == A
    assert the(events, GameEnded).outcome.reason == "1 of 1 points needed to win at once"
