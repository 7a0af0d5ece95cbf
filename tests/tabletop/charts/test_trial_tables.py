"""The tables of the trial vehicle rules on the page of odds."""

import re

import pytest
from django.test import Client

from tabletop.charts import trial
from tests.markup import flowing


def test_every_cell_of_what_fires_after_which_move() -> None:
    found = trial.tables()
    assert found.firing.columns == ("did not move", "up to 6″", "up to 12″", "over 12″")
    assert found.firing.rows == (
        ("normal", ("all weapons", "1 main, all defensive", "none", "none")),
        ("fast", ("all weapons", "all weapons", "1 main, all defensive", "none")),
        ("walker", ("all weapons", "2, one from each side", "–", "–")),
    )


def test_chances_by_both_glancing_columns_in_bad_ground_and_of_blows() -> None:
    found = trial.tables()
    assert {row.name: row.chances for row in found.glancing} == {
        "No effect": ("33%", "0%"),
        "Crew shaken": ("17%", "50%"),
        "Crew stunned": ("17%", "17%"),
        "Armament destroyed": ("17%", "17%"),
        "Immobilised": ("17%", "17%"),
    }
    assert [row.chances for row in found.ground] == [("17%",), ("50%",)]
    assert [row.chances for row in found.blows] == [("100%",), ("50%",), ("17%",), ("17%",)]


@pytest.mark.django_db
def test_the_page_shows_them() -> None:
    page = flowing(Client().get("/charts/").content.decode())
    assert "Vehicles by the trial rules" in page
    assert "Six inches of wall" in page
    assert re.search(r'<th scope="row">Vault</th> ?<td>6</td> ?<td>10</td>', page)
    assert re.search(r"<td>2, one from each side</td>", page)
