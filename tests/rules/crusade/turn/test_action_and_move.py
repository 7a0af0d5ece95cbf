"""An action comes before or after a troop's move, not in the middle of it. (CRU-TURN-02)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.crusade import troops
from rules.crusade.melee import MeleeAttack
from rules.crusade.transport.troops_aboard import StepIn
from rules.crusade.troops import HideTroop, MoveTroop
from rules.engine import preview
from rules.state import GameState
from tests.rules.crusade.acts import A1, A2, B1, HOUSE, answered, shoot
from tests.rules.crusade.cast import A, act, battle, put


def walk(*path: tuple[float, float], extra: bool = False) -> MoveTroop:
    return MoveTroop(side=A, unit=A1, path=path, extra=extra)


def field(**more: object) -> GameState:
    """A marine, and a rhino far off."""
    return battle(put("a1", "marine", (20, 20), weapons=("boltgun",)), put("b1", "rhino", (20, 4)), **more)  # type: ignore[arg-type]


FIRE = {"attack": [0, 0], "vehicle_defence": [0, 0]}


@pytest.mark.rule("CRU-TURN-02")
def test_who_has_fired_after_a_part_of_its_move_goes_no_further():
    """Up to version 14 it went on with the rest."""
    state, _ = act(field(), walk((22, 20)))
    state, _ = act(state, walk((23, 20)))
    fired, _ = act(state, shoot("a1", "b1", "boltgun"), **FIRE)
    refusal = preview(fired, walk((24, 20))).refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("move-over", "CRU-TURN-02")
    assert troops.left_in(fired, fired.units[A1]) == 0
    older, _ = act(replace(state, version="14"), shoot("a1", "b1", "boltgun"), **FIRE)
    assert preview(older, walk((24, 20))).refusal is None


@pytest.mark.rule("CRU-TURN-02")
def test_the_action_comes_before_the_whole_move_as_well():
    state, _ = act(field(), shoot("a1", "b1", "boltgun"), **FIRE)
    state, _ = act(state, walk((22, 20)))
    state, _ = act(state, walk((26, 20)))
    assert preview(state, walk((27, 20))).refusal.code == "too-far"  # type: ignore[union-attr]


@pytest.mark.rule("CRU-TURN-02")
def test_who_has_walked_up_and_fought_does_not_walk_on():
    rush = MeleeAttack(side=A, unit=A1, target=B1, path=((20, 7.2),))
    near = battle(put("a1", "marine", (20, 10)), put("b1", "chimera", (20, 4)))
    state, _ = act(near, rush)
    state = answered(state, "parry", melee_attack=[0, 0], melee_defence=[0, 0, 0])
    assert preview(state, walk((20, 9))).refusal.code == "move-over"  # type: ignore[union-attr]
    still = battle(put("a1", "marine", (20, 7.2)), put("b1", "chimera", (20, 4)))
    state, _ = act(still, MeleeAttack(side=A, unit=A1, target=B1))
    state = answered(state, "parry", melee_attack=[0, 0], melee_defence=[0, 0, 0])
    assert preview(state, walk((20, 9))).refusal is None


@pytest.mark.rule("CRU-TURN-02")
def test_the_next_turn_is_a_whole_one_and_an_extra_move_is_no_such_end():
    state, _ = act(field(), walk((24, 20)))
    state, _ = act(state, walk((26, 20), (26, 24), extra=True))
    assert preview(state, walk((26, 26))).refusal.code == "too-far"  # type: ignore[union-attr]


@pytest.mark.rule("CRU-TURN-02")
def test_who_has_acted_after_its_move_does_not_get_in_either():
    state = field(terrain=(HOUSE,))
    state = state.with_unit(put("a2", "rhino", (25, 20)))
    state, _ = act(state, walk((22, 20)))
    state, _ = act(state, HideTroop(side=A, unit=A1))
    into = StepIn(side=A, unit=A1, vehicle=A2)
    assert preview(state, into).refusal.code == "move-over"  # type: ignore[union-attr]
