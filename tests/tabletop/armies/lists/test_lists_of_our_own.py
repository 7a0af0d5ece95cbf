"""Rosters as files of other tools: of the right shape, and back without loss; our game system and its catalogues."""

from xml.etree.ElementTree import fromstring

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.armies import services
from tabletop.armies.library.library import Category, every_shipped
from tabletop.armies.lists import ids, placing, reading, system, writing
from tabletop.armies.models import Army, ListFile
from tabletop.armies.roster import build
from tabletop.armies.roster.roster import Pick, Roster
from tests.cast import ALICE, BOB, browser
from tests.tabletop.armies import foreign
from tests.tabletop.armies.catalogue_shape import CATALOGUE, ROSTER, faults
from tests.tabletop.armies.lists.test_exchange import keys, lines
from tests.tabletop.armies.rosters import LIBRARY, a_list, edited

KIND = LIBRARY.kind


@st.composite
def a_pick(draw, key):
    """A unit of a kind that there is, with any numbers: legal or not."""
    kind = draw(st.sampled_from(LIBRARY.kinds))
    counts = draw(st.dictionaries(st.sampled_from([r.id for r in kind.roles]), st.integers(0, 99)))
    options = list(kind.options().values())
    had = draw(st.lists(st.sampled_from(options), unique_by=lambda o: o.id, max_size=4)) if options else []
    return Pick(
        id=key,
        kind=kind.id,
        name=draw(lines),
        counts={role: n for role, n in counts.items() if n != kind.role(role).usual},
        options={option.id: draw(st.integers(1, 99)) if option.some else 1 for option in had},
        inside=draw(st.just("") | keys),
        joins=draw(st.just("") | keys),
        serves=draw(st.just("") | keys),
        rolled=draw(st.lists(st.integers(1, 6), max_size=4).map(tuple)),
        throws=draw(st.integers(0, 99)),
        squadron=draw(lines),
        note=draw(
            lines
            | st.sampled_from(
                ["[joins u1]", "[[rides in u2]]", "[rides in", "[rolled 1: 2]", "a [joins u1]", "[serves u1]"]
            )
        ),
    )


@st.composite
def rosters(draw):
    names = draw(st.lists(keys, unique=True, max_size=5))
    return Roster(
        name=draw(lines.filter(bool)),
        limit=draw(st.integers(0, 100_000)),
        units=tuple(draw(a_pick(name)) for name in names),
        library=LIBRARY.key,
        library_version=LIBRARY.version,
    )


def back(roster):
    return placing.place(LIBRARY, reading.read(writing.to_rosz(LIBRARY, roster)))


@settings(max_examples=40, deadline=None)
@given(rosters())
def test_any_roster_comes_back_without_loss(roster):
    placed = back(roster)
    assert (placed.roster, placed.open, placed.notes) == (roster, 0, ())


@settings(max_examples=40, deadline=None)
@given(rosters())
def test_any_roster_is_written_in_the_right_shape_with_the_right_total(roster):
    data = writing.to_ros(LIBRARY, roster)
    assert faults(fromstring(data), ROSTER, writing.SPACE) == []
    listing = reading.read(data)
    assert listing.disagreements() == ()
    assert listing.totals()[0].value == sum(unit.points for unit in build.units(LIBRARY, roster))


def test_a_unit_that_the_library_does_not_know_is_named_and_asked_for():
    roster = a_list("rangers")
    placed = back(roster.with_pick(Pick(id="u1", kind="dragon", name="Smoky")))
    assert [(line.selection.name, line.selection.own_name, line.place) for line in placed.lines] == [
        ("dragon", "Smoky", "")
    ]


def test_the_game_system_and_the_catalogues_have_the_shape_of_the_published_schema():
    assert faults(fromstring(system.game_system(LIBRARY)), CATALOGUE, system.SYSTEM_SPACE) == []
    own = replace(LIBRARY, key="mine", categories=(*LIBRARY.categories, Category(id="allies", name="Allies", most=1)))
    for library in (LIBRARY, own):
        assert faults(fromstring(system.catalogue(library)), CATALOGUE, system.CATALOGUE_SPACE) == []


def test_every_id_is_there_once_and_leads_somewhere():
    trees = [fromstring(system.game_system(LIBRARY)), *(fromstring(system.catalogue(each)) for each in every_shipped())]
    every = [element.get("id") for tree in trees for element in tree.iter() if element.get("id")]
    assert len(every) == len(set(every))
    links = {element.get(key) for tree in trees for element in tree.iter() for key in ("targetId", "typeId")}
    links |= {e.get("defaultSelectionEntryId") for tree in trees for e in tree.iter()} - {""}
    fields = {e.get("field") for tree in trees for e in tree.iter() if e.tag.endswith("}modifier")}
    assert (links | fields) - {None} <= set(every)
    assert set(ids.places(LIBRARY)) <= set(every)


