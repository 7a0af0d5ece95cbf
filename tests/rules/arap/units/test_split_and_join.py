"""Units that split, parts that rejoin, characters that come and go."""

import pytest
from msgspec.structs import replace

from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.turn.activation import Activate, EndActivation, Finish
from rules.arap.units.parts import UnitsJoined, UnitSplit
from rules.arap.units.split_and_join import JoinUnit, SplitOff
from rules.codec import decode_state, encode
from rules.core.refusal import IllegalAction
from tests.builders import A, a_battle, a_profile, a_row, a_unit, play, the

HERO = a_profile("hero", traits=("independent",), i=5, w=2)


def a_field(*others, at=None, **values):
    return a_battle(
        a_unit("a1", at or a_row(10, 10, 5), name="Rangers", points=100, **values),
        *others,
        a_unit("b1", a_row(5, 60, 10), profile=a_profile("foe")),
    )


def refused(state, action):
    with pytest.raises(IllegalAction) as error:
        play(state, action)
    return error.value.refusal


def part_of(*numbers):
    return SplitOff(side=A, unit="a1", models=tuple(f"a1.{n}" for n in numbers))


@pytest.mark.rule("ARAP-COH-02", "ARAP-ACT-09")
def test_a_part_is_split_off_before_rolling_and_acts_on_its_own():
    events, state = play(a_field(), part_of(9, 10))
    assert the(events, UnitSplit).part == "a1b"
    whole, part = state.units["a1"], state.units["a1b"]
    assert (len(whole.alive), len(part.alive)) == (8, 2)
    assert [m.id for m in part.models] == ["a1b.9", "a1b.10"]
    assert (part.name, part.points, whole.points, part.n_start) == ("Rangers B", 20, 80, 2)
    _, state = play(state, Activate(side=A, unit="a1", dice=1), {"activation": [1]})
    assert refused(state, Move(side=A, unit="a1b", path=(Waypoint(at=(12, 17)),))).code == "not-active"
    _, state = play(state, Finish(side=A, unit="a1"))
    _, state = play(state, Activate(side=A, unit="a1b", dice=1), {"activation": [2]})
    assert (state.turn.active, state.turn.ap) == ("a1b", 1)


@pytest.mark.rule("ARAP-COH-02")
def test_parts_that_stand_together_rejoin_once_both_have_rolled_and_do_not_roll_again():
    _, state = play(a_field(a_unit("a2", [(30, 30)])), part_of(9, 10))
    _, state = play(state, Activate(side=A, unit="a1", dice=1), {"activation": [6]})
    assert "a1b" in state.units
    events, state = play(state, Activate(side=A, unit="a1b", dice=1), {"activation": [6]})
    assert the(events, UnitsJoined).part == "a1b"
    assert "a1b" not in state.units
    assert [m.id for m in state.units["a1"].models] == [f"a1.{n}" for n in range(1, 11)]
    assert (state.units["a1"].points, state.units["a1"].n_start) == (100, 10)
    assert refused(state, Activate(side=A, unit="a1", dice=1)).code == "already-tried"


@pytest.mark.part_of("ARAP-COH-01", "ARAP-COH-02")
@pytest.mark.parametrize(
    ("xs", "parts"), [((0, 3, 6), 1), ((0, 2, 10, 12), 2), ((0, 3.5), 2), ((0, 3.01), 1), ((0, 5, 10), 3)]
)
def test_who_is_out_of_coherency_when_an_activation_ends_is_a_unit_of_its_own(xs, parts):
    state = a_field(at=[(10 + x, 10) for x in xs])
    _, state = play(state, Activate(side=A, unit="a1", dice=1), {"activation": [1]})
    _, state = play(state, Finish(side=A, unit="a1"))
    mine = [u for u in state.units.values() if u.side == A]
    assert len(mine) == parts
    assert all(u.now.tried for u in mine)


@pytest.mark.rule("ARAP-COH-02")
def test_the_part_with_the_leader_stays_the_unit():
    state = a_field(at=[(10, 10), (11, 10), (20, 10)])
    unit = state.units["a1"]
    models = (*unit.models[:2], replace(unit.models[2], leader=True))
    state = state.with_unit(replace(unit, models=models))
    _, state = play(state, Activate(side=A, unit="a1", dice=1), {"activation": [1]})
    _, state = play(state, Finish(side=A, unit="a1"))
    assert [m.id for m in state.units["a1"].models] == ["a1.3"]
    assert [m.id for m in state.units["a1b"].models] == ["a1b.1", "a1b.2"]
    assert decode_state(encode(state)) == state


