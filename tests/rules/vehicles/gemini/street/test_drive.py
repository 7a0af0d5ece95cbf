"""Street Race: speed as momentum, legs and arcs, what bars a drive, what it runs into."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import ModelsMoved
from rules.arap.turn.activation import EndActivation
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.forces.unit import UnitTurn
from rules.progress import Progress
from rules.questions import street as questions
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from rules.vehicles.gemini.damage import states
from rules.vehicles.gemini.damage.results import Suffer
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.driving.stop import DeclareStopped
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.gemini.motion.momentum import ControlLost, SpeedChanged, Tuned, limits
from rules.vehicles.gemini.street.drive import StreetDrive, StreetLeg
from rules.vehicles.shared.events import CrewStunned, Immobilised
from tests.builders import A, a_battle, a_unit, play, the
from tests.rules.vehicles.garage import GUN, a_condition, a_vehicle, way

CAR = {
    "type": "wheeled",
    "street": True,
    "front": 9,
    "side": 8,
    "rear": 8,
    "length_in": 3,
    "width_in": 1.5,
    "top_speed_in": 28,
    "acc_dec_in": 8,
    "trr": 1,
    "vehicle_class": "fast",
}


def a_car(unit="a1", at=(30, 24), *, speed=0.0, heading=0, weapons=(), state=None, **values):
    """A city car, 3 by 1.5 inches, unarmed, 28 inches at most, Acc/Dec 8, TRR 1."""
    flags = {"vehicle": a_condition(speed=speed, **(state or {})), "now": UnitTurn(tried=True)}
    return a_vehicle(unit, at, heading=heading, weapons=weapons, flags=flags, **{**CAR, **values})


def street(*units, ap=2, active="a1", **values):
    return a_battle(*units, active=active, ap=ap, **values)


def leg(bend, length, radius=0.0):
    return StreetLeg(bend=bend, length_in=length, radius_in=radius)


def drive(speed, *legs, unit="a1"):
    return StreetDrive(side=unit[0], unit=unit, speed=speed, legs=legs)


def on(speed, unit="a1"):
    return drive(speed, leg("straight", abs(speed)), unit=unit)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


def pose(state, unit="a1"):
    model = state.units[unit].models[0]
    return (round(model.at[0], 2), round(model.at[1], 2), round(model.facing, 2))


@pytest.mark.parametrize(
    ("legs", "code"),
    [
        ((leg("left", -1, 1e-9),), "bad-leg"),
        ((leg("left", 6, 1e-9), leg("straight", 2)), "too-tight"),
        ((leg("straight", 1e9),), "bad-number"),
        ((leg("straight", float("nan")),), "bad-number"),
        ((leg("straight", 8),) * 100_000, "bad-path"),
    ],
)
def test_a_drive_that_no_vehicle_makes_is_refused_and_not_drawn(legs, code):
    state = street(a_car())
    made = drive(8, *legs)
    seen = preview(state, made)
    assert (seen.refusal.code, seen.legs) == (code, ())
    assert questions.driven(state, made) is None


# -- the mode ------------------------------------------------------------------------------------------------------


@pytest.mark.part_of("VEH-RACE-01")
@pytest.mark.parametrize(
    ("option", "street_car", "code"),
    [
        ("per_vehicle", True, ""),
        ("per_vehicle", False, "not-street-race"),
        ("all", False, ""),
        ("none", True, "not-street-race"),
    ],
)
def test_the_table_says_who_drives_by_these_rules(option, street_car, code):
    state = street(a_car(street=street_car), options={"street_race": option})
    found = on(8).check(state)
    assert (found.code if found else "") == code


def test_bends_without_speed_are_refused_and_tell_no_turn():
    shown = preview(street(a_car(speed=4)), drive(0, leg("left", 3, radius=4)))
    assert shown.refusal is not None
    assert not any("turns" in note for note in shown.notes)


@pytest.mark.rule("VEH-RACE-01")
def test_battle_speed_is_no_choice_of_theirs():
    found = refused(street(a_car()), Drive(side=A, unit="a1", path=way((30, 20))))
    assert (found.code, found.rule) == ("street-race", "VEH-RACE-01")


@pytest.mark.part_of("VEH-RACE-01", "VEH-RACE-02")
def test_without_figures_of_its_own_half_the_maximum_and_a_trr_of_1():
    state = street(a_car(top_speed_in=20, acc_dec_in=0, trr=0))
    assert limits(state, state.units["a1"]).most == 10
    assert refused(state, drive(10, leg("left", 10, 9))).allowed == "10″ or more at 10″ with TRR 1"


# -- speed ---------------------------------------------------------------------------------------------------------


@pytest.mark.part_of("VEH-RACE-02", "VEH-REV-01")
@pytest.mark.parametrize(
    ("speed", "least", "most"),
    [(0, -8, 8), (12, 4, 20), (24, 16, 28), (6, -2, 14), (8, 0, 16), (-6, -14, 2), (-14, -14, -6), (28, 20, 28)],
)
def test_acc_dec_limits_the_change_of_speed(speed, least, most):
    state = street(a_car(speed=speed))
    found = limits(state, state.units["a1"])
    assert (found.least, found.most) == (least, most)


@pytest.mark.rule("VEH-RACE-02")
def test_too_fast_and_too_slow_are_told_with_what_is_allowed():
    state = street(a_car(speed=12))
    fast, slow = refused(state, on(20.5)), refused(state, on(3.5))
    assert (fast.code, fast.rule, fast.allowed) == ("too-fast", "VEH-RACE-02", "4″ to 20″")
    assert fast.message == "A1 is at 12″: it gains at most 8″ a turn."
    assert (slow.code, slow.message) == ("too-slow", "A1 is at 12″: it loses at most 8″ a turn.")


@pytest.mark.rule("VEH-REV-01")
def test_reverse_is_at_most_half_of_the_top_speed():
    found = refused(street(a_car(speed=-10)), on(-15))
    assert (found.rule, found.message) == ("VEH-REV-01", "A1 is at 10″ in reverse: it reverses at 14″ at most.")


@pytest.mark.rule("VEH-REV-01", "VEH-RACE-02")
def test_a_car_stops_and_backs_up_in_one_turn():
    """The author's stock car: 28 inches, Acc/Dec 8; from 4 inches it may back up 4."""
    events, state = play(street(a_car(speed=4)), on(-4))
    assert the(events, SpeedChanged).speed == -4
    assert pose(state) == (30, 28, 0)
    assert state.units["a1"].now.moved_in == 4


