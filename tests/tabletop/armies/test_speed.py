"""A large roster is edited quickly: the server's own work for one click, in processor time."""

import statistics
import time

import pytest

from tabletop.armies import services
from tests.cast import ALICE, browser
from tests.tabletop.armies.rosters import LIBRARY, a_list

pytestmark = pytest.mark.django_db

SIXTY = [LIBRARY.kinds[n % len(LIBRARY.kinds)].id for n in range(60)]


def test_one_edit_of_sixty_units_takes_the_server_less_than_a_tenth_of_a_second():
    army = services.begin(ALICE, a_list(*SIXTY, limit=5000, name="Horde"))
    client, taken = browser(ALICE), []
    for n in range(15):
        sent = {"do": "count", "unit": "u3", "role": "ranger", "number": str(4 + n % 8)}
        before = time.process_time()
        answer = client.post(f"/armies/{army.pk}/edit", sent, headers={"HX-Request": "true"})
        taken.append(time.process_time() - before)
        assert answer.status_code == 200
    assert b"<html" not in answer.content
    assert statistics.median(taken) < 0.1, taken
