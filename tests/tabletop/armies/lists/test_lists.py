"""Lists of BattleScribe and New Recruit: read in any form, kept whole, placed, completed; hostile ones refused."""

import io
import time
import zipfile
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.accounts.models import User
from tabletop.armies import services, taking_in
from tabletop.armies.lists import exchange, files, placing, reading
from tabletop.armies.models import Army, ListFile
from tabletop.armies.pages import imported_list
from tabletop.armies.pages.imported_list import field_of
from tabletop.ui.refused import Refused
from tests.cast import ALICE, BOB, browser
from tests.markup import flowing
from tests.tabletop.armies import foreign
from tests.tabletop.armies.rosters import LIBRARY

ROS = foreign.ros()


def lines(placed):
    return [(line.selection.name, line.place) for line in placed.lines]


# ------------------------------------------------------------------ reading


@pytest.mark.parametrize("form", [foreign.zipped, foreign.as_json, lambda data: b"\xef\xbb\xbf" + data])
def test_every_form_of_a_list_reads_the_same(form):
    assert reading.read(form(ROS)) == reading.read(ROS)


def test_the_whole_tree_is_kept():
    listing = reading.read(ROS)
    assert (listing.name, listing.system_name, listing.made_by) == ("Dry Column", "Dust Wars", "https://newrecruit.eu")
    assert listing.publications == {"p1": "Dust Book"}
    (force,) = listing.forces
    assert (force.catalogue_name, force.catalogue_revision) == ("Nomads", 2)
    size, troops, tank = force.parts
    assert (size.id, troops.page, troops.publication, troops.defined_by) == ("52408", "12", "p1", "e-walkers")
    assert [(s.type_name, [(stat.name, stat.text) for stat in s.stats]) for s in troops.profiles] == [
        ("Unit", [("Move", '6"'), ("Save", "")])
    ]
    assert troops.rules[0].text == "They thirst & march."
    assert [(c.name, c.primary) for c in troops.categories] == [("Troops", True)]
    assert [(p.name, p.number, p.type) for p in troops.all()][1:] == [
        ("Walker", 9, "model"),
        ("Dust rifle", 9, "upgrade"),
        ("Sergeant", 1, "model"),
    ]
    assert (tank.own_name, tank.note, tank.parts[0].name) == ("Old Bess", "Keep her dry.", "Extra plating")


def test_totals_are_those_of_the_file_and_its_parts_come_to_them():
    listing = reading.read(ROS)
    assert [(c.name, c.value) for c in listing.totals()] == [("pts", 217), ("Water", Decimal("4.5"))]
    assert listing.summed() == {"points": 217, "w": Decimal("4.5")}
    assert listing.disagreements() == ()


def test_a_file_that_disagrees_with_itself_keeps_its_total_and_is_told():
    listing = reading.read(foreign.ros(points="480.0"))
    assert listing.totals()[0].value == 480
    assert [(cost.name, value) for cost, value in listing.disagreements()] == [("pts", 217)]


def test_floats_that_engines_write_do_not_hurt():
    data = foreign.ros(foreign.TANK.replace('"150.0"', '"149.99999999999997"'), points="162.0", water="0")
    assert reading.read(data).disagreements() == ()


def test_forces_within_forces_count():
    nested = (
        '<force id="f2" name="Inner" entryId="fe-2" catalogueId="c">'
        f"<costs><cost name='pts' typeId='points' value='5'/></costs><selections>{foreign.TANK}</selections></force>"
    )
    listing = reading.read(foreign.ros(foreign.TROOPS, nested=nested, points="222"))
    assert [force.name for force in listing.all_forces()] == ["Patrol", "Inner"]
    assert listing.disagreements() == ()
    assert [pick.kind for pick in placing.place(LIBRARY, listing).roster.units] == ["anvil"]


# ------------------------------------------------------------------ what is refused


def deep(levels):
    one = '<selection id="a" name="a" type="upgrade" number="1"><selections>'
    return foreign.ros(one * levels + "</selections></selection>" * levels)


def lying_zip():
    """A ZIP that says it holds little and unfolds to much."""
    data = bytearray(foreign.zipped(b"<roster>" + b" " * (files.LARGEST + 10)))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(mark) + at
        data[start : start + 4] = (100).to_bytes(4, "little")
    return bytes(data)


def locked_zip():
    data = bytearray(foreign.zipped(ROS))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    return bytes(data)


def many_files():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for n in range(2):
            archive.writestr(f"{n}.ros", ROS)
    return out.getvalue()


LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE roster [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><roster name="&c;"><forces/></roster>"""
OUTSIDE = b"""<!DOCTYPE roster [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<roster name="x"><customNotes>&x;</customNotes></roster>"""


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (LAUGHS, "no-list", "defines entities"),
        (OUTSIDE, "no-list", "defines entities"),
        (b'<!DOCTYPE roster SYSTEM "http://example.org/x.dtd"><roster/>', "no-list", "defines entities"),
        (foreign.zipped(b"<roster>" + b" " * (files.LARGEST + 1)), "too-large", "too large"),
        (lying_zip(), "no-list", "damaged"),
        (many_files(), "no-list", "2 files"),
        (foreign.zipped(ROS, "../../etc/passwd"), "no-list", "leads out"),
        (foreign.zipped(ROS, "/etc/list.ros"), "no-list", "leads out"),
        (foreign.zipped(ROS, "..\\list.ros"), "no-list", "leads out"),
        (foreign.zipped(ROS, method=zipfile.ZIP_LZMA), "no-list", "packed"),
        (locked_zip(), "no-list", "password"),
        (foreign.zipped(ROS)[:-30], "no-list", "damaged"),
        (foreign.zipped(ROS).replace(b"PK\x01\x02", b"PK\x01\x09"), "no-list", "damaged"),
        (foreign.zipped(foreign.zipped(ROS)), "no-list", "well-formed"),
        (b"PK", "no-list", "damaged"),
        (ROS[:-20], "no-list", "well-formed"),
        (b"<?xml version='1.0' encoding='klingon'?><roster/>", "no-list", "well-formed"),
        (deep(66), "too-large", "too many selections"),
        (deep(2000), "too-large", "too many parts"),
        (b"<roster><forces>" + b"<a/>" * files.MOST_ELEMENTS + b"</forces></roster>", "too-large", "too many parts"),
        (foreign.ros(foreign.CONFIGURATION * 5001), "too-large", "too many selections"),
        (foreign.ros(foreign.CONFIGURATION.replace('number="1"', 'number="-1"')), "no-list", "out of bounds"),
        (foreign.ros(foreign.CONFIGURATION.replace('number="1"', 'number="1e99"')), "no-list", "out of bounds"),
        (b"<catalogue id='x'/>", "no-list", "a catalogue"),
        (b"<html><body/></html>", "no-list", "no army list"),
        (b'{"roster": 7}', "no-list", "no army list"),
        (b'{"roster": ' + b"[" * 100_000, "no-list", "nested too deeply"),
        (b'{"roster": {"name": }', "no-list", "cannot be taken in"),
        (b'{"name": "x", "option_id": "a", "options": []}', "no-list", "own save"),
        (b"<" + b" " * files.LARGEST, "too-large", "too large"),
    ],
)
def test_what_is_hostile_or_no_list_is_refused_with_its_reason(data, code, said):
    with pytest.raises(Refused) as refused:
        reading.read(data)
    assert (refused.value.refusal.code, said in refused.value.refusal.message) == (code, True)
    assert refused.value.refusal.allowed


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([ROS, foreign.zipped(ROS), foreign.as_json(ROS)]), st.data())
def test_whatever_is_damaged_is_refused_or_read_and_nothing_breaks(data, draw):
    at = draw.draw(st.integers(0, len(data) - 1))
    patch = draw.draw(st.binary(max_size=6) | st.sampled_from([b'"', b"<", b"[", b"]", b"{", b"null", b"\0", b"1e999"]))
    damaged = data[:at] + patch + data[at + draw.draw(st.integers(0, 40)) :]
    try:
        placed = placing.place(LIBRARY, reading.read(damaged))
    except Refused:
        return
    assert len(placed.lines) == sum(1 for _ in reading.read(damaged).all())


def test_strange_types_of_json_do_no_harm():
    odd = b'{"roster": {"name": ["x"], "costs": {"value": 1}, "forces": [3, {"selections": [{"name": null}]}]}}'
    listing = reading.read(odd)
    assert (listing.name, [part.name for part in listing.all()]) == ("Army", [""])


def test_a_list_of_five_megabytes_is_read_in_under_two_seconds():
    rule = f'<rules><rule id="r" name="Long" hidden="false"><description>{"sand " * 320}</description></rule></rules>'
    one = foreign.TANK.replace("<selections>", f"{rule}<selections>", 1)
    data = foreign.ros(one * 2400)
    assert 4_500_000 < len(data) < files.LARGEST
    before = time.process_time()
    placed = placing.place(LIBRARY, reading.read(data))
    assert time.process_time() - before < 2
    assert (len(placed.lines), len(placed.roster.units)) == (4800, 200)
    assert placed.notes == ("It has 2400 units; the first 200 are in the roster.",)


# ------------------------------------------------------------------ placing


def test_what_has_the_name_of_something_of_ours_is_placed_and_the_rest_is_open():
    placed = placing.place(LIBRARY, reading.read(ROS))
    assert lines(placed) == [
        ("Battle Size", ""),
        ("Dust Walkers", ""),
        ("Walker", ""),
        ("Dust rifle", ""),
        ("Sergeant", ""),
        ("Anvil battle tank", "kind:anvil"),
        ("Extra plating", "option:plating"),
    ]
    (tank,) = placed.roster.units
    assert (tank.kind, tank.name, tank.options, tank.note) == ("anvil", "Old Bess", {"plating": 1}, "Keep her dry.")
    assert (placed.open, placed.roster.limit) == (5, 0)


def test_answers_place_a_unit_and_then_its_parts():
    listing = reading.read(ROS)
    found = {"|e-size": "leave", "|e-walkers": "kind:rangers"}
    placed = placing.place(LIBRARY, listing, found)
    assert [line for line in lines(placed) if line[1] == ""] == [("Walker", ""), ("Dust rifle", "")]
    found |= {"rangers|e-walker": "role:ranger", "rangers|e-rifle": "weapon:field-carbine"}
    placed = placing.place(LIBRARY, listing, found)
    assert placed.open == 0
    assert placed.roster.units[0].counts == {"ranger": 9, "sergeant": 1}


def test_what_is_left_out_takes_its_parts_along():
    placed = placing.place(LIBRARY, reading.read(ROS), {"|e-walkers": "leave", "|e-size": "leave"})
    assert (placed.open, [pick.kind for pick in placed.roster.units]) == (0, ["anvil"])


def test_units_within_other_things_are_units_too():
    lore = foreign.CONFIGURATION.replace("Battle Size", "Lore").replace(
        "/>", f"><selections>{foreign.TANK}</selections></selection>"
    )
    placed = placing.place(LIBRARY, reading.read(foreign.ros(lore)))
    assert [(line.selection.name, line.unit == line.path) for line in placed.lines] == [
        ("Lore", True),
        ("Anvil battle tank", True),
        ("Extra plating", False),
    ]
    assert [pick.kind for pick in placed.roster.units] == ["anvil"]


def test_several_lone_models_in_one_line_are_so_many_units():
    three = foreign.TANK.replace('number="1"', 'number="3"')
    placed = placing.place(LIBRARY, reading.read(foreign.ros(three)))
    assert [(pick.kind, pick.options) for pick in placed.roster.units] == [("anvil", {"plating": 1})] * 3
    assert len({pick.id for pick in placed.roster.units}) == 3


# ------------------------------------------------------------------ on the pages

pages = pytest.mark.django_db


def send(client, data, name="list.rosz"):
    return client.post("/armies/import", {"file": SimpleUploadedFile(name, data)})


@pages
@pytest.mark.parametrize("data", [ROS, foreign.zipped(ROS), foreign.as_json(ROS)])
def test_a_foreign_list_comes_in_and_its_owner_completes_it(data):
    client = browser(ALICE)
    answer = send(client, data)
    army = Army.objects.get(guest=ALICE.key)
    assert answer.url == f"/armies/{army.pk}/file"
    page = flowing(client.get(answer.url).content.decode())
    assert "The file says 217 of 500 pts, 4.5 Water; the roster here comes to 162 points." in page
    assert "5 of 7 selections to place." in page
    assert "5 selections of the file to place." in client.get(f"/armies/{army.pk}").content.decode()
    client.post(answer.url, {field_of("|e-size"): "leave", field_of("|e-walkers"): "kind:rangers"})
    client.post(answer.url, {field_of("rangers|e-walker"): "role:ranger", "leave_rest": "1"})
    page = flowing(client.get(answer.url).content.decode())
    assert "Every selection has its place." in page
    army.refresh_from_db()
    assert [(pick.kind, pick.counts) for pick in army.roster_value.units] == [
        ("anvil", {}),
        ("rangers", {"ranger": 9, "sergeant": 1}),
    ]
    assert reading.read(data) == ListFile.objects.get(army=army).listing


@pages
def test_completing_a_list_leaves_what_was_built_meanwhile_and_can_be_taken_back():
    army = taking_in.take_in(ALICE, reading.read(ROS))
    services.change(ALICE, army.pk, {"do": "add", "kind": "levy"})
    services.change(ALICE, army.pk, {"do": "option", "unit": "f0.2", "option": "veterans", "number": "1"})
    taking_in.answer(ALICE, army.pk, {"|e-walkers": "kind:rangers"})
    army.refresh_from_db()
    assert [(p.kind, p.options) for p in army.roster_value.units] == [
        ("anvil", {"plating": 1, "veterans": 1}),
        ("levy", {}),
        ("rangers", {}),
    ]
    taking_in.answer(ALICE, army.pk, {"|e-walkers": "leave"})
    army.refresh_from_db()
    assert [p.kind for p in army.roster_value.units] == ["anvil", "levy"]
    services.turn(ALICE, army.pk, back=True)
    army.refresh_from_db()
    assert [p.kind for p in army.roster_value.units] == ["anvil", "levy", "rangers"]


@pages
def test_answers_are_remembered_for_the_next_list_of_the_same_game():
    first = taking_in.take_in(ALICE, reading.read(ROS))
    taking_in.answer(ALICE, first.pk, {"|e-walkers": "kind:rangers", "|e-size": "leave"})
    again = taking_in.take_in(ALICE, reading.read(ROS))
    assert [pick.kind for pick in again.roster_value.units] == ["rangers", "anvil"]
    others = taking_in.take_in(BOB, reading.read(ROS))
    assert [pick.kind for pick in others.roster_value.units] == ["anvil"]


@pages
def test_an_answer_that_means_nothing_is_refused():
    army = taking_in.take_in(ALICE, reading.read(ROS))
    with pytest.raises(Refused) as refused:
        taking_in.answer(ALICE, army.pk, {"|e-walkers": "kind:dragon"})
    assert refused.value.refusal.code == "unknown-place"
    assert ListFile.objects.get(army=army).open_lines == 5


@pages
def test_a_list_with_very_many_questions_asks_the_open_ones_first(monkeypatch):
    monkeypatch.setattr(imported_list, "MOST_QUESTIONS", 3)
    army = taking_in.take_in(ALICE, reading.read(ROS))
    page = flowing(browser(ALICE).get(f"/armies/{army.pk}/file").content.decode())
    assert page.count("<select") == 3
    found = {"|e-size": "leave", "|e-walkers": "kind:rangers", "rangers|e-walker": "role:ranger"}
    taking_in.answer(ALICE, army.pk, found)
    page = flowing(browser(ALICE).get(f"/armies/{army.pk}/file").content.decode())
    assert 'for="' + field_of("rangers|e-rifle") in page
    assert page.count("<select") == 3


@pages
def test_nobody_else_sees_or_completes_the_file():
    army = taking_in.take_in(ALICE, reading.read(ROS))
    services.share(ALICE, army.pk, with_whom="everybody")
    for client in (Client(), browser(BOB)):
        assert client.get(f"/armies/{army.pk}/file").status_code == 404
        assert client.post(f"/armies/{army.pk}/file", {"leave_rest": "1"}).status_code == 404
    built = services.begin(ALICE, placing.place(LIBRARY, reading.read(ROS)).roster)
    assert browser(ALICE).get(f"/armies/{built.pk}/file").status_code == 404


@pages
def test_a_hostile_file_makes_no_army_and_says_why():
    answer = send(browser(ALICE), LAUGHS, "list.ros")
    assert answer.status_code == 422
    assert "defines entities" in answer.content.decode()
    assert not Army.objects.exists()


@pages
def test_a_guest_who_signs_in_keeps_the_file_too():
    client = browser(ALICE)
    send(client, ROS)
    alice = User.objects.create_user("Alice", password="harrow-ford-72")
    client.post("/account/sign-in", {"username": "Alice", "password": "harrow-ford-72"})
    army = Army.objects.get()
    assert army.owner == alice
    assert client.get(f"/armies/{army.pk}/file").status_code == 200


def test_our_own_files_are_told_from_those_of_other_tools():
    assert exchange.is_ours(b'{"name": "x"}')
    assert exchange.is_ours(b"army,unit,kind\r\n")
    assert not any(
        exchange.is_ours(data) for data in (ROS, foreign.zipped(ROS), foreign.as_json(ROS), b'{"option_id": 1}')
    )
