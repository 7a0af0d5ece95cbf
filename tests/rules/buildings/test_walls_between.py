"""What walls and floors keep apart that is not a shot: interception, ladders, rooms of one unit."""

import pytest
from msgspec.structs import replace

from rules.arap.movement.ladders import UseLadder
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from tests.builders import play
from tests.rules.buildings.carriers.test_stairs import LADDER, a_loft
from tests.rules.buildings.doors.test_doors import a_field


def past(y=26.0):
    return Move(side="a", unit="a1", path=(Waypoint(at=(27.0, y)),))


@pytest.mark.rule("ARAP-INT-03")
def test_nobody_intercepts_through_a_wall():
    inside = a_field((23, 26), theirs=((26, 24.4),))
    _, state = play(inside, past())
    assert state.prompt is None
    outside = a_field((23, 26), theirs=((26, 27.4),))
    _, state = play(outside, past())
    assert state.prompt.kind == "intercept"


@pytest.mark.rule("BLD-LADR-01")
def test_a_ladder_to_a_floor_that_is_laid_out_elsewhere_is_no_run_across_the_table():
    field = a_loft((14, 15.4), (14, 16.6), ladder=LADDER)
    _, state = play(field, UseLadder(side="a", unit="a1", ladder="ladder", models=("a1.1",)))
    assert state.units["a1"].now.moved_in <= 4
    between = replace(field.units["b1"].models[0], at=(19, 15))
    field = field.with_unit(replace(field.units["b1"], models=(between,)))
    _, state = play(field, UseLadder(side="a", unit="a1", ladder="ladder", models=("a1.1",)))
    assert state.prompt is None
