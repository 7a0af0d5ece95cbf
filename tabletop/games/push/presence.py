"""Who is connected: people with seats by key, and how many others watch. Passed between processes, never numbered."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

_TELL_EVERY = 15.0  # seconds
_BELIEVE_FOR = 40.0  # seconds without word from a process until its people count as gone


class Presence:
    """The people of one table, here and in other processes."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[float, frozenset[str], int]] = {}
        self._told = 0.0

    def come(self, who: str) -> None:
        """Somebody connects; without a key it is an onlooker."""
        self._here[who] += 1

    def go(self, who: str) -> None:
        """One of somebody's connections is gone."""
        self._here[who] -= 1
        if self._here[who] <= 0:
            del self._here[who]

    def mine(self) -> dict[str, Any]:
        """What this process sends to the others."""
        self._told = time.monotonic()
        return {"process": self._process, "keys": sorted(k for k in self._here if k), "watchers": self._here[""]}

    def is_due(self) -> bool:
        """Whether the others should hear it again."""
        return time.monotonic() - self._told > _TELL_EVERY

    def knows(self, heard: Any) -> bool:
        """Whether that process has been heard of before."""
        return isinstance(heard, dict) and heard.get("process") in self._elsewhere

    def hear(self, heard: Any) -> bool:
        """Believe another process; says whether that changes anything."""
        try:
            process, keys, watchers = str(heard["process"]), frozenset(map(str, heard["keys"])), int(heard["watchers"])
        except (KeyError, TypeError, ValueError):
            return False
        before = self._elsewhere.get(process)
        self._elsewhere[process] = (time.monotonic(), keys, watchers)
        return before is None or before[1:] != (keys, watchers)

    def expire(self) -> bool:
        """Forget processes that have fallen silent; says whether there were any."""
        silent = [p for p, (at, *_) in self._elsewhere.items() if time.monotonic() - at > _BELIEVE_FOR]
        for process in silent:
            del self._elsewhere[process]
        return bool(silent)

    @property
    def keys(self) -> frozenset[str]:
        """Everybody with a seat who is connected anywhere."""
        return frozenset(k for k in self._here if k).union(*(keys for _, keys, _ in self._elsewhere.values()))

    @property
    def watchers(self) -> int:
        """How many connections watch without a seat."""
        return self._here[""] + sum(count for *_, count in self._elsewhere.values())
