"""How far a racer still has to go, place by place, through all gates to the finish. (VEH-RACE-03)

The table is laid out in squares; walls are closed, and what slows a racer is longer than it is, above all a house that
it gets into by a gate. Enough to choose a drive by, no measure of any rule.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from typing import Final

from rules.arap.turn import race as races
from rules.core import kept
from rules.forces.unit import Point, Unit
from rules.geometry.areas import Ground
from rules.geometry.lengths import distance_to_segment
from rules.geometry.rings import Bounds
from rules.state import GameState
from rules.table.scenario import Race
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.terrain_cost import Field, field_for

SQUARE_IN: Final = 1.5
_OFF_ROAD: Final = 3.0
"""So many times as long is rough ground to who needs a road. (VEH-RACE-05)"""
_INDOORS: Final = 8.0
"""So many times as long is the floor of a house: slow, and it may give way. (VEH-TERR-07)"""
_BY_THE_EDGE: Final = 3.0
"""So many times as long is what lies close beside a wall or the table's edge."""
_FAR: Final = 1000.0
"""Inches from where no way leads on."""
_STEPS: Final = tuple(
    (x, y, math.hypot(x, y) * SQUARE_IN) for x in range(-2, 3) for y in range(-2, 3) if math.gcd(x, y) == 1
)

_A_LEAP: Final = 3


def _half(squares: int) -> int:
    """A step of one square that way if it is one of two, else none."""
    return (squares > 1) - (squares < -1)


Inches = list[float]
"""A number for each square, row by row."""
Step = tuple[int, float]
"""The square that a step leads to, and its inches."""


