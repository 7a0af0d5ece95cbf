"""Odds worked out from numbers alone, against every die, against the resolver's own dice, and against the preview."""

import math
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from rules.arap.shooting.calculator import Fire
from rules.arap.shooting.to_hit import Circumstances
from rules.dice.sources import SeededDice
from rules.progress import Progress
from rules.rulebook.charts import damage_chart
from rules.vehicles.gemini.damage.lasting import fate_of
from rules.vehicles.gemini.damage.numbers import GeminiNumbers
from rules.vehicles.gemini.damage.odds import shots_to_destroy
from rules.vehicles.gemini.damage.penetration import Hit, be_hit
from rules.vehicles.shared.damage.fate import Fate
from rules.vehicles.shared.shooting import calculator as damage_calculator
from rules.vehicles.shared.shooting.calculator import HULL_ONLY, UNHURT, HullFire, HullUnderFire, outlook
from tests.builders import a_battle, a_unit, a_weapon
from tests.rules.vehicles.garage import AUTOGUN, GUN, PEASHOOTER, a_hull, a_vehicle

SIDE = (50, 24)
HOWITZER = a_weapon("howitzer", type="ordnance", range_in=36, strength=8, ap=3)
LANCE = a_weapon("lance", type="heavy", range_in=36, strength=7, ap=1, traits=("laser",))
MELTA = a_weapon("melta", type="assault", range_in=12, strength=8, ap=1, traits=("melta",))


def a_target(*, hull=0, guns=2, **values):
    return HullUnderFire(GeminiNumbers(), a_hull(**values).hull, Fate(hull, guns))


def one(weapon=GUN, face="side", **values):
    return HullFire(Fire(weapon, **values), face)


def line(fire, hull=None):
    return damage_calculator.line(fire, hull or a_target())


@pytest.mark.part_of("VEH-AT-02", "VEH-COV-01")
def test_a_vehicle_in_cover_and_at_speed():
    """25 inches are two steps of 12; hard cover takes 2 off and lets hull-down save on 3 or less."""
    fast = a_target()._replace(speed_in=25)
    found = line(one(skill=4, cover="hard"), fast)
    assert [(m.value, m.reason, m.rule) for m in found.modifiers] == [
        (-2, "fast target", "VEH-AT-02"),
        (-2, "hard cover", "VEH-COV-01"),
    ]
    assert (found.goal, found.hit, found.shot.hull_down) == (0, Fraction(1, 12), 3)
    laser = line(one(LANCE, skill=4), fast)
    assert (laser.modifiers, laser.hit) == ((), Fraction(4, 6))
    lobbed = replace(GUN, traits=("high-trajectory",))
    assert line(one(lobbed, cover="soft"), fast).shot.hull_down == 0
    assert line(one(lobbed, cover="soft"), fast._replace(plunging=True, hull_down_roll=4)).shot.hull_down == 4


@pytest.mark.part_of("ARAP-HIT-02", "ARAP-HIT-04", "ARAP-SUPP-03")
def test_a_laser_in_smoke_and_other_circumstances():
    assert line(one(LANCE, smoke=True)).shot.strength == 5
    assert line(one(replace(LANCE, strength=5), smoke=True)).hit == 0
    found = Circumstances(suppression=2, aimed=True, wounded=True)
    shown = line(one(skill=5, found=found))
    assert [m.rule for m in shown.modifiers] == ["ARAP-HIT-02", "ARAP-SUPP-03", "ARAP-HIT-04"]
    assert shown.goal == 3


@pytest.mark.parametrize("column", ["glancing", "penetrating", "ordnance"])
@pytest.mark.parametrize("modifier", [0, 1, 2])
def test_every_cell_by_every_die(column, modifier):
    """The chance of each row of each column, against the six dice read one by one."""
    weapon = {"glancing": replace(GUN, ap=None), "penetrating": GUN, "ordnance": HOWITZER}[column]
    weapon = replace(weapon, strength=20, ap=weapon.ap if modifier < 2 or column == "glancing" else 1)
    hull = a_target(open_topped=modifier > 0)
    extra = (modifier > 0) + (weapon.ap == 1)
    shown = outlook([one(weapon, skill=5)], hull)
    rows = damage_chart()[column]
    counted = {}
    rolls = 2 if column == "ordnance" and modifier else 1
    for dice in product(range(1, 7), repeat=rolls):
        for first in {rows[min(die + extra, len(rows)) - 1][0] for die in dice}:
            counted[column, first] = counted.get((column, first), 0) + Fraction(5, 6) / 6**rolls
    assert shown.cells == counted