@pytest.mark.part_of("VEH-BOAT-01", "VEH-BOAT-02")
@pytest.mark.parametrize(("speed", "least", "most"), [(10, 6, 18), (2, -2, 10), (0, -4, 8), (-4, -7, 0), (-1, -5, 3)])
def test_boats_brake_and_back_at_half_of_their_acceleration(speed, least, most):
    water = Terrain(id="W", name="Lake", points=((0, 0), (72, 0), (72, 48), (0, 48)), going="water", look="water")
    state = street(a_car(speed=speed, type="boat"), terrain=(water,))
    found = limits(state, state.units["a1"])
    assert (found.least, found.most) == (least, most)


@pytest.mark.rule("VEH-BOAT-02")
def test_a_boat_goes_astern_at_a_quarter_of_its_maximum():
    water = Terrain(id="W", name="Lake", points=((0, 0), (72, 0), (72, 48), (0, 48)), going="water", look="water")
    found = refused(street(a_car(speed=-6, type="boat"), terrain=(water,)), on(-8))
    assert (found.rule, found.allowed) == ("VEH-BOAT-02", "7″ in reverse to 2″ in reverse")


@pytest.mark.part_of("VEH-REV-02")
@pytest.mark.parametrize(
    ("option", "civilian", "auto", "least"),
    [
        ("auto_drive_and_military", True, False, 0),
        ("auto_drive_and_military", True, True, -8),
        ("auto_drive_and_military", False, False, -8),
        ("none", False, True, 0),
        ("all", True, False, -8),
    ],
)
def test_which_bikes_reverse(option, civilian, auto, least):
    car = a_car(type="bike", civilian=civilian, auto_drive=auto)
    state = street(car, options={"bikes_reverse": option})
    assert limits(state, state.units["a1"]).least == least


