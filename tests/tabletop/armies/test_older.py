"""Rosters, armies, libraries and drafts that were stored or exported in an older form."""

import pytest
from msgspec.structs import replace

from tabletop.armies.club_libraries import own as club_libraries_own
from tabletop.armies.library.library import Library, every_shipped
from tabletop.armies.lists import exchange
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord
from tabletop.armies.roster import build
from tests.cast import ALICE, browser
from tests.older import FOLDER, stored

SHIPPED = {library.key: library for library in every_shipped()}


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["generic", "crusade"])
def test_an_edition_of_the_older_form_is_the_library_that_is_shipped_now(key):
    record = LibraryRecord.objects.create(key=key, name=key)
    edition = LibraryEdition.objects.create(record=record, version=1, content=stored("libraries")[key])
    edition.refresh_from_db()
    shipped = _without_foragers(SHIPPED[key])
    now = _with_carbines_of_bikes_as_they_were(_with_bikes_as_they_were(shipped, edition.value), edition.value)
    older = _without_traits_that_are_gone(edition.value)
    assert older.profiles == tuple(now.profile[each.id] for each in older.profiles)
    assert older.weapons == tuple(now.weapon[each.id] for each in older.weapons)
    assert {each.id: each for each in older.kinds}.items() <= {each.id: each for each in now.kinds}.items()
    if key == "generic":  # the other has troops by now, which it had not then
        assert older == replace(now, version=1)


def _with_bikes_as_they_were(library: Library, older: Library) -> Library:
    """Until edition 4 bikes had armour and hull points, where the rules give them Toughness. (VEH-BIKE-01)"""
    then = {each.id: each for each in older.profiles if each.id in {"outrider-bike", "swift"}}
    return replace(library, profiles=tuple(then.get(each.id, each) for each in library.profiles))


def _with_carbines_of_bikes_as_they_were(library: Library, older: Library) -> Library:
    """Until edition 5 fen riders carried their carbines, which are built into their bikes now. (VEH-FROM-05)"""
    then = {each.id: each for each in older.kinds if each.id == "fenriders"}
    weapons = tuple(w for w in library.weapons if w.id != "bike-carbines" or w.id in older.weapon)
    return replace(library, kinds=tuple(then.get(each.id, each) for each in library.kinds), weapons=weapons)


def _without_foragers(library: Library) -> Library:
    """Edition 6 has the units of the Saltmere Foragers besides."""
    return replace(
        library,
        kinds=tuple(each for each in library.kinds if "forager" not in each.id),
        profiles=tuple(each for each in library.profiles if "forager" not in each.id),
    )


def _without_traits_that_are_gone(library: Library) -> Library:
    """What stood in the older form and did nothing: `twin-linked` on weapons, `swarm` on profiles."""
    gone = {"twin-linked", "swarm"}
    profiles, weapons = (
        tuple(replace(each, traits=tuple(t for t in each.traits if t not in gone)) for each in group)
        for group in (library.profiles, library.weapons)
    )
    return replace(library, version=1, profiles=profiles, weapons=weapons)


@pytest.mark.django_db
def test_a_draft_of_the_older_form_is_edited_and_published():
    own = club_libraries_own.copy(ALICE, _own_copy().key)
    own.draft = {**stored("libraries")["crusade"], "key": own.key}
    own.save()
    page = browser(ALICE).get(f"/armies/libraries/{own.key}/profiles/part/rhino").content
    assert b'name="crusade.hits"' in page
    club_libraries_own.remove_part(ALICE, own.key, "kinds", "centaur")
    own.refresh_from_db()
    assert "hull" in own.draft["profiles"][0]
    assert club_libraries_own.publish(ALICE, own.key).value.profile["rhino"] == SHIPPED["crusade"].profile["rhino"]


def _own_copy() -> LibraryRecord:
    LibraryEdition.shelve()
    return LibraryRecord.objects.get(key="crusade")


@pytest.mark.django_db
def test_an_army_of_the_older_form_opens_and_comes_to_the_same_from_its_roster():
    roster = exchange.read((FOLDER / "roster.json").read_bytes())
    army = Army(name="Column", content=stored("built_army"))
    army.save()
    assert Army.objects.get(pk=army.pk).value == build.army_of(SHIPPED["generic"], roster)
