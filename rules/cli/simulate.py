"""`python -m rules simulate`: play whole games by random legal choices and print one log, or a tally of many."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

import msgspec

from rules.bots import next_action
from rules.cli.documents import read
from rules.codec import encode
from rules.dice.sources import SeededDice
from rules.engine import decide, evolve, fold, new_game
from rules.forces import stored
from rules.forces.army import Army
from rules.state import Event, GameState
from rules.table.scenario import Scenario

MOST_COMMANDS = 5000
"""A game that takes more commands than this is reported as endless."""


def main(arguments: Sequence[str]) -> int:
    """Play; prints the log of one game (`--log`) or how many happenings of each kind all games met."""
    parser = argparse.ArgumentParser(prog="python -m rules simulate", description=__doc__)
    parser.add_argument("scenario", help="a scenario file")
    parser.add_argument("armies", nargs="+", help="an army file for each side, in order")
    parser.add_argument("--ruleset", default="", help="the game to play, if not the one that the scenario is made for")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", action="store_true", help="print the events of the first game as JSON")
    given = parser.parse_args(arguments)
    scenario = msgspec.json.decode(read(given.scenario), type=Scenario)
    armies = [stored.read(read(name), Army) for name in given.armies]
    told: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.games):
        log, state = play(scenario, armies, seed, given.ruleset)
        if given.log:
            sys.stdout.buffer.write(encode(log) + b"\n")
            return 0
        told.update(type(e).__name__ for e in log)
        told["decided" if state.outcome else "endless"] += 1
    for name, count in sorted(told.items()):
        print(f"{count:8} {name}")
    return 0


def play(scenario: Scenario, armies: Sequence[Army], seed: int, ruleset: str = "") -> tuple[list[Event], GameState]:
    """One game by random legal choices; the log and the last state."""
    sides = [s.id for s in scenario.sides]
    log = new_game(scenario, dict(zip(sides, armies, strict=True)), game_id=f"simulated-{seed}", ruleset=ruleset)
    state = fold(log)
    dice, choices = SeededDice(seed), SeededDice(seed + 1_000_000_007)
    for turn in range(MOST_COMMANDS):
        action = next_action(state, choices, turn * 10)
        if action is None:
            break
        events = decide(state, action, dice)
        for event in events:
            state = evolve(state, event)
        log += events
    return log, state
