"""Area weapons: aim, scatter, marker, cover from its centre."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates import marker as templates_marker
from rules.arap.templates.scatter import ShellBurst
from rules.engine import preview
from rules.forces.unit import UnitTurn
from rules.geometry.templates import marker
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the

SHELL = a_weapon("shell", type="heavy", range_in=48, strength=4, ap=6, marker_in=5)
SHOOT = Shoot(side=A, unit="a1", target="b1")
ON_TARGET = {"scatter-a": [3], "scatter-b": [3], "direction": [90]}


def battle(targets, *more, weapon=SHELL, bs=4, terrain=(), target=None, options=None, **values):
    return a_battle(
        a_unit("a1", [(10, 20)], weapons=[weapon], profile=a_profile("gunner", bs=bs)),
        a_unit("b1", targets, profile=a_profile("levy", **values), **(target or {})),
        *more,
        active="a1",
        ap=3,
        terrain=terrain,
        options=options,
    )


def burst(state, dice):
    events, after = play(state, SHOOT, dice)
    return the(events, ShellBurst), events, after


@pytest.mark.rule("ARAP-AREA-01")
def test_the_aim_is_the_visible_member_nearest_the_middle_of_those_seen():
    tower = Terrain(
        id="t",
        name="Tower",
        points=((20, 20.5), (21, 20.5), (21, 40), (20, 40)),
        going="impassable",
        height_in=4,
        blocks_sight=True,
    )
    places = [(30, 16), (30, 17.5), (30, 19), (30, 30), (30, 31.5)]
    found, _, _ = burst(battle(places), {**ON_TARGET, "to-wound": [1, 1]})
    assert found.aim == (30, 19)
    found, _, _ = burst(battle(places, terrain=[tower]), {**ON_TARGET, "to-wound": [1, 1, 1]})
    assert found.aim == (30, 17.5)


RUBBLE = Terrain(id="r", name="Rubble", points=((28, 17), (34, 17), (34, 23), (28, 23)), cover="hard")


@pytest.mark.rule("ARAP-AREA-01")
@pytest.mark.parametrize(
    ("targets", "range_in", "aim", "dice"),
    [
        ([(32, 19)], 48, (31, 20), {"area-cover": [6]}),
        ([(28.5, 20)], 19, (28.5, 20), {"to-wound": [1]}),
        ([(33, 18), (40, 19.5)], 48, (33, 18), {"to-wound": [1]}),
        ([(40, 20)], 48, (40, 20), {"to-wound": [1]}),
    ],
    ids=["alone", "its middle out of reach", "a pair", "in the open"],
)
def test_a_single_figure_in_cover_is_aimed_at_in_the_middle_of_its_cover(targets, range_in, aim, dice):
    state = battle(targets, weapon=replace(SHELL, range_in=range_in), terrain=[RUBBLE])
    text = "aimed at the middle of Rubble, all of which is the target (ARAP-AREA-01)"
    assert any(text in n for n in preview(state, SHOOT).shots[0].notes) is (aim == (31, 20))
    found, _, _ = burst(state, {**ON_TARGET, **dice})
    assert found.aim == aim


@pytest.mark.rule("ARAP-AREA-02")
@pytest.mark.part_of("ARAP-SCAT-05")
@pytest.mark.parametrize(
    ("bs", "dice", "scatter"), [(4, (3, 2), 1), (4, (2, 2), 0), (4, (6, 6), 0), (4, (1, 2), 0), (1, (6, 5), 10)]
)
def test_scatter_is_the_total_less_skill_and_none_on_a_double(bs, dice, scatter):
    thrown = {"scatter-a": [dice[0]], "scatter-b": [dice[1]], "direction": [360]}
    far = battle([(50, 20)] * 3, bs=bs, w=9)
    hits = {} if scatter > 3 else {"to-wound": [1] * 3}
    found, _, _ = burst(far, {**thrown, **hits})
    assert found.scatter_in == scatter
    assert found.at == pytest.approx((50, 20 - scatter))


@pytest.mark.part_of("ARAP-AREA-02")
@pytest.mark.parametrize(("goal", "odds"), [(2, "1/6"), (3, "2/9"), (4, "5/18"), (5, "7/18"), (6, "1/2"), (-3, "1/6")])
def test_the_chance_of_no_scatter(goal, odds):
    assert templates_marker.on_target(goal) == Fraction(odds)


@pytest.mark.rule("ARAP-AREA-03")
def test_scatter_is_at_most_half_the_range():
    found, _, _ = burst(battle([(18, 20)] * 3), {"scatter-a": [6], "scatter-b": [5], "direction": [180]})
    assert found.scatter_in == 4
    assert found.at == pytest.approx((18, 24))


@pytest.mark.rule("ARAP-AREA-02", "ARAP-HIT-08")
def test_modifiers_lengthen_the_scatter():
    ran = battle([(50, 20)] * 3, target={"now": UnitTurn(moved_in=24)})
    found, _, _ = burst(ran, {"scatter-a": [6], "scatter-b": [4], "direction": [360]})
    assert found.scatter_in == 8


@pytest.mark.rule("ARAP-AREA-04", "ARAP-AREA-05")
@pytest.mark.parametrize(("cover", "escapes", "caught"), [("soft", 6, 5), ("hard", 5, 4)])
def test_figures_in_cover_have_a_die_each(cover, escapes, caught):
    copse = Terrain(id="c", name="Copse", points=((30.5, 10), (40, 10), (40, 30), (30.5, 30)), cover=cover)
    state = battle([(30, 20), (31, 20), (32, 20)], terrain=[copse])
    # Aimed at the one in the middle, but scattered 1 inch west, out of the copse.
    dice = {"scatter-a": [3], "scatter-b": [2], "direction": [270], "area-cover": [escapes, caught], "to-wound": [1, 1]}
    _, events, _ = burst(state, dice)
    assert the(events, ShotsFired).hits == 2


@pytest.mark.part_of("ARAP-AREA-05")
def test_the_wall_counts_only_between_centre_and_figure():
    wall = Terrain(id="w", name="Wall", points=((30, 10), (30, 30)), line=True, width_in=0.2, cover="hard", height_in=1)
    state = battle([(31, 20), (28.8, 20)], terrain=[wall])
    firer = state.units["a1"].models[0]
    near = {u.model: u.cover for u in templates_marker.under(state, marker((31, 20), 5), firer)}
    assert near == {"b1.1": "none", "b1.2": "hard"}


@pytest.mark.rule("ARAP-AREA-07")
def test_a_tall_obstacle_on_the_way_stops_a_scattered_shell():
    def tower(height):
        points = ((36, 10), (37, 10), (37, 19.4), (36, 19.4))
        return Terrain(
            id="t", name="Tower", points=points, going="impassable", height_in=height, blocks_sight=True, cover="hard"
        )

    dice = {"scatter-a": [6], "scatter-b": [1], "direction": [360]}
    found, _, _ = burst(battle([(40, 20)] * 3, terrain=[tower(4)]), dice)
    assert found.stopped
    assert found.at[0] == pytest.approx(36, abs=0.05)
    found, _, _ = burst(battle([(40, 20)] * 3, terrain=[tower(1)]), dice)
    assert not found.stopped


@pytest.mark.rule("ARAP-TMPL-06")
@pytest.mark.part_of("ARAP-AREA-08")
def test_wounds_fall_on_those_nearest_the_centre():
    places = [(30, 18), (30, 20), (30, 21.5)]
    _, _, after = burst(battle(places), {**ON_TARGET, "to-wound": [1, 1, 6]})
    assert after.agenda[-1].blows[0].victim == "b1.2"
    by_figure = battle(places, options={"area_casualties_from_centre": False})
    _, _, after = burst(by_figure, {**ON_TARGET, "to-wound": [1, 1, 6]})
    assert after.agenda[-1].blows[0].victim == "b1.1"


@pytest.mark.rule("ARAP-TMPL-06")
def test_only_bodies_under_the_marker_count():
    r = a_profile().body_radius_in
    _, events, _ = burst(battle([(30, 20), (32.5 + r, 20), (27.4 - r, 20)]), {**ON_TARGET, "to-wound": [1, 1]})
    assert the(events, ShotsFired).hits == 2


@pytest.mark.part_of("ARAP-SUPP-02")
def test_a_marker_of_5_inches_suppresses_twice():
    _, _, after = burst(battle([(30, 20)] * 3), {**ON_TARGET, "to-wound": [1, 1, 1]})
    assert after.turn.tallies[0].big
    _, _, after = burst(battle([(30, 20)] * 3, weapon=replace(SHELL, marker_in=3)), {**ON_TARGET, "to-wound": [1] * 3})
    assert not after.turn.tallies[0].big


def test_friends_under_the_marker_are_hit_too():
    state = battle([(30, 20)] * 3, a_unit("a2", [(30, 22)]))
    events, after = play(state, SHOOT, {**ON_TARGET, "to-wound": [1, 1, 1, 6]})
    assert [(e.target, e.hits) for e in events if isinstance(e, ShotsFired)] == [("b1", 3), ("a2", 1)]
    assert after.prompt.unit == "a2"


@pytest.mark.part_of("ARAP-PRONE-02", "ARAP-HIT-10")
def test_lying_down_or_on_the_run_counts_as_soft_cover():
    state = battle([(30, 20), (12, 20)])
    unit = state.units["b1"]
    lying = state.with_unit(replace(unit, models=tuple(replace(m, prone=True) for m in unit.models)))
    firer = state.units["a1"].models[0]
    assert [u.cover for u in templates_marker.under(lying, marker((30, 20), 3), firer)] == ["soft"]
    assert [u.cover for u in templates_marker.under(lying, marker((12, 20), 3), firer)] == ["none"]
    wall = Terrain(id="w", name="Wall", points=((29, 10), (29, 30)), line=True, width_in=0.2, cover="hard", height_in=1)
    ran = battle([(30, 20)], terrain=[wall], target={"now": UnitTurn(moved_in=4, was_in_cover="other")})
    assert [u.cover for u in templates_marker.under(ran, marker((28, 20), 5), firer)] == ["soft"]


def test_without_sight_there_is_no_aim():
    wood = Terrain(id="w", name="Wood", points=((15, 0), (25, 0), (25, 48), (15, 48)), height_in=4, blocks_sight=True)
    assert SHOOT.check(battle([(30, 20)], terrain=[wood])).code == "no-line-of-sight"


def test_the_preview_tells_the_chance_to_come_down_on_the_aim():
    (line,) = preview(battle([(30, 20)] * 3), SHOOT).shots
    assert (line.goal, line.goal_text) == (4, "scatters 2D6 less 4, not on a double")
    assert [c.exact for c in line.chances if c.label == "on target"] == ["5/18"]


@pytest.mark.rule("ARAP-AREA-09")
@pytest.mark.parametrize(
    ("part", "aim"), [("left", (30, 12)), ("centre", (30, 20)), ("right", (30, 28)), ("whole", (30, 20))]
)
def test_the_host_may_let_part_of_a_squad_be_the_target(part, aim):
    state = battle([(30, 9 + n * 2.75) for n in (8, 7, 6, 5, 4, 3, 2, 1, 0)])
    _, state = play(state, RuleShot(side=A, unit="a1", target="b1", ruling=part, reason="spread out"))
    found = SHOOT.plan(state).firings[0].aim.at
    assert found == pytest.approx(aim, abs=0.3)
    notes = preview(state, SHOOT).shots[0].notes
    words = {"left": "left third", "centre": "centre", "right": "right third"}.get(part)
    shown = f" of its {words}, as ruled (ARAP-AREA-09)" if words else ""
    assert any(note.startswith(f"aimed at a member in the middle{shown};") for note in notes)


# ------------------------------------------------------------------ a total of 7

SEVENS = {"scatter_seven_is_hit": True}
CITED = pytest.mark.rule("ARAP-SCAT-03")


@pytest.mark.parametrize(
    ("options", "faces", "inches"),
    [
        ({}, (6, 1), 6),
        pytest.param(SEVENS, (6, 1), 0, marks=CITED),
        pytest.param(SEVENS, (6, 2), 7, marks=CITED),
    ],
)
def test_a_total_of_7_is_a_direct_hit_where_the_table_says_so(options, faces, inches):
    state = battle([(30, 20)], bs=2, options=options)
    hit = {} if inches else {"to-wound": [1]}
    found, _, _ = burst(state, {"scatter-a": [faces[0]], "scatter-b": [faces[1]], "direction": [90], **hit})
    assert found.scatter_in == inches


@pytest.mark.parametrize(
    ("options", "words", "odds"),
    [({}, "", "1/6"), pytest.param(SEVENS, " or a total of 7", "1/3", marks=CITED)],
)
def test_the_preview_counts_totals_of_7_where_the_table_says_so(options, words, odds):
    shot = preview(battle([(30, 20)], bs=2, options=options), SHOOT).shots[0]
    assert shot.goal_text == f"scatters 2D6 less 1, not on a double{words}"
    assert shot.chances[0].exact == odds


WOOD = Terrain(
    id="w",
    name="Wood",
    points=((26, 14), (34, 14), (34, 26), (26, 26)),
    going="difficult",
    cover="soft",
    height_in=3,
    blocks_sight=True,
    look="wood",
)


@pytest.mark.rule("ARAP-AREA-05", "ARAP-AREA-04")
def test_a_wood_covers_all_in_it_but_the_one_whom_the_centre_touches():
    # Aimed at the member in the middle: its base is touched, the other two keep the cover of the wood.
    state = battle([(28, 18.5), (28, 20), (28, 21.5)], terrain=[WOOD])
    events, _ = play(state, SHOOT, {**ON_TARGET, "area-cover": [5, 6], "to-wound": [1, 1]})
    assert the(events, ShotsFired).hits == 2


@pytest.mark.rule("ARAP-AREA-05")
def test_a_wall_covers_those_on_its_far_side_alone():
    wall = Terrain(id="h", name="Wall", points=((20, 20.75), (40, 20.75)), line=True, height_in=1, cover="hard")
    state = battle([(28, 18.5), (28, 20), (28, 21.5)], terrain=[wall])
    events, _ = play(state, SHOOT, {**ON_TARGET, "area-cover": [5], "to-wound": [1, 1]})
    assert the(events, ShotsFired).hits == 2


@pytest.mark.part_of("ARAP-AREA-07")
@pytest.mark.parametrize(
    ("height", "hides", "open_work", "stops"),
    [(1, True, False, False), (1.05, False, False, True), (3, False, False, True), (3, True, True, False)],
)
def test_what_is_over_an_inch_stops_shells_unless_it_is_open_work(height, hides, open_work, stops):
    fence = Terrain(
        id="f",
        name="Fence",
        points=((36, 10), (36, 19.4)),
        line=True,
        height_in=height,
        blocks_sight=hides,
        open_work=open_work,
    )
    assert ("open work" in fence.effect) is open_work
    dice = {"scatter-a": [6], "scatter-b": [1], "direction": [360]}
    found, _, _ = burst(battle([(40, 20)] * 3, terrain=[fence]), dice)
    assert found.stopped is stops


@pytest.mark.part_of("ARAP-AREA-07")
@pytest.mark.parametrize(("look", "barred"), [({}, True), ({"open_work": True}, False), ({"height_in": 0.8}, False)])
def test_a_preview_says_what_stops_a_shell_before_its_target(look, barred):
    wall = Terrain(id="w", name="Wall", points=((16, 14), (16, 26)), line=True, **{"height_in": 1.5, **look})
    shown = preview(battle([(24, 20)], terrain=(wall,)), SHOOT)
    assert shown.vain == ("stopped on its way" if barred else "")
    line = shown.shots[0]
    assert (line.chances[0].value == 0) == barred
    assert any("obstacle 5.86″ off stops it there (ARAP-AREA-07)" in note for note in line.notes) == barred
    fell, _, after = burst(battle([(24, 20)], terrain=(wall,)), ON_TARGET | ({} if barred else {"to-wound": [1]}))
    assert ("meets an obstacle on its way" in fell.sentence(after)) == barred
