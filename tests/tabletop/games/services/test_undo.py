"""Taking back, restoring, and what needs agreement."""

from itertools import pairwise

import pytest

from rules.engine import active_line, fold
from tabletop.games import selectors, services
from tabletop.games.access.refusals import Refused
from tabletop.games.log import journal
from tabletop.games.models import Proposal, Table
from tabletop.games.pages import fragments
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, agree_to_all, deployed, fresh, state_of
from tests.markup import flowing

pytestmark = pytest.mark.django_db


def refused(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def undo(table, person, **more):
    return services.undo(code=table.code, person=person, **more)


def taken_back(table, person, **more):
    """Taken back, by the yes of whoever is asked."""
    done = undo(table, person, **more)
    agree_to_all(table)
    return done


def end_of_command(table, number):
    """The last event of the command of that number, from 1."""
    heads = sorted({line.head for line in journal.lines(table, 0, table.seq)})
    return heads[number] - 1


def everything(table):
    table = fresh(table)
    return [line.event for line in journal.lines(table, 0, table.seq)]


def test_the_last_own_command_without_dice_is_free():
    table = deployed()
    before = state_of(table)
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="test")
    services.pass_host(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    done = undo(table, ALICE)
    after = state_of(table)
    assert isinstance(done, services.Done)
    assert after.units == before.units
    assert after.seq == done.seq == before.seq + 2


def test_dice_are_taken_back_only_when_the_other_side_agrees():
    table = a_battle_at()
    act(table, BOB, type="RollOff")
    rolled = state_of(table)
    asked = undo(table, BOB, reason="wrong button")
    assert isinstance(asked, Proposal)
    assert state_of(table) == rolled
    with refused("no-seat"):
        services.agree(code=table.code, person=CHARLIE, proposal=asked.pk)
    done = services.agree(code=table.code, person=ALICE, proposal=asked.pk)
    assert isinstance(done, services.Done)
    assert state_of(table).dice_used == 0
    assert everything(table)[-1].reason == "wrong button"


def test_a_roll_taken_back_comes_up_the_same_again():
    table = a_battle_at()
    act(table, BOB, type="RollOff")
    first = [e.dice for e in everything(table) if type(e).__name__ == "Rolled"]
    taken_back(table, ALICE)
    act(table, BOB, type="RollOff")
    again = [e.dice for e in everything(table) if type(e).__name__ == "Rolled"]
    assert again == [*first, *first]


def test_nobody_agrees_to_their_own_proposal():
    table = a_battle_at()
    services.pass_host(code=table.code, person=ALICE, seat=table.seats.get(side="a").pk)
    act(table, BOB, type="RollOff")
    asked = undo(table, BOB)
    with refused("no-right"):
        services.agree(code=table.code, person=BOB, proposal=asked.pk)


def test_a_proposal_can_be_refused_and_lapses_when_the_game_goes_on():
    table = a_battle_at()
    act(table, BOB, type="TableRoll", sides=6)
    asked = undo(table, BOB)
    services.refuse(code=table.code, person=ALICE, proposal=asked.pk)
    asked.refresh_from_db()
    assert asked.status == Proposal.Status.REFUSED
    asked = undo(table, BOB)
    act(table, ALICE, type="TableRoll", sides=6)
    assert selectors.open_proposals(fresh(table)) == []
    with refused("lapsed"):
        services.agree(code=table.code, person=ALICE, proposal=asked.pk)


def test_on_a_device_with_every_seat_nobody_has_to_be_asked():
    table = a_table()
    services.leave(code=table.code, person=BOB)
    services.pass_host(code=table.code, person=ALICE, seat=_spectator(table, CHARLIE))
    services.join(code=table.code, person=ALICE, name="Alice", sides=["a", "b"])
    services.add_entropy(code=table.code, person=ALICE)
    services.start_battle(code=table.code, person=CHARLIE)
    act(table, ALICE, type="RollOff", side="b")
    assert isinstance(undo(table, ALICE), services.Done)


def _spectator(table, person):
    return services.join(code=table.code, person=person, name=person.name)[0].pk


def test_a_host_who_plays_asks_like_anybody():
    table = a_battle_at()
    act(table, BOB, type="RollOff")
    asked = undo(table, ALICE)
    assert isinstance(asked, Proposal)
    with refused("no-right"):
        services.agree(code=table.code, person=ALICE, proposal=asked.pk)
    assert isinstance(services.agree(code=table.code, person=BOB, proposal=asked.pk), services.Done)


def test_a_host_who_plays_agrees_for_nobody_else():
    table = a_table()
    services.join(code=table.code, person=CHARLIE, name="Charlie", sides=["b"])
    table = a_battle_at(table)
    act(table, CHARLIE, type="RollOff")
    asked = undo(table, BOB)
    services.agree(code=table.code, person=ALICE, proposal=asked.pk)
    assert state_of(table).dice_used > 0, "Charlie’s roll would be rewound as well, and he is of Bob’s own side"
    services.agree(code=table.code, person=CHARLIE, proposal=asked.pk)
    assert state_of(table).dice_used == 0


def test_a_host_who_does_not_play_decides_alone():
    table = a_table()
    services.pass_host(code=table.code, person=ALICE, seat=_spectator(table, CHARLIE))
    for person in (ALICE, BOB):
        services.add_entropy(code=table.code, person=person)
    services.start_battle(code=table.code, person=CHARLIE)
    act(table, BOB, type="RollOff")
    assert isinstance(undo(table, CHARLIE), services.Done)


def test_two_commands_of_ones_own_are_not_taken_back_by_one_click():
    table = deployed()
    ruling = {"type": "RuleUnit", "unit": "a1", "what": "pinned", "reason": "test"}
    end = fresh(table).seq
    act(table, ALICE, value=1, **ruling)
    act(table, ALICE, value=0, **ruling)
    assert isinstance(undo(table, ALICE, to=end), Proposal)
    assert isinstance(undo(table, ALICE), services.Done)


def test_nothing_is_taken_back_while_paused():
    table = a_battle_at()
    act(table, BOB, type="RollOff")
    asked = undo(table, BOB)
    services.pause(code=table.code, person=ALICE)
    with refused("paused"):
        undo(table, BOB)
    with refused("paused"):
        services.redo(code=table.code, person=BOB)
    with refused("paused"):
        services.agree(code=table.code, person=ALICE, proposal=asked.pk)
    services.resume(code=table.code, person=ALICE)
    assert isinstance(services.agree(code=table.code, person=ALICE, proposal=asked.pk), services.Done)


def test_the_question_says_what_would_be_lost_and_who_is_rewound_sees_it():
    table = deployed(first="b")
    end = fresh(table).seq
    act(table, BOB, type="Activate", unit="b1", dice=1)
    undo(table, BOB, to=end, reason="wrong squad")
    shown = fragments.beside(fresh(table), "a")["proposals"]
    assert "<b>Bob asks to take back to before “Birch First activates on 1 die”</b>: wrong squad" in flowing(shown)
    assert "What would be lost" in shown
    assert "1 dice seen" in flowing(shown)
    assert 'data-post="proposals/' in shown
    agree_to_all(table)
    for audience in ("a", "b", "public"):
        assert "Bob took something back: wrong squad." in flowing(fragments.beside(fresh(table), audience)["notice"])
    act(table, ALICE, type="TableRoll", sides=6)
    assert "took something back" not in fragments.beside(fresh(table), "a")["notice"]


def test_a_host_rules_the_opposite_of_what_is_asked_for_and_nobody_else_does():
    table = deployed(first="b")
    ruling = {"type": "RuleShot", "unit": "b1", "target": "a1", "ruling": "seen", "reason": "in doubt"}
    asked = services.propose_ruling(code=table.code, person=BOB, action=ruling)
    assert isinstance(asked, Proposal)
    card = flowing(fragments.beside(fresh(table), "a")["proposals"])
    assert "The opposite: not seen" in card
    assert "Rule so" in card
    with refused("no-right"):
        services.agree(code=table.code, person=BOB, proposal=asked.pk, contrary=True)
    services.agree(code=table.code, person=ALICE, proposal=asked.pk, contrary=True, reason="A hedge is in the way")
    ruled = everything(table)[-1]
    assert (ruled.ruling, ruled.reason) == ("not-seen", "A hedge is in the way")


def test_only_a_doubtful_shot_can_be_ruled_the_other_way_and_only_by_the_host():
    table = deployed(first="b")
    services.pass_host(code=table.code, person=ALICE, seat=_spectator(table, CHARLIE))
    ruling = {"type": "RuleUnit", "unit": "b1", "what": "pinned", "value": 1, "reason": "tripped"}
    asked = services.propose_ruling(code=table.code, person=BOB, action=ruling)
    assert isinstance(asked, Proposal)
    assert "Rule so" not in fragments.beside(fresh(table), "a")["proposals"]
    with refused("no-right"):
        services.agree(code=table.code, person=ALICE, proposal=asked.pk, reason="mine")
    with refused("no-opposite"):
        services.agree(code=table.code, person=CHARLIE, proposal=asked.pk, contrary=True)


def test_undo_goes_to_the_start_of_a_command_never_into_its_middle():
    table = deployed()
    heads = sorted({line.head for line in journal.lines(table, 0, table.seq)})
    long = next(h for h, following in pairwise(heads) if following - h > 2)
    taken_back(table, ALICE, to=long + 1)
    assert everything(table)[-1].to == long - 1
    assert state_of(table).units == journal.state_at(table, long - 1).units


def test_undo_is_itself_undone_and_the_log_keeps_everything():
    table = deployed()
    before = state_of(table)
    taken_back(table, ALICE, to=end_of_command(table, 3))
    taken_back(table, ALICE)
    assert state_of(table).seq == before.seq + 2
    for _ in range(2):
        services.redo(code=table.code, person=ALICE)
        agree_to_all(table)
    after = state_of(table)
    assert (after.units, after.turn, after.dice_used) == (before.units, before.turn, before.dice_used)
    with refused("nothing-to-redo"):
        services.redo(code=table.code, person=ALICE)


def test_nothing_is_restored_over_something_new():
    table = a_battle_at()
    act(table, ALICE, type="RollOff")
    taken_back(table, ALICE)
    assert services.redoable(fresh(table)) is not None
    act(table, ALICE, type="TableRoll", sides=6)
    assert services.redoable(fresh(table)) is None


def test_the_state_after_any_undo_is_what_the_engine_folds():
    table = deployed()
    taken_back(table, ALICE, to=4)
    act(table, ALICE, type="TableRoll", sides=6)
    taken_back(table, ALICE)
    services.redo(code=table.code, person=ALICE)
    log = everything(table)
    journal.forget()
    table = fresh(table)
    for seq in range(1, table.seq + 1):
        assert journal.state_at(table, seq) == fold(log[:seq])
        turns = journal.turns_back(table, seq)
        spans = journal.active_spans(turns, seq)
        counted = [s for first, last in spans for s in range(first, last + 1)]
        assert counted == [e.seq for e in active_line(log[:seq])]


def test_a_line_that_was_taken_back_is_no_place_to_go():
    table = deployed()
    last = end_of_command(table, 2)
    taken_back(table, ALICE, to=last)
    with refused("unknown-seq"):
        undo(table, ALICE, to=last + 1)
    with refused("nothing-to-undo"):
        undo(table, ALICE, to=last)


def test_an_undo_sent_twice_acts_once():
    table = deployed()
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="test")
    first = undo(table, ALICE, command="u1")
    again = undo(table, ALICE, command="u1")
    assert (again.seq, again.repeated) == (first.seq, True)