def test_another_library_with_headings_of_its_own_brings_them():
    own = replace(LIBRARY, key="mine", categories=(*LIBRARY.categories, Category(id="allies", name="Allies", most=1)))
    text = system.catalogue(own).decode()
    assert 'name="Allies"' in text
    assert "<forceEntry" in text
    assert "<forceEntry" not in system.catalogue(LIBRARY).decode()
    assert not set(ids.places(own)) & set(ids.places(LIBRARY))


def as_a_tool_builds_it(*parts, unit="rangers", **attributes):
    """A list that somebody built with the game system and the catalogue: links before the ids, no ids of ours."""
    kind = KIND[unit]
    found = "".join(
        f'<selection id="x{n}" name="x" entryId="a::{entry}" number="{count}" type="model"/>'
        for n, (entry, count) in enumerate((ids.part_id(LIBRARY, kind, p[0], p[1]), p[2]) for p in parts)
    )
    more = "".join(f' {key}="{value}"' for key, value in attributes.items() if key != "note")
    note = f"<customNotes>{attributes.get('note', '')}</customNotes>"
    return (
        f'<selection id="7a-{unit}" name="x" entryId="link::{ids.kind_id(LIBRARY, kind)}" number="1" type="unit"{more}>'
        f"{note}<selections>{found}</selections></selection>"
    )


def test_a_list_that_was_built_with_another_tool_is_placed_by_its_ids():
    rangers = as_a_tool_builds_it(
        ("role", "sergeant", 1), ("role", "ranger", 9), ("option", "autogun", 2), note="[rides in Night Bus]"
    )
    carrier = as_a_tool_builds_it(("role", "tank", 1), unit="bulwark", customName="Night Bus")
    data = foreign.ros(rangers, carrier).replace(b'"sys-dust"', f'"{ids.SYSTEM}"'.encode())
    data = data.replace(b'typeId="points"', f'typeId="{ids.POINTS}"'.encode())
    data = data.replace(b'"cat-1"', f'"{ids.catalogue(LIBRARY)}"'.encode())
    for form in (data, foreign.as_json(data)):
        placed = placing.place(LIBRARY, reading.read(form))
        assert (placed.open, placed.notes, placed.roster.limit) == (0, (), 500)
        assert placed.roster.units == (
            Pick(id="7a-rangers", kind="rangers", counts={"ranger": 9}, options={"autogun": 2}, inside="7a-bulwark"),
            Pick(id="7a-bulwark", kind="bulwark", name="Night Bus"),
        )


def test_a_tie_to_nobody_is_told():
    data = foreign.ros(as_a_tool_builds_it(("role", "sergeant", 1), note="[joins Old Guard]"))
    placed = placing.place(LIBRARY, reading.read(data.replace(b'"sys-dust"', f'"{ids.SYSTEM}"'.encode())))
    assert placed.notes == ("rangers joins “Old Guard”, which is not in the list.",)
    assert placed.roster.units[0].counts == {"ranger": 0}


# ------------------------------------------------------------------ on the pages

pages = pytest.mark.django_db


@pages
@pytest.mark.parametrize("form", ["ros", "rosz"])
def test_an_army_leaves_and_a_friend_takes_it_in_whole(form):
    roster = edited(a_list("rangers", "bulwark", limit=500, name="Ash Column"), do="inside", unit="u1", other="u2")
    army = services.begin(ALICE, roster)
    answer = browser(ALICE).get(f"/armies/{army.pk}.{form}")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="ash-column.{form}"'
    assert browser(BOB).get(f"/armies/{army.pk}.{form}").status_code == 404
    friend = browser(BOB)
    sent = friend.post("/armies/import", {"file": SimpleUploadedFile("list", answer.content)})
    taken = Army.objects.get(guest=BOB.key)
    assert taken.roster == Army.objects.get(pk=army.pk).roster
    assert sent.url == f"/armies/{taken.pk}"
    assert ListFile.objects.get(army=taken).open_lines == 0


@pages
def test_the_game_system_and_the_shipped_catalogue_are_there_for_everybody():
    page = Client().get("/armies/").content.decode()
    assert "/armies/gemini-arap.gst" in page
    assert "/armies/generic.cat" in page
    assert Client().get("/armies/gemini-arap.gst").content == system.game_system(LIBRARY)
    assert Client().get("/armies/generic.cat").content == system.catalogue(LIBRARY)
    assert Client().get("/armies/nothing.cat").status_code == 404
