"""From the lobby to the table: one sets up, one joins by code on a phone, the screen and a spectator follow."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tabletop.games.log.entries import PAGE
from tests.browser.at_table import Watcher
from tests.browser.people import TELEVISION, People
from tests.live import LiveServer


def set_up(people: People, server: LiveServer, name: str = "Ines") -> tuple[Page, str]:
    """Start a table on the small scenario; returns the host's page and the code."""
    host = people.open(name, server.url)
    host.get_by_role("link", name="Start a table").first.click()
    host.locator("#ground").get_by_text("Lockhouse Lane").click()
    host.get_by_role("button", name="Next: rules").click()
    host.get_by_role("button", name="Next: armies").click()
    expect(host.get_by_label("Army").first).to_have_value(re.compile(r"\d+"))
    expect(host.get_by_text("210 to 205 points, A has 5 more")).to_be_visible()
    host.get_by_role("button", name="Next: seats").click()
    host.get_by_label("Your name").fill(name)
    host.get_by_label("Name of the table").fill("Club night")
    host.get_by_role("button", name="Set up the table").click()
    expect(host.get_by_role("heading", name="Club night")).to_be_visible()
    is_here(host, name)
    code = re.search(r"/tables/(\w+)/", host.url)
    assert code
    return host, code[1]


ROOM_COMES = """() => new Promise((comes) => {
    const room = document.getElementById("room");
    room.querySelector("[name=seen]").value = "";
    room.addEventListener("htmx:beforeSwap", () => setTimeout(comes, 50), { once: true });
    document.body.dispatchEvent(new Event("changed"));
})"""


def is_here(page: Page, name: str) -> None:
    """Wait until the waiting room shows somebody there: it is filled again as their line comes."""
    seated = page.get_by_role("listitem").filter(has_text=f"{name} (you)")
    expect(seated.first).to_be_visible()
    expect(seated.filter(has_text="away")).to_have_count(0)


def test_two_people_gather_round_a_table_and_begin(town: LiveServer, people: People) -> None:
    host, code = set_up(people, town)
    expect(host.get_by_text("Waiting for Saltmere.")).to_be_visible()
    screen = people.open("screen", f"{town.url}/tables/{code}/screen", viewport=TELEVISION)
    expect(screen.get_by_text(f"{code[:4]} {code[4:]}")).to_be_visible()
    spectator = people.open("spectator", f"{town.url}/tables/{code}/watch")
    expect(spectator.get_by_text("The battle has not begun")).to_be_visible()
    early = people.open_phone("Priya", spectator.url)
    assert early.locator("header.appbar").evaluate("one => one.getBoundingClientRect().height") < 100

    phone = people.open_phone("Tomas", town.url)
    phone.get_by_label(re.compile("The code is on the club screen")).fill(f"{code[:4].lower()}-{code[4:]}")
    phone.get_by_role("button", name="Take a seat").click()
    expect(phone.get_by_role("radio", name=re.compile("Saltmere"))).to_be_checked()
    phone.get_by_label("Name at the table").fill("Tomas")
    phone.get_by_role("button", name="Take this seat").click()
    expect(phone.get_by_text("Tomas (you)")).to_be_visible()
    expect(phone.get_by_text("Add words to the dice below, or pass: then Ines begins the battle.")).to_be_visible()

    expect(host.get_by_text("Everybody is here. Tomas may still add words to the dice, or pass.")).to_be_visible()
    expect(screen.get_by_text("Tomas")).to_be_visible()
    phone.get_by_role("button", name="Pass", exact=True).click()
    expect(host.get_by_text("Everybody is here. Begin when you are ready.")).to_be_visible()
    host.get_by_role("button", name="Start the battle").hover()
    host.mouse.down()
    host.evaluate(ROOM_COMES)
    host.mouse.up()
    for page in (host, phone, screen, spectator):
        expect(page.get_by_role("group", name=re.compile("Table, 48″ by 36″"))).to_be_visible()
    host.get_by_role("button", name="Roll off").click()
    expect(screen.get_by_role("region", name="What is asked").get_by_text("Who has the first turn?")).to_be_visible()
    expect(spectator.get_by_role("log", name="Log").get_by_text("Roll-off")).to_be_visible()

    host.goto(town.url)
    expect(host.get_by_role("heading", name="Club night")).to_be_visible()