def test_an_undo_of_the_last_command_based_on_an_older_log_is_stale():
    table = a_battle_at()
    act(table, ALICE, type="TableRoll", sides=6)
    with refused("stale"):
        undo(table, ALICE, based_on=1)


def test_a_spectator_takes_nothing_back():
    table = deployed()
    with refused("no-seat"):
        undo(table, CHARLIE)


def test_a_player_proposes_a_ruling_and_the_other_side_makes_it_so():
    table = deployed()
    ruling = {"type": "RuleUnit", "unit": "b1", "what": "pinned", "value": 1, "reason": "we said so"}
    asked = services.propose_ruling(code=table.code, person=BOB, action=ruling)
    assert not state_of(table).units["b1"].pinned
    services.agree(code=table.code, person=ALICE, proposal=asked.pk)
    assert state_of(table).units["b1"].pinned
    assert everything(table)[-1].reason == "we said so"
    with refused("no-ruling"):
        services.propose_ruling(code=table.code, person=BOB, action={"type": "RollOff"})


def test_a_ruling_on_something_hidden_answers_as_if_it_were_not_there():
    table = deployed(hidden="Ash First")
    unit = next(u.id for u in state_of(table).units.values() if u.hidden and u.side == "a")
    found = []
    for named in (unit, "a99"):
        ruling = {"type": "RuleUnit", "unit": named, "what": "pinned", "value": 1, "reason": "test"}
        with pytest.raises(Refused) as caught:
            services.propose_ruling(code=table.code, person=BOB, action=ruling)
        found.append((caught.value.code, str(caught.value).replace(named, "it")))
    assert found[0] == found[1]
    assert found[0][0] == "unknown-unit"


