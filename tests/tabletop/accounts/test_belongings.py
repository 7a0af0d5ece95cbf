"""What is mine: claimed by who signs up, taken along in one file, let go with the account; battles stay readable."""

import json

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client

from tabletop.accounts.models import User
from tabletop.armies import services
from tabletop.armies.club_libraries import own as club_libraries_own
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord
from tabletop.games import services as games
from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Seat, Seed, Table
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, browser, fresh
from tests.tabletop.armies.rosters import a_list

pytestmark = pytest.mark.django_db
PASSWORD = "harrow-ford-72"


def signed_up(person):
    """The browser of a guest who has just signed up, and the account."""
    client = browser(person)
    sent = {"username": f"{person.name}-2", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/account/sign-up", sent).status_code == 302
    return client, User.objects.get(username=f"{person.name}-2")


@pytest.fixture
def battle():
    """A battle between Alice, who hosts, and Bob, with a word from each."""
    table = a_battle_at()
    act(table, ALICE, type="RollOff")
    games.chat(code=table.code, person=ALICE, text="For the mill!")
    games.chat(code=table.code, person=BOB, text="For the ford!")
    return fresh(table)


# ------------------------------------------------------------------ claiming


def test_who_signs_up_keeps_what_they_made_as_a_guest(battle):
    LibraryEdition.generic()
    army = services.begin(ALICE, a_list("rangers", name="Ash Column"))
    own = club_libraries_own.copy(ALICE, "generic")
    _, user = signed_up(ALICE)
    for it in (army, own):
        it.refresh_from_db()
        assert (it.owner, it.guest) == (user, "")
    table = fresh(battle)
    assert table.host == f"u{user.pk}"
    assert set(Seat.objects.filter(table=table, name="Alice").values_list("person", flat=True)) == {f"u{user.pk}"}
    elsewhere = Client()
    elsewhere.post("/account/sign-in", {"username": user.username, "password": PASSWORD})
    assert battle.name in elsewhere.get("/").content.decode()
    assert set(Seat.objects.filter(table=table, name="Bob").values_list("person", flat=True)) == {BOB.key}


def test_a_seat_that_the_account_has_already_is_not_taken_twice(battle):
    _, user = signed_up(CHARLIE)
    Seat.objects.create(table=battle, person=f"u{user.pk}", name="Charlie", side="a")
    client = browser(ALICE)
    client.post("/account/sign-in", {"username": user.username, "password": PASSWORD})
    held = Seat.objects.filter(table=battle, side="a", left_at=None).values_list("person", flat=True)
    assert sorted(held) == sorted([f"u{user.pk}", ALICE.key])


# ------------------------------------------------------------------ taking along


def test_everything_of_mine_is_in_one_file_and_nothing_of_others(battle):
    services.begin(ALICE, a_list("rangers", name="Ash Column"))
    services.begin(BOB, a_list("levy", name="Birch Column"))
    client, _ = signed_up(ALICE)
    answer = client.get("/account/export")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="livetable-export.json"'
    found = json.loads(answer.content)
    assert found["name"] == "Alice-2"
    assert [army["name"] for army in found["armies"]["armies"]] == ["Ash Column"]
    assert found["armies"]["armies"][0]["roster"]["units"][0]["kind"] == "rangers"
    assert [(t["code"], t["hosted"]) for t in found["games"]["tables"]] == [(battle.code, True)]
    assert [m["text"] for m in found["games"]["chat"]] == ["For the mill!"]
    assert "Birch" not in answer.content.decode().replace(json.dumps(fresh(battle).scenario_content), "")


def test_a_guest_takes_theirs_along_too():
    services.begin(ALICE, a_list("rangers", name="Ash Column"))
    found = browser(ALICE).get("/account/export").json()
    assert [army["name"] for army in found["armies"]["armies"]] == ["Ash Column"]
    assert Client().get("/account/export").json()["armies"] == {"armies": [], "libraries": []}


# ------------------------------------------------------------------ letting go


def delete(client):
    return client.post("/account/delete", {"password": PASSWORD}, follow=True)


def test_deleting_an_account_needs_its_password(battle):
    client, user = signed_up(ALICE)
    assert "not your password" in client.post("/account/delete", {"password": "x"}).content.decode()
    assert User.objects.filter(pk=user.pk).exists()
    assert Client().post("/account/delete", {"password": PASSWORD}).status_code == 302
    assert "deleted" in delete(client).content.decode()
    assert not User.objects.filter(pk=user.pk).exists()


def test_a_battle_stays_readable_under_a_neutral_name(battle):
    services.begin(ALICE, a_list("rangers", name="Ash Column"))
    client, user = signed_up(ALICE)
    events = EventRecord.objects.filter(table=battle).count()
    delete(client)
    table = fresh(battle)
    assert (table.host, table.host_name) == (BOB.key, "Bob")
    assert EventRecord.objects.filter(table=battle).count() == events
    assert not EventRecord.objects.filter(actor=f"u{user.pk}").exists()
    page = browser(BOB).get(f"/tables/{battle.code}/").content.decode()
    assert ("A former player" in page, "Alice" in page) == (True, False)
    assert not Army.objects.filter(name="Ash Column").exists()


def test_what_the_server_remembers_of_a_battle_forgets_the_name_too(battle, django_capture_on_commit_callbacks):
    def names():
        return {line.actor_name for line in journal.lines(battle, 0, battle.seq)}

    client, _ = signed_up(ALICE)
    assert "Alice" in names()
    with django_capture_on_commit_callbacks(execute=True):
        delete(client)
    assert ("A former player" in names(), "Alice" in names()) == (True, False)


def test_two_who_left_one_table_do_not_collide(battle):
    for person in (ALICE, BOB):
        client, _ = signed_up(person)
        delete(client)
    assert set(Seat.objects.filter(table=battle).values_list("name", flat=True)) == {"A former player"}
    assert fresh(battle).host_name == "A former player"


def test_a_table_that_was_set_up_alone_goes_too():
    alone = games.open_table(person=ALICE, host_name="Alice", name="Alone", scenario=a_table().scenario)
    client, _ = signed_up(ALICE)
    delete(client)
    assert not Table.objects.filter(pk=alone.pk).exists()


def test_a_library_that_others_built_on_stays_for_them():
    LibraryEdition.generic()
    used, unused = club_libraries_own.copy(ALICE, "generic"), club_libraries_own.copy(ALICE, "generic")
    club_libraries_own.share(ALICE, used.key, with_whom="public")
    client, _ = signed_up(ALICE)
    army = browser(BOB).post("/armies/new", {"name": "Bob’s", "library": used.key}).url
    delete(client)
    used.refresh_from_db()
    assert (used.owner, used.visibility) == (None, "private")
    assert not LibraryRecord.objects.filter(pk=unused.pk).exists()
    assert browser(BOB).get(army).status_code == 200


# ------------------------------------------------------------------ administration


def test_every_model_has_pages_of_its_own_that_open(admin_client, battle):
    services.begin(ALICE, a_list("rangers"))
    ours = [model for model in apps.get_models() if model.__module__.startswith("tabletop.")]
    without = {model.__name__ for model in ours if model not in admin.site._registry}
    assert without == {Seed.__name__, "Force"}  # a secret; part of the pages of tables
    for model in set(ours) & set(admin.site._registry):
        at = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert admin_client.get(at, {"q": "a"}).status_code == 200, model
        first = model._default_manager.first()
        if first is not None:
            assert admin_client.get(f"{at}{first.pk}/change/").status_code == 200, model


def test_the_administration_deletes_people_in_the_same_way(admin_client, battle):
    _, user = signed_up(ALICE)
    admin_client.post(f"/admin/accounts/user/{user.pk}/delete/", {"post": "yes"})
    assert fresh(battle).host == BOB.key
    assert not User.objects.filter(pk=user.pk).exists()
