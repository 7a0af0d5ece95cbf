"""What ground costs a model, leg by leg."""

import pytest

from rules.arap.damage import hazards
from rules.arap.terrain import ground
from rules.dice.sources import ScriptedDice
from rules.geometry.rings import rectangle
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_unit, happens


def an_area(going="open", left=10.0, top=0.0, width=10.0, depth=20.0, **values):
    return Terrain(
        **{"id": going, "name": going, "points": rectangle(left, top, width, depth), "going": going, **values}
    )


def a_wall(height, x=9.0, **values):
    return Terrain(id="wall", name="Wall", points=((x, 0), (x, 20)), line=True, height_in=height, **values)


def cost(*terrain, a=(8.0, 5.0), b=(12.0, 5.0), gait="walk", profile=None, **options):
    state = a_battle(a_unit("a1", [a], profile=profile or a_profile()), terrain=terrain, options=options)
    return ground.cost_of_leg(state, state.units["a1"].models[0], a, b, gait=gait)


@pytest.mark.part_of("ARAP-TERR-01")
@pytest.mark.parametrize(
    ("start", "end", "terrain", "inches"),
    [
        ((8.0, 5.0), (11.0, 5.0), [an_area("difficult")], 4),
        ((10.0, 5.0), (11.0, 5.0), [an_area("very-difficult")], 4),
        ((7.5, 5.0), (11.0, 5.0), [an_area("difficult")], 4.5),
        ((8.0, 5.0), (12.0, 5.0), [an_area("difficult"), an_area("road", left=11, width=3)], 5),
        ((8.0, 5.0), (12.0, 5.0), [an_area("difficult"), an_area("very-difficult", left=11)], 8),
        ((8.0, 5.0), (12.0, 5.0), [an_area("open")], 4),
    ],
)
def test_difficult_ground_counts_double_and_very_difficult_fourfold(start, end, terrain, inches):
    assert cost(*terrain, a=start, b=end).cost_in == pytest.approx(inches)


@pytest.mark.part_of("ARAP-MOVE-05", "ARAP-PRONE-01", "ARAP-PRONE-06")
@pytest.mark.parametrize(
    ("gait", "going", "kind", "inches"),
    [
        ("back", "open", "humanoid", 2),
        ("back", "difficult", "humanoid", 4),
        ("crawl", "open", "humanoid", 2),
        ("crawl", "difficult", "humanoid", 2),
        ("crawl", "very-difficult", "humanoid", 4),
        ("crawl", "open", "crawler", 1),
        ("sidestep", "open", "humanoid", 1),
    ],
)
def test_backing_doubles_and_crawling_costs_two_at_least(gait, going, kind, inches):
    leg = cost(an_area(going), a=(11, 5), b=(12, 5), gait=gait, profile=a_profile(kind=kind))
    assert leg.cost_in == pytest.approx(inches)


@pytest.mark.part_of("ARAP-CLIMB-02", "ARAP-CLIMB-03", "ARAP-CLIMB-05")
@pytest.mark.parametrize(
    ("height", "size", "inches"),
    [(1.0, 2, 4), (1.5, 2, 5.5), (1.2, 2, 5.2), (3.0, 3, 7), (1.0, 1, 4)],
)
def test_a_wall_up_to_the_models_height_costs_its_height_once(height, size, inches):
    leg = cost(a_wall(height), profile=a_profile(size=size))
    assert leg.cost_in == pytest.approx(inches)
    assert leg.barred is None


@pytest.mark.parametrize(
    ("terrain", "profile"),
    [
        (a_wall(1.6), a_profile()),
        (a_wall(1.2), a_profile(size=1)),
        (an_area("impassable"), a_profile()),
        (an_area("water"), a_profile()),
    ],
)
def test_high_walls_impassable_ground_and_water_bar_the_way(terrain, profile):
    assert cost(terrain, profile=profile).barred == terrain


def test_one_may_walk_out_of_ground_that_one_could_not_enter():
    assert cost(an_area("impassable"), a=(11, 5), b=(8, 5)).barred is None
    assert cost(an_area("impassable"), a=(11, 5), b=(12, 5)).barred is not None


def test_a_swimmer_is_not_barred_by_water():
    assert cost(an_area("water"), profile=a_profile(traits=("swims",))).barred is None


