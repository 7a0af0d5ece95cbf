"""Rounds of close combat: steps, wounds, closing up, the order of melees."""

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.attacks.blows import Landed, limited
from rules.arap.charge import declare
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.melee.results import MeleeRoundEnded
from rules.arap.melee.rounds import InitiativeStepBegan, MeleeRoundBegan
from rules.arap.turn.activation import EndActivation, Finish
from rules.forces.unit import Model
from rules.state import ChargeMade, Melee
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.arap.fights import a_fight, a_squad, fighter, moved, roll, rolls, turned, two_squads

END = EndActivation(side=A)


def steps(events):
    return [e.initiative for e in events if isinstance(e, InitiativeStepBegan)]


@pytest.mark.rule("ARAP-MELEE-05", "ARAP-TURN-06")
def test_the_quicker_strike_first_and_the_dead_do_not_strike():
    state = two_squads(2, 2, first=fighter("quick", i=4))
    dice = {"to-hit": [1, 6, 2], "to-wound": [4, 3], "pick": [2], "morale": [3, 3]}
    events, after = play(state, END, dice)
    assert steps(events) == [4, 3]
    assert [r.dice for r in rolls(events, "to-hit")] == [(1, 6), (2,)]
    assert [m.id for m in after.units["b1"].alive] == ["b1.1"]
    assert the(events, MeleeRoundBegan).round == 1


@pytest.mark.rule("ARAP-MELEE-05")
def test_equal_initiative_strikes_together_before_anybody_falls():
    state = two_squads(1, 1)
    events, after = play(state, END, {"to-hit": [1, 2], "to-wound": [6, 6]})
    assert steps(events) == [3]
    assert after.units["a1"].is_gone
    assert after.units["b1"].is_gone
    assert after.melees == ()


@pytest.mark.rule("ARAP-MELEE-03")
def test_a_goal_of_nothing_takes_a_second_die():
    poor = fighter("poor", ws=2, i=4)
    state = a_fight(
        a_squad("a1", 1, 20, profile=poor, weapons=()),
        a_squad("b1", 1, 21.9, profile=fighter("b", ws=4), facing=270),
    )
    events, after = play(state, END, {"to-hit": [1], "extended-reroll": [3], "to-wound": [4]})
    assert roll(events, "to-hit").goal == 0
    assert after.units["b1"].is_gone


@pytest.mark.rule("ARAP-MELEE-06")
def test_wounds_go_to_the_nearest_stage_first():
    """One enemy touches, one is in the radius, four stand behind: three wounds take one of each."""
    brute = fighter("brute", a=3, i=5)
    state = a_fight(
        a_squad("a1", 1, 20, profile=brute),
        a_squad("b1", 1, 21, profile=fighter("b"), facing=270),
    )

    spots = [(20.98, 10), (21.5, 11), (24, 10), (25, 10), (26, 10), (27, 10)]
    models = tuple(
        Model(id=f"b1.{n}", profile="b", weapons=("blade",), at=at, facing=270) for n, at in enumerate(spots, 1)
    )
    state = moved(state, "b1", models=models)
    dice = {"to-hit": [1, 1, 1, 6], "to-wound": [4, 4, 4], "morale": [1, 1]}
    events, after = play(state, END, dice)
    lost = next(e for e in events if isinstance(e, WoundsTaken))
    assert [w.model for w in lost.wounds] == ["b1.1", "b1.2", "b1.3"]
    assert len(after.units["b1"].alive) == 3


@pytest.mark.rule("ARAP-MELEE-06")
def test_within_a_stage_the_die_picks_and_nobody_is_picked_twice():
    state = two_squads(4, 4, first=fighter("quick", i=4, a=2))
    dice = {
        "to-hit": [1, 1, 6, 6, 6, 6, 6, 6, 6, 6],
        "to-wound": [4, 4],
        "pick": [4, 3],
        "morale": [1, 1],
    }
    events, after = play(state, END, dice)
    assert [p.sides for p in rolls(events, "pick")] == [4, 3]
    assert [m.id for m in after.units["b1"].alive] == ["b1.1", "b1.2"]


@pytest.mark.rule("ARAP-MELEE-06", "ARAP-DMG-04")
def test_saved_wounds_are_spent():
    guard = fighter("guard", sv=5)
    state = two_squads(2, 2, first=fighter("quick", i=4), second=guard)
    dice = {"to-hit": [1, 1, 6], "to-wound": [4, 4], "save": [5, 4], "morale": [1, 1]}
    events, after = play(state, END, dice)
    assert roll(events, "save").dice == (5, 4)
    assert [m.id for m in after.units["b1"].alive] == ["b1.1"]


