"""Rushes, snap fire, those aboard, boarders. (CRU-RUSH, CRU-SNAP, CRU-TRAN, CRU-BOARD)"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.crusade import marks, models
from rules.crusade.marks import ModelMarks
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.transport.boarding import BoardEnemy
from rules.crusade.transport.driver import TakeOver
from rules.crusade.transport.troops_aboard import StepIn, StepOut
from rules.crusade.transport.vehicles_inside import DriveIn, DriveOut
from rules.crusade.troops import MoveTroop
from rules.crusade.turn.sides import EndTurn
from rules.engine import fold, legal_actions, preview
from rules.forces.unit import Unit
from rules.state import GameState
from tests.rules.crusade.acts import A1, A2, B1, B2, answered, dice, melee, named, refused, shoot
from tests.rules.crusade.cast import A, B, act, battle, drive, put


@pytest.mark.rule("CRU-RUSH-01", "CRU-SNAP-01", "CRU-WEAP-12", "CRU-WEAP-13")
def test_a_marine_with_krak_rushes_a_carrier_that_holds_its_fire_and_parries():
    state = battle(put("a1", "marine", (22.3, 20), weapons=("krak-grenades",)), put("b1", "rhino", (20, 20)))
    chances = preview(state, melee("a1", "b1")).chances
    assert [c.label for c in chances] == ["Rhino B1 hurt", "marine A1 hurt", "Rhino B1 hurt if it parries"]
    state, _ = act(state, melee("a1", "b1"))
    held_fire = answered(state, "none")
    assert held_fire.prompt.note == ""
    parried = answered(
        held_fire, "parry", melee_attack=[3, 2, 0, 0], melee_defence=[1, 1, 0], damage_card=["HULL", "HULL", "HULL"]
    )
    assert marks.of(parried, B1).wreck
    shot = answered(state, "fire", snap_fire=[3, 0], defence=[1, 0])
    assert shot.units[A1].is_gone


@pytest.mark.rule("CRU-RUSH-02", "CRU-RUSH-03", "CRU-TRAN-03")
def test_the_driver_of_a_low_vehicle_defends_it_and_passengers_are_safe():
    driver = put("b2", "assault", (20, 20), aboard="b1")
    noting = {"b1": ModelMarks(driver=B2, driven=True, jammed=("0",))}
    state = battle(put("a1", "marine", (22, 20)), put("b1", "skiff", (20, 20)), driver, noting=noting)
    assert refused(state, melee("a1", "b2")) == "CRU-RUSH-03"
    state, _ = act(state, melee("a1", "b1"))
    assert state.prompt.note == "No snap fire. The Storm bolter is jammed."
    assert [o.action.choice for o in legal_actions(state, B)] == ["fight", "parry", "driver", "driver-parry"]  # type: ignore[union-attr]
    state = answered(state, "driver", melee_attack=[0, 0], melee_defence=[1, 0, 0])
    assert dice(state, A1) == 1
    riding = battle(
        put("a1", "marine", aboard="a2"),
        put("a2", "skiff", (20, 20)),
        put("b1", "skiff", (23, 20)),
        put("b2", "marine", (23, 20), aboard="b1"),
    )
    assert refused(riding, melee("a1", "b2")) == "CRU-TRAN-03"


@pytest.mark.rule("CRU-TRAN-01", "CRU-TRAN-02", "CRU-TRAN-05", "CRU-TROOP-02", "CRU-LIST-04")
def test_a_big_model_rides_in_a_starred_carrier_and_takes_three_spaces():
    state = battle(
        put("a1", "dreadnought", (23.5, 20)), put("a2", "land-raider", (20, 20)), put("b1", "marine", (40, 5))
    )
    state, _ = act(state, StepIn(side=A, unit=A1, vehicle=A2))
    assert (state.units[A1].aboard, marks.of(state, A1).spent_in) == (A2, 6)
    assert models.vehicle(state, A2).transport == 10
    moved = battle(put("a1", "marine", aboard="a2"), put("a2", "rhino", (20, 20)), noting={"a2": ModelMarks(moves=2)})
    assert refused(moved, StepOut(side=A, unit=A1, at=(20, 23))) == "CRU-TRAN-01"


@pytest.mark.rule("CRU-TRAN-04", "CRU-FIRE-03", "CRU-DICE-05")
def test_a_passenger_of_an_open_transport_fires_at_steps_of_eight_and_gets_out_for_half_a_move():
    state = battle(
        put("a1", "marine", (20, 20), aboard="a2", weapons=("boltgun",)),
        put("a2", "skiff", (20, 20)),
        put("b1", "marine", (20, 4)),
    )
    (found,) = preview(state, shoot("a1", "b1", "boltgun")).shots
    assert [m.value for m in found.modifiers] == [-2]
    state, _ = act(state, shoot("a1", "b1", "boltgun"), attack=[0, 0], defence=[0, 0])
    assert marks.of(state, A2).locked
    state, _ = act(state, StepOut(side=A, unit=A1, at=(22, 20)))
    assert marks.of(state, A1).spent_in == 3


@pytest.mark.rule("CRU-DMG-01", "CRU-TRAN-06", "CRU-DMG-04")
def test_nobody_drives_on_with_a_vehicle_whose_last_card_killed_its_driver():
    state = battle(
        put("a1", "marine", (20, 30), weapons=("boltgun",)),
        put("b1", "skiff", (20, 20)),
        put("b2", "guardsman", (20, 20), aboard="b1"),
        put("b3", "marine", (40, 5)),
        noting={"b1": ModelMarks(cards=("HULL", "HULL"), driver=B2, driven=True)},
    )
    faces = {"attack": [1, 0], "damage_card": ["CREW"], "crew_hit": [3], "defence": [0]}
    state, events = act(state, shoot("a1", "b1", "boltgun"), **faces)
    assert named(events, "DriverChanged")
    assert not [e for e in events if getattr(e, "label", "") == "crusade-wipeout"]
    assert marks.of(state, B1).wreck


@pytest.mark.rule("CRU-TRAN-06", "CRU-TRAN-07", "CRU-WIPE-01")
def test_losing_the_driver_makes_a_wipeout_check_and_the_gun_stands():
    crew = (put("b2", "guardsman", (20, 10), aboard="b1"), put("b3", "guardsman", (20, 10), aboard="b1"))
    noting = {"b1": ModelMarks(driver=B2, driven=True, crew=(B2, UnitId("b3")))}
    state = battle(put("a1", "rhino", (20, 22)), put("b1", "griffon", (20, 10)), *crew, noting=noting)
    (found,) = preview(state, shoot("a1", "b2")).shots
    assert [m.rule for m in found.modifiers] == ["CRU-TRAN-07"]
    state, _ = act(state, shoot("a1", "b2"), attack=[2, 1], defence=[0], wipeout=[1, 2, 3])
    assert state.units[B2].is_gone
    state, _ = act(state, EndTurn(side=A))
    assert refused(state, drive("b1", 2)) == "CRU-TRAN-06"


@pytest.mark.rule("CRU-BOARD-01", "CRU-BOARD-02", "CRU-BOARD-03", "CRU-TROOP-04")
def test_a_boarder_from_the_ground_falls_back_on_a_double_and_loses_his_next_action():
    state = battle(
        put("a1", "marine", (22, 20), weapons=("boltgun",)),
        put("b1", "skiff", (20, 20)),
        put("b2", "marine", (20, 20), aboard="b1"),
        noting={"b1": ModelMarks(driver=B2, driven=True)},
    )
    board = BoardEnemy(side=A, unit=A1, vehicle=B1)
    assert preview(state, board).chances[0].exact == "4/9"
    fresh, _ = act(state, board, board_jump=[5, 2, 5])
    assert refused(fresh, shoot("a1", "b2", "boltgun")) == "CRU-TROOP-04"
    assert refused(fresh, board) == "CRU-BOARD-01"
    assert refused(fresh, replace(board, extra=True)) == "CRU-TROOP-04"
    assert refused(fresh, MoveTroop(side=A, unit=A1, path=((24, 22),))) == "CRU-TROOP-01"
    fresh, _ = act(fresh, EndTurn(side=A))
    fresh, _ = act(fresh, EndTurn(side=B))
    assert shoot("a1", "b2", "boltgun").check(fresh) is None
    spent = marks.with_model(state, A1, acted=True)
    spent, _ = act(spent, board, board_jump=[5, 2, 5])
    assert marks.of(spent, A1).stunned
    assert refused(spent, board) == "CRU-BOARD-01"
    spent, _ = act(spent, EndTurn(side=A))
    spent, _ = act(spent, EndTurn(side=B))
    assert refused(spent, shoot("a1", "b2", "boltgun")) == "CRU-TROOP-04"


@pytest.mark.rule("CRU-BOARD-04", "CRU-BOARD-05", "CRU-FIRE-04", "CRU-TROOP-01")
def test_a_jumper_lands_without_a_roll_and_fights_whom_he_finds_aboard():
    state = battle(
        put("a1", "assault", (20, 25)),
        put("b1", "skiff", (20, 20)),
        put("b2", "marine", (20, 20), aboard="b1"),
        put("a2", "marine", (8, 8), aboard="a3"),
        put("a3", "skiff", (8, 8)),
        put("b3", "marine", (10.2, 8)),
        noting={"b1": ModelMarks(driver=B2, driven=True)},
    )
    state, _ = act(state, BoardEnemy(side=A, unit=A1, vehicle=B1))
    state, _ = act(state, melee("a1", "b2"), melee_attack=[2, 1, 0], melee_defence=[1, 0], wipeout=[1, 2, 3, 4])
    assert state.units[B2].is_gone
    assert refused(state, melee("a2", "b3")) == "CRU-FIRE-04"


def bay(*others: Unit, aboard: str = "", at: tuple[float, float] = (20, 11), **noting: ModelMarks) -> GameState:
    """A Thunderhawk on the ground beside a Rhino, or with it inside."""
    hawk, rhino = put("a1", "thunderhawk", (20, 20)), put("a2", "rhino", at, aboard=aboard)
    known = {"a1": ModelMarks(grounded=True)} | noting
    return battle(hawk, rhino, *others, put("b1", "marine", (45, 30)), noting=known)


@pytest.mark.rule("CRU-LIST-03")
def test_a_rhino_drives_into_a_thunderhawk_and_out_again():
    state, events = act(bay(), DriveIn(side=A, unit=A2, vehicle=A1))
    assert state.units[A2].aboard == A1
    assert marks.of(state, A2).moves == 1
    assert [e.sentence(state) for e in events if e.sentence(state)][-1] == "Rhino A2 gets aboard Thunderhawk A1"
    assert refused(state, drive("a2")) == "CRU-LIST-03"
    out = DriveOut(side=A, unit=A2, at=(20, 11.7), extra=True)
    state, events = act(state, out)
    assert (state.units[A2].aboard, models.model(state.units[A2]).at) == (None, (20, 11.7))
    assert (models.model(state.units[A2]).facing, marks.of(state, A2).acted) == (0, True)
    assert "Rhino A2 drives out of Thunderhawk A1" in [e.sentence(state) for e in events]


@pytest.mark.rule("CRU-LIST-03")
def test_a_vehicle_takes_the_whole_transport():
    full = bay(put("a3", "marine", (20, 20), aboard="a1"), at=(20, 11))
    assert refused(full, DriveIn(side=A, unit=A2, vehicle=A1)) == "CRU-LIST-03"
    state = bay(put("a3", "marine", (20, 13.5)), aboard="a1", at=(20, 20))
    assert refused(state, StepIn(side=A, unit=UnitId("a3"), vehicle=A1)) == "CRU-TRAN-02"
    inside = bay(put("a3", "marine", (20, 20), aboard="a2"), aboard="a1", at=(20, 20))
    assert refused(inside, StepOut(side=A, unit=UnitId("a3"), at=(20, 13))) == "CRU-LIST-03"
    assert refused(inside, StepOut(side=A, unit=A2, at=(20, 13))) == "CRU-LIST-03"


def test_where_a_vehicle_cannot_drive_in_or_out():
    far = bay(at=(40, 10))
    assert refused(far, DriveIn(side=A, unit=A2, vehicle=A1)) == "CRU-TRAN-01"
    assert refused(far, DriveIn(side=A, unit=A1, vehicle=A2)) == "CRU-LIST-03"
    assert refused(far, DriveOut(side=A, unit=A2, at=(20, 12))) == "CRU-LIST-03"
    inside = bay(aboard="a1", at=(20, 20))
    assert refused(inside, DriveOut(side=A, unit=A2, at=(40, 30))) == "CRU-TRAN-01"
    moved = bay(aboard="a1", at=(20, 20), a1=ModelMarks(grounded=True, moves=2))
    assert refused(moved, DriveOut(side=A, unit=A2, at=(20, 11.7))) == "CRU-TRAN-01"


def test_driving_in_and_out_is_offered():
    kinds = {offer.kind for offer in legal_actions(bay(), A) if offer.unit == A2 and offer.action}
    assert "get-in" in kinds
    inside = bay(aboard="a1", at=(20, 20))
    assert {offer.kind for offer in legal_actions(inside, A) if offer.unit == A2} == {"get-out", "finish"}


def carriage(*others: Unit, **marked: Any) -> GameState:
    """A Griffon whose crew has got off, and a marine beside it."""
    crew = (put("a2", "guardsman", (20, 23)), put("a3", "guardsman", (22, 23)))
    noted = ModelMarks(driven=True, crew=(A2, UnitId("a3")), **marked)
    return battle(
        put("a1", "griffon", (20, 20), 90),
        *crew,
        put("a4", "marine", (20, 17.5)),
        put("b1", "marine", (30, 20), weapons=["boltgun"]),
        noting={"a1": noted},
    )


@pytest.mark.rule("CRU-TRAN-06", "CRU-TRAN-07")
def test_crew_that_got_off_comes_back_and_takes_over():
    state = carriage()
    assert refused(state, drive("a1")) == "CRU-TRAN-07"
    state, _ = act(state, MoveTroop(side=A, unit=A2, path=((20, 22.2),)))
    state, _ = act(state, StepIn(side=A, unit=A2, vehicle=A1))
    assert marks.of(state, A2).spent_in == 3.8
    assert refused(state, drive("a1")) == "CRU-TRAN-06"
    state = fold([], carriage(driver=None))
    state, _ = act(state, StepIn(side=A, unit=UnitId("a4"), vehicle=A1))
    state, _ = act(state, TakeOver(side=A, unit=UnitId("a4")))
    state, _ = act(state, drive("a1", 2))
    assert marks.of(state, A1).driver == UnitId("a4")


@pytest.mark.rule("CRU-TRAN-07")
def test_who_serves_in_the_open_is_shot_at_in_full_cover():
    state, _ = act(carriage(), StepIn(side=A, unit=UnitId("a4"), vehicle=A1))
    state, _ = act(state, EndTurn(side=A))
    aim = FireWeapons(side=B, unit=B1, aims=(WeaponAim(weapon="boltgun", target=UnitId("a4")),))
    modifiers = preview(state, aim).shots[0].modifiers
    assert [(each.value, each.rule) for each in modifiers] == [(-1, "CRU-TRAN-07")]


@pytest.mark.rule("CRU-TRAN-02")
def test_there_are_no_more_places_than_those_of_the_crew():
    state = carriage()
    for name in ("a2", "a3"):
        unit = state.units[UnitId(name)]
        state = state.with_unit(replace(unit, aboard=A1))
    assert refused(state, StepIn(side=A, unit=UnitId("a4"), vehicle=A1)) == "CRU-TRAN-02"


@pytest.mark.rule("CRU-BOARD-02")
def test_nobody_boards_out_of_a_closed_vehicle():
    state = battle(
        put("a1", "rhino", (20, 20)), put("a2", "marine", (20, 20), aboard="a1"), put("b1", "skiff", (20, 15.5))
    )
    board = BoardEnemy(side=A, unit=A2, vehicle=B1)
    assert refused(state, board) == "CRU-BOARD-02"
    assert board.check(replace(state, version="13")) is None
    opened = battle(
        put("a1", "skiff", (20, 20)), put("a2", "marine", (20, 20), aboard="a1"), put("b1", "skiff", (20, 15.5))
    )
    assert board.check(opened) is None
