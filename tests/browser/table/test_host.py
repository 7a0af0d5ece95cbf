"""What a host may do at the table, by clicking: rulings, seats, locks; and two sides on one device."""

import re

from playwright.sync_api import expect

from tests.browser.at_table import Player, Ruler, gather, said
from tests.browser.conftest import Club
from tests.browser.people import DESKTOP, PHONE, People

DRAWN_AGAIN = """async () => {
  const { tell } = await import("/static/js/live/table.js");
  tell("beside", "");
  const place = document.getElementById("proposals");
  place.replaceChildren(...new DOMParser().parseFromString(place.innerHTML, "text/html").body.childNodes);
  tell("beside-shown", "");
}"""
"""As when the line comes back: the cards as they were sent, in the place of those that stand there."""

RULER = Ruler(unit="Ash Watch", at=(6, 20))


def test_the_host_rules_on_wounds_tests_disputes_tags_and_places(club: Club, people: People) -> None:
    club.tell_dice(leadership=[2, 3])
    table = gather(people, club.table("host"))
    alice, bob = table.alice, table.bob
    alice.fill_in("Wounds of one model", Model="B1.2 Birch Rifles", Wounds_left="0", Reason="Stepped on a mine")
    table.see("Stepped on a mine")
    for one in table.all:
        expect(one.token("B1 4 models, Birch Rifles")).to_be_visible()
    alice.fill_in("Call for a test", Unit_to_test="B1 Birch Rifles", What_the_test_is_for="Nerve")
    for one in table.readers:
        one.sees("Nerve", "5, passed")
    readings = {"First_reading": "It is seen", "Second_reading": "It is hidden"}
    alice.fill_in("Settle a dispute", **readings, How="The host rules", Which_stands="The second", What_it_is="Corner")
    table.see("It is hidden")
    alice.fill_in("Tag a unit", Unit_to_tag="B1 Birch Rifles", Tag="on fire", Reason="Petrol")
    table.see("on fire")
    bob.take("B1 Birch Rifles")
    expect(bob.card()).to_contain_text("on fire")

    # A unit of the other side is moved by hand.
    before = bob.inches("Birch Rifles", RULER)
    alice.choose("Make a ruling")
    form = alice.page.get_by_role("form", name="A unit", exact=True)
    form.get_by_label("Unit").select_option("B1 Birch Rifles")
    form.get_by_role("button", name="Move it on the board").click()
    alice.tap("Birch Rifles", inches=(-6, 4))
    alice.plan.get_by_label("Reason").fill("Bumped the table")
    alice.commit("Rule so")
    table.see("Bumped the table")
    for one in table.readers:
        x, y = one.inches("Birch Rifles", RULER)
        assert x < before[0] - 3, one.page.url
        assert y > before[1] + 1, one.page.url

    # Back by two commands, by clicking the line before them, and forward again.
    settled = alice.entry("It is hidden")
    settled.hover()
    settled.get_by_role("button", name=re.compile("^More")).click()
    settled.get_by_role("button", name="Take back to here").click()
    table.bob.page.get_by_text("What would be lost").wait_for()
    ringed = table.bob.page.locator("#units + .returning .ghost-r")
    expect(ringed.first).to_be_visible()  # where they stood before the table was bumped
    table.bob.page.get_by_role("button", name="Agree").click()
    for one in table.readers:
        expect(one.entry("Bumped the table")).to_contain_text("(taken back)")
    expect(ringed).to_have_count(0)
    for one in table.readers:
        one.sees("on fire", "(taken back)")
        expect(one.entry("It is hidden")).not_to_contain_text("(taken back)")
    alice.choose("Restore what was taken back")
    table.bob.page.get_by_role("button", name="Agree").click()
    for one in table.readers:
        expect(one.entry("Bumped the table")).not_to_contain_text("(taken back)")


