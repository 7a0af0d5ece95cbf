"""What previews and events of vehicles say of the rules behind their numbers."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.events import Rolled
from rules.forces.gemini import GeminiMarks
from rules.table.terrain import Terrain
from rules.vehicles.gemini.close_combat.charge import ChargeVehicle
from rules.vehicles.gemini.damage import wreck
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.motion.momentum import Tuned
from rules.vehicles.gemini.ramming.ram import Collided
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.gemini.street.drive import StreetDrive
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, happens, play, the
from tests.rules.vehicles.garage import AUTOGUN, GUN, a_vehicle
from tests.rules.vehicles.gemini.close_combat.test_rounds import PISTOL, choose, crewed
from tests.rules.vehicles.gemini.damage.test_bikes import a_rider, field
from tests.rules.vehicles.gemini.ramming.test_ram import raider_and, ram
from tests.rules.vehicles.gemini.street.test_drive import a_car, leg, on, refused, street
from tests.rules.vehicles.gemini.transport.test_city_cars import a_taxi

AT_THE_TANK = Shoot(side=A, unit="a1", target="b1")


@pytest.mark.rule("VEH-GEOM-03", "VEH-RAM-02", "VEH-REL-01")
def test_a_ram_is_told_by_the_quadrant_that_it_comes_from():
    seen = preview(raider_and(), ram((30, 24)))
    assert seen.notes[0].startswith("rams B1 at")
    assert "VEH-REL-02" not in seen.rules
    events, _ = play(raider_and(), ram((30, 24)), {"ram-penetration": [1, 1]})
    assert the(events, Collided).touched == "side"


@pytest.mark.rule("VEH-TYPE-03", "VEH-TYPE-02")
def test_a_flying_skimmer_is_as_fast_as_any_skimmer():
    state = a_battle(a_vehicle("a1", type="flying-skimmer", random_speed=True), active="a1", ap=2)
    events, _ = happens(state, ScriptedDice({"random-speed": [3, 4]}), momentum.tune)
    assert the(events, Tuned).top_in == 19


@pytest.mark.rule("VEH-BIKE-03")
def test_a_shot_at_a_rider_meets_what_he_and_his_bike_come_to():
    state = field(a_rider(t=4))
    acting = replace(state, turn=replace(state.turn, active="a1", ap=2))
    assert preview(acting, AT_THE_TANK).refusal is None
    events, _ = play(acting, AT_THE_TANK, {"to-hit": [1], "to-wound": [1]})
    needed = next(e.goal for e in events if isinstance(e, Rolled) and e.label == "to-wound")
    assert needed == 6, "Toughness 5 against Strength 3"
    assert "VEH-BIKE-03" not in preview(a_battle(a_unit("a1", [(5, 5)]), a_unit("b1", [(9, 5)])), AT_THE_TANK).rules


@pytest.mark.rule("VEH-VFIRE-01", "VEH-VFIRE-02")
def test_a_tank_that_crept_fires_one_main_weapon_and_its_defensive_ones():
    bolter = a_weapon("bolter", type="assault", range_in=24, shots=2, strength=4, ap=5)
    tank = a_vehicle("a1", (10, 24), heading=90, weapons=(GUN, AUTOGUN, bolter))
    state = a_battle(tank, a_unit("b1", a_row(3, 30, 24)), active="a1", ap=2)
    shots = (MountShot(mount=0, target="b1"), MountShot(mount=2, target="b1"))
    events, _ = play(state, FireVehicle(side=A, unit="a1", shots=shots), {"to-hit": [6, 6, 6]})
    assert any("VEH-VFIRE-01" in e.rules for e in events)


@pytest.mark.rule("VEH-BIKE-07")
def test_a_passenger_on_a_fast_bike_makes_it_turn_wider():
    bike = a_vehicle("a1", type="bike", trr=0.5, top_speed_in=32, street=True, capacity=1)
    state = a_battle(bike, a_unit("a2", [(0, 0)], aboard="a1"), active="a1", ap=2, options={"pillion_raises_trr": True})
    unit = state.units["a1"]
    fast = state.with_unit(replace(unit, vehicle=unit.vehicle.with_own(GeminiMarks(speed=17))))
    assert "radius 17″ or more" in preview(fast, on(17)).notes
    faster = state.with_unit(replace(unit, vehicle=unit.vehicle.with_own(GeminiMarks(speed=16))))
    assert "radius 17″ or more" in preview(faster, on(17)).notes  # as it turns, not as it comes
    tight = StreetDrive(side=A, unit="a1", speed=17, legs=(leg("left", 17, 8.5),))
    assert refused(fast, tight).code
    alone = replace(fast, units={"a1": fast.units["a1"]})
    assert "radius 8.5″ or more" in preview(alone, on(17)).notes


@pytest.mark.rule("VEH-CAR-03")
def test_people_shut_in_a_car_are_hurt_with_it():
    state = a_battle(a_taxi(open_topped=False, capacity=4), a_unit("a2", [(30, 24), (30, 24)], aboard="a1"))
    dice = ScriptedDice({"to-wound": [6, 2], "pinning-test": [1, 1]})
    found = happens(state, dice, lambda p: wreck.destroy(p, state.units["a1"], None))
    assert len(found.state.units["a2"].alive) == 1


@pytest.mark.rule("VEH-BOAT-01")
def test_a_boat_gains_no_more_than_its_acceleration():
    water = Terrain(id="W", name="Lake", points=((0, 0), (72, 0), (72, 48), (0, 48)), going="water", look="water")
    state = street(a_car(speed=10, type="boat"), terrain=(water,))
    assert preview(state, on(19)).refusal.rule == "VEH-BOAT-01"
    assert refused(state, on(19)).rule == "VEH-BOAT-01"


@pytest.mark.rule("VEH-CC-06")
def test_a_charge_at_a_flying_skimmer_does_not_reach_it():
    flier = a_vehicle("b1", (30, 24), type="flying-skimmer", side=10)
    squad = a_unit("a1", [(36, 24)], facing=270, weapons=(PISTOL,))
    state = a_battle(flier, squad, active="a1", ap=2)
    seen = preview(state, ChargeVehicle(side=A, unit="a1", target="b1"))
    assert "VEH-CC-06" in seen.rules or seen.refusal is not None


@pytest.mark.rule("VEH-CC-10")
def test_a_driver_fights_at_half_skill():
    driver = a_profile("driver", traits=("driver",))
    state = crewed(profile=driver, speed=5, options={"driver_half_ws": True})
    events, _ = choose(state, "crew", {"to-hit": [6, 6, 6], "to-wound": []})
    goals = {e.goal for e in events if isinstance(e, Rolled) and e.label == "to-hit"}
    assert len(goals) == 2
