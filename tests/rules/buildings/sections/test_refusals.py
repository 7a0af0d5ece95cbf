"""Every other refusal about houses played by sections, with its rule."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.buildings.sections.assault.charge_out import ChargeOut
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.blast import BlastSection
from rules.buildings.sections.enter import EnterSection
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.sections.leave import LeaveSection
from rules.buildings.sections.look_out import LookOut
from rules.engine import preview
from rules.table.building import Room
from tests.builders import A, play
from tests.rules.buildings.sections.customs import C1, FLAMER, PIONEERS, RIFLE, V1, a_house, guard, squad, stormed

IN = EnterSection(side=A, unit="a1", terrain="s1", section="C1")
OUT = Shoot(side=A, unit="a1", target="b1")


def refused(state, action):
    refusal = preview(state, action).refusal
    return refusal.code, refusal.rule


@pytest.mark.rule("BLD-SECT-01", "BLD-SECT-05", "BLD-SCC-03", "BLD-SSHT-04", "BLD-SSHT-08")
def test_going_in_and_about():
    outside = stormed(squad("a1", PIONEERS), guard("b1", 3))
    assert refused(outside, replace(IN, terrain="elsewhere")) == ("no-sections", "BLD-SECT-01")
    assert refused(outside, replace(IN, section="Z")) == ("no-section", "BLD-SECT-01")
    assert refused(outside, replace(IN, actions=0)) == ("bad-actions", "BLD-SECT-05")
    assert refused(outside, IN) == ("enemy-held", "BLD-SCC-03")
    assert refused(outside, GoToSection(side=A, unit="a1", section="C1")) == ("not-inside", "BLD-SECT-01")
    assert refused(outside, LookOut(side=A, unit="a1")) == ("not-inside", "BLD-SSHT-04")
    blast = BlastSection(side=A, unit="a1", weapon="carbine", terrain="s1", section="C1")
    assert refused(outside, blast) == ("no-blast", "BLD-SSHT-08")


@pytest.mark.rule("BLD-SECT-05", "BLD-SCC-10", "BLD-SSHT-04", "BLD-SCC-02")
def test_coming_out():
    upstairs = stormed(guard("a1", 3, "C3", shown=True), squad("b1", [(9, 31)]))
    assert refused(upstairs, LeaveSection(side=A, unit="a1")) == ("no-way-out", "BLD-SECT-05")
    assert refused(upstairs, ChargeOut(side=A, unit="a1", target="b1")) == ("no-way-out", "BLD-SCC-10")
    assert refused(upstairs, LookOut(side=A, unit="a1")) == ("no-change", "BLD-SSHT-04")
    jump = StormSection(side=A, unit="a1", terrain="s1", section="C1", jump=True)
    assert refused(stormed(guard("a1", 3, "C3"), guard("b1", 3)), jump) == ("not-above", "BLD-SCC-02")


@pytest.mark.rule("BLD-SSHT-01", "BLD-SSHT-02", "BLD-SSHT-07", "BLD-SSHT-08")
def test_fire():
    fired = guard("a2", 6)
    state = stormed(guard("a1", 3), fired, squad("b1", [(9, 40)], weapons=[RIFLE]))
    others = replace(fired[0], now=replace(fired[0].now, fired_out=dict.fromkeys(fired[0].housed, "south")))
    assert refused(state.with_unit(others), OUT) == ("six-fire-out", "BLD-SSHT-01")
    four = stormed(guard("a1", 3), fired, squad("b1", [(9, 40)]), options={"section_fire_by_quadrant": True})
    assert refused(four.with_unit(others), OUT) == ("four-fire-out", "BLD-SSHT-02")
    cell = Room(letter="C1", points=((7, 23), (11, 23), (11, 25), (7, 25)))
    shut_in = stormed(guard("a1", 3), squad("b1", [(9, 40)]), house=a_house(sections=(cell,), openings=(), ways=()))
    assert refused(shut_in, OUT) == ("no-outer-wall", "BLD-SSHT-07")
    walled = stormed(guard("a1", 3), guard("b1", 3, "C2"), house=a_house(openings=(V1,)))
    assert refused(walled, OUT) == ("screened", "BLD-SSHT-07")
    burning = stormed(squad("a1", [(7.5, 27.5)], weapons=(FLAMER,)), guard("b1", 3))
    assert refused(burning, OUT) == ("burst-into-section", "BLD-SSHT-08")


@pytest.mark.rule("BLD-SECT-01")
def test_the_rules_of_a_house_are_its_own():
    house = a_house(sections=(C1,), openings=(V1,), ways=())
    state = stormed(guard("a1", 3), house=house)
    _, after = play(state, LookOut(side=A, unit="a1"))
    assert refused(after, GoToSection(side=A, unit="a1", section="C2"))[0] == "no-section"
