"""Odds of shots at armour: penetration, the damage chart, several shots in a row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Generic, Literal, TypeVar

import msgspec

Kind = Literal["normal", "melta", "ordnance"]
"""One die; two dice added; the higher of two dice."""

HitClass = Literal["none", "glancing", "penetrating", "ordnance"]

ChartColumn = tuple[tuple[str, ...], ...]

WRECKS = ("destroyed", "flipped", "explodes", "annihilated")
"""Results that end a vehicle, the mildest first."""

HULL_POINTS: Mapping[str, int] = {"none": 0, "glancing": 1, "penetrating": 2, "ordnance": 3}
"""Hull points that a hit cancels (VEH-HULL-01)."""

State = TypeVar("State", bound=Hashable)
Outcome = TypeVar("Outcome", bound=Hashable)


class Penetration(msgspec.Struct, frozen=True, kw_only=True):
    """What one hit does to the armour; `column` is the chart column of a penetrating hit."""

    none: Fraction
    glancing: Fraction
    penetrating: Fraction
    column: Literal["penetrating", "ordnance"] = "penetrating"

    @property
    def by_class(self) -> Mapping[HitClass, Fraction]:
        """The chances by the class of hit."""
        return {"none": self.none, "glancing": self.glancing, self.column: self.penetrating}


def penetration_odds(
    strength: int, av: int, kind: Kind = "normal", *, ap: int | None = None, hull_down: int = 0
) -> Penetration:
    """Odds of one hit against an armour value (VEH-PEN-01, -02, -04).

    An AP of 0 or none can only glance (VEH-PEN-03). `hull_down` is the number on which or less a penetrating hit
    glances, 0 where the target is not hull-down (VEH-COV-02).
    """
    totals = [strength + added for added in _ARMOUR_DICE[kind]]
    glancing = Fraction(totals.count(av), len(totals))
    through = Fraction(sum(total > av for total in totals), len(totals))
    penetrating = through * Fraction(6 - hull_down, 6) if ap else Fraction(0)
    return Penetration(
        none=1 - glancing - through,
        glancing=glancing + through - penetrating,
        penetrating=penetrating,
        column="ordnance" if kind == "ordnance" else "penetrating",
    )


def penetration_by_any(
    strengths: Sequence[int], av: int, kind: Kind = "normal", *, ap: int | None = None, hull_down: int = 0
) -> Penetration:
    """The same of a hit whose Strength is one of several, each as likely. (TRI-FIRE-05)"""
    found = [penetration_odds(each, av, kind, ap=ap, hull_down=hull_down) for each in strengths]
    share = Fraction(1, len(found))
    return Penetration(
        none=sum((each.none for each in found), Fraction(0)) * share,
        glancing=sum((each.glancing for each in found), Fraction(0)) * share,
        penetrating=sum((each.penetrating for each in found), Fraction(0)) * share,
        column=found[0].column,
    )


_D6 = range(1, 7)
_ARMOUR_DICE: Mapping[Kind, tuple[int, ...]] = {
    "normal": tuple(_D6),
    "melta": tuple(first + second for first, second in product(_D6, _D6)),
    "ordnance": tuple(max(first, second) for first, second in product(_D6, _D6)),
}


def chart_odds(column: ChartColumn, modifier: int = 0) -> dict[tuple[str, ...], Fraction]:
    """The chance of each result of one roll in a chart column, in the order of its rows (VEH-CHART-01, -02)."""
    odds: dict[tuple[str, ...], Fraction] = dict.fromkeys(column, Fraction(0))
    for die in _D6:
        row = min(max(die + modifier, 1), len(column))
        odds[column[row - 1]] += Fraction(1, 6)
    return {results: chance for results, chance in odds.items() if chance}


class VehicleShots(msgspec.Struct, frozen=True, kw_only=True):
    """So many like shots at a vehicle: chance to hit, what a hit does, chart modifier, chart rolls per hit."""

    count: int
    hit: Fraction
    penetration: Penetration
    chart_modifier: int = 0
    chart_rolls: int = 1
    parts: tuple[tuple[Fraction, VehicleShots], ...] = ()
    """Of a shell: each way in which it may come down, with its chance, and the certain hit that it then is."""

    @property
    def ways(self) -> tuple[tuple[Fraction, VehicleShots], ...]:
        """The ways in which one of them may hit, each with its chance."""
        return self.parts or ((self.hit, self),)

    def chance_of(self, hit_class: HitClass) -> Fraction:
        """The chance that one of them hits, and with that effect on the armour."""
        return sum((hit * way.penetration.by_class.get(hit_class, Fraction(0)) for hit, way in self.ways), Fraction(0))


ShotOutcome = tuple[HitClass, tuple[str, ...]]
"""The class of hit and the results of its chart rolls in the order rolled."""


def hit_odds(shots: VehicleShots, chart: Mapping[str, ChartColumn]) -> dict[ShotOutcome, Fraction]:
    """What one shot does: class of hit and chart results; a miss and a hit without effect are ("none", ())."""
    odds: dict[ShotOutcome, Fraction] = defaultdict(Fraction)
    odds["none", ()] = 1 - shots.hit
    if shots.parts:
        for chance, way in shots.parts:
            for outcome, each in hit_odds(way, chart).items():
                odds[outcome] += chance * each
        return {outcome: chance for outcome, chance in odds.items() if chance}
    for hit_class, chance in shots.penetration.by_class.items():
        if hit_class == "none":
            odds["none", ()] += shots.hit * chance
            continue
        rolled = chart_odds(chart[hit_class], shots.chart_modifier).items()
        for rolls in product(rolled, repeat=shots.chart_rolls):
            results = tuple(result for row, _ in rolls for result in row)
            once = shots.hit * chance
            for _, each in rolls:
                once *= each
            odds[hit_class, results] += once
    return {outcome: chance for outcome, chance in odds.items() if chance}


def after_shots(
    start: State,
    shots: Iterable[tuple[int, Mapping[Outcome, Fraction]]],
    take: Callable[[State, Outcome], State],
) -> dict[State, Fraction]:
    """The chance of each state after all shots, fired in order: (how many, what one does) a group.

    `take` is the state after one outcome; it must not depend on anything else. States come in the order first met.
    """
    chain = _Chain(start, take)
    for count, outcomes in shots:
        chain.shoot(outcomes, count)
    return chain.chances()


def after_each(
    start: State, outcomes: Mapping[Outcome, Fraction], take: Callable[[State, Outcome], State], times: int, every: int
) -> Iterator[dict[State, Fraction]]:
    """The chance of each state after `every` like shots, after twice as many, ... so many times. As `after_shots`."""
    chain = _Chain(start, take)
    for _ in range(times):
        chain.shoot(outcomes, every)
        yield chain.chances()


class _Chain(Generic[State, Outcome]):
    """States by number and their weights over one total: integers, so that thousands of steps are quick."""

    def __init__(self, start: State, take: Callable[[State, Outcome], State]) -> None:
        self._take = take
        self._states = [start]
        self._numbers = {start: 0}
        self._outcomes: dict[Outcome, int] = {}
        self._led: list[dict[int, int]] = []
        self._weights = [1]
        self._total = 1

    def shoot(self, outcomes: Mapping[Outcome, Fraction], count: int) -> None:
        """So many shots, each with these outcomes."""
        denominator = lcm(*(chance.denominator for chance in outcomes.values()))
        parts = [
            (outcome, chance.numerator * (denominator // chance.denominator)) for outcome, chance in outcomes.items()
        ]
        steps = self._compiled(parts)
        for _ in range(count):
            after = [0] * len(steps)
            for weight, led in zip(self._weights, steps, strict=True):
                if weight:
                    for state, part in led:
                        after[state] += weight * part
            self._weights = after
        self._total *= denominator**count

    def _compiled(self, parts: Sequence[tuple[Outcome, int]]) -> list[list[tuple[int, int]]]:
        """From each state that can be met, the states that one shot leads to with their weights."""
        steps: list[list[tuple[int, int]]] = []
        known_by = [self._outcomes.setdefault(outcome, len(self._outcomes)) for outcome, _ in parts]
        numbered = [(by, outcome, part) for by, (outcome, part) in zip(known_by, parts, strict=True)]
        while len(steps) < len(self._states):
            state, led = self._states[len(steps)], defaultdict[int, int](int)
            if len(self._led) == len(steps):
                self._led.append({})
            known = self._led[len(steps)]  # shots of other groups have many of the same outcomes
            for by, outcome, part in numbered:
                number = known.get(by)
                if number is None:
                    number = known[by] = self._number(self._take(state, outcome))
                led[number] += part
            steps.append(list(led.items()))
        self._weights += [0] * (len(steps) - len(self._weights))
        return steps

    def _number(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def chances(self) -> dict[State, Fraction]:
        """The chance of each state that is possible now."""
        found = zip(self._states, self._weights, strict=True)
        return {state: Fraction(weight, self._total) for state, weight in found if weight}


class VehicleOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What a volley does to a vehicle. `at_least_once` has every result it may score, `worst` the gravest one."""

    destroyed: Fraction
    hull_points: Mapping[int, Fraction]
    at_least_once: Mapping[str, Fraction]
    worst: Mapping[str, Fraction]


