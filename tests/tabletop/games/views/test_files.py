"""Battles as files: saved as lines, brought in elsewhere, shown as a picture, played on from a moment."""

import html as html_lib
import json
import re
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from rules.events import BattleResumed, Rolled
from tabletop.games import services
from tabletop.games.log import journal, played_again, stories
from tabletop.games.models import EventRecord, Table
from tests.cast import ALICE, BOB, CHARLIE, act, browser, deployed, fresh, state_of
from tests.tabletop.games.finished import fought

pytestmark = pytest.mark.django_db


def dice() -> int:
    """How many were thrown in the battle."""
    return sum(len(event.dice) for event in fought().events if isinstance(event, Rolled))


@pytest.fixture
def table() -> Table:
    """Over, its seed published."""
    table = deployed(hidden="Ash Second")
    act(table, BOB, type="Concede")
    services.publish_seed(code=table.code, person=ALICE)
    return fresh(table)


def bring(data: bytes, person=CHARLIE):
    return browser(person).post("/replays/bring-in", {"file": SimpleUploadedFile("log.jsonl", data)})


def brought(data: bytes) -> Table:
    answer = bring(data)
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    return Table.objects.get(code=answer["Location"].split("/")[2])


def test_a_saved_log_is_brought_in_and_is_the_same_battle(table):
    answer = browser(CHARLIE).get(f"/tables/{table.code}/log.jsonl")
    assert answer["Content-Disposition"].endswith('.jsonl"')
    copy = brought(answer.content)
    assert copy.game_id != table.game_id
    assert (copy.seq, copy.status, copy.seal) == (table.seq, "ended", table.seal)
    assert copy.brought_in["fault"] == ""
    for seq in range(1, table.seq + 1):
        assert journal.state_at(copy, seq) == journal.state_at(table, seq)
    assert browser(BOB).get(f"/tables/{copy.code}/log.jsonl").content == answer.content


def test_until_the_seed_is_published_no_log_is_saved():
    table = deployed()
    assert browser(ALICE).get(f"/tables/{table.code}/log.jsonl").status_code == 404
    assert browser(ALICE).get(f"/replays/{table.code}/rolls.json").status_code == 404
    assert browser(ALICE).get(f"/replays/{table.code}/picture.png").status_code == 404


@pytest.mark.parametrize("number", [1, 2])
def test_a_replay_is_the_battle_at_every_event(number):
    battle = fought(number=number)
    copy = brought(battle.data)
    journal.forget()
    assert [state for _, state in journal.events_after(copy, 0, copy.seq)] == list(battle.states)
    journal.forget()
    assert all(journal.state_at(copy, state.seq) == state for state in reversed(battle.states))


def test_every_page_of_it_is_shown_and_says_that_it_was_checked():
    copy = brought(fought().data)
    for page in ("", "luck", "figures", "dice"):
        html = browser(CHARLIE).get(f"/replays/{copy.code}/{page}").content.decode()
        said = f"Played again here, its {dice()} dice and 61 commands are as logged."
        assert re.sub(r"\s+", " ", html).count(said) == 1


def forged(**values) -> bytes:
    """The battle with another first roll."""
    lines = list(fought().lines)
    place = next(n for n, line in enumerate(lines) if b'"type":"Rolled"' in line)
    found = json.loads(lines[place])
    found["event"] |= values
    lines[place] = json.dumps(found).encode() + b"\n"
    return b"".join(lines)


def test_dice_that_do_not_verify_are_shown_with_a_warning():
    copy = brought(forged(dice=[6, 6]))
    html = browser(CHARLIE).get(f"/replays/{copy.code}/").content.decode()
    assert "does not verify" in html
    assert "of its dice" in html
    assert "the seed gives" in html


def test_dice_that_verify_are_told_from_a_log_that_does_not():
    html = browser(CHARLIE).get(f"/replays/{brought(forged(why='another')).code}/").content.decode()
    assert "does not verify" in html
    assert "Its dice are as sealed" in html
    other = fought().data.replace(bytes(range(32)).hex().encode(), bytes(32).hex().encode())
    html = browser(CHARLIE).get(f"/replays/{brought(other).code}/").content.decode()
    assert f"{dice()} of its dice are not as sealed" in re.sub(r"\s+", " ", html)


