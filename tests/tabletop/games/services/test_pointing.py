"""Rulers and pings that all see: who may, what is told to whom, and that the log knows nothing of them."""

import pytest

from tabletop.games import services
from tabletop.games.access import entrance
from tabletop.games.access.refusals import Refused
from tabletop.games.services import pointing
from tests.cast import ALICE, BOB, CHARLIE, a_table, act, browser, deployed, fresh, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard(monkeypatch):
    """What rooms are told."""
    found = []
    monkeypatch.setattr(pointing, "tell", lambda _, pointed: found.append(pointed))
    return found


def ruler(table, person, start=(20, 20), end=(23, 24), **more):
    services.point(code=table.code, person=person, by="ab12", start=list(start), end=list(end), **more)


def test_a_ruler_bears_name_side_and_length_and_nothing_is_logged(heard):
    table = deployed()
    ruler(table, ALICE)
    assert "Alice 5″" in heard[0]["svg"]
    assert "side-a" in heard[0]["svg"]
    assert 'd="M200.0 200.0L230.0 240.0"' in heard[0]["svg"]
    assert heard[0]["blind"] == []
    assert fresh(table).seq == table.seq
    ruler(table, BOB, end=(20, 20))
    assert "Bob here" in heard[1]["svg"]
    assert 'class="z ping"' in heard[1]["svg"]


def test_it_is_let_go(heard):
    ruler(deployed(), ALICE, gone=True)
    assert heard == [{"by": "ab12", "svg": "", "blind": []}]


def test_lengths_are_in_the_unit_of_the_table(heard):
    table = a_table()
    services.set_up(code=table.code, person=ALICE, options={"distance_scale": "2cm"})
    services.add_entropy(code=table.code, person=BOB)
    services.start_battle(code=table.code, person=ALICE)
    ruler(table, ALICE)
    assert "10\xa0cm" in heard[0]["svg"]


def test_a_place_beside_a_hidden_unit_is_told_to_none_who_may_not_know_of_it(heard):
    table = deployed(hidden="Ash Second")
    hidden = next(unit for unit in state_of(table).units.values() if unit.name == "Ash Second")
    at = hidden.alive[0].at
    ruler(table, ALICE, start=at, end=(40, 24))
    ruler(table, ALICE, start=(40, 24), end=(at[0] + 1, at[1]))
    assert all(sorted(one["blind"]) == ["b", "public", "screen"] for one in heard)
    ruler(table, BOB, start=at, end=(40, 24))
    assert heard[2]["blind"] == [], "whoever may not know of a unit gives nothing away, and learns nothing"


@pytest.mark.parametrize("place", [None, [1], [1, 2, 3], ["1", 2], [float("nan"), 2], [True, {}]])
def test_what_is_no_place_is_refused(place, heard):
    with pytest.raises(Refused, match="no place"):
        services.point(code=deployed().code, person=ALICE, by="x", start=place, end=[1, 1])


def test_a_place_beside_the_table_is_its_edge(heard):
    ruler(deployed(), ALICE, start=(-50, 20), end=(3, 9000))
    assert "M0.0 200" in heard[0]["svg"] or "M0 200" in heard[0]["svg"]
    assert "480" in heard[0]["svg"]


def test_only_who_sits_there_points(heard):
    table = deployed()
    with pytest.raises(Refused) as refused:
        ruler(table, CHARLIE)
    assert refused.value.status == 403
    act(table, ALICE, type="Concede")
    with pytest.raises(Refused, match="no battle"):
        ruler(table, ALICE)
    assert heard == []


def test_a_flood_is_stopped(heard):
    entrance.pointed.forget()
    table = deployed()
    client = browser(ALICE)
    asked = {"by": "x", "start": [1, 1], "end": [2, 2], "as": "a"}
    url = f"/tables/{table.code}/point"
    answers = [client.post(url, asked, content_type="application/json").status_code for _ in range(45)]
    assert answers[0] == 204
    assert answers[-1] == 429
    entrance.pointed.forget()


def test_what_a_name_may_hold_is_not_markup(heard):
    table = deployed()
    table.seats.filter(side="a").update(name="<b>&Al")
    ruler(table, ALICE)
    assert "<b>" not in heard[0]["svg"]
    assert "&lt;b&gt;&amp;Al" in heard[0]["svg"]
