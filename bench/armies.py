"""Armies: one edit of a roster of sixty units, a list of another tool of 5 MB, and unit cards as PDF."""

from __future__ import annotations

from bench import servers
from bench.clock import median
from bench.render import inside, ratio_note
from bench.report import Report
from tests.live import LiveServer

EDIT_MS = 100
LIST_MS = 2000
PDF_MS = 4000


def measure(report: Report, *, rounds: int = 5) -> None:
    """Print the medians, each beside its goal."""
    report.section("armies: rosters, files and cards, in one process")
    ready = servers.prepared()
    server = LiveServer(ready)
    try:
        took = inside(server, "armies", rounds)
        for name, label, goal in (
            ("edit", "one edit of a roster of 60 units, with its page", EDIT_MS),
            ("listing", "a .ros file of 5 MB with 4,800 selections, placed", LIST_MS),
            ("pdf", "cards of 37 units as PDF", PDF_MS),
        ):
            report.add(label, median(took[name]) * 1e3, "ms", goal=goal, note=ratio_note(took, name))
    finally:
        server.remove()
        ready.remove()
