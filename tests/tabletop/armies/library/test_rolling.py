"""Random characteristics: rolled when the roster is made, or left to the table; the dice stay to be seen."""

import pytest
from msgspec.structs import replace

from tabletop.armies import services
from tabletop.armies.cards.unit_card import cards
from tabletop.armies.library import rolling
from tabletop.armies.models import Army
from tabletop.armies.roster import build
from tabletop.ui.refused import Refused
from tests.builders import a_profile
from tests.cast import ALICE, browser
from tests.markup import flowing
from tests.tabletop.armies.rosters import LIBRARY, a_list, edited

CAR = LIBRARY.profile["runabout"]


def of_type(type, **values):
    """A vehicle of that type whose maximum speed is random."""
    return replace(CAR, hull=replace(CAR.hull, type=type, random_acceleration=False, **values))


def top(profile, *faces):
    return rolling.settled(profile, faces).hull.top_speed_in


@pytest.mark.part_of("VEH-CAR-01")
def test_a_city_car_goes_2d6_and_20_and_quickens_by_2d4_and_4():
    settled = rolling.settled(CAR, (5, 2, 3, 1)).hull
    assert (settled.top_speed_in, settled.acc_dec_in) == (27, 8)
    assert (settled.random_speed, settled.random_acceleration) == (False, False)
    assert rolling.in_words(CAR, ()) == "Maximum speed 2D6 + 20″, Acc/Dec 2D4 + 4″"
    assert rolling.in_words(CAR, (5, 2, 3, 1)) == "Maximum speed 27″ (5 + 2 + 20″), Acc/Dec 8″ (3 + 1 + 4″)"


@pytest.mark.part_of("VEH-TYPE-01", "VEH-TYPE-02", "VEH-TYPE-04")
def test_what_is_added_goes_by_the_type():
    assert top(of_type("tracked", civilian=False), 3, 4) == 15
    assert top(of_type("tracked", civilian=False, battle_speed_in=18), 3, 4) == 18
    assert top(of_type("skimmer", civilian=False), 3, 4) == 19
    assert top(of_type("walker", civilian=False), 3, 4) == 15
    assert top(of_type("bike", civilian=False), 3, 4) == 27


@pytest.mark.parametrize("faces", [(), (1,), (1, 1), (7, 1, 1, 1), (1, 1, 5, 1), (0, 1, 1, 1), (1, 1, 1, 1, 1)])
def test_dice_that_do_not_fit_settle_nothing(faces):
    assert rolling.settled(CAR, faces) == CAR
    assert not rolling.fits(a_profile("trooper"), faces)


def test_cars_that_rolled_otherwise_have_profiles_of_their_own():
    roster = edited(a_list("runabout", "runabout", "runabout"), do="roll", unit="u1", faces="5 2 3 1")
    roster = edited(roster, do="roll", unit="u2", faces="1 1 1 1")
    army = build.army_of(LIBRARY, roster)
    assert [(p.id, p.hull.top_speed_in, p.hull.random_speed) for p in army.profiles] == [
        ("runabout+5-2-3-1", 27, False),
        ("runabout+1-1-1-1", 22, False),
        ("runabout", 0, True),
    ]
    heads = [dict(card.profiles[0][1]) for card in cards(army)]
    assert [(each["Top"], each["Acc"]) for each in heads] == [("27″", "8″"), ("22″", "6″"), ("2D6 + 20″", "2D4 + 4″")]


def test_a_copy_has_not_rolled():
    roster = edited(edited(a_list("runabout"), do="roll", unit="u1", faces="5 2 3 1"), do="copy", unit="u1")
    assert [(pick.rolled, pick.throws) for pick in roster.units] == [((5, 2, 3, 1), 1), ((), 0)]


def test_nothing_is_rolled_for_what_is_not_random():
    with pytest.raises(Refused) as refused:
        edited(a_list("anvil"), do="roll", unit="u1", faces="1 1")
    assert refused.value.refusal.code == "nothing-random"


@pytest.mark.django_db
def test_the_server_throws_the_dice_whatever_is_sent_and_throws_are_counted(monkeypatch):
    faces = iter([5, 1, 2, 0, 0, 0, 0, 0])
    monkeypatch.setattr(services.secrets, "randbelow", lambda sides: next(faces) % sides)
    army = services.begin(ALICE, a_list("runabout", name="Cars"))
    client = browser(ALICE)
    page = flowing(client.get(f"/armies/{army.pk}").content.decode())
    assert "Maximum speed 2D6 + 20″, Acc/Dec 2D4 + 4″: rolled at the table before the battle." in page
    sent = {"do": "roll", "unit": "u1", "faces": "6 6 4 4"}
    page = flowing(client.post(f"/armies/{army.pk}/edit", sent, headers={"HX-Request": "true"}).content.decode())
    assert "Maximum speed 28″ (6 + 2 + 20″), Acc/Dec 8″ (3 + 1 + 4″), rolled once." in page
    client.post(f"/armies/{army.pk}/edit", {"do": "unroll", "unit": "u1"})
    client.post(f"/armies/{army.pk}/edit", sent)
    page = flowing(client.get(f"/armies/{army.pk}").content.decode())
    assert "Maximum speed 22″ (1 + 1 + 20″), Acc/Dec 6″ (1 + 1 + 4″), rolled 2 times." in page
    assert "Rolled 2 times: Maximum speed 22″" in client.get(f"/armies/{army.pk}/cards").content.decode()
    said = list(Army.objects.get(pk=army.pk).steps.values_list("said", flat=True))
    assert said[1] == "Runabout city car: Maximum speed 28″ (6 + 2 + 20″), Acc/Dec 8″ (3 + 1 + 4″)"
    assert Army.objects.get(pk=army.pk).value.profiles[0].hull.top_speed_in == 22
