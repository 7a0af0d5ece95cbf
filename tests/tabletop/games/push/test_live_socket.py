"""The websocket: what each audience gets, catching up, and what it takes."""

import asyncio
import json
import re
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings

from tabletop.asgi import application
from tabletop.games import services
from tabletop.games.push.hub import TableHub
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, browser, deploy, fresh

pytestmark = pytest.mark.django_db(transaction=True)
TRACE = re.compile(r"unit-a1\b|\"a1[.\"]|>A1\b|words-a1\b")

PATIENCE = 30  # seconds; the machine may be busy

ENTRY = re.compile(r'<article\s+class="entry')
STAMP = re.compile(r'<div id="frame" data-from="(\d+)" data-to="(\d+)"( data-whole)?')


class Socket(WebsocketCommunicator):
    """One open websocket, and the frames that it has received."""

    async def frame(self, timeout=PATIENCE):
        """The next stamped message as (from, to, whole, text); others are passed over."""
        while True:
            text = await self.receive_from(timeout)
            if found := STAMP.match(text):
                return int(found[1]), int(found[2]), bool(found[3]), text

    async def until(self, what, *, without="\0"):
        """The next message that says this, and not the other thing; others are passed over."""
        while True:
            text = await self.receive_from(PATIENCE)
            if what in text and without not in text:
                return text

    async def closed(self):
        """The code with which the server closes."""
        while True:
            message = await self.receive_output(PATIENCE)
            if message["type"] == "websocket.close":
                return message["code"]


def headers_of(person):
    client = browser(person)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [(b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode()), (b"host", b"localhost")]


@asynccontextmanager
async def socket(table, person, query=""):
    headers = await sync_to_async(headers_of)(person)
    found = Socket(application, f"/tables/{table.code}/live?{query}", headers=headers)
    connected, _ = await found.connect(PATIENCE)
    assert connected
    try:
        yield found
    finally:
        await found.disconnect()


async def do(function, *args, **kwargs):
    return await sync_to_async(function)(*args, **kwargs)


async def test_whoever_has_seen_nothing_gets_the_whole_and_then_every_change_once():
    table = await do(a_battle_at)
    async with socket(table, ALICE, "as=a") as alice, socket(table, CHARLIE) as charlie:
        for one in (alice, charlie):
            assert (await one.frame())[:3] == (1, 1, True)
        done = await do(act, table, BOB, type="RollOff")
        for one in (alice, charlie):
            first, last, whole, text = await one.frame()
            assert (first, last, whole) == (2, done.seq, False)
            assert "Roll-off for the first turn" in text
            assert '"type":"roll"' in text


async def test_whoever_comes_back_gets_what_was_missed():
    table = await do(a_battle_at)
    done = await do(act, table, BOB, type="RollOff")
    async with socket(table, CHARLIE, "since=1") as charlie:
        first, last, whole, text = await charlie.frame()
        assert (first, last, whole) == (2, done.seq, False)
        assert text.count('class="entry') == 1


async def test_whoever_is_up_to_date_gets_no_frame_but_is_told_of_the_people():
    table = await do(a_battle_at)
    async with socket(table, CHARLIE, "since=1") as charlie:
        assert "innerHTML:#people" in await charlie.receive_from(PATIENCE)
        await charlie.send_to("ping")
        assert await charlie.until('id="beat"') == '<div id="beat" data-seq="1" hidden></div>'


async def test_asking_since_an_event_brings_what_follows_it():
    table = await do(a_battle_at)
    done = await do(act, table, BOB, type="RollOff")
    async with socket(table, CHARLIE, f"since={done.seq}") as charlie:
        await charlie.receive_from(PATIENCE)
        await charlie.send_to("since 1")
        assert (await charlie.frame())[:2] == (2, done.seq)


@pytest.mark.parametrize("said", ["hello", "since -1", "since 1 2", "since " + "9" * 30, "x" * 4000, '{"a": 1}'])
async def test_anything_else_said_closes_the_socket(said):
    table = await do(a_battle_at)
    async with socket(table, CHARLIE) as charlie:
        await charlie.frame()
        await charlie.send_to(said)
        assert await charlie.closed() == 1008


