"""The club's screen and the page for spectators: only what everybody may know, and nothing to press by mistake."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from rules.core.prompt import Option
from tabletop.games import services
from tabletop.games.access import entrance
from tabletop.games.log import entries, journal
from tabletop.games.log.throws import Roll
from tabletop.games.models import Table
from tabletop.games.pages import frames, log_entries
from tabletop.games.panels import club_screen
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, agree_to_all, browser, deployed, fresh, state_of
from tests.markup import tight

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_tried_codes():
    entrance.wrong_codes.forget()


def screen(table):
    return Client().get(f"/tables/{table.code}/screen")


def watch(table, client=None):
    return (client or Client()).get(f"/tables/{table.code}/watch")


def newest(table):
    return club_screen.last(entries.latest(table, "public", fresh(table).seq)[0])


# ------------------------------------------------------------------ the screen


def test_before_the_battle_the_code_fills_the_screen():
    table = a_table()
    shown = screen(table).content.decode()
    assert f"{table.code[:4]} {table.code[4:]}" in shown
    assert 'class="qr"' in shown
    assert 'Side A</b><span class="tv-name">Alice' in tight(shown)
    assert "testserver" in shown
    assert 'id="board-svg"' not in shown


def test_in_battle_it_shows_the_board_both_forces_and_the_code():
    table = deployed()
    shown = screen(table).content.decode()
    assert 'id="board-svg"' in shown
    assert "Turn 1 of 6" in shown
    assert f"<b>{table.code[:4]} {table.code[4:]}</b>" in shown
    assert 'aria-label="Ash, 0 points, 2 to act"' in shown
    assert 'aria-label="Birch, 0 points, 2 units"' in shown


def test_there_is_nothing_to_press_on_it():
    shown = screen(deployed()).content.decode()
    body = shown.partition("<body")[2]
    assert "<button" not in body
    assert "<form" not in body
    assert re.findall(r"<a\s[^>]*href=\"([^\"]*)\"", body) == ["#main"], "only the link that skips to the board"


def test_it_shows_nothing_of_a_hidden_unit():
    table = deployed(hidden="Ash Second")
    hidden = next(unit for unit in state_of(table).units.values() if unit.name == "Ash Second")
    for page in (screen(table), watch(table)):
        shown = page.content.decode()
        assert "Ash Second" not in shown
        assert f'id="unit-{hidden.id}"' not in shown


def test_a_unit_that_has_acted_is_hollow_and_one_that_is_lost_is_dashed():
    table = deployed()
    before = club_screen.teams(state_of(table))
    assert [team.marks for team in before] == [("rdy", "rdy"), ("rdy", "rdy")]
    assert [team.on for team in before] == [True, False]
    act(table, ALICE, type="Activate", unit="a1", dice=1)
    assert club_screen.teams(state_of(table))[0].marks == ("", "rdy")


def test_a_side_that_is_set_up_at_once_makes_one_headline_not_that_of_its_last_unit():
    assert newest(deployed()).headline == "2 units are placed"


def test_of_long_answers_as_many_are_shown_as_have_room_and_none_is_cut():
    sees = "A head, torso, arm or leg shows, or an unusually large hand or foot"
    gone = "Only an antenna, a wing or a back-banner shows, which gives away the place"
    labels = ("As the table measures", sees, "Only a hand or a foot shows", gone, "The dice decide")
    long = [Option(id=str(n), label=label, rule="ARAP-SHOOT-03", detail="Each sees.") for n, label in enumerate(labels)]
    assert [choice.label for choice in club_screen.choices(long)] == list(labels[:3])
    short = [Option(id=str(n), label="Hold", rule="ARAP-REACT-01", detail="It stands. " * 4) for n in range(4)]
    assert len(club_screen.choices(short)) == 4
    assert len(club_screen.choices([*short, *short])) == 3


def test_the_box_with_the_turn_stands_in_the_middle():
    assert [team.after_turn for team in club_screen.teams(state_of(deployed()))] == [False, True]


def test_a_prompt_names_who_is_asked():
    table = a_battle_at()
    act(table, ALICE, type="RollOff")
    prompt = state_of(table).prompt
    shown = screen(table).content.decode()
    assert f'<span class="question">{prompt.question}</span>' in shown
    assert f'Waiting for <span data-waits-for="{prompt.side}">{state_of(table).side(prompt.side).name}</span>' in shown
    assert "has a choice to make" in shown
    panel = shown.partition('<div id="asks">')[2].partition("</ul>")[0]
    name = state_of(table).side(prompt.side).name
    assert f'<span data-decides="{prompt.side}">{name} decides</span>' in panel
    assert re.findall("<b>(.*?)</b>", panel) == [option.label for option in prompt.options]
    sits = {"a": "Alice", "b": "Bob"}[prompt.side]
    assert f'<span hidden data-sits="{prompt.side}">{sits}</span>' in shown  # decides.js calls them by name
    act(table, ALICE if prompt.side == "a" else BOB, type="Answer", choice=prompt.options[0].id)
    assert " decides</span>" not in screen(table).content.decode()


def test_the_screen_advises_nobody():
    found = Option(id="stand-and-fire", label="Stand and fire", detail="two dice at 4 or less: 8/9 (89%) to fire")
    assert club_screen.choices((found,)) == (("standfire", "Stand and fire", "two dice at 4 or less"),)


def test_the_end_is_told_large():
    table = deployed()
    act(table, BOB, type="Concede")
    shown = screen(table).content.decode()
    assert "<b>Ash wins</b>" in shown


def test_the_last_act_has_its_dice_and_what_they_needed():
    table = deployed()
    act(table, ALICE, type="Activate", unit="a1", dice=2)
    found = newest(table)
    assert (found.number, found.side) == ("A1", "a")
    (throw,) = found.throws
    assert len(throw.dice) == 2
    assert throw.detail.startswith("5 or less")
    shown = screen(table).content.decode()
    assert shown.count('<ol class="chain">') == 1
    assert found.headline in shown


def entry_with(*kinds):
    """An entry of the log with a sentence for each kind of event."""
    parts = tuple(entries.Sentence(seq=n, text=f"{kind} {n}", rules=(), kind=kind) for n, kind in enumerate(kinds))
    return entries.Entry(head=1, end=len(kinds), at=timezone.now(), by="Ann", side="a", parts=parts)


@pytest.mark.parametrize(
    ("kinds", "headline", "sub"),
    [
        (("MountsFired", "VehicleWrecked", "WoundsTaken", "UnitPinned"), "VehicleWrecked 1", "UnitPinned 3"),
        (("MountsFired", "VehicleWrecked", "UnitRouted", "VehicleWrecked"), "VehicleWrecked 3", "UnitRouted 2"),
        (("ShotsFired", "UnitRouted", "WoundsTaken"), "UnitRouted 1", "WoundsTaken 2"),
        (("VehicleWrecked", "PlayerTurnBegan", "PhaseBegan"), "VehicleWrecked 0", "PlayerTurnBegan 1"),
        (("GameTurnEnded", "PlayerTurnBegan", "PhaseBegan"), "PlayerTurnBegan 1", ""),
        (("ModelsMoved", "LeftTable", "PhaseBegan"), "LeftTable 1", ""),
        (("VehicleDriven", "NoHitTaken", "SideBegins"), "NoHitTaken 1", "SideBegins 2"),
        (("Collided", "VehicleHit", "SideBegins"), "Collided 0", "VehicleHit 1"),
        (("WoundsTaken", "VehicleHit", "ShotsFired"), "WoundsTaken 0", "ShotsFired 2"),
        (("ChargeDeclared", "ShotsFired", "UnitPinned"), "ChargeDeclared 0", "UnitPinned 2"),
        (("VehicleWrecked", "PlayerTurnBegan", "GameEnded", "Note"), "GameEnded 2", "Note 3"),
        (("ShotsFired", "WoundsTaken", "UnitPinned"), "WoundsTaken 1", "UnitPinned 2"),
    ],
)
def test_the_headline_is_what_weighs_most_and_else_what_came_last(kinds, headline, sub):
    last = club_screen.last(entry_with(*kinds))
    assert (last.headline, last.sub) == (headline, sub)


def test_dice_are_the_headline_where_only_the_next_phase_begins_after_them():
    roll = Roll(
        seq=1,
        label="activation",
        why="Ash First is activated",
        faces=((5, ""),),
        sides=6,
        need="",
        base=None,
        modifiers=(),
        goal=None,
        result="",
        rules=(),
    )
    phase = entries.Sentence(seq=2, text="Activation phase", rules=(), kind="PhaseBegan")
    entry = entries.Entry(head=1, end=2, at=timezone.now(), by="Ann", side="a", parts=(roll, phase))
    assert club_screen.headline(entry)[0] == "Ash First is activated"


def test_what_was_taken_back_says_so():
    table = a_battle_at()
    act(table, ALICE, type="TableRoll", sides=6)
    entry = entries.latest(table, "public", fresh(table).seq)[0]
    assert club_screen.last(entry).headline != "Taken back"
    services.undo(code=table.code, person=ALICE, to=entry.head - 1)
    agree_to_all(table)
    struck = next(e for e in entries.latest(table, "public", fresh(table).seq) if e.struck)
    assert club_screen.last(struck).headline == "Taken back"


def test_before_anything_has_happened_there_is_no_last_act():
    assert club_screen.last(None) is None
    assert "about to begin" in log_entries.last_act(Table(), [])["last"]


def test_a_change_swaps_the_last_act_and_no_log():
    table = deployed()
    since = fresh(table).seq
    act(table, ALICE, type="Activate", unit="a1", dice=1)
    table = fresh(table)
    frame = frames.frame(table, "screen", since, table.seq)
    whole = frames.frame(table, "screen", 0, table.seq)
    for each in (frame, whole):
        assert 'hx-swap-oob="innerHTML:#last"' in each
        assert "#log" not in each
        assert "#scores" not in each
    assert 'hx-swap-oob="innerHTML:#tracker"' in frame


def test_a_patched_screen_equals_a_fresh_one():
    table = deployed()
    since = fresh(table).seq
    act(table, ALICE, type="Activate", unit="a1", dice=1)
    table = fresh(table)
    frame = frames.frame(table, "screen", since, table.seq)
    fresh_page = screen(table).content.decode()
    for region in ("tracker", "last"):
        inside = re.search(rf'innerHTML:#{region}">(.*?)</div>(?=<div|<svg|$)', frame, re.DOTALL)[1]
        assert inside.strip() in fresh_page


# ------------------------------------------------------------------ watching


def test_anybody_with_the_link_watches_and_scrolls_back():
    table = deployed()
    for _ in range(entries.PAGE + 5):
        act(table, ALICE, type="TableRoll", sides=6)
    shown = watch(table).content.decode()
    assert 'id="board-svg"' in shown
    older = re.search(r'hx-get="(/tables/[^"]+/log\?as=public&amp;before=\d+)"', shown)[1].replace("&amp;", "&")
    earlier = Client().get(older)
    assert earlier.status_code == 200
    assert "Ash will have the first turn" in earlier.content.decode()


def card(shown):
    """What stands above the log of spectators, in words; badges and names that are only heard in brackets."""
    inside = re.search(r'<section class="going-on"[^>]*>(.*?)</section>', shown, re.DOTALL)
    found = inside[1] if inside else re.search(r'innerHTML:#going-on">(.*)</h2>.*?(?=<div|<svg|$)', shown, re.DOTALL)[0]
    heard = re.sub(r'<span\s+class="sr"\s*>(.*?)</span>', r"(\1)", found)
    return " ".join(re.sub(r"<[^>]*>", " ", heard).split())


def test_a_card_says_what_was_done_and_for_whom_the_table_waits():
    table = a_battle_at()
    act(table, ALICE, type="RollOff")
    prompt = state_of(table).prompt
    name = state_of(table).side(prompt.side).name
    assert f"{prompt.side.upper()} Waiting for {name} Who has the first turn?" in card(watch(table).content.decode())
    assert card(watch(table).content.decode()).endswith("Take the first turn Take the last turn")
    sits = {"a": "Alice", "b": "Bob"}[prompt.side]
    assert f'<span hidden data-sits="{prompt.side}">{sits}</span>' in watch(table).content.decode()

    table = deployed()
    since = fresh(table).seq
    act(table, ALICE, type="Activate", unit="a1", dice=1)
    shown = watch(table).content.decode()
    assert re.search(r"^A1 \(Ash First\) activates on 1 die [\d:]+ A Ash to act", card(shown))
    frame = frames.frame(fresh(table), "public", since, fresh(table).seq)
    inside = re.search(r'innerHTML:#going-on">(.*?)</div>$', frame, re.DOTALL)[1]
    assert inside.strip() in shown  # a page that was patched equals one that was loaded
    assert "#going-on" not in frames.frame(fresh(table), "a", since, fresh(table).seq)


def test_the_card_is_as_late_as_all_else_and_knows_of_nothing_hidden():
    table = deployed()
    services.settle(code=table.code, person=ALICE, delay_s=30)
    act(table, ALICE, type="Activate", unit="a1", dice=1)
    assert "activates" not in card(watch(table).content.decode())

    table = deployed(hidden="Ash First")
    assert "Ash First" not in card(watch(table).content.decode())


def test_pages_of_the_log_are_full_although_some_commands_tell_a_spectator_nothing():
    table = deployed(hidden="Ash First")
    every = entries.latest(table, "public", table.seq, limit=99)
    assert len(every) > 4
    first = entries.latest(table, "public", table.seq, limit=4)
    second = entries.latest(table, "public", table.seq, before=first[-1].head, limit=4)
    assert [entry.head for entry in first + second] == [entry.head for entry in every[:8]]


def test_a_spectator_may_read_a_unit_card():
    table = deployed()
    assert "Ash First" in Client().get(f"/tables/{table.code}/units/a1?as=public").content.decode()


def test_a_player_finds_the_way_to_the_seat_and_others_to_join():
    table = deployed()
    assert "To my seat" in watch(table, browser(BOB)).content.decode()
    assert "Take a seat" in watch(table).content.decode()
    services.settle(code=table.code, person=ALICE, locked=True)
    assert "Take a seat" not in watch(table).content.decode()


def test_spectators_chat_only_if_the_host_lets_them():
    table = deployed()
    assert 'id="say"' not in watch(table).content.decode()
    services.settle(code=table.code, person=ALICE, spectator_chat=True)
    assert 'id="say"' in watch(table).content.decode()


def test_before_the_battle_spectators_are_told_to_wait():
    assert "The battle has not begun" in watch(a_table()).content.decode()


def test_the_log_can_be_saved_once_the_battle_is_over():
    table = deployed()
    assert "Save the log" not in watch(table).content.decode()
    act(table, BOB, type="Concede")
    assert "Save the log" in watch(table).content.decode()
    browser(CHARLIE).post(f"/tables/{table.code}/seed")
    text = browser(CHARLIE).get(f"/tables/{table.code}/dice").content.decode()
    assert f'href="/tables/{table.code}/log.jsonl"' in text


@pytest.mark.parametrize("page", ["screen", "watch"])
def test_a_wrong_code_is_not_found_and_counts(page):
    assert Client().get(f"/tables/NOPE99/{page}").status_code == 404
    table = a_table()
    services.remove_person(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    assert browser(BOB).get(f"/tables/{table.code}/{page}").status_code == 403


@pytest.mark.parametrize("page", ["screen", "watch"])
def test_questions_do_not_grow_with_the_battle(page, django_assert_max_num_queries):
    table = deployed()
    for _ in range(30):
        journal.forget()
        with django_assert_max_num_queries(15):  # one of them for what the address has tried
            Client().get(f"/tables/{table.code}/{page}")
        act(table, ALICE, type="TableRoll", sides=6)
