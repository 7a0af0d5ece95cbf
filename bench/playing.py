"""What people wait for at a table of seven units a side: previews, the other side's page, arriving, and the beginning.

Both players' pages, a spectator's and the club's screen are open in one browser on this machine.
"""

from __future__ import annotations

import itertools
import json
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench import battle, servers
from bench.clock import median, percentile
from bench.paint import EXPECT
from bench.report import Report
from bench.servers import Entry, Player
from tests.browser.people import DESKTOP, TELEVISION, launch
from tests.live import LiveServer

PREVIEW_MS: Final = 150
MEDIAN_MS: Final = 100
P95_MS: Final = 250
START_MS: Final = 1000
ARRIVED_MS: Final = 1000
ROUNDS: Final = 20
_STEP_PX: Final = 26

CLICKED = """() => {
  const note = () => (window.clickedAt = performance.timeOrigin + performance.now());
  document.addEventListener("click", (event) => event.target.closest("#commit") && note(), true);
}"""
"""Makes a page note when its yellow button is pressed."""

BOARD = """() => {
  const look = () => {
    if (!document.getElementById("board-svg")) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => (window.boardAt = performance.timeOrigin + performance.now())));
  };
  requestAnimationFrame(look);
}"""
"""Makes every page note when it has painted a board."""

PREVIEWS: Final = {
    "fire of ten at ten": (battle.SHOOTERS, "shoot", battle.TARGETS),
    "a charge of ten": (battle.WALKERS, "charge", battle.CHARGED),
    "the ground in reach of ten": (battle.WALKERS, "tactical", ""),
}
"""Who previews what, and at whom."""


