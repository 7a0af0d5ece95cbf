"""Grenades dropped out of windows, pointed at on the board."""

import msgspec
from msgspec.structs import replace

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A
from tests.rules.buildings.shooting.test_dropping import GRENADE, UNDER, a_watch
from tests.rules.buildings.test_upstairs import a_house


def planned(field, **values):
    return plan(field, A, Draft(kind="drop-grenade", unit="a1", **values))


def test_an_enemy_below_is_pointed_at_and_the_marker_is_drawn():
    found = planned(a_watch(), target="b1")
    sent = msgspec.json.decode(found.action)
    assert (sent["type"], sent["drops"], sent["target"]) == (
        "DropGrenade",
        [{"model": "a1.1", "at": list(UNDER)}],
        "b1",
    )
    assert found.groups[0].need == "1, then 3 or less"
    assert "Without scatter: 1 model of B1 under it" in found.notes


def test_a_spot_under_the_window_will_do_and_nothing_else():
    assert msgspec.json.decode(planned(a_watch(), path=((15.2, 20.8),)).action)["drops"][0]["at"] == [15.2, 20.8]
    assert planned(a_watch()).text == "Choose an enemy below, or press a spot under the window."
    assert planned(a_watch(), path=((40.0, 40.0),)).text == "Nobody at a window or edge is right above that."


def test_a_unit_of_five_drops_two_and_says_who():
    field = a_house((55, 19.5), UNDER, weapon=GRENADE)
    first = field.units["a1"].models[0]
    more = (replace(first, id=f"a1.{n}", at=(54 + n / 2, 19.4)) for n in (2, 3, 4, 5))
    field = field.with_unit(replace(field.units["a1"], models=(first, *more)))
    found = planned(field, target="b1", ticked={"count": "2", "who": "a1.2"})
    assert [d["model"] for d in msgspec.json.decode(found.action)["drops"]] == ["a1.2", "a1.1"]
    assert [c.name for c in found.controls] == ["count", "who"]
