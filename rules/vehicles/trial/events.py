"""What befalls vehicles of these rules alone: steps, ground that slows walkers, marks that take hold, exposure."""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.state import Event, GameState
from rules.vehicles.shared.events import VehicleEvent
from rules.vehicles.trial.hull.profile import marks_of


class StepTaken(VehicleEvent, frozen=True, kw_only=True, tag="StepTaken"):
    """What a vehicle has done in this game turn: a step, the road, ordnance, people in or out. (TRI-JOIN-02)"""

    what: tuple[str, ...]

    def evolve(self, state: GameState) -> GameState:
        """Beside what it did before in the same turn."""
        own, number = marks_of(self.of(state)), state.turn.number
        before = own.did if own.turn == number else ()
        ground = own.ground_in if own.turn == number else 0.0
        return self.marked(state, turn=number, did=(*before, *self.what), ground_in=ground)


class GroundSlows(VehicleEvent, frozen=True, kw_only=True, tag="GroundSlows"):
    """Difficult ground lets a walker move and charge so far in this turn. (TRI-WALK-02)"""

    most_in: float

    def evolve(self, state: GameState) -> GameState:
        """For this game turn."""
        own, number = marks_of(self.of(state)), state.turn.number
        did = own.did if own.turn == number else ()
        return self.marked(state, turn=number, did=did, ground_in=self.most_in)

    def sentence(self, state: GameState) -> str:
        """How far."""
        return f"{self.of(state).name} may go {self.most_in:g}″ through that ground in this turn"


class MarksTakeHold(VehicleEvent, frozen=True, kw_only=True, tag="MarksTakeHold"):
    """The vehicle's player turn begins: shaken or stunned takes hold, its weapons are ready again. (TRI-DMG-04)"""

    shaken: bool = False
    stunned: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Marks waiting become marks in force; one enemy turn of being exposed is over."""
        exposed = max(0, marks_of(self.of(state)).exposed - 1)
        state = self.marked(state, exposed=exposed)
        return self.changed(
            state, shaken=False, stunned=False, shaken_now=self.shaken, stunned_now=self.stunned, fired=()
        )

    def sentence(self, state: GameState) -> str:
        """What the crew cannot do."""
        name = self.of(state).name
        if self.stunned:
            return f"The crew of {name} is stunned this turn"
        return f"The crew of {name} is shaken this turn" if self.shaken else ""


class LaidOpen(VehicleEvent, frozen=True, kw_only=True, tag="LaidOpen"):
    """People with thin armour have fired out of a closed vehicle: it counts as open-topped. (TRI-PASS-04)"""

    turns: int = 1
    """So many of its own turns must begin before it counts as closed again."""

    def evolve(self, state: GameState) -> GameState:
        """Until then."""
        return self.marked(state, exposed=max(self.turns, marks_of(self.of(state)).exposed))

    def sentence(self, state: GameState) -> str:
        """Until when."""
        return f"{self.of(state).name} is fired at as if it had an open top until the enemy’s next turn ends"


class PointsPassed(Event, frozen=True, kw_only=True, tag="PointsPassed"):
    """A unit aboard is done; who got out of its vehicle alone has the points that are left. (TRI-TRAN-16)"""

    to: UnitId

    def evolve(self, state: GameState) -> GameState:
        """He is the unit in hand."""
        return state.with_turn(active=self.to)

    def sentence(self, state: GameState) -> str:
        """Who goes on."""
        points = f"{state.turn.ap} action point{'' if state.turn.ap == 1 else 's'}"
        return f"{state.units[self.to].name} goes on with {points}"


EVENTS: tuple[type[Event], ...] = (StepTaken, GroundSlows, MarksTakeHold, LaidOpen, PointsPassed)
