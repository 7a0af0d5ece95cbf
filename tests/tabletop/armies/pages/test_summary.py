"""An army on one page and as plain text, its forces, what is found in the library, and its points in words."""

from collections import Counter

import pytest
from django.test import Client

from tabletop.armies import services, taking_in
from tabletop.armies.library.library import every_shipped
from tabletop.armies.lists import exchange, placing, reading, writing
from tabletop.armies.models import Army
from tabletop.armies.pages import builder, summary
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.games.samples import samples
from tests.cast import ALICE, BOB, browser
from tests.markup import flowing, tight
from tests.tabletop.armies import corpus
from tests.tabletop.armies.rosters import LIBRARY, a_list, edited

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def two_forces(limit=0):
    roster = a_list("rangers", "bulwark", "levy", limit=limit, name="Ash Column")
    roster = edited(roster, do="inside", unit="u1", other="u2")
    for unit in ("u1", "u2"):
        roster = edited(roster, do="force", unit=unit, text="First Line")
    return edited(roster, do="force", unit="u3", text="Reserve")


TEXT = f"""Ash Column
208 points, no limit: 3 units, 19 models, 1 vehicle
{LIBRARY.name}, version {LIBRARY.version}

== First Line, 142 points ==
Infantry, 77 points
- Ranger section, 77: 8 models, in Bulwark carrier

Vehicles, 65 points
- Bulwark carrier, 65: Vehicle, transport 10

== Reserve, 66 points ==
Infantry, 66 points
- Levy platoon, 66: 10 models
"""


def test_the_printed_page_has_boxes_for_models_and_victory_points_and_leads_to_the_army_as_it_is():
    army = services.begin(ALICE, two_forces())
    page = browser(ALICE).get(f"/armies/{army.pk}/summary").content.decode()
    assert [part.count("<i></i>") for part in page.split('class="ticks')[1:]] == [8, 1, 10]
    assert "Victory points" in page
    assert 'class="qr"' not in page
    services.share(ALICE, army.pk, with_whom="link")
    link = Army.objects.get(pk=army.pk).token
    assert link
    assert 'class="qr"' in browser(ALICE).get(f"/armies/{army.pk}/summary").content.decode()
    assert 'class="qr"' in browser(BOB).get(f"/armies/shared/{link}/summary").content.decode()


def test_vehicles_of_the_rules_crusade_are_told_by_their_numbers():
    """That all of them are such vehicles the heading of the list says."""
    crusade = every_shipped()[-1]
    picks = tuple(Pick(id=f"u{n}", kind=kind) for n, kind in enumerate(("land-raider", "baneblade", "basilisk")))
    roster = Roster(name="Column", library=crusade.key, library_version=crusade.version, units=picks)
    lines = summary.of(services.begin(ALICE, roster)).text.splitlines()
    assert "- Land Raider, 60: 3R, Armored, 4 Hits, 10/C*" in lines
    assert "- Baneblade, 100: 4R, Armored, 5 Hits, heavy, 4/C" in lines
    assert "- Basilisk, 25: 2R, 3 Hits, 2/O crew" in lines


def test_an_army_of_two_forces_as_plain_text():
    army = services.begin(ALICE, two_forces())
    found = browser(ALICE).get(f"/armies/{army.pk}.txt")
    assert found.headers["Content-Disposition"] == 'attachment; filename="ash-column.txt"'
    lines = found.content.decode().splitlines()
    assert lines[:3] == TEXT.splitlines()[:3]
    assert [line for line in lines if line.startswith("==")] == [
        "== First Line, 142 points ==",
        "== Reserve, 66 points ==",
    ]
    assert "- Ranger section, 77: 8 models, in Bulwark carrier" in lines
    assert "- Levy platoon, 66: 10 models" in lines
    assert browser(BOB).get(f"/armies/{army.pk}.txt").status_code == 404


def test_the_page_is_for_whoever_may_see_the_army():
    army = services.begin(ALICE, two_forces(limit=500))
    page = flowing(browser(ALICE).get(f"/armies/{army.pk}/summary").content.decode())
    assert "208 of 500 points: 3 units, 19 models, 1 vehicle" in page
    assert "Reserve<span>66 points</span>" in page
    assert Client().get(f"/armies/{army.pk}/summary").status_code == 404
    services.share(ALICE, army.pk, with_whom="link")
    token = Army.objects.get().token
    assert "Ash Column" in Client().get(f"/armies/shared/{token}/summary").content.decode()


