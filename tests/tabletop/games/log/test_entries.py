"""The lines of the log as they are read."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from rules.events import Rolled
from rules.questions.events import ChartRead
from tabletop.games import services
from tabletop.games.log import entries, throws
from tabletop.games.log.entries import Sentence
from tests.cast import ALICE, BOB, act, agree_to_all, deployed, fresh

pytestmark = pytest.mark.django_db


def test_a_taking_back_says_what_it_took_back():
    table = deployed()
    back_to = fresh(table).seq
    act(table, ALICE, type="EndActivation")
    act(table, BOB, type="EndActivation")
    services.undo(code=table.code, person=ALICE, to=back_to, reason="wrong unit")
    agree_to_all(table)
    newest = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    assert newest.turns_back
    first = entries.latest(fresh(table), "public", fresh(table).seq)[2].headline
    assert newest.headline == f"Taken back: {first}, and 1 more (wrong unit)"


def test_the_end_of_activations_reads_as_what_begins_then():
    table = deployed()
    act(table, ALICE, type="EndActivation")
    told = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    assert told.headline == "Turn 1: Birch"
    assert "Melee rounds" not in [part.text for part in told.parts if not part.is_roll]


def test_a_line_with_nothing_under_it_names_its_rules_as_well():
    table = deployed()
    act(table, ALICE, type="EndActivation")
    told = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    alone = replace(told, parts=told.parts[:1])
    page = render_to_string("games/log/_entry.html", {"entry": alone})
    assert alone.rules
    assert all(rule in page for rule in alone.rules)


def test_dice_on_the_damage_chart_say_what_was_read_there():
    rolled = throws.of(Rolled(seq=1, label="vehicle-damage", dice=(5,), why="Wagon: penetrating hit"))
    read = ChartRead("penetrating", (("destroyed",),), 5, 6)
    told = Sentence(seq=2, text="Wagon, penetrating 6: explodes", rules=(), unit="b1", chart=read)
    assert [part.result for part in entries._read_off([rolled, told]) if part.is_roll] == ["explodes"]
