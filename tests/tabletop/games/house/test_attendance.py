"""The house plays where somebody looks on, rests where nobody does, and gives a seat up where it thinks too long."""

import time
from collections.abc import Callable
from threading import Event

import pytest

from tabletop.games import services
from tabletop.games.access import rights
from tabletop.games.access.rights import BOT
from tabletop.games.house import attendance
from tabletop.games.house.attendance import Attendance
from tests.cast import ALICE, deployed, fresh

pytestmark = pytest.mark.django_db(transaction=True)


def within(seconds: float, done: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not (found := done()) and time.monotonic() < until:
        time.sleep(0.05)
    return found


@pytest.fixture
def table():
    table = deployed(first="b")
    services.seat_house(code=table.code, person=ALICE, side="b")
    return fresh(table)


def test_it_acts_while_somebody_looks_and_at_no_table_where_it_has_no_seat(table):
    looked: list[int] = []
    watch = Attendance(take=looked.append)
    watch.look([table.pk])
    assert within(10, lambda: looked == [table.pk])
    watch.hear(table.pk + 1)
    watch.hear(table.pk)
    assert within(10, lambda: len(looked) == 2)
    assert set(looked) == {table.pk}
    watch.rest()


def test_tables_without_the_house_are_not_attended(table, monkeypatch):
    found: list[int] = []
    monkeypatch.setattr(attendance.attendance, "look", found.extend)
    other = deployed()
    attendance.looked_at([table.pk, other.pk])
    assert found == [table.pk]


def test_one_that_stalls_gives_its_seat_to_the_host_and_the_others_go_on(table, settings):
    settings.HOUSE_STALL_SECONDS = 0
    freed, looked = Event(), []

    def take(pk: int) -> None:
        if pk == table.pk:
            freed.wait(60)
        else:
            looked.append(pk)

    watch = Attendance(take=take)
    watch.look([table.pk])
    assert within(20, lambda: fresh(table).stood_up == "b")
    assert rights.sides_of(rights.seats_of(fresh(table), BOT)) == []
    watch.look([-1])
    assert within(20, lambda: looked == [-1])
    watch.rest()
    freed.set()
