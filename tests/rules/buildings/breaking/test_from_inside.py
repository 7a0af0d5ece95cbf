"""Those in a section break out of it: doors, windows and walls of their own, from inside."""

import pytest
from msgspec.structs import replace

from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.breaking.strike import StrikeWall
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.walls import parts
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.questions.buildings import at_walls
from rules.questions.buildings import sections as sections_asked
from rules.questions.buildings import walls as walls_asked
from tests.builders import A, a_weapon, play
from tests.rules.buildings.sections.customs import C1, C2, INNER, V1, a_house, guard, squad, stormed

MELTA = a_weapon("melta", type="bomb", strength=8, ap=1, traits=("melta", "planted"))
BLOCKED = a_house(openings=(V1, replace(INNER, state="blocked")))
DOOR = StrikeWall(side=A, unit="a1", terrain="s1", opening=1)


def inside(house=BLOCKED, section="C1", weapons=(MELTA,), **values):
    return stormed(guard("a1", 2, section, weapons=weapons), squad("b1", [(40, 40)]), house=house, **values)


@pytest.mark.rule("BLD-WALL-01", "BLD-WALL-14")
def test_a_blocked_door_between_sections_is_broken_from_either():
    state = inside()
    labels = [o.label for o in legal_actions(state, A) if o.kind == "strike-wall" and o.action is not None]
    assert "Strike arch" in labels
    assert "Plant charges on arch" in labels
    assert "Strike the wall of Customs House" in labels or "Plant charges on the wall of Customs House" in labels
    go = GoToSection(side=A, unit="a1", section="C2")
    assert preview(state, go).refusal.code == "shut"
    after = play(state, replace(DOOR, plant=True), {"to-wound": [6, 6], "structure-dp": [2, 2]})[1]
    assert after.terrain[0].building.openings[1].state == "broken"
    assert preview(after, go).refusal is None


@pytest.mark.rule("BLD-WALL-01", "BLD-WALL-03")
def test_a_hole_in_the_outer_wall_is_a_way_out():
    state = inside(section="C2", house=a_house(openings=()))
    action = next(
        o.action for o in legal_actions(state, A) if o.kind == "strike-wall" and o.action is not None and o.action.plant
    )
    assert not [o for o in legal_actions(state, A) if o.kind == "leave-section" and o.action is not None]
    after = play(state, action, {"to-wound": [6, 6], "structure-dp": [3, 1]})[1]
    assert sum(h.dp for h in after.terrain[0].building.holes) == 4
    assert [o for o in legal_actions(after, A) if o.kind == "leave-section" and o.action is not None]


@pytest.mark.part_of("BLD-SECT-01")
def test_nobody_strikes_at_what_is_in_no_wall_of_his_section():
    state = inside(section="C3")
    assert preview(state, DOOR).refusal.code == "out-of-reach"
    upstairs = next(o for o in legal_actions(state, A) if o.kind == "strike-wall" and o.action is not None)
    assert upstairs.action.wall // 4 == 1
    assert preview(state, replace(upstairs.action, wall=0, part=0)).refusal.code == "out-of-reach"


def test_a_blow_of_a_unit_that_there_is_not_is_refused():
    """Its preview was an error: it looked for the house that nobody is in."""
    assert preview(inside(), replace(DOOR, unit="nobody")).refusal.code == "unknown-unit"


@pytest.mark.part_of("BLD-WALL-01")
def test_a_press_on_a_door_between_sections_means_it():
    state = inside()
    wall = next(
        o.action for o in legal_actions(state, A) if o.kind == "strike-wall" and o.action and o.action.opening is None
    )
    meant = at_walls.meant(state, wall, (6.0, 24.1))
    assert meant.opening == 1
    assert at_walls.place_of(state, meant) == (INNER.a, INNER.b)


GUN = a_weapon("gun", strength=8, ap=3, range_in=36, type="heavy")
AT_DOOR = ShootWall(side=A, unit="a1", terrain="s1", opening=1)


