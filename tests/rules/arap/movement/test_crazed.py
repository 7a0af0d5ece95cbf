"""Crazed animals."""

import pytest

from rules.arap.movement.crazed import CrazedMove
from rules.core.refusal import IllegalAction
from rules.events import Note
from tests.builders import A, a_battle, a_profile, a_unit, play, the


def a_field(at=(30, 20), **values):
    beast = a_profile("ox", m=6, kind="beast")
    return a_battle(a_unit("a1", [at], profile=beast, facing=90), a_unit("b1", [(60, 40)]), **values)


@pytest.mark.rule("ARAP-SCAT-10", "ARAP-SCAT-09")
@pytest.mark.parametrize(
    ("left", "right", "end", "facing", "said"),
    [
        (3, 3, (36, 20), 90, "A1 goes straight on"),
        (4, 4, (24, 20), 270, "A1 turns about"),
        (2, 5, (35.3666, 22.6833), 116.57, "A1 veers 3″ to the right"),
        (5, 2, (35.3666, 17.3167), 63.43, "A1 veers 3″ to the left"),
    ],
)
def test_an_animal_veers_to_the_higher_die_and_turns_about_on_an_even_double(left, right, end, facing, said):
    events, after = play(a_field(), CrazedMove(side=A, unit="a1"), {"veer-left": [left], "veer-right": [right]})
    assert the(events, Note).text == said
    model = after.units["a1"].models[0]
    assert model.at == pytest.approx(end, abs=1e-3)
    assert model.facing == pytest.approx(facing, abs=0.01)


@pytest.mark.rule("ARAP-SCAT-10")
def test_it_stays_on_the_table_and_off_others():
    dice = {"veer-left": [3], "veer-right": [3]}
    _, after = play(a_field(at=(70, 20)), CrazedMove(side=A, unit="a1"), dice)
    assert after.units["a1"].models[0].at == (72, 20)
    crowded = a_battle(
        a_unit("a1", [(30, 20)], profile=a_profile("ox", m=6)), a_unit("b1", [(36, 20)], profile=a_profile("foe"))
    )
    _, after = play(crowded, CrazedMove(side=A, unit="a1"), dice)
    assert after.units["a1"].models[0].at == (35, 20)


@pytest.mark.rule("ARAP-SCAT-10")
def test_only_a_unit_of_the_battle_runs_wild():
    with pytest.raises(IllegalAction) as refused:
        play(a_field(), CrazedMove(side=A, unit="a9"))
    assert refused.value.code == "unknown-unit"
