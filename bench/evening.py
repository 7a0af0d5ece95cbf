"""The club's screen over an evening: ten thousand events, and what its page holds of memory and nodes meanwhile.

It also loses its server once, and must come back by itself. `python -m bench.evening 10000` prints a table.
"""

from __future__ import annotations

import re
import sys
import time
from typing import Any, Final, NamedTuple

from playwright.sync_api import CDPSession, Page, sync_playwright

from bench import servers
from bench.report import Report, machine
from tests.browser.people import TELEVISION, launch
from tests.live import LiveServer
from tests.visitors import Visitor

EVENTS: Final = 10_000
LOOKS: Final = 10
"""How often the page is measured."""
GROWTH: Final = 1.15
"""What it may hold at the end, of what it held after the first tenth."""


class Held(NamedTuple):
    """What a page holds once its rubbish is collected."""

    event: int
    heap_mb: float
    nodes: int
    listeners: int


def measure(report: Report, *, events: int = EVENTS) -> None:
    """Play so many events before a screen and print what it holds."""
    report.section(f"an evening: {events:,} events before the club's screen in Chromium")
    ready = servers.prepared()
    server = LiveServer(ready)
    try:
        server.start()
        url = f"http://localhost:{server.port}"
        host, code = _host(url)
        with sync_playwright() as playing:
            browser = launch(playing)
            page = browser.new_page(viewport=TELEVISION)
            page.goto(f"{url}/tables/{code}/screen")
            page.locator("#conn .word", has_text="Live").wait_for(state="attached")
            seen = _evening(page, host, code, events)
            _print(report, seen)
            back_s = _comes_back(page, server)
            browser.close()
    finally:
        server.remove()
        ready.remove()
    report.add("live again by itself after its server came back", back_s, "s", goal=10)


def _print(report: Report, seen: list[Held]) -> None:
    for held in seen:
        text = f"{held.heap_mb:6.2f} MB  {held.nodes:>6,} nodes  {held.listeners:>4} listeners"
        report.say(f"{held.event:>6,} events  {text}")
    first, last = seen[0], seen[-1]
    report.add("memory at the end, after the first tenth", last.heap_mb / first.heap_mb, "x", goal=GROWTH)
    report.add("nodes at the end, after the first tenth", last.nodes / first.nodes, "x", goal=GROWTH)


def _host(url: str) -> tuple[Visitor, str]:
    """Somebody who sits down at the sample and so hosts it."""
    host = Visitor(url)
    _, lobby = host.get("/")
    code = re.findall(r"/tables/(\w{6})/", lobby)[0]
    host.get(f"/tables/{code}/join")
    host.submit(f"/tables/{code}/join", name="Ines", side="a")
    host.get(f"/tables/{code}/")
    return host, code


def _evening(page: Page, host: Visitor, code: str, events: int) -> list[Held]:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    seen: list[Held] = []
    for number in range(1, events + 1):
        action = _ACTIONS[number % len(_ACTIONS)](number)
        status, seq, said = host.act(code, **action)
        assert status == 204, said
        if number % (events // LOOKS) == 0:
            _until(page, f"Number(document.getElementById('frame').dataset.to) >= {seq}")
            page.wait_for_timeout(9000)  # what is shown for a while has gone
            seen.append(_held(session, number))
    return seen


def _pin(number: int) -> dict[str, Any]:
    side, unit = ("a", "a1") if number % 4 else ("a", "a3")
    what = {"unit": unit, "what": "pinned", "value": number // 2 % 2, "reason": "an evening"}
    return {"type": "RuleUnit", "side": side, **what}


_ACTIONS: Final = (lambda _: {"type": "TableRoll", "side": "a", "sides": 6}, _pin)


def _held(session: CDPSession, event: int) -> Held:
    session.send("HeapProfiler.collectGarbage")
    time.sleep(0.5)
    session.send("HeapProfiler.collectGarbage")
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return Held(event, metrics["JSHeapUsedSize"] / 1e6, int(metrics["Nodes"]), int(metrics["JSEventListeners"]))


def _until(page: Page, said: str) -> None:
    """Ask until it is so; the page's policy lets no waiting script in."""
    deadline = time.monotonic() + 60
    while not page.evaluate(said):
        assert time.monotonic() < deadline, said
        page.wait_for_timeout(100)


def _comes_back(page: Page, server: LiveServer) -> float:
    """Stop the server for a while and start it again; nobody touches the screen."""
    server.kill()
    _until(page, "document.body.classList.contains('offline')")
    server.start()
    began = time.monotonic()
    _until(page, "!document.body.classList.contains('offline')")
    return time.monotonic() - began


if __name__ == "__main__":
    print(machine())
    measure(Report(), events=int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)
