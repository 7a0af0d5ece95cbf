"""The pages that the bar names: those of the plan that the site already has."""

from functools import cache
from typing import Final, NamedTuple

from django.urls import Resolver404, resolve

PLAN: Final = (
    ("Tables", "/"),
    ("Armies", "/armies/"),
    ("Scenarios", "/scenarios/"),
    ("Odds", "/charts/"),
    ("Rulebook", "/rulebook/"),
)
"""Label and address, in the order of the bar. A page shows as soon as its address leads somewhere."""


class NavPage(NamedTuple):
    """One entry of the bar."""

    label: str
    path: str
    current: bool


def nav_pages(here: str) -> tuple[NavPage, ...]:
    """The entries, with the one marked to which the address `here` belongs."""
    pages = _existing_pages()
    current = max((path for _, path in pages if _is_under(here, path)), key=len, default="")
    return tuple(NavPage(label, path, path == current) for label, path in pages)


def _is_under(here: str, path: str) -> bool:
    return here.startswith(("/tables/", "/replays/")) or here == "/" if path == "/" else here.startswith(path)


@cache
def _existing_pages() -> tuple[tuple[str, str], ...]:
    return tuple((label, path) for label, path in PLAN if _leads_somewhere(path))


def _leads_somewhere(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True
