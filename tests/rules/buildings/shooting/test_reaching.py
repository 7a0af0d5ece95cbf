"""Leaning out of windows and over edges, weapons held out blind."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.turn.activation import Activate
from rules.buildings.shooting.reaching import LeanedOut
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.table.building import Building
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, a_weapon, play, the
from tests.rules.buildings.test_upstairs import SHOT, a_house

LEAN = replace(SHOT, leaning=("a1.1",))
WILD = replace(SHOT, wild=("a1.1",))
UNDER = ((55, 19.5), (15, 22))
"""At the window of the second floor, and two inches from the wall under it."""


def face(state, facing, turn="a"):
    """Birch turned that way, and its turn if it is to fire."""
    unit = state.units["b1"]
    models = tuple(replace(m, facing=facing) for m in unit.models)
    state = state.with_unit(replace(unit, models=models))
    return state.with_turn(place=1, active="b1", ap=2) if turn == "b" else state


def goal(state, action):
    (line,) = preview(state, action).shots
    return line.goal, [(m.value, m.rule) for m in line.modifiers if not m.rule.startswith("ARAP-HIT-03")]


@pytest.mark.rule("BLD-HIGH-01", "BLD-HIGH-02")
def test_whoever_leans_out_ignores_the_dead_zone_and_is_shot_at_as_in_the_open():
    field = a_house(*UNDER)
    refused = preview(field, SHOT).refusal
    assert (refused.code, refused.allowed) == ("dead-zone", "3″ from it or further; or lean out, or fire blind")
    (offer,) = (o for o in legal_actions(field, "a") if o.kind == "lean")
    assert offer.action == LEAN
    assert "leans out" in str(preview(field, LEAN).shots[0].notes)
    events, after = play(field, LEAN, {"to-hit": [6, 6]})
    found = the(events, LeanedOut)
    assert found.rules == ("BLD-HIGH-02", "BLD-HIGH-01")
    assert found.sentence(after) == "A1: A1.1 leans out, without cover"
    assert the(events, Rolled).rules[-1] == "BLD-HIGH-02"
    back = replace(SHOT, side="b", unit="b1", target="a1")
    armed = a_house(*UNDER)
    sheltered = face(replace(armed, units={**armed.units, "b1": with_rifle(armed)}), 0, "b")
    leant = face(replace(after, units={**after.units, "b1": with_rifle(after)}), 0, "b")
    assert (-2, "BLD-OUT-01") in goal(sheltered, back)[1]
    assert goal(leant, back)[0] == goal(sheltered, back)[0] + 2


def with_rifle(state):
    return replace(state.units["b1"], models=tuple(replace(m, weapons=("rifle",)) for m in state.units["b1"].models))


@pytest.mark.rule("BLD-HIGH-02")
def test_it_is_in_again_when_its_unit_is_activated_or_walks_away():
    _, after = play(a_house(*UNDER), LEAN, {"to-hit": [6, 6]})
    unit = after.units["a1"]
    assert unit.leans_to(unit.models[0]) is not None
    assert unit.leans_to(replace(unit.models[0], at=(55, 16))) is None
    fresh = after.with_turn(active=None, ap=0).with_unit(replace(unit, now=type(unit.now)()))
    _, later = play(fresh, Activate(side="a", unit="a1", dice=1), {"activation": [1]})
    assert later.units["a1"].leaning == ()


@pytest.mark.rule("BLD-HIGH-03")
def test_a_weapon_held_out_blind_is_fired_at_one_and_its_firer_keeps_his_cover():
    field = a_house(*UNDER)
    line = preview(field, WILD).shots[0]
    assert (line.goal, line.modifiers[0].rule) == (0, "ARAP-HIT-03")
    assert "held out blind: at BS1, keeps its cover (BLD-HIGH-03)" in line.notes
    events, after = play(field, WILD, {"to-hit": [6, 6]})
    assert (the(events, Rolled).base, after.units["a1"].leaning) == (1, ())
    assert [o.action for o in legal_actions(field, "a") if o.kind == "wild"] == [WILD]


@pytest.mark.rule("BLD-HIGH-04")
def test_only_pistols_and_basic_weapons_are_held_out():
    for weapon, barred in (
        (a_weapon("rifle"), False),
        (a_weapon("pistol", type="pistol", range_in=12), False),
        (a_weapon("bow", range_in=12, traits=("low-velocity",)), True),
        (a_weapon("repeater", type="heavy", shots=3), True),
        (a_weapon("flamer", type="assault", range_in=0, template=True), True),
        (a_weapon("launcher", type="assault", marker_in=3), True),
    ):
        refused = preview(a_house(*UNDER, weapon=weapon), WILD).refusal
        assert (refused is not None and (refused.code, refused.rule) == ("not-blind", "BLD-HIGH-04")) is barred


@pytest.mark.rule("BLD-HIGH-02", "BLD-HIGH-03")
def test_nobody_leans_out_who_stands_at_no_window():
    away = a_house((55, 18.5), (15, 22))
    for action, rule in ((LEAN, "BLD-HIGH-02"), (WILD, "BLD-HIGH-03")):
        refused = preview(away, action).refusal
        assert (refused.code, refused.rule) == ("no-edge", rule)
    assert not [o for o in legal_actions(away, "a") if o.kind in ("lean", "wild")]
    assert preview(a_house(*UNDER), replace(LEAN, wild=("a1.1",))).refusal.code == "unknown-model"


def a_rampart(mine, theirs, height=4, **values):
    """A castle wall four inches high, from 10 to 30 across."""
    ring = ((10.0, 10.0), (30.0, 10.0), (30.0, 14.0), (10.0, 14.0))
    wall = Terrain(
        id="wall", name="Wall", points=ring, look="wall", elevation_in=height, gradient_deg=90, vertical="impassable"
    )
    wall = replace(wall, **values)
    squad = a_unit("a1", [mine], weapons=[a_weapon("rifle")], facing=180)
    return a_battle(squad, a_unit("b1", [theirs]), active="a1", ap=2, terrain=(wall,))


@pytest.mark.rule("BLD-HIGH-01", "BLD-HIGH-02")
def test_men_on_a_castle_wall_have_a_dead_zone_too_and_no_limit_of_depth():
    assert preview(a_rampart((20, 13.5), (20, 16)), SHOT).refusal.rule == "BLD-HIGH-01"
    assert preview(a_rampart((20, 13.5), (20, 17.2)), SHOT).refusal is None
    assert preview(a_rampart((20, 13.5), (20, 15.1), height=2), SHOT).refusal is None
    assert preview(a_rampart((20, 13.5), (20, 16)), LEAN).refusal is None


@pytest.mark.rule("BLD-OUT-03")
def test_battlements_are_cover_for_those_behind_them():
    for rail, found in ((0, []), (1, [(-2, "BLD-OUT-03")])):
        field = face(a_rampart((20, 13.5), (20, 20), rail_in=rail), 0, "b")
        field = field.with_unit(with_rifle(field))
        assert goal(field, replace(SHOT, side="b", unit="b1", target="a1"))[1] == found


def on_a_roof(at, **values):
    """The flat roof of a house of one floor, laid out beside it, and an enemy well to the south of it."""
    field = a_house(at, (15, 36), **values)
    (house, plan) = field.terrain
    inside = replace(plan.building, is_roof=True, openings=())
    return replace(field, terrain=(house, replace(plan, building=inside, rail_in=1)))


@pytest.mark.rule("BLD-OUT-03")
def test_on_a_roof_depth_limits_nobody_and_its_parapet_is_cover():
    back = replace(SHOT, side="b", unit="b1", target="a1")
    assert goal(on_a_roof((55, 13)), SHOT)[1] == []
    field = face(on_a_roof((55, 13)), 0, "b")
    field = field.with_unit(with_rifle(field))
    assert (-2, "BLD-OUT-03") in goal(field, back)[1]
    for state, action, needed, more in ((on_a_roof((55, 13)), SHOT, 2, {}), (field, back, 0, {"extended-reroll": [3]})):
        events, _ = play(state, action, {"to-hit": [1], **more, "to-wound": [1]})
        assert (next(e.goal for e in events if isinstance(e, Rolled)), the(events, ShotsFired).hits) == (needed, 1)
    near = face(on_a_roof((55, 19.5)), 180)
    near = near.with_unit(replace(near.units["b1"], models=(replace(near.units["b1"].models[0], at=(15, 22)),)))
    assert preview(near, SHOT).refusal.code == "dead-zone"
    assert preview(near, LEAN).refusal is None


def at_corner(mine):
    """A shed; somebody behind its north-east corner, and an enemy to the south-east of it."""
    ring = ((20.0, 20.0), (30.0, 20.0), (30.0, 30.0), (20.0, 30.0))
    inside = Building(handling="solid")
    shed = Terrain(
        id="shed", name="Shed", points=ring, look="building", going="impassable", blocks_sight=True, height_in=3
    )
    shed = replace(shed, building=inside)
    squad = a_unit("a1", [mine], weapons=[a_weapon("rifle")], facing=180)
    return a_battle(squad, a_unit("b1", [(31, 40)]), active="a1", ap=2, terrain=(shed,))


@pytest.mark.rule("BLD-HIGH-03")
def test_one_fires_blind_round_a_corner_from_close_behind_it():
    assert preview(at_corner((29, 19)), SHOT).refusal.code == "no-line-of-sight"
    assert preview(at_corner((29, 19)), WILD).shots[0].goal == 0
    assert preview(at_corner((29, 19)), LEAN).refusal.rule == "BLD-HIGH-02"
    far = preview(at_corner((28.6, 19.4)), WILD).refusal
    assert (far.code, far.allowed) == (
        "no-edge",
        "within 1″ of an open window, a doorway or an edge, or 1.5″ of a corner (BLD-CRNR-01)",
    )


def test_one_of_a_unit_leans_out_and_another_fires_blind_in_one_action():
    field = a_house(*UNDER)
    second = replace(field.units["a1"].models[0], id="a1.2", at=(54.3, 19.4))
    field = field.with_unit(replace(field.units["a1"], models=(*field.units["a1"].models, second)))
    shots = preview(field, Shoot(side="a", unit="a1", target="b1", leaning=("a1.2",), wild=("a1.1",))).shots
    assert sorted(line.goal for line in shots) == [0, 2]
