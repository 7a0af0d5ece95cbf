"""Ships that take swimmers aboard."""

import pytest
from msgspec.structs import replace

from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.transport.board import Board
from rules.vehicles.gemini.transport.rescue import TakeAboard
from rules.vehicles.shared.events import BoardedVehicle
from tests.builders import A, a_battle, a_unit, play, the
from tests.rules.vehicles.garage import a_carrier, way

LAKE = Terrain(id="lake", name="Lake", points=((0, 0), (60, 0), (60, 48), (0, 48)), going="water", look="water")
PIER = Terrain(id="pier", name="Pier", points=((0, 25.6), (60, 25.6), (60, 30), (0, 30)), landing=True)
UP = TakeAboard(side=A, unit="a1", swimmers="a2")


def at_sea(gap=2.0, *, speed=6.0, kind="boat", count=2, terrain=(LAKE,), **values):
    """A ship 3 inches wide that has come 6 inches east; swimmers lie beside the middle of its way."""
    now = UnitTurn(tried=True, moved_in=speed, path=((24, 24, 90), (30, 24, 90)))
    ship = a_carrier("a1", (30, 24), heading=90, flags={"now": now}, type=kind, **values)
    swimmers = a_unit("a2", [(27 + n, 24 + 1.5 + gap) for n in range(count)])
    return a_battle(ship, swimmers, terrain=terrain, active="a1", ap=1)


@pytest.mark.rule("ARAP-SWIM-02")
def test_a_slow_ship_takes_up_those_within_2_inches_of_its_way():
    state = at_sea()
    assert UP in [o.action for o in legal_actions(state, A)]
    events, after = play(state, UP)
    assert the(events, BoardedVehicle).vehicle == "a1"
    assert (after.units["a2"].aboard, after.turn.ap) == ("a1", 1)
    assert preview(state, UP).rules == ("ARAP-SWIM-02",)


@pytest.mark.rule("ARAP-SWIM-02")
def test_a_ship_whose_points_are_spent_still_takes_them_up():
    state = at_sea(speed=0.0)
    drive = Drive(side=A, unit="a1", path=way((31, 24, 90)), actions=1)
    _, after = play(state, drive)
    assert (after.turn.active, after.turn.ap) == ("a1", 0)
    _, done = play(after, UP)
    assert (done.units["a2"].aboard, done.turn.active) == ("a1", None)


@pytest.mark.rule("ARAP-SWIM-02")
@pytest.mark.parametrize(
    ("state", "code"),
    [
        (at_sea(2.02), "out-of-reach"),
        (at_sea(speed=6.02), "too-fast"),
        (at_sea(kind="wheeled"), "no-ship"),
        (at_sea(count=11), "no-places"),
        (at_sea(terrain=()), "no-swimmers"),
    ],
)
def test_whom_a_ship_does_not_take_up(state, code):
    with pytest.raises(IllegalAction) as caught:
        play(state, UP)
    assert (caught.value.refusal.code, caught.value.refusal.rule) == (code, "ARAP-SWIM-02")


@pytest.mark.rule("ARAP-SWIM-02")
def test_who_climbs_out_of_the_water_into_a_boat_needs_an_initiative_roll_each():
    """Over any side, not by the door; who fails stays in the water and may try again."""
    state = at_sea(1.5, speed=0.0).with_turn(active="a2", ap=2)
    into = Board(side=A, unit="a2", vehicle="a1")
    seen = preview(state, into)
    assert (seen.refusal, seen.ap, [(c.label, c.exact) for c in seen.chances]) == (None, 1, [("climbs aboard", "1/2")])
    assert "ARAP-SWIM-02" in seen.rules
    _, after = play(state, into, {"initiative-test": [3, 4]})
    assert [u.aboard for u in after.units.values() if not u.is_vehicle] == ["a1", None]
    part = next(u for u in after.units.values() if u.part_of)
    again = Board(side=A, unit=part.id, vehicle="a1")
    _, both = play(after.with_turn(active=part.id, ap=1), again, {"initiative-test": [1]})
    assert both.units[part.id].aboard == "a1"
    _, none = play(state, into, {"initiative-test": [4, 6]})
    assert (none.units["a2"].aboard, none.turn.ap) == (None, 1)


@pytest.mark.parametrize("terrain", [(LAKE, PIER), (replace(LAKE, points=((0, 0), (60, 0), (60, 26), (0, 26))),)])
def test_who_stands_dry_boards_a_boat_without_a_roll(terrain):
    state = at_sea(1.5, speed=0.0, terrain=terrain, doors=()).with_turn(active="a2", ap=1)
    _, after = play(state, Board(side=A, unit="a2", vehicle="a1"))
    assert after.units["a2"].aboard == "a1"