def test_seats_change_hands_and_the_role_of_the_host_too(club: Club, people: People) -> None:
    table = gather(people, club.table("seats"))
    alice, bob = table.alice, table.bob
    alice.choose("Lock the seats")
    stranger = people.open("stranger", club.table("seats").url("join"))
    expect(stranger.get_by_text("The host has locked the seats. You can watch.")).to_be_visible()
    alice.choose("Show it in the lobby")
    stranger.goto(club.server.url)
    expect(stranger.get_by_text("Test seats").first).to_be_visible()

    alice.choose("Invite and seats")
    alice.button("Make host: Bob").click()
    alice.button("Really pass it on?").click()
    expect(alice.page.get_by_text("Bob, host")).to_be_attached()
    alice.button("Table menu").click()
    expect(alice.page.get_by_role("button", name="Open the seats")).to_have_count(0)

    # Bob hosts now; he plays, so he cannot give Alice's side to himself.
    people.expect_noise(r"403 \(Forbidden\)")
    bob.page.reload()
    bob.is_live()
    bob.choose("Invite and seats")
    bob.page.get_by_label("Hand the seat of Alice to").select_option("Bob, side B")
    bob.button("Hand over the seat of Alice").click()
    expect(bob.page.get_by_role("alert").filter(has_text="not given to who plays another side").first).to_be_visible()
    expect(bob.own("A1 Ash Rifles")).to_have_count(0)
    expect(alice.own("A1 Ash Rifles")).to_be_visible()

    # She gives it to him herself: he plays both, she looks on.
    alice.page.reload()
    alice.is_live()
    alice.choose("Invite and seats")
    alice.page.get_by_label("Hand the seat of Alice to").select_option("Bob, side B")
    alice.button("Hand over the seat of Alice").click()
    expect(alice.own("A1 Ash Rifles")).to_have_count(0)
    bob.page.reload()
    expect(bob.own("A1 Ash Rifles")).to_be_visible()
    bob.end_activation()
    expect(bob.own("B1 Birch Rifles")).to_be_visible()
    table.charlie.sees("Turn 1: Birch")

    # Once the seats are open she asks for it, and he lets her sit there in his place.
    join = club.table("seats").url("join")
    alice.page.goto(join)
    expect(alice.page.get_by_text("The host has locked the seats. You can watch.")).to_be_visible()
    bob.choose("Open the seats")
    bob.is_live()
    alice.page.goto(join)
    alice.page.get_by_role("radio", name=said("Ash")).check()
    alice.page.get_by_label("Name at the table").fill("Alice")
    alice.button("Take this seat").click()
    expect(alice.page.get_by_role("heading", name="You asked for a seat")).to_be_visible()
    word = alice.page.get_by_role("status").locator("b").inner_text()
    expect(bob.proposal).to_contain_text(said("Alice asks for a seat on side A"))
    expect(bob.page.get_by_role("form", name=said("Alice asks for a seat"))).to_contain_text(word)
    expect(table.charlie.proposal).to_be_visible()
    expect(table.charlie.proposal.get_by_role("button")).to_have_count(0)
    card = bob.page.get_by_role("form", name=said("Alice asks for a seat on side A"))
    expect(card.get_by_role("img", name=re.compile("^Board: "))).to_be_visible()
    card.get_by_role("radio", name=re.compile("in place of")).check()
    card.get_by_role("button", name=re.compile("^Let them play in place of")).click()
    expect(alice.own("A1 Ash Rifles")).to_be_visible()
    expect(bob.proposal).to_have_count(0)
    expect(bob.page.get_by_role("group", name="People at the table")).to_contain_text(said("Alice"))
    bob.page.reload()
    expect(bob.own("B1 Birch Rifles")).to_be_visible()
    expect(bob.own("A1 Ash Rifles")).to_have_count(0)


ABOVE_THE_BOARD = """() => {
  const [notice, board] = [".given-away", "#board-svg"].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  return notice.height > 0 && notice.bottom <= board.top + 1 && board.height > 100;
}"""