async def test_bytes_close_the_socket():
    table = await do(a_battle_at)
    async with socket(table, CHARLIE) as charlie:
        await charlie.send_to(bytes_data=b"\x00\x01")
        assert await charlie.closed() == 1008


async def test_a_flood_of_pings_closes_the_socket():
    table = await do(a_battle_at)
    async with socket(table, CHARLIE) as charlie:
        for _ in range(40):
            await charlie.send_to("ping")
        assert await charlie.closed() == 1008


async def test_nobody_watches_as_a_side_that_is_not_theirs():
    table = await do(a_battle_at)
    for person, view in ((BOB, "a"), (CHARLIE, "host"), (CHARLIE, "a"), (ALICE, "host")):
        async with socket(table, person, f"as={view}") as found:
            assert await found.closed() == 4403


async def test_there_is_no_socket_of_an_unknown_table():
    table = await do(a_battle_at)
    table.code = "NONE99"
    async with socket(table, ALICE) as found:
        assert await found.closed() == 4404


async def test_a_person_who_is_removed_is_cut_off():
    table = await do(a_battle_at)
    async with socket(table, BOB, "as=b") as bob, socket(table, ALICE, "as=a") as alice:
        await bob.frame()
        await alice.frame()
        seat = await do(lambda: table.seats.get(side="b").pk)
        await do(services.remove_person, code=table.code, person=ALICE, seat=seat)
        assert await bob.closed() == 4403
        await do(act, table, ALICE, type="RollOff")
        assert (await alice.frame())[0] == 2


async def test_who_asks_for_a_seat_is_shown_to_all_and_sees_the_side_only_once_let_in():
    table = await do(a_battle_at)
    async with (
        socket(table, ALICE, "as=a&since=1") as alice,
        socket(table, BOB, "as=b&since=1") as bob,
        socket(table, CHARLIE, "since=1") as charlie,
    ):
        assert await do(services.join, code=table.code, person=CHARLIE, name="Charlie", sides=["b"]) == []
        for one, may in ((alice, True), (bob, True), (charlie, False)):
            found = await one.until("Charlie asks for a seat")
            assert ("Let them play beside" in found) is may
        async with socket(table, CHARLIE, "as=b") as early:
            assert await early.closed() == 4403
        asked = await do(lambda: table.proposals.get().pk)
        await do(services.answer_seat, code=table.code, person=BOB, proposal=asked, way="beside")
        await alice.until("innerHTML:#proposals", without="Charlie asks")
    async with socket(table, CHARLIE, "as=b") as seated:
        assert (await seated.frame())[2]


async def test_who_is_replaced_hears_the_side_no_more():
    table = await do(a_battle_at)
    async with socket(table, BOB, "as=b") as bob:
        await do(services.join, code=table.code, person=CHARLIE, name="Charlie", sides=["b"])
        asked = await do(lambda: table.proposals.get().pk)
        await do(services.answer_seat, code=table.code, person=ALICE, proposal=asked, way="instead")
        assert await bob.closed() == 4403


async def test_a_player_who_stands_up_hears_the_side_no_more():
    table = await do(a_battle_at)
    async with socket(table, BOB, "as=b") as bob:
        await bob.frame()
        await do(services.leave, code=table.code, person=BOB)
        assert await bob.closed() == 4403


async def test_a_hidden_unit_is_in_no_bytes_of_the_other_side_but_its_events_count():
    table = await do(a_battle_at, hidden="Ash First")
    async with (
        socket(table, BOB, "as=b") as bob,
        socket(table, ALICE, "as=a") as alice,
        socket(table, CHARLIE) as other,
    ):
        seen = {one: [(await one.frame())[3]] for one in (alice, bob, other)}
        await do(deploy, table)
        last = (await do(fresh, table)).seq
        for one in (alice, bob, other):
            reached = 1
            while reached < last:
                first, reached_now, _, text = await one.frame()
                assert first == reached + 1
                reached = reached_now
                seen[one].append(text)
    assert any("Ash First" in text for text in seen[alice])
    for one in (bob, other):
        assert not any("Ash First" in text or TRACE.search(text) for text in seen[one])


