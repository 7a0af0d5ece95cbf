"""Cards, wrecks, explosions, losses. (CRU-DMG, CRU-DEST, CRU-EXPL, CRU-TROOP)"""

from __future__ import annotations

import pytest

from rules.crusade import marks, models
from rules.crusade.troops import MoveTroop
from rules.crusade.turn.sides import EndTurn
from rules.engine import legal_actions, preview
from tests.rules.crusade.acts import A1, B1, B2, answered, dice, named, refused, shoot
from tests.rules.crusade.cast import A, B, act, battle, held, put


@pytest.mark.rule("CRU-DMG-04", "CRU-DMG-07", "CRU-DMG-03")
def test_a_crew_card_attacks_those_aboard_and_a_weapon_card_is_chosen_by_the_attacker():
    state = battle(
        put("a1", "leman-russ", (20, 30)), put("b1", "land-raider", (20, 10)), put("b2", "marine", aboard="b1")
    )
    state, _ = act(
        state,
        shoot("a1", "b1"),
        attack=[3, 2, 0, 0, 2],
        vehicle_defence=[1, 1, 1],
        damage_card=["CREW", "WEAPON"],
        crew_hit=[3],
        defence=[1, 1],
    )
    assert (dice(state, B2), state.waits_for, len(legal_actions(state, A))) == (1, A, 3)
    state = answered(state, "2")
    assert marks.of(state, B1).lost == ("2",)
    state, _ = act(state, EndTurn(side=A))
    assert refused(state, shoot("b1", "a1")) == "CRU-DMG-04"


@pytest.mark.rule("CRU-DMG-07")
def test_of_a_last_weapon_there_is_nothing_to_choose():
    state = battle(put("a1", "leman-russ", (20, 30)), put("b1", "rhino", (20, 10)))
    state, _ = act(state, shoot("a1", "b1"), attack=[3, 0, 0, 0, 0], vehicle_defence=[1, 0], damage_card=["WEAPON"])
    assert (marks.of(state, B1).lost, state.prompt) == (("0",), None)


@pytest.mark.rule("CRU-DMG-08")
def test_who_ends_a_turn_is_told_what_fires_may_do():
    """One FIRE card and two dice: 23 in 108, as the ledger has it; the third card is the end of it."""
    lit = {"a1": held("FIRE"), "a2": held("FIRE", "HULL")}
    state = battle(put("a1", "rhino", (20, 20)), put("a2", "rhino", (30, 20)), put("b1", "marine", (40, 5)), noting=lit)
    chances = {chance.label: chance.exact for chance in preview(state, EndTurn(side=A)).chances}
    assert (chances["Rhino A1 damaged by fire"], chances["Rhino A1 explodes"]) == ("23/108", "1/9")
    assert chances["Rhino A2 damaged by fire"] == chances["Rhino A2 explodes"]  # one die fewer, and its last card
    calm = battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 5)))
    assert preview(calm, EndTurn(side=A)).chances == ()


@pytest.mark.rule("CRU-DMG-08", "CRU-EXPL-01", "CRU-TROOP-03", "CRU-SHOT-03", "CRU-DMG-01")
def test_fire_at_the_end_of_the_turn_blows_a_vehicle_up():
    state = battle(
        put("a1", "rhino", (20, 20)),
        put("b1", "marine", (23, 20)),
        put("b2", "rhino", (20, 13)),
        noting={"a1": held("FIRE", "HULL")},
    )
    state, _ = act(
        state,
        EndTurn(side=A),
        vehicle_fire=[1],
        vehicle_defence=[0, 2, 2],
        damage_card=["HULL"],
        explosion=[1, 1, 0, 0, 0],
        defence=[1, 0],
    )
    assert (state.units[A1].is_gone, dice(state, B1), marks.of(state, B1).knocked) == (True, 1, True)
    assert sum(marks.marks(state).discards.values()) == 3


@pytest.mark.rule("CRU-DEST-01", "CRU-TROOP-03")
def test_survivors_of_a_wreck_are_set_down_by_their_owner_and_lose_their_next_move():
    state = battle(
        put("a1", "leman-russ", (20, 30)),
        put("b1", "rhino", (20, 10)),
        put("b2", "marine", aboard="b1"),
        noting={"b1": held("HULL", "HULL")},
    )
    state, _ = act(
        state,
        shoot("a1", "b1"),
        attack=[2, 0, 0, 0, 0],
        vehicle_defence=[],
        damage_card=["HULL"],
        wreck_occupants=[1, 0, 0],
        defence=[0, 0],
    )
    assert state.waits_for == B
    state = answered(state, "front")
    assert models.place(state, state.units[B2]) == pytest.approx((20, 7.26), abs=0.3)
    state, _ = act(state, EndTurn(side=A))
    assert refused(state, MoveTroop(side=B, unit=B2, path=((20, 5),))) == "CRU-TROOP-03"


@pytest.mark.rule("CRU-DMG-03")
def test_an_empty_pile_is_shuffled_from_the_discards_and_without_any_a_die_decides():
    target = put("b1", "rhino", (20, 10))
    state = battle(put("a1", "leman-russ", (20, 30)), target, left={}, discards={"HULL": 1})
    state, events = act(state, shoot("a1", "b1"), attack=[2, 0, 0, 0, 0], vehicle_defence=[0, 0], damage_card=["HULL"])
    assert (len(named(events, "CardsShuffled")), marks.of(state, B1).cards) == (1, ("HULL",))
