"""The settings that production runs on, read in a process of their own."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import starts
from tests.live import environment

READ = """
import json, sys
from tabletop import settings
print(json.dumps({name: getattr(settings, name) for name in dir(settings) if name.isupper()}, default=str))
"""


def read(data_dir: Path, **variables: str) -> dict[str, Any]:
    """The settings under these variables."""
    own = environment("tabletop.settings", data_dir)
    for name in ("SECRET_KEY", "DEBUG"):
        own.pop(name, None)
    code, printed, complaints = starts.run(["-c", READ], env=own | variables, timeout=60)
    if code:
        raise RuntimeError(complaints.splitlines()[-1])
    found: dict[str, Any] = json.loads(printed)
    return found


def test_without_variables_it_is_a_safe_server_for_one_machine(tmp_path: Path) -> None:
    found = read(tmp_path)
    assert (found["HOST"], found["PORT"], found["DEBUG"], found["SERVER"]) == ("127.0.0.1", 8000, False, "daphne")
    assert found["SECRET_KEY"] == (tmp_path / "secret-key").read_text().strip()
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "livetable.sqlite3")
    assert found["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["CHANNEL_LAYERS"]["default"]["BACKEND"] == "channels.layers.InMemoryChannelLayer"
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is False


def test_redis_carries_the_channel_layer(tmp_path: Path) -> None:
    layer = read(tmp_path, REDIS_URL="redis://redis.example:6380/2")["CHANNEL_LAYERS"]["default"]
    assert layer == {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": ["redis://redis.example:6380/2"]},
    }


def test_redis_counts_for_all_processes_together(tmp_path: Path) -> None:
    counted = read(tmp_path, REDIS_URL="redis://redis.example:6380/2")["CACHES"]["default"]
    assert counted["BACKEND"] == "django.core.cache.backends.redis.RedisCache"
    assert counted["LOCATION"] == "redis://redis.example:6380/2"
    assert read(tmp_path)["CACHES"]["default"]["BACKEND"] == "tabletop.accounts.limits.InTheDatabase"
    assert read(tmp_path)["CACHES"]["readers"]["BACKEND"] == "django.core.cache.backends.locmem.LocMemCache"


def test_postgresql_keeps_the_data_through_a_pool(tmp_path: Path) -> None:
    database = read(tmp_path, DATABASE_URL="postgresql://ines:pw@db.example:5433/tables", DATABASE_POOL="4")
    default = database["DATABASES"]["default"]
    assert default["ENGINE"] == "django.db.backends.postgresql"
    assert (default["NAME"], default["HOST"], default["PORT"]) == ("tables", "db.example", 5433)
    assert default["OPTIONS"]["pool"]["max_size"] == 4


def test_behind_tls_cookies_travel_encrypted_only(tmp_path: Path) -> None:
    found = read(tmp_path, BEHIND_TLS="1")
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True
    assert found["TRUSTED_PROXIES"] == ["127.0.0.1"]


def test_no_proxy_is_believed_that_was_not_named(tmp_path: Path) -> None:
    assert read(tmp_path)["TRUSTED_PROXIES"] == []
    assert read(tmp_path, FORWARDED_ALLOW_IPS="10.0.0.2,10.0.0.3")["TRUSTED_PROXIES"] == ["10.0.0.2", "10.0.0.3"]


def test_a_key_from_the_environment_leaves_no_file(tmp_path: Path) -> None:
    assert read(tmp_path, SECRET_KEY="from-outside")["SECRET_KEY"] == "from-outside"
    assert not (tmp_path / "secret-key").exists()


def test_mail_is_printed_until_a_server_is_named(tmp_path: Path) -> None:
    assert read(tmp_path)["EMAIL_BACKEND"].endswith(".console.EmailBackend")
    assert read(tmp_path, EMAIL_HOST="mail.example")["EMAIL_BACKEND"].endswith(".smtp.EmailBackend")


def test_a_wrong_value_names_its_variable(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="PORT=http is not a whole number"):
        read(tmp_path, PORT="http")
