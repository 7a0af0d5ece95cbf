"""Wrong codes are counted by all processes together, shut out who guesses, and nobody who belongs to a table."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from tabletop.accounts.limits import Limit, is_noted, note
from tabletop.accounts.models import Tally
from tabletop.games.access import entrance
from tabletop.games.access.entrance import Caller, table_by
from tabletop.games.access.refusals import Refused
from tests.cast import ALICE, CHARLIE, a_table, browser
from tests.live import LiveServer

REDIS = "django.core.cache.backends.redis.RedisCache"
counted = pytest.mark.django_db


def a_limit(name: str, **shares: int) -> Limit:
    return Limit(name, said="Too much.", **{"each": 2, **shares})


def too_often(limit: Limit, address: str, person: str = "") -> bool:
    try:
        limit.check(address, person)
    except Refused as refused:
        return refused.status == 429 and refused.refusal.code == "too-often"
    return False


@counted
def test_an_address_has_its_share_and_takes_nothing_of_anothers() -> None:
    limit = a_limit("test-share")
    for _ in range(600):
        limit.count("10.0.0.1")
    assert too_often(limit, "10.0.0.1")
    assert not too_often(limit, "10.0.0.2")
    limit.forget()
    assert not too_often(limit, "10.0.0.1")


@counted
def test_a_person_has_a_share_wherever_they_are() -> None:
    limit = a_limit("test-person", each=5, person=1)
    limit.count("10.0.0.1", "alice")
    assert too_often(limit, "10.0.0.2", "alice")
    assert not too_often(limit, "10.0.0.1", "bob")


@counted
def test_a_network_of_long_addresses_is_one_address() -> None:
    limit = a_limit("test-long")
    limit.count("2001:db8:1:2::1")
    limit.count("2001:db8:1:2:ffff::9")
    assert too_often(limit, "2001:db8:1:2::77")
    assert not too_often(limit, "2001:db8:1:3::1")
    limit.count("::ffff:10.0.0.1")
    limit.count("10.0.0.1")
    assert too_often(limit, "10.0.0.1")


@counted
def test_a_share_is_had_again_when_its_time_is_over() -> None:
    limit = a_limit("test-time", each=1)
    limit.take("10.0.0.1")
    with pytest.raises(Refused):
        limit.take("10.0.0.1")
    Tally.objects.update(ends=timezone.now())
    assert not too_often(limit, "10.0.0.1")
    limit.take("10.0.0.1")
    limit.give_back("10.0.0.1")
    limit.take("10.0.0.1")


@counted
def test_what_is_kept_names_nobody() -> None:
    a_limit("test-names").count("10.0.0.1", "alice")
    note("table ABCDEFGH", "10.0.0.1", 60)
    assert is_noted("table ABCDEFGH", "10.0.0.1")
    kept = " ".join(Tally.objects.values_list("key", flat=True))
    assert not any(word in kept for word in ("10.0", "alice", "ABCD"))


def test_a_cache_that_is_down_keeps_nobody_from_a_table(settings, caplog) -> None:
    settings.CACHES = {"default": {"BACKEND": REDIS, "LOCATION": "redis://127.0.0.1:1"}}
    limit = a_limit("test-down", each=1)
    limit.count("10.0.0.1")
    assert not too_often(limit, "10.0.0.1")
    assert "attempts are not counted" in caplog.text


# ------------------------------------------------------------------ who is let in all the same


def guess(client: Client, number: int = 31) -> int:
    return [client.get(f"/tables/NOPE{n:04}/watch").status_code for n in range(number)][-1]


@counted
def test_six_hundred_wrong_codes_shut_out_one_guesser_and_nobody_else() -> None:
    table = a_table()
    guesser, watcher = Client(REMOTE_ADDR="10.0.0.1"), Client(REMOTE_ADDR="10.0.0.2")
    assert guess(guesser, 600) == 429
    assert guesser.get(f"/tables/{table.code}/watch").status_code == 429
    assert watcher.get(f"/tables/{table.code}/watch").status_code == 200
    sitter = browser(ALICE)
    assert sitter.get(f"/tables/{table.code}/", REMOTE_ADDR="10.0.0.1").status_code == 200


@counted
def test_a_stranger_who_mistypes_or_whose_neighbour_does_gets_in_by_the_right_code() -> None:
    table = a_table()
    assert guess(Client(REMOTE_ADDR="10.0.0.1"), 12) == 429
    assert Client(REMOTE_ADDR="10.0.0.1").get(f"/tables/{table.code}/watch").status_code == 200


@counted
def test_a_page_that_was_let_in_comes_back_whatever_its_neighbours_try() -> None:
    table = a_table()
    watcher = Client(REMOTE_ADDR="10.0.0.1")
    assert watcher.get(f"/tables/{table.code}/watch").status_code == 200
    assert guess(Client(REMOTE_ADDR="10.0.0.1")) == 429
    assert watcher.get(f"/tables/{table.code}/watch").status_code == 200
    cookies = {key: each.value for key, each in watcher.cookies.items()}
    scope = {"client": ("10.0.0.1", 5000), "cookies": cookies}
    assert table_by(table.code, CHARLIE, entrance.caller_of_socket(scope)) == table
    other = a_table()
    with pytest.raises(Refused):
        table_by(other.code, CHARLIE, entrance.caller_of_socket(scope))


@counted
def test_a_club_behind_one_address_gets_in_where_its_people_play() -> None:
    table = a_table()
    player, club = browser(CHARLIE), {"REMOTE_ADDR": "10.0.0.1"}
    answer = player.post(f"/tables/{table.code}/join", {"name": "Charlie", "side": "a"}, **club)
    assert answer.status_code == 302
    assert guess(Client(**club)) == 429
    assert Client(**club).get(f"/tables/{table.code}/watch").status_code == 200


@counted
def test_a_stamp_of_ones_own_making_opens_nothing() -> None:
    table = a_table()
    guesser = Client(REMOTE_ADDR="10.0.0.1")
    guess(guesser)
    guesser.cookies["livetable_tables"] = f'["{table.code}"]'
    assert guesser.get(f"/tables/{table.code}/watch").status_code == 429
    with pytest.raises(Refused):
        table_by(table.code, CHARLIE, Caller("10.0.0.1"))


@pytest.mark.slow
def test_two_processes_count_wrong_codes_together(live: Callable[..., LiveServer]) -> None:
    one = live(redis=True)
    other = live(beside=one)
    wrong = "/tables/NONE22/"
    listed = [server.get(wrong)[0] for server in (one, other) for _ in range(5)]
    assert listed == [404] * 10
    assert [server.get(wrong)[0] for server in (one, other)] == [429, 429]
