"""What hits make of a vehicle: results that last, its end, and how likely that is. (VEH-DMG-04, VEH-DMG-05, TRI-DMG-04)

One table for play and for odds, whichever chart the hits are read in.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple

from rules.arap.shooting.vehicle_interface import OneHit
from rules.core.preview import CANNOT_HURT, Chance
from rules.dice.odds.armour import HULL_POINTS, WRECKS, Kind, ShotOutcome, VehicleShots, after_shots, hit_odds
from rules.rulebook.charts import DamageChart
from rules.vehicles.shared.hull import Armour

LEAST_STRENGTH = 4
"""Weaker weapons are not affected by armament destroyed. (VEH-DMG-04)"""

CRASH_IN = 6.0
"""A skimmer that loses its lift at more than this is destroyed. (VEH-DMG-05)"""

LASTING: Final = ("armament-destroyed", "immobilised")
"""The results that take something away for good."""

Effect = Literal["weapon-lost", "stopped", "destroyed"]


class Fate(NamedTuple):
    """As much of a vehicle's condition as decides its end."""

    hull: int
    guns: int
    immobilised: bool = False
    wrecked: bool = False
    crashes: bool = False
    """A skimmer too fast to lose its lift. (VEH-DMG-05)"""
    had_guns: bool = True

    @property
    def helpless(self) -> bool:
        """It can neither move nor shoot any more, which counts as destroyed. (VEH-DMG-05)"""
        return self.immobilised and self.had_guns and not self.guns


def effect(fate: Fate, result: str) -> Effect:
    """What one of the lasting results of the chart does to a vehicle in that condition. (VEH-DMG-04, VEH-DMG-05)

    Without a weapon to lose it stops; stopped a second time it loses a weapon, else it is the end of it, as it is of a
    skimmer that loses its lift at speed.
    """
    if fate.guns and (result == "armament-destroyed" or fate.immobilised):
        return "weapon-lost"
    return "destroyed" if fate.immobilised or fate.crashes else "stopped"


class HullShot(NamedTuple):
    """Like hits on one face of a vehicle, as far as their chances go."""

    armour: Armour
    kind: Kind
    strength: int
    hull_down: int


def take(fate: Fate, outcome: ShotOutcome) -> Fate:
    """The vehicle after one hit: hull points first, then the chart's results in order. (VEH-HULL-01, VEH-DMG-05)"""
    hit_class, results = outcome
    if fate.wrecked or hit_class == "none":
        return fate
    if fate.hull:
        return fate._replace(hull=max(0, fate.hull - HULL_POINTS[hit_class]))
    for result in results:
        if not fate.wrecked:
            fate = _suffer(fate, result)
    return fate


def _suffer(fate: Fate, result: str) -> Fate:
    if result in WRECKS:
        return fate._replace(wrecked=True)
    if result not in LASTING:
        return fate
    match effect(fate, result):
        case "weapon-lost":
            fate = fate._replace(guns=fate.guns - 1)
        case "stopped":
            fate = fate._replace(immobilised=True)
        case "destroyed":
            return fate._replace(wrecked=True)
    return fate._replace(wrecked=True) if fate.helpless else fate


def destroyed_by(fate: Fate, groups: Sequence[VehicleShots], chart: DamageChart) -> Fraction:
    """The chance that all these shots, in order, are the end of it."""
    rolled = [(shots.count, hit_odds(shots, chart)) for shots in groups]
    after = after_shots(fate, rolled, take)
    return sum((odds for f, odds in after.items() if f.wrecked), start=Fraction(0))


def one_hit(fate: Fate, hit: VehicleShots, chart: DamageChart) -> OneHit:
    """What one such hit that is certain does to it, in numbers alone."""
    hurts = float(hit.penetration.glancing) + float(hit.penetration.penetrating)
    return OneHit(float(destroyed_by(fate, [hit], chart)), hurts)


def shots_to_destroy(fate: Fate, shots: VehicleShots, chart: DamageChart) -> Fraction | None:
    """How many such shots it takes on average; None if they never can.

    A vehicle only gets worse, so the average follows from those of the conditions that it may get to.
    """
    outcomes = tuple(hit_odds(shots, chart).items())

    @cache
    def average(now: Fate) -> Fraction | None:
        if now.wrecked:
            return Fraction(0)
        stays, total = Fraction(0), Fraction(1)
        for outcome, odds in outcomes:
            after = take(now, outcome)
            if after == now:
                stays += odds
                continue
            rest = average(after)
            if rest is None:
                return None
            total += odds * rest
        return None if stays == 1 else total / (1 - stays)

    return average(fate)


def results(shots: VehicleShots, chart: DamageChart) -> dict[str, Fraction]:
    """The chance that one hit scores each result at least once, in the order of the chart."""
    order = dict.fromkeys(r for column in chart.values() for row in column for r in row)
    odds = hit_odds(shots, chart)
    found = {r: sum((o for (_, results), o in odds.items() if r in results), start=Fraction(0)) for r in order}
    return {r: o for r, o in found.items() if o and r != "no-effect"}


def needs_text(shot: HullShot, random_sides: int = 0, *, blunt: bool = False) -> str:
    """What the dice must show, those of a random Strength among them: "5 glances, 6 penetrates". (TRI-FIRE-05)

    What is `blunt` never goes through, whatever the total. (VEH-PEN-03, VEH-REL-02)
    """
    need = shot.armour.av - shot.strength
    most = (12 if shot.kind == "melta" else 6) + random_sides
    least = (2 if shot.kind == "melta" else 1) + bool(random_sides)
    if need > most:
        return CANNOT_HURT
    if blunt:
        return "always glances" if need <= least else f"{need}{' or more' if need < most else ''} glances"
    if need < least:
        return "always penetrates"
    more = "" if need == most else f", {need + 1}{' or more' if need + 1 < most else ''} penetrates"
    return f"{need} glances{more}"


def chance(label: str, odds: Fraction) -> Chance:
    return Chance(label=label, exact=str(odds), value=float(odds))
