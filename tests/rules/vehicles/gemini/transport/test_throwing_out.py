"""People aboard throw grenades as they may shoot: over a side, from ports and hatches. (VEH-FROM-02 to -07)"""

import pytest
from msgspec.structs import replace

from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.templates.scatter import ShellBurst
from rules.engine import legal_actions, preview
from rules.forces.unit import UnitTurn, VehicleState
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.gemini.transport.fire_ports import FiredOut
from tests.builders import A, a_weapon, play, the
from tests.rules.vehicles.gemini.transport.test_fire_ports import aboard, refused

FRAG = a_weapon("frag", type="grenade", range_in=6, strength=3, marker_in=3)


def crew(count=4, away=2.5, **values):
    return aboard(count, away, weapon=FRAG, **values)


def throw(range_in, *models, **values):
    guesses = tuple(Guess(model=m, bearing=90.0, range_in=range_in) for m in models or ("a2.1",))
    return Throw(side=A, unit="a2", weapon="frag", guesses=guesses, **{"target": "b1", **values})


@pytest.mark.rule("VEH-FROM-02", "ARAP-GREN-01")
def test_a_grenade_flies_from_the_side_of_the_hull():
    state = crew(open_topped=True)
    events, after = play(state, throw(5, target=None), {"to-hit": [1]})
    burst = the(events, ShellBurst)
    assert burst.aim[0] == pytest.approx(31.5 + 5)
    assert the(events, FiredOut).passengers == "a2"
    assert marks_of(after.units["a1"]).ports_open
    assert after.units["a2"].aboard == "a1"


def test_it_is_offered_and_its_preview_shows_the_moving_surface():
    moved = {"now": UnitTurn(moved_in=5)}
    state = crew(open_topped=True, flags=moved)
    offer = next(o for o in legal_actions(state, A) if o.kind == "throw")
    assert offer.target == "b1"
    nearer = replace(offer.action, guesses=tuple(replace(g, range_in=3.0) for g in offer.action.guesses))
    shot = preview(state, nearer).shots[0]
    assert [(m.value, m.rule) for m in shot.modifiers] == [(-1, "ARAP-HIT-02"), (-1, "ARAP-HIT-02")]


@pytest.mark.rule("VEH-FROM-02")
def test_from_a_moving_vehicle_it_reaches_half_as_far():
    error = refused(crew(open_topped=True, flags={"now": UnitTurn(moved_in=5)}), throw(3.5))
    assert (error.code, error.rule, error.allowed) == ("moving-vehicle", "VEH-FROM-02", "a guess of up to 3″")


@pytest.mark.parametrize(
    ("values", "code", "rule"),
    [
        ({"flags": {"vehicle": VehicleState(shaken_now=True)}}, "shaken", "VEH-DMG-01"),
        ({"riders": {"boarded_turn": 1}}, "boarded-this-turn", "VEH-FROM-06"),
    ],
)
def test_who_may_not_shoot_does_not_throw_either(values, code, rule):
    error = refused(crew(**values), throw(5))
    assert (error.code, error.rule) == (code, rule)


@pytest.mark.rule("VEH-FROM-07")
def test_through_the_ports_of_a_side_and_the_hatch_and_no_more():
    state = crew(20, capacity=20, ports=(1, 1, 0), hatches=0)
    error = refused(state, throw(5, "a2.1", "a2.2"))
    assert (error.code, error.rule) == ("no-port", "VEH-FROM-07")
    hatched = crew(20, capacity=20, ports=(1, 1, 0), hatches=1)
    events, _ = play(hatched, throw(5, "a2.1", "a2.2", target=None), {"to-hit": [1, 1]})
    assert the(events, FiredOut).at_hatch == ("a2.2",)
