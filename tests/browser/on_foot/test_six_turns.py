"""An infantry battle of six turns between two browsers: marches, volleys, a charge, morale, a rout, a rally, an end."""

from playwright.sync_api import Locator, expect

from tests.browser.at_table import Player, said
from tests.browser.conftest import Club
from tests.browser.people import PATIENCE, People

TURNS = 6
STEP = 100  # milliseconds
MISSES = [6] * 300


def test_six_turns_are_fought_to_the_end_by_two_people(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1] * 60,
        to_hit=[*[1, 1], *[6] * 8, *[1, 1, 2], *[6] * 12, *MISSES],
        to_wound=[1, 1, 6, 6, 6],
        save=[1, 1, 1],
        pick=[1] * 20,
        suppression_test=[2, 3],
        pursuit=[4, 5],
        morale=[5, 6],
        flinch=[3],
        flee=[3, 4],
        rally=[1, 2],
    )
    setting = club.table("six-turns")
    alice, bob = Player(setting.seat(people, "Alice")), Player(setting.seat(people, "Bob"))
    for one in (alice, bob):
        one.is_live()
    for turn in range(1, TURNS + 1):
        for player in (alice, bob):
            its_turn(alice, bob, player, turn)
            fight(player, bob, turn)
            if still_acts(player, turn, bob):
                player.end_activation()
    answer_all(alice, bob, until=alice.dock.get_by_text("Ash wins"))
    for one in (alice, bob):
        one.sees("Ash holds The well", "Ash wins")
        expect(one.page.get_by_role("group", name="Turn tracker")).to_contain_text("Ash wins")
        for line in ("Ash Brawlers charges Birch Rifles", "14, failed", "Birch Rifles rallies", "Ash Watch moves 1″"):
            expect(one.log).to_contain_text(said(line))
    assert alice.lines() == bob.lines()


def its_turn(alice: Player, bob: Player, player: Player, turn: int) -> None:
    """Wait until it is that player's activation phase in that turn; questions on the way are answered."""
    side = "Ash" if player is alice else "Birch"
    mine = player.ends
    answer_all(alice, bob, until=mine)
    expect(player.page.get_by_role("group", name="Turn tracker")).to_contain_text(said(f"Turn {turn} of 6"))
    expect(player.page.get_by_role("group", name="Turn tracker")).to_contain_text(said(f"{side} to act"))


def still_acts(player: Player, turn: int, bob: Player) -> bool:
    """Whether the phase goes on: it ends by itself when nobody is left to activate. The log and this change at once."""
    tracker = player.page.get_by_role("group", name="Turn tracker").inner_text()
    side = "Birch" if player is bob else "Ash"
    return f"Turn {turn} of" in " ".join(tracker.split()) and f"{side} to act" in " ".join(tracker.split())


def answer_all(alice: Player, bob: Player, *, until: Locator) -> None:
    """Whoever is asked takes what is chosen already, until that is seen."""
    asked = [one.page.get_by_role("form").filter(has=one.page.get_by_role("radiogroup")) for one in (alice, bob)]
    for _ in range(PATIENCE // STEP):
        if until.is_visible():
            return
        for form in asked:
            if form.is_visible():
                question = form.get_attribute("aria-label") or ""
                form.locator("button[type=submit]").first.click()
                expect(form.filter(has_text=question)).to_have_count(0)
        alice.page.wait_for_timeout(STEP)
    expect(until).to_be_visible()


def fight(player: Player, bob: Player, turn: int) -> None:
    """A march in the first turn, a charge in the second; else the squads that watch fire at each other."""
    side, foe = ("Birch", "Ash") if player is bob else ("Ash", "Birch")
    number = "B2" if player is bob else "A2"
    if side == "Ash" and turn == 2:
        player.activate("A1 Ash Brawlers", 2)
        player.aim("Charge", "Birch Rifles")
        player.commit("Commit charge")
        bob.answer("How does Birch Rifles react?", "Hold")
        player.sees("Ash Brawlers and Birch Rifles are locked in combat")
        return
    player.activate(f"{number} {side} Watch", 1)
    expect(player.dock.get_by_role("img", name="1 action point")).to_be_visible()
    if side == "Ash" and turn == 1:
        player.page.keyboard.press("ArrowRight")
        player.commit("Commit move")
        player.sees("Ash Watch moves 1″")
        return
    volleys = player.entries(f"{side} Watch fires Long rifle at {foe} Watch")
    fired = volleys.count()
    player.act("Shoot").click()
    listed = player.plan.get_by_role("list", name="Targets").get_by_role("button", name=said(f"{foe} Watch"))
    ready = player.plan.get_by_role("button", name=said("Commit fire"))
    expect(listed.filter(visible=True).or_(ready).first).to_be_visible()
    if not ready.is_visible():
        listed.click()
    player.commit("Commit fire")
    expect(volleys).to_have_count(fired + 1)
