"""Swimming, drowning, getting out of the water, and moving under it."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.movement.swim import Submerged, Swim
from rules.arap.movement.walk import Move
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.geometry.rings import rectangle
from rules.table.terrain import Terrain
from rules.visibility import view
from tests.builders import a_profile, a_row, play, the
from tests.rules.arap.heights import a_field, an_area, going
from tests.rules.arap.movement.test_walk import refusal_of


def a_river(left=12.0, width=10.0):
    return an_area("water", left, width=width, name="River")


def a_jetty(left=14.0):
    return Terrain(id="jetty", name="Jetty", points=rectangle(left, 0, 3, 48), landing=True)


def at_the_water(count=1, *, x=13.0, profile=None, terrain=(), **values):
    return a_field(at=a_row(count, x, 10), profile=profile or a_profile(), terrain=(a_river(), *terrain), **values)


def xs(state):
    return [m.at[0] for m in state.units["a1"].alive]


@pytest.mark.rule("ARAP-SWIM-01", "ARAP-DICE-09")
@pytest.mark.parametrize(("die", "distance"), [(2, 3), (3, 4), (4, 2), (5, 3), (6, 4)])
def test_swimmers_go_d3_and_one_inches(die, distance):
    _, after = play(at_the_water(10), going(Swim, (17, 10)), {"swim": [die]})
    assert xs(after) == [13 + distance] * 10


@pytest.mark.rule("ARAP-SWIM-01")
def test_a_natural_1_takes_d6_of_the_unit_and_the_others_swim_two_inches():
    dice = {"swim": [1], "drown-count": [2], "pick": [1, 3], "casualties-test": [1, 1]}
    events, after = play(at_the_water(5), going(Swim, (17, 10)), dice)
    assert [m.id for m in after.units["a1"].alive] == ["a1.2", "a1.3", "a1.5"]
    assert xs(after) == [15, 15, 15]
    assert the(events, WoundsTaken).cause == "drowning"


@pytest.mark.rule("ARAP-SWIM-01")
def test_no_more_drown_than_swim():
    _, after = play(at_the_water(4), going(Swim, (17, 10)), {"swim": [1], "drown-count": [6]})
    assert after.units["a1"].is_gone


@pytest.mark.rule("ARAP-SWIM-01")
@pytest.mark.parametrize(("second", "lost"), [(3, False), (1, True)])
def test_a_character_drowns_on_a_second_1_alone(second, lost):
    hero = a_profile("hero", traits=("independent",))
    state = at_the_water(profile=hero)
    _, after = play(state, going(Swim, (17, 10)), {"swim": [1], "drown-confirm": [second]})
    assert after.units["a1"].is_gone is lost
    assert lost or xs(after) == [15]


@pytest.mark.rule("ARAP-SWIM-01")
def test_a_single_model_that_is_no_character_is_lost():
    _, after = play(at_the_water(), going(Swim, (17, 10)), {"swim": [1]})
    assert after.units["a1"].is_gone


@pytest.mark.rule("ARAP-SWIM-01")
def test_the_preview_tells_how_likely_it_is_to_get_there_and_to_drown():
    shown = preview(at_the_water(), going(Swim, (16, 10)))
    assert [(c.label, c.exact) for c in shown.chances] == [("reaches the end", "2/3"), ("mishap", "1/6")]
    assert (shown.ap, shown.allowance_in) == (1, 4)


@pytest.mark.rule("ARAP-SWIM-01")
def test_the_bank_counts_and_only_those_in_the_water_drown():
    state = at_the_water(2, x=11.0)
    away = tuple(replace(m, at=(9.0, m.at[1])) if m.id == "a1.2" else m for m in state.units["a1"].models)
    state = state.with_unit(replace(state.units["a1"], models=away))
    _, after = play(state, going(Swim, (12.5, 10)), {"swim": [1], "casualties-test": [1, 1]})
    assert [m.id for m in after.units["a1"].alive] == ["a1.2"]


@pytest.mark.rule("ARAP-SWIM-01")
def test_another_leads_on_when_the_leader_drowns():
    dice = {"swim": [1], "drown-count": [1], "pick": [1], "casualties-test": [1, 1]}
    _, after = play(at_the_water(3), going(Swim, (17, 10)), dice)
    assert [(m.id, m.at) for m in after.units["a1"].alive] == [("a1.2", (15, 11.5)), ("a1.3", (15, 13))]


@pytest.mark.rule("ARAP-SWIM-01")
@pytest.mark.parametrize(
    ("x", "end", "kind", "code"),
    [
        (11.0, (14, 10), Move, "water"),
        (13.0, (11, 10), Move, "water"),
        (13.0, (13.5, 10), Move, "water"),
        (9.0, (11, 10), Swim, "no-water"),
        (13.0, (17.1, 10), Swim, "too-far"),
    ],
)
def test_in_deep_water_one_swims(x, end, kind, code):
    refused = refusal_of(at_the_water(x=x), going(kind, end))
    assert (refused.code, refused.rule) == (code, "ARAP-SWIM-01")
    if code == "water":
        assert refused.allowed == "swim: 1 AP for D3+1″; or go round"


@pytest.mark.rule("ARAP-SWIM-01")
def test_what_is_at_home_in_water_moves_as_it_does():
    state = at_the_water(profile=a_profile(traits=("swims",)))
    _, after = play(state, going(Move, (17, 10)), {})
    assert xs(after) == [17]
    assert refusal_of(state, going(Swim, (16, 10))).code == "no-water"


# -- out of the water ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-SWIM-02", "ARAP-DICE-14")
def test_each_model_needs_a_roll_to_get_up_on_a_jetty():
    state = at_the_water(3, terrain=(a_jetty(),))
    act = going(Swim, (14.5, 10))
    assert preview(state, act).chances[-1].exact == "1/2"
    events, after = play(state, act, {"swim": [2], "initiative-test": [2, 4, 3]})
    assert xs(after) == [14.5, 13.95, 14.5]
    assert [e.made for e in events if isinstance(e, Rolled)][-1] == (True, False, True)


@pytest.mark.rule("ARAP-SWIM-02")
def test_who_fails_tries_again_and_who_is_up_need_not():
    state = at_the_water(2, terrain=(a_jetty(),))
    _, state = play(state, going(Swim, (14.5, 10)), {"swim": [2], "initiative-test": [1, 6]})
    _, after = play(state, going(Swim, (15.5, 10)), {"swim": [2], "initiative-test": [3]})
    assert xs(after) == [15.5, pytest.approx(14.95)]


@pytest.mark.part_of("ARAP-SWIM-02")
def test_a_bank_needs_no_roll():
    _, after = play(at_the_water(x=20.5), going(Swim, (23, 10)), {"swim": [2]})
    assert xs(after) == [23]


# -- under water ---------------------------------------------------------------------------------------------------


GILLS = a_profile("gilled", traits=("underwater",))


@pytest.mark.rule("ARAP-SWIM-03")
def test_what_needs_no_air_walks_into_the_water_and_is_hidden_there():
    state = at_the_water(2, x=11.0, profile=GILLS)
    assert "They go under water, hidden. (ARAP-SWIM-03)" in preview(state, going(Move, (14, 10))).notes
    events, after = play(state, going(Move, (14, 10)), {})
    assert the(events, ModelsMoved).length_in == 3
    assert the(events, Submerged).under
    assert after.units["a1"].hidden
    assert "a1" not in view(after, "b").units


@pytest.mark.rule("ARAP-SWIM-03")
def test_it_is_seen_again_when_it_comes_out():
    _, state = play(at_the_water(x=12.5, profile=GILLS), going(Move, (13, 10)), {})
    assert "They come out of the water, in sight. (ARAP-SWIM-03)" in preview(state, going(Move, (11, 10))).notes
    events, after = play(state, going(Move, (11, 10)), {})
    assert not the(events, Submerged).under
    assert not after.units["a1"].hidden


@pytest.mark.part_of("ARAP-SWIM-03")
def test_a_unit_partly_out_of_the_water_is_seen():
    state = at_the_water(x=11.0, profile=GILLS)
    unit = state.units["a1"]
    other = replace(unit.models[0], id="a1.2", at=(9.5, 10.0))
    state = state.with_unit(replace(unit, models=(*unit.models, other)))
    _, after = play(state, going(Move, (12.5, 10)), {})
    assert not after.units["a1"].hidden


def test_somebody_at_the_water_is_offered_a_swim():
    offers = [o for o in legal_actions(at_the_water(), "a") if o.kind == "swim"]
    assert offers
    assert offers[0].action is not None
