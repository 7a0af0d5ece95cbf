"""Exact chances of the battle at the Grey Scarp, as a player is shown them before the dice. (TRI-DMG-02, TRI-DMG-03)"""

from fractions import Fraction

import pytest

from rules.arap.shooting.shoot_at_spot import SpotShelled
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.vehicle_interface import ask
from rules.core.preview import Ending
from rules.engine import legal_actions, preview
from rules.forces.unit import UnitTurn
from rules.vehicles.trial.shooting import at_spot
from tests.builders import A, a_unit, a_weapon, play, the
from tests.rules.arenas import box, ground
from tests.rules.vehicles.trial.park import (
    CANNON,
    HOWITZER,
    LANCE,
    REPEATER,
    a_condition,
    a_transport,
    a_trial,
    fire,
    trial_battle,
)

FENCE = ground("fence", box(27, 10, 27.5, 40), cover="soft", height_in=1.5)
BURSTER = a_weapon("burster", type="heavy", range_in=36, shots=1, strength=5, ap=4, marker_in=3)
SHARDS = a_weapon("shards", type="assault", range_in=24, shots=1, strength=6, ap=5)


def ends(state, *mounts):
    """The chance that the whole fire of A1 destroys B1."""
    shown = preview(state, fire("a1", "b1", *mounts))
    return [c.exact for c in shown.chances if c.label == "B1 destroyed"]


def by_one_hit(state, *mounts):
    lines = preview(state, fire("a1", "b1", *mounts)).shots
    return [c.exact for line in lines for c in line.chances if isinstance(c, Ending)]


def lance_at(carrier, **values):
    ours = a_trial("a1", (18, 24), weapons=(LANCE,), flags={"now": UnitTurn(tried=True, moved_in=3)})
    return trial_battle(ours, carrier, active="a1", ap=1, terrain=(FENCE,), **values)


@pytest.mark.rule("TRI-DMG-09", "TRI-DMG-02", "TRI-DMG-03", "TRI-JOIN-04")
def test_one_lance_shot_at_the_side_of_a_carrier_behind_a_fence():
    carrier = a_transport("b1", (35, 24), heading=0)
    assert ends(lance_at(carrier), 0) == ["1/18"]


@pytest.mark.rule("TRI-DMG-06", "TRI-PASS-04")
def test_the_same_while_it_is_exposed():
    carrier = a_transport("b1", (35, 24), heading=0, flags={"vehicle": a_condition(exposed=1)})
    assert ends(lance_at(carrier), 0) == ["11/108"]


@pytest.mark.part_of("TRI-DMG-08")
def test_one_hit_on_a_skimmer_that_went_24_inches():
    kite = a_trial(
        "b1",
        (35, 24),
        heading=270,
        traits=("fast", "skimmer"),
        locomotion="antigrav",
        front=10,
        side=10,
        weapons=(SHARDS,),
        flags={"now": UnitTurn(moved_in=24)},
    )
    ours = a_trial("a1", (20, 24), weapons=(SHARDS,), flags={"now": UnitTurn(tried=True)})
    assert by_one_hit(trial_battle(ours, kite, active="a1", ap=1), 0) == ["1/4"]


@pytest.mark.part_of("TRI-DMG-05")
@pytest.mark.parametrize(("column", "harm"), [("gemini", "1/6"), ("third_edition", "1/2")])
def test_shaken_by_a_glancing_hit(column, harm):
    ours = a_trial("a1", (20, 24), weapons=(a_weapon("popgun", type="heavy", range_in=48, strength=9, ap=None),))
    enemy = a_trial("b1", (40, 24), heading=270, front=10)
    state = trial_battle(ours, enemy, active="a1", ap=1, options={"tri_glancing_column": column})
    lines = preview(state, fire("a1", "b1", 0)).shots
    assert [c.exact for line in lines for c in line.chances if c.label == "crew shaken"] == [harm]


@pytest.mark.rule("TRI-ORD-06", "TRI-DMG-06")
def test_a_shell_with_its_centre_on_an_open_truck():
    truck = a_trial("b1", (40, 24), heading=270, traits=("open-topped", "fast"), front=10, weapons=(LANCE, LANCE))
    ours = a_trial("a1", (18, 24), weapons=(HOWITZER,), flags={"now": UnitTurn(tried=True)})
    assert "1057/1296" in by_one_hit(trial_battle(ours, truck, active="a1", ap=1), 0)


