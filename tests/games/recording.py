"""A recorded game: its whole log, the commands that led to it, and the number that its dice come from."""

import gzip
from pathlib import Path

import msgspec

from rules import bots
from rules.codec import convert_action, convert_events, encode
from rules.dice.sources import SeededDice
from rules.engine import decide, evolve, fold, legal_actions
from rules.events import Rolled
from rules.progress import Action
from rules.state import RULES_VERSION, Event, GameState
from tests.rules.arenas import arena_of, opened

FOLDER = Path(__file__).parent / "recorded"
MOST_COMMANDS = 400


class Recording(msgspec.Struct, frozen=True):
    """`actions` in order; `events` from the first of the game."""

    name: str
    dice: int
    version: str
    actions: list[msgspec.Raw]
    events: list[msgspec.Raw]

    @property
    def log(self) -> list[Event]:
        return convert_events([msgspec.json.decode(event) for event in self.events])

    @property
    def commands(self) -> list[Action]:
        return [convert_action(msgspec.json.decode(action)) for action in self.actions]


def record(number: int) -> Recording:
    """A game by bots, to its end."""
    arena = arena_of(number)
    log, state = opened(arena, number)
    dice, choices = SeededDice(number), SeededDice(number + 10**9)
    actions: list[Action] = []
    while len(actions) < MOST_COMMANDS and (side := bots.to_act(state)) is not None:
        action = bots.choose(state, legal_actions(state, side), choices, len(actions) * bots.DICE_PER_CHOICE)
        assert action is not None
        events = decide(state, action, dice)
        state = fold(events, state)
        actions.append(action)
        log += events
    raw = [msgspec.Raw(encode(value)) for value in (*actions, *log)]
    return Recording(f"{number:02}-{arena}", number, RULES_VERSION, raw[: len(actions)], raw[len(actions) :])


def save(recording: Recording) -> Path:
    path = FOLDER / f"{recording.name}.json.gz"
    path.write_bytes(gzip.compress(msgspec.json.encode(recording), mtime=0))
    return path


def load(path: Path) -> Recording:
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=Recording)


def transcript(recording: Recording) -> str:
    """The game as it would be told, with every roll."""
    found = []
    state = GameState()
    for event in recording.log:
        state = evolve(state, event)
        if isinstance(event, Rolled):
            goal = f" (goal {event.goal}, {event.sense})" if event.goal is not None else ""
            found.append(f"{event.seq:4}   {event.label} {' '.join(map(str, event.dice))}{goal}: {event.why}")
        elif sentence := event.sentence(state):
            found.append(f"{event.seq:4} {sentence}")
    return "\n".join(found) + "\n"
