"""The tables of vehicle rules on the page of odds."""

import re

import pytest
from django.test import Client

from tabletop.charts import vehicle_tables
from tests.markup import flowing


def the(name: str) -> vehicle_tables.Table:
    (trial,) = vehicle_tables.tables()
    assert trial.name == "the trial vehicle rules"
    return next(table for table in (*trial.tables, *trial.sentences) if table.chart.id == name)


def test_every_cell_of_what_fires_after_which_move() -> None:
    found = the("firing")
    assert found.chart.columns == ("did not move", "up to 6″", "up to 12″", "over 12″")
    assert found.rows == (
        ("normal", ("all weapons", "1 main, all defensive", "none", "none")),
        ("fast", ("all weapons", "all weapons", "1 main, all defensive", "none")),
        ("walker", ("all weapons", "2, one from each side", "–", "–")),
    )


def test_chances_by_both_glancing_columns_in_bad_ground_and_of_blows() -> None:
    assert dict(the("glancing").rows) == {
        "No effect": ("33%", "0%"),
        "Crew shaken": ("17%", "50%"),
        "Crew stunned": ("17%", "17%"),
        "Armament destroyed": ("17%", "17%"),
        "Immobilised": ("17%", "17%"),
    }
    assert [cells for _, cells in the("ground").rows] == [("17%",), ("50%",)]
    assert [cells for _, cells in the("blows").rows] == [("100%",), ("50%",), ("17%",), ("17%",)]


@pytest.mark.django_db
def test_the_page_shows_them() -> None:
    page = flowing(Client().get("/charts/").content.decode())
    assert "Vehicles by the trial vehicle rules" in page
    assert "Six inches of wall" in page
    assert re.search(r'<th scope="row">Vault</th> ?<td>6</td> ?<td>10</td>', page)
    assert re.search(r"<td>2, one from each side</td>", page)
