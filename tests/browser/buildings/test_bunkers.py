"""A bunker fires from its ports and its gun, and is shot to ruins; tiles are laid where somebody opens a way."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_bunker_is_shot_to_collapse_and_its_garrison_set_down(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1] * 4,
        to_hit=[6, 6, 6, 1, 1],
        armour_penetration=[6, 6],
        bunker_damage=[3, 5],
        collapse_wound=[4, 4],
    )
    table = gather(people, club.table("pillbox"))
    alice, bob = table.alice, table.bob
    card = alice.page.get_by_role("region", name="Shore Pillbox")
    expect(card).to_contain_text(said("11 armour · 3 of 3 hull points · 2 of 10 places · 4 may fire out"))
    alice.end_activation()
    bob.activate("B1 Birch Garrison", 2)
    bob.act("Built-in gun").click()
    expect(bob.plan.get_by_role("region", name="Twin stubber")).to_contain_text("3 shots")
    bob.commit("Commit fire")
    bob.end_activation()

    alice.activate("A1 Ash Lances", 2)
    alice.act("At building").click()
    expect(alice.plan).to_contain_text("collapses")
    expect(alice.plan).to_contain_text("Strength 8 against armour 11")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("Shore Pillbox is struck: 14 against 11, a penetrating hit: structural damage, a breach")
        one.sees("Shore Pillbox is struck: 14 against 11, a penetrating hit: collapse")
    bob.answer("Where do Birch Garrison come out of the ruins of Shore Pillbox?", "As proposed")
    for one in table.all:
        expect(one.page.get_by_role("img", name=said("Shore Pillbox, very difficult"))).to_be_attached()
    expect(card).to_have_count(0)


def test_a_bunker_is_charged_under_the_fire_of_its_garrison(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 4, to_hit=[6] * 8, stand_and_fire=[1, 1], armour_penetration=[6] * 6)
    table = gather(people, club.table("reached"))
    alice, bob = table.alice, table.bob
    alice.activate("A2 Ash Brawlers", 2)
    alice.act("Charge building").click()
    expect(alice.plan).to_contain_text("Shore Pillbox is hit automatically")
    expect(alice.plan).to_contain_text("1 extra attack each by the charge")
    expect(alice.plan).to_contain_text(
        "Birch Garrison may stand and fire, fire built-in weapons or fire everything first"
    )
    alice.commit("Commit charge")
    question = "Ash Brawlers charges Shore Pillbox. How does Birch Garrison react?"
    bob.page.get_by_text(question).first.wait_for()
    bob.answer(question, "Fire everything")
    bob.answer("Ash Brawlers passes within reach. Does Birch Watch intercept?", "Let them pass")
    for one in table.readers:
        one.sees("Ash Brawlers charges Shore Pillbox from 7″")
        one.sees("Ash Brawlers reaches the walls of Shore Pillbox")


def test_a_section_of_a_bunker_falls_and_the_next_one_stands(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1] * 2,
        to_hit=[1, 1],
        armour_penetration=[6, 6],
        bunker_damage=[3, 5],
        collapse_wound=[4, 4, 4],
    )
    table = gather(people, club.table("battery"))
    alice, bob = table.alice, table.bob
    left = alice.page.get_by_role("region", name="A of Shore Battery")
    east = alice.page.get_by_role("region", name="B of Shore Battery")
    expect(east).to_contain_text(said("11 armour · 3 of 3 hull points · 2 of 10 places · 2 may fire out"))
    alice.activate("A1 Ash Lances", 2)
    alice.act("At building").click()
    sections = alice.plan.get_by_role("list", name="Sections")
    loft = sections.get_by_role("button", name=said("C of Shore Battery"))
    alice.page.locator("#preview [data-pick='Shoot at C of Shore Battery']").click()
    expect(loft).to_have_attribute("aria-pressed", "true")
    expect(loft).to_contain_text(said("level 2 · AV 11 · 3 of 3 HP · 2 fire out · 1 of 10 places"))
    sections.get_by_role("button", name=said("B of Shore Battery")).click()
    expect(alice.plan).to_contain_text("Hits on B of Shore Battery count for it alone")
    expect(alice.plan).to_contain_text("C above it comes down too")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("B of Shore Battery is struck: 14 against 11, a penetrating hit: structural damage, a breach")
        one.sees("B of Shore Battery collapses and takes C with it; A stands")
    bob.answer("Where do Birch Garrison come out of the ruins of B of Shore Battery?", "As proposed")
    bob.answer("Where do Birch Spotter come out of the ruins of B of Shore Battery?", "As proposed")
    for one in table.all:
        expect(one.page.get_by_role("img", name=said("Rubble of B of Shore Battery, very difficult"))).to_be_attached()
    expect(east).to_have_count(0)
    expect(left).to_contain_text(said("3 of 3 hull points · 3 of 10 places"))


def test_a_room_that_is_set_out_falls_with_the_floor_above_it(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1] * 2,
        to_hit=[1, 1],
        armour_penetration=[6, 6],
        bunker_damage=[2, 5],
        collapse_wound=[4, 4],
        fall_hits=[1, 1],
        to_wound=[1, 1],
    )
    table = gather(people, club.table("blockhouse"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Lances", 2)
    alice.act("At building").click()
    expect(alice.plan.get_by_role("button", name=said("B of Blockhouse"))).to_have_attribute("aria-pressed", "true")
    expect(alice.plan).to_contain_text("if it collapses, D on level 2 above it comes down too")
    alice.commit("Commit fire")
    alice.answer("Which weapon of Blockhouse is destroyed?", "East gun")
    for one in table.readers:
        one.sees("Blockhouse loses its East gun")
        one.sees("B of Blockhouse collapses and takes D on level 2 with it; A stands")
        one.sees("Birch Spotter falls 3″")
    bob.answer("Where do Birch Garrison come out of the ruins of B of Blockhouse?", "As proposed")
    bob.answer("Where do Birch Spotter come out of the ruins of B of Blockhouse?", "As proposed")
    for one in table.all:
        gone = one.page.get_by_role("img", name="D of Blockhouse, level 2, fallen, the floor is gone")
        expect(gone).to_be_attached()


def test_the_next_tile_is_laid_where_a_way_is_opened(club: Club, people: People) -> None:
    club.tell_dice(activation=[1], pick=[1, 1])
    table = gather(people, club.table("cellars"))
    alice = table.alice
    alice.activate("A1 Ash Scouts", 1)
    alice.act("Next tile").click()
    expect(alice.plan).to_contain_text(said("50% L"))
    alice.commit("Open and lay")
    for one in table.readers:
        one.sees("Ash Scouts opens a way: a bend, 1 way on")