SETTINGS = [
    {},
    {"guns": 1},
    {"guns": 0},
    {"hull": 2},
    {"open_topped": True},
]


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("weapon", [GUN, HOWITZER, replace(GUN, ap=None)])
def test_two_shots_against_every_die(setting, weapon):
    """To hit, armour, hull-down and chart of two shots enumerated one by one."""
    hull = a_target(**setting)
    shown = outlook([one(weapon, skill=3, cover="soft", shots=2)], hull)
    counted = _enumerated(weapon, hull)
    assert shown.worst == {name: counted.get(name, Fraction(0)) for name in shown.worst}
    assert shown.destroyed == counted["wrecked"]
    assert sum(shown.worst.values()) == 1


def _enumerated(weapon, hull):
    """Worst results and wrecks of two shots at goal 2, side armour 12, hull-down on 3."""
    found = {}
    one = _one_shot(weapon, hull)
    for (first, chance), (second, again) in product(one.items(), repeat=2):
        worst, wrecked = _suffered(hull.fate, (first, second))
        found[worst] = found.get(worst, 0) + chance * again
        found["wrecked"] = found.get("wrecked", 0) + wrecked * chance * again
    return found


def _one_shot(weapon, hull):
    outcomes = {}
    ordnance = weapon.type == "ordnance"
    rolls = 2 if ordnance and hull.profile.open_topped else 1
    for to_hit, *rest in product(range(1, 7), repeat=4 if ordnance else 3):
        hull_down, armour = rest[0], rest[1:]
        share = Fraction(1, 6 ** (1 + len(rest)))
        total = weapon.strength + max(armour)
        if to_hit > 2 or total < 12:
            outcomes[None] = outcomes.get(None, 0) + share
            continue
        through = total > 12 and weapon.ap and hull_down > 3
        column = ("ordnance" if ordnance else "penetrating") if through else "glancing"
        for dice in product(range(1, 7), repeat=rolls):
            rows = damage_chart()[column]
            results = tuple(rows[min(d + hull.profile.open_topped, len(rows)) - 1] for d in dice)
            outcomes[column, results] = outcomes.get((column, results), 0) + share / 6**rolls
    return outcomes


def _suffered(fate, shots):
    """The condition told in plain variables, step by step as VEH-DMG-04, -05 and VEH-HULL-01 say it."""
    hull, guns, stuck, wrecked, armed = fate.hull, fate.guns, False, False, fate.had_guns
    order = [UNHURT, HULL_ONLY, *damage_calculator.RESULTS]
    worst = UNHURT
    for shot in shots:
        if shot is None or wrecked:
            continue
        column, rows = shot
        if hull:
            hull = max(0, hull - {"glancing": 1, "penetrating": 2, "ordnance": 3}[column])
            worst = max(worst, HULL_ONLY, key=order.index)
            continue
        for result in (each for row in rows for each in row):
            if wrecked:
                break
            if result in ("armament-destroyed", "immobilised"):
                loses_gun = guns > 0 and (result == "armament-destroyed" or stuck)
                if loses_gun:
                    guns -= 1
                elif stuck:
                    wrecked = True
                else:
                    stuck = True
                wrecked = wrecked or (stuck and armed and not guns)
            wrecked = wrecked or result in damage_calculator.WRECKS
            worst = max(worst, result, "destroyed" if wrecked else UNHURT, key=order.index)
    return worst, wrecked


