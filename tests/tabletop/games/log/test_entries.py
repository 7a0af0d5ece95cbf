"""The lines of the log as they are read."""

from dataclasses import replace

import pytest
from django.db import transaction
from django.template.loader import render_to_string
from msgspec.structs import replace as replaced

from rules import encode
from rules.arap.events import Wound, WoundsTaken
from rules.core.ids import UnitId
from rules.crusade.marks import ModelMarks
from rules.events import Rolled
from rules.questions import units
from rules.questions.events import ChartRead
from tabletop.games import services
from tabletop.games.log import commentary, dice, entries, journal, throws
from tabletop.games.log.entries import Sentence
from tabletop.games.models import Snapshot, Table
from tabletop.games.panels import club_screen, going_on
from tests.cast import ALICE, BOB, a_table, act, agree_to_all, deployed, fresh
from tests.rules.crusade.cast import battle, put

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
    found = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    assert found.headline == "Turn 1: Birch"
    assert (found.side, found.about_side) == ("a", "b")
    assert "side-b" in render_to_string("games/log/_entry.html", {"entry": found}).split("</div>")[0]
    assert "Melee rounds" not in [part.text for part in found.parts if not part.is_roll]


def test_a_line_with_nothing_under_it_names_its_rules_as_well():
    table = deployed()
    act(table, ALICE, type="EndActivation")
    found = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    alone = replace(found, parts=found.parts[:1])
    page = render_to_string("games/log/_entry.html", {"entry": alone})
    assert alone.rules
    assert all(rule in page for rule in alone.rules)


def test_dice_on_the_damage_chart_say_what_was_read_there():
    rolled = throws.of(Rolled(seq=1, label="vehicle-damage", dice=(5,), why="Wagon: penetrating hit"))
    read = ChartRead("penetrating", (("destroyed",),), 5, 6)
    found = Sentence(seq=2, text="Wagon, penetrating 6: explodes", rules=(), unit="b1", chart=read)
    assert [part.result for part in entries._read_off([rolled, found]) if part.is_roll] == ["explodes"]


def test_the_headline_of_a_round_is_the_unit_of_which_nobody_is_left():
    table = deployed()
    before = journal.state_at(table, table.seq)
    fell = [losses(before, "a1", len(before.units["a1"].models)), losses(before, "b1", 1)]
    events = [replaced(event, seq=table.seq + n) for n, event in enumerate(fell, 1)]
    with transaction.atomic():
        journal.append(table, before, events, actor_side="a")
    newest = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    assert [part.kind for part in newest.parts] == ["WipedOut", "WoundsTaken"]
    assert club_screen.last(newest).headline == newest.parts[0].text
    assert newest.parts[0].text.endswith("and is wiped out")


def losses(state, unit, count):
    """So many of its models fall."""
    wounds = tuple(Wound(model=m.id, taken=m.wounds, left=0) for m in state.units[unit].models[:count])
    return WoundsTaken(seq=0, unit=unit, wounds=wounds)


def test_a_drive_that_begins_with_a_turn_is_headed_by_the_drive():
    """(CRU-MOVE-02, CRU-MOVE-04)"""
    table = at_a_state(battle(put("a1", "rhino", (20, 20), 90), put("b1", "marine", (40, 5))))
    legs = [{"turn_deg": 45, "inches": 2}, {"turn_deg": -30, "inches": 0}]
    act(table, ALICE, type="DriveVehicle", unit="a1", legs=legs)
    found = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    turn = "Rhino A1 turns left by 30° at a cost of 2″"
    assert [part.text for part in found.parts] == [
        "Rhino A1 drives 2″ after turning right by 45° at a cost of 2″",
        turn,
    ]
    assert {"CRU-MOVE-02", "CRU-MOVE-04"} <= set(found.parts[0].rules)
    assert club_screen.last(found).opening == found.headline
    (said,) = commentary.sentences([found])
    assert said.text.startswith("Rhino A1 drives 2″ south-east to D4 after turning right by 45° at a cost of 2″. ")


@pytest.mark.rule("CRU-TRAN-06")
def test_a_vehicle_that_changes_hands_bears_the_badge_of_who_drives_it():
    """It keeps its number, in the log as on the board; who may be aboard of it still is no boarder."""
    gunner = put("b2", "guardsman", aboard="b1")
    aboard = (put("a1", "marine", aboard="b1"), put("b1", "basilisk", (20, 20), 90), gunner)
    noting = {"b1": ModelMarks(driven=True, crew=(UnitId("b2"),))}
    table = at_a_state(battle(*aboard, noting=noting))
    act(table, ALICE, type="TakeOver", unit="a1")
    found = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    assert found.headline == "marine A1 takes over as driver of Basilisk B1"
    assert (found.number, found.unit_side) == ("B1", "a")
    act(table, ALICE, type="DriveVehicle", unit="b1", legs=[{"inches": 2}])
    drove = entries.latest(fresh(table), "public", fresh(table).seq)[0]
    assert (drove.number, drove.unit_side) == ("B1", "a")
    state = journal.state_at(fresh(table), fresh(table).seq)
    assert [piece.side for piece in going_on.did(state, drove) if piece.unit] == ["a"]
    said = {unit: [each.words for each in units.states(state, state.units[unit])] for unit in ("b1", "b2")}
    assert "Taken from Side B, and still numbered so" in said["b1"]
    assert said["b2"] == ["Still aboard Basilisk B1, which an enemy drives"]


def at_a_state(state):
    """A table whose battle stands there, in Alice's turn."""
    table = a_table()
    table.game_id, table.status, table.seq = "crusade", Table.Status.PLAYING, 1
    table.seal, table.rules_version = dice.sow(table), state.version
    table.save()
    journal.forget()
    Snapshot.objects.create(table=table, seq=1, state=encode(replaced(state, seq=1)).decode())
    return table


def test_a_taking_back_says_nothing_of_what_had_been_taken_back_before():
    table = deployed()
    for reason in ("tripped", "slipped"):
        act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason=reason)
        services.undo(code=table.code, person=ALICE, reason=f"not {reason}")
    newest, struck, before, _ = entries.latest(fresh(table), "public", fresh(table).seq, limit=4)
    assert struck.struck
    assert newest.headline == f"Taken back: {struck.headline} (not slipped)"
    assert "and 1 more" not in before.headline
