"""Where shells and grenades come down at houses: before walls, in rooms, a level lower."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.shooting.rulings import RuleScatter
from rules.engine import preview
from rules.events import Rolled
from tests.builders import a_weapon, play, the
from tests.rules.buildings.doors.test_doors import a_field
from tests.rules.buildings.shooting.test_through import throwing
from tests.rules.buildings.test_upstairs import SHOT, a_house

GUN = a_weapon("gun", type="assault", range_in=24, strength=3, marker_in=3)


def armed(field, weapon=GUN):
    unit = replace(field.units["a1"], models=tuple(replace(m, weapons=(weapon.id,)) for m in field.units["a1"].models))
    return replace(field, weapons={**field.weapons, weapon.id: weapon}).with_unit(unit)


def shelled(field, at, scatter, direction, **dice):
    a, b = scatter
    thrown = {"scatter-a": [a], "scatter-b": [b], "direction": [direction], **dice}
    events, after = play(field, FireAtSpot(side="a", unit="a1", at=at), thrown)
    return the(events, ShellBurst), events, after


@pytest.mark.rule("BLD-INTO-10", "BLD-INTO-11")
def test_a_shell_that_strays_from_a_window_bursts_before_the_wall_and_may_hit_those_behind_it():
    field = armed(a_field((30, 40), theirs=((33, 24.2), (33, 25.9))))
    found, events, _ = shelled(field, (30, 23), (5, 1), 90, **{"area-cover": [4], "to-wound": [1, 1]})
    assert (found.stopped, round(found.at[1], 1)) == (True, 25.1)
    assert set(found.touched) == {"b1.1", "b1.2"}
    (rolled,) = (e for e in events if isinstance(e, Rolled) and e.label == "area-cover")
    assert (rolled.goal, rolled.rules) == (4, ("ARAP-AREA-04", "ARAP-AREA-05", "BLD-INTO-11"))


@pytest.mark.rule("BLD-INTO-10")
def test_from_two_inches_it_is_sure_to_be_inside():
    for y, inside in ((26.9, True), (28.1, False)):
        field = armed(a_field((30, y), theirs=((44, 40),)))
        found, _, _ = shelled(field, (30, 20), (6, 1), 90)
        assert (found.at[1] < 25) is inside
        assert found.stopped is (not inside)


@pytest.mark.rule("BLD-INTO-07")
def test_a_throw_from_further_off_that_misses_the_opening_stops_at_the_wall():
    field, action = throwing((30, 28.5))
    dice = {"to-hit": [6], "scatter-a": [4], "scatter-b": [1], "direction": [60]}
    found = the(play(field, replace(action, guesses=(replace(action.guesses[0], range_in=4.5),)), dice)[0], ShellBurst)
    assert (found.stopped, round(found.at[1], 1)) == (True, 25.1)
    assert "BLD-INTO-07" in found.rules


@pytest.mark.rule("BLD-FIRE-02")
def test_a_shell_aimed_at_a_wall_stays_outside():
    field = armed(a_field((30, 35), theirs=((44, 40),), state="closed"), replace(GUN, strength=8))
    action = ShootWall(side="a", unit="a1", terrain="house", opening=0)
    dice = {"scatter-a": [6], "scatter-b": [1], "direction": [360], "to-wound": [1]}
    found = the(play(field, action, dice)[0], ShellBurst)
    assert (found.stopped, found.at[1] > 25, "BLD-FIRE-02" in found.rules) == (True, True, True)


@pytest.mark.rule("BLD-INTO-08", "BLD-INTO-09")
def test_past_the_edge_of_a_level_it_bursts_on_the_next_one_below_or_is_kept_there():
    field = a_house((15, 30), (55, 19.7), weapon=GUN, facing=0)
    plan = preview(field, SHOT)
    assert not [note for shot in plan.shots for note in shot.notes if "obstacle" in note]
    past = {"scatter-a": [6], "scatter-b": [1], "direction": [180]}
    found = the(play(field, SHOT, past)[0], ShellBurst)
    assert (found.turned, found.at[1] > 20, "BLD-INTO-09" in found.rules) == ("below", True, True)
    ruled = play(field, RuleScatter(side="a", unit="a1", ruling="keep-level", reason="a balcony"))[1]
    events, _ = play(ruled, SHOT, {**past, "to-wound": [1]})
    kept = the(events, ShellBurst)
    assert (kept.turned, kept.touched, round(kept.at[1], 1)) == ("kept", ("b1.1",), 19.9)


@pytest.mark.rule("BLD-INTO-12")
def test_without_a_low_ceiling_inner_walls_are_but_cover():
    field = armed(a_field((30, 27), theirs=((28.5, 20), (31.5, 20))))
    house = field.terrain[0]
    inside = replace(house.building, partitions=(((30.5, 15.0), (30.5, 24.0)),), roofless=True)
    field = replace(field, terrain=(replace(house, building=inside),))
    found, _, _ = shelled(field, (29.9, 20.2), (2, 2), 0, **{"area-cover": [4], "to-wound": [1, 1]})
    assert set(found.touched) == {"b1.1", "b1.2"}
    assert "BLD-INTO-12" in found.rules
    assert "BLD-INTO-12" in str(preview(field, FireAtSpot(side="a", unit="a1", at=(29.9, 20.2))).shots[0].notes)


@pytest.mark.rule("BLD-INTO-08")
def test_a_shell_at_an_upper_floor_strikes_those_on_it_and_nobody_below():
    field = a_house((15, 30), (55, 18), weapon=GUN, facing=0)
    below = replace(field.units["b1"], id="b2", models=(replace(field.units["b1"].models[0], id="b2.1", at=(15, 18)),))
    field = replace(field, units={**field.units, "b2": below})
    events, _ = play(field, SHOT, {"scatter-a": [2], "scatter-b": [2], "direction": [0], "to-wound": [1]})
    assert the(events, ShellBurst).touched == ("b1.1",)
