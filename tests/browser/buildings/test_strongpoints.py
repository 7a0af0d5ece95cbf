"""Fire at the ports of a bunker; a stream goes in by a window, clears the room and breaches its wall."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_ports_of_a_bunker_are_fired_at(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], to_hit=[1, 2, 2, 6, 6, 6, 6, 6], pick=[1], to_wound=[6])
    table = gather(people, club.table("strongpoint"))
    alice = table.alice
    alice.activate("A1 Ash Marksmen", 2)
    alice.act("At ports").click()
    expect(alice.plan).to_contain_text("at a firing port")
    expect(alice.plan).to_contain_text("half of all hits go in")
    expect(alice.plan).to_contain_text("3 people inside")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("1 of 3 hits goes in at the ports of Redoubt")


def test_a_room_is_burnt_out_and_its_wall_breached(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], to_hit=[1], to_wound=[6, 6, 6, 6, 6, 6], save=[1, 1])
    table = gather(people, club.table("byre"))
    alice = table.alice
    alice.activate("A2 Ash Burner", 2)
    alice.act("Shoot").click()
    alice.point_at("Birch Lodgers")
    expect(alice.plan).to_contain_text(said("inside, else on 3 or less each"))
    expect(alice.plan).to_contain_text("the wall of Byre may be rolled for as well")
    alice.commit("Commit fire")
    table.bob.answer("2 wounds to save. Go to ground?", "Stay up")
    alice.answer("Roll Flamer against the wall of Byre too?", "Roll against the wall")
    for one in table.readers:
        one.sees("The wall of Byre loses")
