"""Ladders: what they cost, who gets on, who stays on them."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.events import ModelsMoved
from rules.arap.melee.join import MeleeJoined
from rules.arap.movement.ladders import UseLadder
from rules.arap.terrain.ladder_room import LadderUsed, uses
from rules.arap.turn.activation import EndActivation
from rules.arap.turn.turn import PlayerTurnBegan
from rules.arap.units.split_and_join import SplitOff
from rules.engine import legal_actions, preview
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, play, the
from tests.rules.arap.fights import rolls
from tests.rules.arap.heights import a_cliff, a_field, a_ladder, hanging
from tests.rules.arap.movement.test_walk import refusal_of


def a_house(*others, height=3.0, at=((11.7, 10.0),), profile=None, look="field", ap=3, **values):
    """A1 west of high ground at x = 12, which a ladder leads up."""
    terrain = (a_cliff(height, name="roof", look=look), a_ladder(look=look))
    return a_field(*others, at=at, profile=profile or a_profile(), terrain=terrain, ap=ap, **values)


def climb(**values):
    return UseLadder(**{"side": A, "unit": "a1", "ladder": "ladder", **values})


def one(state):
    return state.units["a1"].models[0]


@pytest.mark.rule("ARAP-LADR-01", "ARAP-ACT-12")
def test_the_way_to_a_ladder_and_the_ladder_share_one_move():
    state = a_house(at=((8.7, 10.0),))
    events, after = play(state, climb())
    assert (one(after).on_face, one(after).level_in) == ("ladder", 1)
    assert (the(events, ModelsMoved).spent_in, after.turn.ap) == (4, 2)


@pytest.mark.rule("ARAP-LADR-01")
def test_who_is_part_of_the_way_up_goes_on_and_walks_on():
    state = hanging(a_house(), "a1", "ladder", 1.0)
    _, after = play(state, climb(to=(20, 10)))
    assert (one(after).on_face, one(after).level_in) == ("", 0)
    assert one(after).at == pytest.approx((14.3, 10))


@pytest.mark.rule("ARAP-LADR-01")
def test_a_ladder_is_come_down_as_well():
    state = a_house(at=((12.8, 10.0),), height=3.0)
    _, after = play(state, climb(down=True))
    assert one(after).at == (11.7, 10)
    higher = a_house(at=((12.3, 10.0),), height=6.0)
    _, after = play(higher, climb(down=True))
    assert (one(after).on_face, one(after).level_in, one(after).at) == ("ladder", 2, (11.7, 10))
    _, after = play(after, climb(down=True))
    assert (one(after).on_face, one(after).at) == ("", (11.7, 10))


@pytest.mark.rule("ARAP-LADR-02", "ARAP-LADR-01")
def test_four_get_on_in_a_turn_and_the_others_wait():
    state = a_house(at=a_row(5, 11.4, 10, 1.0))
    events, after = play(state, climb())
    assert len(the(events, LadderUsed).models) == 4
    assert after.units["a1"].models[4].at == (11.4, 14.0)
    assert sum(m.at != s.at for m, s in zip(after.units["a1"].models, state.units["a1"].models, strict=True)) == 4
    refused = refusal_of(after, climb(models=("a1.5",)))
    assert (refused.code, refused.rule, refused.allowed) == ("ladder-full", "ARAP-LADR-02", "4 ordinary models a turn")


@pytest.mark.rule("ARAP-LADR-02")
@pytest.mark.part_of("ARAP-SIZE-02")
@pytest.mark.parametrize(("bulk", "get_on"), [("normal", 4), ("bulky", 2), ("very-bulky", 1), ("extremely-bulky", 0)])
def test_the_bulky_take_more_places(bulk, get_on):
    state = a_house(at=a_row(4, 11.4, 10, 1.0), profile=a_profile(bulk=bulk))
    if get_on:
        full = f"{4 - get_on} of A1 do{'es' if get_on == 3 else ''} not get on: Ladder takes 4 ordinary models a turn. "
        assert get_on == 4 or preview(state, climb()).notes[-1] == f"{full}(ARAP-LADR-02)"
        events, _ = play(state, climb())
        assert len(the(events, LadderUsed).models) == get_on
    else:
        assert refusal_of(state, climb()).code == "ladder-full"


@pytest.mark.rule("BLD-LADR-02", "ARAP-LADR-02")
def test_on_the_ladder_of_a_structure_an_ogryn_counts_for_two():
    state = a_house(at=a_row(3, 11.4, 10, 1.0), profile=a_profile(bulk="very-bulky"), look="building")
    events, _ = play(state, climb())
    assert len(the(events, LadderUsed).models) == 2


@pytest.mark.part_of("ARAP-LADR-02")
@pytest.mark.parametrize(("used", "bulk", "allowed"), [(4, "normal", False), (2, "bulky", True), (3, "bulky", False)])
def test_what_other_units_did_counts(used, bulk, allowed):
    state = a_house(a_unit("a2", a_row(4, 30, 30)), profile=a_profile("climber", bulk=bulk))
    users = tuple(f"a2.{n}" for n in range(1, used + 1))
    state = LadderUsed(side=A, unit="a2", ladder="ladder", models=users).evolve(state)
    assert (climb().check(state) is None) is allowed


@pytest.mark.rule("ARAP-LADR-02")
def test_a_model_counts_once_in_a_turn_and_the_next_turn_starts_afresh():
    state = a_house(at=((9.7, 10.0),))
    _, state = play(state, climb())
    _, state = play(state, climb())
    assert uses(state, "ladder") == {"a1.1": 1}
    later = PlayerTurnBegan(side=A, number=2, place=0).evolve(state)
    assert uses(later, "ladder") == {}


@pytest.mark.rule("ARAP-LADR-01")
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"ladder": "roof"}, "no-ladder"),
        ({"models": ("b1.1",)}, "unknown-model"),
        ({"down": True}, "out-of-reach"),
    ],
)
def test_what_cannot_be_climbed_by_a_ladder(values, code):
    refused = refusal_of(a_house(), climb(**values))
    assert (refused.code, refused.rule) == (code, "ARAP-LADR-01")


@pytest.mark.rule("ARAP-LADR-01")
def test_who_is_too_far_off_does_not_get_on():
    refused = refusal_of(a_house(at=((7.7, 10.0),)), climb())
    assert refused.message == "Nobody of A1 reaches the foot of Ladder."


@pytest.mark.rule("ARAP-LADR-01")
def test_the_preview_tells_who_gets_where():
    shown = preview(a_house(at=((8.7, 10.0), (8.7, 14.5))), climb())
    assert shown.notes == ("A1.1 would be 1″ up the ladder.", "1 of A1 does not get on.")
    assert shown.legs[0].reason == "up Ladder 3″"


@pytest.mark.rule("ARAP-LADR-01")
def test_nobody_stands_on_anybody_at_the_head():
    state = a_house(at=a_row(4, 11.4, 10, 1.0))
    _, after = play(state, climb())
    up = [m.at for m in after.units["a1"].models if not m.on_face and m.at[0] > 12]
    assert len(set(up)) == len(up) > 0


@pytest.mark.rule("ARAP-CHG-07")
@pytest.mark.part_of("ARAP-LADR-02")
@pytest.mark.parametrize(("ladder", "bonus"), [(True, False), (False, True)])
def test_a_charge_by_ladder_has_no_bonus(ladder, bonus):
    state = a_house(a_unit("b2", [(14.0, 10.0)], facing=270), a_unit("a9", [(2, 40)]))
    if not ladder:
        state = replace(state, terrain=())
    shown = preview(state, Charge(side=A, unit="a1", target="b2"))
    without = "It comes home to the front: off a ladder there are no charge bonuses. (ARAP-LADR-02, BLD-LADR-03)"
    blows = next(line.shots for line in shown.shots if not line.in_return)
    assert (blows, without in shown.notes) == ((2, False) if bonus else (1, True))
    _, state = play(state, Charge(side=A, unit="a1", target="b2"))
    events, after = play(state, Answer(side=B, choice="hold"))
    assert the(events, MeleeJoined).charge.bonus is bonus
    assert the(events, MeleeJoined).sentence(after).endswith("its bonus lost on the ladder") is not bonus
    assert after.is_locked("a1")


@pytest.mark.rule("ARAP-MELEE-04", "ARAP-LADR-02")
def test_who_blocks_the_head_of_a_ladder_fights_at_one_better_whoever_comes_up_it():
    """The charger gets past to his side, by the ladder alone: higher up nobody fights from its rungs."""
    guard = a_unit("b2", [(12.5, 10.0)], facing=270, blocking=("b2.1",))
    state = a_house(guard, a_unit("a9", [(2, 40)]), at=((11.0, 10.0),), ap=1)
    shown = preview(state, Charge(side=A, unit="a1", target="b2"))
    assert shown.vain == ""
    assert "off a ladder there are no charge bonuses. (ARAP-LADR-02, BLD-LADR-03)" in shown.notes[1]
    assert [(line.in_return, line.goal) for line in shown.shots] == [(False, 1), (True, 2)]
    _, state = play(state, Charge(side=A, unit="a1", target="b2"))
    events, state = play(state, Answer(side=B, choice="hold"))
    assert the(events, LadderUsed).models == ("a1.1",)
    assert one(state).at[0] > 12
    events, _ = play(state, EndActivation(side=A), {"to-hit": [6, 4]})
    blows = [(e.unit, e.goal, [(m.value, m.reason) for m in e.modifiers]) for e in rolls(events, "to-hit")]
    assert blows == [
        ("a1", 1, [(-2, "unarmed")]),
        ("b2", 2, [(-2, "unarmed"), (1, "blocks a narrow way")]),
    ]


@pytest.mark.part_of("ARAP-LADR-02")
@pytest.mark.parametrize(("places", "reached"), [([(11.0, 12.0)], True), ([(5.0, 10.0)], False)])
def test_a_charge_goes_by_the_foot_of_the_ladder_if_its_allowance_buys_that(places, reached):
    state = a_house(a_unit("b2", [(12.5, 10.0)], facing=270), at=places, ap=1)
    assert (preview(state, Charge(side=A, unit="a1", target="b2")).vain == "") is reached


@pytest.mark.rule("BLD-LADR-03")
def test_nor_has_one_by_the_ladder_of_a_building():
    state = a_house(a_unit("b2", [(14.0, 10.0)], facing=270), a_unit("a9", [(2, 40)]))
    state = replace(state, terrain=tuple(replace(t, look="building") if t.ladder else t for t in state.terrain))
    _, state = play(state, Charge(side=A, unit="a1", target="b2"))
    events, _ = play(state, Answer(side=B, choice="hold"))
    assert the(events, MeleeJoined).charge.bonus is False


def test_a_full_head_keeps_the_climber_on_the_last_rung():
    state = a_house(a_unit("b2", [(12.3, 10.0), (12.9, 10.7), (12.9, 9.3)], name="Guards"))
    _, after = play(state, climb())
    assert (one(after).on_face, one(after).level_in, one(after).at) == ("ladder", 3, (11.7, 10))


@pytest.mark.parametrize(
    ("count", "code", "rule"), [(5, "ladder-full", "ARAP-LADR-02"), (4, "no-room", "ARAP-LADR-01")]
)
def test_nobody_takes_a_ladder_while_the_first_wait_on_its_last_rung(count, code, rule):
    guards = a_unit("b2", [(12.3 + x, 6.0 + y) for x in range(7) for y in range(9)], name="Guards")
    state = a_house(guards, at=a_row(count, 11.4, 10, 1.0))
    for _ in range(2):  # the last of the four is not all the way up at first
        state = replace(play(state, climb())[1], prompt=None, agenda=())
    assert sum(m.level_in == 3 for m in state.units["a1"].models) == 4
    refused = refusal_of(state, climb())
    assert (refused.code, refused.rule) == (code, rule)


@pytest.mark.rule("ARAP-LADR-02")
def test_only_four_get_up_a_ladder_in_a_charge():
    places = [(11.0, 10.0), (10.0, 10.0), (9.0, 10.0), (8.0, 10.0), (7.0, 10.0)]
    defender = a_unit("b1", [(14.2 + 3 * n, 10.0) for n in range(5)], pinned=True)
    idle = a_unit("a9", [(5, 40)])
    state = a_house(defender, idle, at=places, profile=a_profile("climber", m=10), ap=1)
    events, after = play(state, Charge(side=A, unit="a1", target="b1"))
    assert the(events, LadderUsed).models == ("a1.1", "a1.2", "a1.3", "a1.4")
    up = [m.at[0] > 12 for m in after.units["a1"].models]
    assert up == [True, True, True, True, False]
    assert sum(uses(after, "ladder").values()) == 4


@pytest.mark.part_of("ARAP-CHG-05", "ARAP-MELEE-01")
def test_a_charge_from_below_at_people_on_a_roof_is_foretold_to_fall_short():
    enemy = a_unit("b1", [(12.6, 10)], facing=270)
    state = a_battle(a_unit("a1", [(10, 10)]), enemy, terrain=(a_cliff(3, name="roof"),), active="a1", ap=1)
    assert preview(state, Charge(side=A, unit="a1", target="b1")).vain == "falls short"


@pytest.mark.rule("ARAP-LADR-02")
def test_who_has_got_on_and_left_the_unit_since_takes_his_place_all_the_same():
    state = a_house(at=((8.7, 10.0), (8.7, 11.2), (8.7, 8.8)))
    _, state = play(state, climb(models=("a1.1",)))
    whole = state.units["a1"]
    state = state.with_unit(replace(whole, now=replace(whole.now, tried=False)))
    state = replace(state, turn=replace(state.turn, active=None, ap=0))
    _, state = play(state, SplitOff(side=A, unit="a1", models=("a1.1",)))
    state = replace(state, turn=replace(state.turn, active="a1", ap=3))
    assert uses(state, "ladder") == {"a1b.1": 1}
    assert any(o.kind == "ladder" for o in legal_actions(state, A))
