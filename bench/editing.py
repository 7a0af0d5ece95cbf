"""The scenario editor with three hundred pieces on the board: pan, drag, and one edit from the hand to the answer."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench import servers
from bench.clock import median, percentile
from bench.report import Report
from tabletop.scenarios import exchange, palette, shapes, templates
from tabletop.scenarios.things import add
from tests.browser.people import launch
from tests.live import LiveServer

PIECES = 300
GOAL_FRAME_MS = 1000 / 60 + 1
GOAL_EDIT_MS = 100
MOVES = 120
EDITS = 12

WATCH = """() => {
  window.frames = [];
  const look = now => { window.frames.push(now); window.watching = requestAnimationFrame(look); };
  window.watching = requestAnimationFrame(look);
}"""
GAPS = """() => {
  cancelAnimationFrame(window.watching);
  return window.frames.slice(1).map((at, n) => at - window.frames[n]);
}"""
PIXEL = """([x, y]) => {
  const at = new DOMPoint(x * 10, y * 10).matrixTransform(document.getElementById("board-svg").getScreenCTM());
  return [at.x, at.y];
}"""


def a_full_table() -> bytes:
    """The file of a scenario with three hundred small pieces of every kind."""
    dice = random.Random(3)
    draft = templates.made(templates.TEMPLATES[0], "Three hundred pieces")
    laid = []
    for n in range(PIECES):
        kind = dice.choice(palette.KINDS)
        at = (dice.uniform(4, 68), dice.uniform(4, 44))
        points = shapes.changed(palette.outline(kind, at, n), shapes.stretched(at, 0.45, 0.45))
        laid.append(palette.piece(kind, kind.id, points))
    return exchange.to_json(add(draft, laid)[0])


def measure(report: Report) -> None:
    """Print how long frames take while somebody pans and drags, and how long an edit takes."""
    report.section(f"editing: a scenario of {PIECES} pieces in Chromium without a graphics card")
    ready = servers.prepared()
    server = LiveServer(ready)
    try:
        server.start()
        with sync_playwright() as playing:
            browser = launch(playing)
            page = _opened(browser.new_context(viewport={"width": 1440, "height": 900}).new_page(), server)
            _gesture(report, page, "pan", (-1.2, 20), (8, 24))
            _gesture(report, page, "drag of one piece", _a_piece(page), (36, 24))
            page.locator('#ed-saved[data-step="1"]').wait_for()
            _edits(report, page)
            browser.close()
    finally:
        server.remove()
        ready.remove()


def _opened(page: Page, server: LiveServer) -> Page:
    page.goto(f"{server.url}/scenarios/")
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        Path(file.name).write_bytes(a_full_table())
        page.set_input_files("#file", file.name)
        page.get_by_role("button", name="Take it in").click()
    page.locator("#editor:not([inert])").wait_for()
    return page


def _a_piece(page: Page) -> tuple[float, float]:
    """A place where a piece lies on top of the others."""
    page.locator("[data-do=fit]").click()
    x, y = page.evaluate(
        """() => {
          const at = [...document.querySelectorAll("#layer-buildings .el")].at(-1).firstElementChild.dataset.points;
          const all = at.split(" ").map(pair => pair.split(",").map(Number));
          return [0, 1].map(n => all.reduce((sum, p) => sum + p[n], 0) / all.length);
        }"""
    )
    return float(x), float(y)


def _gesture(report: Report, page: Page, name: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*page.evaluate(PIXEL, list(start)))
    page.mouse.down()
    (x0, y0), (x1, y1) = page.evaluate(PIXEL, list(start)), page.evaluate(PIXEL, list(end))
    page.mouse.move(x0 + 8, y0 + 8)
    page.evaluate(WATCH)
    for n in range(1, MOVES + 1):
        page.mouse.move(x0 + (x1 - x0) * n / MOVES, y0 + (y1 - y0) * n / MOVES)
    gaps = [float(gap) for gap in page.evaluate(GAPS)]
    page.mouse.up()
    note = f"p95 {percentile(gaps, 95):.0f} ms, {len(gaps)} frames"
    report.add(f"{name}: one frame", median(gaps), "ms", goal=GOAL_FRAME_MS, note=note)


def _edits(report: Report, page: Page) -> None:
    """From the key to the answer in the page: the server's part is most of it."""
    took = []
    for _ in range(EDITS):
        step = int(page.locator("#ed-saved").get_attribute("data-step") or 0)
        began = page.evaluate("() => performance.now()")
        page.keyboard.press("]")
        page.locator(f'#ed-saved[data-step="{step + 1}"]').wait_for()
        took.append(float(page.evaluate("() => performance.now()")) - float(began))
    note = f"p90 {percentile(took, 90):.0f} ms, {EDITS} edits"
    report.add("one edit, from the key to the board", median(took), "ms", goal=GOAL_EDIT_MS, note=note)
