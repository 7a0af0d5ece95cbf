"""A vehicle inside another is not driven out by enemies, and what it does to its carrier. (CRU-LIST-03, CRU-EXPL-01)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.crusade import marks, models
from rules.crusade.marks import ModelMarks
from rules.crusade.transport.driver import TakeOver
from rules.crusade.transport.troops_aboard import StepIn, StepOut
from rules.crusade.transport.vehicles_inside import DriveOut
from rules.crusade.turn.sides import EndTurn
from rules.engine import legal_actions
from rules.questions.crusade import feet
from rules.state import GameState
from tests.rules.crusade.acts import A1, A2, B1, HOUSE, answered, named, refused, shoot
from tests.rules.crusade.cast import A, act, battle, drive, held, put


def carried(*cards: str, side: str = "a") -> GameState:
    """a2 is a Rhino inside a Thunderhawk that flies, b1 a tank that sees it."""
    return battle(
        put("a1", "thunderhawk", (20, 20)),
        put("a2", "rhino", (20, 20), aboard="a1"),
        put("b1", "leman-russ", (40, 20), 270),
        noting={"a1": held("HULL", straight=True, moves=1), "a2": held(*cards)},
        side=side,
    )


@pytest.mark.rule("CRU-WIPE-01")
def test_nobody_drives_a_vehicle_that_wipes_out_inside_another():
    shot = {"attack": [2, 0, 0, 0, 0], "vehicle_defence": [0, 0, 0], "crew_hit": [1], "wipeout": [1, 1, 2]}
    state = carried(side="b")
    after, events = act(state, shoot("b1", "a1"), **shot, damage_card=["CREW", "DRIVE"])
    assert named(events, "WipedOut")
    assert after.prompt is None
    older, _ = act(replace(state, version="13"), shoot("b1", "a1"), **shot, damage_card=["CREW", "DRIVE"])
    assert older.prompt


@pytest.mark.rule("CRU-EXPL-01", "CRU-DMG-08")
def test_a_vehicle_that_explodes_inside_a_flyer_strikes_it():
    state = carried("FIRE", "HULL")
    thrown = {"vehicle_fire": [1], "explosion": [2, 0, 0, 0, 0]}
    cards = ["HULL", "WEAPON"]
    after, _ = act(state, EndTurn(side=A), **thrown, vehicle_defence=[0, 0], damage_card=cards)
    assert after.units[A2].is_gone
    assert marks.of(after, state.units[A2].aboard or B1).cards == ("HULL", "WEAPON")


@pytest.mark.rule("CRU-TRAN-06")
@pytest.mark.parametrize("done", [True, False])
def test_a_vehicle_that_is_taken_from_an_enemy_acts_in_the_turn_in_which_it_is_taken(done: bool):
    noted = ModelMarks(driven=True, moves=3, acted=True, extra=True, done=done)
    state = battle(
        put("b1", "skiff", (20, 20)),
        put("a2", "marine", (20, 20), aboard="b1"),
        put("b2", "marine", (40, 4)),
        noting={"b1": noted},
    )
    taken, _ = act(state, TakeOver(side=A, unit=A2))
    for _ in range(2):
        taken, _ = act(taken, drive("b1", 2, side="a"))
    assert marks.of(taken, B1).moves == 2
    if done:
        older, _ = act(replace(state, version="13"), TakeOver(side=A, unit=A2))
        assert refused(older, drive("b1", 2, side="a")) == "CRU-TURN-01"


@pytest.mark.rule("CRU-TRAN-01")
def test_a_vehicle_drives_out_where_its_whole_hull_has_room():
    house = replace(HOUSE, points=((27.5, 16), (33, 16), (33, 24), (27.5, 24)))
    state = carried()
    barred = replace(state, terrain=(house,))
    out = DriveOut(side=A, unit=A2, at=(27.3, 20))
    assert out.check(state) is None
    assert refused(barred, out) == "CRU-TRAN-01"
    assert out.check(replace(barred, version="13")) is None
    offered = [o.label for o in legal_actions(barred, A) if o.unit == A2 and o.kind == "get-out" and o.action]
    assert offered == ["Drive out at its front", "Drive out at its rear", "Drive out at its left"]
    assert all(x < 27 for x, _ in feet.doors(barred, barred.units[A2]))
    assert any(x > 27 for x, _ in feet.doors(state, state.units[A2]))


@pytest.mark.rule("CRU-DEST-01")
def test_a_vehicle_that_survives_a_wreck_stands_beside_it_with_its_whole_hull():
    """Up to version 14 as a circle of its size, looking as it had, so that a house might lie under it."""
    wall = replace(HOUSE, points=((26.9, 12), (30, 12), (30, 28), (26.9, 28)))
    state = battle(
        put("a1", "thunderhawk", (20, 20)),
        put("a2", "rhino", (20, 20), 180, aboard="a1"),
        put("b1", "leman-russ", (40, 33), 270),
        terrain=(wall,),
        noting={"a1": held("HULL", "HULL", "WEAPON", "WEAPON", straight=True, moves=1)},
        side="b",
    )
    shot = {"attack": [2, 0, 0, 0, 0], "damage_card": ["HULL"], "wreck_occupants": [0, 0, 0], "vehicle_defence": [0, 0]}
    asked, _ = act(state, shoot("b1", "a1"), **shot)
    assert asked.prompt
    assert [option.id for option in asked.prompt.options] == ["front", "rear", "left"]
    after = answered(asked, "left")
    hull = models.pose(after, after.units[A2])
    assert hull.heading == 270
    assert hull.distance_to_point((15, 20)) == pytest.approx(0.02, abs=0.001)
    assert not hull.overlaps(models.pose(after, after.units[A1]))
    older, _ = act(replace(state, version="14"), shoot("b1", "a1"), **shot)
    assert older.prompt
    assert [option.id for option in older.prompt.options] == ["front", "right", "rear", "left"]
    assert models.pose(answered(older, "left"), answered(older, "left").units[A2]).heading == 180


@pytest.mark.rule("CRU-TRAN-01", "CRU-TRAN-05")
def test_troops_get_into_and_out_of_a_flyer_in_the_air_as_of_any_vehicle():
    """All transport has one condition: it has moved no more than once. Nothing lets a FLYER land."""
    state = battle(
        put("a1", "thunderhawk", (20, 20)),
        put("a2", "marine", (20, 20), aboard="a1"),
        put("a3", "marine", (26, 20)),
        put("b1", "marine", (40, 5)),
        noting={"a1": ModelMarks(moves=1, straight=True)},
    )
    out, _ = act(state, StepOut(side=A, unit=A2, at=(14.4, 20)))
    assert (out.units[A2].aboard, models.in_air(out, out.units[A1])) == (None, True)
    into, _ = act(out, StepIn(side=A, unit=UnitId("a3"), vehicle=A1, path=(), extra=False))
    assert into.units[UnitId("a3")].aboard == A1
    twice = battle(*state.units.values(), noting={"a1": ModelMarks(moves=2, straight=True)})
    assert refused(twice, StepOut(side=A, unit=A2, at=(14.4, 20))) == "CRU-TRAN-01"
