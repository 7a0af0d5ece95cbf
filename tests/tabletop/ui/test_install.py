"""What a phone needs in order to install the site, and what it shows without a connection."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_names_icons_that_are_there():
    answer = Client().get("/manifest.webmanifest")
    found = json.loads(answer.content)
    assert answer["Content-Type"].startswith("application/manifest+json")
    assert found["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in found["icons"]}
    static = Path(settings.BASE_DIR) / "static"
    assert all((static / icon["src"].split("/static/")[1]).exists() for icon in found["icons"])


def test_every_page_links_it():
    page = Client().get("/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert "js/site/install.js" in page
    assert re.search(r'id="plain-http"\s+hidden', page)


def test_the_worker_keeps_the_page_for_no_connection_and_nothing_of_tables():
    answer = Client().get("/worker.js")
    script = answer.content.decode()
    assert answer["Content-Type"].startswith("text/javascript")
    kept = re.findall(r'"(/[^"]*)"', script.partition("const KEPT")[2].partition(";")[0])
    assert all(path.startswith(("/static/css/", "/static/js/site/again.")) for path in kept)
    assert "/offline" in script
    assert "tables" not in script


def test_without_a_connection_the_page_says_that_nothing_is_lost_and_looks_for_one_by_itself():
    page = Client().get("/offline").content.decode()
    assert "No connection" in page
    assert "Try again" in page
    assert re.findall(r'<script[^>]* src="([^"]*)"', page) == [static("js/site/again.js")]
