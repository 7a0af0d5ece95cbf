"""The text corpus over HTTP on PostgreSQL: what cannot be shown is refused, all else is kept as it came."""

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar

import pytest

from tests.live import LiveServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

REFUSED = ("Ines\x00", "\x1b[31mred", "next\x85line")
KEPT = (
    "Nórthmarch “Ford” ①",
    "\U0001f9e8 four bytes",
    "שלום עולם",
    "ﷺ wide",
    "'; DROP TABLE games_table; --",
    "100 % {name} \\ %s",
    '<b>bold</b> & "quoted"',
)
FORMS = ("/account/sign-up", "/account/sign-in", "/account/forgotten", "/join", "/armies/new", "/scenarios/new")
AT_THE_TABLE = (
    *("chat", "act", "ruling", "undo", "entropy", "preview", "dispute", "set-up", "settle", "point", "react"),
    *("text/say", "house/seat", "house/settle", "house/nod", "house/concede", "house/seen", "house/advice"),
)
BY_A_CODE = ("wall/?only=", "wall/now?large=", "tables/{}/stream?as=", "tables/{}/text?unit=", "tables/{}/moment?at=")
HUGE = (10**400, -(10**30), 2**63, 1e308, "9" * 400, [], {"a": {}}, None)
NUMBERS = ("seq", "head", "seat", "based_on", "delay_s", "since", "proposal")


class Browser:
    """Somebody with cookies who posts forms and JSON."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open
        page = self.get("/account/sign-up")[1]
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found
        self._token = found[1]

    def get(self, path: str) -> tuple[int, str, str]:
        return self._answer(urllib.request.Request(self._url + path))

    def post(self, path: str, fields: dict[str, object], *, as_json: bool = False) -> tuple[int, str, str]:
        """Status, text and final address."""
        kind = "application/json" if as_json else "application/x-www-form-urlencoded"
        body = json.dumps(fields) if as_json else urllib.parse.urlencode(fields)
        headers = {"X-CSRFToken": self._token, "Content-Type": kind, "Referer": self._url}
        return self._answer(urllib.request.Request(self._url + path, body.encode(), headers))

    def _answer(self, request: urllib.request.Request) -> tuple[int, str, str]:
        try:
            with self._open(request, timeout=60) as answer:
                return answer.status, answer.read().decode(), answer.url
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(), request.full_url


@pytest.fixture
def served(live: Callable[..., LiveServer]) -> Iterator[LiveServer]:
    running = live(database="postgres")
    yield running
    assert "Traceback" not in (found := running.log.read_text()), found[-8000:]


def test_texts_are_refused_or_kept_and_never_an_error(served: LiveServer) -> None:
    somebody = Browser(served.url)
    code, address = _a_table(served, somebody)
    found = {}
    for text in REFUSED:
        for path in FORMS:
            found[path, text] = somebody.post(path, {"name": text, "username": text, "code": text, "email": text})[0]
        for path in AT_THE_TABLE:
            where = f"/tables/{code}/{path}"
            found[path, text] = somebody.post(where, {"text": text, "reason": text, "kind": text}, as_json=True)[0]
        found["query", text] = somebody.get("/rulebook/?" + urllib.parse.urlencode({"q": text}))[0]
        for path in BY_A_CODE:
            found[path, text] = somebody.get(f"/{path.format(code)}{urllib.parse.quote(text)}")[0]
    assert {key: status for key, status in found.items() if status != 422} == {}
    for text in KEPT:
        status, _, _ = somebody.post(f"/tables/{code}/chat", {"text": text}, as_json=True)
        assert status < 400, text
    page = somebody.get(address)[1]
    assert "four bytes" in page
    assert "&lt;b&gt;bold" in page
    assert "DROP TABLE" in page


def test_numbers_out_of_all_range_and_strangers_are_refused_and_never_an_error(served: LiveServer) -> None:
    host, stranger = Browser(served.url), Browser(served.url)
    code, _ = _a_table(served, host)
    found = {}
    for who, browser in (("host", host), ("stranger", stranger)):
        for path in AT_THE_TABLE:
            for n, value in enumerate(HUGE):
                fields: dict[str, object] = dict.fromkeys(NUMBERS, value) | {"start": value, "end": value, "as": "b"}
                where = f"/tables/{code}/{path}"
                found[who, path, n] = browser.post(where, fields | {"text": "move", "kind": "bold"}, as_json=True)[0]
        for at in ("9" * 400, "-1", "1e999", "NaN"):
            for path in ("moment?at=", "log?before=", "text/now?since="):
                found[who, path, at] = browser.get(f"/tables/{code}/{path}{at}")[0]
    assert {key: status for key, status in found.items() if status >= 500} == {}


def _a_table(served: LiveServer, somebody: Browser) -> tuple[str, str]:
    """The code of the sample table, where somebody sits down, and its page."""
    code = served.manage("shell", "-c", "from tabletop.games.models import Table; print(Table.objects.get().code)")[
        -7:-1
    ]
    status, _, address = somebody.post(f"/tables/{code}/join", {"name": "Ines", "side": "a"})
    assert status == 200
    return code, urllib.parse.urlparse(address).path
