"""Mounted weapons of vehicles against a bunker."""

import pytest

from rules.buildings.bunkers.hits import BunkerHit
from rules.engine import legal_actions, preview
from rules.vehicles.gemini.shooting.at_structures import FireMountsAtBuilding
from tests.builders import A, a_battle, a_unit, play, the
from tests.rules.buildings.bunkers.pillbox import a_bunker
from tests.rules.vehicles.garage import AUTOGUN, GUN, a_vehicle


def before(*weapons, terrain=None):
    tank = a_vehicle("a1", (35, 13), heading=270, weapons=weapons)
    return a_battle(tank, a_unit("b1", [(12, 13)]), active="a1", ap=3, terrain=[terrain or a_bunker()])


@pytest.mark.rule("BLD-BUNK-06", "VEH-JOIN-04")
def test_a_gun_is_fired_at_a_bunker():
    """Strength 8 + 6 glances off armour 14; its autogun of 5 stays out of it."""
    state = before(GUN, AUTOGUN)
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "shoot-building"]
    assert (offer.label, offer.action.mounts, offer.ap) == ("Fire at Pillbox", (0,), 1)
    seen = preview(state, offer.action)
    assert [(c.label, c.exact) for c in seen.shots[0].chances][1:] == [("glances", "1/6"), ("penetrates", "0")]
    events, state = play(state, offer.action, {"to-hit": [1], "armour-penetration": [6]})
    assert (the(events, BunkerHit).kind, state.terrain[0].damage) == ("glancing", 1)
    assert state.units["a1"].vehicle.fired == (0,)


@pytest.mark.rule("BLD-BUNK-06")
def test_what_cannot_hurt_it_is_not_offered_and_refused():
    state = before(AUTOGUN)
    assert not [o for o in legal_actions(state, A) if o.kind == "shoot-building"]
    refusal = preview(state, FireMountsAtBuilding(side=A, unit="a1", terrain="keep", mounts=(0,))).refusal
    assert (refusal.code, refusal.rule) == ("cannot-hurt", "BLD-BUNK-06")
