"""Look out, sir: who counts as a character, and who takes the hit instead."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.templates import look_out_sir
from rules.engine import preview
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play

SHELL = a_weapon("shell", type="heavy", range_in=48, strength=4, marker_in=3)
FLAMES = a_weapon("flames", type="assault", range_in=8, strength=4, template=True)
SHOOT = Shoot(side=A, unit="a1", target="b1")
ON_TARGET = {"scatter-a": [3], "scatter-b": [3], "direction": [90]}


def battle(places, *, leaders=(1,), on=True, weapon=SHELL, firer=(10, 20), profiles=None):
    target, kinds, arms = a_unit("b1", places, profile=a_profile("levy"))
    models = tuple(replace(m, leader=n in leaders) for n, m in enumerate(target.models, 1))
    more = profiles or {}
    models = tuple(replace(m, profile=more[n].id) if n in more else m for n, m in enumerate(models, 1))
    return a_battle(
        a_unit("a1", [firer], weapons=[weapon], profile=a_profile("gunner", bs=4)),
        (replace(target, models=models), (*kinds, *more.values()), arms),
        active="a1",
        ap=3,
        options={"look_out_sir": on},
    )


def victims(state, dice):
    """Who has been wounded."""
    _, after = play(state, SHOOT, dice)
    return [b.victim for b in after.agenda[-1].blows] if after.agenda else []


@pytest.mark.rule("ARAP-AREA-15")
@pytest.mark.parametrize(("die", "pick", "hit"), [(5, [3], "b1.4"), (1, [1], "b1.2"), (6, [], "b1.1")])
def test_on_5_or_less_one_of_the_rank_and_file_takes_it(die, pick, hit):
    # Only the leader, in the middle, is under the marker; whoever takes it need not be.
    state = battle([(30, 20), (26, 20), (34, 20), (30, 24), (30, 16)])
    dice = {**ON_TARGET, "look-out-sir": [die], **({"pick": pick} if pick else {}), "to-wound": [6]}
    events, after = play(state, SHOOT, dice)
    lost = [w.model for e in events for w in getattr(e, "wounds", ())]
    assert (lost or [b.victim for b in after.agenda[-1].blows]) == [hit]


@pytest.mark.part_of("ARAP-AREA-15")
def test_a_character_alone_takes_it_himself():
    alone = battle([(30, 20)])
    events, after = play(alone, SHOOT, {**ON_TARGET, "to-wound": [6]})
    assert not any(e.label == "look-out-sir" for e in events if hasattr(e, "label"))
    assert after.agenda[-1].blows[0].victim == "b1.1"


def test_without_the_switch_nobody_looks_out():
    state = battle([(30, 20), (26, 20), (34, 20)], on=False)
    assert victims(state, {**ON_TARGET, "to-wound": [6]}) == ["b1.1"]


@pytest.mark.rule("ARAP-AREA-15")
def test_templates_too_can_be_looked_out_for():
    state = battle([(14, 20), (20, 25), (20, 27)], weapon=FLAMES)
    dice = {"to-hit": [1], "look-out-sir": [3], "pick": [2], "to-wound": [6]}
    assert victims(state, dice) == ["b1.3"]


@pytest.mark.part_of("ARAP-AREA-15")
def test_characters_are_leaders_and_whoever_is_unlike_most():
    medic = a_profile("medic", i=4)
    state = battle(a_row(5, 30, 20), profiles={3: medic})
    assert look_out_sir.characters(state, state.units["b1"]) == ("b1.1", "b1.3")
    unit = state.units["b1"]
    armed = state.with_unit(unit.with_model(replace(unit.models[4], weapons=("gun",))))
    assert look_out_sir.characters(armed, armed.units["b1"]) == ("b1.1", "b1.3", "b1.5")


@pytest.mark.part_of("ARAP-AREA-15")
def test_in_a_retinue_only_the_leader_the_senior_or_the_wary_count():
    kinds = {1: a_profile("sage", ld=8), 2: a_profile("champion", ld=9), 3: a_profile("shade", traits=("wary",))}
    led = battle(a_row(4, 30, 20), profiles=kinds, leaders=(1,))
    assert look_out_sir.characters(led, led.units["b1"]) == ("b1.1", "b1.3")
    unled = battle(a_row(4, 30, 20), profiles=kinds, leaders=())
    assert look_out_sir.characters(unled, unled.units["b1"]) == ("b1.2", "b1.3")


@pytest.mark.rule("ARAP-AREA-15")
def test_without_rank_and_file_any_other_member_takes_it():
    kinds = {1: a_profile("sage"), 2: a_profile("champion")}
    state = battle([(30, 20), (20, 20)], profiles=kinds)
    assert victims(state, {**ON_TARGET, "look-out-sir": [2], "to-wound": [6]}) == ["b1.2"]


@pytest.mark.part_of("ARAP-AREA-15")
@pytest.mark.parametrize(
    ("leaders", "on", "note"),
    [
        ((1,), True, ["Look out, sir: a hit on its character is passed on, 5/6 (83%). (ARAP-AREA-15)"]),
        ((1, 2), True, ["Look out, sir: a hit on one of its 2 characters is passed on, 5/6 (83%). (ARAP-AREA-15)"]),
        ((), True, []),
        ((1,), False, []),
    ],
)
def test_the_preview_says_how_likely_a_hit_is_passed_on(leaders, on, note):
    shown = preview(battle([(30, 20), (29, 20), (31, 20)], leaders=leaders, on=on), SHOOT)
    assert [n for n in shown.notes if n.startswith("Look out")] == note


def test_the_preview_says_it_of_templates_but_not_of_a_man_alone():
    shown = preview(battle([(15, 20), (15, 21)], weapon=FLAMES), SHOOT)
    assert any(n.startswith("Look out, sir: a hit on its character") for n in shown.notes)
    alone = preview(battle([(30, 20)]), SHOOT)
    assert not any(n.startswith("Look out") for n in alone.notes)


@pytest.mark.rule("ARAP-AREA-15")
def test_two_characters_who_look_out_are_named_in_their_rolls():
    state = battle([(30, 20), (30, 21), (26, 20), (34, 20), (30, 26)], leaders=(1, 2))
    dice = {**ON_TARGET, "look-out-sir": [6, 2], "pick": [3], "to-wound": [1, 1]}
    events, _ = play(state, SHOOT, dice)
    listed = [e.why for e in events if getattr(e, "label", "") in ("look-out-sir", "pick")]
    assert listed == ["B1: look out, sir, for B1.2 and B1.1", "B1: who takes the hit instead of B1.1"]
