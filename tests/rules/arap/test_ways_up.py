"""Bots come up, down and over whatever leads to what they want: ladders, faces, ropes, gaps, walls."""

import pytest
from msgspec.structs import replace

from rules import characters
from rules.arap.movement.climb import Climb, JumpDown, Rappel
from rules.arap.movement.jump import JumpAcross, LeapUp
from rules.arap.movement.ladders import UseLadder
from rules.characters import AGGRESSIVE, CAUTIOUS
from rules.dice.sources import SeededDice
from rules.engine import decide, fold
from rules.geometry.lengths import distance
from rules.table.scenario import Objective
from tests.builders import A, a_profile
from tests.rules.arap.heights import a_cliff, a_field, a_gap, a_ladder, a_wall, hanging

CHOICES = SeededDice(1)


def going_for(state, at, reach=2.0):
    objectives = (Objective(id="goal", name="Goal", at=at, reach_in=reach),)
    return replace(state, scenario=replace(state.scenario, objectives=objectives))


def comes_there(state, character, *, within, seed=3):
    """What it does until the leader stands at the objective, with three points for each action."""
    goal, dice = state.scenario.objectives[0], SeededDice(seed)
    full, done = replace(state.turn, ap=3), []
    for _ in range(within):
        lead = state.units["a1"].models[0]
        if distance(lead.at, goal.at) <= goal.reach_in and not lead.on_face:
            break
        action = characters.next_action(replace(state, turn=full), A, character, CHOICES, 0)
        done.append(type(action))
        state = fold(decide(replace(state, turn=full), action, dice), replace(state, turn=full))
    lead = state.units["a1"].models[0]
    assert distance(lead.at, goal.at) <= goal.reach_in, [kind.__name__ for kind in done]
    assert not lead.on_face
    return done


CLIFF = a_cliff(3, name="cliff")
BAFFLING = a_cliff(3, name="cliff", vertical="impassable")


@pytest.mark.parametrize("character", [AGGRESSIVE, CAUTIOUS])
@pytest.mark.parametrize(
    ("terrain", "start", "goal", "kind", "values"),
    [
        ((BAFFLING, a_ladder()), (6.0, 14.0), (16.0, 10.0), UseLadder, {}),
        ((a_cliff(9, name="cliff", vertical="impassable"), a_ladder()), (8.0, 12.0), (16.0, 10.0), UseLadder, {}),
        ((BAFFLING, a_ladder()), (16.0, 12.0), (6.0, 10.0), JumpDown, {}),
        ((CLIFF,), (6.0, 10.0), (16.0, 10.0), Climb, {}),
        ((a_cliff(7, name="cliff"),), (8.0, 10.0), (16.0, 10.0), Climb, {}),
        ((a_cliff(6.5, name="cliff", ropes=True),), (16.0, 10.0), (6.0, 10.0), Rappel, {"m": 7}),
        ((BAFFLING,), (6.0, 10.0), (16.0, 10.0), LeapUp, {"traits": ("jump-pack",)}),
        ((a_gap(2, 8, name="gap"),), (6.0, 10.0), (19.0, 10.0), JumpAcross, {}),
        ((a_wall(2.5),), (8.0, 20.0), (16.0, 20.0), Climb, {}),
    ],
    ids=["ladder", "high ladder", "jump down", "face", "high face", "rope", "jump pack", "gap", "wall"],
)
def test_bots_take_the_way_that_leads_to_what_they_want(terrain, start, goal, kind, values, character):
    profile = a_profile(**{"m": 5, "i": 5, "w": 9, **values})
    state = going_for(a_field(at=(start,), profile=profile, terrain=terrain, ap=3), goal)
    assert kind in comes_there(state, character, within=12)


def test_who_hangs_on_a_ladder_goes_on():
    """To its foot as to its head: halfway is nowhere."""
    state = a_field(at=((11.7, 10.0),), profile=a_profile(m=4), terrain=(BAFFLING, a_ladder()), ap=1)
    state = hanging(state, "a1", "ladder", 1.0)
    up = characters.next_action(going_for(state, (20.0, 10.0)), A, AGGRESSIVE, CHOICES, 0)
    assert up == UseLadder(side=A, unit="a1", ladder="ladder")
    assert comes_there(going_for(state, (6.0, 10.0)), CAUTIOUS, within=3)
