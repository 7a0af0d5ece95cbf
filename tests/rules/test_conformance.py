"""Games by bots: what must hold after every command of every one of them.

Three games of four have every switch drawn at random. `make test` plays some; `make soak` as many games as it is told,
trying much more of what is offered. The environment may say how: PLAY_GAMES, PLAY_SEED (the first game's number),
PLAY_OFFERS (tried in each state), PLAY_REPORT (a page whose last section is replaced by what was met; play goes on
after a promise was broken).
"""

import os
import random
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rules import bots
from rules.arap.turn.setup import RollOff
from rules.codec import convert_action, encode
from rules.core.ids import SideId
from rules.core.refusal import IllegalAction
from rules.dice.sources import SeededDice
from rules.engine import active_line, decide, fold, legal_actions, preview
from rules.events import Prompted, Redone, Rolled, Undone
from rules.offers import Offer
from rules.progress import Action
from rules.state import Event, GameState
from rules.table.scenario import OptionValue
from tests.rules.arenas import SAMPLE, asked_for, opened, stage_of, switched, values_of
from tests.rules.referee import judge

ROOT = Path(__file__).parents[2]
GAMES = int(os.environ.get("PLAY_GAMES", "20"))
SEED = int(os.environ.get("PLAY_SEED", "24"))
OFFERS = int(os.environ.get("PLAY_OFFERS", "5"))
REPORT = os.environ.get("PLAY_REPORT", "")
MOST_COMMANDS = 1500

HAPPENINGS = {
    "charges": ("ChargeDeclared",),
    "charge reactions": ("asked charge-reaction",),
    "rounds of melee": ("MeleeRoundEnded",),
    "routs": ("UnitRouted",),
    "flights": ("Fled",),
    "rallies": ("Rallied",),
    "casualties": ("WoundsTaken",),
    "volleys": ("ShotsFired", "MountsFired"),
    "hits on vehicles": ("VehicleHit",),
    "chart results": ("ChartResult",),
    "moves": ("ModelsMoved",),
    "suppression tests": ("SuppressionTested",),
    "casualty tests": ("CasualtiesTested",),
    "busts": ("Bust",),
    "prompts": ("Prompted",),
    "undos": ("Undone",),
    "redos": ("Redone",),
}
"""What has to be met, and the events that tell of it."""
ENOUGH = 20
ANYBODYS = (RollOff,)
"""What whichever side may do, whoever was asked."""


@dataclass
class Campaign:
    """Everything that was played."""

    met: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    switched: Counter[tuple[str, OptionValue]] = field(default_factory=Counter)
    """Games that were played with each value of each switch."""
    commands: int = 0
    events: int = 0
    offers: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """Promises broken in a campaign of so many games, which goes on to the end."""

    def count(self, happening: str) -> int:
        return sum(self.met[kind] for kind in HAPPENINGS[happening])

    @property
    def scarce(self) -> dict[str, int]:
        """What was not met often enough."""
        return {name: self.count(name) for name in HAPPENINGS if self.count(name) < ENOUGH}

    @property
    def summary(self) -> str:
        return f"{sum(self.games.values())} games from seed {SEED}, {self.commands} commands, {self.events} events"


