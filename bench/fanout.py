"""Fan-out of a real action to many spectators of one table, beside a bare server that sends the same bytes to as many.

Each repetition does some rounds on the product and as many on the floor; ratios are those of repetitions. CPU of the
product is that of the whole action: request, rules, database, rendering, and sending.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bench import battle, servers
from bench.client import Crowd, due, since
from bench.clock import median, percentile
from bench.report import Report, spread
from bench.servers import Entry, Floor, Kind, Player, cpu_seconds, memory_kb, pid_of
from rules.state import GameState
from tests.live import LiveServer, Prepared

SIZES: Final = (100, 1000, 3000)
GOALS: Final = {"uvicorn": 2.5, "daphne": 7.0}
"""Most CPU per delivery, in that of the floor, at 1,000 clients."""
PAUSE_S: Final = 0.045
"""Between rounds: longer than the tick in which a hub sends at most one frame."""
LEAST_BYTES: Final = 4096
"""Of a frame: less would measure something smaller than what the goals are set for."""
DUE_S: Final = 5.0
"""A frame that takes longer is late."""


@dataclass
class Side:
    """One server's part of a run: seconds of each delivery and of each round, CPU and deliveries of each repetition."""

    took: list[float] = field(default_factory=list)
    last: list[list[float]] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    missing: int = 0

    def per_delivery(self) -> float:
        """CPU in microseconds at the median repetition."""
        return median(self.cpu) * 1e6

    def last_ms(self) -> float:
        """The last client at the median round."""
        return median([x for rep in self.last for x in rep]) * 1e3


def actions() -> Iterator[dict[str, object]]:
    """Thirty models walk to and fro by a third of an inch."""
    state = battle.state()
    lead = state.units[battle.MOB].models[0].at
    unit = str(battle.MOB)
    points = {"type": "RuleUnit", "unit": unit, "what": "ap", "value": 3, "reason": "measured"}
    yield points
    for number in itertools.count(1):
        x = lead[0] + (0.3 if number % 2 else 0.0)
        yield {"type": "RulePlace", "unit": unit, "placements": _moved(state, x - lead[0]), "reason": "measured"}


def _moved(state: GameState, by: float) -> list[dict[str, object]]:
    unit = state.units[battle.MOB]
    return [{"model": m.id, "at": [round(m.at[0] + by, 3), m.at[1]], "facing": m.facing} for m in unit.models]


class Match:
    """The product and the floor with their crowds, in one run."""

    def __init__(self, ready: Prepared, kind: Kind, count: int) -> None:
        self.kind = kind
        self.count = count
        self._end = contextlib.ExitStack()
        with contextlib.ExitStack() as started, servers.on_core(0):
            self.server = LiveServer(ready, server=kind)
            started.callback(self.server.remove)
            self.entry: Entry = servers.stage(self.server)
            self.server.start()
            self.floor = Floor()
            started.callback(self.floor.stop)
            self.player = Player(self.server.port, self.entry)
            started.callback(self.player.hang_up)
            self.steps = actions()
            self.player.act(next(self.steps))
            self._end = started.pop_all()
        self.crowd = servers.watching(self.server.port, self.entry)
        self.bare = Crowd(self.floor.port, "/", stamped=False)
        self.product, self.beside = Side(), Side()

    def connect(self) -> tuple[float, float]:
        """Everybody comes; seconds and kilobytes per connection on the product."""
        self.crowd.seq = self.player.seq
        self.crowd.path = f"/tables/{self.entry.code}/live?as=public&since={self.player.seq}"
        before = memory_kb(pid_of(self.server))
        took = self.crowd.connect(self.count)
        self.crowd.settle(0.4)
        grown = memory_kb(pid_of(self.server)) - before
        self.bare.connect(self.count)
        return took, grown / self.count

    def repeat(self, rounds: int) -> None:
        """One repetition: rounds on the product, then as many on the floor with the bytes that the product sent."""
        self.player.hang_up()
        self._rounds(self.product, rounds, pid_of(self.server), self.crowd, self._act)
        payload = self.crowd.payload
        if len(payload) < LEAST_BYTES:
            raise RuntimeError(f"frames of {len(payload)} bytes; at least {LEAST_BYTES} are measured")
        self.floor.load(payload)
        self._rounds(self.beside, rounds, self.floor.process.pid, self.bare, self._go)

    def act_only(self, rounds: int) -> None:
        """Rounds on the product alone."""
        self.player.hang_up()
        self._rounds(self.product, rounds, pid_of(self.server), self.crowd, self._act)

    def _rounds(self, side: Side, rounds: int, pid: int, crowd: Crowd, do: Callable[[Crowd], None]) -> None:
        began = cpu_seconds(pid)
        side.last.append([])
        for _ in range(rounds):
            crowd.settle(PAUSE_S)
            start = time.perf_counter()
            come = due(crowd)
            do(crowd)
            if not crowd.until(come, DUE_S):
                side.missing += len(crowd.watchers)
            took = since(crowd.watchers, start)
            side.took += took
            side.last[-1].append(max(took, default=DUE_S))
        crowd.settle(PAUSE_S)
        side.cpu.append((cpu_seconds(pid) - began) / (rounds * self.count))

    def _act(self, crowd: Crowd) -> None:
        answered: list[bool] = []
        crowd.also(self.player.sock, lambda: answered.append(True) if self.player.hear() else None)
        self.player.send(next(self.steps))
        crowd.until(lambda: bool(answered), DUE_S)
        crowd.forget(self.player.sock)
        if self.player.refused:
            raise RuntimeError(self.player.refused)

    def _go(self, crowd: Crowd) -> None:
        self.floor.go()
        self.floor.hear()

    def behind(self) -> int:
        """Clients that do not show the last event."""
        return sum(w.seq != self.player.seq for w in self.crowd.watchers) + self.crowd.faults.closed

    def end(self) -> None:
        """Everybody goes."""
        self.crowd.close()
        self.bare.close()
        self._end.close()


