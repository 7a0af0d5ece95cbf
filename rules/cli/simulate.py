"""`python -m rules simulate`: play whole games by bots and print one log, or a tally of many, or who won how often."""

import argparse
import gc
import hashlib
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from rules import characters
from rules.bots import next_action, to_act
from rules.characters import CHARACTERS
from rules.cli.documents import fought
from rules.codec import encode
from rules.core.ids import SideId
from rules.dice.sources import Dice, SeededDice
from rules.engine import decide, evolve, fold, new_game
from rules.forces.army import Army
from rules.progress import Action
from rules.state import Event, GameState
from rules.table.scenario import Scenario

MOST_COMMANDS = 5000
"""A game that takes more commands than this is reported as endless."""

RANDOM: Final = "random"
"""The bot that plays any legal action, more or less at random."""


def main(arguments: Sequence[str]) -> int:
    """Play; prints the log of one game (`--log`) or how many happenings of each kind all games met."""
    parser = argparse.ArgumentParser(prog="python -m rules simulate", description=__doc__)
    parser.add_argument("scenario", help="a scenario file")
    parser.add_argument("armies", nargs="+", help="an army file for each side, in order")
    parser.add_argument("--ruleset", default="", help="the game to play, if not the one that the scenario is made for")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", action="store_true", help="print the events of the first game as JSON")
    parser.add_argument("--bots", default="", help="who plays, such as aggressive,random: win rates of the first")
    parser.add_argument(
        "--results", type=Path, help="a file that keeps what --bots played; what stands there is not played again"
    )
    given = parser.parse_args(arguments)
    scenario, armies = fought(parser, given.scenario, given.armies, given.ruleset)
    if given.bots:
        seeds = range(given.seed, given.seed + given.games)
        return _match(parser, scenario, armies, given.bots.split(","), seeds, given.results)
    counts: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.games):
        log, state = play(scenario, armies, seed, given.ruleset)
        if given.log:
            sys.stdout.buffer.write(encode(log) + b"\n")
            return 0
        counts.update(type(e).__name__ for e in log)
        counts["decided" if state.outcome else "endless"] += 1
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    return 0


class Result(NamedTuple):
    """How one game of a match ended, for the first bot of two: "won", "lost", "drawn" or "endless"."""

    seed: int
    ended: str


def _match(
    parser: argparse.ArgumentParser,
    scenario: Scenario,
    armies: Sequence[Army],
    bots: Sequence[str],
    seeds: range,
    results: Path | None = None,
) -> int:
    """Games of two bots on all cores, each with sides and forces changed every other time; the first one's win rate."""
    known = (*CHARACTERS, RANDOM)
    if len(bots) != 2 or not seeds or any(b not in known for b in bots) or len(scenario.sides) != 2:
        parser.error(f"--bots takes two of {', '.join(known)} and a scenario of two sides, for one game or more")
    about = hashlib.sha256(encode((scenario, tuple(armies), tuple(bots)))).hexdigest()
    played = _played(results, about)
    if played is None:
        parser.error(f"{results} keeps another match or is damaged: name another file")
    counts = Counter(played[seed] for seed in seeds if seed in played)
    with ProcessPoolExecutor(initializer=spare_rubbish) as pool:
        for result in pool.map(partial(contest, scenario, armies, bots), [s for s in seeds if s not in played]):
            counts[result.ended] += 1
            _keep(results, Kept(match=about, seed=result.seed, ended=result.ended))
            print(f"game {result.seed}: {bots[0]} {result.ended}", flush=True)
    low, high = interval(counts["won"], len(seeds))
    tally = ", ".join(f"{counts[name]} {name}" for name in ("won", "lost", "drawn", "endless"))
    print(f"{bots[0]} against {bots[1]}: {tally}; wins {counts['won'] / len(seeds):.0%} ({low:.0%} to {high:.0%})")
    return 0


def spare_rubbish() -> None:
    """Look for rubbish that refers to itself as seldom as the server does: play makes hardly any."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a match as a line of its file. `match` is the SHA-256 of scenario, armies and bots."""

    match: str
    seed: int
    ended: str


def _played(results: Path | None, about: str) -> Mapping[int, str] | None:
    """How the games of that match ended that the file keeps, by seed; None if it keeps others."""
    lines = results.read_bytes().splitlines() if results is not None and results.exists() else []
    try:
        kept = [msgspec.json.decode(line, type=Kept) for line in lines]
    except msgspec.DecodeError:
        return None
    return None if any(k.match != about for k in kept) else {k.seed: k.ended for k in kept}


def _keep(results: Path | None, game: Kept) -> None:
    """Append the game, in one write."""
    if results is not None:
        with results.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")


def contest(scenario: Scenario, armies: Sequence[Army], bots: Sequence[str], seed: int) -> Result:
    """One game of two bots; at even seeds the first has the first side, at odd ones the second."""
    sides = [s.id for s in scenario.sides]
    seats = dict(zip(sides, bots if seed % 2 == 0 else bots[::-1], strict=True))
    _, state = play(scenario, armies, seed, seats=seats)
    if state.outcome is None:
        return Result(seed, "endless")
    if state.outcome.winner is None:
        return Result(seed, "drawn")
    return Result(seed, "won" if state.outcome.winner == sides[seed % 2] else "lost")


def interval(won: int, games: int) -> tuple[float, float]:
    """Between which rates the true one lies, 95 times of 100 (Wilson's interval)."""
    z, n = 1.96, max(games, 1)
    rate = won / n
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def play(
    scenario: Scenario,
    armies: Sequence[Army],
    seed: int,
    ruleset: str = "",
    seats: Mapping[SideId, str] | None = None,
) -> tuple[list[Event], GameState]:
    """One game, by random legal choices where `seats` names no other bot; the log and the last state."""
    sides = [s.id for s in scenario.sides]
    log = new_game(scenario, dict(zip(sides, armies, strict=True)), game_id=f"simulated-{seed}", ruleset=ruleset)
    state = fold(log)
    dice, choices = SeededDice(seed), SeededDice(seed + 1_000_000_007)
    for turn in range(MOST_COMMANDS):
        action = _chosen(state, seats or {}, choices, turn * 10)
        if action is None:
            break
        events = decide(state, action, dice)
        for event in events:
            state = evolve(state, event)
        log += events
    return log, state


def _chosen(state: GameState, seats: Mapping[SideId, str], choices: Dice, k: int) -> Action | None:
    """What the bot of the side that has to do something does."""
    side = to_act(state)
    character = CHARACTERS.get(seats.get(side, RANDOM)) if side else None
    if side is None or character is None:
        return next_action(state, choices, k)
    return characters.next_action(state, side, character, choices, k)
