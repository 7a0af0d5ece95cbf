"""Vehicles and troops on the move. (CRU-MOVE, CRU-FALL, CRU-RAM, CRU-TROOP-06)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import TerrainId, UnitId
from rules.core.words import at_a_cost
from rules.crusade import marks
from rules.crusade.events.words import named, plural, put
from rules.crusade.marks import PodDrift
from rules.crusade.models import turn_cost_in
from rules.state import Event, GameState
from rules.table.terrain import Terrain


class MoveActionSpent(Event, frozen=True, kw_only=True, tag="MoveActionSpent"):
    """A vehicle begins a move action. (CRU-MOVE-01, CRU-TURN-03)"""

    unit: UnitId
    extra: bool = False
    count: int = 1
    """How many it has begun this turn; it stays marked until its next turn. (CRU-SHOT-01)"""

    def evolve(self, state: GameState) -> GameState:
        """One arrow more."""
        spent = {"acted": True, "extra": True} if self.extra else {}
        return marks.with_model(state, self.unit, moves=self.count, fallen=False, left_in=0.0, left_back=False, **spent)


class MoveBrokenOff(Event, frozen=True, kw_only=True, tag="MoveBrokenOff"):
    """An enemy has driven a vehicle off the way of its move action: so many inches are left of that. (CRU-WIPE-02)"""

    unit: UnitId
    left_in: float
    back: bool = False

    def evolve(self, state: GameState) -> GameState:
        """They may be driven, another way."""
        return marks.with_model(state, self.unit, left_in=self.left_in, left_back=self.back)

    def sentence(self, state: GameState) -> str:
        """How much is left."""
        return f"{named(state, self.unit)} has {self.left_in:.3g}″ of its move action left"


class VehicleDriven(Event, frozen=True, kw_only=True, tag="VehicleDriven"):
    """A vehicle goes straight on, back, or turns about the middle of a side. Inches, degrees. (CRU-MOVE-02 to -04)"""

    unit: UnitId
    at: tuple[float, float]
    facing: float
    inches: float = 0.0
    turn_deg: float = 0.0
    back: bool = False
    how: str = ""
    """"flies", "jumps", "falls" where it does not just drive."""
    drift: PodDrift | None = None
    """Of a pod that lands: from where, and which way. (CRU-POD-02)"""

    def evolve(self, state: GameState) -> GameState:
        """It stands at the end, and so does whoever rides in it."""
        state = put(state, self.unit, self.at, self.facing)
        return marks.with_model(state, self.unit, drift=self.drift) if self.drift else state

    def sentence(self, state: GameState) -> str:
        """How far and which way, and what a turn takes of the move action."""
        name = named(state, self.unit)
        if self.drift:
            edge = "at the table’s edge, " if self.drift.inches < self.inches else ""
            far = f"{self.drift.inches:.3g}″ from where it was aimed, at {self.drift.clock} o’clock"
            return f"{name} lands {edge}{far}"
        if self.turn_deg:
            way = "right" if self.turn_deg > 0 else "left"
            return f"{name} turns {way} by {abs(self.turn_deg):g}°{at_a_cost(turn_cost_in(self.turn_deg), 0)}"
        return f"{name} {self.how or ('backs' if self.back else 'drives')} {self.inches:.3g}″"

    def sentence_after(self, before: Event, state: GameState) -> str:
        """A way that begins with a turn: the way is what was done. (CRU-MOVE-02, CRU-MOVE-04)"""
        if not isinstance(before, VehicleDriven) or before.unit != self.unit or not before.turn_deg or self.turn_deg:
            return ""
        turning = before.sentence(state).removeprefix(f"{named(state, self.unit)} turns ")
        return f"{self.sentence(state)} after turning {turning}"


class StraightFlown(Event, frozen=True, kw_only=True, tag="StraightFlown"):
    """A FLYER has gone its 6 inches straight forward. (CRU-MOVE-07)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It will not fall this turn."""
        return marks.with_model(state, self.unit, straight=True)


class HasRammed(Event, frozen=True, kw_only=True, tag="HasRammed"):
    """A vehicle that rammed does not move again this turn. (CRU-RAM-02)"""

    unit: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It stays where it is."""
        return marks.with_model(state, self.unit, rammed=True)


