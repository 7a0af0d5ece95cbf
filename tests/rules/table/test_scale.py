"""Distances as shown on tables of other scales."""

import pytest

from rules.table.scale import TableScale, from_table, gap_left, on_table, scale_of


@pytest.mark.part_of("ARAP-GEN-04")
@pytest.mark.parametrize(
    ("scale", "shown"), [("2cm", (24, "cm")), ("1cm", (12, "cm")), ("inch", (12, "in")), ("custom", (60, "cm"))]
)
def test_twelve_inches_in_the_tables_own_steps(scale, shown):
    table = scale_of({"distance_scale": scale, "distance_step_mm": 50})
    assert on_table(12, table) == shown
    assert from_table(shown[0], table) == 12


def test_tables_that_name_no_scale_measure_in_inches():
    assert scale_of({}) == TableScale()


@pytest.mark.part_of("ARAP-GEN-06")
@pytest.mark.parametrize(("move", "base", "gap"), [(4, 25, 3), (4, 40, 2.5), (0.5, 25, 0)])
def test_the_gap_that_a_move_leaves_to_the_nearest_half_inch(move, base, gap):
    assert gap_left(move, base) == gap
