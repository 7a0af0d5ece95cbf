"""Street Race: out of control, slow manoeuvres, bootlegger turns, J-turns, damage at speed."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.rulings.general import RuleUnit
from rules.arap.turn.activation import EndActivation
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, legal_actions, preview
from rules.table.terrain import Terrain
from rules.vehicles.gemini.damage.chart import ChartRoll
from rules.vehicles.gemini.damage.results import Suffer
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.gemini.motion.momentum import ControlLost, SpeedChanged
from rules.vehicles.gemini.street.drive import StreetDrive, StreetLeg
from rules.vehicles.gemini.street.manoeuvres import Bootlegger, JTurn, SlowManoeuvre, SlowStep, WalkBack
from rules.vehicles.gemini.street.run import OutOfControl
from rules.vehicles.shared.events import Immobilised, VehicleThrown, VehicleWrecked
from tests.builders import A, a_battle, a_unit, a_weapon, happens, play, the
from tests.rules.vehicles.garage import GUN, a_vehicle
from tests.rules.vehicles.gemini.street.test_drive import a_car, on, pose, refused, street


def run(state, task, dice):
    """Do one task with exactly these dice."""
    script = ScriptedDice(dice)
    found = happens(state, script, lambda p: p.queue(task))
    script.finish()
    return found


def loss(up, down, swerve, **more):
    dice = {
        "loss-of-control-acceleration": up,
        "loss-of-control-deceleration": down,
        "loss-of-control-swerve": [swerve],
    }
    return {**dice, **{key.replace("_", "-"): faces for key, faces in more.items()}}


def out(state, dice, driven=0.0):
    return run(state, OutOfControl(unit="a1", driven=driven), dice)


# -- loss of control -----------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-LOC-01", "VEH-LOC-02", "VEH-LOC-03", "VEH-LOC-04")
def test_a_stunned_driver_loses_control_in_the_next_compulsory_phase():
    """12 + 9 - 5 is 16; a 5 swerves right on a radius of 16 though the TRR is 0.5; next turn control is back."""
    car = a_car("b1", (10, 40), speed=12, trr=0.5, state={"out_of_control": True, "stunned": True})
    state = a_battle(a_unit("a1", [(70, 2)]), car)
    events, state = play(state, EndActivation(side=A), loss([4, 5], [2, 3], 5))
    moved = the(events, ModelsMoved)
    assert (moved.how, moved.length_in) == ("career", 16)
    assert pose(state, "b1")[2] == 57.3
    assert (marks_of(state.units["b1"]).speed, marks_of(state.units["b1"]).out_of_control) == (16, False)
    assert refused(state, on(16, "b1")).code == "not-active"
    assert state.units["b1"].vehicle.stunned_now


@pytest.mark.rule("VEH-LOC-01")
def test_a_drive_asked_for_after_a_loss_of_control_is_refused_as_such():
    car = a_car("b1", (10, 40), speed=12, state={"out_of_control": True})
    state = a_battle(a_unit("a1", [(70, 2)]), car)
    _, state = play(state, EndActivation(side=A), loss([4, 5], [2, 3], 5))
    error = refused(state.with_turn(active="b1", ap=1), on(16, "b1"))
    assert (error.code, error.rule) == ("lost-control", "VEH-LOC-01")
    assert error.allowed == "its next turn: control is back then"


@pytest.mark.rule("VEH-LOC-01")
def test_the_host_may_rule_that_control_is_lost_and_how_fast_it_goes():
    state = street(a_car(speed=8), a_unit("b1", [(60, 10)]))
    _, state = play(state, RuleUnit(side=A, unit="a1", what="out_of_control", value=1, reason="an oil slick"))
    assert marks_of(state.units["a1"]).out_of_control
    events, state = play(state, RuleUnit(side=A, unit="a1", what="speed", value=20, reason="a flying start"))
    assert events[0].sentence(state) == "Host: A1 has a speed of 20″, was 8″ (a flying start)"
    assert marks_of(state.units["a1"]).speed == 20
    assert refused(state, RuleUnit(side=A, unit="b1", what="speed", value=9, reason="no")).code == "not-a-vehicle"


@pytest.mark.rule("VEH-LOC-02")
@pytest.mark.parametrize(
    ("speed", "up", "down", "new"), [(3, [1, 1], [6, 6], 0), (27, [6, 6], [1, 1], 28), (-6, [4, 4], [1, 2], -11)]
)
def test_the_new_speed_is_kept_between_standing_and_the_maximum(speed, up, down, new):
    _, state = out(street(a_car(at=(40, 34), speed=speed)), loss(up, down, 3))
    assert marks_of(state.units["a1"]).speed == new


@pytest.mark.rule("VEH-LOC-03")
@pytest.mark.parametrize(("die", "heading"), [(1, 302.7), (2, 302.7), (3, 0), (4, 0), (5, 57.3), (6, 57.3)])
def test_a_third_each_left_straight_and_right(die, heading):
    _, state = out(street(a_car(at=(30, 40), speed=10)), loss([2, 2], [2, 2], die))
    assert pose(state)[2] == heading


@pytest.mark.rule("VEH-LOC-05")
@pytest.mark.parametrize(("die", "speed", "fate"), [(1, 5, "down"), (1, 9, "wrecked"), (3, 9, ""), (5, 9, "")])
def test_a_skimmer_may_strike_the_ground(die, speed, fate):
    skimmer = a_car(at=(30, 40), speed=speed, type="skimmer", weapons=(GUN,))
    events, _ = out(street(skimmer), loss([2, 2], [2, 2], 3, loss_of_control_skimmer=[die]))
    assert [type(e) for e in events if isinstance(e, Immobilised | VehicleWrecked)] == (
        [] if not fate else [Immobilised] if fate == "down" else [VehicleWrecked]
    )


@pytest.mark.rule("VEH-LOC-05", "VEH-LOC-01")
def test_a_skimmer_out_of_control_rolls_once_more_when_its_turn_begins():
    skimmer = a_car("b1", (30, 40), speed=9, type="skimmer", state={"out_of_control": True})
    state = a_battle(a_unit("a1", [(70, 2)]), skimmer)
    dice = loss([2, 2], [2, 2], 3, loss_of_control_skimmer=[1])
    events, _ = play(state, EndActivation(side=A), dice)
    assert the(events, VehicleWrecked).unit == "b1"


@pytest.mark.rule("VEH-LOC-05", "VEH-DMG-07")
def test_a_skimmer_may_stall_and_flip_two_dice_away():
    state = street(a_car(at=(30, 24), speed=9, type="skimmer"))
    dice = loss([2, 2], [2, 2], 3, loss_of_control_skimmer=[6], skimmer_flip_distance=[3, 4])
    events, _ = out(state, {**dice, "scatter-a": [1], "scatter-b": [2], "direction": [90]})
    assert the(events, VehicleThrown).inches == pytest.approx(7)
    assert the(events, VehicleWrecked).how == "flipped"


# -- damage at speed -----------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-RACE-07")
def test_immobilised_within_its_brakes_it_stops():
    events, state = run(street(a_car(speed=8)), Suffer(target="a1", result="immobilised"), {})
    assert the(events, SpeedChanged).speed == 0
    assert not marks_of(state.units["a1"]).out_of_control


@pytest.mark.rule("VEH-RACE-07", "VEH-LOC-01")
def test_immobilised_above_its_brakes_it_makes_one_more_move_and_stands_for_good():
    car = a_car("b1", (10, 40), speed=9)
    state = a_battle(a_unit("a1", [(70, 2)]), car)
    events, state = run(state, Suffer(target="b1", result="immobilised"), {})
    assert the(events, ControlLost).unit == "b1"
    _, state = play(state, EndActivation(side=A), loss([3, 3], [2, 2], 4))
    assert (pose(state, "b1"), marks_of(state.units["b1"]).speed) == ((10, 29, 0), 0)
    assert state.units["b1"].vehicle.immobilised


# -- armament destroyed on an unarmed vehicle ------------------------------------------------------------------------


def struck(state, *dice):
    return run(state, ChartRoll(target="a1", column="penetrating"), {"vehicle-damage": dice})


def answered(state, choice, dice=None):
    script = ScriptedDice(dice or {})
    events = decide(state, Answer(side=A, choice=choice), script)
    script.finish()
    return events, fold(events, state)


@pytest.mark.rule("VEH-RACE-06")
def test_unarmed_it_may_be_rolled_again_once():
    _, state = struck(street(a_car(speed=8)), 2)
    assert [o.id for o in state.prompt.options] == ["control", "again", "driver"]
    _, state = answered(state, "again", {"vehicle-damage": [2]})
    assert [o.id for o in state.prompt.options] == ["control", "driver"]
    events, state = answered(state, "control")
    assert the(events, ControlLost).unit == "a1"


@pytest.mark.rule("VEH-RACE-06")
def test_or_a_passenger_dies():
    state = street(a_car(speed=8, capacity=4), a_unit("a2", [(30, 24)], aboard="a1"))
    _, state = struck(state, 2)
    assert [o.id for o in state.prompt.options] == ["control", "again", "passenger"]
    events, state = answered(state, "passenger")
    assert the(events, WoundsTaken).unit == "a2"
    assert not marks_of(state.units["a1"]).out_of_control


# -- slow manoeuvres -----------------------------------------------------------------------------------------------


def slowly(*steps):
    return SlowManoeuvre(side=A, unit="a1", steps=tuple(SlowStep(back=b, turn_deg=t) for b, t in steps))


@pytest.mark.rule("VEH-SLOW-01")
def test_a_three_point_turn():
    """Forward, back and forward, 45 degrees each: 135 in all, 3 inches, standing at the end."""
    events, state = play(street(a_car(speed=11)), slowly((False, 45), (True, 45), (False, 45)))
    assert the(events, ModelsMoved).sentence(state) == "A1 turns slowly in three steps, 3″"
    assert pose(state) == (30.29, 23.71, 135)
    assert (the(events, ModelsMoved).length_in, marks_of(state.units["a1"]).speed) == (3, 0)
    assert refused(state, on(0)).code == "driven"


@pytest.mark.rule("VEH-SLOW-01")
def test_it_takes_a_speed_that_can_be_brought_to_3_and_45_degrees_at_most():
    fast = refused(street(a_car(speed=11.5)), slowly((False, 0), (False, 0), (False, 0)))
    assert (fast.code, fast.allowed) == ("too-fast", "a speed of 11″ or less at the start")
    tight = refused(street(a_car()), slowly((False, 0), (False, 50), (False, 0)))
    assert tight.message == "The turn after step 2 is 50°."
    assert refused(street(a_car()), slowly((False, 0))).code == "bad-path"


@pytest.mark.part_of("VEH-SLOW-01", "VEH-REV-02")
def test_a_slow_manoeuvre_is_offered_wherever_one_is_possible_and_a_bike_is_walked_as_far_as_there_is_room():
    """Nose to the table's edge it backs; a bike an inch before it, tail on, is walked that inch."""
    nose = street(a_car(at=(30, 1.6)))
    found = next(o.action for o in legal_actions(nose, A) if o.kind == "slow")
    assert found is not None
    assert [step.back for step in found.steps] == [True, True, True]
    edge = street(a_car(at=(30, 2), heading=180, type="bike", civilian=True, m=4, length_in=2, width_in=1))
    assert next(o.action.inches for o in legal_actions(edge, A) if o.kind == "walk-back") == 1


