"""Weapons of random Strength: main or defensive by the highest, rolled for each hit, told exactly. (TRI-FIRE-05)"""

from fractions import Fraction
from itertools import product

import pytest

from rules.engine import preview
from rules.vehicles.shared.events import VehicleHit
from rules.vehicles.trial.shooting import allowance
from tests.builders import a_profile, a_unit, a_weapon, play
from tests.rules.vehicles.trial.park import LANCE, a_trial, fire, trial_battle

ZAP = a_weapon("zap", type="heavy", range_in=48, shots=2, strength=0, ap=2, traits=("random-strength-d6",))
PULSE = a_weapon("pulse", type="heavy", range_in=48, shots=1, strength=1, ap=4, traits=("random-strength-d3",))


@pytest.mark.part_of("TRI-FIRE-05")
def test_the_highest_strength_says_whether_a_weapon_is_main():
    assert (ZAP.strengths, allowance.class_of(ZAP)) == ((1, 2, 3, 4, 5, 6), "main")
    assert (PULSE.strengths, allowance.class_of(PULSE)) == ((2, 3, 4), "defensive")
    assert (ZAP.strength_in_words(0), PULSE.strength_in_words(1), LANCE.strength_in_words(9)) == ("D6", "D3+1", "9")


def aimed(weapon, *others):
    target = a_trial("b1", (40, 24), heading=270, front=8)
    return trial_battle(a_trial("a1", (20, 24), weapons=(weapon,)), target, *others, active="a1", ap=1)


@pytest.mark.rule("TRI-FIRE-05", "TRI-DMG-02")
def test_each_hit_on_armour_has_a_strength_of_its_own():
    dice = {"to-hit": [1, 1], "pick": [6, 2], "armour-penetration": [1, 1]}
    events, _ = play(aimed(ZAP), fire("a1", "b1", 0), dice)
    assert sorted(e.strength for e in events if isinstance(e, VehicleHit)) == [2, 6]


@pytest.mark.rule("TRI-FIRE-05", "TRI-DMG-02")
def test_its_chances_are_those_of_all_strengths_counted_out():
    shown = preview(aimed(ZAP), fire("a1", "b1", 0))
    line = next(line for line in shown.shots if "armour 8" in line.name)
    assert "Strength D6, rolled for each hit" in line.notes
    assert line.goal_text == "8 glances, 9 or more penetrates"
    sums = [strength + die for strength, die in product(range(1, 7), repeat=2)]
    found = {c.label: Fraction(c.exact) for c in line.chances}
    assert found["glances"] == Fraction(sums.count(8), 36)
    assert found["penetrates"] == Fraction(sum(s > 8 for s in sums), 36)


@pytest.mark.rule("TRI-FIRE-05")
def test_people_are_wounded_by_what_the_die_adds():
    people = a_unit("b2", [(40, 10), (41, 10)], profile=a_profile("foe", t=3, sv=0))
    state = aimed(PULSE, people)
    shown = preview(state, fire("a1", "b2", 0))
    wounds = next(Fraction(c.exact) for c in shown.shots[0].chances if c.label == "to wound")
    assert wounds == Fraction(2 + 3 + 4, 18)
    dice = {"to-hit": [1], "pick": [3], "to-wound": [2], "suppression-test": [1, 1]}
    events, _ = play(state, fire("a1", "b2", 0), dice)
    assert [e.goal for e in events if getattr(e, "label", "") == "to-wound"] == [3]
