"""The steps of a round of close combat, as the club's screen lists them. (ARAP-MELEE-05)"""

import pytest
from msgspec.structs import replace

from rules import encode
from tabletop.games.log import dice, entries, journal
from tabletop.games.models import Snapshot, Table
from tabletop.games.pages import log_entries
from tabletop.games.panels import club_screen
from tests.cast import ALICE, a_table, act, fresh
from tests.dice import write_script
from tests.rules.arap.fights import fighter, two_squads

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(tmp_path, monkeypatch):
    """A table where two quick fighters have struck at two slower ones: one fell, one struck back in vain."""
    table = a_table()
    table.status, table.seq = Table.Status.PLAYING, 1
    state = two_squads(2, 2, first=fighter("quick", i=4))
    table.seal, table.rules_version = dice.sow(table), state.version
    table.save()
    Snapshot.objects.create(table=table, seq=1, state=encode(replace(state, seq=1)).decode())
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    write_script(tmp_path, {"to-hit": [1, 6, 6], "to-wound": [4], "pick": [2], "morale": [3, 3]})
    act(table, ALICE, type="EndActivation")
    act(table, ALICE, type="Answer", choice="stay")  # a second quick one might close up: the round goes on after it
    return fresh(table)


@pytest.mark.rule("ARAP-MELEE-05")
def test_the_last_act_lists_the_steps_with_what_came_of_each(fought):
    found = entries.latest(fought, "screen", fought.seq)
    units = journal.state_at(fought, fought.seq).units
    names = [units[unit].name for unit in ("a1", "b1")]
    last = club_screen.last(found[0], entries.round_before(fought, "public", found[0].head))
    assert [tuple(rung) for rung in last.rungs] == [
        (4, names[0], "2 attacks, 1 falls", "done"),
        (3, names[1], "1 attack, none fall", "done"),
    ]
    assert 'aria-label="Steps of Initiative"' in log_entries.last_act(fought, found)["last"]


@pytest.mark.rule("ARAP-MELEE-05")
def test_while_dice_fall_it_is_said_who_strikes_and_who_comes_later(fought):
    steps = entries.animations(fought, "public", 1, fought.seq)
    shown = {step["label"]: [r["outcome"] for r in step["rungs"]] for step in steps[::-1] if step.get("rungs")}
    assert shown["to-wound"] == ["striking now", "to strike last"]
    last = [step for step in steps if step.get("label") == "to-hit"][-1]
    assert [(rung["state"], rung["outcome"]) for rung in last["rungs"]] == [
        ("done", "2 attacks, 1 falls"),
        ("on", "striking now"),
    ]


@pytest.mark.rule("ARAP-MELEE-01")
def test_where_models_fell_in_a_fight_is_told(fought):
    (struck,) = [step for step in entries.animations(fought, "public", 1, fought.seq) if step.get("fell")]
    ((x, y, radius),) = struck["fell"]
    assert struck["unit"] == "b1"
    assert radius > 0
    assert 0 < x < 72
    assert 0 < y < 48
