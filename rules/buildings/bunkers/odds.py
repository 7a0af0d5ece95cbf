"""What hits on an armoured building may come to: exact chances of a breach and of its collapse. (BLD-BUNK-06 to -14)"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from rules.buildings.bunkers.hits import ARMAMENT, bunker_result, working
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.preview import Chance
from rules.dice.odds.armour import HitClass, Penetration

ALWAYS: Final = Fraction(1)
"""Blows at a wall need no roll to hit. (BLD-BUNK-01)"""


class LikelyHit(NamedTuple):
    """A shot or blow at armour: the chance that it hits, and what a hit does."""

    hit: Fraction
    penetration: Penetration
    sharp: bool = False


class _Wear(NamedTuple):
    """Hull points left, structural damage so far, built-in weapons that work."""

    points: int
    structural: int
    guns: int


Prospect = tuple[Fraction, Fraction]
"""The chances that the building is breached, or has collapsed; and that it has collapsed."""


def prospects(here: ArmouredSection, shots: Sequence[LikelyHit]) -> Prospect:
    """What so many shots may come to, one after the other."""
    start = _Wear(here.left, here.structural, len(working(here)))
    standing: dict[_Wear, Fraction] = {start: Fraction(1)}
    for shot in shots:
        standing = _after(standing, shot)
    gone = 1 - sum(standing.values(), Fraction(0))
    breached = sum((p for wear, p in standing.items() if wear.structural > start.structural), Fraction(0))
    return gone + breached, gone


def _after(standing: dict[_Wear, Fraction], shot: LikelyHit) -> dict[_Wear, Fraction]:
    found: dict[_Wear, Fraction] = defaultdict(Fraction)
    for wear, odds in standing.items():
        left = Fraction(0)
        for kind in ("glancing", "penetrating"):
            chance = (
                odds * shot.hit * (shot.penetration.glancing if kind == "glancing" else shot.penetration.penetrating)
            )
            left += chance
            for wears, share in _worn(wear, kind, sharp=shot.sharp).items():
                found[wears] += chance * share
        found[wear] += odds - left
    return found


def _worn(wear: _Wear, kind: HitClass, *, sharp: bool) -> dict[_Wear, Fraction]:
    """Where one hit leads that did not go for nothing; what collapses is left out."""
    worn = wear._replace(points=max(0, wear.points - 1))
    if kind == "glancing" and wear.points:
        return {worn: Fraction(1)}
    found: dict[_Wear, Fraction] = defaultdict(Fraction)
    for die in range(1, 7):
        result = bunker_result(kind, die + wear.structural + sharp, armed=wear.guns > 0)
        if result == "collapse":
            continue
        end = worn._replace(structural=worn.structural + 1) if result == "structural damage" else worn
        end = end._replace(guns=end.guns - 1) if result == ARMAMENT else end
        found[end] += Fraction(1, 6)
    return found


def chances(prospect: Prospect) -> tuple[Chance, ...]:
    """The same as chances of a preview."""
    breached, gone = prospect
    named = (("breached or worse", breached), ("collapses", gone))
    return tuple(Chance(label=label, exact=str(odds), value=float(odds)) for label, odds in named)
