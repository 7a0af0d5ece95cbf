"""What players without a person do at the Rules Crusade: one model after the other, riders, wipeouts, shells."""

from __future__ import annotations

import pytest

from rules import characters
from rules.characters import AGGRESSIVE, CAUTIOUS
from rules.crusade import models
from rules.crusade.driving.drive import DriveWipedOut
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.shooting.reloading import ReloadWeapons
from rules.crusade.transport.troops_aboard import StepOut
from rules.crusade.troops import MoveTroop
from rules.dice.sources import SeededDice
from rules.engine import decide, fold
from tests.rules.crusade.acts import A1, B1, shoot
from tests.rules.crusade.cast import A, act, battle, drive, held, put

CHOICES = SeededDice(1)
BOTH = pytest.mark.parametrize("character", [AGGRESSIVE, CAUTIOUS], ids=lambda c: c.id)
FAR = put("b9", "marine", (46, 4))


def chosen(state, character):
    return characters.next_action(state, A, character, CHOICES, 0)


@BOTH
@pytest.mark.rule("CRU-TURN-01")
def test_a_model_in_hand_reloads_before_another_is_taken(character):
    empty = {"a1": held(empty=("0",))}
    state = battle(put("a1", "leman-russ", (6, 30), 90), put("a2", "marine", (6, 12)), FAR, noting=empty)
    state, _ = act(state, drive("a1"))
    assert isinstance(found := chosen(state, character), ReloadWeapons)
    assert found.unit == A1


@BOTH
@pytest.mark.parametrize(
    ("foe", "cards", "out"), [((20, 8), (), True), ((46, 4), (), False), ((46, 4), ("FIRE",), True)]
)
def test_riders_get_out_where_the_enemy_is_near_or_their_wagon_burns(character, foe, cards, out):
    rider = put("a1", "marine", (20, 20), aboard="a2", weapons=("boltgun",))
    done = {"a2": held(*cards, done=True)}
    state = battle(rider, put("a2", "rhino", (20, 20)), put("b1", "marine", foe), noting=done)
    assert isinstance(chosen(state, character), StepOut) is out


def wiped_out(*others):
    """A rhino of side B that looks north and has wiped out under the fire of A1."""
    state = battle(put("a1", "leman-russ", (20, 34)), put("b1", "rhino", (20, 16)), *others)
    dice = {"attack": [2, 1, 0, 0, 0], "vehicle_defence": [0, 0], "damage_card": ["DRIVE"], "wipeout": [4, 1, 4]}
    state, _ = act(state, shoot("a1", "b1"), **dice)
    assert state.prompt.kind == "wipeout"
    return state


@BOTH
@pytest.mark.rule("CRU-WIPE-02")
def test_a_wiped_out_enemy_is_driven_into_its_own_side(character):
    found = chosen(wiped_out(put("b2", "land-raider", (20, 9), points=60)), character)
    assert isinstance(found, DriveWipedOut)
    assert found.ram == "b2"


@BOTH
@pytest.mark.rule("CRU-WIPE-02")
def test_a_wiped_out_enemy_is_driven_over_none_of_ones_own(character):
    state = wiped_out(put("a2", "guardsman", (20, 11), points=20), put("a3", "guardsman", (20, 21), points=20))
    found = chosen(state, character)
    driven = fold(decide(state, found, SeededDice(1)), state)
    assert all(not driven.units[own].is_gone for own in ("a2", "a3"))
    assert driven.prompt is None
    assert models.place(driven, driven.units[B1]) != (20, 10)


@BOTH
def test_shells_do_not_burst_among_ones_own(character):
    tank, foe = put("a1", "leman-russ", (20, 30)), put("b1", "guardsman", (20, 12), points=3)
    moved = {"a1": held(moves=1)}
    alone = battle(tank, foe, FAR, noting=moved)
    assert isinstance(chosen(alone, character), FireWeapons)
    own = (put(f"a{n}", "marine", (17.5 + n / 2, 11), points=10) for n in (4, 5, 6))
    among = battle(tank, foe, *own, noting=moved)
    assert not isinstance(chosen(among, character), FireWeapons)


@BOTH
@pytest.mark.rule("CRU-TURN-02")
def test_who_has_fired_does_not_walk_into_the_reach_of_blows(character):
    """A terminator comes 6 inches and strikes: from 12 inches away nobody goes nearer to him without a shot left."""
    state = battle(
        put("a1", "guardsman", (20, 30), weapons=("lasgun",)),
        put("b1", "terminator", (20, 18)),
        noting={"a1": held(acted=True)},
    )
    assert not isinstance(chosen(state, character), MoveTroop)


@BOTH
@pytest.mark.rule("CRU-MOVE-03")
def test_a_vehicle_that_has_fired_backs_off_from_who_would_strike_it(character):
    foe, fired = put("b1", "terminator", (20, 18)), {"a1": held(acted=True)}
    state = battle(put("a1", "rhino", (20, 26), points=30), foe, noting=fired)
    found = chosen(state, character)
    after = fold(decide(state, found, SeededDice(1)), state)
    assert models.place(after, after.units[A1])[1] > 26
