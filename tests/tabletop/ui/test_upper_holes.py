"""Holes above the ground are told before the wall that they are in."""

from msgspec.structs import replace

from rules.table.building import Hole
from tabletop.scenarios.pages.drawing import piece
from tabletop.ui.board.houses import building_svg
from tests.rules.buildings.sections.customs import a_house


def test_a_hole_upstairs_and_a_section_that_fell_there_are_told_with_their_level():
    house = a_house()
    wall = len(house.points)
    inside = replace(house.building, holes=(Hole(wall=wall, part=7, dp=2),), fallen=((wall, 0),))
    found = building_svg(piece(replace(house, building=inside)))
    assert "Level 2: hole of 2" in found
    assert "Level 2: a section of wall has fallen" in found
    assert "Level 2" not in building_svg(piece(house))
