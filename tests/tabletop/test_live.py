"""The whole application in processes of its own, on each database, layer and server."""

import http.client
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests import starts
from tests.live import ROOT, LiveServer, Prepared, environment, made_once
from tests.servers import free_port, wait_until
from tests.visitors import Socket, Visitor, a_table_on

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
Start = Callable[..., LiveServer]


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
@pytest.mark.parametrize(("database", "redis"), [("sqlite", False), ("postgres", True)])
def test_it_serves_on_each_database_and_layer(live: Start, server: str, database: str, redis: bool) -> None:
    running = live(server=server, database=database, redis=redis)
    found = running.health()
    assert (found["status"], found["down"]) == ("up", [])
    assert found["database"] == {"sqlite": "sqlite", "postgres": "postgresql"}[database]
    assert found["layer"] == ("redis" if redis else "in-process")
    assert running.stop() == 0
    assert "Traceback" not in (shown := running.log.read_text()), shown[-8000:]


def test_health_names_a_redis_that_is_away_and_recovers(live: Start) -> None:
    running = live(redis=True)
    assert running.redis is not None
    assert running.health()["down"] == []
    running.redis.stop()
    assert running.get("/healthz")[0] == 503
    assert running.health()["down"] == ["layer"]
    running.redis.start()
    wait_until(lambda: running.get("/healthz")[0] == 200, "the layer is back")


def test_health_names_a_database_that_is_away(live: Start, prepared: Prepared) -> None:
    running = live(database="postgres")
    prepared.postgres.stop()
    try:
        assert running.get("/healthz")[0] == 503
        assert running.health()["down"] == ["database"]
    finally:
        prepared.postgres.start()
    wait_until(lambda: running.get("/healthz")[0] == 200, "the database is back")


def test_it_comes_back_on_its_port_after_a_kill(live: Start) -> None:
    running = live()
    assert running.kill() == -signal.SIGKILL
    assert running.restart().health()["status"] == "up"


@pytest.fixture(scope="module", params=["daphne", "uvicorn"])
def running(prepared: Prepared, request: pytest.FixtureRequest) -> Iterator[LiveServer]:
    """One that several tests ask, each kind of server once."""
    server = LiveServer(prepared, server=request.param).start()
    yield server
    server.remove()


def test_static_files_are_served_whole_and_to_be_kept(running: LiveServer) -> None:
    status, text = running.get("/static/css/account.css")
    assert status == 200
    assert text == (ROOT / "static/css/account.css").read_text()


def test_a_socket_from_elsewhere_or_to_nowhere_is_answered_403(running: LiveServer) -> None:
    address = running.url.replace("http", "ws", 1) + "/nowhere"
    for origin in ("http://evil.example", running.url):
        with pytest.raises(InvalidStatus) as refused:
            connect(address, origin=Origin(origin))
        assert refused.value.response.status_code == 403
    assert "Traceback" not in (found := running.log.read_text()), found[-8000:]


@pytest.mark.parametrize("said", ["act", b"ping", "x" * 3_000])
def test_who_says_what_none_may_say_is_cut_off_and_counted_no_more(running: LiveServer, said: str | bytes) -> None:
    _, _, code = a_table_on(running.url)
    with Visitor(running.url).live(code, "as=public") as stranger:
        stranger.opened.send(said)
        with suppress(ConnectionClosed):  # it may be closed already
            stranger.opened.send(said)
        assert _cut_off(stranger) == {"daphne": 4400, "uvicorn": 1008}[running.server]
    with Visitor(running.url).live(code, "as=public") as alone:
        wait_until(lambda: "<strong>1</strong>" in alone.read(), "nobody else watches")
    assert "Traceback" not in (found := running.log.read_text()), found[-8000:]


