"""The scenario editor with three hundred pieces on the board: pan, drag, and one edit from the hand to the answer."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench import pan, servers
from bench.clock import median, percentile
from bench.report import Report
from tabletop.scenarios.draft import exchange, palette, shapes
from tabletop.scenarios.draft.things import add
from tabletop.scenarios.edits import templates
from tests.browser.people import launch
from tests.live import LiveServer

PIECES = 300
GOAL_FRAME_MS = 1000 / 60 + 1
GOAL_EDIT_MS = 100
FRAMES = 150
EDITS = 12

GESTURE = """([[x0, y0], [x1, y1], frames]) => new Promise(done => {
  const at = document.elementFromPoint(x0, y0);
  const send = (name, x, y) => at.dispatchEvent(new PointerEvent(name, {
    bubbles: true, cancelable: true, pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, altKey: true,
    clientX: x, clientY: y,
  }));
  const began = performance.now();
  let n = 0;
  const step = () => {
    n += 1;
    const share = (1 - Math.cos(2 * Math.PI * n / frames)) / 2;
    send("pointermove", x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
    if (n < frames) return requestAnimationFrame(step);
    send("pointerup", x0, y0);
    done(performance.now() - began);
  };
  send("pointerdown", x0, y0);
  requestAnimationFrame(step);
})"""
"""There and back by a hand that moves with every frame, clear of the grid; gives the milliseconds that it took."""
EDIT = """([key]) => new Promise(done => {
  const node = document.getElementById(`el-${key}`);
  const began = performance.now();
  new MutationObserver((_, watching) => {
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  }).observe(node, {attributes: true, childList: true});
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "]", bubbles: true}));
})"""
"""From the key until the frame with it is painted."""
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


def measure(report: Report, *, frames: int = FRAMES, edits: int = EDITS) -> None:
    """Print how long frames take while somebody pans and drags, and how long an edit takes."""
    report.section(f"editing: a scenario of {PIECES} pieces in Chromium without a graphics card")
    ready = servers.prepared()
    server = LiveServer(ready)
    try:
        server.start()
        with sync_playwright() as playing:
            browser = launch(playing)
            page = _opened(browser.new_context(viewport={"width": 1440, "height": 900}).new_page(), server)
            _gesture(report, browser, page, "pan", (-1.2, 20), (30, 34), frames)
            _gesture(report, browser, page, "drag of one piece", _a_piece(page), (36, 24), frames)
            _edits(report, page, edits)
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


def _gesture(
    report: Report,
    browser: Browser,
    page: Page,
    name: str,
    start: tuple[float, float],
    end: tuple[float, float],
    frames: int,
) -> None:
    """What its frames cost, and how many were drawn, as the browser's tracing has it."""
    page.wait_for_timeout(400)
    given = [page.evaluate(PIXEL, list(start)), page.evaluate(PIXEL, list(end)), frames]
    took: list[float] = []
    events = pan.traced(browser, page, lambda: took.append(float(page.evaluate(GESTURE, given))))
    drawn = max(1, pan.drawn(events))
    report.add(f"{name}: a frame's work on the main thread", pan.work_ms(events) / drawn, "ms", goal=pan.FRAME_MS)
    note = f"{drawn} drawn in {took[0] / 1000:.1f} s, {1000 * drawn / took[0]:.0f} a second"
    report.add(f"{name}: from one frame drawn to the next", took[0] / drawn, "ms", goal=GOAL_FRAME_MS, note=note)


def _edits(report: Report, page: Page, edits: int) -> None:
    """From the key to the board that shows it, and to the server's answer in the page."""
    shown, answered = [], []
    page.locator("#ed-signs [data-pick^=t-building]").first.click()
    key = page.locator("#ed-signs [aria-pressed=true]").first.get_attribute("data-pick")
    for _ in range(edits):
        step = int(page.locator("#ed-saved").get_attribute("data-step") or 0)
        began = time.perf_counter()
        shown.append(float(page.evaluate(EDIT, [key])))
        page.locator(f'#ed-saved[data-step="{step + 1}"]').wait_for()
        answered.append(1000 * (time.perf_counter() - began))
    note = f"p90 {percentile(shown, 90):.0f} ms, {edits} edits"
    report.add("one edit, from the key until the board shows it", median(shown), "ms", goal=GOAL_EDIT_MS, note=note)
    note = f"p90 {percentile(answered, 90):.0f} ms"
    report.add("the same until the server has saved it", median(answered), "ms", goal=GOAL_EDIT_MS, note=note)
