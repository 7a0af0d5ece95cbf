"""Modifiers to hit as a preview names them, on a table with real ground."""

import pytest
from msgspec.structs import replace

from rules.arap.morale.going_to_ground import GoToGround
from rules.core.refusal import IllegalAction
from rules.engine import preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_row, a_unit, a_weapon, play, the
from tests.rules.arap.heights import a_cliff, hanging
from tests.rules.arap.shooting.test_shoot import SHOOT, battle


def copse(top, bottom):
    """A wood across the target's row between those heights."""
    points = ((19, top), (22, top), (22, bottom), (19, bottom))
    return Terrain(id="copse", name="Copse", points=points, cover="soft", look="wood", going="difficult")


def modifiers(state, action=SHOOT):
    return {m.rule: m.value for line in preview(state, action).shots for m in line.modifiers}


def fired_goal(state):
    """What the dice of those shots had to show, both of them missing."""
    events, _ = play(state, SHOOT, {"to-hit": [6, 6]})
    return the(events, Rolled).goal


def refused(state, action=SHOOT):
    """The rule of the refusal."""
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value.rule


@pytest.mark.rule("ARAP-PRONE-02")
def test_who_lies_down_further_off_than_4_inches_is_in_soft_cover():
    state = battle(distance=10)
    unit = state.units["b1"]
    prone = state.with_unit(replace(unit, models=tuple(replace(m, prone=True) for m in unit.models)))
    assert modifiers(prone) == {"ARAP-PRONE-02": -1}
    assert modifiers(state) == {}
    assert fired_goal(prone) == 3


@pytest.mark.rule("ARAP-HIT-03")
@pytest.mark.parametrize(("models", "found"), [(1, {"ARAP-HIT-03": -1}), (2, {"ARAP-HIT-03": -1}), (3, {})])
def test_one_or_two_models_are_a_small_group(models, found):
    assert modifiers(battle(models=models)) == found
    preview(battle(models=1), SHOOT)


@pytest.mark.rule("ARAP-HIT-07", "ARAP-HIT-06")
def test_half_of_the_members_in_cover_cover_the_unit():
    assert modifiers(battle(models=10, terrain=(copse(19, 34.5),))) == {"ARAP-HIT-06": -1}
    assert modifiers(battle(models=10, terrain=(copse(19, 26.5),))) == {"ARAP-HIT-07": -1}
    assert modifiers(battle(models=10, terrain=(copse(19, 25),))) == {}
    assert fired_goal(battle(models=10, terrain=(copse(19, 26.5),))) == 3


@pytest.mark.rule("ARAP-HIT-10")
def test_who_ran_from_cover_to_cover_counts_as_fleeting():
    state = battle(models=10, terrain=(copse(19, 34.5),))
    ran = state.with_unit(replace(state.units["b1"], now=UnitTurn(moved_in=4, was_in_cover="wall")))
    assert modifiers(ran) == {"ARAP-HIT-10": -1}
    assert fired_goal(ran) == 3


@pytest.mark.rule("ARAP-HIT-09")
def test_a_laser_is_weaker_beyond_smoke():
    smoke = Terrain(id="smoke", name="Smoke", points=((14, 0), (16, 0), (16, 48), (14, 48)), look="smoke")
    seen = preview(battle(a_weapon(strength=4, traits=("laser",)), terrain=(smoke,)), SHOOT)
    assert seen.refusal.rule == "ARAP-HIT-09"


@pytest.mark.rule("ARAP-SHOOT-05")
def test_who_sees_nothing_does_not_fire():
    state = a_battle(
        a_unit("a1", [(10, 20)], weapons=(a_weapon(),), facing=270), a_unit("b1", a_row(5, 20, 20)), active="a1", ap=1
    )
    assert preview(state, replace(SHOOT, turn=0)).refusal.rule == "ARAP-SHOOT-05"
    assert refused(state, replace(SHOOT, turn=0)) == "ARAP-SHOOT-05"


@pytest.mark.rule("ARAP-GTG-04", "ARAP-PIN-02")
def test_routers_do_not_lie_low_and_the_pinned_may():
    flags = {"routing": True}, {"pinned_now": True}
    routing, pinned = (
        a_battle(a_unit("a1", [(10, 10)], **f), a_unit("b1", [(60, 10)]), active="a1", ap=1) for f in flags
    )
    assert preview(routing, GoToGround(side=A, unit="a1")).refusal.rule == "ARAP-GTG-04"
    assert preview(pinned, GoToGround(side=A, unit="a1")).refusal is None
    assert refused(routing, GoToGround(side=A, unit="a1")) == "ARAP-GTG-04"
    assert play(pinned, GoToGround(side=A, unit="a1"))[1].units["a1"].gone_to_ground


@pytest.mark.rule("ARAP-CLIMB-08")
def test_a_climber_has_no_hands_for_a_rifle():
    state = a_battle(
        a_unit("a1", [(11.5, 10)], facing=270, weapons=(a_weapon(),)),
        a_unit("b1", [(4, 10), (4, 12)]),
        active="a1",
        ap=1,
        terrain=(a_cliff(name="cliff"),),
    )
    assert preview(hanging(state, "a1", "cliff", 3.0), SHOOT).refusal.rule == "ARAP-CLIMB-08"
    assert refused(hanging(state, "a1", "cliff", 3.0)) == "ARAP-CLIMB-08"
