"""Moving walkways carry whoever stands on them, once in a player turn."""

import pytest

from rules.arap.turn.activation import Activate, EndActivation
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, play

BELT = Terrain(id="belt", name="Belt", points=((10, 20), (40, 20), (40, 23), (10, 23)), lane=1, belt_deg=90)
FAST = Terrain(id="fast", name="Fast belt", points=((10, 23), (30, 23), (30, 26), (10, 26)), lane=3, belt_deg=90)


def a_hall(*mine, theirs=((60, 40),)):
    return a_battle(a_unit("a1", list(mine)), a_unit("b1", list(theirs)), terrain=(BELT, FAST))


def places(state):
    return [m.at for m in state.units["a1"].models]


@pytest.mark.rule("BLD-TUBE-09")
def test_a_walkway_carries_a_unit_four_inches_when_it_activates_and_not_again():
    _, state = play(a_hall((15, 21.5), (13.8, 21.5)), Activate(side="a", unit="a1", dice=1), {"activation": [1]})
    assert places(state) == [(19, 21.5), (17.8, 21.5)]
    _, state = play(state, EndActivation(side="a"))
    assert places(state) == [(19, 21.5), (17.8, 21.5)]


@pytest.mark.rule("BLD-TUBE-09", "BLD-TUBE-10")
def test_who_does_not_act_is_carried_at_the_end_and_a_third_lane_carries_twelve_inches():
    _, state = play(a_hall((15, 24.5)), EndActivation(side="a"))
    assert places(state) == [(27, 24.5)]
    _, state = play(a_hall((25, 24.5)), EndActivation(side="a"))
    assert places(state) == [(30, 24.5)]
    _, state = play(a_hall((15, 21.5), theirs=((18, 21.5),)), EndActivation(side="a"))
    assert 16.5 < places(state)[0][0] < 17.1