ROUND = ((False, 45), (True, 45), (False, 45))


@pytest.mark.rule("VEH-TERR-03", "VEH-TERR-05")
def test_a_slow_manoeuvre_is_made_on_the_ground_that_lies_there():
    """In a wood it may get stuck, on mines it may set one off; up to version 12 neither mattered to it."""
    field = ((27.0, 20.0), (33.0, 20.0), (33.0, 22.8), (27.0, 22.8))
    mined = street(a_car(at=(30, 24.5)), terrain=[Terrain(id="m", name="Mines", points=field, mines=8)])
    assert preview(mined, slowly(*ROUND)).chances[0].label
    _, after = play(mined, slowly(*ROUND), {"mine-trigger": [6]})
    assert marks_of(after.units["a1"]).speed == 0
    wood = Terrain(id="w", name="Wood", points=field, look="wood", going="difficult")
    state = street(a_car(at=(30, 24.5)), terrain=[wood])
    assert "immobilises" in " ".join(preview(state, slowly(*ROUND)).notes)
    _, stuck = play(state, slowly(*ROUND), {"dangerous-terrain": [6]})
    assert stuck.units["a1"].vehicle.immobilised
    _, free = play(replace(state, version="12"), slowly(*ROUND))
    assert not free.units["a1"].vehicle.immobilised


