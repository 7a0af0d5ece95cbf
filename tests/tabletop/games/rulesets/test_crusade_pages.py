"""What the pages of the Rules Crusade make of a state: plans, docks, flags."""

import msgspec

from tabletop.games.board import drawing
from tabletop.games.plans.drafts import Draft
from tabletop.games.rulesets.crusade import plans
from tests.rules.crusade.cast import A, battle, put


def planned(state, kind, unit="a1", side=A, **draft):
    return plans.plan(state, side, Draft(kind=kind, unit=unit, **draft))


def sent(told):
    return msgspec.json.decode(told.action)


def test_a_flag_carries_the_dice_that_a_troop_has_left():
    state = battle(put("a1", "terminator", (10, 10), dice=2), put("b1", "rhino", (30, 10)))
    flags = {unit.id: unit.strength for unit in drawing.units(state)}
    assert flags["a1"] == 2


def test_one_weapon_says_beside_the_button_how_likely_it_hits_and_ends_its_target():
    state = battle(put("a1", "rhino", (10, 10), 90), put("b1", "marine", (20, 10)))
    told = planned(state, "fire", target="b1")
    assert [f.meaning for f in told.figures] == ["a hit", "out of play"]


def test_several_weapons_say_each_how_likely_they_hit():
    state = battle(put("a1", "landspeeder", (10, 10), 90), put("b1", "marine", (20, 10)))
    told = planned(state, "fire", target="b1")
    assert [f.meaning for f in told.figures] == ["Assault cannon", "Multi-melta"]


def test_a_walk_that_comes_back_to_where_it_began_is_none():
    state = battle(put("a1", "marine", (10, 10)), put("b1", "marine", (30, 10)))
    told = planned(state, "move", path=((12, 10), (10, 10)))
    assert told.refusal is None
    back = planned(state, "move", path=((10, 10),))
    assert (back.refusal.code, back.action) == ("no-way", "")
