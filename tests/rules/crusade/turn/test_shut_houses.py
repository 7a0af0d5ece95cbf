"""Houses that nobody gets into are walked through by nobody, until an entry is forced. (CRU-TURN-02, CRU-TROOP-01)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.crusade import grounds
from rules.crusade.entries import ForceEntry
from rules.crusade.transport.troops_aboard import StepOut
from rules.crusade.troops import MoveTroop
from rules.engine import legal_actions
from rules.questions.crusade import feet
from rules.state import GameState
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.rules.crusade.acts import A1, A2, HOUSE, refused
from tests.rules.crusade.cast import A, act, battle, put

SHUT = replace(HOUSE, going="impassable")
WALK = MoveTroop(side=A, unit=A1, path=((20, 10),))


def before(house: Terrain, y: float = 13) -> GameState:
    return battle(put("a1", "dreadnought", (20, y)), put("b1", "marine", (20, 4)), terrain=(house,))


@pytest.mark.rule("CRU-TROOP-01", "CRU-TURN-02", "CRU-RAM-03")
def test_a_troop_gets_into_a_house_by_the_entry_that_it_has_forced():
    state = before(SHUT, 14)
    walk = replace(WALK, path=((20, 8.5),))
    assert refused(state, walk) == "CRU-TROOP-01"
    assert walk.check(replace(state, version="13")) is None
    assert walk.check(before(HOUSE, 14)) is None, "into a house that is open"
    force = ForceEntry(side=A, unit=A1, terrain=SHUT.id)
    state, _ = act(state, force, melee_attack=[3, 3, 0, 0, 0, 0], ram_defence=[0, 0])
    assert act(state, walk)[0].units[A1].models[0].at == (20, 8.5)


def test_who_is_inside_gets_out_and_a_door_lets_in_who_fits():
    assert WALK.check(replace(before(SHUT, 10), version="14")) is not None  # it stands there already
    assert replace(WALK, path=((20, 14),)).check(before(SHUT, 10)) is None
    gate = replace(SHUT, building=Building(openings=(Opening(a=(18.5, 12), b=(21.5, 12)),)))
    slit = replace(SHUT, building=Building(openings=(Opening(a=(19.5, 12), b=(20.5, 12)),)))
    assert WALK.check(before(gate)) is None
    assert WALK.check(before(slit)) is not None


def test_the_board_says_that_nobody_gets_in():
    assert grounds.words(SHUT) == "2 Hits, armour 1 · nobody gets in · hides troops"


def test_a_walk_round_what_bars_the_way_is_offered():
    (walk,) = (offer.action for offer in legal_actions(before(SHUT, 14), A) if offer.kind == "move")
    assert isinstance(walk, MoveTroop)
    (x, y) = walk.path[0]
    assert abs(x - 20) > 4
    assert y <= 14


@pytest.mark.rule("CRU-TRAN-01")
@pytest.mark.parametrize("look", ["bunker", "rock"])
def test_nobody_gets_out_on_ground_that_nobody_gets_on_to(look: str):
    piece = replace(HOUSE, going="impassable", look=look, points=((22, 16), (28, 16), (28, 24), (22, 24)))
    state = battle(
        put("a1", "rhino", (20.2, 20)),
        put("a2", "marine", (20, 20), aboard="a1"),
        put("b1", "marine"),
        terrain=(piece,),
    )
    out = StepOut(side=A, unit=A2, at=(22.3, 20))
    assert refused(state, out) == "CRU-TRAN-01"
    assert out.check(replace(state, version="13")) is None
    assert replace(out, at=(18.1, 20)).check(state) is None
    assert all(x < 21.6 for x, _ in feet.doors(state, state.units[A2]))
    opened = replace(state, terrain=(replace(piece, going="open"),))
    assert out.check(opened) is None
