"""What one spectator who stops reading does to the others: their slowest hundredth with and without such a one.

Two servers with as many clients each, one of whom reads nothing on the second; rounds alternate between them.
"""

from __future__ import annotations

from bench import servers
from bench.clock import percentile
from bench.fanout import Match, Side
from bench.report import Report
from bench.servers import Kind

MOST = 1.5
"""The others' p99 may grow by half at most."""
BLOCK = 10
"""Actions on one server before the other has its turn."""


def measure(
    report: Report,
    *,
    count: int = 100,
    kinds: tuple[Kind, ...] = ("uvicorn", "daphne"),
    rounds: int = 120,
    ahead: int = 600,
) -> None:
    """Print the p99 beside a stalled client over the p99 without one, for each server.

    The one who reads nothing has missed `ahead` actions before anything is measured, so that no buffer takes more.
    """
    servers.allow_many_connections()
    ready = servers.prepared()
    try:
        with servers.on_core(1):
            for kind in kinds:
                report.section(f"faults on {kind}: one of {count} clients stops reading, 2 x {rounds} actions")
                _one(report, Match(ready, kind, count), Match(ready, kind, count), rounds, ahead)
    finally:
        ready.remove()


def _one(report: Report, calm: Match, stalled: Match, rounds: int, ahead: int) -> None:
    try:
        for match in (calm, stalled):
            match.connect()
        stalled.crowd.ignore(stalled.crowd.watchers[-1])
        stalled.count -= 1
        for match in (calm, stalled):
            for _ in range(max(1, ahead // BLOCK)):
                match.act_only(min(BLOCK, ahead))
            match.product = Side()
        for _ in range(max(1, rounds // BLOCK)):
            for match in (calm, stalled):
                match.act_only(min(BLOCK, rounds))
        without, beside = (percentile(match.product.took, 99) * 1e3 for match in (calm, stalled))
        note = f"{without:.1f} ms without, {beside:.1f} ms beside it; {stalled.crowd.faults.gaps} gaps"
        report.add(f"{calm.kind}: others' p99 beside a stalled client", beside / without, "x", goal=MOST, note=note)
    finally:
        calm.end()
        stalled.end()
