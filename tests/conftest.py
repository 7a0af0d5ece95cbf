"""Fixtures for tests that need real servers."""

import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import starts
from tests.live import LiveServer, Prepared
from tests.rulemarks import note_ways, told_ways
from tests.servers import PostgresServer, RedisServer


def pytest_addoption(parser: pytest.Parser) -> None:
    help_text = "browser tests as over a bad line: finds what a page loses while it is loading"
    parser.addoption("--slow-pages", action="store_true", help=help_text)
    parser.addoption("--reach", type=Path, help="write here by which ways each rule came out at the front door")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Each process hands on what it heard; the first one writes it down."""
    found = told_ways(session.config)
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["ways"] = found
    elif (path := session.config.getoption("--reach")) is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=1))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what another process heard."""
    note_ways(node.config, getattr(node, "workeroutput", {}).get("ways", {}))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: servers and browsers are often waited for."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, or in the end one process works on it alone."""
    items.sort(key=_rank)
    if "hypothesis" in sys.modules:
        _draw_numbers_of(str(ROOT / part) + os.sep for part in TRIED)


LONGEST = ("test_conformance.py", "test_bench.py", "test_setup.py", "test_processes.py", "test_live.py")


def _rank(item: pytest.Item) -> int:
    """Its place in line: single long tests, those with a browser, all others."""
    if item.path.name in LONGEST:
        return LONGEST.index(item.path.name)
    return len(LONGEST) + ("browser" not in item.path.parts)


ROOT = Path(__file__).parent.parent
TRIED = ("rules/core", "rules/forces", "rules/geometry", "rules/table", "tabletop/armies", "tabletop/scenarios")


def _draw_numbers_of(folders: Iterable[str]) -> None:
    """Hypothesis tries the numbers and words in sources, too: in those that it is used on.

    Left to itself it reads all thousand modules, which takes each process seven seconds in a fresh clone.
    """
    from hypothesis.internal.conjecture import providers

    begin = tuple(folders)
    providers.is_local_module_file = lambda path: path.startswith(begin)


def pytest_collection_finish() -> None:
    """What is imported by now stays: looking through it for rubbish again and again takes a tenth of the time."""
    gc.collect()
    gc.freeze()


def pytest_configure() -> None:
    """Tests are collected without a search for rubbish; servers hear Ctrl-C.

    What is started in the background of a shell ignores that, and so does whatever it starts.
    """
    gc.set_threshold(50_000, 50, 1000)
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def quick_starts() -> Iterator[None]:
    """Servers and commands are forks of one process of this one's own."""
    with starts.forking():
        yield


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of one run have in common, for what is costly to make."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"


@pytest.fixture(scope="session")
def prepared(shared: Path) -> Iterator[Prepared]:
    """Databases that were migrated and filled with the sample content."""
    ready = Prepared(shared=shared)
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
