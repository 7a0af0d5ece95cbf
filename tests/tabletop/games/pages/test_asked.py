"""Cards of what waits for agreement: where it is on the table, what would be lost, who would stand otherwise again."""

import re

import pytest

from tabletop.games import services
from tabletop.games.pages import fragments
from tests.cast import ALICE, BOB, act, agree_to_all, deployed, fresh, state_of
from tests.markup import flowing

pytestmark = pytest.mark.django_db


def cards(table, audience):
    return flowing(fragments.beside(fresh(table), audience)["proposals"])


def a_place(table, unit, *, dx):
    """Where a unit would stand, so much further east."""
    models = state_of(table).units[unit].models
    places = [{"model": m.id, "at": [m.at[0] + dx, m.at[1]], "facing": m.facing} for m in models]
    return {"type": "RulePlace", "unit": unit, "placements": places}


def test_a_taking_back_shows_whom_it_puts_back():
    table = deployed()
    act(table, ALICE, **a_place(table, "b1", dx=1.5), reason="bumped")
    models = len(state_of(table).units["b1"].models)
    asked = services.undo(code=table.code, person=BOB, reason="It stood well")
    card = cards(table, "a")
    assert "Bob asks to take back" in card
    assert "“It stood well”" in card
    assert "back where it stood" in card
    assert card.count('class="ghost-r"') == models
    assert f'data-post="proposals/{asked.pk}/agree"' in card
    assert not re.search(r'<svg class="board close-up".* id="', card), "ids would be on the page twice"


def test_who_is_rewound_by_another_gets_a_card_and_the_others_a_line():
    table = deployed(first="b")
    start = fresh(table).seq
    act(table, ALICE, type="RuleWounds", model="b1.1", wounds=0, reason="test")
    act(table, BOB, type="Activate", unit="b1", dice=1)
    services.undo(code=table.code, person=ALICE, to=start, reason="wrong model")
    assert "1 model stands again" in cards(table, "b")
    agree_to_all(table)
    found = {audience: flowing(fragments.beside(fresh(table), audience)["notice"]) for audience in ("a", "b", "public")}
    assert "1 model stands again" in found["b"]
    assert "No longer so" in found["b"]
    assert "I have seen it" in found["b"]
    for audience, text in found.items():
        assert "Alice took something back: wrong model." in text
        assert ("asked-card" in text) is (audience == "b")


def test_who_plays_both_sides_is_not_told_of_what_they_took_back_themselves():
    table = deployed(first="b")
    table.seats.filter(side="b").delete()
    services.join(code=table.code, person=ALICE, name="Alice", sides=["b"])
    act(table, ALICE, type="Activate", unit="b1", dice=1)
    services.undo(code=table.code, person=ALICE)
    for audience in ("a", "b"):
        notice = fragments.beside(fresh(table), audience)["notice"]
        assert "Alice took something back" in flowing(notice)
        assert "asked-card" not in notice


def test_who_asked_and_who_looks_on_have_a_line_without_the_card():
    table = deployed()
    act(table, ALICE, **a_place(table, "b1", dx=1.5), reason="bumped")
    services.undo(code=table.code, person=BOB)
    for audience in ("b", "public", "screen"):
        line = cards(table, audience)
        assert "Bob asks to take back" in line
        assert "asked-card" not in line
        assert ("Withdraw" in line) is (audience == "b")


def test_a_ruling_is_asked_with_the_unit_in_sight_unless_it_is_hidden():
    table = deployed(hidden="Birch First")
    ruling = {"type": "RuleUnit", "what": "pinned", "value": 1, "reason": "It tripped"}
    services.propose_ruling(code=table.code, person=BOB, action={**ruling, "unit": "b2"}, side="b")
    assert 'class="ghost-r"' in cards(table, "a")
    services.propose_ruling(code=table.code, person=BOB, action={**ruling, "unit": "b1"}, side="b")
    card = cards(table, "a")
    assert "something that you do not see" in card
    assert "ghost" not in card


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [
        ("gone_to_ground", 0, "B2: not gone to ground"),
        ("pinned", 1, "B2: pinned"),
        ("s_active", 3, "B2: 3 suppression points"),
    ],
)
def test_a_ruling_is_asked_in_words(what, value, words):
    table = deployed()
    ruling = {"type": "RuleUnit", "unit": "b2", "what": what, "value": value, "reason": "It tripped"}
    services.propose_ruling(code=table.code, person=BOB, action=ruling, side="b")
    assert f"Bob asks for a ruling, {words}<" in cards(table, "a")
