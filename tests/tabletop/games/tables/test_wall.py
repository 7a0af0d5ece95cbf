"""The club's wall: which table is large, which turn, what is shown of private and delayed ones; and streams."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rules.core.ids import UnitId
from tabletop.games import services
from tabletop.games.access import entrance
from tabletop.games.models import EventRecord, Table
from tabletop.games.tables import listing
from tabletop.games.tables.wall import SMALL, STAYS_S, TURNS_EVERY_S, wall
from tests.builders import a_battle, a_unit
from tests.cast import ALICE, BOB, a_battle_at, a_table, act, browser, deployed, fresh, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_tried_codes():
    entrance.wrong_codes.forget()
    entrance.flood.forget()


def listed(table):
    services.settle(code=table.code, person=ALICE, public=True)
    return fresh(table)


def shown(*tables, held="", after=0):
    return wall([fresh(table) for table in tables], timezone.now() + timedelta(seconds=after), held=held)


def long_ago(table):
    EventRecord.objects.filter(table=table).update(at=timezone.now() - timedelta(minutes=10))


def test_the_table_where_most_happens_is_large_and_says_what():
    quiet, loud = deployed(), deployed()
    long_ago(quiet)
    long_ago(loud)
    act(loud, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped")
    found = shown(quiet, loud)
    assert found.large.card.code == loud.code
    assert "pinned" in found.large.headline
    assert [tile.card.code for tile in found.small] == [quiet.code]
    assert found.small[0].headline == ""
    assert 'id="board-svg"' in found.board


def test_what_comes_late_is_news_when_it_comes():
    table = deployed()
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped")
    long_ago(table)
    assert shown(table).large.headline == ""
    services.settle(code=table.code, person=ALICE, delay_s=600)
    assert "pinned" in shown(table).large.headline
    assert shown(table, after=180).large.headline == ""


def test_what_has_just_become_large_stays_and_what_is_pinned_does_so_longer():
    quiet, loud = deployed(), deployed()
    long_ago(quiet)
    assert shown(quiet, loud, held=quiet.code).large.card.code == quiet.code
    services.settle(code=loud.code, person=ALICE, pinned=True)
    assert shown(quiet, loud, held=quiet.code).large.card.code == loud.code


def test_several_pinned_tables_are_large_in_turns():
    first, second, third = deployed(), deployed(), deployed()
    for table in (first, third):
        services.settle(code=table.code, person=ALICE, pinned=True)
    large = [shown(first, second, third, after=n * STAYS_S).large.card.code for n in range(4)]
    assert set(large) == {first.code, third.code}
    assert large[0] != large[1] != large[2] != large[3]


def test_the_large_picture_is_framed_round_the_last_act():
    table = deployed()
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped")
    box = re.search(r'id="board-svg"[^>]*viewBox="([^"]+)"|viewBox="([^"]+)"[^>]*id="board-svg"', shown(table).board)
    assert box is not None
    x, y, wide, high = map(float, (box[1] or box[2]).split())
    models = [model.at for model in state_of(table).units["a1"].alive]
    assert all(x < 10 * left < x + wide and y < 10 * top < y + high for left, top in models)
    others = [model.at for model in state_of(table).units["b1"].alive]
    assert not all(x < 10 * left < x + wide and y < 10 * top < y + high for left, top in others)


def test_the_rim_of_the_large_picture_cuts_nobody_in_two(monkeypatch):
    """Ten models in a row that the frame round the fight would end amid are shown whole; who is far off is not."""
    table, far = deployed(), a_unit("b2", [(58, 40)])
    row = a_unit("b1", [(12 + 2 * n, 12) for n in range(10)])
    state = a_battle(a_unit("a1", [(10, 12)]), row, far)
    monkeypatch.setattr(listing.journal, "state_at", lambda table, seq: state)
    drawn = listing.large_picture(table, round_=frozenset({UnitId("a1")}))
    box = re.search(r'id="board-svg"[^>]*viewBox="([^"]+)"|viewBox="([^"]+)"[^>]*id="board-svg"', drawn)
    x, _, wide, _ = map(float, (box[1] or box[2]).split())
    assert x <= 80
    assert x + wide > 300
    assert x + wide < 580


def test_a_table_with_a_free_seat_is_small_and_says_so():
    free, full = a_battle_at(), deployed()
    long_ago(full)
    services.leave(code=free.code, person=BOB, seat=free.seats.get(side="b").pk)
    found = shown(free, full)
    assert found.large.card.code == full.code
    assert found.small[0].free


def test_the_last_place_turns_pages():
    tables = [a_table() for _ in range(SMALL + 2)]
    pages = [shown(*tables, after=n * TURNS_EVERY_S).small for n in range(3)]
    assert all(len(small) == SMALL for small in pages)
    assert len({small[-1].card.code for small in pages}) == 3
    assert {small[-1].page for small in pages} == {"1 of 3", "2 of 3", "3 of 3"}
    assert len({small[0].card.code for small in pages}) == 1


def test_results_come_when_the_delay_is_over():
    table = deployed()
    services.settle(code=table.code, person=ALICE, delay_s=60)
    long_ago(table)
    act(table, BOB, type="Concede")
    assert shown(table).results == ()
    EventRecord.objects.filter(table=table).update(at=timezone.now() - timedelta(minutes=5))
    assert [(result.code, result.winner) for result in shown(table).results] == [(table.code, "a")]


def test_a_table_that_is_not_listed_is_on_no_wall_but_by_its_code():
    hidden, open_one = deployed(), listed(deployed())
    Table.objects.filter(pk=hidden.pk).update(name="Behind closed doors")
    page = Client().get("/wall/").content.decode()
    assert open_one.name in page
    assert "Behind closed doors" not in page
    assert hidden.code[:4] not in page
    picked = Client().get(f"/wall/?only={hidden.code}&only=NOPE00").content.decode()
    assert "Behind closed doors" in picked
    assert open_one.code[:4] not in picked


def test_what_is_new_comes_alone():
    table = listed(deployed())
    page = Client().get(f"/wall/now?large={table.code}").content.decode()
    assert "<html" not in page
    assert f'data-code="{table.code}"' in page


def test_nothing_is_sent_while_nothing_has_changed(monkeypatch):
    at = datetime(2026, 3, 6, 19, 30, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: at)
    table = listed(deployed())
    stamp = Client().get("/wall/now")["Livetable-Stamp"]
    assert Client().get(f"/wall/now?seen={stamp}").status_code == 204
    at += timedelta(minutes=1)
    assert Client().get(f"/wall/now?seen={stamp}").status_code == 200
    at -= timedelta(minutes=1)
    act(table, BOB, type="Concede")
    assert Client().get(f"/wall/now?seen={stamp}").status_code == 200


def test_without_a_table_the_wall_says_where_to_start_one():
    assert "No battle is on" in Client().get("/wall/").content.decode()


def test_only_the_host_pins():
    table = deployed()
    assert browser(BOB).post(f"/tables/{table.code}/settle", {"pinned": "on"}).status_code == 403
    assert not fresh(table).pinned


def test_a_wall_is_picked_from_what_one_may_see():
    open_one, mine = listed(deployed()), deployed()
    assert f'value="{mine.code}"' in browser(ALICE).get("/wall/pick").content.decode()
    stranger = Client().get("/wall/pick").content.decode()
    assert f'value="{open_one.code}"' in stranger
    assert mine.code not in stranger


# ------------------------------------------------------------------ streams


@pytest.mark.parametrize(("asked", "shape"), [("", "wide"), ("?shape=tall", "tall"), ("?shape=round", "wide")])
def test_a_stream_may_be_framed_and_has_nothing_to_press(asked, shape):
    table = deployed(hidden="Ash Second")
    answer = Client().get(f"/tables/{table.code}/stream{asked}")
    page = answer.content.decode()
    assert f'class="stream {shape}"' in page
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert "<button" not in page.partition("<body")[2]
    assert "Ash Second" not in page


@pytest.mark.parametrize("path", ["", "watch", "screen", "text"])
def test_no_other_page_of_a_table_may_be_framed(path):
    table = deployed()
    answer = browser(ALICE).get(f"/tables/{table.code}/{path}")
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


def test_a_stream_is_told_who_plays_and_how_long_each_has_taken():
    table = deployed()
    long_ago(table)
    act(table, ALICE, type="Concede")
    found = {one["side"]: one for one in Client().get(f"/tables/{table.code}/clocks").json()}
    assert {side: one["people"] for side, one in found.items()} == {"a": "Alice", "b": "Bob"}
    assert found["a"]["taken_s"] in range(600, 605)
    assert not any(one["runs"] for one in found.values())


def test_a_clock_runs_for_whoever_acts_and_is_as_late_as_the_table_is_told():
    table = deployed()
    side = Client().get(f"/tables/{table.code}/clocks").json()
    assert [one["runs"] for one in side].count(True) == 1
    EventRecord.objects.filter(table=table).update(at=timezone.now() - timedelta(seconds=100))
    services.settle(code=table.code, person=ALICE, delay_s=60)
    late = Client().get(f"/tables/{table.code}/clocks").json()
    assert sum(one["taken_s"] for one in late) in range(40, 45)
