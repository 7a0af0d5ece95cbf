"""The page of odds: it follows as one switches, an address leads back to it, and it needs no script for its numbers."""

import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import gather
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.live import LiveServer


def figures(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(".big > div").all_inner_texts()]


def test_odds_follow_the_switches_and_an_address_leads_back_without_a_script(town: LiveServer, people: People) -> None:
    people.expect_noise("422")
    page = people.open("Ines", town.url)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Odds").click()
    expect(page.locator(".big")).to_contain_text("3 or less")
    page.get_by_label("Aimed").check()
    expect(page.locator(".big")).to_contain_text("4 or less")
    expect(page.get_by_label("How it adds up")).to_contain_text("Aimed")
    page.locator(".plates .hot.rear").click()
    expect(page.get_by_label("How it adds up").locator(".cur").first).to_have_text("Rear 10")
    page.get_by_label("Weapon 1", exact=True).select_option("saltmere-compact/siege-howitzer")
    expect(page.get_by_label("Strength").first).to_have_value("9")
    expect(page.locator(".big")).to_contain_text("one or more penetrate")
    page.get_by_label("Front", exact=True).last.fill("99")
    expect(page.get_by_role("alert")).to_contain_text("Front armour is a whole number from 1 to 18.")
    page.get_by_label("Front", exact=True).last.fill("14")
    expect(page.get_by_label("How it adds up")).to_contain_text("Front 14")
    expect(page).to_have_url(re.compile(r"front=14"))

    front = page.get_by_label("Front", exact=True).last
    expect(front).not_to_have_attribute("aria-invalid", "true")
    page.get_by_text("Another weapon").click()
    second = page.locator("#shots2")
    second.press("Control+A")
    for typed, fires in (("1", "1 shot"), ("2", "12 shots")):  # the form is drawn again for a third kind in between
        second.press(typed)
        expect(page.locator("#summary2")).to_have_text(fires)
    expect(page.locator("#kind3")).to_be_visible()
    expect(second).to_be_focused()
    second.fill("0")
    expect(page.locator("#kind3")).to_have_count(0)

    plain = people.open("Tomas", page.url, java_script_enabled=False)
    assert figures(plain) == figures(page)
    plain.get_by_label("Soft", exact=True).first.check(force=True)
    plain.get_by_label("Shots").first.fill("2")
    plain.get_by_role("button", name="Work it out").click()
    expect(plain.locator(".chart")).to_contain_text("Worst of 2 shots")
    expect(plain.get_by_label("Shots").first).to_have_value("2")

    phone = people.open_phone("Tomas's phone", plain.url)
    expect(phone.locator(".chart")).to_contain_text("Worst of 2 shots")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_preview_of_a_shot_opens_its_odds(everywhere: Club, people: People) -> None:
    everywhere.tell_dice(activation=[2, 2])
    table = gather(people, everywhere.table("odds"))
    alice = table.alice
    alice.activate("A1 Ash Lancers", 1)
    alice.aim("Shoot", "Birch Carrier")
    link = alice.plan.get_by_role("link", name="Odds in full")
    needed = alice.plan.get_by_role("region", name="Breach lance", exact=True).locator("strong").last.inner_text()
    with alice.page.expect_popup() as opened:
        link.click()
    page = opened.value
    expect(page.locator(".big > div").first).to_contain_text(needed)
    expect(page.get_by_label("Unit that fires")).to_have_value("a1")
    expect(page.get_by_label("Unit that is fired at")).to_have_value("b1")
    expect(page.get_by_label("Strength").first).to_have_value("8")
    page.get_by_role("link", name="To the table").click()
    expect(page).to_have_url(re.compile(r"/tables/"))
