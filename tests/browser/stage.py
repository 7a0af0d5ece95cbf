"""Tables made ready before anybody opens a page: deployed, side A to act, with seats for two guests.

As a program (`python -m tests.browser.stage NAME ...`, in the environment of a server) it builds the battles of those
names and writes each table's code and its players' sessions as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

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

    def screen(self, people: People) -> Page:
        """The club's television."""
        return people.open("Screen", self.url("screen"), viewport=TELEVISION)

    def spectator(self, people: People, **options: Any) -> Page:
        """Charlie, who watches."""
        return people.open("Charlie", self.url("watch"), **options)


def make_ready(server: LiveServer, *names: str) -> dict[str, Setting]:
    """Build those battles on a server's data, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.stage", *names],
        env=server.environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_OF_COMMANDS,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return {name: Setting(server=server, **found) for name, found in json.loads(done.stdout).items()}


def _main(names: list[str]) -> None:
    import django

    django.setup()
    from tests.browser.scenery import build, keep_rows

    found = {name: build(name) for name in names}
    keep_rows()  # the newest come first where only so many are listed
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    _main(sys.argv[1:])