async def test_a_burst_reaches_everybody_whole_in_order_and_once():
    table = await do(a_battle_at)
    async with socket(table, CHARLIE) as charlie:
        await charlie.frame()

        def burst():
            for _ in range(60):
                act(table, ALICE, type="TableRoll", sides=6)

        await do(burst)
        last = (await do(fresh, table)).seq
        reached, entries, frames = 1, 0, 0
        while reached < last:
            first, reached_now, _, text = await charlie.frame()
            assert first == reached + 1
            reached, entries, frames = reached_now, entries + len(ENTRY.findall(text)), frames + 1
        assert entries == 60
        assert frames < 60


async def test_chat_and_people_are_told_without_a_number():
    table = await do(a_battle_at)
    async with socket(table, BOB, "as=b&since=1") as bob:
        await do(services.chat, code=table.code, person=ALICE, text="Good luck")
        found = await bob.until("Good luck")
        assert not STAMP.match(found)


async def test_the_animation_of_a_frame_is_json():
    table = await do(a_battle_at)
    async with socket(table, CHARLIE, "since=1") as charlie:
        await do(act, table, ALICE, type="TableRoll", sides=6, count=2)
        text = (await charlie.frame())[3]
        found = re.search(r'<script type="application/json">(.*?)</script>', text)
        steps = json.loads(found[1])["animate"]
        assert [(step["type"], step["label"], len(step["faces"])) for step in steps] == [("roll", "table-roll", 2)]


async def test_away_and_back_is_seen_by_the_others():
    table = await do(a_battle_at)
    async with socket(table, ALICE, "as=a&since=1") as alice:
        await alice.until("Bob, away")
        async with socket(table, BOB, "as=b&since=1"):
            await alice.until("Bob</span>")
        await alice.until("Bob, away")


async def test_a_proposal_is_shown_and_goes_when_the_game_goes_on():
    table = await do(a_battle_at)
    async with socket(table, ALICE, "as=a&since=1") as alice:
        await do(act, table, BOB, type="TableRoll", sides=6)
        await do(services.undo, code=table.code, person=BOB, reason="a slip")
        await alice.until("a slip")
        await do(act, table, BOB, type="TableRoll", sides=6)
        await alice.until("innerHTML:#proposals", without="a slip")


async def test_a_table_is_heard_by_whoever_comes_in_while_the_last_one_leaves(monkeypatch):
    table = await do(a_battle_at)
    begun, go_on, opened = asyncio.Event(), asyncio.Event(), TableHub.open

    async def slowly(hub):
        begun.set()
        await go_on.wait()
        await opened(hub)

    async with socket(table, ALICE, "as=a&since=1") as alice:
        await alice.until("Alice")
        monkeypatch.setattr(TableHub, "open", slowly)
        bob = Socket(application, f"/tables/{table.code}/live?as=b&since=1", headers=await do(headers_of, BOB))
        await bob.connect(PATIENCE)
        await begun.wait()
    go_on.set()
    await bob.until("Bob")
    done = await do(act, table, BOB, type="TableRoll", sides=6)
    assert (await bob.frame())[:2] == (2, done.seq)
    await bob.disconnect()


async def test_dice_are_asked_of_their_thrower_and_everybody_else_is_told():
    table = await do(by_hand)
    async with socket(table, ALICE, "as=a&since=1") as alice, socket(table, BOB, "as=b&since=1") as bob:
        await do(act, table, ALICE, type="TableRoll", sides=6, count=2)
        mine, his = (await alice.frame())[3], (await bob.frame())[3]
        assert "Throw 2 dice, tap what they show" in mine
        assert 'data-face="6"' in mine
        assert "Ash throws 2 dice by hand" in his
        assert "data-face" not in his
        assert "TableRoll" not in mine + his
        await do(act, table, ALICE, type="EnterDice", faces=[6, 6])
        assert "thrown by hand, Alice" in (await bob.frame())[3]
        await do(services.dispute, code=table.code, person=BOB, reason="Cocked")
        assert "Let the server throw" in await alice.until("Bob disputes the dice")
        assert "Let the server throw" not in await bob.until("Bob disputes the dice")


def by_hand():
    table = a_table()
    services.set_up(code=table.code, person=ALICE, options={"dice_thrown": "by_hand"})
    return a_battle_at(fresh(table))