# -- the drive -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-RACE-03", "VEH-RACE-02")
def test_one_point_for_the_whole_turns_driving():
    events, state = play(street(a_car(speed=12)), on(16))
    moved = the(events, ModelsMoved)
    assert (moved.how, moved.length_in, state.turn.ap, pose(state)) == ("street", 16, 1, (30, 8, 0))
    assert marks_of(state.units["a1"]).speed == 16
    again = refused(state, on(16))
    assert (again.code, again.rule) == ("driven", "VEH-RACE-03")


@pytest.mark.rule("VEH-RACE-03", "VEH-TRR-02")
def test_the_legs_add_up_to_the_speed():
    state = street(a_car(speed=12))
    short, far = refused(state, drive(12, leg("straight", 11))), refused(state, drive(12, leg("straight", 12.5)))
    assert (short.code, far.code, far.rule) == ("too-short", "too-far", "VEH-RACE-03")
    assert far.message == "The legs of A1 add up to 12.5″; its speed is 12″."
    assert refused(state, drive(12, leg("straight", 13), leg("left", -1))).code == "bad-leg"


@pytest.mark.rule("VEH-TRR-01", "VEH-TRR-02", "VEH-TRR-05")
def test_the_roadster_at_the_junction_runs_into_the_shop_front():
    """TRR 1, 12 inches, 2 short of a junction: 10 inches of arc are 47.75 degrees, and there stands a shop."""
    clear = street(a_car(speed=12))
    _, state = play(clear, drive(12, leg("straight", 2), leg("right", 10, 12)))
    assert pose(state) == (33.93, 13.12, 47.75)
    assert refused(clear, drive(12, leg("straight", 2), leg("right", 10, 6.36))).code == "too-tight"
    shop = Terrain(
        id="S", name="Shop", points=((20, 6), (45, 6), (45, 13.5), (20, 13.5)), going="impassable", look="building"
    )
    crash = street(a_car(speed=12), terrain=(shop,))
    shown = preview(crash, drive(12, leg("straight", 2), leg("right", 10, 12)))
    assert shown.refusal is None
    assert any(note.startswith("runs into Shop after ") for note in shown.notes)
    own = {c.label: c.exact for line in shown.shots if line.name == "Impact on A1" for c in line.chances}
    assert own["crew stunned, loses control"] == "1/18"  # a glancing 4 or a penetrating 1


@pytest.mark.rule("VEH-TRR-01", "VEH-TRR-03")
@pytest.mark.parametrize(("trr", "degrees"), [(0.5, 114.59), (1, 57.3), (2, 28.65), (7, 8.19)])
def test_the_most_turn_in_a_turn(trr, degrees):
    _, state = play(street(a_car(at=(30, 24), speed=4, trr=trr)), drive(4, leg("right", 4)))
    assert pose(state)[2] == degrees


@pytest.mark.rule("VEH-TRR-04", "VEH-TRR-01")
def test_wider_turns_are_free_and_tighter_ones_are_not():
    state = street(a_car(speed=8))
    assert preview(state, drive(8, leg("left", 8, 20))).refusal is None
    found = refused(state, drive(8, leg("straight", 2), leg("left", 6, 7.9)))
    assert found.message == "Leg 2 turns on a radius of 7.9″, which is too tight."
    assert found.allowed == "8″ or more at 8″ with TRR 1"


def test_shaken_crews_drive_and_stunned_ones_do_not():
    assert on(8).check(street(a_car(state={"shaken_now": True}))) is None
    assert on(8).check(street(a_car(state={"stunned_now": True}))).code == "stunned"