@pytest.mark.rule("VEH-TOW-01")
def test_a_load_follows_a_racer_and_is_backed_in_a_straight_line_only():
    car = a_car()
    gun = a_vehicle("a2", (30, 28), weapons=(), length_in=3, width_in=1.5, towed=True)
    state = street(car, (replace(gun[0], towed_by="a1"), *gun[1:]))
    back = StreetDrive(side=A, unit="a1", speed=-6, legs=(StreetLeg(bend="left", length_in=6),))
    straight = replace(back, legs=(StreetLeg(bend="straight", length_in=6),))
    assert (refused(state, back).code, refused(state, back).rule) == ("backs-with-load", "VEH-TOW-01")
    assert preview(state, straight).refusal is None
    assert refused(state, slowly(*ROUND)).code == "backs-with-load"
    turn = JTurn(side=A, unit="a1", speed=8)
    assert (refused(state, turn).code, refused(state, turn).rule) == ("backs-with-load", "VEH-TOW-01")
    assert turn.check(replace(state, version="13")) is None
    _, after = play(state, slowly((False, 0), (False, 0), (False, 0)))
    assert [after.units[u].models[0].at for u in ("a1", "a2")] == [(30, 21), (30, 25)]


@pytest.mark.rule("VEH-JOIN-04")
def test_what_was_fired_counts_for_slow_manoeuvres_and_spins_too():
    """Both main guns of a car that stood: three inches more are too many for them."""
    guns = tuple(a_weapon(n, type="heavy", range_in=36, shots=1, strength=8) for n in ("left-gun", "right-gun"))
    fired = a_car(weapons=guns, vehicle_class="standard", state={"fired": (0, 1)})
    assert refused(street(fired), slowly(*ROUND)).code == "fired-too-much"
    assert preview(street(a_car(weapons=guns)), slowly(*ROUND)).refusal is None


