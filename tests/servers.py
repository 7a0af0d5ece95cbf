"""Throw-away Redis and PostgreSQL servers on free ports."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import redis

PATIENCE = 90.0  # seconds until a server that does not come up is an error


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(works: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Ask again and again until the answer is true; an exception counts as no."""
    deadline = time.monotonic() + patience
    error: Exception | None = None
    while time.monotonic() < deadline:
        try:
            if works():
                return
        except Exception as raised:
            error = raised
        time.sleep(0.02)
    raise TimeoutError(f"{what} within {patience} s: {error!r}")


class RedisServer:
    """One Redis in memory; it keeps its port through stop and start."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "RedisServer":
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            ["redis-server", *options], stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir()
        )
        wait_until(self._answers, "Redis answers")
        return self

    def _answers(self) -> bool:
        with redis.Redis(port=self.port, socket_timeout=1) as client:
            return bool(client.ping())

    def stop(self) -> None:
        """End it at once, as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class PostgresServer:
    """One PostgreSQL cluster in a temporary folder, without fsync; run by another user, because it refuses root."""

    def __init__(self, copy_of: Path | None = None) -> None:
        """`copy_of` is a folder that `copy_to` has filled; without it the cluster is a new one."""
        self._copy_of = copy_of
        self.port = free_port()
        self.user = _other_user() if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="livetable-postgres-"))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "PostgresServer":
        if not (self.folder / "data").exists():
            self._make_cluster()
        options = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "fsync": "off",
            "synchronous_commit": "off",
            "shared_buffers": "32MB",
            "max_connections": 200,
        }
        settings = [f"--{name}={value}" for name, value in options.items()]
        self.process = self._spawn("postgres", "-D", self.folder / "data", *settings)
        wait_until(lambda: self._run("SELECT 1") is None, "PostgreSQL answers")
        return self

    def _make_cluster(self) -> None:
        if self.user:
            shutil.chown(self.folder, self.user)
        if self._copy_of:
            _copy(self._copy_of / "data", self.folder)
            return
        make = self._spawn("initdb", "-D", self.folder / "data", "-U", "livetable", "-A", "trust", "-E", "UTF8", "-N")
        if make.wait(PATIENCE):
            raise RuntimeError("initdb failed")

    def _spawn(self, program: str, *arguments: object) -> subprocess.Popen[bytes]:
        log = (self.folder / "log").open("ab")
        command = [_postgres_program(program), *map(str, arguments)]
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        return subprocess.Popen(
            command, stdout=log, stderr=log, user=self.user, cwd=self.folder, env=environment, start_new_session=True
        )

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://livetable@127.0.0.1:{self.port}/{database}"

    def _run(self, statement: str) -> None:
        with psycopg.connect(self.url(), autocommit=True, connect_timeout=2) as connection:
            connection.execute(statement.encode())

    def create_database(self, name: str, template: str = "template0") -> str:
        """Make a database, perhaps as a copy of another, and return its address."""
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def stop(self) -> None:
        """End every connection and the server; the data stays for another start."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
            self.process = None

    def copy_to(self, folder: Path) -> None:
        """Keep the cluster in that folder for others; it must have been stopped."""
        _copy(self.folder / "data", folder)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _copy(folder: Path, into: Path) -> None:
    """With its owner and its rights, which PostgreSQL insists on."""
    subprocess.run(["cp", "-a", folder, into], check=True)


def _other_user() -> str:
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _postgres_program(name: str) -> str:
    """The newest version that Debian keeps out of the path, or the one in the path."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    found = str(kept[-1]) if kept else shutil.which(name)
    if not found:
        raise FileNotFoundError(f"{name} is not installed: run scripts/install-servers")
    return found
