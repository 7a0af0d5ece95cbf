"""One connection's outbox: bounded, in order, brought up to date when it fell behind."""

import asyncio
import contextlib

import pytest

from tabletop.games.push import outbox
from tabletop.games.push.outbox import Connection, Gone, Message
from tabletop.games.push.wire import Wire, text_frame


class Socket:
    """A socket that takes messages while it is open, and otherwise makes the sender wait."""

    def __init__(self):
        self.taken = []
        self.open = asyncio.Event()
        self.open.set()

    async def send(self, message):
        await self.open.wait()
        self.taken.append(message["text"])


class Server(Socket):
    """A socket whose server is known: it tells what waits and takes finished frames."""

    def __init__(self):
        super().__init__()
        self.waiting = 0
        self.frames = []
        self.is_open = True
        self.wire = Wire(lambda: self.waiting, self.frames.append, lambda: self.is_open)


async def up_to_date(connection):
    connection.live = True


@contextlib.asynccontextmanager
async def running(connection, bring_up=up_to_date):
    task = asyncio.create_task(connection.run(bring_up))
    await settle()
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_messages_go_out_in_the_order_in_which_they_were_put():
    socket = Socket()
    connection = Connection(socket.send)
    async with running(connection):
        for n in range(1, 6):
            connection.put(Message(str(n), seq=n))
        await settle()
        assert (socket.taken, connection.seq) == (["1", "2", "3", "4", "5"], 5)


async def test_a_known_server_is_given_the_frame_that_was_built_once():
    server = Server()
    connection = Connection(server.send, wire=server.wire)
    message = Message("hello", seq=1)
    async with running(connection):
        connection.put(message)
    assert server.frames == [message.frame] == [b"\x81\x05hello"]
    assert server.taken == []


async def test_a_socket_that_has_just_been_closed_is_given_up_and_whoever_comes_after_it_is_served():
    def closed(frame):
        raise RuntimeError("the handler is closed")

    gone, server = Server(), Server()
    lost = Connection(gone.send, wire=gone.wire._replace(write=closed), since=1)
    here = Connection(server.send, wire=server.wire)
    async with running(lost) as writer, running(here):
        for connection in (lost, here):
            connection.put(Message("2", seq=2))
        await writer
    assert (lost.closed, lost.seq) == (True, 1)
    assert server.frames == [text_frame(b"2")]


async def test_a_slow_socket_is_not_written_to_and_gets_one_message_with_all_when_it_takes_again():
    server = Server()
    connection = Connection(server.send, wire=server.wire, since=3)

    async def bring_up(one):
        if one.seq < 100:
            await one.deliver(Message(f"all after {one.seq}", seq=100))
        one.live = True

    connection.seq = 100
    async with running(connection, bring_up):
        connection.seq = 3
        server.waiting = outbox.HIGH_WATER + 1
        for n in range(4, 4 + outbox.MOST_MESSAGES + 20):
            connection.put(Message(str(n), seq=n))
        await settle()
        assert (server.frames, connection.live, len(connection._box)) == ([], False, 0)
        server.waiting = 0
        await asyncio.sleep(outbox.LOOK_AGAIN * 3)
        assert server.frames == [text_frame(b"all after 3")]
        assert connection.live


async def test_a_heavy_box_counts_by_its_bytes():
    socket = Socket()
    connection = Connection(socket.send)
    async with running(connection):
        socket.open.clear()
        connection.put(Message("first", seq=1))
        await settle()
        connection.put(Message("x" * (outbox.MOST_BYTES - 10), seq=2))
        assert connection.live
        connection.put(Message("y" * 20, seq=3))
        assert not connection.live


async def test_what_fell_behind_starts_again_from_what_was_sent():
    socket = Socket()
    connection = Connection(socket.send)
    seen = []

    async def bring_up(one):
        seen.append(one.seq)
        one.live = True

    async with running(connection, bring_up):
        socket.open.clear()
        connection.put(Message("1", seq=1))
        await settle()
        connection.fall_behind()
        socket.open.set()
        await settle()
    assert seen == [0, 1]


async def test_what_the_page_says_it_shows_counts_more_than_what_is_on_its_way():
    socket = Socket()
    connection = Connection(socket.send)
    seen = []

    async def bring_up(one):
        seen.append(one.seq)
        one.live = True

    async with running(connection, bring_up):
        socket.open.clear()
        connection.put(Message("7", seq=7))
        await settle()
        connection.fall_behind(since=2)
        socket.open.set()
        await settle()
    assert seen == [0, 2]


async def test_who_is_being_brought_up_gets_answers_alone_and_the_rest_from_that():
    socket = Socket()
    connection = Connection(socket.send)

    async def bring_up(one):
        await one.deliver(Message("all that stands"))
        one.live = True

    connection.put(Message("frame", seq=1))
    connection.put(Message("people as they were"))
    connection.put(Message("beat", answers=True))
    async with running(connection, bring_up):
        connection.put(Message("people now"))
        await settle()
    assert socket.taken == ["all that stands", "beat", "people now"]


async def test_a_socket_that_takes_nothing_at_all_is_given_up(monkeypatch):
    monkeypatch.setattr(outbox, "PATIENCE", 0.05)
    socket = Socket()
    socket.open.clear()
    connection = Connection(socket.send)
    async with running(connection) as task:
        connection.put(Message("1", seq=1))
        with pytest.raises(Gone):
            await task
    assert connection.closed


@pytest.mark.parametrize(
    ("size", "head"),
    [(0, b"\x81\x00"), (125, b"\x81\x7d"), (126, b"\x81\x7e\x00\x7e"), (65536, b"\x81\x7f\0\0\0\0\0\1\0\0")],
)
def test_a_frame_is_what_the_websocket_standard_says(size, head):
    assert text_frame(b"x" * size) == head + b"x" * size