def test_what_a_log_says_is_text_and_nothing_else():
    hostile = "<img src=x onerror=alert(1)>"
    data = forged(why=hostile).replace(b"Ridge at dusk", b"<script>alert(1)</script>").replace(b'"Ines"', b'"<b>Ines"')
    copy = brought(data)
    for page in ("?at=2", "luck", "figures", "dice"):
        html = browser(CHARLIE).get(f"/replays/{copy.code}/{page}").content.decode()
        assert "<img src=x" not in html
        assert "<script>alert" not in html
        assert "<b>Ines" not in html
    assert "&lt;script&gt;" in html
    assert browser(CHARLIE).get(f"/replays/{copy.code}/picture.png").status_code == 200
    assert browser(CHARLIE).get("/replays/").status_code == 200


def test_the_page_of_a_refused_log_is_asked_for_again():
    answer = browser(CHARLIE).get("/replays/bring-in")
    assert (answer.status_code, answer.url) == (302, "/replays/")


def test_a_link_to_a_moment_says_what_came_of_it():
    copy = brought(fought().data)
    found = stories.story_of(copy, "host").moments
    for moment in found:
        html = browser(CHARLIE).get(f"/replays/{copy.code}/?view=all&at={moment.seq}").content.decode()
        said = html_lib.unescape(re.search('og:description" content="([^"]*)"', html)[1])
        assert said in {". ".join(filter(None, (one.title, one.text))) for one in found}
    assert found


def test_a_broken_log_is_refused_by_its_first_bad_line_and_nothing_is_kept():
    lines = list(fought().lines)
    lines[40] = b'{"event": {"type": "Rolled"\n'
    answer = bring(b"".join(lines))
    assert answer.status_code == 422
    assert "Line 41 of the log is wrong" in answer.content.decode()
    assert not Table.objects.exclude(brought_in=None).exists()
    assert browser(CHARLIE).post("/replays/bring-in").status_code == 422


def test_the_table_is_shown_as_far_as_a_broken_log_reads():
    lines = list(fought().lines)
    lines[40] = b'{"event": {"type": "Rolled"\n'
    html = bring(b"".join(lines)).content.decode()
    assert "The table as far as the log reads." in html
    assert 'id="unit-a1"' in html
    assert "The table as far as" not in bring(b"{}").content.decode()


def test_a_log_without_its_seed_is_shown_with_a_warning_that_its_dice_cannot_be_checked():
    lines = list(fought().lines)
    head = json.loads(lines[0])
    del head["seed"]
    lines[0] = json.dumps(head).encode() + b"\n"
    copy = brought(b"".join(lines))
    page = " ".join(browser(CHARLIE).get(f"/replays/{copy.code}/").content.decode().split())
    assert "without its seed: its dice cannot be checked" in page
    assert re.search(r"With its \d+ dice taken as logged, its \d+ commands went by the rules", page)
    assert "does not verify" not in page
    dice = browser(CHARLIE).get(f"/replays/{copy.code}/dice").content.decode()
    assert "No die can be checked" in dice
    assert "Publish the seed" not in dice
    assert browser(CHARLIE).get(f"/replays/{copy.code}/rolls.json").json()["seed"] == ""
    saved = browser(CHARLIE).get(f"/tables/{copy.code}/log.jsonl").getvalue()
    assert json.loads(saved.splitlines()[0])["seed"] == ""


def test_a_log_without_its_seed_in_which_a_face_was_changed_goes_another_way_by_the_rules():
    lines = list(fought().lines)
    head = json.loads(lines[0])
    head["seed"] = ""
    forged = next(n for n, line in enumerate(lines) if b'"type":"Rolled"' in line and b'"dice":[' in line)
    event = json.loads(lines[forged])
    event["event"]["why"] = "something else"
    lines[0], lines[forged] = json.dumps(head).encode() + b"\n", json.dumps(event).encode() + b"\n"
    page = browser(CHARLIE).get(f"/replays/{brought(b''.join(lines)).code}/").content.decode()
    page = " ".join(page.split())
    assert "does not verify" in page
    assert "It has no seed, so none of its dice can be checked" in page


