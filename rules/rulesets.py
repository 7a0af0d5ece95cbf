"""The games that can be played: what each brings along, and the one table of those that are shipped.

The engine, the codec, the viewers, the bots and the command line know no game by name. They ask the `Ruleset` that a
state names. A further game is a folder with one such value, and its entry in `shipped`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Protocol

from rules.arap import building_interface, vehicle_interface
from rules.arap.ruleset import GeminiArap
from rules.arap.vehicle_interface import VehicleModule
from rules.buildings.ruleset import BUILDINGS
from rules.buildings.structures import Structures
from rules.core.drawn import CardsHeld, DrawnCard
from rules.core.harm import Harm
from rules.core.ids import SideId, UnitId, Viewer
from rules.core.motion import Motion
from rules.core.prompt import OptionOdds
from rules.core.unit_state import UnitState
from rules.crusade.ruleset import RulesCrusade
from rules.dice.odds import Question
from rules.events import Rolled
from rules.forces.army import Army
from rules.forces.unit import Unit
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.state import Event, GameState, Marks, Task
from rules.table.read_ground import GroundField
from rules.table.scenario import OptionValue, Scenario
from rules.table.terrain import Terrain
from rules.vehicles import ruleset as _  # noqa: F401  enters the vehicle modules that come with the project
from rules.weighing import Character, Considered, Portion


class GameNamed(Protocol):
    """What a game is called, and what it reads of a scenario."""

    @property
    def id(self) -> str:
        """What `GameState.ruleset` says of a game that is played by it."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def turn_rule(self) -> str:
        """The id of its rule of who acts when: it is named where an action is out of place in any game."""

    @property
    def reads_all(self) -> bool:
        """Whether it reads all of a scenario; else what every game has: ground, zones, sides, turns, dice."""

    @property
    def ground_fields(self) -> Mapping[str, GroundField] | None:
        """What it reads of a piece of terrain, by field; None for all."""

    @property
    def round_word(self) -> str:
        """What it calls a turn of all sides."""

    @property
    def usual_points(self) -> int:
        """How many points a side brings unless something else is agreed; 0 where no rule says."""


