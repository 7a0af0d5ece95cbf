"""A hull that has moved on is charged where it stands or where it came by, at the place that is pressed. (VEH-CC-01)"""

import msgspec
from msgspec.structs import replace

from rules.forces.unit import UnitTurn
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_unit, a_weapon
from tests.rules.vehicles.garage import a_vehicle


def planned(moved=True, **draft):
    """A1 south of the way of B1, which stands at its east end."""
    turn = UnitTurn(moved_in=9, path=((20, 20, 90), (29, 20, 90))) if moved else UnitTurn()
    truck = a_vehicle("b1", at=(29, 20), heading=90, length_in=4, width_in=2, flags={"now": turn})
    state = a_battle(a_unit("a1", [(24, 25), (25, 25)]), truck, active="a1", ap=1)
    return plan(state, A, Draft(kind="charge", unit="a1", target="b1", **draft))


def caught(expected):
    return msgspec.json.decode(expected.action).get("caught")


def test_it_is_charged_where_it_stands_unless_somebody_says_otherwise():
    found = planned()
    assert caught(found) is None
    box = next(c for c in found.controls if c.name == "caught")
    assert (box.label, box.value, [word for _, word in box.choices]) == (
        "At it",
        "",
        ["Where it stands", "Where it came by"],
    )
    assert found.aims == "point"
    assert "can be caught here" in found.overlay.preview
    assert 'class="catch"' in found.overlay.preview
    assert caught(planned(ticked={"caught": "way"})) is not None


def test_the_place_that_is_pressed_on_its_way_is_where_it_is_caught():
    found = planned(path=((23.2, 21),))
    assert caught(found) == [23, 20, 90]
    assert (found.pointed, found.drop) == (True, "Where it stands")


def test_who_stood_still_is_charged_where_it_stands_alone():
    found = planned(moved=False)
    assert found.aims == ""
    assert all(c.name != "caught" for c in found.controls)


def test_a_way_that_lies_too_far_off_is_told_so():
    turn = UnitTurn(moved_in=9, path=((20, 20, 90), (29, 20, 90)))
    truck = a_vehicle("b1", at=(29, 20), heading=90, length_in=4, width_in=2, flags={"now": turn})
    state = a_battle(a_unit("a1", [(24, 45)]), truck, active="a1", ap=1)
    shown = plan(state, A, Draft(kind="charge", unit="a1", target="b1", ticked={"caught": "way"}))
    assert 'class="catch"' not in shown.overlay.preview


def test_it_is_fired_at_on_the_run_by_whom_and_with_what_somebody_ticks():
    pistol, gun = (a_weapon(name, type=name, range_in=12, strength=8) for name in ("pistol", "assault"))
    state = a_battle(
        a_unit("a1", [(26, 26.5), (28, 26.5)], weapons=[pistol, gun]),
        a_vehicle("b1", at=(29, 20), heading=90, length_in=4, width_in=2),
        active="a1",
        ap=1,
    )
    drafted = Draft(kind="charge", unit="a1", target="b1")
    assert [c.name for c in plan(state, A, drafted).controls] == ["fire"]
    ticked = {"fire": "1", "w:pistol": "", "f:a1.2": "0"}
    shown = plan(state, A, replace(drafted, ticked=ticked))
    assert msgspec.json.decode(shown.action) == {
        "type": "ChargeVehicle",
        "side": "a",
        "unit": "a1",
        "target": "b1",
        "fire": True,
        "weapons": ["assault"],
        "firers": ["a1.1"],
    }
    assert shown.firers.text == "1 of 2 models, 1 shot"
