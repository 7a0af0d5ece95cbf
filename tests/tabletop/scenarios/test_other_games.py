"""A scenario of the Rules Crusade in the editor, on its map and in lists: its own words, and nothing of a skirmish."""

import re

import msgspec
import pytest
from django.test import Client
from msgspec.structs import replace

from rules.geometry.lengths import distance
from rules.table.scenario import Scenario
from tabletop.armies.models import LibraryEdition
from tabletop.scenarios.draft import checks, palette
from tabletop.scenarios.edits import templates
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import listing, printed_map

CRUSADE = "rules-crusade"
SKIRMISH_WORDS = re.compile(
    r"difficult|soft|hard cover|dangerous|reserve|objective|action point|initiative|strength|\bturns\b|hidden",
    re.IGNORECASE,
)


def begun(client: Client) -> str:
    """The editor's page of a scenario begun from the template of that game."""
    return client.post("/scenarios/new", {"template": "columns", "name": "Quarry"}, follow=True).content.decode()


def seen(html: str) -> str:
    """What is read on a page, titles of fields included."""
    return re.sub(r"<[^>]*?(?:title=\"([^\"]*)\")?[^>]*>", r" \1 ", html)


def test_the_palette_says_what_a_piece_does_in_that_game():
    found = {each.kind.id: each.about for _, group in palette.tiles(CRUSADE) for each in group}
    assert found["fence"] == "1 Hit"
    assert found["bunker"] == "4 Hits, armour 3, nobody gets in, hides troops"
    assert found["darkness"] == "1 hit fewer through it"
    assert found["gap"] == "6″ deep: a fall is 1 card"
    assert found["scrub"] == "cover for troops"
    assert found["road"] == "no effect"
    assert not found.keys() & {"mines", "exit", "ladder", "stairs", "lift", "ice", "scree"}
    skirmish = {each.kind.id: each.about for _, group in palette.tiles("gemini-arap") for each in group}
    assert set(palette.KIND) - set(skirmish) == {"darkness"}
    assert skirmish["wood"] == "difficult, soft cover"


@pytest.mark.django_db
def test_the_editor_has_no_word_of_a_skirmish(client: Client):
    html = begun(client)
    panels = html[html.index('id="ed-pal"') : html.index('id="board"')] + html[html.index('id="ed-hand-panel"') :]
    assert not SKIRMISH_WORDS.findall(seen(panels.split('id="ed-chance"')[0].split("Rules and switches")[0]))
    assert ">Rounds" in html
    assert re.search(r'id="ed-points"[^>]*value="200"', html)


@pytest.mark.django_db
def test_a_piece_in_hand_has_the_fields_that_the_game_reads(client: Client):
    html = begun(client)
    address = re.search(r'data-change="([^"]+)"', html)
    assert address
    add = {"do": "add", "kind": "darkness", "at": "24,18"}
    laid = client.post(address[1], add, headers={"hx-request": "true"}).content.decode()
    labels = [label.strip() for label in re.findall(r"<label[^>]*for=\"ed-[a-z_]+\"[^>]*>\s*([^<]+?)\s*<", laid)]
    labels = [label.split(",")[0] for label in labels]
    assert {"Name", "Drawn as", "Going", "Cover", "Height", "Depth"} <= set(labels)
    assert not {"Dangerous on", "Strength of the hit", "Railing", "Known only to"} & set(labels)
    assert re.findall(r">\s*(Open|Impassable|Difficult)\s*</option>", laid) == ["Open", "Impassable"]
    assert 'value="darkness" selected' in laid


@pytest.mark.django_db
def test_a_building_there_may_have_no_roof(client: Client):
    address = re.search(r'data-change="([^"]+)"', begun(client))
    assert address
    asked = {"headers": {"hx-request": "true"}}
    laid = client.post(address[1], {"do": "add", "kind": "building", "at": "24,18"}, **asked).content.decode()
    assert ">No roof" in laid
    set_so = {"do": "set", "field": "unroofed", "keys": "t-building-3", "value": "on"}
    assert "no roof: front cover inside" in client.post(address[1], set_so, **asked).content.decode()
    kept = msgspec.convert(ScenarioRecord.objects.get(draft__isnull=False).content, Scenario)
    assert [p.unroofed for p in kept.terrain if p.id == "building-3"] == [True]


def test_facts_and_map_tell_rounds_points_and_flyers():
    draft = templates.made(templates.template("columns"))
    found = {fact.name: fact.words for fact in listing.facts(draft.scenario)}
    assert found["Length"] == "6 rounds"
    assert found["Points a side"] == "200"
    assert found["Goes first"] == "by roll-off"
    assert found["Flyers fly at"] == "12″"
    assert "Reserves" not in found
    assert "6 rounds, " in listing.line(draft.scenario)
    key = " ".join(entry.words for entry in printed_map.sheet(draft.scenario).key)
    assert "cover for troops" in key
    assert not SKIRMISH_WORDS.search(key)


def test_checks_say_where_a_side_without_a_zone_sets_up():
    found = checks.check(Scenario(name="Bare", ruleset=CRUSADE))
    assert "Side A has no zone: it sets up within 8″ of its own edge." in [each.text for each in found]
    assert not any("objective" in each.text for each in found)
    bare = templates.made(templates.template("bare")).scenario
    found = checks.check(replace(bare, ruleset=CRUSADE))
    assert "Objective 1 counts for nothing in the Rules Crusade." in [each.text for each in found]


@pytest.mark.django_db
def test_an_army_of_its_library_begins_with_200_points(client: Client):
    LibraryEdition.shelve()
    html = client.post("/armies/new", {"name": "Column", "library": "crusade"}, follow=True).content.decode()
    assert re.search(r'id="ros-limit"[^>]*value="200"', html)
    html = client.post("/armies/new", {"name": "Patrol", "library": "generic"}, follow=True).content.decode()
    assert re.search(r'id="ros-limit"[^>]*value=""', html)


@pytest.mark.django_db
def test_an_entrance_is_as_wide_as_it_is_set_and_has_nothing_of_a_skirmish(client: Client):
    html = begun(client)
    address = re.search(r'data-change="([^"]+)"', html)
    assert address

    def send(**sent: str) -> str:
        return client.post(address[1], sent, headers={"hx-request": "true"}).content.decode()

    laid = send(do="add", kind="building", at="24,18")
    assert "Add a door" in laid
    assert "Add a window" not in laid
    assert "Sections" not in laid
    key = re.search(r'data-keys="([^"]+)"', laid)
    assert key
    send(do="open", kind="door", keys=key[1], at="24,15.5")
    wide = send(do="hang", keys=key[1], field="0.width", value="4.5", in_hand=key[1])
    assert "4.5″ wide" in wide
    piece = ScenarioRecord.objects.get(name="Quarry").value.terrain[-1]
    assert piece.building is not None
    (door,) = piece.building.openings
    assert distance(door.a, door.b) == pytest.approx(4.5)
