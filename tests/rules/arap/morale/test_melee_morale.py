"""Wound differences, morale checks, flinching out of a melee, victors."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import ModelsMoved
from rules.arap.melee.hold_back import PursuitBegan
from rules.arap.melee.results import MeleeRoundEnded
from rules.arap.morale import melee_morale
from rules.arap.morale.rout import UnitRouted
from rules.arap.turn.activation import EndActivation
from rules.core.refusal import IllegalAction
from rules.state import ChargeMade, Melee
from rules.table.terrain import Terrain
from tests.builders import A, B, a_profile, play, the
from tests.rules.arap.fights import a_fight, a_squad, fighter, roll, rolls, two_squads

END = EndActivation(side=A)


@pytest.mark.part_of("ARAP-WDIF-01")
@pytest.mark.parametrize(
    ("inflicted", "suffered", "differences", "losers"),
    [
        ({"a1": 3, "b1": 1}, {"a1": 1, "b1": 3}, {"a1": 2, "b1": -2}, ("b1",)),
        ({"a1": 1, "b1": 1}, {"a1": 1, "b1": 2}, {"a1": 0, "b1": -1}, ("b1",)),
        ({"a1": 2, "b1": 2}, {"a1": 2, "b1": 2}, {"a1": 0, "b1": 0}, ()),
        ({}, {}, {"a1": 0, "b1": 0}, ()),
    ],
)
def test_the_lower_wound_difference_tests(inflicted, suffered, differences, losers):
    melee = Melee(id="m", units=("a1", "b1"), inflicted=inflicted, suffered=suffered)
    assert melee_morale.wound_differences(melee) == differences
    assert melee_morale.losers(differences) == losers


@pytest.mark.part_of("ARAP-WDIF-02")
def test_of_several_units_each_is_scored_for_itself():
    melee = Melee(
        id="m",
        units=("a1", "b1", "a2"),
        inflicted={"a1": 4, "a2": 2},
        suffered={"a1": 2, "b1": 3, "a2": 1},
    )
    differences = melee_morale.wound_differences(melee)
    assert differences == {"a1": 2, "b1": -3, "a2": 1}
    assert melee_morale.losers(differences) == ("b1",)
    assert melee_morale.losers({"a1": 0, "b1": 0, "a2": 2}) == ()


def modifiers(unit=None, enemy=None, *, lost_by=0, charge=None, count=3, enemies=1):
    state = a_fight(
        a_squad("a1", count, 20, profile=unit or fighter("unit"), gap=1),
        a_squad("b1", enemies, 21.9, profile=enemy or fighter("enemy")),
    )
    charges = (ChargeMade(charger="b1", target="a1", direction=charge),) if charge else ()
    found = melee_morale.morale_modifiers(state, state.units["a1"], ("b1",), lost_by, charges)
    return [m.value for m in found]


@pytest.mark.part_of("ARAP-MORAL-02")
def test_morale_modifiers():
    assert modifiers(lost_by=2) == [2]
    assert modifiers(charge="front") == []
    assert modifiers(charge="flank") == [1]
    assert modifiers(charge="rear", lost_by=2, count=20) == [2, 1, -2]
    assert modifiers(fighter("unit", traits=("hated:b",)), count=9, lost_by=1) == [1, -1]
    assert modifiers(enemy=fighter("daemon", traits=("visage",))) == [2]
    assert modifiers(enemy=fighter("daemon", traits=("greater-daemon", "visage"))) == [2]
    assert modifiers(count=10) == [-1]


@pytest.mark.part_of("ARAP-MORAL-02")
@pytest.mark.parametrize(
    ("hated", "counts"), [("b", True), ("birch", True), ("old-guard", True), ("heretics", True), ("a", False)]
)
def test_an_enemy_is_hated_by_its_side_its_army_its_models_or_a_tag(hated, counts):
    state = a_fight(
        a_squad("a1", 3, 20, profile=fighter("unit", traits=(f"hated:{hated}",))),
        a_squad("b1", 3, 21.9, profile=fighter("old guard"), tags=("Heretics",)),
    )
    found = melee_morale.morale_modifiers(state, state.units["a1"], ("b1",), 0, ())
    assert [m.value for m in found] == ([-1] if counts else [])


@pytest.mark.part_of("ARAP-MORAL-02")
def test_some_visage_is_less_than_all():
    state = a_fight(
        a_squad("a1", 3, 20, profile=fighter("unit")),
        a_squad("b1", 1, 21.9, profile=fighter("daemon", traits=("visage",))),
        a_squad("b2", 1, 21.9, 13, profile=fighter("man")),
    )
    found = melee_morale.morale_modifiers(state, state.units["a1"], ("b1", "b2"), 0, ())
    assert [m.value for m in found] == [1]


def lost_round(second=None, dice=None, *, others=(), count=4):
    """A1 takes one of four of B1; B1 tests at lost by 1."""
    state = a_fight(
        a_squad("a1", 1, 20, profile=fighter("quick", i=4)),
        a_squad("b1", count, 21.9, profile=second or fighter("loser"), facing=270),
        *others,
    )
    return play(state, END, {"to-hit": [1, 6, 6, 6], "to-wound": [4], **(dice or {})})


@pytest.mark.rule("ARAP-MORAL-01", "ARAP-MORAL-04")
def test_a_total_of_ld_or_less_stands_and_fights_on():
    events, after = lost_round(dice={"morale": [3, 3]})
    test = roll(events, "morale")
    assert (test.total, test.goal, test.passed) == (7, 7, True)
    assert [m.units for m in after.melees] == [("a1", "b1")]
    assert not after.units["b1"].routing


@pytest.mark.rule("ARAP-MORAL-03")
def test_snake_eyes_always_pass():
    events, after = lost_round(fighter("craven", ld=2), {"morale": [1, 1]})
    assert (roll(events, "morale").total, roll(events, "morale").passed) == (3, True)
    assert not after.units["b1"].routing


@pytest.mark.rule("ARAP-MORAL-01", "ARAP-ROUT-01", "ARAP-ROUT-03")
def test_a_failed_check_is_a_flinch_of_a_die():
    events, after = lost_round(dice={"morale": [4, 4], "flinch": [4]})
    assert roll(events, "morale").total == 9
    assert the(events, UnitRouted).cause == "a1"
    assert after.prompt is not None
    assert (after.prompt.kind, after.prompt.side) == ("flee-path", B)
    assert after.melees[0].units == ("a1",)
    with pytest.raises(IllegalAction):
        play(after, Answer(side=A, choice=after.prompt.options[0].id))
    choice = after.prompt.options[0]
    assert choice.id == "105"
    events, after = play(after, Answer(side=B, choice=choice.id))
    move = the(events, ModelsMoved)
    assert (move.how, move.length_in) == ("flinch", 4)
    assert {m.facing for m in after.units["b1"].alive} == {105}
    assert (after.units["b1"].routing, after.units["b1"].flinched) == (True, True)
    assert after.prompt.kind == "pursuit"


@pytest.mark.rule("ARAP-PURS-01", "ARAP-PURS-07")
def test_victors_pursue_unless_they_pass_a_test():
    _, state = lost_round(dice={"morale": [4, 4], "flinch": [4]})
    _, state = play(state, Answer(side=B, choice=state.prompt.options[0].id))
    assert [(o.id, o.detail) for o in state.prompt.options][1] == ("hold", "7 or less on 2D6")
    events, gone = play(state, Answer(side=A, choice="pursue"), {"flee": [1, 1]})
    assert the(events, PursuitBegan).quarry == "b1"
    assert gone.units["a1"].pursuing == "b1"
    events, held = play(state, Answer(side=A, choice="hold"), {"pursuit-restraint": [3, 4], "flee": [1, 1]})
    assert roll(events, "pursuit-restraint").passed
    assert held.units["a1"].pursuing is None
    events, gone = play(state, Answer(side=A, choice="hold"), {"pursuit-restraint": [4, 4], "flee": [1, 1]})
    assert gone.units["a1"].pursuing == "b1"


def routed(quick, **scene):
    state = a_fight(
        a_squad("a1", 1, 20, profile=quick),
        a_squad("b1", 4, 21.9, profile=fighter("loser"), facing=270),
        **scene,
    )
    _, state = play(state, END, {"to-hit": [1, 6, 6, 6], "to-wound": [4], "morale": [4, 4], "flinch": [4]})
    asked = not quick.has("frenzy") or bool(scene)
    return play(state, Answer(side=B, choice=state.prompt.options[0].id), {} if asked else {"flee": [1, 1]})


@pytest.mark.rule("ARAP-PURS-07")
def test_hatred_makes_it_harder_to_hold():
    _, state = routed(fighter("quick", i=4, ld=8, traits=("hated:b",)))
    assert state.prompt.options[1].detail == "7 or less on 2D6: Leadership 8, −1 a hated enemy"


@pytest.mark.rule("ARAP-PURS-07")
def test_frenzy_pursues_without_being_asked():
    events, state = routed(fighter("quick", i=4, traits=("frenzy",)))
    begun = the(events, PursuitBegan)
    assert (begun.unit, begun.rules[0]) == ("a1", "ARAP-PURS-07")
    assert begun.sentence(state) == "A1 will pursue B1, in frenzy"


@pytest.mark.rule("ARAP-PURS-08")
def test_the_slow_need_not_pursue():
    _, state = routed(fighter("quick", i=4, m=3))
    option = state.prompt.options[1]
    assert (option.id, option.rule) == ("hold", "ARAP-PURS-08")
    _, state = play(state, Answer(side=A, choice="hold"), {"flee": [1, 1]})
    assert state.units["a1"].pursuing is None


@pytest.mark.rule("ARAP-PURS-08", "ARAP-PURS-07")
def test_after_a_fight_over_a_strongpoint_nobody_need_pursue_but_frenzy_tests():
    mill = Terrain(
        id="mill",
        name="Mill",
        points=((19, 9), (20.5, 9), (20.5, 11), (19, 11)),
        cover="hard",
        look="building",
    )
    _, state = routed(fighter("quick", i=4), terrain=[mill])
    assert state.prompt.options[1].rule == "ARAP-PURS-08"
    _, state = routed(fighter("quick", i=4, traits=("frenzy",)), terrain=[mill])
    option = state.prompt.options[1]
    assert (option.rule, option.detail) == ("ARAP-PURS-08", "7 or less on 2D6")
    events, state = play(state, Answer(side=A, choice="hold"), {"pursuit-restraint": [4, 3], "flee": [1, 1]})
    assert state.units["a1"].pursuing is None
    assert roll(events, "pursuit-restraint").rules[-1] == "ARAP-PURS-08"


def test_a_victor_still_locked_with_another_is_not_asked():
    brave = a_squad("b2", 1, 21.9, 8.2, profile=fighter("brave"), facing=270)
    state = a_fight(
        a_squad("a1", 1, 20, profile=fighter("quick", i=4)),
        a_squad("b1", 4, 21.9, profile=fighter("loser"), facing=270),
        brave,
    )
    dice = {"to-hit": [1, 6, 6, 6, 6], "to-wound": [4], "morale": [4, 4], "flinch": [4]}
    _, state = play(state, END, dice)
    _, state = play(state, Answer(side=B, choice=state.prompt.options[0].id), {"flee": [1, 1]})
    assert state.prompt is None or state.prompt.kind != "pursuit"
    assert [m.units for m in state.melees] == [("a1", "b2")]


@pytest.mark.rule("ARAP-WDIF-01")
def test_a_drawn_round_goes_on_in_the_next_player_turn():
    events, state = play(two_squads(1, 1), END, {"to-hit": [6, 6]})
    assert the(events, MeleeRoundEnded).losers == ()
    assert state.melees[0].round == 1
    _, state = play(state, EndActivation(side=B))
    assert [state.prompt.kind, state.prompt.unit] == ["break-off", "b1"]
    _, state = play(state, Answer(side=B, choice="fight"))
    events, state = play(state, Answer(side=A, choice="fight"), {"to-hit": [6, 6]})
    assert state.melees[0].round == 2
    assert rolls(events, "morale") == []


def test_wounds_taken_off_multi_wound_models_count_one_by_one():
    tough = a_profile("tough", w=3, i=1)
    state = two_squads(1, 1, first=fighter("quick", i=4, a=2), second=tough)
    events, state = play(state, END, {"to-hit": [1, 1, 6], "to-wound": [4, 4], "morale": [2, 2]})
    assert the(events, MeleeRoundEnded).differences == (("a1", 2), ("b1", -2))
    assert state.units["b1"].models[0].wounds == 1


# ------------------------------------------------------------------ tests passed without dice


@pytest.mark.rule("ARAP-DICE-05")
def test_the_unshaken_pass_a_morale_check_without_dice():
    steady = fighter("steady", traits=("passes-morale",))
    state = two_squads(1, 2, first=fighter("quick", i=4), second=steady)
    events, after = play(state, END, {"to-hit": [1, 6], "to-wound": [6]})
    assert rolls(events, "morale") == []
    assert "B1 passes its morale check without dice" in [getattr(e, "text", "") for e in events]
    assert not after.units["b1"].routing


def test_an_ability_that_passes_another_kind_of_test_does_not_cover_morale():
    steady = fighter("steady", traits=("passes-pinning", "passes-rally"))
    state = two_squads(1, 2, first=fighter("quick", i=4), second=steady)
    events, _ = play(state, END, {"to-hit": [1, 6], "to-wound": [6], "morale": [1, 1]})
    assert roll(events, "morale").passed


@pytest.mark.rule("ARAP-DICE-05", "ARAP-PURS-07")
def test_the_disciplined_hold_back_without_dice():
    _, state = lost_round(dice={"morale": [4, 4], "flinch": [4]})
    traits = {name: replace(p, traits=(*p.traits, "passes-restraint")) for name, p in state.profiles.items()}
    _, state = play(replace(state, profiles=traits), Answer(side=B, choice=state.prompt.options[0].id))
    assert state.prompt.option("hold").detail == "passed without dice"
    events, held = play(state, Answer(side=A, choice="hold"), {"flee": [1, 1]})
    assert rolls(events, "pursuit-restraint") == []
    assert held.units["a1"].pursuing is None
