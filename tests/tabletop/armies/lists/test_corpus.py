"""The same list in every form that tools write: the same tree, the same totals, nothing lost on the way to the page."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tabletop.armies import taking_in
from tabletop.armies.lists import exchange, placing, reading
from tabletop.armies.models import Army, ListFile, OriginalFile
from tabletop.armies.pages.imported_list import field_of
from tabletop.ui.refused import Refused
from tests.cast import ALICE, BOB, browser
from tests.markup import flowing
from tests.tabletop.armies import corpus, foreign
from tests.tabletop.armies.rosters import LIBRARY

forms = pytest.mark.parametrize("form", corpus.FORMS)
pages = pytest.mark.django_db


def send(client, data, name="list.json"):
    return client.post("/armies/import", {"file": SimpleUploadedFile(name, data)})


def page_of(client, army):
    return flowing(client.get(f"/armies/{army.pk}/file").content.decode())


def places(placed):
    return [(line.path, line.unit, line.selection.name, line.place) for line in placed.lines]


# ------------------------------------------------------------------ the tree and its totals


@forms
def test_every_form_gives_the_same_tree_and_totals(form):
    data = corpus.FORMS[form]
    assert not exchange.is_ours(data)
    listing = reading.read(data)
    assert listing == reading.read(corpus.ROS)
    assert [(cost.name, cost.value) for cost in listing.totals()] == [("pts", 277), ("Water", 4.5)]
    assert listing.disagreements() == ()
    assert [(force.name, [cost.value for cost in force.summed()]) for force in listing.all_forces()] == [
        ("Patrol", [110, 4.5]),
        ("Outriders", [167]),
    ]


def test_parts_stay_under_their_own_unit_and_models_of_a_squad_are_no_units():
    assert places(placing.place(LIBRARY, reading.read(corpus.ROS))) == [
        ("0.0", "0.0", "Battle Size", "leave"),
        ("0.0.0", "0.0", "Ranger section", "leave"),
        ("0.1", "0.1", "Detachment rules", "leave"),
        ("0.2", "0.2", "Dust Walkers", ""),
        ("0.2.0", "0.2", "Walker", ""),
        ("0.2.0.0", "0.2", "Dust rifle", ""),
        ("0.2.1", "0.2", "Sergeant", ""),
        ("0.3", "0.3", "Grey Company", ""),
        ("0.3.0", "0.3", "Northmarch captain", ""),
        ("0.3.1", "0.3", "Bulwark carrier", ""),
        ("0.f0.0", "0.f0.0", "Lore of Iron", ""),
        ("0.f0.0.0", "0.f0.0.0", "Anvil battle tank", "kind:anvil"),
        ("0.f0.0.0.0", "0.f0.0.0", "Extra plating", "option:plating"),
        ("0.f0.0.1", "0.f0.0", "Iron verse", ""),
    ]


def test_what_a_squad_leaves_out_is_not_left_out_elsewhere():
    alone = corpus.LED.replace("Grey Company", "Northmarch captain").replace("e-grey", "e-captain")
    listing = reading.read(foreign.ros(corpus.LED, alone))
    placed = placing.place(LIBRARY, listing, {"-|e-captain": "leave"})
    lines = [(line.key, line.place) for line in placed.lines if line.selection.name == "Northmarch captain"]
    assert lines == [("-|e-captain", "leave"), ("|e-captain", "kind:captain"), ("captain|e-captain", "role:captain")]


HOSTILE = ["1e999999999", "1e99999999999999999999", "-1e-99999999999999999", "NaN", "sNaN", "Infinity", "9" * 5000, ""]


@pytest.mark.parametrize("number", HOSTILE)
def test_a_cost_that_is_no_number_is_left_out_and_the_rest_is_read(number):
    data = foreign.ros(foreign.TANK.replace("150.0", number), points=number)
    for form in (data, foreign.as_json(data)):
        assert reading.read(form).summed()["points"] in (12, 162)


@pytest.mark.parametrize("number", ["1e400", "1e999999999", "9" * 400, "-7", '"9e99999999999999999999"', "2.5"])
def test_a_count_out_of_bounds_is_refused(number):
    data = b'{"roster": {"forces": [{"selections": [{"name": "Horde", "number": %s}]}]}}' % number.encode()
    with pytest.raises(Refused) as refused:
        reading.read(data)
    assert refused.value.refusal.code == "no-list"


@pytest.mark.parametrize("data", [b'{"name": "x"}', b'{"name": "x", "forces": []}', b'{"roster": []}'])
@pages
def test_json_without_a_list_makes_no_empty_army(data):
    answer = send(browser(ALICE), data)
    assert (answer.status_code, Army.objects.exists()) == (422, False)


# ------------------------------------------------------------------ the file as it came


@pages
@forms
def test_the_file_is_given_back_byte_by_byte(form):
    data = corpus.FORMS[form]
    client = browser(ALICE)
    send(client, data, "Dry Column.ROSZ")
    army = Army.objects.get()
    answer = client.get(f"/armies/{army.pk}/file/original")
    assert answer.content == data
    assert answer.headers["Content-Disposition"] == 'attachment; filename="dry-column.rosz"'
    assert Client().get(f"/armies/{army.pk}/file/original").status_code == 404
    assert browser(BOB).get(f"/armies/{army.pk}/file/original").status_code == 404


@pages
def test_the_same_file_again_asks_first():
    client = browser(ALICE)
    send(client, corpus.ROS)
    asked = send(client, corpus.ROS, "renamed.ros")
    army = Army.objects.get()
    assert "You took this file in before" in asked.content.decode()
    assert f"/armies/{army.pk}/file/again" in asked.content.decode()
    assert client.post(f"/armies/{army.pk}/file/again").status_code == 302
    assert Army.objects.count() == OriginalFile.objects.count() == 2
    assert send(browser(BOB), corpus.ROS).status_code == 302
    assert browser(BOB).post(f"/armies/{army.pk}/file/again").status_code == 404


@pages
def test_a_file_of_our_own_asks_too():
    client = browser(ALICE)
    ours = json.dumps({"name": "Ash", "units": [{"id": "u1", "kind": "rangers"}]}).encode()
    send(client, ours)
    assert "You took this file in before" in send(client, ours).content.decode()
    assert Army.objects.count() == 1


# ------------------------------------------------------------------ the page


@pages
def test_the_page_shows_forces_catalogues_notes_rules_and_subtotals():
    client = browser(ALICE)
    send(client, corpus.FORMS["list-forge"])
    page = page_of(client, Army.objects.get())
    for said in (
        "The file says 277 of 500 pts, 4.5 Water",
        "Patrol<span>110 pts, 4.5 Water</span>",
        "Nomads, revision 2",
        "Outriders<span>167 pts</span>",
        "Saltmere, revision 7",
        "Arrive from the east.",
        "They hold the ford.",
        "They thirst &amp; march.",
        "page 3",
        "Anvil battle tank, “Old Bess”",
        "Together 55 pts",
        "configuration or reference",
    ):
        assert said in page, said


@pages
def test_an_army_with_open_lines_is_not_in_order():
    client = browser(ALICE)
    send(client, corpus.ROS)
    army = Army.objects.get()
    listed = flowing(client.get("/armies/").content.decode())
    assert "9 to place" in listed
    assert "In order" not in listed
    assert "Nothing is wrong" not in client.get(f"/armies/{army.pk}").content.decode()


# ------------------------------------------------------------------ answers


WALKERS, RIFLE, GREY = field_of("|e-walkers"), field_of("rangers|e-rifle"), field_of("|e-grey")


@pages
def test_answers_are_taken_back_one_by_one_and_all_at_once():
    client = browser(ALICE)
    send(client, corpus.ROS)
    army = Army.objects.get()
    address = f"/armies/{army.pk}/file"
    client.post(address, {WALKERS: "kind:rangers", GREY: "leave", "remember": "1"})
    client.post(address, {GREY: "", "remember": "1"})
    assert set(ListFile.objects.get().answers) == {"|e-walkers"}
    client.post(address, {"do": "undo"})
    assert ListFile.objects.get().answers == {"|e-walkers": "kind:rangers", "|e-grey": "leave"}
    client.post(address, {"do": "undo"})
    assert ListFile.objects.get().answers == {}
    assert [pick.kind for pick in Army.objects.get().roster_value.units] == ["anvil"]
    assert client.post(address, {"do": "undo"}).status_code == 422


@pages
def test_only_what_was_chosen_to_be_remembered_is_reused():
    client = browser(ALICE)
    send(client, corpus.ROS)
    first = Army.objects.get()
    client.post(f"/armies/{first.pk}/file", {WALKERS: "kind:rangers", "remember": "1"})
    client.post(f"/armies/{first.pk}/file", {RIFLE: "weapon:field-carbine"})
    client.post(f"/armies/{first.pk}/file", {"leave_rest": "1", "remember": "1"})
    assert ListFile.objects.get().open_lines == 0
    client.post(f"/armies/{first.pk}/file/again")
    again = Army.objects.latest("pk")
    assert ListFile.objects.get(army=again).answers == {"|e-walkers": "kind:rangers"}
    page = page_of(client, again)
    assert "1 answer of your earlier list of this game was used." in page
    assert "as in your earlier list" in page
    client.post(f"/armies/{again.pk}/file", {"do": "forget"})
    assert ListFile.objects.get(army=again).answers == {}
    assert "of your earlier list" not in page_of(client, again)
    assert [pick.kind for pick in Army.objects.get(pk=again.pk).roster_value.units] == ["anvil"]


@pages
def test_a_file_of_five_megabytes_is_taken_in_whole():
    rule = f'<rules><rule id="r" name="Long" hidden="false"><description>{"sand " * 320}</description></rule></rules>'
    data = foreign.ros(foreign.TANK.replace("<selections>", f"{rule}<selections>", 1) * 2400)
    assert taking_in.from_file(ALICE, data, "long.ros").original.data == data


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x85"], ids=["NUL", "escape", "next line"])
def test_a_sign_that_cannot_be_shown_is_refused_and_named(sign):
    listed = {"roster": {"name": f"Grey{sign} Column", "forces": [{"name": "First", "selections": []}]}}
    with pytest.raises(Refused, match=r"The name “Grey Column” has a sign that cannot be shown\."):
        reading.read(json.dumps(listed).encode())


def test_a_number_beyond_all_bounds_is_refused_in_plain_words():
    with pytest.raises(Refused, match=r"A number in it is out of all bounds\."):
        reading.read(b'{"roster": {"name": "x", "forces": [{"name": "f", "points": 1e999999}]}}')
