"""The whole game as one frozen value, and the events that lead from one such value to the next.

`evolve` is the only way from one state to the next and decides nothing; everything that decides lives in the rule
modules. What is asked (actions) and what remains to be done (tasks) stands in `rules.progress`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from rules.core.ids import FIRST_RULESET, ModelId, ProfileId, SideId, TerrainId, UnitId, WeaponId
from rules.core.owed import HandEntry, RollAsked, RollFallen
from rules.core.prompt import Prompt
from rules.forces.profile import Profile
from rules.forces.riding import as_ridden
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.table.scenario import OptionValue, Scenario
from rules.table.terrain import Terrain

RULES_VERSION = "20"
"""Raised when the same action and dice would give other events than before: docs/engine.md says what each changed."""

KNOWN_VERSIONS = (*(str(number) for number in range(1, int(RULES_VERSION))), RULES_VERSION)
"""Whose games go on as they began, and are verified by what was played then."""

DICE_RULE = 2
"""How sealed dice of new games are drawn: since 2 they depend on the action asked as well as on their number."""

Phase = Literal["deployment", "compulsory", "activation", "melee", "end", "over"]


class Side(Struct, frozen=True, kw_only=True):
    """One force: its name, home edge, score and whether it has given up."""

    id: SideId
    name: str
    edge: Literal["north", "east", "south", "west"] | None = None
    score: int = 0
    conceded: bool = False
    deployed: bool = False
    by_hand: bool = False
    """It throws its own dice, at a table that leaves that to each player. (ARAP-DICE-15)"""


class Tally(Struct, frozen=True, kw_only=True):
    """Hits of one enemy unit on another in this player turn. (ARAP-SUPP-01)"""

    shooter: UnitId
    target: UnitId
    hits: int = 0
    big: bool = False
    """Some came from a marker of 5 inches or more. (ARAP-SUPP-02)"""
    losses: int = 0
    """Casualties that count for the 25 % test. (ARAP-CAS-04)"""
    tested: bool = False


class Turn(Struct, frozen=True, kw_only=True):
    """Where the game stands. A game turn is one player turn for every side. (ARAP-TURN-01)"""

    number: int = 0
    """Game turn, from 1; 0 before the battle."""
    order: tuple[SideId, ...] = ()
    place: int = 0
    """Whose player turn it is, as an index into `order`."""
    phase: Phase = "deployment"
    busts: int = 0
    active: UnitId | None = None
    """The unit that is spending action points."""
    ap: int = 0
    held: bool = False
    """The active unit uses points that it kept while it destroyed its opponents in melee. (ARAP-ACT-07)"""
    tallies: tuple[Tally, ...] = ()
    fought: tuple[str, ...] = ()
    """Melees fought in this player turn."""
    several: tuple[UnitId, ...] = ()
    """Units that fight with several weapons at once over the rim of a vehicle, in the round at hand. (VEH-CC-09)"""
    follow: tuple[UnitId, ...] = ()
    """Vehicles of the acting squadron that are still to act. (VEH-JOIN-12)"""
    script: tuple[str, ...] | None = None
    """What the first of a squadron has done, which the others do after it; None for any other unit."""
    lead: bool = False
    """The first of a squadron is acting: what it does is noted."""
    step: int = 0
    """How much of that the one that acts now has done or left out."""
    share: int = 0
    """Action points of each vehicle of the squadron."""
    fired_out: dict[ModelId, str] = {}
    """Who fired out of a section in this player turn, of either side, and towards which side of the table. (SSHT-01)"""


class Melee(Struct, frozen=True, kw_only=True):
    """Units locked in one fight, and what its first round still owes to the charge."""

    id: str
    units: tuple[UnitId, ...]
    round: int = 0
    charges: tuple[ChargeMade, ...] = ()
    """Charges that brought units in since the last round: their bonus is for the next one."""
    inflicted: dict[str, int] = {}
    """Unsaved wounds that count for the coming wound difference, by the unit that dealt them. (ARAP-WDIF-01)"""
    suffered: dict[str, int] = {}
    krak: tuple[UnitId, ...] = ()
    """Units whose krak grenades are used in the round at hand. (ARAP-CCG-05)"""
    several: tuple[UnitId, ...] = ()
    """Units that fight with several weapons at once in the round at hand. (ARAP-MELEE-04)"""
    aims: dict[UnitId, str] = {}
    """Of units that named whom they strike at in the round at hand: unit and profile, "b1/sergeant". (ARAP-MELEE-03)"""
    planting: tuple[UnitId, ...] = ()
    """Units that plant charges on machines in the round at hand. (VEH-WS-05)"""
    bound: tuple[UnitId, ...] = ()
    """Units that may not break off when the next round begins. (ARAP-BREAK-04)"""
    fresh: tuple[UnitId, ...] = ()
    """Units that have come in since the last round and have fought none of it yet. (ARAP-BREAK-01)"""
    section: str = ""
    """The section of a house that it is fought for, "house/letter". (BLD-SCC-03, BLD-SCC-06)"""
    storming: tuple[ModelId, ...] = ()
    """Who came through its openings from outside; nobody where both sides throw for it. (BLD-SCC-06, BLD-SCC-07)"""
    met: tuple[UnitId, ...] = ()
    """Units that intercepted the assault, and fight before the house those whom they stopped. (ARAP-INT-01)"""
    held: tuple[ModelId, ...] = ()
    """Whom they stopped there: these do not come in. (ARAP-INT-01)"""


class ChargeMade(Struct, frozen=True, kw_only=True):
    """One charge home: who, at whom, from which direction, and what bonus it carries. (ARAP-CHG-06, -07)"""

    charger: UnitId
    target: UnitId
    direction: Literal["front", "flank", "rear"]
    bonus: bool = True
    slowed: bool = False
    """Against cover: the chargers strike as if at Initiative 1. (ARAP-COVR-01)"""
    jumped: tuple[ModelId, ...] = ()
    """Who came down on the enemy from above. (ARAP-FALL-05)"""


class Outcome(Struct, frozen=True, kw_only=True):
    """How the game ended: the winning side (None for a draw) and why."""

    winner: SideId | None
    reason: str

    def in_words(self, sides: Sequence[SideId]) -> str:
        """Why, with the points of the winner first: logs keep them in the order of the sides."""
        found = _POINTS.match(self.reason)
        if found is None or self.winner is None or len(points := found[0].split(" to ")) != len(sides):
            return self.reason
        best = points.pop(sides.index(self.winner))
        return " to ".join([best, *points]) + self.reason[found.end() :]


_POINTS: Final = re.compile(r"\d+(?: to \d+)+(?= )")


class Task:
    """Something that remains to be done, as data on the agenda. What doing it means stands in `rules.progress`."""

    __slots__ = ()


class Deed:
    """An action as data: one that waits for its dice. What it does stands in `rules.progress`."""

    __slots__ = ()


class Owed(Struct, frozen=True, kw_only=True):
    """Dice that a side throws by hand before the command that asks for them can happen. (ARAP-DICE-15)

    The state is that before the command: it is decided again, from its start, with what was entered.
    """

    side: SideId
    """Who throws."""
    asked: RollAsked
    action: Deed | None = None
    """What was asked for; no viewer is sent it."""
    acting: SideId
    """Whose action it is."""
    entries: tuple[HandEntry, ...] = ()
    fallen: tuple[RollFallen, ...] = ()


class Marks:
    """What one ruleset notes of a whole game and no other knows of: a frozen struct, kept in `GameState.own`."""

    __slots__ = ()


class MarksStruct(Struct, Marks, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of a ruleset's marks: a frozen struct with a tag, so that they are data."""


