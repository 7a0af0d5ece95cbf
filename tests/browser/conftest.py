"""A browser for the tests in this folder; it ends with them, because its event loop would be in the way of others."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.people import PATIENCE, People, Windows, launch
from tests.browser.stage import Setting, Stage
from tests.dice import untold, write_script
from tests.live import LiveServer, Prepared

HERE = Path(__file__).parent
expect.set_options(timeout=PATIENCE)
OUTCOME = pytest.StashKey[pytest.CallInfo[None]]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    if call.when == "call":
        item.stash[OUTCOME] = call
    return (yield)


@pytest.fixture(scope="package")
def windows() -> Iterator[Windows]:
    """Those of one Chromium for all tests of this folder."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield Windows(chromium)
        chromium.close()


@pytest.fixture
def people(windows: Windows, request: pytest.FixtureRequest) -> Iterator[People]:
    """Open pages for several people; a failing test leaves a picture of each under var/failures."""
    pictures = HERE.parent.parent / "var" / "failures" / request.node.name
    everybody = People(windows, pictures, slow=request.config.getoption("--slow-pages"))
    yield everybody
    outcome = request.node.stash.get(OUTCOME, None)
    noise = everybody.unexpected_noise()
    in_order = not noise and outcome is not None and outcome.excinfo is None
    if not in_order:
        everybody.take_pictures()
    everybody.leave(in_order=in_order)
    assert not noise, "\n".join(["Errors in a console:", *noise])


@pytest.fixture
def painted(people: People) -> People:
    """Their pages show what is on them: for tests that look at colours or pictures; all others only click and read."""
    people.painted = True
    return people


# ------------------------------------------------------------------ tables that are ready


class Club:
    """A server with a table for each battle that is asked for, and its dice."""

    laid: ClassVar[dict[tuple[str, str], Setting]] = {}
    """The tables of the test that runs, by server and name."""

    def __init__(self, server: LiveServer, stage: Stage) -> None:
        self.server = server
        self.stage = stage
        self.tell_dice()

    def table(self, name: str) -> Setting:
        """The table of that name, laid and deployed when it is asked for first; each test has its own."""
        key = (self.server.url, name)
        if key not in self.laid:
            with untold(self.server.data_dir):
                self.laid[key] = self.stage.make_ready(name)
        return self.laid[key]

    def tell_dice(self, **faces: Sequence[int]) -> None:
        """The faces that come next, by label; underscores stand for hyphens."""
        write_script(self.server.data_dir, {label.replace("_", "-"): each for label, each in faces.items()})


@pytest.fixture(autouse=True)
def own_tables() -> Iterator[None]:
    """Nobody sits down at a table that a test before has played at, whichever ran before in this process."""
    yield
    Club.laid.clear()


def _club(prepared: Prepared, **options: Any) -> Iterator[Club]:
    server = LiveServer(prepared, **options)
    stage = Stage(server)  # both start at once
    server.start()
    stage.wait()
    yield Club(server, stage)
    stage.close()
    ended = server.process.poll() if server.process else 0
    text = server.log.read_text()
    server.remove()
    assert ended is None, f"the server ended by itself with {ended}:\n{text[-4000:]}"
    assert "Traceback" not in text, text[-8000:]


@pytest.fixture(scope="package")
def club(prepared: Prepared) -> Iterator[Club]:
    """One server for all tests that need nothing else of it: SQLite, one process."""
    yield from _club(prepared)


@pytest.fixture(scope="package")
def big_club(prepared: Prepared) -> Iterator[Club]:
    """The same with PostgreSQL and Redis."""
    yield from _club(prepared, database="postgres", redis=True)


@pytest.fixture(scope="package")
def town(prepared: Prepared) -> Iterator[LiveServer]:
    """One server as after a first run, for tests whose people need no table made ready and see nothing of others."""
    server = LiveServer(prepared).start()
    yield server
    text = server.log.read_text()
    server.remove()
    assert "Traceback" not in text, text[-8000:]


@pytest.fixture(params=["sqlite", "postgres-redis"])
def everywhere(request: pytest.FixtureRequest) -> Club:
    """Either of them, one after the other: for the tests of the live table proper."""
    found: Club = request.getfixturevalue("club" if request.param == "sqlite" else "big_club")
    return found
