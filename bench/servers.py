"""Servers under measurement: the product as it runs in production, and the floor, each on a core of its own."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from bench.client import Crowd
from tests import starts
from tests.live import PATIENCE_OF_COMMANDS, LiveServer, Prepared, environment
from tests.servers import free_port, wait_until

ROOT = Path(__file__).parents[1]
SETTINGS: Final = "tabletop.settings"
_CONNECTIONS: Final = 8192

Kind = Literal["daphne", "uvicorn"]


@contextlib.contextmanager
def on_core(number: int) -> Iterator[None]:
    """Keep this process, and whatever it starts meanwhile, on one core, where there is more than one."""
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) > 1:
        os.sched_setaffinity(0, {allowed[number % len(allowed)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def allow_many_connections() -> None:
    """Raise the number of open files as far as this process may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, _CONNECTIONS)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def cpu_seconds(pid: int) -> float:
    """CPU that a process of this machine has used, with all its threads: its clock, finer than /proc tells."""
    return time.clock_gettime(((~pid) << 3) | 2)


def memory_kb(pid: int) -> int:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


# ------------------------------------------------------------------ the product


@dataclass(frozen=True, kw_only=True)
class Entry:
    """How to enter a staged table."""

    code: str
    seq: int
    cookie: str
    other: str = ""
    """The other side's cookies, where somebody plays it."""
    waiting: tuple[str, ...] = ()
    """Codes of tables that only have to begin."""


def stage(server: LiveServer, kind: str = "field") -> Entry:
    """Put a table with the measured battle into the server's database, or what "club" needs."""
    redis_url = server.redis.url if server.redis else ""
    own = environment(SETTINGS, server.data_dir, DATABASE_URL=server.database_url, REDIS_URL=redis_url)
    code, printed, complaints = starts.run(["-m", "bench.stage", kind], env=own, timeout=PATIENCE_OF_COMMANDS)
    if code:
        raise RuntimeError(complaints)
    entry = json.loads(printed)
    return Entry(**(entry | {"waiting": tuple(entry.get("waiting", ()))}))


shared: Path | None = None
"""Where several measurements find the same database prepared; without it each prepares its own."""


def prepared() -> Prepared:
    """A database as a new installation has it."""
    return Prepared(SETTINGS, shared)


def pid_of(server: LiveServer) -> int:
    """The process of a running server."""
    assert server.process is not None
    return server.process.pid


class Player:
    """Somebody who acts at a table, over one connection that is kept open."""

    def __init__(self, port: int, entry: Entry) -> None:
        self.entry = entry
        self.seq = entry.seq
        self.refused = ""
        self._port = port
        self._numbers = itertools.count(1)
        self._heard = b""
        self._open: socket.socket | None = None

    @property
    def sock(self) -> socket.socket:
        """The connection."""
        if self._open is None:
            self._open = socket.create_connection(("127.0.0.1", self._port), timeout=20)
            self._open.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._open

    def hang_up(self) -> None:
        """Close the connection; the next action opens another."""
        if self._open is not None:
            self._open.close()
            self._open = None
        self._heard = b""

    def send(self, action: dict[str, object]) -> None:
        """POST one action; `hear` takes the answer."""
        command = f"bench-{os.getpid()}-{next(self._numbers)}"
        body = msgspec.json.encode({"action": action, "command": command})
        csrf = self.entry.cookie.rsplit("=", 1)[1]
        lines = [
            f"POST /tables/{self.entry.code}/act HTTP/1.1",
            f"Host: localhost:{self._port}",
            f"Origin: http://localhost:{self._port}",
            f"Cookie: {self.entry.cookie}",
            f"X-CSRFToken: {csrf}",
            "Accept: application/json",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        ]
        self.sock.sendall("\r\n".join([*lines, "", ""]).encode() + body)

    def hear(self) -> bool:
        """Read what has come of the answer; whether it is complete. `seq` is then the event that it led to."""
        data = self.sock.recv(65536)
        if not data:
            raise ConnectionError("the server closed the player's connection")
        self._heard += data
        head, found, body = self._heard.partition(b"\r\n\r\n")
        if not found:
            return False
        fields = {k.lower(): v for k, _, v in (line.partition(": ") for line in head.decode("latin-1").split("\r\n"))}
        if len(body) < int(fields.get("content-length", "0")):
            return False
        self._heard = b""
        if " 204 " in head[:20].decode():
            self.seq, self.refused = int(fields["livetable-seq"]), ""
        else:
            self.refused = f"{head[:20].decode()} {body.decode()[:300]}"
        return True

    def act(self, action: dict[str, object]) -> int:
        """Send an action and wait for the answer; the event it led to."""
        self.send(action)
        while not self.hear():
            pass
        if self.refused:
            raise RuntimeError(self.refused)
        return self.seq


# ------------------------------------------------------------------ the floor


class Floor:
    """The bare server, in a process of its own."""

    def __init__(self) -> None:
        self.port, self._control_port = free_port(), free_port()
        ports = [str(self.port), str(self._control_port)]
        self.process = subprocess.Popen([sys.executable, "-m", "bench.floor", *ports], cwd=ROOT)
        self._control: socket.socket | None = None
        wait_until(self._reach, "the floor listens")

    def _reach(self) -> bool:
        self._control = socket.create_connection(("127.0.0.1", self._control_port), timeout=20)
        return True

    @property
    def control(self) -> socket.socket:
        """Where it is told what to do."""
        assert self._control is not None
        return self._control

    def load(self, payload: bytes) -> None:
        """What it shall send."""
        self.control.sendall(b"load %d\n" % len(payload) + payload)
        self.hear()

    def go(self) -> None:
        """Send it to everybody; `hear` takes the answer."""
        self.control.sendall(b"go\n")

    def hear(self) -> bool:
        """Wait for the answer."""
        if self.control.recv(16) != b"ok\n":
            raise ConnectionError("the floor is gone")
        return True

    def stop(self) -> None:
        """End it."""
        if self._control is not None:
            self._control.close()
        self.process.terminate()
        self.process.wait(10)


def watching(port: int, entry: Entry) -> Crowd:
    """A crowd of spectators of a table, nobody of it there yet."""
    return Crowd(port, f"/tables/{entry.code}/live?as=public&since={entry.seq}", seq=entry.seq)


def temporary(name: str) -> Path:
    """A folder that is nobody else's."""
    return Path(tempfile.mkdtemp(prefix=f"livetable-{name}-"))
