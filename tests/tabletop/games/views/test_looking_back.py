"""Spectators look back while a battle goes on, and react to its acts."""

import re

import pytest
from django.test import Client

from tabletop.games import selectors, services
from tabletop.games.access import entrance
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Reaction
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, act, browser, deployed, fresh, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_is_counted():
    for limit in (entrance.wrong_codes, entrance.flood, entrance.reacted):
        limit.forget()


def moment(table, client=None, **asked):
    return (client or Client()).get(f"/tables/{table.code}/moment", {"as": "public", **asked})


# ------------------------------------------------------------------ looking back


def test_an_earlier_moment_is_shown_while_the_battle_goes_on():
    table = deployed()
    before = table.seq
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped")
    back = moment(table, since=fresh(table).seq, upto=before).content.decode()
    assert 'hx-swap-oob="innerHTML:#unit-a1"' in back
    assert "#unit-b1" not in back
    forth = moment(table, since=before, upto=fresh(table).seq).content.decode()
    assert "Ash First is pinned (tripped)" in forth
    assert 'hx-swap-oob="innerHTML:#unit-a1"' in forth


def test_a_card_is_that_of_the_moment_that_is_shown():
    table = deployed()
    before = table.seq
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped")
    now, then = (Client().get(f"/tables/{table.code}/units/a1?as=public&at={at}") for at in (0, before))
    assert "Pinned" in now.content.decode()
    assert "Pinned" not in then.content.decode()


def test_a_moment_that_has_not_come_is_refused():
    table = deployed()
    for upto in (0, table.seq + 1, 10**8):
        assert moment(table, since=1, upto=upto).status_code == 422


def test_a_moment_before_tells_no_more_of_what_is_hidden():
    table = deployed(hidden="Ash Second")
    for upto in range(1, table.seq + 1):
        assert "Ash Second" not in moment(table, since=0, upto=upto).content.decode()
    assert moment(table, upto=table.seq, **{"as": "a"}).status_code == 403


def test_beyond_a_delay_there_is_no_moment_even_for_who_plays():
    table = a_battle_at()
    services.settle(code=table.code, person=ALICE, delay_s=60)
    last = act(table, BOB, type="RollOff").seq
    for client in (Client(), browser(BOB)):
        assert moment(table, client, since=0, upto=last).status_code == 422
    assert browser(BOB).get(f"/tables/{table.code}/moment?as=b&upto={last}").status_code == 200


# ------------------------------------------------------------------ reactions


def react(table, person, kind="bravo", on=True, head=1):
    services.react(code=table.code, person=person, head=head, kind=kind, on=on)


def kept(table):
    return [(r.head, r.kind, r.count) for r in selectors.reactions(fresh(table))]


def test_each_person_has_one_of_a_kind_for_an_act():
    table = a_battle_at()
    for _ in range(3):
        react(table, CHARLIE)
    react(table, BOB)
    react(table, BOB, "ouch")
    assert kept(table) == [(1, "bravo", 2), (1, "ouch", 1)]
    react(table, CHARLIE, on=False)
    assert kept(table) == [(1, "bravo", 1), (1, "ouch", 1)]


@pytest.mark.parametrize(("head", "kind"), [(2, "bravo"), (0, "bravo"), (99, "bravo"), (1, "boo")])
def test_there_is_nothing_else_to_react_to_or_with(head, kind):
    table = a_battle_at()
    with pytest.raises(Refused):
        react(table, CHARLIE, kind, head=head)
    assert not Reaction.objects.exists()


def test_nobody_reacts_to_what_they_have_not_been_told():
    table = a_battle_at()
    services.settle(code=table.code, person=ALICE, delay_s=60)
    act(table, BOB, type="RollOff")
    with pytest.raises(Refused, match="no such act"):
        react(table, CHARLIE, head=2)
    react(table, ALICE, head=2)
    watched = Client().get(f"/tables/{table.code}/watch").content.decode()
    assert 'data-head="2"' not in watched
    assert 'data-head="2"' in browser(ALICE).get(f"/tables/{table.code}/").content.decode()


def test_a_stranger_needs_no_name():
    table = deployed()
    client = Client()
    answer = client.post(f"/tables/{table.code}/react", {"head": 1, "kind": "seen"}, headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert '["1 seen"]' in client.get(f"/tables/{table.code}/watch").content.decode()
    other = Client().get(f"/tables/{table.code}/watch").content.decode()
    assert re.search(r'id="my-reactions"[^>]*>\s*\[\]\s*<', other)
    assert state_of(table).seq == table.seq


def test_a_flood_of_reactions_is_stopped():
    table = a_battle_at()
    client = browser(CHARLIE)
    asked = {"head": 1, "kind": "dice"}
    answers = [client.post(f"/tables/{table.code}/react", asked).status_code for _ in range(25)]
    assert answers[-1] == 429
    assert kept(table) == [(1, "dice", 1)]
