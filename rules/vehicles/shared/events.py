"""What befalls vehicles under any vehicle rules: hits, results of the chart, losses, wrecks, who gets in and out."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.arap.events import fought, placed
from rules.core.ids import TerrainId, UnitId
from rules.forces.hull import VehicleMarksStruct
from rules.forces.unit import DoorWork, Point, Unit, VehicleState
from rules.state import Event, GameState, Placement
from rules.table.terrain import Terrain
from rules.vehicles.shared.hull import condition, vehicle_of

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
        own = condition.own or vehicle_of(state, unit).fresh_marks()
        assert isinstance(own, VehicleMarksStruct), f"{unit.name} remembers nothing of its own"
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
        """The card's lit cell, and the die that led there; snapshots of older battles do not know it."""
        name, read = " + ".join(self.results), (self.column, self.row)
        die = 0 if state.is_older_than("8") else self.die
        state = self.changed(state, last_result=name, last_roll=read, last_die=die)
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


class MarksCleared(VehicleEvent, frozen=True, kw_only=True, tag="MarksCleared"):
    """The turn that shaken or stunned spoiled is over. (VEH-JOIN-07)"""

    def evolve(self, state: GameState) -> GameState:
        """The crew is itself again."""
        return self.changed(state, shaken_now=False, stunned_now=False)

    def sentence(self, state: GameState) -> str:
        """Who has recovered."""
        return f"The crew of {self.of(state).name} has recovered"


class MountsFired(VehicleEvent, frozen=True, kw_only=True, tag="MountsFired"):
    """Weapons that have fired in this player turn. (VEH-JOIN-04)"""

    mounts: tuple[int, ...]

    def evolve(self, state: GameState) -> GameState:
        """None of them fires again in it."""
        return self.changed(state, fired=(*condition(self.of(state)).fired, *self.mounts))


class LeftVehicle(Event, frozen=True, kw_only=True, tag="LeftVehicle"):
    """A unit is no longer aboard. (VEH-BRD-10, VEH-BRD-14)"""

    vehicle: UnitId
    forced: bool = False
    moved: bool = False
    """The vehicle had moved, so that they go no further in this turn. (TRI-TRAN-10)"""
    closed: bool = False
    """They may not charge in this turn. (TRI-TRAN-16)"""
    alone: UnitId | None = None
    """Whom a character who got out alone left aboard. (TRI-TRAN-08)"""
    opens: bool = False
    """The ordinary move of the action that it was is still to come. (TRI-JOIN-06)"""

    def evolve(self, state: GameState) -> GameState:
        """It stands on its own feet; it may not choose to board again in this turn. (VEH-BRD-01)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        if self.moved or self.closed or self.alone:
            now = replace(unit.now, left_moved=self.moved, left_closed=self.closed, left_alone=self.alone)
            unit = replace(unit, now=now)
        if self.opens:
            begun = tuple(DoorWork(model=m.id, operations=0) for m in unit.alive)
            unit = replace(unit, now=replace(unit.now, at_doors=begun))
        return state.with_unit(replace(unit, aboard=None, clinging=False, boarded_turn=state.turn.number))

    def sentence(self, state: GameState) -> str:
        """Who leaves what."""
        assert self.unit is not None
        verb = "is forced out of" if self.forced else "gets out of"
        return f"{state.units[self.unit].name} {verb} {state.units[self.vehicle].name}"


class BoardedVehicle(Event, frozen=True, kw_only=True, tag="BoardedVehicle"):
    """A unit is aboard. (VEH-BRD-04)"""

    vehicle: UnitId
    clinging: bool = False

    def evolve(self, state: GameState) -> GameState:
        """It rides along and may not leave in this turn. (VEH-BRD-01)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        number = state.turn.number
        return state.with_unit(replace(unit, aboard=self.vehicle, clinging=self.clinging, boarded_turn=number))

    def sentence(self, state: GameState) -> str:
        """Who boards what."""
        assert self.unit is not None
        verb = "clings to" if self.clinging else "boards"
        return f"{state.units[self.unit].name} {verb} {state.units[self.vehicle].name}"


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
    ChartResult,
    CrewShaken,
    CrewStunned,
    WeaponLost,
    Immobilised,
    VehicleThrown,
    VehicleWrecked,
    MarksCleared,
    MountsFired,
    BoardedVehicle,
    LeftVehicle,
)
