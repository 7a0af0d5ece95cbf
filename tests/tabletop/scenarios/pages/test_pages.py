"""The pages of the scenarios: who sees and changes what, what an edit answers, how many queries a list takes."""

import re

import pytest
from django.test import Client
from msgspec.structs import replace

from rules.table.scenario import Zone
from tabletop.accounts import belongings
from tabletop.accounts.models import User
from tabletop.accounts.people import Person
from tabletop.games.samples import samples
from tabletop.scenarios import services
from tabletop.scenarios.models import ScenarioRecord, ScenarioStep
from tests.cast import ALICE, BOB, browser
from tests.markup import flowing
from tests.tabletop.scenarios.drafts import a_draft, edited

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
MY_FIELD = "Fallow Acre"


@pytest.fixture
def alices():
    draft = edited(a_draft(MY_FIELD), do="add", kind="wood", at="30,20")
    return services.begin(ALICE, edited(draft, do="add", kind="mines", at="40,20"))


def change(client, record, **sent):
    return client.post(f"/scenarios/{record.pk}/change", sent, headers=HTMX)


def fresh(record):
    return ScenarioRecord.objects.get(pk=record.pk)


# ------------------------------------------------------------------ editing


def test_a_guest_begins_a_scenario_from_a_template_and_lays_a_wood():
    client = Client()
    made = client.post("/scenarios/new", {"name": " Long  Field ", "template": "bare"})
    record = ScenarioRecord.objects.get()
    assert (made.status_code, made.url) == (302, f"/scenarios/{record.pk}/edit/")
    assert (record.name, record.owner, record.guest[:1]) == ("Long Field", None, "g")
    answer = change(client, record, do="add", kind="wood", at="30,20").content.decode()
    assert '<svg hx-swap-oob="beforeend:#layer-woods"><g class="el" id="el-t-wood-1"' in answer
    assert "<html" not in answer
    assert 'id="layer-' not in answer
    assert [piece.name for piece in fresh(record).value.terrain] == ["Wood"]


@pytest.mark.parametrize(("sent", "is_on"), [(["on", "off"], True), (["off", "on"], True), (["off"], False)])
def test_a_switch_counts_whichever_of_its_two_fields_comes_first(alices, sent, is_on):
    client = browser(ALICE)
    change(client, alices, do="add", kind="building", at="30,20")
    change(client, alices, do="set", keys="t-building-1", field="roofless", value=sent)
    alices.refresh_from_db()
    (house,) = (t for t in alices.value.terrain if t.id == "building-1")
    assert house.building.roofless == is_on


def test_an_edit_answers_with_what_it_changed_alone(alices):
    client = browser(ALICE)
    moved = change(client, alices, do="move", keys="t-wood-1", by="1,1").content.decode()
    assert 'hx-swap-oob="innerHTML:#el-t-wood-1"' in moved
    assert "el-t-mines-1" not in moved
    assert "innerHTML:#ed-table" not in moved
    gone = change(client, alices, do="remove", keys="t-mines-1").content.decode()
    assert 'hx-swap-oob="delete:#el-t-mines-1"' in gone
    sized = change(client, alices, do="settings", field="size", value="48,48").content.decode()
    assert 'hx-swap-oob="innerHTML:#ed-table"' in sized
    assert 'data-width="48.0" data-height="48.0"' in flowing(sized)


def test_the_panel_comes_only_when_it_shows_something_else(alices):
    client = browser(ALICE)
    panel = 'id="ed-hand-panel"'
    wood = {"keys": "t-wood-1", "in_hand": "t-wood-1"}
    assert panel not in change(client, alices, do="turn", deg=15, **wood).content.decode()
    assert panel in change(client, alices, do="turn", deg=15, stale="1", **wood).content.decode()
    assert panel in change(client, alices, do="turn", deg=15, keys="t-wood-1", in_hand="").content.decode()
    named = change(client, alices, do="set", field="name", value="Copse", **wood).content.decode()
    assert panel in named
    assert "Copse" in named
    assert panel in change(client, alices, do="settings", field="turn_limit", value="4").content.decode()


