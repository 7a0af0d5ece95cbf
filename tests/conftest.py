"""Fixtures for tests that need real servers."""

from collections.abc import Callable, Iterator

import pytest

from tests.live import LiveServer, Prepared
from tests.servers import PostgresServer, RedisServer


@pytest.fixture(scope="session")
def prepared() -> Iterator[Prepared]:
    """Databases that were migrated and filled with the sample content."""
    ready = Prepared()
    yield ready
    ready.remove()


@pytest.fixture(scope="session")
def postgres(prepared: Prepared) -> PostgresServer:
    """A running PostgreSQL."""
    return prepared.postgres


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A Redis of the test's own, which it may stop and start."""
    server = RedisServer().start()
    yield server
    server.stop()


@pytest.fixture
def live(prepared: Prepared) -> Iterator[Callable[..., LiveServer]]:
    """Start servers: live(), live(server="uvicorn"), live(database="postgres", redis=True), live(beside=another)."""
    started: list[LiveServer] = []

    def start(**options: object) -> LiveServer:
        server = LiveServer(prepared, **options)  # type: ignore[arg-type]
        started.append(server)
        return server.start()

    yield start
    for server in reversed(started):
        server.remove()
