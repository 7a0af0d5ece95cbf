"""Setting a battle up: the form, who may change what it says, and what becomes of it."""

import ast
import re
from pathlib import Path

import pytest
from django.test import Client

from tabletop.armies.models import Army
from tabletop.armies.services import begin, change
from tabletop.games.access import entrance
from tabletop.games.models import Seat, Table
from tabletop.games.samples import samples as samples_samples
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.services import change as change_scenario
from tabletop.scenarios.services import copy
from tabletop.ui import switchboard
from tests.cast import ALICE, BOB, a_battle_at, a_table, browser, fresh
from tests.tabletop.armies.rosters import a_list

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _samples():
    entrance.opened.forget()
    samples_samples.load_armies()
    samples_samples.load_scenarios()


def key(kind, name):
    return kind.objects.get(name=name).pk


def a_form(**changes):
    return {
        "host_name": "Ines",
        "scenario": key(ScenarioRecord, "Lockhouse Lane"),
        "army.a": key(Army, "Northmarch Patrol"),
        "army.b": key(Army, "Saltmere Foragers"),
        "side_name.a": "Northmarch",
        "mine": ["a"],
    } | changes


def opened(**changes):
    client = Client()
    response = client.post("/tables/open", a_form(**changes))
    assert response.status_code == 302, response.content.decode()
    return client, Table.objects.get()


def test_the_form_offers_scenarios_armies_and_switches():
    shown = Client().get("/tables/open").content.decode()
    assert "Harrow Ford" in shown
    assert "Northmarch Rangers, 640 points" in shown
    assert "Two patrols meet at the beck." in shown
    for name in switchboard.PLAYED:
        assert f'name="option.{name}"' in shown
    assert re.findall(r'name="way"\s+value="([\w-]+)"', shown) == ["gemini", "trial", "street-race", "crusade"]


def test_a_small_scenario_proposes_small_armies():
    response = Client().get("/tables/open", {"scenario": key(ScenarioRecord, "Lockhouse Lane")})
    proposed = {side["letter"]: side["army"] for side in response.context["sides"]}
    assert proposed == {"a": str(key(Army, "Northmarch Patrol")), "b": str(key(Army, "Saltmere Foragers"))}


def offered_to(client):
    return [each["record"].name for each in client.get("/tables/open").context["scenarios"]]


def test_own_scenarios_come_first_and_then_the_shortest_sample():
    samples = [
        "Lockhouse Lane",
        "Corn Exchange",
        "Frozen Mere",
        "Gull Battery",
        "Hollin Cross",
        "Carrow Quarry",
        "Customs House",
        "Harrow Ford",
        "Sallow Gate",
        "Weir House",
        "Undercroft",
        "Cinder Ring",
    ]
    assert offered_to(browser(ALICE)) == samples
    copy(ALICE, ScenarioRecord.objects.get(name="Harrow Ford"))
    assert offered_to(browser(ALICE)) == ["Harrow Ford", *samples]
    assert offered_to(browser(BOB)) == samples


def test_the_lobby_leads_to_a_battle_by_each_rules():
    tried = [(battle.name, battle.rules) for battle in Client().get("/").context["samples"]]
    assert tried == [
        ("Lockhouse Lane", "Skirmish rules"),
        ("Hollin Cross", "Skirmish rules, trial vehicles"),
        ("Carrow Quarry", "Rules Crusade"),
    ]


def test_a_scenario_that_cannot_begin_is_not_the_one_proposed():
    own = copy(ALICE, ScenarioRecord.objects.get(name="Harrow Ford"))
    change_scenario(ALICE, own.pk, {"do": "move", "keys": "z-0", "by": "90,0"})
    page = browser(ALICE).get("/tables/open")
    assert page.context["scenarios"][0]["record"].pk == own.pk
    assert page.context["picked"].name == "Lockhouse Lane"


def test_a_newcomer_opens_a_table_with_everything_on_it_in_one_go():
    client, table = opened(name="Club night", public="on", **{"option.busts_allowed": "2"})
    assert (table.name, table.host_name, table.public, table.status) == ("Club night", "Ines", True, "set-up")
    assert table.options == {"busts_allowed": 2}
    assert {force.side: force.content["name"] for force in table.forces.all()} == {
        "a": "Northmarch",
        "b": "Saltmere Foragers",
    }
    assert [(seat.name, seat.side) for seat in Seat.objects.all()] == [("Ines", "a")]
    assert client.get(f"/tables/{table.code}/").status_code == 200


