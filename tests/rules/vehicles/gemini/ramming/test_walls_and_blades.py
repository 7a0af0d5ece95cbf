"""Walls and bunkers that are rammed, the older rules, and dozer blades."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.paths.turns import Waypoint
from rules.arap.turn.activation import Activate, EndActivation
from rules.buildings.breaking.damage import SectionFell, WallHoled
from rules.buildings.bunkers.crews import OccupantsDazed
from rules.buildings.bunkers.hits import BunkerHit, bunker_result
from rules.engine import preview
from rules.forces.unit import UnitTurn
from rules.geometry import rings
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.gemini.ramming.ram import Collided
from rules.vehicles.gemini.ramming.structures import WallFallen, WallStruck
from rules.vehicles.shared.events import Immobilised, VehicleHit
from tests.builders import A, B, a_battle, a_unit, play, the
from tests.rules.vehicles.garage import a_vehicle, way
from tests.rules.vehicles.gemini.ramming.test_ram import RAIDER, ram

BLOCK = ((20, 10), (40, 10), (40, 20), (20, 20))


def a_wall(**values):
    given = {
        "id": "w",
        "name": "Wall",
        "points": BLOCK,
        "going": "impassable",
        "look": "wall",
        "toughness": 8,
        "height_in": 3,
    }
    return Terrain(**{**given, "points_of_damage": 7, **values})


def before(*terrain, at=(30, 32), ap=2, options=None, target=(), **values):
    """A heavy tank heading north, nine inches short of a wall whose near edge is at y 20."""
    tank = a_vehicle("a1", at, **{**RAIDER, **values})
    return a_battle(tank, *target, active="a1", ap=ap, terrain=terrain, options=options)


def hit_on(events, unit="a1"):
    return next((e for e in events if isinstance(e, VehicleHit) and e.unit == unit), None)


@pytest.mark.rule("VEH-MOVE-06", "VEH-RAM-08")
def test_who_may_not_drive_through_a_wall_is_told_of_ramming_it():
    near, drive = (30, 25), ram((30, 22), actions=1)
    refusal = preview(before(a_wall(), at=near), replace(drive, ram=False)).refusal
    assert (refusal.code, refusal.allowed) == ("impassable", "a path round Wall, or ramming it")
    shed = a_wall(look="crag", toughness=0, points_of_damage=0)
    assert preview(before(shed, at=near), replace(drive, ram=False)).refusal.allowed == "a path round Wall"
    assert preview(before(a_wall(), at=near), drive).refusal is None


@pytest.mark.rule("VEH-RAM-08", "BLD-WALL-06")
@pytest.mark.part_of("VEH-RAM-02")
def test_a_wall_that_is_damaged_loses_a_die_and_the_vehicle_takes_its_speed():
    """Strength 8 against Toughness 8 needs a 4; 3 + D6 comes back at front 14."""
    events, state = play(
        before(a_wall()), ram((30, 16)), {"to-wound": [4], "structure-dp": [5], "ram-penetration": [6]}
    )
    struck = the(events, WallStruck)
    assert (struck.lost, struck.left) == (5, 2)
    assert state.terrain[0].damage == 5
    back = hit_on(events)
    assert (back.strength, back.total, back.kind) == (3, 9, "none")
    assert state.units["a1"].models[0].at == pytest.approx((30, 23), abs=0.02)


@pytest.mark.rule("VEH-RAM-08")
def test_a_wall_that_is_not_damaged_stands_and_still_strikes_back():
    events, _ = play(before(a_wall(), front=10), ram((30, 16)), {"to-wound": [3], "ram-penetration": [6]})
    assert the(events, WallStruck).lost == 0
    assert hit_on(events).total == 9


@pytest.mark.rule("VEH-RAM-08", "VEH-RAM-04")
def test_a_wall_without_points_left_is_rubble_through_which_the_rest_of_the_move_leads():
    dice = {"to-wound": [6], "structure-dp": [6], "ram-penetration": [1], "armour-penetration": [1]}
    events, state = play(before(a_wall(damage=3)), ram((30, 21), actions=2), dice)
    assert the(events, WallFallen).terrain == "w"
    assert (state.terrain[0].look, state.terrain[0].going) == ("rubble", "very-difficult")


@pytest.mark.rule("BLD-WALL-09", "VEH-RAM-08")
def test_a_wall_that_is_rammed_down_falls_on_whoever_is_near_it():
    """Toughness 6 is Strength 6: a 2 wounds Toughness 3. The third stands two inches off; 1 + 6 against 14."""
    near = a_unit("b1", [(34, 21), (36, 21.4), (38, 22)], side=B)
    field = before(a_wall(toughness=6, points_of_damage=1), target=(near,))
    assert preview(field, ram((30, 16))).shots[0].notes[2] == "if it falls, Strength 6 hits 2 of B1, A1 itself"
    dice = {"to-wound": [6, 2, 1], "structure-dp": [1], "ram-penetration": [1], "armour-penetration": [1]}
    events, after = play(field, ram((30, 16)), dice)
    assert [m.id for m in after.units["b1"].alive] == ["b1.2", "b1.3"]
    assert hit_on([e for e in events if isinstance(e, VehicleHit) and e.weapon == "Wall"]).total == 7
    gone = before(a_wall(toughness=6, points_of_damage=1), target=(near,), options={"wall_collapse": "opening_only"})
    assert len(preview(gone, ram((30, 16))).shots[0].notes) == 2
    events, after = play(gone, ram((30, 16)), {"to-wound": [6], "structure-dp": [1], "ram-penetration": [1]})
    assert len(after.units["b1"].alive) == 3


def test_of_a_hedge_nobody_is_hit_and_in_older_battles_of_no_wall():
    hedge = a_wall(look="hedge", toughness=6, points_of_damage=1)
    dice = {"to-wound": [6], "structure-dp": [1], "ram-penetration": [1]}
    play(before(hedge), ram((30, 16)), dice)
    older = replace(before(a_wall(toughness=6, points_of_damage=1)), version="9")
    assert len(preview(older, ram((30, 16))).shots[0].notes) == 2
    play(older, ram((30, 16)), dice)
    assert len(preview(replace(before(a_hall()), version="8"), ram((30, 16))).shots[0].notes) == 2


@pytest.mark.rule("VEH-RAM-08")
def test_of_a_building_the_section_that_was_struck_falls():
    house = a_wall(look="building", name="House", points_of_damage=1)
    dice = {"to-wound": [4], "structure-dp": [1], "ram-penetration": [1], "armour-penetration": [1]}
    events, state = play(before(house), ram((30, 16)), dice)
    rubble = the(events, WallFallen).rubble
    assert rubble.name == "Rubble of House"
    assert rubble.points[0] == pytest.approx((27, 18.5), abs=0.02)
    assert (state.terrain[0].look, state.terrain[0].damage) == ("building", 0)


@pytest.mark.part_of("VEH-RAM-08")
def test_the_plan_tells_what_the_wall_withstands():
    seen = preview(before(a_wall(damage=2)), ram((30, 16)))
    wall, back = seen.shots
    assert wall.notes[:2] == ("Strength 8 against Toughness 8", "5 damage points left")
    assert wall.notes[2] == "if it falls, Strength 8 hits A1 itself"
    assert wall.chances[0].exact == "1/2"
    found = [("Wall damaged", "1/2"), ("Wall gives way", "1/6"), ("A1 damaged", "0"), ("A1 destroyed", "0")]
    assert [(c.label, c.exact) for c in seen.chances] == found
    assert back.notes[0] == "Strength 3 against front armour 14"


def test_a_gorge_is_no_wall():
    state = before(a_wall(look="gorge", toughness=0))
    assert preview(state, ram((30, 16))).refusal.code == "not-a-wall"


@pytest.mark.rule("VEH-OLD-03")
@pytest.mark.part_of("VEH-RAM-02")
def test_a_bunker_is_a_standing_vehicle_with_a_table_of_its_own():
    """Strength 4 + 3 + 1 against 12; 2 + 3 + 1 back. Penetrating 3 is structural damage."""
    bunker = a_wall(look="bunker", name="Bunker", armour=12, toughness=0, points_of_damage=3)
    dice = {"ram-penetration": [6, 1], "bunker-damage": [3]}
    events, state = play(before(bunker), ram((30, 16)), dice)
    struck = the(events, BunkerHit)
    assert (struck.total, struck.kind, struck.result) == (14, "penetrating", "structural damage")
    assert state.terrain[0].damage == 1
    assert hit_on(events).strength == 6


def garrisoned(*, structural=0, count=2):
    """A bunker of armour 12 with people in it, and a tank that is about to ram it."""
    bunker = a_wall(look="bunker", name="Bunker", armour=12, toughness=0, points_of_damage=3, structural=structural)
    return before(bunker, target=(a_unit("b1", [(29 + n, 15) for n in range(count)]),))


@pytest.mark.rule("VEH-OLD-03", "BLD-BUNK-12")
def test_people_in_a_bunker_are_stunned_through_their_next_turn():
    events, state = play(garrisoned(), ram((30, 16)), {"ram-penetration": [6, 1], "bunker-damage": [1]})
    assert the(events, OccupantsDazed).sentence(state) == "B1 is stunned: it may neither move nor fire in its next turn"
    assert (state.units["b1"].dazed, state.units["b1"].dazed_now) == ("stunned", "")
    _, state = play(state, EndActivation(side=A))
    assert state.units["b1"].dazed_now == "stunned"
    refusal = Activate(side=B, unit="b1", dice=1).check(state)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("stunned", "BLD-BUNK-12")
    _, state = play(state, EndActivation(side=B))
    assert state.units["b1"].dazed_now == ""


@pytest.mark.rule("BLD-BUNK-13")
def test_structural_damage_adds_one_to_later_rolls_and_breaches():
    """A 4 is structural damage; with one before it, collapse."""
    dice = {"ram-penetration": [6, 1], "bunker-damage": [4]}
    _, state = play(garrisoned(), ram((30, 16)), dice)
    assert (state.terrain[0].structural, "breached" in state.terrain[0].effect) == (1, True)
    events, _ = play(garrisoned(structural=1), ram((30, 16)), {**dice, "collapse-wound": [4, 4]})
    assert the(events, BunkerHit).result == "collapse"


@pytest.mark.rule("BLD-BUNK-15")
def test_a_collapse_wounds_those_inside_and_sets_survivors_down_beside_the_ruins():
    dice = {"ram-penetration": [6, 1], "bunker-damage": [6], "collapse-wound": [3, 4]}
    _, state = play(garrisoned(), ram((30, 16)), dice)
    left = state.units["b1"].alive
    assert [m.id for m in left] == ["b1.2"]
    assert state.terrain[0].look == "rubble"
    assert not rings.encloses(BLOCK, left[0].at)
    assert rings.edge_distance(BLOCK, left[0].at) <= 2


def test_the_table_of_bunkers():
    assert [bunker_result("glancing", d) for d in (1, 2, 4, 5, 6)] == [
        "no effect",
        "occupants shaken",
        "occupants stunned",
        "structural damage",
        "collapse",
    ]
    assert [bunker_result("penetrating", d) for d in (1, 3, 4, 5)] == [
        "occupants stunned",
        "structural damage",
        "structural damage",
        "collapse",
    ]


# -- the older rules -----------------------------------------------------------------------------------------------

OLD = {"ram_rules": "old"}
SPEEDER = {"front": 10, "side": 10, "rear": 10, "type": "skimmer", "battle_speed_in": 30}


def worked_wall(face, *, dozer="", **dice):
    """The first worked example: fifteen inches, front armour 10, a wall of Toughness 6."""
    state = before(a_wall(toughness=6), at=(30, 38), options=OLD, ap=3, **SPEEDER, dozer=dozer)
    thrown = {"to-wound": [2], "structure-dp": [4], "ram-penetration": [face], **dice}
    return play(state, ram((30, 16), actions=2), {k: v for k, v in thrown.items() if v})


@pytest.mark.rule("VEH-OLD-01", "VEH-RAM-08")
@pytest.mark.parametrize(("face", "kind", "chart"), [(4, "none", []), (5, "glancing", [1]), (6, "penetrating", [1])])
def test_worked_example_a_land_speeder_into_a_wall(face, kind, chart):
    """15 x 10 / 10 is 15: Strength 10 against Toughness 6, and 5 reflected: a 5 glances, a 6 penetrates."""
    events, _ = worked_wall(face, **({"vehicle-damage": chart} if chart else {}))
    back = hit_on(events)
    assert (back.strength, back.total, back.kind) == (5, 5 + face, kind)
    assert the(events, WallStruck).lost == 4
    assert "VEH-OLD-01" in the(events, WallStruck).rules
    foretold = preview(before(a_wall(toughness=6), at=(30, 38), options=OLD, ap=3, **SPEEDER), ram((30, 16), actions=2))
    assert "VEH-OLD-01" in foretold.rules


@pytest.mark.part_of("VEH-OLD-01")
def test_a_natural_one_fails_even_then_and_without_reflection_nothing_is_rolled():
    state = before(a_wall(toughness=6), options=OLD, **SPEEDER)
    events, _ = play(state, ram((30, 16)), {"to-wound": [1]})
    assert hit_on(events) is None


@pytest.mark.rule("VEH-OLD-02", "VEH-REL-01")
def test_worked_example_a_land_raider_meets_a_land_speeder_head_on():
    """3 1/4 and 5 inches make 8 1/4: the tank strikes with 10 (11.55 capped), the speeder with 8."""
    coming = UnitTurn(tried=True, moved_in=5, path=((30, 11, 180), (30, 16, 180)))
    speeder = a_vehicle("b1", (30, 16), heading=180, flags={"now": coming}, length_in=4, width_in=2, **SPEEDER)
    state = before(at=(30, 24.25), options=OLD, target=(speeder,))
    _, asked = play(state, ram((30, 16)), {})
    dice = {"ram-penetration": [1, 1], "vehicle-damage": [1]}
    events, _ = play(asked, Answer(side="b", choice="take"), dice)
    assert the(events, Collided).speed_in == pytest.approx(8.25, abs=0.01)
    assert (hit_on(events, "b1").strength, hit_on(events, "b1").total) == (10, 11)
    assert (hit_on(events).strength, hit_on(events).total, hit_on(events).kind) == (8, 9, "none")


@pytest.mark.rule("VEH-OLD-03")
def test_under_the_older_rules_a_bunker_uses_the_rammers_speed_alone():
    bunker = a_wall(look="bunker", name="Bunker", armour=14, toughness=0)
    dice = {"ram-penetration": [3, 1]}
    events, _ = play(before(bunker, options=OLD, front=13), ram((30, 16)), dice)
    assert the(events, BunkerHit).total == 13
    assert hit_on(events).strength == 10


# -- dozer blades --------------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-DOZ-01", "VEH-DOZ-02", "VEH-OLD-01")
def test_a_blade_absorbs_a_die_of_what_is_reflected():
    events, _ = worked_wall(6, dozer="front", **{"reflected-absorb": [3]})
    assert the(events, WallStruck).rules[0] == "VEH-OLD-01"
    assert (hit_on(events).strength, hit_on(events).kind) == (2, "none")


@pytest.mark.rule("VEH-DOZ-02")
def test_a_blade_may_absorb_all_of_it_under_the_newer_rules_too():
    dice = {"to-wound": [4], "structure-dp": [1], "reflected-absorb": [4]}
    events, _ = play(before(a_wall(), dozer="front"), ram((30, 16)), dice)
    assert hit_on(events) is None


@pytest.mark.rule("VEH-DOZ-03", "VEH-DOZ-01")
def test_a_blade_adds_a_die_to_the_blow_of_its_own_end_alone():
    target = a_vehicle("b1", (30, 18), heading=90, front=14, side=14, rear=14)
    dice = {"ram-penetration": [3, 2, 1]}
    events, _ = play(before(target=(target,), dozer="front"), ram((30, 18)), dice)
    assert hit_on(events, "b1").total == 13
    assert preview(before(target=(target,), dozer="front"), ram((30, 18))).shots[0].notes[1].startswith("dozer blade")
    events, _ = play(before(target=(target,), dozer="rear"), ram((30, 18)), {"ram-penetration": [3, 1]})
    assert hit_on(events, "b1").total == 11


@pytest.mark.part_of("VEH-DOZ-03")
@pytest.mark.parametrize(("moved", "dice"), [(6, [1, 2, 3]), (0, [1, 2])])
def test_a_blade_strikes_back_if_it_was_coming_towards_the_rammer(moved, dice):
    coming = UnitTurn(tried=True, moved_in=moved, path=((30, 11, 180), (30, 17, 180)) if moved else ())
    target = a_vehicle("b1", (30, 17), heading=180, front=14, side=14, rear=14, dozer="front", flags={"now": coming})
    events, _ = play(before(target=(target,)), ram((30, 17)), {"ram-penetration": dice})
    assert hit_on(events).total - hit_on(events).strength == sum(dice[1:])


COPSE = Terrain(id="w", name="Copse", points=((20, 10), (40, 10), (40, 20), (20, 20)), going="difficult", look="wood")


def into_the_wood(dice, y=20.5, *, dozer="front", **values):
    state = before(COPSE, at=(30, 24), dozer=dozer, **values)
    return play(state, Drive(side=A, unit="a1", path=way((30, y, 0)), actions=2), {"dangerous-terrain": dice})


@pytest.mark.rule("VEH-DOZ-04", "VEH-TERR-03")
def test_a_blade_rolls_again_when_it_is_stuck_and_the_second_roll_stands():
    _, state = into_the_wood([6, 5])
    assert not state.units["a1"].vehicle.immobilised
    events, state = into_the_wood([6, 6])
    assert the(events, Immobilised).unit == "a1"
    assert marks_of(state.units["a1"]).tried_ground == {"w": 1}


@pytest.mark.rule("VEH-TERR-03")
def test_a_blade_at_the_other_end_is_of_no_help():
    _, state = into_the_wood([6], dozer="rear")
    assert state.units["a1"].vehicle.immobilised


@pytest.mark.rule("VEH-TERR-03")
@pytest.mark.part_of("VEH-DOZ-04")
@pytest.mark.parametrize(("dozer", "dice"), [("rear", [6, 5]), ("front", [6])])
def test_the_leg_that_meets_the_ground_says_which_blade_counts(dozer, dice):
    """An inch straight on, about turn, and backward into the wood: it ploughs with what is at the rear."""
    state = before(COPSE, at=(30, 25.5), dozer=dozer, battle_speed_in=24)
    path = (*way((30, 24.5)), *way((30, 24.5, 180)), Waypoint(at=(30, 20.8), gait="back", facing=180))
    _, state = play(state, Drive(side=A, unit="a1", path=path, actions=2), {"dangerous-terrain": dice})
    assert state.units["a1"].vehicle.immobilised is (dozer == "front")


@pytest.mark.rule("VEH-TERR-04")
def test_nor_is_any_above_six_inches():
    _, state = into_the_wood([6, 1], y=17)
    assert state.units["a1"].vehicle.immobilised


def test_the_preview_says_that_the_blade_rolls_again():
    drive = Drive(side=A, unit="a1", path=way((30, 20.5, 0)), actions=2)
    shown = [preview(before(COPSE, at=(30, 24), dozer=blade), drive).notes for blade in ("front", "")]
    assert "Copse is dangerous: a 6 immobilises, unless its dozer blade clears the way: rolled again" in shown[0]
    assert "Copse is dangerous: a 6 immobilises" in shown[1]


def a_hall(walls="thatch", door=None, **inside):
    """A house that is set out, its south wall at y 20, with a door there."""
    openings = (door,) if door else ()
    building = Building(walls=walls, handling="tabletop", openings=openings, **inside)
    return a_wall(look="building", name="Hall", toughness=0, points_of_damage=0, building=building)


@pytest.mark.rule("VEH-RAM-08", "BLD-WALL-06", "BLD-WALL-03", "BLD-WALL-09")
def test_a_house_that_is_set_out_loses_points_of_its_own_walls():
    """Strength 7 against thatch, Toughness 6: 3 or more; its six inches have three points in all."""
    state = before(a_hall())
    found = ("Strength 7 against Toughness 6", "3 damage points left", "if it falls, Strength 6 hits A1 itself")
    assert preview(state, ram((30, 16))).shots[0].notes == found
    dice = {"to-wound": [3], "structure-dp": [2], "ram-penetration": [1]}
    events, after = play(state, ram((30, 16)), dice)
    assert the(events, WallHoled).sentence(after) == "The wall of Hall loses 2 damage points, 1 left"
    assert preview(before(*after.terrain), ram((30, 16))).shots[0].notes[1] == "1 damage point left"
    events, _ = play(before(*after.terrain), ram((30, 16)), {**dice, "armour-penetration": [1]})
    assert the(events, SectionFell).rubble.name == "Rubble of Hall"
    assert "The wall of Hall" in {e.weapon for e in events if isinstance(e, VehicleHit)}


@pytest.mark.rule("VEH-RAM-08", "BLD-WALL-06", "BLD-WALL-14", "BLD-WALL-15")
def test_a_door_that_is_struck_gives_way_and_the_wall_stands():
    gate = Opening(a=(29, 20), b=(31, 20), state="locked", name="gate")
    dice = {"to-wound": [4], "structure-dp": [4], "ram-penetration": [1]}
    assert len(preview(before(a_hall("brick", gate)), ram((30, 16))).shots[0].notes) == 2
    events, after = play(before(a_hall("brick", gate)), ram((30, 16)), dice)
    assert the(events, WallHoled).sentence(after) == "Gate loses 4 damage points, 0 left"
    assert after.terrain[0].building.openings[0].state == "broken"
    assert not any(isinstance(e, SectionFell) for e in events)
