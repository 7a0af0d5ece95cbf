"""Exact odds of the options of a charge reaction."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.charge.declare import Charge
from rules.core.prompt import Promise
from rules.questions import prompts
from rules.visibility import view
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play
from tests.rules.arap.heights import a_cliff

RIFLE = a_weapon("rifle")
TROOPER = a_profile("trooper", i=4)


def charged(gap=7.0, weapons=(RIFLE,)):
    """Four chargers with bare hands, four rifles who are asked: activation on 4 or less."""
    chargers = a_unit("a1", a_row(4, 10, 10), profile=a_profile("brawler", i=4, sv=7))
    foes = a_unit("b1", a_row(4, 10 + gap, 10), profile=TROOPER, facing=270, weapons=weapons)
    _, state = play(a_battle(chargers, foes, active="a1", ap=1), Charge(side=A, unit="a1", target="b1"), {})
    return state


def promised(state):
    """What the side that is asked is told of its options."""
    return prompts.odds(view(state, state.prompt.side), state)


@pytest.mark.rule("ARAP-STAND-03")
def test_standing_and_firing_tells_the_test_and_who_falls():
    # Two dice at 4 or less: 8/9. Each rifle needs a 1 to hit and 4 to wound, with no save: 1/12 a shot.
    none = Fraction(11, 12) ** 4
    fires, falls, average = promised(charged())["stand"]
    assert fires == Promise(Fraction(8, 9), "fires")
    assert falls == Promise(Fraction(8, 9) * (1 - none), "fells a charger")
    assert (average.meaning, average.kind) == ("fall on average", "mean")


@pytest.mark.parametrize(
    ("weapon", "falls"),
    [
        # BS1 at a single man is 0: one in twelve, or half of those who are missed; then 3 or more to wound.
        (a_weapon("flamer", type="assault", range_in=0, strength=4, template=True), Fraction(13, 24) * Fraction(2, 3)),
        # Any scatter leads past the one charger: a double, then 2 or more to wound.
        (a_weapon("rocket", type="assault", strength=6, marker_in=3), Fraction(1, 6) * Fraction(5, 6)),
    ],
)
def test_templates_wait_for_who_comes_near_and_shells_burst_where_the_charge_begins(weapon, falls):
    state = a_battle(
        a_unit("a1", [(10, 10)], profile=a_profile("brawler", m=6, i=4, sv=7)),
        a_unit("b1", [(20, 10)], profile=TROOPER, facing=270, weapons=[weapon]),
        active="a1",
        ap=1,
    )
    _, asked = play(state, Charge(side=A, unit="a1", target="b1"))
    assert promised(asked)["stand"] == (
        Promise(Fraction(8, 9), "fires"),
        Promise(Fraction(8, 9) * falls, "fells a charger"),
        Promise(Fraction(8, 9) * falls, "fall on average", "mean"),
    )


@pytest.mark.part_of("ARAP-STAND-05")
def test_shells_and_flames_of_one_unit_are_told_together():
    flamer = a_weapon("flamer", type="assault", range_in=0, strength=4, template=True)
    rocket = a_weapon("rocket", type="assault", strength=6, marker_in=3)
    state = a_battle(
        a_unit("a1", [(10, 10)], profile=a_profile("brawler", m=6, i=4, sv=7)),
        a_unit("b1", [(20, 10), (20, 11.5)], profile=TROOPER, facing=270, weapons=[flamer]),
        active="a1",
        ap=1,
    )
    unit = state.units["b1"]
    state = state.with_unit(unit.with_model(replace(unit.models[1], weapons=(rocket.id,))))
    state = replace(state, weapons={**state.weapons, rocket.id: rocket})
    _, asked = play(state, Charge(side=A, unit="a1", target="b1"))
    burnt, shelled = Fraction(13, 36), Fraction(5, 36)
    assert promised(asked)["stand"][1] == Promise(Fraction(8, 9) * (1 - (1 - burnt) * (1 - shelled)), "fells a charger")


@pytest.mark.rule("ARAP-RUN-01")
def test_running_tells_the_chance_to_get_out_of_reach():
    # The charge carries 8 inches and contact is 2 apart: from 7 inches the runner needs 4 or more on 2D6.
    far, needed = promised(charged())["run"]
    assert far == Promise(Fraction(33, 36), "gets away")
    assert needed == Promise(4, "or more needed", "inches")
    assert promised(charged(gap=5.0))["run"][0] == Promise(Fraction(26, 36), "gets away")  # 6 or more


def test_holding_tells_what_the_first_round_may_cost():
    figures = promised(charged())["hold"]
    assert [f.meaning for f in figures] == ["loses a wound", "wounds to expect", "dealt in return"]


def test_holding_against_a_leap_from_above_counts_its_bonuses():
    blade = a_weapon("blade", type="melee", range_in=0, strength=0)
    state = a_battle(
        a_unit("a1", [(12.5, 10)], profile=a_profile("jumper", ws=4, i=4), facing=270, weapons=[blade]),
        a_unit("b1", [(8, 10)], profile=a_profile("victim", ws=4, sv=7)),
        active="a1",
        ap=1,
        terrain=(a_cliff(4, name="ledge"),),
    )
    _, asked = play(state, Charge(side=A, unit="a1", target="b1", jump=True))
    # Two blows at 4 or less that wound on 3 or more, without a save: 4/9 each.
    wounded = promised(asked)["hold"][0]
    assert (wounded.value, wounded.meaning) == (pytest.approx(1 - (5 / 9) ** 2), "loses a wound")
    walking = replace(asked, agenda=(replace(asked.agenda[0], jump=False), *asked.agenda[1:]))
    assert promised(walking)["hold"] == (Promise(1, "the charge falls short"),)


def test_an_option_that_is_barred_has_no_odds():
    assert "stand" not in promised(charged(weapons=()))


def test_without_a_prompt_there_are_none():
    state = a_battle(a_unit("a1", [(10, 10)]))
    assert prompts.odds(state, state) == {}
