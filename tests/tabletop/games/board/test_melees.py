"""A fight on the board: a ring round it, and each flag on its own side of it."""

from msgspec.structs import replace

from rules.state import Melee
from tabletop.games.board import drawing, melees
from tabletop.games.pages.scene import Scene
from tests.builders import a_battle, a_row, a_unit


def test_a_fight_has_a_ring_and_flags_stand_on_their_own_sides():
    apart = a_battle(a_unit("a1", a_row(3, 20, 20)), a_unit("b1", a_row(3, 20, 21)))
    assert melees.rings(apart) == ""
    fight = replace(apart, melees=(Melee(id="m1", units=("a1", "b1"), round=2),))
    assert "Melee, round 2: A1, B1" in Scene.of("public", fight).drawn
    assert [drawing.token(fight, unit).away[1] for unit in fight.units.values()] == [-1.0, 1.0]
    flags, middle = Scene.of("public", fight).flags, 205
    assert flags["a1"][1] < middle < flags["b1"][1]

    turned = a_battle(a_unit("a1", a_row(3, 20, 21)), a_unit("b1", a_row(3, 20, 20)))
    flags = Scene.of("public", replace(turned, melees=fight.melees)).flags
    assert flags["b1"][1] < middle < flags["a1"][1]


def test_those_who_have_broken_off_are_tied_until_they_may_come_near_again():
    apart = a_battle(a_unit("a1", [(20, 20)], avoid="b1"), a_unit("b1", [(30, 20)], avoid="a1"), a_unit("b2", [(9, 9)]))
    drawn = Scene.of("public", apart).drawn
    assert drawn.count('class="parted"') == 1
    assert "A1 and B1 are parted: no charge between them" in drawn
    assert "broke_off" in drawing.statuses(apart, apart.units["b1"])
    assert "parted" not in Scene.of("public", a_battle(a_unit("a1", [(20, 20)]), a_unit("b1", [(30, 20)]))).drawn
