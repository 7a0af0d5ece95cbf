"""A question on a small screen: the log can still be read."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, said
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People

HEAD = """() => {
  const [busts, away] = [".tracker .pips", ".watchers .gone"].map((part) =>
    document.querySelector(`.appbar ${part}`)?.getBoundingClientRect());
  return away && busts.width > 30 && busts.right <= away.left;
}"""
"""Whether several busts and who is away stand beside each other."""
ON_ITS_SIDE = {"width": 844, "height": 390}
COVERED = """(stage) => {
  stage.hidden = false;  // it may have gone by now
  window.dispatchEvent(new Event("resize"));
  const dice = stage.getBoundingClientRect();
  stage.hidden = true;
  const lies = ({ left, right, top, bottom }) =>
    left < dice.right && right > dice.left && top < dice.bottom && bottom > dice.top;
  const inView = dice.left >= 0 && dice.right <= innerWidth && dice.top >= 0 && dice.bottom <= innerHeight;
  const pressed = [...document.querySelectorAll("#dock button")].filter((one) => one.offsetParent);
  return [inView, pressed.filter((one) => lies(one.getBoundingClientRect())).map((one) => one.innerText)];
}"""
"""Whether the card of dice is in view, and which buttons of the dock lie under it."""


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


def test_the_dice_of_the_other_side_leave_ones_own_choice_free(club: Club, people: People) -> None:
    club.tell_dice(activation=[6, 6])
    setting = club.table("phone-reaction")
    alice = Player(setting.seat(people, "Alice"))
    bob = Player(setting.seat(people, "Bob", viewport=PHONE, has_touch=True, is_mobile=True))
    alice.is_live()
    bob.is_live()
    alice.own("A1").click()
    alice.page.get_by_role("radio", name=said("2 dice")).check()
    alice.plan.get_by_role("button", name=said("Roll 2 dice")).click()
    bob.dock.get_by_role("button", name=said("Birch Watch")).wait_for()
    dice = bob.page.locator("#dice-stage")
    expect(dice).to_contain_text("Ash Brawlers activates on 2 dice")
    for window in (PHONE, ON_ITS_SIDE):
        bob.page.set_viewport_size(window)
        assert dice.evaluate(COVERED) == [True, []]


def test_busts_and_who_is_away_have_room_beside_each_other(club: Club, people: People) -> None:
    phone = club.table("bots cinder-ring 2").seat(people, "Alice", viewport=PHONE, has_touch=True, is_mobile=True)
    player = Player(phone)
    player.is_live()
    phone.wait_for_function(HEAD)
    ends = phone.get_by_role("button", name="End activations", exact=True)
    assert ends.evaluate("one => one.getBoundingClientRect().height") < 50
    player.choose("Invite and seats")
    for button in player.dialog("Join this table").get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44, button.inner_text()
