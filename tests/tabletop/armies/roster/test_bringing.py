"""Units of one army in another: what comes along, what is lost, and what is said of it."""

import pytest
from django.test import Client

from tabletop.accounts import keeping
from tabletop.armies import services
from tabletop.armies.library.library import every_shipped
from tabletop.armies.models import Army
from tabletop.armies.roster import bringing
from tabletop.games.samples import samples
from tests.cast import ALICE, BOB, browser
from tests.markup import flowing, tight
from tests.tabletop.armies.rosters import a_list, edited, units

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def a_column():
    """Rangers with an autogun and a name, riding in a carrier with plates, and a captain who leads nobody."""
    roster = a_list("rangers", "bulwark", "captain", name="Ash Column")
    for sent in (
        {"do": "count", "unit": "u1", "role": "ranger", "number": 9},
        {"do": "option", "unit": "u1", "option": "autogun", "number": 1},
        {"do": "rename", "unit": "u1", "text": "Old Section"},
        {"do": "note", "unit": "u1", "text": "keep off the road"},
        {"do": "inside", "unit": "u1", "other": "u2"},
    ):
        roster = edited(roster, **sent)
    return roster


def bring(client, army, source, *chosen, in_hand=""):
    sent = {"from": source.pk, "u": list(chosen), "in_hand": in_hand}
    return client.post(f"/armies/{army.pk}/bring", sent, headers=HTMX)


def picks(army):
    return Army.objects.get(pk=army.pk).roster_value.units


def test_a_unit_comes_with_its_models_upgrades_name_and_note_and_rides_in_the_carrier_that_came_too():
    source = services.begin(ALICE, a_column())
    army = services.begin(ALICE, a_list("rangers", name="Birch Column"))
    answer = tight(bring(browser(ALICE), army, source, "u1", "u2").content.decode())
    first, section, carrier = picks(army)
    assert (first.id, section.id, carrier.id) == ("u1", "u2", "u3")
    assert (section.kind, section.name, section.note) == ("rangers", "Old Section", "keep off the road")
    assert (section.counts, section.options, section.inside) == ({"ranger": 9}, {"autogun": 1}, "u3")
    assert "Not all came as it was" not in answer
    assert 'name="in_hand" value="u2"' in answer
    built = units(Army.objects.get(pk=army.pk).roster_value)
    assert built["u2"].points == units(a_column())["u1"].points


def test_it_is_one_edit_that_is_taken_back_and_done_again():
    source = services.begin(ALICE, a_column())
    army = services.begin(ALICE, a_list("rangers", name="Birch Column"))
    client = browser(ALICE)
    bring(client, army, source, "u1", "u2", "u3")
    page = tight(client.get(f"/armies/{army.pk}").content.decode())
    assert "Take back: copied Old Section, Bulwark carrier, Northmarch captain from Ash Column" in page
    client.post(f"/armies/{army.pk}/turn", {"to": "back"}, headers=HTMX)
    assert [pick.kind for pick in picks(army)] == ["rangers"]
    client.post(f"/armies/{army.pk}/turn", {"to": "on"}, headers=HTMX)
    assert [pick.kind for pick in picks(army)] == ["rangers", "rangers", "bulwark", "captain"]


def test_who_rode_in_a_carrier_that_stays_behind_walks_and_joins_the_force_of_the_unit_in_hand():
    source = services.begin(ALICE, a_column())
    roster = edited(a_list("rangers", name="Birch Column"), do="force", unit="u1", text="Left")
    army = services.begin(ALICE, roster)
    bring(browser(ALICE), army, source, "u1", in_hand="u1")
    assert (picks(army)[1].inside, picks(army)[1].force) == ("", "Left")


def test_units_of_a_ready_army_become_those_of_the_library_and_what_they_lose_is_said():
    samples.load_armies()
    source = Army.objects.get(name="Saltmere Compact")
    army = services.begin(ALICE, a_list(name="Birch Column"))
    client = browser(ALICE)
    listed = tight(client.get(f"/armies/{army.pk}/bring?from={source.pk}").content.decode())
    assert "Comes without fire thrower, with flame projector besides." in listed
    strider = next(fit for fit in services.units_of(army, source) if fit.unit.name == "Mud Strider")
    levy = next(fit for fit in services.units_of(army, source) if fit.unit.name == "Levy Platoon")
    answer = tight(bring(client, army, source, levy.unit.pick.id, strider.unit.pick.id).content.decode())
    came, machine = picks(army)
    assert (came.kind, came.name) == ("levy", "Levy Platoon")
    assert (came.counts, came.options) == ({"captain": 1, "levy": 9}, {"volley": 1})
    assert (machine.kind, machine.name) == ("strider", "Mud Strider")
    assert "Mud Strider: without fire thrower, with flame projector besides." in answer


