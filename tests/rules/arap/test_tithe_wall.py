"""A battle told as it would be at the table: raiders charge rangers behind a wall."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.melee.results import MeleeRoundEnded
from rules.arap.melee.rounds import InitiativeStepBegan
from rules.arap.turn.activation import Activate, EndActivation
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.arap.fights import roll, rolls

WALL = Terrain(
    id="T1", name="Tithe Wall", points=((17, 28), (29, 28)), line=True, width_in=0.2, cover="hard", height_in=1
)
RANGER = a_profile("ranger", bs=4, i=4, ld=8, sv=5)
RAIDER = a_profile("raider", ws=4, i=3, ld=7, sv=5)
CARBINE = a_weapon("field carbine", range_in=24, strength=4, ap=5)
HATCHET = a_weapon("hatchet", type="melee", range_in=0, strength=0)
SABRE = a_weapon("sabre", type="melee", range_in=0, strength=0)


def at_the_wall():
    row = [19, 21, 23, 25, 27]
    state = a_battle(
        a_unit("a4", [(x, 29) for x in row], profile=RANGER, facing=0, weapons=[CARBINE, HATCHET], name="Rangers"),
        a_unit("b4", [(x, 20) for x in row], profile=RAIDER, facing=180, weapons=[SABRE], name="Raiders"),
        a_unit("b9", [(60, 5)], profile=RAIDER, facing=180, weapons=[SABRE]),
        terrain=[WALL],
    )
    sides = (replace(state.sides[0], edge="south"), replace(state.sides[1], edge="north"))
    return replace(state, sides=sides, turn=replace(state.turn, place=1))


def charged():
    """Step by step to the clash: one die, the charge, a failed test to stand and fire."""
    _, state = play(at_the_wall(), Activate(side=B, unit="b4", dice=1), {"activation": [1]})
    _, state = play(state, Charge(side=B, unit="b4", target="a4"))
    assert [o.id for o in state.prompt.options if not o.refused] == ["hold", "stand", "run"]
    return play(state, Answer(side=A, choice="stand"), {"stand-and-fire": [5, 6]})


@pytest.mark.rule("ARAP-STAND-03", "ARAP-CHG-04", "ARAP-COVR-01")
def test_the_raiders_reach_the_wall_and_the_rangers_fail_to_fire():
    events, state = charged()
    assert roll(events, "stand-and-fire").successes == 0
    assert rolls(events, "to-hit") == []
    assert [m.at for m in state.units["b4"].models] == [pytest.approx((x, 27.1)) for x in (19, 21, 23, 25, 27)]
    assert the(events, ModelsMoved).length_in == pytest.approx(7.1)
    charge = state.melees[0].charges[0]
    assert (charge.direction, charge.slowed, charge.bonus) == ("front", True, True)


@pytest.mark.rule("ARAP-MELEE-05", "ARAP-MELEE-06", "ARAP-WDIF-01", "ARAP-MORAL-04")
def test_the_first_round_across_the_wall_is_even():
    _, state = charged()
    dice = {
        "to-hit": [2, 4, 1, 6, 3, 6, 3, 5, 1, 5, 6, 4, 2],
        "to-wound": [5, 4, 4, 1, 6, 3],
        "pick": [4, 1, 2, 3],
        "save": [5, 2, 3, 6],
    }
    events, state = play(state, EndActivation(side=B), dice)
    assert [e.initiative for e in events if isinstance(e, InitiativeStepBegan)] == [4, 1]
    rangers, raiders = rolls(events, "to-hit")
    assert (rangers.goal, rangers.successes, len(rangers.dice)) == (2, 2, 5)
    assert (raiders.goal, raiders.successes, len(raiders.dice)) == (4, 4, 8)
    assert [p.sides for p in rolls(events, "pick")] == [5, 4, 4, 3]
    assert [w.model for e in events if isinstance(e, WoundsTaken) for w in e.wounds] == ["b4.1", "a4.3"]
    assert the(events, MeleeRoundEnded).differences == (("b4", 0), ("a4", 0))
    closed = [e for e in events if isinstance(e, ModelsMoved)]
    assert [(e.unit, [p.model for p in e.placements]) for e in closed] == [("b4", ["b4.3"]), ("a4", ["a4.1"])]
    assert state.active_side == A


@pytest.mark.rule("ARAP-BREAK-01", "ARAP-BREAK-03")
def test_the_rangers_break_off_before_the_second_round():
    _, state = charged()
    dice = {
        "to-hit": [2, 4, 1, 6, 3, 6, 3, 5, 1, 5, 6, 4, 2],
        "to-wound": [5, 4, 4, 1, 6, 3],
        "pick": [4, 1, 2, 3],
        "save": [5, 2, 3, 6],
    }
    _, state = play(state, EndActivation(side=B), dice)
    _, state = play(state, EndActivation(side=A))
    assert (state.prompt.kind, state.prompt.unit) == ("break-off", "a4")
    dice = {
        "break-off": [4, 2],
        "free-hack": [5, 3, 6, 4],
        "to-wound": [2, 4],
        "pick": [3],
        "save": [1],
        "flee": [4, 3],
    }
    events, state = play(state, Answer(side=A, choice="break-off"), dice)
    assert roll(events, "break-off").goal == 8
    assert roll(events, "free-hack").successes == 2
    assert [m.id for m in state.units["a4"].alive] == ["a4.1", "a4.2", "a4.5"]
    assert state.prompt.kind == "flee-path"
    assert state.prompt.options[0].id == "180"
    events, state = play(state, Answer(side=A, choice="180"))
    assert the(events, ModelsMoved).length_in == 7
    assert [m.at[1] for m in state.units["a4"].alive if m.id != "a4.1"] == [36, 36]
    assert state.active_side == B
    given = state.with_turn(active="b4", ap=1)
    refusal = Charge(side=B, unit="b4", target="a4").check(given)
    assert (refusal.code, refusal.rule) == ("broke-off", "ARAP-BREAK-03")
