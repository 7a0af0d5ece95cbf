"""The rulebook's pages: nothing is left out, every link leads somewhere, and nobody needs the database for them."""

import re

import pytest
from django.test import Client

from rules import rulebook
from tabletop.reference import tables, wording
from tabletop.reference.entries import entry
from tabletop.reference.search import found
from tabletop.reference.topics import TOPIC_NAMES, sections, topics


def page(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200, address
    return response.content.decode()


def test_every_topic_has_a_name_and_every_name_a_topic() -> None:
    assert list(topics()) == list(TOPIC_NAMES)


def test_the_index_leads_to_every_topic(client: Client) -> None:
    shown = page(client, "/rulebook/")
    assert all(f'href="/rulebook/{key}/"' in shown for key in topics())
    assert [section.key for section in sections()] == ["ARAP", "BLD", "VEH", "TRI", "CRU"]


def test_every_rule_has_its_place_on_the_page_of_its_topic(client: Client) -> None:
    placed: list[str] = []
    for key in topics():
        placed += re.findall(r'<article class="rule" id="([A-Z0-9-]+)"', page(client, f"/rulebook/{key}/"))
    assert sorted(placed) == sorted(rule.id for rule in rulebook.rules())


def test_links_inside_the_rulebook_lead_to_anchors_that_exist(client: Client) -> None:
    anchors = {rule.id for rule in rulebook.rules()} | set(rulebook.switches()) | set(rulebook.labels())
    for key in ("ARAP-HIT", "ARAP-CHG", "VEH-DMG", "BLD-BUNK", "CRU-DMG"):
        for target in re.findall(r'href="/rulebook/[A-Za-z-]+/#([^"]+)"', page(client, f"/rulebook/{key}/")):
            assert target in anchors, f"{key} leads to {target}"


@pytest.mark.parametrize("address", ["/rulebook/ARAP-HIT-02/", "/rulebook/arap-hit-02/"])
def test_an_id_leads_to_the_rule(client: Client, address: str) -> None:
    response = client.get(address)
    assert (response.status_code, response["Location"]) == (302, "/rulebook/ARAP-HIT/#ARAP-HIT-02")


@pytest.mark.parametrize("address", ["/rulebook/ARAP-HIT-99/", "/rulebook/ARAP-NONE/", "/rulebook/NONE/"])
def test_what_does_not_exist_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_topic_prints_text_formula_table_dice_ruling_examples_and_what_it_leans_on(client: Client) -> None:
    shown = page(client, "/rulebook/ARAP-HIT/")
    assert "goal = bs + sum(modifiers)" in shown
    assert "hit = roll ≤ min(5, goal)" in shown
    assert 'href="/rulebook/dice/#to-hit"' in shown
    assert "Played as" in shown
    assert 'href="/rulebook/ARAP-DICE/#ARAP-DICE-01"' in shown
    assert 'aria-label="4"' in shown  # the first die of the first example


def test_an_optional_rule_says_so_and_names_its_switch(client: Client) -> None:
    shown = page(client, "/rulebook/ARAP-GEN/")
    assert '<a href="/rulebook/switches/#distance_scale">distance scale</a>' in shown
    assert ">Optional</span>" in shown
    assert "Default: inch." in shown


def test_every_switch_and_every_kind_of_roll_is_explained(client: Client) -> None:
    shown = page(client, "/rulebook/switches/")
    assert re.findall(r'<div id="([a-z_0-9]+)">', shown) == _by_scope()
    rolls = page(client, "/rulebook/dice/")
    assert re.findall(r'<tr id="([^"]+)">', rolls) == list(rulebook.labels())


def _by_scope() -> list[str]:
    scopes = dict.fromkeys(each.scope for each in rulebook.switches().values())
    return [key for scope in scopes for key, each in rulebook.switches().items() if each.scope == scope]


def test_a_ledger_says_what_holds_throughout(client: Client) -> None:
    shown = page(client, "/rulebook/ARAP/")
    assert "Gemini-ARAP Basic Rules 2.4" in shown
    assert "Distances are measured centre of base to centre of base" in shown


# ------------------------------------------------------------------ search


@pytest.mark.parametrize("query", ["ARAP-HIT-02", "arap hit 2", "hit-02", "Hit 02"])
def test_an_id_is_found_however_it_is_typed(query: str) -> None:
    first = found(query)[0].id
    assert first.endswith("-HIT-02")


def test_every_word_has_to_occur_and_titles_come_first() -> None:
    results = found("scatter distance")
    texts = [f"{rulebook.rule(each.id).title} {rulebook.rule(each.id).text}".lower() for each in results]
    assert results
    assert "scatter" in texts[0]
    assert found("scatter xyzzy") == ()
    assert found("going to ground")[0].id.startswith("ARAP-GTG")


def test_a_search_may_be_of_one_ledger() -> None:
    assert {rulebook.rule(each.id).ledger for each in found("damage", "CRU")} == {"CRU"}


def test_what_was_looked_for_stands_out_and_is_escaped(client: Client) -> None:
    shown = page(client, "/rulebook/?q=Pinned")
    assert "<mark>Pinned</mark>" in shown
    assert "<script>" not in page(client, "/rulebook/?q=<script>alert(1)</script>").partition("<main")[2]


def test_a_search_without_result_says_what_to_try(client: Client) -> None:
    shown = page(client, "/rulebook/?q=xyzzy")
    assert "No rule" in shown
    assert "Try fewer or shorter words" in shown


def test_htmx_gets_the_results_alone_and_caches_keep_both_apart(client: Client) -> None:
    shown = page(client, "/rulebook/?q=cover", **{"HX-Request": "true"})
    assert "<html" not in shown
    assert 'href="/rulebook/ARAP-HIT-' in shown
    assert "HX-Request" in client.get("/rulebook/?q=cover")["Vary"]


@pytest.mark.parametrize("query", ["", "   ", "+", "a" * 5000, "(" * 300, "é" * 40])
def test_odd_queries_are_answered(client: Client, query: str) -> None:
    assert client.get("/rulebook/", {"q": query}).status_code == 200


# ------------------------------------------------------------------ what is printed


def test_every_entry_can_be_printed() -> None:
    printed = [entry(rule) for rule in rulebook.rules()]
    assert len(printed) == len(rulebook.rules())
    assert all(each.text for each in printed)


def test_a_chart_has_its_scores_as_rows_and_its_columns_by_name() -> None:
    (grid,) = entry(rulebook.rule("VEH-CHART-01")).grids
    assert [head.text for head in grid.heads] == ["", "glancing", "penetrating", "ordnance"]
    assert [row[0].text for row in grid.rows] == ["1", "2", "3", "4", "5", "6", "7+"]
    assert [cell.text for cell in grid.rows[-1]] == ["7+", "destroyed", "", ""]


def test_columns_of_figures_stand_right() -> None:
    (grid,) = tables.grids([{"base_mm": 25, "who": "anyone"}, {"base_mm": 40, "gap_in": 2.5}])
    assert [(head.text, head.figure) for head in grid.heads] == [("base mm", True), ("who", False), ("gap ″", True)]
    assert [cell.text for cell in grid.rows[1]] == ["40", "", "2.5"]


def test_values_read_as_people_say_them() -> None:
    given = {"bs": 4, "prone": False, "hits": [2, 1, 0], "side": {"a": 1, "large": True}, "who": None}
    assert wording.pairs(given) == "bs 4, not prone, hits (2, 1, 0), side (a 1, large), who –"


def test_only_ids_that_exist_become_links() -> None:
    text = wording.linked("see ARAP-HIT-01 & ARAP-HIT-99")
    assert text == 'see <a class="cite" href="/rulebook/ARAP-HIT/#ARAP-HIT-01">ARAP-HIT-01</a> &amp; ARAP-HIT-99'


def test_no_page_of_the_rulebook_asks_the_database(client: Client) -> None:
    """The `client` of these tests has no database: any query would have failed them."""
    assert client.get("/rulebook/ARAP-HIT/").status_code == 200
