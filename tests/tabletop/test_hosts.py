"""Which names the server answers to, and which pages may open a socket."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tabletop.hosts import SameOriginOnly, is_local_name, is_same_origin, is_served


@pytest.mark.parametrize("name", ["localhost", "192.168.1.20", "[fe80::1]", "club-pi", "pi.local", "table.home.arpa."])
def test_a_name_of_the_local_network_is_local(name: str) -> None:
    assert is_local_name(name)


@pytest.mark.parametrize("name", ["example.com", "192.168.1.20.example.com", "local.example", "10.1.1.1.nip.io"])
def test_a_public_name_is_not_local(name: str) -> None:
    assert not is_local_name(name)


def test_a_list_of_names_replaces_the_default(settings: Settings) -> None:
    settings.LOCAL_NAMES_ONLY = False
    settings.ALLOWED_HOSTS = ["club.example"]
    assert is_served("club.example:443")
    assert not is_served("localhost:8000")


@pytest.mark.parametrize("host", ["", "a b", "example.com:80:80", "[::1", "user@localhost"])
def test_a_malformed_host_is_not_served(host: str) -> None:
    assert not is_served(host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8000", "localhost:8000"),
        ("http://Club-Pi", "club-pi:80"),
        ("https://club.example", "club.example"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_a_page_served_here_has_the_same_origin(origin: str, host: str) -> None:
    assert is_same_origin(origin, host)


@pytest.mark.parametrize(
    "origin",
    ["http://localhost:8001", "http://evil.example", "null", "file://", "http://localhost:x", "http://localhost"],
)
def test_a_page_from_elsewhere_has_another_origin(origin: str) -> None:
    assert not is_same_origin(origin, "localhost:8000")


def test_a_trusted_origin_may_open_a_socket(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://tables.example"]
    assert is_same_origin("https://tables.example", "localhost:8000")


def test_a_request_for_a_public_name_is_refused_with_the_way_out(client: Client) -> None:
    answer = client.get("/healthz", headers={"Host": "rebound.example"})
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" in answer.text


async def opened(headers: list[tuple[bytes, bytes]]) -> list[str]:
    """What happens to a websocket with these headers: the inner application is reached, or the types it is sent."""
    seen: list[str] = []

    async def inner(scope: object, receive: object, send: object) -> None:
        seen.append("reached")

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, str]) -> None:
        seen.append(message["type"])

    await SameOriginOnly(inner)({"type": "websocket", "headers": headers}, receive, send)
    return seen


async def test_a_socket_from_a_page_of_this_server_is_let_in() -> None:
    assert await opened([(b"host", b"localhost:8000"), (b"origin", b"http://localhost:8000")]) == ["reached"]


async def test_a_socket_from_a_client_without_origin_is_let_in() -> None:
    assert await opened([(b"host", b"localhost:8000")]) == ["reached"]


async def test_a_socket_from_a_page_elsewhere_is_denied() -> None:
    assert await opened([(b"host", b"localhost:8000"), (b"origin", b"http://evil.example")]) == ["websocket.close"]


async def test_a_socket_under_a_public_name_is_denied() -> None:
    host = b"rebound.example"
    assert await opened([(b"host", host), (b"origin", b"http://" + host)]) == ["websocket.close"]
