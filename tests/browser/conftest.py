"""A browser for the tests in this folder; it ends with them, because its event loop would be in the way of others."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import People, launch

HERE = Path(__file__).parent
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
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this folder."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def people(browser: Browser, request: pytest.FixtureRequest) -> Iterator[People]:
    """Open pages for several people; a failing test leaves a picture of each under var/failures."""
    everybody = People(browser, HERE.parent.parent / "var" / "failures" / request.node.name)
    yield everybody
    outcome = request.node.stash.get(OUTCOME, None)
    noise = everybody.unexpected_noise()
    if noise or outcome is None or outcome.excinfo is not None:
        everybody.take_pictures()
    everybody.leave()
    assert not noise, "\n".join(["Errors in a console:", *noise])
