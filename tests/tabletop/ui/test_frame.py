"""The frame of every page: theme, pages of the bar, error pages, and a policy without inline scripts."""

import re
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import RequestFactory, override_settings
from django.urls import path

from tabletop.ui import nav
from tabletop.ui.context import frame
from tests.markup import tight

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"


@pytest.mark.parametrize(("cookie", "theme"), [("dark", "dark"), ("light", "light"), ('"><script>', ""), ("", "")])
def test_the_theme_is_a_cookie_and_nothing_else(cookie: str, theme: str) -> None:
    request = RequestFactory().get("/")
    request.COOKIES["theme"] = cookie
    assert frame(request)["theme"] == theme
    page = tight(render_to_string("404.html", request=request))
    assert (f'<html lang="en" data-theme="{theme}">' if theme else '<html lang="en">') in page


def test_the_sign_of_safety_goes_with_every_request_of_htmx() -> None:
    page = render_to_string("404.html", {"csrf_token": "abc"})
    assert """hx-headers='{"X-CSRFToken": "abc"}'""" in page


def a_page(request: object) -> HttpResponse:
    return HttpResponse()


class SmallSite:
    """A site that has a lobby and a rulebook only."""

    urlpatterns = [path("", a_page), path("rulebook/", a_page), path("rulebook/<str:rule>", a_page)]


@pytest.fixture
def small_site() -> object:
    nav._existing_pages.cache_clear()
    with override_settings(ROOT_URLCONF=SmallSite):
        yield
    nav._existing_pages.cache_clear()


@pytest.mark.usefixtures("small_site")
def test_the_bar_names_only_pages_that_exist() -> None:
    assert [page.label for page in nav.nav_pages("/")] == ["Tables", "Rulebook"]


@pytest.mark.usefixtures("small_site")
@pytest.mark.parametrize(
    ("here", "current"),
    [("/", "Tables"), ("/tables/WREN27/", "Tables"), ("/rulebook/ARAP-HIT-01", "Rulebook"), ("/account/", None)],
)
def test_the_bar_marks_the_page_one_is_on(here: str, current: str | None) -> None:
    assert [page.label for page in nav.nav_pages(here) if page.current] == ([current] if current else [])


@pytest.mark.parametrize("name", ["403.html", "403_csrf.html", "404.html", "422.html", "500.html"])
def test_error_pages_need_no_context(name: str) -> None:
    page = render_to_string(name)
    assert page.count("<h1>") == 1
    assert 'href="/"' in page


def test_no_template_holds_a_script_or_a_handler() -> None:
    for file in TEMPLATES.rglob("*.html"):
        source = file.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)", source), file
        assert not re.search(r"\son[a-z]+=", source), file
        assert "javascript:" not in source, file


def test_every_icon_that_a_template_names_exists() -> None:
    from tabletop.ui.icons import icon_id

    named = {name for file in TEMPLATES.rglob("*.html") for name in re.findall(r'{% icon "([\w-]+)"', file.read_text())}
    assert "moon" in named
    for name in named:
        icon_id(name)
