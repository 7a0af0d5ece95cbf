"""Whom a vehicle or a pod pushes aside stands on the table and on nobody; hulls in between are cover. (CRU-OVER-03)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.crusade import models
from rules.crusade.pods import LandPod
from rules.state import GameState
from tests.rules.crusade.acts import B1, answered, dice, shoot
from tests.rules.crusade.cast import A, act, battle, drive, put

FAR = put("b9", "marine", (44, 33))


def place(state: GameState, unit: str) -> tuple[float, float]:
    return models.place(state, state.units[UnitId(unit)])


def evaded(state: GameState) -> GameState:
    state, _ = act(state, drive("a1"))
    return answered(state, "evade", overrun=[0, 0, 0], melee_defence=[0, 0, 0])


@pytest.mark.rule("CRU-OVER-03")
@pytest.mark.parametrize(("version", "x"), [("11", 3.69), ("10", -0.29)])
def test_who_is_driven_over_beside_the_edge_of_the_table_is_pushed_to_the_other_side(version: str, x: float) -> None:
    state = battle(put("a1", "rhino", (1.7, 24)), put("b1", "marine", (1, 19)), FAR)
    assert place(evaded(replace(state, version=version)), "b1") == pytest.approx((x, 19), abs=0.6)


@pytest.mark.rule("CRU-OVER-03")
@pytest.mark.parametrize(("version", "apart"), [("11", True), ("10", False)])
def test_nobody_is_pushed_on_to_another_model(version: str, apart: bool) -> None:
    state = battle(put("a1", "rhino", (24, 24)), put("b1", "marine", (23, 19)), put("b2", "marine", (22, 19)), FAR)
    state = evaded(replace(state, version=version))
    assert (models.gap_to_point(state, state.units[B1], place(state, "b2")) >= 0.48) is apart
    assert place(state, "a1") == (24, 18)


def landed(*units: object, version: str, **rolled: list[int]) -> GameState:
    """A pod comes down at the left edge of the table."""
    pod = put("a1", "drop-pod", deployed=False)
    state = battle(pod, put("a3", "marine", (40, 33)), *units, FAR, number=2)  # type: ignore[arg-type]
    land = LandPod(side=A, unit=UnitId("a1"), at=(4, 20))
    return act(replace(state, version=version), land, pod_deviation=[1, 1], direction=[9], **rolled)[0]


@pytest.mark.rule("CRU-POD-03")
@pytest.mark.parametrize(("version", "stands"), [("11", True), ("10", False)])
def test_a_pod_at_the_edge_shifts_nobody_off_the_table(version: str, stands: bool) -> None:
    troop = landed(put("b1", "marine", (0.6, 20)), version=version, pod_impact=[0, 0, 0], defence=[0, 0])
    assert (place(troop, "b1")[0] >= 0.49) is stands
    hull = landed(put("b1", "rhino", (1.6, 20)), version=version, ram=[0, 0, 0], ram_defence=[0, 0])
    assert all(x >= 0 for x, _ in models.pose(hull, hull.units[B1]).corners()) is stands
    assert not models.pose(hull, hull.units[B1]).overlaps(models.pose(hull, hull.units[UnitId("a1")]))


@pytest.mark.rule("CRU-TROOP-05")
def test_a_troop_half_behind_a_vehicle_has_cover() -> None:
    firer = put("a1", "marine", (20, 20), weapons=("boltgun",))
    state = battle(firer, put("b2", "rhino", (22, 15)), put("b1", "dreadnought", (20.3, 10)), FAR)
    older = replace(state, version="10")
    left = [
        dice(act(each, shoot("a1", "b1", "boltgun"), attack=[2, 0], defence=[0] * 4)[0], B1) for each in (state, older)
    ]
    assert left == [3, 2]


def test_the_vehicle_that_fires_is_no_cover_from_itself() -> None:
    state = battle(put("a1", "rhino", (20, 20)), put("b1", "dreadnought", (20, 12)), FAR)
    shot, _ = act(state, shoot("a1", "b1"), attack=[2, 0, 0, 0], defence=[0] * 6)
    assert dice(shot, B1) == 2
