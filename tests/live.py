"""The real application in a process of its own, as it runs in production but for its settings."""

import fcntl
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests import starts
from tests.servers import PostgresServer, RedisServer, free_port, wait_until

ROOT = starts.ROOT
PREPARED = "prepared"  # the database that others are copied from

PATIENCE_OF_COMMANDS = 300  # seconds; on a machine that is busy with ten other things a command takes a minute

_numbers = itertools.count(1)


def environment(settings: str, data_dir: Path, **variables: str) -> dict[str, str]:
    """What a command of this project needs, without what the caller's own shell says about serving."""
    kept = {name: value for name, value in os.environ.items() if name not in _OURS}
    own = {"DJANGO_SETTINGS_MODULE": settings, "DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1"}
    return kept | own | {name: value for name, value in variables.items() if value}


_OURS = {"DJANGO_SETTINGS_MODULE", "DATA_DIR", "DATABASE_URL", "REDIS_URL", "HOST", "PORT", "SERVER", "ALLOWED_HOSTS"}


def manage(*arguments: str, settings: str, data_dir: Path, **variables: str) -> str:
    """Run a management command to its end and return what it printed."""
    own = environment(settings, data_dir, **variables)
    code, printed, complaints = starts.run(["manage.py", *arguments], env=own, timeout=PATIENCE_OF_COMMANDS)
    if code:
        raise RuntimeError(f"manage.py {' '.join(arguments)} failed:\n{printed}{complaints}")
    return printed + complaints


def made_once(folder: Path, make: Callable[[Path], None]) -> Path:
    """That folder, made by whichever process asks first; the others wait for it and find it made."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            draft = folder.with_suffix(".draft")
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir()
            make(draft)
            draft.rename(folder)
    return folder


class Prepared:
    """Databases made ready once, to be copied for each server."""

    def __init__(self, settings: str = "tests.settings", shared: Path | None = None) -> None:
        """`shared` is a folder for several processes: what one has made ready there, all copy."""
        self.settings = settings
        self._own = None if shared else Path(tempfile.mkdtemp(prefix="livetable-prepared-"))
        self._shared = shared or self._own or Path()
        self._postgres: PostgresServer | None = None
        self.folder = made_once(self._shared / settings, self._prepare)

    def _prepare(self, folder: Path, **variables: str) -> None:
        manage("prepare", settings=self.settings, data_dir=folder, **variables)

    def data_dir(self) -> Path:
        """A fresh copy of the folder with its SQLite database."""
        copy = Path(tempfile.mkdtemp(prefix="livetable-data-"))
        shutil.copytree(self.folder, copy, dirs_exist_ok=True)
        return copy

    @property
    def postgres(self) -> PostgresServer:
        """The PostgreSQL server, started when first asked for: each process has its own, on a copy of one cluster."""
        if self._postgres is None:
            cluster = made_once(self._shared / f"{self.settings}-cluster", self._prepare_cluster)
            self._postgres = PostgresServer(copy_of=cluster).start()
        return self._postgres

    def _prepare_cluster(self, folder: Path) -> None:
        first = PostgresServer().start()
        self._prepare(self.folder, DATABASE_URL=first.create_database(PREPARED))
        first.stop()
        first.copy_to(folder)
        first.remove()

    def postgres_url(self) -> str:
        """The address of a fresh copy of the PostgreSQL database."""
        return self.postgres.create_database(f"live_{next(_numbers)}", template=PREPARED)

    def remove(self) -> None:
        if self._postgres is not None:
            self._postgres.remove()
        if self._own:
            shutil.rmtree(self._own, ignore_errors=True)


class LiveServer:
    """One server process with its own data; it keeps its port and its data through stop, kill and start."""

    def __init__(
        self,
        prepared: Prepared,
        *,
        database: str = "sqlite",
        redis: bool = False,
        server: str = "daphne",
        beside: "LiveServer | None" = None,
        **variables: str,
    ) -> None:
        """`database` is sqlite or postgres; `beside` shares the database and the Redis of another server."""
        self.settings = prepared.settings
        self.server = server
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.process: starts.Fork | subprocess.Popen[bytes] | None = None
        self.redis = beside.redis if beside else RedisServer().start() if redis else None
        self._owns = beside is None
        self.data_dir = beside.data_dir if beside else prepared.data_dir()
        self.database_url = beside.database_url if beside else prepared.postgres_url() if database == "postgres" else ""
        self.variables = variables
        self.log = self.data_dir / f"log-{self.port}"

    def start(self) -> "LiveServer":
        with self.log.open("ab") as log:
            command = ["manage.py", "serve", "--as-is", "--server", self.server]
            self.process = starts.start(command, env=self.environment(), out=log, err=log)
        wait_until(self._is_up, f"the server answers (its log: {self.log})")
        return self

    def environment(self) -> dict[str, str]:
        """The variables of this server's process, for others that work on its data."""
        redis_url = self.redis.url if self.redis else ""
        own = {"PORT": str(self.port), "REDIS_URL": redis_url, "DATABASE_URL": self.database_url}
        return environment(self.settings, self.data_dir, **own, **self.variables)

    def _is_up(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"the server ended with {self.process.returncode}:\n{self.log.read_text()}")
        return self.get("/healthz")[0] in (200, 503)

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page, fetched without cookies."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def health(self) -> dict[str, Any]:
        """What /healthz says."""
        found: dict[str, Any] = json.loads(self.get("/healthz")[1])
        return found

    def manage(self, *arguments: str) -> str:
        """Run a management command on this server's data."""
        redis_url = self.redis.url if self.redis else ""
        return manage(
            *arguments,
            settings=self.settings,
            data_dir=self.data_dir,
            DATABASE_URL=self.database_url,
            REDIS_URL=redis_url,
            **self.variables,
        )

    def stop(self) -> int:
        """End it as Ctrl-C does; the exit code."""
        return self._end(signal.SIGINT)

    def kill(self) -> int:
        """End it as a power cut does."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(60)
        self.process = None
        return code

    def restart(self, *, kill: bool = False) -> "LiveServer":
        self.kill() if kill else self.stop()
        return self.start()

    def remove(self) -> None:
        """End everything and forget the data."""
        self.kill()
        if self._owns:
            if self.redis:
                self.redis.stop()
            shutil.rmtree(self.data_dir, ignore_errors=True)
