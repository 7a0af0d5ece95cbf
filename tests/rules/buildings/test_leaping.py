"""Jumping down from upper storeys and flat roofs that are laid out beside their house."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.rulings.disputes import TagUnit
from rules.buildings.leaping import JumpOut
from rules.buildings.walls.passages import PassedThrough
from rules.engine import legal_actions, preview
from rules.table.building import Hole
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_unit, play, the
from tests.rules.buildings.test_upstairs import a_plan

DOWN = JumpOut(side="a", unit="a1")


def upstairs(*mine, level=2, is_roof=False, state="open", theirs=((15.0, 40.0),)):
    """The ground floor from (10, 10) to (20, 20); an upper one forty inches east of it, a window in its south wall."""
    house, plan = a_plan(1, 10.0), a_plan(level, 50.0)
    inside = plan.building
    window = replace(inside.openings[0], state=state, name="loft window")
    plan = replace(plan, building=replace(inside, openings=(window,), is_roof=is_roof))
    return a_battle(a_unit("a1", mine), a_unit("b1", theirs), active="a1", ap=2, terrain=(house, plan))


@pytest.mark.rule("ARAP-FALL-02", "BLD-LEVEL-01")
def test_one_jumps_out_of_a_window_upstairs_and_stands_before_it():
    """3 inches are one full 2 inches: one test; forty inches west of the plan is the street."""
    state = upstairs((55.0, 18.0))
    (offer,) = [o for o in legal_actions(state, "a") if o.kind == "jump-out"]
    assert (offer.label, offer.ap) == ("By loft window", 1)
    shown = preview(state, offer.action)
    assert (shown.chances[0].label, shown.chances[0].exact, shown.notes[0]) == (
        "lands safely",
        "1/2",
        "3″ down.",
    )
    events, after = play(state, offer.action, {"initiative-test": [3]})
    (x, y) = after.units["a1"].models[0].at
    assert x == 15.0
    assert 20.3 < y < 21.5
    assert (the(events, ModelsMoved).how, after.turn.ap) == ("jump-down", 1)


@pytest.mark.rule("BLD-FALL-02", "BLD-FALL-05")
def test_who_fails_falls_at_the_foot_of_the_wall():
    """Three tests from the roof, 6 inches up; the second fails: D3 hits of Strength 6, and on somebody below."""
    state = upstairs((55.0, 19.0), level=3, is_roof=True)
    dice = {"initiative-test": [1, 6, 1], "fall-hits": [1], "to-wound": [1]}
    _, after = play(state, replace(DOWN, over=(55.0, 20.0)), dice)
    (fallen,) = after.units["a1"].models
    assert (fallen.prone, fallen.at[0], round(fallen.at[1])) == (True, 15.0, 21)


@pytest.mark.part_of("ARAP-FALL-02", "ARAP-FALL-04")
def test_what_keeps_people_from_jumping():
    def refusal(state, action=DOWN):
        return preview(state, action).refusal

    assert refusal(upstairs((55.0, 18.0), state="closed")).code == "no-edge"
    assert refusal(upstairs((15.0, 15.0))).code == "no-edge"
    assert refusal(upstairs((55.0, 12.0))).code == "out-of-reach"
    assert refusal(upstairs((55.0, 18.0), level=4)).code == "too-deep"
    walled = upstairs((55.0, 18.0))
    yard = Terrain(id="yard", name="Yard", points=((0, 20.1), (30, 20.1), (30, 26), (0, 26)), going="impassable")
    assert refusal(replace(walled, terrain=(*walled.terrain, yard))).code == "no-room"
    assert not [o for o in legal_actions(upstairs((55.0, 12.0)), "a") if o.kind == "jump-out"]


@pytest.mark.part_of("ARAP-FALL-04")
def test_gravity_chutes_need_no_test():
    state = upstairs((55.0, 18.0), level=4)
    model = state.units["a1"].models[0]
    soft = replace(state.profiles[model.profile], traits=("gravity-chute",))
    state = replace(state, profiles={**state.profiles, model.profile: soft})
    _, after = play(state, DOWN, {})
    assert after.units["a1"].models[0].at[0] == 15.0


@pytest.mark.rule("BLD-MOUSE-02")
def test_a_hole_upstairs_lets_as_many_out_as_it_has_points():
    """The inch of the south wall before them."""
    state = upstairs((54.5, 18.0), (55.5, 18.0))
    house, plan = state.terrain
    for points, code in ((1, "hole-used-up"), (2, "")):
        inside = replace(plan.building, openings=(), holes=(Hole(wall=2, part=4, dp=points),))
        holed = replace(state, terrain=(house, replace(plan, building=inside)))
        (offer,) = [o for o in legal_actions(holed, "a") if o.kind == "jump-out"]
        assert (offer.refusal.code if offer.refusal else "") == code
    events, _ = play(holed, offer.action, {"initiative-test": [3, 3]})
    assert len(the(events, PassedThrough).models) == 2


@pytest.mark.rule("BLD-FALL-03")
def test_the_host_rules_that_armour_protects_from_falls():
    """One hit that wounds: no save of 4+ in a fall, until the host says that this armour breaks it."""
    plate = a_profile("plate", sv=4)
    state = upstairs((55.0, 19.0), level=3, is_roof=True)
    state = replace(state, profiles={**state.profiles, "trooper": replace(plate, id="trooper")})
    fall, dice = replace(DOWN, over=(55.0, 20.0)), {"initiative-test": [6, 6, 6], "fall-hits": [1], "to-wound": [6]}
    _, dead = play(state, fall, dice)
    assert dead.units["a1"].is_gone
    tag = TagUnit(side="a", unit="a1", tag="power-armour", reason="sealed plate")
    _, after = play(play(state, tag)[1], fall, {**dice, "save": [4]})
    assert not after.units["a1"].is_gone
