"""Vehicles built of sections. (VEH-HULL-04)"""

import pytest
from msgspec.structs import replace

from rules.arap.paths.turns import Waypoint
from rules.arap.positions.placing import placing
from rules.arap.rulings.general import RuleUnit
from rules.arap.turn.activation import Activate, Finish
from rules.arap.turn.setup import ready_to_deploy
from rules.core.ids import SideId
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.forces.army import Army, Entry, Member
from rules.forces.gemini import GeminiHull, Section
from rules.forces.unit import VehicleState
from rules.state import Placement
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.events import Immobilised, VehicleWrecked
from rules.vehicles.shared.formations import lined_up
from tests.builders import A, a_battle, a_unit, play
from tests.rules.vehicles.garage import AUTOGUN, GUN, a_hull, a_vehicle, hit, mounted, under_fire, way

CAR = GeminiHull(
    front=10,
    side=10,
    rear=10,
    length_in=4,
    width_in=3,
    hull_points=2,
    mounts=mounted(AUTOGUN),
    crew_bs=3,
    crew_initiative=4,
)
TAIL = replace(CAR, side=12, hull_points=0, mounts=mounted(GUN))
TRAIN = replace(
    a_hull("train", length_in=5, width_in=3, battle_speed_in=12, mounts=mounted(AUTOGUN)),
)
TRAIN = replace(
    TRAIN,
    hull=replace(TRAIN.hull, sections=(Section(name="gun car", hull=CAR), Section(name="tail car", hull=TAIL))),
)


def mustered(side="a"):
    army = Army(
        name="Dust",
        entries=(Entry(name="Dust Train", members=(Member(profile=TRAIN.id),), points=200),),
        profiles=(TRAIN,),
        weapons=(GUN, AUTOGUN),
    )
    return army.muster(SideId(side))


def train(*others, active="a1", ap=2, at=(30, 24), heading=0, **values):
    """The train with its engine there, its two cars in a line behind it."""
    made = mustered()
    state = a_battle(*others, active=active, ap=ap, **values)
    state = replace(
        state,
        profiles={**state.profiles, **made.profiles},
        weapons={**state.weapons, **made.weapons},
        units={**{u.id: replace(u, deployed=True) for u in made.units}, **state.units},
    )
    engine = state.units["a1"]
    state = state.with_unit(engine.with_model(replace(engine.models[0], at=at, facing=heading)))
    for car, hull in lined_up(state, state.units["a1"], at, heading):
        state = state.with_unit(car.with_model(replace(car.models[0], at=hull.centre, facing=hull.heading)))
    return state


def places(state):
    return [state.units[u].models[0].at for u in ("a1", "a1b", "a1c")]


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


def test_an_entry_musters_a_hull_for_each_section():
    units = mustered().units
    assert [(u.id, u.name, u.section_of, u.points) for u in units] == [
        ("a1", "Dust Train", None, 200),
        ("a1b", "Dust Train, gun car", "a1", 0),
        ("a1c", "Dust Train, tail car", "a1", 0),
    ]
    assert [u.vehicle.hull for u in units] == [0, 2, 0]
    made = mustered()
    assert [made.profiles[u.models[0].profile].hull.side for u in units] == [12, 10, 12]


@pytest.mark.rule("VEH-HULL-04")
def test_the_sections_are_placed_behind_their_engine_and_follow_it():
    state = train()
    assert places(state) == [(30, 24), (30, 28.75), (30, 33)]
    assert [u.id for u in ready_to_deploy(state.with_unit(replace(state.units["a1b"], deployed=False)), A)] == []
    _, state = play(state, Drive(side=A, unit="a1", path=way((30, 18)), actions=1))
    assert places(state) == [(30, 18), (30, pytest.approx(22.75)), (30, pytest.approx(27))]
    assert [state.units[u].now.moved_in for u in ("a1", "a1b", "a1c")] == [6, 6, 6]


