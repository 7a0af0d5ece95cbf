"""Passengers who shoot. (VEH-FROM-02 to -07)"""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.units import weapons
from rules.core.refusal import IllegalAction
from rules.engine import preview
from rules.forces.unit import UnitTurn, VehicleState
from rules.questions import units
from rules.questions import weapons as questions_weapons
from rules.vehicles.gemini.hull.hull import marks_of, profile_of
from rules.vehicles.gemini.transport.fire_ports import FiredOut, places, ports_on, shares, side_of
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_carrier

RIFLE = a_weapon("rifle", strength=4, ap=5)
HEAVY = a_weapon("repeater", type="heavy", range_in=36, shots=3, strength=5)
FIRE = Shoot(side=A, unit="a2", target="b1")
RANGER = a_profile("ranger", bs=3, i=4)


def aboard(count, away=8, *, weapon=RIFLE, also=(), options=None, flags=None, riders=None, **values):
    """`count` people in a carrier, an enemy row to its right whose first stands so far from its side."""
    squad = a_unit("a2", [(0, 0)] * count, profile=RANGER, weapons=(weapon, *also), aboard="a1", **(riders or {}))
    enemy = a_unit("b1", a_row(3, 31.5 + away, 24, 0.01))
    return a_battle(a_carrier("a1", flags=flags, **values), squad, enemy, active="a2", ap=2, options=options)


def refused(state, action=FIRE):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


def shots(state, action=FIRE, **dice):
    line = preview(state, action).shots[0]
    return line.shooters, line.shots, line.goal


@pytest.mark.rule("VEH-FROM-03")
@pytest.mark.parametrize(("reach", "short"), [(24, 12), (36, 12), (18, 9)])
def test_short_range_is_half_of_it_and_never_more_than_twelve(reach, short):
    weapon = replace(RIFLE, range_in=reach)
    assert weapons.short_range(weapon) == short
    events, _ = play(aboard(1, away=5, weapon=weapon), FIRE, {"to-hit": [6] * 2})
    assert "VEH-FROM-03" in the(events, FiredOut).rules


@pytest.mark.rule("VEH-FROM-02")
def test_from_a_moving_vehicle_at_short_range_and_one_worse():
    moved = {"now": UnitTurn(moved_in=5)}
    assert shots(aboard(1, 8, flags=moved, open_topped=True))[2] == 2
    error = refused(aboard(1, 13, flags=moved, open_topped=True))
    assert (error.code, error.rule) == ("moving-vehicle", "VEH-FROM-02")
    assert shots(aboard(1, 13, open_topped=True))[2] == 3


@pytest.mark.rule("VEH-FROM-04")
def test_at_most_half_of_those_in_an_open_top_shoot_over_one_side():
    state = aboard(7, open_topped=True)
    assert places(state, state.units["a1"], "right") == (7, 4, 0, "VEH-FROM-04")
    assert shots(state)[0] == 4
    events, _ = play(state, FIRE, {"to-hit": [6] * 8})
    assert len(the(events, ShotsFired).shots) == 4


@pytest.mark.rule("VEH-FROM-07")
def test_ten_in_a_closed_carrier_shoot_from_three_ports_and_a_hatch():
    state = aboard(10)
    assert places(state, state.units["a1"], "right") == (5, 3, 2, "VEH-FROM-07")
    profile = profile_of(state, state.units["a1"])
    assert [ports_on(profile, f) for f in ("left", "right", "rear", "front")] == [3, 3, 2, 0]
    events, after = play(state, FIRE, {"to-hit": [6] * 10})
    assert len(the(events, ShotsFired).shots) == 5
    assert the(events, FiredOut).at_hatch == ("a2.4", "a2.5")
    assert marks_of(after.units["a1"]).ports_open


@pytest.mark.part_of("VEH-FROM-07")
@pytest.mark.parametrize(
    ("count", "values", "firing"),
    [(2, {}, 2), (3, {"capacity": 4}, 2), (4, {"civilian": True, "capacity": 5}, 3), (6, {"ports": (1, 1, 0)}, 3)],
)
def test_how_many_shoot_from_other_vehicles(count, values, firing):
    assert shots(aboard(count, **values))[0] == firing


@pytest.mark.rule("VEH-FROM-07")
def test_others_aboard_who_have_fired_take_up_room():
    state = aboard(3)
    fired = UnitTurn(shots={f"a3.{n}/rifle": 1 for n in range(1, 5)})
    others = a_unit("a3", [(0, 0)] * 4, aboard="a1", now=fired)
    state = replace(state, units={**state.units, "a3": others[0]})
    assert shots(state)[0] == 1
    assert side_of(state, state.units["a1"], (60, 24)) == "right"


