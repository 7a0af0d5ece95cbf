"""axe finds nothing in questions, docks and plans of any kind, nor on pages that are seldom seen.

Pieces of a page stand side by side and are looked at together; every page is looked at whole at a desk in the light and
in a hand in the dark, and for its colours alone at a desk in the dark and in a hand in the light.
"""

import re
from functools import partial
from pathlib import Path

import pytest
from django.template.loader import get_template
from playwright.sync_api import Locator, Page, Route, expect

from tabletop.accounts.forms import NewPasswordForm
from tabletop.accounts.models import User
from tests.browser.at_table import Player
from tests.browser.axe import violations
from tests.browser.conftest import Club
from tests.browser.gallery import panels, pieces
from tests.browser.pages.test_accessibility import UNLIKE
from tests.browser.pages.test_armies import add, begin
from tests.browser.pages.test_armies_abroad import bring
from tests.browser.people import DESKTOP, PHONE, People
from tests.browser.table.test_gathering import is_here, set_up
from tests.tabletop.armies import foreign

pytestmark = pytest.mark.usefixtures("painted")

PLAY = Path(__file__).parents[3] / "templates" / "games" / "play.html"
SIDE_BY_SIDE = """(pieces) => {
  document.body.className = "play";
  document.body.style.cssText = "display: block; height: auto; overflow: visible";
  document.body.innerHTML = `<main>${pieces.map((piece) => `<section>${piece}</section>`).join("")}</main>`;
  for (const part of document.querySelectorAll("details")) part.open = true;
  const whole = "position: static !important; max-height: none !important; overflow: visible !important";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`section * { ${whole} } section .plan { height: auto }`);
  document.adoptedStyleSheets.push(sheet);
}"""
ALONE = ("landmark-unique", "page-has-heading-one", "heading-order", "landmark-banner-is-top-level", "region")
"""What is asked of a page as a whole."""


