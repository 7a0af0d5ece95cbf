"""What cards, tokens and comparisons tell of a unit: its states in the rules' words, its race, its profile in a row."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.arap.events import WoundsTaken
from rules.arap.morale import suppression
from rules.arap.rulings import costs
from rules.arap.turn import race as turn_race
from rules.arap.units import states as units_states
from rules.arap.units.vehicle_interface import HarmToVehicles, VehicleFacts, VehiclesInFormation
from rules.arap.vehicle_interface import ask
from rules.core.harm import Harm
from rules.core.unit_state import UnitState
from rules.core.words import listed
from rules.forces.profile import NO_SAVE
from rules.forces.unit import Unit
from rules.state import Event, GameState

MARKS: Final = (
    "routing",
    "pursuing",
    "engaged",
    "pinned",
    "ground",
    "suppressed",
    "stunned",
    "shaken",
    "immobilised",
    "armament_destroyed",
    "exposed",
    "stopped",
    "hidden",
    "prone",
    "tactical",
    "got_out",
    "broke_off",
    "bust",
    "activated",
)
"""Names of the states that a token shows, the most telling first."""
_PLACES: Final = {name: place for place, name in enumerate(MARKS)}
_MARKED: Final = tuple(row for row in (*units_states.ROWS, *units_states.TURN) if row.marked)


def states(state: GameState, unit: Unit) -> tuple[UnitState, ...]:
    """The unit's states in the rules' words, each with its rule."""
    found = [
        *units_states.that_hold(units_states.ROWS, state, unit),
        *(UnitState("suppressed", words, "ARAP-SUPP-01") for words in suppression.counted(state, unit)),
        *units_states.that_hold(ask(state, VehicleFacts).rows_aboard(), state, unit),
        *units_states.tags(unit),
        *(UnitState("tagged", f"{cost[:1].upper()}{cost[1:]}", costs.RULE) for cost in costs.on_card(unit)),
        *units_states.that_hold(units_states.TURN, state, unit),
    ]
    if unit.vehicle is None:
        return tuple(found)
    if unit.squadron and (mates := _mates(state, unit)):
        found.append(UnitState("squadron", f"In a squadron with {listed(mates)}", "VEH-JOIN-12"))
    found += units_states.that_hold(ask(state, VehicleFacts).rows(), state, unit)
    run = race(state, unit)
    if run is not None and not unit.is_gone:
        found.append(UnitState("moved", run.words, ""))
    return tuple(found)


def _mates(state: GameState, unit: Unit) -> list[str]:
    """The names of the other vehicles that are activated with it. (VEH-JOIN-12)"""
    return [u.name for u in ask(state, VehiclesInFormation).members(state, unit) if u.id != unit.id]


def marked(state: GameState, unit: Unit) -> tuple[str, ...]:
    """The names of the states that its token shows, the most telling first."""
    vehicles = ask(state, VehicleFacts)
    own = vehicles.rows() if unit.vehicle else vehicles.rows_aboard()
    held = [row.name for row in (*_MARKED, *own) if row.marked and row.when(state, unit)]
    return tuple(sorted(dict.fromkeys(held), key=lambda name: _PLACES.get(name, len(MARKS)))) if held else ()


class RaceProgress(NamedTuple):
    """How many gates it has passed, of how many, and which is next."""

    passed: int
    total: int
    next_gate: str

    @property
    def words(self) -> str:
        """The same in words."""
        return f"{self.passed} of {self.total} gates" + (f", next {self.next_gate}" if self.next_gate else "")


def race(state: GameState, unit: Unit) -> RaceProgress | None:
    """How far it has come in its race, if it is in one."""
    run, gate = turn_race.races(state, unit), turn_race.next_gate(state, unit)
    return RaceProgress(unit.gates, run.total, gate.name if gate else "") if run is not None else None


def harm(state: GameState, event: Event) -> Harm | None:
    """Models that wounds have felled, and what is gone of a hull. (ARAP-DMG-01)"""
    if not isinstance(event, WoundsTaken):
        return ask(state, HarmToVehicles).harm(event)
    lost = sum(wound.left == 0 for wound in event.wounds)
    if not lost or event.unit is None:
        return None
    return Harm(event.unit, event.by, models=lost, cause=_CAUSES.get(event.cause, event.cause))


_CAUSES: Final = {"hazard": "dangerous ground", "fall": "a fall", "drowning": "the water", "explosion": "an explosion"}


def figures(state: GameState, unit: Unit) -> tuple[tuple[str, str], ...]:
    """Armour by facing of a hull, the characteristics that a fight compares of everybody else."""
    profile = state.profile((unit.alive or unit.models)[0])
    if profile.hull is not None and profile.bike is None:
        plates = zip(("Front", "Side", "Rear"), profile.hull.armour or (), strict=False)
        return tuple((face, str(value)) for face, value in plates)
    names = (("WS", profile.ws), ("S", profile.s), ("T", profile.t), ("I", profile.i), ("A", profile.a))
    save = f"{profile.sv}+" if profile.sv < NO_SAVE else "–"
    return (*((name, str(value)) for name, value in names), ("Sv", save), ("Ld", str(profile.ld)))
