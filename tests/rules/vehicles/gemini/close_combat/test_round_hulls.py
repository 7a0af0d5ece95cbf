"""Nobody walks through a hull: chargers go round it, or fall short in front of it."""

import itertools

import pytest

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.events import ModelsMoved
from rules.geometry import rings
from rules.vehicles.shared.hull import hull_of
from tests.builders import A, B, a_battle, play, the
from tests.rules.arap.fights import a_squad, fighter
from tests.rules.vehicles.garage import a_vehicle

HOLD = Answer(side=B, choice="hold")
CHARGE = Charge(side=A, unit="a1", target="b1")


def scene(**hull):
    """A1 looks east at B1, six inches away, past a hull of its own side."""
    return a_battle(
        a_squad("a1", 1, 20, profile=fighter("charger", i=4)),
        a_vehicle("a3", (23, 10), **hull),
        a_squad("b1", 1, 26, profile=fighter("target"), facing=270),
        active="a1",
        ap=1,
    )


@pytest.mark.rule("ARAP-CHG-03")
def test_chargers_go_round_a_hull_and_pay_for_the_way():
    state = scene(length_in=3, width_in=3)
    preview = CHARGE.preview(state)
    assert preview.spent_in > 6
    events, after = play(play(state, CHARGE)[1], HOLD)
    way = [(x, y) for x, y, _ in the(events, ModelsMoved).path]
    hull = hull_of(state, state.units["a3"])
    assert min(rings.segment_distance(hull.corners(), a, b) for a, b in itertools.pairwise(way)) >= 0.48
    assert after.melee_of("a1") is not None


@pytest.mark.rule("ARAP-CHG-05")
def test_a_hull_that_is_too_long_to_go_round_stops_a_charge_in_front_of_it():
    _, after = play(play(scene(length_in=20, width_in=3), CHARGE)[1], HOLD)
    x, y = after.units["a1"].models[0].at
    assert (x, y) == (pytest.approx(20.76, abs=0.01), pytest.approx(17.96, abs=0.01)), "along it, as far as it goes"
    assert after.melee_of("a1") is None
