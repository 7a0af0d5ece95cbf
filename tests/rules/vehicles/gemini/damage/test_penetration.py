"""Hits on armour: the face, the dice, AP, hull-down, hull points."""

import pytest
from msgspec.structs import replace

from rules.arap.attacks.blows import MachineBlow
from rules.arap.melee.vehicle_interface import MachinesInMelee
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.vehicle_interface import ask
from rules.dice.sources import ScriptedDice
from rules.events import Note
from rules.forces.unit import UnitTurn, VehicleState
from rules.table.terrain import Terrain
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.gemini.hull.cover import to_hit_modifiers
from rules.vehicles.gemini.hull.hull import armour_towards
from rules.vehicles.shared.events import ChartResult, CrewStunned, VehicleHit
from tests.builders import a_battle, a_profile, a_row, a_unit, a_weapon, happens, the
from tests.rules.vehicles.garage import AUTOGUN, GUN, a_vehicle, hit, under_fire

MELTA = a_weapon("melta", type="assault", range_in=12, strength=8, ap=1, traits=("melta",))
HOWITZER = a_weapon("howitzer", type="ordnance", range_in=36, strength=8, ap=3)
FRONT, SIDE, REAR = (30, 4), (50, 24), (30, 44)


def battle(*, terrain=(), options=None, flags=None, **values):
    return a_battle(
        a_vehicle("a1", **values, flags=flags), a_unit("b1", a_row(3, 30, 2)), terrain=terrain, options=options
    )


def struck(origin, weapon, dice, **values):
    events, state = under_fire(battle(**values), "a1", [hit(origin, weapon)], dice)
    return the(events, VehicleHit), events, state


@pytest.mark.rule("VEH-GEOM-02")
@pytest.mark.parametrize(
    ("shooter", "face", "av"),
    [
        ((7, -10), "side", 12),
        ((6, -10), "front", 13),
        ((-9, 0), "side", 12),
        ((1, 9), "rear", 10),
        ((6, -9), "side", 12),
    ],
)
def test_a_shot_meets_the_side_nearest_to_the_shooter(shooter, face, av):
    """Hull 6 by 4; exactly on the line through opposite corners the lower armour counts."""
    state = battle()
    found = armour_towards(state, state.units["a1"], (30 + shooter[0], 24 + shooter[1]))
    assert found == (face, av)
    met, _, _ = struck((30 + shooter[0], 24 + shooter[1]), replace(GUN, strength=1), {"armour-penetration": [1]})
    assert (met.face, met.av) == (face, av)


@pytest.mark.rule("VEH-PEN-01")
@pytest.mark.parametrize(("die", "kind", "damage"), [(4, "none", []), (5, "glancing", [1]), (6, "penetrating", [1])])
def test_strength_and_a_die_against_armour(die, kind, damage):
    """S9 against 14: five glances, six penetrates."""
    gun = replace(GUN, strength=9)
    dice = {"armour-penetration": [die], **({"vehicle-damage": damage} if damage else {})}
    found, events, _ = struck(FRONT, gun, dice, front=14)
    assert (found.kind, found.total, found.av) == (kind, 9 + die, 14)
    assert len([e for e in events if isinstance(e, ChartResult)]) == len(damage)


@pytest.mark.rule("VEH-PEN-02")
def test_melta_throws_two_dice_at_under_half_range():
    near, _, _ = struck((30, 15.1), MELTA, {"melta-penetration": [3, 4], "vehicle-damage": [1]}, front=14)
    assert (near.total, near.kind) == (15, "penetrating")
    half, _, _ = struck((30, 15), MELTA, {"armour-penetration": [6], "vehicle-damage": [1]}, front=14)
    assert (half.total, half.kind) == (14, "glancing")


@pytest.mark.rule("VEH-PEN-03")
@pytest.mark.parametrize("ap", [None, 0])
def test_a_weapon_without_ap_only_glances(ap):
    gun = replace(GUN, ap=ap)
    found, events, _ = struck(REAR, gun, {"armour-penetration": [5], "vehicle-damage": [2]})
    assert (found.total, found.kind, found.saved_by) == (13, "glancing", "no-ap")
    assert the(events, ChartResult).column == "glancing"


