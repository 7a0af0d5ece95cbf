"""Who broke off comes no nearer inside houses, and who has fallen over stays where he lies, whatever the others do."""

import pytest
from msgspec.structs import replace

from rules.buildings.bunkers.enter import EnterBunker
from rules.buildings.leaping import JumpOut
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.enter import EnterSection
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.sections.leave import LeaveSection
from rules.engine import preview
from rules.questions.buildings import sections
from tests.builders import A, play
from tests.rules.buildings.bunkers.pillbox import attacked
from tests.rules.buildings.carriers.test_lifts import a_tower, ride
from tests.rules.buildings.sections.customs import guard, squad, stormed


def parted(state, unit="a1", other="b1", version="15"):
    """The unit broke off from that one."""
    return replace(state.with_unit(replace(state.units[unit], avoid=other, avoid_turn=9)), version=version)


def code(state, action):
    refusal = preview(state, action).refusal
    return refusal.code if refusal else ""


def fallen(state, *models, unit="a1", version="15"):
    own = state.units[unit]
    down = tuple(replace(m, sprawled=True) if m.id in models else m for m in own.models)
    return replace(state.with_unit(replace(own, models=down)), version=version)


INTO = EnterSection(side=A, unit="a1", terrain="s1", section="C1")
ON = GoToSection(side=A, unit="a1", section="C2")
UP = GoToSection(side=A, unit="a1", section="C3")
OUT = LeaveSection(side=A, unit="a1")
BEFORE = ((8, 28), (9, 28), (10, 28))


@pytest.mark.rule("ARAP-BREAK-03")
def test_who_broke_off_goes_no_nearer_into_sections_about_them_and_out():
    for own, theirs, action, barred in (
        (squad("a1", BEFORE), guard("b1", 3, "C2"), INTO, True),
        (squad("a1", BEFORE), squad("b1", [(9, 32)]), INTO, False),
        (guard("a1", 3), squad("b1", [(-1, 24)]), ON, True),
        (guard("a1", 3), squad("b1", [(20, 24)]), ON, False),
        (guard("a1", 3), guard("b1", 3, "C3"), ON, False),
        (guard("a1", 3), squad("b1", [(9, 34)]), UP, False),
        (guard("a1", 3), squad("b1", [(9, 34)]), OUT, True),
        (guard("a1", 3), squad("b1", [(9, 5)]), OUT, False),
    ):
        state = stormed(own, theirs)
        assert code(state, action) == ""
        assert (code(parted(state), action) == "broke-off") is barred
        assert code(parted(state, version="14"), action) == ""


@pytest.mark.rule("ARAP-BREAK-03")
def test_who_broke_off_rides_and_jumps_no_nearer_than_he_truly_was():
    """Level 3 is laid out east of the house; the enemy outside stands where that is on the board."""
    state = a_tower((14, 12.6))
    beside = replace(state.units["b1"].models[0], at=(34.5, 5.0))
    state = state.with_unit(replace(state.units["b1"], models=(beside,)))
    assert code(parted(state), ride(3)) == ""
    below = replace(beside, at=(34.5, 14.5))
    above = state.with_unit(replace(state.units["b1"], models=(below,)))
    assert code(parted(above), ride(2)) == "broke-off"
    assert code(parted(above, version="14"), ride(2)) == ""


@pytest.mark.rule("ARAP-BREAK-03")
def test_who_broke_off_goes_no_nearer_into_a_bunker():
    state = attacked(at=(8.5, 13.0), garrison=1)
    enter = EnterBunker(side=A, unit="a1", terrain="keep")
    for x, barred in ((22.0, True), (2.0, False)):
        foe = replace(state.units["b1"].models[0], at=(x, 13.0))
        there = state.with_unit(replace(state.units["b1"], models=(foe,)))
        assert code(there, enter) == ""
        assert (code(parted(there), enter) == "broke-off") is barred
        assert code(parted(there, version="14"), enter) == ""


@pytest.mark.rule("ARAP-AGIL-02")
def test_a_single_fallen_man_neither_goes_in_nor_on_nor_out():
    outside = stormed(squad("a1", BEFORE), guard("b1", 3, "C2"))
    for version, count in (("15", 2), ("14", 3)):
        state = fallen(outside, "a1.2", version=version)
        assert len(INTO.going(state)) == count
        assert code(state, replace(INTO, models=("a1.2",))) == ("out-of-reach" if count == 2 else "")
    inside = stormed(guard("a1", 3), squad("b1", [(60, 40)]))
    for version, count in (("15", 2), ("14", 3)):
        state = fallen(inside, "a1.2", version=version)
        assert len(ON.going(state)) == count
        assert len(OUT.placements(state, state.units["a1"])) == count
        assert len(sections.goers(state, OUT).able) == count
        assert code(state, replace(OUT, models=("a1.2",))) == ("sprawled" if count == 2 else "")


@pytest.mark.rule("ARAP-AGIL-02")
def test_nobody_rides_or_jumps_while_one_of_them_lies_there():
    state = fallen(a_tower((14, 12.6), (15.2, 12.6)), "a1.2")
    assert code(state, ride(3)) == "sprawled"
    assert code(replace(state, version="14"), ride(3)) == ""
    upstairs = fallen(a_tower((24, 12.6), (25.2, 12.6)), "a1.2")
    assert code(upstairs, JumpOut(side=A, unit="a1")) == "sprawled"


@pytest.mark.part_of("ARAP-AGIL-02")
def test_a_single_fallen_man_takes_no_part_in_an_assault():
    storm = StormSection(side=A, unit="a1", terrain="s1", section="C1")
    close = stormed(squad("a1", ((9, 26.9), (8, 26.9))), guard("b1", 3))
    assert preview(close, storm).notes[0].startswith("2 of A1")
    assert preview(fallen(close, "a1.1"), storm).notes[0].startswith("1 of A1")
    inside = stormed(guard("a1", 3, "C2"), guard("b1", 3))
    for version, count in (("15", 2), ("14", 3)):
        _, after = play(fallen(inside, "a1.2", version=version), storm)
        assert after is not None
        assert f"A D6 of {count} fight" in preview(fallen(inside, "a1.2", version=version), storm).notes[0]
