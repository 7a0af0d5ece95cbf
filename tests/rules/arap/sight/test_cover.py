"""Cover: of one model, and of a unit against one firer."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.sight import cover as sight_cover
from rules.arap.sight.cover import CoverOf, Covers, unit_cover
from rules.arap.sight.lines import Lines, hull_of
from rules.engine import preview
from rules.forces.gemini import GeminiHull
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon

WALL = Terrain(
    id="wall", name="Mill Wall", points=((20, 0), (20, 48)), line=True, width_in=0.4, cover="hard", height_in=1
)
COPSE = Terrain(id="copse", name="Copse", points=((26, 0), (32, 0), (32, 48), (26, 48)), cover="soft")
ROCK = Terrain(
    id="rock", name="Rock", points=((20, 18), (22, 18), (22, 22), (20, 22)), cover="hard", going="impassable"
)


def of_model(at, target, terrain, *, prone=False):
    state = a_battle(a_unit("a1", [at]), a_unit("b1", [target]), terrain=terrain)
    firer, hit = state.units["a1"].models[0], state.units["b1"].models[0]
    hit = replace(hit, prone=prone)
    state = state.with_unit(replace(state.units["b1"], models=(hit,)))
    return Covers(Lines(state, (at,), state.units["b1"], but=("a1",))).of_model(firer, hit)


@pytest.mark.parametrize(("x", "kind"), [(20.8, "hard"), (23.2, "hard"), (23.3, "none"), (30, "none"), (19, "none")])
def test_a_wall_covers_those_within_3_inches_behind_it(x, kind):
    assert of_model((10, 10), (x, 10), [WALL]).kind == kind


@pytest.mark.part_of("ARAP-AREA-07")
@pytest.mark.parametrize(("deep", "x", "worth"), [(3, 23.2, -2), (3, 24, 0), (6, 26.2, -2), (6, 26.3, 0), (1, 22, 0)])
def test_how_deep_the_cover_behind_it_reaches_is_the_walls_own(deep, x, worth):
    wall = replace(WALL, cover_behind_in=deep)
    rifle = a_weapon(range_in=40)
    state = a_battle(
        a_unit("a1", [(10, 10)], weapons=[rifle]), a_unit("b1", [(x, 10)]), active="a1", ap=1, terrain=[wall]
    )
    (line,) = preview(state, Shoot(side=A, unit="a1", target="b1")).shots
    assert sum(m.value for m in line.modifiers if m.rule == "ARAP-HIT-06") == worth


def test_a_firer_at_the_wall_fires_over_it():
    assert of_model((19.2, 10), (22, 10), [WALL]).kind == "none"
    assert of_model((18.9, 10), (22, 10), [WALL]).kind == "hard"


@pytest.mark.parametrize(("x", "kind"), [(26.5, "soft"), (31.5, "soft"), (26, "soft"), (33, "none"), (25.5, "none")])
def test_a_copse_covers_those_who_stand_in_it(x, kind):
    assert of_model((10, 10), (x, 10), [COPSE]).kind == kind


def test_what_the_firer_stands_in_gives_no_cover_against_it():
    assert of_model((27, 10), (31, 10), [COPSE]).kind == "none"


def test_what_cannot_be_entered_covers_those_behind_it():
    assert of_model((10, 20), (24, 20), [ROCK]).kind == "hard"
    assert of_model((10, 20), (26, 20), [ROCK]).kind == "none"


def test_hard_cover_counts_before_soft():
    reeds = replace(COPSE, points=((20, 0), (30, 0), (30, 48), (20, 48)))
    assert of_model((10, 10), (22, 10), [reeds, WALL]) == CoverOf("hard", "Mill Wall", "wall")


def test_who_is_seen_only_by_an_edge_is_in_cover_of_what_hides_it():
    tower = Terrain(
        id="tower",
        name="Tower",
        points=((20, 4), (21, 4), (21, 10), (20, 10)),
        going="impassable",
        height_in=4,
        blocks_sight=True,
        cover="none",
    )
    assert of_model((10, 10), (40, 9.9), [tower]).kind == "hard"
    assert of_model((10, 10), (40, 10.5), [tower]).kind == "none"


@pytest.mark.part_of("ARAP-PRONE-02")
@pytest.mark.parametrize(("x", "kind"), [(14, "none"), (14.1, "soft")])
def test_prone_models_further_off_than_4_inches_are_in_soft_cover(x, kind):
    assert of_model((10, 10), (x, 10), [], prone=True).kind == kind
    assert of_model((10, 10), (22, 10), [WALL], prone=True).kind == "hard"


@pytest.mark.part_of("ARAP-HIT-07")
@pytest.mark.parametrize(
    ("hard", "soft", "members", "kind"),
    [
        (5, 0, 10, "hard"),
        (3, 3, 10, "soft"),
        (0, 4, 9, "none"),
        (4, 1, 10, "soft"),
        (4, 0, 10, "none"),
        (1, 0, 1, "hard"),
    ],
)
def test_half_the_members_in_cover_cover_the_unit(hard, soft, members, kind):
    each = [CoverOf("hard", "wall", "wall")] * hard + [CoverOf("soft", "copse", "copse")] * soft
    found = unit_cover(each + [CoverOf()] * (members - len(each)))
    assert (found.kind, found.members) == (kind, members)


@pytest.mark.part_of("ARAP-HIT-06", "ARAP-HIT-07")
def test_the_modifier_names_the_piece_and_who_is_in_it():
    whole = unit_cover([CoverOf("hard", "Mill Wall", "wall")] * 10).modifier()
    assert (whole.value, whole.reason, whole.rule) == (-2, "hard cover, Mill Wall, 10 of 10 members", "ARAP-HIT-06")
    part = unit_cover([CoverOf("soft", "Copse", "copse")] * 4 + [CoverOf()] * 4).modifier()
    assert (part.value, part.reason, part.rule) == (-1, "soft cover, Copse, 4 of 8 members", "ARAP-HIT-07")
    assert unit_cover([CoverOf()] * 3).modifier() is None


@pytest.mark.part_of("VEH-COV-01")
@pytest.mark.parametrize(("wall_from", "kind"), [(20, "hard"), (18.4, "hard"), (20.2, "none")])
def test_a_hull_is_in_cover_if_half_of_the_side_fired_at_is_hidden(wall_from, kind):
    tank = a_profile("tank", size=3, hull=GeminiHull(front=12, side=11, rear=10, length_in=4, width_in=2))
    wall = replace(WALL, points=((28.99, wall_from), (28.99, 40)), width_in=0.01, height_in=1)
    state = a_battle(a_unit("a1", [(10, 20)]), a_unit("b1", [(30, 20)], profile=tank, facing=0), terrain=[wall])
    covers = Covers(Lines(state, ((10, 20),), state.units["b1"], but=("a1",)))
    assert covers.of_model(state.units["a1"].models[0], state.units["b1"].models[0]).kind == kind
    low = replace(wall, height_in=0.9)
    state = replace(state, terrain=(low,))
    lines = Lines(state, ((10, 20),), state.units["b1"], but=("a1",))
    tank_model = state.units["b1"].models[0]
    assert sight_cover.hull_cover(lines, (10, 20), hull_of(state, tank_model), tank_model).share == 0


def test_the_piece_that_a_unit_leaves_is_known():
    state = a_battle(a_unit("b1", [(27, 10), (28, 10), (40, 10)]), terrain=[COPSE, WALL])
    assert sight_cover.giver(state, state.units["b1"]) == "copse"
    state = a_battle(a_unit("b1", [(22, 10), (40, 10)]), terrain=[COPSE, WALL])
    assert sight_cover.giver(state, state.units["b1"]) == "wall"
    state = a_battle(a_unit("b1", [(24, 10), (40, 10)]), terrain=[COPSE, WALL])
    assert sight_cover.giver(state, state.units["b1"]) == ""
