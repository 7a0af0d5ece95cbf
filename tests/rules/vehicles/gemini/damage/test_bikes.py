"""Bikes: Toughness and a save instead of armour, one target with their riders or two."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.damage import wounds_and_saves
from rules.arap.damage.allocation import Lot
from rules.arap.damage.riders import MountLost, fall_strength, mount_of, parted
from rules.arap.events import WoundsTaken
from rules.arap.shooting import losses
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.vehicle_interface import ask
from rules.characters import AGGRESSIVE, consider
from rules.dice.sources import ScriptedDice
from rules.engine import legal_actions, preview
from rules.forces.gemini import GeminiMarks
from rules.forces.libraries.bikes import library
from rules.forces.profile import Bike
from rules.forces.unit import UnitTurn, VehicleState
from rules.progress import Progress
from rules.vehicles.gemini.motion.momentum import trr
from rules.vehicles.gemini.street.drive import StreetDrive
from rules.visibility import view
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, happens, play, the
from tests.rules.vehicles.garage import a_vehicle

SHADOW = Bike(name="Black Shadow", t=5, sv=3, bodywork=True)
ORK_BIKE = Bike(name="Warbike", t=4, sv=6)
RIFLE = a_weapon("rifle", type="assault", shots=1)


def a_rider(bike=SHADOW, *, traits=(), **values):
    """A rider of Toughness 4, save 3, on a bike that goes 8 inches an action."""
    given = {"t": 4, "sv": 3, "m": 8, "kind": "rider", "size": 3, "base_mm": 40}
    return a_profile("rider", **{**given, **values}, bike=bike, traits=traits)


def riders(profile, count=1, **flags):
    return a_unit("b1", a_row(count, 20, 10, 2), profile=profile, facing=270, **flags)


def field(profile, *, count=1, firers=1, x=12, switch="one_except_characters", weapon=RIFLE, **flags):
    flags = {**SCARED, **flags}
    shooters = a_unit("a1", a_row(firers, x, 10, 1.2), weapons=(weapon,), profile=a_profile(bs=4))
    return a_battle(shooters, riders(profile, count, **flags), active="a1", ap=2, options={"bike_and_rider": switch})


SCARED = {"gone_to_ground": True, "ground_fresh": True}
"""They cannot be asked to go to ground; their saves are one better."""


@pytest.mark.part_of("VEH-BIKE-03", "VEH-BIKE-04")
@pytest.mark.parametrize(
    ("bike", "t", "sv", "found"),
    [(SHADOW, 4, 3, (5, 3)), (ORK_BIKE, 3, 6, (4, 6)), (ORK_BIKE, 5, 3, (5, 4)), (Bike(t=4), 3, 4, (4, 5))],
)
def test_bike_and_rider_are_averaged_toughness_up_and_save_down(bike, t, sv, found):
    state = field(a_rider(bike, t=t, sv=sv))
    seen = state.profile(state.units["b1"].models[0])
    assert (seen.t, seen.sv) == found


@pytest.mark.part_of("VEH-BIKE-04")
def test_no_save_and_no_save_is_none():
    state = field(a_rider(Bike(t=4), sv=7))
    assert state.profile(state.units["b1"].models[0]).sv == 7


@pytest.mark.part_of("VEH-BIKE-01", "VEH-BIKE-04")
def test_a_hit_uses_the_wound_roll_and_the_save_and_takes_both_out():
    """Strength 3 against Toughness 5 needs a 6; the save is 3."""
    dice = {"to-hit": [1], "to-wound": [6], "save": [1]}
    events, state = play(field(a_rider()), Shoot(side=A, unit="a1", target="b1"), dice)
    assert the(events, WoundsTaken).unit == "b1"
    assert state.units["b1"].is_gone


@pytest.mark.part_of("VEH-BIKE-01")
def test_bikes_charge_their_full_battle_speed_in_one_charge():
    chargers = a_unit("a1", [(8, 10)], profile=a_rider(), facing=90)
    state = a_battle(chargers, a_unit("b1", [(22, 10)]), active="a1", ap=1)
    assert preview(state, Charge(side=A, unit="a1", target="b1")).allowance_in == 16


@pytest.mark.rule("VEH-BIKE-04")
def test_of_a_character_who_is_one_target_an_even_roll_tells_which_was_struck():
    state = field(a_rider(traits=("independent",)), switch="always_one")
    dice = {"to-hit": [1], "to-wound": [6], "save": [1], "randomise-target": [4]}
    events, _ = play(state, Shoot(side=A, unit="a1", target="b1"), dice)
    assert "It was Black Shadow that was struck" in [getattr(e, "text", "") for e in events]


# -- two targets ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-BIKE-05")
def test_at_short_range_the_shooter_picks_rider_or_mount():
    state = field(a_rider(SHADOW, sv=4), switch="separate")
    _, asked = play(state, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [1]})
    assert asked.prompt.side == A
    assert [o.detail for o in asked.prompt.options] == ["Toughness 5, save 4+", "Toughness 5, save 3+"]
    events, state = play(asked, Answer(side=A, choice="mount"), {"to-wound": [6], "save": [1]})
    assert the(events, MountLost).model == "b1.1"
    assert state.units["b1"].models[0].on_foot


@pytest.mark.rule("VEH-BIKE-05")
@pytest.mark.parametrize(("face", "thrown"), [(3, False), (4, True)])
def test_at_long_range_an_even_roll_decides_for_each_hit(face, thrown):
    state = field(a_rider(), switch="separate", x=4)
    dice = {"to-hit": [1], "randomise-target": [face], "to-wound": [6], "save": [1]}
    events, state = play(state, Shoot(side=A, unit="a1", target="b1"), dice)
    assert bool([e for e in events if isinstance(e, MountLost)]) is thrown
    assert state.units["b1"].is_gone is not thrown


@pytest.mark.part_of("VEH-BIKE-05")
def test_the_plan_counts_half_of_the_hits_from_afar_for_riders_and_half_for_what_they_ride():
    """Rider and mount are alike here, Toughness 5 and save 3."""
    whole = preview(field(a_rider(), switch="separate"), Shoot(side=A, unit="a1", target="b1"))
    half = preview(field(a_rider(), switch="separate", x=4), Shoot(side=A, unit="a1", target="b1"))
    falls, fewer, mounts = (
        next(Fraction(c.exact) for c in seen.chances if c.label == label)
        for seen, label in (
            (whole, "at least one casualty"),
            (half, "at least one casualty"),
            (half, "at least one mount put out"),
        )
    )
    assert (fewer, mounts) == (falls / 2, falls / 2)
    assert next(n for n in whole.shots[0].notes if "BIKE-05" in n).startswith("at short range: on the riders")
    assert "from afar: on 3 or less the rider is hit, else what he rides (VEH-BIKE-05)" in half.shots[0].notes


@pytest.mark.rule("VEH-BIKE-05")
def test_characters_are_two_targets_by_default():
    state = field(a_rider(traits=("independent",)))
    _, asked = play(state, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [1]})
    assert asked.prompt.kind == "rider-or-mount"


@pytest.mark.part_of("VEH-BIKE-05")
def test_an_area_weapon_strikes_both_with_a_wound_roll_each():
    """Strength 4: two dice against Toughness 5 need 5s: the rider is spared, his bike is not."""
    flamer = a_weapon("flamer", type="assault", template=True, strength=4, ap=2)
    state = field(a_rider(), switch="separate", weapon=flamer)
    progress = Progress(state, ScriptedDice({"to-wound": [4, 5], "save": [1]}))
    lot = Lot(weapon="flamer", strength=4, ap=2, count=1, victims=("b1.1",))
    assert parted(progress, state.units["b1"], lot, "a1").victims == ("b1.1", "b1.1@mount")
    progress.queue(*losses.begin(progress, "b1", [lot], losses.HitSource(by="a1", may_ground=False)))
    progress.run()
    assert [e.model for e in progress.events if isinstance(e, MountLost)] == ["b1.1"]
    assert not progress.state.units["b1"].is_gone


def put_out(progress):
    """The bike of b1.1 is shot from under its rider."""
    wounds_and_saves.inflict(progress, [mount_of("b1.1")], by=None, cause="shooting")


@pytest.mark.rule("VEH-BIKE-06", "VEH-BIKE-05")
def test_a_rider_whose_bike_is_put_out_at_speed_is_hit_without_save_on_his_own_toughness():
    """Sixteen inches: Strength 10 would be 10; at 9.5 it is 4, and Toughness 4 needs a 4."""
    state = field(a_rider(), switch="separate", now=UnitTurn(moved_in=9.5))
    script = ScriptedDice({"to-wound": [4]})
    progress = happens(
        state, script, lambda p: wounds_and_saves.inflict(p, [mount_of("b1.1")], by=None, cause="shooting")
    )
    script.finish()
    assert progress.state.units["b1"].is_gone


@pytest.mark.part_of("VEH-BIKE-06")
@pytest.mark.parametrize(("speed", "strength"), [(6, 0), (6.2, 1), (9.5, 4), (40, 10)])
def test_the_strength_of_being_thrown(speed, strength):
    assert fall_strength(speed) == strength


@pytest.mark.rule("VEH-BIKE-06")
def test_thrown_he_goes_on_foot_with_his_own_toughness():
    state = field(a_rider(), switch="separate")
    progress = happens(
        state, ScriptedDice({}), lambda p: wounds_and_saves.inflict(p, [mount_of("b1.1")], by=None, cause="shooting")
    )
    seen = progress.state.profile(progress.state.units["b1"].models[0])
    assert (seen.t, seen.m, seen.kind) == (4, 4, "humanoid")


# -- the library ---------------------------------------------------------------------------------------------------


@pytest.mark.part_of("VEH-BIKE-02")
def test_the_library_holds_every_bike_of_the_table():
    found = library()
    assert len(found) == 4
    shadow = found["Vincent Black Shadow (Imperial military)"]
    assert shadow.bike == Bike(name="Vincent Black Shadow", t=5, sv=3, bodywork=True)
    assert (shadow.top_speed_in, shadow.acc_dec_in, shadow.trr) == (32, 16, 0.5)
    jet = found["Eldar jet bike (skimmer)"]
    assert (jet.bike.t, jet.top_speed_in) == (4, 32)
    assert (found["civilian bike"].bike.sv, found["Ork or mercenary bike"].bike.sv) == (7, 5)


@pytest.mark.part_of("VEH-BIKE-07")
@pytest.mark.parametrize(("speed", "ratio"), [(16, 0.5), (17, 1)])
def test_a_passenger_on_a_fast_bike_raises_its_turning_circle(speed, ratio):
    bike = a_vehicle("b1", type="bike", trr=0.5, top_speed_in=32, street=True)
    pillion = a_unit("b2", [(0, 0)], aboard="b1")
    state = a_battle(a_unit("a1", [(5, 5)]), bike, pillion, options={"pillion_raises_trr": True})
    from rules.forces.gemini import GeminiMarks
    from rules.forces.unit import VehicleState

    unit = state.units["b1"]
    unit = replace(unit, vehicle=VehicleState(own=GeminiMarks(speed=speed)))
    assert trr(state.with_unit(unit), unit) == ratio
    seen = preview(
        replace(state.with_unit(unit), turn=replace(state.turn, place=1, active="b1", ap=2)),
        StreetDrive(side="b", unit="b1", speed=speed),
    )
    assert ("VEH-BIKE-07" in seen.rules) is (ratio == 1)


def test_by_default_it_does_not():
    bike = a_vehicle("b1", type="bike", trr=0.5, top_speed_in=32, street=True)
    state = a_battle(a_unit("a1", [(5, 5)]), bike, a_unit("b2", [(0, 0)], aboard="b1"))
    assert trr(state, state.units["b1"]) == 0.5


@pytest.mark.part_of("VEH-BIKE-07")
def test_nor_does_an_empty_seat():
    flags = {"vehicle": VehicleState(own=GeminiMarks(speed=30))}
    bike = a_vehicle("b1", type="bike", trr=0.5, top_speed_in=32, street=True, flags=flags)
    state = a_battle(a_unit("a1", [(5, 5)]), bike, options={"pillion_raises_trr": True})
    assert trr(state, state.units["b1"]) == 0.5


@pytest.mark.part_of("VEH-BIKE-01")
@pytest.mark.parametrize(("wounds", "ends"), [(1, 1 / 18), (2, 0.0)])
def test_who_weighs_a_shot_at_a_bike_that_drives_by_itself_counts_the_wound(wounds, ends):
    """Strength 3 against Toughness 5 needs a 6, the save is 3."""
    made, profiles, weapons = a_vehicle("b1", (20, 10), type="bike", top_speed_in=32, street=True)
    bike = tuple(replace(p, t=4, sv=3, bike=SHADOW) for p in profiles)
    alone = replace(made, models=(replace(made.models[0], wounds=wounds),))
    squad = a_unit("a1", a_row(5, 10, 10), facing=90, weapons=(RIFLE,), profile=a_profile(bs=4))
    state = a_battle(squad, (alone, bike, weapons), active="a1", ap=2)
    assert ask(state, ShotsAtVehicles).one_hit(state, RIFLE, "a1.1", state.units["b1"]).ends == pytest.approx(ends)
    shots = [c for c in consider(view(state, A), A, legal_actions(state, A), AGGRESSIVE) if c.offer.kind == "shoot"]
    assert shots[0].worth > 0
