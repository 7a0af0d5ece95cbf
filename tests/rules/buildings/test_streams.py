"""Template weapons at buildings and through their openings. (BLD-TMPL-01 to -06)"""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.buildings.breaking.damage import WallHoled
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.bunkers.hits import BunkerHit
from rules.buildings.bunkers.shoot import ShootBuilding
from rules.buildings.rulings import RuleSplash
from rules.engine import preview
from rules.events import Rolled
from rules.geometry import rings
from rules.table.armoured import Armoured
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, the
from tests.builders import play as played
from tests.rules.buildings.bunkers.pillbox import attacked

FLAMER = a_weapon("flamer", type="assault", template=True, range_in=8, strength=4, ap=5)
WINDOW = Opening(a=(30, 24.5), b=(30, 25.5), kind="window", name="W1")
AT = Shoot(side=A, unit="a1", target="b1")
DESKS = Terrain(id="desks", name="Desks", points=rings.rectangle(31.4, 24, 1, 2), look="furniture")
IN_THE_OPEN, AMONG_DESKS, BEHIND_THE_WALL = (33.5, 25), (31.9, 25), (31, 25.9)


def a_room(*theirs, bs=3, at=(27, 25), openings=(WINDOW,), options=None, furniture=(), **house):
    """A house of 10 by 10 inches with one window to the west, before which Ash has a flamer."""
    inside = Building(handling="tabletop", openings=openings, **house)
    piece = Terrain(id="house", name="House", points=rings.rectangle(30, 20, 10, 10), look="building", building=inside)
    squad = a_unit("a1", [at], weapons=[FLAMER], profile=a_profile("burner", bs=bs))
    people = [a_unit("b1", list(theirs))] if theirs else []
    spare = a_unit("b9", [(70, 2)])
    return a_battle(squad, *people, spare, active="a1", ap=2, terrain=[piece, *furniture], options=options)


def play(state, action=AT, dice=None):
    """Nobody goes to ground; the wall is left alone."""
    return played(state, action, dice, by_itself=("go-to-ground", "wall-splashed"))


def rolled(events, label):
    return [(e.goal, list(e.dice), e.rules) for e in events if isinstance(e, Rolled) and e.label == label]


def fallen(after):
    return [m.id for m in after.units["b1"].models if not m.alive]


@pytest.mark.rule("BLD-TMPL-05", "BLD-TMPL-01", "BLD-GEN-01")
def test_through_a_window_the_margin_of_one_roll_decides_about_those_behind_walls():
    """BS3, a 2: in the open and among desks hit; behind the wall, which needs a 1, on 3 or less."""
    state = a_room(IN_THE_OPEN, AMONG_DESKS, BEHIND_THE_WALL, furniture=[DESKS])
    dice = {"to-hit": [2], "template-cover": [4], "to-wound": [6, 6]}
    events, after = play(state, dice=dice)
    assert fallen(after) == ["b1.1", "b1.2"]
    assert [goal for goal, _, _ in rolled(events, "template-cover")] == [3]


@pytest.mark.rule("BLD-TMPL-05")
def test_after_a_miss_each_figure_inside_is_hit_on_three_or_less_or_as_in_the_open_where_the_table_says_so():
    people = (IN_THE_OPEN, AMONG_DESKS, BEHIND_THE_WALL)
    dice = {"to-hit": [5], "template-cover": [3, 3, 3], "to-wound": [6, 6, 6]}
    _, after = play(a_room(*people, furniture=[DESKS]), dice=dice)
    assert len(fallen(after)) == 3
    basic = a_room(*people, furniture=[DESKS], options={"template_miss_in_buildings": "basic"})
    events, after = play(basic, dice={**dice, "to-wound": [6]})
    assert [goal for goal, _, _ in rolled(events, "template-cover")] == [3, 2, 1]
    assert fallen(after) == ["b1.1"]


@pytest.mark.part_of("BLD-TMPL-05")
def test_the_odds_are_those_of_the_chapter():
    """BS4 less 1, one man in the open, one behind the wall; T3 falls to S4 on 3 or more.

    A 1 hits both, a 2 or 3 the one and the other on even odds, else both are hit on even odds: 1/6 x 8/9 + 2/6 x 7/9 +
    3/6 x 5/9.
    """
    shown = preview(a_room(IN_THE_OPEN, BEHIND_THE_WALL, bs=4), AT)
    chances = {c.label: c.exact for c in shown.chances}
    assert chances["at least one casualty"] == "37/54"
    (line,) = shown.shots
    assert "under the template: 1 of B1 in hard cover inside, else on 3 or less each (BLD-TMPL-05)" in line.notes


@pytest.mark.rule("BLD-TMPL-01")
def test_a_template_that_overlaps_no_opening_does_not_reach_those_inside():
    """Pointed at the wall beside the window it goes in while it overlaps it; 2 inches further on it does not."""
    state = a_room((33, 24.6), (32, 26.2), at=(27, 26.2))
    beside = replace(AT, aim=(33, 26.2))
    assert preview(state, beside).shots[0].notes[1].startswith("under the template: 1 of B1 in hard cover inside")
    away = preview(state, replace(AT, aim=(33, 28))).refusal
    assert (away.code, away.rule) == ("out-of-range", "ARAP-TMPL-01")
    shut = a_room((33, 25), openings=(replace(WINDOW, state="closed"),))
    assert preview(shut, AT).refusal is not None