def test_the_panel_shows_the_storey_that_is_asked_for(alices):
    client = browser(ALICE)
    change(client, alices, do="add", kind="building", at="20,20")
    house = {"keys": "t-building-1", "in_hand": "t-building-1"}
    change(client, alices, do="set", field="storeys", value="2", **house)
    upstairs = change(client, alices, do="floors", act="divide", storey="1", **house).content.decode()
    assert "Letter of section C" in upstairs
    assert "Letter of section A" not in upstairs
    below = client.get(f"/scenarios/{alices.pk}/edit/?in_hand=t-building-1&storey=0", headers=HTMX).content.decode()
    assert "Letter of section A" in below
    odd = client.get(f"/scenarios/{alices.pk}/edit/?in_hand=t-building-1&storey=x9", headers=HTMX)
    assert odd.status_code == 200


def test_the_order_of_pieces_is_drawn_again(alices):
    client = browser(ALICE)
    change(client, alices, do="add", kind="scrub", at="20,20")
    answer = change(client, alices, do="order", keys="t-scrub-1", to="bottom").content.decode()
    assert answer.count('hx-swap-oob="innerHTML:#layer-areas"') == 1


def test_the_editor_shows_the_rules_that_may_be_chosen_with_a_drawing_each(alices):
    page = browser(ALICE).get(f"/scenarios/{alices.pk}/edit/").content.decode()
    cards = page.split('<fieldset class="ways small">')[1].split("</fieldset>")[0]
    assert cards.count("<svg") >= cards.count('name="way"') >= 3
    assert all(f"<strong>{name}</strong>" in cards for name in ("Skirmish vehicles", "Trial vehicles", "Rules Crusade"))
    assert cards.count("checked") == 1


def test_what_is_in_hand_is_shown_with_its_fields(alices):
    client = browser(ALICE)
    panel = client.get(f"/scenarios/{alices.pk}/edit/?in_hand=t-wood-1", headers=HTMX).content.decode()
    assert 'id="ed-going"' in panel
    assert '<option value="difficult" selected>Difficult</option>' in panel
    whole = client.get(f"/scenarios/{alices.pk}/edit/", headers=HTMX).content.decode()
    assert re.findall(r'name="way"\s+value="([\w-]+)"', whole) == ["gemini", "trial", "street-race", "crusade"]
    assert 'id="ed-turn_limit"' in whole
    assert "Busts allowed" in whole
    both = client.get(f"/scenarios/{alices.pk}/edit/?in_hand=t-wood-1%20t-mines-1", headers=HTMX).content.decode()
    assert "2 things" in both
    assert 'id="ed-name"' not in both


def test_edits_are_taken_back_and_done_again(alices):
    client = browser(ALICE)
    change(client, alices, do="remove", keys="t-wood-1")
    back = client.post(f"/scenarios/{alices.pk}/turn", {"to": "back"}, headers=HTMX).content.decode()
    assert 'hx-swap-oob="beforeend:#layer-woods"' in back
    assert "Do again: removed Wood" in back
    client.post(f"/scenarios/{alices.pk}/turn", {"to": "on"}, headers=HTMX)
    assert [piece.name for piece in fresh(alices).value.terrain] == ["Mines"]
    assert client.post(f"/scenarios/{alices.pk}/turn", {"to": "on"}, headers=HTMX).status_code == 422


def test_an_edit_ends_what_could_be_done_again_and_few_steps_are_kept(alices, monkeypatch):
    monkeypatch.setattr(services, "KEPT_STEPS", 3)
    client = browser(ALICE)
    for _ in range(5):
        change(client, alices, do="move", keys="t-wood-1", by="1,0")
    assert [step.number for step in ScenarioStep.objects.filter(record=alices)] == [3, 4, 5]
    client.post(f"/scenarios/{alices.pk}/turn", {"to": "back"}, headers=HTMX)
    change(client, alices, do="move", keys="t-wood-1", by="0,1")
    assert client.post(f"/scenarios/{alices.pk}/turn", {"to": "on"}, headers=HTMX).status_code == 422


