"""Tables made ready before anybody opens a page: deployed, side A to act, with seats for two guests.

As a program (`python -m tests.browser.stage`, in the environment of a server) it reads a battle's name a line, builds
it and writes the table's code and its players' sessions as a line of JSON.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests import starts
from tests.browser.people import TELEVISION, People
from tests.live import PATIENCE_OF_COMMANDS, LiveServer

_COOKIE = "livetable_session"


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One table that is ready, on a running server: its code, and the sessions of Alice (host, side A) and Bob."""

    server: LiveServer
    code: str
    alice: str
    bob: str

    def url(self, page: str = "") -> str:
        """The play page, or `screen`, `watch`, `join`."""
        return f"{self.server.url}/tables/{self.code}/{page}"

    def seat(self, people: People, name: str, **options: Any) -> Page:
        """Alice or Bob at the table, in a browser that the site knows already."""
        key = {"Alice": self.alice, "Bob": self.bob}[name]
        cookie = {"name": _COOKIE, "value": key, "url": self.server.url}
        return people.open(name, self.url(), cookies=[cookie], **options)

    def screen(self, people: People, **options: Any) -> Page:
        """The club's television."""
        return people.open("Screen", self.url("screen"), viewport=TELEVISION, **options)

    def spectator(self, people: People, **options: Any) -> Page:
        """Charlie, who watches."""
        return people.open("Charlie", self.url("watch"), **options)


class Stage:
    """Builds tables on a server's data when they are asked for, in one process of its own."""

    def __init__(self, server: LiveServer) -> None:
        self._server = server
        self._log = server.data_dir / "log-stage"
        (expected, orders), (answers, answered) = os.pipe(), os.pipe()
        try:
            with self._log.open("wb") as log:
                program = ["-m", "tests.browser.stage"]
                self._builder = starts.start(program, env=server.environment(), stdin=expected, out=answered, err=log)
        finally:
            os.close(expected)
            os.close(answered)
        self._tell = os.fdopen(orders, "w", buffering=1)
        self._hear = os.fdopen(answers)

    def make_ready(self, name: str) -> Setting:
        """That battle, built now."""
        print(name, file=self._tell)
        return Setting(server=self._server, **json.loads(self._told(name)))

    def wait(self) -> None:
        """Until there is what people choose from."""
        self._told("the start")

    def _told(self, what: str) -> str:
        found = self._hear.readline()
        if not found:
            raise RuntimeError(f"{what}: {self._log.read_text()}")
        return found

    def close(self) -> None:
        """Let the process end."""
        self._tell.close()
        self._builder.wait(PATIENCE_OF_COMMANDS)
        self._hear.close()


def _main() -> None:
    import django

    gc.set_threshold(50_000, 50, 1000)  # as manage.py does: what is imported stays
    django.setup()
    from tests.browser.scenery import build, keep_rows

    keep_rows()
    print("ready", flush=True)
    for name in sys.stdin:
        print(json.dumps(build(name.strip())), flush=True)


if __name__ == "__main__":
    _main()