def test_both_sides_may_be_played_on_one_device_and_none_by_a_host_who_only_runs_the_table():
    assert len(opened(mine=["a", "b"])[1].seats.all()) == 2
    Table.objects.all().delete()
    assert not opened(mine=[])[1].seats.exists()


def test_armies_may_be_chosen_later():
    _, table = opened(**{"army.b": ""})
    assert [force.side for force in table.forces.all()] == ["a"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"host_name": "  "}, "A name is missing."),
        ({"scenario": ""}, "No scenario is chosen."),
        ({"scenario": "999999"}, "No scenario is chosen."),
        ({"scenario": "1; drop"}, "No scenario is chosen."),
        ({"army.a": "999999"}, "There is no such army for Northmarch."),
        ({"army.b": "x"}, "There is no such army for Saltmere."),
        ({"option.busts_allowed": "0"}, "Busts allowed cannot be"),
        ({"option.busts_allowed": "1e9"}, "Busts allowed cannot be"),
        ({"option.casualty_allocation": "none"}, "Casualty allocation cannot be"),
    ],
)
def test_what_cannot_be_is_refused_and_what_was_typed_stays(changes, why):
    response = Client().post("/tables/open", a_form(name="Club night", **changes))
    assert response.status_code == 422
    assert why in response.content.decode()
    assert 'value="Club night"' in response.content.decode()
    assert not Table.objects.exists()


def test_somebody_elses_army_cannot_be_brought(django_user_model):
    theirs = Army.objects.get(name="Northmarch Patrol")
    theirs.owner, theirs.public = django_user_model.objects.create(username="dov"), False
    theirs.save()
    response = Client().post("/tables/open", a_form(**{"army.a": theirs.pk}))
    assert response.status_code == 422
    assert "Northmarch Patrol, " not in Client().get("/tables/open").content.decode()


def test_tables_cannot_be_opened_in_bulk():
    client = Client()
    for _ in range(20):
        assert client.post("/tables/open", a_form()).status_code == 302
    assert client.post("/tables/open", a_form()).status_code == 429


