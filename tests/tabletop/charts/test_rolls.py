"""Odds of single rolls on their page: by label, scatter, control, reactions, grenades."""

import html
import re

import pytest
from django.test import Client

from rules.questions.charts import rolls
from tests.markup import tight


def page(query: str = "", status: int = 200) -> str:
    answer = Client().get(f"/charts/rolls?{query}")
    assert answer.status_code == status, query
    return html.unescape(tight(answer.content.decode()))


def chance(shown: str, name: str) -> tuple[str, str]:
    found = re.search(rf'<th scope="row">{name}</th>\s*<td>([^<]*)</td>\s*<td class="muted">([^<]*)</td>', shown)
    assert found, name
    return found[1].strip(), found[2].strip()


def test_the_page_of_odds_leads_to_it_and_it_names_every_roll() -> None:
    assert 'href="/charts/rolls"' in Client().get("/charts/").content.decode()
    shown = page()
    assert all(f'value="{label}"' in shown for label in rolls.asked())


@pytest.mark.parametrize(
    ("query", "made"),
    [
        ("label=to-wound&goal=8", "1/18"),
        ("label=rally&goal=7", "7/12"),
        ("label=flee&goal=15&way=1", "5/54"),
        ("label=direction&goal=180", "181/360"),
    ],
)
def test_a_roll_is_worked_out(query: str, made: str) -> None:
    assert f'<span class="muted">{made}</span>' in page(query)


@pytest.mark.rule("ARAP-SCAT-02", "VEH-LOC-02", "ARAP-STAND-03", "ARAP-CCG-05")
def test_scatter_control_reactions_and_grenades_are_worked_out() -> None:
    shown = page("speed=2&most=24&control=4&manner=only&attacks=1")
    assert chance(shown, "Out of control: 12″") == ("under 1%", "1/1296")
    assert chance(shown, "Out of control: 0″")[1] == "145/432"
    assert chance(shown, "The control roll succeeds") == ("67%", "2/3")
    assert chance(shown, "It fires") == ("89%", "8/9")
    assert chance(shown, "A grenade is placed") == ("17%", "1/6")


def test_ways_and_switches_are_chosen_in_words() -> None:
    shown = page("label=flee&goal=15&way=1&seven=1&manner=double")
    assert '<option value="1" selected>3D6</option>' in shown
    assert re.search(r'type="checkbox"\s+id="seven"\s+name="seven"\s+value="1"\s+checked', shown)
    other = page("label=morale&way=1&way_of=flee&manner=double")  # the way was chosen for another kind of roll
    assert 'name="way"' not in other
    assert chance(shown, "0″") == ("33%", "1/3")
    assert chance(other, "0″") == ("17%", "1/6")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("label=luck", "no roll is called 'luck'; there are activation"),
        ("label=flee&way=2", "there are 0: 2D6, 1: 3D6"),
        ("goal=x", "Goal: a whole number from -2 to 360"),
        ("speed=30", "a speed from 0 to the most of the vehicle"),
        ("manner=wild", "Invalid enum value"),
    ],
)
def test_what_cannot_be_worked_out_is_said(query: str, said: str) -> None:
    assert said in page(query, status=422)


@pytest.mark.parametrize(
    ("label", "words", "asked"),
    [
        ("to-hit", "1D6", set()),
        ("flee", "2D6 or 3D6", {"way"}),
        ("table-roll", "dice of any kind", {"number", "sides"}),
        ("variable-move", "dice of any number of sides", {"sides", "way"}),
        ("crusade-attack", "combat dice", {"number"}),
    ],
)
def test_only_what_a_roll_leaves_open_is_asked_for(label: str, words: str, asked: set[str]) -> None:
    shown = page(f"label={label}")
    assert f"({words})" in shown
    assert {name for name in ("way", "number", "sides") if f'name="{name}"' in shown} == asked
