"""Browsers without a screen: cookies, forms and sockets against a server in another process."""

from __future__ import annotations

import http.cookiejar
import json
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

STAMP = re.compile(r'<div id="frame" data-from="(\d+)" data-to="(\d+)"( data-whole)?')


class Visitor:
    """One browser: its cookies, the last token of a form, and what it asks for."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self._token = ""

    def _send(self, request: urllib.request.Request | str) -> tuple[int, str, dict[str, str]]:
        try:
            with self._opener.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode(), _lower(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(), _lower(error.headers)

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page; its form token is kept."""
        status, text, _ = self._send(self.url + path)
        if found := re.search(r'X-CSRFToken&quot;: &quot;(\w+)|X-CSRFToken": "(\w+)', text):
            self._token = found[1] or found[2]
        return status, text

    def submit(self, path: str, **fields: object) -> tuple[int, str]:
        """Send a form; the page that it leads to."""
        pairs = [(k, v) for k, vs in fields.items() for v in (vs if isinstance(vs, list | tuple) else [vs])]
        body = urllib.parse.urlencode([("csrfmiddlewaretoken", self._token), *pairs]).encode()
        status, text, _ = self._send(urllib.request.Request(self.url + path, body, {"Referer": self.url + path}))
        return status, text

    def post(self, path: str, **fields: object) -> tuple[int, str, dict[str, str]]:
        """Send JSON as the page's script does."""
        headers = {
            "Content-Type": "application/json",
            "X-CSRFToken": self._token,
            "Accept": "application/json",
            "HX-Request": "true",
        }
        return self._send(urllib.request.Request(self.url + path, json.dumps(fields).encode(), headers))

    def act(self, code: str, *, command: str = "", **action: Any) -> tuple[int, int, str]:
        """One action: status, the event it led to (0 if refused), and what was said."""
        side = action.pop("side", "")
        fields = {"action": action, "as": side, "command": command or secrets.token_hex(8)}
        status, text, headers = self.post(f"/tables/{code}/act", **fields)
        return status, int(headers.get("livetable-seq", 0)), text

    @contextmanager
    def live(self, code: str, query: str = "") -> Iterator[Socket]:
        """A socket of that table."""
        cookie = "; ".join(f"{c.name}={c.value}" for c in self.cookies)
        address = self.url.replace("http", "ws", 1) + f"/tables/{code}/live?{query}"
        headers = {"Cookie": cookie} if cookie else {}
        bare = {"max_size": None, "compression": None, "ping_interval": None}  # a busy machine may be slow to answer
        with connect(address, additional_headers=headers, **bare) as opened:
            yield Socket(opened)


def _lower(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


class Socket:
    """What a page would make of its frames: it notes the last event shown, and whether anything was wrong."""

    def __init__(self, opened: ClientConnection) -> None:
        self.opened = opened
        self.shown = 0
        self.entries: list[int] = []
        self.wrong: list[tuple[int, int, int]] = []

    def read(self, timeout: float = 60) -> str:
        """Take one message, as the page's script would."""
        text = self.opened.recv(timeout)
        assert isinstance(text, str)
        if found := STAMP.match(text):
            first, last = int(found[1]), int(found[2])
            if found[3]:
                self.entries.clear()
            elif first != self.shown + 1:
                self.wrong.append((self.shown, first, last))
            self.shown = last
            self.entries += [int(n) for n in re.findall(r'id="line-(\d+)"', text)]
        return text

    def reach(self, seq: int, patience: float = 60) -> None:
        """Read until event `seq` is shown."""
        deadline = time.monotonic() + patience
        while self.shown < seq:
            self.read(max(0.01, deadline - time.monotonic()))


SAMPLE = Path(__file__).parents[1] / "tabletop" / "sample"


def row(name: str, kind: str) -> int:
    """The row of a part of the sample content, which is loaded into an empty database in the order of its files."""
    return 1 + sorted(path.name for path in SAMPLE.glob(f"*.{kind}.json")).index(f"{name}.{kind}.json")


SCENARIO = row("cinder-ring", "scenario")
ARMIES = {"a": row("cinder-runners", "army"), "b": row("dunmarsh-column", "army")}
"""A race, and those who drive in it."""


def a_table_on(url: str) -> tuple[Visitor, Visitor, str]:
    """Alice opens a table on that server, plays a and starts the battle, Bob plays b; the code."""
    alice, bob = Visitor(url), Visitor(url)
    alice.get("/account/sign-in")
    _, page = alice.submit("/tables/open", host_name="Alice", scenario=SCENARIO)
    found = re.search(r"/tables/(\w{6})/", page)
    assert found, page
    code = found[1]
    for visitor, name, side in ((alice, "Alice", "a"), (bob, "Bob", "b")):
        visitor.get(f"/tables/{code}/join")
        assert visitor.submit(f"/tables/{code}/join", name=name, side=side)[0] == 200
    for side, army in ARMIES.items():
        done(alice.post(f"/tables/{code}/army", side=side, army=army))
    done(bob.post(f"/tables/{code}/entropy", **{"pass": True}))
    done(alice.post(f"/tables/{code}/start"))
    return alice, bob, code


def done(answer: tuple[int, str, dict[str, str]]) -> None:
    """A command must have been carried out."""
    assert answer[0] == 204, answer[1]
