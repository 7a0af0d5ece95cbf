"""Submitting an action, from JSON to the commit: read, decided, written with its events and perhaps a snapshot."""

from __future__ import annotations

from bench import servers
from bench.clock import median, percentile
from bench.render import inside, ratio_note
from bench.report import Report, fail
from tests.live import LiveServer


def measure(report: Report, *, rounds: int = 60, databases: tuple[str, ...] = ("sqlite", "postgres")) -> None:
    """Print the median and the tail for each database that this machine has."""
    report.section("store: one action of a table of 400 models, from JSON to the commit")
    ready = servers.prepared()
    try:
        for database in databases:
            try:
                server = LiveServer(ready, database=database)
            except FileNotFoundError as missing:
                fail(f"{database} is not measured: {missing}")
                continue
            _one(report, server, database, rounds)
    finally:
        ready.remove()


def _one(report: Report, server: LiveServer, database: str, rounds: int) -> None:
    try:
        took = inside(server, "store", rounds)
        note = f"{ratio_note(took, 'submit')}, p99 {percentile(took['submit'], 99) * 1e3:.1f} ms"
        report.add(f"submit_action on {database}", median(took["submit"]) * 1e3, "ms", note=note)
    finally:
        server.remove()
