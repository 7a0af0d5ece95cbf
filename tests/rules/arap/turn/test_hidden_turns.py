"""What a turn's events say of everybody is for the server; viewers are told the turn, whoever hides."""

from msgspec.structs import replace

from rules import decide, evolve, view_event
from rules.arap.turn.activation import EndActivation
from rules.arap.turn.turn import GameTurnEnded, PlayerTurnBegan, PlayerTurnEnded
from rules.codec import encode
from rules.dice.sources import ScriptedDice
from tests.builders import A, B, a_battle, a_unit


def test_a_turn_is_told_to_all_and_names_no_hidden_unit():
    unit, profiles, weapons = a_unit("b1", [(60, 40)])
    hiding = (replace(unit, hidden=True, s_active=2), profiles, weapons)
    state = a_battle(a_unit("a1", [(5, 5)]), hiding)
    found: dict[str, list[type]] = {"a": [], "b": []}
    for side in (A, B):
        for event in decide(state, EndActivation(side=side), ScriptedDice({})):
            state = evolve(state, event)
            for viewer in (A, B):
                known = view_event(state, event, viewer)
                found[viewer] += [type(known)] if known is not None else []
                assert viewer == B or known is None or b'"b1"' not in encode(known)
    for viewer in (A, B):
        assert {PlayerTurnBegan, PlayerTurnEnded, GameTurnEnded} <= set(found[viewer])
    assert state.units["b1"].s_active == 1