# -- bootlegger turns ----------------------------------------------------------------------------------------------


def spin(side=A):
    return Bootlegger(side=side, unit="a1")


@pytest.mark.rule("VEH-BOOT-01", "VEH-BOOT-02")
def test_a_bootlegger_turn_that_comes_off():
    """At 14 inches a crew of 4 needs 3: 7 inches straight on, round, standing."""
    state = street(a_car(at=(30, 30), speed=14))
    shown = preview(state, spin())
    assert shown.chances[0].exact == "1/2"
    _, state = play(state, spin(), {"control-roll": [3]})
    assert pose(state) == (30, 23, 180)
    assert (marks_of(state.units["a1"]).speed, state.units["a1"].now.driven) == (0, True)


@pytest.mark.rule("VEH-LOC-02", "VEH-LOC-03", "VEH-LOC-04")
def test_what_a_loss_of_control_may_come_to_is_told_exactly_before_a_turn():
    """From 16 inches, half of them driven, it stands at 8 or less: 15 ways of 1,296. The edge is 14.5 inches ahead:
    straight on 23 or more meets it (35 ways), in a bend 24 or more (15 ways)."""
    shown = preview(street(a_car(speed=16, trr=0.5)), Bootlegger(side=A, unit="a1"))
    assert [(c.label, c.exact) for c in shown.chances] == [
        ("keeps control", "1/2"),
        ("loses control", "1/2"),
        ("stands where it is then", "5/864"),
        ("runs into something then", "65/7776"),
    ]


