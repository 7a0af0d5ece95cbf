"""Enemies who share a section over several rounds may leave the fight: into the next section, or out of the house."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer, waiting
from rules.arap.turn.activation import EndActivation
from rules.buildings.sections.occupants import UnitHoused
from rules.events import Rolled
from rules.geometry import rings
from rules.state import Melee
from tests.builders import A, B, a_profile, play
from tests.rules.buildings.sections.customs import NORTHMARCH, SALTMERE, a_house, guard, stormed

RUNNER = a_profile("runner", ws=3, i=4, ld=8, sv=5, traits=("hit-and-run",))
MISSES = {"section-fighters-attack": [2], "section-fighters-defend": [2], "to-hit": [6] * 12}


def shared(*more, house=None, rounds=1, profile=NORTHMARCH, options=None, **values):
    """Two of Ash and two of Birch in C1, who have fought a round there."""
    ash, birch = guard("a1", 2, profile=profile), guard("b1", 2, profile=SALTMERE)
    state = stormed(ash, birch, *more, house=house, active=None, options=options)
    fight = Melee(id="a1-b1", units=("a1", "b1"), section="s1/C1", round=rounds, **values)
    return replace(state, melees=(fight,))


def round_of(state, dice=None):
    return play(state, EndActivation(side=A), dice)[1]


def answered(state, choice, dice=None):
    return play(state, Answer(side=state.prompt.side, choice=choice), dice)


def rolls(events, label):
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


@pytest.mark.rule("ARAP-BREAK-01", "BLD-SCC-03", "ARAP-BREAK-02")
def test_who_breaks_off_inside_goes_into_the_next_section_after_blows_at_his_back():
    """Leadership 8 of 2D6; one of the two enemies was engaged, and strikes on a basic 4."""
    state = round_of(shared())
    assert (state.prompt.kind, state.prompt.unit) == ("break-off", "a1")
    assert "a D6 of the enemies strike once each" in state.prompt.option("break-off").detail
    promised = waiting(state).odds(state, state)["break-off"]
    assert [p.meaning for p in promised] == ["gets away", "routs", "wounds to expect on leaving"]
    dice = {"break-off": [4, 4], "section-fighters-attack": [1], "free-hack": [4], "to-wound": [1]}
    events, state = answered(state, "break-off", dice)
    assert rolls(events, "free-hack")[0].goal == 4
    assert (state.prompt.kind, [o.label for o in state.prompt.options]) == (
        "way-out",
        ["Into C2 of Customs House", "Into C3 of Customs House", *out(state)],
    )
    events, after = answered(state, "into C3")
    assert next(e for e in events if isinstance(e, UnitHoused)).place == "s1/C3"
    assert (after.melees, set(after.units["a1"].housed.values())) == ((), {"s1/C3"})
    assert after.units["a1"].avoid == "b1"


def out(state):
    return [o.label for o in state.prompt.options if o.id.startswith("out")]


@pytest.mark.rule("ARAP-BREAK-02", "BLD-SECT-05")
def test_or_out_of_the_house_and_as_far_as_it_flees():
    state = round_of(shared())
    dice = {"break-off": [1, 1], "section-fighters-attack": [2], "free-hack": [6, 6]}
    _, state = answered(state, "break-off", dice)
    way = next(o.id for o in state.prompt.options if o.label == "Out by V1")
    _, state = answered(state, way, {"flee": [2, 2]})
    assert (state.prompt.kind, state.prompt.unit) == ("flee-path", "a1")
    _, after = answered(state, state.prompt.options[0].id)
    unit = after.units["a1"]
    assert unit.on_table
    assert not any(rings.holds(after.terrain[0].points, m.at) for m in unit.alive)
    assert after.melees == ()


@pytest.mark.rule("ARAP-BREAK-01", "BLD-SCC-05")
def test_who_fails_the_test_routs_inside():
    events, after = answered(round_of(shared()), "break-off", {"break-off": [6, 6]})
    assert not rolls(events, "free-hack")
    assert (after.units["a1"].alive, after.melees) == ((), ())


def test_nobody_is_asked_in_the_first_round_nor_without_a_way_nor_up_to_version_16():
    dice = {**MISSES}
    for state in (
        shared(rounds=0),
        shared(bound=("a1", "b1")),
        replace(shared(), version="16"),
        shared(house=a_house(openings=(), ways=())),
    ):
        after = play(state, EndActivation(side=A), {**dice, "to-hit": [6] * 4})[1]
        assert after.prompt is None or after.prompt.kind != "break-off"


@pytest.mark.rule("ARAP-BREAK-04")
def test_hit_and_run_out_of_a_section():
    """Initiative 4 on a die; who fails it does not break off before the next round."""
    state = round_of(shared(rounds=0, profile=RUNNER), {**MISSES, "to-hit": [6] * 4})
    assert (state.prompt.kind, state.prompt.unit) == ("hit-and-run", "a1")
    _, held = answered(state, "leave", {"initiative-test": [5]})
    assert held.melees[0].bound == ("a1",)
    _, gone = answered(state, "leave", {"initiative-test": [4]})
    assert gone.prompt.kind == "way-out"
    events, after = answered(gone, "into C2")
    assert not rolls(events, "free-hack")
    assert (after.melees, set(after.units["a1"].housed.values())) == ((), {"s1/C2"})
    assert after.units["b1"].side == B
