"""Submitting actions: decided on the newest state, once, whole, and only by those who may."""

import pytest

from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Snapshot
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, act, deployed, fresh, state_of

pytestmark = pytest.mark.django_db


def refused(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def test_a_command_writes_numbered_events_and_moves_the_table_on():
    table = a_battle_at()
    done = act(table, BOB, type="RollOff", command="c1")
    rows = list(EventRecord.objects.filter(table=table).order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, done.seq + 1))
    assert (done.head, fresh(table).seq) == (2, done.seq)
    assert rows[1].command == "c1"
    assert {row.head for row in rows[1:]} == {2}
    assert rows[1].actor_name == "Bob"


def test_a_command_sent_twice_acts_once_and_answers_the_same():
    table = a_battle_at()
    first = act(table, ALICE, type="RollOff", command="same")
    again = act(table, ALICE, type="RollOff", command="same")
    assert (again.head, again.seq, again.repeated) == (first.head, first.seq, True)
    assert fresh(table).seq == first.seq


def test_a_command_that_would_be_legal_again_still_acts_once():
    table = a_battle_at()
    first = act(table, ALICE, type="TableRoll", sides=6, command="roll")
    again = act(table, ALICE, type="TableRoll", sides=6, command="roll")
    assert (again.head, again.seq, again.repeated) == (first.head, first.seq, True)
    assert fresh(table).seq == first.seq == EventRecord.objects.filter(table=table).count()


def test_a_command_id_of_somebody_else_is_refused():
    table = a_battle_at()
    act(table, ALICE, type="RollOff", command="hers")
    with refused("command-taken"):
        act(table, BOB, type="TableRoll", sides=6, command="hers")


def test_an_action_on_an_older_state_counts_if_it_is_still_legal():
    table = a_battle_at()
    act(table, ALICE, type="TableRoll", sides=6)
    done = act(table, BOB, type="RollOff", based_on=1)
    assert done.seq == fresh(table).seq


def test_an_action_that_has_become_illegal_is_stale():
    table = a_battle_at()
    act(table, ALICE, type="RollOff")
    with refused("stale") as expected:
        act(table, BOB, type="RollOff", based_on=1)
    assert "moved on" in expected.value.refusal.message


def test_an_answer_to_an_earlier_question_is_stale():
    table = a_battle_at()
    act(table, ALICE, type="RollOff")
    prompt = state_of(table).prompt
    winner = ALICE if prompt.side == "a" else BOB
    with refused("stale"):
        act(table, winner, type="Answer", choice="first", based_on=1)


def test_an_event_that_has_not_happened_is_no_base():
    with refused("unknown-seq"):
        act(a_battle_at(), ALICE, type="RollOff", based_on=99)


def test_the_side_comes_from_the_seat():
    table = a_battle_at()
    with refused("not-your-seat"):
        act(table, BOB, type="TableRoll", sides=6, side="a")
    act(table, BOB, type="TableRoll", sides=6)
    assert journal.lines(table, 1, 2)[0].actor_side == "b"


def test_a_spectator_has_no_seat_to_act_from():
    with refused("no-seat"):
        act(a_battle_at(), CHARLIE, type="RollOff")


def test_a_removed_person_is_told_so():
    table = a_battle_at()
    seat = table.seats.get(side="b")
    services.remove_person(code=table.code, person=ALICE, seat=seat.pk)
    with refused("removed"):
        act(table, BOB, type="RollOff")
    services.welcome_back(code=table.code, person=ALICE, seat=seat.pk)
    with refused("no-seat"):
        act(table, BOB, type="RollOff")


def test_rulings_are_the_hosts():
    table = deployed()
    ruling = {"type": "RuleUnit", "unit": "b1", "what": "pinned", "value": 1, "reason": "agreed"}
    with refused("host-only"):
        act(table, BOB, **ruling)
    act(table, ALICE, **ruling)
    assert state_of(table).units["b1"].pinned


def test_nobody_acts_while_the_table_is_paused():
    table = a_battle_at()
    services.pause(code=table.code, person=ALICE)
    with refused("paused"):
        act(table, BOB, type="RollOff")
    services.resume(code=table.code, person=ALICE)
    act(table, BOB, type="RollOff")


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        (b"{", "malformed", "JSON"),
        (b"[1]", "malformed", "object"),
        (b'{"type": "Teleport"}', "unknown-action", "Teleport"),
        (b'{"type": "Activate", "unit": "a1", "dice": NaN}', "malformed", "JSON"),
        (b'{"type": "Activate", "unit": "a1", "dice": 1e308}', "bad-number", "dice"),
        (b'{"type": "Activate", "unit": "a1", "dice": 1e999}', "malformed", "JSON"),
        (b'{"type": "Activate", "unit": "a1", "dice": "7"}', "malformed", "dice"),
        (b'{"type": "Activate", "unit": "a1", "dice": 1, "seed": 3}', "unknown-field", "seed"),
        (b'{"type": "Activate", "dice": 1}', "malformed", "unit"),
        (b'{"type": "RuleUnit", "unit": "' + b"x" * 600 + b'"}', "malformed", "unit"),
        (b" " * 40_000, "too-large", "long"),
        (b'{"type": "Deploy", "unit": "a1", "placements": [' + b"1," * 3000 + b"1]}", "too-many", "placements"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "malformed", "deep"),
    ],
)
def test_nonsense_is_refused_at_the_door_naming_what_is_wrong(body, code, said):
    table = a_battle_at()
    with refused(code) as expected:
        services.submit_action(code=table.code, person=ALICE, action=body)
    assert said in expected.value.refusal.message
    assert expected.value.status == 422
    assert fresh(table).seq == 1


def test_a_ruling_that_there_is_not_is_refused_with_those_that_there_are():
    body = b'{"type": "RuleShot", "unit": "a1", "target": "b1", "ruling": "through", "reason": "so"}'
    with refused("malformed") as expected:
        services.propose_ruling(code=a_battle_at().code, person=ALICE, action=body)
    assert expected.value.refusal.allowed.startswith("ruling is one of ")
    assert "not-seen" in expected.value.refusal.allowed


def test_a_failure_in_the_middle_leaves_nothing_behind(monkeypatch):
    table = a_battle_at()

    def breaks(*args, **kwargs):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(Snapshot.objects, "create", breaks)
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 1)
    with pytest.raises(RuntimeError):
        act(table, ALICE, type="RollOff", command="c1")
    monkeypatch.undo()
    assert (fresh(table).seq, EventRecord.objects.filter(table=table).count()) == (1, 1)
    assert not act(table, ALICE, type="RollOff", command="c1").repeated


def test_states_read_from_rows_equal_those_in_memory(monkeypatch):
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 5)
    table = fresh(deployed())
    kept = {seq: journal.state_at(table, seq) for seq in range(1, table.seq + 1)}
    journal.forget()
    assert {seq: journal.state_at(table, seq) for seq in kept} == kept
    assert Snapshot.objects.filter(table=table).count() >= 2