@pytest.mark.part_of("ARAP-MELEE-07")
def test_a_fighter_deals_no_more_wounds_than_it_made_attacks():
    wounds = [Landed("a1.1", None)] * 3
    assert len(limited(wounds, Counter({"a1.1": 2}))) == 2


@pytest.mark.rule("ARAP-MELEE-08", "ARAP-MELEE-09")
def test_those_who_have_yet_to_strike_close_up_and_then_do():
    state = two_squads(1, 2, first=fighter("quick", i=4))
    models = list(state.units["b1"].models)

    models[1] = replace(models[1], at=(25, 12))
    state = moved(state, "b1", models=tuple(models))
    dice = {"to-hit": [1, 1], "to-wound": [4, 4]}
    events, after = play(state, END, dice)
    closed = next(e for e in events if isinstance(e, ModelsMoved))
    assert (closed.unit, closed.how, closed.placements[0].model) == ("b1", "close-up", "b1.2")
    assert closed.length_in <= 4
    assert after.units["a1"].is_gone


@pytest.mark.rule("ARAP-MELEE-09")
def test_those_whose_step_is_over_stay_until_the_round_ends():
    state = two_squads(2, 1, first=fighter("quick", i=4))

    models = list(state.units["a1"].models)
    models[1] = replace(models[1], at=(17, 12))
    state = moved(state, "a1", models=tuple(models))
    events, after = play(state, END, {"to-hit": [6, 6]})
    closings = [(i, e) for i, e in enumerate(events) if isinstance(e, ModelsMoved)]
    ended = next(i for i, e in enumerate(events) if isinstance(e, MeleeRoundEnded))
    assert [i > ended for i, _ in closings] == [True]
    assert closings[0][1].rules == ("ARAP-MORAL-04",)
    assert after.melees[0].units == ("a1", "b1")


@pytest.mark.rule("ARAP-MELEE-02", "ARAP-MELEE-08")
def test_a_unit_charged_in_the_rear_turns_about_after_the_first_step():
    state = turned(two_squads(1, 2, first=fighter("quick", i=4), charge="rear"), "b1", 90)
    dice = {"to-hit": [6, 6, 6, 1, 6], "to-wound": [1]}
    events, after = play(state, END, dice)
    assert steps(events) == [4, 3]
    assert all(round(m.facing) in range(225, 316) for m in after.units["b1"].alive)


@pytest.mark.rule("ARAP-MELEE-02")
def test_nobody_strikes_out_of_its_arc():
    state = turned(two_squads(1, 1, first=fighter("slow", i=1), charge="rear"), "b1", 90)
    events, _ = play(state, END, {"to-hit": [6, 6, 6]})
    assert steps(events) == [1]


@pytest.mark.rule("ARAP-COVR-01")
def test_chargers_against_cover_strike_as_if_at_initiative_1():
    state = two_squads(1, 1, first=fighter("quick", i=4))
    charge = ChargeMade(charger="a1", target="b1", direction="front", slowed=True)
    state = a_battle(
        *[(u, tuple(state.profiles.values()), tuple(state.weapons.values())) for u in state.units.values()],
        melees=(Melee(id="a1-b1", units=("a1", "b1"), charges=(charge,)),),
    )
    events, _ = play(state, END, {"to-hit": [6, 6, 6]})
    assert steps(events) == [3, 1]
    assert [len(r.dice) for r in rolls(events, "to-hit")] == [1, 2]


@pytest.mark.rule("ARAP-MELEE-05")
def test_the_active_player_chooses_the_order_of_melees():
    state = a_battle(
        a_squad("a1", 1, 20),
        a_squad("b1", 1, 21.9, facing=270),
        a_squad("a2", 1, 40),
        a_squad("b2", 1, 41.9, facing=270),
        melees=(Melee(id="a1-b1", units=("a1", "b1")), Melee(id="a2-b2", units=("a2", "b2"))),
    )
    _, state = play(state, END)
    assert state.prompt is not None
    assert (state.prompt.kind, state.prompt.side) == ("melee-order", A)
    assert [o.id for o in state.prompt.options] == ["a1-b1", "a2-b2"]
    events, state = play(state, Answer(side=A, choice="a2-b2"), {"to-hit": [6, 6, 6, 6]})
    assert [e.melee for e in events if isinstance(e, MeleeRoundBegan)] == ["a2-b2", "a1-b1"]
    assert state.active_side == B


