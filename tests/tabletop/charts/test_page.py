"""The page of odds: forms, deep links, refusals, presets, and what a table gives away."""

import html
import json
import re

import pytest
from django.test import Client

from rules import rulebook
from tabletop.charts import face, sheet, sources
from tabletop.charts.plot import Line, plot
from tabletop.charts.sheet import Number, Sheet
from tests.cast import ALICE, BOB, CHARLIE, browser, deployed, state_of
from tests.markup import tight

RAIL = "w1=northmarch-rangers/rail-lance"


def page(query: str = "", client: Client | None = None, status: int = 200, **headers: str) -> str:
    answer = (client or Client()).get(f"/charts/?{query}", headers=headers)
    assert answer.status_code == status, query
    return html.unescape(tight(answer.content.decode()))


def figures(shown: str) -> dict[str, str]:
    return {words: figure for figure, words in re.findall(r"<div><b>([^<]*)</b><span>([^<]*)</span></div>", shown)}


def value(shown: str, name: str) -> str:
    found = re.search(rf'<input[^>]* name="{name}"[^>]* value="([^"]*)"', shown)
    assert found is not None, name
    return found[1]


def test_the_bar_leads_to_it_and_the_page_shows_an_example() -> None:
    shown = page()
    assert 'href="/charts/" aria-current="page">Odds</a>' in shown
    assert figures(shown)["to hit"] == "3 or less"
    assert shown.count('class="cell"') == 7 - 1 + 6 + 6


def test_typed_numbers_are_worked_out_without_a_script() -> None:
    """Strength 8 at side 12 by one shot at 3: 4 glances, 5 and 6 penetrate."""
    shown = page("shots1=1&s1=8&ap1=2&bs1=3&front=13&side=12&face=side&hull=0&guns=2")
    found = figures(shown)
    assert found["to hit"] == "3 or less"
    assert found["one or more penetrate"] == "17%"
    assert found["destroyed or worse"] == "8.3%"
    assert 'method="get"' in shown


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("s1=99&shots1=1", "Strength of weapon 1 is a whole number from 0 to 12. “99” is not."),
        ("shots1=1&front=0", "Front armour is a whole number from 1 to 18. “0” is not."),
        ("shots1=1&ap1=x", "AP of weapon 1 is a whole number from 0 to 7. “x” is not."),
        ("shots1=1&bs1=", "Ballistic Skill of weapon 1 is a whole number from 1 to 10. Nothing is not."),
        ("shots1=1&kind=troops&ld=1", "Leadership is a whole number from 2 to 12. “1” is not."),
        ("shots1=0&s1=4", "Nothing fires: give the first weapon a shot at least."),
        ("shots1=1&cover=fog", "Cover is one of: open, soft, hard, ran to it. “fog” is not."),
        ("shots1=1&on=luck", "Firer has no switch “luck”."),
        (
            "shots1=9&type1=template&kind=troops&models=5",
            "A burst covers at most the 5 models of the target. 9 is more.",
        ),
        ("shots1=40&shots2=40&shots3=40", "All weapons together fire at most 80 shots. 120 is more."),
    ],
)
def test_what_is_out_of_range_is_refused_by_name_and_kept(query: str, said: str) -> None:
    shown = page(query, status=422)
    assert said in shown
    assert "Exact, not sampled" not in shown
    for name, typed in (pair.split("=") for pair in query.split("&")):
        if name in sheet.NUMBERS or name[:-1] in sheet.KIND_NUMBERS:
            assert name.startswith("shots3") or value(shown, name) == typed


def test_a_deep_link_leads_back_to_the_same_sheet() -> None:
    query = f"{RAIL}&shots1=3&bs1=4&x1=near&x1=melta&cover=hard&at=small&is=open&hull=2&moved=13&on=aimed"
    shown = page(query)
    address = re.search(r'id="address" readonly value="[^"]*\?([^"]*)"', shown)
    assert address is not None
    again = page(address[1])
    assert figures(again) == figures(shown)
    for tick in ("x1-near", "x1-melta", "at-small", "is-open", "on-aimed"):
        assert re.search(rf'id="{tick}"[^>]* checked', again), tick


def test_another_weapon_fills_in_its_numbers_and_the_rest_stays() -> None:
    shown = page(f"{RAIL}&w1_was=saltmere-compact/siege-howitzer&s1=9&ap1=3&type1=ordnance&bs1=5&shots1=2")
    assert [value(shown, name) for name in ("s1", "ap1", "bs1", "shots1")] == ["8", "2", "5", "1"]
    kept = page(f"{RAIL}&w1_was=northmarch-rangers/rail-lance&s1=9&shots1=2&ap1=2")
    assert [value(kept, name) for name in ("s1", "shots1")] == ["9", "2"]


def test_a_whole_unit_fires_every_kind_that_it_has() -> None:
    shown = page("firer=northmarch-rangers/a1&target=saltmere-compact/a5&face=rear")
    assert "Destroyed by then, each weapon alone" in shown
    assert re.search(r'<g class="pl3">', shown)
    assert value(shown, "rear") == "10"
    assert figures(shown)["such volleys to destroy it"] == "6.2"


