"""Leaning out and firing blind, chosen in the plan of a shot."""

import msgspec
from msgspec.structs import replace

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A
from tests.rules.buildings.shooting.test_reaching import UNDER
from tests.rules.buildings.test_upstairs import RIFLE, a_house


def planned(field, kind="shoot", **ticked):
    return plan(field, A, Draft(kind=kind, unit="a1", target="b1", ticked=ticked))


def two_at_a_window():
    field = a_house(*UNDER)
    second = replace(field.units["a1"].models[0], id="a1.2", at=(54.3, 19.4))
    return field.with_unit(replace(field.units["a1"], models=(*field.units["a1"].models, second)))


def test_the_plan_says_what_each_way_to_fire_promises():
    found = planned(a_house(*UNDER))
    assert found.refusal.code == "dead-zone"
    assert [(w.name, w.need, w.chosen) for w in found.ways] == [
        ("From cover", "", True),
        ("Lean out", "2 or less", False),
        ("Blind, held out", "1, then 3 or less", False),
    ]
    assert found.ways[0].refusal.code == "dead-zone"


def test_a_press_on_a_way_makes_the_action():
    found = planned(a_house(*UNDER), how="lean")
    assert (found.refusal, msgspec.json.decode(found.action)["leaning"]) == (None, ["a1.1"])
    begun = planned(a_house(*UNDER), "wild")
    assert msgspec.json.decode(begun.action)["wild"] == ["a1.1"]
    assert planned(a_house(*UNDER), "wild", how="cover").refusal.code == "dead-zone"


def test_each_model_may_have_a_way_of_its_own():
    found = planned(two_at_a_window(), how="lean", **{"how:a1.2": "wild"})
    sent = msgspec.json.decode(found.action)
    assert (sent["leaning"], sent["wild"]) == (["a1.1"], ["a1.2"])
    assert [c.name for c in found.controls if c.name.startswith("how:")] == ["how:a1.1", "how:a1.2"]


def test_who_stands_at_no_edge_is_offered_no_ways():
    assert planned(a_house((55, 16), (15, 36))).ways == ()


def test_each_way_says_how_likely_the_target_hits_back():
    field = a_house(*UNDER)
    armed = replace(field.units["b1"].models[0], weapons=(RIFLE.id,))
    cover, lean, wild = planned(field.with_unit(replace(field.units["b1"], models=(armed,)))).ways
    assert cover.figures == ()
    assert [w.figures[-1].meaning for w in (lean, wild)] == ["hit back", "hit back"]
    assert int(lean.figures[-1].figure.rstrip("%")) > int(wild.figures[-1].figure.rstrip("%"))


def test_a_target_without_a_weapon_hits_nobody_back():
    assert "hit back" not in [f.meaning for w in planned(a_house(*UNDER)).ways for f in w.figures]


def test_a_shot_from_an_upper_window_is_drawn_from_the_side():
    drawn = planned(a_house(*UNDER)).side_view
    assert "3″ dead zone" in drawn
    assert 'class="sv-line dead"' in drawn
    assert 'class="sv-line lean"' in planned(a_house(*UNDER), how="lean").side_view


def test_a_shot_on_the_ground_is_not():
    assert planned(a_house((15, 30), (18, 30), levels=(1,))).side_view == ""


def test_a_corner_that_hides_the_firer_is_ringed():
    drawn = planned(a_house((9.2, 9.4), (15, 36), levels=(1,))).overlay.arcs
    assert drawn.count('class="corner"') == 1
    assert 'class="corner"' not in planned(a_house((15, 32), (15, 36), levels=(1,))).overlay.arcs
