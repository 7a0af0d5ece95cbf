"""Rounds of close combat as the engine gives them out."""

import pytest
from msgspec.structs import replace

from rules.arap.events import WoundsTaken
from rules.arap.melee.results import MeleeRoundEnded, RoundEnd
from rules.arap.turn.activation import EndActivation
from rules.dice.sources import ScriptedDice
from rules.state import Melee
from tests.builders import A, happens, play, the
from tests.rules.arap.fights import a_fight, a_squad, fighter


@pytest.mark.rule("ARAP-MELEE-07")
def test_two_attacks_deal_two_wounds_at_most():
    state = a_fight(
        a_squad("a1", 1, 20, profile=fighter("a", i=5, a=2)),
        a_squad("b1", 1, 21, profile=fighter("b", w=3, a=1), facing=270),
    )
    dice = {"to-hit": [1, 1, 6], "to-wound": [6, 6], "morale": [1, 1]}
    events, _ = play(state, EndActivation(side=A), dice)
    assert sum(len(e.wounds) for e in events if isinstance(e, WoundsTaken)) <= 2
    assert sum(w.left for e in events if isinstance(e, WoundsTaken) for w in e.wounds[-1:]) == 1


@pytest.mark.rule("ARAP-WDIF-02")
def test_of_three_units_each_is_scored_for_itself():
    state = a_fight(
        a_squad("a1", 1, 20, profile=fighter("a")),
        a_squad("b1", 1, 21, profile=fighter("b"), facing=270),
        a_squad("a2", 1, 20, 12, profile=fighter("c")),
    )
    melee = Melee(
        id="m", units=("a1", "b1", "a2"), inflicted={"a1": 4, "a2": 2}, suffered={"a1": 2, "b1": 3, "a2": 1}, round=1
    )
    state = replace(state, melees=(melee,))
    found = happens(state, ScriptedDice({"morale": [1, 1]}), lambda p: p.queue(RoundEnd(melee="m")))
    assert dict(the(found.events, MeleeRoundEnded).differences) == {"a1": 2, "b1": -3, "a2": 1}