@pytest.mark.rule("ARAP-COH-02")
def test_a_part_that_comes_near_again_rejoins_at_the_start_of_its_next_turn():
    _, state = play(a_field(), part_of(9, 10))
    _, state = play(state, EndActivation(side=A))
    assert "a1b" in state.units
    events, state = play(state, EndActivation(side="b"))
    assert the(events, UnitsJoined).unit == "a1"
    assert len(state.units["a1"].alive) == 10


@pytest.mark.rule("ARAP-COH-02")
def test_the_whole_has_the_worse_of_every_mark():
    _, state = play(a_field(a_unit("a2", [(30, 30)])), part_of(9, 10))
    part = state.units["a1b"]
    hurt = (replace(part.models[0], wounds=0), part.models[1])
    state = state.with_unit(replace(part, s_pending=2, pinned=True, models=hurt))
    for unit in ("a1", "a1b"):
        _, state = play(state, Activate(side=A, unit=unit, dice=1), {"activation": [6]})
    whole = state.units["a1"]
    assert (whole.s_pending, whole.pinned, len(whole.alive), len(whole.models)) == (2, True, 9, 10)


@pytest.mark.parametrize(
    ("models", "code"),
    [((), "wrong-models"), (("a1.1", "a1.1"), "wrong-models"), (("b1.1",), "wrong-models"), (("a1.1",), None)],
)
def test_a_part_is_some_of_the_members(models, code):
    refusal = SplitOff(side=A, unit="a1", models=models).check(a_field())
    assert (refusal.code if refusal else None) == code


def test_nobody_splits_after_rolling_or_all_of_it():
    _, state = play(a_field(a_unit("a2", [(30, 30)])), Activate(side=A, unit="a1", dice=1), {"activation": [6]})
    assert refused(state, part_of(1)).code == "already-tried"
    assert refused(a_field(), part_of(*range(1, 11))).code == "wrong-models"


@pytest.mark.rule("ARAP-ACT-05")
def test_a_character_rolls_for_itself_until_it_joins_a_unit():
    hero = a_unit("a2", [(12, 5)], profile=HERO, name="Captain", points=50)
    state = a_field(hero)
    events, state = play(state, JoinUnit(side=A, unit="a2", host="a1"))
    assert the(events, UnitsJoined).models == {"a2.1": "a1.11"}
    assert the(events, UnitsJoined).sentence(state) == "Captain joins Rangers"
    assert "a2" not in state.units
    assert (len(state.units["a1"].alive), state.units["a1"].points) == (11, 150)
    _, state = play(state, SplitOff(side=A, unit="a1", models=("a1.11",)))
    left = state.units["a1b"]
    assert (left.name, left.part_of, [m.id for m in left.models]) == ("Hero", None, ["a1b.11"])
    _, state = play(state, Activate(side=A, unit="a1b", dice=1), {"activation": [5]})
    assert state.turn.active == "a1b"


@pytest.mark.rule("ARAP-ACT-05")
def test_only_a_lone_character_joins_and_only_who_is_near():
    hero = a_unit("a2", [(20, 5)], profile=HERO)
    state = a_field(hero, a_unit("a3", [(11, 7)]))
    assert refused(state, JoinUnit(side=A, unit="a2", host="a1")).code == "too-far"
    assert refused(state, JoinUnit(side=A, unit="a3", host="a1")).code == "not-a-character"
    assert refused(state, JoinUnit(side=A, unit="a2", host="a2")).code == "not-a-character"


@pytest.mark.rule("ARAP-COH-02")
def test_a_part_has_the_name_that_its_owner_gives_it():
    named = SplitOff(side=A, unit="a1", models=("a1.9", "a1.10"), name=" The lookouts ")
    _, state = play(a_field(), named)
    assert state.units["a1b"].name == "The lookouts"
    refusal = refused(a_field(), replace(named, name="x" * 41))
    assert (refusal.code, refusal.allowed) == ("bad-name", "up to 40 signs, or none")
