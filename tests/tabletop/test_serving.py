"""Ports, addresses and the code for phones."""

import socket
from pathlib import Path

import pytest
import segno

from tabletop import serving


def test_a_taken_port_names_another() -> None:
    with serving.listening_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(serving.CannotServe, match=f"Port {port} is taken.*\n.*make run PORT={port + 1}"):
            serving.listening_socket("127.0.0.1", port)


def test_a_strange_address_says_how_to_use_every_address() -> None:
    with pytest.raises(serving.CannotServe, match=r"HOST=192\.0\.2\.77 is no address of this machine"):
        serving.listening_socket("192.0.2.77", 0)


def test_two_servers_without_redis_do_not_share_a_folder(tmp_path: Path) -> None:
    with serving.claim(tmp_path), pytest.raises(serving.CannotServe, match="REDIS_URL"):
        serving.claim(tmp_path)
    serving.claim(tmp_path).close()


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("localhost", 8000, "http://localhost:8000"),
        ("club-pi", 80, "http://club-pi"),
        ("::1", 8000, "http://[::1]:8000"),
    ],
)
def test_an_address_is_written_as_a_browser_wants_it(host: str, port: int, address: str) -> None:
    assert serving.url(host, port) == address


def test_alone_only_this_machine_is_named() -> None:
    assert serving.banner("127.0.0.1", 8000, colours=False).splitlines() == [
        "Livetable is ready: http://localhost:8000",
        "Ctrl-C ends it.",
    ]


def test_for_a_club_each_address_and_a_code_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "lan_addresses", lambda: ["192.168.1.20"])
    lines = serving.banner("0.0.0.0", 8000, colours=False).splitlines()
    assert lines[:2] == [
        "Livetable is ready: http://localhost:8000",
        "In the same network: http://192.168.1.20:8000",
    ]
    assert "Phones: scan this for http://192.168.1.20:8000" in lines


def test_addresses_of_this_machine_can_be_bound() -> None:
    for address in serving.lan_addresses():
        with socket.create_server((address, 0)):
            pass


def test_the_printed_code_is_the_code() -> None:
    text = "http://192.168.1.20:8000"
    rows = [list(row) for row in segno.make(text, error="l").matrix_iter(border=3)]
    light = {" ": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}
    lines = list(serving.qr_lines(text, colours=False))
    printed = [[light[block][half] == 0 for block in line] for line in lines for half in (0, 1)]
    assert printed[: len(rows)] == [[bool(dark) for dark in row] for row in rows]
