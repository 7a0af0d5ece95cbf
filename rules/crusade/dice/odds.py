"""Exact odds of pools of combat dice, contested rolls, doubles tests and cards. (CRU-DICE-06, CRU-DICE-07)"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm
from typing import Annotated, Final

from msgspec import Meta, ValidationError

from rules.core.preview import Average, Chance
from rules.core.prompt import Promise
from rules.crusade import marks
from rules.dice.odds.distribution import Distribution, certain, convolve
from rules.dice.odds.question import Question

_DIE: Final = Distribution(weights=(3, 1, 1, 1), total=6)
"""Faces 0, 0, 0, 1, 2, 3. (CRU-DICE-01)"""
WALL_DICE: Final = 2
"""What a structure defends itself with, beside its armour. (CRU-RAM-03)"""
UNJAM_CHANCE: Final = Fraction(1, 2)
"""A 4 or more clears a jam. (CRU-WEAP-03)"""


@lru_cache(maxsize=256)
def pool(dice: int) -> Distribution:
    """The sum of so many combat dice; none total 0. (CRU-DICE-01)"""
    return convolve([_DIE] * dice) if dice > 0 else certain(0)


@lru_cache(maxsize=64)
def blanks_again(dice: int) -> Distribution:
    """The same where every blank is rolled once more. (CRU-WEAP-06)"""
    return convolve([Distribution(weights=(1, 1, 1, 1), total=4)] * dice) if dice > 0 else certain(0)


def picked_up(faces: tuple[int, ...], count: int) -> Distribution:
    """The sum of dice that lie, the lowest of which are rolled once more. (CRU-WEAP-06)"""
    return convolve([certain(sum(sorted(faces)[count:])), pool(count)])


@lru_cache(maxsize=1024)
def hits(attack: int, defence: int, less: int = 0, penalty: int = 0) -> Distribution:
    """Hits: the sum less the range penalty, less the defence's sum, less armour and cover. (CRU-DICE-04)"""
    return hits_of(pool(attack), defence, less, penalty)


def hits_of(attack: Distribution, defence: int, less: int = 0, penalty: int = 0) -> Distribution:
    """The same of an attack whose sums are given."""
    against = pool(defence)
    weights = [0] * (attack.most + 1)
    for a, one in enumerate(attack.weights):
        for d, other in enumerate(against.weights):
            weights[max(0, max(0, a - penalty) - d - less)] += one * other
    return Distribution(weights=tuple(weights), total=attack.total * against.total)


def contested(attack: int, defence: int, armoured: tuple[bool, bool] = (False, False)) -> tuple[Fraction, Fraction]:
    """Chances that the defender, and that the attacker, takes a hit; armour of attacker and defender. (CRU-DICE-06)"""
    own, theirs = armoured
    return hits(attack, defence, int(theirs)).at_least(1), hits(defence, attack, int(own)).at_least(1)


def at_structure(dice: int, armour: int, *, armoured: bool) -> tuple[Distribution, Fraction]:
    """Hits of a ram on a structure, and the chance that whoever rams it takes one. (CRU-RAM-03, CRU-DICE-06)"""
    walls = convolve([pool(WALL_DICE), certain(armour)])
    return hits(dice, WALL_DICE, armour), hits_of(walls, dice, int(armoured)).at_least(1)


def answers(
    attack: int, defence: int, armoured: tuple[bool, bool], names: tuple[str, str], made_of: tuple[str, str]
) -> tuple[Promise, ...]:
    """What fighting back promises the defender: who is hurt, or nobody; names of attacker and defender.

    `made_of` says what each pool is made of.
    """
    theirs, ours = contested(attack, defence, armoured)
    return (
        Promise(theirs, f"{names[1]} hurt", part="bad"),
        Promise(1 - theirs - ours, "nothing happens", part="even"),
        Promise(ours, f"{names[0]} hurt", part="good"),
        *_both_pools(attack, defence, names, made_of),
    )


def dodges(
    attack: int, defence: int, *, armoured: bool, names: tuple[str, str], made_of: tuple[str, str]
) -> tuple[Promise, ...]:
    """What one die more and no damage done promise the defender; names of attacker and defender."""
    hurt = hits(attack, defence + 1, int(armoured)).at_least(1)
    return (
        Promise(hurt, f"{names[1]} hurt", part="bad"),
        Promise(1 - hurt, "nothing happens", part="even"),
        *_both_pools(attack, defence + 1, names, (made_of[0], f"{made_of[1]}, one more so")),
    )


def _both_pools(attack: int, defence: int, names: tuple[str, str], made_of: tuple[str, str]) -> tuple[Promise, Promise]:
    ours, theirs = (f"{name}: {parts}" for name, parts in zip(names, made_of, strict=True))
    return Promise(attack, ours, "pool"), Promise(defence, theirs, "pool")


def on_average(found: Distribution, words: str) -> tuple[Promise, ...]:
    """How many hits there will be, where there may be any."""
    return (Promise(found.mean, words, "mean"),) if found.mean else ()


def ends(found: Distribution, needed: int, words: str) -> tuple[Promise, ...]:
    """The chance of as many hits as end somebody, where one is not enough."""
    return (Promise(found.at_least(needed), words),) if needed > 1 else ()


@lru_cache(maxsize=64)
def doubles(dice: int) -> Fraction:
    """The chance that any two of so many D6 show the same. (CRU-DICE-07)"""
    return 1 - Fraction(perm(6, dice), 6**dice) if dice > 1 else Fraction(0)


