"""Walls and doors are chosen on the board: by a press, with what a fall would do."""

import msgspec

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_profile, a_weapon
from tests.rules.buildings.breaking.test_walls import GUN, a_street

AIMED = {"kind": "shoot-wall", "unit": "a1"}


def planned(state, **values):
    return plan(state, A, Draft(**{**AIMED, **values}))


def sent(expected):
    action = msgspec.json.decode(expected.action)
    return action.get("opening"), action.get("wall", 0), action.get("part", 0)


def test_a_press_on_a_wall_means_that_inch_of_it():
    found = planned(a_street(), path=((22.5, 22.3),))
    assert sent(found) == (None, 2, 9)
    (which,) = [c for c in found.controls if c.name == "which"]
    assert which.choices[0] == ("", "As pressed: the wall of House")


def test_a_press_on_a_door_means_the_door():
    assert sent(planned(a_street(), path=((28.7, 22.2),)))[0] == 0


def test_a_press_far_from_any_wall_and_the_list_keep_what_was_chosen():
    state = a_street()
    first = sent(planned(state))
    assert sent(planned(state, path=((10, 40),))) == first
    label = next(c for c in planned(state).controls if c.name == "which").choices[-1][0]
    assert sent(planned(state, path=((22.5, 22.3),), ticked={"which": label})) == sent(
        planned(state, ticked={"which": label})
    )


def test_what_may_be_chosen_is_drawn_with_rubble_and_those_whom_a_fall_would_hit():
    near = a_street(theirs=((24, 21.2),))
    over = planned(near, path=((22.5, 22.3),)).overlay
    assert 'class="pick-on"' in over.preview
    assert "data-pick" in over.preview
    assert over.preview.count('class="touch"') == 1
    assert over.arcs.count('class="blast"') == 2
    stands = a_street(theirs=((24, 21.2),), options={"wall_collapse": "stand"})
    assert "blast" not in planned(stands, path=((22.5, 22.3),)).overlay.arcs


def test_charges_are_planted_by_a_box_or_by_themselves_where_blows_are_too_weak():
    bomb = a_weapon("melta-bomb", type="bomb", range_in=0, strength=8, ap=1, traits=("melta",))
    axe = a_weapon("axe", type="melee", strength=8)
    beside = a_street((26.5, 22.8), (27.7, 22.8), weapons=(axe, bomb))
    found = planned(beside, kind="strike-wall", path=((26.5, 22.1),))
    assert [(c.name, c.value) for c in found.controls if c.name == "plant"] == [("plant", "")]
    assert not msgspec.json.decode(found.action).get("plant")
    for path in ((), ((26.5, 22.1),)):
        laid = planned(beside, kind="strike-wall", path=path, ticked={"plant": "1"})
        assert msgspec.json.decode(laid.action)["plant"] is True
        assert any("planted" in n for n in laid.notes)
    weak = a_street((26.5, 22.8), (27.7, 22.8), weapons=(bomb,), profile=a_profile("weak", s=2))
    listed = next(c for c in planned(weak, kind="strike-wall").controls if c.name == "which").choices
    assert [label for label, _ in listed] == ["Strike back door", "Plant charges on the wall of House"]
    alone = planned(weak, kind="strike-wall", ticked={"which": listed[1][0]})
    assert msgspec.json.decode(alone.action)["plant"] is True
    assert planned(weak, kind="strike-wall", path=((26.5, 22.1),)).refusal.code == "cannot-hurt"
    pressed = planned(weak, kind="strike-wall", path=((26.5, 22.1),), ticked={"plant": "1"})
    assert msgspec.json.decode(pressed.action)["plant"] is True


def test_walls_are_struck_with_several_weapons_by_a_box_where_somebody_has_them():
    axe, maul = (a_weapon(name, type="melee", strength=4) for name in ("axe", "maul"))
    both = a_street((26.5, 22.8), (27.7, 22.8), weapons=(axe, maul))
    found = planned(both, kind="strike-wall")
    assert [(c.name, c.label) for c in found.controls if c.name == "several"] == [
        ("several", "Several weapons at once")
    ]
    struck = planned(both, kind="strike-wall", ticked={"several": "1"})
    assert msgspec.json.decode(struck.action)["several"] is True
    one = a_street((26.5, 22.8), (27.7, 22.8), weapons=(axe,))
    assert all(c.name != "several" for c in planned(one, kind="strike-wall").controls)


def test_who_strikes_and_who_fires_is_chosen_by_chips():
    axe = a_weapon("axe", type="melee", strength=8)
    beside = a_street((26.5, 22.8), (27.7, 22.8), (24, 30), weapons=(axe, GUN))
    found = planned(beside, kind="strike-wall", path=((26.5, 22.1),))
    assert (found.firers.title, found.firers.text) == ("Who strikes", "2 of 3 models")
    assert [bool(c.why) for c in found.firers.chips] == [False, False, True]
    one = planned(beside, kind="strike-wall", path=((26.5, 22.1),), ticked={"f:a1.1": "0"})
    assert (msgspec.json.decode(one.action)["models"], one.firers.text) == (["a1.2"], "1 of 3 models")
    none = planned(beside, kind="strike-wall", ticked={"f:a1.1": "0", "f:a1.2": "0"})
    assert (none.action, none.text) == ("", "Take in at least one model.")
    fire = planned(beside, ticked={"f:a1.3": "0"}, path=((26.5, 22.1),))
    assert (fire.firers.title, msgspec.json.decode(fire.action)["models"]) == ("Who fires", ["a1.1", "a1.2"])
