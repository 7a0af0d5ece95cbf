"""Odds of the Rules Crusade: pools, contests, doubles tests and cards, and what cannot be worked out."""

import html
import re

import pytest
from django.test import Client

from tests.markup import tight


def page(query: str = "", status: int = 200) -> str:
    answer = Client().get(f"/charts/crusade?{query}")
    assert answer.status_code == status, query
    return html.unescape(tight(answer.content.decode()))


def chance(shown: str, name: str) -> tuple[str, str]:
    found = re.search(rf'<th scope="row">{name}</th>\s*<td>([^<]*)</td>\s*<td class="muted">([^<]*)</td>', shown)
    assert found, name
    return found[1].strip(), found[2].strip()


def test_the_page_of_odds_leads_to_it():
    assert 'href="/charts/crusade"' in Client().get("/charts/").content.decode()


@pytest.mark.rule("CRU-DICE-06", "CRU-DICE-07")
def test_a_ram_of_four_dice_against_two():
    shown = page("attack=4&defence=2")
    assert chance(shown, "The defender is hurt") == ("69%", "2021/2916")
    assert chance(shown, "The attacker is hurt") == ("19%", "1109/5832")
    assert chance(shown, "Nobody is hurt") == ("12%", "227/1944")
    assert chance(shown, "3D6") == ("44%", "4/9")


@pytest.mark.rule("CRU-DICE-04", "CRU-DICE-01")
def test_a_multi_melta_against_three_dice():
    assert chance(page("attack=5&defence=3"), "3 hits") == ("11%", "48143/419904")


@pytest.mark.rule("CRU-DICE-10")
def test_the_attackers_armour_counts_in_a_contest():
    assert chance(page("attack=4&defence=1&plated=1"), "The attacker is hurt") == ("3%", "5/144")


@pytest.mark.rule("CRU-WIPE-01")
def test_every_kind_of_vehicle_and_what_cards_make_it_wipe_out():
    shown = page("draw=3")
    rows = re.findall(r'<th scope="row">(HEAVY|Ordinary|FAST|FLYER)</th>(.*?)</tr>', shown, re.DOTALL)
    found = {name: re.findall(r"(\d+D6|\d+/\d+)", cells) for name, cells in rows}
    assert found["HEAVY"][:2] == ["2D6", "1/6"]
    assert found["Ordinary"] == ["3D6", "4/9", "4/45", "116/513"]
    assert found["FAST"][:2] == ["4D6", "13/18"]
    assert found["FLYER"][:2] == ["5D6", "49/54"]


@pytest.mark.rule("CRU-DMG-03")
def test_cards_of_a_full_deck_and_of_what_is_left():
    assert "29/57" in page("draw=3")
    assert "83/143" in page("CREW=3&DRIVE=3&HULL=2&WEAPON=2&FIRE=3&draw=3")
    empty = page("CREW=0&DRIVE=0&HULL=0&WEAPON=0&FIRE=0")
    assert "The next of 0 cards" in empty


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("attack=13", "Dice of the attack: a whole number from 0 to 12, please."),
        ("defence=two", "Dice of the defence: a whole number from 0 to 12, please."),
        ("FIRE=5", "FIRE cards left: a whole number from 0 to 4, please."),
        ("draw=0", "Cards drawn: a whole number from 1 to 20, please."),
    ],
)
def test_what_cannot_be_worked_out_is_said_and_kept(query: str, expected: str):
    shown = page(query, 422)
    assert expected in shown
    assert f'value="{query.split("=")[1]}"' in shown
