"""What a drive is worth by the Street Race rules: gates ahead, no walls. (VEH-RACE-03)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.turn import race
from rules.core.ids import SideId
from rules.core.preview import RUNS_INTO, Success
from rules.forces.unit import Unit
from rules.geometry import arcs
from rules.geometry.arcs import Bend, Pose, Stretch
from rules.geometry.facings import off_axis
from rules.geometry.lengths import distance
from rules.offers import Offer
from rules.progress import Action
from rules.state import GameState
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.street import offers
from rules.vehicles.gemini.street.drive import StreetDrive
from rules.vehicles.gemini.street.path import Lane
from rules.vehicles.gemini.street.way_round import WayRound, way_round
from rules.vehicles.shared.hull import condition
from rules.weighing import Character, Worth

_INCH: Final = 3.0
"""Points that an inch nearer to the next gate is worth."""
_OFF_COURSE: Final = 0.15
"""Points for each degree that its nose points away from the enemy whom a hunter is after."""
_FAST_IN: Final = 6.0
"""Speed at which a nose that points elsewhere is twice as bad: the next drive begins with it."""
_CRASH: Final = 240.0
_WHEEL: Final = 30.0
"""Points that somebody at the wheel is worth where nothing is in the way."""
_STANDS: Final = {"slow": 1.0, "walk-back": 0.5, "bootlegger": -6.0, "j-turn": -6.0}
"""What manoeuvres are worth to who has nothing better: round corners that no drive takes."""
KINDS: Final = ("street", *_STANDS)
"""The kinds of offers that are weighed here."""


def of_street(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth | None:
    """A drive or manoeuvre of a racer, or of who hunts one."""
    if offer.kind not in KINDS or offer.action is None or offer.unit is None:
        return None
    unit, preview = state.units[offer.unit], offer.action.preview(state)
    speed = offer.action.speed if isinstance(offer.action, StreetDrive) else 0.0
    races = way_round(state, unit) is not None
    nerve = 1.0 if races else max(1.0, character.nerve)
    if any(note.lower().startswith(RUNS_INTO) for note in preview.notes):
        return Worth(of_wheel(state, unit) - _CRASH * nerve - abs(speed), "something is in the way")
    start = unit.models[0]
    end = next(((x, y, f) for model, x, y, f in preview.ghosts if model == start.id), (*start.at, start.facing))
    through = [c.value for c in preview.chances if isinstance(c, Success) or c.label == _GETS_THROUGH]
    risk = _CRASH * (1 - min(through, default=1.0)) * nerve
    found = _raced(state, unit, offer.action, speed, end) if races else None
    if found is None:
        found = _hunted(state, unit, offer, speed, end)
    return Worth(of_wheel(state, unit) + found.points - risk, found.why)


_GETS_THROUGH: Final = "gets through"
"""How a preview calls the chance of crossing dangerous ground unharmed."""


_NEAR_IN: Final = 12.0
"""Inches from whom it hunts at which a hunter comes no nearer: its guns do the rest."""


def _hunted(state: GameState, unit: Unit, offer: Offer, speed: float, end: Pose) -> Worth:
    """Nearer to the nearest enemy."""
    if offer.kind in _STANDS:
        return Worth(_STANDS[offer.kind], "no drive leads on")
    start = unit.models[0].at
    goal = _nearest_enemy(state, unit.side, start)
    if goal is None:
        return Worth(0.0, "nowhere to go")
    gained = max(_NEAR_IN, distance(start, goal)) - max(_NEAR_IN, distance(end[:2], goal))
    fast = 1 + abs(speed) / _FAST_IN
    off = _OFF_COURSE * off_axis(end[2], end[:2], goal) * fast
    return Worth(_INCH * gained - off, f"{max(gained, 0):.0f}″ nearer to the enemy")


def _raced(state: GameState, unit: Unit, action: Action, speed: float, end: Pose) -> Worth | None:
    """What is left of the race then, with the best drive that may follow, and what a turn without a driver costs."""
    way, gate = way_round(state, unit), race.next_gate(state, unit)
    if way is None or gate is None:
        return None
    start = unit.models[0].at
    gates = unit.gates
    if isinstance(action, StreetDrive):
        gates += _passed(state, unit, (*start, unit.models[0].facing), action.course(state))
    if race.races(state, unit) is not None and gates >= way.total:
        return Worth(_INCH * _WON_IN, "over the finish")
    there = replace(unit, gates=gates, models=(replace(unit.models[0], at=end[:2], facing=end[2]), *unit.models[1:]))
    then = state.with_unit(there)
    lane, now = Lane(then, there), way.to_go(unit.gates, start)
    after = _next(then, there, way, lane, speed, end)
    if after is None:
        return Worth(_DRIVEN - _CRASH, "no way on from there")
    coasts = _COASTS if abs(speed) > 0 and lane.first_met((Stretch("straight", speed),)) else 0.0
    gained = now - way.to_go(gates, end[:2])
    hoped = _AT_ONCE * gained + (1 - _AT_ONCE) * (now - after.left)
    points = _DRIVEN + 2 * _INCH * hoped - _CRASH * (coasts + after.stuck)
    return Worth(points, f"{max(gained, 0):.0f}″ nearer to {gate.name}")


_WON_IN: Final = 200.0
"""Inches that the finish is worth."""
_DRIVEN: Final = 200.0
"""More than any drive that runs into nothing is worse than to let it roll."""
_AT_ONCE: Final = 0.5
"""How much inches driven now count beside those that may be had next: else they would be put off for ever."""
_COASTS: Final = 0.3
"""How likely nobody takes the wheel in the next turn, with something to spare for what a crash ends."""
_TURNED: Final = 0.06
"""Inches that a degree costs by which its nose points away from the way on."""


class _Next(NamedTuple):
    """What the best drive after this one leaves to go, in inches, and how likely every drive runs into something."""

    left: float
    stuck: float


def _next(state: GameState, unit: Unit, way: WayRound, lane: Lane, speed: float, pose: Pose) -> _Next | None:
    """None where every drive runs into something as things stand."""
    top, change = momentum.most_in(state, unit), momentum.acc_in(state, unit)
    slowest, most = max(0.0, speed - momentum.dec_in(state, unit)), max(0.0, min(top, speed + change))
    found: list[tuple[float, tuple[Stretch, ...]]] = []
    for each in dict.fromkeys((most, (slowest + most) / 2, min(max(speed, slowest), most))):
        if each > momentum.STILL_IN:
            found += [(_left(state, unit, way, pose, c), c) for c in _courses(state, unit, way, each, pose)]
    clear = _MANY
    if slowest > momentum.STILL_IN:
        slow = list(_courses(state, unit, way, slowest, pose))
        open_ones = [c for c in slow if lane.first_met(c) is None]
        best = min((_left(state, unit, way, pose, c) for c in open_ones), default=None)
        clear = len(open_ones)
    else:
        best = _left(state, unit, way, pose, ()) + _HALTED
    for left, course in sorted(found, key=lambda each: each[0]):
        if best is not None and left >= best:
            break
        if lane.first_met(course) is None:
            best = left
            break
    return _Next(best, _STUCK[min(clear, _MANY)]) if best is not None else None


_HALTED: Final = 16.0
"""Inches that it costs to have to stop: nothing leads on from there but to back off."""
_MANY: Final = 3
_STUCK: Final = (0.5, 0.3, 0.1, 0.0)
"""How likely nothing is open in the next turn, by how many ways are open at the least speed now: others move too."""


def _left(state: GameState, unit: Unit, way: WayRound, pose: Pose, course: tuple[Stretch, ...]) -> float:
    """Inches to the finish after a course, and what it costs to turn to the way on."""
    end = arcs.finish(pose, course)
    gates = unit.gates + (_passed(state, unit, pose, course) if course else 0)
    return way.to_go(gates, end[:2]) + _TURNED * _off(way, gates, end)


def _courses(state: GameState, unit: Unit, way: WayRound, speed: float, pose: Pose) -> Iterator[tuple[Stretch, ...]]:
    radius = momentum.bend_radius(state, unit, speed)
    yield offers.filled(arcs.sweep(pose, way.ahead(unit.gates, pose[:2], speed), radius), speed)
    yield (Stretch("straight", speed),)
    for bend in _BENDS:
        for share in (0.5, 1.0):
            yield offers.filled((Stretch(bend, speed * share, radius),), speed)


_BENDS: Final[tuple[Bend, ...]] = ("left", "right")


def _passed(state: GameState, unit: Unit, pose: Pose, course: Sequence[Stretch]) -> int:
    """How many gates a course leads through."""
    places = [pose[:2], *(p[:2] for p, _ in arcs.samples(pose, course, _SAMPLED_IN))]
    return sum(1 for _ in race.passed(state, unit, places))


_SAMPLED_IN: Final = 4.0


def _off(way: WayRound, gates: int, pose: Pose) -> float:
    """Degrees between its nose and the way on."""
    ahead = way.ahead(gates, pose[:2], _LOOKS_IN)
    return off_axis(pose[2], pose[:2], ahead) if distance(ahead, pose[:2]) > 1 else 0.0


_LOOKS_IN: Final = 8.0


def of_wheel(state: GameState, unit: Unit) -> float:
    """What a racer loses that nobody drives in this turn: it stays where it is, or coasts. (VEH-RACE-04)

    Who stands and races nobody loses nothing.
    """
    if not momentum.uses(state, unit) or unit.now.driven or condition(unit).immobilised:
        return 0.0
    speed = momentum.speed_of(unit)
    if momentum.is_still(unit):
        return _WHEEL if way_round(state, unit) is not None else 0.0
    met = Lane(state, unit).first_met((Stretch("straight", speed),))
    return _WHEEL + (_CRASH if met else 0.0)


def _nearest_enemy(state: GameState, side: SideId, at: tuple[float, float]) -> tuple[float, float] | None:
    places = [e.alive[0].at for e in state.enemies_of(side)]
    return min(places, key=lambda place: distance(at, place), default=None)
