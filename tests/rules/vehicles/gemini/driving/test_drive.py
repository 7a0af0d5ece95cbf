"""Driving: allowance, turns, backing, roads, and what bars the way."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.minds import rolls
from rules.arap.paths.turns import Waypoint
from rules.arap.turn.activation import Activate, UnitActivated
from rules.characters import AGGRESSIVE
from rules.core.refusal import IllegalAction
from rules.engine import preview
from rules.forces.mount import Mount
from rules.forces.unit import UnitTurn, VehicleState
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance
from rules.offers import listed
from rules.rulebook import charts
from rules.table.scenario import Objective
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving import offers as driving_offers
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.driving.stop import DeclareStopped
from rules.vehicles.gemini.hull.hull import doors
from rules.vehicles.gemini.motion.path import turning_cost
from rules.vehicles.shared.hull import mount_point
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, play, the
from tests.rules.vehicles.garage import a_carrier, a_vehicle, way

SALT_ROAD = Terrain(id="T1", name="Salt Road", points=((0, 38), (72, 38), (72, 42), (0, 42)), going="road", look="road")


def tank(*, ap=2, at=(30, 24), heading=0, terrain=(), others=(), flags=None, options=None, **values):
    return a_battle(
        a_vehicle("a1", at, heading=heading, flags=flags, **values),
        *others,
        active="a1",
        ap=ap,
        terrain=terrain,
        options=options,
    )


def go(*path, actions=1, stopped=False, side=A, unit="a1"):
    return Drive(side=side, unit=unit, path=way(*path), actions=actions, stopped=stopped)


def offered(state, side):
    return listed((driving_offers,), state, side)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


@pytest.mark.rule("VEH-JOIN-02")
@pytest.mark.parametrize(("initiative", "points"), [(4, 2), (3, 0), (5, 3), (0, 2)])
def test_the_crews_initiative_gives_the_activation_value(initiative, points):
    """2, 4 and 5: a crew of 4 has two points, a crew of 3 busts, an unnamed crew counts as 4."""
    state = a_battle(a_vehicle("a1", crew_initiative=initiative), a_vehicle("a2", (50, 40)))
    events, _ = play(state, Activate(side=A, unit="a1", dice=3), {"activation": [2, 4, 5]})
    gained = [e.ap for e in events if isinstance(e, UnitActivated)]
    assert gained == ([points] if points else [])


@pytest.mark.part_of("VEH-MOVE-02")
@pytest.mark.parametrize(("degrees", "inches"), [(180, 8), (40, 2), (45, 2), (46, 4), (20, 2), (0, 0)])
def test_each_45_degrees_or_part_takes_two_inches(degrees, inches):
    assert turning_cost(degrees) == inches


@pytest.mark.rule("VEH-MOVE-02", "VEH-MOVE-04", "VEH-JOIN-03", "VEH-JOIN-06")
def test_the_anvil_slews_and_rolls_forward():
    """Transcript 3, step 9: 45 degrees for 2, four inches, speed 4."""
    state = tank(at=(32, 31), heading=45)
    events, state = play(state, go((32, 31, 0), (32, 27, 0)))
    moved = the(events, ModelsMoved)
    assert (moved.length_in, moved.spent_in) == (4, 6)
    assert moved.path == ((32, 31, 45), (32, 31, 0), (32, 27, 0))
    assert (state.units["a1"].models[0].at, state.units["a1"].models[0].facing) == ((32, 27), 0)
    assert (state.turn.ap, state.units["a1"].now.moved_in) == (1, 4)


def test_one_drag_says_the_same_as_the_whole_path():
    events, _ = play(tank(at=(32, 31), heading=45), go((32, 27, 0)))
    assert the(events, ModelsMoved).spent_in == 6


@pytest.mark.rule("VEH-JOIN-03")
def test_two_actions_give_battle_speed_and_no_more():
    """Two turns of 45 degrees and 2 inches, then 6 inches straight: 12 spent, 8 travelled."""
    state = tank(ap=3)
    _, state = play(state, go((30, 24, 45), (31, 23, 45), (31, 23, 0)))
    assert state.units["a1"].now.allowance_spent_in == pytest.approx(4 + 2**0.5)
    state = tank(ap=3)
    _, state = play(state, go((30, 24, 45), (30 + 2**0.5, 24 - 2**0.5, 0)))
    assert state.units["a1"].now.allowance_spent_in == pytest.approx(6)
    here = state.units["a1"].models[0].at
    _, state = play(state, go((here[0], here[1] - 6, 0)))
    assert state.units["a1"].now.allowance_spent_in == pytest.approx(12)
    assert state.units["a1"].now.moved_in == pytest.approx(8)
    end = state.units["a1"].models[0].at
    error = refused(state, go((end[0], end[1] - 1, 0)))
    assert (error.code, error.rule) == ("too-far", "VEH-JOIN-03")


@pytest.mark.rule("VEH-MOVE-02")
def test_turns_at_different_points_are_rounded_up_each_and_at_one_point_together():
    state = tank()
    apart = preview(state, go((30, 24, 20), (30.342, 23.0603, 20), (30.342, 23.0603, 40)))
    together = preview(state, go((30, 24, 20), (30, 24, 40)))
    assert apart.spent_in == pytest.approx(5, abs=0.01)
    assert together.spent_in == 2


@pytest.mark.rule("VEH-JOIN-03")
def test_an_action_with_less_than_two_inches_left_still_turns_45_degrees():
    state = tank(flags={"now": UnitTurn(tried=True, allowance_spent_in=11)})
    events, _ = play(state, go((30, 24, 45)))
    assert the(events, ModelsMoved).spent_in == 1
    assert refused(state, go((30, 24, 46))).code == "too-far"


@pytest.mark.rule("VEH-MOVE-03")
def test_backing_costs_double():
    """Transcript 3, step 17: three inches back for six."""
    state = tank(at=(50, 15), heading=270)
    events, state = play(state, go((53, 15, 270)))
    moved = the(events, ModelsMoved)
    assert (moved.length_in, moved.spent_in) == (3, 6)
    assert state.units["a1"].models[0].facing == 270
    assert refused(tank(ap=2), go((30, 30.1, 0), actions=2)).code == "too-far"
    assert preview(tank(ap=2), go((30, 30, 0), actions=2)).refusal is None
    assert preview(tank(ap=2), go((30, 20, 0), (30, 24, 0), actions=2)).spent_in == 12


@pytest.mark.rule("VEH-MOVE-05", "VEH-JOIN-03", "VEH-JOIN-06")
def test_the_bulwark_on_the_salt_road():
    """Transcript 3, steps 2 and 3: 11 inches are too many for one action, 9 are not, 18 take two."""
    state = a_battle(a_carrier("a1", (10, 40), heading=90), active="a1", ap=2, terrain=(SALT_ROAD,))
    error = refused(state, go((21, 40, 90)))
    assert (error.code, error.rule) == ("too-far", "VEH-JOIN-03")
    assert error.allowed == "up to 9″ with 1 AP, up to 18″ with 2 AP"
    events, state = play(state, go((19, 40, 90)))
    assert the(events, ModelsMoved).length_in == 9
    assert "VEH-MOVE-05" in the(events, ModelsMoved).rules
    assert (state.turn.ap, state.units["a1"].now.moved_in) == (1, 9)


@pytest.mark.rule("VEH-MOVE-05")
def test_inches_on_road_add_up_to_six_to_a_turn():
    """Rhino of 14 inches: four to the road; with two inches of road 16, with six 20; the road alone 18 for a 12."""
    rhino = {"battle_speed_in": 14, "heading": 180}
    narrow = Terrain(id="r", name="Lane", points=((0, 20), (72, 20), (72, 22), (0, 22)), going="road", look="road")
    broad = replace(narrow, points=((0, 20), (72, 20), (72, 30), (0, 30)))
    for road, most in ((narrow, 16), (broad, 20)):
        state = tank(ap=2, at=(30, 16), terrain=(road,), **rhino)
        assert preview(state, go((30, 16 + most, 180), actions=2)).allowance_in == most
        assert refused(state, go((30, 16.1 + most, 180), actions=2)).code == "too-far"
    state = tank(ap=2, at=(20, 40), heading=90, terrain=(SALT_ROAD,))
    assert preview(state, go((38, 40, 90), actions=2)).refusal is None
    assert preview(state, go((11, 40, 90), actions=2)).spent_in == 18
    assert preview(state, go((10, 40, 270), actions=2)).spent_in == 18


@pytest.mark.part_of("VEH-MOVE-05")
@pytest.mark.parametrize("kind", ["walker", "skimmer"])
def test_walkers_and_skimmers_gain_nothing_by_a_road(kind):
    state = tank(at=(20, 40), heading=90, terrain=(SALT_ROAD,), type=kind)
    assert preview(state, go((26, 40, 90))).allowance_in == 6


@pytest.mark.rule("VEH-TERR-01", "VEH-TERR-02")
@pytest.mark.parametrize(
    ("look", "kind", "cost"),
    [
        ("wood", "walker", 2),
        ("wood", "wheeled", 4),
        ("marsh", "skimmer", 1),
        ("gorse", "tracked", 1),
        ("ford", "tracked", 2),
        ("trench", "tracked", 2),
        ("fence", "walker", 2),
    ],
)
def test_ground_costs_by_locomotion(look, kind, cost):
    piece = Terrain(id="w", name="Piece", points=((20, 10), (40, 10), (40, 40), (20, 40)), going="difficult", look=look)
    assert preview(tank(terrain=(piece,), type=kind), go((30, 23, 0))).spent_in == pytest.approx(cost)


@pytest.mark.part_of("VEH-TERR-02", "VEH-MOVE-02", "VEH-MOVE-03")
@pytest.mark.parametrize(
    ("look", "end", "expected"),
    [
        ("gorse", (30, 20, 0), "A1 drives 4″"),
        ("ford", (30, 22, 0), "A1 drives 2″ at a cost of 4″"),
        ("ford", (30, 20.5, 0), "A1 drives 3.5″ at a cost of 5.5″"),
        ("gorse", (30, 26, 0), "A1 drives 2″ at a cost of 4″"),
        ("gorse", (30, 24, 90), "A1 turns on the spot at a cost of 4″"),
    ],
)
def test_the_log_says_what_a_drive_cost_where_that_is_more_than_its_length(look, end, expected):
    """Two inches of ford count double, as backing does; two turns of 45 degrees are 2 inches each."""
    piece = Terrain(id="w", name="Piece", points=((20, 22), (40, 22), (40, 40), (20, 40)), going="difficult", look=look)
    events, after = play(tank(terrain=(piece,)), go(end))
    assert the(events, ModelsMoved).sentence(after) == expected


@pytest.mark.rule("VEH-TERR-02")
@pytest.mark.parametrize("made", [{"trench": True, "cover": "hard"}, {"depth_in": 1}])
def test_trenches_and_ditches_are_dangerous_for_tracks_and_stop_wheels(made):
    ditch = Terrain(id="w", name="Ditch", points=((20, 18), (40, 18), (40, 19), (20, 19)), look="trench", **made)
    assert preview(tank(terrain=(ditch,)), go((30, 20, 0))).chances
    assert refused(tank(terrain=(ditch,), type="wheeled"), go((30, 20, 0))).code == "impassable"


@pytest.mark.rule("VEH-TERR-02")
def test_steep_slopes_halve_the_speed_but_of_skimmers():
    slope = Terrain(id="w", name="Tor", points=((20, 10), (40, 10), (40, 40), (20, 40)), look="hill", elevation_in=3)
    for kind, inches in (("tracked", 4), ("wheeled", 4), ("skimmer", 2)):
        assert preview(tank(terrain=(slope,), type=kind), go((30, 22, 0))).spent_in == 2
        steep = (replace(slope, gradient_deg=60),)
        assert preview(tank(terrain=steep, type=kind), go((30, 22, 0))).spent_in == inches


@pytest.mark.rule("VEH-MOVE-06")
def test_what_a_vehicle_may_not_drive_through():
    mill = Terrain(id="m", name="Mill", points=((28, 15), (32, 15), (32, 18), (28, 18)), look="building", height_in=3)
    assert refused(tank(terrain=(mill,)), go((30, 20, 0))).code == "impassable"
    assert refused(tank(at=(30, 4)), go((30, 2, 0))).code == "leaves-table"
    other = a_vehicle("b1", (30, 16))
    assert refused(tank(others=(other,)), go((30, 21, 0))).code == "vehicle-in-the-way"
    ogre = a_unit("b1", [(30, 19)], profile=a_profile("ogre", size=3))
    error = refused(tank(others=(ogre,)), go((30, 20, 0)))
    assert (error.code, error.rule) == ("enemy-in-the-way", "VEH-RUN-03")
    beside = a_unit("b1", [(33.1, 24)])
    error = refused(tank(others=(beside,)), go((30, 24, 90)))
    assert (error.code, error.rule) == ("enemy-in-the-way", "VEH-MOVE-04")
    foot = a_unit("b1", [(30, 19)])
    error = refused(tank(others=(foot,), ws=4, m=6, vehicle_class="mechanoid"), go((30, 20, 0)))
    assert (error.code, error.rule) == ("enemy-in-the-way", "VEH-MOVE-06")


@pytest.mark.rule("VEH-MOVE-06")
def test_a_skimmer_passes_over_people_but_may_not_end_on_them():
    foot = a_unit("b1", [(30, 18)])
    skimmer = {"type": "skimmer", "battle_speed_in": 24, "others": (foot,)}
    events, _ = play(tank(**skimmer), go((30, 12.1, 0)))
    assert "VEH-MOVE-06" not in the(events, ModelsMoved).rules
    assert refused(tank(**skimmer), go((30, 19, 0))).code == "stops-on-people"


@pytest.mark.rule("VEH-MOVE-06")
def test_friends_on_foot_step_aside_by_the_shortest_way():
    friends = a_unit("a2", [(31.5, 19), (36, 19)])
    events, state = play(tank(others=(friends,), length_in=1), go((30, 18, 0)))
    aside = next(e for e in events if isinstance(e, ModelsMoved) and e.unit == "a2")
    assert [p.model for p in aside.placements] == ["a2.1"]
    assert state.units["a2"].models[0].at == pytest.approx((32.5, 19), abs=0.26)
    assert not aside.voluntary
    crowd = a_unit("a2", [(30, 18)])
    assert refused(tank(others=(crowd,), length_in=1), go((30, 18, 0))).code == "stops-on-people"


@pytest.mark.rule("VEH-DMG-05")
def test_an_immobilised_vehicle_does_not_even_pivot():
    state = tank(flags={"vehicle": VehicleState(immobilised=True)})
    error = refused(state, go((30, 24, 45)))
    assert (error.code, error.rule) == ("immobilised", "VEH-DMG-05")


@pytest.mark.rule("VEH-BRD-03")
def test_a_vehicle_declared_stopped_does_not_move_in_its_next_turn():
    _, state = play(tank(), go((30, 20, 0), stopped=True))
    assert state.units["a1"].now.stopped
    assert refused(state, go((30, 18, 0))).code == "stopped"
    later = tank(flags={"before": UnitTurn(stopped=True)})
    assert refused(later, go((30, 24, 45))).code == "stopped"
    assert refused(tank(ap=1), DeclareStopped(side=A, unit="a1")).code == "not-activated"
    _, state = play(tank(ap=1, flags={"now": UnitTurn(tried=True)}), DeclareStopped(side=A, unit="a1"))
    assert (state.units["a1"].now.stopped, state.turn.ap) == (True, 1)
    assert refused(state, DeclareStopped(side=A, unit="a1")).code == "stopped"


@pytest.mark.rule("VEH-JOIN-04")
def test_what_was_fired_limits_how_far_the_vehicle_may_still_go():
    """After its main gun a standard vehicle goes six inches, after defensive weapons twelve."""
    main = tank(flags={"vehicle": VehicleState(fired=(0, 1))})
    assert preview(main, go((30, 18, 0))).refusal is None
    assert refused(main, go((30, 17.9, 0), actions=2)).code == "fired-too-much"
    light = tank(flags={"vehicle": VehicleState(fired=(1,))})
    assert preview(light, go((30, 12, 0), actions=2)).refusal is None


@pytest.mark.rule("VEH-JOIN-06")
def test_the_preview_tells_legs_speed_and_ghost():
    wood = Terrain(
        id="w", name="Copse", points=((20, 10), (40, 10), (40, 22), (20, 22)), going="difficult", look="wood"
    )
    shown = preview(tank(terrain=(wood,)), go((30, 24, 45), (30, 24, 0), (30, 21, 0)))
    assert [(leg.length_in, leg.cost_in, leg.reason) for leg in shown.legs] == [(2, 2, "forward"), (1, 2, "Copse")]
    assert shown.ghosts == (("a1.1", 30, 21, 0),)
    assert shown.notes[0] == "speed 3″ in this turn"
    events, _ = play(tank(terrain=(wood,), type="walker"), go((30, 21, 0)))
    assert "VEH-JOIN-06" in the(events, ModelsMoved).rules


def test_a_mechanoid_walks_its_move_with_free_turns_and_no_cap():
    state = tank(vehicle_class="mechanoid", type="walker", m=6, flags={"now": UnitTurn(allowance_spent_in=12)})
    walk = go((30, 24, 90), (36, 24, 180))
    shown = preview(state, walk)
    assert (shown.rules[0], "VEH-JOIN-03" in shown.rules) == ("VEH-MECH-01", False)
    assert refused(state, go((30, 24, 90), (40, 24, 90))).rule == "VEH-MECH-01"
    events, _ = play(state, walk)
    assert the(events, ModelsMoved).spent_in == 6


def test_only_legal_sample_drives_are_offered_and_else_the_reason():
    found = list(offered(tank(), A))
    assert {o.kind for o in found} == {"drive"}
    assert len([o for o in found if o.kind == "drive"]) > 6
    assert all(o.action is not None for o in found)
    stuck = list(offered(tank(flags={"vehicle": VehicleState(immobilised=True)}), A))
    assert [o.refusal.code for o in stuck if o.kind == "drive"] == ["immobilised"]
    assert list(offered(tank(), B)) == []


def ways(state):
    """Where the drives lead that it is offered, those on the spot left out."""
    here = state.units["a1"].models[0].at
    drives = [o.action for o in offered(state, A) if isinstance(o.action, Drive)]
    return [d.path[-1].at for d in drives if distance(d.path[-1].at, here) > 0.1]


def test_who_is_on_heavy_ground_is_offered_short_ways_out_of_it():
    """At four inches an inch neither a whole drive nor half of one can be paid."""
    bog = Terrain(
        id="b", name="Bog", points=((0, 0), (72, 0), (72, 48), (0, 48)), going="open", look="marsh", tracked="1/4"
    )
    found = ways(tank(ap=1, terrain=(bog,)))
    assert found
    assert all(distance(at, (30, 24)) < 3 for at in found)


def test_who_cannot_drive_towards_any_goal_is_offered_drives_past_what_bars_it():
    wall = Terrain(id="w", name="Wall", points=((24, 18), (36, 18), (36, 19), (24, 19)), going="impassable")
    state = tank(ap=1, terrain=(wall,))
    goal = Objective(id="n", name="Near", at=(30, 12))
    state = replace(state, scenario=replace(state.scenario, objectives=(goal,)))
    assert {round(bearing((30, 24), at), 1) for at in ways(state)} >= {67.5, 292.5}


def test_drives_are_offered_to_more_than_the_nearest_objective():
    state = tank(ap=1)
    goals = (Objective(id="n", name="Near", at=(30, 10)), Objective(id="f", name="Far", at=(50, 24)))
    state = replace(state, scenario=replace(state.scenario, objectives=goals))
    assert any(x > 31 and abs(y - 24) < 0.1 for x, y in ways(state))


def test_people_do_not_drive():
    state = a_battle(a_unit("a1", a_row(3, 10, 10)), active="a1", ap=1)
    assert refused(state, go((12, 10, 90))).code == "not-a-vehicle"


@pytest.mark.rule("VEH-MOVE-06", "VEH-TERR-02")
def test_deep_water_stops_a_tank_but_not_on_the_ford_or_the_road_nor_a_skimmer():
    river = Terrain(
        id="w", name="Harrow", points=((0, 18), (72, 18), (72, 20), (0, 20)), going="very-difficult", look="water"
    )
    ford = Terrain(id="f", name="Ford", points=((28, 17), (32, 17), (32, 21), (28, 21)), going="difficult", look="ford")
    lane = Terrain(id="r", name="Lane", points=((29, 0), (31, 0), (31, 48), (29, 48)), going="road", look="road")
    error = refused(tank(at=(10, 24), terrain=(river, ford)), go((10, 19, 0)))
    assert (error.code, error.message) == ("impassable", "A1 cannot drive through Harrow.")
    assert preview(tank(terrain=(river, ford)), go((30, 20, 0))).spent_in == 5
    assert preview(tank(terrain=(river, lane)), go((30, 18, 0))).spent_in == 6
    assert preview(tank(at=(10, 24), type="skimmer", terrain=(river,)), go((10, 19, 0))).spent_in == 5


@pytest.mark.part_of("VEH-MOVE-06", "VEH-TERR-02")
@pytest.mark.parametrize("kind", ["skimmer", "tracked", "walker"])
@pytest.mark.parametrize(("height", "why"), [(1, ""), (1.2, "VEH-MOVE-06"), (2, "VEH-MOVE-06")])
def test_a_hull_crosses_a_low_wall_and_none_that_is_higher(kind, height, why):
    ends = ((0, 19), (72, 19))
    wall = Terrain(id="w", name="Yard Wall", points=ends, line=True, width_in=0.4, height_in=height, look="wall")
    shown = preview(tank(at=(10, 24), type=kind, ap=2, terrain=(wall,)), go((10, 18, 0), actions=2))
    assert (shown.refusal.rule if shown.refusal else "") == why


@pytest.mark.rule("VEH-MOVE-06")
@pytest.mark.parametrize(("y", "code"), [(12, ""), (20, "ends-over")])
def test_a_skimmer_passes_over_low_rocks_and_does_not_end_on_them(y, code):
    rocks = Terrain(id="r", name="Low Rocks", points=((0, 17), (72, 17), (72, 20), (0, 20)), going="impassable")
    state = tank(at=(10, 26), type="skimmer", battle_speed_in=24, ap=2, terrain=(replace(rocks, height_in=0.5),))
    shown = preview(state, go((10, y, 0), actions=2))
    assert (shown.refusal.code if shown.refusal else "") == code
    assert preview(replace(state, terrain=(replace(rocks, height_in=1),)), go((10, 12, 0), actions=2)).refusal


def test_a_battle_that_began_before_goes_on_over_high_walls_and_ends_on_low_rocks():
    ends = ((0, 19), (72, 19))
    wall = Terrain(id="w", name="Yard Wall", points=ends, line=True, width_in=0.4, height_in=2, look="wall")
    rocks = Terrain(id="r", name="Rocks", points=((0, 17), (72, 17), (72, 20), (0, 20)), going="impassable")
    for kind, piece in (("tracked", wall), ("skimmer", replace(rocks, height_in=0.5))):
        began = replace(tank(at=(10, 24), type=kind, ap=2, terrain=(piece,)), version="6")
        assert preview(began, go((10, 18, 0), actions=2)).refusal is None


@pytest.mark.part_of("VEH-TERR-01", "VEH-TERR-02")
@pytest.mark.parametrize("piece", [{"look": "hedge"}, {"look": "fence"}, {"look": "wall", "tracked": "1/2"}])
def test_tracks_crush_hedges_and_fences_and_cross_what_a_scenario_lets_them(piece):
    ends = ((0, 19), (72, 19))
    high = Terrain(id="w", name="Tall", points=ends, line=True, width_in=0.4, height_in=2, **piece)
    assert preview(tank(at=(10, 24), ap=2, terrain=(high,)), go((10, 18, 0), actions=2)).refusal is None


@pytest.mark.rule("VEH-MOVE-02", "VEH-MOVE-03")
def test_without_a_facing_the_hull_keeps_the_heading_in_which_it_came():
    path = (Waypoint(at=(33, 24)), Waypoint(at=(32, 24), gait="back"))
    events, state = play(tank(ap=2), Drive(side=A, unit="a1", path=path, actions=2))
    moved = the(events, ModelsMoved)
    assert (moved.length_in, moved.spent_in) == (4, 4 + 3 + 2)
    assert (state.units["a1"].models[0].at, state.units["a1"].models[0].facing) == ((32, 24), 90)


@pytest.mark.rule("VEH-GEOM-01")
def test_mounts_and_doors_turn_with_the_hull():
    """Heading 90: forward is east, right is south."""
    state = tank(at=(30, 24), heading=90, mounts=(Mount(weapon="gun", forward_in=2, right_in=1),))
    assert mount_point(state, state.units["a1"], 0) == pytest.approx((32, 25))
    carrier = a_battle(a_carrier("a1", heading=90))
    assert doors(carrier, carrier.units["a1"])[0] == pytest.approx((27.5, 24))
    turned = preview(state, go((30, 24, 180))).ghosts
    assert turned == ((turned[0][0], 30, 24, 180),)
    _, after = play(state, go((30, 24, 180)))
    assert mount_point(after, after.units["a1"], 0) == pytest.approx((29, 26))


@pytest.mark.rule("VEH-MOVE-01")
@pytest.mark.parametrize(("row", "speed"), [("Rhino", 14), ("Baneblade", 8), ("Land Speeder", 24)])
def test_battle_speed_is_the_most_of_a_turn(row, speed):
    assert charts.row("VEH-MOVE-01", "type", row)["battle_speed"] == speed
    state = tank(at=(30, 40), battle_speed_in=speed)
    assert preview(state, go((30, 40 - speed, 0), actions=2)).refusal is None
    assert play(state, go((30, 40 - speed, 0), actions=2))[1].units["a1"].now.moved_in == pytest.approx(speed)
    assert refused(state, go((30, 39.9 - speed, 0), actions=2)).code == "too-far"


@pytest.mark.part_of("VEH-JOIN-09")
def test_a_vehicle_drives_off_from_those_who_stand_by_it():
    state = tank(others=(a_unit("b1", [(32.6, 24), (32.6, 25.5)]),))
    assert not state.is_locked("a1")
    _, state = play(state, go((30, 18, 0)))
    assert state.units["a1"].models[0].at == (30, 18)


@pytest.mark.rule("VEH-MOVE-06")
def test_nobody_steps_aside_into_a_pillar_or_on_another():
    """Where two would go by the shortest way the ground is solid."""
    corners = ((32.2, 17), (34, 17), (34, 21), (32.2, 21))
    pillar = Terrain(id="pillar", name="Pillar", points=corners, going="impassable", height_in=4)
    friends = a_unit("a2", [(31.4, 19), (31.4, 20)])
    _, state = play(tank(others=(friends,), terrain=(pillar,), length_in=1), go((30, 18, 0)))
    one, other = (m.at for m in state.units["a2"].models)
    assert distance(one, other) >= 25 / 25.4 - 0.011
    for x, y in (one, other):
        across, along = max(32.2 - x, 0, x - 34), max(17 - y, 0, y - 21)
        assert (across**2 + along**2) ** 0.5 >= 25 / 50.8 - 0.011


def test_where_a_drive_ends_is_told_as_its_preview_tells_it():
    state = a_battle(a_vehicle("a1", (30, 24)), a_vehicle("b1", (44, 24)), active="a1", ap=2)
    drives = [o.action for o in offered(state, A) if o.action is not None and o.kind in {"drive", "ram"}]
    assert len(drives) > 3
    assert all(drive.arrives(state) == drive.preview(state).arrival for drive in drives)


def test_to_roll_for_a_tank_that_cannot_move_is_worth_no_more_than_what_it_fires():
    """Where there is an objective ahead, one that drives has more to do with its points."""
    goal = Objective(id="n", name="Near", at=(30, 12))
    found = []
    for fate in ({}, {"vehicle": VehicleState(immobilised=True)}):
        state = tank(ap=0, flags=fate)
        state = replace(state, scenario=replace(state.scenario, objectives=(goal,)))
        found.append(sum(rolls.prospects(state, state.units["a1"], AGGRESSIVE).each))
    drives, stands = found
    assert drives > stands + 20
    assert stands < 20
