"""The host rules that a wall has a hole, is breached or is whole again; people go through it at once, or no more."""

import pytest
from msgspec.structs import replace

from rules.buildings.breaking.rulings import RuleWall
from rules.buildings.sections.go_between import GoToSection
from rules.engine import preview
from rules.questions.buildings import sections, structures, walls
from rules.table.building import Building, Hole
from rules.table.terrain import Terrain
from tests.builders import A, play
from tests.rules.buildings.sections.customs import CARBINE, V1, a_house, guard, squad, stormed

BRICK = a_house(openings=(V1,))
"""The wall between C1 and C2 is 4 inches long: five damage points."""
GO = GoToSection(side=A, unit="a1", section="C2")
HOLE = RuleWall(side=A, wall="s1:1000", what="hole", points=2, reason="a sapper was here")


def inside(count=3, *, house=BRICK, **values):
    return stormed(guard("a1", count, weapons=(CARBINE,)), squad("b1", [(40, 40)]), house=house, **values)


@pytest.mark.rule("BLD-WALL-03", "BLD-MOUSE-02")
def test_a_hole_that_the_host_rules_lets_as_many_through_as_it_has_points():
    state = inside()
    assert preview(state, GO).refusal.code == "too-far"
    events, holed = play(state, HOLE)
    assert events[-1].sentence(holed) == (
        "Host: the wall between C1 and C2 of Customs House has a hole of 2 damage points (a sapper was here)"
    )
    assert ("C2", "breach", 2) in [(w.to, w.kind, w.points) for w in sections.houses(holed)[0].sections[0].ways]
    assert [(h.a, h.b, h.dp) for h in walls.holes(holed.terrain[0])] == [((6, 25), (6, 24), 2)]
    gone = play(holed, GO)[1]
    assert gone.units["a1"].housed == {"a1.1": "s1/C2", "a1.2": "s1/C2", "a1.3": "s1/C1"}


@pytest.mark.rule("BLD-WALL-03", "BLD-WALL-09")
def test_a_breach_lets_everybody_through_until_the_wall_is_whole_again():
    events, open_now = play(inside(), replace(HOLE, what="breached"))
    assert events[-1].sentence(open_now).endswith("C1 and C2 of Customs House is breached (a sapper was here)")
    assert walls.gaps(open_now.terrain[0]) == (((6, 26), (6, 22)),)
    assert set(play(open_now, GO)[1].units["a1"].housed.values()) == {"s1/C2"}
    # A hole takes the place of the breach, and what is whole lets nobody through.
    holed = play(open_now, HOLE)[1]
    assert not walls.gaps(holed.terrain[0])
    assert preview(holed, GO).refusal is None
    assert play(holed, replace(HOLE, what="breached"))[1].terrain == open_now.terrain, "the hole is gone with the wall"
    events, whole = play(holed, replace(HOLE, what="whole", reason="bricked up"))
    assert events[-1].sentence(whole).endswith("is whole again (bricked up)")
    assert whole.terrain == inside().terrain
    assert preview(whole, GO).refusal.code == "too-far"


@pytest.mark.rule("BLD-WALL-03", "BLD-WALL-08")
def test_such_a_ruling_names_a_wall_an_inch_of_it_and_points_with_which_it_stands():
    state = inside(house=a_house(openings=(V1,), holes=(Hole(wall=1000, part=0, dp=2),)))
    assert preview(state, replace(HOLE, wall="s1:77")).refusal.code == "no-wall"
    assert preview(state, replace(HOLE, inch=5)).refusal.code == "no-inch"
    assert preview(state, replace(HOLE, points=0)).refusal.code == "bad-points"
    assert preview(state, replace(HOLE, reason=" ")).refusal.code == "no-reason"
    assert preview(state, replace(HOLE, points=3)).refusal.message == "A hole there has 1 to 2 damage points."
    # The first inch from above is the last of the wall; what it has lost is no loss of another.
    _, above = play(state, replace(HOLE, inch=4, points=4))
    assert [(h.part, h.dp) for h in above.terrain[0].building.holes] == [(0, 4)]
    _, below = play(state, replace(HOLE, inch=1, points=1))
    assert [(h.part, h.dp) for h in below.terrain[0].building.holes] == [(0, 2), (3, 1)]
    parted = replace(state, scenario=replace(state.scenario, options={**state.scenario.options, "wall_parts": True}))
    assert preview(parted, replace(HOLE, points=3)).refusal.message == "A hole there has 1 to 2 damage points."


@pytest.mark.part_of("BLD-WALL-03")
def test_outer_and_inner_walls_of_houses_are_named_by_their_side():
    names = [name for _, name in structures.walls_to_rule_on(inside())]
    assert names[:3] == [
        "wall between C1 and C2 of Customs House, 4″",
        "north wall of Customs House, 12″",
        "east wall of Customs House, 4″",
    ]
    assert "east wall of Customs House, level 2, 4″" in names
    assert "west wall of Customs House, level 2, 4″" not in names
    box = Building(handling="tabletop", partitions=(((20, 5), (25, 5)), ((22, 0), (22, 5))))
    ring = ((20, 0), (25, 0), (25, 4), (23, 4), (23, 9), (20, 9))
    barn = Terrain(id="barn", name="Barn", points=ring, look="building", building=box)
    found = dict(structures.walls_to_rule_on(inside(house=barn)))
    assert found["barn:1"] == "east wall 1 of Barn, 4″"
    assert found["barn:7"] == "inner wall 2 of Barn, 5″"
    _, holed = play(inside(house=barn), replace(HOLE, wall="barn:7", inch=1))
    assert [(h.wall, h.part) for h in holed.terrain[0].building.holes] == [(7, 0)]