@pytest.mark.part_of("ARAP-TERR-04")
def test_variable_ground_is_marked_or_counts_as_difficult_where_it_is_not_rolled_for():
    rolled = cost(an_area("variable"), a=(10, 5), b=(12, 5))
    assert (rolled.variable, rolled.cost_in) == (True, pytest.approx(2))
    plain = cost(an_area("variable"), a=(10, 5), b=(12, 5), variable_terrain_rules=False)
    assert (plain.variable, plain.cost_in) == (False, pytest.approx(4))


def test_an_allowance_buys_part_of_a_leg():
    leg = cost(an_area("difficult"))
    assert leg.cost_in == pytest.approx(6)
    assert [leg.length_for(a) for a in (1, 2, 4, 6, 9)] == pytest.approx([1, 2, 3, 4, 4])
    assert cost(a_wall(1.5)).length_for(2) == pytest.approx(0.5)


def test_the_same_terrain_is_made_ready_once_and_other_terrain_again():
    state = a_battle(a_unit("a1", [(5, 5)]), terrain=[an_area("difficult")])
    assert ground.ground_of(state) is ground.ground_of(state)
    more = state.add_terrain(an_area("road", left=30))
    assert [t.going for t in ground.terrain_at(more, (31, 5))] == ["road"]
    assert ground.terrain_at(state, (31, 5)) == ()


def test_a_wall_round_a_yard_leaves_the_yard_open():
    square = ((5, 5), (15, 5), (15, 15), (5, 15), (5, 5))
    wall = Terrain(id="yard", name="Yard", points=square, line=True, height_in=3)
    state = a_battle(a_unit("a1", [(10, 10)]), terrain=[wall])
    assert ground.terrain_at(state, (10, 10)) == ()
    assert ground.terrain_at(state, (10, 5)) == (wall,)
    assert ground.cost_of_leg(state, state.units["a1"].models[0], (10, 10), (10, 20)).barred == wall


def crossing(paths, dice, *, hazard=1, strength=4, profile=None):
    """Models walk those paths over scree from x 10 to 20; the events and the wounds left."""
    scree = an_area("open", hazard=hazard, hazard_strength=strength)
    starts = [path[0] for path in paths]
    state = a_battle(a_unit("a1", starts, profile=profile or a_profile()), terrain=[scree])
    script = ScriptedDice(dice)
    moved = {m.id: path for m, path in zip(state.units["a1"].models, paths, strict=True)}
    events, after = happens(state, script, lambda p: hazards.hazards(p, "a1", moved))
    script.finish()
    return events, [m.wounds for m in after.units["a1"].models]


@pytest.mark.rule("ARAP-TERR-02")
def test_each_model_that_enters_dangerous_ground_risks_it_once():
    paths = [[(8, y), (12, y)] for y in (1, 2, 3, 4, 5)]
    dice = {"hazard": [1, 4, 6, 2, 1], "to-wound": [2, 5]}
    events, wounds = crossing(paths, dice)
    rolled = next(e for e in events if e.label == "hazard")
    assert (rolled.goal, rolled.successes) == (1, 2)
    assert wounds == [1, 1, 1, 1, 0]


@pytest.mark.rule("ARAP-TERR-02")
def test_worse_ground_bites_on_more_and_may_kill_outright():
    _, wounds = crossing([[(8, 1), (12, 1)], [(8, 3), (12, 3)]], {"hazard": [3, 4]}, hazard=3, strength=0)
    assert wounds == [0, 1]


@pytest.mark.part_of("ARAP-TERR-02")
@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ([(10, 5), (7, 5)], 0),
        ([(10.4, 5), (7, 5)], 0),
        ([(12, 5), (8, 5)], 1),
        ([(12, 5), (13, 5)], 1),
        ([(8, 5), (8, 9)], 0),
        ([(8, 5), (22, 5), (22, 8), (8, 8)], 1),
        ([(10.4, 5), (7, 5), (12, 5)], 1),
    ],
)
def test_who_stood_at_the_edge_may_leave_without_a_test(path, tests):
    crossing([path], {"hazard": [6] * tests} if tests else {})


def test_a_flier_risks_nothing():
    crossing([[(8, 5), (12, 5)]], {}, profile=a_profile(traits=("airborne",)))