class CameDown(Event, frozen=True, kw_only=True, tag="CameDown"):
    """A FLYER stands on the ground, or takes off again. (CRU-FALL-01)"""

    unit: UnitId
    grounded: bool = True

    def evolve(self, state: GameState) -> GameState:
        """As long as it stays there it is like any other vehicle."""
        return marks.with_model(state, self.unit, grounded=self.grounded)

    def sentence(self, state: GameState) -> str:
        """Whether up or down."""
        return f"{named(state, self.unit)} {'comes down' if self.grounded else 'takes off'}"


class Fell(Event, frozen=True, kw_only=True, tag="Fell"):
    """A vehicle fell so many inches. (CRU-FALL-01)"""

    unit: UnitId
    inches: float
    cards: int

    def evolve(self, state: GameState) -> GameState:
        """The cards follow one by one."""
        return marks.with_model(state, self.unit, fallen=True)

    def sentence(self, state: GameState) -> str:
        """How far, and what it costs."""
        return f"{named(state, self.unit)} falls {self.inches:.3g}″: {plural(self.cards, 'card')}"


class StructureStruck(Event, frozen=True, kw_only=True, tag="StructureStruck"):
    """A structure takes hits, and is broken open at its own number. (CRU-RAM-03)"""

    terrain: TerrainId
    """Or the wreck, which is rammed as a house wall. (CRU-DEST-01)"""
    name: str
    hits: int
    broken: bool
    forced: bool = False
    """A troop has forced an entry, which may be closed again. (CRU-TURN-02)"""

    def evolve(self, state: GameState) -> GameState:
        """What is broken open hides nothing and bars nobody any more."""
        noted = marks.marks(state)
        hits = {**noted.structures, self.terrain: noted.structures.get(self.terrain, 0) + self.hits}
        state = replace(state, own=replace(noted, structures=hits))
        if not self.broken:
            struck = (replace(p, damage=hits[p.id]) if p.id == self.terrain else p for p in state.terrain)
            return replace(state, terrain=tuple(struck))
        if self.forced:
            whole: dict[str, Terrain] = dict(noted.forced)
            whole |= {p.id: p for p in state.terrain if p.id == self.terrain}
            state = replace(state, own=replace(noted, structures=hits, forced=whole))
        opened = (
            replace(p, look="rubble", blocks_sight=False, going="open") if p.id == self.terrain else p
            for p in state.terrain
        )
        return replace(state, terrain=tuple(opened))

    def sentence(self, state: GameState) -> str:
        """How it fares."""
        if not self.hits:
            return f"{self.name} takes no hit"
        return f"{self.name} takes {plural(self.hits, 'hit')}" + (" and is broken open" if self.broken else "")


class TroopMoved(Event, frozen=True, kw_only=True, tag="TroopMoved"):
    """A troop walks; inches of its move that it has used so far. (CRU-TURN-02)"""

    unit: UnitId
    at: tuple[float, float]
    facing: float
    inches: float
    spent_in: float
    bends: tuple[tuple[float, float], ...] = ()
    """Where its way turned before the end of it."""

    def evolve(self, state: GameState) -> GameState:
        """It stands there and is hidden no more."""
        state = put(state, self.unit, self.at, self.facing)
        return marks.with_model(state, self.unit, spent_in=self.spent_in)

    def sentence(self, state: GameState) -> str:
        """How far."""
        return f"{named(state, self.unit)} moves {self.inches:.3g}″"


class TroopHid(Event, frozen=True, kw_only=True, tag="TroopHid"):
    """A troop hides, or is hidden no more. (CRU-TROOP-06)"""

    unit: UnitId
    hidden: bool

    def evolve(self, state: GameState) -> GameState:
        """Enemies know of it or not."""
        return state.with_unit(replace(state.units[self.unit], hidden=self.hidden))

    def sentence(self, state: GameState) -> str:
        """Whether seen."""
        return f"{named(state, self.unit)} {'hides' if self.hidden else 'is seen'}"


EVENTS: tuple[type[Event], ...] = (
    MoveActionSpent,
    MoveBrokenOff,
    VehicleDriven,
    StraightFlown,
    HasRammed,
    CameDown,
    Fell,
    StructureStruck,
    TroopMoved,
    TroopHid,
)
