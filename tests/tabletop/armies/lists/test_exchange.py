"""Rosters as files: what is exported comes back the same, what is no roster is refused."""

import csv
import io
import json

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tabletop.armies import services
from tabletop.armies.cards.unit_card import cards
from tabletop.armies.lists import exchange, placing, reading, writing
from tabletop.armies.models import Army, LibraryRecord
from tabletop.armies.roster import build
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.games.samples import samples
from tabletop.ui.refused import Refused
from tests.cast import ALICE, BOB, browser
from tests.tabletop.armies.rosters import LIBRARY, a_list, edited, findings

lines = st.text(
    st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=("Cs", "Cc")), max_size=40
).map(lambda text: " ".join(text.split()))
keys = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
numbers = st.dictionaries(keys, st.integers(0, 99), max_size=4)
picks = st.builds(
    Pick,
    id=keys,
    kind=st.sampled_from([kind.id for kind in LIBRARY.kinds]) | keys,
    name=lines,
    counts=numbers,
    options=numbers,
    inside=st.just("") | keys,
    serves=st.just("") | keys,
    joins=st.just("") | keys,
    note=lines,
    rolled=st.lists(st.integers(1, 6), max_size=4).map(tuple),
    throws=st.integers(0, 99),
    squadron=lines,
)
rosters = st.builds(
    Roster,
    name=lines.filter(bool),
    limit=st.integers(0, 100_000),
    units=st.lists(picks, max_size=6, unique_by=lambda pick: pick.id).map(tuple),
    library=st.just("generic"),
    library_version=st.integers(1, 9),
)


@given(rosters)
def test_any_roster_comes_back_from_json(roster):
    assert exchange.read(exchange.to_json(roster)) == roster


@given(rosters)
def test_any_roster_comes_back_from_csv(roster):
    assert exchange.read(exchange.to_csv(LIBRARY, roster).encode()) == roster


def test_the_table_tells_cost_and_holds_no_formula():
    roster = edited(a_list("rangers", name="=1+1"), do="option", unit="u1", option="autogun", number=1)
    (row,) = csv.DictReader(io.StringIO(exchange.to_csv(LIBRARY, roster)))
    assert (row["army"], row["options"], row["points"]) == ("'=1+1", "autogun=1", "95")


def test_the_schema_describes_what_is_exported():
    described = json.loads(exchange.schema())
    fields = described["$defs"]["Roster"]["properties"]
    assert set(fields) == set(json.loads(exchange.to_json(a_list("rangers"))))
    assert set(described["$defs"]["Pick"]["properties"]) == set(Pick.__struct_fields__)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "no-roster"),
        (b"\xff\xfe", "no-roster"),
        (b"PK\x03\x04", "no-roster"),
        (b"<roster/>", "no-roster"),
        (b'{"name": 7}', "no-roster"),
        (b'{"name": "x", "units": [' + b"[" * 5000, "no-roster"),
        (b'{"name": "x", "format": 2}', "too-new"),
        (b'{"name": "x", "limit": -1}', "no-roster"),
        (b'{"name": "x", "units": [{"id": "u1", "kind": "../../etc"}]}', "no-roster"),
        (b'{"name": "x", "units": [{"id": "u1", "kind": "a"}, {"id": "u1", "kind": "a"}]}', "no-roster"),
        (b'{"name": "x", "units": [{"id": "u1", "kind": "a", "counts": {"r": 1000000}}]}', "no-roster"),
        (b'{"name": "x", "units": [{"id": "u1", "kind": "a", "rolled": [7]}]}', "no-roster"),
        (b'{"name": "x", "units": [{"id": "u1", "kind": "a", "rolled": [1, 1, 1, 1, 1]}]}', "no-roster"),
        (b"army,unit\r\nx,u1\r\n", "no-roster"),
        (b"army,unit,kind,limit\r\nx,u1,levy,many\r\n", "no-roster"),
        (b" " * (exchange.LARGEST + 1), "too-large"),
        (msgspec.json.encode({"name": "x", "units": [{"id": f"u{n}", "kind": "a"} for n in range(201)]}), "no-roster"),
    ],
)
def test_what_is_no_roster_is_refused(data, code):
    with pytest.raises(Refused) as refused:
        exchange.read(data)
    assert refused.value.refusal.code == code


