"""Towed weapons: limbered, pulled along, unlimbered, and knocked loose by Orks."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.turn.activation import Activate, Finish
from rules.dice.sources import ScriptedDice
from rules.engine import IllegalAction, legal_actions, preview
from rules.forces.unit import UnitTurn
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.driving.limber import KnockLoose, Limber, Unlimber, leap_strength
from rules.vehicles.gemini.motion import towed
from rules.vehicles.gemini.ramming.ram import Collided
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.events import VehicleHit
from rules.vehicles.shared.hull import hull_of
from tests.builders import A, a_battle, a_profile, a_unit, play, the
from tests.rules.vehicles.garage import GUN, a_vehicle, way

GUN_HULL = {"front": 11, "side": 11, "rear": 11, "length_in": 2, "width_in": 2, "towed": True, "battle_speed_in": 0}


def a_gun(at=(30, 29), *, towed_by=None, **flags):
    """A field gun two inches long; behind the tank at (30, 24), whose rear is at y 27, it stands at y 29."""
    return a_vehicle("a2", at, weapons=(GUN,), flags={"towed_by": towed_by, **flags}, **GUN_HULL)


def tractor(*others, gun=None, ap=2, flags=None, **values):
    tank = a_vehicle("a1", flags=flags, **values)
    return a_battle(tank, gun or a_gun(towed_by="a1"), *others, active="a1", ap=ap)


def drive(*places, actions=1):
    return Drive(side=A, unit="a1", path=way(*places), actions=actions)


def code_of(state, action):
    with pytest.raises(IllegalAction) as raised:
        play(state, action)
    return raised.value.refusal.code


@pytest.mark.rule("VEH-TOW-02", "VEH-TOW-01")
def test_a_load_within_an_inch_is_limbered_for_a_point_and_the_vehicle_stands_still():
    state = tractor(gun=a_gun())
    assert "limber" in [o.kind for o in legal_actions(state, A) if o.action is not None]
    _, state = play(state, Limber(side=A, unit="a1", load="a2"))
    assert state.units["a2"].towed_by == "a1"
    assert state.turn.ap == 1
    assert code_of(state, drive((30, 22))) == "coupling"


@pytest.mark.part_of("VEH-TOW-02")
@pytest.mark.parametrize(
    ("gun", "flags", "code"),
    [
        (a_gun((30, 29.2)), None, "too-far-apart"),
        (a_gun(), {"now": UnitTurn(tried=True, moved_in=2)}, "has-moved"),
    ],
)
def test_what_stands_against_limbering(gun, flags, code):
    state = tractor(gun=gun, flags=flags)
    refusal = Limber(side=A, unit="a1", load="a2").check(state)
    assert refusal.code == code


@pytest.mark.part_of("VEH-TOW-01")
def test_bikes_and_mechanoids_tow_nothing():
    for values in ({"type": "bike"}, {"type": "walker", "vehicle_class": "mechanoid"}):
        refusal = Limber(side=A, unit="a1", load="a2").check(tractor(gun=a_gun(), **values))
        assert refusal.code == "cannot-tow"


@pytest.mark.rule("VEH-TOW-01")
def test_the_load_follows_an_inch_behind_in_the_track_of_the_vehicle():
    _, state = play(tractor(), drive((30, 20)))
    gun = state.units["a2"].models[0]
    assert gun.at == pytest.approx((30, 25))
    assert state.units["a2"].now.moved_in == 0
    _, state = play(state, drive((31.4, 20)))
    assert state.units["a1"].now.allowance_spent_in == pytest.approx(4 + 1.4 + 4)
    assert state.units["a2"].models[0].at == pytest.approx((30, 23.6), abs=0.01)


@pytest.mark.rule("VEH-TOW-01")
def test_the_pair_backs_in_a_straight_line_only():
    _, state = play(tractor(), Drive(side=A, unit="a1", path=way((30, 26, 0)), actions=1))
    assert state.units["a2"].models[0].at == pytest.approx((30, 31))
    assert code_of(tractor(ap=3), Drive(side=A, unit="a1", path=way((30, 25, 0), (30, 25, 45)), actions=2)) == (
        "backs-with-load"
    )


@pytest.mark.rule("VEH-TOW-01")
def test_a_load_that_stands_askew_is_not_pushed_round_the_corner():
    """Up to version 19 it sprang into line; once it follows straight again it can be pushed."""
    _, bent = play(tractor(ap=3), drive((30, 24, 90)))
    back = Drive(side=A, unit="a1", path=way((29, 24, 90)), actions=1)
    assert code_of(bent, back) == "backs-with-load"
    assert preview(replace(bent, version="19"), back).refusal is None
    _, straight = play(bent, drive((36, 24, 90)))
    assert straight.units["a2"].models[0].at == pytest.approx((31, 24))
    assert preview(straight, Drive(side=A, unit="a1", path=way((35, 24, 90)), actions=1)).refusal is None


@pytest.mark.rule("VEH-TOW-01")
def test_there_must_be_room_for_the_load():
    wall = a_vehicle("b1", (30, 33), heading=90)
    assert code_of(tractor(wall), Drive(side=A, unit="a1", path=way((30, 25.5, 0)))) == "no-room-for-load"


@pytest.mark.rule("VEH-TOW-01")
def test_the_load_is_not_backed_off_the_table():
    near_edge = tractor(at=(30, 42), gun=a_gun(at=(30, 47), towed_by="a1"))
    assert code_of(near_edge, Drive(side=A, unit="a1", path=way((30, 43.5, 0)))) == "no-room-for-load"
    _, state = play(near_edge, Drive(side=A, unit="a1", path=way((30, 42.5, 0))))
    assert state.units["a2"].models[0].at == pytest.approx((30, 47.5))


@pytest.mark.rule("VEH-TOW-03")
def test_unlimbered_it_is_turned_and_may_be_served_in_the_same_turn():
    state = tractor()
    assert preview(state, Activate(side=A, unit="a2", dice=1)).refusal is not None
    _, state = play(state, Unlimber(side=A, unit="a1"))
    assert state.prompt.kind == "load-facing"
    _, state = play(state, Answer(side=A, choice="90"))
    assert state.units["a2"].towed_by is None
    assert (state.units["a2"].models[0].at, state.units["a2"].models[0].facing) == ((30, 29), 90)
    assert code_of(state, drive((30, 22))) == "coupling"
    idle = state.with_turn(active=None, ap=0)
    assert preview(idle, Activate(side=A, unit="a2", dice=1)).refusal is None


@pytest.mark.rule("VEH-TOW-03")
def test_a_vehicle_that_has_moved_does_not_unlimber_and_a_coupled_gun_is_not_served():
    state = tractor()
    idle = state.with_turn(active=None, ap=0)
    assert code_of(idle, Activate(side=A, unit="a2", dice=1)) == "limbered"
    _, state = play(state, drive((30, 20)))
    assert code_of(state, Unlimber(side=A, unit="a1")) == "has-moved"


def loosened(*others, dice, choice=None, speed=6, crew=()):
    """A truck of Orks has driven north; the coupling is knocked loose."""
    _, state = play(tractor(*others, *crew, ork=True, battle_speed_in=2 * speed), drive((30, 24 - speed)))
    _, state = play(state, KnockLoose(side=A, unit="a1"))
    pick = choice or state.prompt.options[0].id
    return play(state, Answer(side=A, choice=pick), dice)


@pytest.mark.rule("VEH-TOW-03")
def test_it_is_turned_straight_at_an_enemy_too():
    """Any facing is allowed: besides eight ways each known enemy is one; up to version 19 the eight were all."""
    foes = (a_unit("b1", [(40, 19)]), a_unit("b2", [(40, 29)], hidden=True))
    _, state = play(tractor(*foes), Unlimber(side=A, unit="a1"))
    assert [option.label for option in state.prompt.options][9:] == ["Face B1 B1"]
    choice = state.prompt.options[-1].id
    _, turned = play(state, Answer(side=A, choice=choice))
    assert turned.units["a2"].models[0].facing == pytest.approx(45)
    _, before = play(replace(tractor(*foes), version="19"), Unlimber(side=A, unit="a1"))
    assert len(before.prompt.options) == 9


@pytest.mark.rule("VEH-TOW-04")
@pytest.mark.parametrize(("version", "facing"), [("20", 0), ("19", 90)])
def test_it_does_not_come_to_rest_in_a_wall(version, facing):
    """Two by four inches, an inch from a wall: turned about it would stand in it, so it lies as it came."""
    wall = Terrain(id="w", name="Wall", points=((31.3, 10), (32, 10), (32, 30), (31.3, 30)), going="impassable")
    gun = a_vehicle("a2", (30, 30), flags={"towed_by": "a1"}, **{**GUN_HULL, "length_in": 4})
    state = a_battle(a_vehicle("a1", ork=True), gun, active="a1", ap=2, terrain=(wall,), version=version)
    _, state = play(state, drive((30, 18)))
    _, state = play(state, KnockLoose(side=A, unit="a1"))
    dice = {"unlimber-distance": [1], "direction": [360, 90]}
    _, state = play(state, Answer(side=A, choice=state.prompt.options[0].id), dice)
    assert state.units["a2"].models[0].facing == pytest.approx(facing)


@pytest.mark.rule("VEH-TOW-04")
def test_orks_knock_it_loose_and_it_tumbles_and_lies_anyhow():
    """The vehicle stands at y 18, the load at 23; four inches east, facing south."""
    _, state = loosened(dice={"unlimber-distance": [4], "direction": [90, 180]})
    gun = state.units["a2"].models[0]
    assert gun.at == pytest.approx((34, 23), abs=0.01)
    assert gun.facing == pytest.approx(180)
    assert state.units["a2"].towed_by is None


@pytest.mark.rule("VEH-TOW-04")
def test_it_may_come_loose_where_the_way_began():
    _, state = loosened(dice={"unlimber-distance": [2], "direction": [90, 360]}, choice="0")
    assert state.units["a2"].models[0].at == pytest.approx((32, 29), abs=0.01)


@pytest.mark.part_of("VEH-TOW-04")
@pytest.mark.parametrize(("ork", "active"), [(True, "a1"), (False, None)])
def test_a_crew_of_orks_stays_in_hand_when_its_points_are_spent_until_it_finishes(ork, active):
    _, state = play(tractor(ap=1, ork=ork), drive((30, 20)))
    assert (state.turn.active, state.turn.ap) == (active, 0)
    if ork:
        _, state = play(state, Finish(side=A, unit="a1"))
        assert state.turn.active is None


@pytest.mark.rule("VEH-TOW-04", "VEH-RAM-02")
def test_what_it_strikes_it_strikes_with_armour_eleven_at_the_speed_of_the_vehicle():
    """Strength 1 + 2 out; the side 12 of a tank gives 2 + 2 + 1 back at 11."""
    tank = a_vehicle("b1", (35, 23), heading=0)
    dice = {"unlimber-distance": [6], "direction": [90, 360], "ram-penetration": [1, 6], "vehicle-damage": [1]}
    events, _ = loosened(tank, dice=dice)
    assert the(events, Collided).unit == "a2"
    found = {e.unit: e for e in events if isinstance(e, VehicleHit)}
    assert (found["b1"].strength, found["b1"].av) == (3, 12)
    assert (found["a2"].strength, found["a2"].av, found["a2"].total) == (5, 11, 11)


def test_only_orks_that_move_do_that():
    state = tractor(ork=True)
    assert code_of(state, KnockLoose(side=A, unit="a1")) == "not-moved"
    assert code_of(tractor(), KnockLoose(side=A, unit="a1")) == "no-orks"


@pytest.mark.part_of("VEH-TOW-05")
@pytest.mark.parametrize(("speed", "strength"), [(10, 0), (10.2, 1), (12, 2), (13.1, 4), (24, 10)])
def test_the_strength_of_leaping_off(speed, strength):
    assert leap_strength(speed) == strength


@pytest.mark.rule("VEH-TOW-05")
def test_the_crew_leap_off_with_the_weapon_and_are_hurt_above_ten_inches():
    """At 13 inches each of two takes a Strength 3 hit: Toughness 4 needs a 5; there is no save."""
    boys = a_profile("boy", t=4, sv=2)
    crew = a_unit("a3", [(0, 0), (0, 0)], profile=boys, aboard="a1", clinging=True, serves="a2")
    dice = {"unlimber-distance": [1], "direction": [90, 360], "to-wound": [5, 4]}
    _, state = loosened(dice=dice, speed=13, crew=(crew,))
    left = state.units["a3"]
    assert left.aboard is None
    assert len(left.alive) == 1
    assert left.alive[0].at[1] > 13


# -- its crew ------------------------------------------------------------------------------------------------------


def served(at, *, crew=None):
    people = a_unit("a3", [at], serves="a2", **(crew or {}))
    enemy = a_vehicle("b1", (30, 4), front=10)
    return a_battle(a_gun(), people, enemy, active="a2", ap=2)


@pytest.mark.rule("VEH-TOW-03")
def test_a_gun_fires_only_with_its_crew_beside_it():
    """The gun's hull reaches from y 28 to 30: a man at y 32 is 2 inches off, one at 32.1 too far."""
    fire = FireVehicle(side=A, unit="a2", shots=(MountShot(mount=0, target="b1"),))
    assert fire.check(served((30, 32))) is None
    refusal = fire.check(served((30, 32.1)))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no-crew", "VEH-TOW-03")
    fled = fire.check(served((30, 31), crew={"routing": True}))
    assert fled is not None
    waiting = served((30, 40)).with_turn(active=None, ap=0)
    assert code_of(waiting, Activate(side=A, unit="a2", dice=1)) == "no-crew"


