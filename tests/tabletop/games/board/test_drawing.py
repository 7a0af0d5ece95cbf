"""From a state to what the board draws."""

from msgspec.structs import replace

from tabletop.games.board import drawing
from tests.builders import a_battle, a_row, a_unit


def test_two_tables_without_terrain_keep_their_own_size():
    large = a_battle(a_unit("a1", a_row(3, 10, 10)))
    small = replace(large, scenario=replace(large.scenario, name="Yard", width_in=48, height_in=32))
    assert large.terrain is small.terrain
    assert (drawing.ground_of(large).width_in, drawing.ground_of(large).height_in) == (72, 48)
    assert (drawing.ground_of(small).width_in, drawing.ground_of(small).height_in) == (48, 32)
    assert drawing.ground_of(small) is drawing.ground_of(small)
