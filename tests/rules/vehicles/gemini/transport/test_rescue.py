"""Ships that take swimmers aboard."""

import pytest
from msgspec.structs import replace

from rules.arap.terrain import ground
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.transport.board import Board
from rules.vehicles.gemini.transport.leave import GetOut
from rules.vehicles.gemini.transport.rescue import TakeAboard
from rules.vehicles.shared.events import BoardedVehicle
from tests.builders import A, a_battle, a_unit, play, the
from tests.rules.vehicles.garage import a_carrier, way

LAKE = Terrain(id="lake", name="Lake", points=((0, 0), (60, 0), (60, 48), (0, 48)), going="water", look="water")
PIER = Terrain(id="pier", name="Pier", points=((0, 25.6), (60, 25.6), (60, 30), (0, 30)), landing=True)
UP = TakeAboard(side=A, unit="a1", swimmers="a2")


def at_sea(gap=2.0, *, speed=6.0, kind="boat", count=2, terrain=(LAKE,), wide=False, **values):
    """A ship 3 inches wide that has come 6 inches east; swimmers lie beside its way, on both sides if `wide`."""
    now = UnitTurn(tried=True, moved_in=speed, path=((24, 24, 90), (30, 24, 90)))
    ship = a_carrier("a1", (30, 24), heading=90, flags={"now": now}, type=kind, **values)
    spots = [
        (27 - (n % 6 if wide else -n), 24 + (1.5 + gap if n < 6 or not wide else -1.5 - gap)) for n in range(count)
    ]
    swimmers = a_unit("a2", spots)
    return a_battle(ship, swimmers, terrain=terrain, active="a1", ap=1)


@pytest.mark.rule("ARAP-SWIM-02")
def test_a_slow_ship_takes_up_those_within_2_inches_of_its_way():
    state = at_sea()
    assert UP in [o.action for o in legal_actions(state, A)]
    events, after = play(state, UP)
    assert the(events, BoardedVehicle).vehicle == "a1"
    assert (after.units["a2"].aboard, after.turn.ap) == ("a1", 1)
    assert preview(state, UP).rules == ("ARAP-SWIM-02",)


@pytest.mark.rule("ARAP-SWIM-02", "ARAP-COH-02")
def test_of_a_unit_those_are_taken_up_whom_it_comes_by_and_the_others_swim_on():
    """Three within 2 inches, one 4 inches off."""
    state = at_sea(count=4)
    last = replace(state.units["a2"].alive[-1], at=(29, 31))
    state = state.with_unit(state.units["a2"].with_model(last))
    assert preview(state, UP).refusal.allowed == "swimmers within 2″ of its way; or only those, 3 of its models"
    offer = next(o for o in legal_actions(state, A) if o.kind == "take-aboard")
    seen = preview(state, offer.action)
    assert seen.notes == ("3 of 4 models are taken up; the other stays in the water",)
    _, after = play(state, offer.action)
    swimmers = [u for u in after.units.values() if not u.is_vehicle]
    assert [(u.aboard, len(u.alive)) for u in swimmers] == [("a1", 3), (None, 1)]


def test_as_many_are_taken_up_as_there_is_room_for():
    offer = next(o for o in legal_actions(at_sea(count=11, gap=1.0, wide=True), A) if o.kind == "take-aboard")
    assert len(offer.action.models) == 10


OUT = GetOut(side=A, unit="a2")


def with_people_aboard(**values):
    """The ship at rest, those people in it and to act."""
    state = at_sea(1.5, speed=0.0, **values)
    return state.with_unit(replace(state.units["a2"], aboard="a1")).with_turn(active="a2", ap=1)


@pytest.mark.rule("ARAP-SWIM-01", "VEH-BOAT-04")
def test_people_go_overboard_where_no_land_is_near():
    """A boat on open water: they stand in it, and swim from there with the move that they still have."""
    state = with_people_aboard(doors=())
    told = preview(state, OUT)
    assert (told.refusal, "2 of 2 go overboard: they swim from there." in told.notes) == (None, True)
    _, after = play(state, OUT)
    assert after.units["a2"].aboard is None
    assert all(ground.in_water(after, m.at) for m in after.units["a2"].alive)
    assert preview(with_people_aboard(doors=(), kind="wheeled"), OUT).refusal.code == "no-room"


@pytest.mark.rule("VEH-BRD-10")
def test_where_land_is_at_hand_they_step_on_to_it():
    shore = replace(LAKE, points=((0, 0), (60, 0), (60, 26), (0, 26)))
    _, after = play(with_people_aboard(terrain=(shore,), doors=()), OUT)
    assert not any(ground.in_water(after, m.at) for m in after.units["a2"].alive)


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
