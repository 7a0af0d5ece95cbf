"""The table as text where dice are thrown by hand, and in the Rules Crusade."""

import json

import pytest

from rules.core.ids import UnitId
from tabletop.games import services
from tabletop.games.text_table import answers, commands, places
from tests.cast import ALICE, a_battle_at, a_table, act, fresh, state_of
from tests.rules.crusade.cast import battle, put

pytestmark = pytest.mark.django_db


def say(state, text, side="a", unit=None):
    return commands.answer(state, answers.Asker(side, UnitId(unit) if unit else None), text)


def test_dice_thrown_by_hand_are_said():
    table = a_table()
    services.set_up(code=table.code, person=ALICE, options={"dice_thrown": "by_hand"})
    table = a_battle_at(fresh(table))
    act(table, ALICE, type="TableRoll", sides=6, count=2)
    state = state_of(table)
    assert say(state, "what").title == "Dice are asked of you."
    assert say(state, "dice").lines
    told = say(state, "dice 4 and 6")
    assert json.loads(told.action) == {"type": "EnterDice", "faces": [4, 6], "side": "a"}
    act(table, ALICE, **json.loads(told.action))
    assert state_of(table).owed is None
    assert json.loads(say(state, "leave").action)["type"] == "LeaveDice"


def test_a_rules_crusade_is_told_and_its_acts_are_offered():
    state = battle(put("a1", "rhino", (10, 10), 90), put("b1", "marine", (20, 10)))
    rows = places.rows(state, state.units["a1"])
    assert [row.id for row in rows] == ["a1", "b1"]
    assert rows[1].away.endswith(" east")
    assert answers.headline(state, "a")
    told = say(state, "what a1", unit="a1")
    assert any(choice.command.startswith("do ") for choice in told.choices)
    fire = next(choice.command for choice in told.choices if "fire" in choice.command)
    aimed = say(state, f"{fire} at b1", unit="a1")
    assert json.loads(aimed.action)["type"]
    assert any("hit" in line for line in aimed.lines)


def test_in_a_rules_crusade_models_are_chosen_by_words_a_pod_lands_at_a_square_and_the_turn_ends():
    """The words are those of the buttons. (CRU-TURN-01, CRU-POD-02, CRU-RUSH-01)"""
    pod = put("a3", "drop-pod", deployed=False)
    state = battle(put("a1", "marine", (16, 10), 90), pod, put("b1", "rhino", (20, 10)), number=2)
    told = say(state, "what")
    assert [choice.words for choice in told.choices] == ["Take A3 Drop pod A3", "Take A1 marine A1", "End the turn"]
    assert "Fight, its action" in [choice.words for choice in say(state, "what a1").choices]
    fight = say(state, "fight b1", unit="a1")
    assert json.loads(fight.action)["type"] == "MeleeAttack"
    land = say(state, "land at square c3", unit="a3")
    assert json.loads(land.action)["at"] == [15.0, 15.0]
    assert any("say where it lands" in line for line in say(state, "end").lines)
    later = battle(put("a1", "marine", (16, 10), 90), put("b1", "rhino", (20, 10)), number=3)
    assert json.loads(say(later, "end").action)["type"] == "EndTurn"