@pytest.mark.rule("VEH-HULL-04")
def test_a_section_neither_drives_nor_is_activated_by_itself():
    state = train(active=None, ap=0)
    error = refused(state, Activate(side=A, unit="a1b", dice=1))
    assert (error.code, error.allowed) == ("section", "activating Dust Train")
    acting = train(active="a1b")
    assert refused(acting, Drive(side=A, unit="a1b", path=way((30, 20)), actions=1)).code == "section"


@pytest.mark.rule("VEH-HULL-04")
def test_one_roll_for_all_who_then_act_one_after_the_other():
    enemy = a_unit("b1", [(45, 24)])
    events, state = play(train(enemy, active=None, ap=0), Activate(side=A, unit="a1", dice=2), {"activation": [1, 2]})
    assert state.turn.active == "a1"
    assert any(e.sentence(state).endswith("of the same vehicle") for e in events if "VEH-HULL-04" in e.rules)
    _, state = play(state, Finish(side=A, unit="a1"))
    assert (state.turn.active, state.turn.ap) == ("a1b", 2)
    kinds = {o.kind for o in legal_actions(state, A) if o.unit == "a1b" and o.action is not None}
    assert "fire" in kinds
    assert "drive" not in kinds
    shot = FireVehicle(side=A, unit="a1b", shots=(MountShot(mount=0, target="b1"),))
    _, state = play(state, shot, {"to-hit": [6, 6, 6]})
    assert state.units["a1b"].vehicle.fired == (0,)
    _, state = play(state, Finish(side=A, unit="a1b"))
    assert state.turn.active == "a1c"
    _, state = play(state, Finish(side=A, unit="a1c"))
    assert state.turn.active is None


@pytest.mark.rule("VEH-HULL-04")
def test_a_section_with_nothing_to_fire_is_passed_over():
    """The gun car has lost its only weapon: the tail car is next; with that one shaken too nobody is."""
    state = train(a_unit("b1", [(45, 24)]), active=None, ap=0)
    gun_car = state.units["a1b"]
    state = state.with_unit(replace(gun_car, vehicle=replace(gun_car.vehicle, lost_mounts=(0,))))
    _, acting = play(state, Activate(side=A, unit="a1", dice=2), {"activation": [1, 2]})
    _, after = play(acting, Finish(side=A, unit="a1"))
    assert after.turn.active == "a1c"
    tail_car = acting.units["a1c"]
    acting = acting.with_unit(replace(tail_car, vehicle=replace(tail_car.vehicle, shaken_now=True)))
    _, after = play(acting, Finish(side=A, unit="a1"))
    assert after.turn.active is None


@pytest.mark.rule("VEH-HULL-01")
def test_each_section_has_its_own_armour_and_hull_points():
    """Strength 8 and a 3 against side 10: the gun car loses both its hull points, the others nothing."""
    state = train()
    events, state = under_fire(state, "a1b", [hit((50, 28.75))], {"armour-penetration": [3]}, by=None)
    lost = next(e for e in events if isinstance(e, HullPointsLost))
    assert (lost.unit, lost.left) == ("a1b", 0)
    assert state.units["a1c"].vehicle == VehicleState()


def test_the_other_sections_hide_nothing_from_one_that_fires():
    """Straight ahead of the train: the gun car fires past its engine."""
    state = train(a_unit("b1", [(30, 10)]), active="a1b")
    assert FireVehicle(side=A, unit="a1b", shots=(MountShot(mount=0, target="b1"),)).check(state) is None


@pytest.mark.rule("VEH-HULL-04", "VEH-DMG-05")
def test_an_immobilised_engine_immobilises_all():
    """Side 12: a 5 penetrates, a 3 on the chart immobilises."""
    dice = {"armour-penetration": [5], "vehicle-damage": [3]}
    events, state = under_fire(train(), "a1", [hit((50, 24))], dice, by=None)
    assert [e.unit for e in events if isinstance(e, Immobilised)] == ["a1", "a1b", "a1c"]
    assert not state.units["a1b"].is_gone


