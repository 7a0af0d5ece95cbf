"""Unit cards as PDF. WeasyPrint is brought in only when somebody asks for one: serving needs none of its libraries."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from tabletop.armies.cards import Card
from tabletop.armies.models import Army
from tabletop.armies.sheets import Paper, Size, sheets
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
        "armies/cards_pdf.html",
        {
            "army": army,
            "sheets": sheets(cards, size),
            "paper": paper,
            "size": size,
            "fonts": {kind: mark_safe(_font(name)) for kind, name in _FONTS.items()},  # noqa: S308
        },
    )
    try:
        import weasyprint
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError):
        message = "This server cannot write PDF files: Pango, which WeasyPrint draws with, is not installed."
        allowed = f"apt-get install {NEEDS} on the server; or print the page of the cards from the browser"
        raise Refused("no-pdf", message, allowed, status=503) from None
    with _ONE_AT_A_TIME:
        nowhere = URLFetcher(allowed_protocols=["data"])
        written: bytes = weasyprint.HTML(string=page, url_fetcher=nowhere).write_pdf()
    return written


@cache
def _font(name: str) -> str:
    """A font as an address that holds all of it, so that nothing is fetched from anywhere."""
    found = finders.find(f"fonts/{name}.woff2")
    assert isinstance(found, str)
    return "data:font/woff2;base64," + base64.b64encode(Path(found).read_bytes()).decode()
