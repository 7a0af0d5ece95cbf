"""What befalls vehicles: hits, results of the damage chart, losses, wrecks, marks that come and go."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.arap.events import fought, placed
from rules.core.ids import TerrainId, UnitId
from rules.forces.gemini import GeminiMarks
from rules.forces.unit import Point, Unit, VehicleState
from rules.state import Event, GameState, Placement
from rules.table.terrain import Terrain
from rules.vehicles.gemini.hull.hull import marks_of

HitClass = Literal["none", "glancing", "penetrating", "ordnance"]
Wreck = Literal["destroyed", "flipped", "exploded", "annihilated", "sunk", "fallen"]


class VehicleEvent(Event, frozen=True, kw_only=True):
    """Something that befell the vehicle `unit`."""

    def of(self, state: GameState) -> Unit:
        """The vehicle."""
        assert self.unit is not None
        return state.units[self.unit]

    def changed(self, state: GameState, **changes: object) -> GameState:
        """The state with fields of the vehicle's condition replaced."""
        unit = self.of(state)
        condition = unit.vehicle or VehicleState()
        return state.with_unit(replace(unit, vehicle=replace(condition, **changes)))

    def marked(self, state: GameState, **changes: object) -> GameState:
        """The state with fields of what these rules remember of the vehicle replaced."""
        unit = self.of(state)
        condition = unit.vehicle or VehicleState()
        own = condition.own if isinstance(condition.own, GeminiMarks) else GeminiMarks()
        return state.with_unit(replace(unit, vehicle=condition.with_own(replace(own, **changes))))


class VehicleHit(VehicleEvent, frozen=True, kw_only=True, tag="VehicleHit"):
    """One hit on armour: which face, its value, what the dice came to, and what that makes of it. (VEH-PEN-01)"""

    face: Literal["front", "side", "rear"]
    av: int
    strength: int
    total: int
    kind: HitClass
    weapon: str = ""
    by: UnitId | None = None
    saved_by: Literal["", "hull-down", "no-ap", "swipe"] = ""
    """Why a hit that penetrated only glances. (VEH-COV-02, VEH-PEN-03, VEH-REL-02)"""

    def evolve(self, state: GameState) -> GameState:
        """The hit is only noted; what it does follows."""
        return state

    def sentence(self, state: GameState) -> str:
        """Total against armour, and the class of hit."""
        words = {
            "none": "nothing",
            "glancing": "a glancing hit",
            "penetrating": "a penetrating hit",
            "ordnance": "an ordnance penetrating hit",
        }
        why = {"": "", "hull-down": " (hull-down)", "no-ap": " (no AP)", "swipe": " (a rake)"}[self.saved_by]
        head = f"{self.weapon} hits {self.of(state).name}" if self.weapon else f"{self.of(state).name} is hit"
        return f"{head}: {self.total} against {self.face} {self.av}, {words[self.kind]}{why}"


class HullPointsLost(VehicleEvent, frozen=True, kw_only=True, tag="HullPointsLost"):
    """Hull points absorbed a hit whole: no roll on the chart. (VEH-HULL-01, -02)"""

    lost: int
    left: int
    by: UnitId | None = None
    counts: bool = False
    """A wound for the round of melee that a machine fights. (VEH-WS-06)"""

    def evolve(self, state: GameState) -> GameState:
        """Fewer points left."""
        state = self.changed(state, hull=self.left)
        return fought(state, self.by, self.of(state).id, 1) if self.counts else state

    def sentence(self, state: GameState) -> str:
        """How many are left."""
        return f"{self.of(state).name}: hull points {self.left + self.lost} to {self.left}"


class ChartResult(VehicleEvent, frozen=True, kw_only=True, tag="ChartResult"):
    """One roll on the vehicle damage chart, read in its column. (VEH-CHART-01, VEH-CHART-02)"""

    column: Literal["glancing", "penetrating", "ordnance"]
    die: int
    row: int
    results: tuple[str, ...]
    by: UnitId | None = None
    counts: bool = False
    """A wound for the round of melee that a machine fights. (VEH-WS-06)"""

    def evolve(self, state: GameState) -> GameState:
        """The card's lit cell."""
        state = self.changed(state, last_result=" + ".join(self.results), last_roll=(self.column, self.row))
        return fought(state, self.by, self.of(state).id, 1) if self.counts else state

    def sentence(self, state: GameState) -> str:
        """The result by name."""
        result = " and ".join(r.replace("-", " ") for r in self.results)
        return f"{self.of(state).name}, {self.column} {self.row}: {result}"