@pytest.mark.rule("VEH-HULL-04", "VEH-DMG-06")
def test_a_lost_engine_leaves_the_others_standing_to_act_by_themselves():
    dice = {"armour-penetration": [5], "vehicle-damage": [4]}
    events, state = under_fire(train(active=None, ap=0), "a1", [hit((50, 24))], dice, by=None)
    assert [e.unit for e in events if isinstance(e, VehicleWrecked)] == ["a1"]
    assert [e.unit for e in events if isinstance(e, Immobilised)] == ["a1b", "a1c"]
    _, state = play(state, Activate(side=A, unit="a1c", dice=1), {"activation": [1]})
    assert state.turn.active == "a1c"


@pytest.mark.rule("VEH-HULL-04")
def test_another_section_only_loses_itself():
    dice = {"armour-penetration": [5], "vehicle-damage": [4]}
    events, state = under_fire(train(), "a1c", [hit((50, 33))], dice, by=None)
    assert [e.unit for e in events if isinstance(e, VehicleWrecked)] == ["a1c"]
    assert not [e for e in events if isinstance(e, Immobilised)]
    _, state = play(state, Drive(side=A, unit="a1", path=way((30, 18)), actions=1))
    assert places(state)[1] == (30, pytest.approx(22.75))


@pytest.mark.rule("VEH-HULL-04")
def test_no_turns_in_backing_and_room_for_all():
    wall = a_vehicle("b1", (30, 37.5), length_in=2)
    error = refused(train(wall), Drive(side=A, unit="a1", path=(Waypoint(at=(30, 26), gait="back"),), actions=1))
    assert (error.code, error.rule) == ("no-room-for-sections", "VEH-HULL-04")
    round_a_corner = Drive(side=A, unit="a1", path=(Waypoint(at=(30, 26), gait="back", facing=45),), actions=1)
    error = refused(train(), round_a_corner)
    assert (error.code, error.rule) == ("backs-with-sections", "VEH-HULL-04")


@pytest.mark.rule("VEH-HULL-04")
def test_no_section_is_backed_off_the_table_nor_round_a_corner():
    """Up to version 19 they left the table, or sprang into line behind an engine that had turned."""
    back = Drive(side=A, unit="a1", path=(Waypoint(at=(30, 40), gait="back"),), actions=1)
    near_edge = train(at=(30, 38))
    assert refused(near_edge, back).code == "no-room-for-sections"
    assert preview(replace(near_edge, version="19"), back).refusal is None
    _, bent = play(train(), Drive(side=A, unit="a1", path=way((30, 24, 90)), actions=1))
    back = Drive(side=A, unit="a1", path=(Waypoint(at=(29, 24), gait="back"),), actions=1)
    error = refused(bent, back)
    assert (error.code, error.allowed) == ("backs-with-sections", "driving forward until they follow in line")
    assert preview(replace(bent, version="19"), back).refusal is None


@pytest.mark.part_of("VEH-HULL-04")
def test_a_place_needs_room_for_all_sections():
    state = train()
    engine = state.units["a1"]
    off = placing(state, engine, (Placement(model="a1.1", at=(30, 44), facing=0),))
    assert off is not None


def test_the_host_says_what_damage_does_to_the_rest():
    ruling = RuleUnit(side=A, unit="a1b", what="immobilised", value=1, reason="the coupling is bent")
    events, state = play(train(), ruling)
    assert state.units["a1b"].vehicle.immobilised
    assert events[0].sentence(state) == "Host: Dust Train, gun car is immobilised (the coupling is bent)"
    _, state = play(state, RuleUnit(side=A, unit="a1b", what="hull", value=1, reason="shaken through"))
    assert state.units["a1b"].vehicle.hull == 1


@pytest.mark.part_of("VEH-HULL-04")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        (((30, 24, 45),), ""),
        (((30, 24, 45), (34.24, 19.76, 45)), ""),
        (((30, 24, 180),), "folds-up"),
        (((30, 24, 135), (31.4, 25.4, 135)), "folds-up"),
    ],
)
def test_a_train_does_not_turn_into_its_own_sections(path, code):
    """Up to version 14 the engine stood in the car behind it, or before it."""
    drive = Drive(side=A, unit="a1", path=way(*path), actions=2)
    found = preview(train(), drive).refusal
    assert (found.code if found else "") == code
    assert preview(replace(train(), version="14"), drive).refusal is None
