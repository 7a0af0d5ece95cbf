"""Odds of fire at troops from numbers alone, against every die and against the resolver's own dice."""

import math
from fractions import Fraction
from itertools import product

import pytest

from rules.arap.damage.allocation import Lot
from rules.arap.shooting import calculator as shooting_calculator
from rules.arap.shooting import losses
from rules.arap.shooting.calculator import Fire, Troops, outlook
from rules.arap.shooting.to_hit import Circumstances
from rules.dice.odds.attrition import Barrage, Kind, attrition
from rules.dice.sources import SeededDice
from rules.progress import Progress
from tests.builders import a_battle, a_profile, a_unit, a_weapon

RIFLE = a_weapon("rifle", type="rapid-fire", range_in=24, strength=4, ap=5)
FLAMER = a_weapon("flamer", type="assault", strength=4, ap=5, template=True)
MORTAR = a_weapon("mortar", type="heavy", range_in=36, strength=5, ap=4, marker_in=5)
MAN = a_profile("man", t=3, sv=5, ld=7)


def line(fire, troops=None):
    return shooting_calculator.line(fire, troops or Troops(MAN, 10, 1))


@pytest.mark.part_of("ARAP-HIT-02", "ARAP-HIT-03", "ARAP-HIT-06", "ARAP-HIT-08", "ARAP-HIT-10")
def test_every_modifier_by_its_name():
    found = Circumstances(
        small=True,
        moved_in=12,
        group=2,
        target_tactical=True,
        carried=True,
        wounded=True,
        suppression=1,
        tactical=True,
        two_pistols=True,
        aimed=True,
        corrected=True,
        bounced=True,
    )
    shown = line(Fire(RIFLE, skill=5, found=found, cover="hard"))
    assert [m.value for m in shown.modifiers] == [-1, -1, -1, -1, -1, -1, -1, -1, -2, -1, 1, 1, -1]
    assert shown.goal == -5
    assert shown.hit == 0
    ran = line(Fire(RIFLE, cover="hard", fleeting=True)).modifiers
    assert [(m.value, m.rule) for m in ran] == [(-1, "ARAP-HIT-10")]


def test_wounds_and_saves():
    far = Fire(a_weapon("dart", strength=2), close=False)
    hard = Troops(a_profile("ogre", t=6, w=3, sv=4), 3, 3)
    assert (line(far, hard).wound_goal, line(far, hard).wound) == (8, 0)
    assert line(far._replace(close=True), hard).wound == Fraction(1, 18)
    found = line(Fire(RIFLE))
    assert (found.wound, found.unsaved) == (Fraction(4, 6), 1)
    assert line(Fire(RIFLE), Troops(MAN, 10, 1, grounded=True)).unsaved == Fraction(5, 6)


def test_three_shots_against_every_die():
    """To hit 3, to wound 3, save 4, and the member that each wound picks: two of one wound each."""
    man = a_profile("man", t=3, sv=4)
    shown = outlook([Fire(RIFLE, shots=3, skill=3)], Troops(man, 2, 1))
    counted = [Fraction(0)] * 3
    for shots in product(product(("miss", "safe", "fell"), (0, 1)), repeat=3):
        chance = Fraction(1)
        for what, _ in shots:
            hurt = Fraction(3, 6) * Fraction(4, 6) * Fraction(3, 6)
            chance *= {"miss": Fraction(1, 2), "safe": Fraction(1, 2) - hurt, "fell": hurt}[what] / 2
        counted[len({who for what, who in shots if what == "fell"})] += chance
    assert shown.fallen.chances == tuple(counted)


@pytest.mark.parametrize(("cover", "margin", "second"), [("none", 0, 3), ("soft", 1, 2), ("hard", 2, 1)])
def test_a_template_against_every_die(cover, margin, second):
    """Three figures under it: one die for all; after a miss a die each."""
    shown = outlook([Fire(FLAMER, shots=3, skill=3, cover=cover)], Troops(MAN, 5, 1))
    counted = [Fraction(0)] * 4
    for die in range(1, 7):
        for own in product(range(1, 7), repeat=3):
            after_a_miss = sum(each <= second for each in own)
            hits = 3 * (die <= 3 - margin) if die <= 3 else after_a_miss
            counted[hits] += Fraction(1, 6**4)
    assert shown.hits.chances == tuple(counted)