def _cut_off(stranger: Socket) -> int:
    """The code with which that socket is closed."""
    try:
        while True:
            stranger.read(20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def answered(running: LiveServer, head: str, body: bytes = b"") -> bytes:
    """What comes back for a request that promises more than it sends."""
    with socket.create_connection(("127.0.0.1", int(running.url.rsplit(":", 1)[1])), timeout=60) as line:
        line.sendall(f"{head}\r\nHost: localhost\r\n\r\n".encode() + body)
        return line.recv(100)


def test_a_body_is_refused_by_its_length_before_it_is_sent(running: LiveServer) -> None:
    with_file = "POST /armies/import HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length:"
    for head in ("POST /healthz HTTP/1.1\r\nContent-Length: 1000001", f"{with_file} 11000001"):
        assert answered(running, head).startswith(b"HTTP/1.1 413 ")
    chunk = b"f4241\r\n" + bytes(1_000_001) + b"\r\n"
    unsaid = answered(running, "POST /healthz HTTP/1.1\r\nTransfer-Encoding: chunked", chunk)
    assert unsaid.startswith(b"HTTP/1.1 413 ")
    assert running.health()["status"] == "up"
    assert "Traceback" not in (found := running.log.read_text()), found[-8000:]


# ------------------------------------------------------- as `make run` does


def serve(data_dir: Path, **variables: str) -> subprocess.Popen[str]:
    """The command behind `make run`, with production's settings."""
    own = environment("tabletop.settings", data_dir, **variables)
    own.pop("SECRET_KEY", None)
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def said_at_its_end(data_dir: Path, **variables: str) -> tuple[int, str]:
    """Exit code and words of the same command where it cannot serve."""
    own = environment("tabletop.settings", data_dir, **variables)
    own.pop("SECRET_KEY", None)
    code, printed, complaints = starts.run(["manage.py", "serve"], env=own, timeout=60)
    return code, printed + complaints


def said(process: subprocess.Popen[str], word: str) -> str:
    """What the process prints up to the line that holds the word."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if word in line:
            return "".join(lines)
    raise AssertionError("".join(lines))


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit code and last words after Ctrl-C."""
    process.send_signal(signal.SIGINT)
    words, _ = process.communicate(timeout=60)
    return process.returncode, words


@pytest.fixture(scope="module")
def first_run(shared: Path) -> dict[str, Any]:
    """A first run in an empty folder, met by a second one, asked for two pages, and ended by Ctrl-C."""
    folder = made_once(shared / "first-run", _run_for_the_first_time)
    found: dict[str, Any] = json.loads((folder / "told.json").read_text())
    return found | {"data_dir": folder / "var"}


def _run_for_the_first_time(folder: Path) -> None:
    data_dir = folder / "var"
    port = str(free_port())
    process = serve(data_dir, PORT=port)
    try:
        banner = said(process, "Ctrl-C")
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
        connection.request("GET", "/account/sign-in")
        page = connection.getresponse().read().decode()
        found = re.search(r"/static/css/account\.[0-9a-f]{12}\.css", page)
        connection.request("GET", found[0] if found else "/missing")
        style = connection.getresponse()
        kept = style.headers["Cache-Control"]
        style.read()
        _, second = said_at_its_end(data_dir, PORT=port)
        _, third = said_at_its_end(data_dir, PORT=str(free_port()))
        code, last_words = interrupted(process)
    finally:
        process.kill()
    noted = {"port": port, "code": code, "last_words": last_words, "banner": banner, "style": found and found[0]}
    (folder / "told.json").write_text(json.dumps(noted | {"kept": kept, "second": second, "third": third}))


def test_a_first_run_sets_up_its_folder(first_run: dict[str, Any]) -> None:
    data_dir = Path(str(first_run["data_dir"]))
    assert {"livetable.sqlite3", "secret-key", "static"} <= {path.name for path in data_dir.iterdir()}
    banner = str(first_run["banner"]).splitlines()
    assert banner[-2:] == [f"Livetable is ready: http://localhost:{first_run['port']}", "Ctrl-C ends it."]
    armies, scenarios = (len(list((ROOT / "tabletop/sample").glob(f"*.{kind}.json"))) for kind in ("army", "scenario"))
    assert banner[0] == f"Loaded {armies} sample armies and {scenarios} scenarios."
    assert banner[1].startswith("A battle is under way at table ")


def test_static_files_carry_a_hash_and_are_kept_for_ever(first_run: dict[str, Any]) -> None:
    assert first_run["style"]
    assert first_run["kept"] == "max-age=315360000, public, immutable"


def test_a_second_run_says_that_the_port_is_taken(first_run: dict[str, Any]) -> None:
    port = int(str(first_run["port"]))
    assert str(first_run["second"]).splitlines() == [
        f"CommandError: Port {port} is taken: perhaps Livetable runs already, see http://127.0.0.1:{port}",
        f"Choose another port: make run PORT={port + 1}",
    ]


def test_another_port_on_the_same_folder_is_refused_without_redis(first_run: dict[str, Any]) -> None:
    assert "Another Livetable already serves the data" in str(first_run["third"])


def test_ctrl_c_ends_it_without_a_word_too_many(first_run: dict[str, Any]) -> None:
    assert first_run["code"] == 0
    assert str(first_run["last_words"]).strip() == "Livetable has ended."


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_a_club_is_told_its_addresses(first_run: dict[str, Any], tmp_path: Path, server: str) -> None:
    shutil.copytree(first_run["data_dir"], tmp_path, dirs_exist_ok=True)  # an installation that has run before
    process = serve(tmp_path, PORT="0", HOST="0.0.0.0", SERVER=server)
    try:
        banner = said(process, "Ctrl-C")
        assert interrupted(process)[0] == 0
    finally:
        process.kill()
    assert re.search(r"^Livetable is ready: http://localhost:[1-9][0-9]+$", banner, re.MULTILINE)
    assert "Phones: scan this for http://" in banner


def test_ctrl_c_while_it_sets_up_ends_it_too(tmp_path: Path) -> None:
    process = serve(tmp_path, PORT="0")
    wait_until(lambda: (tmp_path / "serving").exists() or process.poll() is not None, "it starts to set up")
    code, words = interrupted(process)
    assert (code, "Traceback" in words) == (0, False)
    assert (tmp_path / "secret-key").exists()


def test_a_server_that_is_not_known_names_those_that_are(tmp_path: Path) -> None:
    code, words = said_at_its_end(tmp_path, PORT="0", SERVER="granian")
    assert words.strip() == "CommandError: SERVER=granian is not known. Choose daphne or uvicorn."
    assert code == 1
