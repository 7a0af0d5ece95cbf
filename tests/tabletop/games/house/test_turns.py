"""The house at a table: it sits down, acts as a person would, waits, gives way, and gives its seat up when it fails."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace

from rules import characters
from rules.arap.turn.activation import EndActivation
from rules.offers import Offer
from rules.questions.house import HouseChoice, choice
from rules.weighing import Considered
from tabletop.games import selectors, services
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused
from tabletop.games.access.rights import BOT
from tabletop.games.house import turns
from tabletop.games.log import entries, journal
from tabletop.games.models import EventRecord, HouseTurn, Seat, Table
from tabletop.games.pages import fragments
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, deployed, fresh
from tests.markup import flowing

pytestmark = pytest.mark.django_db


def refused(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def seated(table, side="b", person=ALICE, character="aggressive"):
    services.seat_house(code=table.code, person=person, side=side, character=character)
    return fresh(table)


def sits(table, person):
    return rights.sides_of(rights.seats_of(fresh(table), person))


def answered(table):
    """Go on until it is not the house's move."""
    for _ in range(20):
        if turns.take(table.pk) is None:
            return fresh(table)
    raise AssertionError("the house does not come to an end")


def test_the_host_lets_it_play_for_who_has_dropped_out_and_they_come_back_unasked():
    table = seated(deployed())
    assert (sits(table, BOB), sits(table, BOT)) == ([], ["b"])
    assert [s.name for s in selectors.sitters(table) if s.side == "b"] == ["Bold, the house"]
    assert services.join(code=table.code, person=BOB, name="Bob", sides=["b"])
    assert (sits(table, BOB), sits(table, BOT)) == (["b"], [])


def test_a_player_lets_it_play_in_their_own_place_and_nobody_else_may():
    table = deployed()
    with refused("host-only"):
        seated(table, "b", CHARLIE)
    with refused("host-only"):
        seated(table, "a", BOB)
    seated(table, "b", BOB)
    assert sits(table, BOB) == []
    assert Seat.objects.filter(table=table, person=BOB.key, left_at=None, kind="spectator").exists()


def test_nobody_hands_a_seat_over_to_the_house_which_is_asked_to_play_instead():
    table = seated(deployed(), "a")
    held = {sitter.side: sitter.id for sitter in selectors.sitters(table)}
    with refused("not-a-person"):
        services.hand_over(code=table.code, person=BOB, seat=held["b"], to=held["a"])
    assert (sits(table, BOB), sits(table, BOT)) == (["b"], ["a"])


def test_the_house_is_no_host_and_is_sent_away_from_one_side_alone():
    table = seated(seated(deployed(), "a"), "b")
    seat = next(sitter.id for sitter in selectors.sitters(table) if sitter.side == "b")
    with refused("not-a-person"):
        services.pass_host(code=table.code, person=ALICE, seat=seat)
    services.remove_person(code=table.code, person=ALICE, seat=seat)
    assert sits(table, BOT) == ["a"]
    assert selectors.removed(fresh(table)) == ()
    seated(table, "b")
    assert sits(table, BOT) == ["a", "b"]


@pytest.mark.parametrize("bad", [("z", "aggressive", "unknown-side"), ("b", "brave", "unknown-character")])
def test_a_side_or_character_that_is_none_is_refused(bad):
    side, character, code = bad
    with refused(code):
        seated(deployed(), side, ALICE, character)


def test_it_passes_on_words_for_the_dice_so_that_the_battle_can_begin():
    table = seated(a_table())
    services.start_battle(code=table.code, person=ALICE)
    assert fresh(table).status == Table.Status.PLAYING


def test_it_acts_only_when_it_is_its_move_and_says_why_in_the_log():
    table = seated(deployed(first="a"))
    before = table.seq
    assert turns.take(table.pk) is None
    assert fresh(table).seq == before
    table = seated(table, "a")
    turns.take(table.pk)
    table = fresh(table)
    record = EventRecord.objects.get(table=table, seq=before + 1)
    assert (record.actor, record.actor_side) == (BOT.key, "a")
    assert "points on average" in record.why
    found = entries.latest(table, "public", table.seq, limit=1)[0]
    assert found.why == record.why
    journal.forget()
    assert entries.latest(table, "public", table.seq, limit=1)[0].why == record.why


def test_while_somebody_is_hidden_it_says_why_a_seen_unit_acts_but_not_of_how_many_options():
    table = seated(deployed(hidden="Birch First"), "a")
    before = table.seq
    turns.take(table.pk)
    why = EventRecord.objects.get(table=table, seq=before + 1).why
    assert "points on average" in why
    assert "best of" not in why


def test_what_a_hidden_unit_does_is_done_without_a_reason(monkeypatch):
    table = deployed(first="a", hidden="Birch First")
    state = journal.state_at(table, table.seq)
    hidden = next(unit for unit in state.units.values() if unit.hidden)
    tired = [replace(u, now=replace(u.now, tried=True)) for u in state.units_of("a") if u.id != hidden.id]
    state = state.with_units(*tired)
    seen, unseen = (
        Considered(Offer(kind="end-activation", unit=unit, action=EndActivation(side="a")), 1.0, "waits for its moment")
        for unit in (tired[0].id, hidden.id)
    )
    for each, why in ((seen, "waits for its moment"), (unseen, "")):
        monkeypatch.setattr(characters, "consider", lambda *asked, each=each: [each])
        assert choice(state, "a", "aggressive", 1).why == why