@lru_cache(maxsize=64)
def fails(dice: int) -> tuple[Fraction, Fraction]:
    """Chances that two, and that three or more, of so many combat dice show their highest face. (CRU-WEAP-01, -02)"""
    ways = [Fraction(comb(dice, n) * 5 ** (dice - n), 6**dice) for n in range(2, dice + 1)]
    return sum(ways[:1], Fraction(0)), sum(ways[1:], Fraction(0))


def drawn(left: Mapping[str, int], card: str, cards: int) -> Distribution:
    """How many of so many cards drawn without replacement are of that kind. (CRU-DMG-03)"""
    total, kind = sum(left.values()), left.get(card, 0)
    cards = min(cards, total)
    ways = tuple(comb(kind, n) * comb(total - kind, cards - n) for n in range(cards + 1))
    return Distribution(weights=ways, total=comb(total, cards))


def among(left: Mapping[str, int], discards: Mapping[str, int], card: str, cards: int) -> Fraction:
    """The chance that one of so many cards is of that kind. (CRU-DMG-03)

    When the pile is empty the discards are shuffled into a new one; without any a die decides, one face for each kind.
    """
    if cards <= 0:
        return Fraction(0)
    total = sum(left.values())
    if cards <= total:
        return drawn(left, card, cards).at_least(1)
    if left.get(card, 0):
        return Fraction(1)
    if sum(discards.values()):
        return among(discards, {}, card, cards - total)
    return 1 - (1 - Fraction(1, len(marks.CARDS))) ** (cards - total)


def sequence(left: Mapping[str, int], cards: tuple[str, ...]) -> Fraction:
    """The chance that the next cards are these, in this order. (CRU-DMG-03)"""
    rest, chance = dict(left), Fraction(1)
    for card in cards:
        total = sum(rest.values())
        chance *= Fraction(rest.get(card, 0), total) if total else 0
        rest[card] = rest.get(card, 0) - 1
    return max(Fraction(0), chance)


def in_any_order(left: Mapping[str, int], cards: tuple[str, ...]) -> Fraction:
    """The chance that the next cards are these, whatever their order. (CRU-DMG-03)"""
    orders = factorial(len(cards))
    for card in set(cards):
        orders //= factorial(cards.count(card))
    return sequence(left, cards) * orders


def chance(label: str, exact: Fraction) -> Chance:
    """A chance with its label, as previews show it."""
    return Chance(label=label, exact=str(exact), value=float(exact))


def mean(label: str, found: Distribution) -> Average:
    """A mean with its label."""
    return Average(label=label, exact=str(found.mean), value=float(found.mean))


Pool = Annotated[int, Meta(ge=0, le=60)]
"""More dice than any attack, defence or test has."""
Less = Annotated[int, Meta(ge=0, le=200)]
"""More than any pool of those shows."""
Cards = Annotated[int, Meta(ge=0, le=400)]
"""More cards than any deck has."""


class PoolOdds(Question, frozen=True, kw_only=True, tag="crusade-pool"):
    """Hits of an attack of `attack` combat dice on `defence` of them. (CRU-DICE-04)"""

    example = '{"kind": "crusade-pool", "attack": 5, "defence": 3}'

    attack: Pool
    defence: Pool
    less: Less = 0
    """Armour and cover."""
    penalty: Less = 0

    def answer(self) -> object:
        """The chance of each number of hits."""
        found = hits(self.attack, self.defence, self.less, self.penalty)
        return {str(n): each for n, each in enumerate(found.chances)}


class DoublesOdds(Question, frozen=True, kw_only=True, tag="crusade-doubles"):
    """The chance to fail a doubles test. (CRU-DICE-07)"""

    example = '{"kind": "crusade-doubles", "dice": 3}'

    dice: Pool

    def answer(self) -> object:
        """The chance that any two are equal."""
        return doubles(self.dice)


class DeckOdds(Question, frozen=True, kw_only=True, tag="crusade-deck"):
    """How many of the next cards are of a kind. (CRU-DMG-03)"""

    example = '{"kind": "crusade-deck", "card": "FIRE", "cards": 3}'

    card: marks.Card
    cards: Cards = 1
    left: dict[marks.Card, Cards] = {}
    """Cards left by kind; the full deck where nothing is said."""

    def answer(self) -> object:
        """The chance of each number."""
        left = _pile(self.left, self.cards)
        return {str(n): each for n, each in enumerate(drawn(left, self.card, self.cards).chances)}


class CardsOdds(Question, frozen=True, kw_only=True, tag="crusade-cards"):
    """The chance that the next cards are these. (CRU-DMG-03)"""

    example = '{"kind": "crusade-cards", "cards": ["CREW", "WEAPON", "FIRE"]}'

    cards: Annotated[tuple[marks.Card, ...], Meta(max_length=400)]
    left: dict[marks.Card, Cards] = {}

    def answer(self) -> object:
        """In this order, and in any."""
        left = _pile(self.left, len(self.cards))
        return {"in this order": sequence(left, self.cards), "in any order": in_any_order(left, self.cards)}


def _pile(left: Mapping[marks.Card, int], draws: int) -> dict[str, int]:
    """The cards left by kind, all twenty where nothing is said. ValidationError if so many cannot be drawn of them."""
    pile = {str(card): count for card, count in left.items()} or marks.full_deck()
    if draws > sum(pile.values()):
        raise ValidationError(f"Of {sum(pile.values())} cards {draws} cannot be drawn")
    return pile


QUESTIONS: tuple[type[Question], ...] = (PoolOdds, DoublesOdds, DeckOdds, CardsOdds)
