"""Connections that end and come back: a server that is killed, a device that loses its network, a line gone silent."""

import re

from playwright.sync_api import expect

from tests.browser.at_table import Table, gather, said
from tests.browser.conftest import Club
from tests.browser.people import TELEVISION, People
from tests.lines import Line
from tests.servers import wait_until

AWAKE = "navigator.wakeLock.request = async (kind) => { window.awake = kind; }"
CUT = r"WebSocket|ERR_|object Event"  # what Chromium says of a line that is cut


def test_all_pages_come_back_by_themselves_when_the_server_is_killed_and_started(
    everywhere: Club, people: People
) -> None:
    everywhere.tell_dice(activation=[1, 1, 1])
    table = gather(people, everywhere.table("restart"))
    people.expect_noise(CUT)
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Rifles", 3)
    table.see("Ash Rifles has 3 action points")
    alice.page.keyboard.press("ArrowRight")
    expect(alice.plan).to_contain_text(said("Move 1″"))
    bob.page.get_by_role("tab", name="Chat").click()
    message = bob.page.get_by_role("textbox", name="Message")
    message.fill("half a sen")

    everywhere.server.kill()
    for one in table.all:
        one.is_cut_off()
    expect(alice.banner).to_contain_text("Reconnecting. The table is as of")
    caption = table.screen.page.get_by_role("region", name="What is asked")
    expect(caption).to_have_text(re.compile(r"^\s*Reconnecting, as of \d\d:\d\d\s*$"), use_inner_text=True)
    alice.page.keyboard.press("Enter")
    expect(alice.page.get_by_role("alert").filter(has_text="Nothing was sent")).to_be_visible()
    everywhere.server.start()
    table.are_live()
    expect(alice.banner).to_have_count(0)

    # No page was loaded again: what was typed and planned is there.
    expect(message).to_have_value("half a sen")
    bob.page.get_by_role("tab", name="Log").click()
    expect(alice.plan).to_contain_text(said("Move 1″"))
    alice.page.keyboard.press("Enter")
    table.see("Ash Rifles moves 1″")
    told_once(table, "Ash Rifles activates on 3 dice", "Ash Rifles moves 1″")


def test_who_was_cut_off_gets_what_happened_meanwhile_and_nothing_twice(everywhere: Club, people: People) -> None:
    everywhere.tell_dice(activation=[1, 1, 1])
    table = gather(people, everywhere.table("dropped"))
    people.expect_noise(CUT)
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Rifles", 3)
    table.see("Ash Rifles has 3 action points")

    bob.page.context.set_offline(True)
    bob.is_cut_off()
    step_right(alice)
    alice.sees("Ash Rifles moves 1″")
    step_right(alice)
    alice.finish()
    alice.end_activation()
    for one in (alice, table.charlie):
        one.sees("Turn 1: Birch")
    expect(bob.entry("Ash Rifles moves 1″")).to_have_count(0)
    expect(bob.banner).to_contain_text("Actions wait until you are back.")

    bob.page.context.set_offline(False)
    bob.is_live()
    bob.sees("Turn 1: Birch")
    assert bob.lines() == alice.lines() == table.charlie.lines()
    bob.take("B1 Birch Rifles")
    expect(bob.page.get_by_role("radio", name=said("2 dice"))).to_be_visible()


def test_screen_and_wall_stay_awake_and_come_back_over_a_line_gone_silent(club: Club, people: People) -> None:
    people.expect_noise(CUT)
    setting = club.table("dropped")
    line = Line(club.server.port)
    pages = []
    phone = people.open_phone("Charlie", "about:blank")
    phone.add_init_script(AWAKE)
    phone.goto(setting.url("watch"))
    for name, path in (("Screen", f"tables/{setting.code}/screen"), ("Wall", "wall/")):
        page = people.open(name, "about:blank", viewport=TELEVISION)
        page.clock.install()
        page.add_init_script(AWAKE)
        page.goto(f"http://localhost:{line.port}/{path}")
        pages.append(page)
    screen, wall = pages
    expect(screen.locator("#conn .word", has_text="Live")).to_be_attached()
    for page in (phone, *pages):
        wait_until(lambda page=page: page.evaluate("window.awake") == "screen", "the lock")

    line.fall_silent()
    for page, *waits_ms in ((screen, 20_000, 3000, 2500), (wall, 1000, 8000)):
        for wait_ms in waits_ms:
            page.clock.fast_forward(wait_ms)
        expect(page.locator("body.offline")).to_be_attached()
    line.speak()
    for page, wait_ms in ((screen, 8000), (wall, 1000)):
        page.clock.fast_forward(wait_ms)
        expect(page.locator("body.offline")).to_have_count(0)
    for page in (phone, *pages):
        page.close()  # its clock and its lock are nobody else's
    line.close()


def step_right(player) -> None:
    """One inch to the right, by keys."""
    player.take("A1 Ash Rifles")
    player.page.keyboard.press("ArrowRight")
    expect(player.plan).to_contain_text(said("Move 1″"))
    player.page.keyboard.press("Enter")


def told_once(table: Table, *lines: str) -> None:
    """The log of each page has each of these lines once."""
    for one in table.readers:
        for line in lines:
            expect(one.entries(line)).to_have_count(1)