def test_a_shell_that_comes_down_on_its_aim_strikes_those_under_it():
    shown = outlook([Fire(MORTAR, shots=2, skill=3, cover="hard")], Troops(MAN, 5, 1))
    there = Fraction(8, 36)  # a double, or 1 and 2
    assert shown.hits.chances == (1 - there + there / 9, there * Fraction(4, 9), there * Fraction(4, 9))


@pytest.mark.slow
def test_a_volley_against_a_hundred_thousand_dice():
    """40 shots of two kinds at ten men of two wounds, 1,700 times through the resolver; four standard errors."""
    runs = 1700
    man = a_profile("veteran", t=4, sv=4, w=2)
    state = a_battle(
        a_unit("a1", [(10 + n, 10) for n in range(10)], profile=man),
        a_unit("b1", [(10, 20)], weapons=(RIFLE, MORTAR)),
    )
    kinds = [(RIFLE, 30, 3), (a_weapon("mortar", strength=5, ap=4), 10, 0)]
    shown = outlook([Fire(weapon, shots=count, skill=skill) for weapon, count, skill in kinds], Troops(man, 10, 2))
    dice, drawn, lost, any_lost = SeededDice(5), 0, 0, 0
    for _ in range(runs):
        progress = Progress(state, dice)
        lots = []
        for weapon, count, skill in kinds:
            rolled = progress.roll("to-hit", count, sense="low", goal=skill, rules=("ARAP-HIT-01",))
            lots.append(Lot(weapon=weapon.id, strength=weapon.strength, ap=weapon.ap, count=rolled.successes))
        source = losses.HitSource(by="b1", may_ground=False, counts=False)
        progress.queue(*losses.begin(progress, "a1", lots, source))
        progress.run()
        drawn += progress.state.dice_used - state.dice_used
        dice = SeededDice(drawn)
        fallen = 10 - len(progress.state.units["a1"].alive)
        lost += fallen
        any_lost += fallen > 0
    assert drawn >= 100_000
    mean = shown.fallen.mean
    spread = float(sum((n * n * chance for n, chance in enumerate(shown.fallen.chances)), start=Fraction(0)) - mean**2)
    assert abs(lost / runs - float(mean)) < 4 * math.sqrt(spread / runs)
    some = float(shown.fallen.at_least(1))
    assert abs(any_lost / runs - some) < 4 * math.sqrt(some * (1 - some) / runs)


def test_a_burst_strikes_different_members():
    """All three of three are hit on 3 or less; what is wounded has fallen."""
    sure = a_weapon("flamer", type="assault", strength=4, ap=5, template=True)
    shown = outlook([Fire(sure, shots=3, skill=3)], Troops(MAN, 3, 1))
    assert shown.fallen.chances == shown.wounds.chances
    mixed = outlook([Fire(sure, shots=2, skill=3), Fire(RIFLE, shots=1, skill=3)], Troops(MAN, 4, 1))
    burst = outlook([Fire(sure, shots=2, skill=3)], Troops(MAN, 4, 1)).fallen
    shot = Fraction(1, 2) * Fraction(4, 6)
    assert mixed.fallen.chance(3) == burst.chance(2) * shot * Fraction(2, 4)
    assert mixed.fallen.mean == burst.mean + shot * (1 - burst.mean / 4)


def test_members_of_several_wounds_agree_with_the_states_of_attrition():
    from_states = attrition((Barrage(count=6, hit=Fraction(1, 2)),), (Kind(count=3, wounds=2, hurt=(Fraction(2, 3),)),))
    shown = outlook([Fire(RIFLE, shots=6, skill=3)], Troops(a_profile("ogre", w=2, sv=5), 3, 2))
    assert shown.fallen.chances == from_states.chances