@pytest.mark.rule("TRI-ORD-05", "TRI-ORD-04", "ARAP-AREA-04")
@pytest.mark.parametrize(("moved", "falls"), [(0, "25/54"), (5, "55/162")])
def test_a_shell_at_a_lone_man_in_the_open(moved, falls):
    """A direct hit, or a scatter of no more than 2 inches; then 5 times of 6 a wound, and no save."""
    ours = a_trial("a1", (20, 24), weapons=(HOWITZER,), flags={"now": UnitTurn(tried=True, moved_in=moved)})
    state = trial_battle(ours, a_unit("b1", [(40, 24)]), active="a1", ap=1)
    shown = preview(state, fire("a1", "b1", 0))
    assert [c.exact for c in shown.chances if c.label == "at least one casualty"] == [falls]
    assert shown.chances[0].exact == falls  # on average, of one
    due, suppressed = (c for c in shown.chances if c.label.startswith("suppress"))
    hit = Fraction(falls) * Fraction(6, 5)
    assert (Fraction(due.exact), Fraction(suppressed.exact)) == (hit, hit * Fraction(5, 12))


@pytest.mark.rule("TRI-ORD-04")
def test_a_shell_that_cannot_reach_is_told_to_miss():
    ours = a_trial("a1", (5, 24), weapons=(HOWITZER,), flags={"now": UnitTurn(tried=True)})
    shown = preview(trial_battle(ours, a_unit("b1", [(70, 24)]), active="a1", ap=1), fire("a1", "b1", 0))
    assert (shown.refusal, shown.in_vain, shown.shots[0].chances[0].exact) == (None, "would miss for certain", "0")


@pytest.mark.rule("ARAP-AREA-01", "TRI-ORD-04", "TRI-FACE-01", "TRI-JOIN-02")
def test_a_small_marker_is_fired_at_the_ground_and_ordnance_is_not():
    ours = a_trial("a1", (20, 24), weapons=(BURSTER, HOWITZER), arc=45, flags={"now": UnitTurn(tried=True)})
    state = trial_battle(ours, a_unit("b1", [(60, 5)]), active="a1", ap=1)
    behind = at_spot.at(state, state.units["a1"], (0,), (5, 24))
    assert behind.turn_to == 270
    shown = preview(state, behind)
    assert (shown.ap, shown.refusal, [line.name for line in shown.shots]) == (1, None, ["Burster"])
    assert preview(state, at_spot.at(state, state.units["a1"], (1,), (40, 24))).refusal.code == "ordnance-over-enemy"
    (offer,) = [o for o in legal_actions(state, A) if o.label == "Fire at the ground"]
    events, after = play(state, offer.action, {"scatter-a": [3], "scatter-b": [3], "direction": [90]})
    assert the(events, SpotShelled).at == offer.action.at
    assert after.units["a1"].vehicle.fired == (0,)


@pytest.mark.parametrize("weapon", [LANCE, CANNON, REPEATER, HOWITZER, SHARDS, BURSTER, a_weapon("d3", strength=6)])
@pytest.mark.parametrize("exposed", [0, 1])
@pytest.mark.parametrize("column", ["gemini", "third_edition"])
def test_what_is_weighed_of_a_hit_is_what_its_line_says(weapon, exposed, column):
    carrier = a_transport("b1", (35, 24), heading=0, flags={"vehicle": a_condition(exposed=exposed)})
    state = lance_at(carrier, options={"tri_glancing_column": column})
    shooter = state.units["a1"].models[0].id
    (line,) = ask(state, ShotsAtVehicles).hit_lines(state, weapon, [shooter], "b1")
    chances = [c.value for c in line.chances if isinstance(c, Ending) or c.label in ("glances", "penetrates")]
    one = ask(state, ShotsAtVehicles).one_hit(state, weapon, shooter, state.units["b1"])
    assert (one.hurts, one.ends) == (chances[0] + chances[1], chances[2])
