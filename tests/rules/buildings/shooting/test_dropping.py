"""Grenades dropped out of windows: unseen, and turned round at the wall."""

import pytest
from msgspec.structs import replace

from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.shooting.dropping import DropGrenade, GrenadeDrop, GrenadeDropped
from rules.buildings.shooting.rulings import RuleScatter
from rules.engine import legal_actions, preview
from rules.events import Rolled
from tests.builders import a_weapon, play, the
from tests.rules.buildings.test_upstairs import a_house

GRENADE = a_weapon("grenade", type="grenade", range_in=6, marker_in=3)
ROCK = a_weapon("rock", type="grenade", range_in=6, traits=("improvised",))
UNDER = (15.0, 21.0)


def a_watch(theirs=UNDER, weapon=GRENADE, mine=(55, 19.5)):
    """Somebody at the window of the second floor, an enemy an inch from the wall below."""
    return a_house(mine, theirs, weapon=weapon)


def drop(weapon="grenade", at=UNDER, **values):
    return DropGrenade(
        side="a", unit="a1", weapon=weapon, drops=(GrenadeDrop(model="a1.1", at=at),), target="b1", **values
    )


def ruled(field, ruling):
    return play(field, RuleScatter(side="a", unit="a1", ruling=ruling, reason="as it lies"))[1]


@pytest.mark.rule("BLD-HIGH-05")
def test_it_is_dropped_at_two_less_and_that_is_all():
    field = a_watch()
    line = preview(field, drop()).shots[0]
    assert [(m.value, m.rule) for m in line.modifiers if m.rule != "ARAP-HIT-03"] == [(-2, "BLD-HIGH-05")]
    (offer,) = (o for o in legal_actions(field, "a") if o.kind == "drop-grenade")
    assert offer.action == drop()
    events, after = play(field, drop(), {"to-hit": [1], "extended-reroll": [1], "to-wound": [1]})
    assert the(events, GrenadeDropped).sentence(after) == "A1 drops Grenade on B1"
    assert the(events, ShellBurst).touched == ("b1.1",)


@pytest.mark.rule("BLD-HIGH-05", "BLD-SCAT-01")
def test_scatter_into_the_wall_is_turned_round():
    events, after = play(a_watch(), drop(), {"to-hit": [5], "scatter-a": [6], "scatter-b": [2], "direction": [360]})
    found = the(events, ShellBurst)
    assert (found.turned, found.scatter_in, tuple(round(c, 2) for c in found.at)) == ("reversed", 4, (15, 25))
    assert found.sentence(after) == "Grenade scatters 4″ into a wall, and is turned round, with nobody under it"
    away, _ = play(a_watch(), drop(), {"to-hit": [5], "scatter-a": [6], "scatter-b": [2], "direction": [180]})
    assert (the(away, ShellBurst).turned, "BLD-SCAT-01" in the(away, ShellBurst).rules) == ("", False)


@pytest.mark.rule("BLD-SCAT-01", "BLD-SCAT-02")
def test_where_the_other_way_is_walled_up_too_it_stops():
    field = a_watch()
    shed = replace(field.terrain[0], id="shed", points=((10.0, 23.0), (20.0, 23.0), (20.0, 30.0), (10.0, 30.0)))
    shed = replace(shed, building=replace(shed.building, openings=()))
    dice = {"to-hit": [5], "scatter-a": [6], "scatter-b": [2], "direction": [360], "to-wound": [1]}
    found = the(play(replace(field, terrain=(*field.terrain, shed)), drop(), dice)[0], ShellBurst)
    assert (found.turned, found.stopped, round(found.at[1], 1)) == ("stopped", True, 20.0)


@pytest.mark.rule("BLD-SCAT-02")
def test_the_host_may_have_it_stop_bounce_or_thrown_again():
    dice = {"to-hit": [5], "scatter-a": [6], "scatter-b": [2], "direction": [45]}
    stopped = the(play(ruled(a_watch(), "stop"), drop(), {**dice, "to-wound": [1]})[0], ShellBurst)
    assert (stopped.stopped, round(stopped.at[1], 1)) == (True, 20.0)
    bounced = the(play(ruled(a_watch(), "bounce"), drop(), dice)[0], ShellBurst)
    assert (bounced.turned, bounced.at[0] > 17, bounced.at[1] > 21) == ("bounced", True, True)
    again = {**dice, "scatter-a": [6, 3], "scatter-b": [2, 1], "direction": [45, 180]}
    second = the(play(ruled(a_watch(), "reroll"), drop(), again)[0], ShellBurst)
    assert (second.turned, second.at) == ("rerolled", (15, 23))
    assert "BLD-SCAT-02" in second.rules


