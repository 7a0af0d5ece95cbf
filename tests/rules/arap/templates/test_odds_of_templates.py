"""Templates and markers: what a preview promises, against every die of the shot as it is played."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.events import WoundsTaken
from rules.arap.shooting.shoot import Shoot
from rules.dice.scatter import reduced
from rules.engine import preview
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon
from tests.rules.every_die import every_die

FLAMER = a_weapon("flamer", type="assault", strength=4, ap=5, template=True)
MORTAR = a_weapon("mortar", type="assault", range_in=36, strength=4, ap=5, marker_in=3)
SHOOT = Shoot(side=A, unit="a1", target="b1")
HEDGE = Terrain(id="hedge", name="Hedge", points=((14.5, 7), (14.5, 13)), line=True, cover="soft", height_in=0.8)
RUIN = Terrain(id="ruin", name="Ruin", points=((14.5, 8), (18, 8), (18, 12), (14.5, 12)), cover="hard")


def fallen(events):
    """Models lost by the target."""
    return sum(w.left == 0 for e in events if isinstance(e, WoundsTaken) and e.unit == "b1" for w in e.wounds)


def battle(weapon, targets, *, bs=3, sv=7, **values):
    """One man with that weapon, and another far off, so that the turn goes on, against men without nerves.

    They were forty at the start of the turn, so that nobody tests for losses.
    """
    return a_battle(
        a_unit("a1", [(10, 10)], profile=a_profile("shooter", bs=bs), weapons=[weapon]),
        a_unit("a2", [(10, 40)]),
        a_unit("b1", targets, profile=a_profile("man", sv=sv), facing=270, n_start=40, tags=("fearless",)),
        active="a1",
        ap=1,
        **values,
    )


def chances_of(state):
    seen = preview(state, SHOOT)
    assert seen.refusal is None
    return {c.label: Fraction(c.exact) for c in seen.chances}


def agrees(state, begun=(((), Fraction(1)),), alike=None):
    """Whether losses fall as the preview says, and how many on average."""
    found = every_die(state, SHOOT, fallen, begun, alike or {})
    promised = chances_of(state)
    mean = sum(n * chance for n, chance in found.items())
    assert promised["casualties, average"] == mean
    assert promised["at least one casualty"] == 1 - found[0]
    return mean


def led(state, *leaders, **changes):
    """The same with those models of the target as characters, for whom the others look out."""
    unit = state.units["b1"]
    models = tuple(replace(m, **changes, leader=n in leaders) for n, m in enumerate(unit.models))
    return state.with_unit(replace(unit, models=models))


ALIKE = {
    "to-wound": [(1, 2), (3, 4, 5, 6)],
    "template-cover": [(1, 2), (3,), (4, 5, 6)],
    "area-cover": [(1, 2, 3, 4, 5), (6,)],
    "look-out-sir": [(1, 2, 3, 4, 5), (6,)],
}
"""Strength 4 against Toughness 3; edges, hedges and looking out as in the cases that play every face."""
LOOK_OUT = {"look_out_sir": True}
LOOKING_OUT = {
    "a leader and one who looks out": led(battle(FLAMER, [(13, 10), (14, 10)], options=LOOK_OUT), 0),
    "a leader under it, two who look out, one of them far off": led(
        battle(FLAMER, [(13, 10), (14, 10), (30, 10)], options=LOOK_OUT), 0
    ),
    "two leaders who look out for each other": led(
        battle(FLAMER, [(13, 10), (14, 10)], options=LOOK_OUT, terrain=[HEDGE]), 0, 1
    ),
}
FLAMES = {
    "a leader alone": led(battle(FLAMER, [(13, 10)], options=LOOK_OUT), 0),
    "one in the open": battle(FLAMER, [(13, 10)]),
    "two alike who would pass on hits of characters": battle(
        FLAMER, [(13, 10), (14, 10)], options={"look_out_sir": True}
    ),
    "two in the open": battle(FLAMER, [(13, 10), (14, 10.5)]),
    "one of them behind a hedge": battle(FLAMER, [(13, 10), (16, 10)], terrain=[HEDGE]),
    "one of them in a ruin": battle(FLAMER, [(13, 10), (16, 10)], terrain=[RUIN]),
    "hardly to be hit": battle(FLAMER, [(16, 10)], bs=1, terrain=[RUIN]),
    "a save that AP leaves": battle(FLAMER, [(13, 10)], sv=4),
}


@pytest.mark.parametrize("state", FLAMES.values(), ids=FLAMES)
def test_a_preview_of_flames_is_exact(state):
    agrees(state)


@pytest.mark.parametrize("state", LOOKING_OUT.values(), ids=LOOKING_OUT)
def test_a_preview_of_flames_counts_those_who_look_out(state):
    agrees(state, alike=ALIKE)


def every_fall(state):
    """The ways in which the shell of a plan may scatter; pairs of dice that lead as far are taken together."""
    (firing,) = SHOOT.plan(state).firings
    most = firing.range_in / 2
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    lengths = Counter(min(float(reduced(a, b, 360, firing.goal).distance_in), most) for a, b in pairs)
    dice = {min(float(reduced(a, b, 360, firing.goal).distance_in), most): (a, b) for a, b in pairs}
    for length, count in lengths.items():
        if not length:
            yield (*dice[length], 360), Fraction(count, 36)
            continue
        for way in range(90, 271):  # everybody stands on one line from west to east: north of it is as south of it
            yield (*dice[length], way), Fraction(count * (1 if way in (90, 270) else 2), 36 * 360)


SHELLS = {
    "one in the open": battle(MORTAR, [(13.4, 10)]),
    "two, one of them behind a hedge": battle(MORTAR, [(13.6, 10), (15, 10)], terrain=[HEDGE]),
}


@pytest.mark.parametrize("state", SHELLS.values(), ids=SHELLS)
def test_a_preview_of_a_shell_is_exact(state):
    """From so near that it scatters 2 inches at most, in every direction."""
    begun = list(every_fall(state))
    assert sum(chance for _, chance in begun) == 1
    assert agrees(state, begun, ALIKE) > 0


def test_losses_are_exact_where_one_may_take_a_hit_of_his_own_and_another():
    """Of two wounds: he falls to his own and that of the leader for whom he looks out. (ARAP-AREA-15)"""
    state = led(battle(FLAMER, [(13, 10), (14, 10)], options=LOOK_OUT), 0, wounds=2)
    found = every_die(state, SHOOT, fallen, alike=ALIKE)
    assert chances_of(state)["casualties, average"] == sum(n * chance for n, chance in found.items()) > 0
