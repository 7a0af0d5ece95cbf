"""Vehicles by clicking: riding into battle, holding on, storming a hull, losing one with everybody aboard."""

from playwright.sync_api import Locator, expect

from tests.browser.at_table import Player, Ruler, Table, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.browser.table.test_pointing import press

BIRCH = Ruler(unit="Birch Rifles", at=(33, 9))
MUSTERED = Ruler(unit="Ash Brawlers", at=(8, 11.4))


def on_the_board(table: Table, unit: str, *, count: int) -> None:
    """Everybody sees so many tokens of that name."""
    for one in table.all:
        expect(one.token(unit)).to_have_count(count)


def test_two_of_a_squad_board_by_pressing_them_and_the_others_stay(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    table = gather(people, club.table("in-part"))
    alice = table.alice
    alice.activate("A1 Ash Brawlers", 1)
    alice.aim("Board", "Ash Carrier")
    alice.plan.get_by_role("checkbox", name="Only some of them").check()
    expect(alice.plan).to_contain_text("Press the models that board, on the board or in the list.")
    press(alice, MUSTERED, (8, 11))
    alice.plan.get_by_role("checkbox", name="A1.3").check()
    expect(alice.plan).to_contain_text("2 of 5 models board; the other 3 stay outside as a unit of their own")
    alice.commit("Commit board")
    table.see("3 models of Ash Brawlers act as Ash Brawlers B", "Ash Brawlers boards Ash Carrier")
    expect(alice.own("A1B Ash Brawlers B")).to_be_visible()


def test_a_squad_boards_rides_gets_out_at_the_near_side_and_charges(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 6, to_hit=[1] * 5 + [6] * 4 + [6] * 3, to_wound=[6] * 5, save=[1] * 5)
    table = gather(people, club.table("ride"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Brawlers", 2)
    alice.aim("Board", "Ash Carrier")
    alice.commit("Commit board")
    table.see("Ash Brawlers boards Ash Carrier")
    on_the_board(table, "Ash Brawlers", count=0)
    alice.finish()
    alice.take("A1 Ash Brawlers")
    expect(alice.card()).to_contain_text("Aboard Ash Carrier")

    # A way with a bend too many: taken back, drawn straighter, and longer than one action buys.
    alice.activate("A2 Ash Carrier", 2)
    alice.act("Drive").click()
    for inches in ((4, 3), (8, 0)):
        alice.tap("Ash Carrier", inches=inches)
    expect(alice.plan).to_contain_text("Shortened to")
    for _ in range(2):
        alice.button("Last point off").click()
    alice.tap("Ash Carrier", inches=(11, 0))
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
    alice.tap("Ash Carrier", inches=(0.5, 2.88))
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
            "Ash Brawlers strikes at Birch Rifles: 9 blows", "Weapon Skills compared", "Birch Rifles loses 5 models"
        )
    on_the_board(table, "Birch Rifles", count=0)


def test_people_hold_on_to_a_hull_and_a_captain_joins_a_squad(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 8)
    table = gather(people, club.table("hold-on"))
    alice, bob = table.alice, table.bob
    alice.take("A3 Ash Captain")
    alice.dock.get_by_role("button", name="Join", exact=True).click()
    alice.plan.get_by_role("list", name="Targets").get_by_role("button", name=said("Ash Watch")).click()
    alice.commit("Commit join")
    table.see("Ash Captain joins Ash Watch")
    for one in table.all:
        expect(one.token("A4 6 models, Ash Watch")).to_be_visible()

    alice.activate("A1 Ash Rifles", 2)
    alice.aim("Cling on", "Ash Carrier")
    alice.commit("Commit cling on")
    table.see("Ash Rifles clings to Ash Carrier")
    on_the_board(table, "Ash Rifles", count=0)
    alice.finish()
    alice.activate("A2 Ash Carrier", 1)
    expect(alice.dock.get_by_role("img", name="1 action point")).to_be_visible()
    alice.page.keyboard.press("ArrowRight")
    alice.commit("Commit drive")
    table.see("Ash Carrier drives 1″")
    alice.end_activation()
    bob.end_activation()

    # They let go where they are set down, at the far side of the hull.
    alice.activate("A1 Ash Rifles", 1)
    alice.act("Get out").click()
    alice.tap("Ash Carrier", inches=(0, -3))
    alice.commit("Commit get out")
    table.see("Ash Rifles gets out of Ash Carrier")
    for one in table.readers:
        assert one.place("Ash Rifles")[1] < one.place("Ash Carrier")[1]


def test_a_hull_is_charged_fires_back_and_is_blown_up_by_charges(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 2, to_hit=[6] * 5, armour_penetration=[6] * 5, vehicle_damage=[3, 4])
    table = gather(people, club.table("storm"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Grenadiers", 2)
    alice.aim("Charge", "Birch Carrier")
    expect(alice.plan).to_contain_text("may fire at them first, at BS1")
    alice.commit("Commit charge")
    bob.answer("What does its crew do?", "Fire mounted weapons")
    table.see(
        "Ash Grenadiers reaches the front of Birch Carrier",
        screen=["Ash Grenadiers reaches the front of Birch Carrier"],
    )
    for one in table.readers:
        one.sees("Deck gun, 3 shots", "0 hits")

    alice.end_activation()
    question = "Ash Grenadiers stands beside Birch Carrier. What does it do?"
    expect(table.screen.page.get_by_role("status").filter(has_text=question)).to_be_visible()
    expect(table.charlie.page.get_by_text(said(f"Ash has a choice to make: {question}"))).to_be_attached()
    alice.answer(question, "Plant charges")
    for one in table.readers:
        one.sees(
            "Ash Grenadiers plants charges on Birch Carrier", "penetrating 3: immobilised", "penetrating 4: destroyed"
        )
        expect(one.token("Wreck of Birch Carrier")).to_be_attached()
    on_the_board(table, "B1, Birch Carrier", count=0)
    bob.take("B1 Birch Carrier")
    expect(bob.lit_cell("Destroyed now")).to_have_text("4")


def test_a_charge_is_intercepted_and_krak_grenades_are_placed(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 2, krak_attack=[1, 6, 2, 3, 4], to_hit=[6] * 40, to_wound=[6] * 2, save=[1] * 2)
    table = gather(people, club.table("passing"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Grenadiers", 2)
    alice.aim("Charge", "Birch Plated")
    alice.commit("Commit charge")
    bob.answer("How does Birch Plated react?", "Hold")
    bob.answer("Does Birch Guards intercept?", "Intercept")
    for one in table.readers:
        one.sees("Birch Guards intercepts Ash Grenadiers")
        one.sees("Ash Grenadiers, Birch Plated and Birch Guards are locked in combat")
    alice.answer("Does Ash Grenadiers use grenades?", "Krak grenades")
    for unit in ("Plated", "Guards", "Plated", "Guards"):
        bob.answer(f"How does Birch {unit} close up?", "Stay")
    for one in table.readers:
        one.sees("Ash Grenadiers uses krak grenades")
        one.sees("1 succeeds, 6 backfires")
        one.sees("Birch Plated loses 1 model")
        one.sees("Ash Grenadiers loses 1 model")


def get_out_elsewhere(bob: Player, people: People) -> None:
    """Their owner says where they stand: by dragging, back again, by pressing one and then its place. (VEH-DMG-06)"""
    asked = bob.page.get_by_role("form", name=said("Where do Birch Rifles get out of Birch Carrier?"))
    expect(asked).to_contain_text(said("4 models within 2″ of the hull"))
    expect(bob.page.get_by_role("img", name="Where they may stand")).to_be_visible()
    ghosts = [bob.page.get_by_role("img", name=f"B2.{n} would stand here") for n in (2, 3, 4, 5)]
    for ghost in ghosts:
        ghost.element_handle().wait_for_element_state("stable")  # the board turns to where they are
    first, last = (middle(ghost) for ghost in (ghosts[0], ghosts[-1]))
    away = (first[0] * 4 - last[0] * 3, first[1] * 4 - last[1] * 3)
    mouse = bob.page.mouse
    mouse.move(*first)
    mouse.down()
    mouse.move(*away, steps=4)
    mouse.up()
    people.expect_noise("422")
    asked.get_by_role("button", name=said("As placed")).click()
    expect(bob.page.get_by_text("There is room for 4 of Birch Rifles; 3 have a place.")).to_be_visible()
    asked.get_by_role("button", name="As proposed", exact=True).click()

    # Press the first, then a place behind the hull: the ground that is marked is nine inches wide.
    ground = bob.page.get_by_role("img", name="Where they may stand").bounding_box()
    assert ground is not None
    mouse.click(*middle(ghosts[0]))
    mouse.click(ground["x"] + ground["width"] / 9, middle(ghosts[0])[1] + ground["width"] / 4.5)
    asked.get_by_role("button", name=said("As placed")).click()


def middle(ghost: Locator) -> tuple[float, float]:
    """Where it is drawn, in pixels."""
    box = ghost.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_carrier_explodes_and_the_survivors_stand_pinned_round_it(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1],
        to_hit=[1],
        armour_penetration=[6],
        vehicle_damage=[6],
        explosion_radius=[1],
        to_wound=[6, 6, 1, 1, 1],
        save=[1, 6],
        pick=[1],
    )
    table = gather(people, club.table("loaded"))
    alice = table.alice
    alice.activate("A1 Ash Lancers", 1)
    alice.aim("Shoot", "Birch Carrier")
    alice.commit()
    for one in table.readers:
        one.sees("Birch Carrier, penetrating 6: explodes", "Birch Carrier explodes")
        one.sees("Birch Rifles inside Birch Carrier", "Birch Rifles loses 1 model")
    expect(table.screen.last.get_by_role("heading")).to_have_text("Birch Carrier explodes: pieces fly 1″")
    get_out_elsewhere(table.bob, people)
    for one in table.readers:
        one.sees("Birch Rifles is pinned")
    table.screen.sees("Birch Rifles is pinned")
    on_the_board(table, "B1, Birch Carrier", count=0)
    for one in table.all:
        expect(one.token("B2 4 models, Birch Rifles, Birch, pinned")).to_be_visible()
    table.bob.take("B1 Birch Carrier")
    expect(table.bob.lit_cell("Explodes now")).to_have_text("6+")