class GameState(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that is so at one moment of a game."""

    game_id: str = "game"
    ruleset: str = FIRST_RULESET
    """The game that is played: `rulesets.of` finds it. Logs of the time when there was one do not say."""
    version: str = RULES_VERSION
    seq: int = 0
    """Number of the last event."""
    dice_used: int = 0
    """Dice drawn so far; an undo takes it back, so that a roll cannot be rolled again. """
    seal: str = ""
    """SHA-256 of the secret seed, in hex."""
    entropy: tuple[str, ...] = ()
    """Words that sides added to the dice, having seen the seal."""
    dice_rule: int = 1
    """How its sealed dice are drawn; games from before rule 2 do not say it."""
    options: dict[str, OptionValue] = {}
    scenario: Scenario = Scenario(name="Open field")
    terrain: tuple[Terrain, ...] = ()
    """Pieces on the table now: the scenario's, and craters and wrecks."""
    profiles: dict[ProfileId, Profile] = {}
    weapons: dict[WeaponId, Weapon] = {}
    sides: tuple[Side, ...] = ()
    units: dict[UnitId, Unit] = {}
    turn: Turn = Turn()
    melees: tuple[Melee, ...] = ()
    agenda: tuple[Task, ...] = ()
    prompt: Prompt | None = None
    owed: Owed | None = None
    """Dice that are being thrown by hand: nothing else happens before."""
    outcome: Outcome | None = None
    chances_come: tuple[str, ...] = ()
    """Random events of the scenario that have come about, by name."""
    own: Marks | UnsetType = UNSET
    """What the ruleset notes beside all this, where it has marks of its own."""

    # -- reading ---------------------------------------------------------------------------------------------------

    def is_older_than(self, version: str) -> bool:
        """Whether the game began with rules from before that version, and goes on by them."""
        return self.version in KNOWN_VERSIONS[: KNOWN_VERSIONS.index(version)]

    @cached_property
    def interiors(self) -> tuple[Terrain, ...]:
        """The floors of houses that models go about in, in the order of the terrain. (BLD-GEN-03)"""
        return tuple([piece for piece in self.terrain if piece.has_interior])

    @property
    def active_side(self) -> SideId | None:
        """The side whose player turn it is, if the battle has begun."""
        return self.turn.order[self.turn.place] if self.turn.number and self.turn.order else None

    @property
    def waits_for(self) -> SideId | None:
        """The side whose dice or whose answer the game waits for, if it waits for any."""
        if self.owed is not None:
            return self.owed.side
        return self.prompt.side if self.prompt is not None else None

    def side(self, side: SideId) -> Side:
        """The side of that id; KeyError if there is none."""
        for s in self.sides:
            if s.id == side:
                return s
        raise KeyError(side)

    def option(self, key: str) -> OptionValue:
        """The value of a switch; every switch has one from the start of the game."""
        return self.options[key]

    def profile(self, model: Model) -> Profile:
        """The model's characteristics; of a rider as he sits on his bike. (VEH-BIKE-03, VEH-BIKE-04)"""
        found = self.profiles[model.profile]
        return found if found.bike is None else as_ridden(found, model, str(self.options["bike_and_rider"]))

    def find_model(self, model: ModelId) -> tuple[Unit, Model]:
        """The model of that id with its unit; KeyError if there is none. `a1.2@mount` is the bike of a1.2."""
        whole, _, part = model.partition("@")
        unit = self.units[UnitId(whole.rsplit(".", 1)[0])]
        found = unit.model(ModelId(whole))
        return unit, replace(found, part=part) if part else found

    def units_of(self, side: SideId) -> Iterator[Unit]:
        """Every unit of one side, in the order of the roster, lost ones included."""
        return (u for u in self.units.values() if u.side == side)

    def enemies_of(self, side: SideId) -> Iterator[Unit]:
        """Units of other sides that stand on the table, in a stable order."""
        return (u for u in self.units.values() if u.side != side and u.on_table)

    def melee_of(self, unit: UnitId) -> Melee | None:
        """The melee that the unit is locked in, if any. (ARAP-MELEE-01)"""
        return next((m for m in self.melees if unit in m.units), None)

    def is_locked(self, unit: UnitId) -> bool:
        """Whether the unit is in a melee."""
        return any(unit in m.units for m in self.melees)

    def passengers(self, unit: UnitId) -> Iterator[Unit]:
        """Units aboard that vehicle."""
        return (u for u in self.units.values() if u.aboard == unit and not u.is_gone)

    # -- changing (used by events) ---------------------------------------------------------------------------------

    def with_unit(self, unit: Unit) -> GameState:
        """The state with one unit replaced."""
        return replace(self, units={**self.units, unit.id: unit})

    def with_units(self, *units: Unit) -> GameState:
        """The state with several units replaced."""
        return replace(self, units={**self.units, **{u.id: u for u in units}})

    def with_turn(self, **changes: object) -> GameState:
        """The state with fields of its turn replaced."""
        return replace(self, turn=replace(self.turn, **changes))

    def with_side(self, side: Side) -> GameState:
        """The state with one side replaced."""
        return replace(self, sides=tuple(side if s.id == side.id else s for s in self.sides))

    def add_terrain(self, *pieces: Terrain) -> GameState:
        """The state with more terrain on the table."""
        return replace(self, terrain=(*self.terrain, *pieces))

    def new_terrain_id(self, stem: str) -> TerrainId:
        """An id for a piece that appears in play."""
        return TerrainId(f"{stem}-{self.seq}")


class Event(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Something that happened. Replaying it needs neither dice nor rules.

    `rules` are the ids that caused it; `seen_by` None means everybody, else only those sides (and the host).
    """

    seq: int = 0
    side: SideId | None = None
    unit: UnitId | None = None
    rules: tuple[str, ...] = ()
    seen_by: tuple[SideId, ...] | None = None

    @abstractmethod
    def evolve(self, state: GameState) -> GameState:
        """The state after it. Bookkeeping only."""

    def for_viewers(self) -> Event:
        """The event without what only the server needs and a viewer may not know."""
        return self

    def by_nobody(self, hidden: frozenset[UnitId]) -> Event:
        """The event without the name of one of those units, where it is told all the same to who knows nothing of it.

        (ARAP-GREN-05)
        """
        return self

    def sentence(self, state: GameState) -> str:
        """One line for the log, with the names of the state after it; empty if it goes without saying."""
        return ""

    def sentence_after(self, before: Event, state: GameState) -> str:
        """One line for it and the event right before it, where both are one deed; usually they are not."""
        return ""

    def is_said_once(self) -> bool:
        """Whether a list of lines has its line once where several such events in a row say the same."""
        return False

    def note(self) -> str:
        """What the log has under that line, such as how the dice are sealed; usually nothing."""
        return ""


class Placement(Struct, frozen=True, kw_only=True):
    """Where one model ends: inches and degrees; hanging on a face or ladder, which and how high above its foot."""

    model: ModelId
    at: tuple[float, float]
    facing: float
    prone: bool = False
    on_face: TerrainId = TerrainId("")
    level_in: float = 0
