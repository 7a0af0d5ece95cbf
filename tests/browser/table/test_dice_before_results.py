"""Dice fall before anybody reads what they came to: at the desk, for spectators, on the screen; Space ends it."""

from playwright.sync_api import Page, expect

from tests.browser.at_table import Player, Screen, Watcher, said
from tests.browser.conftest import Club
from tests.browser.people import People

TOLD = "document.querySelector('#log .entry, #last h1').innerText"
LISTENS = f"""() => {{
  window.toldMeanwhile = [];
  const note = () => window.toldMeanwhile.push({TOLD});
  new MutationObserver(note).observe(document.getElementById("dice-thrown"), {{ childList: true }});
}}"""

NOTHING_GOES_BY_ITSELF = """() => {
  const real = window.setTimeout;
  window.setTimeout = (does, after, ...rest) => (after > 1500 ? 0 : real(does, after, ...rest));
}"""


def meanwhile(page: Page) -> str:
    """What the page told of the battle when the first dice of this act were on it."""
    expect(page.locator("#dice-thrown .die").first).to_be_attached()
    return str(page.evaluate("() => window.toldMeanwhile[0]"))


def test_dice_are_shown_before_their_result_and_space_shows_the_rest(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2], to_hit=[2] * 10, to_wound=[6] * 10)
    setting = club.table("dice-first")
    alice = Player(setting.seat(people, "Alice", motion="no-preference"))
    charlie = Watcher(setting.spectator(people, motion="no-preference"))
    screen = Screen(setting.screen(people, motion="no-preference"))
    everybody = [alice, charlie, screen]
    alice.is_live()
    alice.activate("A1 Ash Rifles", 2)
    for one in everybody:
        one.sees("Ash Rifles has 2 action points")
        one.page.evaluate(LISTENS)
    alice.aim("Shoot", "Birch Rifles")
    alice.plan.get_by_role("button", name="Commit fire").click()
    expect(alice.button("Show at once")).to_be_visible()
    expect(alice.page.locator("#callout")).to_be_hidden()  # odds are of what is to come
    expect(alice.page.locator("#dice-stage > .dice-tie")).to_have_count(1)  # a line leads from the card to the fight
    alice.page.keyboard.press("Space")
    assert "Birch Rifles" in alice.page.evaluate(TOLD)
    expect(alice.button("Show at once")).to_be_hidden()
    for one in everybody:
        assert "Birch Rifles" not in meanwhile(one.page)
    charlie.sees("fires", "at Birch Rifles")
    screen.sees("Birch Rifles")


def test_a_bust_is_said_until_something_else_is_taken_in_hand(club: Club, people: People) -> None:
    club.tell_dice(activation=[6, 6])
    alice = Player(club.table("bust-said").seat(people, "Alice"))
    alice.is_live()
    alice.page.evaluate(NOTHING_GOES_BY_ITSELF)
    alice.activate("A1 Ash Rifles", 2)
    banner = alice.page.locator("#flash")
    expect(banner).to_have_text(said("Bust: Ash Rifles does not act"))
    alice.take("A2")
    expect(banner).to_be_hidden()
