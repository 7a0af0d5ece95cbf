"""Hubs and rooms: what others tell, what a layer loses, what a burst becomes."""

import asyncio
import threading
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer

from tabletop.games import services
from tabletop.games.models import EventRecord
from tabletop.games.push import hub, rooms
from tabletop.games.push.outbox import Connection
from tabletop.games.push.presence import Presence
from tabletop.games.push.rooms import Rooms, tell
from tests.cast import ALICE, a_battle_at, act
from tests.markup import words
from tests.visitors import STAMP

pytestmark = pytest.mark.django_db(transaction=True)


class Watcher:
    """A connection that notes which events its frames lead from and to."""

    def __init__(self, since=0):
        self.spans = []
        self.texts = []
        self.connection = Connection(self._send, since=since)
        self.task = None

    async def _send(self, message):
        self.texts.append(message["text"])
        if found := STAMP.match(message["text"]):
            self.spans.append((int(found[1]), int(found[2])))

    async def enter(self, room, audience="public", who=""):
        async def recheck():
            return None

        self.hub = await room.join(audience, self.connection, who, recheck)
        self.task = asyncio.create_task(self.connection.run(self.hub.bring_up))
        await until(lambda: self.connection.live)

    async def leave(self, room, who=""):
        self.connection.end()
        room.leave(self.hub, self.connection, who)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    @property
    def shown(self):
        return self.spans[-1][1] if self.spans else 0

    async def reach(self, seq):
        await until(lambda: self.shown >= seq)


async def until(true, patience=30):
    """Wait for something that must come, however busy the machine is."""
    async with asyncio.timeout(patience):
        while not true():
            await asyncio.sleep(0.005)


class LossyLayer(InMemoryChannelLayer):
    """A layer between processes that can be broken."""

    broken = False

    async def group_send(self, group, message):
        if self.broken:
            raise ConnectionError("the layer is away")
        await super().group_send(group, message)

    async def new_channel(self, prefix="specific"):
        if self.broken:
            raise ConnectionError("the layer is away")
        return await super().new_channel(prefix)


@pytest.fixture(autouse=True)
def nobody_looks_by_himself(monkeypatch):
    """No look into the database comes between; where one is meant, it is asked for."""
    monkeypatch.setattr(rooms, "WATCH_EVERY", 60)


@pytest.fixture
def layer(monkeypatch):
    found = LossyLayer()
    monkeypatch.setattr(rooms, "shared_layer", lambda: found)
    return found


def do(function, *args, **kwargs):
    return sync_to_async(function)(*args, **kwargs)


def roll(table):
    return act(table, ALICE, type="TableRoll", sides=6).seq


async def test_a_burst_within_a_tick_is_one_frame():
    table = await do(a_battle_at)
    room = Rooms().open(table)
    watcher = Watcher(since=1)
    await watcher.enter(room)
    await asyncio.sleep(0.1)
    for _ in range(5):
        last = await do(roll, table)
    room.hear({"seq": last})
    room.hear({"seq": last})
    await watcher.reach(last)
    await asyncio.sleep(hub.TICK * 2)
    assert watcher.spans == [(2, last)]
    await watcher.leave(room)


async def test_a_frame_is_made_once_for_all_who_see_alike(monkeypatch):
    table = await do(a_battle_at)
    made = []
    real = hub.frames.frame
    monkeypatch.setattr(hub.frames, "frame", lambda *given: made.append(given[1:]) or real(*given))
    room = Rooms().open(table)
    watchers = [Watcher() for _ in range(30)]
    await asyncio.gather(*(watcher.enter(room) for watcher in watchers))
    await asyncio.gather(*(watcher.reach(1) for watcher in watchers))
    last = await do(roll, table)
    room.hear({"seq": last})
    await asyncio.gather(*(watcher.reach(last) for watcher in watchers))
    assert made == [("public", 0, 1), ("public", 1, 2)]
    assert {tuple(watcher.spans) for watcher in watchers} == {((1, 1), (2, 2))}
    await asyncio.gather(*(watcher.leave(room) for watcher in watchers))