@pytest.mark.rule("VEH-PEN-03", "VEH-CHART-01")
def test_ap_one_adds_one_on_the_chart():
    _, events, _ = struck(SIDE, replace(GUN, ap=1), {"armour-penetration": [5], "vehicle-damage": [3]})
    result = the(events, ChartResult)
    assert (result.column, result.die, result.row, result.results) == ("penetrating", 3, 4, ("destroyed",))


@pytest.mark.rule("VEH-PEN-04")
def test_ordnance_takes_the_higher_of_two_dice_and_its_own_column():
    found, events, _ = struck(SIDE, HOWITZER, {"ordnance-penetration": [2, 5], "vehicle-damage": [1]})
    assert (found.total, found.kind) == (13, "ordnance")
    assert the(events, ChartResult).column == "ordnance"
    found, events, _ = struck(SIDE, HOWITZER, {"ordnance-penetration": [4, 2], "vehicle-damage": [1]})
    assert found.kind == "glancing"
    assert the(events, ChartResult).column == "glancing"


WALL = Terrain(id="w", name="Wall", points=((27, 19.5), (33, 19.5)), line=True, width_in=0.4, cover="hard", height_in=1)


@pytest.mark.rule("VEH-COV-02")
def test_a_penetrating_hit_on_a_hull_half_hidden_may_glance():
    """Two penetrating hits, dice 3 and 4: the first glances, the second penetrates."""
    hits = [hit(FRONT, replace(GUN, strength=9))] * 2
    dice = {"armour-penetration": [6, 6], "hull-down": [3, 4], "vehicle-damage": [1, 1]}
    events, _ = under_fire(battle(terrain=(WALL,)), "a1", hits, dice)
    assert [(e.kind, e.saved_by) for e in events if isinstance(e, VehicleHit)] == [
        ("glancing", "hull-down"),
        ("penetrating", ""),
    ]
    assert [e.column for e in events if isinstance(e, ChartResult)] == ["glancing", "penetrating"]


@pytest.mark.rule("VEH-COV-02")
def test_the_switch_hull_down_roll_makes_it_four():
    dice = {"armour-penetration": [6], "hull-down": [4], "vehicle-damage": [1]}
    found, _, _ = struck(FRONT, replace(GUN, strength=9), dice, terrain=(WALL,), options={"hull_down_roll": 4})
    assert found.saved_by == "hull-down"


@pytest.mark.rule("VEH-COV-03")
def test_plunging_fire_finds_a_hull_down_vehicle_unless_the_switch_says_otherwise():
    mortar = replace(GUN, strength=9, traits=("indirect",))
    dice = {"armour-penetration": [6], "vehicle-damage": [1]}
    found, _, _ = struck(FRONT, mortar, dice, terrain=(WALL,))
    assert found.kind == "penetrating"
    options = {"hull_down_against_plunging_fire": True}
    found, _, _ = struck(FRONT, mortar, {**dice, "hull-down": [1]}, terrain=(WALL,), options=options)
    assert found.kind == "glancing"


@pytest.mark.part_of("VEH-COV-01")
@pytest.mark.parametrize(
    ("left", "right", "cover", "height", "modifier"),
    [
        (27, 33, "hard", 1, [-2]),
        (27, 33, "soft", 1, [-1]),
        (30, 33, "hard", 1, [-2]),
        (30.2, 33, "hard", 1, []),
        (27, 33, "hard", 0.9, []),
    ],
)
def test_half_hidden_is_cover(left, right, cover, height, modifier):
    """Half of the front, hidden by something at least half as high as the hull."""
    wall = Terrain(
        id="w", name="W", points=((left, 20.8), (right, 20.8)), line=True, width_in=0.1, cover=cover, height_in=height
    )
    state = battle(terrain=(wall,))
    found = ask(state, ShotsAtVehicles).to_hit_modifiers(state, "a1", GUN, (30, -40))
    assert [m.value for m in found] == modifier
    if modifier:
        assert found[0].rule == "VEH-COV-01"


