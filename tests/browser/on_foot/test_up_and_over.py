"""Ladders, faces and lobbed shells: the table lays out the way, the player commits it."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_ladder_and_a_face_are_taken_by_a_button_each(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2, 2, 2, 2, 2], initiative_test=[1, 1])
    table = gather(people, club.table("ladder"))
    alice = table.alice
    alice.activate("A1 Ash Climbers", 3)
    alice.act("Ladder").click()
    expect(alice.plan).to_contain_text(said("Ladder 3½″ of 4″"))
    alice.commit("Commit ladder")
    table.see("Ash Climbers takes the ladder")
    alice.finish()

    alice.activate("A2 Ash Scouts", 3)
    alice.act("Climb").click()
    expect(alice.plan).to_contain_text("1⅜″ cost 4⅜″: up Bare crag 3″")
    alice.commit("Commit climb")
    table.see("Ash Scouts climbs")


def test_a_mortar_is_aimed_and_lobs_at_a_guess(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2, 2], scatter_a=[5], scatter_b=[6], direction=[40])
    table = gather(people, club.table("mortar"))
    alice = table.alice
    alice.activate("A1 Ash Mortar", 3)
    alice.act("Aim").click()
    alice.commit("Commit aim")
    table.see("Ash Mortar takes aim")
    alice.act("Lob").click()
    alice.plan.get_by_role("textbox").fill("21.5")
    alice.token("Birch Rifles").click()
    expect(alice.plan).to_contain_text(said("guessed 21½″"))
    alice.commit("Commit lob")
    table.see("Ash Mortar fires Trench mortar at Birch Rifles, guessing 21½″", "Trench mortar scatters 7″")
