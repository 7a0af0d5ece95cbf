"""Ups and downs of a way: what a step costs, what is too high to walk, what is crossed in stride."""

import pytest

from rules.arap.terrain import ground
from rules.engine import preview
from rules.geometry.rings import rectangle
from rules.table.terrain import Terrain
from tests.builders import a_profile, play
from tests.rules.arap.heights import a_cliff, a_gap, a_ladder, a_wall
from tests.rules.arap.movement.test_walk import a_field, an_area, move, refusal_of, spent


def leg(*terrain, start=(10.0, 10.0), end=(14.0, 10.0), profile=None):
    state = a_field(at=(start,), terrain=terrain, profile=profile or a_profile())
    return ground.cost_of_leg(state, state.units["a1"].models[0], start, end)


@pytest.mark.part_of("ARAP-CLIMB-01")
@pytest.mark.parametrize(("gradient", "vertical"), [(0, False), (45, False), (50, True), (90, True)])
def test_beyond_45_degrees_a_slope_is_a_face(gradient, vertical):
    state = a_field(terrain=(a_cliff(3.0, gradient=gradient),))
    if vertical:
        assert refusal_of(state, move((14, 10))).code == "too-high"
    else:
        assert spent(state, move((14, 10))) == 4


@pytest.mark.part_of("ARAP-CLIMB-01")
def test_a_ramp_leads_up_what_is_steep_elsewhere():
    ramp = an_area("open", 11, 8, width=2, depth=4, name="Ramp", elevation_in=3, gradient_deg=40)
    assert spent(a_field(terrain=(a_cliff(3.0), ramp)), move((14, 10))) == 4
    beside = a_field(at=((10.0, 14.0),), terrain=(a_cliff(3.0), ramp))
    assert refusal_of(beside, move((14, 14))).code == "too-high"


@pytest.mark.part_of("ARAP-CLIMB-02", "ARAP-CLIMB-03", "ARAP-CLIMB-10")
@pytest.mark.parametrize(
    ("height", "size", "cost"), [(1.0, 2, 2.0), (1.25, 2, 3.25), (1.5, 2, 3.5), (3.0, 3, 5.0), (1.0, 1, 2.0)]
)
def test_a_step_up_or_down_costs_its_height_beyond_an_inch(height, size, cost):
    profile = a_profile(size=size, m=6)
    up = leg(a_cliff(height), start=(11.0, 10.0), end=(13.0, 10.0), profile=profile)
    down = leg(a_cliff(height), start=(13.0, 10.0), end=(11.0, 10.0), profile=profile)
    assert (up.cost_in, up.barred, down.cost_in, down.barred) == (cost, None, cost, None)


@pytest.mark.rule("ARAP-CLIMB-03", "ARAP-CLIMB-04")
def test_what_is_higher_than_the_model_bars_its_way_and_the_refusal_says_what_to_do():
    refused = refusal_of(a_field(terrain=(a_cliff(1.75),)), move((14, 10)))
    assert (refused.code, refused.rule) == ("too-high", "ARAP-CLIMB-04")
    assert refused.message == "Cliff is 1.75″ high, more than A1.1 steps over."
    assert refused.allowed == "climb it: 2 AP; obstacles up to 1.5″; or go round"
    tall = a_field(terrain=(a_cliff(1.75),), profile=a_profile(height_in=2))
    assert spent(tall, move((12.2, 10))) == pytest.approx(3.95)


@pytest.mark.rule("ARAP-CLIMB-10")
def test_a_drop_higher_than_the_model_bars_its_way():
    refused = refusal_of(a_field(at=((14.0, 10.0),), terrain=(a_cliff(2.0),)), move((11, 10)))
    assert (refused.code, refused.rule) == ("drop", "ARAP-CLIMB-10")
    assert refused.allowed == "climb down: 2 AP; jump down: 1 AP; or go round"


@pytest.mark.rule("ARAP-CLIMB-05", "ARAP-CLIMB-03")
def test_a_wall_is_paid_for_once():
    state = a_field(terrain=(a_wall(1.5),))
    assert spent(state, move((12.5, 10))) == 4.0
    assert preview(state, move((12.5, 10))).legs[0].reason == "over Wall 1.5″"


