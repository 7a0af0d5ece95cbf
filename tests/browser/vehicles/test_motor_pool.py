"""Towed guns, bikes, hulls caught in passing, squadrons and stunts: all of it by clicking."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, Ruler, said
from tests.browser.conftest import Club
from tests.browser.people import People


def two_players(people: People, club: Club, name: str) -> tuple[Player, Player]:
    """Alice and Bob at the table of that name, both connected."""
    setting = club.table(name)
    alice, bob = Player(setting.seat(people, "Alice")), Player(setting.seat(people, "Bob"))
    alice.is_live()
    bob.is_live()
    return alice, bob


def drive_on(player: Player, key: str, inches: int) -> None:
    """Drive straight, inch by inch."""
    player.act("Drive").click()
    for _ in range(inches):
        player.page.keyboard.press(key)
    expect(player.plan).to_contain_text(said(f"Drive {inches}″"))
    player.commit("Commit drive")
    player.sees(f"drives {inches}″")


def test_guns_are_limbered_towed_unlimbered_and_knocked_loose(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 5, unlimber_distance=[3], direction=[270, 180], to_wound=[1] * 3)
    alice, bob = two_players(people, club, "tow")
    for tractor, gun in (("A1 Ash Tractor", "Ash Gun"), ("A4 Ash Truck", "Ash Howitzer")):
        alice.activate(tractor, 1)
        alice.aim("Limber up", gun)
        expect(alice.plan).to_contain_text("stands still for the rest of the turn")
        alice.commit("Commit limber up")
        bob.sees(f"limbers up {gun}")
    alice.end_activation()
    bob.end_activation()

    alice.activate("A4 Ash Truck", 1)
    alice.act("Unlimber").click()
    alice.commit("Commit unlimber")
    alice.answer("Which way is Ash Howitzer turned?", "Face SE")
    bob.sees("Ash Howitzer is swung round")

    # Six inches for the first point; the load follows, and the second is not needed to be rid of it.
    alice.activate("A1 Ash Tractor", 1)
    drive_on(alice, "ArrowRight", 6)
    bob.sees("Ash Gun follows on its coupling")
    expect(alice.dock).to_contain_text("0 action points")
    alice.act("Knock loose").click()
    expect(alice.plan).to_contain_text("its crew leap off unhurt")
    alice.commit("Commit knock loose")
    alice.answer("Where is the load of Ash Tractor knocked loose?", "At the end of its way")
    bob.sees(
        "Ash Gun is knocked loose from Ash Tractor", "Ash Gun comes to rest", "Ash Gunners gets out of Ash Tractor"
    )
    expect(bob.token("A3 3 models, Ash Gunners")).to_be_visible()


def test_the_bike_of_a_rider_is_shot_away_and_another_crashes_into_a_hull(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], to_hit=[1, 6], to_wound=[6, 1], save=[1], ram_penetration=[1], leadership=[1, 1])
    alice, bob = two_players(people, club, "riders")
    alice.activate("A1 Ash Marksman", 1)
    alice.aim("Shoot", "Birch Rider")
    alice.commit()
    alice.answer("Hits at short range on Birch Rider", "What they ride")
    bob.answer("Birch Rider: 1 wound to save. Go to ground?", "Stay up")
    bob.sees("Warbike of Birch Rider is put out, its rider thrown")
    expect(alice.token("B1 1 model, Birch Rider")).to_be_visible()

    alice.activate("A2 Ash Rider", 1)
    alice.aim("Crash into", "Birch Carrier")
    expect(alice.plan.get_by_role("region", name="Impact on Birch Carrier")).to_contain_text("cannot hurt it")
    expect(alice.plan.get_by_role("region", name="Impact on Ash Rider")).to_contain_text("5 or more")
    alice.commit("Commit crash into")
    bob.sees("Ash Rider crashes into Birch Carrier at 5¾″")


def test_a_hull_is_caught_in_passing_and_a_skimmer_is_shot_down(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1] * 6,
        to_hit=[1],
        armour_penetration=[5, 5],
        vehicle_damage=[3, 3],
        plant_charge=[1, 6, 6, 6, 6],
        extended_reroll=[1],
    )
    alice, bob = two_players(people, club, "caught")
    ruler = Ruler(unit="Birch Watch", at=(44, 27))
    alice.end_activation()
    bob.activate("B2 Birch Skimmer", 2)
    bob.act("Drive").click()
    bob.tap("Birch Skimmer", inches=(-12, 0))
    bob.plan.get_by_role("button", name="2 AP").click()
    expect(bob.plan).to_contain_text(said("Drive 12″ of 12″"))
    bob.commit("Commit drive")
    bob.activate("B1 Birch Racer", 2)
    bob.act("Drive").click()
    bob.tap("Birch Racer", inches=(-24, 0))
    bob.plan.get_by_role("button", name="2 AP").click()
    expect(bob.plan).to_contain_text(said("Drive 24″ of 24″"))
    bob.commit("Commit drive")
    bob.sees("Birch Racer drives 24″")
    bob.end_activation()

    alice.activate("A1 Ash Sappers", 1)
    alice.aim("Charge", "Birch Racer")
    expect(alice.plan).to_contain_text("caught in passing, where it came by")
    alice.commit("Commit charge")
    bob.answer("What does its crew do?", "Stay buttoned up")
    bob.sees("Ash Sappers catches Birch Racer on its way, at the side")

    alice.activate("A2 Ash Lancer", 1)
    alice.aim("Shoot", "Birch Skimmer")
    expect(alice.plan).to_contain_text("at Birch Skimmer")
    alice.commit()
    bob.sees("Birch Skimmer loses its lift at 12″ and crashes", "Birch Skimmer is destroyed")
    alice.answer("Ash Sappers stands beside Birch Racer. What does it do?", "Plant charges")
    bob.sees("Birch Racer, penetrating 3: immobilised")
    assert abs(bob.inches("Birch Racer", ruler)[0] - 31) < 3, "it never got to the end of its way"


def test_two_vehicles_of_a_squadron_act_on_one_roll(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1])
    alice, bob = two_players(people, club, "squadron")
    alice.activate("A1 Ash Hound", 2)
    bob.sees("Ash Hound has 2 action points", "Ash Second Hound acts after it, of the same squadron")
    drive_on(alice, "ArrowRight", 6)
    alice.finish()
    bob.sees("Ash Second Hound follows its squadron")
    expect(alice.dock).to_contain_text("Ash Second Hound")
    expect(alice.act("Fire")).to_contain_text("not as the squadron")
    drive_on(alice, "ArrowRight", 6)
    alice.finish()
    expect(alice.dock).to_contain_text("1 unit may still be activated")


def test_stunts_at_the_wheel(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 6, control_roll=[3, 3])
    alice, bob = two_players(people, club, "stunts")
    alice.activate("A1 Ash Roadster", 1)
    alice.act("Drive").click()
    expect(alice.plan).to_contain_text(said("Drive 12″ of 12″"))
    alice.commit("Commit drive")
    alice.activate("A2 Ash Saloon", 1)
    alice.act("Drive").click()
    alice.plan.get_by_role("slider", name="Speed").fill("-8")
    expect(alice.plan).to_contain_text(said("Drive 8″ of 8″"))
    alice.commit("Commit drive")
    bob.sees("Ash Saloon goes at 8″ in reverse")
    alice.activate("A3 Ash Courier", 1)
    alice.act("Walk back").click()
    expect(alice.plan).to_contain_text(said("Walk back 4″ of 4″"))
    alice.commit("Commit walk back")
    bob.sees("Ash Courier is walked back 4″")
    bob.end_activation()

    alice.activate("A1 Ash Roadster", 1)
    alice.act("Bootlegger").click()
    expect(alice.plan).to_contain_text("6″ straight, then round through 180°, speed 0")
    expect(alice.plan).to_contain_text("50%")
    alice.commit("Commit bootlegger")
    bob.sees("Ash Roadster spins round at 12″", "Ash Roadster stands")
    alice.activate("A2 Ash Saloon", 1)
    alice.act("J-turn").click()
    alice.commit("Commit j-turn")
    bob.sees("Ash Saloon spins round at", "Ash Saloon stands")
    alice.activate("A3 Ash Courier", 1)
    alice.act("Slow turn").click()
    for step in range(3):
        alice.plan.get_by_role("combobox", name="then").nth(step).select_option(label="45° right")
        expect(alice.plan).to_contain_text(f"turns {45 * (step + 1)}° in all")
    alice.commit("Commit slow turn")
    bob.sees("Ash Courier turns slowly in three steps,")


def test_the_host_puts_a_squad_into_its_carrier_and_out_again(club: Club, people: People) -> None:
    alice, bob = two_players(people, club, "ride")
    alice.fill_in(
        "Aboard a vehicle", Who_rides="A1 Ash Brawlers", In_the_vehicle="A2 Ash Carrier", Reason="They began in it"
    )
    bob.sees("Host: Ash Brawlers is aboard Ash Carrier (They began in it)")
    expect(bob.token("A1 5 models, Ash Brawlers")).to_have_count(0)
    alice.choose("Make a ruling")
    form = alice.page.get_by_role("dialog").get_by_role("form", name="A unit", exact=True)
    form.get_by_label("Unit").select_option("A1 Ash Brawlers")
    form.get_by_label("Reason").fill("Beside it")
    form.get_by_role("button", name="Move it on the board").click()
    expect(alice.plan).to_contain_text("Press where the unit should stand")
    alice.tap("Ash Carrier", inches=(0, 9))
    alice.commit("Rule so")
    bob.sees("Host: Ash Brawlers is taken out of Ash Carrier (Beside it)")
    expect(bob.token("A1 5 models, Ash Brawlers")).to_be_visible()