async def test_news_that_come_late_doubled_or_out_of_order_change_nothing():
    table = await do(a_battle_at)
    room = Rooms().open(table)
    watcher = Watcher(since=1)
    await watcher.enter(room)
    first, last = await do(roll, table), await do(roll, table)
    for seq in (last, first, last, 1, first):
        room.hear({"seq": seq})
    await watcher.reach(last)
    await asyncio.sleep(hub.TICK * 2)
    # One frame, or on a busy machine one for each: every event once, in order.
    assert [seq for begin, end in watcher.spans for seq in range(begin, end + 1)] == list(range(2, last + 1))
    await watcher.leave(room)


async def test_players_who_wait_are_shown_an_act_first_and_who_looks_on_last(monkeypatch):
    monkeypatch.setattr(hub, "PATIENCE", 60)  # the machine may be busy
    table = await do(a_battle_at)
    room = rooms.rooms.open(table)
    watchers = {audience: Watcher(since=1) for audience in ("screen", "public", "a", "host", "b")}
    for audience, watcher in watchers.items():
        await watcher.enter(room, audience)
    drawn, real = [], hub.frames.frame
    monkeypatch.setattr(hub.frames, "frame", lambda *given: drawn.append(given[1]) or real(*given))
    last = await do(roll, table)  # side A's
    for watcher in watchers.values():
        await watcher.reach(last)
    assert [drawn[:1], sorted(drawn[1:3]), sorted(drawn[3:])] == [["b"], ["a", "host"], ["public", "screen"]]
    for watcher in watchers.values():
        await watcher.leave(room)
    rooms.rooms.close(room)


async def test_two_who_act_at_the_same_moment_do_not_wait_for_each_other(monkeypatch):
    monkeypatch.setattr(hub, "PATIENCE", 60)
    table = await do(a_battle_at)
    room = Rooms().open(table)
    one, other = Watcher(since=1), Watcher(since=1)
    await one.enter(room, "a")
    await other.enter(room, "b")
    begun, done, real = asyncio.Event(), asyncio.Event(), other.hub._refresh

    async def refreshes():
        begun.set()
        await done.wait()
        await real()

    monkeypatch.setattr(other.hub, "_refresh", refreshes)
    room.hear({"chat": True})
    await begun.wait()  # b's hub is at work on that when both sides act
    room.hear({"seq": await do(roll, table), "by": "a"})
    await until(lambda: one.hub.stands_back)
    last = await do(roll, table)
    room.hear({"seq": last, "by": "b"})
    done.set()
    await one.reach(last)
    await other.reach(last)
    for watcher in (one, other):
        await watcher.leave(room)


async def test_who_is_to_be_shown_something_first_keeps_nobody_waiting_for_long(monkeypatch):
    monkeypatch.setattr(hub, "PATIENCE", 0.01)
    done = threading.Event()
    await shown_to_others_before_b(monkeypatch, done.wait)
    done.set()


async def test_nobody_waits_for_a_hub_that_cannot_make_a_frame(monkeypatch):
    monkeypatch.setattr(hub, "PATIENCE", 60)
    monkeypatch.setattr(hub, "_RETRY", 60)

    def fails():
        raise OSError("the disk is away")

    await shown_to_others_before_b(monkeypatch, fails)


async def shown_to_others_before_b(monkeypatch, drawing):
    """Side A acts, and while b's frame is being drawn the others are given theirs."""
    table = await do(a_battle_at)
    room = Rooms().open(table)
    stuck, one, other = Watcher(since=1), Watcher(since=1), Watcher(since=1)
    await stuck.enter(room, "b")
    await one.enter(room, "a")
    await other.enter(room, "public")
    real = hub.frames.frame

    def drawn(table, audience, *span):
        if audience == "b":
            drawing()
        return real(table, audience, *span)

    monkeypatch.setattr(hub.frames, "frame", drawn)
    last = await do(roll, table)
    room.hear({"seq": last, "by": "a"})
    await one.reach(last)
    await other.reach(last)
    assert (stuck.spans, one.spans, other.spans) == ([], [(2, last)], [(2, last)])
    for watcher in (stuck, one, other):
        await watcher.leave(room)


