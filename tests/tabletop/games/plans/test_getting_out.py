"""Getting out: near the place that is pressed, and every model where it is dragged. (VEH-BRD-10)"""

import msgspec

from rules.forces.unit import UnitTurn
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_unit
from tests.rules.vehicles.garage import a_carrier


def planned(carrier=None, **draft):
    carrier = carrier or a_carrier("a1", at=(30, 20))
    riders = a_unit("a2", [(30, 20)] * 3, aboard="a1")
    state = a_battle(carrier, riders, a_unit("b1", [(60, 40)]), active="a2", ap=1)
    return plan(state, A, Draft(kind="get-out", unit="a2", **draft))


def places(expected):
    return {p["model"]: p["at"] for p in msgspec.json.decode(expected.action)["placements"]}


def test_single_models_are_set_down_where_they_are_dragged():
    near = planned(path=((30, 24),))
    assert [c.label for c in near.controls] == ["Single models"]
    as_proposed = places(near)
    name, (x, y) = max(as_proposed.items(), key=lambda each: each[1][0])
    found = planned(path=((30, 24),), ticked={"single": "1"}, models={name: (x + 0.2, y)})
    assert places(found) == {**as_proposed, name: [x + 0.2, y]}
    far = planned(path=((30, 24),), ticked={"single": "1"}, models={name: (x, y + 9)})
    assert (far.action, far.refusal is not None) == ("", True)


def test_out_of_a_hull_that_moves_one_points_beside_the_way_that_it_came():
    came = UnitTurn(moved_in=6, path=((30, 32, 0), (30, 20, 0)))
    carrier = a_carrier("a1", at=(30, 20), flags={"now": came})
    asked = planned(carrier)
    assert asked.text.startswith("Click beside the way that it came")
    assert planned().text.startswith("Click beside the hull")
    far = planned(carrier, path=((32.75, 32),))
    assert sum(28 < y < 36 for _, y in places(far).values()) == 3
    assert far.refusal is None
    assert "arc-e reach" in far.overlay.arcs
    assert "arc-e reach" not in planned(path=((30, 24),)).overlay.arcs


def test_the_host_presses_where_people_aboard_are_put_down():
    state = a_battle(a_carrier("a1", at=(30, 20)), a_unit("a2", [(30, 20)] * 3, aboard="a1"), a_unit("b1", [(60, 40)]))
    asked = plan(state, A, Draft(kind="rule-place", unit="a2"))
    assert asked.text == "Press where the unit should stand."
    shown = plan(state, A, Draft(kind="rule-place", unit="a2", path=((36, 20),), ticked={"reason": "they got out"}))
    stand = list(places(shown).values())
    assert len({tuple(at) for at in stand}) == 3
    assert all(abs(x - 36) < 4 and abs(y - 20) < 4 for x, y in stand)
