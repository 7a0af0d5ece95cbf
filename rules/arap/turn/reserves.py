"""Reserves: rolled for at the very end of the compulsory phase; arrivals come on at their own edge. (ARAP-TURN-04)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap.positions.placing import DeploymentRoom, suggested
from rules.arap.units.set_down import place_unit
from rules.core.ids import SideId, UnitId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.events import Note
from rules.forces.unit import Unit
from rules.geometry.rings import Ring, rectangle
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState

PLACES = ("first third", "middle", "last third")
"""Where along the edge, from north to south or from west to east."""


def waiting(state: GameState, side: SideId) -> list[Unit]:
    """Units of the side in reserve."""
    return [u for u in state.units_of(side) if u.reserve and not u.is_gone]


def queue_rolls(progress: Progress) -> None:
    """Queue a roll for each unit that the side in turn has in reserve, if reserves are in play."""
    state = progress.state
    side = state.active_side
    if side is None or not state.option("reserves_in_play"):
        return
    progress.queue(*(RollReserve(unit=u.id) for u in waiting(state, side)))


class RollReserve(TaskStruct, frozen=True, kw_only=True, tag="RollReserve"):
    """One unit's roll. The scenario gives the number; without one the host brings the unit on. (ARAP-TURN-04)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Roll, and ask where it comes on."""
        unit = progress.state.units[self.unit]
        goal = progress.state.scenario.reserve_goal
        if not goal:
            text = f"{unit.name} waits in reserve; the host says when it arrives"
            progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("ARAP-TURN-04",)))
            return
        rolled = progress.roll(
            "reserves", sense="high", goal=goal, unit=unit.id, why=f"{unit.name} arrives", rules=("ARAP-TURN-04",)
        )
        if rolled.passed:
            ask_where(progress, unit)


def ask_where(progress: Progress, unit: Unit) -> None:
    """Ask the owner for the third of the edge; a full edge makes the unit wait on."""
    options = [
        Option(id=str(n), label=f"At the {place} of the edge", rule="ARAP-TURN-04")
        for n, place in enumerate(PLACES)
        if suggested(progress.state, unit, _room(progress.state, unit, n)) is not None
    ]
    if not options:
        text = f"{unit.name} finds no room at its edge and waits"
        progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("ARAP-TURN-04",)))
        return
    question = f"{unit.name} arrives. Where does it come on?"
    progress.ask(Arrive(unit=unit.id), unit.side, "arrival", question, options, unit=unit.id, rule="ARAP-TURN-04")


class Arrive(TaskStruct, frozen=True, kw_only=True, tag="Arrive"):
    """A unit comes on where its owner says."""

    unit: UnitId

    def answer(self, progress: Progress, choice: str) -> None:
        """It stands at its edge and may be activated in this turn."""
        unit = progress.state.units[self.unit]
        placements = suggested(progress.state, unit, _room(progress.state, unit, int(choice)))
        assert placements is not None
        progress.emit(Arrived(side=unit.side, unit=unit.id, rules=("ARAP-TURN-04",)))
        place_unit(progress, progress.state.units[self.unit], placements)


class Arrived(Event, frozen=True, kw_only=True, tag="Arrived"):
    """A unit is no longer in reserve."""

    def evolve(self, state: GameState) -> GameState:
        """It is placed next."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], reserve=False))

    def sentence(self, state: GameState) -> str:
        """Who has come."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} arrives from reserve"


class BringOn(Action, frozen=True, kw_only=True, tag="BringOn"):
    """The host lets a unit arrive from reserve now. (ARAP-TURN-04)"""

    unit: UnitId

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit in reserve, in the battle, with no prompt open."""
        unit = state.units.get(self.unit)
        if unit is None or not unit.reserve or unit.is_gone:
            return Refusal("not-in-reserve", "That unit is not in reserve.", "ARAP-TURN-04", "a unit in reserve")
        if not state.turn.number or state.prompt is not None or state.outcome is not None:
            return Refusal(
                "wrong-phase", "Nobody can arrive now.", "ARAP-TURN-04", "during the battle, between choices"
            )
        return None

    def resolve(self, progress: Progress) -> None:
        """Its owner says where."""
        ask_where(progress, progress.state.units[self.unit])


def _room(state: GameState, unit: Unit, third: int) -> DeploymentRoom:
    room = DeploymentRoom(state, unit.side, but=unit.id)
    room.zones = [_strip(state, unit.side, third)]
    return room


def _strip(state: GameState, side: SideId, third: int) -> Ring:
    """A third of the strip along the side's edge; the west edge where the scenario names none."""
    width, height = state.scenario.width_in, state.scenario.height_in
    edge, depth = state.side(side).edge or "west", state.scenario.reserve_depth_in
    if edge in ("west", "east"):
        x = 0.0 if edge == "west" else width - depth
        return rectangle(x, height * third / 3, depth, height / 3)
    y = 0.0 if edge == "north" else height - depth
    return rectangle(width * third / 3, y, width / 3, depth)


ACTIONS: tuple[type[Action], ...] = (BringOn,)
EVENTS: tuple[type[Event], ...] = (Arrived,)
TASKS: tuple[type[TaskStruct], ...] = (RollReserve, Arrive)
