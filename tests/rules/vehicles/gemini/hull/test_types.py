"""Random speeds by type of vehicle, and creatures at home in water."""

import pytest

from rules.arap.charge.declare import Charge
from rules.arap.turn.activation import EndActivation
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.forces.gemini import GeminiHull
from rules.table.terrain import Terrain
from rules.vehicles.gemini import turn
from rules.vehicles.gemini.close_combat.charge import ChargeVehicle
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.momentum import Tuned, top_in
from tests.builders import A, a_battle, a_profile, a_unit, happens, play, the
from tests.rules.vehicles.garage import a_vehicle, way


def tuned(dice, **values):
    """The turn begins: what is random is rolled once."""
    state = a_battle(a_vehicle("a1", random_speed=True, **values), active="a1", ap=2)
    events, after = happens(state, ScriptedDice({"random-speed": dice}), _begin_twice)
    return after, the(events, Tuned)


def _begin_twice(progress):
    turn.turn_begins(progress)
    turn.turn_begins(progress)


@pytest.mark.parametrize(
    ("values", "top"),
    [
        pytest.param({"battle_speed_in": 12}, 15, marks=pytest.mark.rule("VEH-TYPE-01")),
        pytest.param({"type": "skimmer"}, 19, marks=pytest.mark.rule("VEH-TYPE-02")),
        pytest.param({"type": "flying-skimmer"}, 19, marks=pytest.mark.rule("VEH-TYPE-03")),
        pytest.param({"type": "walker", "vehicle_class": "fast"}, 15, marks=pytest.mark.rule("VEH-TYPE-04")),
    ],
)
def test_what_is_random_is_rolled_when_the_turn_of_its_side_begins(values, top):
    state = a_battle(a_unit("a1", [(60, 40)]), a_vehicle("b1", random_speed=True, **values))
    events, after = play(state, EndActivation(side=A), {"random-speed": [3, 4]})
    assert the(events, Tuned).top_in == top_in(after, after.units["b1"]) == top


@pytest.mark.parametrize(("dice", "battle", "top"), [([6, 6], 12, 20), ([3, 4], 12, 15), ([1, 1], 12, 12)])
def test_a_tracked_vehicle_rolls_two_dice_and_eight_never_less_than_its_battle_speed(dice, battle, top):
    state, found = tuned(dice, battle_speed_in=battle)
    assert found.top_in == top
    assert "VEH-TYPE-01" in found.rules
    unit = state.units["a1"]
    assert (top_in(state, unit), profile_of(state, unit).battle_speed_in) == (top, 12)


@pytest.mark.rule("VEH-TYPE-02")
@pytest.mark.parametrize(("dice", "speed"), [([1, 1], 14), ([6, 6], 24)])
def test_a_skimmer_rolls_two_dice_and_twelve_and_that_is_its_battle_speed_too(dice, speed):
    state, _ = tuned(dice, type="skimmer", battle_speed_in=16)
    assert profile_of(state, state.units["a1"]).battle_speed_in == speed
    far = Drive(side=A, unit="a1", path=way((30, 24 - speed)), actions=2)
    assert preview(state, far).allowance_in == speed


@pytest.mark.rule("VEH-TYPE-04")
def test_a_light_walker_rolls_two_dice_and_eight():
    state, found = tuned([2, 5], type="walker", vehicle_class="fast")
    assert found.sentence(state) == "A1: maximum speed 15″"
    assert profile_of(state, state.units["a1"]).battle_speed_in == 15


@pytest.mark.part_of("VEH-TYPE-04")
def test_a_driven_walker_without_a_figure_has_twelve_inches():
    assert GeminiHull(type="walker", vehicle_class="fast", front=10, side=10, rear=10).battle_speed_in == 12


POND = Terrain(id="w", name="Pond", points=((8, 0), (60, 0), (60, 48), (8, 48)), going="water", look="water")


def slann(x, *traits):
    swimmers = a_unit("a1", [(x, 10)], profile=a_profile("slann", m=5, traits=traits))
    return a_battle(swimmers, a_unit("b1", [(20, 10)]), active="a1", ap=1, terrain=(POND,))


@pytest.mark.part_of("VEH-BOAT-03")
@pytest.mark.parametrize(("x", "home"), [(14.1, True), (12.5, False)])
def test_a_charge_in_water_is_worth_one_basic_move(x, home):
    seen = preview(slann(x, "amphibious"), Charge(side=A, unit="a1", target="b1"))
    assert seen.allowance_in == 5
    assert any(n.startswith("Out of reach") for n in seen.notes) is not home


@pytest.mark.part_of("VEH-BOAT-03")
@pytest.mark.parametrize(("traits", "far"), [(("amphibious",), 5), (("swims",), 10)])
def test_a_boat_is_charged_through_water_from_no_further(traits, far):
    """Its bow is seven inches and a half away."""
    swimmers = a_unit("a1", [(11, 10)], profile=a_profile("slann", m=5, traits=traits))
    boat = a_vehicle("b1", (21, 10), heading=270, type="boat", length_in=5, width_in=3)
    state = a_battle(swimmers, boat, active="a1", ap=1, terrain=(POND,))
    seen = preview(state, ChargeVehicle(side=A, unit="a1", target="b1"))
    if far == 10:
        assert seen.refusal is None
        assert "VEH-BOAT-03" not in seen.rules
    else:
        assert "beyond a charge of 5″" in seen.refusal.message


def test_others_at_home_in_water_charge_twice_as_far():
    assert preview(slann(12.5, "swims"), Charge(side=A, unit="a1", target="b1")).allowance_in == 10


@pytest.mark.rule("VEH-TYPE-04", "VEH-MECH-01")
def test_a_driven_walker_is_fast_though_its_profile_does_not_say_so():
    """At nine inches one main weapon and all defensive ones; a tracked hull none but these, a mechanoid all."""
    found = {}
    for kind, given in {
        "driven": {"type": "walker"},
        "bike": {"type": "bike"},
        "tracked": {},
        "dreadnought": {"type": "walker", "vehicle_class": "mechanoid", "m": 9},
    }.items():
        state = a_battle(a_vehicle("a1", (30, 30), **given), active="a1", ap=2)
        seen = preview(state, Drive(side=A, unit="a1", path=way((30, 21)), actions=2))
        found[kind] = next(note for note in seen.notes if note.startswith("may fire"))
        assert ("VEH-TYPE-04" in seen.rules) == (kind == "driven")
        _, after = play(state, Drive(side=A, unit="a1", path=way((30, 21)), actions=2))
        assert after.units["a1"].now.moved_in == pytest.approx(9)
    assert found == {
        "driven": "may fire: one main weapon and all defensive ones",
        "bike": "may fire: one main weapon and all defensive ones",
        "tracked": "may fire: its defensive weapons only",
        "dreadnought": "may fire: all its weapons",
    }