def test_forces_come_back_from_every_file():
    roster = two_forces(limit=500)
    assert exchange.read(exchange.to_json(roster)) == roster
    assert exchange.read(exchange.to_csv(LIBRARY, roster).encode()) == roster
    placed = placing.place(LIBRARY, reading.read(writing.to_ros(LIBRARY, roster))).roster
    assert [(pick.kind, pick.force) for pick in placed.units] == [
        ("rangers", "First Line"),
        ("bulwark", "First Line"),
        ("levy", "Reserve"),
    ]
    alone = edited(edited(roster, do="remove", unit="u3"), do="force", unit="u2", text="")
    placed = placing.place(LIBRARY, reading.read(writing.to_ros(LIBRARY, alone))).roster
    assert [pick.force for pick in placed.units] == ["First Line", ""]


def test_a_list_of_another_tool_keeps_its_forces():
    army = taking_in.take_in(ALICE, reading.read(corpus.ROS))
    taking_in.answer(ALICE, army.pk, {"|e-walkers": "kind:rangers"})
    army.refresh_from_db()
    assert [(pick.kind, pick.force) for pick in army.roster_value.units] == [
        ("anvil", "Outriders"),
        ("rangers", "Patrol"),
    ]


def test_a_unit_is_added_to_the_force_of_the_one_in_hand():
    army = services.begin(ALICE, two_forces())
    sent = {"do": "add", "kind": "levy", "in_hand": "u3"}
    page = flowing(browser(ALICE).post(f"/armies/{army.pk}/edit", sent, headers=HTMX).content.decode())
    assert "Reserve<span>132 points</span>" in page
    assert [pick.force for pick in Army.objects.get().roster_value.units][-1] == "Reserve"


def test_points_are_told_with_their_limit_or_as_having_none():
    client = browser(ALICE)
    free, bound = (services.begin(ALICE, a_list("rangers", limit=limit)) for limit in (0, 500))
    page = flowing(client.get("/armies/").content.decode())
    assert "<b>77</b> points, no limit" in page
    assert "<b>77</b> of 500 points" in page
    assert 'placeholder="no limit"' in client.get(f"/armies/{free.pk}").content.decode()
    answer = client.post(f"/armies/{bound.pk}/edit", {"do": "limit", "number": ""}, headers=HTMX)
    assert "77 points, no limit" in flowing(answer.content.decode())
    assert Army.objects.get(pk=bound.pk).limit == 0


def test_units_are_found_by_weapons_and_shown_before_they_are_added():
    army = services.begin(ALICE, a_list())
    words = {offer.kind.id: offer.words for _, offers in builder.offers(LIBRARY) for offer in offers}
    assert [kind for kind, each in words.items() if "volley gun" in each] == ["levy", "foragers", "sentries"]
    page = tight(browser(ALICE).get(f"/armies/{army.pk}/kinds/rangers").content.decode())
    assert "Field carbine" in page
    assert "May have" in page
    assert browser(ALICE).get(f"/armies/{army.pk}/kinds/dragon").status_code == 404
    assert browser(BOB).get(f"/armies/{army.pk}/kinds/rangers").status_code == 404


def test_an_army_that_was_not_built_here_has_a_summary_too():
    army = services.begin(ALICE, a_list("rangers"))
    army.roster = None
    found = summary.of(army)
    assert found.text.splitlines()[2:] == ["", "Units, 77 points", "- Ranger section, 77: 8 models"]


@pytest.mark.parametrize("sample", samples.armies(), ids=lambda army: army.name)
def test_a_sample_army_is_copied_and_exported(sample):
    samples.load_armies()
    row = Army.objects.get(name=sample.name, guest="", owner=None)
    client = browser(ALICE)
    for form in ("json", "csv", "ros", "rosz", "txt"):
        assert client.get(f"/armies/{row.pk}.{form}").status_code == 200
    assert f"{sample.points}.0" in client.get(f"/armies/{row.pk}.ros").content.decode()
    assert client.post(f"/armies/{row.pk}/copy").status_code == 302
    own = Army.objects.get(guest=ALICE.key)
    assert [(e.name, e.points, e.inside, e.serves, fielded(e)) for e in own.value.entries] == [
        (e.name, e.points, e.inside, e.serves, fielded(e)) for e in sample.entries
    ]
    assert (own.points, own.faults) == (sample.points, 0)
    assert edits_of(client, own, do="remove", unit="u1") == 200
    assert client.get(f"/armies/libraries/{own.roster_value.library}").status_code == 200


def fielded(entry):
    """How many models with which weapons."""
    found = Counter()
    for member in entry.members:
        found[(member.profile, member.weapons)] += member.count
    return found


def edits_of(client, army, **sent):
    return client.post(f"/armies/{army.pk}/edit", sent, headers=HTMX).status_code
