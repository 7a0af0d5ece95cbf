"""The pages of the armies: who sees and changes what, what an edit answers, and how many queries a list takes."""

import pytest
from django.test import Client

from tabletop.accounts.models import User
from tabletop.armies import services
from tabletop.armies.models import Army, Step
from tabletop.games.samples import samples
from tests.cast import ALICE, BOB, CHARLIE, browser
from tests.markup import tight
from tests.tabletop.armies.rosters import a_list

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
ALICES = "Ash Column"


@pytest.fixture
def alices():
    return services.begin(ALICE, a_list("rangers", "bulwark", limit=500, name=ALICES))


def edit(client, army, **sent):
    return client.post(f"/armies/{army.pk}/edit", sent, headers=HTMX)


def fresh(army):
    return Army.objects.get(pk=army.pk)


def kinds(army):
    return [unit.kind for unit in fresh(army).roster_value.units]


# ------------------------------------------------------------------ building


def test_a_guest_begins_an_army_and_adds_a_unit():
    client = Client()
    made = client.post("/armies/new", {"name": " Ash  Column ", "limit": "500"})
    army = Army.objects.get()
    assert (made.status_code, made.url) == (302, f"/armies/{army.pk}")
    assert (army.name, army.limit, army.owner, army.guest[:1]) == ("Ash Column", 500, None, "g")
    answer = edit(client, army, do="add", kind="rangers").content.decode()
    assert "77 of" in answer
    assert 'hx-swap-oob="innerHTML"' in answer
    assert "<html" not in answer
    assert (fresh(army).points, fresh(army).unit_count, fresh(army).model_count) == (77, 1, 8)


def test_the_builder_shows_the_unit_in_hand_and_its_options(alices):
    page = tight(browser(ALICE).get(f"/armies/{alices.pk}?unit=u2").content.decode())
    assert "2 units, 9 models, 1 vehicle" in page
    assert 'id="ros-unit-name" name="text" value="Bulwark carrier"' in page
    assert "Armour: front 11, side 11, rear 10." in page
    assert "Cupola weapon, choose one" in page


def test_the_builder_says_how_often_units_act(alices):
    shown = tight(browser(ALICE).get(f"/armies/{alices.pk}").content.decode())
    _, _, acts = shown.partition("How often units act, 2 dice")
    assert "Act 4−" in acts
    assert "89%" in acts
    assert "All act on 4 or less." in acts
    empty = services.begin(ALICE, a_list(limit=500, name="Nobody"))
    assert "How often units act" not in browser(ALICE).get(f"/armies/{empty.pk}").content.decode()


def test_an_edit_is_checked_at_once_and_mended_by_what_it_offers(alices):
    client = browser(ALICE)
    edit(client, alices, do="count", unit="u1", role="ranger", number="11")
    answer = edit(client, alices, do="inside", unit="u1", other="u2").content.decode()
    assert "Ranger section: 12 places needed, 10 in the Bulwark carrier." in answer
    assert fresh(alices).faults == 1
    answer = edit(client, alices, do="inside", unit="u1", other="").content.decode()
    assert "too full" not in answer
    assert fresh(alices).faults == 0


def test_a_refused_edit_changes_nothing_and_says_what_is_possible(alices):
    answer = edit(browser(ALICE), alices, do="count", unit="u1", role="ranger", number="many")
    assert answer.status_code == 422
    assert "a whole number from 0 to 99" in answer.content.decode()
    assert fresh(alices).step == 0


def test_edits_are_taken_back_and_done_again(alices):
    client = browser(ALICE)
    edit(client, alices, do="add", kind="levy")
    edit(client, alices, do="remove", unit="u1")
    assert kinds(alices) == ["bulwark", "levy"]
    client.post(f"/armies/{alices.pk}/turn", {"to": "back"}, headers=HTMX)
    answer = client.post(f"/armies/{alices.pk}/turn", {"to": "back"}, headers=HTMX).content.decode()
    assert kinds(alices) == ["rangers", "bulwark"]
    assert "Do again: added Levy platoon" in answer
    assert client.post(f"/armies/{alices.pk}/turn", {"to": "back"}, headers=HTMX).status_code == 422
    client.post(f"/armies/{alices.pk}/turn", {"to": "on"}, headers=HTMX)
    assert kinds(alices) == ["rangers", "bulwark", "levy"]
    edit(client, alices, do="add", kind="anvil")
    assert client.post(f"/armies/{alices.pk}/turn", {"to": "on"}, headers=HTMX).status_code == 422


