"""Odds of pools, doubles and cards, exactly, and against enumeration."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from rules.crusade.dice import odds
from rules.crusade.marks import full_deck

FACES = (0, 0, 0, 1, 2, 3)
F = Fraction


def test_a_multi_melta_at_three_dice():
    found = odds.hits(5, 3)
    assert found.at_least(1) == F(62671, 93312)
    assert found.chance(3) == F(48143, 419904)
    assert found.at_least(4) == F(10009, 31104)


def test_a_ram_of_four_dice_against_two():
    theirs, ours = odds.contested(4, 2)
    assert (theirs, ours, 1 - theirs - ours) == (F(2021, 2916), F(1109, 5832), F(227, 1944))
    assert odds.hits(4, 2).chance(1) == F(1517, 11664)


def test_an_armored_rammer_is_hurt_less_often():
    assert odds.contested(4, 1, (True, False))[1] == F(5, 144)


def test_an_over_run_of_a_marine():
    assert odds.hits(4, 2).at_least(2) == F(2189, 3888)
    assert odds.hits(4, 3).at_least(2) == F(10117, 23328)


@pytest.mark.parametrize(("dice", "expected"), [(2, F(1, 6)), (3, F(4, 9)), (4, F(13, 18)), (5, F(49, 54)), (7, F(1))])
def test_doubles(dice, expected):
    assert odds.doubles(dice) == expected
    if dice < 6:
        thrown = [len(set(faces)) < dice for faces in product(range(6), repeat=dice)]
        assert F(sum(thrown), len(thrown)) == expected


def test_hits_against_every_throw():
    thrown = [
        max(0, max(0, sum(a) - 1) - sum(d) - 1) for a in product(FACES, repeat=3) for d in product(FACES, repeat=2)
    ]
    found = odds.hits(3, 2, 1, 1)
    assert [found.chance(n) for n in range(found.most + 1)] == [F(thrown.count(n), len(thrown)) for n in range(10)]


def test_fire_against_base_dice():
    assert odds.hits(1, 2).at_least(1) == F(23, 108)
    assert odds.hits(1, 3).at_least(1) == F(19, 144)
    assert odds.hits(1, 1).at_least(1) == F(1, 3)


def test_cards_of_a_full_deck():
    assert odds.drawn(full_deck(), "FIRE", 3).at_least(1) == F(29, 57)
    assert odds.sequence(full_deck(), ("CREW", "WEAPON", "FIRE")) == F(8, 855)
    assert odds.in_any_order(full_deck(), ("CREW", "WEAPON", "FIRE")) == F(16, 285)


def test_cards_of_what_is_left():
    left = {"CREW": 3, "DRIVE": 3, "HULL": 2, "WEAPON": 2, "FIRE": 3}
    assert odds.drawn(left, "DRIVE", 3).at_least(1) == F(83, 143)
    assert odds.drawn(left, "DRIVE", 3).at_least(2) == F(31, 286)
    pile = [card for card, count in left.items() for _ in range(count)]
    drawn = [cards.count("DRIVE") for cards in permutations(pile, 3)]
    assert odds.drawn(left, "DRIVE", 3).chances == tuple(F(drawn.count(n), len(drawn)) for n in range(4))


@pytest.mark.parametrize(
    ("left", "discards", "cards"), [("FFH", "DDF", 2), ("HH", "FFD", 4), ("", "HDF", 2), ("H", "", 2)]
)
def test_a_fire_among_cards_that_outlast_the_pile(left, discards, cards):
    names = {"F": "FIRE", "H": "HULL", "D": "DRIVE"}
    piles = [[*first, *second] for first in permutations(left) for second in permutations(discards)]
    by_die = [(*tuple(names.values()), "CREW", "WEAPON")] * max(0, cards - len(left) - len(discards))
    drawn = [[names[c] for c in pile] + list(faces) for pile in piles for faces in product(*by_die)]
    found = F(sum("FIRE" in each[:cards] for each in drawn), len(drawn))
    counted = [{names[c]: pile.count(c) for c in set(pile)} for pile in (left, discards)]
    assert odds.among(*counted, "FIRE", cards) == found


def test_the_last_card_is_known():
    assert odds.sequence({"WEAPON": 1}, ("WEAPON",)) == 1
    assert odds.sequence({"WEAPON": 1}, ("WEAPON", "WEAPON")) == 0


def test_a_twin_lascannon_with_and_without_its_re_roll():
    assert odds.hits(4, 3, 2, 1).at_least(1) == F(9695, 46656)
    assert odds.hits_of(odds.blanks_again(4), 3, 2, 1).at_least(1) == F(12233, 27648)
    thrown = [sum((3, 1, a, b)) for a in FACES for b in FACES]
    found = odds.picked_up((0, 3, 1, 0), 2)
    assert [found.chance(n) for n in range(11)] == [F(thrown.count(n), 36) for n in range(11)]


def test_an_explosion_a_fall_and_what_followed_a_ram():
    assert odds.hits(5, 3, 1).at_least(1) == F(51899, 93312)
    left = {"CREW": 2, "DRIVE": 1, "HULL": 2, "WEAPON": 1, "FIRE": 2}
    assert odds.drawn(left, "FIRE", 2).at_least(1) == F(13, 28)
    drive = odds.sequence({"DRIVE": 4, "HULL": 13}, ("DRIVE",))
    assert odds.hits(4, 2).chance(1) * drive * odds.doubles(3) == F(1517, 111537)


def test_three_dice_jam_or_lose_their_weapon():
    assert odds.fails(3) == (F(5, 72), F(1, 216))