def test_whoever_is_replaced_sees_the_whole_board_below_what_is_said_of_it(club: Club, people: People) -> None:
    setting = club.table("declined")
    alice = Player(setting.seat(people, "Alice"))
    bob = setting.seat(people, "Bob", viewport=PHONE, has_touch=True, is_mobile=True)
    alice.is_live()
    other = people.open("Other", setting.url("join"))
    other.get_by_role("radio", name=said("Birch")).check()
    other.get_by_label("Name at the table").fill("Bob again")
    other.get_by_role("button", name="Take this seat").click()
    card = alice.page.get_by_role("form", name=said("Bob again asks for a seat on side B"))
    card.get_by_role("radio", name=re.compile("in place of")).check()
    card.get_by_role("button", name=re.compile("^Let them play in place of")).click()
    expect(bob.get_by_role("button", name="Take the seat back")).to_be_visible()
    for window in (PHONE, DESKTOP):
        bob.set_viewport_size(window)
        bob.wait_for_function(ABOVE_THE_BOARD)
    bob.get_by_role("button", name="Take the seat back").click()
    expect(bob.get_by_role("region", name="Unit in hand")).to_be_visible()


def test_a_page_with_something_hidden_comes_up_behind_a_curtain(club: Club, people: People) -> None:
    player = Player(club.table("curtain").seat(people, "Alice"))
    player.is_live()
    expect(player.token("B2")).to_have_count(0)
    player.end_activation()
    curtain = player.page.get_by_role("dialog", name="Birch is next")
    curtain.get_by_role("button", name="Go on").click()
    expect(curtain).to_be_hidden()
    expect(player.token("B2")).to_be_visible()

    player.page.get_by_role("button", name="Layers (Y)").click()
    flags = player.page.get_by_role("group", name="Layers of the board").get_by_role("checkbox", name="Names")
    expect(flags).to_be_checked()
    flags.uncheck()
    expect(flags).not_to_be_checked()
    player.end_activation()
    expect(player.own("A1 Ash Rifles")).to_be_visible()
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    expect(player.token("B2")).to_have_count(0)