@pytest.mark.parametrize(
    ("data", "what", "allowed"),
    [
        (b'{"name": "x", "units": [], "motto": "on"}', "no field motto", "it may have name, limit, units"),
        (b'{"name": "x", "units": [{"id": "u1", "kind": "a", "overrides": {}}]}', "units[0]", "kind, name, counts"),
        (
            b'{"name": "x", "units": [], "brings": {"kinds": [{"id": "k", "price": 3}]}}',
            "brings.kinds[0] has no field price",
            "roles",
        ),
        (b"army,unit,kind,colour\r\nx,u1,levy,red\r\n", "no column colour", "army, limit, library"),
        (b"army,unit,kind\r\nx,u1,levy,red\r\n", "more cells", "army, limit, library"),
    ],
)
def test_fields_that_there_are_not_are_refused_with_those_that_there_are(data, what, allowed):
    with pytest.raises(Refused) as refused:
        exchange.read(data)
    refusal = refused.value.refusal
    assert refusal.code == "unknown-field"
    assert what in refusal.message
    assert allowed in refusal.allowed


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b'{"name": "x", "units": [{"id": "u1", "kind": "levy"}], "units": []}', "It says units twice"),
        (b'{"name": "x", "units": [{"id": "u1", "kind": "a", "kind": "b"}]}', "It says kind twice"),
        (b"army,unit,kind,kind\r\nx,u1,levy,rangers\r\n", "the column kind twice"),
        (b"army,unit,kind\r\nAsh,u1,levy\r\nBirch,u2,levy\r\n", "2 armies, “Ash” and “Birch”"),
        (b"army,unit,kind,name\r\nAsh,u1,levy,\r\nAsh,u2,,Old Guard\r\n", "what kind of unit"),
        (b"army,unit,kind,models\r\nAsh,u1,levy,levy=3; levy=4\r\n", "levy twice"),
        (b'{"name": "' + b"x" * 81 + b'", "units": []}', "longer than 80 signs"),
    ],
)
def test_what_would_be_lost_is_refused_instead(data, what):
    """The last of two would have counted, the rest been dropped without a word."""
    with pytest.raises(Refused, match=what) as refused:
        exchange.read(data)
    assert refused.value.refusal.allowed


def test_words_that_there_are_not_are_refused_with_those_that_there_are():
    brings = json.loads(msgspec.json.encode(LIBRARY))
    brings["weapons"][0]["type"] = "catapult"
    with pytest.raises(Refused) as refused:
        exchange.read(json.dumps({"name": "x", "units": [], "library": LIBRARY.key, "brings": brings}).encode())
    assert refused.value.refusal.allowed.startswith("type is one of assault, bomb")


def test_what_the_library_does_not_have_is_named_beside_what_it_has():
    """And each is dropped with one click."""
    roster = exchange.read(
        b'{"name": "x", "units": [{"id": "u1", "kind": "dragons"},'
        b' {"id": "u2", "kind": "levy", "counts": {"mage": 1}, "options": {"wand": 1}}]}'
    )
    for _ in range(3):
        found = next(f for f in findings(roster) if "not in the library" in f.title + f.text)
        assert "There are: " in found.text or "It has no options" in found.text
        roster = edited(roster, **found.mends[0].edit)
    assert not any("not in the library" in f.title + f.text for f in findings(roster))


def test_an_illegal_roster_is_taken_and_reported():
    roster = exchange.read(
        b'{"name": "Horde", "limit": 10, "units": [{"id": "a", "kind": "levy", "counts": {"levy": 50}}]}'
    )
    assert [found.title for found in findings(roster)] == ["302 over 10 points.", "Levy platoon is too large."]


