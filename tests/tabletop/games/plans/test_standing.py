"""What a unit always or never does, said in the dock."""

import msgspec
import pytest

from rules.engine import legal_actions
from tabletop.games.plans.buttons import button_of
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_unit, a_weapon

KNIFE = a_weapon("knife", type="melee", range_in=0)
PISTOL = a_weapon("pistol", type="pistol")
BOMB = a_weapon("bomb", type="grenade", range_in=6, traits=("assault-grenade",))


def planned(**ticked):
    state = a_battle(a_unit("a1", at=[(10, 10)], weapons=[KNIFE, PISTOL, BOMB]), active="a1", ap=1)
    return state, plan(state, A, Draft(kind="standing", unit="a1", ticked=ticked))


@pytest.mark.part_of("ARAP-MELEE-04", "ARAP-CCG-01")
def test_each_matter_that_concerns_the_unit_has_its_answer():
    state, found = planned()
    assert [(c.label, c.value) for c in found.controls] == [
        ("Fight with several weapons at once", "ask"),
        ("Use assault grenades in a charge", "ask"),
    ]
    assert found.action == ""
    assert any(o.kind == "standing" for o in legal_actions(state, A))
    assert button_of("standing").word == "Always, never"


@pytest.mark.part_of("ARAP-CCG-01")
def test_another_answer_is_committed():
    _, found = planned(**{"always:assault-grenade": "never"})
    assert msgspec.json.decode(found.action) == {
        "type": "StandingAnswer",
        "side": "a",
        "unit": "a1",
        "about": "assault-grenade",
        "answer": "never",
    }
    assert found.commit == "So from now on"