def round_about(count, *, others=0, **values):
    """People in a carrier with enemies to its right, b1, and to its left, b2."""
    riders = a_unit("a2", [(0, 0)] * count, profile=RANGER, weapons=(RIFLE,), aboard="a1")
    more = [a_unit("a3", [(0, 0)] * others, profile=RANGER, weapons=(RIFLE,), aboard="a1")] if others else []
    right, left = a_unit("b1", a_row(3, 39, 24, 0.01)), a_unit("b2", a_row(3, 21, 24, 0.01))
    return a_battle(a_carrier("a1", **values), riders, *more, right, left, active="a2", ap=3)


@pytest.mark.rule("VEH-FROM-04")
def test_an_open_top_shoots_to_several_sides_in_one_activation_each_its_share():
    """Seven aboard: four to the right, three to the left; nobody else to the right, who has a place there again."""
    left = replace(FIRE, target="b2", models=("a2.5", "a2.6", "a2.7"))
    events, state = play(round_about(7, open_topped=True), FIRE, {"to-hit": [6] * 8})
    assert the(events, FiredOut).over == {"right": ("a2.1", "a2.2", "a2.3", "a2.4")}
    assert "VEH-FROM-04" in the(events, FiredOut).rules
    error = refused(state, replace(left, target="b1"))
    assert (error.code, error.rule) == ("no-port", "VEH-FROM-04")
    assert error.message.endswith("In this turn 4 have shot that way, 4 in all.")
    assert preview(state, replace(FIRE, models=("a2.1", "a2.7"))).shots[0].shooters == 1
    events, state = play(state, left, {"to-hit": [6] * 6})
    assert the(events, FiredOut).over == {"left": ("a2.5", "a2.6", "a2.7")}
    assert shares(state, state.units["a1"])["left"] == (4, 3)
    lines = [each.words for each in units.states(state, state.units["a1"])]
    assert "Shot out in this turn: left 3 of 4, right 4 of 4, rear 0 of 4, front 0 of 4" in lines


@pytest.mark.part_of("VEH-FROM-07", "VEH-FROM-04")
def test_a_carrier_with_people_says_how_many_may_shoot_out_and_shows_its_ports():
    """Ten places: three ports a side, two at the rear, one hatch; half of those aboard, but never fewer than two."""
    state = aboard(8)
    carrier = state.units["a1"]
    lines = [(each.words, each.rule) for each in units.states(state, carrier)]
    assert ("May shoot out: left 3, right 3, rear 2, hatches 2; 5 in all", "VEH-FROM-07") in lines
    posts = questions_weapons.fire_posts(state, state.units["a2"], state.units["b1"].models[0].at)
    assert [(post.models, post.bears) for post in posts] == [(3, False), (3, True), (2, False), (2, True)]
    assert posts[1].at == pytest.approx((31.5, 24))
    empty = replace(state, units={u: each for u, each in state.units.items() if u != "a2"})
    assert not [each for each in units.states(empty, carrier) if "shoot out" in each.words]
    assert questions_weapons.fire_posts(aboard(8, open_topped=True), state.units["a2"], None) == ()
    lines = [each.words for each in units.states(aboard(7, open_topped=True), aboard(7, open_topped=True).units["a1"])]
    assert "May shoot out: left 4, right 4, rear 4, front 4; 7 in all" in lines


def test_whoever_died_aboard_is_aboard_no_more_by_his_card():
    state = aboard(1)
    dead = state.units["a2"]
    dead = replace(dead, models=tuple(replace(m, wounds=0) for m in dead.models))
    assert [each.name for each in units.states(state.with_unit(dead), dead)] == ["out_of_action"]


@pytest.mark.parametrize(
    ("values", "second"),
    [
        pytest.param({"open_topped": True}, 2, marks=pytest.mark.rule("VEH-FROM-04")),
        pytest.param({}, 1, marks=pytest.mark.rule("VEH-FROM-07")),
    ],
)
def test_all_units_aboard_share_the_sides_and_the_ports(values, second):
    """Six in all: three over one side of an open top; two ports and a hatch on a side of the closed one."""
    state = round_about(4, others=2, ports=(2, 1, 0), capacity=8, **values)
    _, state = play(state, replace(FIRE, models=("a2.1",)), {"to-hit": [6] * 2})
    state = state.with_turn(active="a3", ap=1)
    assert preview(state, Shoot(side=A, unit="a3", target="b1")).shots[0].shooters == 2
    events, state = play(state, Shoot(side=A, unit="a3", target="b1"), {"to-hit": [6] * 4})
    assert len(the(events, FiredOut).over["right"]) == second
    state = state.with_turn(active="a2", ap=1)
    found = preview(state, replace(FIRE, models=("a2.2", "a2.3"))).shots
    assert (found[0].shooters if found else 0) == (0 if values else 1)


