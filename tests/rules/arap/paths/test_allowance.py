"""Basic moves, charges, flights and the dice of the ground."""

import pytest
from msgspec.structs import replace

from rules.arap.paths.allowance import charge_move, variable_die
from rules.forces.creatures import basic_move_of, moves
from tests.builders import a_battle, a_profile, a_unit


def of_move(m, **values):
    state = a_battle(a_unit("a1", [(10, 10)], profile=a_profile(m=m), **values))
    return state, state.units["a1"], state.units["a1"].models[0]


@pytest.mark.part_of("ARAP-MOVE-02")
@pytest.mark.parametrize(
    ("creature", "m"),
    [
        ("Genestealer", 6),
        ("Zoat", 7),
        ("human", 4),
        ("Lesser Daemons", 4),
        ("Great Unclean One", 4),
        ("Greater Daemon", 6),
        ("Blue Horror of Tzeentch", 4),
        ("Steed of Slaanesh", 12),
        ("Teapot", None),
        ("", None),
    ],
)
def test_creatures_have_their_moves(creature, m):
    assert basic_move_of(creature) == m
    assert len(moves()) == 35


@pytest.mark.part_of("ARAP-MOVE-03", "ARAP-PRONE-04")
def test_a_charge_covers_twice_the_basic_move_or_once_from_prone():
    state, unit, model = of_move(4)
    assert charge_move(state, unit, model) == 8
    assert charge_move(state, unit, replace(model, prone=True)) == 4
    assert charge_move(*of_move(6, tags=("encumbered:1",))) == 10


@pytest.mark.part_of("ARAP-TERR-04")
@pytest.mark.parametrize(("m", "sides"), [(2, 3), (3, 3), (4, 4), (4.5, 4), (5, 5), (6, 6), (9, 6)])
def test_the_die_of_variable_ground_goes_by_the_basic_move(m, sides):
    assert variable_die(m) == sides
