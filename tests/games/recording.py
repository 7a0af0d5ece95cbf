"""A recorded game: its whole log, the commands that led to it, and the number that its dice come from."""

import gzip
from pathlib import Path

import msgspec

from rules import bots
from rules.arap.charge.sequence import ChargeEnded
from rules.arap.charge.straying import Intercepted
from rules.arap.damage.falls import ModelsFell
from rules.arap.events import WoundsTaken
from rules.arap.melee.break_off import BrokeOff
from rules.arap.melee.join import MeleeJoined, MeleeSettled
from rules.arap.morale.casualties import CasualtiesTested
from rules.arap.morale.going_to_ground import WentToGround
from rules.arap.morale.rout import Fled
from rules.arap.rulings.exits import ExitOpened
from rules.arap.turn.race import GatePassed
from rules.arap.turn.turn import GameTurnEnded, PlayerTurnBegan, PlayerTurnEnded
from rules.arap.units.split_and_join import UnitsJoined, UnitSplit
from rules.codec import convert_action, convert_events, encode
from rules.dice.sources import SeededDice
from rules.engine import decide, evolve, fold, legal_actions
from rules.events import Rolled
from rules.progress import Action
from rules.state import RULES_VERSION, Event, GameState
from rules.vehicles.gemini.ramming.bunker_crews import OccupantsDazed
from rules.vehicles.gemini.ramming.structures import BunkerHit, WallFallen
from tests.rules.arenas import arena_of, opened

FOLDER = Path(__file__).parent
MOST_COMMANDS = 400
UNSAID_IN_1: dict[type[Event], tuple[str, ...]] = {
    BrokeOff: ("until",),
    BunkerHit: ("left",),
    CasualtiesTested: ("gets_up", "spent"),
    ChargeEnded: ("held_ap", "goes_on", "waited"),
    ExitOpened: ("exit",),
    Fled: ("flee_moves", "cover_counts"),
    GameTurnEnded: ("suppression",),
    GatePassed: ("score",),
    Intercepted: ("held_ap",),
    MeleeJoined: ("joined",),
    MeleeSettled: ("over",),
    ModelsFell: ("prone",),
    OccupantsDazed: ("dazed",),
    PlayerTurnBegan: ("strengths", "suppression", "pinned"),
    PlayerTurnEnded: ("up_again", "shun_no_more"),
    UnitSplit: ("stay", "go"),
    UnitsJoined: ("marks",),
    WallFallen: ("left",),
    WentToGround: ("fresh",),
    WoundsTaken: ("in_melee",),
}
"""What events of logs of version 1 left to `evolve`."""


def as_told_in(version: str, event: Event) -> Event:
    """The event as logs of that version tell it."""
    unsaid = UNSAID_IN_1.get(type(event), ()) if version == "1" else ()
    told = {name: getattr(event, name) for name in event.__struct_fields__ if name not in unsaid}
    return type(event)(**told)


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
    told = []
    state = GameState()
    for event in recording.log:
        state = evolve(state, event)
        if isinstance(event, Rolled):
            goal = f" (goal {event.goal}, {event.sense})" if event.goal is not None else ""
            told.append(f"{event.seq:4}   {event.label} {' '.join(map(str, event.dice))}{goal}: {event.why}")
        elif sentence := event.sentence(state):
            told.append(f"{event.seq:4} {sentence}")
    return "\n".join(told) + "\n"
