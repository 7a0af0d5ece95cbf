"""Smoke that the host lays, and the row that he adds to the modifiers of a shot."""

import pytest

from rules import preview
from rules.arap.rulings.smoke import ClearSmoke, LaySmoke
from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot import Shoot
from rules.core.refusal import IllegalAction
from tests.builders import A, a_battle, a_unit, a_weapon, play

SHOOT = Shoot(side=A, unit="a1", target="b1")
LASER = a_weapon("laser", type="assault", range_in=48, strength=7, traits=("laser",))


def battle(weapon=LASER):
    return a_battle(a_unit("a1", [(10, 10)], weapons=[weapon], facing=90), a_unit("b1", [(30, 10)]), active="a1", ap=1)


def smoke(**values):
    return LaySmoke(**{"side": A, "at": (20, 10), "radius_in": 3, "reason": "a burning truck"} | values)


@pytest.mark.rule("ARAP-HIT-09")
def test_thin_smoke_weakens_lasers_until_it_blows_away():
    events, state = play(battle(), smoke(density="thin"))
    assert events[0].sentence(state) == "Host: smoke spreads (a burning truck)"
    assert "strength 5: a laser loses 2 in smoke (ARAP-HIT-09)" in preview(state, SHOOT).shots[0].notes
    _, clear = play(state, ClearSmoke(side=A, terrain="smoke-1", reason="wind"))
    assert clear.terrain == ()
    assert preview(clear, SHOOT).shots[0].notes == preview(battle(), SHOOT).shots[0].notes


@pytest.mark.rule("ARAP-AREA-13")
def test_thick_smoke_hides_and_may_be_fired_into():
    _, state = play(battle(a_weapon(type="assault", range_in=48)), smoke())
    assert preview(state, SHOOT).refusal.code == "no-line-of-sight"
    blind = preview(state, Shoot(side=A, unit="a1", target="b1", blind=True))
    assert [line.goal for line in blind.shots] == [0], "BS1, and 1 less at somebody who is alone"


@pytest.mark.rule("ARAP-HIT-09")
@pytest.mark.parametrize(
    ("values", "code"),
    [({"at": (90, 10)}, "off-table"), ({"radius_in": 30}, "bad-ruling"), ({"reason": " "}, "no-reason")],
)
def test_smoke_that_makes_no_sense_is_refused(values, code):
    with pytest.raises(IllegalAction) as caught:
        play(battle(), smoke(**values))
    assert caught.value.code == code
    assert caught.value.allowed


@pytest.mark.rule("ARAP-HIT-02")
def test_the_host_adds_a_row_to_the_modifiers_of_a_shot():
    rifle = battle(a_weapon(type="assault", range_in=48))
    before = preview(rifle, SHOOT).shots[0]
    ruling = RuleShot(side=A, unit="a1", target="b1", ruling="modifier", value=-1, reason="the sun is low")
    events, state = play(rifle, ruling)
    after = preview(state, SHOOT).shots[0]
    assert events[0].sentence(state) == "Host: A1 has -1 to hit B1 (the sun is low)"
    assert after.goal == before.goal - 1
    assert [(m.value, m.reason) for m in after.modifiers if m not in before.modifiers] == [(-1, "the sun is low")]
    with pytest.raises(IllegalAction) as caught:
        play(rifle, RuleShot(side=A, unit="a1", target="b1", ruling="modifier", value=-9, reason="x"))
    assert caught.value.allowed == "-6 to +6, 0 for none"