def test_a_rolling_vehicle_is_not_declared_stopped():
    found = refused(street(a_car(speed=12)), DeclareStopped(side=A, unit="a1"))
    assert (found.code, found.rule) == ("moving", "VEH-RACE-03")


# -- coasting ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-RACE-04")
def test_nobody_at_the_wheel():
    """It goes straight on at unchanged speed before melee; what was driven or stands does not."""
    state = street(
        a_car("a1", (10, 40), speed=9), a_car("a2", (30, 40), speed=0), a_unit("b1", [(60, 10)]), active=None, ap=0
    )
    events, state = play(state, EndActivation(side=A))
    moved = the(events, ModelsMoved)
    assert (moved.unit, moved.how, moved.length_in, moved.rules) == ("a1", "coast", 9, ("VEH-RACE-04",))
    assert pose(state) == (10, 31, 0)
    assert marks_of(state.units["a1"]).speed == 9


def test_who_drove_does_not_coast():
    _, state = play(street(a_car(speed=8), a_unit("b1", [(60, 10)])), on(8))
    events, _ = play(state, EndActivation(side=A))
    assert [e for e in events if isinstance(e, ModelsMoved)] == []


# -- off the road, and into things -----------------------------------------------------------------------------------


ROAD = Terrain(id="R", name="Road", points=((27, 0), (33, 0), (33, 48), (27, 48)), going="road", look="road")


@pytest.mark.rule("VEH-RACE-05")
def test_a_road_wheeler_off_the_road_has_half_of_its_speed():
    state = street(a_car(at=(50, 24), speed=10, type="road-wheeler"), terrain=(ROAD,))
    found = refused(state, on(15))
    assert (found.rule, found.message) == ("VEH-RACE-05", "A1 is at 10″: its maximum here is 14″.")


@pytest.mark.rule("VEH-RACE-05", "VEH-TERR-04")
def test_it_tests_once_for_rough_ground_when_it_leaves_the_road():
    state = street(a_car(speed=12, type="road-wheeler"), terrain=(ROAD,))
    _, state = play(state, drive(12, leg("right", 12)), {"dangerous-terrain": [2, 5]})
    assert pose(state)[2] == 57.3


@pytest.mark.rule("VEH-RACE-05")
def test_the_plan_says_how_likely_the_rough_beside_the_road_holds_it():
    state = street(a_car(speed=12, type="road-wheeler"), terrain=(ROAD,))
    fast = preview(state, drive(12, leg("right", 12))).chances
    assert [(c.label, c.exact) for c in fast] == [
        ("gets through", "25/36"),
        ("gets stuck", "5/18"),
        ("is destroyed there", "1/36"),
    ]
    slow = street(a_car(at=(32, 24), speed=6, type="road-wheeler"), terrain=(ROAD,))
    found = preview(slow, drive(6, leg("right", 6))).chances
    assert [(c.label, c.exact) for c in found] == [("gets through", "5/6"), ("gets stuck", "1/6")]


@pytest.mark.rule("VEH-RACE-05", "VEH-RACE-07")
def test_stuck_within_its_brakes_it_stops_there():
    state = street(a_car(speed=8, type="road-wheeler"), terrain=(ROAD,))
    events, state = play(state, drive(8, leg("right", 8)), {"dangerous-terrain": [6, 5]})
    assert the(events, Immobilised).unit == "a1"
    assert the(events, ModelsMoved).length_in == pytest.approx(7.0, abs=0.3)
    assert marks_of(state.units["a1"]).speed == 0


