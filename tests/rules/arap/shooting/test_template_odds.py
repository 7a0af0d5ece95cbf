"""What templates and markers may do, told exactly: against every die, and against the resolver's own dice."""

import math
from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules import preview
from rules.arap.shooting import template_odds, volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.shoot import Shoot
from rules.arap.templates import scatter
from rules.arap.templates.scatter import Shell
from rules.dice.odds import chance_2d6_low
from rules.dice.scatter import Scatter, reduced
from rules.dice.sources import ScriptedDice, SeededDice
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon

FLAMER = a_weapon("flamer", type="assault", strength=4, ap=5, template=True)
MORTAR = a_weapon("mortar", type="assault", range_in=36, strength=4, ap=5, marker_in=3)
RIFLE = a_weapon("rifle", type="assault", range_in=24, strength=4, ap=5, shots=2)
SHOOT = Shoot(side=A, unit="a1", target="b1")
HURT = Fraction(4, 6)
"""Strength 4 on Toughness 3, AP 5 through a save of 5."""


def battle(firers, at, *, w=1, prone=False, **values):
    man = a_profile("man", t=3, sv=5, w=w)
    foes = a_unit("b1", at, profile=man, facing=270)
    squads = [a_unit(f"a{n}", [place], weapons=[weapon], facing=90) for n, (weapon, place) in enumerate(firers, 1)]
    return a_battle(*squads, foes, active="a1", ap=3, **values)


def chances(state, action=SHOOT):
    shown = preview(state, action)
    assert shown.refusal is None
    return {c.label: Fraction(c.exact) for c in shown.chances}


def test_a_template_over_two_in_the_open():
    """BS 3: on 3 or less both are hit, else each on 3 or less of its own."""
    found = chances(battle([(FLAMER, (10, 10))], [(15, 10), (16, 10), (40, 10)]))
    assert found["casualties, average"] == 2 * HURT * (Fraction(1, 2) + Fraction(1, 4))
    spared = Fraction(1, 2) * (1 - HURT) ** 2 + Fraction(1, 2) * (1 - HURT / 2) ** 2
    assert found["at least one casualty"] == 1 - spared


@pytest.mark.part_of("ARAP-SUPP-01")
def test_hits_of_a_template_may_call_for_a_suppression_test():
    """Of four two are under it: both must be hit."""
    found = chances(battle([(FLAMER, (10, 10))], [(15, 10), (16, 10), (40, 10), (41, 10)]))
    both = Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 4)
    assert found["suppression test"] == both
    assert found["suppressed"] == both * (1 - chance_2d6_low(7))


def test_a_shell_tells_how_likely_it_suppresses():
    found = chances(battle([(MORTAR, (10, 10))], [(25, 10)]))
    assert 0 < found["suppressed"] < found["suppression test"]
    assert found["suppression test"] > found["at least one casualty"]  # whom it wounds is hit


def test_the_margin_decides_who_in_cover_is_hit():
    """One in the open, one in a ruin: on 1 both, on 2 and 3 the one, after a miss on 3 and on 1 or less."""
    ruin = Terrain(id="ruin", name="Ruin", points=((15.7, 8), (20, 8), (20, 12), (15.7, 12)), cover="hard")
    found = chances(battle([(FLAMER, (10, 10))], [(14, 10), (16.5, 10), (40, 10)], terrain=[ruin]))
    first = HURT * (Fraction(1, 2) + Fraction(1, 2) * Fraction(3, 6))
    second = HURT * (Fraction(1, 6) + Fraction(1, 2) * Fraction(1, 6))
    assert found["casualties, average"] == first + second
    spared = Fraction(1, 6) * (1 - HURT) ** 2 + Fraction(2, 6) * (1 - HURT)
    spared += Fraction(1, 2) * (1 - HURT / 2) * (1 - HURT / 6)
    assert found["at least one casualty"] == 1 - spared


def test_a_lone_man_under_a_shell_that_only_a_hit_can_reach():
    """BS 3, one less for a lone man, from 10 inches: what scatters goes up to 5, out of his reach from 2 on."""
    state = battle([(MORTAR, (10, 10))], [(20, 10)])
    found = chances(state)
    radius = 1.5 + state.profile(state.units["b1"].models[0]).body_radius_in
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    lengths = [0 if a == b else min(5, max(0, a + b - 2)) for a, b in pairs]
    there = Fraction(sum(length <= radius for length in lengths), 36)
    assert found["casualties, average"] == found["at least one casualty"] == there * HURT


def test_wounds_left_are_counted_one_by_one():
    """Two flamers of one unit must both wound a man of two wounds; how likely any falls is then not told."""
    man = a_profile("man", t=3, sv=5, w=2)
    squad = a_unit("a1", [(10, 9.6), (10, 10.6)], weapons=[FLAMER], facing=90)
    state = a_battle(squad, a_unit("b1", [(14, 10)], profile=man, facing=270), active="a1", ap=3)
    found = chances(state)
    assert found["casualties, average"] == (HURT * (Fraction(2, 6) + Fraction(4, 6) / 2)) ** 2
    assert "at least one casualty" not in found


def test_who_is_in_cover_under_a_template_is_hit_as_often_as_the_plan_says():
    """One alone behind a hedge, a goal of 2: on a 1, or after a miss on a die of 2 or less."""
    (line,) = preview(battle([(FLAMER, (15, 10))], [(20, 10)], terrain=(HEDGE,)), SHOOT).shots
    assert (line.chances[0].label, line.chances[0].exact) == ("to hit", "7/18")


