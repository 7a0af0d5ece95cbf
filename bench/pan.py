"""Panning and zooming the play page's board with 400 models and 40 pieces of terrain, by mouse and by wheel.

The pointer moves as soon as the page has taken the step before, about once a frame. The browser's tracing says how
many frames were drawn and what each cost its main thread; frames a second depend on the machine, which draws without
a graphics card here, and on what else it does.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from bench import servers
from bench.clock import median, percentile
from bench.report import Report
from bench.servers import Entry
from tests.browser.people import launch
from tests.live import LiveServer

FRAME_MS: Final = 16.7
"""What a frame may cost the page's main thread, so that sixty of them fit into a second."""
SECONDS: Final = 3.0
_STEPS: Final = 60  # positions of the pointer in one circle
_RADIUS: Final = 140  # pixels
_WORK: Final = ("EventDispatch", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")
_TRACED: Final = ("devtools.timeline", "disabled-by-default-devtools.timeline", "cc", "viz")

LISTEN = """() => {
  window.waits = [];
  let last = performance.now();
  const next = (now) => {
    window.waits.push(now - last);
    last = now;
    window.looking = requestAnimationFrame(next);
  };
  window.looking = requestAnimationFrame(next);
}"""
"""Makes a page note the milliseconds between frames."""

TOLD = "() => { cancelAnimationFrame(window.looking); return window.waits.slice(2); }"


@dataclass(frozen=True, kw_only=True)
class Gesture:
    """What was seen of one: its seconds, and of its frames how many were drawn, what they cost, how they came."""

    seconds: float
    drawn: int
    work_ms: float
    """Of the page's main thread, for all of them."""
    waits: Sequence[float]
    """Milliseconds from one of the page's frames to the next."""


def measure(report: Report, *, seconds: float = SECONDS) -> None:
    """Print frames a second and the longest waits of each gesture, beside those of the same page at rest."""
    report.section("pan and zoom: the play page with 400 models and 40 pieces of terrain, 1440 x 900")
    ready = servers.prepared()
    server = LiveServer(ready)
    try:
        entry = servers.stage(server)
        server.start()
        with sync_playwright() as playing:
            browser = launch(playing)
            page = _playing(browser, server, entry)
            still = _seen(browser, page, _rest, seconds)
            for name, step in (("pan by mouse", _pan), ("zoom by wheel", _zoom)):
                _print(report, name, _seen(browser, page, step, seconds), still)
            browser.close()
    finally:
        server.remove()
        ready.remove()


def _playing(browser: Browser, server: LiveServer, entry: Entry) -> Page:
    address = f"http://localhost:{server.port}"
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    pairs = (cookie.split("=", 1) for cookie in entry.cookie.split("; "))
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in pairs])
    page = context.new_page()
    page.goto(f"{address}/tables/{entry.code}/")
    page.get_by_text("Live", exact=True).wait_for()
    page.mouse.move(*_middle(page))
    for _ in range(4):  # close enough to have somewhere to pan to
        page.mouse.wheel(0, -200)
    page.wait_for_timeout(600)
    return page


def _middle(page: Page) -> tuple[float, float]:
    box = page.locator("#sheet").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# ------------------------------------------------------------------ gestures, one step each


def _rest(page: Page, number: int) -> None:
    page.wait_for_timeout(16)


def _pan(page: Page, number: int) -> None:
    if number == 0:
        page.mouse.down(button="middle")
    x, y = _middle(page)
    turn = 2 * math.pi * number / _STEPS
    page.mouse.move(x + _RADIUS * math.sin(turn), y + _RADIUS * (1 - math.cos(turn)))


def _zoom(page: Page, number: int) -> None:
    page.mouse.wheel(0, -40 if number // 20 % 2 else 40)


# ------------------------------------------------------------------ what the browser says


def traced(browser: Browser, page: Page, do: Callable[[], None]) -> list[dict[str, Any]]:
    """What the browser's tracing tells of what is done meanwhile."""
    session = browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", lambda end: ended.append(end))  # noqa: PLW0108 -- it is marked by its user
    session.send("Tracing.start", {"traceConfig": {"includedCategories": list(_TRACED)}})
    do()
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    session.detach()
    return events


def _seen(browser: Browser, page: Page, step: Callable[[Page, int], None], seconds: float) -> Gesture:
    """Do a gesture for so long, tracing."""
    found: dict[str, Any] = {}

    def gesture() -> None:
        page.evaluate(LISTEN)
        began = time.perf_counter()
        for number in itertools.count():
            step(page, number)
            if time.perf_counter() - began >= seconds:
                break
        found["took"] = time.perf_counter() - began
        found["waits"] = page.evaluate(TOLD)
        page.mouse.up(button="middle")

    events = traced(browser, page, gesture)
    return Gesture(seconds=found["took"], drawn=drawn(events), work_ms=work_ms(events), waits=found["waits"])


def drawn(events: Sequence[dict[str, Any]]) -> int:
    """Frames that were drawn to the screen."""
    return sum(event["name"] == "DirectRenderer::DrawFrame" and event["ph"] in "XB" for event in events)


def work_ms(events: Sequence[dict[str, Any]]) -> float:
    """CPU of what a page does for its frames."""
    return sum(event.get("tdur", 0) for event in events if event["name"] in _WORK and event["ph"] == "X") / 1000


def _print(report: Report, name: str, seen: Gesture, still: Gesture) -> None:
    cost = seen.work_ms / max(1, seen.drawn)
    report.add(f"{name}: a frame's work on the main thread", cost, "ms", goal=FRAME_MS)
    own, resting = (len(one.waits) / one.seconds for one in (seen, still))
    note = f"of {own:.0f} that the page was asked for, {resting:.0f} at rest; "
    note += f"{median(seen.waits):.0f} ms from one to the next, p95 {percentile(seen.waits, 95):.0f} ms"
    report.add(f"{name}: frames drawn", seen.drawn / seen.seconds, "a second", note=note)
