"""Closing up: who goes where in a melee, by its side's choice."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import ModelsMoved
from rules.arap.turn.activation import EndActivation
from rules.core.refusal import IllegalAction
from rules.events import Rolled
from rules.state import Placement
from rules.table.terrain import Terrain
from tests.builders import A, B, play, the
from tests.rules.arap.fights import fighter, moved, two_squads

END = EndActivation(side=A)
FREE = ()


def loose(at=(25, 12), **values):
    """A1 has one quick fighter in melee with B1.1; B1.2 stands apart and has yet to strike."""
    state = two_squads(1, 2, first=fighter("quick", i=4, **values))
    models = list(state.units["b1"].models)
    models[1] = replace(models[1], at=at)
    return moved(state, "b1", models=tuple(models))


def asked(at=(25, 12), **values):
    _, state = play(loose(at, **values), END, {"to-hit": [6]}, by_itself=FREE)
    return state


def there(x, y, model="b1.2", choice="move"):
    return Answer(side=B, choice=choice, placements=(Placement(model=model, at=(x, y), facing=270),))


@pytest.mark.rule("ARAP-MELEE-08")
def test_the_side_is_asked_how_its_unit_closes_up():
    prompt = asked().prompt
    assert (prompt.kind, prompt.side, prompt.unit, prompt.decline) == ("close-up", B, "b1", "move")
    assert [o.id for o in prompt.options] == ["move", "stay"]
    (model, x, y, _), *_ = prompt.options[0].ghosts
    assert (model, ((x - 20) ** 2 + (y - 10) ** 2) ** 0.5) == ("b1.2", pytest.approx(1.9))
    assert dict(prompt.free) == {"b1.1": 4, "b1.2": 4}


@pytest.mark.rule("ARAP-MELEE-08", "ARAP-MELEE-09")
def test_it_goes_where_its_side_wants_it_and_strikes():
    events, state = play(asked(), there(21.2, 11.5), {"to-hit": [6, 6]}, by_itself=FREE)
    assert the(events, ModelsMoved).placements[0].at == (21.2, 11.5)
    assert [len(e.dice) for e in events if isinstance(e, Rolled)] == [2]
    assert state.units["b1"].model("b1.2").at == (21.2, 11.5)


@pytest.mark.rule("ARAP-MELEE-08")
def test_it_may_stay_but_after_the_round_it_must_move_up():
    events, state = play(asked(), Answer(side=B, choice="stay"), {"to-hit": [6]}, by_itself=FREE)
    assert not any(isinstance(e, ModelsMoved) for e in events)
    assert [o.id for o in state.prompt.options] == ["move"]
    assert state.prompt.rule == "ARAP-MORAL-04"


@pytest.mark.rule("ARAP-MELEE-08", "ARAP-MORAL-04")
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (there(20.5, 11.5), "bad-close-up"),
        (there(26, 12), "bad-close-up"),
        (there(21.9, 10.4), "bad-close-up"),
        (there(24, 10, "b1.1"), "bad-close-up"),
        (there(21, 11, "a1.1"), "unknown-model"),
    ],
    ids=["too far", "nearer to nobody", "on a base", "leaving an enemy", "not its own"],
)
def test_places_that_will_not_do(answer, code):
    with pytest.raises(IllegalAction) as caught:
        play(asked(), answer)
    assert (caught.value.refusal.code, caught.value.refusal.rule) == (code, "ARAP-MELEE-08")
    _, state = play(asked(), Answer(side=B, choice="stay"), {"to-hit": [6]}, by_itself=FREE)
    with pytest.raises(IllegalAction) as caught:
        play(state, there(23, 12))
    assert (caught.value.refusal.code, caught.value.refusal.rule) == ("must-close-up", "ARAP-MORAL-04")


def test_no_places_are_given_where_nothing_is_to_be_placed():
    state = two_squads(1, 1, round=1)
    _, state = play(state, END)
    with pytest.raises(IllegalAction) as caught:
        play(state, Answer(side=A, choice="fight", placements=there(1, 1).placements))
    assert caught.value.refusal.code == "nothing-to-place"


@pytest.mark.rule("ARAP-MELEE-08", "ARAP-TERR-02")
def test_dangerous_ground_is_tested_in_closing_up():
    scree = Terrain(id="scree", name="Scree", points=((22.5, 0), (24, 0), (24, 40), (22.5, 40)), hazard=1)
    state = replace(loose(), terrain=(scree,))
    dice = {"to-hit": [6, 6], "hazard": [1], "morale": [1, 1]}
    _, after = play(state, END, dice)
    assert [m.id for m in after.units["b1"].alive] == ["b1.1"]


def after_a_kill(slow=True):
    """A1.1 has struck down its only opponent in reach; two more stand near, quick or slow."""
    state = two_squads(1, 3, first=fighter("quick", i=4, ws=4), second=fighter("slow", i=3 if slow else 4))
    models = list(state.units["b1"].models)
    models[1:] = [replace(m, at=(24.5, 9 + 2 * n)) for n, m in enumerate(models[1:])]
    return moved(state, "b1", models=tuple(models))


@pytest.mark.rule("ARAP-MELEE-08", "ARAP-MELEE-09")
def test_who_has_struck_may_close_up_while_others_have_yet_to_strike():
    _, state = play(after_a_kill(), END, {"to-hit": [1], "to-wound": [6]}, by_itself=FREE)
    assert (state.prompt.unit, state.prompt.decline) == ("a1", "stay")
    before = state.units["a1"].models[0].at
    _, stayed = play(state, Answer(side=A, choice="stay"), by_itself=FREE)
    assert stayed.units["a1"].models[0].at == before
    _, went = play(state, Answer(side=A, choice="move"), by_itself=FREE)
    assert went.units["a1"].models[0].at != before


@pytest.mark.rule("ARAP-MORAL-04")
def test_who_has_struck_is_asked_once_when_nobody_strikes_after_it():
    dice = {"to-hit": [1, 6], "to-wound": [6], "morale": [1, 1]}
    _, state = play(after_a_kill(slow=False), END, dice, by_itself=FREE)
    assert (state.prompt.unit, state.prompt.decline, state.prompt.rule) == ("a1", "move", "ARAP-MORAL-04")