def looked_at(page: Page, where: str, *, without: tuple[str, ...] = ()) -> list[str]:
    """What axe finds of a page at a desk and in a hand."""
    found = [f"{where}, desk: {each}" for each in page.evaluate(UNLIKE)]
    for window, hand, colours in ((DESKTOP, "desk", "light"), (PHONE, "phone", "dark")):
        page.set_viewport_size(window)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
        found += [f"{where}, {hand}, {colours}: {each}" for each in violations(page, without=without)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    return found


def test_no_question_dock_or_plan_of_any_kind_has_a_fault(club: Club, people: People) -> None:
    page = people.open("Alice", f"{club.server.url}/offline")  # a page whose scripts want nothing of what it shows
    for sheet in re.findall(r"css/(?!base)\w+\.css", PLAY.read_text(encoding="utf-8")):
        page.add_style_tag(url=f"{club.server.url}/static/{sheet}")
    page.evaluate(SIDE_BY_SIDE, pieces())
    assert page.locator(".react").count() > 10
    assert page.locator("#plan").count() > 40
    found = looked_at(page, "side by side", without=ALONE)
    assert not found, "\n".join(found)


ANYBODYS = (
    "/join",
    "/join?code=nobody",
    "/no-such-page",
    "/rulebook/ARAP/",
    "/rulebook/TRI-DMG-02/",
    "/account/forgotten",
    "/account/forgotten/sent",
    "/account/reset/MQ/no-such-token",
)
SIGNED_IN = ("/account/", "/account/password", "/account/delete")
FAULTS = ("403.html", "403_csrf.html", "422.html", "500.html")
"""What nobody comes to by an address."""


def test_no_page_that_is_seldom_seen_has_a_fault(club: Club, people: People) -> None:
    people.expect_noise("40[0-9] ")
    url = club.server.url
    page = people.open("Nora", f"{url}/account/sign-up?next=/account/")
    page.get_by_role("button", name="Sign up").click()  # without a name: what a form says of its faults
    found = looked_at(page, "a form with faults")
    page.get_by_label("Name").fill("Nora.Seldom")
    page.get_by_label("Password", exact=True).fill("harrow-ford-72")
    page.get_by_label("Password confirmation").fill("harrow-ford-72")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.goto(f"{url}/armies/libraries/")
    library = page.locator("main a[href^='/armies/libraries/']").first.get_attribute("href")
    for path in (*ANYBODYS, *SIGNED_IN, str(library)):
        page.goto(url + path)
        expect(page.get_by_role("main").first).to_be_visible()
        found += looked_at(page, path)
    valid = {"validlink": True, "form": NewPasswordForm(User())}  # what the link in a letter leads to
    shown = {name: get_template(name).render() for name in FAULTS}
    for name, markup in {**shown, "accounts/reset.html": get_template("accounts/reset.html").render(valid)}.items():
        page.route("**/shown", partial(Route.fulfill, body=str(markup), content_type="text/html"))
        page.goto(f"{url}/shown")
        expect(page.get_by_role("main").first).to_be_visible()
        found += looked_at(page, name)
        page.unroute("**/shown")
    assert not found, "\n".join(found)


def test_no_page_that_is_shared_or_taken_in_has_a_fault(club: Club, people: People) -> None:
    people.expect_noise("422 ")
    url = club.server.url
    page = people.open("Nora", f"{url}/armies/")
    begin(page, "Ash Column", "250")
    add(page, "Ranger section")
    page.get_by_role("button", name="Share", exact=True).click()
    army = shared(page, page.get_by_role("dialog"), "Save")
    page.goto(f"{url}/scenarios/")
    page.get_by_role("listitem").filter(has_text="Customs House").get_by_role("button", name="Copy to edit").click()
    page.goto(page.url.removesuffix("edit/"))
    scenario = shared(page, page.locator(".sc-share"), "Save")
    found = looked_at(page, "a scenario and its link")
    for link in (scenario, f"{scenario}/map", army, f"{army}/cards", f"{army}/summary"):
        page.goto(link)
        expect(page.get_by_role("main").first).to_be_visible()
        found += looked_at(page, link)
    page.goto(f"{url}/armies/")
    bring(page, "dry column.rosz", foreign.zipped(foreign.ros()))
    expect(page.locator("#open-lines")).to_be_visible()
    found += looked_at(page, "a list of another tool")
    for shelf in ("armies", "scenarios"):
        page.goto(f"{url}/{shelf}/")
        bring(page, "a letter.json", b"Dear all")
        expect(page.get_by_role("heading", name="That is not possible")).to_be_visible()
        found += looked_at(page, f"{shelf}, refused")
    assert not found, "\n".join(found)


def shared(page: Page, form: Locator, button: str) -> str:
    """The link by which that is shared from now on."""
    form.get_by_label("Whoever has the link").check()
    form.get_by_role("button", name=button, exact=True).click()
    return str(page.locator("#share-link").get_attribute("value"))


def test_no_page_before_or_after_a_battle_has_a_fault(club: Club, people: People) -> None:
    host, code = set_up(people, club.server)
    found = looked_at(host, "set up, by its host")
    guest = people.open("Tomas", f"{club.server.url}/tables/{code}/join")
    guest.get_by_label("Name at the table").fill("Tomas")
    guest.get_by_role("button", name="Take this seat").click()
    is_here(guest, "Tomas")
    found += looked_at(guest, "set up, by a guest")
    for page in ("watch", "screen"):
        guest.goto(f"{club.server.url}/tables/{code}/{page}")
        found += looked_at(guest, f"set up, {page}")

    alice = Player(club.table("hot-seat").seat(people, "Alice"))
    alice.is_live()
    alice.choose("Concede the battle")
    alice.button("Really concede?").click()
    expect(alice.page.get_by_role("group", name="Turn tracker")).to_contain_text("wins")
    found += looked_at(alice.page, "over, at the table")
    alice.page.get_by_role("link", name="What decided it").click()
    expect(alice.page.get_by_role("link", name="Watch it again")).to_be_visible()
    found += looked_at(alice.page, "the end of a battle")
    assert not found, "\n".join(found)


def test_no_panel_of_the_editor_has_a_fault_whatever_is_in_hand(club: Club, people: People) -> None:
    page = people.open("Ines", f"{club.server.url}/offline")
    for sheet in ("css/board.css", "css/scenarios.css"):
        page.add_style_tag(url=f"{club.server.url}/static/{sheet}")
    shown = panels()
    page.evaluate(SIDE_BY_SIDE, shown)
    assert len(shown) > 10
    found = looked_at(page, "side by side", without=ALONE)
    assert not found, "\n".join(found)


def test_too_little_contrast_is_found_in_either_scheme(club: Club, people: People) -> None:
    page = people.open("Nora", f"{club.server.url}/offline")
    assert violations(page) == []
    heading = page.get_by_role("heading", level=1)
    for colour, scheme in (("#14201a", "color-contrast in the other scheme"), ("#ecf1ec", "color-contrast")):
        heading.evaluate("(heading, colour) => (heading.style.color = colour)", colour)
        (found,) = violations(page)
        assert found.startswith(f"{scheme}: <h1 "), found
    assert page.evaluate("document.documentElement.dataset.theme") is None
