"""What is on offer: dice of an activation, splitting, placing; and what an event looked like."""

import pytest
from msgspec.structs import replace

from rules import legal_actions, preview
from rules.arap.shooting.volley import ShotsFired
from rules.arap.turn.activation import Activate
from rules.core.motion import Flame
from rules.events import Note
from rules.questions import events, offers, rulings
from tests.builders import A, a_battle, a_row, a_unit


def a_field(**values):
    return a_battle(a_unit("a1", a_row(4, 10, 10), **values), a_unit("b1", a_row(2, 30, 10)))


def test_dice_of_an_activation_promise_what_its_preview_says():
    state = a_field()
    for each in offers.activation_dice(state, A, state.units["a1"]):
        chances = {c.label: c.value for c in preview(state, Activate(side=A, unit="a1", dice=each.dice)).chances}
        assert (each.acts, each.bust, each.average) == tuple(chances.values())
        assert each.refusal is None


def test_a_unit_of_one_splits_in_no_two_parts():
    state = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", a_row(2, 30, 10)))
    assert offers.split(state, state.units["a1"]) is None
    split = offers.split(several := a_field(), several.units["a1"])
    assert split is not None
    assert split.action.models == ("a1.4",)


def test_the_short_list_is_legal_and_has_no_moves():
    state = a_field()
    short = list(offers.short_list(state, A))
    assert {o.kind for o in short} == {"activate", "end-activation"}
    assert [o for o in legal_actions(state, A) if o.kind == "activate"] == [o for o in short if o.kind == "activate"]


def test_what_is_listed_stays_with_the_very_state_that_it_is_about():
    state = a_field().with_turn(active="a1", ap=2)
    listed, short = legal_actions(state, A), list(offers.short_list(state, A))
    assert (legal_actions(state, A), list(offers.short_list(state, A))) == (listed, short)
    assert (legal_actions(replace(state), A), list(offers.short_list(replace(state), A))) == (listed, short)
    spent = state.with_turn(active="a1", ap=0)
    assert legal_actions(spent, A) == legal_actions(replace(spent), A) != listed


def test_a_block_looks_the_way_that_is_said_to_the_quarter_turn():
    state = a_field()
    assert {p.facing for p in offers.block(state, state.units["a1"], (20, 20), 100.0)} == {90.0}


def test_a_flame_touches_whoever_is_under_it():
    strip = ((34, 9), (34, 11), (26, 11), (26, 9))
    fired = ShotsFired(unit="a1", target="b1", weapon="flamer", shots={}, hits=1, strip=strip)
    (flame,) = events.motions(a_field(), a_field(), fired)
    assert isinstance(flame, Flame)
    assert "b1.1" in flame.touched
    assert events.motions(a_field(), a_field(), Note(text="nothing to be seen")) == ()


def test_an_event_that_names_what_is_not_known_is_not_told():
    fired = ShotsFired(unit="a1", target="c9", weapon="flamer", shots={}, hits=1)
    assert events.sentence(fired, a_field()) == ""
    assert events.sentence(Note(text="so it is"), a_field()) == "so it is"


@pytest.mark.parametrize("part", rulings.Matters._fields)
def test_everything_that_may_be_ruled_has_words(part):
    choices = getattr(rulings.matters(), part)
    assert choices
    assert all(key and words for key, words in choices)
