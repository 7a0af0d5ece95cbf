"""Ways that are bent or drawn too long, and units that part and come together."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, Ruler, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.browser.table.test_pointing import press

BIRCH = Ruler(unit="Birch Rifles", at=(28, 10.4))
"""The middle of a unit of five, flag and all: its first model stands at (28, 8)."""
CHARGED = Ruler(unit="Birch Rifles", at=(23, 14.4))


def test_a_drag_that_is_too_long_moves_as_far_as_it_can_and_the_dock_goes_on(club: Club, people: People) -> None:
    club.tell_dice(activation=[2])
    table = gather(people, club.table("too-far"))
    alice = table.alice
    alice.activate("A1 Ash Rifles", 1)
    alice.drag("Ash Rifles", inches=(7, 0))
    expect(alice.plan).to_contain_text("Shortened to 4″ of the 7″ drawn.")
    expect(alice.plan).to_contain_text(said("Move 4″ of 4″"))
    alice.commit("Commit move")
    table.see("Ash Rifles moves 4″")
    expect(alice.dock).to_contain_text("Choose a unit")
    expect(alice.dock).to_contain_text("1 unit may still be activated.")
    alice.dock.get_by_role("button", name=said("A2 Ash Watch")).click()
    expect(alice.page.get_by_role("radio", name=said("2 dice"))).to_be_visible()


def test_a_unit_is_split_by_pressing_models_and_is_one_again_after_its_rolls(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2])
    table = gather(people, club.table("split"))
    alice = table.alice
    alice.take("A1 Ash Rifles")
    alice.dock.get_by_role("button", name="Split off").click()
    expect(alice.plan).to_contain_text("Press the models that leave, on the board or in the list.")
    press(alice, BIRCH, (16, 8))
    alice.plan.get_by_role("checkbox", name="A1.2").check()
    expect(alice.plan.get_by_role("checkbox", name="A1.1")).to_be_checked()
    alice.commit("Split off")
    table.see("2 models of Ash Rifles act as Ash Rifles B")
    expect(alice.own("A1B Ash Rifles B")).to_be_visible()

    for unit in ("A1 Ash Rifles", "A1B Ash Rifles B"):
        alice.activate(unit, 1)
        alice.finish()
    table.see("Ash Rifles is joined by 2 models")
    for one in table.readers:
        expect(one.token("A1 5 models, Ash Rifles, Ash")).to_be_visible()


def test_a_charge_is_bent_by_pressing_on_the_board(club: Club, people: People) -> None:
    club.tell_dice(activation=[2])
    table = gather(people, club.table("detour"))
    alice = table.alice
    alice.activate("A1 Ash Brawlers", 1)
    alice.aim("Charge", "Birch Rifles")
    expect(alice.plan).to_contain_text(said("Charge 5⅛″"))
    press(alice, CHARGED, (19, 10))
    expect(alice.button("Last point off")).to_be_visible()
    expect(alice.plan).not_to_contain_text(said("Charge 5⅛″"))
    alice.commit()
    table.see("Ash Brawlers charges Birch Rifles from 7″")

    asked = table.bob.page.get_by_role("form", name=said("How does Birch Rifles react?"))
    for chance in ("loses a wound", "fells a charger", "gets away"):
        expect(asked).to_contain_text(chance)


def test_a_way_of_flight_is_chosen_by_pressing_it_on_the_board(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[2],
        to_hit=[*[1, 1, 1], *[6] * 12, *[6, 6]],
        to_wound=[6, 6, 6],
        pick=[1, 1, 1],
        save=[1, 1, 1],
        morale=[6, 6],
        flinch=[3],
    )
    table = gather(people, club.table("flight"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Brawlers", 1)
    alice.aim("Charge", "Birch Rifles")
    alice.commit()
    bob.answer("How does Birch Rifles react?", "Hold")
    alice.end_activation()
    asked = bob.page.get_by_role("form", name=said("Which way does Birch Rifles flinch, 3″?"))
    expect(asked.get_by_role("radio", name=said("To the east (90°)"))).to_be_checked()
    bob.page.get_by_role("img", name="Way 2: To the north-east (60°)").click()
    expect(asked.get_by_role("radio", name=said("To the north-east (60°)"))).to_be_checked()
    asked.get_by_role("button", name=said("To the north-east (60°)")).click()
    table.see("Birch Rifles flinches 3″")


def test_single_models_are_put_where_they_end_a_charge(club: Club, people: People) -> None:
    club.tell_dice(activation=[2])
    table = gather(people, club.table("placed"))
    alice = table.alice
    alice.activate("A1 Ash Brawlers", 1)
    alice.aim("Charge", "Birch Rifles")
    alice.plan.get_by_role("checkbox", name="Single models").check()
    expect(alice.plan.get_by_role("checkbox", name="Single models")).to_be_checked()
    pull(alice, CHARGED, (21.1, 18), (16, 24))
    expect(alice.plan).to_contain_text("A1.5 cannot end its charge there.")
    alice.button("Last change off").click()
    expect(alice.plan.get_by_role("button", name=said("Commit charge"))).to_be_visible()
    pull(alice, CHARGED, (21.1, 18), (21.2, 18.4))
    expect(alice.button("Last change off")).to_be_visible()
    alice.commit("Commit charge")
    table.see("Ash Brawlers charges Birch Rifles from 7″")


def pull(player: Player, ruler: Ruler, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag across the board from one place in inches to another."""
    player.lies_still()
    left, top = player.place(ruler.unit)
    scale = player.pixels_an_inch()
    mouse = player.page.mouse
    mouse.move(left + (start[0] - ruler.at[0]) * scale, top + (start[1] - ruler.at[1]) * scale)
    mouse.down()
    mouse.move(left + (end[0] - ruler.at[0]) * scale, top + (end[1] - ruler.at[1]) * scale, steps=5)
    mouse.up()
