"""Shooting into houses that are entered, and out of them: how deep inside one sees and is seen."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.engine import preview
from rules.events import Rolled
from rules.table.terrain import Terrain
from rules.vehicles.gemini.motion.terrain_cost import field_of
from tests.builders import play, the
from tests.rules.buildings.doors.test_doors import a_field

SHOT = Shoot(side="a", unit="a1", target="b1")


def fired(state, *to_hit, again=(), wounds=()):
    """What the shots needed and how many hit with these dice, second dice and wounds."""
    dice = {"to-hit": to_hit, "extended-reroll": again, "to-wound": wounds}
    events, _ = play(state, SHOT, {label: faces for label, faces in dice.items() if faces})
    return next(e.goal for e in events if isinstance(e, Rolled)), the(events, ShotsFired).hits


def modifiers(state):
    return [
        (m.value, m.rule) for m in preview(state, SHOT).shots[0].modifiers if m.rule.startswith(("BLD", "ARAP-HIT-06"))
    ]


@pytest.mark.rule("BLD-INTO-02", "BLD-INTO-03")
def test_nobody_outside_sees_further_than_six_inches_in():
    assert modifiers(a_field((30, 30), theirs=((30, 19),))) == [(-2, "BLD-INTO-02")]
    assert fired(a_field((30, 30), theirs=((30, 19),)), 1, 2, again=[3], wounds=[1]) == (0, 1)
    refusal = preview(a_field((30, 30), theirs=((30, 18.9),)), SHOT).refusal
    assert (refusal.code, refusal.rule) == ("too-deep", "BLD-INTO-03")


@pytest.mark.rule("BLD-OUT-02")
def test_firing_out_is_free_near_the_opening_dearer_inside_and_impossible_deep_inside():
    for y, found in ((23, []), (22, [(-1, "BLD-OUT-02")]), (19, [(-1, "BLD-OUT-02")])):
        assert modifiers(a_field((30, y), theirs=((30, 30),), facing=180)) == found
    assert fired(a_field((30, 23), theirs=((30, 30),), facing=180), 1, 2, wounds=[1, 1]) == (2, 2)
    assert fired(a_field((30, 22), theirs=((30, 30),), facing=180), 1, 2, wounds=[1]) == (1, 1)
    refusal = preview(a_field((30, 18.9), theirs=((30, 30),), facing=180), SHOT).refusal
    assert (refusal.code, refusal.rule) == ("too-deep", "BLD-OUT-02")


@pytest.mark.parametrize("vehicle", ["tracked", "skimmer"])
def test_no_vehicle_drives_in_or_flies_through(vehicle):
    field = field_of(a_field((30, 30), theirs=((30, 19),)), vehicle)
    assert field.price_at((30.0, 20.0)).factor == 0


def test_inside_the_house_distance_hides_nobody():
    assert modifiers(a_field((30, 24), theirs=((30, 16),))) == []


@pytest.mark.rule("BLD-OUT-01")
def test_who_fires_out_of_an_opening_is_in_hard_cover_and_nothing_shut_is_fired_through():
    assert modifiers(a_field((30, 30), theirs=((30, 24),))) == [(-2, "BLD-OUT-01")]
    assert fired(a_field((30, 30), theirs=((30, 24),)), 1, 1, again=[3, 4], wounds=[1]) == (0, 1)
    shut = preview(a_field((30, 30), theirs=((30, 24),), state="closed"), SHOT).refusal
    assert shut.code == "no-line-of-sight"


@pytest.mark.rule("BLD-INTO-04")
def test_a_slant_through_an_opening_costs_one():
    for x, found in ((30, False), (33, False), (36, True)):
        shown = modifiers(a_field((x, 29), theirs=((29.5, 24.2),)))
        assert ((-1, "BLD-INTO-04") in shown) is found
    for x, needed, hits in ((30, 0, 1), (36, -1, 0)):
        slanted = a_field((x, 29), theirs=((29.5, 24.2),))
        assert fired(slanted, 1, 2, again=[3], wounds=[1] * hits) == (needed, hits)


@pytest.mark.rule("BLD-MOVE-03")
def test_furniture_gives_at_least_soft_cover():
    ring = ((29.0, 15.5), (31.0, 15.5), (31.0, 17.0), (29.0, 17.0))
    for cover, value, again in (("none", -1, []), ("hard", -2, [4])):
        desks = Terrain(id="desks", name="Desks", points=ring, look="furniture", cover=cover)
        field = a_field((30, 24), theirs=((30, 16),))
        field = replace(field, terrain=(*field.terrain, desks))
        shown = preview(field, SHOT).shots[0].modifiers
        assert [m.value for m in shown if m.rule == "BLD-MOVE-03"] == [value]
        hits = 1 if cover == "none" else 0
        assert fired(field, 1, 2, again=again, wounds=[1] * hits) == (2 + value, hits)


@pytest.mark.rule("BLD-MOVE-03")
def test_who_is_behind_furniture_is_covered_too_unless_the_firer_is_at_it():
    """A desk half an inch before the target; three inches and more behind it does not help, nor in older games."""
    for top, version, found in ((17.0, "", [-1]), (20.0, "", []), (22.0, "", []), (17.0, "9", [])):
        ring = ((29.0, top), (31.0, top), (31.0, top + 0.5), (29.0, top + 0.5))
        desk = Terrain(id="desk", name="Desk", points=ring, look="furniture")
        field = a_field((30, 23), theirs=((30, 16),))
        field = replace(field, terrain=(*field.terrain, desk), version=version or field.version)
        shown = preview(field, SHOT).shots[0].modifiers
        assert [m.value for m in shown if m.rule == "BLD-MOVE-03"] == found


@pytest.mark.rule("BLD-INTO-02")
def test_the_host_waives_that_cover_where_it_is_lit_or_nobody_expects_fire():
    field = a_field((30, 30), theirs=((30, 19),))
    ruling = RuleShot(side="a", unit="a1", target="b1", ruling="lit", reason="lamps burn")
    _, lit = play(field, ruling)
    assert (modifiers(field), modifiers(lit)) == ([(-2, "BLD-INTO-02")], [])
    _, after_all = play(lit, replace(ruling, ruling="not-lit"))
    assert modifiers(after_all) == [(-2, "BLD-INTO-02")]
