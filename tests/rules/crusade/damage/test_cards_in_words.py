"""Damage cards as pages tell them: what lies face up, what it does, what holds of the vehicle then."""

from __future__ import annotations

import pytest

from rules.core.drawn import CardsHeld, DrawnCard
from rules.core.ids import UnitId
from rules.engine import evolve
from rules.events import Rolled
from rules.questions import events as questions
from rules.state import Event, GameState
from tests.rules.crusade.acts import shoot
from tests.rules.crusade.cast import act, battle, held, put

B1 = UnitId("b1")


def cards_in(state: GameState, events: list[Event]) -> tuple[list[DrawnCard], list[CardsHeld]]:
    """Each card as it is turned up, and what its vehicle holds then."""
    drawn, came = [], []
    for event in events:
        state = evolve(state, event)
        if isinstance(event, Rolled) and (card := questions.card_drawn(state, event)):
            drawn.append(card)
        if now := questions.cards_held(state, event):
            came.append(now)
    return drawn, came


@pytest.mark.rule("CRU-DMG-01", "CRU-DMG-02", "CRU-DMG-03", "CRU-DMG-08")
def test_cards_say_what_they_do_how_many_are_left_and_what_holds_then() -> None:
    state = battle(put("a1", "leman-russ", (20, 25)), put("b1", "land-raider", (20, 12)), noting={"b1": held("HULL")})
    fire = shoot("a1", "b1")
    cards, came = cards_in(
        state, act(state, fire, attack=[3, 2, 1, 0, 0], vehicle_defence=[2, 1], damage_card=["HULL", "FIRE"])[1]
    )
    assert [(card.name, card.left, card.held, card.most) for card in cards] == [("HULL", 19, 2, 4), ("FIRE", 18, 3, 4)]
    assert cards[0].does == "one die fewer whenever it defends"
    assert cards[1].does.endswith("destroyed while it burns, it explodes")
    assert came[-1].cards == ("HULL", "HULL", "FIRE")
    assert came[-1].lines == (
        ("HULL", "defends with 1 of 3 base dice"),
        ("FIRE", "it burns"),
        ("", "one more card: it explodes"),
    )


@pytest.mark.rule("CRU-DMG-02", "CRU-DMG-04", "CRU-DMG-07")
def test_a_second_card_and_one_past_the_hits_say_so() -> None:
    state = battle(
        put("a1", "leman-russ", (20, 25)), put("b1", "land-raider", (20, 12)), noting={"b1": held("CREW", "DRIVE")}
    )
    cards, came = cards_in(
        state,
        act(
            state,
            shoot("a1", "b1"),
            attack=[3, 2, 1, 0, 0],
            vehicle_defence=[2, 0, 1],
            damage_card=["CREW", "WEAPON"],
        )[1],
    )
    assert [card.does for card in cards] == ["a second one does nothing", "nothing more, the Hits are reached"]
    assert came[-1].lines == ()
