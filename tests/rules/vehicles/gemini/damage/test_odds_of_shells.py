"""Shells at hulls: the chances told are those of every scatter and direction, one by one."""

from collections import Counter
from fractions import Fraction
from functools import partial

import pytest
from msgspec.structs import replace

from rules.arap.shooting.calculator import Fire
from rules.arap.templates import scatter
from rules.arap.templates.scatter import Shell
from rules.dice.scatter import Scatter, reduced
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.geometry.lengths import is_within
from rules.geometry.rings import Bounds
from rules.progress import Progress
from rules.table.terrain import Terrain
from rules.vehicles.gemini.damage import lasting, penetration
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.damage.numbers import GeminiNumbers
from rules.vehicles.gemini.damage.penetration import dice_kind
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.shared.shooting import calculator as damage_calculator
from rules.vehicles.shared.shooting import shells
from rules.vehicles.shared.shooting.calculator import HullFire, HullUnderFire
from tests.builders import A, a_battle, a_weapon
from tests.rules.vehicles.garage import a_vehicle

HOWITZER = a_weapon("howitzer", type="ordnance", range_in=48, shots=1, strength=8, ap=3, marker_in=5)
MELTA = a_weapon("melta-shell", type="heavy", range_in=48, shots=1, strength=8, ap=1, marker_in=3, traits=("melta",))
MORTAR = a_weapon("mortar", type="heavy", range_in=48, shots=1, strength=6, ap=4, marker_in=3, traits=("indirect",))


def field(weapon, heading=0, *, terrain=(), others=(), **values):
    """A gun 24 inches north of a hull 6 by 4, at which it fires along the table."""
    target = a_vehicle("b1", (30, 30), heading=heading, front=12, side=11, rear=10, **values)
    gun = a_vehicle("a1", (30, 6), heading=180, weapons=(weapon,))
    return a_battle(gun, target, *others, active="a1", ap=3, terrain=terrain)


def fire(shots="b1"):
    return FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target=shots),))


def one_by_one(state, weapon, goal, most):
    """What each of the 36 times 360 shells does, by the very functions that let one come down in play."""
    target, found = state.units["b1"], Counter()
    hull = hull_of(state, target)
    pairs = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    scattered = Counter(min(float(reduced(a, b, 360, goal).distance_in), most) for a, b in pairs)
    straight = damage_odds.shot_at(state, target, weapon, (30, 6)).armour.face
    shell = Shell(state.units["a1"].models[0], state.units["a1"], weapon, (30, 30), "b1", (), 24.0)
    for length, times in scattered.items():
        for bearing in range(1, 361):
            progress = Progress(state, ScriptedDice({}))
            at = scatter.come_down(progress, shell, Scatter(length, bearing % 360), flat=not weapon.is_lobbed).at
            if is_within(hull.distance_to_point(at), weapon.marker_in / 2):
                hit = penetration.hit_of(state, target, weapon, state.units["a1"].models[0].id, at)
                found[hit.burst, hit.face or straight, hit.strength, dice_kind(state, target, hit)] += times
    return found


WALL = Terrain(
    id="wall", name="Wall", points=((24, 25), (31, 25)), line=True, height_in=3, blocks_sight=True, cover="hard"
)
LOW = replace(WALL, id="low", height_in=1, cover="none")
FRIEND = a_vehicle("a2", (34, 22), heading=45)
GROUND = {
    "open": {},
    "a wall on the left": {"terrain": (WALL,)},
    "a wall that is too low": {"terrain": (LOW,)},
    "a hull on the right": {"others": (FRIEND,)},
}


@pytest.mark.parametrize("ground", GROUND.values(), ids=GROUND)
@pytest.mark.parametrize(("weapon", "heading"), [(HOWITZER, 0), (HOWITZER, 181.5), (MELTA, 90), (MORTAR, 37)])
def test_every_scatter_and_direction_is_counted(weapon, heading, ground):
    """What would fly over the hull meets it; what a wall or another hull stops bursts there. (ARAP-AREA-07)"""
    state = field(weapon, heading, **ground)
    target = state.units["b1"]
    profile, direct = profile_of(state, target), damage_odds.shot_at(state, target, weapon, (30, 6))
    tall = scatter.obstacles(state, "a1", Bounds(18, 6, 42, 42))
    far = shells.lengths(4, 12)
    found = shells.falls(hull_of(state, target), weapon, far, (30.0, 6.0), tall)
    shown = shells.shells(profile, direct, weapon, found, far, partial(damage_odds.shots_on, profile, weapon), 1)
    expected = Counter()
    for (_, face, strength, kind), number in one_by_one(state, weapon, 4, 12).items():
        expected[face, strength, kind] += number
    ways = Counter()
    for fall, number in found.items():
        shot = shells.shot_of(profile, direct, weapon, fall)
        ways[shot.armour.face, shot.strength, shot.kind] += number
    assert ways == expected
    assert shown.hit == Fraction(sum(expected.values()), 36 * 360)


def test_what_stands_on_the_way_lowers_the_chance_to_destroy():
    """The preview takes them from the table."""
    ends = {
        name: next(Fraction(c.exact) for c in preview(field(HOWITZER, **ground), fire()).chances)
        for name, ground in GROUND.items()
    }
    assert ends["a wall on the left"] < ends["open"] == ends["a wall that is too low"]
    assert ends["a hull on the right"] < ends["open"]


@pytest.mark.part_of("VEH-AREA-01", "VEH-AREA-02", "VEH-AREA-03")
def test_by_the_rim_it_has_half_of_its_strength_and_the_armour_next_to_its_centre():
    state = field(HOWITZER)
    found = one_by_one(state, HOWITZER, 4, 12)
    assert {(burst, strength) for burst, _, strength, _ in found} == {("direct", 8), ("partial", 4)}
    assert {face for burst, face, *_ in found if burst == "direct"} == {"front"}
    assert {face for burst, face, *_ in found if burst == "partial"} == {"front", "side", "rear"}


def test_the_page_of_odds_says_the_same_as_the_preview_in_play():
    """BS 4; the hull faces the gun."""
    state = field(HOWITZER)
    seen = preview(state, fire())
    chances = next(c for c in seen.chances if c.label == "B1 destroyed")
    target = state.units["b1"]
    hull = HullUnderFire(GeminiNumbers(), profile_of(state, target), lasting.fate_of(state, target))
    found = damage_calculator.outlook([HullFire(Fire(HOWITZER, skill=4), "front")], hull)
    assert str(found.destroyed) == chances.exact
    assert sum(found.worst.values()) == 1
    assert found.lines[0].hit == found.lines[0].shots.hit


def test_a_shell_that_scatters_no_further_than_half_of_its_way():
    assert shells.lengths(2, 3.0) == {0.0: 6 + 0, 1.0: 2, 2.0: 2, 3.0: 26}


@pytest.mark.part_of("ARAP-SCAT-03")
def test_a_total_of_7_comes_down_on_its_aim_where_the_table_says_so():
    assert shells.lengths(2, 3.0, seven_is_hit=True) == {0.0: 6 + 6, 1.0: 2, 2.0: 2, 3.0: 20}