def test_what_was_thought_of_an_earlier_moment_is_refused_so_that_two_processes_never_act_twice():
    table = seated(deployed(first="a"), "a")
    chosen = choice(journal.state_at(table, table.seq), "a", "aggressive", 1)
    first = services.act_for_house(code=table.code, side="a", after=table.seq, action=chosen.action)
    with refused("stale"):
        services.act_for_house(code=table.code, side="a", after=table.seq, action=chosen.action)
    assert fresh(table).seq == first.seq


def test_while_another_process_thinks_it_waits():
    table = seated(seated(deployed(first="a"), "a"))
    before = table.seq
    turns.take(table.pk)
    held = HouseTurn.objects.filter(table=table)
    held.update(holder="another", until=timezone.now() + timedelta(seconds=9))
    thought = fresh(table).seq
    assert turns.take(table.pk) == 1.0
    assert before < fresh(table).seq == thought
    held.update(until=timezone.now() - timedelta(seconds=1))
    assert turns.take(table.pk) == turns.AT_ONCE
    assert fresh(table).seq > thought
    held.update(holder="another")
    assert turns.take(table.pk) == turns.AT_ONCE


def test_it_lets_an_act_stand_for_a_while(settings):
    settings.HOUSE_EASY_SECONDS = 30
    table = seated(deployed(first="a"), "a")
    assert 20 < turns.take(table.pk) <= 30
    services.settle_house(code=table.code, person=ALICE, pace="quick")
    settings.HOUSE_QUICK_SECONDS = 0
    assert turns.take(table.pk) == turns.AT_ONCE
    assert fresh(table).seq > table.seq


def test_it_waits_to_be_told_to_go_on_after_each_of_its_own_acts():
    table = seated(seated(deployed(first="a"), "a"))
    services.settle_house(code=table.code, person=ALICE, pace="wait")
    turns.take(table.pk)
    first = fresh(table).seq
    assert turns.take(table.pk) is None
    assert fresh(table).seq == first
    with refused("host-only"):
        services.nod(code=table.code, person=CHARLIE, seq=first)
    services.nod(code=table.code, person=ALICE, seq=first)
    assert turns.take(table.pk) is not None
    assert fresh(table).seq > first


def test_it_lets_a_person_take_back_if_it_is_lenient_and_only_then():
    table = seated(deployed(first="a"))
    services.submit_action(code=table.code, person=ALICE, action={"type": "TableRoll", "count": 1, "sides": 6})
    services.undo(code=table.code, person=ALICE)
    assert selectors.open_proposals(fresh(table))
    assert turns.take(table.pk) == turns.AT_ONCE
    assert type(journal.lines(fresh(table), fresh(table).seq - 1, fresh(table).seq)[0].event).__name__ == "Undone"
    services.settle_house(code=table.code, person=ALICE, lenient=False)
    services.submit_action(code=table.code, person=ALICE, action={"type": "TableRoll", "count": 1, "sides": 6})
    services.undo(code=table.code, person=ALICE)
    seq = fresh(table).seq
    turns.take(table.pk)
    assert not selectors.open_proposals(fresh(table))
    assert fresh(table).seq == seq


def test_in_a_rematch_it_sits_opposite_again():
    table = seated(deployed(), character="cautious")
    services.settle_house(code=table.code, person=ALICE, pace="quick", advice=True)
    services.concede_for_house(code=table.code, person=ALICE, side="b")
    new = services.rematch(code=table.code, person=ALICE, swapped=True)
    assert {seat.side: seat.character for seat in new.seats.filter(left_at=None)} == {"a": "cautious", "b": ""}
    assert (fresh(new).pace, fresh(new).advice) == ("quick", True)


# ------------------------------------------------------------------ when it fails


def raising(*asked):
    raise ZeroDivisionError("a fault of the bot")


def nothing(*asked):
    return None


def absurd(state, side, *asked):
    from rules import convert_action

    return HouseChoice(convert_action({"type": "Finish", "side": side, "unit": "nobody"}), "")


@pytest.mark.parametrize("mind", [raising, nothing, absurd])
def test_a_mind_that_fails_hands_its_seat_to_the_host_with_a_message_and_the_table_goes_on(mind):
    table = seated(deployed(first="b"))
    turns.take(table.pk, mind)
    table = fresh(table)
    assert (sits(table, BOT), sits(table, ALICE)) == ([], ["a", "b"])
    notice = flowing(fragments.beside(table, "a")["notice"])
    assert "The house stood up from side B: it could not go on. Its seat is with Alice now." in re.sub(
        r"<[^>]*>", "", notice
    )
    assert 'data-handed="b"' in notice
    assert "stood up" in selectors.said(table)[-1].text
    state = journal.state_at(table, table.seq)
    unit = next(u.id for u in state.units_of("b"))
    services.submit_action(
        code=table.code, person=ALICE, action={"type": "Activate", "side": "b", "unit": unit, "dice": 1}
    )
    seated(table)
    assert fresh(table).stood_up == ""


def test_where_something_is_hidden_a_host_who_plays_against_it_is_not_handed_the_seat():
    table = seated(deployed(first="b", hidden="Birch First"))
    turns.take(table.pk, raising)
    assert sits(table, ALICE) == ["a"]
    assert fresh(table).stood_up == "b"
    notice = flowing(fragments.beside(fresh(table), "a")["notice"])
    assert "Take its seat, or ask another." in notice
    assert "data-handed" not in notice


def test_it_plays_a_whole_turn_against_itself():
    table = seated(seated(a_battle_at(), "a"), "b", character="cautious")
    for _ in range(400):
        turns.take(table.pk)
        if journal.state_at(fresh(table), fresh(table).seq).turn.number > 1:
            break
    assert journal.state_at(fresh(table), fresh(table).seq).turn.number > 1
