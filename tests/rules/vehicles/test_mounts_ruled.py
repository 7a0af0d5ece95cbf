"""The host rules of a single weapon of a vehicle that it is lost, or works again."""

import pytest

from rules.core.refusal import IllegalAction
from rules.engine import preview
from rules.questions.rulings import mounted_weapons
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.rulings import RuleMount
from tests.builders import A, a_battle, a_unit, play
from tests.rules.vehicles.garage import GUN, a_vehicle
from tests.rules.vehicles.trial.park import LANCE, a_trial


def battle(**flags):
    tank = a_vehicle("a1", (30, 40), flags=flags)
    return a_battle(tank, a_unit("b1", [(30, 20)]), active="a1", ap=2)


def rule(mount, condition, reason="a jammed belt"):
    return RuleMount(side=A, mount=mount, condition=condition, reason=reason)


def fire(mount):
    return FireVehicle(side=A, unit="a1", shots=(MountShot(mount=mount, target="b1"),))


@pytest.mark.rule("VEH-DMG-04")
def test_a_single_weapon_is_taken_off_a_vehicle_and_works_again():
    state = battle()
    events, lost = play(state, rule("a1/0", "lost"))
    assert events[0].sentence(lost) == "Host: the Gun of A1 is lost (a jammed belt)"
    assert preview(lost, fire(0)).refusal.code == "weapon-lost"
    assert preview(lost, fire(1)).refusal is None
    assert not lost.units["a1"].vehicle.immobilised
    events, again = play(lost, rule("a1/0", "works", "repaired"))
    assert events[0].sentence(again) == "Host: the Gun of A1 works again (repaired)"
    assert preview(again, fire(0)).refusal is None
    assert again.units["a1"].vehicle.lost_mounts == ()
    assert play(lost, rule("a1/0", "lost"))[1].units["a1"].vehicle.lost_mounts == (0,)


@pytest.mark.rule("TRI-DMG-04")
def test_by_the_trial_rules_too():
    state = a_battle(a_trial("a1", weapons=(LANCE,)), a_unit("b1", [(60, 24)]), options={"vehicle_module": "trial"})
    _, lost = play(state, rule("a1/0", "lost"))
    assert lost.units["a1"].vehicle.lost_mounts == (0,)


@pytest.mark.part_of("VEH-DMG-04")
@pytest.mark.parametrize(
    ("mount", "reason", "code"), [("a1/7", "x", "no-weapon"), ("b1/0", "x", "no-weapon"), ("a1/0", " ", "no-reason")]
)
def test_of_a_weapon_that_there_is_with_a_reason(mount, reason, code):
    with pytest.raises(IllegalAction) as raised:
        play(battle(), rule(mount, "lost", reason))
    assert raised.value.refusal.code == code


def test_a_form_lists_every_weapon_of_the_vehicles_by_name():
    _, lost = play(battle(), rule("a1/1", "lost"))
    assert mounted_weapons(lost) == (("a1/0", f"A1 A1: {GUN.name}"), ("a1/1", "A1 A1: Autogun, lost"))