class Game:
    """One game, with its whole log and the state after every command."""

    def __init__(self, arena: str, number: int, campaign: Campaign) -> None:
        self.campaign = campaign
        self.number = number
        self.log, self.state = opened(arena, number, switched(number))
        self.states: dict[int, GameState] = {self.state.seq: self.state}
        """The states after each command that counts, by the number of its last event."""
        self.dice, self.choices = SeededDice(number), SeededDice(number + 10**9)
        self.chance = random.Random(number)
        self.seen: list[Action] = []

    def play(self) -> None:
        """To the end; the log as a whole is judged at last."""
        for step in range(MOST_COMMANDS):
            side = bots.to_act(self.state)
            if side is None:
                break
            offers = legal_actions(self.state, side)
            self.try_offers(offers, step)
            self.try_out_of_turn(side)
            action = bots.choose(self.state, offers, self.choices, step * bots.DICE_PER_CHOICE)
            assert action is not None, f"nobody can do anything at {self.state.seq}"
            self.try_wild(action)
            self.advance(action)
            if self.chance.random() < 0.02:
                self.turn_back()
        else:
            raise AssertionError(f"no end after {MOST_COMMANDS} commands: {self.campaign.met}")
        assert fold(self.log) == self.state
        thrown = sum(len(e.dice) for e in active_line(self.log) if isinstance(e, Rolled))
        assert self.state.dice_used == thrown

    def advance(self, action: Action) -> None:
        """The bot's choice is done, and judged."""
        events = decide(self.state, action, self.dice)
        self.state = judge(self.state, action, events)
        self.add(events)
        self.seen.append(action)
        self.campaign.commands += 1

    def add(self, events: list[Event]) -> None:
        self.log += events
        self.states[self.state.seq] = self.state
        self.campaign.events += len(events)
        for event in events:
            self.campaign.met[type(event).__name__] += 1
            if isinstance(event, Prompted):
                self.campaign.met[f"asked {event.prompt.kind}"] += 1

    def try_offers(self, offers: Sequence[Offer], step: int) -> None:
        """What is offered is accepted, what is not says why."""
        legal = [o.action for o in offers if o.action is not None]
        for number in range(min(OFFERS, len(legal))):
            chosen = legal[(step * 7 + number) % len(legal)]
            assert preview(self.state, chosen).refusal is None
            decide(self.state, chosen, SeededDice(self.number + step))
            if not isinstance(chosen, ANYBODYS):
                for other in self.state.sides:
                    if other.id != chosen.side:
                        self.refused(replace(chosen, side=other.id))
            self.campaign.offers += 1
        for offer in offers:
            assert (offer.action is None) == (offer.refusal is not None)

    def try_out_of_turn(self, side: SideId) -> None:
        """Nobody does while another is to act what was his to do a while ago."""
        theirs = [action for action in self.seen[-40:] if action.side != side and not isinstance(action, ANYBODYS)]
        if theirs:
            self.refused(self.chance.choice(theirs))

    def refused(self, action: Action) -> None:
        """It is refused with a reason, beforehand and when it is tried."""
        with pytest.raises(IllegalAction) as illegal:
            decide(self.state, action, SeededDice(self.number))
        assert illegal.value.refusal.message
        assert preview(self.state, action).refusal is not None
        self.campaign.refusals[illegal.value.refusal.code] += 1

    def try_wild(self, action: Action) -> None:
        """Something out of place, or without sense: refused, or lawful after all, and nothing else."""
        wild = wildly(self.chance.choice([action, *self.seen[-30:]]), self.state, self.chance)
        if wild is None:
            return
        preview(self.state, wild)
        try:
            events = decide(self.state, wild, SeededDice(self.number))
        except IllegalAction as illegal:
            refused = illegal.refusal
        else:
            judge(self.state, wild, events)
            return
        assert refused.code
        assert refused.message
        self.campaign.refusals[refused.code] += 1

    def turn_back(self) -> None:
        """Take back to the end of an earlier command; every other time take that back as well."""
        to = self.chance.choice(list(self.states)[-10:])
        before = self.state
        states = dict(self.states)
        undone = Undone(seq=before.seq + 1, to=to, reason="try again")
        self.state = replace(self.states[to], seq=undone.seq)
        self.states = {seq: state for seq, state in states.items() if seq <= to}
        self.add([undone])
        assert fold(self.log) == self.state
        if self.chance.random() < 0.5:
            redone = Redone(seq=self.state.seq + 1, of=undone.seq)
            self.state = replace(before, seq=redone.seq)
            self.states = states
            self.add([redone])
            assert fold(self.log) == self.state


SOAKED = "## Games by bots\n"


def write_report(page: Path, campaign: Campaign) -> None:
    """Replace the page's last section by what was played."""
    rows = [f"| {name} | {campaign.count(name)} |" for name in HAPPENINGS]
    rarest = min(campaign.switched[key, value] for key in asked_for() for value in values_of(key))
    found = [
        SOAKED,
        (
            f"`make soak`: {campaign.summary}; {campaign.offers} offered actions tried besides those chosen, up to "
            f"{OFFERS} in each state, and "
            f"{sum(campaign.refusals.values())} without sense or out of place refused. Every state was held against "
            f"the rules of `tests/rules/referee.py`. {len(asked_for())} switches were at random in three games of "
            f"four; every value of each was played in at least {rarest} games. Games in which a promise was broken: "
            f"{len(campaign.faults)}.\n"
        ),
        "| what was met | times |",
        "|---|---|",
        *rows,
    ]
    page.write_text(page.read_text().split(SOAKED)[0] + "\n".join(found) + "\n")


