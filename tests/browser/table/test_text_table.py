"""A battle fought in words by two people who never see the board: by roles and names alone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import said
from tests.browser.conftest import Club
from tests.browser.pages.test_accessibility import faults
from tests.browser.people import PHONE, People

TURNS = 6


def says(page: Page, line: str) -> None:
    field = page.get_by_role("textbox", name="What do you do?")
    field.fill(line)
    field.press("Enter")


def announces(page: Page, text: str) -> None:
    expect(page.get_by_role("status").filter(has_text=said(text))).to_be_visible()


def does(page: Page, line: str, answer: str) -> None:
    says(page, line)
    announces(page, answer)
    expect(page.get_by_role("button", name=re.compile("^Yes"))).to_be_visible()
    says(page, "yes")
    expect(page.get_by_role("button", name=re.compile("^Yes"))).to_have_count(0)


def logged(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_role("log", name="Log").get_by_role("listitem").filter(has_text=text).last).to_be_visible()


def turn_of(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", level=1, name=re.compile("^You are"))).to_be_visible()
    now = page.get_by_role("region", name="Now")
    expect(now.get_by_text(f"Turn {number} of {TURNS}")).to_be_visible()


FAKE_VOICE = """
window.heard = [];
Object.defineProperty(window, "speechSynthesis", {
  value: { speak: (words) => window.heard.push(words.text), cancel: () => window.heard.push("hushed") },
});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def test_it_is_told_and_spoken_as_one_wants_it(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 12, to_hit=[6] * 60)
    setting = club.table("aloud")
    alice = setting.seat(people, "Alice")
    reader = people.open("Dora", "about:blank")
    reader.add_init_script(FAKE_VOICE)
    for page in (alice, reader):
        page.goto(setting.url("text"))
    reader.get_by_role("button", name="A1 Ash Rifles").click()
    reader.get_by_label("Bearings").select_option("clock")
    expect(reader.get_by_role("region", name="Units")).to_contain_text("o’clock")
    reader.get_by_label("Log tells").select_option("brief")
    reader.get_by_role("checkbox", name="Read aloud here").check()
    does(alice, "activate a1 2", "2 dice")
    logged(reader, "Ash Rifles activates on 2 dice")
    expect(reader.get_by_role("log", name="Log")).not_to_contain_text("or less: 1", use_inner_text=True)
    does(alice, "move 1 north", "Move 1″ of 4″")
    logged(reader, re.compile(r"Ash Rifles moves 1″ north to [A-Z]\d\."))
    reader.wait_for_function("heard.some((words) => /^Ash Rifles moves 1 inch north to [A-Z]\\d\\.$/.test(words))")
    assert not any("or less" in words for words in reader.evaluate("heard"))
    reader.keyboard.press("Escape")
    assert reader.evaluate("heard.at(-1)") == "hushed"
    assert not faults(reader, "text")
    does(alice, "rule a1 gone to ground: to test it", "Ruling for A1 Ash Rifles")


SPEAKS = """() => [...document.querySelectorAll('[role=status], [role=alert], [role=log], [aria-live]')]
  .map((one) => one.getAttribute('role'))"""
"""The parts of the page that a reader speaks by themselves."""


def test_one_region_speaks_beside_the_log(club: Club, people: People) -> None:
    people.expect_noise(r"WebSocket|ERR_INTERNET_DISCONNECTED|\[object Event\]")
    club.tell_dice(activation=[1] * 12)
    setting = club.table("aloud")
    alice, bob = (setting.seat(people, name) for name in ("Alice", "Bob"))
    for page in (alice, bob):
        page.goto(setting.url("text"))
    assert alice.evaluate(SPEAKS) == ["status", "log"]
    does(alice, "activate a1 2", "2 dice")
    says(alice, "back")
    announces(alice, "Take back")
    says(alice, "yes")
    expect(bob.get_by_role("status").get_by_text(re.compile("asks to take back")).first).to_be_visible()
    bob.context.set_offline(True)
    announces(bob, "The connection to the table is lost.")
    bob.context.set_offline(False)
    announces(bob, "The table is live again.")
    for page in (alice, bob):
        assert page.evaluate(SPEAKS) == ["status", "log"]


def test_a_whole_battle_is_fought_in_words(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 12, to_hit=[6] * 60)
    setting = club.table("march")
    alice, bob = (setting.seat(people, name) for name in ("Alice", "Bob"))
    for page in (alice, bob):
        page.goto(setting.url("text"))
    reader = people.open("Charlie", setting.url("text"))
    turn_of(alice, 1)
    expect(bob.get_by_role("heading", level=1, name="Ash to act")).to_be_visible()

    does(alice, "activate a1 2", "2 dice")
    logged(bob, "Ash Rifles activates on 2 dice")
    says(alice, "move 6 east")
    announces(alice, "Move 4″ of 4″")
    says(alice, "no")
    does(alice, "move 1 north", "Move 1″ of 4″")
    logged(reader, re.compile(r"Ash Rifles moves 1″ north to [A-Z]\d\."))
    says(alice, "fire")
    expect(alice.get_by_role("status").get_by_role("button", name=re.compile("B1 Birch Rifles"))).to_be_visible()
    alice.get_by_role("region", name="Enemy").get_by_role("button", name="Shoot Birch Rifles").click()
    announces(alice, "Shoot at Birch Rifles")
    says(alice, "yes")
    logged(reader, "Ash Rifles fires Long rifle at Birch Rifles")
    assert not faults(alice, "text")

    for number in range(1, TURNS + 1):
        for page in (alice, bob):
            turn_of(page, number)
            does(page, "end", "activations")
    for page in (alice, bob, reader):
        expect(page.get_by_role("heading", level=1, name=re.compile("wins|[Dd]raw"))).to_be_visible()
    reader.get_by_role("textbox", name="What do you ask?").fill("near a1")
    reader.keyboard.press("Enter")
    announces(reader, "Near A1 Ash Rifles")


def test_on_a_phone_answers_are_as_high_as_a_finger(club: Club, people: People) -> None:
    setting = club.table("firefight")
    phone = setting.seat(people, "Alice", viewport=PHONE, has_touch=True, is_mobile=True)
    phone.goto(setting.url("text"))
    says(phone, "what")
    answers = phone.get_by_role("status").get_by_role("list").get_by_role("button")
    expect(answers.first).to_be_visible()
    assert min(one.bounding_box()["height"] for one in answers.all()) >= 48