def test_troops_are_hit_wounded_and_saved() -> None:
    shown = page("shots1=10&s1=4&bs1=3&ap1=5&kind=troops&models=10&t=3&sv=5")
    found = figures(shown)
    assert found["of 10 models fall, on average"] == "2.9"
    assert "Models that fall" in shown
    assert "ARAP-DMG-01" in shown


def test_htmx_gets_the_answer_alone_and_the_form_when_a_preset_changed() -> None:
    client = Client()
    kept = client.get(
        f"/charts/?{RAIL}&w1_was=northmarch-rangers/rail-lance&firer_was=&target_was=&shots1=2&w2=&w2_was=",
        headers={"HX-Request": "true"},
    )
    text = kept.content.decode()
    assert "<form" not in text
    assert 'id="plates" hx-swap-oob="true"' in text
    assert kept["HX-Replace-Url"].startswith("/charts/?")
    assert "shots1=2" in kept["HX-Replace-Url"]
    assert 'id="summary1" hx-swap-oob="true">' in text
    second = page(f"{RAIL}&w1_was=northmarch-rangers/rail-lance&w2=&w2_was=&shots2=3", **{"HX-Request": "true"})
    assert 'id="w3"' in second, "a second kind fires: a third can be filled in"
    fresh = page(f"{RAIL}&w1_was=", **{"HX-Request": "true"})
    assert 'id="sheet"' in fresh
    assert "<html" not in fresh


def test_every_switch_cites_a_rule_that_exists() -> None:
    shown = page() + page(f"{RAIL}&rules=trial")
    known = {rule.id for rule in rulebook.rules()}
    cited = [rule for ticks in (sheet.KIND_TICKS, *sheet.TICKS.values()) for _, _, rule in ticks.values]
    assert set(cited) <= known
    assert all(f"/rulebook/{rule}/" in shown for rule in cited)


def test_switches_say_what_the_rules_say() -> None:
    assert {key: face.worth(key) for key in ("aimed", "small", "group", "improvised", "shotgun", "melta")} == {
        "aimed": "+1",
        "small": "−1",
        "group": "−1",
        "improvised": "−2",
        "shotgun": "+1",
        "melta": "",
    }


def test_numbers_are_read_as_they_are_typed() -> None:
    said = Number("Other", -9, 9, 0)
    assert [said.read(typed) for typed in ("3", " −2 ", "+4", "", "1.5", "10", "٣", "--1", "9" * 50)] == [
        3,
        -2,
        4,
        None,
        None,
        None,
        None,
        None,
        None,
    ]
    assert Sheet().text("s1") == "4"


def test_the_plot_keeps_its_lines_inside() -> None:
    drawn = plot("Odds", "Turns", ["1", "2"], [Line("Gun", (0.0, 1.0)), Line("Lance", (0.5, 0.5))])
    assert [line.mark for line in drawn.lines] == ["circle", "diamond"]
    assert drawn.lines[0].dots == ((44, drawn.bottom), (544, drawn.top))


def test_every_unit_and_weapon_of_the_samples_can_be_picked() -> None:
    source = sources.shipped()
    assert len(source.units) == 46
    for key in source.units:
        page(f"target={key}&{RAIL}")
    for key in source.weapons:
        page(f"w1={key}&kind=troops")


# -- tables --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_units_of_a_table_for_those_who_may_see_them() -> None:
    table = deployed(hidden="Ash First")
    own = page(f"table={table.code}", browser(ALICE))
    other = page(f"table={table.code}", browser(BOB))
    assert "Ash First" in own
    assert "Ash First" not in other
    assert "Ash Second" in other
    assert 'value="a1"' not in other
    asked = page(f"table={table.code}&firer=a1&target=b1&shots1=1", browser(BOB), status=422)
    assert "There is no unit “a1” to be picked here." in asked
    assert "Ash First" not in asked
    assert "Ash First" not in page(f"table={table.code}", browser(CHARLIE))


@pytest.mark.django_db
def test_views_of_others_and_unknown_tables_are_refused() -> None:
    table = deployed()
    assert "belongs to somebody else" in page(f"table={table.code}&as=a", browser(BOB), status=403)
    assert Client().get("/charts/?table=NOPE99").status_code == 404


@pytest.mark.django_db
def test_the_shot_of_a_preview_opens_with_all_that_it_says() -> None:
    table = deployed()
    state = state_of(table)
    action = {"type": "Shoot", "unit": "a1", "target": "b1"}
    client = browser(ALICE)
    shown = page(f"table={table.code}&act={json.dumps(action)}", client)
    assert value(shown, "models") == str(len(state.units["b1"].alive))
    assert re.search(r'<option value="a1" selected>Ash First', shown)
    for strange in ({"type": "Finish", "unit": "a1"}, {"type": "Shoot", "unit": "z9", "target": "b1"}):
        page(f"table={table.code}&act={json.dumps(strange)}", client, status=422)
    page("act={}", status=422)
