"""Who walks to a vehicle to get in may be intercepted on the way, and stays outside then. (ARAP-INT-03)"""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.engine import preview
from rules.vehicles.gemini.transport.board import Board
from rules.vehicles.shared.events import BoardedVehicle
from rules.vehicles.trial.transport.embark import Embark
from tests.builders import A, B, a_battle, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_carrier
from tests.rules.vehicles.trial.park import a_transport, trial_battle

RIFLE = a_weapon("rifle")
NEAR, FAR = (34, 25.8), (34, 40)
BOARD, EMBARK = Board(side=A, unit="a2", vehicle="a1"), Embark(side=A, unit="a2", vehicle="a1")


def before(action, enemy, *, ap=1):
    """Two east of a vehicle go to its door by somebody who stands two inches off their way, or further."""
    squad = a_unit("a2", [(36, 24), (36.8, 24.9)], weapons=[RIFLE])
    foe = a_unit("b1", [enemy], facing=270)
    if action is EMBARK:
        return trial_battle(a_transport("a1", (30, 24), heading=0), squad, foe, active="a2", ap=ap)
    return a_battle(a_carrier("a1", (30, 24)), squad, foe, active="a2", ap=ap)


@pytest.mark.rule("ARAP-INT-03")
@pytest.mark.parametrize("action", [BOARD, EMBARK], ids=["gemini", "trial"])
def test_an_enemy_beside_the_way_may_step_in(action):
    state = before(action, NEAR)
    assert any("may intercept" in note for note in preview(state, action).notes)
    _, asked = play(state, action)
    assert (asked.prompt.kind, asked.prompt.side) == ("intercept", "b")
    events, after = play(asked, Answer(side=B, choice="intercept"), by_itself=("close-up",))
    assert not [e for e in events if isinstance(e, BoardedVehicle)]
    assert after.units["a2"].aboard is None
    events, after = play(asked, Answer(side=B, choice="let-pass"))
    assert the(events, BoardedVehicle).vehicle == "a1"
    assert 2 < after.units["a2"].now.moved_in < 4
    _, old = play(replace(state, version="13"), action)
    assert (old.prompt, old.units["a2"].aboard) == (None, "a1")


@pytest.mark.part_of("ARAP-INT-03")
@pytest.mark.parametrize("action", [BOARD, EMBARK], ids=["gemini", "trial"])
def test_with_nobody_near_they_are_aboard_at_once(action):
    _, after = play(before(action, FAR), action)
    assert after.units["a2"].aboard == "a1"
    assert not any("may intercept" in note for note in preview(before(action, FAR), action).notes)