@pytest.mark.part_of("VEH-AT-02")
def test_every_full_twelve_inches_of_speed_take_one_from_the_roll_to_hit():
    state = battle(flags={"now": UnitTurn(moved_in=24)})
    state = state.with_turn(place=1)
    target = state.units["a1"]
    bolter, laser = a_weapon(), a_weapon("laser", traits=("laser",))
    assert [m.value for m in to_hit_modifiers(state, target, bolter, FRONT)] == [-2]
    assert to_hit_modifiers(state, target, laser, FRONT) == ()
    slow = replace(target, now=UnitTurn(moved_in=11.9))
    assert to_hit_modifiers(state, slow, bolter, FRONT) == ()
    own_turn = state.with_turn(place=0)
    started = replace(target, now=UnitTurn(moved_in=3), before=UnitTurn(moved_in=12))
    assert [m.value for m in to_hit_modifiers(own_turn, started, bolter, FRONT)] == [-1]


def points(hull, *dice_by_hit, weapon=GUN, origin=SIDE, label="armour-penetration", **more):
    state = battle(flags={"vehicle": VehicleState(hull=hull)})
    dice = {label: [d for each in dice_by_hit for d in each], **more}
    return under_fire(state, "a1", [hit(origin, weapon)] * len(dice_by_hit), dice)


@pytest.mark.rule("VEH-HULL-01")
def test_hull_points_take_hits_before_the_chart_is_rolled():
    """Three points: glancing two left, penetrating none left, the next hit rolls."""
    events, state = points(3, [4], [5], [4], **{"vehicle-damage": [4]})
    assert [(e.lost, e.left) for e in events if isinstance(e, HullPointsLost)] == [(1, 2), (2, 0)]
    assert the(events, ChartResult).results == ("crew-stunned",)
    assert the(events, CrewStunned).unit == "a1"
    assert state.units["a1"].vehicle.hull == 0


@pytest.mark.rule("VEH-HULL-02")
def test_a_hit_worth_more_than_the_points_left_is_absorbed_whole():
    events, state = points(1, [2, 6], weapon=HOWITZER, label="ordnance-penetration")
    assert (the(events, HullPointsLost).lost, the(events, HullPointsLost).left) == (1, 0)
    assert not [e for e in events if isinstance(e, ChartResult)]
    assert state.units["a1"].vehicle.last_roll is None


@pytest.mark.rule("VEH-DMG-11")
def test_each_hit_is_resolved_with_its_chart_roll_before_the_next_and_a_wreck_takes_no_more():
    hits = [hit(REAR, AUTOGUN), hit(REAR), hit(REAR)]
    dice = {"armour-penetration": [5, 3], "vehicle-damage": [3, 4]}
    events, state = under_fire(battle(), "a1", hits, dice)
    kinds = [type(e).__name__ for e in events if isinstance(e, VehicleHit | ChartResult)]
    assert kinds == ["VehicleHit", "ChartResult", "VehicleHit", "ChartResult"]
    assert the(events, Note).text == "1 hit left over is lost"
    assert state.units["a1"].is_gone


def test_the_log_tells_the_hit():
    found, events, state = struck(SIDE, GUN, {"armour-penetration": [5], "vehicle-damage": [1]})
    assert found.sentence(state) == "Gun hits A1: 13 against side 12, a penetrating hit"
    assert the(events, ChartResult).sentence(state) == "A1, penetrating 1: crew stunned"
    assert found.rules[0] == "VEH-GEOM-02"


@pytest.mark.rule("VEH-CC-07")
def test_blows_add_the_weapon_to_the_users_strength_and_need_no_ap():
    axe = a_weapon("axe", type="melee", strength=2)
    brute = a_profile("brute", s=5)
    state = a_battle(a_vehicle("a1"), a_unit("b1", [(30, 27.5)], profile=brute, weapons=(axe,)))
    dice = ScriptedDice({"armour-penetration": [4], "vehicle-damage": [1]})
    blows = [MachineBlow("b1.1", axe, 7)]
    events, _ = happens(state, dice, lambda p: ask(state, MachinesInMelee).take_blows(p, "a1", blows, "b1"))
    found = the(events, VehicleHit)
    assert (found.face, found.strength, found.total, found.kind) == ("rear", 7, 11, "penetrating")