@pytest.mark.rule("BLD-WALL-01", "BLD-WALL-02", "BLD-WALL-14")
def test_those_in_a_section_fire_at_its_own_doors_and_walls_and_cannot_miss():
    """Strength 8 against the light door needs 2 or more; nothing is rolled to hit from so near."""
    state = inside(weapons=(GUN,))
    labels = [o.label for o in legal_actions(state, A) if o.kind == "shoot-wall"]
    assert labels == ["Shoot at arch", "Shoot at the wall of Customs House"]
    shot = preview(state, AT_DOOR).shots[0]
    assert (shot.shots, shot.goal_text) == (2, "hits by itself")
    one = replace(AT_DOOR, models=("a1.1",))
    events, after = play(state, one, {"to-wound": [2]})
    assert after.terrain[0].building.openings[1].lost == 1
    assert not [e for e in events if isinstance(e, Rolled) and e.label == "to-hit"]


@pytest.mark.rule("BLD-SECT-01")
def test_nobody_inside_fires_at_what_is_in_no_wall_of_his_section_nor_bursts_anything_in_it():
    assert preview(inside(section="C3", weapons=(GUN,)), AT_DOOR).refusal.code == "out-of-reach"
    launcher = a_weapon("launcher", strength=8, range_in=24, type="heavy", marker_in=3)
    assert preview(inside(weapons=(launcher,)), AT_DOOR).refusal is not None
    assert not [o for o in legal_actions(inside(weapons=(launcher,)), A) if o.kind == "shoot-wall"]


def test_a_press_on_a_door_between_sections_means_it_for_fire_as_well():
    state = inside(weapons=(GUN,))
    meant = at_walls.meant(state, replace(AT_DOOR, opening=None, wall=0, part=0), (6.0, 24.1))
    assert meant.opening == 1


@pytest.mark.rule("BLD-SMOV-02", "BLD-WALL-01", "BLD-WALL-03")
def test_a_wall_between_two_sections_is_broken_through_and_the_hole_is_a_way():
    """Four inches of brick: 5 damage points. One opens a way to the next section, all five bring the wall down."""
    state = inside(house=a_house(openings=(V1,)), weapons=(GUN,))
    go = GoToSection(side=A, unit="a1", section="C2")
    assert preview(state, go).refusal.code == "too-far"
    shot = next(o.action for o in legal_actions(state, A) if o.kind == "shoot-wall" and "between" in o.label)
    assert at_walls.name_of(state, shot) == "the wall between C1 and C2 of Customs House"
    assert "5 damage points left." in preview(state, shot).notes
    outer = replace(shot, wall=0, part=0)
    assert at_walls.meant(state, outer, (6.1, 23.4)) == shot
    assert at_walls.meant(state, outer, (8.0, 22.1)).wall == 0
    events, holed = play(state, shot, {"to-wound": [4, 1]})
    text = "The wall between C1 and C2 of Customs House loses 1 damage point, 4 left"
    assert text in [e.sentence(holed) for e in events]
    holed = holed.with_turn(active="a1", ap=2)
    assert preview(holed, go).refusal is None
    shown = next(s for s in sections_asked.houses(holed)[0].sections if s.letter == "C1").ways[0]
    assert (shown.to, shown.kind, shown.name) == ("C2", "breach", "hole to C2")
    again = [o.action for o in legal_actions(holed, A) if "between" in o.label]
    assert [(a.wall, a.part) for a in again] == [(shot.wall, shot.part)]

    many = inside(house=a_house(openings=(V1,)), weapons=(replace(GUN, shots=3),))
    events, fell = play(many, shot, {"to-wound": [6] * 6})
    assert fell.terrain[0].building.fallen == ((1000, 0),)
    assert not [t for t in fell.terrain if "ubble" in t.name]
    assert walls_asked.gaps(fell.terrain[0]) == (((6.0, 26.0), (6.0, 22.0)),)


def test_houses_that_are_set_out_and_sections_that_do_not_touch_have_no_such_walls():
    assert parts.dividing(replace(a_house(), building=replace(a_house().building, handling="tabletop"))) == ()
    apart = a_house(sections=(C1, replace(C2, points=((0, 22), (5, 22), (5, 26), (0, 26)))))
    assert parts.dividing(apart) == ()
    assert parts.part_of(apart, 1000, 0) is None