def test_the_form_asks_few_questions_however_many_armies_there_are(django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        Client().get("/tables/open")


# ------------------------------------------------------------------ changing


def test_the_host_changes_what_will_be_fought():
    client, table = opened()
    shown = client.get(f"/tables/{table.code}/change").content.decode()
    assert "Leave it as it was" in shown
    assert 'value="Northmarch"' in shown
    changes = a_form(scenario=key(ScenarioRecord, "Harrow Ford"), **{"army.b": key(Army, "Saltmere Compact")})
    assert client.post(f"/tables/{table.code}/change", changes).status_code == 302
    assert fresh(table).scenario_content["name"] == "Harrow Ford"
    assert table.forces.get(side="b").content["name"] == "Saltmere Compact"


def test_nobody_else_changes_it():
    table = a_table()
    assert browser(BOB).get(f"/tables/{table.code}/change").status_code == 403
    assert browser(BOB).post(f"/tables/{table.code}/change", a_form()).status_code == 403
    assert Client().get("/tables/NOPE99/change").status_code == 404


def test_once_begun_nothing_is_changed():
    table = a_battle_at()
    response = browser(ALICE).post(f"/tables/{table.code}/change", a_form())
    assert response["Location"] == f"/tables/{table.code}/"
    assert fresh(table).scenario_content["name"] == "Open Field"


# ------------------------------------------------------------------ switches


def test_every_switch_offered_is_one_that_the_rules_look_at():
    named: set[str] = set()
    for path in Path("rules").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "rulebook" not in path.parts and any(switch in text for switch in switchboard.PLAYED):
            tree = ast.parse(text)
            named |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    of_pages = {"dice_groups"}  # what colours dice have is nothing to the rules
    assert set(switchboard.PLAYED) - of_pages <= named


def test_only_what_differs_from_the_default_is_kept():
    said = {"option.aiming_allowed": "on", "option.busts_allowed": "1", "option.casualty_allocation": "quick"}
    options = switchboard.said(said)
    assert switchboard.differing(options) == {"aiming_allowed": True, "casualty_allocation": "quick"}
    assert switchboard.differing(options, {"aiming_allowed": True}) == {"casualty_allocation": "quick"}
    assert switchboard.differing(options, {"busts_allowed": 3})["busts_allowed"] == 1


def test_a_switch_that_nobody_knows_is_ignored_and_a_wrong_value_is_not():
    assert switchboard.said({"option.make_me_win": "on"}) == {}
    with pytest.raises(switchboard.NoSuchValue, match="Busts allowed cannot be"):
        switchboard.said({"option.busts_allowed": "many"})


def test_an_army_of_ones_own_stands_beside_the_samples_and_comes_along():
    army = begin(ALICE, a_list("rangers", "anvil", name="Ash Column"))
    begin(ALICE, a_list(name="Nobody yet"))
    begin(BOB, a_list("rangers", name="Birch Column"))
    asked = {"army": army.pk, "scenario": key(ScenarioRecord, "Lockhouse Lane")}
    response = browser(ALICE).get("/tables/open", asked)
    headings = {heading: [each.name for each in group] for heading, group in response.context["armies"]}
    assert headings["My armies"] == ["Ash Column"]
    assert "Northmarch Rangers" in headings["Ready to play"]
    sides = {side["letter"]: (side["army"], side["own_name"]) for side in response.context["sides"]}
    assert sides["a"] == (str(army.pk), "")
    assert sides["b"][0] == str(key(Army, "Saltmere Foragers"))


def test_a_table_takes_a_copy_that_later_edits_leave_alone():
    army = begin(ALICE, a_list("rangers", "anvil", name="Ash Column"))
    client = browser(ALICE)
    assert client.post("/tables/open", a_form(**{"army.a": army.pk, "side_name.a": ""})).status_code == 302
    change(ALICE, army.pk, {"do": "remove", "unit": "u1"})
    force = Table.objects.get().forces.get(side="a")
    assert (force.content["name"], [e.name for e in force.value.entries]) == (
        "Ash Column",
        ["Ranger section", "Anvil battle tank"],
    )


def test_nobody_brings_an_army_of_somebody_else():
    army = begin(BOB, a_list("rangers", name="Birch Column"))
    answer = browser(ALICE).post("/tables/open", a_form(**{"army.a": army.pk}))
    assert answer.status_code == 422
    assert not Table.objects.exists()


def test_how_many_scenarios_are_not_listed_is_told(client, monkeypatch):
    assert "more: find one under" not in client.get("/tables/open").content.decode()
    monkeypatch.setattr("tabletop.games.views.set_up.MOST_LISTED", 2)
    page = " ".join(client.get("/tables/open").content.decode().split())
    assert page.count('name="scenario"') == 2
    left = ScenarioRecord.objects.count() - 2
    assert f'{left} more: find one under <a href="/scenarios/">Scenarios</a>' in page


def test_a_race_is_proposed_with_racers_and_those_who_hunt_them():
    page = Client().get(f"/tables/open?scenario={key(ScenarioRecord, 'Cinder Ring')}").content.decode()
    for name in ("Cinder Runners", "Toll Wardens"):
        assert re.search(rf'value="{key(Army, name)}"[^>]*selected', page), name


@pytest.mark.part_of("TRI-JOIN-01")
def test_a_battle_of_trial_vehicles_is_opened_with_its_armies_and_begins():
    scenario = ScenarioRecord.objects.get(name="Hollin Cross")
    page = Client().get(f"/tables/open?scenario={scenario.pk}").content.decode()
    pair = {side: key(Army, name) for side, name in (("a", "Hollin Guard"), ("b", "Tidewater Raiders"))}
    for army in pair.values():
        assert re.search(rf'value="{army}"[^>]*selected', page)
    client, table = opened(scenario=scenario.pk, mine=["a", "b"], **{f"army.{s}": army for s, army in pair.items()})
    assert client.post(f"/tables/{table.code}/start", headers={"HX-Request": "true"}).status_code < 300
    assert fresh(table).status == Table.Status.PLAYING


@pytest.mark.rule("TRI-JOIN-01")
def test_the_host_chooses_other_vehicle_rules_than_the_scenario_has():
    client, table = opened(**{"way": "trial", "option.tri_stand_before_tank": "on"}, mine=["a", "b"])
    assert table.options == {"vehicle_module": "trial", "tri_stand_before_tank": True}
    changing = client.get(f"/tables/{table.code}/change").content.decode()
    assert chosen_way(changing) == "trial"
    assert "1 changed" in changing
    assert client.post(f"/tables/{table.code}/start", headers={"HX-Request": "true"}).status_code < 300
    played = client.get(f"/tables/{table.code}/").content.decode()
    assert "by the trial vehicle rules" in played


def chosen_way(page):
    found = re.findall(r'name="way"\s+value="([\w-]+)"[^>]*?\schecked', page)
    assert len(found) == 1
    return found[0]


@pytest.mark.part_of("VEH-RACE-01")
def test_a_street_race_is_chosen_as_rules_of_its_own_and_a_race_is_one_by_itself():
    _, table = opened(way="street-race")
    assert table.options == {"street_race": "all"}
    Table.objects.all().delete()
    client, table = opened(scenario=key(ScenarioRecord, "Cinder Ring"), way="street-race")
    assert table.options == {}
    assert chosen_way(client.get(f"/tables/{table.code}/change").content.decode()) == "street-race"
    Table.objects.all().delete()
    _, table = opened(way="gemini", **{"option.street_race": "all"})
    assert table.options == {}


def test_the_game_of_a_scenario_stays_where_rules_of_another_are_sent():
    _, table = opened(scenario=key(ScenarioRecord, "Carrow Quarry"), way="trial")
    assert table.options == {}
    page = Client().get("/tables/open", {"scenario": key(ScenarioRecord, "Carrow Quarry")}).content.decode()
    assert chosen_way(page) == "crusade"
    assert "What this scenario agrees" in page
    assert "200 points" in page


def proposal(**changes):
    return " ".join(Client().get("/tables/open/proposed", a_form(**changes)).content.decode().split())


@pytest.mark.part_of("TRI-JOIN-01")
def test_beside_the_form_stand_the_ground_the_rules_and_armies_that_do_not_fit():
    shown = proposal(way="trial", **{"army.a": key(Army, "Northmarch Rangers"), "option.busts_allowed": "2"})
    for words in ("Lockhouse Lane", "Skirmish rules, trial vehicles", "Northmarch, Saltmere", "4 turns"):
        assert words in shown
    assert "busts allowed: 2" in shown
    assert "Anvil Battle Tank of Northmarch Rangers is a vehicle for the Gemini vehicle rules" in shown
    tank = "Hollin Guard is a ready-made vehicle"
    hollin = {"army.a": key(Army, "Hollin Guard")}
    assert tank in proposal(way="trial", **hollin, **{"option.tri_sample_data": "off"})
    assert tank not in proposal(way="trial", **hollin)
    plain = proposal(**{"option.doubtful_shots_asked": "on"})
    assert "nothing, all as usual" in plain
    assert "is a vehicle for" not in plain
    assert Client().get("/tables/open/proposed", {"scenario": "999999"}).status_code == 422


@pytest.mark.parametrize(("name", "hidden"), [("Carrow Quarry", True), ("Harrow Ford", False)])
def test_a_game_of_its_own_has_no_switches_of_the_skirmish_rules(name, hidden):
    picked = ScenarioRecord.objects.get(name=name)
    page = browser(ALICE).get("/tables/open", {"scenario": picked.pk}).content.decode()
    found = dict(re.findall(r'data-switch="(\w+)"([^>]*)>', page))
    assert ("hidden" in found["busts_allowed"]) is hidden
    assert "hidden" not in found["dice_thrown"]


def test_each_army_says_for_which_rules_it_is_and_one_for_others_is_named_beside_the_form():
    shown = " ".join(Client().get("/tables/open").content.decode().split())
    for name, words in {
        "Carrow Guard Armour": "Rules Crusade",
        "Hollin Guard": "Trial vehicles",
        "Northmarch Patrol": "Skirmish on foot",
    }.items():
        assert f"{name}, {Army.objects.get(name=name).points} points, {words}" in shown
    wrong = a_form(**{"army.a": key(Army, "Carrow Guard Armour")})
    beside = Client().get("/tables/open/proposed", wrong).content.decode()
    assert re.search("of Carrow Guard Armour (is a vehicle for the Rules Crusade|has no numbers for)", beside)