async def test_a_page_that_is_ahead_of_the_news_is_not_sent_the_whole_again():
    table = await do(a_battle_at)
    room = Rooms().open(table)
    early, late = Watcher(since=1), Watcher(since=2)
    await early.enter(room)
    assert await do(roll, table) == 2  # the room has not been told
    await late.enter(room)
    await early.reach(2)
    await asyncio.sleep(0.1)
    assert early.spans == [(2, 2)]
    assert late.spans == []
    assert late.connection.live
    await early.leave(room)
    await late.leave(room)


async def test_another_process_hears_through_the_layer(layer):
    table = await do(a_battle_at)
    elsewhere = Rooms()
    room = elsewhere.open(table)
    watcher = Watcher(since=1)
    await watcher.enter(room)
    await asyncio.sleep(0.1)
    last = await do(roll, table)
    await layer.group_send(f"table.{table.pk}", {"process": "another", "news": {"seq": last}})
    await watcher.reach(last)
    await watcher.leave(room)
    elsewhere.close(room)


async def test_a_broken_layer_fails_no_command_and_the_database_tells_instead(layer, monkeypatch, caplog):
    table = await do(a_battle_at)
    monkeypatch.setattr(rooms, "WATCH_EVERY", 0.05)
    layer.broken = True
    elsewhere = Rooms()
    room = elsewhere.open(table)
    watcher = Watcher(since=1)
    await watcher.enter(room)
    last = await do(roll, table)
    await watcher.reach(last)
    assert "the channel layer fails, ConnectionError" in caplog.text
    layer.broken = False
    await watcher.leave(room)
    elsewhere.close(room)


async def test_watchers_here_are_told_without_the_layer(layer):
    table = await do(a_battle_at)
    layer.broken = True
    room = rooms.rooms.open(table)
    watcher = Watcher(since=1)
    await watcher.enter(room)
    last = await do(roll, table)
    await watcher.reach(last)
    await watcher.leave(room)
    rooms.rooms.close(room)


async def test_telling_a_table_that_nobody_watches_is_nothing(layer):
    layer.broken = True
    await do(tell, 987_654, seq=3)


async def test_a_frame_that_cannot_be_made_is_made_later(monkeypatch):
    table = await do(a_battle_at)
    monkeypatch.setattr(hub, "_RETRY", 0.01)
    room = Rooms().open(table)
    watcher = Watcher(since=1)
    await watcher.enter(room)
    await asyncio.sleep(0.1)
    real, failures = hub.frames.frame, []

    def fails_once(*given):
        if not failures:
            failures.append(given)
            raise OSError("the disk is away")
        return real(*given)

    monkeypatch.setattr(hub.frames, "frame", fails_once)
    last = await do(roll, table)
    room.hear({"seq": last})
    await watcher.reach(last)
    assert watcher.spans == [(2, last)]
    await watcher.leave(room)


async def test_a_hub_ends_with_its_last_watcher_and_a_room_with_its_last_hub():
    table = await do(a_battle_at)
    house = Rooms()
    room = house.open(table)
    one, two = Watcher(), Watcher()
    await one.enter(room)
    await two.enter(room, "host")
    assert set(room.hubs) == {"public", "host"}
    await one.leave(room)
    house.close(room)
    assert (set(room.hubs), house.get(table.pk)) == ({"host"}, room)
    await two.leave(room)
    house.close(room)
    assert house.get(table.pk) is None


def test_presence_is_the_sum_of_the_processes_that_speak():
    here = Presence("here")
    here.come("gkey")
    here.come("")
    assert here.hear({"process": "there", "keys": ["gother"], "watchers": 4})
    assert not here.hear({"process": "there", "keys": ["gother"], "watchers": 4})
    assert not here.hear({"process": "there"})
    assert (here.keys, here.watchers) == ({"gkey", "gother"}, 5)
    here.go("gkey")
    assert here.keys == {"gother"}


