"""What a drive is worth by the Street Race rules: gates ahead, no walls. (VEH-RACE-03)"""

from __future__ import annotations

from typing import Final

from rules.arap.turn import race
from rules.core.ids import SideId
from rules.core.preview import RUNS_INTO, Success
from rules.forces.unit import Unit
from rules.geometry.arcs import Stretch
from rules.geometry.facings import off_axis
from rules.geometry.lengths import between, distance
from rules.offers import Offer
from rules.state import GameState
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.street.drive import StreetDrive
from rules.vehicles.gemini.street.path import Lane
from rules.vehicles.shared.hull import condition
from rules.weighing import Character, Worth

_INCH: Final = 3.0
"""Points that an inch nearer to the next gate is worth."""
_GATE: Final = 60.0
_OFF_COURSE: Final = 0.15
"""Points for each degree that its nose points away from the gate."""
_FAST_IN: Final = 6.0
"""Speed at which a nose that points elsewhere is twice as bad: the next drive begins with it."""
_CRASH: Final = 120.0
_WHEEL: Final = 30.0
"""Points that somebody at the wheel is worth where nothing is in the way."""
_STANDS: Final = {"slow": 1.0, "walk-back": 0.5, "bootlegger": -6.0, "j-turn": -6.0}
"""What manoeuvres are worth to who has nothing better: round corners that no drive takes."""
KINDS: Final = ("street", *_STANDS)
"""The kinds of offers that are weighed here."""


def of_street(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth | None:
    """A drive or manoeuvre of a racer, or of who hunts one."""
    if offer.kind in _STANDS and offer.action is not None:
        blocked = any(note.lower().startswith(RUNS_INTO) for note in offer.action.preview(state).notes)
        unit = state.units[offer.unit] if offer.unit is not None else None
        wheel = of_wheel(state, unit) if unit is not None else 0.0
        return Worth(wheel + (-_CRASH if blocked else _STANDS[offer.kind]), "no drive leads on")
    if not isinstance(offer.action, StreetDrive):
        return None
    unit, told = state.units[offer.action.unit], offer.action.preview(state)
    if any(note.lower().startswith(RUNS_INTO) for note in told.notes):
        return Worth(of_wheel(state, unit) - _CRASH * character.nerve, "something is in the way")
    start = unit.models[0]
    x, y, facing = next(((x, y, f) for model, x, y, f in told.ghosts if model == start.id), (*start.at, start.facing))
    gate = race.next_gate(state, unit)
    goal = between(gate.a, gate.b, 0.5) if gate is not None else _nearest_enemy(state, side, start.at)
    if goal is None:
        return Worth(0.0, "nowhere to go")
    gained = distance(start.at, goal) - distance((x, y), goal)
    through = any("gate" in note.lower() and "passes" in note.lower() for note in told.notes)
    holds = [c.value for c in told.chances if isinstance(c, Success)]
    risk = _CRASH * (1 - min(holds, default=1.0)) * character.nerve
    fast = 1 + abs(offer.action.speed) / _FAST_IN
    worth = (
        of_wheel(state, unit)
        + _INCH * gained
        + _GATE * through
        - _OFF_COURSE * off_axis(facing, (x, y), goal) * fast
        - risk
    )
    return Worth(worth, f"{max(gained, 0):.0f}″ nearer to {gate.name if gate is not None else 'the enemy'}")


def of_wheel(state: GameState, unit: Unit) -> float:
    """What a racer loses that nobody drives in this turn: it stays where it is, or coasts. (VEH-RACE-04)"""
    if not momentum.uses(state, unit) or unit.now.driven or condition(unit).immobilised:
        return 0.0
    speed = momentum.speed_of(unit)
    if momentum.is_still(unit):
        return _WHEEL
    met = Lane(state, unit).first_met((Stretch("straight", speed),))
    return _WHEEL + (_CRASH if met else 0.0)


def _nearest_enemy(state: GameState, side: SideId, at: tuple[float, float]) -> tuple[float, float] | None:
    places = [e.alive[0].at for e in state.enemies_of(side)]
    return min(places, key=lambda place: distance(at, place), default=None)