# ------------------------------------------------------------------ on the pages


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["json", "csv"])
def test_an_army_goes_to_a_friend_as_a_file(form):
    army = services.begin(ALICE, a_list("rangers", "anvil", limit=500, name="Ash Column"))
    answer = browser(ALICE).get(f"/armies/{army.pk}.{form}")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="ash-column.{form}"'
    assert browser(BOB).get(f"/armies/{army.pk}.{form}").status_code == 404
    sent = SimpleUploadedFile("list", answer.content)
    assert browser(BOB).post("/armies/import", {"file": sent}).status_code == 302
    taken = Army.objects.get(guest=BOB.key)
    assert taken.roster == Army.objects.get(pk=army.pk).roster
    assert (taken.points, taken.name) == (227, "Ash Column")


@pytest.mark.django_db
def test_a_sample_leaves_as_every_file_and_comes_back_with_the_library_of_its_units():
    samples.load_armies()
    sample = Army.objects.get(name="Northmarch Rangers")
    page = Client().get(f"/armies/{sample.pk}").content.decode()
    for form in ("json", "csv", "ros", "rosz", "txt"):
        assert f"/armies/{sample.pk}.{form}" in page
        assert Client().get(f"/armies/{sample.pk}.{form}").status_code == 200
    file = Client().get(f"/armies/{sample.pk}.json").content
    browser(BOB).post("/armies/import", {"file": SimpleUploadedFile("list", file)})
    taken = Army.objects.get(guest=BOB.key)
    assert (taken.points, taken.faults, taken.model_count) == (sample.points, 0, sample.model_count)
    assert LibraryRecord.objects.get(guest=BOB.key).key == taken.roster_value.library
    assert [entry.name for entry in taken.value.entries] == [entry.name for entry in sample.value.entries]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [({"kinds": [], "name": ""}, "The library has no name."), ({"key": "../x"}, "names another library")],
)
def test_a_library_in_a_file_is_checked(change, said):
    samples.load_armies()
    found = Client().get(f"/armies/{Army.objects.get(name='Northmarch Rangers').pk}.json").json()
    found["brings"] |= change
    answer = Client().post("/armies/import", {"file": SimpleUploadedFile("x", json.dumps(found).encode())})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not LibraryRecord.objects.filter(guest=BOB.key).exists()


@pytest.mark.django_db
def test_whoever_has_the_link_has_the_files_too():
    army = services.begin(ALICE, a_list("rangers", name="Ash Column"))
    token = services.share(ALICE, army.pk, with_whom="link").token
    page = browser(BOB).get(f"/armies/shared/{token}").content.decode()
    for form in ("json", "csv", "ros", "rosz", "txt"):
        assert f"/armies/shared/{token}/file.{form}" in page
        answer = browser(BOB).get(f"/armies/shared/{token}/file.{form}")
        assert answer.content == browser(ALICE).get(f"/armies/{army.pk}.{form}").content or form == "rosz"
    assert browser(BOB).get(f"/armies/shared/{token}/file.exe").status_code == 404
    assert browser(BOB).get("/armies/shared/other/file.json").status_code == 404


@pytest.mark.django_db
def test_a_file_that_is_refused_says_so():
    answer = Client().post("/armies/import", {"file": SimpleUploadedFile("x", b"{}")})
    assert answer.status_code == 422
    assert "That file is no roster" in answer.content.decode()
    assert Client().post("/armies/import").status_code == 422
    assert not Army.objects.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[" * 200_000, "The file is an object with fields, not a list"),
        (b"x" * 200_000, "A cell is longer than 131,072 signs"),
        (b"null", "no columns called army, unit and kind"),
    ],
)
def test_what_is_no_roster_is_told_in_plain_words(data, said):
    with pytest.raises(Refused, match=said):
        exchange.read(data)


def test_the_schema_is_published(client):
    assert client.get("/armies/roster.schema.json").json()["$defs"]["Roster"]["title"] == "Roster"


