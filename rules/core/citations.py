"""Which rules were cited. Whatever the engine emits names its rule ids through `cite`."""

from collections.abc import Iterator
from contextlib import contextmanager

_listeners: list[set[str]] = []


def cite(*ids: str) -> tuple[str, ...]:
    """The ids, as given; every listener notes them. Costs nothing while nobody listens."""
    for heard in _listeners:
        heard.update(ids)
    return ids


@contextmanager
def listen() -> Iterator[set[str]]:
    """The set of ids cited while the block runs. For tests and tools: play never reads it."""
    heard: set[str] = set()
    _listeners.append(heard)
    try:
        yield heard
    finally:
        # By identity: two sets that heard the same are equal.
        _listeners[:] = [other for other in _listeners if other is not heard]