class CrewShaken(VehicleEvent, frozen=True, kw_only=True, tag="CrewShaken"):
    """No shooting in the vehicle's next player turn. (VEH-DMG-01, VEH-JOIN-07)"""

    def evolve(self, state: GameState) -> GameState:
        """The mark bites when that turn begins."""
        return self.changed(state, shaken=True)


class CrewStunned(VehicleEvent, frozen=True, kw_only=True, tag="CrewStunned"):
    """No activation in the vehicle's next player turn; its own present turn ends at once. (VEH-DMG-02, VEH-JOIN-07)"""

    def evolve(self, state: GameState) -> GameState:
        """The mark bites when that turn begins; points in hand are lost."""
        state = self.changed(state, stunned=True)
        return state.with_turn(ap=0) if state.turn.active == self.unit else state


class WeaponLost(VehicleEvent, frozen=True, kw_only=True, tag="WeaponLost"):
    """A mounted weapon no longer works. (VEH-DMG-04)"""

    mount: int
    weapon: str

    def evolve(self, state: GameState) -> GameState:
        """The mount is crossed out."""
        condition = self.of(state).vehicle or VehicleState()
        return self.changed(state, lost_mounts=(*condition.lost_mounts, self.mount))

    def sentence(self, state: GameState) -> str:
        """Which weapon."""
        return f"{self.of(state).name} loses its {self.weapon}"


class Immobilised(VehicleEvent, frozen=True, kw_only=True, tag="Immobilised"):
    """The vehicle will not move again. (VEH-DMG-05)"""

    def evolve(self, state: GameState) -> GameState:
        """It may still shoot."""
        return self.changed(state, immobilised=True)

    def sentence(self, state: GameState) -> str:
        """Who is stuck."""
        return f"{self.of(state).name} is immobilised"


class GroundTried(VehicleEvent, frozen=True, kw_only=True, tag="GroundTried"):
    """The vehicle has rolled for a piece of dangerous ground in this player turn. (VEH-TERR-03)"""

    area: str
    dice: int

    def evolve(self, state: GameState) -> GameState:
        """So many dice have been rolled for it."""
        tried = marks_of(self.of(state)).tried_ground
        return self.marked(state, tried_ground={**tried, self.area: tried.get(self.area, 0) + self.dice})


class MinefieldCrossed(VehicleEvent, frozen=True, kw_only=True, tag="MinefieldCrossed"):
    """The vehicle has driven into a minefield, or across it: whether it set off a mine. (VEH-TERR-05)"""

    area: TerrainId
    went_off: bool = False

    def evolve(self, state: GameState) -> GameState:
        """No second mine in this player turn."""
        met = marks_of(self.of(state)).mines_met
        return self.marked(state, mines_met=(*met, self.area))

    def sentence(self, state: GameState) -> str:
        """Whether one went off."""
        name, place = self.of(state).name, next((p.name for p in state.terrain if p.id == self.area), "the minefield")
        return f"{name} sets off a mine in {place}" if self.went_off else f"{name} is lucky among the mines of {place}"


class VehicleThrown(VehicleEvent, frozen=True, kw_only=True, tag="VehicleThrown"):
    """A flipped hull comes to lie elsewhere, or turned over where it stood. (VEH-DMG-07)"""

    at: Point
    inches: float
    start: Point | None = None
    """Where it stood."""

    def evolve(self, state: GameState) -> GameState:
        """The hull lies there."""
        model = self.of(state).models[0]
        there = (Placement(model=model.id, at=self.at, facing=model.facing),)
        return state.with_unit(placed(self.of(state), there))

    def sentence(self, state: GameState) -> str:
        """How far."""
        name = self.of(state).name
        return f"{name} is thrown {self.inches:.3g}″" if self.inches else f"{name} turns over on the spot"


