"""Control characters: refused at every form, query and address, and in files."""

import pytest
from django.test import Client

from tabletop.armies.lists import exchange as lists
from tabletop.armies.lists import reading
from tabletop.scenarios.draft import exchange as drafts
from tabletop.texts import has_control
from tabletop.ui.refused import Refused

FORMS = ("/account/sign-in", "/account/sign-up", "/tables/open", "/armies/new", "/scenarios/new", "/")


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\u202e", "\u2066", "\ud800"])
def test_a_control_character_is_none_to_show(sign: str) -> None:
    assert has_control(f"Northmarch{sign}")
    assert not has_control("Nórth\tmarch, “Ford”\r\n①")


@pytest.mark.parametrize("where", FORMS)
@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\u202e"])
def test_a_form_that_holds_one_is_refused_and_names_its_field(client: Client, where: str, sign: str) -> None:
    answer = client.post(where, {"name": f"Ines{sign}"})
    assert (answer.status_code, answer.content.decode().partition(" has")[0]) == (422, "name")


def test_whoever_looks_at_pages_gets_a_page_and_a_script_the_line(client: Client) -> None:
    sent = {"username": "Ines", "password": "\u202ehorse"}
    page = client.post("/account/sign-in", sent, headers={"Accept": "text/html,*/*"})
    assert page.status_code == 422
    assert page["Content-Type"].startswith("text/html")
    text = page.content.decode()
    assert "<h1>A sign that cannot be shown</h1>" in text
    assert "password has a sign that cannot be shown." in text
    assert "horse" not in text
    line = client.post("/account/sign-in", sent, headers={"Accept": "text/html", "HX-Request": "true"})
    assert line["Content-Type"].startswith("text/plain")


def test_an_address_or_a_query_that_holds_one_is_refused(client: Client) -> None:
    assert client.get("/tables/WREN%0027/").status_code == 422
    assert client.get("/rulebook/?q=flank%00").status_code == 422


@pytest.mark.parametrize("text", ['{"name": "\\u0000", "units": []}', '{"name": "\\u001B"}', '{"name": "\\u202E"}'])
@pytest.mark.parametrize("read", [lists.read, drafts.read])
def test_a_file_that_holds_one_is_refused(read, text: str) -> None:
    with pytest.raises(Refused, match="signs that cannot be shown"):
        read(text.encode())


def test_lists_of_other_tools_lose_signs_that_turn_their_text() -> None:
    listed = reading.read('{"roster": {"name": "\u202aAsh\u202c", "forces": []}}'.encode())
    assert listed.name == "Ash"
