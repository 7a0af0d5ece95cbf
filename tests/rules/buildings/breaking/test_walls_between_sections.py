"""Walls between two sections of a house are broken through: holes in them are ways, for as many as get through."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import EndActivation
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.breaking.strike import StrikeWall
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.walls.passages import PassedThrough
from rules.engine import legal_actions, preview
from rules.questions.buildings import at_walls, sections, walls
from rules.table.building import Hole
from tests.builders import A, B, a_profile, a_weapon, play
from tests.rules.buildings.sections.customs import C1, C2, RIFLE, V1, a_house, guard, squad, stormed

HAMMER = a_weapon("hammer", type="melee", range_in=0, strength=8)
GUN = a_weapon("gun", strength=8, ap=3, range_in=36, type="heavy")
WALL = "the wall between C1 and C2 of Customs House"
BRICK = a_house(openings=(V1,))
"""The wall between C1 and C2 runs down the house, 4 inches long: five damage points."""
GO = GoToSection(side=A, unit="a1", section="C2")
OGRE = a_profile("ogre", i=4, bulk="bulky")


def inside(count=2, *, house=BRICK, weapons=(HAMMER,), foes=(), **values):
    return stormed(guard("a1", count, weapons=weapons), *(foes or (squad("b1", [(40, 40)]),)), house=house, **values)


def holed(*points):
    """With holes of so many points in the wall, from its middle on."""
    holes = tuple(Hole(wall=1000, part=2 + n, dp=dp) for n, dp in enumerate(points))
    return a_house(openings=(V1,), holes=holes)


def blow(state):
    found = [o for o in legal_actions(state, A) if o.kind == "strike-wall" and o.label == f"Strike {WALL}"]
    return found[0].action


@pytest.mark.rule("BLD-WALL-01", "BLD-WALL-03", "BLD-SMOV-02", "BLD-MOUSE-02")
def test_a_hole_in_the_wall_lets_one_of_two_through_and_no_more_in_a_turn():
    state = inside(ap=3)
    assert preview(state, GO).refusal.code == "too-far"
    strike = blow(state)
    shown = preview(state, strike)
    assert shown.chances[0].exact == "35/36"  # 2 or more on either of two dice
    events, after = play(state, strike, {"to-wound": [4, 1]})
    assert f"{WALL[:1].upper()}{WALL[1:]} loses 1 damage point, 4 left" in [e.sentence(after) for e in events]
    shown = preview(after, GO)
    assert f"The hole in {WALL}: 1 of 1 used. (BLD-MOUSE-02)" in shown.notes
    assert "1 stay behind." in shown.notes
    events, gone = play(after, GO)
    assert [e.models for e in events if isinstance(e, PassedThrough)] == [("a1.1",)]
    assert gone.units["a1"].housed == {"a1.1": "s1/C2", "a1.2": "s1/C1"}
    assert preview(gone, GO).refusal.code == "hole-used-up"


@pytest.mark.rule("BLD-MOUSE-03")
def test_who_is_too_bulky_for_the_hole_needs_more_points_at_the_same_place():
    bulky = guard("a1", 1, weapons=(HAMMER,), profile=OGRE)
    foe = squad("b1", [(40, 40)])
    assert preview(stormed(bulky, foe, house=holed(1, 1)), GO).refusal.code == "hole-too-small"
    assert preview(stormed(bulky, foe, house=holed(2)), GO).refusal is None
    assert blow(stormed(bulky, foe, house=holed(1, 2))).part == 3


@pytest.mark.rule("BLD-SSHT-06", "BLD-SSHT-07")
def test_one_fires_through_a_hole_as_through_any_other_opening():
    shot = Shoot(side=A, unit="a1", target="b1")
    foes = (guard("b1", 2, "C2"),)
    assert preview(inside(weapons=(RIFLE,), foes=foes), shot).refusal.code == "screened"
    shown = preview(inside(weapons=(RIFLE,), foes=foes, house=holed(1)), shot)
    assert shown.refusal is None
    assert [m.value for m in shown.shots[0].modifiers if m.rule == "BLD-SSHT-06"] == [-2]


@pytest.mark.rule("BLD-SCC-01", "BLD-SCC-03", "BLD-MOUSE-02")
def test_as_many_storm_through_a_hole_as_it_lets_through():
    storm = StormSection(side=A, unit="a1", terrain="s1", section="C2")
    foes = (guard("b1", 1, "C2"),)
    assert preview(inside(3, foes=foes), storm).refusal.code == "no-access"
    state = inside(3, foes=foes, house=holed(2))
    shown = preview(state, storm)
    assert "A D6 of 2 fight a D6 of 1." in shown.notes
    assert f"The hole in {WALL}: 2 of 2 used. (BLD-MOUSE-02)" in shown.notes
    fight = play(state, storm)[1]
    dice = {
        "section-fighters-attack": [6],
        "section-fighters-defend": [6],
        "to-hit": [6, 1, 1, 1, 1],
        "to-wound": [6] * 4,
        "save": [1],
    }
    after = play(fight, EndActivation(side=A), dice)[1]
    assert not after.units["b1"].alive
    assert after.units["a1"].housed == {"a1.1": "s1/C2", "a1.2": "s1/C2", "a1.3": "s1/C1"}


@pytest.mark.rule("BLD-WALL-09")
def test_a_wall_between_sections_falls_on_those_on_both_sides_and_lets_everybody_through():
    """Of the 24 square inches of each section six are within an inch and a half: of four of them one is hit."""
    foes = (guard("b1", 4, "C2"), squad("b2", [(40, 40)]))
    state = inside(4, foes=foes, house=holed(4), options={"wall_collapse": "collapse"})
    strike = replace(blow(state), models=("a1.1",))
    assert any("If the section falls, Strength 8 hits" in note for note in preview(state, strike).notes)
    events, after = play(state, strike, {"to-wound": [4, 1, 1], "pick": [1, 1]})
    assert f"{WALL[:1].upper()}{WALL[1:]} is breached" in [e.sentence(after) for e in events]
    assert not after.terrain[0].building.holes
    assert walls.gaps(after.terrain[0]) == (((6, 26), (6, 22)),)
    assert ("C2", "breach") in [(w.to, w.kind) for w in sections.houses(after)[0].sections[0].ways]


@pytest.mark.rule("BLD-WALL-01")
def test_nobody_gets_at_a_wall_between_sections_from_outside_or_from_another_section():
    strike = StrikeWall(side=A, unit="a1", terrain="s1", wall=1000, part=2)
    outside = stormed(squad("a1", [(6, 26.5)], weapons=(HAMMER, GUN)), squad("b1", [(40, 40)]), house=BRICK)
    assert preview(outside, strike).refusal.code == "no-wall"
    assert preview(outside, ShootWall(side=A, unit="a1", terrain="s1", wall=1000, part=2)).refusal.code == "no-wall"
    upstairs = stormed(guard("a1", 1, "C3", weapons=(HAMMER,)), squad("b1", [(40, 40)]), house=BRICK)
    assert preview(upstairs, strike).refusal.code == "out-of-reach"
    assert preview(upstairs, replace(strike, wall=1001)).refusal.code == "no-wall"


@pytest.mark.rule("BLD-WALL-01", "BLD-WALL-02")
def test_it_is_fired_at_from_inside():
    state = inside(weapons=(GUN,))
    shot = next(o for o in legal_actions(state, A) if o.label == f"Shoot at {WALL}")
    after = play(state, replace(shot.action, models=("a1.1",)), {"to-wound": [6]})[1]
    assert after.terrain[0].building.holes == (Hole(wall=1000, part=shot.action.part, dp=1),)


def test_walls_upstairs_and_of_houses_that_lie_askew_have_numbers_of_their_own():
    upper = tuple(replace(room, letter=f"U{n}", storey=1) for n, room in enumerate((C1, C2), 1))
    house = a_house(openings=(V1,), sections=(C1, C2, *upper), ways=(), holes=(Hole(wall=1001, part=1, dp=2),))
    assert walls.between_sections(house) == {1000, 1001}
    assert [(h.level, h.dp) for h in walls.upper_holes(house)] == [(2, 2)]
    assert not walls.holes(house)
    askew = (
        replace(C1, points=((0, 0), (3, 3), (1, 5), (-2, 2))),
        replace(C2, points=((3, 3), (6, 6), (4, 8), (1, 5))),
    )
    assert walls.between_sections(a_house(sections=askew, ways=())) == {1000}


@pytest.mark.part_of("BLD-MOUSE-01")
def test_the_plan_of_the_house_and_the_board_show_the_hole_and_a_press_on_that_wall_means_it():
    state = inside(house=holed(2))
    ways = sections.houses(state)[0].sections[0].ways
    assert ("C2", "breach", "hole to C2", 2) in [(w.to, w.kind, w.name, w.points) for w in ways]
    assert [(h.a, h.b, h.dp) for h in walls.holes(state.terrain[0])] == [((6, 24), (6, 23), 2)]
    assert [(s.left, s.points) for s in walls.sections(state.terrain[0])][-1] == (3, 5)
    outer = next(o.action for o in legal_actions(state, A) if o.label == "Strike the wall of Customs House")
    meant = at_walls.meant(state, outer, (6.2, 22.4))
    assert (meant.wall, meant.part) == (1000, 3)
    assert at_walls.name_of(state, meant) == WALL


@pytest.mark.part_of("BLD-SMOV-03")
def test_nobody_goes_two_sections_at_once_through_a_hole():
    far = replace(C2, letter="C4", points=((-6, 22), (0, 22), (0, 26), (-6, 26)))
    rooms = tuple(replace(room, open_space=True) for room in (C1, C2, far))
    house = a_house(openings=(V1,), sections=rooms, ways=(), holes=(Hole(wall=1000, part=1, dp=9),))
    fallen = a_house(openings=(V1,), sections=rooms, ways=(), fallen=((1000, 0), (1001, 0)))
    fast = guard("a1", 1, profile=a_profile("fast", m=6))
    go = replace(GO, section="C4")
    assert preview(stormed(fast, squad("b1", [(40, 40)]), house=house), go).refusal.code == "too-far"
    assert preview(stormed(fast, squad("b1", [(40, 40)]), house=fallen), go).refusal is None


def test_the_other_side_is_offered_the_same_wall():
    state = stormed(guard("a1", 1, "C2", weapons=(HAMMER,)), squad("b1", [(40, 40)]), house=BRICK)
    assert f"Strike {WALL}" in [o.label for o in legal_actions(state, A)]
    assert not [o for o in legal_actions(state, B) if o.kind == "strike-wall"]
