"""Dice thrown by hand at a table: who enters them, what may be taken back, how they are disputed."""

import msgspec
import pytest

from rules import FinishedLog, verified, view
from rules.core.ids import SideId
from rules.events import DiceStand, Rolled, Undone
from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.log import journal
from tabletop.games.models import Proposal
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, browser, fresh, state_of

pytestmark = pytest.mark.django_db


def refused(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def by_hand(how="by_hand", **values):
    table = a_table(**values)
    services.set_up(code=table.code, person=ALICE, options={"dice_thrown": how})
    return a_battle_at(fresh(table))


def throws(table, person=ALICE, count=2):
    """A free roll is asked for; its dice are owed."""
    act(table, person, type="TableRoll", sides=6, count=count)


def rolls(table):
    found = [line.event for line in journal.lines(fresh(table), 1, fresh(table).seq)]
    return [(e.dice, e.entered_by) for e in found if isinstance(e, Rolled)]


def disputed(table, reason="It was cocked"):
    return services.dispute(code=table.code, person=BOB, reason=reason)


def settled(table, person, doubt, way):
    return services.settle_dispute(code=table.code, person=person, proposal=doubt.pk, way=way)


# -- entering ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-DICE-15")
def test_dice_are_entered_under_the_name_of_the_seat():
    table = by_hand()
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[3, 5], by="The Pope")
    assert rolls(table) == [((3, 5), "Alice")]


def test_what_is_owed_survives_a_restart():
    table = by_hand()
    throws(table)
    journal.forget()
    assert state_of(table).owed.asked.count == 2
    act(table, ALICE, type="EnterDice", faces=[3, 5])
    assert rolls(table) == [((3, 5), "Alice")]


def test_nobody_but_the_thrower_enters_them_and_nothing_else_is_done():
    table = by_hand()
    throws(table)
    with refused("not-your-dice"):
        act(table, BOB, type="EnterDice", faces=[3, 5])
    with refused("dice-owed"):
        act(table, BOB, type="TableRoll", sides=6)
    with refused("bad-die") as expected:
        act(table, ALICE, type="EnterDice", faces=[3, 7])
    assert expected.value.refusal.allowed == "2 faces, each from 1 to 6"


def test_faces_for_an_earlier_roll_are_stale():
    """Two sixes are a tie: the roll-off goes on, and the same faces sent once more are not taken for the next roll."""
    table = by_hand()
    act(table, ALICE, type="RollOff")
    seen = fresh(table).seq
    act(table, ALICE, type="EnterDice", faces=[6, 6], based_on=seen)
    with refused("stale"):
        act(table, ALICE, type="EnterDice", faces=[6, 6], based_on=seen)
    act(table, ALICE, type="EnterDice", faces=[6, 2], based_on=fresh(table).seq)
    assert (rolls(table), state_of(table).prompt.side) == ([((6, 6), "Alice"), ((6, 2), "Alice")], "a")


def test_each_player_may_leave_a_roll_to_the_server():
    table = by_hand("each")
    act(table, ALICE, type="TableRoll", sides=6)
    assert rolls(table)[0][1] == ""
    act(table, ALICE, type="ChooseDice", by_hand=True)
    throws(table)
    act(table, ALICE, type="LeaveDice")
    assert [by for _, by in rolls(table)] == ["", ""]


def test_the_host_has_the_server_throw_what_is_owed():
    table = by_hand()
    throws(table, BOB)
    services.propose_ruling(code=table.code, person=ALICE, action={"type": "RuleDice", "reason": "Bob is on the phone"})
    assert rolls(table)[0][1] == ""


# -- taking back ---------------------------------------------------------------------------------------------------


def test_a_throw_is_withdrawn_freely_until_a_face_is_entered():
    table = by_hand()
    act(table, BOB, type="RollOff")
    services.undo(code=table.code, person=BOB)
    assert state_of(table).owed is None
    act(table, BOB, type="RollOff")
    act(table, BOB, type="EnterDice", faces=[6, 6])
    asked = services.undo(code=table.code, person=BOB)
    assert isinstance(asked, Proposal)
    assert state_of(table).owed is not None


# -- disputes ------------------------------------------------------------------------------------------------------


def test_disputed_dice_are_thrown_again_by_hand():
    table = by_hand()
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    doubt = disputed(table)
    with refused("disputed"):
        act(table, ALICE, type="RollOff")
    with refused("disputed"):
        services.undo(code=table.code, person=ALICE)
    with refused("no-right"):
        settled(table, BOB, doubt, "again")
    settled(table, ALICE, doubt, "again")
    assert (state_of(table).owed.side, state_of(table).owed.asked.count) == ("a", 2)
    last = journal.lines(table, fresh(table).seq - 1, fresh(table).seq)[0]
    assert isinstance(last.event, Undone)
    assert (last.event.reason, last.event.by) == ("dice disputed: It was cocked", "Bob")
    act(table, ALICE, type="EnterDice", faces=[1, 2])
    assert rolls(table)[-1] == ((1, 2), "Alice")


