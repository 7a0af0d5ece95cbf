"""Hidden troops are seen as soon as an enemy sees them, whatever was done. (CRU-TROOP-06)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.crusade.melee import MeleeAttack
from rules.crusade.rulings.states import RuleModel
from rules.crusade.transport.troops_aboard import StepIn
from rules.progress import Action
from rules.state import GameState
from rules.table.terrain import Terrain
from tests.rules.crusade.acts import A1, A2, B1, B2
from tests.rules.crusade.cast import A, act, battle, put

WALL = Terrain(
    id=TerrainId("wall"),
    name="Wall",
    points=((16, 15), (24, 15)),
    line=True,
    blocks_sight=True,
    height_in=5,
    look="wall",
)


def behind(*units: object) -> GameState:
    """b1 is hidden behind a wall."""
    return battle(put("b1", "marine", (20, 10), hidden=True), *units, terrain=(WALL,))  # type: ignore[arg-type]


ROUND_IT: dict[str, tuple[GameState, Action, dict[str, list[int]]]] = {
    "to attack": (
        behind(put("a1", "marine", (12, 15)), put("b2", "marine", (12, 11))),
        MeleeAttack(side=A, unit=A1, target=B2, path=((12, 12.6),)),
        {"melee_attack": [0, 0], "melee_defence": [0, 0]},
    ),
    "to get in": (
        behind(put("a1", "marine", (12, 15)), put("a2", "skiff", (9.4, 13)), put("b2", "marine", (40, 4))),
        StepIn(side=A, unit=A1, vehicle=A2, path=((12, 13.5),)),
        {},
    ),
}


@pytest.mark.rule("CRU-TROOP-06")
@pytest.mark.parametrize("doing", ROUND_IT)
def test_whoever_comes_round_a_corner_sees_who_hid(doing: str):
    state, action, thrown = ROUND_IT[doing]
    assert state.units[B1].hidden
    assert not act(state, action, **thrown)[0].units[B1].hidden
    assert act(replace(state, version="13"), action, **thrown)[0].units[B1].hidden


def test_what_the_host_rules_stands_until_somebody_acts():
    state = battle(put("a1", "marine", (20, 20)), put("b1", "marine", (20, 10)))
    ruling = RuleModel(side=A, unit=B1, what="hidden", value=1, reason="fog")
    assert act(state, ruling)[0].units[B1].hidden
