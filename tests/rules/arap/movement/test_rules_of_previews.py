"""What previews of movement say of the rules behind their numbers."""

import pytest

from rules.arap.events import ModelsMoved
from rules.arap.movement.walk import TacticalMove
from rules.engine import preview
from tests.builders import a_profile, a_row, a_unit, play, the
from tests.rules.arap.heights import a_cliff
from tests.rules.arap.movement.test_ladders import LadderUsed, a_house, climb
from tests.rules.arap.movement.test_walk import a_field, move


@pytest.mark.rule("ARAP-GEN-05")
def test_no_base_ends_on_another():
    state = a_field(a_unit("a2", [(13, 10)]))
    assert preview(state, move((13, 10))).refusal.rule == "ARAP-GEN-05"
    assert preview(state, move((12, 10))).refusal is None


@pytest.mark.rule("ARAP-GEN-06")
@pytest.mark.parametrize(("base", "gap"), [(25, "3"), (40, "2.5")])
def test_the_gap_that_a_move_leaves_is_told_where_the_table_wants_it(base, gap):
    state = a_field(profile=a_profile(base_mm=base), options={"move_gap_preview": True})
    notes = preview(state, move((14, 10))).notes
    assert f"Leaves {gap}″ between the base’s old and new place." in notes
    _, after = play(state, move((14, 10)))
    assert after.units["a1"].models[0].at == (14, 10)


@pytest.mark.rule("ARAP-TACT-03")
def test_the_slow_and_purposeful_do_not_move_tactically():
    state = a_field(profile=a_profile(traits=("slow-and-purposeful",)))
    assert preview(state, move((11, 10), kind=TacticalMove)).refusal.rule == "ARAP-TACT-03"
    assert preview(a_field(), move((11, 10), kind=TacticalMove)).refusal is None


@pytest.mark.rule("ARAP-CLIMB-02")
def test_a_step_of_an_inch_costs_nothing():
    seen = preview(a_field(terrain=(a_cliff(1.0),)), move((13, 10)))
    assert seen.spent_in == pytest.approx(3)
    assert "ARAP-CLIMB-02" not in preview(a_field(), move((13, 10))).rules
    events, _ = play(a_field(terrain=(a_cliff(1.0),)), move((13, 10)))
    assert the(events, ModelsMoved).spent_in == pytest.approx(3)


@pytest.mark.rule("ARAP-SIZE-02", "ARAP-LADR-02")
def test_the_bulky_take_two_places_on_a_ladder():
    state = a_house(at=a_row(4, 11.4, 10, 1.0), profile=a_profile(bulk="bulky"))
    assert len(the(play(state, climb())[0], LadderUsed).models) == 2