def test_a_question_is_answered_alike_from_now_on(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 4, to_hit=[1, *[6] * 9, 1, *[6] * 9], to_wound=[6, 6], save=[6, 6])
    table = gather(people, club.table("declined"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Rifles", 2)
    shoot(alice)
    question = "Birch Rifles: 1 wound to save. Go to ground?"
    expect(bob.page.get_by_role("form", name=said(question))).to_be_visible()
    expect(bob.button("Decline this from now on")).to_be_visible()
    bob.page.get_by_role("radio", name="Stay up").check()
    bob.button("Choose this from now on").click()
    table.see("Birch Rifles: Stay up", screen=["Birch Rifles"])
    shoot(alice)
    for one in table.readers:
        expect(one.entries("Birch Rifles: Stay up").or_(one.entries("saved"))).to_have_count(2)
    expect(bob.page.get_by_role("form", name=said(question))).to_have_count(0)


def shoot(player: Player) -> None:
    """All rifles at Birch's."""
    player.aim("Shoot", "Birch Rifles")
    player.commit()


def test_a_clock_shows_how_long_the_other_side_may_take_and_asks_the_host_at_its_end(
    club: Club, people: People
) -> None:
    club.tell_dice(activation=[2, 3])
    table = gather(people, club.table("charge"))
    alice, bob = table.alice, table.bob
    for one in (alice, bob):
        one.page.clock.install()
    alice.button("Table menu").click()
    alice.page.get_by_label("Time to answer").select_option("90 s")
    expect(bob.page.locator("[data-answer-s]")).to_be_attached()
    alice.page.keyboard.press("Escape")
    alice.activate("A1 Ash Brawlers", 2)
    alice.aim("Charge", "Birch Rifles")
    alice.commit()
    clock = bob.page.get_by_role("timer")
    expect(clock).to_have_accessible_name(re.compile(r"^(8\d|90) of 90 seconds left to answer$"))
    expect(bob.page.locator("form.react")).to_contain_text("The clock is a courtesy")
    expect(alice.dock).to_contain_text("of 1:30 left to answer")
    for one in (alice, bob):
        one.page.clock.fast_forward(100_000)
    expect(clock).to_have_accessible_name("0 of 90 seconds left to answer")
    expect(alice.page.locator("#late")).to_contain_text("Birch has had 1:30 to answer. Nothing is chosen for them")
    expect(bob.page.locator("#late")).to_be_empty()
    bob.answer("How does Birch Rifles react?", "Hold")
    table.see("Birch Rifles")
    expect(alice.page.locator("#late")).to_be_empty()
    expect(clock).to_have_count(0)


def test_the_screen_the_stream_and_the_table_in_words_show_the_time_to_answer(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 3])
    setting = club.table("charge")
    table = gather(people, setting)
    alice, reader = table.alice, table.bob.page
    screen, watcher, stream = setting.screen(people), setting.spectator(people), people.open("Stream", "about:blank")
    stream.goto(setting.url("stream"))
    reader.goto(setting.url("text"))
    onlookers = (screen, watcher, stream)
    for page in (reader, *onlookers):
        page.clock.install()
    alice.button("Table menu").click()
    alice.page.get_by_label("Time to answer").select_option("90 s")
    for page in (reader, *onlookers):
        expect(page.locator("[data-answer-s]")).to_be_attached()
    alice.page.keyboard.press("Escape")
    alice.activate("A1 Ash Brawlers", 2)
    alice.aim("Charge", "Birch Rifles")
    alice.commit()
    expect(watcher.locator("[data-answer-left]")).to_contain_text("of 1:30 left to answer")
    expect(screen.locator("[data-answer-left]")).to_contain_text(re.compile(r"1:\d\d\s+of 1:30 to answer"))
    expect(stream.locator(".answer-left .ring text")).to_be_visible()
    said_now = reader.locator("#answer-said")
    expect(said_now).to_have_text(re.compile(r"^You have (8\d|90) seconds to answer\.$"))
    first = said_now.inner_text()
    reader.clock.fast_forward(20_000)
    expect(reader.get_by_role("timer")).to_contain_text("1:0")
    expect(said_now).to_have_text(first)  # it is counted for the eye alone
    reader.clock.fast_forward(45_000)
    expect(said_now).to_have_text(re.compile(r"^You have 2\d seconds to answer\.$"))
    for page in (reader, *onlookers):
        page.clock.fast_forward(100_000)
    expect(said_now).to_have_text("Your time to answer is over. Nothing is chosen: the host is asked.")
    expect(screen.locator(".answer-left")).to_contain_text("1:30 to answer are over")
    reader.get_by_role("region", name="Command").get_by_role("button", name="Hold").click()
    reader.get_by_role("button", name=re.compile("^Yes")).click()
    for page in onlookers:
        expect(page.locator("[data-answer-left]:visible")).to_have_count(0)
    expect(said_now).to_be_empty()


def test_a_reason_that_is_being_written_stays_when_its_card_is_drawn_again(club: Club, people: People) -> None:
    table = gather(people, club.table("host"))
    alice, bob = table.alice, table.bob
    bob.choose("Ask for a ruling")
    bob.rules(unit="B2 Birch Watch", what="Pinned", value=1, reason="Was promised")
    reason = alice.page.get_by_label("Reason, read by everyone")
    expect(reason).to_have_value("Was promised")
    reason.fill("Both saw it fall")
    alice.page.evaluate(DRAWN_AGAIN)
    expect(reason).to_have_value("Both saw it fall")
    alice.button("Rule so").click()
    table.see("Birch Watch is pinned (Both saw it fall)")


NO_CLIPBOARD = """() => {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  document.addEventListener("copy", () => (window.copied = document.activeElement.value));
}"""
"""As where a club serves its pages by plain HTTP; what is copied all the same is kept."""


def test_the_link_to_a_table_is_copied_without_a_clipboard_too(club: Club, people: People) -> None:
    alice = Player(club.table("charge").seat(people, "Alice"))
    alice.page.evaluate(NO_CLIPBOARD)
    alice.choose("Invite and seats")
    copy = alice.dialog("Join this table").get_by_role("button", name="Copy the link")
    link = copy.get_attribute("data-copy")
    copy.click()
    expect(alice.dialog("Join this table").get_by_role("button", name="Copied")).to_be_focused()
    assert alice.page.evaluate("window.copied") == link
