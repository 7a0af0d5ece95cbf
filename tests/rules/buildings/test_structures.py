"""What counts as a structure, and what its walls are damaged by. (BLD-GEN-02, BLD-GEN-04, BLD-SECT-02, BLD-SECT-03)"""

import pytest

from rules.buildings.breaking.damage import WallHoled
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.bunkers.hits import BunkerHit
from rules.buildings.bunkers.shoot import ShootBuilding
from rules.buildings.rulings import RuleStructure, StructureRuled
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.geometry import floors, layouts, rings
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_carrier

LANCE = a_weapon("lance", type="heavy", range_in=48, strength=9, ap=2)
SHIP = Terrain(id="ship", name="Lugger", points=rings.rectangle(20, 10, 12, 6), going="difficult", look="wreck")


def beside(*terrain, at=(26, 17.5), theirs=((60, 40),), weapons=(LANCE,)):
    squad = a_unit("a1", [at], weapons=weapons, facing=0)
    return a_battle(squad, a_unit("b1", list(theirs)), active="a1", ap=3, terrain=terrain)


@pytest.mark.rule("BLD-GEN-02", "BLD-SECT-02", "BLD-SECT-03")
def test_the_host_marks_a_ship_as_a_structure_in_sections_and_it_is_entered():
    """12 by 6 inches: three sections of 4 by 6, no side longer than 6, joined by doorways; a door in the long side."""
    events, state = play(
        beside(SHIP), RuleStructure(side=A, terrain="ship", handling="sections", reason="boarded at sea")
    )
    made = the(events, StructureRuled)
    assert made.sentence(state) == "Host: Lugger is a structure in sections, 3 sections (boarded at sea)"
    rooms = state.terrain[0].building.sections
    assert [(r.letter, layouts.area_in(r.points)) for r in rooms] == [("A", 24), ("B", 24), ("C", 24)]
    assert all(floors.is_section(r.points) for r in rooms)
    inside = [o.label for o in legal_actions(state, A) if o.kind == "enter-section"]
    assert any("Lugger" in label for label in inside)


@pytest.mark.rule("BLD-GEN-02")
def test_or_as_one_whose_inside_is_set_out():
    ruling = RuleStructure(side=A, terrain="ship", handling="tabletop", reason="a large hold")
    _, state = play(beside(SHIP), ruling)
    assert state.terrain[0].has_interior
    again = preview_refusal(state, ruling)
    assert (again.code, again.rule) == ("no-structure", "BLD-GEN-02")
    occupied = preview_refusal(beside(SHIP, at=(25, 12)), ruling)
    assert occupied.code == "occupied"
    assert preview_refusal(
        beside(SHIP), RuleStructure(side=A, terrain="ship", handling="tabletop", reason="")
    ).code == ("no-reason")


def preview_refusal(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


@pytest.mark.parametrize(
    ("length", "width", "sections", "area"), [(6, 6, 2, 18), (12, 2, 2, 12), (10, 10, 4, 25), (13, 13, 9, 169 / 9)]
)
def test_a_floor_is_divided_into_equal_parts(length, width, sections, area):
    found = floors.divided(rings.rectangle(3, 4, length, width))
    assert [layouts.area_in(part) for part in found] == pytest.approx([area] * sections, abs=0.1)
    assert all(floors.is_section(part) for part in found)


@pytest.mark.parametrize(("length", "width", "valid"), [(5, 5, True), (6, 4, True), (6, 5, False), (7, 2, False)])
def test_how_large_a_section_may_be(length, width, valid):
    assert floors.is_section(rings.rectangle(3, 4, length, width)) is valid


DOOR = Opening(a=(25, 16), b=(26, 16), state="closed", name="Hatch")


def armoured(**values):
    inside = Building(handling="tabletop", openings=(DOOR,))
    return Terrain(
        id="ship", name="Ironclad", points=SHIP.points, look="building", building=inside, height_in=3, **values
    )


@pytest.mark.rule("BLD-GEN-04", "BLD-BUNK-06")
def test_a_house_that_was_given_armour_has_hull_points_and_its_walls_no_damage_points():
    """Its door keeps its Toughness; without armour the wall has damage points and the house is no target itself."""
    state = beside(armoured(armour=11, points_of_damage=3), at=(26, 22))
    wall = ShootWall(side=A, unit="a1", terrain="ship", wall=2, part=6)
    refusal = preview(state, wall).refusal
    assert (refusal.code, refusal.rule) == ("armoured", "BLD-GEN-04")
    events, _ = play(
        state, ShootBuilding(side=A, unit="a1", terrain="ship"), {"to-hit": [1], "armour-penetration": [2]}
    )
    assert the(events, BunkerHit).av == 11
    door = ShootWall(side=A, unit="a1", terrain="ship", opening=0)
    events, after = play(state, door, {"to-hit": [1], "to-wound": [2]})
    assert (the(events, WallHoled).dp, after.terrain[0].building.openings[0].lost) == (1, 1)
    plain = beside(armoured(), at=(26, 22))
    assert preview(plain, wall).refusal is None
    assert preview(plain, ShootBuilding(side=A, unit="a1", terrain="ship")).refusal.code == "no-armour"


@pytest.mark.rule("BLD-GEN-02")
def test_a_vehicle_is_marked_too_and_drives_no_more():
    hull = a_carrier("b2", (30, 20), flags={"name": "Ark"})
    field = a_battle(a_unit("a1", [(30, 23)]), a_unit("b1", [(60, 40)]), hull, active="a1", ap=3)
    ruling = RuleStructure(side=A, terrain="b2", handling="sections", reason="as large as a barn")
    events, state = play(field, ruling)
    made = the(events, StructureRuled).made
    assert (made.name, made.has_sections, len(made.building.sections)) == ("Ark", True, 1)
    assert (state.units["b2"].in_play, state.units["b2"].is_gone) == (False, False)
    assert any("Ark" in o.label for o in legal_actions(state, A) if o.kind == "enter-section")
    assert [p.id for p in state.terrain] == ["hull-b2"]
