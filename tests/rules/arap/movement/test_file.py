"""Members who follow their lead in single file."""

import pytest
from msgspec.structs import replace

from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.buildings import single_file
from rules.engine import preview
from rules.geometry.ways import detours
from rules.questions import reach
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_unit

ROCK = {"going": "impassable", "vertical": "impassable", "blocks_sight": True, "height_in": 3, "look": "building"}
WALLS = (
    Terrain(id="north", name="", points=((10, 10), (20, 10), (20, 19), (10, 19)), **ROCK),
    Terrain(id="south", name="", points=((10, 21), (20, 21), (20, 30), (10, 30)), **ROCK),
)
"""A corridor two inches wide, from x = 10 to 20 about y = 20."""


def squad(*places):
    return a_battle(a_unit("a1", places), a_unit("b1", [(60, 40)]), active="a1", ap=2, terrain=WALLS)


def test_a_rank_goes_into_a_corridor_one_behind_the_other():
    """Abreast they cannot; in file each comes as near behind the one before as it can pay for."""
    state = squad((9, 20), (9, 21.2), (9, 18.8), (7.8, 20))
    there = Move(side=A, unit="a1", path=(Waypoint(at=(12.5, 20)),))
    assert preview(state, there).refusal is not None
    placements = reach.filed(state, state.units["a1"], "move", [(12.5, 20)])
    assert preview(state, replace(there, placements=placements)).refusal is None
    ends = {p.model: p.at for p in placements}
    assert ends["a1.2"][1] == ends["a1.3"][1] == 20
    assert 12.5 > ends["a1.2"][0] > ends["a1.3"][0] > ends["a1.4"][0]


def test_only_moves_on_foot_go_in_file():
    state = squad((9, 20), (8, 20), (8, 22))
    assert reach.filed(state, state.units["a1"], "charge", [(9.4, 20)]) == ()
    assert reach.filed(state, state.units["a1"], "move", []) == ()


@pytest.mark.parametrize("actions", [1, 2])
def test_no_way_is_looked_for_that_is_longer_than_anybody_may_go_twice(monkeypatch, actions):
    """Else each click on the far side of a table of corridors would cost seconds."""
    bounds = []

    def shortest(*args, most, **options):
        bounds.append(most)
        return detours.shortest_path(*args, most=most, **options)

    monkeypatch.setattr(single_file, "shortest_path", shortest)
    state = squad((9, 20), (9, 21.2), (9, 18.8), (7.8, 20))
    there = Move(side=A, unit="a1", path=(Waypoint(at=(50, 20)),), actions=actions)
    assert preview(state, there).refusal is not None
    pace = 4.0  # inches of a ranger
    assert bounds
    assert bounds[0] == 2 * pace * actions
