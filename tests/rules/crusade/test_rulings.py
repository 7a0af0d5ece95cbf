"""What the host of a Rules Crusade overrules: dice, cards, states, places."""

from __future__ import annotations

from typing import Any

import pytest

from rules.crusade.marks import deck, marks, of
from rules.crusade.rulings import RuleModel, RuleStand
from rules.engine import legal_actions, preview
from rules.progress import Action
from rules.questions.units import states
from rules.state import GameState
from tests.rules.crusade.cast import A, act, battle, held, put


def scene(**marked: Any) -> GameState:
    """A rhino with a marine aboard beside another, against a tank."""
    return battle(
        put("a1", "rhino", (10, 10)),
        put("a2", "marine", (10, 10), aboard="a1", weapons=["boltgun"]),
        put("a3", "marine", (20, 10), weapons=["boltgun"]),
        put("b1", "leman-russ", (30, 10)),
        put("b2", "marine", (40, 10)),
        noting={"b1": held("FIRE", "HULL")} | marked,
        left={"FIRE": 3, "HULL": 3, "CREW": 0, "DRIVE": 4, "WEAPON": 4},
        discards={"CREW": 1},
    )


def ruled(state: GameState, unit: str, what: str, value: int) -> tuple[GameState, str]:
    state, events = act(state, RuleModel(side=A, unit=unit, what=what, value=value, reason="a slip"))  # type: ignore[arg-type]
    return state, events[0].sentence(state)


def shown(state: GameState, unit: str) -> list[str]:
    return [each.words for each in states(state, state.units[unit])]  # type: ignore[index]


@pytest.mark.parametrize(
    ("unit", "what", "value", "told", "state"),
    [
        ("b2", "dice", 1, "Host: marine B2 has 1 die left, was 2 (a slip)", "1 of 2 dice left"),
        ("b2", "in_play", 0, "Host: marine B2 is no longer in play (a slip)", "Out of play"),
        ("a3", "knocked", 1, "Host: marine A3 is knocked down (a slip)", "Knocked down: no normal move in this turn"),
        ("b2", "knocked", 1, "Host: marine B2 is knocked down (a slip)", "Knocked down: loses its next normal move"),
        ("b2", "stunned", 1, "Host: marine B2 is stunned (a slip)", "Stunned: no action in its next turn"),
        ("b2", "hidden", 1, "Host: marine B2 is hidden (a slip)", "Hidden"),
        ("a3", "acted", 1, "Host: marine A3 is without its action (a slip)", "Its action is spent"),
        ("a3", "done", 1, "Host: marine A3 is done for this turn (a slip)", "Done for this turn"),
        ("a3", "weapons_ready", 0, "Host: marine A3 is no longer ready with all its weapons (a slip)", "boltgun lost"),
        (
            "b1",
            "moves",
            2,
            "Host: Leman Russ B1 has 2 move actions made, was 0 (a slip)",
            "2 move actions in its latest turn",
        ),
        ("b1", "wreck", 1, "Host: Leman Russ B1 is a wreck (a slip)", "Wreck"),
    ],
)
def test_a_ruling_sets_what_it_says(unit: str, what: str, value: int, told: str, state: str) -> None:
    after, said = ruled(scene(), unit, what, value)
    assert said == told
    assert state in shown(after, unit)


def test_what_a_ruling_has_set_another_takes_away() -> None:
    state, _ = ruled(scene(), "b2", "in_play", 0)
    state, _ = ruled(state, "b2", "in_play", 1)
    assert shown(state, "b2") == []
    state, _ = ruled(state, "b1", "wreck", 1)
    state, _ = ruled(state, "b1", "wreck", 0)
    assert "Wreck" not in shown(state, "b1")
    state, _ = ruled(state, "a3", "weapons_ready", 0)
    state, said = ruled(state, "a3", "weapons_ready", 1)
    assert (shown(state, "a3"), said) == ([], "Host: marine A3 is ready with all its weapons (a slip)")


@pytest.mark.rule("CRU-DMG-03")
def test_cards_that_are_dealt_by_ruling_leave_the_deck_and_then_the_discards() -> None:
    state, said = ruled(scene(), "b1", "FIRE", 3)
    assert said == "Host: Leman Russ B1 has 3 FIRE cards, was 1 (a slip)"
    assert (of(state, "b1").cards, deck(state)["FIRE"]) == (("HULL", "FIRE", "FIRE", "FIRE"), 1)  # type: ignore[arg-type]
    state, _ = ruled(state, "b1", "CREW", 1)
    assert marks(state).discards["CREW"] == 0
    state, _ = ruled(state, "b1", "FIRE", 0)
    assert (of(state, "b1").cards, marks(state).discards["FIRE"]) == (("HULL", "CREW"), 3)  # type: ignore[arg-type]


def test_who_is_moved_by_ruling_is_aboard_of_nothing_and_takes_its_riders_along() -> None:
    state, events = act(scene(), RuleStand(side=A, unit="a2", at=(14, 10), reason="fell out"))  # type: ignore[arg-type]
    assert events[0].sentence(state) == "Host: marine A2 is moved (fell out)"
    assert (state.units["a2"].aboard, state.units["a2"].models[0].at) == (None, (14, 10))  # type: ignore[index]
    state, _ = act(scene(), RuleStand(side=A, unit="a1", at=(12, 20), facing=90, reason="rolled"))  # type: ignore[arg-type]
    assert (state.units["a1"].models[0].facing, state.units["a2"].models[0].at) == (90, (12, 20))  # type: ignore[index]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (RuleModel(side=A, unit="x9", what="dice", value=1, reason="x"), "unknown-unit"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a3", what="dice", value=1, reason=" "), "no-reason"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a3", what="luck", value=1, reason="x"), "bad-ruling"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a3", what="wreck", value=1, reason="x"), "bad-ruling"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a3", what="dice", value=3, reason="x"), "bad-ruling"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a1", what="in_play", value=0, reason="x"), "somebody-aboard"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a1", what="CREW", value=2, reason="x"), "no-card"),  # type: ignore[arg-type]
        (RuleStand(side=A, unit="a1", at=(99, 1), reason="x"), "off-table"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_ruled(action: Action, code: str) -> None:
    refused = preview(scene(), action).refusal
    assert refused is not None
    assert refused.code == code
    assert all(offer.action != action for offer in legal_actions(scene(), A))