@pytest.mark.rule("VEH-RACE-05", "VEH-RACE-07", "VEH-LOC-02", "VEH-LOC-04")
def test_stuck_above_its_brakes_it_slides_on_out_of_control():
    state = street(a_car(at=(30, 40), speed=12, type="road-wheeler"), terrain=(ROAD,))
    dice = {
        "dangerous-terrain": [6, 5],
        "loss-of-control-acceleration": [3, 4],
        "loss-of-control-deceleration": [1, 2],
        "loss-of-control-swerve": [4],
    }
    events, state = play(state, drive(12, leg("right", 12)), dice)
    first, second = [e for e in events if isinstance(e, ModelsMoved)]
    assert first.length_in + second.length_in == pytest.approx(16)
    assert second.how == "career"
    assert (state.units["a1"].vehicle.immobilised, marks_of(state.units["a1"]).speed) == (True, 0)


@pytest.mark.rule("VEH-RACE-05", "VEH-RAM-02")
def test_a_collision_at_full_speed_leaves_none():
    state = street(a_car(speed=12, front=14), a_car("b1", (30, 12), heading=90, front=14, side=14, rear=14))
    events, state = play(state, on(12), {"ram-penetration": [1, 1]})
    assert the(events, ModelsMoved).length_in == pytest.approx(9.75, abs=0.03)
    assert marks_of(state.units["a1"]).speed == 0
    assert pose(state, "b1") == (30, 12, 90)


@pytest.mark.rule("VEH-RACE-05", "VEH-RAM-04", "VEH-DMG-08")
def test_where_what_it_struck_is_gone_it_goes_on_at_its_speed():
    """A car that explodes leaves the way free: all 20 inches are driven."""
    wreck = a_car("b1", (30, 12), heading=90, front=8, side=8, rear=8, civilian=True)
    state = street(a_car(at=(30, 24), speed=20, front=14), wreck)
    dice = {"ram-penetration": [6, 1], "vehicle-damage": [5], "explosion-radius": [1]}
    events, state = play(state, on(20), dice)
    assert pose(state) == (30, 4, 0)
    assert marks_of(state.units["a1"]).speed == 20
    assert len([e for e in events if isinstance(e, ModelsMoved)]) == 2


@pytest.mark.rule("VEH-RACE-05", "VEH-REL-02")
def test_after_a_rake_it_goes_on_beside_its_target_with_what_is_left_of_its_move():
    """It touches after 9.8 inches, and drives the other 4.2 the way opposite to the target's; it keeps its speed.

    Up to version 14 a rake left no speed either.
    """
    target = a_car("b1", (31.6, 10.5), heading=180, length_in=6, front=14, side=14, rear=14)
    state = street(a_car(speed=14, front=14), target)
    course = drive(14, leg("straight", 9), leg("right", 5))
    assert "a glancing blow: then on beside it, 4.19″" in preview(state, course).notes
    events, after = play(state, course, {"ram-penetration": [1, 1]})
    assert [e.length_in for e in events if isinstance(e, ModelsMoved) and e.how == "street"] == [
        pytest.approx(9.81, abs=0.02),
        pytest.approx(4.19, abs=0.02),
    ]
    assert (pose(after)[1:], marks_of(after.units["a1"]).speed) == ((10.0, 0.0), 14)
    _, before = play(replace(state, version="14"), course, {"ram-penetration": [1, 1]})
    assert marks_of(before.units["a1"]).speed == 0
    hurt = street(a_car(speed=14, front=10, weapons=(GUN,)), target)
    dice = {"ram-penetration": [1, 6], "vehicle-damage": [6]}
    _, stuck = play(hurt, course, dice)
    assert (stuck.units["a1"].vehicle.immobilised, marks_of(stuck.units["a1"]).speed) == (True, 0)


@pytest.mark.rule("VEH-RAM-06")
@pytest.mark.parametrize(("die", "y"), [(4, 4), (5, 13.23)])
def test_a_skimmer_that_rises_lets_it_pass_beneath(die, y):
    """The ram is avoided on 4 or less; else it comes home and leaves no speed."""
    floater = a_car("b1", (30, 11), heading=90, type="skimmer", front=14, side=14, rear=14)
    state = street(a_car(speed=20, front=14, type="tracked"), floater)
    _, state = play(state, on(20))
    dice = {"ram-dodge": [die], **({} if die == 4 else {"ram-penetration": [1, 1]})}
    _, state = play(state, Answer(side="b", choice="dodge"), dice)
    assert pose(state)[1] == pytest.approx(y, abs=0.1)
    assert marks_of(state.units["a1"]).speed == (20 if die == 4 else 0)


