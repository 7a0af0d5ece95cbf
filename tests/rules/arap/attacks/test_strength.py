"""Traits that change the Strength of attacks, in melee, fire, previews and odds. (ARAP-GEN-08)"""

import pytest

from rules.arap.charge.declare import Charge
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import EndActivation
from rules.engine import preview
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play
from tests.rules.arap.fights import a_fight, a_squad, fighter, rolls

END = EndActivation(side=A)
HAMMER = a_weapon("hammer", type="melee", range_in=0, strength=1)
RIFLE = a_weapon("rifle", strength=3)


@pytest.mark.parametrize(
    ("striker", "struck", "goal"),
    [
        ((), (), 3),  # S3 and the hammer's 1 against T3
        (("strength-x2",), (), 0),  # the drug doubles the user, the hammer adds 1: 7
        ((), ("struck-x2",), -1),  # the target doubles the finished attack: 8
        (("strength-x2", "strength-plus-1"), ("struck-x2",), -9),  # 2 x (2 x 3 + 1 + 1) = 16
        (("strength-minus-1",), ("struck-minus-1",), 5),
    ],
)
def test_the_bearer_then_the_weapon_then_the_attack(striker, struck, goal):
    state = a_fight(
        a_squad("a1", 1, 20, profile=fighter("drugged", i=4, traits=striker), weapons=(HAMMER,)),
        a_squad("b1", 2, 21.9, profile=fighter("glass", traits=struck), facing=270, gap=0.5),
    )
    events, _ = play(state, END, {"to-hit": [1, 6, 6], "to-wound": [1]})
    assert rolls(events, "to-wound")[0].goal == goal
    cited = "ARAP-GEN-08" in rolls(events, "to-wound")[0].rules
    assert cited is bool(striker or struck)


def shot(struck, models=2):
    return a_battle(
        a_unit("a1", a_row(2, 10, 20), weapons=[RIFLE], profile=a_profile("gunner", bs=4)),
        a_unit("b1", a_row(models, 20, 20), profile=a_profile("glass", traits=struck)),
        active="a1",
        ap=3,
    )


def charging(traits):
    return a_battle(
        a_unit("a1", a_row(2, 10, 20), profile=a_profile("drugged", traits=traits), weapons=[HAMMER]),
        a_unit("b1", a_row(2, 15, 20), facing=270),
        active="a1",
        ap=1,
    )


def test_the_preview_of_a_charge_tells_what_a_drug_makes_of_its_strength():
    shown = preview(charging(("strength-x2",)), Charge(side=A, unit="a1", target="b1"))
    notes = [note for line in shown.shots for note in line.notes]
    assert notes == ["strength 4 strikes as 7 (ARAP-GEN-08)"]
    plain = preview(charging(()), Charge(side=A, unit="a1", target="b1"))
    assert not any(line.notes for line in plain.shots)


@pytest.mark.rule("ARAP-GEN-08")
def test_fire_at_what_doubles_its_strength():
    events, _ = play(
        shot(("struck-x2",)), Shoot(side=A, unit="a1", target="b1"), {"to-hit": [1, 6, 6, 6], "to-wound": [1]}
    )
    assert rolls(events, "to-wound")[0].goal == 1


def test_the_preview_tells_strength_and_chances():
    line = preview(shot(("struck-plus-1",)), Shoot(side=A, unit="a1", target="b1")).shots[0]
    assert "strength 3 strikes as 4 (ARAP-GEN-08)" in line.notes
    assert next(c for c in line.chances if c.label == "to wound").exact == "2/3"
    plain = preview(shot(()), Shoot(side=A, unit="a1", target="b1")).shots[0]
    assert next(c for c in plain.chances if c.label == "to wound").exact == "1/2"
    assert not any("GEN-08" in note for note in plain.notes)


def test_a_weapon_too_weak_for_others_may_hurt_what_is_frail():
    tough = a_battle(
        a_unit("a1", [(10, 20)], weapons=[a_weapon("popgun", strength=1)], profile=a_profile("gunner")),
        a_unit("b1", [(20, 20)], profile=a_profile("hulk", t=7, traits=("struck-x2", "struck-plus-1"))),
        active="a1",
        ap=3,
    )
    assert preview(tough, Shoot(side=A, unit="a1", target="b1")).shots[0].chances[1].value > 0
