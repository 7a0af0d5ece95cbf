"""Street Race: what speed means for fire, for coupling, for great creatures, for the rough beside the road."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.turn.activation import EndActivation
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, legal_actions, preview
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.driving.limber import Limber, Unlimber
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.gemini.ramming.unarmoured import Crashed
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.gemini.street.manoeuvres import Bootlegger, SlowManoeuvre, SlowStep
from rules.vehicles.shared.events import Immobilised, VehicleHit
from tests.builders import A, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle, way
from tests.rules.vehicles.gemini.street.test_control import loss, out
from tests.rules.vehicles.gemini.street.test_drive import ROAD, a_car, on, pose, refused, street

GIANT = a_profile("giant", size=3, t=6, w=4, ld=12)


def giant(at=(30, 30), unit="b1"):
    return a_unit(unit, [at], profile=GIANT)


def old(state):
    return replace(state, version="14")


# -- great creatures -----------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-RUN-03", "VEH-RAM-05", "VEH-RACE-05")
def test_a_great_creature_is_collided_with_and_not_run_over():
    """At 12 the car strikes with 4 against T6, which needs a 6, and takes 4 + D6 on its front of 9: a 5 glances."""
    state = street(a_car(at=(30, 40), speed=12), giant(), a_unit("b2", [(70, 2)]))
    seen = preview(state, on(12))
    assert any(note.lower().startswith("runs into b1 after 8") for note in seen.notes)
    assert [line.name for line in seen.shots] == ["Impact on A1", "Impact on B1"]
    dice = {"ram-penetration": [5], "vehicle-damage": [1], "to-wound": [6]}
    events, after = play(state, on(12), dice)
    assert the(events, Crashed).speed_in == 12
    assert the(events, VehicleHit).kind == "glancing"
    assert after.units["b1"].models[0].wounds == 3
    assert marks_of(after.units["a1"]).speed == 0
    assert 30 < pose(after)[1] < 33
    assert not any(e for e in play(old(state), on(12), {"leadership": [1, 1]})[0] if isinstance(e, Crashed))


@pytest.mark.rule("VEH-RACE-04", "VEH-RAM-05")
def test_nobody_at_the_wheel_collides_with_it_too():
    state = street(a_car(at=(30, 40), speed=12), giant(), a_unit("b2", [(70, 2)]))
    events, _ = play(state, EndActivation(side=A), {"ram-penetration": [1], "to-wound": [1]})
    assert the(events, Crashed).unit == "a1"


@pytest.mark.rule("VEH-LOC-04", "VEH-RAM-05")
def test_out_of_control_as_well():
    state = street(a_car(at=(30, 40), speed=12), giant(), a_unit("b2", [(70, 2)]))
    dice = {**loss([1, 1], [1, 1], 3), "ram-penetration": [1], "to-wound": [1]}
    events, _ = out(state, dice)
    assert the(events, Crashed).target == "b1"


@pytest.mark.rule("VEH-RAM-04", "VEH-RAM-05")
def test_where_it_is_slain_the_car_goes_on():
    calf = a_unit("b1", [(30, 30)], profile=replace(GIANT, t=4, w=1))
    state = street(a_car(at=(30, 40), speed=12), calf, a_unit("b2", [(70, 2)]))
    _, after = play(state, on(12), {"ram-penetration": [1], "to-wound": [6]})
    assert (pose(after)[1], marks_of(after.units["a1"]).speed) == (28, 12)


@pytest.mark.part_of("VEH-MOVE-06")
def test_what_floats_passes_over_it():
    state = street(a_car(at=(30, 40), speed=16, type="skimmer"), giant(), a_unit("b2", [(70, 2)]))
    _, after = play(state, on(16))
    assert pose(after)[1] == 24


# -- fire ----------------------------------------------------------------------------------------------------------

GUNS = tuple(a_weapon(n, type="heavy", range_in=36, shots=1, strength=8) for n in ("left-gun", "right-gun"))


def shots(*mounts):
    return FireVehicle(side=A, unit="a1", shots=tuple(MountShot(mount=m, target="b1") for m in mounts))


@pytest.mark.rule("VEH-JOIN-04", "VEH-VFIRE-02")
def test_what_is_fired_before_the_drive_must_fit_the_least_that_it_must_still_travel():
    """At 20 it travels 12 inches or more, whatever its driver does: a fast vehicle then fires one main weapon."""
    state = street(a_car(at=(30, 44), speed=20, weapons=GUNS), a_unit("b1", [(30, 20)]))
    error = refused(state, shots(0, 1))
    assert (error.code, error.rule) == ("too-fast", "VEH-VFIRE-02")
    assert "will travel 12″ or more in this turn" in error.message
    assert preview(state, shots(0)).refusal is None
    fire = next(o.action for o in legal_actions(state, A, frozenset({"fire"})) if o.action is not None)
    assert len(fire.shots) == 1
    assert preview(old(state), shots(0, 1)).refusal is None


@pytest.mark.rule("VEH-JOIN-04")
@pytest.mark.parametrize("speed", [0, 8, -8])
def test_who_can_stop_in_this_turn_may_fire_all(speed):
    state = street(a_car(at=(30, 40), speed=speed, weapons=GUNS), a_unit("b1", [(30, 20)]))
    assert preview(state, shots(0, 1)).refusal is None


# -- loads ---------------------------------------------------------------------------------------------------------


def gun(at=(30, 28), **flags):
    return a_vehicle("a2", at, weapons=(), flags=flags, length_in=3, width_in=1.5, towed=True)


@pytest.mark.rule("VEH-TOW-02")
def test_what_still_rolls_limbers_nothing():
    state = street(a_car(speed=12), gun())
    error = refused(state, Limber(side=A, unit="a1", load="a2"))
    assert (error.code, error.message) == ("moving", "A1 is at 12″: it does not stand still in this turn.")
    assert Limber(side=A, unit="a1", load="a2").check(old(state)) is None
    assert Limber(side=A, unit="a1", load="a2").check(street(a_car(), gun())) is None


@pytest.mark.rule("VEH-TOW-03")
def test_nor_unlimbers():
    state = street(a_car(speed=12), gun(towed_by="a1"))
    assert (refused(state, Unlimber(side=A, unit="a1")).code) == "moving"
    assert Unlimber(side=A, unit="a1").check(old(state)) is None


@pytest.mark.rule("VEH-TOW-01", "VEH-BOOT-02")
def test_in_a_bootlegger_turn_the_load_swings_round_behind():
    state = street(a_car(speed=12, at=(30, 30)), gun((30, 34), towed_by="a1"), a_unit("b1", [(70, 2)]))
    spin = Bootlegger(side=A, unit="a1")
    _, after = play(state, spin, {"control-roll": [1]})
    assert (pose(after), pose(after, "a2")) == ((30, 24, 180), (30, 20, 180))
    _, before = play(old(state), spin, {"control-roll": [1]})
    assert pose(before, "a2") == (30, 28, 0)
    beyond = street(a_car(speed=12, at=(30, 30)), gun((30, 34), towed_by="a1"), a_vehicle("b1", (30, 18)))
    assert refused(beyond, spin).code == "no-room-for-load"


# -- the rough beside the road -------------------------------------------------------------------------------------


def slowly(*turns):
    return SlowManoeuvre(side=A, unit="a1", steps=tuple(SlowStep(turn_deg=t) for t in turns))


@pytest.mark.rule("VEH-RACE-05", "VEH-TERR-03")
def test_a_slow_manoeuvre_off_the_road_is_a_move_that_tests_as_well():
    """It leaves the road with its second inch, and is stuck there."""
    state = street(a_car(at=(31.5, 24), heading=90, type="road-wheeler"), a_unit("b1", [(70, 2)]), terrain=(ROAD,))
    seen = preview(state, slowly(0, 0, 0))
    assert "off the road after 2″: a 6 immobilises" in seen.notes
    assert [(c.label, c.exact) for c in seen.chances] == [("gets through", "5/6"), ("gets stuck", "1/6")]
    _, through = play(state, slowly(0, 0, 0), {"dangerous-terrain": [5]})
    assert pose(through)[0] == 34.5
    events, stuck = play(state, slowly(0, 0, 0), {"dangerous-terrain": [6]})
    assert (the(events, ModelsMoved).length_in, pose(stuck)[0]) == (2, 33.5)
    assert the(events, Immobilised).unit == "a1"
    assert pose(play(old(state), slowly(0, 0, 0))[1])[0] == 34.5


@pytest.mark.rule("VEH-RACE-05", "VEH-BOOT-02")
def test_rough_ground_is_tested_for_once_where_a_bootlegger_turn_fails():
    state = street(a_car(at=(50, 40), speed=8, type="road-wheeler"), a_unit("b1", [(70, 2)]), terrain=(ROAD,))
    spin = Bootlegger(side=A, unit="a1")
    dice = {"dangerous-terrain": [1, 2], "control-roll": [5], **loss([2, 2], [2, 2], 3)}
    _, after = play(state, spin, dice)
    assert pose(after) == (50, 32, 0)
    script = ScriptedDice({**dice, "dangerous-terrain": [1, 2, 3, 4]})
    fold(decide(old(state), spin, script), old(state))
    script.finish()


@pytest.mark.rule("VEH-DOZ-04", "VEH-RACE-05")
def test_a_blade_clears_the_rough_once():
    state = street(
        a_car(at=(50, 40), type="road-wheeler", dozer="front"), a_unit("b1", [(70, 2)], weapons=()), terrain=(ROAD,)
    )
    seen = preview(state, on(4))
    assert any(note.endswith("rolled again") for note in seen.notes)
    assert [(c.label, c.exact) for c in seen.chances] == [("gets through", "35/36"), ("gets stuck", "1/36")]
    _, through = play(state, on(4), {"dangerous-terrain": [6, 5]})
    assert pose(through)[1] == 36
    _, stuck = play(state, on(4), {"dangerous-terrain": [6, 6]})
    assert stuck.units["a1"].vehicle.immobilised
    fast = street(a_car(at=(50, 40), speed=8, type="road-wheeler", dozer="front"), a_unit("b1", [(70, 2)]))
    _, stuck = play(fast, on(8), {"dangerous-terrain": [6, 5]})
    assert stuck.units["a1"].vehicle.immobilised


# -- the ground ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-TERR-04")
@pytest.mark.part_of("VEH-JOIN-06")
def test_dangerous_ground_is_tested_for_at_the_speed_of_the_whole_move_wherever_a_wall_ends_it():
    """At 12 it meets the wood after 3 inches and another car after 5: two dice, not one."""
    wood = Terrain(id="w", name="Wood", points=((27, 30), (33, 30), (33, 35.5), (27, 35.5)), look="wood")
    state = street(a_car(at=(30, 40), speed=12), a_vehicle("b1", (30, 30.5)), terrain=[wood])
    seen = preview(state, on(12))
    assert [c.exact for c in seen.chances if c.label == "is destroyed there"] == ["1/36"]
    _, stuck = play(state, on(12), {"dangerous-terrain": [1, 6], **loss([1, 1], [6, 6], 3)})
    assert stuck.units["a1"].vehicle.immobilised
    _, before = play(old(state), on(12), {"dangerous-terrain": [6], **loss([1, 1], [6, 6], 3)})
    assert before.units["a1"].vehicle.immobilised


# -- boats ---------------------------------------------------------------------------------------------------------

SEA = Terrain(id="sea", name="Sea", points=((10, 0), (50, 0), (50, 48), (10, 48)), going="water", look="water")
SHALLOWS = ((20, 10), (40, 10), (40, 30), (20, 30))
SHOAL = Terrain(id="shoal", name="Shoal", points=SHALLOWS, going="difficult", look="water")


def boat(at, *, heading=0, draught=False, **values):
    return a_car(at=at, heading=heading, type="boat", shallow_draught=draught, length_in=4, width_in=2, **values)


def row(*places):
    return Drive(side=A, unit="a1", path=way(*places))


@pytest.mark.rule("VEH-BOAT-04")
def test_a_boat_does_not_go_ashore():
    state = street(boat((46, 40), heading=90, street=False), a_unit("b1", [(70, 2)]), terrain=(SEA,))
    error = refused(state, row((51, 40, 90)))
    assert (error.code, error.rule, error.message) == ("impassable", "VEH-BOAT-04", "A1 cannot go ashore.")
    ashore = street(boat((49.2, 40), heading=90), a_unit("b1", [(70, 2)]), terrain=(SEA,))
    assert refused(ashore, slowly(0, 0, 0)).message == "A1 cannot go ashore."


@pytest.mark.rule("VEH-MOVE-06")
@pytest.mark.part_of("VEH-BOAT-04")
def test_a_boat_of_shallow_draught_goes_into_shallows_at_battle_speed_and_slowly_too():
    state = street(boat((30, 33), street=False, draught=True), a_unit("b1", [(70, 2)]), terrain=(SEA, SHOAL))
    assert pose(play(state, row((30, 28)))[1])[1] == 28
    deep = street(boat((30, 33), street=False), a_unit("b1", [(70, 2)]), terrain=(SEA, SHOAL))
    assert refused(deep, row((30, 28))).message == "A1 cannot drive through Shoal."
    slow = street(boat((30, 32), draught=True), a_unit("b1", [(70, 2)]), terrain=(SEA, SHOAL))
    assert pose(play(slow, slowly(0, 0, 0))[1])[1] == 29


@pytest.mark.rule("VEH-BOOT-02", "VEH-TERR-04")
def test_the_plan_of_a_spin_says_how_likely_the_ground_on_the_way_holds_it():
    wood = Terrain(id="w", name="Wood", points=((27, 30), (33, 30), (33, 35), (27, 35)), look="wood")
    state = street(a_car(at=(30, 38), speed=12), a_unit("b1", [(70, 2)]), terrain=[wood])
    chances = {c.label: c.exact for c in preview(state, Bootlegger(side=A, unit="a1")).chances}
    assert chances["keeps control"] == "1/2"
    assert (chances["gets through"], chances["gets stuck"], chances["is destroyed there"]) == ("25/36", "5/18", "1/36")
    _, stuck = play(state, Bootlegger(side=A, unit="a1"), {"dangerous-terrain": [1, 6], **loss([1, 1], [6, 6], 3)})
    assert stuck.units["a1"].vehicle.immobilised


@pytest.mark.part_of("VEH-RACE-05")
def test_ground_beyond_a_wall_is_not_spoken_of():
    wood = Terrain(id="w", name="Wood", points=((27, 20), (33, 20), (33, 24), (27, 24)), look="wood")
    state = street(a_car(at=(30, 40), speed=20), a_vehicle("b1", (30, 32)), terrain=[wood])
    assert not any("Wood" in note for note in preview(state, on(20)).notes)
    assert any("Wood" in note for note in preview(street(a_car(at=(30, 40), speed=20), terrain=[wood]), on(20)).notes)