def test_the_tables_edge_is_what_is_in_the_way():
    state = street(a_car(at=(30, 5), speed=12, front=14))
    _, state = play(state, on(12), {"ram-penetration": [1]})
    assert pose(state)[1] == pytest.approx(1.5, abs=0.03)
    assert marks_of(state.units["a1"]).speed == 0


def test_people_in_the_way_step_aside_at_a_crawl():
    state = street(a_car(speed=4), a_unit("a2", [(30, 21)]))
    _, state = play(state, on(4))
    assert abs(state.units["a2"].models[0].at[0] - 30) > 0.75


# -- random profiles -----------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-CAR-01")
def test_random_city_cars_are_rolled_before_the_battle():
    car = a_car("b1", (40, 24), random_speed=True, random_acceleration=True, top_speed_in=0, acc_dec_in=0)
    state = street(a_unit("a1", [(10, 10)]), car, active=None, ap=0)
    events, state = play(state, EndActivation(side=A), {"random-speed": [3, 5], "random-acceleration": [1, 4]})
    tuned = the(events, Tuned)
    assert (tuned.top_in, tuned.acc_in) == (28, 9)
    assert limits(state, state.units["b1"]).most == 9


# -- stunned -------------------------------------------------------------------------------------------------------


@pytest.mark.part_of("VEH-LOC-01", "VEH-DMG-02")
def test_a_stun_is_a_loss_of_control():
    progress = Progress(street(a_car(speed=12), active=None, ap=0), ScriptedDice({}))
    progress.queue(Suffer(target="a1", result="crew-stunned"), Suffer(target="a1", result="crew-stunned"))
    progress.run()
    assert len([e for e in progress.events if isinstance(e, CrewStunned)]) == 2
    assert the(progress.events, ControlLost).unit == "a1"


def test_the_preview_names_who_is_run_over():
    crowd = a_unit("b1", [(30, 16), (31.2, 16), (38, 16)])
    shown = preview(street(a_car(speed=8), crowd), on(12))
    # Strength 0 + 4 + 1 against Toughness 3, saved on Initiative 3: 1/2 x 5/6.
    assert [n for n in shown.notes if "in the path" in n] == [
        "2 of B1 in the path: saves on 3 or less, else a Strength 5 hit; each loses a wound 42%"
    ]
    assert shown.marked == ("b1.1", "b1.2")


def test_the_card_says_between_which_speeds_it_drives_next():
    """(VEH-RACE-01, VEH-RACE-02)"""
    state = street(a_car(speed=6))
    row = next(r for r in states.ROWS if r.rule == "VEH-RACE-02")
    assert row.words(state, state.units["a1"]) == "At 6″; its next drive: 2″ in reverse to 14″"
    helpless = street(a_car(speed=6, state={"out_of_control": True}))
    assert row.words(helpless, helpless.units["a1"]) == "At 6″"


def test_a_refusal_says_of_a_car_without_speed_that_it_stands():
    assert refused(street(a_car()), on(20)).message.startswith("A1 stands: it gains at most 8″")


BARN = ((20.0, 5.0), (40.0, 5.0), (40.0, 15.0), (20.0, 15.0))


def a_barn(**values):
    given = {"look": "building", "going": "impassable", "height_in": 3, **values}
    return Terrain(id="barn", name="Barn", points=BARN, **given)


GATE = Building(handling="tabletop", openings=(Opening(a=(28.0, 15.0), b=(32.0, 15.0), fits=3),))
HOLED = {"blocks_sight": True, "breaches": (((27.0, 14.0), (33.0, 14.0), (33.0, 16.0), (27.0, 16.0)),)}


