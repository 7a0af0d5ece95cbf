"""A vehicle of several sections by clicking: it is placed, driven, fires section by section, and loses one."""

from playwright.sync_api import expect

from tests.browser.at_table import gather
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_train_drives_fires_from_each_section_and_loses_one(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 6, to_hit=[6, 6, 6, 6, 6, 1], armour_penetration=[6], vehicle_damage=[5])
    table = gather(people, club.table("sections"))
    alice, bob = table.alice, table.bob
    for one in table.all:
        expect(one.token("A1B, Ash Train, gun car")).to_be_visible()
        expect(one.token("A1C, Ash Train, tail car")).to_be_visible()

    alice.activate("A1 Ash Train", 2)
    table.see("Ash Train, gun car and Ash Train, tail car act after it, of the same vehicle")
    alice.act("Drive").click()
    alice.tap("A1, Ash Train", inches=(5, 0))
    alice.commit("Commit drive")
    table.see("Ash Train drives 5″", "Ash Train, gun car follows")
    for one in table.readers:
        engine, car = (one.place(name)[0] for name in ("A1, Ash Train", "A1B, Ash Train, gun car"))
        assert engine > car
    alice.finish()
    table.see("Ash Train, gun car acts")
    alice.aim("Fire", "Birch Lancers")
    alice.commit("Commit fire")
    table.see("Ash Train, gun car fires")
    alice.finish()
    table.see("Ash Train, tail car acts")
    alice.finish()
    alice.end_activation()

    bob.activate("B1 Birch Lancers", 1)
    bob.aim("Shoot", "A1C, Ash Train, tail car")
    bob.commit()
    table.see("Ash Train, tail car is destroyed")
    for one in table.all:
        expect(one.token("A1C, Ash Train, tail car")).to_have_count(0)
        expect(one.token("A1B, Ash Train, gun car")).to_be_visible()
