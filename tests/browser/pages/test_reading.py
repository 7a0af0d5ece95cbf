"""What is on the pages can be read: light and dark, in the colours that a browser has worked out, large and small."""

import itertools
import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Player
from tests.browser.conftest import Club
from tests.browser.contrast import texts, too_faint
from tests.browser.people import TELEVISION, People
from tests.servers import wait_until

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGES = ("/", "/tables/open", "/rulebook/", "/armies/", "/charts/", "/account/sign-in")


@pytest.mark.usefixtures("painted")
def test_all_text_stands_out_from_what_is_behind_it(club: Club, people: People) -> None:
    """4.5 to one, 3 to one for large type, on every kind of page, light and dark."""
    table = club.table("legible")
    reader = people.open("Ines", club.server.url)
    for address in (*(club.server.url + path for path in PAGES), sample(reader) + "watch"):
        reader.goto(address)
        stands_out(reader)
    stands_out(people.open("screen", table.url("screen"), viewport=TELEVISION))
    alice = Player(table.seat(people, "Alice"))
    alice.is_live()
    alice.take("A1 Ash Rifles")
    expect(alice.dock).to_contain_text("Dice to roll")
    stands_out(alice.page)


def stands_out(page: Page) -> None:
    """All its text, in both schemes of colours."""
    expect(page.get_by_role("main")).to_be_visible()
    grounds = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert len(texts(page)) >= 15, f"{page.url} shows hardly any text"
        assert not too_faint(page), f"{page.url}, {scheme}:\n" + "\n".join(too_faint(page))
    assert grounds[0] != grounds[1] or page.url.endswith("screen"), "a television is dark in any light"


def sample(lobby: Page) -> str:
    """The address of the sample battle, which has all kinds of ground and many units."""
    row = lobby.get_by_role("link", name=re.compile("Harrow Ford")).first
    return re.sub(r"[a-z]*$", "", f"{re.sub('/$', '', lobby.url)}{row.get_attribute('href')}")


@pytest.mark.usefixtures("painted")
def test_faint_text_is_noticed(club: Club, people: People) -> None:
    page = people.open("Ines", f"{club.server.url}/account/sign-in")
    assert not too_faint(page)
    page.get_by_role("heading", level=1).evaluate("heading => heading.style.color = '#bbb'")
    (line,) = too_faint(page)
    assert re.match(r"1\.\d+ of [34.5]+: 'Sign in' h1", line)


def test_names_of_places_keep_apart_on_a_phone(club: Club, people: People) -> None:
    page = people.open_phone("Ines", sample(people.open("lobby", club.server.url)) + "watch")
    expect(page.locator(".board.small")).to_have_count(0)  # the act that is read, from near
    page.get_by_role("button", name="Fit table (0)").tap()
    expect(page.locator(".board.small")).to_be_visible()
    expect(page.locator(".places .place .peff").first).to_be_hidden()
    wait_until(lambda: {"Long Wood", "Alder Copse", "Hollin Hill"} <= names(page).keys(), "the names")
    wait_until(lambda: not lying_on(names(page)), "names that keep apart")


def names(page: Page) -> dict[str, dict[str, float]]:
    """Where each name stands that is shown, all at one moment: once the board lies still they are placed again."""
    found: dict[str, dict[str, float]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".places .place:not(.gone):not(.way) .pname")]
          .map((one) => [one.textContent, one.getBoundingClientRect().toJSON()]))"""
    )
    return found


def lying_on(boxes: dict[str, dict[str, float]]) -> list[str]:
    found = []
    for (one, a), (other, b) in itertools.combinations(boxes.items(), 2):
        wide = min(a["right"], b["right"]) - max(a["left"], b["left"])
        high = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
        if wide > 0 and high > a["height"] / 4:
            found.append(f"{one} lies on {other}")
    return found


def test_on_paper_there_is_the_rule_alone(club: Club, people: People) -> None:
    page = people.open("Ines", f"{club.server.url}/rulebook/BLD-DOOR/")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Cost of door and window operations")).to_be_visible()
    for chrome in (".appbar", ".book > nav", ".foot"):
        expect(page.locator(chrome)).to_be_hidden()
    page.emulate_media(media="screen")  # the window is handed on