@pytest.mark.part_of("BLD-SCAT-01", "BLD-SCAT-02")
@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("usual", "a miss scatters; into the wall it is turned round (BLD-SCAT-01)"),
        ("stop", "a miss scatters; by the host's word it stops at a wall (BLD-SCAT-02)"),
        ("bounce", "a miss scatters; by the host's word it bounces off a wall (BLD-SCAT-02)"),
    ],
)
def test_the_plan_says_what_the_host_has_ruled_of_walls(ruling, expected):
    assert expected in preview(ruled(a_watch(), ruling), drop()).shots[0].notes


def test_a_ruling_needs_a_reason_and_a_unit():
    for values, code in (({"reason": " "}, "no-reason"), ({"unit": "x9"}, "unknown-unit")):
        action = RuleScatter(**{"side": "a", "unit": "a1", "ruling": "stop", "reason": "so", **values})
        assert preview(a_watch(), action).refusal.code == code


@pytest.mark.rule("BLD-HIGH-05")
def test_nothing_is_dropped_from_the_ground_or_far_from_the_window():
    for field, action, code in (
        (a_watch(mine=(55, 15)), drop(), "no-edge"),
        (a_watch(mine=(15, 19.5), theirs=(15, 21.2)), drop(), "no-edge"),
        (a_watch(), drop(at=(15.0, 23.0)), "not-below"),
        (a_watch(), drop(at=(15.0, 19.0)), "not-below"),
    ):
        refused = preview(field, action).refusal
        assert (refused.code, refused.rule) == (code, "BLD-HIGH-05")


def test_a_rock_that_misses_is_lost():
    events, _ = play(a_watch(weapon=ROCK), drop("rock"), {"to-hit": [6]})
    assert [e.label for e in events if isinstance(e, Rolled)] == ["to-hit"]


def throwing(field, bearing, far, target="b1", **values):
    guess = Guess(model="a1.1", bearing=bearing, range_in=far)
    return Throw(side="a", unit="a1", weapon="grenade", guesses=(guess,), target=target, **values)


@pytest.mark.rule("BLD-HIGH-01", "BLD-HIGH-06")
def test_throws_have_a_dead_zone_below_and_lose_range_upward():
    field = a_watch()
    near = preview(field, throwing(field, 180, 1.5)).refusal
    assert (near.code, "drop it" in near.allowed) == ("dead-zone", True)
    up = a_house((15, 22), (55, 19.5), weapon=GRENADE, facing=0)
    assert preview(up, throwing(up, 0, 3)).refusal is None
    high = preview(up, throwing(up, 0, 3.2)).refusal
    assert (high.rule, high.allowed) == ("BLD-HIGH-06", "at most 3″ off, 1 level up")


@pytest.mark.rule("BLD-INTO-08", "BLD-INTO-06")
def test_a_grenade_thrown_at_an_upper_window_bursts_on_that_floor():
    up = a_house((15, 21.5), (55, 18.5), weapon=GRENADE, facing=0)
    up = up.with_unit(
        replace(
            up.units["b1"], models=(*up.units["b1"].models, replace(up.units["b1"].models[0], id="b1.2", at=(55, 22)))
        )
    )
    (offer,) = (o for o in legal_actions(up, "a") if o.kind == "throw")
    assert (offer.refusal, offer.action.guesses[0].bearing) == (None, 0)  # to where they truly are
    events, _ = play(up, throwing(up, 0, 3), {"to-hit": [1], "extended-reroll": [1], "to-wound": [1]})
    found = the(events, ShellBurst)
    assert (found.at, found.touched) == ((55, 18.5), ("b1.1",))
    assert "BLD-INTO-06" in found.rules
