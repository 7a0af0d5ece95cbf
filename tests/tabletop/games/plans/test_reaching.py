"""Leaning out and firing blind, chosen in the plan of a shot."""

import msgspec
from msgspec.structs import replace

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A
from tests.rules.buildings.shooting.test_reaching import UNDER
from tests.rules.buildings.test_upstairs import a_house


def planned(field, kind="shoot", **ticked):
    return plan(field, A, Draft(kind=kind, unit="a1", target="b1", ticked=ticked))


def two_at_a_window():
    field = a_house(*UNDER)
    second = replace(field.units["a1"].models[0], id="a1.2", at=(54.3, 19.4))
    return field.with_unit(replace(field.units["a1"], models=(*field.units["a1"].models, second)))


def test_the_plan_says_what_each_way_to_fire_promises():
    told = planned(a_house(*UNDER))
    assert told.refusal.code == "dead-zone"
    assert [(w.name, w.need, w.chosen) for w in told.ways] == [
        ("From cover", "", True),
        ("Lean out", "2 or less", False),
        ("Blind, held out", "1, then 3 or less", False),
    ]
    assert told.ways[0].refusal.code == "dead-zone"


def test_a_press_on_a_way_makes_the_action():
    told = planned(a_house(*UNDER), how="lean")
    assert (told.refusal, msgspec.json.decode(told.action)["leaning"]) == (None, ["a1.1"])
    begun = planned(a_house(*UNDER), "wild")
    assert msgspec.json.decode(begun.action)["wild"] == ["a1.1"]
    assert planned(a_house(*UNDER), "wild", how="cover").refusal.code == "dead-zone"


def test_each_model_may_have_a_way_of_its_own():
    told = planned(two_at_a_window(), how="lean", **{"how:a1.2": "wild"})
    sent = msgspec.json.decode(told.action)
    assert (sent["leaning"], sent["wild"]) == (["a1.1"], ["a1.2"])
    assert [c.name for c in told.controls if c.name.startswith("how:")] == ["how:a1.1", "how:a1.2"]


def test_who_stands_at_no_edge_is_offered_no_ways():
    assert planned(a_house((55, 16), (15, 36))).ways == ()