def test_a_gun_without_models_for_its_crew_serves_itself():
    state = a_battle(a_gun(), a_vehicle("b1", (30, 4)), active="a2", ap=2)
    assert FireVehicle(side=A, unit="a2", shots=(MountShot(mount=0, target="b1"),)).check(state) is None


@pytest.mark.part_of("VEH-TOW-01")
def test_a_load_that_would_be_pushed_off_the_table_swings_round():
    tank = a_vehicle("a1", (8, 24), heading=90)
    state = a_battle(tank, a_gun((3, 24), towed_by="a1"), active="a1", ap=2)
    start = hull_of(state, state.units["a1"])
    progress = Progress(state, ScriptedDice({}))
    towed.follow(progress, "a1", [start, start._replace(centre=(4, 24))])
    load = hull_of(progress.state, progress.state.units["a2"])
    assert load.centre[0] >= 0
    assert distance(load.centre, (4, 24)) == pytest.approx(5)
    assert not load.overlaps(start._replace(centre=(4, 24)))


@pytest.mark.rule("VEH-TOW-01")
def test_a_load_is_swung_round_where_the_vehicle_turns_away_from_it():
    """Turned about it would stand before the nose, and in the hull itself once that has gone on 4 inches."""
    state = tractor(ap=3)
    _, turned = play(state, drive((30, 24, 135)))
    assert turned.units["a2"].models[0].at == pytest.approx((26.46, 20.46), abs=0.01)
    about = drive((30, 24, 180), (30, 28, 180), actions=2)
    _, after = play(state, about)
    own = hull_of(after, after.units["a1"])
    assert hull_of(after, after.units["a2"]).distance_to_point(own.centre) > 3
    assert after.units["a2"].models[0].at == pytest.approx((30, 23), abs=0.01)
    _, before = play(replace(state, version="14"), about)
    assert hull_of(before, before.units["a2"]).overlaps(hull_of(before, before.units["a1"]))
    _, little = play(state, drive((30, 24, 45)))
    assert little.units["a2"].models[0].at == (30, 29)