class WayRound:
    """The squares of a table as one kind of vehicle finds them, and how far each is from the finish."""

    def __init__(self, state: GameState, race: Race, unit: Unit) -> None:
        profile, scenario = profile_of(state, unit), state.scenario
        self._race = race
        self._across = max(1, math.ceil(scenario.width_in / SQUARE_IN))
        self._down = max(1, math.ceil(scenario.height_in / SQUARE_IN))
        field = field_for(state, profile)
        self._walls = field.solid if field.indoors.areas else Ground(())
        self._by_walls = set(self._squares_by(self._walls))
        self._longer = self._beside_walls(self._priced(field, needs_road=profile.type == "road-wheeler"))
        self._known: dict[int, Inches] = {}
        self._steps: dict[int, tuple[Step, ...]] = {}
        self._onward: dict[tuple[int, int], Step] = {}

    @property
    def total(self) -> int:
        """Gates to pass in all."""
        return self._race.total

    def to_go(self, gates: int, at: Point) -> float:
        """Inches from a place to the finish for who has passed so many gates."""
        inches = self._to_go(gates)
        x = min(max(at[0] / SQUARE_IN - 0.5, 0.0), self._across - 1.001)
        y = min(max(at[1] / SQUARE_IN - 0.5, 0.0), self._down - 1.001)
        left, top = int(x), int(y)
        right, below = min(left + 1, self._across - 1), min(top + 1, self._down - 1)
        a, b = x - left, y - top
        upper = inches[top * self._across + left] * (1 - a) + inches[top * self._across + right] * a
        lower = inches[below * self._across + left] * (1 - a) + inches[below * self._across + right] * a
        return upper * (1 - b) + lower * b

    def ahead(self, gates: int, at: Point, inches: float) -> Point:
        """The place that lies so many inches further on the way."""
        square = self._square(at)
        while inches > 0 and gates < self._race.total:
            found = self._to_go(gates)
            if self._is_at(gates, square):
                gates += 1
                continue
            best = self._onward.get((gates, square))
            if best is None:
                steps = self._beside(square)
                best = min(steps, key=lambda each: found[each[0]] + each[1], default=(square, 0.0))
                self._onward[gates, square] = best
            if found[best[0]] >= found[square]:
                break
            square, inches = best[0], inches - best[1]
        return self._middle(square)

    # -- the squares -------------------------------------------------------------------------------------------------

    def _square(self, at: Point) -> int:
        x = min(max(int(at[0] / SQUARE_IN), 0), self._across - 1)
        y = min(max(int(at[1] / SQUARE_IN), 0), self._down - 1)
        return y * self._across + x

    def _middle(self, square: int) -> Point:
        y, x = divmod(square, self._across)
        return ((x + 0.5) * SQUARE_IN, (y + 0.5) * SQUARE_IN)

    def _beside(self, square: int) -> tuple[Step, ...]:
        """All steps from a square."""
        known = self._steps.get(square)
        if known is None:
            known = self._steps[square] = tuple(self._steps_from(square))
        return known

    def _steps_from(self, square: int) -> Iterator[Step]:
        y, x = divmod(square, self._across)
        for dx, dy, length in _STEPS:
            if 0 <= x + dx < self._across and 0 <= y + dy < self._down:
                other = square + dy * self._across + dx
                passed = [square, other]
                if abs(dx) + abs(dy) == _A_LEAP:  # the squares that such a step leads between
                    passed += [
                        square + _half(dy) * self._across + _half(dx),
                        other - _half(dy) * self._across - _half(dx),
                    ]
                if not self._is_walled_off(square, other):
                    yield other, length * sum(self._longer[each] for each in passed) / len(passed)

    def _is_walled_off(self, square: int, other: int) -> bool:
        """Whether a wall of a house with an open gate, which is thinner than they, lies between two squares."""
        if square not in self._by_walls:
            return False
        a, b = self._middle(square), self._middle(other)
        return any(span.area_ids for span in self._walls.spans(a, b))

    def _squares_by(self, walls: Ground) -> Iterator[int]:
        """Squares from which a step may lead through any of those walls."""
        for square in range(self._across * self._down) if walls.areas else ():
            x, y = self._middle(square)
            if walls.near(Bounds(x, y, x, y).grown(2 * SQUARE_IN)):
                yield square

    def _priced(self, field: Field, *, needs_road: bool) -> Inches:
        """How much longer each square is than it is; endless where nobody drives."""
        found = []
        for square in range(self._across * self._down):
            price = field.price_at(self._middle(square))
            slow = _OFF_ROAD if needs_road and not price.road else _OFF_ROAD if price.dangerous else 1.0
            if field.indoors.areas and field.indoors.areas_at(self._middle(square)):
                slow = _INDOORS
            found.append(slow if price.factor else math.inf)
        return found

    def _beside_walls(self, longer: Inches) -> Inches:
        """The same with a berth to all that is closed."""
        found = list(longer)
        for square in range(len(longer)):
            y, x = divmod(square, self._across)
            around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            if any(
                not (0 <= a < self._across and 0 <= b < self._down) or math.isinf(longer[b * self._across + a])
                for a, b in around
            ):
                found[square] *= _BY_THE_EDGE
        return found

    # -- how far -----------------------------------------------------------------------------------------------------

    def _is_at(self, gates: int, square: int) -> bool:
        """Whether a square lies on the next gate."""
        gate = self._race.gates[gates % len(self._race.gates)]
        return distance_to_segment(self._middle(square), gate.a, gate.b) <= SQUARE_IN * 0.75

    def _to_go(self, gates: int) -> Inches:
        """Inches from each square through the gates that are left, worked out from the finish backward."""
        if gates not in self._known:
            for number in range(self._race.total, gates - 1, -1):
                if number not in self._known:
                    self._known[number] = self._spread(number)
        return self._known[gates]

    def _spread(self, gates: int) -> Inches:
        squares = range(len(self._longer))
        if gates >= self._race.total:
            return [0.0] * len(squares)
        beyond = self._known[gates + 1]
        found = [_FAR] * len(squares)
        edge = [(beyond[s], s) for s in squares if self._is_at(gates, s) and not math.isinf(self._longer[s])]
        for inches, square in edge:
            found[square] = inches
        heapq.heapify(edge)
        while edge:
            inches, square = heapq.heappop(edge)
            if inches > found[square]:
                continue
            for other, step in self._beside(square):
                if inches + step < found[other]:
                    found[other] = inches + step
                    heapq.heappush(edge, (inches + step, other))
        return found


def way_round(state: GameState, unit: Unit) -> WayRound | None:
    """What is left of the race to that unit; None for who does not race. Kept while the ground is the same."""
    race = races.races(state, unit)
    if race is None or not race.gates:
        return None
    profile = profile_of(state, unit)
    known = kept.on_these_grounds(race, "ways round", state.terrain)
    size = (profile.width_in, profile.height_in, state.scenario.width_in, state.scenario.height_in)
    key = (profile.type, profile.shallow_draught, *size)
    found: WayRound | None = known.get(key)
    if found is None:
        found = known[key] = WayRound(state, race, unit)
    return found
