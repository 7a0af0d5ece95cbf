"""What a seat has said once and for all: answered without asking, shown to whoever said it, taken back at will."""

import pytest

from rules.core.prompt import Option, Prompt
from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Seat
from tabletop.games.services.acts import _standing
from tests.builders import B
from tests.cast import ALICE, BOB, a_table, browser

pytestmark = pytest.mark.django_db

PASSES = Prompt(
    side=B,
    kind="intercept",
    question="Intercept?",
    options=(Option(id="let-pass", label="Let them pass"), Option(id="intercept", label="Intercept", refused="no")),
    decline="let-pass",
)


def seat_of(table, person):
    return Seat.objects.get(table=table, person=person.key, left_at=None)


def say(table, person, kind, *, on=True):
    services.decline_always(code=table.code, person=person, seat=seat_of(table, person).pk, kind=kind, on=on)


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ((), ""),
        (("pursuit",), ""),
        (("intercept",), "let-pass"),
        (("intercept=let-pass",), "let-pass"),
        (("intercept=intercept",), ""),
        (("intercept=nothing",), ""),
    ],
    ids=["nothing said", "of another kind", "declines", "an option", "one that is refused", "one that is not there"],
)
def test_an_option_that_is_open_is_taken_others_are_asked(said, answered):
    assert _standing(said, PASSES) == answered


def test_the_last_word_of_a_kind_counts_and_is_taken_back():
    table = a_table()
    say(table, BOB, "intercept")
    say(table, BOB, "pursuit=hold")
    say(table, BOB, "intercept=intercept")
    assert seat_of(table, BOB).declines == ["pursuit=hold", "intercept=intercept"]
    shown = browser(BOB).get(f"/tables/{table.code}/seats").content.decode()
    assert "Interceptions: always intercept" in shown
    assert "Ask me again" in shown
    assert "Interceptions" not in browser(ALICE).get(f"/tables/{table.code}/seats").content.decode()
    say(table, BOB, "intercept=intercept", on=False)
    assert seat_of(table, BOB).declines == ["pursuit=hold"]


def test_what_differs_each_time_is_asked_each_time():
    table = a_table()
    with pytest.raises(Refused) as caught:
        say(table, BOB, "flee-path=90")
    assert caught.value.code == "asked-each-time"
    assert "intercept" in caught.value.refusal.allowed