# -- ground that shelters, ground that stops shells ----------------------------------------------------------------

HEDGE = Terrain(id="hedge", name="Hedge", points=((19, 7), (19, 13)), line=True, cover="soft", height_in=0.8)
RUIN = Terrain(id="ruin", name="Ruin", points=((20.4, 8), (24, 8), (24, 12), (20.4, 12)), cover="hard")
TOWER = Terrain(
    id="tower",
    name="Tower",
    points=((17, 10.5), (18, 10.5), (18, 14), (17, 14)),
    going="impassable",
    height_in=4,
    blocks_sight=True,
)
WOOD = Terrain(
    id="wood", name="Wood", points=((21, 5), (28, 5), (28, 15), (21, 15)), cover="soft", height_in=3, blocks_sight=True
)
PIT = Terrain(id="pit", name="Pit", points=((20.5, 9), (23, 9), (23, 11), (20.5, 11)), trench=True)
PLACES = [(20, 10), (21.2, 10.4), (22, 9), (20.4, 11.4)]
GROUND = {
    "open": (),
    "hedge": (HEDGE,),
    "ruin": (RUIN,),
    "tower on the way": (TOWER,),
    "wood": (WOOD,),
    "trench": (PIT,),
    "all of it": (HEDGE, RUIN, TOWER),
}
LOBBER = a_weapon("lobber", type="assault", range_in=36, strength=4, ap=5, marker_in=5, traits=("launched-grenade",))


def shell_by_shell(state, firing):
    """Average losses, and the chance of any, over each of the 36 times 360 shells, come down as in play."""
    away = distance(firing.model.at, firing.aim.at)
    shell = Shell(firing.model, state.units["a1"], firing.weapon, firing.aim.at, "b1", firing.modifiers, away)
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    lengths = Counter(reduced(a, b, 360, firing.goal).distance_in for a, b in pairs)
    mean, spared = Fraction(0), Fraction(0)
    hit = {"none": Fraction(1), "soft": Fraction(5, 6), "hard": Fraction(4, 6)}
    for length, weight in lengths.items():
        for bearing in range(360):
            progress = Progress(state, ScriptedDice({}))
            under = scatter.come_down(progress, shell, Scatter(length, bearing), flat=True).under
            falls = [HURT * hit[u.cover] for u in under if u.unit == "b1"]
            mean += Fraction(weight, 36 * 360) * sum(falls)
            spared += Fraction(weight, 36 * 360) * math.prod((1 - p for p in falls), start=Fraction(1))
    return mean, 1 - spared


@pytest.mark.parametrize("terrain", GROUND.values(), ids=GROUND)
@pytest.mark.parametrize("weapon", [MORTAR, LOBBER], ids=["3 inches", "5 inches"])
def test_every_shell_is_counted_whatever_shelters_or_stops_it(weapon, terrain):
    state = battle([(weapon, (10, 10))], PLACES, prone=False, terrain=terrain)
    state = state.with_unit(state.units["b1"].with_model(replace(state.units["b1"].models[2], prone=True)))
    (firing,) = SHOOT.plan(state).firings
    found = chances(state)
    mean, some = shell_by_shell(state, firing)
    assert (found["casualties, average"], found["at least one casualty"]) == (mean, some)


def test_cover_and_obstacles_matter():
    means = {
        name: chances(battle([(MORTAR, (10, 10))], PLACES, terrain=t))["casualties, average"]
        for name, t in GROUND.items()
    }
    assert all(means[name] < means["open"] for name in ("hedge", "ruin", "tower on the way", "wood", "trench"))


@pytest.mark.slow
@pytest.mark.parametrize("weapons", [(MORTAR,), (MORTAR, FLAMER, RIFLE), (MORTAR, MORTAR)])
def test_against_the_dice_of_the_resolver(weapons):
    """Two thousand volleys; within four standard errors."""
    runs = 2000
    squad = a_unit("a1", [(10, 9 + n) for n in range(len(weapons))], weapons=weapons, facing=90)
    unit, profiles, _ = squad
    armed = tuple(replace(m, weapons=(w.id,)) for m, w in zip(unit.models, weapons, strict=True))
    unit = replace(unit, models=armed)
    foes = a_unit(
        "b1", [(15 + n % 3, 8.5 + n // 3 * 1.2) for n in range(9)], profile=a_profile("man", sv=5), facing=270
    )
    state = a_battle((unit, profiles, weapons), foes, active="a1", ap=3)
    plan = SHOOT.plan(state)
    found, scored = template_odds.struck(state, state.units["a1"], state.units["b1"], plan.groups())
    due = lost = some = squares = 0
    for seed in range(runs):
        progress = Progress(state, SeededDice(seed))
        volley.fire(progress, "a1", "b1", plan, HitSource(by="a1", may_ground=False, counts=False))
        progress.run()
        due += sum(e.hits for e in progress.events if isinstance(e, volley.ShotsFired) and e.target == "b1") >= 3
        fallen = 9 - len(progress.state.units["b1"].alive)
        lost, some, squares = lost + fallen, some + (fallen > 0), squares + fallen**2
    spread = math.sqrt((squares / runs - (lost / runs) ** 2) / runs)
    assert abs(lost / runs - float(found.mean)) < 4 * spread
    tests = float(scored.at_least(3))
    assert abs(due / runs - tests) < 4 * math.sqrt(tests * (1 - tests) / runs)
    any_odds = float(found.any)
    assert abs(some / runs - any_odds) < 4 * math.sqrt(any_odds * (1 - any_odds) / runs)
