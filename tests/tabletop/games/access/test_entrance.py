"""Wrong codes are counted: by one process in memory, by several in Redis, and never so that nobody gets in."""

from collections.abc import Callable

import pytest

from tabletop.games.access.entrance import Limit
from tabletop.games.access.refusals import Refused
from tests.live import LiveServer

REDIS = "django.core.cache.backends.redis.RedisCache"


def too_often(limit: Limit, address: str) -> bool:
    try:
        limit.check(address)
    except Refused as refused:
        return refused.status == 429 and refused.refusal.code == "too-often"
    return False


def test_an_address_has_its_share_and_all_together_have_theirs() -> None:
    limit = Limit("test-share", each=2, together=3)
    limit.forget()
    limit.count("10.0.0.1")
    assert not too_often(limit, "10.0.0.1")
    limit.count("10.0.0.1")
    assert too_often(limit, "10.0.0.1")
    assert not too_often(limit, "10.0.0.2")
    limit.count("10.0.0.2")
    assert too_often(limit, "10.0.0.3"), "three of all together"
    limit.forget()
    assert not too_often(limit, "10.0.0.1")


def test_a_cache_that_is_down_keeps_nobody_from_a_table(settings, caplog) -> None:
    settings.CACHES = {"default": {"BACKEND": REDIS, "LOCATION": "redis://127.0.0.1:1"}}
    limit = Limit("test-down", each=1, together=1)
    limit.count("10.0.0.1")
    assert not too_often(limit, "10.0.0.1")
    assert "attempts are not counted" in caplog.text


@pytest.mark.slow
def test_two_processes_count_wrong_codes_together(live: Callable[..., LiveServer]) -> None:
    one = live(redis=True)
    other = live(beside=one)
    wrong = "/tables/NONE22/"
    told = [server.get(wrong)[0] for server in (one, other) for _ in range(5)]
    assert told == [404] * 10
    assert [server.get(wrong)[0] for server in (one, other)] == [429, 429]
