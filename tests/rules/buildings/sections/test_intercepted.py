"""An assault on a section that is intercepted: who is met fights before the house, the others come in. (ARAP-INT-01)"""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import ModelsMoved
from rules.arap.turn.activation import EndActivation
from rules.buildings.sections.assault.fight import SectionFightBegan
from rules.buildings.sections.assault.outcome import FightMovedOut, StormEnded
from rules.questions import prompts
from tests.builders import A, B, a_profile, a_weapon, play, the
from tests.rules.buildings.sections.customs import KNIFE, V1, a_house, guard, squad, stormed
from tests.rules.buildings.sections.test_storming_under_fire import FAR, PICKET, STORM

OTHERS = "A1 and B2 fight on before the house"


def intercepted(guards, house=None, options=None, mine=None, picket=None):
    """Three storm C1; a picket on their way holds up two of them."""
    units = (squad("a1", FAR, **(mine or {})), guard("b1", guards), squad("b2", [PICKET], side=B, **(picket or {})))
    state = stormed(*units, house=house, options=options)
    state = play(state, STORM)[1]
    while state.prompt.kind == "storm-reaction":
        state = play(state, Answer(side=B, choice="hold"))[1]
    return play(state, Answer(side=B, choice="intercept"))


def round_of(state, dice):
    return play(state, EndActivation(side=A), dice)


@pytest.mark.rule("ARAP-INT-01", "BLD-SCC-06")
def test_those_whom_nobody_meets_come_in_and_all_are_in_one_fight_without_a_bonus():
    events, state = intercepted(4)
    (fight,) = state.melees
    assert (fight.units, fight.section, fight.storming) == (("a1", "b1", "b2"), "s1/C1", ("a1.3",))
    assert (fight.met, fight.held, fight.charges[0].bonus) == (("b2",), ("a1.1", "a1.2"), False)
    assert the(events, ModelsMoved).sentence(state).startswith("A1 storms in")
    assert the(events, SectionFightBegan).sentence(state) == (
        "A1 and B1 fight for C1 of Customs House, against cover: they strike as if at Initiative 1, "
        "the charge bonus lost; B2 fights some of them before the house"
    )


@pytest.mark.rule("ARAP-INT-01", "BLD-SCC-09")
def test_who_is_repelled_goes_back_and_who_is_held_up_fights_on_before_the_house():
    """Two and the picket strike at Initiative 4, he inside at 3, who came in at 1."""
    state = intercepted(4)[1]
    held = [state.units["a1"].model(m).at for m in ("a1.1", "a1.2")]
    before = state.units["a1"].model("a1.3").at
    events, after = round_of(state, {"to-hit": [6] * 5})
    assert (the(events, StormEnded).result, the(events, FightMovedOut).sentence(after)) == ("repelled", OTHERS)
    assert [after.units["a1"].model(m).at for m in ("a1.1", "a1.2")] == held
    assert after.units["a1"].model("a1.3").at[1] == pytest.approx(before[1] + 1, abs=0.01)
    (fight,) = after.melees
    assert (set(fight.units), fight.section, fight.round) == ({"a1", "b2"}, "", 1)


@pytest.mark.rule("ARAP-INT-01", "BLD-SCC-08")
def test_nobody_goes_into_an_emptied_section_while_interceptors_hold_the_unit():
    events, after = round_of(intercepted(1)[1], {"to-hit": [6, 6, 6, 6, 1], "to-wound": [6], "save": [1]})
    assert the(events, StormEnded).sentence(after) == (
        "C1 of Customs House is empty: the fight before the house goes on"
    )
    assert (after.units["a1"].housed, [set(m.units) for m in after.melees]) == ({}, [{"a1", "b2"}])
    dice = {"to-hit": [1, 6, 6, 6, 1], "to-wound": [6, 6], "save": [1, 1]}
    events, taken = round_of(intercepted(1)[1], dice)
    assert the(events, StormEnded).result == "taken"
    assert set(taken.units["a1"].housed.values()) == {"s1/C1"}
    assert taken.melees == ()


@pytest.mark.rule("ARAP-INT-01", "BLD-SCC-07")
def test_where_a_die_says_how_many_fight_those_who_are_held_up_are_none_of_them():
    state = intercepted(4, house=a_house(assault="d6"))[1]
    dice = {"section-fighters-attack": [6], "section-fighters-defend": [1], "to-hit": [6] * 5}
    events, _ = round_of(state, dice)
    assert the(events, StormEnded).result == "repelled"


@pytest.mark.rule("ARAP-INT-01")
def test_if_all_who_come_through_an_opening_are_met_the_unit_fights_outside():
    events, state = intercepted(4, house=a_house(openings=(V1,)))
    assert not [e for e in events if isinstance(e, SectionFightBegan)]
    assert [(set(m.units), m.section) for m in state.melees] == [({"a1", "b2"}, "")]


def promised(state, choice):
    return {p.meaning: p.value for p in prompts.odds(state, state)[choice]}


@pytest.mark.rule("ARAP-CCG-05", "ARAP-INT-01")
def test_krak_grenades_promise_what_they_do_before_the_house_too():
    """Two bearers face the picket of Toughness 5, the one inside a guard who is not worth it: a 1 of two places it."""
    krak = a_weapon("krak", type="grenade", range_in=6, strength=6, traits=("krak",))
    tough = a_profile("tough", ws=3, t=5, i=3, ld=7, sv=6)
    state = intercepted(4, mine={"weapons": (krak,)}, picket={"profile": tough})[1]
    state = play(state, EndActivation(side=A))[1]
    assert (state.prompt.kind, state.prompt.unit) == ("krak", "a1")
    assert promised(state, "krak")["one is placed"] == Fraction(11, 36)


@pytest.mark.rule("ARAP-MELEE-04", "ARAP-INT-01")
def test_several_weapons_promise_the_blows_before_the_house_too():
    pair = (a_weapon("pistol", type="pistol"), KNIFE)
    state = play(intercepted(4, mine={"weapons": pair})[1], EndActivation(side=A), by_itself=())[1]
    assert (state.prompt.kind, state.prompt.unit) == ("several-weapons", "a1")
    inside_alone = replace(state, melees=tuple(replace(m, held=("nobody",), met=()) for m in state.melees))
    for choice in ("one", "several"):
        assert promised(state, choice)["wounds to expect"] > 2 * promised(inside_alone, choice)["wounds to expect"] > 0
