"""The table in words tells where doors, holes, stairs, ladders and lifts lead, and what is shut of them."""

from msgspec.structs import replace

from rules.buildings.breaking.rulings import RuleWall
from rules.table.building import Hole
from tabletop.games.panels import table_in_words
from tests.browser.battles.storming import BLOCKHOUSE, CUSTOMS, LADDER, UPSTAIRS
from tests.builders import A, a_battle, a_unit, play
from tests.rules.buildings.carriers.test_lifts import a_door, a_tower

WINDOW = "front window out, open"


def at(*terrain):
    return a_battle(a_unit("a1", [(60, 40)]), a_unit("b1", [(60, 44)]), terrain=terrain, active="a1", ap=2)


def in_words(state):
    return table_in_words.ground(state, ())


def test_each_section_of_a_house_has_a_line_with_its_ways_in_on_and_up():
    """The hall door between A and B is shut in words too; a hole says how many it lets through. (BLD-SMOV-02)"""
    inside = CUSTOMS.building
    doors = tuple(replace(o, state="locked") if o.name == "hall door" else o for o in inside.openings)
    house = replace(CUSTOMS, building=replace(inside, openings=doors, holes=(Hole(wall=0, part=2, dp=1),)))
    state = at(house)
    assert in_words(state)[1:] == (
        "Customs House: hard cover · played by sections, D2",
        f"A of Customs House: door to B, locked; west door out, open; {WINDOW}; hole 1 out, 1 damage point",
        "B of Customs House: door to A, locked; stairs to C; office window out, open",
        "C of Customs House: stairs to B; loft window out, open",
    )
    after = play(state, RuleWall(side=A, wall="customs:1000", what="hole", points=2, reason="a charge"))[1]
    assert in_words(after)[3] == (
        "B of Customs House: door to A, locked; hole to A, 2 damage points; stairs to C; office window out, open"
    )


def test_of_a_house_that_is_set_out_doors_holes_and_breaches_are_told_with_their_squares():
    inside = BLOCKHOUSE.building
    broken = replace(
        inside, holes=(Hole(wall=4, part=1, dp=2), Hole(wall=1, part=1, dp=1, vent=True)), fallen=((0, 0),)
    )
    state = at(replace(BLOCKHOUSE, armoured=None, building=broken), UPSTAIRS, LADDER)
    lines = in_words(state)
    assert lines[2] == (
        "Ways of Blockhouse: inner door, open, E2; western window, open, E3; eastern window, open, E3; "
        "hole, 2 damage points, E2; vent, F2; breach, E2"
    )
    assert lines[-1] == "Ladder: ladder, F2, leads to Blockhouse, level 2, C2"


def test_a_door_of_a_lift_says_to_which_levels_it_leads_and_where_those_are():
    lines = [line for line in in_words(a_tower(levels=(1, 2, 3))) if line.startswith("Tower lift")]
    assert lines[0] == "Tower lift: lift, level 1, C3, leads to level 2, E3; to level 3, F3"
    assert len(lines) == 3
    shaft = [a_door(n, 20.0 * n, kind="drop-shaft") for n in (1, 2)]
    assert in_words(at(*shaft))[1:] == (
        "Tower lift: drop shaft, level 1, D3",
        "Tower lift: drop shaft, level 2, G3, leads to level 1, D3",
    )
