"""Frames: a page that was patched equals one that was loaded, for every audience, whatever was missed."""

import re
from contextlib import suppress
from html.parser import HTMLParser
from random import Random

import msgspec
import pytest

from rules import bots, codec
from rules.dice.sources import SeededDice
from tabletop.games import services
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused
from tabletop.games.log import entries, journal
from tabletop.games.pages import fragments, frames, log_entries
from tabletop.games.pages.lengths import in_its_unit
from tests.cast import ALICE, BOB, a_battle_at, act, agree_to_all, fresh, state_of

pytestmark = pytest.mark.django_db
AUDIENCES = ("a", "b", "public", "screen", "host")
_VOID = {"br", "hr", "img", "input", "meta", "link"}


class Page:
    """As much of a browser as frames need: regions by id, the log by lines, and the swaps that htmx makes."""

    def __init__(self, audience):
        self.audience = audience
        self.shown = 0
        self.regions = {}
        self.log = []

    def take(self, message):
        """Swap one message in, as the page's script and htmx would."""
        for tag, attributes, inside, whole in top_level(message):
            swap = attributes.get("hx-swap-oob", "true")
            if attributes.get("id") == "frame":
                first, last = int(attributes["data-from"]), int(attributes["data-to"])
                assert "data-whole" in attributes or first == self.shown + 1
                self.shown = last
            elif swap == "true":
                self._replace(attributes["id"], re.sub(' hx-swap-oob="true"', "", whole, count=1))
            else:
                how, target = swap.split(":#")
                assert tag == ("svg" if target in SVG or target.startswith("unit") else "div")
                self._swap(how, target, inside)

    def _swap(self, how, target, inside):
        if target == "log":
            lines = [(attributes["id"], whole) for _, attributes, _, whole in top_level(inside)]
            self.log = lines if how == "innerHTML" else lines + self.log
        elif target == "units":
            self.regions = {k: v for k, v in self.regions.items() if not k.startswith("unit-")}
            self.regions |= {a["id"]: within for _, a, within, _ in top_level(inside)}
        else:
            assert how == "innerHTML"
            self.regions[target] = inside

    def _replace(self, line, whole):
        if line.startswith("words-"):
            row = re.compile(rf'<div\s[^>]*id="{line}".*?</div>', re.DOTALL)
            assert len(row.findall(self.regions["words"])) == 1
            self.regions["words"] = row.sub(lambda _: whole, self.regions["words"])
        self.log = [(name, whole if name == line else text) for name, text in self.log]


SVG = {*fragments.SVG, "ground", "units"}


