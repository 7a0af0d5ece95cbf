"""People aboard fire at spots, walls, armoured buildings and their ports, as at anybody else. (VEH-FROM-02 to -07)"""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot_at_spot import FireAtSpot, SpotShelled
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.bunkers.fire import BuildingShot
from rules.buildings.bunkers.shoot import ShootBuilding
from rules.buildings.ports.fire import ShootBuildingPorts
from rules.engine import legal_actions, preview
from rules.forces.unit import UnitTurn
from rules.table.armoured import Armoured
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from rules.vehicles.gemini.transport.fire_ports import FiredOut
from rules.vehicles.trial.events import LaidOpen
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.buildings.bunkers.pillbox import a_bunker
from tests.rules.vehicles.garage import a_carrier, a_condition
from tests.rules.vehicles.trial.park import a_transport, trial_battle

LANCE = a_weapon("lance", type="assault", range_in=24, strength=9, ap=2)
LAUNCHER = a_weapon("launcher", type="assault", range_in=24, strength=4, ap=6, marker_in=3)
RANGER = a_profile("ranger", bs=4, sv=5)
DOOR = Opening(a=(28.0, 22.0), b=(29.4, 22.0), name="back door", state="locked")
HOUSE = Terrain(
    id="house",
    name="House",
    points=((20.0, 10.0), (32.0, 10.0), (32.0, 22.0), (20.0, 22.0)),
    look="building",
    height_in=3,
    building=Building(handling="tabletop", openings=(DOOR,)),
)
WALL = ShootWall(side=A, unit="a2", terrain="house", wall=2, part=5)
KEEP = ShootBuilding(side=A, unit="a2", terrain="keep")
PORTS = ShootBuildingPorts(side=A, unit="a2", terrain="keep")
SPOT = FireAtSpot(side=A, unit="a2", at=(40.0, 30.0))


def riding(*terrain, weapon=LANCE, count=4, others=(), active="a2", **values):
    """Rangers in a carrier south of the house and east of the keep."""
    squad = a_unit("a2", [(0, 0)] * count, weapons=[weapon], profile=RANGER, aboard="a1")
    carrier = a_carrier("a1", (26, 30), heading=90, **values)
    return a_battle(carrier, squad, *others, a_unit("b9", [(70, 2)]), active=active, ap=2, terrain=terrain)


def moved(inches, path=((20, 30, 90), (26, 30, 90))):
    return {"now": UnitTurn(moved_in=inches, path=path)}


@pytest.mark.rule("VEH-FROM-02", "ARAP-AREA-01")
def test_people_aboard_shell_a_spot():
    state = riding(weapon=LAUNCHER, count=1)
    assert preview(state, SPOT).refusal is None
    events, after = play(state, SPOT, {"scatter-a": [3], "scatter-b": [3], "direction": [1]})
    assert the(events, SpotShelled).at == (40, 30)
    assert the(events, FiredOut).at_hatch == ("a2.1",)
    assert after.units["a2"].now.shots == {"a2.1/launcher": 1}
    drives = riding(weapon=LAUNCHER, count=1, flags=moved(5))
    refusal = preview(drives, replace(SPOT, at=(46.0, 30.0))).refusal
    assert (refusal.code, refusal.rule) == ("moving-vehicle", "VEH-FROM-02")
    near = preview(drives, replace(SPOT, at=(33.0, 30.0)))
    assert [m.value for m in near.shots[0].modifiers] == [-1]


@pytest.mark.rule("VEH-FROM-04", "BLD-WALL-01")
def test_half_of_those_in_an_open_top_fire_over_one_side_at_a_wall():
    state = riding(HOUSE, open_topped=True)
    assert {"shoot-wall"} <= {o.kind for o in legal_actions(state, A) if o.action is not None}
    assert "strike-wall" not in {o.kind for o in legal_actions(state, A)}
    shown = preview(state, WALL)
    assert [(s.shooters, s.shots) for s in shown.shots] == [(2, 2)]
    events, after = play(state, WALL, {"to-hit": [1, 6], "to-wound": [1]})
    assert the(events, BuildingShot).hits == 1
    assert the(events, FiredOut).over == {"left": ("a2.1", "a2.2")}
    third = preview(after, replace(WALL, models=("a2.3",))).refusal
    assert (third.code, third.rule) == ("no-port", "VEH-FROM-04")


@pytest.mark.rule("VEH-FROM-07", "BLD-BUNK-06")
def test_people_aboard_fire_at_an_armoured_building():
    state = riding(a_bunker(), others=(a_unit("b1", [(12, 13)]),), ports=(1, 0, 0), hatches=0)
    shown = preview(state, KEEP)
    assert [(s.shooters, s.shots) for s in shown.shots] == [(1, 1)]
    events, after = play(state, KEEP, {"to-hit": [1], "armour-penetration": [1]})
    assert the(events, BuildingShot).hits == 1
    assert the(events, FiredOut).over == {"left": ("a2.1",)}
    second = preview(after, replace(KEEP, models=("a2.2",))).refusal
    assert (second.code, second.rule) == ("no-port", "VEH-FROM-07")


@pytest.mark.rule("BLD-PORT-01")
@pytest.mark.part_of("VEH-FROM-07")
def test_people_aboard_fire_at_the_ports_of_a_bunker():
    bunker = a_bunker(armoured=Armoured(ports=3))
    state = riding(bunker, others=(a_unit("b1", [(12, 13)]),), ports=(2, 0, 0), hatches=0)
    assert {"building-ports", "shoot-building"} <= {o.kind for o in legal_actions(state, A) if o.action is not None}
    shown = preview(state, PORTS)
    assert shown.refusal is None
    assert sum(s.shots for s in shown.shots if s.shooters) == 2


@pytest.mark.rule("VEH-DMG-02")
@pytest.mark.parametrize("action", [WALL, KEEP, PORTS, replace(SPOT, at=(36.0, 30.0))])
def test_nobody_aboard_a_stunned_vehicle_fires_at_anything(action):
    weapon = LAUNCHER if isinstance(action, FireAtSpot) else LANCE
    stunned = {"vehicle": a_condition(stunned_now=True)}
    people = (a_unit("b1", [(12, 13)]),)
    state = riding(HOUSE, a_bunker(), weapon=weapon, others=people, open_topped=True, flags=stunned)
    refusal = preview(state, action).refusal
    assert (refusal.code, refusal.rule) == ("stunned", "VEH-DMG-02")


@pytest.mark.rule("TRI-PASS-02", "TRI-PASS-04")
def test_by_the_trial_rules_they_fire_from_the_fire_points_and_lay_the_vehicle_open():
    squad = a_unit("a2", [(0, 0)] * 4, weapons=[LANCE], profile=RANGER, aboard="a1")
    units = (a_transport("a1", (26, 30)), squad, a_unit("b9", [(70, 2)]))
    state = trial_battle(*units, active="a2", ap=2, terrain=(HOUSE,))
    shown = preview(state, WALL)
    assert [(s.shooters, s.shots) for s in shown.shots] == [(2, 2)]
    assert "counts as open-topped" in shown.notes[0]
    events, _ = play(state, WALL, {"to-hit": [6, 6]})
    assert the(events, LaidOpen).unit == "a1"
    gone = trial_battle(a_transport("a1", (26, 30), flags=moved(12.5)), *units[1:], active="a2", ap=2, terrain=(HOUSE,))
    assert preview(gone, WALL).refusal.code == "too-fast"