def measure(report: Report, *, rounds: int = ROUNDS) -> None:
    """Print previews over a connection, clicks until they are painted elsewhere, and starts until the board is."""
    report.section("playing: seven units a side, four pages open")
    ready = servers.prepared()
    server = LiveServer(ready)
    try:
        entry = servers.stage(server, "club")
        server.start()
        player = Player(server.port, entry)
        _previews(report, server, entry, player, rounds)
        with sync_playwright() as playing:
            browser = launch(playing)
            _clicks(report, _gather(browser, server, entry), player, rounds)
            _arrivals(report, browser, server, entry, max(1, rounds // 2))
            _starts(report, browser, server, entry, max(1, rounds // 5))
            browser.close()
    finally:
        server.remove()
        ready.remove()


# ------------------------------------------------------------------ previews


def _previews(report: Report, server: LiveServer, entry: Entry, player: Player, rounds: int) -> None:
    for name, (unit, kind, target) in PREVIEWS.items():
        took = []
        for _ in range(rounds):
            player.act(_points(unit))  # nothing is known of the new state yet
            began = time.perf_counter()
            _ask(server, entry, {"kind": kind, "unit": unit, "target": target})
            took.append((time.perf_counter() - began) * 1e3)
        note = f"the first {took[0]:.0f} ms, p95 {percentile(took, 95):.0f} ms, {rounds} states"
        report.add(f"preview: {name}", median(took), "ms", goal=PREVIEW_MS, note=note)


def _points(unit: str) -> dict[str, object]:
    return {"type": "RuleUnit", "unit": unit, "what": "ap", "value": 3, "reason": "measured"}


def _ask(server: LiveServer, entry: Entry, draft: dict[str, Any]) -> None:
    whole = {"path": [], "facing": None, "models": {}, "ticked": {}, **draft}
    csrf = entry.cookie.rsplit("=", 1)[1]
    headers = {"Cookie": entry.cookie, "X-CSRFToken": csrf, "Content-Type": "application/json", "Origin": server.url}
    address = f"{server.url}/tables/{entry.code}/plan"
    asked = urllib.request.Request(address, json.dumps({"as": "a", "draft": whole}).encode(), headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        text = answer.read().decode()
    if _is_refused(text):
        raise RuntimeError(f"{draft} is refused: {text[:400]}")


def _is_refused(plan: str) -> bool:
    """Whether a plan says that it cannot be: what is measured then is not what is meant."""
    return 'class="refusal' in plan


# ------------------------------------------------------------------ clicks


@dataclass(frozen=True)
class Pages:
    """Everybody's."""

    own: Page
    other: Page


def _open(browser: Browser, server: LiveServer, cookie: str, **options: Any) -> BrowserContext:
    context = browser.new_context(reduced_motion="reduce", **({"viewport": DESKTOP} | options))
    for part in filter(None, cookie.split("; ")):
        name, _, value = part.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": server.url}])
    return context


def _gather(browser: Browser, server: LiveServer, entry: Entry) -> Pages:
    table = f"{server.url}/tables/{entry.code}/"
    own = _open(browser, server, entry.cookie).new_page()
    other = _open(browser, server, entry.other).new_page()
    watch = _open(browser, server, "").new_page()
    screen = _open(browser, server, "", viewport=TELEVISION).new_page()
    for page, path in ((own, ""), (other, ""), (watch, "watch"), (screen, "screen")):
        page.goto(table + path)
        page.locator("#board-svg").wait_for()
    for page in (own, other, watch):
        page.get_by_text("Live", exact=True).wait_for()
    own.evaluate(CLICKED)
    return Pages(own, other)


def _clicks(report: Report, pages: Pages, player: Player, rounds: int) -> None:
    sides = itertools.cycle((1, -1))
    took = [_click(pages, player, next(sides)) for _ in range(rounds + 2)][2:]
    player.hang_up()
    report.add("a move: click until the other side has it", median(took), "ms", goal=MEDIAN_MS, note=f"{rounds} moves")
    report.add("the slowest twentieth", percentile(took, 95), "ms", goal=P95_MS)


def _click(pages: Pages, player: Player, side: int) -> float:
    """Milliseconds from the press on the yellow button until the other player's page has painted what it led to."""
    seq = player.act(_points(battle.WALKERS))
    for page in (pages.own, pages.other):
        _until(page, seq)
    own = pages.own
    own.locator("#dock:not([aria-busy=true]) #act-move[aria-pressed=false]").click()
    box = own.locator(f"#unit-{battle.WALKERS} [data-model]").first.bounding_box()
    assert box is not None
    own.mouse.click(box["x"] + box["width"] / 2 + side * _STEP_PX, box["y"] + box["height"] / 2)
    own.locator("#plan:not(.busy) #commit").wait_for()
    pages.other.evaluate(EXPECT, seq + 1)
    own.locator("#commit").click()
    painted = float(pages.other.evaluate("() => window.painted"))
    player.seq = seq + 1
    return painted - float(own.evaluate("() => window.clickedAt"))


def _until(page: Page, seq: int) -> None:
    page.wait_for_function("seq => Number(document.getElementById('frame')?.dataset.to ?? 0) >= seq", arg=seq)


# ------------------------------------------------------------------ arriving


def _arrivals(report: Report, browser: Browser, server: LiveServer, entry: Entry, most: int) -> None:
    """Spectators come while the others play: each in a browser that knows nothing of the site yet, and once more."""
    pairs = [_arrived(browser, server, entry) for _ in range(most)]
    for n, name in enumerate(("a spectator arrives", "the same once more")):
        boards, lives = zip(*(pair[n] for pair in pairs), strict=True)
        note = f"live after {median(lives):.0f} ms, {most} times"
        report.add(f"{name}: until the board is painted", median(boards), "ms", goal=ARRIVED_MS, note=note)


def _arrived(browser: Browser, server: LiveServer, entry: Entry) -> list[tuple[float, float]]:
    """Milliseconds from asking for the page until its board is painted, and until it follows live, for two arrivals."""
    context = _open(browser, server, "")
    context.add_init_script(f"({BOARD})()")
    page = context.new_page()
    found = []
    for _ in range(2):
        began = time.time() * 1000
        page.goto(f"{server.url}/tables/{entry.code}/watch", wait_until="commit")
        page.get_by_text("Live", exact=True).wait_for()
        live = time.time() * 1000 - began
        page.wait_for_function("() => window.boardAt")
        found.append((float(page.evaluate("() => window.boardAt")) - began, live))
        page.goto("about:blank")
    context.close()
    return found


# ------------------------------------------------------------------ the beginning


def _starts(report: Report, browser: Browser, server: LiveServer, entry: Entry, most: int) -> None:
    took = list(itertools.islice(_started(browser, server, entry), most))
    note = f"the slowest {max(took):.0f} ms, {len(took)} battles"
    report.add("'Start the battle' until the board is painted", median(took), "ms", goal=START_MS, note=note)


def _started(browser: Browser, server: LiveServer, entry: Entry) -> Iterator[float]:
    context = _open(browser, server, entry.cookie)
    context.add_init_script(f"({BOARD})()")
    for code in entry.waiting:
        page = context.new_page()
        page.goto(f"{server.url}/tables/{code}/")
        start = page.get_by_role("button", name="Start the battle")
        start.wait_for()
        began = time.time() * 1000
        start.click()
        page.locator("#board-svg").wait_for()
        page.wait_for_function("() => window.boardAt")
        yield float(page.evaluate("() => window.boardAt")) - began
        page.close()
