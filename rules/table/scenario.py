"""A scenario: table, terrain, zones, objectives, sides, limits and switches."""

from typing import Literal

from msgspec import Struct

from rules.core.ids import FIRST_RULESET, SideId
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack

Edge = Literal["north", "east", "south", "west"]
OptionValue = bool | int | str


class Zone(Struct, frozen=True, kw_only=True):
    """Where a side deploys: a polygon in inches."""

    side: SideId
    points: tuple[tuple[float, float], ...]
    name: str = "Deployment zone"
    facing_deg: float | None = None
    """The way that units look when they deploy; None for across the table."""
    hidden: bool = False
    """Whoever sets up here begins hidden, and only their own side sees the zone."""


class Objective(Struct, frozen=True, kw_only=True):
    """A place worth holding: held by the only side with an unrouted model within `reach_in`."""

    id: str
    name: str
    at: tuple[float, float]
    value: int = 1
    reach_in: float = 3.0


class Gate(Struct, frozen=True, kw_only=True):
    """A line across the road that racers pass, from edge to edge in inches."""

    name: str
    a: tuple[float, float]
    b: tuple[float, float]


class Race(Struct, frozen=True, kw_only=True, dict=True):
    """A race: gates to be passed in order, the last of them the finish, so many times round."""

    gates: tuple[Gate, ...]
    laps: int = 1
    racers: tuple[SideId, ...] = ()
    """Sides whose vehicles race; empty for all. The others win if nobody finishes."""
    random_bikes: bool = False
    """Speed, Acc/Dec and Toughness of civilian bikes are rolled before the start. (VEH-BIKE-02)"""

    @property
    def total(self) -> int:
        """Gates to pass in all."""
        return len(self.gates) * self.laps


class RandomEvent(Struct, frozen=True, kw_only=True):
    """Something that may happen in the compulsory phase, once a game turn: wind, animals, gas. (ARAP-TURN-02)

    It comes about on a D6 of `goal` or more, from game turn `from_turn` on, every turn or only `once`. What it
    does is in `text`, for the players to carry out.
    """

    name: str
    text: str = ""
    goal: int = 6
    from_turn: int = 1
    once: bool = False


class ScenarioSide(Struct, frozen=True, kw_only=True):
    """One side's name and the table edge that it calls its own."""

    id: SideId
    name: str
    edge: Edge | None = None


class Scenario(Struct, frozen=True, kw_only=True):
    """The battle to be fought. Lengths in inches, origin at the top left."""

    name: str
    ruleset: str = FIRST_RULESET
    """The game that it is made for: `rulesets.named` finds it."""
    width_in: float = 72
    height_in: float = 48
    sides: tuple[ScenarioSide, ...] = (
        ScenarioSide(id=SideId("a"), name="Side A", edge="west"),
        ScenarioSide(id=SideId("b"), name="Side B", edge="east"),
    )
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    turn_limit: int = 6
    reserve_goal: int = 0
    """What a unit in reserve needs on a D6, or more, to arrive; 0 leaves it to the host. (ARAP-TURN-04)"""
    jump_step_in: float = 2
    """Inches of a jump down that one Initiative test covers: more in low gravity. (ARAP-FALL-04)"""
    first_side: str = ""
    """Who goes first in the Rules Crusade; empty where a roll-off says so. (CRU-TURN-01)"""
    flight_in: float = 12
    """How high FLYERS of the Rules Crusade are, and fall from. (CRU-FALL-01)"""
    basic_weapons: tuple[str, ...] = ()
    """Names of weapons that may snap fire there beside those that may anyhow. (CRU-WEAP-12)"""
    points: int = 0
    """What each side brings at most, as agreed; 0 for what the game proposes. (CRU-TURN-04)"""
    race: Race | None = None
    """What there is to win besides objectives: the first over the finish wins the game."""
    reserve_depth_in: float = 6
    """How far from their edge reserves may stand when they arrive."""
    scoring: Literal["every-turn", "last-turn"] = "every-turn"
    """When objectives are worth points: at the end of every game turn, or of the last one alone."""
    victory: Literal["objectives", "losses"] = "objectives"
    """Who wins at the turn limit: by objectives if there are any, or by the points of units still in play."""
    tie: Literal["draw", "losses"] = "draw"
    """What sides that are level on objectives at the turn limit come to: a draw, or who has lost fewer points wins."""
    score_to_win: int = 0
    """A side that alone has so many points for objectives wins at once; 0 for none."""
    chances: tuple[RandomEvent, ...] = ()
    options: dict[str, OptionValue] = {}
    briefing: str = ""
    tiles: TileStack | None = None
    """The stack from which tiles are laid as the game goes on. (BLD-TILE-01)"""