class GameKinds(Protocol):
    """The kinds of its values: what the codec reads and the engine takes."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """What a side may ask, beside the actions that all games share."""

    def actions_in(self, state: GameState) -> Collection[type[Action]]:
        """Those of them that are lawful in that game at all: a game may be played without some of its parts."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """What may happen, beside the events that all games share."""

    @property
    def tasks(self) -> tuple[type[Task], ...]:
        """What may stand on the agenda."""

    @property
    def marks(self) -> tuple[type[Marks], ...]:
        """What it notes in `GameState.own`; empty for a game that needs no more than all share."""

    @property
    def odds(self) -> tuple[type[Question], ...]:
        """The kinds of question that `python -m rules odds` answers about it."""


class GamePlay(Protocol):
    """How it is played."""

    def new_game(
        self,
        scenario: Scenario,
        armies: Mapping[SideId, Army],
        options: Mapping[str, OptionValue] | None = None,
        seal: str = "",
        *,
        game_id: str = "game",
        entropy: Sequence[str] = (),
    ) -> list[Event]:
        """The first events of a game. Raises ValueError for one that cannot begin."""

    def offers(self, state: GameState, side: SideId, kinds: frozenset[str] | None = None) -> Iterator[Offer]:
        """What that side may do now, in a stable order, while no prompt waits.

        `kinds` may name the only ones that are wanted: others need not be worked out, and are left out if they are.
        """

    def paid_first(self, state: GameState, action: Action) -> tuple[Event, ...]:
        """What is paid before an action by itself: it is judged, and begins, with what is left then."""

    def watch(self, progress: Progress, before: GameState, action: Action) -> None:
        """Queue what others may do at once about what an action has just done."""

    def settle(self, progress: Progress) -> None:
        """What follows by itself when a command has run its course."""


class GameSecrets(Protocol):
    """What it hides."""

    def view(self, state: GameState, viewer: Viewer, hidden: frozenset[UnitId]) -> GameState:
        """The state without this game's own secrets and without what it remembers of the `hidden` units.

        Those units, secret ground and the options of other people's prompts have been left out already.
        """

    def view_event(self, event: Event, viewer: Viewer, hidden: frozenset[UnitId]) -> Event | None:
        """The event without the same, or None if that viewer may not know of it at all."""


class UnitsShown(Protocol):
    """What pages show of units and of the ground."""

    def states(self, state: GameState, unit: Unit) -> tuple[UnitState, ...]:
        """The unit's states in the game's words, each with its rule."""

    def marked(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        """The names of those that its token shows, the most telling first."""

    def figures(self, state: GameState, unit: Unit) -> tuple[tuple[str, str], ...]:
        """Its numbers in a row, each under its name: for comparing two units that a question is about."""

    def strength(self, state: GameState, unit: Unit) -> int:
        """The number on its flag, where that has one: how many models are left, or what one model has left."""

    def arrows(self, state: GameState, unit: Unit) -> int:
        """How many arrows lie on it, one for each move of its latest turn, where the game marks them."""

    def ground_words(self, piece: Terrain) -> str:
        """What a piece of terrain does, as written under its name on the board."""

    def score(self, state: GameState, side: SideId) -> int:
        """What counts towards victory, so far."""

    @property
    def hull_word(self) -> str:
        """What is taken of a vehicle that stands what hits it, in the plural."""


class EventsShown(Protocol):
    """What pages show of what has happened."""

    def harm(self, state: GameState, event: Event) -> Harm | None:
        """What an event of its own has done to a unit, where it says so; `state` is the one after it."""

    def comes_to(self, state: GameState, label: str, dice: tuple[int, ...]) -> str:
        """What a roll on something of the state comes to, where its faces do not say so: a direction in degrees."""

    def card_drawn(self, state: GameState, rolled: Rolled) -> DrawnCard | None:
        """The card that a roll draws; None for a roll that draws none."""

    def cards_held(self, state: GameState, event: Event) -> CardsHeld | None:
        """The cards of a unit that has just got one by that event; `state` is the one after it."""

    def motions(self, before: GameState, event: Event) -> tuple[Motion, ...]:
        """What may be played of an event of its own on a board, from the state in which it began."""


class ForBots(Protocol):
    """What bots need."""

    def to_act(self, state: GameState) -> SideId | None:
        """Whose turn it is to do something, while no prompt waits and the game goes on."""

    @property
    def eagerness(self) -> Mapping[str, int]:
        """How gladly a bot does each kind of offer: its chance against the other kinds that it may do now."""

    @property
    def last(self) -> tuple[str, ...]:
        """The kinds of offers that end something: no bot takes one on a whim."""

    def liking(self, offer: Offer) -> int:
        """How gladly a bot takes this offer rather than another of its kind."""

    def weighs(self, state: GameState, side: SideId, character: Character) -> tuple[Portion, ...]:
        """The kinds of offers that `weighed` has an opinion about, in the order in which to ask for them."""

    def weighed(
        self, state: GameState, side: SideId, offers: Sequence[Offer], odds: OptionOdds, character: Character
    ) -> list[Considered]:
        """What those offers, or answers, are worth to that side by what it knows; others are left out.

        `odds` are what the options of an open question promise.
        """


class Ruleset(GameNamed, GameKinds, GamePlay, GameSecrets, UnitsShown, EventsShown, ForBots, Protocol):
    """One game, as the engine and its neighbours meet it. It is frozen and hashable: decoders are kept by it."""


def shipped() -> tuple[Ruleset, ...]:
    """The games that come with the project. This is where a further one is entered."""
    return (_gemini_arap(vehicle_interface.playable()), RulesCrusade())


@lru_cache(maxsize=8)
def _gemini_arap(modules: tuple[VehicleModule, ...]) -> GeminiArap:
    """The skirmish rules know the kinds of every vehicle module that can be played."""
    return GeminiArap(modules=modules)


building_interface.ship(Structures(), *BUILDINGS)

_added: ContextVar[tuple[Ruleset, ...]] = ContextVar("added rulesets", default=())


class UnknownRuleset(ValueError):
    """No such game can be played."""


def playable() -> tuple[Ruleset, ...]:
    """Every game that can be played now."""
    return (*shipped(), *_added.get())


def names() -> dict[str, str]:
    """What people call each game that can be played, by id, in the order in which they are offered."""
    return {ruleset.id: ruleset.name for ruleset in playable()}


def read_in_whole(name: str) -> bool:
    """Whether the game of that id reads all that a scenario may say; False for one that no table plays."""
    return any(ruleset.id == name and ruleset.reads_all for ruleset in playable())


def named(name: str) -> Ruleset:
    """The game of that id. UnknownRuleset if there is none."""
    for ruleset in playable():
        if ruleset.id == name:
            return ruleset
    raise UnknownRuleset(f"no ruleset is called {name!r}: there is {', '.join(r.id for r in playable())}")


def of(state: GameState) -> Ruleset:
    """The game that this state is of."""
    return named(state.ruleset)


@contextmanager
def adding(*rulesets: Ruleset) -> Iterator[None]:
    """These games can be played too while the block runs, in this thread alone: for tests, and to try one out."""
    token = _added.set((*_added.get(), *rulesets))
    try:
        yield
    finally:
        _added.reset(token)