def test_the_host_keeps_order_in_the_waiting_room(town: LiveServer, people: People) -> None:
    host, code = set_up(people, town)
    people.expect_noise(r"403 \(Forbidden\)")
    guest = people.open("Dov", f"{town.url}/tables/{code}/join")
    guest.get_by_label("Name at the table").fill("Dov")
    guest.get_by_role("button", name="Take this seat").click()
    expect(host.get_by_role("button", name="Send away: Dov")).to_be_visible()

    host.get_by_text("Lock the seats").click()
    expect(host.get_by_text("locked")).to_be_visible()
    stranger = people.open("stranger", f"{town.url}/tables/{code}/join")
    expect(stranger.get_by_text("The host has locked the seats. You can watch.")).to_be_visible()

    host.once("dialog", lambda dialog: dialog.accept())
    host.get_by_role("button", name="Send away: Dov").click()
    expect(host.get_by_text("Sent away: Dov")).to_be_visible()
    expect(guest.get_by_text("The host has removed you from this table.")).to_be_visible()

    host.get_by_role("link", name="Change", exact=True).click()
    host.locator(".crumbs").get_by_text("Armies").click()
    host.get_by_label("Called at the table").last.fill("The Levy")
    host.get_by_role("button", name="Keep this").click()
    expect(host.get_by_text("The Levy", exact=True)).to_be_visible()


def test_a_newcomer_finds_something_alive_and_looks_round(live: Callable[..., LiveServer], people: People) -> None:
    server = live()
    visitor = people.open("visitor", server.url)
    expect(visitor.get_by_role("heading", name="Harrow Ford")).to_be_visible()
    visitor.get_by_role("link", name="Watch", exact=True).click()
    Watcher(visitor).is_live()
    token = visitor.get_by_role("button", name=re.compile("^A5"))
    token.press("Enter")
    card = visitor.get_by_role("region", name="Unit card")
    expect(card.get_by_role("heading", name="Anvil Battle Tank")).to_be_visible()
    visitor.get_by_role("button", name="Close the card").click()
    expect(card).to_be_hidden()
    read_back_to_the_start(visitor)
    expect(visitor.get_by_text("will have the first turn")).to_be_visible()
    visitor.get_by_role("tab", name="Text").click()
    expect(visitor.get_by_role("table", name="Units")).to_be_visible()


def read_back_to_the_start(page: Page) -> None:
    """Ask for earlier lines of the log, forty at a time, until there are none: however long the sample battle is."""
    lines, earlier = page.get_by_role("article"), page.get_by_role("button", name="Earlier", exact=True)
    expect(lines).to_have_count(PAGE)
    pages = 1
    while earlier.count():
        pressed = earlier.element_handle()
        assert pressed is not None
        pressed.click()
        pressed.wait_for_element_state("hidden")
        pages += 1
    assert PAGE * (pages - 1) <= lines.count() <= PAGE * pages, "every line that was read stays"


def test_the_rulebook_is_searched_as_one_types(town: LiveServer, people: People) -> None:
    reader = people.open("reader", f"{town.url}/rulebook/")
    reader.get_by_label("Words or the id of a rule").fill("arap hit 2")
    first = reader.get_by_role("listitem").filter(has_text="ARAP-HIT-02").first
    expect(first.locator("mark").first).to_be_visible()  # what was typed is found: before, every rule is listed
    searched_again: list[str] = []
    reader.on("request", lambda request: searched_again.append(request.url) if "?q=" in request.url else None)
    first.get_by_role("link").click()
    expect(reader.get_by_role("heading", name="Ranged to-hit modifiers")).to_be_in_viewport()
    expect(reader).to_have_url(re.compile(r"/rulebook/ARAP-HIT/#ARAP-HIT-02$"))
    assert not searched_again, "an answer that comes while one leaves would keep one here"
