"""Random legal play: what must hold after every event of every game.

The seed is printed; the games are few here and many in `make soak` (LIVETABLE_GAMES, LIVETABLE_SEED).
"""

import os
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from rules.bots import next_action, to_act
from rules.codec import decode_event, decode_state, encode
from rules.core.refusal import IllegalAction
from rules.dice.sources import SeededDice
from rules.engine import decide, evolve, fold, legal_actions
from rules.events import Rolled
from rules.forces.army import Army
from rules.gemini.activation import UnitActivated
from rules.gemini.setup import new_game
from rules.state import GameState
from rules.table.scenario import Scenario
from rules.visibility import view

SAMPLE = Path(__file__).parents[2] / "tabletop" / "sample"
GAMES = int(os.environ.get("LIVETABLE_GAMES", "4"))
SEED = int(os.environ.get("LIVETABLE_SEED", "20"))
OFFERS_TRIED = int(os.environ.get("LIVETABLE_OFFERS", "5"))


def sample(name, kind):
    return msgspec.json.decode((SAMPLE / name).read_bytes(), type=kind)


def a_game(seed):
    scenario = sample("harrow-ford.scenario.json", Scenario)
    armies = {
        "a": sample("northmarch-rangers.army.json", Army),
        "b": sample("saltmere-compact.army.json", Army),
    }
    return new_game(scenario, armies, game_id=f"conformance-{seed}")


def check(state: GameState) -> None:
    """What holds of every state."""
    width, height = state.scenario.width_in, state.scenario.height_in
    for unit in state.units.values():
        if not unit.on_table:
            continue
        for model in unit.alive:
            assert -0.02 <= model.at[0] <= width + 0.02, (unit.id, model)
            assert -0.02 <= model.at[1] <= height + 0.02, (unit.id, model)
            assert 0 < model.wounds <= state.profile(model).w
        if unit.aboard:
            assert not state.units[unit.aboard].is_gone
    assert 0 <= state.turn.ap <= 3
    if state.turn.active:
        assert not state.units[state.turn.active].is_gone or state.agenda
    for melee in state.melees:
        assert len({state.units[u].side for u in melee.units}) > 1


@pytest.mark.parametrize("seed", range(SEED, SEED + GAMES))
def test_random_legal_play_keeps_every_promise(seed):
    print("seed", seed)
    log = a_game(seed)
    state = fold(log)
    dice, choices = SeededDice(seed), SeededDice(seed + 10**9)
    met = Counter()
    for step in range(4000):
        side = to_act(state)
        if side is None:
            break
        legal = [o.action for o in legal_actions(state, side) if o.action is not None]
        assert legal, f"nobody can do anything at {state.seq}"
        for offset in range(min(OFFERS_TRIED, len(legal))):
            decide(state, legal[(step * 7 + offset) % len(legal)], SeededDice(seed + step))
        action = next_action(state, choices, step * 10)
        events = decide(state, action, dice)
        before = state
        for event in events:
            assert event.seq == state.seq + 1
            again = decode_event(encode(event))
            assert again == event
            state = evolve(state, again)
            check(state)
            met[type(event).__name__] += 1
        assert fold(events, before) == state
        assert decode_state(encode(state)) == state
        spent = [e for e in events if isinstance(e, UnitActivated)]
        assert all(e.ap <= e.rolled for e in spent)
        for viewer in ("a", "b", "public"):
            assert not view(state, viewer).agenda
        log += events
    assert state.outcome is not None, f"no end after {len(log)} events: {met}"
    assert fold(log) == state
    assert state.dice_used == sum(len(e.dice) for e in log if isinstance(e, Rolled))


def refusal_of(state, action, seed):
    """The refusal of an action, or None; any other exception is the test's failure."""
    try:
        decide(state, action, SeededDice(seed))
    except IllegalAction as refused:
        return refused.refusal
    return None


def test_no_action_raises_anything_but_a_refusal():
    state = fold(a_game(1))
    dice, choices = SeededDice(1), SeededDice(2)
    seen, refusals = [], []
    for step in range(300):
        action = next_action(state, choices, step * 10)
        if action is None:
            break
        seen.append(action)
        # Everything asked so far in this game, now out of place, and for the wrong side.
        refusals += [
            refused
            for other in seen[-20:]
            for side in ("a", "b")
            if (refused := refusal_of(state, msgspec.structs.replace(other, side=side), step)) is not None
        ]
        state = fold(decide(state, action, dice), state)
    assert len(refusals) > 500
    assert all(r.code and r.message for r in refusals)
