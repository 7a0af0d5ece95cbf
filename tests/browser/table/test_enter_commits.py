"""Enter does what the yellow button says, wherever the focus is, and the focus goes on to the next thing to do."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_enter_commits_ten_kinds_of_plans_wherever_the_focus_is(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 12, to_hit=[6] * 10, flinch=[3], morale=[1, 1], suppression_test=[1, 1])
    setting = club.table("enter")
    alice, bob = Player(setting.seat(people, "Alice")), Player(setting.seat(people, "Bob"))
    for one in (alice, bob):
        one.is_live()
    key = alice.page.keyboard.press

    alice.dock.get_by_role("button", name=said("A2 Ash Watch")).press("Enter")  # it goes with what the dock showed
    goes_on_in_the_dock(alice)
    alice.take("A1 Ash Brawlers")
    alice.take("A2 Ash Watch")  # the focus stays on the rail
    alice.dock.get_by_role("button", name="Split off").click()
    alice.plan.get_by_role("checkbox", name="A2.5").check()
    enter(alice, "Split off")
    alice.sees("1 model of Ash Watch act")

    alice.take("A2 Ash Watch")
    choose(alice, "3")
    enter(alice, "Roll 3 dice")
    expect(alice.dock.get_by_role("img", name="3 action points")).to_be_visible()
    goes_on_in_the_dock(alice)

    key("m")
    key("ArrowRight")
    enter(alice, "Commit move", focus="#log")
    alice.sees("Ash Watch moves 1″")
    key("t")
    key("ArrowRight")
    enter(alice, "Commit tactical", focus="#rail-units [data-unit=a2]")
    alice.sees("Ash Watch", "tactical")
    key("s")
    alice.plan.get_by_role("button", name=said("Birch Rifles")).press("Enter")  # the list folds: its plan has the focus
    expect(alice.plan).to_contain_text("at Birch Rifles")
    expect(alice.plan).to_be_focused()
    alice.page.get_by_role("tab", name="Text").click()
    alice.page.get_by_role("tab", name="Log").click()
    enter(alice, "Commit fire")
    alice.sees("Ash Watch fires Long rifle at Birch Rifles")

    # Who is in hand is finished by the button that takes another one.
    alice.take("A2B Ash Watch B")
    choose(alice, "1")
    enter(alice, "Roll 1 die")
    expect(alice.dock.get_by_role("img", name="1 action point")).to_be_visible()
    alice.take("A1 Ash Brawlers")
    expect(alice.plan).to_contain_text("Its 1 point is lost, and cannot be kept for later.")
    key("Escape")
    expect(alice.act("Finish")).to_be_visible()
    alice.take("A1 Ash Brawlers")
    enter(alice, "Finish A2B, take A1")
    expect(alice.page.get_by_role("radio", name=said("2 dice"))).to_be_visible()
    goes_on_in_the_dock(alice)

    choose(alice, "2")
    enter(alice, "Roll 2 dice", focus="#board")
    expect(alice.dock.get_by_role("img", name="2 action points")).to_be_visible()
    goes_on_in_the_dock(alice)
    key("k")
    key("ArrowUp")
    enter(alice, "Commit crawl", focus="#act-finish")
    alice.sees("Ash Brawlers crawls 1″")
    key("c")  # lying down they reach only half as far: the button says so, and may be pressed
    alice.point_at("Birch Rifles")
    enter(alice, "Charge, falls short")
    alice.sees("Ash Brawlers charges Birch Rifles")

    # Whoever opens the page while a question stands sees no less of it, and answers it with Enter.
    late = Player(setting.seat(people, "Bob"))
    asked = late.page.get_by_role("form", name=said("How does Birch Rifles react?"))
    expect(asked).to_be_visible()
    late.page.wait_for_timeout(300)  # whatever its script stumbles over is in the console by then
    key = late.page.keyboard.press
    asked.get_by_role("radio", name="Hold").check()
    key("Enter")
    for one in (alice, bob, late):
        one.sees("The charge of Ash Brawlers falls short")
    goes_on(bob)


def choose(player: Player, dice: str) -> None:
    """So many dice, by their key."""
    expect(player.page.locator(f"#dice-{dice}")).to_be_visible()
    player.page.keyboard.press(dice)


def enter(player: Player, button: str, focus: str = "") -> None:
    """Press Enter, perhaps with the focus somewhere else, once the yellow button says that."""
    expect(player.page.locator("#commit")).to_contain_text(said(button))
    if focus:
        player.page.locator(focus).first.focus()
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#commit").filter(has_text=said(button))).to_have_count(0)
    player.is_settled()


def goes_on(player: Player) -> None:
    """Nobody is left on the other side: it is this one's turn, which it ends with Enter as well."""
    expect(player.ends).to_be_visible()
    player.ends.click()
    enter(player, "End activations")
    player.sees("Turn 2: Ash")


def goes_on_in_the_dock(player: Player) -> None:
    """The focus has gone to what may be done next."""
    expect(player.page.locator("#dock :focus")).to_have_count(1)
