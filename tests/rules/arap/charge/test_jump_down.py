"""Jumping down into melee."""

from fractions import Fraction

import pytest

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.damage.falls import ModelsFell
from rules.arap.melee.join import MeleeJoined
from rules.arap.positions import engagement, melee_to_hit
from rules.engine import legal_actions, preview
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.arap.heights import a_cliff
from tests.rules.arap.movement.test_walk import refusal_of

BLADE = a_weapon("blade", type="melee", range_in=0, strength=0)
ACT = Charge(side=A, unit="a1", target="b1", jump=True)


def above(height=4.0, *, weapons=(BLADE,), at=((12.5, 10.0),), initiative=4, traits=()):
    """A1 stands on a ledge, B1 four inches west of its edge."""
    return a_battle(
        a_unit(
            "a1", at, profile=a_profile("jumper", ws=4, i=initiative, w=2, traits=traits), facing=270, weapons=weapons
        ),
        a_unit("b1", [(8.0, 10.0)], profile=a_profile("victim", ws=4)),
        a_unit("a9", [(60, 40)]),
        active="a1",
        ap=2,
        terrain=(a_cliff(height, name="ledge"),),
    )


def jumped(state, dice):
    """The charge, its target standing still."""
    before, state = play(state, ACT)
    events, after = play(state, Answer(side=B, choice="hold"), dice)
    return [*before, *events], after


@pytest.mark.rule("ARAP-FALL-05", "ARAP-FALL-02", "ARAP-CHG-07")
def test_a_jump_that_lands_is_a_charge_with_its_bonus_and_more_in_the_first_round():
    state = above()
    assert preview(state, ACT).chances[0].exact == str(Fraction(4, 9))
    events, after = jumped(state, {"initiative-test": [2, 4]})
    joined = the(events, MeleeJoined).charge
    assert (joined.bonus, joined.slowed, joined.jumped) == (True, False, ("a1.1",))
    melee, attacker, target = after.melees[0], after.units["a1"].models[0], after.units["b1"].models[0]
    modifiers = melee_to_hit.hit_modifiers(after, melee, "a1", attacker, target, BLADE)
    assert [(m.value, m.rule) for m in modifiers] == [(1, "ARAP-FALL-05")]
    assert melee_to_hit.base_goal(4, 4) + modifiers[0].value == 4
    assert engagement.strength_of(after, attacker, BLADE) == 4
    assert engagement.strength_of(after, attacker, None) == 3


@pytest.mark.rule("ARAP-FALL-05", "ARAP-FALL-01", "ARAP-CHG-05")
def test_who_fails_has_fallen_and_charged_nobody():
    events, after = jumped(above(), {"initiative-test": [2, 5], "fall-hits": [1], "to-wound": [1]})
    assert the(events, ModelsFell).fall_in == 4
    assert not after.is_locked("a1")
    assert after.units["a1"].models[0].prone


@pytest.mark.rule("ARAP-FALL-05")
def test_those_who_land_charge_without_those_who_fall():
    state = above(at=((12.5, 10.0), (12.5, 11.5)))
    dice = {"initiative-test": [1, 1, 6, 6], "fall-hits": [1], "to-wound": [1]}
    events, after = jumped(state, dice)
    assert the(events, MeleeJoined).charge.jumped == ("a1.1",)
    assert [m.prone for m in after.units["a1"].models] == [False, True]


@pytest.mark.part_of("ARAP-FALL-05", "ARAP-FALL-04")
@pytest.mark.parametrize(
    ("height", "at", "code"), [(4, ((11.0, 10.0),), "not-above"), (6.5, ((12.5, 10.0),), "too-deep")]
)
def test_who_cannot_jump_down_on_anybody(height, at, code):
    assert refusal_of(above(height, at=at), ACT).code == code


@pytest.mark.rule("ARAP-FALL-05")
@pytest.mark.part_of("ARAP-FALL-04")
def test_a_gravity_chute_spares_the_tests():
    events, _ = jumped(above(9, traits=("gravity-chute",)), {})
    assert the(events, MeleeJoined).charge.jumped == ("a1.1",)


def test_a_charge_that_a_drop_stops_points_to_the_jump():
    hint = "B1 is up to 4″ below: they may jump on it. (ARAP-FALL-05)"
    assert hint in preview(above(), Charge(side=A, unit="a1", target="b1")).notes
    assert hint not in preview(above(6.5), Charge(side=A, unit="a1", target="b1")).notes


def test_a_jump_is_offered_from_above():
    assert [o.action for o in legal_actions(above(), "a") if o.kind == "jump-charge"] == [ACT]
    assert not [o for o in legal_actions(above(at=((11.0, 10.0),)), "a") if o.kind == "jump-charge"]


@pytest.mark.rule("ARAP-FALL-05", "ARAP-MELEE-04")
def test_the_preview_tells_what_the_first_round_will_use():
    shown = preview(above(), ACT)
    line = next(s for s in shown.shots if "Blade" in s.name)
    # WS 4 against 4 and the jump: 4 or less; Strength 3 and the jump against Toughness 3: 3 or more.
    assert (line.goal, [(m.value, m.rule) for m in line.modifiers]) == (4, [(1, "ARAP-FALL-05")])
    assert [c.exact for c in line.chances[:2]] == ["2/3", "2/3"]
    assert "Who lands has +1 to hit and +1 Strength in the first round. (ARAP-FALL-05)" in shown.notes
    assert shown.notes[-1] == "Who falls 4″ takes D3 hits at Strength 4 and is prone: 84% lose a wound. (ARAP-FALL-01)"
    pair = preview(above(at=((12.5, 10.0), (12.5, 11.2))), ACT)
    assert [(c.label, c.exact) for c in pair.chances[:2]] == [
        ("lands safely, 2 tests", "4/9"),
        ("all land safely", "16/81"),
    ]
    assert shown.rules[0] == "ARAP-FALL-05"
    plain = preview(above(), Charge(side=A, unit="a1", target="b1"))
    assert not [m for s in plain.shots for m in s.modifiers if m.rule == "ARAP-FALL-05"]


@pytest.mark.rule("ARAP-FALL-05")
@pytest.mark.parametrize(("faces", "landed"), [([1, 1, 6, 6], ("a1.1",)), ([6, 6, 1, 1], ("a1.2",))])
def test_who_falls_does_not_slow_those_who_landed(faces, landed):
    state = above(at=((12.5, 10.0), (12.5, 11.5)))
    events, _ = jumped(state, {"initiative-test": faces, "fall-hits": [1], "to-wound": [1]})
    charge = the(events, MeleeJoined).charge
    assert (charge.jumped, charge.slowed, charge.bonus) == (landed, False, True)
    assert "ARAP-COVR-01" not in the(events, MeleeJoined).rules
