"""The crowd: many websocket clients in one process by epoll, each checking that it misses nothing."""

from __future__ import annotations

import re
import select
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

_KEY: Final = "bGl2ZXRhYmxlIGJlbmNoIQ=="
_STAMP: Final = re.compile(rb'data-from="(\d+)" data-to="(\d+)"( data-whole)?')
_HEAD: Final = 200  # bytes in which a frame's stamp stands
_AT_ONCE: Final = 64  # connections being opened
_READ: Final = 1 << 18
PATIENCE_S: Final = 20.0


def request(path: str, port: int, cookie: str = "") -> bytes:
    """A browser's request for a websocket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: localhost:{port}",
        f"Origin: http://localhost:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {_KEY}",
        "Sec-WebSocket-Version: 13",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def messages(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Each whole message in `data`: its opcode, and where its payload begins and ends. Servers do not mask."""
    place, end = 0, len(data)
    while end - place >= 2:
        size, head = data[place + 1] & 127, 2
        if size >= 126:
            head = 4 if size == 126 else 10
            if end - place < head:
                return
            size = int.from_bytes(data[place + 2 : place + head], "big")
        if end - place < head + size:
            return
        yield data[place] & 15, place + head, place + head + size
        place += head + size


@dataclass
class Faults:
    """What went wrong with the frames of a crowd, and how many came."""

    frames: int = 0
    gaps: int = 0
    """Frames that begin beyond the next event: something before them was lost."""
    repeated: int = 0
    """Frames that bring nothing new."""
    disordered: int = 0
    """Frames that overlap what was shown."""
    late: int = 0
    """Frames that came after the round in which they were due."""
    closed: int = 0


class Watcher:
    """One client: its socket, what it has shown, and the part of a message that waits for its rest."""

    __slots__ = ("heard", "last", "seq", "sock", "up")

    def __init__(self, sock: socket.socket, seq: int) -> None:
        self.sock = sock
        self.seq = seq
        self.heard = b""
        self.up = False
        self.last = 0.0
        """When it last got a frame."""


