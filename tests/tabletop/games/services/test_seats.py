"""Who sits down unasked, who has to ask, and who may answer."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tabletop.armies.models import Army
from tabletop.games import selectors, services
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Force, Proposal, Seat, Table
from tabletop.games.pages import fragments
from tests.cast import ALICE, BOB, CHARLIE, _guest, a_battle_at, a_table, browser, deployed, fresh
from tests.markup import flowing
from tests.markup import words as plain

pytestmark = pytest.mark.django_db
DORA = _guest("Dora")


def refused(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def sits(table, person):
    return rights.sides_of(rights.seats_of(fresh(table), person))


def join(table, person, *sides):
    return services.join(code=table.code, person=person, name=person.name, sides=sides)


def asked(table):
    return selectors.open_proposals(fresh(table))[0].pk


def answer(table, person, way):
    services.answer_seat(code=table.code, person=person, proposal=asked(table), way=way)


def test_the_table_of_the_tests_is_as_those_who_sit_down_make_it():
    made, table = a_table(), a_table()
    Seat.objects.filter(table=table).delete()
    Force.objects.filter(table=table).delete()
    join(table, ALICE, "a")
    join(table, BOB, "b")
    for side, army in zip("ab", Army.objects.order_by("-pk")[:2][::-1], strict=True):
        services.bring_army(code=table.code, person=ALICE, side=side, army=army)
    apart = {"id", "table_id", "code", "game_id", "army_id", "scenario_id", "seal", "created_at", "updated_at"}
    for kind, key in ((Table, "pk"), (Seat, "table"), (Force, "table")):
        rows, others = (list(kind.objects.filter(**{key: one.pk}).order_by("pk").values()) for one in (made, table))
        assert rows
        listed = [[{k: v for k, v in row.items() if k not in apart} for row in each] for each in (rows, others)]
        assert listed[0] == listed[1]


def test_a_stranger_asks_for_a_taken_seat_and_watches_meanwhile():
    table = a_battle_at()
    assert join(table, CHARLIE, "b") == []
    assert sits(table, CHARLIE) == []
    assert rights.audience_of(fresh(table), CHARLIE) == "public"
    for audience, may in (("a", True), ("b", True), ("public", False), ("screen", False)):
        shown = fragments.beside(fresh(table), audience)["proposals"]
        assert "Charlie asks for a seat" in shown
        assert ("Let them play beside" in shown) is may
    for person in (CHARLIE, DORA):
        with refused("no-right"):
            answer(table, person, "beside")


@pytest.mark.parametrize("who", [ALICE, BOB], ids=["the host", "who sits there"])
def test_who_sits_there_or_the_host_lets_somebody_play_beside(who):
    table = a_battle_at()
    join(table, CHARLIE, "b")
    answer(table, who, "beside")
    assert (sits(table, CHARLIE), sits(table, BOB)) == (["b"], ["b"])


def test_a_seat_is_given_in_place_of_somebody_or_not_now():
    table = a_battle_at()
    join(table, CHARLIE, "b")
    answer(table, BOB, "not")
    assert sits(table, CHARLIE) == []
    join(table, CHARLIE, "b")
    answer(table, BOB, "instead")
    assert (sits(table, CHARLIE), sits(table, BOB)) == (["b"], [])


def test_who_lost_the_seat_so_takes_it_back_for_ten_minutes_without_asking():
    table = a_battle_at()
    join(table, CHARLIE, "b")
    answer(table, ALICE, "instead")
    shown = browser(BOB).get(f"/tables/{table.code}/watch").content.decode()
    assert "Charlie plays side B in your place." in flowing(shown)
    assert "Take the seat back" not in browser(CHARLIE).get(f"/tables/{table.code}/watch").content.decode()
    browser(BOB).post(f"/tables/{table.code}/join", {"side": "b", "name": "Bob"})
    assert (sits(table, BOB), sits(table, CHARLIE)) == (["b"], [])
    assert not selectors.open_proposals(fresh(table))
    assert join(table, CHARLIE, "b") == []  # who asked before asks again


def test_whose_seat_the_house_has_is_offered_it_back_at_any_time():
    table = deployed()
    services.seat_house(code=table.code, person=ALICE, side="b")
    Seat.objects.filter(person=BOB.key).update(left_at=timezone.now() - timedelta(hours=1))
    offered = "in your place.</b> It stands up as soon as you sit down."
    assert offered in flowing(browser(BOB).get(f"/tables/{table.code}/watch").content.decode())
    assert offered not in flowing(browser(CHARLIE).get(f"/tables/{table.code}/watch").content.decode())
    browser(BOB).post(f"/tables/{table.code}/join", {"side": "b", "name": "Bob"})
    assert sits(table, BOB) == ["b"]
    assert offered not in flowing(browser(BOB).get(f"/tables/{table.code}/watch").content.decode())
    assert not services.waits_for_house(fresh(table))


def test_who_has_seen_everything_since_is_offered_no_seat():
    table = deployed()
    services.seat_house(code=table.code, person=ALICE, side="b")
    Table.objects.filter(pk=table.pk).update(seen_all=[BOB.key])
    watched = flowing(browser(BOB).get(f"/tables/{table.code}/watch").content.decode())
    assert "in your place" not in watched
    assert "Take the seat back" not in watched


def test_who_has_dropped_out_is_away_on_every_page_and_among_the_seats():
    table = deployed()
    seen = [fragments.beside(table, view, here=ALICE.keys)["people"] for view in ("a", "public")]
    assert all("Bob away" in flowing(people) for people in seen)
    assert not any("Alice away" in flowing(people) for people in seen)
    listed = flowing(browser(ALICE).get(f"/tables/{table.code}/seats").content.decode())
    assert "Bob away" in plain(listed)
    assert "Alice Host away" not in plain(listed)


def test_later_than_that_who_lost_the_seat_asks_like_everybody():
    table = a_battle_at()
    join(table, CHARLIE, "b")
    answer(table, ALICE, "instead")
    Seat.objects.filter(person=BOB.key).update(left_at=timezone.now() - selectors.TAKEN_BACK_FOR)
    assert "Take the seat back" not in browser(BOB).get(f"/tables/{table.code}/watch").content.decode()
    assert join(table, BOB, "b") == []
    assert sits(table, CHARLIE) == ["b"]


def test_who_gave_the_seat_up_otherwise_asks():
    table = a_battle_at()
    services.leave(code=table.code, person=BOB)
    join(table, CHARLIE, "b")
    assert sits(table, CHARLIE) == ["b"]
    assert join(table, BOB, "b") == []


def test_the_question_tells_the_table_who_is_asked_and_what_may_be_answered():
    table = a_battle_at()
    join(table, CHARLIE, "b")
    shown = flowing(fragments.beside(fresh(table), "b", here=[BOB.key])["proposals"])
    for words in ("Not seen at this table before.", "Board: ", "in place of Bob", "Watch only", "Alice, host", "here"):
        assert words in shown
    path = f"/tables/{table.code}/asking/{asked(table)}"
    assert browser(BOB).post(path, {"way": "all"}).status_code == 422
    assert browser(BOB).post(path, {"way": "not"}).status_code == 302
    assert sits(table, CHARLIE) == []


def test_the_question_stands_while_the_battle_goes_on():
    table = a_battle_at()
    join(table, CHARLIE, "b")
    services.submit_action(code=table.code, person=BOB, action={"type": "RollOff"})
    answer(table, BOB, "beside")
    assert sits(table, CHARLIE) == ["b"]


def test_an_opponent_sits_on_the_other_side_only_by_its_yes():
    table = a_battle_at()
    assert join(table, BOB, "a") == []
    with refused("no-right"):
        answer(table, BOB, "beside")
    assert join(table, ALICE, "b") == []
    found = Proposal.objects.get(kind="seat", person=ALICE.key)
    with refused("no-right"):
        services.answer_seat(code=table.code, person=ALICE, proposal=found.pk, way="beside")
    services.leave(code=table.code, person=BOB)
    assert join(table, ALICE, "b") == [], "nor once Bob has gone"


def test_ones_own_seat_comes_back_by_the_same_browser_never_by_name():
    table = a_battle_at()
    services.leave(code=table.code, person=BOB)
    services.join(code=table.code, person=BOB, name="Bob", sides=["b"])
    assert sits(table, BOB) == ["b"]
    other = rights.Person(keys=("g-another",), name="Bob")
    assert services.join(code=table.code, person=other, name="Bob", sides=["b"]) == []


def test_an_empty_side_is_free_and_the_host_may_open_or_close_all():
    table = a_battle_at()
    services.settle(code=table.code, person=ALICE, seats_open=True)
    join(table, CHARLIE, "b")
    assert sits(table, CHARLIE) == ["b"]
    services.settle(code=table.code, person=ALICE, seats_open=False, locked=True)
    with refused("locked"):
        join(table, DORA, "a")
    services.settle(code=table.code, person=ALICE, locked=False)
    for person in (BOB, CHARLIE):
        services.leave(code=table.code, person=person)
    join(table, DORA, "b")
    assert sits(table, DORA) == ["b"]


def test_a_host_who_plays_stands_up_and_sees_no_more_than_anybody():
    table = a_battle_at()
    services.leave(code=table.code, person=ALICE)
    assert rights.audience_of(fresh(table), ALICE) == "public"
    with refused("not-your-seat"):
        rights.audience_of(fresh(table), ALICE, "host")
    join(table, ALICE, "a")
    assert sits(table, ALICE) == ["a"]


def test_a_host_who_sees_everything_takes_no_seat_even_as_host_no_more():
    table = a_table()
    seat = join(table, CHARLIE)[0].pk
    services.pass_host(code=table.code, person=ALICE, seat=seat)
    for person in (ALICE, BOB):
        services.add_entropy(code=table.code, person=person)
    services.start_battle(code=table.code, person=CHARLIE)
    assert rights.audience_of(fresh(table), CHARLIE) == "host"
    with refused("no-right"):
        join(table, CHARLIE, "b")
    services.pass_host(code=table.code, person=CHARLIE, seat=Seat.objects.get(table=table, side="a").pk)
    with refused("no-right"):
        join(table, CHARLIE, "b")
    with refused("no-right"):
        services.hand_over(
            code=table.code,
            person=BOB,
            seat=Seat.objects.get(table=table, side="b").pk,
            to=Seat.objects.get(table=table, person=CHARLIE.key, left_at=None).pk,
        )


def test_a_host_without_the_eye_watches_like_anybody_and_may_sit_down():
    table = a_table()
    services.pass_host(code=table.code, person=ALICE, seat=join(table, CHARLIE)[0].pk)
    services.settle(code=table.code, person=CHARLIE, host_eye=False)
    for person in (ALICE, BOB):
        services.add_entropy(code=table.code, person=person)
    services.start_battle(code=table.code, person=CHARLIE)
    assert rights.audience_of(fresh(table), CHARLIE) == "public"
    with refused("already-started"):
        services.settle(code=table.code, person=CHARLIE, host_eye=True)


def test_strangers_fill_no_side_and_nobody_sent_away_comes_back_under_another_name():
    table = a_table()
    join(table, CHARLIE, "b")
    with refused("side-taken"):
        join(table, DORA, "b")
    services.remove_person(code=table.code, person=ALICE, seat=Seat.objects.get(table=table, person=CHARLIE.key).pk)
    assert join(table, DORA, "b") == [], "she is asked for: she might be Charlie in another browser"
    with refused("removed"):
        join(table, CHARLIE, "b")
    services.settle(code=table.code, person=ALICE, seats_open=True)
    join(table, DORA, "b")
    assert sits(table, DORA) == ["b"]


@pytest.mark.parametrize("begun", [False, True], ids=["before the battle", "in battle"])
def test_an_empty_side_is_the_hosts_to_give_once_somebody_was_sent_away(begun):
    table = a_battle_at() if begun else a_table()
    services.remove_person(code=table.code, person=ALICE, seat=Seat.objects.get(table=table, person=BOB.key).pk)
    in_another_browser = rights.Person(keys=("g-without-cookies",), name="Bob")
    assert join(table, in_another_browser, "b") == []
    assert rights.audience_of(fresh(table), in_another_browser) == "public"
    assert "Let them sit down" in fragments.beside(fresh(table), "a")["proposals"]
    page = browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    assert begun or f"/tables/{table.code}/asking/{asked(table)}/beside" in page
    with refused("no-right"):
        answer(table, in_another_browser, "beside")
    answer(table, ALICE, "beside")
    assert sits(table, in_another_browser) == ["b"]


def test_over_http_somebody_asks_waits_and_is_let_in():
    table = a_battle_at()
    client = browser(CHARLIE)
    answered = client.post(f"/tables/{table.code}/join", {"side": "b", "name": "Charlie"})
    assert answered["Location"].endswith("/join")
    waiting = flowing(client.get(f"/tables/{table.code}/join").content.decode())
    assert "You asked for a seat" in waiting
    assert Proposal.objects.get().word in waiting
    refusal = client.post(f"/tables/{table.code}/asking/{asked(table)}/beside", headers={"HX-Request": "true"})
    assert refusal.status_code == 403
    given = browser(BOB).post(f"/tables/{table.code}/asking/{asked(table)}/beside", headers={"HX-Request": "true"})
    assert given.status_code == 204
    assert client.get(f"/tables/{table.code}/join?waited=1")["Location"] == f"/tables/{table.code}/"
    assert client.get(f"/tables/{table.code}/").status_code == 200