@pytest.mark.parametrize("form", ["json", "csv"])
def test_traits_of_units_leave_and_come_back(form):
    roster = edited(
        edited(a_list("rangers"), do="trait", unit="u1", text="Fearless"), do="trait", unit="u1", text="hated:b"
    )
    assert roster.units[0].traits == ("fearless", "hated:b")
    data = exchange.to_json(roster) if form == "json" else exchange.to_csv(LIBRARY, roster).encode()
    assert exchange.read(data).units == roster.units
    wrong = data.replace(b"fearless", b"rending")
    with pytest.raises(Refused) as refused:
        exchange.read(wrong)
    assert (refused.value.code, "jump-pack" in refused.value.refusal.allowed) == ("unknown-trait", True)


@pytest.mark.part_of("ARAP-GEN-07")
@pytest.mark.django_db
def test_a_trait_is_given_in_the_builder_and_counts_at_the_table():
    army = services.begin(ALICE, a_list("rangers", name="Ash Column"))
    page = browser(ALICE).get(f"/armies/{army.pk}").content.decode()
    assert '<option value="fearless">' in page
    refused = browser(ALICE).post(f"/armies/{army.pk}/edit", {"do": "trait", "unit": "u1", "text": "Bravest"})
    assert refused.status_code == 422
    assert "“bravest” is no trait of a unit." in refused.content.decode()
    assert "jump-pack" in refused.content.decode()
    browser(ALICE).post(f"/armies/{army.pk}/edit", {"do": "trait", "unit": "u1", "text": "fearless"})
    built = Army.objects.get(pk=army.pk)
    assert all("fearless" in profile.traits for profile in built.value.profiles)
    assert built.points == army.points
    assert 'aria-label="Without fearless"' in browser(ALICE).get(f"/armies/{army.pk}").content.decode()
    browser(ALICE).post(f"/armies/{army.pk}/edit", {"do": "trait", "unit": "u1", "text": "fearless", "number": "0"})
    assert Army.objects.get(pk=army.pk).roster_value.units[0].traits == ()


@pytest.mark.part_of("VEH-JOIN-12")
@pytest.mark.django_db
def test_vehicles_are_put_into_a_squadron_in_the_builder_and_act_as_one_at_the_table():
    army = services.begin(ALICE, a_list("anvil", "anvil", "rangers", name="Ash Column"))

    def puts(unit, name):
        sent = {"do": "squadron", "unit": unit, "text": name}
        return browser(ALICE).post(f"/armies/{army.pk}/edit", sent, follow=True).content.decode()

    assert 'id="ros-squadron"' in browser(ALICE).get(f"/armies/{army.pk}").content.decode()
    assert '<option value="Red">' in puts("u1", "  Red ")
    assert "squadron Red" in puts("u2", "Red")
    built = Army.objects.get(pk=army.pk)
    assert [entry.squadron for entry in built.value.entries] == ["Red", "Red", ""]
    assert "squadron Red" in cards(built.value)[0].summary
    puts("u2", "")
    assert [entry.squadron for entry in Army.objects.get(pk=army.pk).value.entries] == ["Red", "", ""]


def test_people_on_foot_are_in_no_squadron():
    roster = edited(a_list("rangers"), do="squadron", unit="u1", text="Red")
    assert build.army_of(LIBRARY, roster).entries[0].squadron == ""


def test_a_list_of_another_tool_gives_traits_by_its_notes():
    roster = edited(a_list("rangers"), do="trait", unit="u1", text="fearless")
    data = writing.to_ros(LIBRARY, roster)
    assert placing.place(LIBRARY, reading.read(data), {}).roster.units[0].traits == ("fearless",)
    placed = placing.place(LIBRARY, reading.read(data.replace(b"[trait fearless]", b"[trait rending]")), {})
    assert placed.roster.units[0].traits == ()
    (found,) = [text for text in placed.notes if "rending" in text]
    assert found.startswith("Ranger section: “rending” is no trait of a unit. There are airborne,")