@pytest.mark.rule("VEH-TERR-07", "BLD-UNIT-02", "BLD-UNIT-03")
@pytest.mark.parametrize("barn", [a_barn(building=GATE), a_barn(**HOLED)])
def test_a_racer_drives_into_a_house_slowly_and_may_go_through_its_floor(barn):
    """By an open gate, or where the wall is broken: 5 inches, two dice; at 14 inches it is refused."""
    slow = street(a_car(speed=4, at=(30, 17.5)), terrain=[barn])
    shown = preview(slow, on(5))
    assert shown.notes[1].startswith("inside Barn: a 6 on either of two dice immobilises")
    assert [(c.label, c.exact) for c in shown.chances[:1]] == [("gets through", "25/36")]
    _, inside = play(slow, on(5), {"dangerous-terrain": [1, 5]})
    assert inside.units["a1"].models[0].at == (30, 12.5)
    _, lost = play(slow, on(5), {"dangerous-terrain": [6, 6]})
    assert lost.units["a1"].is_gone
    refusal = preview(street(a_car(speed=12, at=(30, 24)), terrain=[barn]), on(14)).refusal
    assert (refusal.code, refusal.rule) == ("too-fast-inside", "VEH-TERR-07")
    shut = a_barn(building=replace(GATE, openings=(replace(GATE.openings[0], state="closed"),)))
    crash = preview(street(a_car(speed=12, at=(30, 24)), terrain=[shut]), on(14))
    assert (crash.refusal, crash.notes[1]) == (None, "runs into Barn after 7.41″, at 14″")


@pytest.mark.part_of("VEH-TERR-07")
def test_a_racer_that_coasts_into_a_house_tests_too():
    units = a_car("a1", (30, 24), speed=14), a_unit("b1", [(60, 10)])
    field = street(*units, terrain=[a_barn(building=GATE)], active=None, ap=0)
    events, after = play(field, EndActivation(side=A), {"dangerous-terrain": [1, 1]})
    assert (the(events, ModelsMoved).how, pose(after)) == ("coast", (30, 10, 0))
    old = street(*units, terrain=[a_barn(building=GATE)], version="12")
    assert preview(old, on(14)).notes[1].startswith("runs into Barn")


@pytest.mark.parametrize(
    "leg",
    [
        StreetLeg(bend="left", length_in=-1, radius_in=1e-9),
        StreetLeg(bend="right", length_in=150),
        StreetLeg(bend="left", length_in=8, radius_in=-3),
        StreetLeg(length_in=9999),
    ],
)
def test_of_legs_that_no_table_knows_nothing_is_worked_out_but_why_not(leg):
    """An arc of a billionth of an inch filled all memory."""
    state = a_battle(a_vehicle("a1", (30, 24), street=True), active="a1", ap=1)
    shown = preview(state, StreetDrive(side=A, unit="a1", speed=0.001, legs=(leg,)))
    assert shown.refusal is not None
    assert (shown.legs, shown.ghosts) == ((), ())


@pytest.mark.rule("VEH-RAM-06")
def test_a_car_passes_beneath_what_flies_and_never_ends_there():
    """Eight inches north a flying skimmer hangs over the road; what goes on without a hand stops before it."""
    flier = a_vehicle("b1", (30, 16), type="flying-skimmer", length_in=4, width_in=2.5)
    state = street(a_car(), flier)
    with pytest.raises(IllegalAction) as caught:
        play(state, drive(8, leg("straight", 8)))
    assert (caught.value.refusal.code, caught.value.refusal.rule) == ("under-a-flier", "VEH-RAM-06")
    play(replace(state, version="17"), drive(8, leg("straight", 8)))
    _, beyond = play(street(a_car(speed=8), flier), drive(14, leg("straight", 14)))
    assert beyond.units["a1"].models[0].at == (30, 10)
    events, coasted = play(street(a_car(speed=8), flier, a_unit("a2", [(5, 5)])), EndActivation(side=A))
    assert the(events, ModelsMoved).how == "coast"
    assert coasted.units["a1"].models[0].at == (30, 19.5)