@pytest.mark.rule("ARAP-CHG-07", "ARAP-MELEE-04", "ARAP-MORAL-02")
def test_a_rear_charge_fought_out():
    """Four reavers behind five breakers: twelve blows at 5 or less, then the last two strike back."""
    blade = a_weapon("long blade", type="melee", range_in=0, strength=0, ap=5)
    hammer = a_weapon("hammer", type="melee", range_in=0, strength=1, ap=4)
    reaver = a_profile("reaver", m=6, ws=4, s=4, i=4, ld=8, sv=5)
    breaker = a_profile("breaker", s=4, t=4, i=2, a=2, ld=8, sv=4)
    state = a_fight(
        a_unit("a1", [(40, 11.5), (42, 9.75), (44, 9.75), (46, 11.5)], profile=reaver, facing=180, weapons=[blade]),
        a_unit(
            "b1",
            [(41, 13), (43, 13), (45, 13), (42, 11.5), (44, 11.5)],
            profile=breaker,
            facing=180,
            weapons=[hammer],
        ),
        charge="rear",
    )
    dice = {
        "to-hit": [1, 5, 6, 3, 2, 6, 4, 5, 6, 1, 4, 2, 2, 5, 3, 6],
        "to-wound": [4, 2, 5, 3, 1, 6, 3, 2, 4, 3],
        "save": [5, 2, 3, 1],
        "morale": [3, 2],
    }
    events, after = play(state, END, dice)
    first, second = rolls(events, "to-hit")
    assert (first.goal, first.base, first.successes) == (5, 4, 9)
    assert (second.goal, second.successes) == (2, 1)
    lost = [e for e in events if isinstance(e, WoundsTaken)]
    assert [w.model for w in lost[0].wounds] == ["b1.3", "b1.4", "b1.5"]
    assert the(events, MeleeRoundEnded).differences == (("a1", 2), ("b1", -2))
    morale = roll(events, "morale")
    assert [(m.value, m.reason) for m in morale.modifiers] == [
        (2, "lost by 2 wounds"),
        (1, "charged in the rear this round"),
    ]
    assert (morale.total, morale.goal, morale.passed) == (8, 8, True)
    assert after.melees[0].charges == ()


def charged_home(*, enemies, ap):
    """A1 has charged home with points left; its melee is fought with B2's still to come."""
    state = a_battle(
        a_squad("a1", 1, 20, profile=fighter("quick", i=4)),
        a_squad("b1", enemies, 21.9, facing=270),
        a_squad("a2", 1, 40),
        a_squad("b2", 1, 41.9, facing=270),
        a_squad("a9", 1, 5, 44),
        a_squad("b9", 1, 60, 44),
        melees=(Melee(id="a1-b1", units=("a1", "b1")), Melee(id="a2-b2", units=("a2", "b2"))),
    )
    unit = state.units["a1"]
    return moved(state, "a1", held_ap=ap, now=replace(unit.now, charges=1, tried=True))


@pytest.mark.rule("ARAP-ACT-07")
def test_points_left_are_used_when_every_opponent_is_destroyed():
    _, state = play(charged_home(enemies=1, ap=2), END)
    _, state = play(state, Answer(side=A, choice="a1-b1"), {"to-hit": [1], "to-wound": [4]})
    assert (state.turn.phase, state.turn.active, state.turn.ap) == ("activation", "a1", 2)
    assert declare.Charge(side=A, unit="a1", target="b9").check(state).code == "already-charged"
    events, state = play(state, Finish(side=A, unit="a1"), {"to-hit": [6, 6]})
    assert the(events, MeleeRoundBegan).melee == "a2-b2"
    assert state.active_side == B


@pytest.mark.rule("ARAP-MELEE-05")
def test_points_left_are_lost_while_an_opponent_stands():
    _, state = play(charged_home(enemies=2, ap=2), END)
    dice = {"to-hit": [1, 6, 6, 6], "to-wound": [4], "morale": [1, 1]}
    _, state = play(state, Answer(side=A, choice="a1-b1"), dice)
    assert state.active_side == B
    assert state.units["a1"].held_ap == 0