@pytest.mark.part_of("ARAP-CLIMB-06")
@pytest.mark.parametrize(("vertical", "cost"), [("none", 3.5), ("difficult", 5.0), ("very-difficult", 8.0)])
def test_the_trait_of_a_face_multiplies_its_height(vertical, cost):
    assert leg(a_wall(1.5, vertical=vertical), start=(11.0, 10.0), end=(13.0, 10.0)).cost_in == cost


@pytest.mark.rule("ARAP-CLIMB-06")
def test_a_face_may_be_variable_or_impassable():
    assert leg(a_wall(1.5, vertical="variable")).variable
    refused = refusal_of(a_field(terrain=(a_wall(1.25, vertical="impassable"),)), move((13, 10)))
    assert (refused.code, refused.rule) == ("unclimbable", "ARAP-CLIMB-06")
    assert spent(a_field(terrain=(a_wall(1.0, vertical="impassable"),)), move((13, 10))) == 3


@pytest.mark.part_of("ARAP-JUMP-01")
@pytest.mark.parametrize(
    ("to_gap", "width", "code"), [(2, 1, None), (2.9, 1, None), (3.5, 1, "too-far"), (2, 1.25, "gap")]
)
def test_a_gap_of_an_inch_is_crossed_in_stride_if_the_move_clears_it(to_gap, width, code):
    state = a_field(terrain=(a_gap(width, left=10 + to_gap),))
    end = (10 + to_gap + width + 0.1, 10)
    if code is None:
        assert spent(state, move(end)) == pytest.approx(to_gap + width + 0.1)
    else:
        assert refusal_of(state, move(end)).code == code


@pytest.mark.rule("ARAP-JUMP-01")
def test_a_move_ends_before_a_gap_that_it_does_not_clear():
    refused = refusal_of(a_field(terrain=(a_gap(1, left=13.5),)), move((14, 10)))
    assert (refused.code, refused.rule) == ("gap", "ARAP-JUMP-01")
    assert spent(a_field(terrain=(a_gap(1, left=13.5),)), move((13.4, 10))) == pytest.approx(3.4)


@pytest.mark.part_of("ARAP-JUMP-01")
def test_dice_that_do_not_clear_a_gap_stop_the_unit_before_it():
    rough = an_area("variable", 11, width=1, name="Rubble")
    state = a_field(terrain=(rough, a_gap(0.75, left=12.5)))
    _, after = play(state, move((14, 10)), {"variable-move": [2, 3]})
    assert after.units["a1"].models[0].at[0] < 12.5


@pytest.mark.part_of("ARAP-CLIMB-10")
def test_a_shallow_trench_is_stepped_into():
    assert leg(a_gap(3, depth=1.5), end=(13.0, 10.0)).cost_in == 4.5
    assert leg(a_gap(3, depth=1), end=(13.0, 10.0)).cost_in == 3


@pytest.mark.part_of("ARAP-LADR-01")
@pytest.mark.parametrize(("height", "cost"), [(3, 3), (2.5, 3), (6, 6), (4, 6)])
def test_a_ladder_costs_three_inches_a_storey_and_no_climb(height, cost):
    found = leg(a_cliff(height), a_ladder(), start=(11.0, 10.0), end=(13.0, 10.0))
    assert (found.cost_in, found.barred, found.steps[0].kind) == (2 + cost, None, "ladder")
    assert leg(a_cliff(height), a_ladder(), start=(11.0, 12.0), end=(13.0, 12.0)).barred is not None


@pytest.mark.rule("ARAP-CLIMB-01")
def test_nobody_stops_on_the_very_edge():
    refused = refusal_of(a_field(terrain=(a_cliff(1),)), move((12, 10)))
    assert (refused.code, refused.rule) == ("on-edge", "ARAP-CLIMB-01")
    assert spent(a_field(terrain=(a_cliff(1),)), move((12.1, 10))) == pytest.approx(2.1)


def test_a_bridge_leads_over_water():
    river = an_area("water", 12, width=3, name="River")
    bridge = Terrain(id="bridge", name="Bridge", points=rectangle(11.5, 8, 4, 4), going="road")
    assert leg(river, bridge, end=(16.0, 10.0)).barred is None
    assert leg(river, bridge, start=(10.0, 14.0), end=(16.0, 14.0)).barred is river
