"""Pods come first, FLYERS without moves fall, who has conceded goes on no longer. (CRU-POD, CRU-MOVE-07, CRU-TURN)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import rules
from rules.any_game import Concede
from rules.core.ids import SideId, UnitId
from rules.crusade import marks
from rules.crusade.marks import ModelMarks
from rules.crusade.pods import LandPod
from rules.crusade.rulings.states import RuleStand
from rules.crusade.troops import MoveTroop
from rules.crusade.turn.setting_up import RollForPlacement, SetUpAll, SetUpModel
from rules.crusade.turn.sides import EndTurn
from rules.engine import fold, legal_actions
from rules.forces.army import Army
from rules.state import GameState
from tests.rules.crusade import cast
from tests.rules.crusade.acts import A1, A2, B1, B2, answered, dice, refused, shoot
from tests.rules.crusade.cast import A, B, act, battle, drive, held, put

C = SideId("c")


@pytest.mark.rule("CRU-POD-01")
def test_a_pod_lands_before_anybody_else_acts():
    pod = put("a1", "drop-pod", deployed=False)
    state = battle(pod, put("a2", "marine", (5, 5)), put("b1", "marine", (40, 20)), number=2)
    walk = MoveTroop(side=A, unit=A2, path=((6, 6),))
    assert refused(state, walk) == "CRU-POD-01"
    assert walk.check(replace(state, version="13")) is None
    state, _ = act(state, LandPod(side=A, unit=A1, at=(24, 20)), pod_deviation=[1, 1], direction=[12])
    assert act(state, walk)[0].units[A2].models[0].at == (6, 6)


@pytest.mark.rule("CRU-POD-03", "CRU-TRAN-04", "CRU-WEAP-08")
def test_a_pod_strikes_who_rides_in_the_open_beside_it():
    pod = put("a1", "drop-pod", deployed=False)
    near = (put("b1", "skiff", (27, 18), 90), put("b2", "marine", (27, 18), aboard="b1"))
    state = battle(pod, *near, put("b3", "marine", (24, 16.2)), number=2)
    land = LandPod(side=A, unit=A1, at=(24, 20))
    thrown = {"pod_deviation": [1, 1], "direction": [12], "ram": [0, 0, 0], "ram_defence": [0, 0]}
    after, _ = act(state, land, **thrown, pod_impact=[2, 0, 0], defence=[0, 0, 0, 0])
    assert (dice(after, B2), after.units[UnitId("b3")].is_gone) == (1, True)
    older, _ = act(replace(state, version="13"), land, **thrown, pod_impact=[2, 0, 0], defence=[0, 0])
    assert dice(older, B2) == 2


@pytest.mark.rule("CRU-MOVE-07", "CRU-FALL-01", "CRU-DMG-05")
def test_a_flyer_without_a_move_action_left_falls_at_once():
    state = battle(
        put("a1", "leman-russ", (20, 30)),
        put("b1", "thunderhawk", (20, 10)),
        noting={"b1": held("DRIVE", "DRIVE", "DRIVE")},
    )
    state = replace(state, own=replace(marks.marks(state), deck={"DRIVE": 1, "HULL": 2}))
    thrown = {"attack": [2, 0, 0, 0, 0], "vehicle_defence": [0, 0]}
    older, _ = act(replace(state, version="13"), shoot("a1", "b1"), **thrown, damage_card=["DRIVE"])
    assert not marks.of(older, B1).grounded
    after, _ = act(state, shoot("a1", "b1"), **thrown, damage_card=["DRIVE", "HULL", "HULL"])
    assert (marks.of(after, B1).grounded, marks.of(after, B1).wreck) == (True, True)


def three(side: str = "b", **noting: ModelMarks) -> GameState:
    """Three sides, the turn of the second."""
    units = (put("a1", "rhino", (20, 30)), put("b1", "marine", (5, 5)), put("c1", "marine", (40, 5)))
    return battle(*units, side=side, noting=noting)


@pytest.mark.rule("CRU-TURN-01")
def test_the_turn_of_a_side_that_concedes_is_over():
    state, _ = act(three(), Concede(side=B))
    assert state.active_side == C
    older, _ = act(replace(three(), version="13"), Concede(side=B))
    assert older.active_side == B


@pytest.mark.rule("CRU-WIPE-02")
def test_who_has_conceded_is_not_asked_for_others():
    state, _ = act(three("a", a1=held("FIRE")), Concede(side=B))
    assert state.active_side == A
    after, _ = act(state, EndTurn(side=A), vehicle_fire=[1], vehicle_defence=[0, 0],
                   damage_card=["DRIVE"], wipeout=[1, 1, 2])  # fmt: skip
    assert after.prompt
    assert after.prompt.side == C


@pytest.mark.rule("CRU-TURN-03", "CRU-FALL-01")
def test_taking_off_with_the_last_move_action_is_offered():
    noted = {"a1": ModelMarks(grounded=True, moves=3)}
    state = battle(put("a1", "landspeeder", (20, 20)), put("b1", "marine", (40, 5)), noting=noted)
    (up,) = (offer for offer in legal_actions(state, A) if offer.kind == "take-off")
    assert up.action
    state, _ = act(state, up.action)
    assert not marks.of(state, A1).grounded
    assert refused(state, drive("a1", 6)) == "CRU-TURN-03"


GIANTS = cast.an_army("Giants", ("Hawk", "thunderhawk", 1, (), ""), ("Base", "baneblade", 1, (), ""))
FEW = cast.an_army("Few", ("Guard", "guardsman", 1, ("lasgun",), ""))


def setting_up(army: Army) -> GameState:
    """The first side sets up, within 8 inches of its edge."""
    table = replace(cast.TABLE, terrain=(), width_in=48, height_in=36)
    state = fold(rules.new_game(table, {A: army, B: army}, ruleset="rules-crusade"))
    state, _ = act(state, RollForPlacement(side=A), placement=[4, 2])
    return answered(state, "a")


@pytest.mark.rule("CRU-TURN-04")
def test_a_model_larger_than_the_zone_stands_with_its_middle_in_it():
    state = setting_up(GIANTS)
    assert SetUpModel(side=A, unit=A1, at=(24, 6), facing=180).check(state) is None
    assert refused(state, SetUpModel(side=A, unit=A1, at=(24, 9), facing=180)) == "CRU-TURN-04"
    assert refused(state, SetUpModel(side=A, unit=A1, at=(24, 5), facing=180)) == "CRU-TURN-04"
    assert refused(state, SetUpModel(side=A, unit=A2, at=(24, 6), facing=90)) == "CRU-TURN-04"  # that one fits
    for side in (A, B):
        state, _ = act(state, SetUpAll(side=side))
    assert (state.turn.number, state.active_side) == (1, A)


@pytest.mark.rule("CRU-TURN-04")
def test_the_battle_begins_when_a_ruling_has_placed_the_last_model():
    state = setting_up(FEW)
    older = replace(state, version="13")
    for side, unit in ((A, A1), (B, B1)):
        place = RuleStand(side=side, unit=unit, at=(20, 20 if side == A else 10), reason="on the hill")
        state, _ = act(state, place)
        older, _ = act(older, place)
    assert (state.turn.number, older.turn.number) == (1, 0)
