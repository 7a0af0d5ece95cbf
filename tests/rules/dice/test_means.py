"""Means for who compares hundreds of volleys are those of the exact odds, on the rows that previews are made of."""

import random
import time
from fractions import Fraction

import pytest

from rules.arap.shooting.odds import fallen_odds, like_shots, mean_of
from rules.arap.shooting.shoot import Shoot
from rules.core.ids import UnitId
from rules.dice.odds import binomial, convolve
from rules.dice.odds.attrition import Barrage, Kind, attrition
from rules.dice.odds.means import LikeShots, LikeVictims, VolleyRow, fallen_in_turn, falls, hits_at_least
from rules.state import GameState
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon


def a_volley(seed: int) -> VolleyRow:
    dice = random.Random(seed)
    barrages = tuple(
        Barrage(count=dice.randint(1, 5), hit=Fraction(dice.randint(0, 6), 6)) for _ in range(dice.randint(1, 3))
    )
    kinds = tuple(
        Kind(
            count=dice.randint(1, 4),
            wounds=dice.randint(1, 3),
            sheltered=place > 0,
            hurt=tuple(Fraction(dice.randint(0, 36), 36) for _ in barrages),
        )
        for place in range(dice.randint(1, 2))
    )
    return VolleyRow(barrages, kinds, in_turn=seed % 4 == 0)


def mean_fallen(volley: VolleyRow) -> float:
    shots = tuple(LikeShots(each.count, float(each.hit)) for each in volley.barrages)
    kinds = tuple(LikeVictims(k.count, k.wounds, tuple(map(float, k.hurt)), k.sheltered) for k in volley.kinds)
    if volley.in_turn:
        return fallen_in_turn(shots, kinds)
    members = sum(kind.number for kind in kinds)
    return sum(kind.number * falls(shots, kind.hurt, kind.wounds, members) for kind in kinds)


@pytest.mark.parametrize("seed", range(24))
def test_a_mean_is_that_of_the_exact_odds(seed: int) -> None:
    volley = a_volley(seed)
    exact = attrition(volley.barrages, volley.kinds, in_turn=volley.in_turn).mean
    assert mean_fallen(volley) == pytest.approx(float(exact), abs=1e-12)


def in_turn(seed: int, wounds: int) -> VolleyRow:
    """A unit partly in cover: a kind in the open and one behind, sometimes a second one in the open."""
    volley = a_volley(seed)
    hurt = volley.kinds[0].hurt
    kinds = [Kind(count=3, wounds=wounds, hurt=hurt), Kind(count=2, wounds=1, hurt=hurt[::-1], sheltered=True)]
    if seed % 3 == 0:
        kinds.append(Kind(count=1, wounds=1, hurt=tuple(h / 2 for h in hurt)))
    return VolleyRow(volley.barrages, tuple(kinds), in_turn=True)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("wounds", [1, 2])
def test_so_is_one_of_who_takes_wounds_in_turn(seed: int, wounds: int) -> None:
    volley = in_turn(seed, wounds)
    exact = attrition(volley.barrages, volley.kinds, in_turn=True).mean
    assert mean_fallen(volley) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_so_is_the_chance_of_so_many_hits(seed: int) -> None:
    barrages = a_volley(seed).barrages
    hits = convolve(binomial(b.count, b.hit) for b in barrages)
    shots = tuple(LikeShots(b.count, float(b.hit)) for b in barrages)
    found = [hits_at_least(shots, least) for least in range(hits.most + 1)]
    assert found == pytest.approx([float(hits.at_least(least)) for least in range(hits.most + 1)], abs=1e-12)


def facing(**theirs: object) -> GameState:
    return a_battle(
        a_unit("a1", a_row(8, 10, 20), weapons=(a_weapon(shots=2),), profile=a_profile("ranger", bs=4)),
        a_unit("b1", a_row(6, 20, 20), facing=270, profile=a_profile("foe", **theirs)),
        active="a1",
        ap=2,
    )


@pytest.mark.parametrize("theirs", [{}, {"w": 2, "sv": 4}, {"t": 5, "inv": 5}])
def test_what_is_weighed_is_what_the_preview_says(theirs: dict[str, int]) -> None:
    state = facing(**theirs)
    shot = Shoot(side=A, unit=UnitId("a1"), target=UnitId("b1"))
    unit, target = state.units[shot.unit], state.units[shot.target]
    chances = {c.label: c.value for c in shot.preview(state).chances}
    plan = shot.plan(state)
    groups = plan.groups()
    assert mean_of(state, unit, target, plan, groups, like_shots(groups)) == pytest.approx(
        chances["casualties, average"], abs=1e-12
    )
    assert fallen_odds(state, target, plan) is not None


def test_hundreds_of_volleys_are_a_matter_of_milliseconds() -> None:
    volleys = [volley._replace(in_turn=False) for volley in map(a_volley, range(1000, 1300))]
    began = time.process_time()
    for volley in volleys:
        mean_fallen(volley)
    assert (time.process_time() - began) / len(volleys) < 0.0005  # 0.1 ms when nothing else runs