@pytest.mark.rule("VEH-FROM-06")
def test_a_unit_that_has_just_boarded_fires_one_shot_each():
    boarded = {"boarded_turn": 1}
    assert shots(aboard(2, riders=boarded))[:2] == (2, 2)
    assert shots(aboard(2))[:2] == (2, 4)
    assert refused(aboard(1, weapon=HEAVY, riders=boarded)).rule == "VEH-FROM-06"
    assert shots(aboard(1, weapon=HEAVY))[1] == 3
    error = refused(aboard(2, riders=boarded, options={"shoot_after_boarding": False}))
    assert (error.code, error.rule) == ("boarded-this-turn", "VEH-FROM-06")


@pytest.mark.rule("VEH-CC-08")
def test_ports_are_no_use_against_those_who_fight_the_vehicle():
    error = refused(aboard(2, away=1.9))
    assert (error.code, error.rule) == ("too-near", "VEH-CC-08")
    assert shots(aboard(2, away=2.1))[0] == 2
    assert shots(aboard(2, away=1.9, open_topped=True))[0] == 1


@pytest.mark.part_of("VEH-DMG-01", "VEH-DMG-02")
@pytest.mark.parametrize(("mark", "rule"), [("shaken_now", "VEH-DMG-01"), ("stunned_now", "VEH-DMG-02")])
def test_passengers_of_a_shaken_or_stunned_crew_do_not_shoot(mark, rule):
    assert refused(aboard(2, flags={"vehicle": VehicleState(**{mark: True})})).rule == rule


@pytest.mark.parametrize(("moved_in", "auto_drive"), [(5, True), (0, False)])
def test_a_driver_who_need_not_steer_shoots_like_anybody(moved_in, auto_drive):
    state = with_a_driver(RIFLE, count=1, now=UnitTurn(moved_in=moved_in), auto_drive=auto_drive)
    assert shots(state)[:2] == (1, 2)


@pytest.mark.rule("VEH-FROM-05")
def test_a_driver_alone_is_told_that_a_pistol_would_do():
    error = refused(with_a_driver(RIFLE, count=1, now=UnitTurn(moved_in=5)))
    assert (error.code, error.rule, error.allowed) == ("driving", "VEH-FROM-05", "a pistol, or standing still")


@pytest.mark.part_of("VEH-FROM-05", "VEH-FROM-06")
def test_who_may_not_use_one_weapon_takes_another():
    """A driver his pistol, who has just boarded the rifle beside a heavy weapon."""
    pistol = a_weapon("pistol", type="pistol", range_in=24, shots=1, strength=4)
    both = {"count": 1, "also": (pistol,), "now": UnitTurn(moved_in=5)}
    events, _ = play(with_a_driver(RIFLE, **both), FIRE, {"to-hit": [6]})
    assert the(events, ShotsFired).weapon == "pistol"
    boarded = aboard(1, weapon=HEAVY, also=(RIFLE,), riders={"boarded_turn": 1})
    events, _ = play(boarded, FIRE, {"to-hit": [6]})
    assert the(events, ShotsFired).weapon == RIFLE.id


@pytest.mark.rule("VEH-FROM-05")
def test_the_table_may_make_driving_and_shooting_harder():
    pistol = a_weapon("pistol", type="pistol", range_in=24, shots=1, strength=4)
    car = {"count": 1, "now": UnitTurn(moved_in=5)}
    assert shots(with_a_driver(pistol, **car))[2] == 2
    harder = with_a_driver(pistol, **car, options={"driver_extra_minus_one": True})
    assert shots(harder)[2] == 1
    events, _ = play(harder, FIRE, {"to-hit": [2]})
    assert the(events, ShotsFired).hits == 0


def with_a_driver(weapon, *, count=2, now=None, options=None, **values):
    """People in an open car of whom the first drives, an enemy row eight inches off its side."""
    state = aboard(count, 8, weapon=weapon, flags={"now": now}, options=options, open_topped=True, **values)
    wheel = replace(RANGER, id="wheelman", traits=("driver",))
    first = replace(state.units["a2"].models[0], profile="wheelman")
    people = replace(state.units["a2"], models=(first, *state.units["a2"].models[1:]))
    return replace(state, profiles={**state.profiles, "wheelman": wheel}).with_unit(people)
