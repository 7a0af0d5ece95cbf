"""What every game has: a side gives up, a die is rolled for the table."""

import pytest

from rules.any_game import Concede, TableRoll
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold
from rules.state import GameState
from tests.builders import a_battle, a_unit
from tests.rules.crusade import cast
from tests.rules.crusade.cast import A, B, put

GAMES = {
    "skirmish": a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(30, 10)]), active="a1", ap=1),
    "crusade": cast.battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 5))),
}


@pytest.mark.parametrize("state", GAMES.values(), ids=GAMES)
def test_who_concedes_has_lost_at_any_moment(state: GameState) -> None:
    ended = fold(decide(state, Concede(side=B), ScriptedDice({})), state)
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.reason) == (A, f"{state.side(B).name} concedes")
    with pytest.raises(IllegalAction) as expected:
        decide(ended, Concede(side=A), ScriptedDice({}))
    assert expected.value.refusal.code == "game-over"


@pytest.mark.parametrize("state", GAMES.values(), ids=GAMES)
def test_a_die_is_rolled_for_the_table(state: GameState) -> None:
    (rolled,) = decide(state, TableRoll(side=B, sides=20), ScriptedDice({"table-roll": [17]}))
    assert rolled.sentence(fold([rolled], state)) is not None
    assert getattr(rolled, "dice", ()) == (17,)