def test_disputed_dice_in_the_middle_of_a_command_are_owed_again():
    table = by_hand()
    act(table, ALICE, type="RollOff")
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    settled(table, ALICE, disputed(table), "again")
    assert state_of(table).owed.entries == ()


def test_or_the_server_throws_them():
    table = by_hand()
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    settled(table, ALICE, disputed(table), "server")
    assert state_of(table).owed is None
    assert rolls(table)[-1][1] == ""


def test_or_they_stand_by_the_word_of_who_disputed_them():
    table = by_hand()
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    doubt = disputed(table)
    settled(table, ALICE, doubt, "stands")
    with refused("disputed"):
        act(table, ALICE, type="RollOff")
    settled(table, BOB, doubt, "stands")
    last = journal.lines(table, fresh(table).seq - 1, fresh(table).seq)[0].event
    assert isinstance(last, DiceStand)
    assert last.sentence(state_of(table)) == "The dice stand, says Bob; disputed: It was cocked"
    act(table, ALICE, type="RollOff")


def test_a_host_who_does_not_play_has_the_last_word():
    table = by_hand()
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    seat = services.join(code=table.code, person=CHARLIE, name="Charlie")[0]
    services.pass_host(code=table.code, person=ALICE, seat=seat.pk)
    settled(table, CHARLIE, disputed(table), "stands")
    last = journal.lines(table, fresh(table).seq - 1, fresh(table).seq)[0].event
    assert last.by == "Charlie"
    services.dispute(code=table.code, person=CHARLIE)
    assert state_of(table).owed is not None


def test_a_host_who_plays_has_not():
    table = by_hand()
    throws(table, BOB)
    act(table, BOB, type="EnterDice", faces=[6, 6])
    doubt = services.dispute(code=table.code, person=ALICE)
    with refused("no-right"):
        settled(table, ALICE, doubt, "again")
    settled(table, ALICE, doubt, "stands")


@pytest.mark.parametrize(("person", "code"), [(ALICE, "own-dice"), (CHARLIE, "no-seat")])
def test_who_may_not_dispute(person, code):
    table = by_hand()
    with refused("no-hand-dice"):
        disputed(table)
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    with refused(code):
        services.dispute(code=table.code, person=person)


def test_a_dispute_ends_in_one_of_its_ways_and_once():
    table = by_hand()
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    doubt = disputed(table)
    with refused("malformed"):
        settled(table, ALICE, doubt, "thrown-out")
    with refused("disputed"):
        services.agree(code=table.code, person=ALICE, proposal=doubt.pk)
    settled(table, BOB, doubt, "stands")
    with refused("lapsed"):
        settled(table, ALICE, doubt, "again")


# -- verifying -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-DICE-15")
def test_a_finished_game_is_verified_with_both_kinds_of_dice_apart():
    """Two dice by hand, disputed and thrown by the server; two that stand; a roll-off that is withdrawn; three more."""
    table = by_hand()
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    settled(table, ALICE, disputed(table), "server")
    throws(table)
    act(table, ALICE, type="EnterDice", faces=[6, 6])
    settled(table, BOB, disputed(table), "stands")
    act(table, BOB, type="RollOff")
    services.undo(code=table.code, person=BOB)
    throws(table, BOB, 3)
    act(table, BOB, type="EnterDice", faces=[1, 2, 3])
    act(table, ALICE, type="Concede")
    services.publish_seed(code=table.code, person=ALICE)
    found = browser(ALICE).get(f"/tables/{table.code}/log.json").content
    verdict = verified(msgspec.json.decode(found, type=FinishedLog))
    assert (verdict.fault, verdict.dice, verdict.by_hand, verdict.unchecked) == ("", 2, 7, ())
    forged = found.replace(b'"dice":[6,6],"why"', b'"dice":[6,5],"why"')
    assert forged != found
    fault = verified(msgspec.json.decode(forged, type=FinishedLog)).fault
    assert "was logged" in fault
    assert "entered" in fault.split("was logged")[1]


# -- secrets -------------------------------------------------------------------------------------------------------


def test_the_command_that_waits_is_sent_to_nobody():
    table = by_hand()
    throws(table)
    for viewer in ("a", "b", "public"):
        assert view(state_of(table), viewer if viewer == "public" else SideId(viewer)).owed.action is None