def test_while_it_is_played_again_it_is_shown_already(monkeypatch, settings):
    settings.IN_BACKGROUND = True
    waiting: list[tuple] = []

    def thread(*, target, args, **_):
        return SimpleNamespace(start=lambda: waiting.append((target, args)))

    monkeypatch.setattr(played_again, "Thread", thread)
    copy = brought(fought().data)
    page, asked = f"/replays/{copy.code}/", f"/replays/{copy.code}/checked"
    assert "played again here to check it: 0 %" in browser(CHARLIE).get(page).content.decode()
    assert f'data-checked="{asked}"' in browser(CHARLIE).get(asked).content.decode()
    assert len(waiting) == 1
    settings.IN_BACKGROUND = False  # the connection is this test's
    target, args = waiting[0]
    target(*args)
    assert "commands are as logged" in browser(CHARLIE).get(asked).content.decode()
    assert "data-checked" not in browser(CHARLIE).get(page).content.decode()


def test_who_brought_a_battle_deletes_it_and_nobody_else(table):
    copy = brought(fought().data)
    assert "Really delete it" in browser(CHARLIE).get("/replays/").content.decode()
    assert browser(BOB).post(f"/replays/{copy.code}/forget").status_code == 403
    assert browser(ALICE).post(f"/replays/{table.code}/forget").status_code == 403
    assert browser(CHARLIE).post(f"/replays/{copy.code}/forget").status_code == 302
    assert not Table.objects.filter(pk=copy.pk).exists()
    assert Table.objects.filter(pk=table.pk).exists()


def test_the_head_names_who_played():
    html = browser(CHARLIE).get(f"/replays/{brought(fought().data).code}/").content.decode()
    assert [name.strip() for name in re.findall(r'<span class="who">([^<]*)</span>', html)] == ["A and Ines", "B"]


def test_logs_are_brought_a_few_a_minute():
    answers = [bring(b"{}").status_code for _ in range(8)]
    assert answers[:6] == [422] * 6
    assert answers[6:] == [429] * 2


def test_a_log_cannot_pass_for_a_battle_that_is_fought_here():
    running = deployed()
    lines = list(fought().lines)
    first = json.loads(lines[1])
    first["event"]["game_id"] = running.game_id
    lines[1] = json.dumps(first).encode() + b"\n"
    before = state_of(running)
    copy = brought(b"".join(lines))
    assert copy.game_id != running.game_id
    assert state_of(running) == before
    assert copy.brought_in["fault"] != ""


# ------------------------------------------------------------------ a picture


def test_a_link_has_a_picture_of_its_moment(table):
    html = browser(CHARLIE).get(f"/replays/{table.code}/", {"at": 3}).content.decode()
    found = re.search(r'property="og:image" content="http://testserver([^"]+)"', html)
    assert found is not None
    answer = browser(CHARLIE).get(found[1].replace("&amp;", "&"))
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert 'property="og:title"' in html


@pytest.mark.parametrize("query", [{"at": "999999"}, {"at": "x"}, {"view": "host"}, {"view": "c"}])
def test_there_is_no_picture_of_what_is_not(table, query):
    assert browser(CHARLIE).get(f"/replays/{table.code}/picture.png", query).status_code in (403, 422)


# ------------------------------------------------------------------ played on


def moment(table: Table) -> int:
    """The end of a command in the middle of the battle."""
    return EventRecord.objects.filter(table=table, head__lt=table.seq).order_by("-head").first().head - 1


def test_the_house_plays_whoever_is_left(table):
    answer = play_on(table, at=table.seq - 2, side="a", house="cautious")
    new = Table.objects.get(code=answer["Location"].split("/")[2])
    assert dict(new.seats.exclude(side="").values_list("side", "character")) == {"a": "", "b": "cautious"}
    assert play_on(table, at=table.seq - 2, side="a", house="clever").status_code == 422