def test_a_process_that_has_fallen_silent_is_forgotten(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("tabletop.games.push.presence.time.monotonic", lambda: now[0])
    here = Presence("here")
    here.hear({"process": "there", "keys": ["gother"], "watchers": 1})
    now[0] = 39
    assert not here.expire()
    now[0] = 41
    assert here.expire()
    assert (here.keys, here.watchers) == (frozenset(), 0)


def backdated(table, seconds, after=0):
    for row in EventRecord.objects.filter(table=table, seq__gt=after):
        EventRecord.objects.filter(pk=row.pk).update(at=row.at - timedelta(seconds=seconds))


@pytest.fixture
def waits(monkeypatch):
    """For how many seconds a hub meant to wait; here it looks again in a moment, and finds what is due by then."""
    found, real = [], hub.delay.horizon

    def in_a_moment(table):
        horizon = real(table)
        if horizon.more_in_s is None:
            return horizon
        found.append(horizon.more_in_s)
        return horizon._replace(more_in_s=0.02)

    monkeypatch.setattr(hub.delay, "horizon", in_a_moment)
    return found


@pytest.mark.parametrize("audience", ["public", "screen"])
async def test_onlookers_are_sent_what_happened_when_the_delay_is_over(audience, waits):
    table = await do(a_battle_at)
    await do(services.settle, code=table.code, person=ALICE, delay_s=60)
    await do(backdated, table, 100)
    room = Rooms().open(table)
    player, onlooker = Watcher(since=1), Watcher(since=1)
    await player.enter(room, "a")
    await onlooker.enter(room, audience)
    last = await do(roll, table)
    room.hear({"seq": last})
    await player.reach(last)
    await until(lambda: len(waits) > 3)
    assert onlooker.spans == []
    assert all("dice-stage" not in text and 'class="entry' not in text for text in onlooker.texts)
    assert 0 < min(waits) <= max(waits) < 60.1
    await do(backdated, table, 60, 1)
    await onlooker.reach(last)
    assert onlooker.spans == [(2, last)]
    await player.leave(room)
    await onlooker.leave(room)


async def test_a_delay_set_in_the_middle_takes_onlookers_back_and_nobody_else():
    table = await do(a_battle_at)
    await do(backdated, table, 100)
    last = await do(roll, table)
    room = Rooms().open(table)
    player, onlooker = Watcher(since=last), Watcher(since=last)
    await player.enter(room, "a")
    await onlooker.enter(room)
    await asyncio.sleep(0.1)
    await do(services.settle, code=table.code, person=ALICE, delay_s=60)
    room.hear({"notes": True})
    await until(lambda: "1 min behind the table" in words("".join(onlooker.texts)))
    assert onlooker.spans == [(1, 1)]
    assert player.spans == []
    await player.leave(room)
    await onlooker.leave(room)


async def test_a_ruler_reaches_everybody_but_those_it_would_tell_too_much_and_goes_by_itself(monkeypatch):
    monkeypatch.setattr(rooms, "POINTED_S", 0.15)
    table = await do(a_battle_at)
    room = Rooms().open(table)
    one, other = Watcher(since=1), Watcher(since=1)
    await one.enter(room, "b")
    await other.enter(room, "public")
    await asyncio.sleep(0.1)
    room.hear({"pointed": {"by": "x", "svg": "<g>Alice 5</g>", "blind": ["public"]}})
    await until(lambda: sum("#pointing" in text for text in one.texts) == 2)
    lines = [text for text in one.texts if "#pointing" in text]
    assert lines == [
        '<svg hx-swap-oob="innerHTML:#pointing"><g>Alice 5</g></svg>',
        '<svg hx-swap-oob="innerHTML:#pointing"></svg>',
    ]
    assert not any("#pointing" in text for text in other.texts)
    assert one.spans == other.spans == [], "it has no number"
    await one.leave(room)
    await other.leave(room)