def measure(
    report: Report,
    *,
    sizes: Sequence[int] = SIZES,
    kinds: Sequence[Kind] = ("uvicorn", "daphne"),
    reps: int = 5,
    rounds: int = 10,
) -> None:
    """Print every server and size."""
    servers.allow_many_connections()
    ready = servers.prepared()
    try:
        with servers.on_core(1):
            for kind in kinds:
                report.section(f"fan-out on {kind}: {reps} x {rounds} actions, in-process layer, SQLite")
                for count in sizes:
                    _one(report, ready, kind, count, reps, rounds)
    finally:
        ready.remove()


def _one(report: Report, ready: Prepared, kind: Kind, count: int, reps: int, rounds: int) -> None:
    match = Match(ready, kind, count)
    try:
        joined, kilobytes = match.connect()
        match.repeat(3)  # to get warm
        match.product, match.beside = Side(), Side()
        for _ in range(reps):
            match.repeat(rounds)
        _print(report, match, f"{kind}, {count}", joined, kilobytes)
    finally:
        match.end()


def _print(report: Report, match: Match, name: str, joined: float, kilobytes: float) -> None:
    product, floor, faults = match.product, match.beside, match.crowd.faults
    ratios = [a / b for a, b in zip(product.cpu, floor.cpu, strict=True)]
    goal = GOALS[name.split(",")[0]] if match.count == 1000 else None
    note = f"{spread(ratios)}: {product.per_delivery():.1f} to {floor.per_delivery():.1f} us"
    report.add(f"{name}: CPU per delivery", median(ratios), "x floor", goal=goal, note=note)
    pairs = zip(itertools.chain(*product.last), itertools.chain(*floor.last), strict=True)
    lasts = [a / b for a, b in pairs]
    note = f"{product.last_ms():.1f} to {floor.last_ms():.1f} ms"
    report.add(f"{name}: until the last client", median(lasts), "x floor", note=note)
    p99 = percentile(product.took, 99) * 1e3
    report.add(f"{name}: p99", p99, "ms", note=f"floor {percentile(floor.took, 99) * 1e3:.1f} ms")
    size = len(match.crowd.payload)
    report.add(f"{name}: memory", kilobytes, "KB/connection", note=f"frames of {size} bytes; joined in {joined:.1f} s")
    lost = faults.gaps + match.behind()
    text = f"{faults.late} late, {faults.repeated} repeated, {faults.disordered} out of order of {faults.frames}"
    report.add(f"{name}: frames lost", lost, "", goal=0, note=text)
