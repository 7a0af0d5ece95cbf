"""What a new turn brings: gas, reserves, a better second volley; and what the host says of the ground meanwhile."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_gas_and_a_reserve_arrive_and_the_second_volley_is_corrected(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2, 2, 2], to_hit=[6] * 10, random_event=[5])
    table = gather(people, club.table("late"))
    alice, bob = table.alice, table.bob
    alice.fill_in("A unit", Unit="A1 Ash Rifles", Set="Suppression points", To="1", Reason="Forgotten test")
    alice.fill_in("Faces to climb", Faces_of="Chalk cliff", They="cannot be climbed", Reason_for="Wet chalk")
    table.see("Host: the faces of Chalk cliff cannot be climbed (Wet chalk)")
    alice.fill_in("Gravity", A_jump_down_that_one_test_covers="4", Reason_for="On the moon")
    table.see("Host: one test covers 4″ of a jump down, was 2″ (On the moon)")

    alice.activate("A1 Ash Rifles", 2)
    alice.act("Regroup").click()
    alice.commit("Commit regroup")
    table.see("Ash Rifles regroups")
    alice.aim("Shoot", "Birch Rifles")
    alice.commit()
    for one in table.readers:
        one.sees("Ash Rifles fires Long rifle at Birch Rifles, 5 shots: 0 hits")
    bob.end_activation()

    for one in table.readers:
        one.sees("Gas drifts in")
        one.sees("Ash Reserve waits in reserve; the host says when it arrives")
    alice.fill_in("Bring on a reserve", Which_unit="A2 Ash Reserve")
    alice.answer("Ash Reserve arrives. Where does it come on?", "At the middle of the edge")
    table.see("Ash Reserve arrives from reserve")
    alice.activate("A1 Ash Rifles", 1)
    alice.aim("Shoot", "Birch Rifles")
    expect(alice.plan).to_contain_text(said("+1 corrective aiming"))
    alice.commit()
    for one in table.readers:
        one.sees("Ash Rifles fires Long rifle at Birch Rifles", "corrective aiming")
