"""Whole battles by random legal choices: what is offered is taken, logs fold to the state, battles end."""

from collections import Counter

import pytest

import rules
from rules import bots, codec
from rules.crusade import models
from rules.crusade.marks import CARDS, COPIES, CrusadeMarks, deck
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions
from rules.state import GameState
from tests.rules.crusade.cast import NORTH, SOUTH, TABLE, A, B

SEEDS = range(3)


def a_game(seed: int) -> tuple[GameState, list[rules.Event], Counter[str]]:  # type: ignore[name-defined]
    dice, choices = SeededDice(seed), SeededDice(seed + 1000)
    log = rules.new_game(TABLE, {A: NORTH, B: SOUTH}, ruleset="rules-crusade", seal="x")
    state = fold(log)
    for step in range(900):
        action = bots.next_action(state, choices, step * bots.DICE_PER_CHOICE)
        if action is None:
            break
        events = decide(state, codec.decode_action(codec.encode(action)), dice)
        log += events
        state = fold(events, state)
        noted = state.own
        assert isinstance(noted, CrusadeMarks)
        held = sum(len(each.cards) for each in noted.models.values())
        drawn = sum(type(e).__name__ == "CardDrawn" and e.from_die for e in log)  # type: ignore[attr-defined]
        assert sum(deck(state).values()) + sum(noted.discards.values()) + held - drawn == COPIES * len(CARDS)
        for unit in models.standing(state):
            x, y = models.place(state, unit)
            assert 0 <= x <= TABLE.width_in
            assert 0 <= y <= TABLE.height_in
    return state, log, Counter(type(event).__name__ for event in log)


@pytest.fixture(scope="module")
def played() -> list[tuple[GameState, list[rules.Event], Counter[str]]]:  # type: ignore[name-defined]
    return [a_game(seed) for seed in SEEDS]


def test_battles_come_to_their_end_and_fold_to_their_state(played):
    for state, log, _ in played:
        assert state.outcome is not None
        read = codec.decode_events(codec.encode(log))
        assert fold(read) == state
        assert codec.decode_state(codec.encode(state)) == state


def test_enough_happens_in_them(played):
    happened = sum((count for _, _, count in played), Counter())
    for kind in ("VehicleDriven", "DiceLost", "CardDrawn", "WeaponFired", "TroopMoved"):
        assert happened[kind] >= 20, happened
    for kind in ("BecameWreck", "GotOut", "WeaponFailed"):
        assert happened[kind] >= 3, happened


def test_what_is_offered_is_taken():
    dice, choices = SeededDice(3), SeededDice(1003)
    state = fold(rules.new_game(TABLE, {A: NORTH, B: SOUTH}, ruleset="rules-crusade", seal="x"))
    tried = 0
    for step in range(120):
        side = bots.to_act(state)
        if side is None:
            break
        for offer in legal_actions(state, side)[::4]:
            if offer.action is not None:
                decide(state, offer.action, SeededDice(step))
                rules.preview(state, offer.action)
                tried += 1
        action = bots.next_action(state, choices, step * bots.DICE_PER_CHOICE)
        if action is None:
            break
        state = fold(decide(state, action, dice), state)
    assert tried > 80