@pytest.mark.rule("BLD-TMPL-06", "BLD-TMPL-04")
@pytest.mark.parametrize("passed", [True, False])
def test_the_wall_beside_the_window_may_be_rolled_for_by_the_same_shot(passed):
    """Thatch T5: S4 needs 5 or more, for each of the inches crossed; after a miss the wall is hit on 3 or less."""
    state = a_room(IN_THE_OPEN, bs=4, walls="thatch")
    assert "the wall of House may be rolled for as well (BLD-TMPL-06)" in preview(state, AT).shots[0].notes
    dice = {"to-hit": [3 if passed else 4], "to-wound": [1], **({} if passed else {"template-cover": [3]})}
    _, waiting = played(state, AT, dice)
    assert (waiting.prompt.kind, waiting.prompt.side) == ("wall-splashed", "a")
    more = {"to-wound": [6, 1, 1]} | ({} if passed else {"template-cover": [3]})
    events, after = played(waiting, Answer(side=A, choice="roll"), more)
    holed = the(events, WallHoled)
    assert holed.dp == 1
    assert "BLD-TMPL-06" in holed.rules
    assert after.prompt is None


@pytest.mark.rule("BLD-TMPL-06")
def test_the_wall_may_be_left_alone_and_brick_is_not_asked_about():
    _, waiting = played(a_room(IN_THE_OPEN, bs=4, walls="thatch"), AT, {"to-hit": [3], "to-wound": [1]})
    _, after = played(waiting, Answer(side=A, choice="leave"))
    assert after.terrain[0].building.holes == ()
    weak = a_room(IN_THE_OPEN, bs=4)
    weak = replace(weak, weapons={"flamer": replace(FLAMER, strength=2)})
    _, after = played(weak, AT, {"to-hit": [3], "to-wound": [1]})
    assert after.prompt is None


# -- at the building itself --------------------------------------------------------------------------------------------

WALL = ShootWall(side=A, unit="a1", terrain="house", wall=3, part=5)


@pytest.mark.rule("BLD-TMPL-03", "BLD-TMPL-04", "BLD-TMPL-01")
def test_at_the_building_only_those_by_an_opening_are_burnt():
    """BS4: a 2 hits them by itself, a 3 leaves 3 or less each; who is further in is safe. The wall is hit by a 4."""
    people = ((30.6, 25), (33, 25))
    state = a_room(*people, bs=4, walls="thatch")
    events, after = play(state, WALL, {"to-hit": [2], "to-wound": [1, 1, 1, 6]})
    assert fallen(after) == ["b1.1"]
    assert not rolled(events, "template-cover")
    assert "BLD-TMPL-03" in next(e for e in events if isinstance(e, ShotsFired)).rules
    dice = {"to-hit": [3], "template-cover": [4], "to-wound": [1, 1, 1]}
    events, after = play(state, WALL, dice)
    assert fallen(after) == []


@pytest.mark.rule("BLD-TMPL-04", "BLD-GEN-01")
@pytest.mark.parametrize("splash", [3, 4])
def test_a_wall_that_was_missed_is_struck_on_three_or_less(splash):
    wounds = {"to-wound": [1, 1, 6]} if splash == 3 else {}
    events, _ = play(a_room(walls="thatch"), WALL, {"to-hit": [5], "template-cover": [splash], **wounds})
    assert [e.dp for e in events if isinstance(e, WallHoled)] == ([1] if splash == 3 else [])


@pytest.mark.rule("BLD-TMPL-03", "BLD-TMPL-04")
def test_at_a_bunker_those_at_its_ports_are_burnt():
    """Two men, three ports: a 5 at BS3 misses, each is burnt on 3 or less, the bunker is hit on 3 or less."""
    bunker_state = attacked(weapon=FLAMER, at=(23.0, 13.0))
    ports = replace(bunker_state.terrain[0], armoured=Armoured(ports=3), armour=9)
    state = replace(bunker_state, terrain=(ports,))
    action = ShootBuilding(side=A, unit="a1", terrain="keep")
    dice = {"to-hit": [5], "template-cover": [3, 4, 3], "armour-penetration": [2], "to-wound": [6]}
    events, after = play(state, action, dice)
    assert fallen(after) == ["b1.1"]
    assert the(events, BunkerHit).total == 6


@pytest.mark.rule("BLD-TMPL-05")
def test_the_host_says_who_inside_is_in_what_cover_before_the_roll():
    """The one behind the wall is in the open after all, one in the open is behind a curtain, one is not reached."""
    state = a_room(IN_THE_OPEN, (33.5, 24.2), BEHIND_THE_WALL, (33.5, 25.8))

    def under(field):
        return [n.split(":")[1].split(" inside")[0] for n in preview(field, AT).shots[0].notes if n.startswith("under")]

    assert under(state) == [" 3 of B1 in the open", " 1 of B1 in hard cover"]
    for models, how in ((("b1.3",), "bare"), (("b1.2",), "soft"), (("b1.1",), "hard"), (("b1.4",), "out")):
        ruling = RuleSplash(side=A, unit="a1", models=models, splash=how, reason="as the model stands")
        events, state = play(state, ruling)
        assert events[-1].rules == (("BLD-TMPL-05",) if how in ("soft", "hard") else ("BLD-CONF-07",))
    assert sorted(under(state)) == [" 1 of B1 in hard cover", " 1 of B1 in soft cover", " 1 of B1 in the open"]
    dice = {"to-hit": [2], "template-cover": [4], "to-wound": [6, 6]}
    events, after = play(state, dice=dice)
    assert fallen(after) == ["b1.2", "b1.3"], "a 2 beats the 3 by one: not for hard cover"
    far = RuleSplash(side=A, unit="a1", models=("b9.1",), splash="soft", reason="no house")
    assert far.check(state).code == "not-confined"
