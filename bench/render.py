"""Drawing one action for everybody, on a board of 400 models: two sides, spectators and the club's screen."""

from __future__ import annotations

import json

from bench import servers
from bench.clock import median, percentile
from bench.fanout import LEAST_BYTES
from bench.report import Report
from tests import starts
from tests.live import LiveServer, environment

ODDS_MS = 150
"""Goal of the page of odds."""


def inside(server: LiveServer, mode: str, rounds: int) -> dict[str, list[float]]:
    """What `bench.inside` measures in a process with the server's settings and database; the server itself is off."""
    own = environment(servers.SETTINGS, server.data_dir, DATABASE_URL=server.database_url)
    code, printed, complaints = starts.run(["-m", "bench.inside", mode, str(rounds)], env=own, timeout=300)
    if code:
        raise RuntimeError(complaints)
    found: dict[str, list[float]] = json.loads(printed.splitlines()[-1])
    return found


def ratio_note(took: dict[str, list[float]], name: str) -> str:
    """How a work stands to the calibration loop of the same rounds, and its slow tail."""
    ratios = [a / b for a, b in zip(took[name], took["calibration"], strict=True)]
    return f"{median(ratios):.2f} x calibration, p90 {percentile(took[name], 90) * 1e3:.1f} ms"


def measure(report: Report, *, rounds: int = 30) -> None:
    """Print the median for all audiences together, and for one whole page."""
    report.section("render: one action for two sides, spectators and the screen; 400 models on the board")
    ready = servers.prepared()
    server = LiveServer(ready)
    try:
        took = inside(server, "render", rounds)
        screen, others = (int(size) for size in took["sizes"])
        if others < LEAST_BYTES:
            raise RuntimeError(f"frames of {others} bytes; at least {LEAST_BYTES} are measured")
        note = f"{ratio_note(took, 'frames')}; frames of {others} bytes, the screen's of {screen}"
        report.add("frames of one action, four audiences", median(took["frames"]) * 1e3, "ms", note=note)
        note = ratio_note(took, "whole")
        report.add("frame with the whole board, one audience", median(took["whole"]) * 1e3, "ms", note=note)
        note = ratio_note(took, "odds")
        report.add("page of odds, 45 shots of three kinds", median(took["odds"]) * 1e3, "ms", goal=ODDS_MS, note=note)
    finally:
        server.remove()
        ready.remove()
