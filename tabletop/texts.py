"""Control characters in what people type: refused before any view sees them, since databases differ in what they keep.

PostgreSQL keeps no NUL, SQLite does; so the same text would be stored here and be an error there. A sign that turns the
direction of text would turn the rest of each line of a log that a name stands in.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.decorators import sync_and_async_middleware

REFUSAL: Final = "{} has a sign that cannot be shown. Allowed are letters, figures, spaces and line breaks.\n"

_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0, C1, signs that turn the direction of all that follows, lone surrogates."""

ESCAPED: Final = re.compile(r"\\u(?:00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|20(?:2[a-e]|6[6-9]))", re.IGNORECASE)
"""Such a sign as JSON writes it."""


def has_control(text: str) -> bool:
    """Whether a text has a control character other than a tab or a line break."""
    return _CONTROL.search(text) is not None


_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")


def unturned(text: str) -> str:
    """The text without signs that turn its direction, which other tools and clipboards leave in it unseen."""
    return _TURNS.sub("", text)


def shown(text: str, most: int = 40) -> str:
    """The beginning of a text without such signs, to name it by."""
    return _CONTROL.sub("", text)[:most]


def refusal(request: HttpRequest) -> HttpResponse | None:
    """422 naming the field, for a request with such a sign in its address, its query or its form.

    Whoever looks at pages gets one; scripts and programs get the line alone.
    """
    form = request.POST if request.method == "POST" else QueryDict()
    wrong = next((name for name, text in _texts(request, form) if has_control(text)), None)
    if wrong is None:
        return None
    shown = "The form" if has_control(wrong) else wrong[:40]
    line = REFUSAL.format(shown)
    if "text/html" in request.headers.get("Accept", "") and "HX-Request" not in request.headers:
        return render(request, "422.html", {"exception": line}, status=422)
    return HttpResponse(line, status=422, content_type="text/plain; charset=utf-8")


def _texts(request: HttpRequest, form: QueryDict) -> Iterator[tuple[str, str]]:
    yield "The address", request.path
    for fields in (request.GET, form):
        for name, values in fields.lists():
            yield from ((name, text) for text in (name, *values))


@sync_and_async_middleware
def without_control_characters(get_response: Callable[[HttpRequest], object]) -> Callable[[HttpRequest], object]:
    """Refuse such requests; bodies in JSON are looked at where they are read."""
    if iscoroutinefunction(get_response):

        async def async_middleware(request: HttpRequest) -> object:
            answer = refusal(request) or get_response(request)
            return await answer if isinstance(answer, Awaitable) else answer

        return async_middleware

    def middleware(request: HttpRequest) -> object:
        return refusal(request) or get_response(request)

    return middleware