@pytest.mark.parametrize(("name", "kind"), [("Beck Levy", "foragers"), ("Lane Nest", "forager-nest")])
def test_the_saltmere_foragers_come_with_the_values_that_they_have(name, kind):
    samples.load_armies()
    source = Army.objects.get(name="Saltmere Foragers")
    army = services.begin(ALICE, a_list(name="Birch Column"))
    fit = next(fit for fit in services.units_of(army, source) if fit.unit.name == name)
    bring(browser(ALICE), army, source, fit.unit.pick.id)
    (came,) = picks(army)
    assert (came.kind, fit.lacks) == (kind, ())
    built = units(Army.objects.get(pk=army.pk).roster_value)[came.id]
    assert [squad.profile.i for squad in built.squads] == [4] * len(built.squads)
    assert built.points == fit.unit.points


@pytest.mark.parametrize(
    ("army_name", "name"), [("Saltmere Compact", "Breacher Band"), ("Saltmere Foragers", "Breacher Gang")]
)
def test_a_weapon_that_is_called_otherwise_here_comes_under_that_name(army_name, name):
    samples.load_armies()
    source = Army.objects.get(name=army_name)
    army = services.begin(ALICE, a_list(name="Birch Column"))
    fit = next(fit for fit in services.units_of(army, source) if fit.unit.name == name)
    client = browser(ALICE)
    listed = flowing(client.get(f"/armies/{army.pk}/bring?from={source.pk}").content.decode())
    assert "Comes with its fire thrower as flame projector." in listed
    bring(client, army, source, fit.unit.pick.id)
    (came,) = picks(army)
    assert (came.kind, came.name, came.options) == ("breachers", name, {"fire": 1})
    built = units(Army.objects.get(pk=army.pk).roster_value)[came.id]
    assert sum(squad.number for squad in built.squads if "flame-projector" in squad.weapons) == 1
    assert built.models == fit.unit.models


def test_what_the_library_does_not_know_cannot_come_and_is_named():
    samples.load_armies()
    source = Army.objects.get(name="Toll Wardens")
    army = services.begin(ALICE, a_list("rangers", name="Birch Column"))
    client = browser(ALICE)
    listed = flowing(client.get(f"/armies/{army.pk}/bring?from={source.pk}").content.decode())
    assert listed.count("No unit of this army’s library: it cannot come.") == source.unit_count
    gatehouse = services.units_of(army, source)[0]
    answer = tight(bring(client, army, source, gatehouse.unit.pick.id).content.decode())
    assert "Gatehouse is no unit of Marches and Coast." in answer
    assert [pick.kind for pick in picks(army)] == ["rangers"]


def test_a_vehicle_for_other_rules_is_another_whatever_it_is_called():
    samples.load_armies()
    source = Army.objects.get(name="Saltmere Compact")
    theirs, roster = services.library_and_roster(source)
    library = every_shipped()[1]
    fits = {fit.unit.name: fit for fit in bringing.fitted(library, theirs, roster)}
    assert fits["Heron Skiff"].pick is None
    assert fits["Levy Platoon"].pick is not None


def test_only_own_and_ready_armies_are_offered_and_taken():
    samples.load_armies()
    bobs = services.begin(BOB, a_list("rangers", name="Birch Column"))
    own = services.begin(ALICE, a_list("captain", name="Cedar Column"))
    empty = services.begin(ALICE, a_list(name="Nobody"))
    army = services.begin(ALICE, a_list("rangers", name="Ash Column"))
    client = browser(ALICE)
    page = tight(client.get(f"/armies/{army.pk}/bring").content.decode())
    assert own.name in page
    assert "Northmarch Rangers" in page
    assert not {bobs.name, empty.name, army.name} & {
        name for name in (bobs.name, empty.name, army.name) if name in page
    }
    assert "No army is called that." in client.get(f"/armies/{army.pk}/bring?q=larch").content.decode()
    assert client.get(f"/armies/{army.pk}/bring?from={bobs.pk}").status_code == 404
    assert bring(client, army, bobs, "u1").status_code == 404
    assert client.get(f"/armies/{bobs.pk}/bring").status_code == 404
    assert Client().get(f"/armies/{army.pk}/bring").status_code == 404
    keeping.share(bobs, with_whom="everybody")
    assert bring(client, army, bobs, "u1").status_code == 200


def test_none_chosen_and_too_many_are_refused_with_a_reason():
    source = services.begin(ALICE, a_list(*["captain"] * 150, name="Many"))
    army = services.begin(ALICE, a_list(*["captain"] * 60, name="Ash Column"))
    client = browser(ALICE)
    none = bring(client, army, source)
    assert (none.status_code, "No unit was chosen." in none.content.decode()) == (422, True)
    many = bring(client, army, source, *(f"u{n}" for n in range(1, 151)))
    assert (many.status_code, "A roster has at most 200 units." in many.content.decode()) == (422, True)
    assert len(picks(army)) == 60
