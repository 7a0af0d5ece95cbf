"""The engine on the measured battle: deciding, previewing, folding."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bench import battle, house, large
from bench.clock import Work, calibration, interleaved, median, percentile
from bench.report import Report
from rules import bots, codec, decide, fold, legal_actions, preview
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.shooting import shoot
from rules.arap.shooting.calculator import Fire
from rules.arap.shooting.shoot import Shoot
from rules.core.ids import WeaponId
from rules.dice.sources import SeededDice
from rules.engine import decided
from rules.forces.gemini import GeminiHull
from rules.forces.weapon import Weapon
from rules.progress import Action
from rules.state import Event, GameState
from rules.vehicles.gemini.damage.lasting import Fate
from rules.vehicles.gemini.damage.numbers import GeminiNumbers
from rules.vehicles.shared.shooting.calculator import HullFire, HullOutlook, HullUnderFire, outlook

DECIDE_MS, LARGE_MS, PREVIEW_MS, FOLD_S, ODDS_MS, VERIFY_S, TARGETS_MS = 3, 10, 8, 0.5, 20, 3, 30
"""Goals."""


def shooting(state: GameState) -> tuple[GameState, Action]:
    """A squad of ten shoots at one behind a wall."""
    shooters = battle.SHOOTERS
    return battle.in_hand(state, shooters), Shoot(side=battle.A, unit=shooters, target=battle.TARGETS)


def moving(state: GameState) -> tuple[GameState, Action]:
    """A squad of ten walks by three waypoints into a wood."""
    unit = state.units[battle.WALKERS]
    lead = unit.models[0].at
    steps = ((0.5, 0.3), (1.0, -0.2), (1.6, 0.1))
    path = tuple(Waypoint(at=(round(lead[0] + dx, 3), round(lead[1] + dy, 3))) for dx, dy in steps)
    return battle.in_hand(state, unit.id), Move(side=battle.A, unit=unit.id, path=path)


INDOORS = "targets of a unit in a house of 12 rooms with 40 models"
ODDS = "odds of 40 shots of three kinds at an open-topped tank"


def a_volley() -> HullOutlook:
    """Ordnance with two chart rolls, melta, shots that need a second die; hull points, guns to lose, hull-down."""
    heavy = Weapon(id=WeaponId("w"), name="", type="heavy", range_in=48, strength=8, ap=1)
    kinds = (
        (replace(heavy, type="ordnance"), 12, 3),
        (replace(heavy, traits=("melta",)), 13, 2),
        (replace(heavy, strength=7, ap=4), 15, 1),
    )
    fires = [HullFire(Fire(w, count, skill, cover="soft", near=True), "side") for w, count, skill in kinds]
    profile = GeminiHull(front=13, side=12, rear=10, open_topped=True)
    return outlook(fires, HullUnderFire(GeminiNumbers(), profile, Fate(hull=3, guns=4)))


def asked_anew(state: GameState, action: Action, do: Callable[[GameState, Action], object]) -> Work:
    """The same question about a state and by an action that nobody has seen yet: no answer is at hand."""

    def work(number: int) -> Callable[[], object]:
        fresh, asked = replace(state, dice_used=abs(number)), codec.decode_action(codec.encode(action))
        return lambda: do(fresh, asked)

    return work


def targets_indoors() -> Work:
    """Whom each unit of Ash in a house of twelve rooms may shoot at, one unit after the other."""
    before = house.state()
    units = [u for u in before.units if u.startswith("a")]

    def work(number: int) -> Callable[[], object]:
        fresh = replace(house.in_hand(before, units[number % len(units)]), dice_used=abs(number))
        return lambda: list(shoot.offers(fresh, battle.A))

    return work


def a_game(start: GameState, length: int) -> tuple[list[Event], list[Action]]:
    """Events of a long game by bots, and what was asked."""
    endless = replace(start, scenario=replace(start.scenario, turn_limit=1000))
    dice, choices = SeededDice(7), SeededDice(8)
    log: list[Event] = []
    asked: list[Action] = []
    state = endless
    for number in range(length * 2):
        action = bots.next_action(state, choices, number * bots.DICE_PER_CHOICE)
        if action is None or len(log) >= length:
            break
        events = decide(state, action, dice)
        state = fold(events, state)
        log += events
        asked.append(action)
    return log[:length], asked


def played_again(start: GameState, asked: Sequence[Action]) -> int:
    """The same commands decided again, as verifying a log does; how many events come of them."""
    state = replace(start, scenario=replace(start.scenario, turn_limit=1000))
    dice = SeededDice(7)
    number = 0
    for action in asked:
        events, state = decided(state, action, dice)
        number += len(events)
    return number


def measure(report: Report, *, rounds: int = 60, events: int = 2000) -> None:
    """Print medians beside the calibration loop of the same run."""
    state = battle.state()
    models = sum(len(u.models) for u in state.units.values())
    report.section(f"rules: {len(state.units)} units, {models} models, {len(state.terrain)} pieces of terrain")
    log, asked = a_game(state, events)
    shoot, move = shooting(state), moving(state)
    dice = SeededDice(3)

    def acted(before: GameState, action: Action) -> object:
        return decide(before, action, dice)

    works: dict[str, Work] = {
        "calibration": calibration,
        "decide: ten models shoot": asked_anew(*shoot, acted),
        "decide: move by three waypoints through terrain": asked_anew(*move, acted),
        "large: twenty models with three kinds of weapons shoot at thirty": asked_anew(*large.volley(state), acted),
        "large: a round of melee of 4 units and 40 models": asked_anew(*large.melee(state), acted),
        "preview: ten models shoot": asked_anew(*shoot, preview),
        "preview: move by three waypoints through terrain": asked_anew(*move, preview),
        ODDS: lambda _: a_volley,
        INDOORS: targets_indoors(),
        "everything that a squad in hand may do": asked_anew(*shoot, lambda s, _: legal_actions(s, battle.A)),
    }
    took = interleaved(works, rounds)
    _print(report, took, "decide", DECIDE_MS)
    _print(report, took, "large", LARGE_MS)
    _print(report, took, "preview", PREVIEW_MS)
    _print(report, took, "odds", ODDS_MS)
    _print(report, took, "targets", TARGETS_MS)
    _print(report, took, "everything", None)
    _fold(report, state, log, max(3, rounds // 10))
    begun = time.perf_counter()
    number = played_again(state, asked)
    each = (time.perf_counter() - begun) / number
    report.add("verify 3,000 events", each * 3000, "s", goal=VERIFY_S, note=f"worked out from {number}")


def _print(report: Report, took: dict[str, list[float]], start: str, goal: float | None) -> None:
    loop = took["calibration"]
    for name, seconds in took.items():
        if name.startswith(start):
            note = f"{_ratio(seconds, loop):.2f} x calibration, p90 {percentile(seconds, 90) * 1e3:.2f} ms"
            report.add(name, median(seconds) * 1e3, "ms", goal=goal, note=note)


def _ratio(seconds: Sequence[float], loop: Sequence[float]) -> float:
    """The median of the ratios of each round."""
    return median([a / b for a, b in zip(seconds, loop, strict=True)])


def _fold(report: Report, state: GameState, log: Sequence[Event], rounds: int) -> None:
    encoded = codec.encode(log)
    works: dict[str, Work] = {
        "calibration": calibration,
        "fold": lambda _: lambda: fold(log, state),
        "read and fold": lambda _: lambda: fold(codec.decode_events(encoded), state),
    }
    took = interleaved(works, rounds)
    size = f"{len(encoded) // 1024} KB of JSON"
    for name, goal, extra in (("fold", FOLD_S, ""), ("read and fold", None, f", {size}")):
        note = f"{_ratio(took[name], took['calibration']):.2f} x calibration{extra}"
        report.add(f"{name} {len(log)} events", median(took[name]), "s", goal=goal, note=note)
