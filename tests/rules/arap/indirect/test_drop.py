"""Bombs that are dropped: out of the air, over an edge, and what is no drop."""

import itertools
import math
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.indirect.drop import BombDropped, DropBomb
from rules.arap.templates.scatter import ShellBurst
from rules.engine import legal_actions, preview
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.arap.heights import a_cliff

BOMB = a_weapon("bomb", type="bomb", range_in=0, strength=4, marker_in=3)
DROP = DropBomb(side=A, unit="a1", model="a1.1", weapon="bomb", at=(20, 10), target="b1")


def above(*, weapon=BOMB, traits=("airborne",), at=(20.2, 10), **values):
    return a_battle(
        a_unit("a1", [at], profile=a_profile("flier", bs=4, traits=traits), weapons=[weapon]),
        a_unit("b1", [(20, 10), (20, 11)], profile=a_profile("levy")),
        active="a1",
        ap=2,
        **values,
    )


@pytest.mark.rule("ARAP-WPN-01", "ARAP-AREA-02")
def test_a_bomb_out_of_the_air_costs_a_point_and_scatters_by_skill():
    state = above()
    assert [o.action for o in legal_actions(state, A) if o.kind == "drop"] == [DROP]
    shown = preview(state, DROP)
    assert (shown.ap, shown.shots[0].shots) == (1, 1)
    assert shown.shots[0].chances[0].exact == "5/18"
    events, after = play(state, DROP, {"scatter-a": [3], "scatter-b": [3], "direction": [90], "to-wound": [1, 1]})
    assert the(events, PointsSpent).points == 1
    assert the(events, ShellBurst).at == (20, 10)
    assert the(events, BombDropped).sentence(after) == "A1 drops Bomb"


@pytest.mark.rule("ARAP-WPN-01")
def test_nothing_limits_how_far_a_bomb_scatters():
    events, _ = play(above(), DROP, {"scatter-a": [6], "scatter-b": [5], "direction": [90]})
    assert the(events, ShellBurst).scatter_in == 7


@pytest.mark.rule("ARAP-WPN-01")
@pytest.mark.parametrize(("height", "code"), [(4, None), (1, "not-below")])
def test_over_an_edge_it_falls_on_what_lies_well_below(height, code):
    state = above(traits=(), at=(21.2, 10), terrain=(a_cliff(height, left=20.5),))
    refused = preview(state, DROP).refusal
    assert (refused.code if refused else None) == code


@pytest.mark.rule("ARAP-WPN-01")
@pytest.mark.parametrize(
    ("weapon", "changes", "code"),
    [
        (BOMB, {"at": (22, 10)}, "not-below"),
        (BOMB, {"model": "a1.2"}, "not-carried"),
        (replace(BOMB, traits=("planted",)), {}, "not-dropped"),
        (replace(BOMB, type="grenade"), {}, "not-dropped"),
    ],
)
def test_what_is_no_drop(weapon, changes, code):
    refused = preview(above(weapon=weapon), replace(DROP, **changes)).refusal
    assert (refused.code, refused.rule) == (code, "ARAP-WPN-01")


@pytest.mark.rule("ARAP-WPN-01", "ARAP-AREA-02")
@pytest.mark.part_of("ARAP-SUPP-01")
def test_the_preview_looks_at_every_place_where_a_bomb_may_fall():
    mean = spares = caught = Fraction(0)
    for a, b, turn in itertools.product(range(1, 7), range(1, 7), range(360)):
        far = 0 if a == b else max(0, a + b - 4)
        at = (20 + far * math.sin(math.radians(turn)), 10 - far * math.cos(math.radians(turn)))
        under = sum(math.dist(at, each) <= 1.5 + 25 / 101.6 + 0.01 for each in ((20, 10), (20, 11)))
        mean += Fraction(under * 2, 3 * 36 * 360)
        spares += Fraction(1, 3) ** under / (36 * 360)
        caught += Fraction(under > 0, 36 * 360)
    chances = {each.label: each.exact for each in preview(above(), DROP).chances}
    assert chances == {
        "casualties, average": str(mean),
        "at least one casualty": str(1 - spares),
        "suppression test": str(caught),
        "suppressed": str(caught * Fraction(15, 36)),  # Leadership 7 fails on 8 and more
    }
    unaimed = {each.label: each.exact for each in preview(above(), replace(DROP, target=None)).chances}
    assert unaimed == {"casualties of B1": str(mean), **{label: chances[label] for label in list(chances)[1:]}}