class _Top(HTMLParser):
    """Finds where the elements begin and end that stand in no other."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.text, self.found, self.depth, self.start = text, [], 0, None
        self.lines = [0]
        for line in text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.feed(text)
        self.close()
        assert self.depth == 0

    def place(self):
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag, attributes):
        if self.depth == 0:
            self.start = (tag, dict(attributes), self.place(), self.place() + len(self.get_starttag_text()))
        if tag not in _VOID:
            self.depth += 1

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        self.depth -= 1
        if self.depth == 0:
            name, attributes, begin, inner = self.start
            assert name == tag
            end = self.place()
            self.found.append((tag, attributes, self.text[inner:end], self.text[begin : end + len(tag) + 3]))


def top_level(text):
    """The elements of a fragment that stand in no other: tag, attributes, inside, the whole."""
    return _Top(text).found


def loaded(table, audience):
    """What a page that is loaded now shows."""
    parts = frames.parts_at(table, audience, table.seq)
    html = {name: str(inside) for name, inside in parts.html.items()}
    regions = {**html, **parts.svg, **{f"unit-{unit}": inside for unit, inside in parts.units.items()}}
    log = entries.latest(table, rights.viewer_of(audience), table.seq)
    if audience == "screen":  # it has the last act in place of a log
        regions, log = regions | log_entries.last_act(table, log), []
    regions = {name: in_its_unit(table, inside) for name, inside in regions.items()}
    return regions, [(f"line-{entry.head}", in_its_unit(table, log_entries.entry(entry)).strip()) for entry in log]


def compare(page, table, known=None):
    """`known` are pages that were loaded at this moment, by audience."""
    known = {} if known is None else known
    if page.audience not in known:
        known[page.audience] = loaded(table, page.audience)
    regions, log = known[page.audience]
    assert page.shown == table.seq
    assert {k: page.regions[k] for k in regions} == regions
    assert [(name, text.strip()) for name, text in page.log[: len(log)]] == log


def play_on(table, dice, step):
    """One command by whoever must act, chosen by a bot; every seventh is an undo or a redo."""
    state = state_of(table)
    side = bots.to_act(state)
    action = bots.next_action(state, dice, step * bots.DICE_PER_CHOICE)
    if side is None or action is None:
        return False
    person = ALICE if side == "a" else BOB
    asked = msgspec.json.decode(codec.encode(action))
    services.submit_action(code=table.code, person=person, action=asked)
    return True


@pytest.mark.parametrize("seed", [1, 2])
def test_a_patched_page_equals_a_loaded_one(seed):
    chance, dice = Random(seed), SeededDice(seed)
    table = a_battle_at(hidden="Ash First")
    pages = [Page(audience) for audience in AUDIENCES for _ in range(2)]
    for step in range(45):
        if not play_on(table, dice, step):
            break
        if step % 7 == 6:
            turn_back(table, chance)
        table, known = fresh(table), {}
        for page in pages:
            if chance.random() < 0.5:
                page.take(frames.frame(table, page.audience, page.shown, table.seq))
                compare(page, table, known)
    assert table.seq > 45
    for page in pages:
        if page.shown < table.seq:
            page.take(frames.frame(table, page.audience, page.shown, table.seq))
        compare(page, table)
    journal.forget()
    frames._parts.clear()
    for page in pages:
        compare(page, table)


def turn_back(table, chance):
    spans = entries.spans_at(fresh(table), fresh(table).seq)
    with suppress(Refused):  # where there is nothing to restore, or nothing after that event
        if chance.random() < 0.3:
            services.redo(code=table.code, person=ALICE)
        else:
            first, last = chance.choice(spans)
            services.undo(code=table.code, person=ALICE, to=chance.randint(max(first, last - 12), last))
        agree_to_all(table)


def test_a_frame_names_what_it_leads_from_and_to_and_carries_no_person():
    table = a_battle_at()
    act(table, ALICE, type="RollOff")
    table = fresh(table)
    for audience in AUDIENCES:
        html = frames.frame(table, audience, 1, table.seq)
        assert html.startswith(f'<div id="frame" data-from="2" data-to="{table.seq}" hidden>')
        assert "csrf" not in html.lower()
        assert ALICE.key not in html


def test_only_the_side_that_is_asked_gets_the_options():
    table = a_battle_at()
    act(table, ALICE, type="RollOff")
    table = fresh(table)
    asked = state_of(table).prompt.side
    other = "b" if asked == "a" else "a"
    own = frames.frame(table, asked, 1, table.seq)
    assert "Take the first turn" in own
    assert 'value="first"' in own
    for audience in (other, "public", "screen"):
        html = frames.frame(table, audience, 1, table.seq)
        assert 'value="first"' not in html
        assert ("Take the first turn" in html) == (audience != other), "who looks on hears between what"
        assert "Who has the first turn?" in html or "first turn" in html


def test_a_command_of_a_hidden_unit_is_an_empty_frame_to_the_others_but_it_is_numbered():
    table = a_battle_at(hidden="Ash First")
    act(table, ALICE, type="RollOff")
    prompt = state_of(table).prompt
    act(table, ALICE if prompt.side == "a" else BOB, type="Answer", choice="first" if prompt.side == "a" else "last")
    since = fresh(table).seq
    act(table, ALICE, type="AutoDeploy", unit="a1")
    table = fresh(table)
    mine, theirs = frames.frame(table, "a", since, table.seq), frames.frame(table, "b", since, table.seq)
    assert "Ash First" in mine
    assert "Ash First" not in theirs
    assert f'data-to="{table.seq}"' in theirs


def test_a_long_gap_gets_the_whole():
    table = a_battle_at()
    for _ in range(3):
        act(table, ALICE, type="TableRoll", sides=6)
    table = fresh(table)
    assert "data-whole" in frames.frame(table, "public", 0, table.seq)
    assert "data-whole" not in frames.frame(table, "public", 1, table.seq)