def test_a_refused_edit_changes_nothing_and_says_what_is_possible(alices):
    answer = change(browser(ALICE), alices, do="set", keys="t-wood-1", field="hazard", value="many")
    assert answer.status_code == 422
    assert "a number from 0 to 6" in answer.content.decode()
    assert fresh(alices).step == 0


def test_a_sample_that_is_copied_can_be_edited():
    samples.load_scenarios()
    client = browser(ALICE)
    ford = ScenarioRecord.objects.get(name="Harrow Ford")
    made = client.post(f"/scenarios/{ford.pk}/copy")
    mine = ScenarioRecord.objects.latest("pk")
    assert made.url == f"/scenarios/{mine.pk}/edit/"
    assert mine.value == ford.value
    assert change(client, mine, do="move", keys="t-long-wood", by="1,0").status_code == 200
    assert client.get(f"/scenarios/{ford.pk}/edit/").status_code == 404


# ------------------------------------------------------------------ whose it is


ASKED = ["", "edit/"]
DONE = ["change", "turn", "put-away", "delete", "share", "copy"]


@pytest.mark.parametrize("person", [BOB, None])
def test_nobody_reads_or_edits_what_is_not_shared_with_them(alices, person):
    client = browser(person) if person else Client()
    assert MY_FIELD not in client.get("/scenarios/").content.decode()
    for part in ASKED:
        assert client.get(f"/scenarios/{alices.pk}/{part}").status_code == 404
    assert client.get(f"/scenarios/{alices.pk}.json").status_code == 404
    for part in DONE:
        sent = {"do": "remove", "keys": "t-wood-1", "archived": "1", "with": "everybody"}
        assert client.post(f"/scenarios/{alices.pk}/{part}", sent).status_code == 404
    after = fresh(alices)
    assert (after.step, after.archived, after.public) == (0, False, False)
    opened = client.get(f"/tables/open?scenario={alices.pk}").content.decode()
    assert MY_FIELD not in opened


def test_a_link_lets_others_read_and_copy_but_not_edit_and_ends_when_it_is_taken_back(alices):
    browser(ALICE).post(f"/scenarios/{alices.pk}/share", {"with": "link"})
    token = fresh(alices).token
    client = browser(BOB)
    page = client.get(f"/scenarios/shared/{token}").content.decode()
    assert MY_FIELD in page
    assert "Start a table" not in page
    assert client.get(f"/scenarios/{alices.pk}/").status_code == 404
    assert change(client, alices, do="remove", keys="t-wood-1").status_code == 404
    assert client.post(f"/scenarios/{alices.pk}/copy", {"token": token}).status_code == 302
    browser(ALICE).post(f"/scenarios/{alices.pk}/share", {"with": "nobody"})
    assert client.get(f"/scenarios/shared/{token}").status_code == 404


def test_mines_and_hidden_zones_are_for_the_owners_eyes_alone(alices):
    draft = fresh(alices).draft_value
    trap = Zone(side="a", points=((20, 0), (30, 0), (30, 9), (20, 9)), name="The trap", hidden=True)
    record = services.begin(ALICE, draft.with_scenario(zones=(*draft.scenario.zones, trap)))
    browser(ALICE).post(f"/scenarios/{record.pk}/share", {"with": "everybody"})
    own, other = browser(ALICE), browser(BOB)
    for address in (f"/scenarios/{record.pk}/", f"/scenarios/{record.pk}.json"):
        assert "Mines" in own.get(address).content.decode()
        seen = other.get(address).content.decode()
        assert MY_FIELD in seen
        assert "mines-1" in own.get(address).content.decode()
        assert "mines-1" not in seen
        assert "The trap" not in seen
    other.post(f"/scenarios/{record.pk}/copy")
    copied = ScenarioRecord.objects.latest("pk").value
    assert [piece.name for piece in copied.terrain] == ["Wood"]
    assert len(copied.zones) == 2


