"""What one spectator who stops reading does to the others: their slowest hundredth with and without such a one.

Two servers with as many clients each; rounds alternate between them in blocks. First nobody stalls: how far the two
then differ is the noise of this machine. Then a client of the second asks for the whole table again and again without
reading, until neither its own nor the server's buffers take more.
"""

from __future__ import annotations

import itertools
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench import servers
from bench.client import request
from bench.clock import median, percentile
from bench.fanout import Match, Side
from bench.report import Report, spread
from bench.servers import Entry, Kind

MOST = 1.5
"""The others' p99 may grow by half at most."""
BLOCK = 10
"""Actions on one server before the other has its turn."""
_ASKS: Final = 28
"""Times that a socket may ask within ten seconds before it is closed for it."""
_OPEN: Final = "01"
"""An established connection in /proc/net/tcp."""


class Stalled:
    """A client that asks and does not read. Its own buffer is small, so that the server's fill soon."""

    def __init__(self, port: int, entry: Entry) -> None:
        self._port = port
        self._sock = socket.socket()
        self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._sock.connect(("127.0.0.1", port))
        self._sock.sendall(request(f"/tables/{entry.code}/live?as=public&since=0", port))

    def stuff(self) -> None:
        """Ask until the server's end takes nothing more. Raises RuntimeError if it never comes to that."""
        same, before = 0, -1
        for _ in range(_ASKS):
            time.sleep(0.1)
            now = self._waits()
            same = same + 1 if now == before and now > 0 else 0
            before = now
            if same >= 4:  # by then some whole tables wait in the server itself
                return
            self._sock.sendall(masked(b"since 0"))
        raise RuntimeError(f"{before} bytes wait for the stalled client, and more are still taken")

    @property
    def is_held(self) -> bool:
        """Whether the server keeps the connection."""
        return any(state == _OPEN for state, _ in self._rows())

    def _waits(self) -> int:
        """Bytes that the system holds for it on the server's side."""
        return max((waiting for _, waiting in self._rows()), default=0)

    def _rows(self) -> list[tuple[str, int]]:
        own = self._sock.getsockname()[1]
        found = []
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, local, remote, state, queues, *_ = line.split()
            if (_port(local), _port(remote)) == (self._port, own):
                found.append((state, int(queues.partition(":")[0], 16)))
        return found

    def close(self) -> None:
        """Hang up."""
        self._sock.close()


def _port(address: str) -> int:
    return int(address.partition(":")[2], 16)


def masked(payload: bytes) -> bytes:
    """A short text message as a client sends it."""
    return bytes((0x81, 0x80 | len(payload), 0, 0, 0, 0)) + payload


def measure(
    report: Report, *, count: int = 100, kinds: tuple[Kind, ...] = ("uvicorn", "daphne"), rounds: int = 120
) -> None:
    """Print the p99 beside a stalled client over the p99 without one, for each server."""
    servers.allow_many_connections()
    ready = servers.prepared()
    try:
        with servers.on_core(1):
            for kind in kinds:
                report.section(f"faults on {kind}: {count} clients and one who stops reading, 2 x {rounds} actions")
                _one(report, Match(ready, kind, count), Match(ready, kind, count), rounds)
    finally:
        ready.remove()


def _one(report: Report, calm: Match, other: Match, rounds: int) -> None:
    stalled: Stalled | None = None
    blocks = max(1, rounds // BLOCK)
    try:
        for match in (calm, other):
            match.connect()
            match.act_only(min(BLOCK, rounds))
        noise = [_pair(calm, other, min(BLOCK, rounds)) for _ in range((blocks + 1) // 2)]
        pairs = []
        for _ in range(blocks):
            if stalled is None or not stalled.is_held:  # who takes nothing for long is closed
                if stalled is not None:
                    stalled.close()
                stalled = Stalled(other.server.port, other.entry)
                stalled.stuff()
                other.crowd.settle(0.3)
            pairs.append(_pair(calm, other, min(BLOCK, rounds)))
            if not stalled.is_held:
                pairs.pop()
        _print(report, calm, other, noise, pairs)
    finally:
        if stalled is not None:
            stalled.close()
        calm.end()
        other.end()


def _pair(calm: Match, other: Match, rounds: int) -> tuple[Sequence[float], Sequence[float]]:
    """Seconds of each delivery of a block on either server."""
    took = []
    for match in (calm, other):
        match.product = Side()
        match.act_only(rounds)
        took.append(match.product.took)
    return took[0], took[1]


def _ratios(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> list[float]:
    return [percentile(beside, 99) / percentile(without, 99) for without, beside in pairs]


def _print(
    report: Report,
    calm: Match,
    other: Match,
    noise: Sequence[tuple[Sequence[float], Sequence[float]]],
    pairs: Sequence[tuple[Sequence[float], Sequence[float]]],
) -> None:
    if not pairs:
        raise RuntimeError("no client stayed stalled for a whole block")
    without, beside = (percentile(list(itertools.chain(*side)), 99) * 1e3 for side in zip(*pairs, strict=True))
    before, ratios = _ratios(noise), _ratios(pairs)
    note = f"{spread(ratios)} by blocks; nobody stalled: {median(before):.2f} {spread(before)}; "
    note += f"all blocks {without:.1f} to {beside:.1f} ms; {other.crowd.faults.gaps} gaps"
    report.add(f"{calm.kind}: others' p99 beside a stalled client", median(ratios), "x", goal=MOST, note=note)
    lost = sum(match.behind() for match in (calm, other))
    report.add(f"{calm.kind}: others who lost frames", lost, "", goal=0)