def test_an_edit_that_changes_nothing_is_no_step(alices):
    edit(browser(ALICE), alices, do="rename", unit="u1", text="Ranger section")
    assert (fresh(alices).step, Step.objects.filter(army=alices).count()) == (0, 1)


def test_only_so_many_steps_are_kept(alices, monkeypatch):
    monkeypatch.setattr(services, "KEPT_STEPS", 3)
    for number in range(100, 105):
        edit(browser(ALICE), alices, do="limit", number=number)
    assert list(alices.steps.values_list("number", flat=True)) == [3, 4, 5]


def test_an_army_is_duplicated_put_away_brought_back_and_deleted(alices):
    client = browser(ALICE)
    client.post(f"/armies/{alices.pk}/copy")
    twin = Army.objects.get(name=f"{ALICES}, copy")
    client.post(f"/armies/{alices.pk}/copy")
    client.post(f"/armies/{twin.pk}/copy")
    third, fourth = Army.objects.order_by("pk").reverse()[:2][::-1]
    assert (third.name, fourth.name) == (f"{ALICES}, copy 2", f"{ALICES}, copy, copy")
    Army.objects.filter(pk__in=(third.pk, fourth.pk)).delete()
    assert kinds(twin) == kinds(alices)
    assert client.post(f"/armies/{twin.pk}/delete").status_code == 422
    client.post(f"/armies/{twin.pk}/put-away", {"archived": "1"})
    assert twin.name not in client.get("/armies/").content.decode().split('id="samples-h"')[0].split("ar-list", 1)[1]
    assert twin.name in client.get("/armies/?archived").content.decode()
    client.post(f"/armies/{twin.pk}/put-away")
    assert not fresh(twin).archived
    client.post(f"/armies/{twin.pk}/put-away", {"archived": "1"})
    client.post(f"/armies/{twin.pk}/delete")
    assert not Army.objects.filter(pk=twin.pk).exists()


def test_a_sample_army_is_shown_and_not_edited():
    samples.load_armies()
    sample = Army.objects.get(name="Northmarch Rangers")
    page = Client().get(f"/armies/{sample.pk}").content.decode()
    assert "Anvil Battle Tank" in page
    assert "Copy to my armies" in page
    assert edit(Client(), sample, do="add", kind="levy").status_code == 404


# ------------------------------------------------------------------ whose it is


def test_nobody_else_reads_or_edits_an_army(alices):
    for client in (Client(), browser(BOB)):
        assert client.get(f"/armies/{alices.pk}").status_code == 404
        assert ALICES not in client.get("/armies/").content.decode()
        assert edit(client, alices, do="add", kind="levy").status_code == 404
        for where in ("turn", "copy", "put-away", "delete", "share"):
            assert client.post(f"/armies/{alices.pk}/{where}", {"with": "everybody"}).status_code == 404
    assert (fresh(alices).step, fresh(alices).public, fresh(alices).token) == (0, False, "")


def test_a_link_shows_an_army_until_it_is_taken_back(alices):
    owner, guest = browser(ALICE), browser(BOB)
    owner.post(f"/armies/{alices.pk}/share", {"with": "link"})
    link = f"/armies/shared/{fresh(alices).token}"
    assert link in owner.get(f"/armies/{alices.pk}").content.decode()
    page = guest.get(link).content.decode()
    assert ALICES in page
    assert "/edit" not in page
    assert guest.get(f"/armies/{alices.pk}").status_code == 404
    assert edit(guest, alices, do="add", kind="levy").status_code == 404
    guest.post(f"/armies/{alices.pk}/copy", {"token": fresh(alices).token})
    assert kinds(Army.objects.get(guest=BOB.key)) == ["rangers", "bulwark"]
    owner.post(f"/armies/{alices.pk}/share", {"with": "nobody"})
    assert guest.get(link).status_code == 404
    assert Client().get("/armies/shared/").status_code == 404


