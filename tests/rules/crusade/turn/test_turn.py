"""The turn, models as units, pods: small battles with scripted dice. (CRU-TURN, CRU-LIST, CRU-VEH, CRU-POD)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import rules
from rules.crusade import marks, models
from rules.crusade.pods import LandPod
from rules.crusade.turn.setting_up import RollForPlacement
from rules.crusade.turn.sides import EndTurn
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, preview
from tests.rules.crusade import cast
from tests.rules.crusade.acts import A1, B1, B2, answered, named, refused, shoot
from tests.rules.crusade.cast import A, B, act, battle, drive, held, put


@pytest.mark.rule("CRU-VEH-01", "CRU-LIST-01", "CRU-LIST-02", "CRU-LIST-03")
def test_every_model_of_an_army_is_a_unit_and_open_crew_come_with_their_vehicle():
    events = rules.new_game(cast.TABLE, {A: cast.NORTH, B: cast.SOUTH}, ruleset="rules-crusade")
    state = fold(events)
    assert len([u for u in state.units.values() if u.side == A]) == 12
    crew = [u for u in state.units.values() if "Gun, " in u.name]
    assert [(u.name, models.dice_of(u)) for u in crew] == [("Gun, driver", 1), ("Gun, crew", 1)]
    gun = crew[0].aboard
    assert gun is not None
    assert marks.of(state, gun).driver == crew[0].id


def test_models_are_called_by_what_one_of_them_is_unless_their_owner_has_named_them():
    """Numbers go through all of a name; "Space Marines 2" is the second unit of them, not the name of a model."""
    named = {"marine": "Space Marine", "guardsman": "Imperial Guardsman"}
    army = cast.an_army(
        "Northmarch",
        ("Space Marines", "marine", 2, ("boltgun",), ""),
        ("Space Marines 2", "marine", 1, ("boltgun",), ""),
        ("Imperial Guardsmen", "guardsman", 1, ("lasgun",), ""),
        ("Old Friends", "marine", 2, ("boltgun",), ""),
        ("Rhino", "rhino", 1, (), ""),
    )
    profiles = tuple(replace(profile, name=named.get(profile.id, profile.name)) for profile in army.profiles)
    armies = {A: replace(army, profiles=profiles), B: cast.SOUTH}
    state = fold(rules.new_game(cast.TABLE, armies, ruleset="rules-crusade"))
    assert [unit.name for unit in state.units_of(A)] == [
        "Space Marine 1",
        "Space Marine 2",
        "Space Marine 3",
        "Imperial Guardsman",
        "Old Friends 1",
        "Old Friends 2",
        "Rhino",
    ]


@pytest.mark.rule("CRU-TURN-01")
def test_only_those_who_tie_roll_again_and_the_winner_says_who_begins():
    state = fold(rules.new_game(cast.TABLE, {A: cast.NORTH, B: cast.SOUTH}, ruleset="rules-crusade"))
    state, _ = act(state, RollForPlacement(side=A), placement=[4, 4, 2, 5])
    assert state.waits_for == B
    state = answered(state, "a")
    assert state.turn.order == (A, B)


@pytest.mark.rule("CRU-TURN-02", "CRU-TURN-03", "CRU-MOVE-01", "CRU-FIRE-01")
def test_the_action_buys_one_move_action_and_is_spent():
    state = battle(put("a1", "rhino", (20, 30)), put("b1", "marine", (40, 5)))
    state, _ = act(state, drive("a1"))
    assert refused(state, drive("a1")) == "CRU-TURN-03"
    state, _ = act(state, drive("a1", extra=True))
    assert models.place(state, state.units[A1]) == (20, 18)
    assert (marks.of(state, A1).moves, refused(state, shoot("a1", "b1"))) == (2, "CRU-FIRE-01")


@pytest.mark.rule("CRU-TURN-03", "CRU-MOVE-05", "CRU-MOVE-06", "CRU-MOVE-07", "CRU-DMG-05")
def test_move_actions_of_every_kind_of_vehicle():
    kinds = {"rhino": 2, "crawler": 1, "skiff": 3, "landspeeder": 4, "drop-pod": 0}
    for kind, count in kinds.items():
        state = battle(put("a1", kind, (20, 30)), put("b1", "marine", (40, 5)))
        assert models.move_actions(state, A1) == count
        if count:
            events = decide(state, drive("a1"), ScriptedDice({}))
            assert named(events, "MoveActionSpent")
    state = battle(put("a1", "rhino", (20, 30)), put("b1", "marine", (40, 5)), noting={"a1": held("DRIVE", moves=1)})
    assert refused(state, drive("a1")) == "CRU-DMG-05"
    refusal = preview(state, drive("a1")).refusal
    assert refusal is not None
    assert refusal.message == "Rhino A1 has 1 move action in this turn, and has made 1."


@pytest.mark.rule("CRU-TURN-04")
def test_a_side_without_models_has_lost_and_points_of_wrecks_do_not_count():
    state = battle(put("a1", "marine", (20, 20), weapons=("boltgun",)), put("b1", "guardsman", (24, 20)))
    state, _ = act(state, shoot("a1", "b1", "boltgun"), attack=[1, 1], defence=[0])
    assert state.outcome
    assert (state.outcome.winner, state.outcome.reason) == (A, "Side B has no model left: Side A 10, Side B 0")


@pytest.mark.rule("CRU-POD-01", "CRU-POD-02", "CRU-POD-03", "CRU-WEAP-08")
def test_a_pod_on_two_guardsmen():
    guards = (put("b1", "guardsman", (20.3, 16)), put("b2", "guardsman", (20, 18)))
    state = battle(put("a1", "drop-pod", deployed=False), put("a2", "marine", (2, 2)), *guards, number=2)
    land = LandPod(side=A, unit=A1, at=(20, 21))
    assert refused(state, EndTurn(side=A)) == "CRU-POD-01"
    assert preview(state, land).notes[1] == "deviates 2D6 inches"
    state, _ = act(state, land, pod_deviation=[2, 2], direction=[12], pod_impact=[3, 1, 0], defence=[0, 3])
    assert state.units[B1].is_gone
    assert state.units[B2].is_gone
