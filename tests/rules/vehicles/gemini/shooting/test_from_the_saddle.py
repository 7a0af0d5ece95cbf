"""Riders fire on the move: at short range and worse; what is built into a bike as if it stood. (VEH-FROM-01 to -05)"""

import pytest
from msgspec.structs import replace

from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.shooting.shoot import Shoot
from rules.engine import legal_actions, preview
from rules.forces.profile import Bike
from rules.forces.unit import UnitTurn
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play

CARBINE = a_weapon("carbine", type="assault", range_in=24, shots=1)
PISTOL = a_weapon("pistol", type="pistol", range_in=12, shots=1)
TWIN = a_weapon("twin-gun", type="assault", range_in=24, shots=2, traits=("built-in",))


def riders(*weapons, off=11.0, moved=5.0, bike=None, traits=(), options=None):
    """One rider with BS 4 who has moved so far, and an enemy so far off."""
    profile = a_profile("rider", bs=4, m=8, kind="rider", bike=bike, traits=traits)
    mine = a_unit("a1", [(10, 10)], profile=profile, weapons=weapons, facing=90, now=UnitTurn(moved_in=moved))
    return a_battle(mine, a_unit("b1", [(10 + off, 10)]), active="a1", ap=2, options=options)


def shot(*weapons):
    return Shoot(side=A, unit="a1", target="b1", weapons=weapons)


@pytest.mark.rule("VEH-FROM-02")
@pytest.mark.part_of("VEH-FROM-03")
def test_from_a_moving_horse_one_fires_at_short_range_alone_and_worse():
    near = preview(riders(CARBINE), shot())
    assert ("ARAP-HIT-02", -1) in [(m.rule, m.value) for m in near.shots[0].modifiers]
    far = preview(riders(CARBINE, off=12.5), shot()).refusal
    assert (far.code, far.rule, far.allowed) == (
        "moving-mount",
        "VEH-FROM-02",
        "a target within 12″, or shooting before it moves",
    )
    assert preview(riders(CARBINE, off=20, moved=0), shot()).refusal is None
    assert preview(replace(riders(CARBINE, off=12.5), version="13"), shot()).refusal is None
    by_trial = riders(CARBINE, off=12.5, options={"vehicle_module": "trial"})
    assert preview(by_trial, shot()).refusal is None


@pytest.mark.rule("VEH-FROM-05")
def test_who_steers_a_bike_fires_his_pistol_or_what_is_built_into_it():
    bike = Bike(name="Warbike")
    refusal = preview(riders(CARBINE, bike=bike), shot()).refusal
    assert (refusal.code, refusal.rule) == ("driving", "VEH-FROM-05")
    assert refusal.message == "Rider steers Warbike and has no hand for Carbine."
    assert preview(riders(CARBINE, bike=bike, moved=0), shot()).refusal is None
    assert preview(riders(CARBINE, bike=bike, traits=("auto-drive",)), shot()).refusal is None
    both = riders(PISTOL, TWIN, bike=bike, off=5)
    assert preview(both, shot("pistol")).refusal is None
    _, after = play(both, shot("twin-gun"), {"to-hit": [6, 6]})
    assert preview(after, shot("pistol")).refusal.rule == "VEH-FROM-05"


@pytest.mark.part_of("VEH-FROM-01", "VEH-FROM-02")
def test_what_is_built_into_a_bike_fires_as_if_it_stood():
    shown = preview(riders(TWIN, off=20, bike=Bike(name="Warbike")), shot())
    assert shown.refusal is None
    assert "ARAP-HIT-02" not in [m.rule for m in shown.shots[0].modifiers]


GRENADE = a_weapon("grenade", type="grenade", range_in=8, shots=1, marker_in=3)


def throw(far):
    guess = Guess(model="a1.1", bearing=90, range_in=far)
    return Throw(side=A, unit="a1", weapon="grenade", guesses=(guess,), target="b1")


@pytest.mark.rule("VEH-FROM-02")
@pytest.mark.part_of("VEH-FROM-03")
def test_from_a_moving_horse_one_throws_at_short_range_alone():
    """A grenade of 8 inches goes 4; up to version 14 riders threw as far as who stands."""
    state = riders(GRENADE, off=4)
    refusal = preview(state, throw(5)).refusal
    assert (refusal.code, refusal.rule) == ("moving-mount", "VEH-FROM-02")
    assert refusal.allowed == "a guess of up to 4″, or throwing before it moves"
    assert preview(state, throw(4)).refusal is None
    assert preview(riders(GRENADE, off=4, moved=0), throw(8)).refusal is None
    assert preview(replace(state, version="14"), throw(8)).refusal is None
    assert preview(riders(GRENADE, off=4, options={"vehicle_module": "trial"}), throw(8)).refusal is None
    offered = [o for o in legal_actions(state, A, frozenset({"throw"})) if o.action is not None]
    assert [g.range_in for o in offered for g in o.action.guesses] == [4]


@pytest.mark.rule("VEH-FROM-05")
def test_who_steers_a_bike_has_no_hand_for_a_grenade():
    bike = Bike(name="Warbike")
    assert preview(riders(GRENADE, off=4, bike=bike), throw(3)).refusal.code == "driving"
    assert preview(riders(GRENADE, off=4, bike=bike, moved=0), throw(3)).refusal is None
    assert preview(riders(GRENADE, off=4, bike=bike, traits=("auto-drive",)), throw(3)).refusal is None
