"""A replay of 3,000 events: brought in, its first picture in a browser, and jumps anywhere along its line.

The server is a fresh one: what it remembers of the battle when the first page is asked for is what bringing it in left.
The first picture counts from the navigation until the board is painted; a jump from the pointer going down on the line
until the moment is painted.
"""

from __future__ import annotations

import itertools
import re
import time
from typing import Final

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, sync_playwright

from bench import servers
from bench.clock import median, percentile
from bench.report import Report
from rules import bots, encode, log_lines, stated_end
from rules.any_game import Concede
from rules.dice.sources import SeededDice, seal
from rules.engine import decided, fold, legal_actions
from rules.events import GameCreated
from rules.log_lines import EventLine, Head
from rules.progress import Action
from rules.state import Event
from rules.verification import sealed_dice
from tests.browser.people import launch
from tests.live import LiveServer
from tests.rules.arenas import opened

EVENTS: Final = 3000
JUMPS: Final = 40
PICTURES: Final = 5
_SEED: Final = bytes(32)

PAINTED: Final = """() => new Promise((done) =>
  requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)))"""
"""The milliseconds since the navigation when the next frame is painted."""

JUMP: Final = """async (share) => {
  const line = document.getElementById("line");
  const box = line.getBoundingClientRect();
  const [began, before] = [performance.now(), location.href];
  const at = { clientX: box.left + share * box.width, clientY: box.top + 30, pointerId: 1, bubbles: true };
  line.dispatchEvent(new PointerEvent("pointerdown", at));
  while (location.href === before && performance.now() - began < 9000) await new Promise((go) => setTimeout(go, 1));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  return performance.now() - began;
}"""
"""Goes to that share of the line; the milliseconds until it is painted."""


def measure(report: Report, *, events: int = EVENTS, jumps: int = JUMPS, pictures: int = PICTURES) -> None:
    """Print what bringing such a battle in takes, its first picture, and jumps."""
    report.section(f"replays: a battle of {events:,} events, 1440 x 900")
    data = log(events)
    ready = servers.prepared()
    server = LiveServer(ready)
    path = server.data_dir / "long.jsonl"
    path.write_bytes(data)
    try:
        server.start()
        with sync_playwright() as playing:
            browser = launch(playing)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(f"{server.url}/replays/")
            page.get_by_label("Log").set_input_files(path)
            began = time.perf_counter()
            page.get_by_role("button", name="Bring it in").click(timeout=120_000)
            page.wait_for_url(re.compile(r"/replays/\w{6}/$"), timeout=120_000)
            report.add("brought in, checked", time.perf_counter() - began, "s")
            _look(report, browser, page.url, jumps, pictures)
            browser.close()
    finally:
        server.remove()
        ready.remove()


def _look(report: Report, browser: Browser, url: str, jumps: int, pictures: int) -> None:
    took = [_first_picture(browser, f"{url}?at={at}") for at in (2000, 700, 2900, 1300, 40)[:pictures]]
    report.add("first picture, median", median(took), "ms", goal=1000)
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(url)
    page.locator("#ground").wait_for(state="attached")
    shares = [(n * 0.618) % 1 for n in range(1, jumps + 1)]
    waits = [page.evaluate(JUMP, share) for share in shares]
    report.add("a jump, median", median(waits), "ms", goal=200)
    report.add("a jump, slowest tenth", percentile(waits, 90), "ms", goal=200)


def _first_picture(browser: Browser, url: str) -> float:
    page: Page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(url, wait_until="commit")
    page.locator("#ground").wait_for(state="attached")
    took: float = page.evaluate(PAINTED)
    page.close()
    return took


# ------------------------------------------------------------------ a long battle


def log(many: int) -> bytes:
    """A battle by bots without an end of turns, given up after so many events, as lines."""
    first, _ = opened("harrow-ford", 7)
    created = first[0]
    assert isinstance(created, GameCreated)
    begun = replace(created, scenario=replace(created.scenario, turn_limit=200), seal=seal(_SEED), dice_rule=2)
    events: list[Event] = [begun, *first[1:]]
    lines = [EventLine(event=msgspec.Raw(encode(event))) for event in events]
    state, choices = fold(events), SeededDice(7)
    for n in itertools.count():
        side = bots.to_act(state)
        if side is None:
            break
        action: Action | None = Concede(side=side)
        if len(events) < many:
            action = bots.choose(state, legal_actions(state, side), choices, n * bots.DICE_PER_CHOICE)
        assert action is not None
        made = decided(state, action, sealed_dice(_SEED, state, action))
        given = EventLine(
            event=msgspec.Raw(encode(made.events[0])), by=side.upper(), side=side, asked=msgspec.Raw(encode(action))
        )
        lines += [given, *(EventLine(event=msgspec.Raw(encode(event))) for event in made.events[1:])]
        events += made.events
        state = made.state
    end = stated_end(state, [msgspec.json.decode(line.event) for line in lines])
    return b"".join(log_lines.written(Head(1, "A long day", _SEED.hex(), state.seal, state.version), iter(lines), end))
