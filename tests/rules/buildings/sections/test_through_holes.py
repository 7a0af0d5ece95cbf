"""Who leaves a fight for a section, or runs from it, goes through holes in its walls, if these let all of them."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.turn.activation import EndActivation
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.occupants import UnitHoused
from rules.buildings.walls.passages import PassedThrough
from rules.state import Melee
from rules.table.building import Hole
from tests.builders import A, B, play
from tests.rules.buildings.sections.customs import (
    NORTHMARCH,
    PIONEERS,
    SALTMERE,
    V1,
    V2,
    a_house,
    guard,
    squad,
    stormed,
)

STORM = StormSection(side=A, unit="a1", terrain="s1", section="C1")


def holed(*points, openings=(), **inside):
    """With holes of so many points in the wall between C1 and C2, and no door in it."""
    holes = tuple(Hole(wall=1000, part=1 + n, dp=dp) for n, dp in enumerate(points))
    return a_house(openings=openings, ways=(), holes=holes, **inside)


def fighting(house, *more):
    """Two of Ash and two of Birch in C1, who have fought a round there."""
    ash, birch = guard("a1", 2, profile=NORTHMARCH), guard("b1", 2, profile=SALTMERE)
    state = stormed(ash, birch, *more, house=house, active=None)
    return replace(state, melees=(Melee(id="a1-b1", units=("a1", "b1"), section="s1/C1", round=1),))


def of(events, kind):
    return [e for e in events if isinstance(e, kind)]


@pytest.mark.rule("ARAP-BREAK-02", "BLD-MOUSE-02")
def test_who_breaks_off_goes_through_a_hole_that_lets_all_of_them_through():
    dice = {"section-fighters-attack": [2], "section-fighters-defend": [2], "to-hit": [6] * 4}
    state = play(fighting(holed(1, 1)), EndActivation(side=A))[1]
    assert (state.prompt.kind, state.prompt.unit) == ("break-off", "a1")
    away = {"break-off": [4, 4], "section-fighters-attack": [1], "free-hack": [6]}
    events, after = play(state, Answer(side=A, choice="break-off"), away)
    assert [e.models for e in of(events, PassedThrough)] == [("a1.1",), ("a1.2",)]
    assert (after.melees, set(after.units["a1"].housed.values())) == ((), {"s1/C2"})
    # Through one of a single point nobody gets but with all the others.
    after = play(fighting(holed(1)), EndActivation(side=A), dice)[1]
    assert after.prompt is None or after.prompt.kind != "break-off"


def older(state):
    """Up to version 18 nobody was counted in the turn of the enemy."""
    return play(replace(state, version="18"), Answer(side=B, choice="run"))[1]


@pytest.mark.rule("ARAP-RUN-01", "BLD-MOUSE-02")
def test_who_runs_from_an_assault_goes_through_holes_and_the_next_unit_finds_them_used_up():
    def asked(house):
        return play(stormed(squad("a1", PIONEERS), guard("b1", 2), guard("b2", 1), house=house), STORM)[1]

    state = asked(holed(2, openings=(V1, V2)))
    assert not state.prompt.option("run").refused
    events, after = play(state, Answer(side=B, choice="run"))
    assert [e.place for e in of(events, UnitHoused)][:1] == ["s1/C2"]
    assert [e.models for e in of(events, PassedThrough)] == [("b1.1", "b1.2")]
    assert after.prompt is None  # b2 can but hold
    assert [set(m.units) for m in after.melees] == [{"a1", "b2"}]
    for wider in (play(asked(holed(3, openings=(V1, V2))), Answer(side=B, choice="run"))[1], older(state)):
        assert (wider.prompt.unit, wider.prompt.option("run").refused) == ("b2", "")
    short = asked(holed(1, openings=(V1, V2)))
    assert short.prompt.unit == "b2"  # two of b1 do not get through
