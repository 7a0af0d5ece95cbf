"""Ships that take swimmers aboard."""

import pytest

from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.transport.rescue import TakeAboard
from rules.vehicles.shared.events import BoardedVehicle
from tests.builders import A, a_battle, a_unit, play, the
from tests.rules.vehicles.garage import a_carrier, way

LAKE = Terrain(id="lake", name="Lake", points=((0, 0), (60, 0), (60, 48), (0, 48)), going="water", look="water")
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
