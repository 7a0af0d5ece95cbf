"""Mounted weapons of vehicles at people in houses that are played by sections, and people there at vehicles."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.shooting.shoot import Shoot
from rules.buildings.sections.blast import BlastSection
from rules.engine import legal_actions, preview
from rules.table.building import Hole
from rules.vehicles.gemini.shooting.at_structures import FireMountsAtPorts, FireMountsAtWall, FireMountsIntoSection
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from tests.builders import A, B, a_battle, a_weapon, play
from tests.rules.buildings.sections.customs import INNER, V1, a_house, guard, squad, stormed
from tests.rules.vehicles.garage import AUTOGUN, GUN, a_vehicle
from tests.rules.vehicles.trial.park import HOWITZER, REPEATER, a_trial, trial_battle

SHELL = a_weapon("shell", type="heavy", range_in=36, shots=1, strength=6, ap=4, marker_in=3)


def before(*weapons, at=(9, 34), heading=0, shown=True, house=None, section="C1", **options):
    """A hull of Ash south of the house, four of Birch in a section of it."""
    tank = a_vehicle("a1", at, heading=heading, weapons=weapons or (AUTOGUN,))
    return stormed(tank, guard("b1", 4, section, shown=shown), house=house, ap=3, options=options)


def fire(mount=0):
    return FireVehicle(side=A, unit="a1", shots=(MountShot(mount=mount, target="b1"),))


@pytest.mark.rule("BLD-SSHT-03", "BLD-SSHT-05", "VEH-JOIN-04")
def test_a_hull_fires_at_those_who_show_themselves():
    state = before()
    assert [o.label for o in legal_actions(state, A) if o.kind == "fire"] == ["Fire at B1"]
    (line,) = preview(state, fire()).shots
    assert (line.goal, [m.rule for m in line.modifiers]) == (2, ["BLD-SSHT-03"])
    unit = state.units["b1"]
    one = state.with_unit(replace(unit, shown=("b1.2",)))
    _, asked = play(one, fire(), {"to-hit": [1, 1, 6], "to-wound": [6, 6]})
    _, after = play(asked, Answer(side=B, choice="stand"), {})
    assert [m.id for m in after.units["b1"].models if not m.alive] == ["b1.2"]


@pytest.mark.rule("BLD-SSHT-04", "BLD-SSHT-08")
def test_those_who_keep_back_are_seen_from_beside_a_window_alone_and_shells_are_for_the_section():
    refusal = preview(before(shown=False), fire()).refusal
    assert (refusal.code, refusal.rule) == ("keeps-back", "BLD-SSHT-04")
    beside = before(shown=False, at=(7.5, 30.9))  # its front is 1.9 inches from the window
    assert preview(beside, fire()).refusal is None
    refusal = preview(before(SHELL), fire()).refusal
    assert (refusal.code, refusal.rule) == ("burst-into-section", "BLD-SSHT-08")
    both = before(AUTOGUN, SHELL)
    (offer,) = [o for o in legal_actions(both, A) if o.kind == "fire"]
    assert [s.mount for s in offer.action.shots] == [0]


@pytest.mark.rule("BLD-INTO-04")
def test_fire_along_a_wall_is_worse_for_hulls_and_people():
    (line,) = preview(before(at=(40, 30), heading=270), fire()).shots
    assert [(m.value, m.rule) for m in line.modifiers] == [(-2, "BLD-SSHT-03"), (-1, "BLD-INTO-04")]
    people = stormed(squad("a1", [(16, 30)]), guard("b1", 5, shown=True))
    shot = Shoot(side=A, unit="a1", target="b1")
    assert [m.rule for m in preview(people, shot).shots[0].modifiers] == ["BLD-SSHT-03", "BLD-INTO-04"]
    nearer = stormed(squad("a1", [(11.5, 30)]), guard("b1", 5, shown=True))
    assert [m.rule for m in preview(nearer, shot).shots[0].modifiers] == ["BLD-SSHT-03"]


@pytest.mark.rule("BLD-INTO-05")
def test_steeply_at_a_window_upstairs():
    openings = (*a_house().building.openings, replace(a_house().building.openings[0], storey=1))
    house = a_house(openings=openings)
    near = stormed(squad("a1", [(7.5, 28)]), guard("b1", 5, "C3", shown=True), house=house)
    shot = Shoot(side=A, unit="a1", target="b1")
    assert [m.rule for m in preview(near, shot).shots[0].modifiers] == ["BLD-SSHT-03", "BLD-INTO-05"]
    level = replace(near, options={**near.options, "vertical_angle_modifier": False})
    assert [m.rule for m in preview(level, shot).shots[0].modifiers] == ["BLD-SSHT-03"]


@pytest.mark.rule("BLD-SSHT-01")
def test_people_in_a_section_fire_at_a_hull():
    lance = a_weapon("lance", type="heavy", range_in=36, shots=1, strength=9, ap=2)
    ours = guard("a1", 8, weapons=(lance,))
    state = a_battle(ours, a_vehicle("b1", (9, 38), weapons=(GUN,)), active="a1", ap=2, terrain=[a_house()])
    seen = preview(state, Shoot(side=A, unit="a1", target="b1"))
    assert (seen.refusal, seen.shots[0].shooters) == (None, 6)
    dice = {"to-hit": [1, *[6] * 5], "armour-penetration": [6], "vehicle-damage": [1]}
    _, after = play(state, Shoot(side=A, unit="a1", target="b1"), dice)
    assert after.units["b1"].vehicle.stunned


@pytest.mark.rule("BLD-SSHT-04", "BLD-SSHT-05")
def test_hulls_of_the_trial_rules_fire_at_them_too():
    def facing(*weapons, shown=("b1.1", "b1.3")):
        inside, *rest = guard("b1", 4)
        hull = a_trial("a1", (9, 34), heading=0, weapons=weapons)
        return trial_battle(hull, (replace(inside, shown=shown), *rest), active="a1", ap=1, terrain=[a_house()])

    state = facing(REPEATER)
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "fire"]
    assert preview(state, offer.action).shots[0].modifiers[-1].rule == "BLD-SSHT-05"
    _, asked = play(state, offer.action, {"to-hit": [1, 6, 6], "extended-reroll": [1], "pick": [2], "to-wound": [6]})
    _, after = play(asked, Answer(side=B, choice="stand"), {})
    assert [m.id for m in after.units["b1"].models if not m.alive] == ["b1.3"]
    assert preview(facing(REPEATER, shown=()), offer.action).refusal.code == "keeps-back"
    assert preview(facing(HOWITZER), offer.action).refusal.code == "burst-into-section"


@pytest.mark.rule("BLD-SSHT-10", "BLD-SSHT-08")
def test_a_shell_goes_off_in_the_section():
    state = before(AUTOGUN, SHELL, shown=False)
    offered = [o for o in legal_actions(state, A) if o.kind == "blast-section"]
    assert [o.label for o in offered] == ["Fire into C1 of Customs House by V1", "Fire into C1 of Customs House by V2"]
    action = offered[0].action
    assert action.mounts == (1,)
    seen = preview(state, action)
    outside = "What does not get in bursts harmlessly outside. (BLD-SSHT-11)"
    assert (seen.ap, seen.notes) == (1, ("4 inside: everybody is hit. (BLD-SSHT-08)", outside))
    dice = {"scatter-a": [3], "scatter-b": [3], "to-wound": [1, 6, 1, 1]}
    _, asked = play(state, action, dice)
    _, after = play(asked, Answer(side=B, choice="stand"), {})
    assert (len(after.units["b1"].alive), after.units["a1"].vehicle.fired) == (3, (1,))


@pytest.mark.rule("BLD-SSHT-08", "BLD-SSHT-10")
def test_guns_burst_nowhere_and_nobody_fires_through_the_house():
    into = FireMountsIntoSection(side=A, unit="a1", terrain="s1", section="C1", mounts=(0,))
    assert preview(before(AUTOGUN), into).refusal.code == "no-blast"
    assert preview(before(SHELL, at=(9, 14), heading=180), into).refusal.code == "other-side"
    assert preview(before(SHELL), replace(into, way=2)).refusal.code == "no-opening"
    assert preview(before(SHELL), replace(into, section="C2")).refusal.code == "nobody-there"
    north = BlastSection(side=A, unit="a1", weapon="frag", terrain="s1", section="C1")
    assert preview(stormed(squad("a1", [(7.5, 21)]), guard("b1", 5)), north).refusal.code == "other-side"


@pytest.mark.rule("BLD-PORT-02", "BLD-PORT-03", "BLD-PORT-01")
def test_mounted_weapons_at_ports():
    port = replace(V1, kind="port")
    state = before(AUTOGUN, at=(7.5, 34), shown=False, house=a_house(openings=(port, INNER)))
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "building-ports"]
    assert offer.label == "Fire at the ports of C1 of Customs House"
    (line,) = preview(state, offer.action).shots
    assert (line.goal, [m.rule for m in line.modifiers]) == (2, ["BLD-PORT-02"])
    _, asked = play(state, offer.action, {"to-hit": [1, 2, 6], "pick": [1], "to-wound": [6]})
    _, after = play(asked, Answer(side=B, choice="stand"), {})
    assert (len(after.units["b1"].alive), after.units["a1"].vehicle.fired) == (3, (0,))
    assert preview(before(AUTOGUN), FireMountsAtPorts(side=A, unit="a1", terrain="s1", mounts=(0,))).refusal is not None


@pytest.mark.rule("BLD-WALL-09", "BLD-SSHT-13")
def test_a_wall_that_falls_hits_those_behind_it_in_the_section():
    """The band takes 7 of 24 square inches of C1: whoever looked out there is hit, and two of the seven others."""
    house = a_house(holes=(Hole(wall=2, part=2, dp=6),))
    inside, *rest = guard("b1", 8)
    tank = a_vehicle("a1", (9, 34), heading=0, weapons=(GUN,))
    state = stormed(tank, (replace(inside, shown=("b1.3",)), *rest), house=house, ap=3)
    fire_at = FireMountsAtWall(side=A, unit="a1", terrain="s1", wall=2, part=2, mounts=(0,))
    assert preview(state, fire_at).notes[-1] == "If the section falls, Strength 8 hits 3 of B1."
    dice = {"to-hit": [1], "to-wound": [4, 2, 2, 2], "pick": [1, 1], "save": [1, 1, 1]}
    _, after = play(state, fire_at, dice)
    assert [m.id for m in after.units["b1"].models if not m.alive] == ["b1.1", "b1.2", "b1.3"]
