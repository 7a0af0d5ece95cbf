"""A delay that the host has set: whatever onlookers ask for, by whatever address, is as old as that."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tabletop.games import selectors, services
from tabletop.games.access import entrance
from tabletop.games.access.refusals import Refused
from tabletop.games.log import delay
from tabletop.games.log.journal import state_at
from tabletop.games.models import ChatMessage, EventRecord, Reaction, Table
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, act, browser, deployed, fresh
from tests.markup import words

pytestmark = pytest.mark.django_db

NEW = "Roll-off for the first turn"


@pytest.fixture(autouse=True)
def _nobody_has_tried_codes():
    entrance.wrong_codes.forget()
    entrance.flood.forget()


def delayed(table, delay_s=120):
    services.settle(code=table.code, person=ALICE, delay_s=delay_s)
    return fresh(table)


def older(table, seconds, **which):
    """What has happened, or been said, was so long ago."""
    for kind, field in ((EventRecord, "at"), (ChatMessage, "created_at")):
        for row in kind.objects.filter(table=table, **which if kind is EventRecord else {}):
            kind.objects.filter(pk=row.pk).update(**{field: getattr(row, field) - timedelta(seconds=seconds)})


def a_fresh_roll_off():
    """A battle behind which onlookers are by two minutes; the roll-off is new."""
    table = delayed(a_battle_at())
    act(table, BOB, type="RollOff")
    return fresh(table)


def pages(table, *names):
    """What a stranger reads at these addresses, and what a guest with a name does."""
    strangers = (Client(), browser(CHARLIE))
    asked = [one.get(f"/tables/{table.code}/{name}", follow=True) for name in names for one in strangers]
    return [answer.content.decode() for answer in asked]


ADDRESSES = (
    "watch",
    "screen",
    "stream",
    "text",
    "text/now?as=public",
    "log.json?as=public",
    "clocks",
    "log?as=public&before=9999",
    "log?as=screen&before=9999",
    "",
    "end",
    "ground",
)


def test_no_page_tells_an_onlooker_what_is_too_new():
    table = a_fresh_roll_off()
    for page in pages(table, *ADDRESSES):
        assert NEW not in page
    assert NEW in browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    older(table, 130)
    assert all(NEW in page for page in pages(table, "watch"))


def test_boards_cards_and_odds_are_as_old_as_the_log():
    table = deployed()
    older(table, 300)
    delayed(table)
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped over a root")
    watched = Client().get(f"/tables/{table.code}/watch").content.decode()
    assert "tripped over" not in watched
    cards = [Client().get(f"/tables/{table.code}/units/a1?as={view}").content for view in ("public", "screen")]
    own = browser(ALICE).get(f"/tables/{table.code}/units/a1?as=a").content
    assert "Pinned" in own.decode()
    assert all(b"Pinned" not in card for card in cards)
    assert Client().get("/charts/", {"table": table.code, "as": "public"}).status_code == 200


@pytest.mark.parametrize("view", ["a", "b", "host", "all"])
def test_another_audience_gets_an_onlooker_nothing(view):
    table = a_fresh_roll_off()
    for name in ("log?before=9999&as=", "units/a1?as=", "mine?as=", "odds?as=", "dock?as="):
        answer = browser(CHARLIE).get(f"/tables/{table.code}/{name}{view}")
        assert answer.status_code == 403
    assert delay.delayed(table).seq == 1


def test_a_delay_in_the_address_changes_nothing():
    table = a_fresh_roll_off()
    for asked in ("delay_s=0", "delay=0&since=0", "seq=99&at=99"):
        assert NEW not in Client().get(f"/tables/{table.code}/watch?{asked}").content.decode()


@pytest.mark.parametrize("seconds", [1, 29, 601, 86_400])
def test_a_delay_is_half_a_minute_to_ten_minutes(seconds):
    table = a_battle_at()
    with pytest.raises(Refused, match="cannot be set"):
        services.settle(code=table.code, person=ALICE, delay_s=seconds)
    assert fresh(table).delay_s == 0


def test_only_the_host_sets_it():
    table = a_battle_at()
    for person in (BOB, CHARLIE):
        answer = browser(person).post(f"/tables/{table.code}/settle", {"delay_s": "0"})
        assert answer.status_code == 403
    assert browser(ALICE).post(f"/tables/{table.code}/settle", {"delay_s": "30"}).status_code in (204, 302)
    assert fresh(table).delay_s == 30
    assert "30 s behind the table" in words(Client().get(f"/tables/{table.code}/watch").content.decode())


def test_talk_is_as_old_as_the_battle():
    table = delayed(a_battle_at())
    services.chat(code=table.code, person=ALICE, text="I shall charge at once", side="a")
    assert selectors.said(table, delayed=True) == ()
    assert all("charge at once" not in page for page in pages(table, "watch"))
    older(table, 130)
    assert all("charge at once" in page for page in pages(table, "watch"))


def ended():
    table = deployed()
    older(table, 300)
    delayed(table)
    act(table, BOB, type="Concede")
    services.publish_seed(code=table.code, person=ALICE)
    services.settle(code=table.code, person=ALICE, public=True)
    return fresh(table)


def test_the_end_is_told_when_it_is_due():
    table = ended()
    assert table.status == Table.Status.ENDED
    assert Client().get(f"/tables/{table.code}/log.json").status_code == 404
    assert Client().get(f"/tables/{table.code}/end").status_code == 302
    assert Client().get(f"/replays/{table.code}/").status_code == 302
    assert Client().get(f"/replays/{table.code}/moment?view=all&upto={table.seq}").status_code == 422
    assert Client().get(f"/tables/{table.code}/luck").status_code == 403
    lobby = Client().get("/").content.decode()
    assert table.name in lobby
    assert "wins" not in lobby
    for page in pages(table, "dice"):
        assert "Published" not in page
    assert browser(BOB).get(f"/tables/{table.code}/log.json").status_code == 200
    older(table, 130)
    assert Client().get(f"/tables/{table.code}/log.json").status_code == 200
    assert Client().get(f"/tables/{table.code}/end").status_code == 200


def test_without_a_delay_everything_is_told_at_once():
    table = a_battle_at()
    act(table, BOB, type="RollOff")
    assert delay.delayed(fresh(table)).seq == fresh(table).seq
    assert delay.horizon(table.pk).more_in_s is None


def test_the_moment_when_more_is_told_is_known():
    table = delayed(a_battle_at(), 30)
    older(table, 100)
    done = act(table, BOB, type="RollOff")
    older(table, 20, seq__gt=1)
    found = delay.horizon(table.pk)
    assert found.seq == 1
    assert 8 < found.more_in_s < 11
    older(table, 11, seq__gt=1)
    assert delay.horizon(table.pk).seq == done.seq
    assert timezone.now() > EventRecord.objects.get(table=table, seq=done.seq).at


def test_what_is_taken_back_is_as_late_as_what_was_done():
    table = deployed()
    older(table, 300)
    delayed(table)
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped over a root")
    older(table, 300)
    services.undo(code=table.code, person=ALICE, reason="the wrong squad")
    for page in pages(table, *ADDRESSES):
        assert "the wrong squad" not in page
    for page in pages(table, "watch"):
        assert "tripped over a root" in page
        assert "Taken back" not in page
    card = Client().get(f"/tables/{table.code}/units/a1?as=public").content.decode()
    assert "Pinned" in card
    older(table, 130)
    for page in pages(table, "watch"):
        assert "the wrong squad" in page
    assert "Pinned" not in Client().get(f"/tables/{table.code}/units/a1?as=public").content.decode()


def test_what_players_think_of_an_act_is_as_late_as_what_they_do():
    table = delayed(deployed())
    older(table, 300)
    for person, kind in ((ALICE, "ouch"), (CHARLIE, "bravo")):
        services.react(code=table.code, person=person, head=1, kind=kind)
    players_own, by_who_looks_on = 'data-head="1" data-kind="ouch"', 'data-head="1" data-kind="bravo"'
    for page in pages(table, "watch"):
        assert players_own not in page
        assert by_who_looks_on in page
    assert players_own in browser(BOB).get(f"/tables/{table.code}/").content.decode()
    late = timezone.now() - timedelta(seconds=121)
    Reaction.objects.exclude(ahead_at=None).update(ahead_at=late)
    assert all(players_own in page for page in pages(table, "watch"))


def test_who_looks_on_does_not_see_at_once_that_a_player_thinks_otherwise():
    table = delayed(deployed())
    older(table, 300)
    ouch = 'data-head="1" data-kind="ouch"'

    def react(person, *, on=True):
        services.react(code=table.code, person=person, head=1, kind="ouch", on=on)

    react(ALICE)
    react(ALICE, on=False)
    assert not Reaction.objects.exists()  # nobody behind the table has seen it
    react(ALICE)
    Reaction.objects.update(ahead_at=timezone.now() - timedelta(seconds=121))
    react(ALICE, on=False)
    assert all(ouch in page for page in pages(table, "watch"))
    assert ouch not in browser(BOB).get(f"/tables/{table.code}/").content.decode()
    react(ALICE)  # and thinks so again, as far as they can tell all the time
    assert all(ouch in page for page in pages(table, "watch"))
    react(ALICE, on=False)
    Reaction.objects.update(gone_at=timezone.now() - timedelta(seconds=121))
    assert not any(ouch in page for page in pages(table, "watch"))
    react(ALICE)
    assert not any(ouch in page for page in pages(table, "watch"))
    assert ouch in browser(BOB).get(f"/tables/{table.code}/").content.decode()

    react(CHARLIE)
    react(CHARLIE, on=False)
    assert Reaction.objects.count() == 1  # who looks on is behind as well: at once among them


def test_an_end_that_onlookers_have_seen_stands_for_them_until_its_taking_back_is_as_old():
    table = delayed(deployed())
    older(table, 300)
    act(table, BOB, type="Concede")
    older(table, 300)
    assert Client().get(f"/tables/{table.code}/end").status_code == 200
    services.undo(code=table.code, person=BOB)
    assert fresh(table).status == Table.Status.PLAYING
    assert Client().get(f"/tables/{table.code}/end").status_code == 200
    older(table, 130)
    assert Client().get(f"/tables/{table.code}/end").status_code == 302


def test_an_end_that_is_taken_back_before_onlookers_are_shown_it_opens_nothing_to_them():
    table = delayed(deployed())
    older(table, 300)
    act(table, BOB, type="Concede")
    services.undo(code=table.code, person=BOB)
    older(table, 115)
    older(table, 10, seq__lt=fresh(table).seq)  # two minutes ago it had ended, and that was not taken back yet
    assert state_at(table, delay.horizon(table.pk).seq).outcome is not None
    assert delay.delayed(fresh(table)).status == Table.Status.PLAYING
    assert [Client().get(f"/tables/{table.code}/{name}").status_code for name in ("end", "watch")] == [302, 200]
    assert Client().get(f"/tables/{table.code}/log.json").status_code == 404


COMMANDS = {
    "act": {"action": {"type": "RollOff"}, "based_on": 99_999},
    "ruling": {"action": {"type": "RuleUnit", "unit": "b1", "what": "pinned", "value": 1, "reason": "said so"}},
    "undo": {"based_on": 99_999},
    "redo": {},
    "dispute": {"based_on": 99_999},
    "proposals/1/agree": {},
    "proposals/1/refuse": {},
    "disputes/1/again": {},
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_an_onlooker_is_refused_alike_whatever_has_happened_since(command):
    table = delayed(a_battle_at())
    answers = set()
    for step in ("at the beginning", "after more events", "taken back"):
        answer = browser(CHARLIE).post(
            f"/tables/{table.code}/{command}", COMMANDS[command], content_type="application/json"
        )
        answers.add((answer.status_code, answer.content))
        if step == "at the beginning":
            act(table, BOB, type="RollOff")
        else:
            services.pause(code=table.code, person=ALICE)
            services.resume(code=table.code, person=ALICE)
    assert len(answers) == 1
    assert answers.pop()[0] == 403


def test_the_seed_is_published_to_onlookers_with_the_end_alone():
    table = delayed(a_battle_at())
    older(table, 300)
    act(table, BOB, type="Concede")
    with pytest.raises(Refused, match="when the battle is over"):
        services.publish_seed(code=table.code, person=CHARLIE)
    services.publish_seed(code=table.code, person=ALICE)
    seed = selectors.published_seed(fresh(table)).hex()
    for text in pages(table, "dice", "end", "watch"):
        assert seed not in text
    assert browser(CHARLIE).post(f"/tables/{table.code}/dice").status_code == 422
    assert seed in browser(BOB).get(f"/tables/{table.code}/dice").content.decode()
    older(table, 300)
    assert seed in pages(table, "dice")[0]
