"""Bikes, drones and beasts that strike hulls, and hulls that strike great creatures."""

import pytest
from msgspec.structs import replace

from rules.engine import legal_actions, preview
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.ramming.unarmoured import Crash, Crashed, strength
from rules.vehicles.shared.events import VehicleHit
from tests.builders import A, a_battle, a_profile, a_unit, play, the
from tests.rules.vehicles.garage import a_vehicle, way

RAIDER = {"front": 14, "side": 14, "rear": 14, "battle_speed_in": 24}


def beast(at, *, m=14, **values):
    return a_unit("a1", [at], profile=a_profile("beast", kind="rider", m=m, size=3, t=5, w=2, base_mm=40, **values))


def against_a_raider(**values):
    """The side of the raider is at y 22; a base of 40 mm reaches it after 12 inches from y 34.8."""
    raider = a_vehicle("b1", (30, 20), heading=90, **RAIDER)
    return a_battle(beast((30, 22 + 12.05 + 40 / 50.8), **values), raider, active="a1", ap=1)


@pytest.mark.rule("VEH-RAM-05", "VEH-RAM-02")
def test_a_bike_at_twelve_inches_does_nothing_to_a_land_raider_and_takes_nine():
    """Strength 4 + D6 against 14; 4 + 4 + 1 against Toughness 5 wounds on 0: any but a 1."""
    state = against_a_raider()
    assert "crash" in [o.kind for o in legal_actions(state, A) if o.action is not None]
    seen = preview(state, Crash(side=A, unit="a1", target="b1"))
    assert [s.notes[0] for s in seen.shots] == ["Strength 4 against side armour 14", "Strength 9 against Toughness 5"]
    found = [("B1 damaged", "0"), ("B1 destroyed", "0"), ("A1 wounded, before any save", "5/6")]
    assert [(c.label, c.exact) for c in seen.chances] == found
    dice = {"ram-penetration": [6], "to-wound": [2]}
    events, state = play(state, Crash(side=A, unit="a1", target="b1"), dice)
    assert the(events, Crashed).speed_in == pytest.approx(12, abs=0.05)
    assert (the(events, VehicleHit).strength, the(events, VehicleHit).total) == (4, 10)
    assert state.units["a1"].models[0].wounds == 1


@pytest.mark.part_of("VEH-RAM-05")
def test_creatures_of_size_one_strike_one_weaker_unless_the_table_says_otherwise():
    for switch, found in ((True, 3), (False, 4)):
        small = a_unit("a1", [(5, 5)], profile=a_profile("drone", size=1))
        state = a_battle(small, options={"size_one_minus_one": switch})
        assert strength(state, state.units["a1"].models[0], 12) == found


def test_a_hull_out_of_reach_is_too_far():
    state = against_a_raider(m=6)
    assert preview(state, Crash(side=A, unit="a1", target="b1")).refusal.code == "too-far"


@pytest.mark.rule("VEH-RAM-05", "VEH-RAM-01")
def test_a_great_creature_is_collided_with_and_saves():
    """Nine inches: 4 + 3 + 1 against Toughness 5, a save of 4; Strength 3 comes back at 14."""
    ogre = a_unit("b1", [(30, 28 - 40 / 50.8)], profile=a_profile("ogre", size=3, t=5, w=2, sv=4, base_mm=40))
    state = a_battle(a_vehicle("a1", (30, 40), **RAIDER), ogre, active="a1", ap=2)
    assert preview(state, Drive(side=A, unit="a1", path=way((30, 24)), actions=2)).refusal.code == "enemy-in-the-way"
    dice = {"ram-penetration": [1], "to-wound": [2], "save": [3]}
    events, after = play(state, Drive(side=A, unit="a1", path=way((30, 24)), actions=2, ram=True), dice)
    assert the(events, Crashed).speed_in == pytest.approx(9, abs=0.02)
    assert the(events, VehicleHit).strength == 3
    assert after.units["b1"].models[0].wounds == 1
    assert after.units["a1"].models[0].at[1] == pytest.approx(31, abs=0.02)


def at_an_ogre(**values):
    """A raider heading north, nine inches short of an ogre."""
    options = values.pop("options", None)
    ogre = a_unit("b1", [(30, 28 - 40 / 50.8)], profile=a_profile("ogre", size=3, t=5, w=2, sv=4, base_mm=40))
    return a_battle(a_vehicle("a1", (30, 40), **{**RAIDER, **values}), ogre, active="a1", ap=2, options=options)


OVER_IT = Drive(side=A, unit="a1", path=way((30, 24)), actions=2, ram=True)
UNHURT = {"to-wound": [1]}


@pytest.mark.rule("VEH-DOZ-02", "VEH-RAM-05")
def test_a_blade_absorbs_a_die_of_what_a_creature_does_to_the_end_that_has_it():
    """Strength 3 comes back: a 2 leaves 1, a 3 and more nothing; up to version 13 no blade helped."""
    state = at_an_ogre(dozer="front", front=10)
    events, _ = play(state, OVER_IT, {"reflected-absorb": [2], "ram-penetration": [6], **UNHURT})
    assert (the(events, VehicleHit).strength, the(events, VehicleHit).kind) == (1, "none")
    events, _ = play(state, OVER_IT, {"reflected-absorb": [3], **UNHURT})
    assert not [e for e in events if isinstance(e, VehicleHit)]
    events, _ = play(at_an_ogre(dozer="rear", front=10), OVER_IT, {"ram-penetration": [6], **UNHURT})
    assert the(events, VehicleHit).strength == 3
    events, _ = play(replace(state, version="13"), OVER_IT, {"ram-penetration": [6], **UNHURT})
    assert the(events, VehicleHit).strength == 3


@pytest.mark.part_of("VEH-DOZ-02")
def test_chances_count_what_the_blade_absorbs():
    """Nine inches give 3; a die off leaves 2 and 1 in two cases of six: 3 and 2 faces on armour 6 harm."""
    seen = preview(at_an_ogre(dozer="front", front=6), OVER_IT)
    (line,) = [s for s in seen.shots if s.name == "Impact on A1"]
    assert line.goal_text == "at best 4 glances, 5 or more penetrates"
    assert "dozer blade: a D6 off this Strength first" in line.notes
    odds = {c.label: c.exact for c in seen.chances}
    assert odds["A1 damaged"] == "5/36"


@pytest.mark.rule("VEH-OLD-01", "VEH-RAM-05")
def test_under_the_older_rules_a_great_creature_gives_back_what_is_over_ten():
    """9 x 14 / 10 is 12.6, so 13: Strength 10 on the ogre, 3 come back; at 6 inches 8, and nothing comes back."""
    state = at_an_ogre(options={"ram_rules": "old"})
    events, _ = play(state, OVER_IT, {"ram-penetration": [6], **UNHURT})
    assert (the(events, VehicleHit).strength, the(events, Crashed).speed_in) == (3, pytest.approx(9, abs=0.02))
    state = at_an_ogre(options={"ram_rules": "old"}, front=11)
    events, _ = play(state, OVER_IT, UNHURT)
    assert not [e for e in events if isinstance(e, VehicleHit)]
    assert {c.label: c.exact for c in preview(state, OVER_IT).chances}["A1 damaged"] == "0"
