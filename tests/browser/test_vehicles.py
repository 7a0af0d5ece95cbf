"""Vehicles by clicking: riding into battle, holding on, storming a hull, losing one with everybody aboard."""

from playwright.sync_api import expect

from tests.browser.at_table import Ruler, Table, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People

BIRCH = Ruler(unit="Birch Rifles", at=(33, 9), other="Birch Watch", other_at=(44, 22))


def on_the_board(table: Table, unit: str, *, count: int) -> None:
    """Everybody sees so many tokens of that name."""
    for one in table.all:
        expect(one.token(unit)).to_have_count(count)


def test_a_squad_boards_rides_gets_out_at_the_near_side_and_charges(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 6, to_hit=[1] * 5 + [6] * 4 + [6] * 3, to_wound=[6] * 5, save=[1] * 5)
    table = gather(people, club.table("ride"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Brawlers", 2)
    alice.act("Board").click()
    alice.plan.get_by_role("list", name="Targets").get_by_role("button", name=said("Ash Carrier")).click()
    alice.commit("Commit board")
    table.see("Ash Brawlers boards Ash Carrier")
    on_the_board(table, "Ash Brawlers", count=0)
    alice.finish()
    expect(alice.card()).to_contain_text("Aboard Ash Carrier")

    # A way with a bend too many: taken back, drawn straighter, and longer than one action buys.
    alice.activate("A2 Ash Carrier", 2)
    alice.act("Drive").click()
    for inches in ((4, 3), (8, 0)):
        alice.tap("Ash Carrier", BIRCH, inches=inches)
    expect(alice.plan).to_contain_text("Shortened to what it can reach")
    for _ in range(2):
        alice.button("Last point off").click()
    alice.tap("Ash Carrier", BIRCH, inches=(11, 0))
    alice.plan.get_by_role("group", name="Spend").get_by_role("button", name="2 AP").click()
    alice.plan.get_by_role("checkbox", name="Declare it Stopped").check()
    expect(alice.plan).to_contain_text(said("Drive 11″ of 12″"))
    alice.commit("Commit drive")
    table.see("Ash Carrier drives 11″", "Ash Carrier stops", "Turn 1: Birch", screen=["Turn 1: Birch"])
    for one in table.readers:
        assert abs(one.inches("Ash Carrier", BIRCH)[0] - 25) < 0.4, one.page.url
    bob.end_activation()
    table.see("Turn 2: Ash")

    alice.activate("A1 Ash Brawlers", 2)
    alice.act("Get out").click()
    expect(alice.plan).to_contain_text("Ash Carrier is stationary: no risk")
    alice.tap("Ash Carrier", BIRCH, inches=(0.5, 3))
    expect(alice.plan).not_to_contain_text("Click beside the hull")
    alice.commit("Commit get out")
    table.see("Ash Brawlers gets out of Ash Carrier")
    on_the_board(table, "Ash Brawlers", count=1)
    for one in table.readers:
        assert one.place("Ash Brawlers")[1] > one.place("Ash Carrier")[1] + 10, "on the side that was pointed at"
    alice.aim("Charge", "Birch Rifles")
    expect(alice.plan).to_contain_text("9 blows by 3 models")
    alice.commit("Commit charge")
    bob.answer("How does Birch Rifles react?", "Hold")
    table.see("Ash Brawlers and Birch Rifles are locked in combat")
    alice.end_activation()
    for one in table.readers:
        one.sees(
            "Ash Brawlers strike at Birch Rifles: 9 blows", "Weapon Skills compared", "Birch Rifles loses 5 models"
        )
    on_the_board(table, "Birch Rifles", count=0)