@pytest.mark.rule("VEH-TOW-01")
def test_there_must_be_room_for_a_load_that_swings_round():
    state = tractor(a_vehicle("a3", (30, 19), length_in=2, width_in=2), ap=3)
    assert code_of(state, drive((30, 24, 180), actions=2)) == "no-room-for-load"


@pytest.mark.rule("VEH-TOW-04")
def test_it_may_come_loose_at_any_point_of_the_way():
    """The truck drove 6 inches north from y 24: after 4 it stood at y 20, its load behind it at y 25."""
    _, asked = play(tractor(ork=True, battle_speed_in=12), drive((30, 18)))
    _, asked = play(asked, KnockLoose(side=A, unit="a1"))
    labels = [option.label for option in asked.prompt.options]
    assert labels == ["At the end of its way", "After 4″ of its way", "After 2″ of its way", "Where it began"]
    _, state = loosened(dice={"unlimber-distance": [3], "direction": [90, 360]}, choice="after 4")
    assert state.units["a2"].models[0].at == pytest.approx((33, 25), abs=0.01)
    _, before = play(replace(tractor(ork=True, battle_speed_in=12), version="14"), drive((30, 18)))
    _, before = play(before, KnockLoose(side=A, unit="a1"))
    assert [option.label for option in before.prompt.options] == ["At the end of its way", "Where it began"]


@pytest.mark.rule("VEH-TOW-04")
def test_it_comes_loose_nowhere_that_a_vehicle_stands_by_now():
    """A truck has driven up to where the load began, at y 29; up to version 19 it was left in that truck."""
    truck = a_vehicle("a3", (50, 40), length_in=2, width_in=2)
    _, driven = play(tractor(truck, ork=True, battle_speed_in=12), drive((30, 18)))
    there = replace(driven.units["a3"].models[0], at=(30, 29.6))
    driven = driven.with_unit(driven.units["a3"].with_model(there))
    _, asked = play(driven, KnockLoose(side=A, unit="a1"))
    assert [option.label for option in asked.prompt.options][-1] == "After 2″ of its way"
    _, before = play(replace(driven, version="19"), KnockLoose(side=A, unit="a1"))
    assert [option.label for option in before.prompt.options][-1] == "Where it began"


def test_of_a_long_way_no_more_than_ten_places_are_named():
    _, state = play(tractor(ork=True, battle_speed_in=44, ap=3), drive((30, 4)))
    _, state = play(state, KnockLoose(side=A, unit="a1"))
    assert len(state.prompt.options) <= 12
