"""What plans of climbs, jumps, swims, ladders and doors say of the ground and of enemies near the way."""

import pytest
from msgspec.structs import replace

from rules import preview
from rules.answers import Answer
from rules.arap.charge.straying import Intercepted
from rules.arap.movement.climb import Climb, JumpDown
from rules.arap.movement.jump import JumpAcross, LeapUp
from rules.arap.movement.ladders import UseLadder
from rules.arap.movement.swim import Swim
from rules.buildings.sections.leave import LeaveSection
from tests.builders import A, B, a_profile, play, the
from tests.rules.arap.heights import a_cliff, a_field, a_gap, a_ladder, an_area, going
from tests.rules.buildings.doors.test_doors import a_field as a_yard
from tests.rules.buildings.doors.test_doors import work
from tests.rules.buildings.sections.customs import NORTHMARCH, guard, squad, stormed

SCREE = an_area("open", 6, width=5.9, name="Scree", hazard=1)
STOPS = "B1 may intercept: who comes within its reach stops there, and is locked with it. (ARAP-INT-03)"
FAST = a_profile(m=6)


def field(*terrain, at=((11, 10),), profile=FAST, **values):
    return a_field(at=at, profile=profile, terrain=terrain, **values)


WAYS = {
    "climb": lambda: (field(a_cliff(3.0, name="cliff"), SCREE), going(Climb, (13, 10)), (12.5, 11.5)),
    "jump": lambda: (field(a_gap(2.0, 4.0, name="gap"), SCREE), going(JumpAcross, (15, 10)), (15, 11.5)),
    "down": lambda: (
        field(a_cliff(2.0, name="cliff"), SCREE, at=((12.5, 10),), facing=270),
        going(JumpDown, (11, 10)),
        (10.5, 11),
    ),
    "ladder": lambda: (
        field(a_cliff(3.0, name="roof"), a_ladder(), SCREE, at=((10, 10),)),
        UseLadder(side=A, unit="a1", ladder="ladder"),
        (11.5, 11.9),
    ),
    "swim": lambda: (
        field(an_area("water", 12, width=10, name="River"), SCREE, at=((11, 10),)),
        going(Swim, (14, 10)),
        (14, 11.5),
    ),
}


def with_enemy(state, at):
    models = (replace(state.units["b1"].models[0], at=at), *state.units["b1"].models[1:])
    return state.with_unit(replace(state.units["b1"], models=models))


@pytest.mark.part_of("ARAP-TERR-02", "ARAP-INT-03")
@pytest.mark.parametrize("way", WAYS)
def test_plans_say_what_the_ground_may_do_and_who_may_step_in(way):
    state, action, near = WAYS[way]()
    seen = preview(state, action)
    assert seen.refusal is None
    assert "Scree harms somebody" in [c.label for c in seen.chances]
    assert ("ARAP-TERR-02" in seen.rules, STOPS in seen.notes) == (True, False)
    assert STOPS in preview(with_enemy(state, near), action).notes


@pytest.mark.part_of("ARAP-INT-03", "ARAP-CLIMB-09")
def test_who_leaps_meets_enemies_only_where_it_lands():
    packs = a_profile(i=4, w=2, traits=("jump-pack",))
    state = field(a_cliff(3.0, name="cliff"), at=((7, 10),), profile=packs)
    leap = going(LeapUp, (12.9, 10))
    assert STOPS not in preview(with_enemy(state, (9.5, 10.5)), leap).notes
    assert STOPS in preview(with_enemy(state, (14.5, 10.5)), leap).notes


@pytest.mark.rule("ARAP-INT-03", "BLD-DOOR-01")
def test_who_walks_up_to_a_door_may_be_stopped_on_the_way():
    state = a_yard((30, 27.9), theirs=((31.7, 25.8),), state="closed")
    assert STOPS in preview(state, work("open")).notes
    _, asked = play(state, work("open"))
    assert (asked.prompt.kind, asked.prompt.unit) == ("intercept", "b1")
    events, after = play(asked, Answer(side=B, choice="intercept"))
    assert the(events, Intercepted).mover == "a1"
    assert after.is_locked("a1")
    _, before = play(replace(state, version="12"), work("open"))
    assert before.prompt is None


@pytest.mark.rule("ARAP-INT-03", "BLD-SECT-05")
def test_who_comes_out_of_a_house_within_reach_may_be_met_there():
    state = stormed(guard("a1", 1, profile=NORTHMARCH), squad("b1", [(9.3, 28.3)], facing=180))
    out = LeaveSection(side=A, unit="a1", way=2)
    assert STOPS in preview(state, out).notes
    assert STOPS not in preview(state, replace(out, way=0)).notes
    _, asked = play(state, out)
    assert (asked.prompt.kind, asked.prompt.unit) == ("intercept", "b1")
    _, after = play(asked, Answer(side=B, choice="intercept"))
    assert after.is_locked("a1")
    _, before = play(replace(state, version="12"), out)
    assert before.prompt is None