@dataclass
class Crowd:
    """Clients of one address that are polled together."""

    port: int
    path: str
    seq: int = 0
    stamped: bool = True
    """Whether frames carry event numbers: the floor's are all the same."""
    watchers: list[Watcher] = field(default_factory=list)
    faults: Faults = field(default_factory=Faults)
    on_readable: dict[int, Callable[[], None]] = field(default_factory=dict)
    """Other sockets to be looked after meanwhile, by number."""
    payload: bytes = b""
    """The latest frame of its first member, whoever that was then."""

    def __post_init__(self) -> None:
        self._poll = select.epoll()
        self._by: dict[int, Watcher] = {}
        self._got = 0

    # -- coming and going ------------------------------------------------------------------------------------------

    def connect(self, count: int, *, cookie: str = "") -> float:
        """Open so many connections; the seconds that it took."""
        asked = request(self.path, self.port, cookie)
        began = time.perf_counter()
        goal = len(self.watchers) + count
        while not all(w.up for w in self.watchers) or len(self.watchers) < goal:
            opening = sum(not w.up for w in self.watchers[-_AT_ONCE:])
            for _ in range(min(_AT_ONCE - opening, goal - len(self.watchers))):
                self._open(asked)
            self.poll(0.05)
            if time.perf_counter() - began > 3 * PATIENCE_S:
                raise TimeoutError(f"{sum(w.up for w in self.watchers)} of {goal} connections came up")
        return time.perf_counter() - began

    def _open(self, asked: bytes) -> None:
        sock = socket.create_connection(("127.0.0.1", self.port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.sendall(asked)
        sock.setblocking(False)
        watcher = Watcher(sock, self.seq)
        self.watchers.append(watcher)
        self._by[sock.fileno()] = watcher
        self._poll.register(sock.fileno(), select.EPOLLIN)

    def also(self, sock: socket.socket, readable: Callable[[], None]) -> None:
        """Look after another socket meanwhile."""
        self.on_readable[sock.fileno()] = readable
        self._poll.register(sock.fileno(), select.EPOLLIN)

    def forget(self, sock: socket.socket) -> None:
        """Stop looking after it."""
        del self.on_readable[sock.fileno()]
        self._poll.unregister(sock.fileno())

    def ignore(self, watcher: Watcher) -> None:
        """Stop reading from a client, which stays connected."""
        self._poll.unregister(watcher.sock.fileno())
        del self._by[watcher.sock.fileno()]
        self.watchers.remove(watcher)

    def close(self) -> None:
        """Hang up."""
        for watcher in self.watchers:
            watcher.sock.close()
        self._poll.close()

    # -- listening -------------------------------------------------------------------------------------------------

    def poll(self, timeout: float) -> int:
        """Read whatever has come; how many stamped frames that were (all text frames where none is stamped)."""
        before = self._got
        for number, _ in self._poll.poll(timeout, 512):
            other = self.on_readable.get(number)
            if other is not None:
                other()
            elif number in self._by:
                self._read(self._by[number])
        return self._got - before

    def _read(self, watcher: Watcher) -> None:
        try:
            data = watcher.sock.recv(_READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost(watcher)
            return
        if watcher.heard:
            data = watcher.heard + data
        if not watcher.up:
            data = self._upgraded(watcher, data)
        end = 0
        for opcode, start, end in messages(data):
            if opcode == 1:
                self._hear(watcher, data, start, end)
        watcher.heard = data[end:]

    @staticmethod
    def _upgraded(watcher: Watcher, data: bytes) -> bytes:
        head, found, rest = data.partition(b"\r\n\r\n")
        if not found:
            watcher.heard = data
            return b""
        if b" 101 " not in head[:20]:
            raise ConnectionError(head.decode("latin-1"))
        watcher.up, watcher.heard = True, b""
        return rest

    def _hear(self, watcher: Watcher, data: bytes, start: int, end: int) -> None:
        if self.stamped:
            stamp = _STAMP.search(data, start, min(end, start + _HEAD))
            if stamp is None:
                return
            self._check(watcher, int(stamp[1]), int(stamp[2]), bool(stamp[3]))
        self._got += 1
        self.faults.frames += 1
        watcher.last = time.perf_counter()
        if watcher is self.watchers[0]:
            self.payload = data[start:end]

    def _check(self, watcher: Watcher, first: int, last: int, whole: bool) -> None:
        if last <= watcher.seq:
            self.faults.repeated += 1
        elif first > watcher.seq + 1 and not whole:
            self.faults.gaps += 1
        elif first <= watcher.seq and not whole:
            self.faults.disordered += 1
        watcher.seq = max(watcher.seq, last)

    def _lost(self, watcher: Watcher) -> None:
        self.faults.closed += 1
        self.ignore(watcher)
        watcher.sock.close()

    # -- waiting ---------------------------------------------------------------------------------------------------

    def until(self, come: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
        """Poll until something is so, or the time is up."""
        deadline = time.perf_counter() + seconds
        while not come():
            if time.perf_counter() > deadline:
                return False
            self.poll(0.05)
        return True

    def settle(self, seconds: float) -> None:
        """Read on until nothing has come for so long; frames that come are late."""
        quiet = time.perf_counter() + seconds
        while time.perf_counter() < quiet:
            if late := self.poll(0.01):
                self.faults.late += late
                quiet = time.perf_counter() + seconds


def due(crowd: Crowd) -> Callable[[], bool]:
    """Whether one more frame has come to everybody who is there still."""
    before = crowd.faults.frames
    return lambda: crowd.faults.frames - before >= len(crowd.watchers)


def since(watchers: Sequence[Watcher], began: float) -> list[float]:
    """Seconds from `began` until each of them got its latest frame; those that got none are left out."""
    return [w.last - began for w in watchers if w.last >= began]