NUMBERS = (0, -1, 1, 0.5, 7, 90, 360, 1e9, -1e9, 1e308, float("inf"), float("nan"), 10**12)
WORDS = ("", "nobody", "a1", "b1", "a1.1", "b1.2", "a2", "b2", "walk", "charge", "None", "\u202e", "x" * 400)


def wildly(action: Action, state: GameState, chance: random.Random) -> Action | None:
    """An action like that one with one or two of its parts replaced; None where no such action can be written."""
    parts = msgspec.to_builtins(action)
    for _ in range(chance.randint(1, 2)):
        parts = _changed(parts, state, chance)
    try:
        return convert_action(parts)
    except msgspec.ValidationError:
        return None


def _changed(value: object, state: GameState, chance: random.Random) -> object:
    if isinstance(value, dict) and value:
        key = chance.choice([k for k in value if k not in ("type", "side") or chance.random() < 0.2] or list(value))
        return {**value, key: _changed(value[key], state, chance)}
    if isinstance(value, list | tuple):
        items = list(value)
        if not items or chance.random() < 0.3:
            return items * chance.choice((0, 2, 300))
        place = chance.randrange(len(items))
        items[place] = _changed(items[place], state, chance)
        return items
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return chance.choice((*NUMBERS, value + chance.uniform(-30, 30)))
    if isinstance(value, str):
        return chance.choice((*WORDS, *state.units, *(m.id for u in state.units.values() for m in u.models)))
    return chance.choice((*NUMBERS, *WORDS))


@pytest.mark.timeout(0)
def test_random_legal_play_keeps_every_promise(capsys):
    campaign = Campaign()
    began = time.monotonic()
    for number in range(SEED, SEED + GAMES):
        arena = stage_of(number)
        try:
            game = Game(arena, number, campaign)
            game.play()
        except Exception as fault:
            text = f"PLAY_SEED={number} in {arena}, after {campaign.summary}"
            if not REPORT:
                raise AssertionError(text) from fault
            campaign.faults.append(f"{text}: {''.join(traceback.format_exception(fault))}")
            with capsys.disabled():
                print(f"\n{text}: {fault!r}", flush=True)
        campaign.games[arena] += 1
        campaign.switched.update((key, game.state.options[key]) for key in asked_for())
        if REPORT:
            write_report(Path(REPORT), campaign)
    with capsys.disabled():
        print(f"\n{campaign.summary} in {time.monotonic() - began:.0f} s")
    assert not campaign.faults, "\n".join(campaign.faults)
    assert not campaign.scarce, campaign.met
    assert sum(campaign.refusals.values()) > 100


@pytest.mark.parametrize("arena", ["harrow-ford", "lockhouse-lane"])
def test_the_same_game_gives_the_same_bytes_whatever_the_hashes(arena):
    armies = {"harrow-ford": ("northmarch-rangers", "saltmere-compact")}
    chosen = armies.get(arena, ("northmarch-patrol", "saltmere-foragers"))
    files = [f"{SAMPLE}/{arena}.scenario.json", *(f"{SAMPLE}/{name}.army.json" for name in chosen)]
    listed = [
        subprocess.run(
            [sys.executable, "-m", "rules", "simulate", *files, "--log", "--seed", str(SEED)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert listed[0] == listed[1]
    assert len(listed[0]) > 10_000


def test_what_is_offered_has_one_order():
    _, state = opened("brawl", 1)
    dice, choices = SeededDice(3), SeededDice(4)
    for step in range(60):
        side = bots.to_act(state)
        if side is None:
            break
        assert encode(legal_actions(state, side)) == encode(legal_actions(msgspec.convert(state, GameState), side))
        action = bots.next_action(state, choices, step * bots.DICE_PER_CHOICE)
        state = fold(decide(state, action, dice), state)