class VehicleWrecked(VehicleEvent, frozen=True, kw_only=True, tag="VehicleWrecked"):
    """The end of a vehicle: its crew are lost, and what is left of it is terrain. (VEH-DMG-06 to -09)"""

    how: Wreck
    leaves: Terrain | None = None
    """What lies there then; nothing of a boat, which sinks. (VEH-BOAT-04)"""
    by: UnitId | None = None
    reach_in: float = 0
    """How far from the hull its pieces fly."""

    def evolve(self, state: GameState) -> GameState:
        """Out of play, replaced by a wreck, a burnt patch or a crater."""
        unit = self.of(state)
        unit = replace(unit, models=tuple(replace(m, wounds=0) for m in unit.models))
        state = self.changed(state.with_unit(unit), wrecked=self.how)
        state = state.add_terrain(self.leaves) if self.leaves else state
        return state.with_turn(active=None, ap=0) if state.turn.active == self.unit else state

    def sentence(self, state: GameState) -> str:
        """How it ended."""
        words = {
            "destroyed": "is destroyed",
            "flipped": "is destroyed and flipped",
            "exploded": "explodes",
            "annihilated": "is annihilated",
            "sunk": "breaks through",
            "fallen": "falls through the floor",
        }
        sinks = "" if self.leaves else " and is lost" if self.how == "fallen" else " and sinks"
        flies = f": pieces fly {self.reach_in:.3g}″" if self.reach_in else ""
        return f"{self.of(state).name} {words[self.how]}{sinks}{flies}"


class MarksBite(VehicleEvent, frozen=True, kw_only=True, tag="MarksBite"):
    """The vehicle's player turn begins: shaken or stunned takes hold, its weapons are ready again. (VEH-JOIN-07)"""

    shaken: bool = False
    stunned: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Marks waiting become marks in force."""
        state = self.marked(state, tried_ground={}, doors_used={}, mines_met=(), ports_open=False)
        return self.changed(
            state, shaken=False, stunned=False, shaken_now=self.shaken, stunned_now=self.stunned, fired=()
        )

    def sentence(self, state: GameState) -> str:
        """What the crew cannot do."""
        name = self.of(state).name
        if self.stunned:
            return f"The crew of {name} is stunned this turn"
        return f"The crew of {name} is shaken this turn" if self.shaken else ""


class MarksCleared(VehicleEvent, frozen=True, kw_only=True, tag="MarksCleared"):
    """The turn that shaken or stunned spoiled is over. (VEH-JOIN-07)"""

    def evolve(self, state: GameState) -> GameState:
        """The crew is itself again."""
        return self.changed(state, shaken_now=False, stunned_now=False)

    def sentence(self, state: GameState) -> str:
        """Who has recovered."""
        return f"The crew of {self.of(state).name} has recovered"


def remains(unit: Unit, how: Wreck, points: tuple[Point, ...], height_in: float) -> Terrain:
    """What a vehicle leaves on the table, in the outline of its hull. (VEH-DMG-06, -08, -09)"""
    look = {"destroyed": "wreck", "flipped": "wreck", "exploded": "burnt", "annihilated": "crater"}[how]
    name = {"wreck": "Wreck of {}", "burnt": "Burnt patch of {}", "crater": "Crater of {}"}[look].format(unit.name)
    is_wreck = look == "wreck"
    return Terrain(
        id=TerrainId(f"{look}-{unit.id}"),
        name=name,
        points=points,
        going="difficult",
        cover="hard" if is_wreck else "none",
        height_in=height_in if is_wreck else 0,
        look=look,
    )


EVENTS: tuple[type[Event], ...] = (
    VehicleHit,
    HullPointsLost,
    ChartResult,
    CrewShaken,
    CrewStunned,
    WeaponLost,
    Immobilised,
    GroundTried,
    MinefieldCrossed,
    VehicleThrown,
    VehicleWrecked,
    MarksBite,
    MarksCleared,
)