class _Damage(msgspec.Struct, frozen=True):
    """A vehicle under fire: hull points left, results suffered, how it was wrecked."""

    hull_points: int
    suffered: frozenset[str] = frozenset()
    wreck: str = ""


def vehicle_volley(
    groups: Iterable[VehicleShots], chart: Mapping[str, ChartColumn], *, hull_points: int = 0
) -> VehicleOdds:
    """Odds of all groups in order. Hits take hull points while there are any and roll on the chart after that.

    A wreck takes no more hits (VEH-DMG-11). Results that add up to a wreck, such as a second immobilised, are the
    vehicle's own affair: work those out by `after_shots`.
    """
    states = after_shots(_Damage(hull_points), tuple((shots.count, hit_odds(shots, chart)) for shots in groups), _take)
    order = _severity(chart)
    once: dict[str, Fraction] = defaultdict(Fraction)
    worst: dict[str, Fraction] = defaultdict(Fraction)
    left: dict[int, Fraction] = defaultdict(Fraction)
    for state, chance in states.items():
        left[state.hull_points] += chance
        for result in state.suffered:
            once[result] += chance
        worst[max(state.suffered, key=order.index, default="no-effect")] += chance
    return VehicleOdds(
        destroyed=sum((chance for state, chance in states.items() if state.wreck), start=Fraction(0)),
        hull_points=dict(sorted(left.items(), reverse=True)),
        at_least_once={result: once[result] for result in order if result in once and result != "no-effect"},
        worst={result: worst[result] for result in order if result in worst},
    )


def _take(damage: _Damage, outcome: ShotOutcome) -> _Damage:
    hit_class, results = outcome
    if damage.wreck or hit_class == "none":
        return damage
    if damage.hull_points:
        return _Damage(max(0, damage.hull_points - HULL_POINTS[hit_class]), damage.suffered)
    suffered = damage.suffered
    for result in results:
        suffered |= {result}
        if result in WRECKS:
            return _Damage(0, suffered, result)
    return _Damage(0, suffered)


def _severity(chart: Mapping[str, ChartColumn]) -> list[str]:
    """All results of a chart, the mildest first: in the order of the columns, wrecks last in their own order."""
    named = dict.fromkeys(result for column in chart.values() for row in column for result in row)
    return ["no-effect", *(name for name in named if name not in ("no-effect", *WRECKS)), *WRECKS]