@pytest.mark.slow
def test_a_volley_of_forty_shots_against_a_hundred_thousand_dice():
    """2,500 volleys of 40 shots of three kinds through the resolver; within four standard errors."""
    runs = 2500
    shooter = a_unit("b1", [SIDE], weapons=(GUN,))
    state = a_battle(a_vehicle("a1", weapons=(GUN, AUTOGUN, AUTOGUN), hull_points=4, side=13), shooter)
    unit = state.units["a1"]
    state = state.with_unit(replace(unit, vehicle=replace(unit.vehicle, hull=4)))
    state = replace(state, options={**state.options, "armament_pick": "random"})
    hull = HullUnderFire(GeminiNumbers(), state.profile(unit.models[0]).hull, fate_of(state, state.units["a1"]))
    kinds = [
        (replace(HOWITZER, strength=6), 10, 2),
        (replace(GUN, strength=7), 14, 1),
        (replace(LANCE, ap=None), 16, 0),
    ]
    shown = outlook([one(weapon, shots=count, skill=skill) for weapon, count, skill in kinds], hull)
    dice = SeededDice(11)
    drawn, wrecks, untouched = 0, 0, 0
    for _ in range(runs):
        progress = Progress(replace(state, dice_used=drawn), dice)
        for weapon, count, skill in kinds:
            rolled = progress.roll("to-hit", count, sense="low", goal=skill, rules=("ARAP-HIT-01",))
            hits = [Hit(origin=SIDE, weapon=weapon, strength=weapon.strength)] * rolled.successes
            be_hit(progress, "a1", hits, "b1")
            progress.run()
        drawn = progress.state.dice_used
        after = progress.state.units["a1"]
        wrecks += after.is_gone
        untouched += after.vehicle.hull == 4
    assert drawn >= 100_000
    for count, exact in ((wrecks, shown.destroyed), (untouched, shown.worst[UNHURT])):
        error = math.sqrt(float(exact * (1 - exact)) / runs)
        assert abs(count / runs - float(exact)) < 4 * error


def test_losses_that_add_up_to_the_end_count_as_destroyed():
    """Already immobilised with one gun: armament destroyed is the end of it, and told as such."""
    hull = a_target()._replace(fate=Fate(0, 1, immobilised=True))
    shown = outlook([one(replace(GUN, strength=20), skill=5)], hull)
    assert shown.worst["armament-destroyed"] == shown.worst["immobilised"] == 0
    assert shown.worst["destroyed"] == Fraction(5, 6) * Fraction(3, 6)
    assert shown.destroyed == Fraction(5, 6) * Fraction(5, 6)


def test_one_or_more_penetrate_and_none_after_the_wreck():
    shown = outlook([one(GUN, skill=3, shots=2)], a_target())
    each = Fraction(1, 2) * Fraction(2, 6)
    assert shown.penetrated == 1 - (1 - each) ** 2


def test_volleys_to_destroy_it_on_average():
    """One shot a volley takes as many volleys as shots; what cannot hurt it never ends it."""
    hull = a_target(hull=1)
    shots = line(one(GUN, skill=3), hull).shots
    assert damage_calculator.volleys_to_destroy(hull.fate, [shots], hull.chart) == shots_to_destroy(hull.fate, shots)
    weak = line(one(PEASHOOTER, "front"), hull).shots
    assert damage_calculator.volleys_to_destroy(hull.fate, [weak], hull.chart) is None
    two = damage_calculator.volleys_to_destroy(hull.fate, [shots, weak, shots], hull.chart)
    assert two < damage_calculator.volleys_to_destroy(hull.fate, [shots], hull.chart) < 2 * two


def test_the_chance_grows_with_every_volley():
    hull = a_target()
    three = line(one(GUN, skill=3, shots=3), hull)
    grown = list(damage_calculator.destroyed_by_then(hull.fate, three.shots, 3, hull.chart))
    assert grown[0] == outlook([three.fire], hull).destroyed
    assert grown[2] == outlook([one(GUN, skill=3, shots=9)], hull).destroyed
    assert grown == sorted(grown)


def test_melta_near_rolls_two_dice_against_armour():
    assert line(one(MELTA, near=True)).odds.penetrating == 1 - Fraction(6, 36)
    assert line(one(MELTA)).odds.penetrating == Fraction(2, 6)
