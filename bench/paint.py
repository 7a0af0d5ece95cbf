"""From a player's action to both browsers painted: two Chromium pages of one table, on this machine."""

from __future__ import annotations

import time
from collections.abc import Sequence

from playwright.sync_api import Browser, Page, sync_playwright

from bench import servers
from bench.clock import median, percentile
from bench.fanout import actions
from bench.report import Report
from bench.servers import Player
from tests.browser.people import launch
from tests.live import LiveServer

GOAL_MS = 150
ROUNDS = 20

EXPECT = """seq => {
  window.painted = new Promise(done => {
    const look = () => {
      const shown = Number(document.getElementById("frame")?.dataset.to ?? 0);
      if (shown < seq) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())));
    };
    look();
  });
}"""
"""Makes a page note the time (ms since 1970) at which a frame with event `seq` has been painted."""


def measure(report: Report, *, rounds: int = ROUNDS) -> None:
    """Print the median from sending an action until the slower of two pages has painted it."""
    report.section("paint: one action until two browsers show it; 400 models on the board")
    ready = servers.prepared()
    server = LiveServer(ready)
    try:
        entry = servers.stage(server)
        server.start()
        player = Player(server.port, entry)
        with sync_playwright() as playing:
            browser = launch(playing)
            pages = [_watching(browser, f"http://localhost:{server.port}/tables/{entry.code}/watch") for _ in range(2)]
            steps = actions()
            took = [_one(player, pages, next(steps)) for _ in range(rounds + 2)][2:]
            browser.close()
        player.hang_up()
    finally:
        server.remove()
        ready.remove()
    note = f"p90 {percentile(took, 90):.0f} ms, {rounds} actions"
    report.add("action to both browsers painted", median(took), "ms", goal=GOAL_MS, note=note)


def _watching(browser: Browser, address: str) -> Page:
    # Without motion: else what an action led to waits until its dice have been seen to fall.
    page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
    page.goto(address)
    page.get_by_text("Live", exact=True).wait_for()
    return page


def _one(player: Player, pages: Sequence[Page], action: dict[str, object]) -> float:
    """Milliseconds until the slower page has painted what an action led to."""
    for page in pages:
        page.evaluate(EXPECT, player.seq + 1)
    player.hang_up()
    began = time.time() * 1000
    player.act(action)
    return max(float(page.evaluate("() => window.painted")) for page in pages) - began