def play_on(table, person=CHARLIE, **fields):
    return browser(person).post(f"/replays/{table.code}/play-on", {"name": "Cleo", **fields})


def test_a_battle_is_played_on_from_a_moment_with_new_dice(table):
    at, before = moment(table), state_of(table)
    answer = play_on(table, at=at, side="b")
    assert answer.status_code == 302
    new = Table.objects.get(code=answer["Location"].split("/")[2])
    was, now = journal.state_at(table, at), state_of(new)
    assert (new.status, new.goes_on_from) == ("playing", table.code)
    assert (now.units, now.turn, now.agenda, now.prompt) == (was.units, was.turn, was.agenda, was.prompt)
    assert now.seal == new.seal != was.seal
    assert [(seat.side, seat.name) for seat in new.seats.all()] == [("b", "Cleo")]
    assert state_of(fresh(table)) == before
    act(new, CHARLIE, type="Concede")
    services.publish_seed(code=new.code, person=CHARLIE)
    checked = browser(CHARLIE).post(f"/tables/{new.code}/dice").content.decode()
    assert "Everything is as it was logged." in checked


def test_who_plays_on_sees_what_that_side_sees(table):
    answer = play_on(table, at=moment(table), side="b")
    assert "Ash Second" not in browser(CHARLIE).get(answer["Location"]).content.decode()
    first = next(iter(journal.lines(Table.objects.get(code=answer["Location"].split("/")[2]), 0, 1))).event
    assert isinstance(first, BattleResumed)
    assert first.for_viewers().state.units == {}


def test_only_what_all_may_see_is_played_on():
    table = deployed(hidden="Ash Second")
    act(table, BOB, type="Concede")
    assert play_on(fresh(table), at=moment(table), side="b").status_code == 422


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"at": "1", "side": "z"}, "no side"),
        ({"at": "999999", "side": "a"}, "no event"),
        ({"side": "a"}, "missing"),
    ],
)
def test_what_cannot_be_played_on_is_refused(table, fields, word):
    answer = play_on(table, **fields)
    assert answer.status_code == 422
    assert word in answer.content.decode()


def test_nothing_goes_on_from_the_end_or_out_of_the_middle_of_a_command(table):
    assert "The battle is over there" in play_on(table, at=table.seq, side="a").content.decode()
    middle = next(e.seq for e in EventRecord.objects.filter(table=table) if e.seq != e.head) - 0
    inside = EventRecord.objects.filter(table=table, head=EventRecord.objects.get(table=table, seq=middle).head)
    assert "middle of a command" in play_on(table, at=inside.first().seq, side="a").content.decode()


def test_who_saves_the_log_of_a_battle_that_is_over_comes_to_where_its_seed_is_published():
    table = deployed()
    services.submit_action(code=table.code, person=ALICE, action={"type": "Concede", "side": "a"})
    answer = browser(ALICE).get(f"/tables/{table.code}/log.jsonl", follow=True)
    assert answer.redirect_chain == [(f"/replays/{table.code}/dice", 302)]
    assert "Publish the seed" in answer.content.decode()
    browser(ALICE).post(f"/tables/{table.code}/seed")
    assert browser(ALICE).get(f"/tables/{table.code}/log.jsonl")["Content-Type"] == "application/jsonl"


# ------------------------------------------------------------------ delay


def test_onlookers_who_are_behind_get_none_of_it_before_their_time(table):
    Table.objects.filter(pk=table.pk).update(delay_s=600)
    for page in ("", "luck", "figures", "dice", "rolls.json", "picture.png", f"moment?upto={table.seq}"):
        answer = browser(CHARLIE).get(f"/replays/{table.code}/{page}")
        assert answer.status_code in (302, 403, 404, 422), page
        assert b"concedes" not in answer.content
    assert browser(CHARLIE).get(f"/tables/{table.code}/log.jsonl").status_code == 404
    assert play_on(table, at=moment(table), side="a").status_code == 422
    assert browser(ALICE).get(f"/replays/{table.code}/figures").status_code == 200
