"""Odds of the Rules Crusade from numbers alone: pools, contests, doubles, wipeouts, cards. (CRU-DICE, CRU-DMG-03)"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from rules.crusade.dice import odds
from rules.crusade.marks import CARDS, COPIES
from rules.rulebook import charts

__all__ = ["CARDS", "COPIES", "CardOdds", "Contest", "Wipeout", "cards", "contest", "doubles", "hits", "wipeouts"]


class Contest(NamedTuple):
    """Chances of a contested roll: who is hurt, and that nobody is. (CRU-DICE-06)"""

    defender: Fraction
    attacker: Fraction
    nobody: Fraction
    evaded: Fraction
    """That the defender is hurt if he evades or parries: one die more, no damage done. (CRU-OVER-02, CRU-RUSH-01)"""


class CardOdds(NamedTuple):
    """One kind of card: how many are left, whether it is the next, whether it is among the next few. (CRU-DMG-03)"""

    card: str
    left: int
    next: Fraction
    among: Fraction


def hits(attack: int, defence: int, less: int, penalty: int) -> tuple[Fraction, ...]:
    """The chance of each number of hits, from none up; impossible ones at the end are left out. (CRU-DICE-04)"""
    found = odds.hits(attack, defence, less, penalty)
    last = max(n for n, weight in enumerate(found.weights) if weight)
    return found.chances[: last + 1]


def contest(attack: int, defence: int, *, armoured_attacker: bool, armoured_defender: bool) -> Contest:
    """Melee, over-runs and rams. (CRU-DICE-06, CRU-DICE-10)"""
    theirs, own = odds.contested(attack, defence, (armoured_attacker, armoured_defender))
    evaded = odds.contested(attack, defence + 1, (armoured_attacker, armoured_defender))[0]
    return Contest(theirs, own, 1 - theirs - own, evaded)


def doubles(most: int = 7) -> tuple[tuple[int, Fraction], ...]:
    """The chance to fail a doubles test, by its dice. (CRU-DICE-07)"""
    return tuple((dice, odds.doubles(dice)) for dice in range(1, most + 1))


class Wipeout(NamedTuple):
    """How a kind of vehicle fares: dice of its check, and the chances that it and that drawn cards make it wipe out."""

    vehicle: str
    dice: int
    fails: Fraction
    next: Fraction
    """That the next card is a DRIVE and it fails its check."""
    among: Fraction
    """That there is a DRIVE among so many cards and it fails: a second one asks for no check."""


def wipeouts(left: Mapping[str, int], count: int) -> tuple[Wipeout, ...]:
    """Every row of the table of wipeout checks, with what so many cards of those left lead to. (CRU-WIPE-01)"""
    drive = next(card for card in cards(left, count) if card.card == "DRIVE")
    rows = ((str(row["vehicle"]), int(str(row["dice"]))) for row in charts.rows("CRU-WIPE-01"))
    found = ((vehicle, dice, odds.doubles(dice)) for vehicle, dice in rows)
    return tuple(Wipeout(*row, drive.next * row[2], drive.among * row[2]) for row in found)


def cards(left: Mapping[str, int], count: int) -> tuple[CardOdds, ...]:
    """Each kind of card, of those left, if so many are drawn. (CRU-DMG-03)"""
    total = sum(left.values())
    return tuple(
        CardOdds(
            card,
            left.get(card, 0),
            Fraction(left.get(card, 0), total) if total else Fraction(0),
            odds.drawn(left, card, count).at_least(1) if total else Fraction(0),
        )
        for card in CARDS
    )