@pytest.mark.rule("VEH-LOC-02")
def test_a_skimmer_may_stall_or_strike_the_ground_besides():
    shown = preview(street(a_car(speed=12, trr=0.5, type="skimmer")), Bootlegger(side=A, unit="a1"))
    chances = {c.label: c.exact for c in shown.chances}
    assert chances["stalls and flips over"] == chances["strikes the ground"] == "1/12"
    assert chances["stands where it is then"] == "175/7776"  # five times in six does it get there


@pytest.mark.rule("VEH-BOOT-02", "VEH-LOC-02", "VEH-LOC-04")
def test_a_bootlegger_turn_that_fails_loses_control_at_once():
    """14 + 4 - 6 is 12, of which 7 are driven: 5 inches left on a radius of 12."""
    state = street(a_car(at=(30, 40), speed=14))
    events, state = play(state, spin(), {"control-roll": [4], **loss([2, 2], [3, 3], 5)})
    straight, wild = [e for e in events if isinstance(e, ModelsMoved)]
    assert (straight.length_in, wild.length_in) == (7, 5)
    assert pose(state)[2] == 23.87
    assert marks_of(state.units["a1"]).speed == 12


@pytest.mark.part_of("VEH-BOOT-01", "VEH-BOOT-02")
@pytest.mark.parametrize(
    ("values", "code", "rule"),
    [
        ({"speed": 5}, "wrong-speed", "VEH-BOOT-02"),
        ({"speed": 17}, "wrong-speed", "VEH-BOOT-02"),
        ({"speed": -8}, "wrong-speed", "VEH-BOOT-02"),
        ({"speed": 10, "type": "tracked"}, "cannot-spin", "VEH-BOOT-01"),
        ({"speed": 10, "trr": 2}, "cannot-spin", "VEH-BOOT-01"),
        ({"speed": 10, "type": "walker"}, "", ""),
    ],
)
def test_who_may_make_one_and_how_fast(values, code, rule):
    found = spin().check(street(a_car(**values)))
    assert (found.code if found else "", found.rule if found else "") == (code, rule)


@pytest.mark.rule("VEH-BOOT-03")
def test_a_j_turn_from_a_stand():
    state = street(a_car())
    _, state = play(state, JTurn(side=A, unit="a1", speed=8), {"control-roll": [4]})
    assert pose(state) == (30, 28, 180)
    assert marks_of(state.units["a1"]).speed == 0


@pytest.mark.rule("VEH-BOOT-03")
@pytest.mark.parametrize(
    ("speed", "wanted", "allowed"),
    [(2, 8, "standing or reversing at the start"), (0, 9, "6″ to 8″"), (0, 5, "6″ to 8″"), (-7, 15, "6″ to 14″")],
)
def test_a_j_turn_within_the_limits_of_reversing(speed, wanted, allowed):
    assert refused(street(a_car(speed=speed)), JTurn(side=A, unit="a1", speed=wanted)).allowed == allowed


@pytest.mark.rule("VEH-REV-02")
def test_a_civilian_bike_is_walked_back():
    state = street(a_car(type="bike", civilian=True, m=4, length_in=2, width_in=1))
    _, after = play(state, WalkBack(side=A, unit="a1", inches=4))
    assert pose(after) == (30, 28, 0)
    assert refused(state, WalkBack(side=A, unit="a1", inches=5)).allowed == "up to 4″, the rider’s move"
    rolling = street(a_car(type="bike", civilian=True, m=4, speed=6))
    assert refused(rolling, WalkBack(side=A, unit="a1", inches=2)).code == "moving"
