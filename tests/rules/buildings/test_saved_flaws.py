"""Tables that were saved with a house that cannot stand: they open, and the game goes on. (BLD-GEN-03)"""

import pytest
from msgspec.structs import replace

from rules import decode_state, encode
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.breaking.strike import StrikeWall
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions, preview
from rules.table.building import Hole, Opening
from rules.table.terrain import Terrain
from tests.rules.buildings.breaking.test_walls import SOUTH, a_house, a_street

NO_WIDTH = Opening(a=(28.0, 22.0), b=(28.0, 22.0), state="closed")


A_POINT = Terrain(id="point", name="Rail", points=((28.0, 24.0), (28.0, 24.0)), line=True, height_in=1)


def broken():
    return {
        "an opening without width": a_house(door=NO_WIDTH),
        "a wall inside without length": a_house(partitions=(((26.0, 15.0), (26.0, 15.0)),)),
        "holes in no wall": a_house(holes=(Hole(wall=99, part=99, dp=3), Hole(wall=SOUTH, part=40, dp=3))),
        "fallen sections of no wall": a_house(fallen=((99, 3), (SOUTH, 9))),
        "a floor of itself": a_house(level=2, of="house"),
        "a floor of no house": a_house(level=2, of="nowhere"),
        "an outline without length": replace(a_house(), points=((20.0, 10.0),) * 3),
    }


def test_a_saved_line_without_length_bars_nobody():
    street = a_street((26.5, 23))
    state = decode_state(encode(replace(street, terrain=(*street.terrain, A_POINT))))
    assert {"move", "end-activation"} <= {o.kind for o in legal_actions(state, "a")}
    step = Move(side="a", unit="a1", path=(Waypoint(at=(29.5, 24.5)),))
    assert fold(decide(state, step, SeededDice(1)), state).units["a1"].models[0].at == (29.5, 24.5)


def test_a_saved_floor_of_a_floor_has_no_walls_to_fire_at():
    house, loft = a_house(level=2, of="loft"), a_house(level=3, of="house")
    other = replace(loft, id="loft", points=tuple((x + 30, y) for x, y in loft.points))
    state = decode_state(encode(replace(a_street((28.7, 20.5)), terrain=(house, other))))
    assert {"move", "end-activation"} <= {o.kind for o in legal_actions(state, "a")}
    refusal = preview(state, ShootWall(side="a", unit="a1", terrain="loft", wall=SOUTH, part=5)).refusal
    assert (refusal.code, refusal.rule) == ("no-wall", "BLD-WALL-01")


@pytest.mark.parametrize("flaw", broken())
def test_a_saved_table_with_a_house_that_cannot_stand_opens_and_goes_on(flaw):
    state = decode_state(encode(a_street((26.5, 23), house=broken()[flaw], theirs=[(27, 20.6)])))
    assert {"move", "end-activation"} <= {o.kind for o in legal_actions(state, "a")}
    step = Move(side="a", unit="a1", path=(Waypoint(at=(26.5, 24)),))
    for action in (
        step,
        Move(side="a", unit="a1", path=(Waypoint(at=(28.0, 20.5)),)),
        *(kind(side="a", unit="a1", terrain="house", opening=0) for kind in (ShootWall, StrikeWall)),
        *(kind(side="a", unit="a1", terrain="house", wall=SOUTH, part=5) for kind in (ShootWall, StrikeWall)),
        *(kind(side="a", unit="a1", terrain="house", wall=99, part=1) for kind in (ShootWall, StrikeWall)),
    ):
        shown = preview(state, action)
        if shown.refusal is None:
            fold(decide(state, action, SeededDice(1)), state)
        else:
            assert shown.refusal.message
    assert fold(decide(state, step, SeededDice(1)), state).units["a1"].models[0].at == (26.5, 24)