def test_what_is_shared_with_everybody_is_listed_for_others_and_can_be_played(alices):
    browser(ALICE).post(f"/scenarios/{alices.pk}/share", {"with": "everybody"})
    assert MY_FIELD in browser(BOB).get("/scenarios/").content.decode()
    assert MY_FIELD in browser(BOB).get(f"/tables/open?scenario={alices.pk}").content.decode()


def test_a_guests_scenarios_come_along_when_they_sign_in(client):
    client.post("/scenarios/new", {"name": "Mine"})
    User.objects.create_user("ines", password="long enough words")
    client.post("/account/sign-in", {"username": "ines", "password": "long enough words"})
    record = ScenarioRecord.objects.get()
    assert (record.owner.username, record.guest) == ("ines", "")


def test_scenarios_are_taken_along_and_go_with_their_account(client):
    User.objects.create_user("ines", password="long enough words")
    client.post("/account/sign-in", {"username": "ines", "password": "long enough words"})
    client.post("/scenarios/new", {"name": "Mine"})
    person = Person(keys=("u1",), user_id=User.objects.get().pk)
    (found,) = belongings.exported(person)["scenarios"]
    assert (found["name"], found["draft"]["scenario"]["name"]) == ("Mine", "Mine")
    belongings.delete_account(User.objects.get())
    assert not ScenarioRecord.objects.exists()


def test_a_scenario_is_put_away_and_only_then_deleted(alices):
    client = browser(ALICE)
    assert client.post(f"/scenarios/{alices.pk}/delete").status_code == 422
    client.post(f"/scenarios/{alices.pk}/put-away", {"archived": "1"})
    assert f"{MY_FIELD} is put away." in client.get("/scenarios/").content.decode()
    assert MY_FIELD not in client.get("/scenarios/").content.decode()
    assert MY_FIELD in client.get("/scenarios/?archived").content.decode()
    assert MY_FIELD not in client.get("/tables/open").content.decode()
    client.post(f"/scenarios/{alices.pk}/delete")
    assert not ScenarioRecord.objects.exists()


def test_a_name_cannot_bring_markup_along(alices):
    bad = "<script>alert(1)</script>"
    client = browser(ALICE)
    change(client, alices, do="settings", field="name", value=bad)
    change(client, alices, do="set", keys="t-wood-1", field="name", value='"><i>x')
    for address in ("/scenarios/", f"/scenarios/{alices.pk}/", f"/scenarios/{alices.pk}/edit/"):
        page = client.get(address).content.decode()
        assert "<script>alert" not in page
        assert '"><i>x' not in page


def test_the_list_takes_a_constant_number_of_queries(django_assert_max_num_queries):
    for n in range(30):
        services.begin(ALICE, a_draft(f"Field {n}"))
    client = browser(ALICE)
    with django_assert_max_num_queries(10):
        page = client.get("/scenarios/").content.decode()
    assert page.count('class="sc-card"') == 24
    assert "Page 1 of 2" in page


def test_the_facts_of_a_scenario_are_told(alices):
    draft = fresh(alices).draft_value
    draft = edited(edited(draft, do="settings", field="chance.add"), do="settings", field="chance.0.name", value="Fog")
    draft = edited(draft, do="settings", field="option.aiming_allowed", value="on")
    record = services.begin(ALICE, replace(draft, shown="cm"))
    page = browser(ALICE).get(f"/scenarios/{record.pk}/").content.decode()
    assert "72″ by 48″" in page
    assert "Side A (west edge), Side B (east edge)" in page
    assert "Each turn on 6 or more" in page
    assert "Aiming allowed" in page
