"""The turn tracker: where the battle stands, the same for everybody."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.forces.unit import UnitTurn
from rules.state import GameState
from tabletop.games.panels.turn_tracker import tracker
from tests.builders import a_battle, a_unit


def three_and_one() -> GameState:
    ash = [a_unit(f"a{n}", at=[(10, 10 * n)]) for n in (1, 2, 3)]
    return a_battle(*ash, a_unit("b1", at=[(50, 10)]))


def changed(state: GameState, unit: str, *, tried: bool, fallen: bool = False) -> GameState:
    found = state.units[UnitId(unit)]
    models = tuple(replace(m, wounds=0) for m in found.models) if fallen else found.models
    return state.with_unit(replace(found, models=models, now=UnitTurn(tried=tried)))


def test_the_step_counts_who_has_tried_among_those_that_are_left():
    state = changed(changed(three_and_one(), "a1", tried=True), "a2", tried=False, fallen=True)
    assert tracker(state).here == "Activation 1 of 2"


def test_a_unit_that_fell_while_it_acted_has_tried():
    state = changed(changed(three_and_one(), "a1", tried=True), "a2", tried=True, fallen=True)
    assert tracker(state).here == "Activation 2 of 3"
