"""Unit cards as PDF. WeasyPrint is brought in only when somebody asks for one: serving needs none of its libraries."""

from __future__ import annotations

import base64
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from tabletop.armies.cards.sheets import Paper, Size, sheets
from tabletop.armies.cards.unit_card import Card
from tabletop.armies.models import Army
from tabletop.ui.refused import Refused

NEEDS: Final = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
"""Packages of Debian and Ubuntu that WeasyPrint works with."""

_FONTS: Final = {
    "regular": "livetable-serif-regular",
    "bold": "livetable-serif-bold",
    "text": "inter-latin-wght-normal",
}
_ONE_AT_A_TIME: Final = Lock()
"""A PDF takes a processor for a while; others wait for it."""


def pdf(army: Army, cards: Sequence[Card], paper: Paper, size: Size) -> bytes:
    """The cards of an army. Raises Refused where the libraries are missing."""
    page = render_to_string(
        "armies/pdf/cards.html",
        {
            "army": army,
            "sheets": sheets(cards, size),
            "paper": paper,
            "size": size,
            "boxes": {kind: mark_safe(_box(shape)) for kind, shape in _BOXES.items()},  # noqa: S308
            "fonts": {kind: mark_safe(_font(name)) for kind, name in _FONTS.items()},  # noqa: S308
        },
    )
    _bring_in()
    with _ONE_AT_A_TIME:
        return _written(page)


def _bring_in() -> None:
    """Raise Refused where WeasyPrint or what it needs is missing."""
    try:
        import weasyprint  # noqa: F401
    except (ImportError, OSError):
        message = "This server cannot write PDF files: Pango, which WeasyPrint draws with, is not installed."
        allowed = f"apt-get install {NEEDS} on the server; or print the page of the cards from the browser"
        raise Refused("no-pdf", message, allowed, status=503) from None


@lru_cache(maxsize=8)
def _written(page: str) -> bytes:
    """A page as PDF; the latest ones are kept, because people print a list more than once."""
    import weasyprint
    from weasyprint.urls import URLFetcher

    with _no_collecting():
        written: bytes = weasyprint.HTML(string=page, url_fetcher=URLFetcher(allowed_protocols=["data"])).write_pdf()
    return written


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Laying out makes very many small things that live to the end: looking for dead ones is a quarter of the work."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


_BOXES: Final = {
    "square": '<rect x="1" y="3" width="14" height="14" rx="1"/>',
    "round": '<circle cx="8" cy="10" r="7"/>',
}
"""Boxes to tick, drawn once and repeated along a line: elements of their own would take long to lay out."""


@cache
def _box(shape: str) -> str:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20" height="20">'
    drawn = f'{svg}<g fill="none" stroke="#000" stroke-width="1.6">{shape}</g></svg>'
    return "data:image/svg+xml;base64," + base64.b64encode(drawn.encode()).decode()


@cache
def _font(name: str) -> str:
    """A font as an address that holds all of it, so that nothing is fetched from anywhere."""
    found = finders.find(f"fonts/{name}.woff2")
    assert isinstance(found, str)
    return "data:font/woff2;base64," + base64.b64encode(Path(found).read_bytes()).decode()
