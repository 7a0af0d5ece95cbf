"""Programs of this project in processes that need not be started from nothing.

While tests run, one process has imported what reads no setting: the rules and the libraries of others. Each program
is a fork of it, which loads the project itself by its own environment, as `python PROGRAM` would. That saves three
quarters of a start. Without `forking()`, and for whatever a test starts by itself, Python begins again.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = (
    *("autobahn.websocket.protocol", "channels.generic.websocket", "channels.layers", "channels_redis.core"),
    *("django.core.management", "django.db.migrations", "django.db.models", "django.template.loader_tags"),
    *("django.utils.autoreload", "django.views.debug", "django_htmx.middleware", "django_stubs_ext", "psycopg"),
    *("redis.asyncio", "segno", "twisted.internet.endpoints", "twisted.web.http", "uvicorn", "whitenoise.storage"),
)
"""What takes long to import and asks neither for settings nor for an event loop."""
LONGEST = 1 << 20  # bytes of a message


class Fork:
    """A program under way, to be asked as a `subprocess.Popen` is."""

    def __init__(self, origin: Origin, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._origin = origin

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        self._origin.hear(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended."""
        until = None if timeout is None else time.monotonic() + timeout
        while self.returncode is None:
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            self._origin.hear(left)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.send_signal(signal.SIGKILL)


class Origin:
    """The process that all others are forks of."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._forks: dict[int, Fork] = {}
        self._lock = threading.RLock()
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-u", "-m", "tests.starts", str(other.fileno())],
                cwd=ROOT,
                pass_fds=[other.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def start(self, program: Sequence[str], env: dict[str, str], files: Sequence[int]) -> Fork:
        """`program` is what stands behind `python`; `files` are those that it reads and writes."""
        found = {"program": list(program), "env": env, "cores": sorted(os.sched_getaffinity(0))}
        with self._lock:
            socket.send_fds(self._line, [json.dumps(found).encode()], list(files))
            while (begun := self._read()).get("ended") is not None:
                self._note(begun)
            made = Fork(self, begun["pid"])
            self._forks[made.pid] = made
        return made

    def hear(self, patience: float | None) -> None:
        """Note which have ended; if none has, wait a moment for one, but no longer than so many seconds."""
        if select.select([self._line], [], [], 0.2 if patience is None else min(patience, 0.2))[0]:
            with self._lock:
                while select.select([self._line], [], [], 0)[0]:
                    self._note(self._read())

    def _read(self) -> dict[str, Any]:
        shown = self._line.recv(LONGEST)
        if not shown:
            raise RuntimeError("the process that all others are forks of has ended")
        found: dict[str, Any] = json.loads(shown)
        return found

    def _note(self, expected: dict[str, Any]) -> None:
        self._forks.pop(expected["pid"]).returncode = expected["ended"]

    def close(self) -> None:
        """Let it end; forks that are under way go on."""
        self._line.close()
        self._process.wait(60)


_origin: Callable[[], Origin] | None = None


@contextlib.contextmanager
def forking() -> Iterator[None]:
    """Until the end of this, programs are forks; the process that they come from begins with the first of them."""
    global _origin  # noqa: PLW0603  the tests of this process have one in common
    if sys.platform != "linux":  # elsewhere there are no such sockets, and forks are not safe
        yield
        return
    made: list[Origin] = []

    def origin() -> Origin:
        if not made:
            made.append(Origin())
        return made[0]

    _origin = origin
    try:
        yield
    finally:
        _origin = None
        for one in made:
            one.close()


def start(
    program: Sequence[str], *, env: dict[str, str], out: IO[bytes] | int, err: IO[bytes] | int, stdin: int | None = None
) -> Fork | subprocess.Popen[bytes]:
    """Begin `python PROGRAM ...` in the project's folder; files are open ones or their numbers."""
    if _origin is None:
        command = [sys.executable, *program]
        given = subprocess.DEVNULL if stdin is None else stdin
        return subprocess.Popen(command, cwd=ROOT, env=env, stdin=given, stdout=out, stderr=err, start_new_session=True)
    with Path(os.devnull).open("rb") as nothing:
        printed = [one if isinstance(one, int) else one.fileno() for one in (out, err)]
        return _origin().start(program, env, [nothing.fileno() if stdin is None else stdin, *printed])


def run(program: Sequence[str], *, env: dict[str, str], timeout: float) -> tuple[int, str, str]:
    """Exit code of `python PROGRAM ...`, what it printed, and its complaints."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begun = start(program, env=env, out=out, err=err)
        try:
            code = begun.wait(timeout)
        except subprocess.TimeoutExpired:
            begun.kill()
            raise
        out.seek(0)
        err.seek(0)
        return code, out.read().decode(), err.read().decode()


# ------------------------------------------------------------------ inside the origin


def _serve(line: socket.socket) -> Callable[[], None] | None:
    """Fork as often as is asked for. In a fork: what it is to do; in the origin: None, at the end."""
    bell, clapper = socket.socketpair()
    for end in (bell, clapper):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(clapper.fileno(), warn_on_full_buffer=False)
    while True:
        ready = select.select([line, bell], [], [])[0]
        if bell in ready:
            bell.recv(4096)
            for each in _ended():
                line.send(each)
        if line in ready:
            message, files, _, _ = socket.recv_fds(line, LONGEST, 3)
            if not message:
                return None
            if (pid := os.fork()) == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for own in (line, bell, clapper):
                    own.close()
                return _become(files, **json.loads(message))
            for number in files:
                os.close(number)
            line.send(json.dumps({"pid": pid}).encode())


def _ended() -> Iterator[bytes]:
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield json.dumps({"pid": found[0], "ended": os.waitstatus_to_exitcode(found[1])}).encode()


def _become(files: Sequence[int], program: list[str], env: dict[str, str], cores: list[int]) -> Callable[[], None]:
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.sched_setaffinity(0, cores)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    if program[0] == "-m":
        sys.argv = program[1:]
        return lambda: runpy.run_module(program[1], run_name="__main__", alter_sys=True) and None
    if program[0] == "-c":
        sys.argv = ["-c", *program[2:]]
        return lambda: exec(compile(program[1], "<string>", "exec"), {"__name__": "__main__"})
    sys.argv = program
    return lambda: runpy.run_path(program[0], run_name="__main__") and None


def _main() -> None:
    import rules

    gc.disable()
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        if not module.name.startswith(("rules.__main__", "rules.cli")):
            importlib.import_module(module.name)
    rules.rulebook.rules()
    for name in LIBRARIES:
        importlib.import_module(name)
    assert "twisted.internet.reactor" not in sys.modules, "an event loop belongs to one process"
    assert not any(name.startswith("tabletop") for name in sys.modules), "what reads settings is read by each fork"
    gc.collect()
    gc.freeze()
    gc.enable()
    if work := _serve(socket.socket(fileno=int(sys.argv[1]))):
        work()


if __name__ == "__main__":
    _main()
