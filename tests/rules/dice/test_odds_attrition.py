"""Losses of mixed units against brute force, and against the formulas for units of like members."""

from fractions import Fraction
from itertools import product

import pytest

from rules.dice.odds import casualties, casualties_one_by_one
from rules.dice.odds.attrition import Barrage, Kind, attrition
from rules.dice.odds.distribution import binomial

HIT, HURT = Fraction(2, 3), Fraction(1, 4)


@pytest.mark.parametrize("wounds", [1, 2, 3])
@pytest.mark.parametrize("models", [1, 3, 5])
def test_like_members_agree_with_the_formulas(models, wounds):
    shots = (Barrage(count=4, hit=HIT),)
    kinds = (Kind(count=models, wounds=wounds, hurt=(HURT,)),)
    unsaved = binomial(4, HIT * HURT)
    assert attrition(shots, kinds).chances == casualties(unsaved, models, wounds).chances
    in_turn = attrition(shots, kinds, in_turn=True)
    assert in_turn.chances == casualties_one_by_one(unsaved, models, wounds).chances


def brute(shots, hurts, wounds, sheltered, *, in_turn):
    """The distribution of losses by walking through every pick and outcome of every shot."""

    def walk(left, rest):
        if not rest:
            fallen[sum(w == 0 for w in left)] += 1 * weight[-1]
            return
        standing = [i for i, w in enumerate(left) if w]
        pool = list(range(len(left)))
        if in_turn:
            pool = [i for i in standing if not sheltered[i]] or standing
        if not pool:
            walk(left, rest[1:])
            return
        for i in pool:
            chance = rest[0] * hurts[i]
            for hit, odds in ((True, chance), (False, 1 - chance)):
                after = list(left)
                if hit and after[i]:
                    after[i] -= 1
                weight.append(weight[-1] * odds / len(pool))
                walk(tuple(after), rest[1:])
                weight.pop()

    fallen = [Fraction(0)] * (len(hurts) + 1)
    weight = [Fraction(1)]
    walk(tuple(wounds), shots)
    return tuple(fallen)


@pytest.mark.parametrize("in_turn", [False, True])
@pytest.mark.parametrize("wounds", [(1, 1, 1), (2, 1, 1)])
def test_mixed_members_agree_with_brute_force(in_turn, wounds):
    hurts = (Fraction(1, 6), Fraction(1, 2), Fraction(1, 2))
    sheltered = (False, False, True)
    kinds = tuple(
        Kind(count=1, wounds=w, hurt=(h,), sheltered=s) for w, h, s in zip(wounds, hurts, sheltered, strict=True)
    )
    found = attrition((Barrage(count=3, hit=HIT),), kinds, in_turn=in_turn)
    assert found.chances == brute((HIT,) * 3, hurts, wounds, sheltered, in_turn=in_turn)


def test_barrages_of_different_weapons_are_taken_one_after_the_other():
    kinds = (
        Kind(count=1, wounds=1, hurt=(Fraction(1, 2), Fraction(1))),
        Kind(count=1, wounds=1, hurt=(Fraction(0), Fraction(1, 3)), sheltered=True),
    )
    barrages = (Barrage(count=1, hit=Fraction(1, 2)), Barrage(count=1, hit=Fraction(1)))
    # The first shot fells the open one with 1/4; then the second meets the sheltered one (1/3), else the open one (1).
    expected = {0: Fraction(0), 1: Fraction(1, 4) * Fraction(2, 3) + Fraction(3, 4), 2: Fraction(1, 4) * Fraction(1, 3)}
    assert dict(enumerate(attrition(barrages, kinds, in_turn=True).chances)) == expected


def test_nobody_falls_to_no_shots():
    kinds = (Kind(count=2, wounds=1, hurt=()),)
    assert attrition((), kinds).chances == (1, 0, 0)


def test_every_chance_is_counted_once():
    for models, shots in product((2, 6), (3, 9)):
        kinds = (
            Kind(count=1, wounds=2, hurt=(Fraction(1, 9),)),
            Kind(count=models, wounds=1, hurt=(HURT,), sheltered=True),
        )
        found = attrition((Barrage(count=shots, hit=HIT),), kinds, in_turn=True)
        assert sum(found.weights) == found.total
