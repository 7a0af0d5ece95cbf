"""Machines that veer, by either set of vehicle rules. (ARAP-SCAT-09)"""

import pytest

from rules.arap.events import ModelsMoved
from rules.arap.movement.veer import VeerMachine
from rules.core.refusal import IllegalAction
from rules.engine import preview
from tests.builders import A, a_battle, a_unit, play
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.trial.park import a_trial

VEER = VeerMachine(side=A, unit="a1", reason="ice")
SETS = [(a_vehicle, "gemini"), (a_trial, "trial")]


def a_field(make, module, *others):
    hull = make("a1", (30, 24), heading=90)
    return a_battle(hull, *others, a_unit("b1", [(60, 40)]), options={"vehicle_module": module})


@pytest.mark.rule("ARAP-SCAT-09")
@pytest.mark.parametrize(("make", "module"), SETS)
@pytest.mark.parametrize(("left", "right", "at"), [(5, 2, (30, 21)), (2, 3, (30, 25)), (4, 4, (30, 24))])
def test_a_vehicle_veers_to_the_side_of_the_higher_die(make, module, left, right, at):
    events, after = play(a_field(make, module), VEER, {"veer-left": [left], "veer-right": [right]})
    hull = after.units["a1"].models[0]
    assert hull.at == pytest.approx(at)
    assert hull.facing == 90
    lines = [e.sentence(after) for e in events if isinstance(e, ModelsMoved)]
    assert lines == {5: ["A1 veers 3″ to the left"], 2: ["A1 veers 1″ to the right"], 4: ["A1 goes straight on"]}[left]


@pytest.mark.rule("ARAP-SCAT-09")
@pytest.mark.parametrize(("make", "module"), SETS)
def test_it_stops_at_another_and_people_step_aside(make, module):
    state = a_field(make, module, make("b2", (30, 30), heading=90), a_unit("a2", [(31, 26.5)]))
    events, after = play(state, VEER, {"veer-left": [1], "veer-right": [6]})
    assert [(e.unit, e.voluntary) for e in events if isinstance(e, ModelsMoved)] == [("a1", False), ("a2", False)]
    assert after.units["a1"].models[0].at[1] == pytest.approx(26, abs=0.13)


@pytest.mark.rule("ARAP-SCAT-09")
def test_nobody_else_veers_and_how_likely_it_is_told():
    shown = preview(a_field(*SETS[0]), VEER)
    assert [(c.label, c.exact) for c in shown.chances] == [
        ("straight on", "1/6"),
        ("to the left", "5/12"),
        ("to the right", "5/12"),
    ]
    for unit, code in (("b1", "no-vehicle"), ("a9", "unknown-unit")):
        with pytest.raises(IllegalAction) as refused:
            play(a_field(*SETS[0]), VeerMachine(side=A, unit=unit))
        assert refused.value.code == code
