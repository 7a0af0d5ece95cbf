"""Times: work done in turn, so that a busy moment of the machine hits all of it alike."""

from __future__ import annotations

import gc
import hashlib
import statistics
import time
from collections.abc import Callable, Mapping, Sequence

Work = Callable[[int], Callable[[], object]]
"""For each round, what shall be timed; making it ready costs no time."""


def interleaved(works: Mapping[str, Work], rounds: int) -> dict[str, list[float]]:
    """Seconds of every round of every work; each round does each of them once. One round before does not count."""
    took: dict[str, list[float]] = {name: [] for name in works}
    for number in range(-1, rounds):
        for name, work in works.items():
            ready = work(number)
            gc.collect(0)
            began = time.perf_counter()
            ready()
            seconds = time.perf_counter() - began
            if number >= 0:
                took[name].append(seconds)
    return took


def calibration(number: int) -> Callable[[], object]:
    """A fixed piece of plain Python, some milliseconds long: what other works are compared with in the same run."""
    return _calibrate


def _calibrate() -> int:
    total = 0
    words: dict[str, int] = {}
    for n in range(4000):
        word = f"unit-{n % 97}"
        words[word] = words.get(word, 0) + n
        total += len(word) * (n ^ 5)
    digest = hashlib.sha256(repr(sorted(words.items())).encode()).digest()
    return total + digest[0]


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that so many in a hundred do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


median = statistics.median
