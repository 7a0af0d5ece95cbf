"""The live table in processes of its own: two commands at once, kills, lost layers, slow watchers."""

import socket as sockets
import threading
import time
from contextlib import contextmanager

import pytest
from websockets.sync.client import connect

from tests.live import LiveServer
from tests.servers import wait_until
from tests.visitors import Socket, Visitor, a_table_on, done

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

EVERYWHERE = (
    pytest.param({"server": "daphne"}, id="daphne-sqlite"),
    pytest.param({"server": "uvicorn", "database": "postgres", "redis": True}, id="uvicorn-postgres-redis"),
)


@pytest.fixture(scope="module", params=EVERYWHERE)
def running(prepared, request):
    """One of each kind for the tests that end nothing; each has a table of its own."""
    server = LiveServer(prepared, **request.param).start()
    yield server
    text = server.log.read_text()
    server.remove()
    assert "Traceback" not in text, text[-8000:]


def roll(visitor, code, **more):
    return visitor.act(code, type="TableRoll", sides=6, **more)


def in_threads(*work):
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_everybody_sees_every_command_once_and_in_order(running):
    alice, bob, code = a_table_on(running.url)
    with alice.live(code, "as=a") as first, Visitor(running.url).live(code) as second:
        for n in range(10):
            status, last, text = roll((alice, bob)[n % 2], code)
            assert status == 204, text
        for watcher in (first, second):
            watcher.reach(last)
            assert watcher.wrong == []
            assert len(set(watcher.entries)) == len(watcher.entries) == 11
    assert "Traceback" not in (found := running.log.read_text()), found[-8000:]


def test_of_two_commands_at_once_one_is_decided_on_the_newer_state(running):
    alice, bob, code = a_table_on(running.url)
    answers = []

    def rolls_off(visitor):
        answers.append(visitor.act(code, type="RollOff"))

    def rolls_on(visitor):
        answers.extend(roll(visitor, code) for _ in range(8))

    in_threads(*[lambda v=v: rolls_off(v) for v in (alice, bob)], *[lambda v=v: rolls_on(v) for v in (alice, bob)])
    refused = [text for status, _, text in answers if status != 204]
    assert len(refused) == 1
    assert "already-rolled" in refused[0] or "prompt-open" in refused[0]
    seqs = [seq for status, seq, _ in answers if status == 204]
    assert len(set(seqs)) == len(seqs) == 17
    with Visitor(running.url).live(code) as watcher:
        watcher.reach(max(seqs))
        assert len(watcher.entries) == 18


def test_the_same_command_from_two_tabs_at_once_acts_once(running):
    alice, _, code = a_table_on(running.url)
    answers = []
    in_threads(*[lambda: answers.append(roll(alice, code, command="twice")) for _ in range(4)])
    assert {(status, seq) for status, seq, _ in answers} == {(204, 2)}


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_a_kill_loses_nothing_that_was_acknowledged_and_leaves_no_half_command(live, database):
    running = live(database=database)
    alice, bob, code = a_table_on(running.url)
    acknowledged = []
    ended = threading.Event()

    def play(visitor):
        while not ended.is_set():
            try:
                status, seq, _ = roll(visitor, code)
            except OSError:
                return
            if status == 204:
                acknowledged.append(seq)

    threads = [threading.Thread(target=play, args=(visitor,)) for visitor in (alice, bob)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(acknowledged) > 12, "a dozen acknowledged")
    running.kill()
    ended.set()
    for thread in threads:
        thread.join()
    running.start()
    status, last, text = roll(alice, code)
    assert status == 204, text
    assert last > max(acknowledged)
    with Visitor(running.url).live(code) as watcher:
        watcher.reach(last)
    with Visitor(running.url).live(code, f"since={min(acknowledged)}") as watcher:
        watcher.shown = min(acknowledged)
        watcher.reach(last)
        assert watcher.wrong == []
        assert set(acknowledged) - {min(acknowledged)} <= set(watcher.entries)
        assert watcher.entries == sorted(watcher.entries, reverse=True)


def test_two_processes_and_a_redis_that_dies_and_comes_back(live):
    first = live(database="postgres", redis=True, server="uvicorn")
    second = live(beside=first, server="daphne")
    alice, bob, code = a_table_on(first.url)
    bob.url = second.url
    with alice.live(code, "as=a") as here, Visitor(second.url).live(code) as there:
        watchers = (here, there)
        last = [roll(v, code)[1] for v in (alice, bob, alice)][-1]
        for watcher in watchers:
            watcher.reach(last)
        first.redis.stop()
        for visitor in (alice, bob):
            begun = time.monotonic()
            status, last, text = roll(visitor, code)
            assert status == 204, text
            assert time.monotonic() - begun < 10
        first.redis.start()
        for watcher in watchers:
            watcher.reach(last)
        status, last, _ = roll(bob, code)
        for watcher in watchers:
            watcher.reach(last)
            assert watcher.wrong == []
            assert len(set(watcher.entries)) == len(watcher.entries)


def test_of_two_processes_one_at_a_time_plays_for_the_house(live):
    first = live(database="postgres", redis=True, server="uvicorn")
    second = live(beside=first, server="daphne")
    alice, _, code = a_table_on(first.url)
    for side in "ab":
        done(alice.post(f"/tables/{code}/house/seat", side=side, character="random"))
    with Visitor(second.url).live(code) as there:
        with Visitor(first.url).live(code) as here:
            for watcher in (here, there):
                watcher.reach(60, patience=60)
        after = there.shown
        there.reach(after + 30)  # nobody looks from the first any more: the second goes on at once
    for watcher in (here, there):
        assert watcher.wrong == []
        assert len(set(watcher.entries)) == len(watcher.entries)
    for server in (first, second):
        text = server.log.read_text()
        assert "Traceback" not in text, text[-8000:]
        assert "cannot go on" not in text


def test_one_who_does_not_read_delays_nobody_and_is_brought_up_later(running):
    alice, _, code = a_table_on(running.url)
    with unread(running.url, code) as slow, Visitor(running.url).live(code) as quick:
        begun = time.monotonic()
        for n in range(150):
            last = roll(alice, code, why=f"{n} " + "x" * 400)[1]
            quick.reach(last)
        assert time.monotonic() - begun < 120
        slow.opened.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1 << 20)  # it takes all that there is
        slow.reach(last)
        assert slow.wrong == []
    assert "Traceback" not in (found := running.log.read_text()), found[-8000:]


@contextmanager
def unread(url, code):
    """A watcher whose system takes little and whose page takes nothing until it is asked to."""
    host, port = url.removeprefix("http://").split(":")
    raw = sockets.create_connection((host, int(port)))
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    address = f"ws://{host}:{port}/tables/{code}/live"
    bare = {
        "max_size": None,
        "compression": None,
        "ping_interval": None,
    }  # what is not read is no answer to a ping either
    with connect(address, sock=raw, max_queue=1, close_timeout=1, **bare) as connection:
        yield Socket(connection)