def test_a_public_army_is_read_by_all_and_changed_by_its_owner(alices):
    browser(ALICE).post(f"/armies/{alices.pk}/share", {"with": "everybody"})
    assert ALICES in browser(CHARLIE).get(f"/armies/{alices.pk}").content.decode()
    assert edit(browser(CHARLIE), alices, do="add", kind="levy").status_code == 404


def test_whoever_signs_in_takes_along_what_was_made_as_a_guest(alices):
    anna = User.objects.create_user("Anna", password="harrow-ford-72")
    client = browser(ALICE)
    client.post("/account/sign-in", {"username": "Anna", "password": "harrow-ford-72"})
    assert (fresh(alices).owner, fresh(alices).guest) == (anna, "")
    assert client.get(f"/armies/{alices.pk}").status_code == 200
    assert browser(ALICE).get(f"/armies/{alices.pk}").status_code == 404


# ------------------------------------------------------------------ lists


def two_thousand(person):
    first = services.begin(person, a_list("rangers", name="Army 0"))
    fields = {field.attname: getattr(first, field.attname) for field in Army._meta.fields if field.name != "id"}
    Army.objects.bulk_create(Army(**fields | {"name": f"Army {n}"}) for n in range(1, 2000))


def test_a_list_of_two_thousand_takes_as_many_queries_as_a_list_of_one(django_assert_num_queries, alices):
    services.begin(BOB, a_list("rangers", name="Only one"))
    two_thousand(ALICE)
    bob, alice = browser(BOB), browser(ALICE)
    queries = 6  # the session, the count, the page, the samples, the shipped library, those to build from
    with django_assert_num_queries(queries):
        assert "Only one" in bob.get("/armies/").content.decode()
    with django_assert_num_queries(queries):
        page = alice.get("/armies/").content.decode()
    assert "Page 1 of 101" in page
    assert page.count("Put away Army") + page.count(f"Put away {ALICES}") == 20


def test_an_army_is_found_by_its_name(alices):
    assert ALICES in browser(ALICE).get("/armies/", {"q": "ash"}).content.decode()
    assert "No army of yours is called that" in browser(ALICE).get("/armies/", {"q": "birch"}).content.decode()


def test_a_guests_army_is_no_sample_whatever_its_name():
    services.begin(ALICE, a_list("rangers", name="Northmarch Rangers"))
    samples.load_armies()
    assert Army.objects.filter(name="Northmarch Rangers").count() == 2
    page = Client().get("/armies/").content.decode()
    assert page.count("<b>Northmarch Rangers</b>") == 1


def test_sample_armies_say_for_which_rules_they_are(client):
    samples.load_armies()
    shown = tight(client.get("/armies/").content.decode())
    for words in ("Rules Crusade", "Trial vehicles", "Skirmish vehicles", "Skirmish on foot"):
        assert words in shown
    page = client.get(f"/armies/{Army.objects.get(name='Hollin Guard').pk}").content.decode()
    assert "For these rules: Trial vehicles" in page


@pytest.mark.parametrize("source", ["0", "999999", "9" * 30, "9" * 5000, "x", "-1"])
def test_units_of_an_army_that_is_not_there_are_not_brought_in(alices, source):
    client = browser(ALICE)
    assert client.post(f"/armies/{alices.pk}/bring", {"from": source, "u": "1"}, headers=HTMX).status_code in {404, 422}
    assert client.get(f"/armies/{alices.pk}/bring", {"from": source}).status_code in {200, 404}
    assert fresh(alices).unit_count == alices.unit_count


def test_nobody_brings_in_units_of_an_army_that_he_may_not_read_nor_into_one_of_others(alices):
    bobs = services.begin(BOB, a_list("rangers", limit=500, name="Birch Column"))
    sent = {"from": str(alices.pk), "u": "u1"}
    assert browser(BOB).post(f"/armies/{bobs.pk}/bring", sent, headers=HTMX).status_code == 404
    assert browser(BOB).get(f"/armies/{bobs.pk}/bring", {"from": str(alices.pk)}).status_code == 404
    sent = {"from": str(bobs.pk), "u": "u1"}
    assert browser(BOB).post(f"/armies/{alices.pk}/bring", sent, headers=HTMX).status_code == 404
    assert fresh(bobs).unit_count == 1
