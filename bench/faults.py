"""What one spectator who stops reading does to the others: their slowest hundredth with and without such a one."""

from __future__ import annotations

from bench import servers
from bench.clock import percentile
from bench.fanout import Match, Side
from bench.report import Report
from bench.servers import Kind

MOST = 1.5
"""The others' p99 may grow by half at most."""


def measure(
    report: Report, *, count: int = 100, kinds: tuple[Kind, ...] = ("uvicorn", "daphne"), rounds: int = 60
) -> None:
    """Print the p99 beside a stalled client over the p99 without one, for each server."""
    servers.allow_many_connections()
    ready = servers.prepared()
    try:
        with servers.on_core(1):
            for kind in kinds:
                report.section(f"faults on {kind}: one of {count} clients stops reading, {rounds} actions")
                _one(report, Match(ready, kind, count), kind, rounds)
    finally:
        ready.remove()


def _one(report: Report, match: Match, kind: Kind, rounds: int) -> None:
    try:
        match.connect()
        match.repeat(3)  # to get warm
        calm = _p99(match, rounds)
        match.crowd.ignore(match.crowd.watchers[-1])
        match.count -= 1
        stalled = _p99(match, rounds)
        note = f"{calm:.1f} ms without, {stalled:.1f} ms beside it; {match.crowd.faults.gaps} gaps"
        report.add(f"{kind}: others' p99 beside a stalled client", stalled / calm, "x", goal=MOST, note=note)
    finally:
        match.end()


def _p99(match: Match, rounds: int) -> float:
    """The slowest hundredth of the product's deliveries, in ms."""
    match.product, match.beside = Side(), Side()
    match.act_only(rounds)
    return percentile(match.product.took, 99) * 1e3
