"""Ways out of a fight: hit and run, breaking off, and the models that close up meanwhile."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, gather, said
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People


def test_raiders_hit_and_run_and_a_squad_breaks_off_under_blows(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[2, 2],
        to_hit=[6] * 60,
        initiative_test=[2],
        flee=[3, 3, 2, 4, 2],
        break_off=[4, 3],
        free_hack=[1, 6, 6, 6, 6],
        to_wound=[1],
    )
    table = gather(people, club.table("leaving"))
    alice, bob = table.alice, table.bob
    charge(alice, bob, "A1 Ash Raiders", "Birch Rifles")
    charge(alice, bob, "A2 Ash Brawlers", "Birch Watch")

    # Both have acted, so the melees begin; their order is the active side's to choose.
    alice.answer("Which melee is fought next?", "Ash Raiders · Birch Rifles")
    closing = bob.page.get_by_role("form", name=said("How does Birch Rifles close up?"))
    expect(closing).to_contain_text("2 models, up to ⅝″")

    # The club's screen lists who has struck. (ARAP-MELEE-05)
    steps = table.screen.page.get_by_role("list", name="Steps of Initiative")
    expect(steps.get_by_role("listitem").first).to_contain_text("none fall")

    # One of them is dragged away from everybody, then back; a little nearer will do.
    people.expect_noise("422")
    shift(bob, "B1.5", inches=(3, 0))
    closing.get_by_role("button", name="Close up").click()
    expect(bob.page.get_by_text("B1.5 would come nearer to nobody.")).to_be_visible()
    closing.get_by_role("button", name="As proposed").click()
    shift(bob, "B1.5", inches=(0, -0.1))
    closing.get_by_role("button", name="Close up").click()
    leaving = alice.page.get_by_role("form", name=said("Does Ash Raiders hit and run?"))
    expect(leaving).to_contain_text(said("83% gets away"))
    alice.answer("Does Ash Raiders hit and run?", "Hit and run")
    away = alice.page.get_by_role("form", name=said("Which way does Ash Raiders go, 8″?"))
    alice.page.get_by_role("img", name="Way 1: To the west (270°)").click()
    away.get_by_role("button", name=said("To the west (270°)")).click()
    for one in table.readers:
        one.sees("Ash Raiders leaves the melee 8″")

    # The brawlers have a knife and a pistol each; what they do is said once for all rounds. (ARAP-MELEE-04)
    both = alice.page.get_by_role("form", name=said("Does Ash Brawlers fight with several weapons at once?"))
    expect(both).to_contain_text(said("one attack more each, with the second weapon"))
    expect(both).to_contain_text(said("wounds to expect"))
    alice.answer("Does Ash Brawlers fight with several weapons at once?", "Several, from now on")
    for one in table.readers:
        one.sees("Ash Brawlers, always: fight with several weapons at once")

    bob.end_activation()
    asked = bob.page.get_by_role("form", name=said("Does Birch Watch fight on or break off?"))
    for odds in ("72% gets away", "28% routs", "wounds to expect on leaving"):
        expect(asked).to_contain_text(said(odds))
    bob.answer("Does Birch Watch fight on or break off?", "Break off")
    for one in table.readers:
        one.sees("Ash Brawlers strikes at the backs of Birch Watch: 5 blows")
    own = bob.page.get_by_role("form", name=said("Which way does Birch Watch go, 6″?"))
    typed = own.get_by_label("Bearing and length of each leg")
    expect(typed).to_have_css("opacity", "1")  # the other fields of an option are drawn by it
    typed.fill("90 2, 45")
    expect(own).to_contain_text(said("6″ of 6″"))
    own.get_by_role("button", name="A way of their own").click()
    for one in table.readers:
        one.sees("Birch Watch leaves the melee 6″")


def charge(attacker: Player, defender: Player, unit: str, target: str) -> None:
    """Charge with a unit on one die; those who are charged hold."""
    attacker.activate(unit, 1)
    attacker.aim("Charge", target)
    attacker.commit("Commit charge")
    defender.answer(f"How does {target} react?", "Hold")


def shift(player: Player, model: str, *, inches: tuple[float, float]) -> None:
    """Drag one of the models that would close up; B1.2 and B1.3 are an inch and a half apart."""
    (x, y), (_, above), (_, below) = (_ghost(player, name) for name in (model, "B1.2", "B1.3"))
    scale = (below - above) / 1.5
    mouse = player.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + inches[0] * scale / 2, y + inches[1] * scale / 2)
    mouse.move(x + inches[0] * scale, y + inches[1] * scale)
    mouse.up()


def _ghost(player: Player, model: str) -> tuple[float, float]:
    ghost = player.page.get_by_role("img", name=f"{model} would stand here").element_handle()
    ghost.wait_for_element_state("stable")  # the board turns to whoever is asked
    box = ghost.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_whom_they_strike_at_is_asked_on_a_phone(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], to_hit=[6] * 12, initiative_test=[2])
    setting = club.table("strike-at")
    alice = Player(setting.seat(people, "Alice", viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark"))
    bob = Player(setting.seat(people, "Bob"))
    alice.is_live()
    bob.is_live()
    alice.activate("A1 Ash Pikes", 1)
    alice.act("Charge").click()  # a phone aims at the nearest by itself
    alice.commit("Commit charge")
    bob.answer("How does Birch Led react?", "Hold")
    asked = alice.page.get_by_role("form", name=said("At whom does Ash Pikes strike?"))
    for choice in ("Whoever is nearest", "Trooper of Birch Led WS 3, T 3", "Nearest, from now on"):
        expect(asked).to_contain_text(said(choice))
    expect(asked.get_by_text("wounds to expect")).to_have_count(4)
    alice.answer("At whom does Ash Pikes strike?", "Sergeant of Birch Led")
    bob.sees("Ash Pikes strikes at Sergeant of Birch Led where it can", "6 blows", "hit 2 or less")