def test_a_host_who_plays_rules_on_no_hidden_enemy():
    table = deployed(hidden="Birch First")
    unit = next(u.id for u in state_of(table).units.values() if u.hidden and u.side == "b")
    with refused("unknown-unit"):
        act(table, ALICE, type="RuleUnit", unit=unit, what="pinned", value=1, reason="test")


def test_a_ruling_on_ones_own_hidden_unit_is_asked_without_its_name():
    table = deployed(hidden="Birch First")
    unit = next(u.id for u in state_of(table).units.values() if u.hidden and u.side == "b")
    ruling = {"type": "RuleUnit", "unit": unit, "what": "pinned", "value": 1, "reason": "we said so"}
    asked = services.propose_ruling(code=table.code, person=BOB, action=ruling)
    shown = {audience: fragments.beside(fresh(table), audience)["proposals"] for audience in ("a", "b", "public")}
    assert f"{unit.upper()}: pinned" in shown["b"]
    for audience in ("a", "public"):
        assert unit.upper() not in shown[audience]
        assert "something that you do not see" in shown[audience]
    services.agree(code=table.code, person=ALICE, proposal=asked.pk)
    assert state_of(table).units[unit].pinned


def test_the_end_can_be_taken_back_until_the_seed_is_published():
    table = deployed()
    act(table, BOB, type="Concede")
    assert fresh(table).status == Table.Status.ENDED
    taken_back(table, ALICE)
    assert fresh(table).status == Table.Status.PLAYING
    act(table, BOB, type="Concede")
    services.publish_seed(code=table.code, person=BOB)
    with refused("seed-published"):
        undo(table, ALICE)
