"""Who fires and how often, chosen in the plan of a shot."""

import msgspec
import pytest

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.firers import Chip, Step
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_row, a_unit, a_weapon

GUN = a_weapon("gun", type="assault", shots=3)


def planned(gun=GUN, **ticked):
    squad = a_unit("a1", at=a_row(4, 10, 10), weapons=[gun], name="First Section")
    foes = a_unit("b1", at=a_row(4, 25, 10), facing=270, name="Levy")
    state = a_battle(squad, foes, active="a1", ap=2)
    return plan(state, A, Draft(kind="shoot", unit="a1", target="b1", ticked=ticked))


@pytest.mark.part_of("ARAP-WPN-01")
def test_everybody_fires_all_shots_until_somebody_is_left_out():
    found = planned()
    assert found.firers.text == "4 of 4 models, 12 shots"
    assert found.firers.chips[0] == Chip("f:a1.1", "1", fires=True, value="0")
    assert found.groups[0].step == Step("n:gun", now=3, fewer="2", more="")
    assert "models" not in msgspec.json.decode(found.action)


@pytest.mark.part_of("ARAP-WPN-01")
def test_chips_and_steppers_make_the_action_and_its_figures():
    found = planned(**{"f:a1.2": "0", "n:gun": "2"})
    assert found.firers.text == "3 of 4 models, 6 shots"
    assert [(c.fires, c.value) for c in found.firers.chips] == [(True, "0"), (False, "1"), (True, "0"), (True, "0")]
    assert found.groups[0].step == Step("n:gun", now=2, fewer="1", more="all")
    assert found.groups[0].shots == "6 shots by 3 models"
    sent = msgspec.json.decode(found.action)
    assert (sent["models"], sent["shots"]) == (["a1.1", "a1.3", "a1.4"], {"gun": 2})


def test_with_nobody_left_there_is_nothing_to_commit():
    found = planned(**{f"f:a1.{n}": "0" for n in range(1, 5)})
    assert (found.text, found.action) == ("Take in at least one model, on the board or in the list.", "")


def test_a_single_shot_has_no_stepper():
    assert planned(a_weapon("bow", type="assault")).groups[0].step is None


@pytest.mark.part_of("ARAP-WPN-01", "ARAP-FCHG-01")
def test_who_fires_on_the_run_is_chosen_as_well():
    pistol = a_weapon("pistol", type="pistol", range_in=12)
    squad = a_unit("a1", at=[(10, 8 + 1.5 * n) for n in range(4)], weapons=[pistol], name="First Section", facing=90)
    state = a_battle(squad, a_unit("b1", at=[(19, 10)], facing=270, name="Levy"), active="a1", ap=2)
    charge = Draft(kind="charge", unit="a1", target="b1", ticked={"fire": "1", "f:a1.1": "0"})
    shown = plan(state, A, charge)
    assert [c.fires for c in shown.firers.chips] == [False, True, True, True]
    assert msgspec.json.decode(shown.action)["firers"] == ["a1.2", "a1.3", "a1.4"]
    assert plan(state, A, Draft(kind="charge", unit="a1", target="b1")).firers is None


@pytest.mark.part_of("ARAP-FCHG-01")
def test_what_is_fired_on_the_run_is_chosen_where_there_are_several_weapons():
    arms = [a_weapon("pistol", type="pistol", range_in=12), a_weapon("flamer", type="assault", template=True)]
    squad = a_unit("a1", at=[(10, 8 + 1.5 * n) for n in range(3)], weapons=arms, name="First Section", facing=90)
    state = a_battle(squad, a_unit("b1", at=[(18, 10)], facing=270, name="Levy"), active="a1", ap=2)
    shown = [plan(state, A, Draft(kind="charge", unit="a1", target="b1", ticked={"fire": "1", **t})) for t in CHOICES]
    flames, pistols, neither = shown
    assert [(g.weapon, g.tick) for g in flames.groups if g.weapon] == [("flamer", "w:flamer"), *[("flamer", "")] * 2]
    assert [(g.weapon, g.tick) for g in pistols.groups if g.weapon] == [("pistol", "w:pistol")]
    assert "weapons" not in msgspec.json.decode(flames.action)
    assert msgspec.json.decode(pistols.action)["weapons"] == ["pistol"]
    assert (neither.text, neither.action) == ("Tick at least one weapon.", "")


CHOICES = ({}, {"w:flamer": ""}, {"w:flamer": "", "w:pistol": ""})
"""What is ticked off."""
