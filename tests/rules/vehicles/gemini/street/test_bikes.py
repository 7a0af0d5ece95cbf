"""Bikes that drive by themselves: Toughness, a wound and a save instead of armour, and random figures if asked for."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.morale import pinning
from rules.arap.morale.pinning import UnitPinned
from rules.arap.morale.suppression import Regroup, SuppressionTested
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import Activate, EndActivation
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.events import Note, Rolled
from rules.forces.profile import Bike
from rules.table.scenario import Gate, Race, Scenario
from rules.vehicles.gemini.damage import bikes, wreck
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.motion.momentum import Tuned
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.events import ChartResult, VehicleHit, VehicleWrecked
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, happens, play, the
from tests.rules.vehicles.garage import AUTOGUN, GUN, a_vehicle, hit, mounted, under_fire, way

SHADOW = Bike(name="Black Shadow", t=5, sv=3, bodywork=True)
LAP = Race(gates=(Gate(name="the finish", a=(60, 0), b=(60, 48)),), random_bikes=True)


def a_bike(unit="a1", at=(30, 24), *, bike=SHADOW, t=4, sv=3, weapons=(), **values):
    """A bike of the Street Race rules with its rider, who has that Toughness and save."""
    given = {"type": "bike", "street": True, "length_in": 2, "width_in": 1, "top_speed_in": 32, "acc_dec_in": 16}
    given = {**given, "front": 0, "side": 0, "rear": 0, **values}
    made, (profile,), weapons = a_vehicle(unit, at, weapons=weapons, **given)
    return made, (replace(profile, bike=bike, t=t, sv=sv),), weapons


def faces(events):
    return {e.label: (e.goal, e.dice) for e in events if isinstance(e, Rolled)}


@pytest.mark.rule("VEH-BIKE-01", "VEH-BIKE-04", "ARAP-DMG-01", "ARAP-DMG-04")
def test_a_hit_is_rolled_against_toughness_and_saved_and_never_on_the_chart():
    """Strength 6, AP 4: Toughness 5 needs 3, the save of 3 stands."""
    gun = a_weapon("gun", type="heavy", strength=6, ap=4)
    state = a_battle(a_bike())
    events, after = under_fire(state, "a1", [hit((40, 24), gun)], {"to-wound": [3], "save": [3]})
    assert faces(events) == {"to-wound": (3, (3,)), "save": (3, (3,))}
    assert not after.units["a1"].is_gone
    events, after = under_fire(state, "a1", [hit((40, 24), gun)], {"to-wound": [3], "save": [2]})
    assert the(events, VehicleWrecked).how == "destroyed"
    assert not [e for e in events if isinstance(e, ChartResult | VehicleHit)]


@pytest.mark.part_of("VEH-BIKE-01")
@pytest.mark.parametrize(
    ("strength", "ap", "chance"),
    [(3, None, Fraction(1, 18)), (4, 5, Fraction(1, 9)), (8, 2, Fraction(5, 6)), (10, None, Fraction(5, 18))],
)
def test_the_chance_of_one_hit(strength, ap, chance):
    """Toughness 5, save 3: against nothing that pierces it a third of the wounds stand."""
    state = a_battle(a_bike())
    assert bikes.chance_of_a_wound(state, state.units["a1"], strength, ap) == chance


@pytest.mark.rule("ARAP-DMG-02", "VEH-BIKE-01")
def test_what_is_too_weak_is_told():
    weak = a_weapon("pop", type="assault", strength=1)
    events, _ = under_fire(a_battle(a_bike()), "a1", [hit((40, 24), weak)], {})
    assert "Strength 1 cannot hurt Toughness 5" in the(events, Note).text


@pytest.mark.rule("VEH-BIKE-01")
def test_a_bike_of_two_wounds_stands_one():
    made, (profile,), weapons = a_bike()
    two = (made.with_model(replace(made.models[0], wounds=2)), (replace(profile, w=2),), weapons)
    lance = a_weapon("lance", type="heavy", strength=9, ap=1)
    _, after = under_fire(a_battle(two), "a1", [hit((40, 24), lance)], {"to-wound": [2]})
    assert after.units["a1"].models[0].wounds == 1
    _, after = under_fire(after, "a1", [hit((40, 24), lance)], {"to-wound": [2]})
    assert after.units["a1"].vehicle.wrecked == "destroyed"


@pytest.mark.rule("VEH-BIKE-01")
@pytest.mark.part_of("VEH-AREA-04")
def test_a_burst_that_only_touches_it_strikes_at_full_strength():
    mortar = a_weapon("mortar", type="heavy", strength=6, marker_in=3)
    rim = replace(hit((40, 24), mortar), burst="partial", strength=3)
    events, _ = under_fire(a_battle(a_bike()), "a1", [rim], {"to-wound": [2]})
    assert faces(events) == {"to-wound": (3, (2,))}


@pytest.mark.rule("VEH-RAM-05", "VEH-BIKE-01")
def test_rammed_by_a_tank_it_takes_the_blow_on_its_toughness_and_gives_back_its_speed_alone():
    """Nine inches, front 13: Strength 3 + 3 + 1 on Toughness 5; 3 comes back against armour 13."""
    state = a_battle(a_vehicle("a1", (30, 40), battle_speed_in=24), a_bike("b1", (30, 27)), active="a1", ap=2)
    action = Drive(side=A, unit="a1", path=way((30, 20)), actions=2, ram=True)
    seen = preview(state, action)
    assert [line.goal_text for line in seen.shots] == ["2 or more wounds", "cannot hurt it"]
    dice = {"to-wound": [2], "save": [1], "ram-penetration": [6]}
    events, after = play(state, action, dice)
    assert faces(events)["to-wound"] == (2, (2,))
    assert after.units["b1"].vehicle.wrecked == "destroyed"


@pytest.mark.rule("VEH-DMG-08", "VEH-BIKE-01")
def test_debris_strikes_bikes_and_no_other_vehicle():
    state = a_battle(a_vehicle("a1", (30, 24)), a_bike("a2", (36, 24)), a_vehicle("a3", (24, 24)))
    script = ScriptedDice({"explosion-radius": [5], "to-wound": [5], "save": [1]})
    progress = happens(state, script, lambda p: wreck.explode(p, state.units["a1"], None))
    script.finish()
    assert progress.state.units["a2"].vehicle.wrecked == "destroyed"
    assert not progress.state.units["a3"].is_gone


@pytest.mark.part_of("VEH-BIKE-01")
def test_the_preview_of_fire_at_it_tells_the_wound_and_the_exact_chance():
    """BS 4 hits 2 in 3; Strength 8 AP 2 wounds 5 in 6, and no save is left. A hit that does not put it out calls for a
    test that Ld 7 fails 5 times in 12."""
    state = a_battle(a_vehicle("a1", (10, 24), heading=90, weapons=(GUN,)), a_bike("b1"), active="a1", ap=2)
    seen = preview(state, FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target="b1"),)))
    assert seen.shots[1].name == "gun on Toughness 5".replace("gun", seen.shots[0].name)
    chances = [(c.label, c.exact) for c in seen.chances]
    assert chances == [("B1 put out", "5/9"), ("suppression test", "1/9"), ("suppressed", "5/108")]


@pytest.mark.rule("VEH-BIKE-01", "ARAP-SUPP-01")
def test_people_on_foot_are_told_the_same_of_their_fire_at_it():
    """BS 3 hits 1 in 2; Strength 5, AP 4 wounds 1 in 2 what Toughness 5 is, and a third of that is not saved."""
    rifle = a_weapon("rifle", type="assault", strength=5, ap=4, shots=1, range_in=48)
    firer = a_unit("a1", [(20, 24)], profile=a_profile("firer", bs=3), weapons=[rifle], facing=90)
    state = a_battle(firer, a_bike("b1"), active="a1", ap=1)
    seen = preview(state, Shoot(side=A, unit="a1", target="b1"))
    chances = [(c.label, c.exact) for c in seen.chances]
    assert chances == [("B1 put out", "1/12"), ("suppression test", "5/12"), ("suppressed", "25/144")]


# -- random figures ------------------------------------------------------------------------------------------------


@pytest.mark.part_of("VEH-BIKE-02")
@pytest.mark.parametrize(("civilian", "race", "rolls"), [(True, LAP, True), (False, LAP, False), (True, None, False)])
def test_a_scenario_may_ask_for_random_civilian_bikes(civilian, race, rolls):
    """2D6 + 20, 2D4 + 4, D3 + 2: Toughness 3 with a rider of 4 makes 4."""
    bike = a_bike("a1", bike=Bike(name="Sparrow", t=5), sv=7, civilian=civilian)
    state = a_battle(bike, a_unit("b1", [(60, 40)]))
    state = replace(state, scenario=Scenario(name="Ring", race=race))
    dice = {"random-speed": [3, 4], "random-acceleration": [1, 4], "random-toughness": [1]} if rolls else {}
    script = ScriptedDice(dice)
    progress = happens(state, script, momentum.tune)
    script.finish()
    found = [e for e in progress.events if isinstance(e, Tuned)]
    assert [(e.top_in, e.acc_in, e.toughness) for e in found] == ([(27, 9, 3)] if rolls else [])
    if rolls:
        assert bikes.withstands(progress.state, progress.state.units["a1"]).t == 4
        assert found[0].sentence(progress.state) == "A1: maximum speed 27″, Acc/Dec 9″, Toughness 3"


@pytest.mark.rule("VEH-BIKE-02")
def test_a_profile_may_ask_for_one_of_them():
    state = a_battle(a_unit("a1", [(60, 40)]), a_bike("b1", random_toughness=True))
    _, after = play(state, EndActivation(side=A), {"random-toughness": [3]})
    assert marks_of(after.units["b1"]).toughness == 5


# -- nerves --------------------------------------------------------------------------------------------------------


def shot_at(ld=7, **values):
    """A1 fires its autogun at a bike of the other side: three shots."""
    made, (profile,), weapons = a_bike("b1", (40, 24), **values)
    bike = (made, (replace(profile, ld=ld),), weapons)
    return a_battle(a_vehicle("a1", (10, 24), heading=90, weapons=(AUTOGUN,)), bike, active="a1", ap=1)


FIRE = FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target="b1"),))


@pytest.mark.rule("VEH-BIKE-01", "ARAP-SUPP-01", "ARAP-SUPP-02")
@pytest.mark.parametrize(("test", "pending"), [((3, 4), 0), ((4, 4), 1)])
def test_one_hit_that_does_not_put_it_out_may_suppress_it(test, pending):
    """One hit on a unit of one is more than a quarter; Strength 5 needs 4 against Toughness 5."""
    dice = {"to-hit": [1, 6, 6], "to-wound": [3], "suppression-test": test}
    events, after = play(shot_at(), FIRE, dice)
    tested = the(events, SuppressionTested)
    assert (tested.unit, tested.by, tested.gain) == ("b1", "a1", pending)
    assert "VEH-BIKE-01" in tested.rules
    assert after.units["b1"].s_pending == pending


@pytest.mark.part_of("ARAP-SUPP-05", "VEH-JOIN-11")
def test_a_hull_with_armour_takes_no_suppression():
    tank = a_vehicle("b1", (40, 24), heading=270)
    state = a_battle(a_vehicle("a1", (10, 24), heading=90, weapons=(AUTOGUN,)), tank, active="a1", ap=1)
    events, after = play(state, FIRE, {"to-hit": [1, 6, 6], "armour-penetration": [1]})
    assert not [e for e in events if isinstance(e, SuppressionTested)]
    assert after.units["b1"].s_pending == 0


@pytest.mark.rule("ARAP-SUPP-03", "ARAP-SUPP-06")
@pytest.mark.part_of("VEH-BIKE-01")
def test_a_suppressed_bike_shoots_worse_and_may_regroup():
    gun = a_weapon("twin", type="rapid-fire", strength=4, traits=("twin-linked",))
    bike = a_bike("a1", (10, 24), weapons=(gun,), mounts=mounted(gun))
    state = a_battle(bike, a_unit("b1", [(20, 24)] * 3), active="a1", ap=2)
    state = state.with_unit(replace(state.units["a1"], s_active=2))
    shot = FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target="b1"),))
    seen = [(m.value, m.rule) for m in preview(state, shot).shots[0].modifiers]
    assert (-2, "ARAP-SUPP-03") in seen
    _, after = play(state, Regroup(side=A, unit="a1"), {"regroup": [1]})
    assert (after.units["a1"].s_active, after.turn.ap) == (1, 1)


@pytest.mark.rule("ARAP-PIN-01", "ARAP-PIN-03", "ARAP-PIN-04")
@pytest.mark.part_of("VEH-BIKE-01")
def test_a_bike_may_be_pinned_and_acts_two_actions_less():
    state = a_battle(a_bike("a1"), a_vehicle("a2", (50, 40)))
    state = state.with_unit(replace(state.units["a1"], s_active=1))
    script = ScriptedDice({"pinning-test": [4, 3]})
    progress = happens(
        state, script, lambda p: [pinning.pinning_test(p, unit, "a blast", ("ARAP-PIN-03",)) for unit in ("a1", "a2")]
    )
    script.finish()
    assert [e.unit for e in progress.events if isinstance(e, UnitPinned)] == ["a1"]
    pinned = replace(progress.state.units["a1"], pinned=False, pinned_now=True)
    assert pinned.s_active == 0
    _, after = play(state.with_unit(pinned), Activate(side=A, unit="a1", dice=3), {"activation": [1, 1, 1]})
    assert (after.turn.active, after.turn.ap) == ("a1", 1)
