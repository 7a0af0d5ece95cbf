"""A question on a small screen: the log can still be read."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, said
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People


def test_the_log_opens_over_a_question_on_a_phone(club: Club, people: People) -> None:
    club.tell_dice(activation=[2])
    setting = club.table("phone-reaction")
    alice = Player(setting.seat(people, "Alice"))
    bob = Player(setting.seat(people, "Bob", viewport=PHONE, has_touch=True, is_mobile=True))
    alice.is_live()
    bob.is_live()
    alice.activate("A1 Ash Brawlers", 1)
    alice.aim("Charge", "Birch Rifles")
    alice.commit()
    asked = bob.page.get_by_role("form", name=said("How does Birch Rifles react?"))
    expect(asked).to_contain_text("gets away")
    bob.page.reload()
    expect(asked).to_be_visible()
    bob.page.wait_for_function("document.getElementById('board-svg').viewBox.baseVal.width < 330")  # half of the table
    asked.get_by_role("button", name="Log", exact=True).click()
    bob.sees("Ash Brawlers charges Birch Rifles from 7″")
    bob.page.keyboard.press("Escape")
    expect(bob.log).not_to_be_visible()
    bob.answer("How does Birch Rifles react?", "Hold")
    bob.page.get_by_role("button", name="Log and chat").click()
    bob.sees("Ash Brawlers and Birch Rifles are locked in combat")
