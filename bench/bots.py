"""Bots that weigh: the exact odds of one shot, one decision, and whole games of twelve units a side, by CPU."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Final
from unittest.mock import patch

from msgspec.structs import replace

from bench import battle
from bench.clock import percentile
from bench.report import Report
from rules import bots, characters
from rules.arap.minds import fire
from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.shoot import Shoot
from rules.characters import AGGRESSIVE, CAUTIOUS
from rules.cli.simulate import spare_rubbish
from rules.core.ids import UnitId
from rules.dice.sources import SeededDice
from rules.engine import decide, evolve, legal_actions
from rules.forces.unit import Unit
from rules.state import GameState
from rules.weighing import Character, Worth

CANDIDATE_MS: Final = 0.1
DECISION_MS: Final = 300
GAMES_A_MINUTE: Final = 20
_TWELVE: Final = frozenset(map(str, (1, 2, 3, 6, 7, 8, 9, 10, 19, 25, 26, 27)))
"""Numbers of each side's units in a battle of twelve a side."""
_MOST: Final = 3000
"""Commands; no battle of six turns takes as many."""


def twelve() -> GameState:
    """The measured table with twelve units a side, three of them hulls; six turns."""
    state = battle.state()
    units = {name: unit for name, unit in state.units.items() if name[1:] in _TWELVE}
    return replace(state, units=units, scenario=replace(state.scenario, turn_limit=6))


def shots(rounds: int) -> list[float]:
    """Seconds for each shot that is weighed: squads at whatever is offered to them."""
    took = []
    for number in range(rounds):
        for shooter in ("a25", "a26", "a27"):
            state = battle.in_hand(twelve(), UnitId(shooter))
            offers = [o for o in legal_actions(state, battle.A) if isinstance(o.action, Shoot)]
            plans = [(o, o.action.plan(state)) for o in offers if isinstance(o.action, Shoot)]
            units = state.units
            began = time.process_time()
            for offer, plan in plans:
                assert offer.unit is not None
                assert offer.target is not None
                fire.of_plan(state, units[offer.unit], units[offer.target], plan, AGGRESSIVE)
            if number and plans:  # the first round fills what is kept for good
                took.append((time.process_time() - began) / len(plans))
    return took


@contextmanager
def weighing() -> Iterator[list[float]]:
    """Seconds of each shot that is weighed meanwhile, as play has it: most units are those of the state before."""
    took: list[float] = []
    weigh = fire.of_plan

    def timed(state: GameState, unit: Unit, target: Unit, plan: FirePlan, character: Character) -> Worth:
        began = time.process_time()
        found = weigh(state, unit, target, plan, character)
        took.append(time.process_time() - began)
        return found

    with patch.object(fire, "of_plan", timed):
        yield took


def game(seed: int, commands: int = _MOST) -> tuple[float, list[float]]:
    """Seconds of one game of two characters, and of each of their decisions."""
    state, dice, choices = twelve(), SeededDice(seed), SeededDice(seed + 1_000_003)
    players = {battle.A: AGGRESSIVE, battle.B: CAUTIOUS}
    each: list[float] = []
    began = time.process_time()
    for number in range(commands):
        side = bots.to_act(state)
        if side is None:
            break
        asked = time.process_time()
        action = characters.next_action(state, side, players[side], choices, number * 10)
        each.append(time.process_time() - asked)
        if action is None:
            break
        for event in decide(state, action, dice):
            state = evolve(state, event)
    return time.process_time() - began, each


def measure(report: Report, *, games: int = 3, rounds: int = 5, commands: int = _MOST) -> None:
    """Print what a shot, a decision and a game cost."""
    report.section("bots: twelve units a side, six turns, two characters, by CPU")
    spare_rubbish()
    each = [seconds * 1e3 for seconds in shots(rounds)]
    report.add(
        "the exact odds of one shot, all units new",
        median(each),
        "ms",
        goal=CANDIDATE_MS,
        note=f"slowest {max(each):.2f} ms",
    )
    with weighing() as each_shot:
        played = [game(seed, commands) for seed in range(1, games + 1)]
    in_play = [seconds * 1e3 for seconds in each_shot] or [0.0]
    note = f"of {len(each_shot)} shots, p90 {percentile(in_play, 90):.2f} ms"
    report.add("the same in those games, median", median(in_play), "ms", goal=CANDIDATE_MS, note=note)
    decisions = [seconds * 1e3 for _, found in played for seconds in found]
    note = f"p90 {percentile(decisions, 90):.0f} ms, slowest {max(decisions):.0f} ms of {len(decisions)}"
    report.add("one decision", median(decisions), "ms", goal=DECISION_MS, note=note)
    took = median([seconds for seconds, _ in played])
    report.add("one game", took, "s", goal=60 / GAMES_A_MINUTE, note=f"{60 / took:.0f} games a minute and core")
