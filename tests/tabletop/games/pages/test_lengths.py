"""A table that measures in steps of 2 cm shows no inch anywhere: whole games are walked, page by page. (ARAP-GEN-04)"""

import json
import re

import msgspec
import pytest
from django.db import transaction
from django.urls import reverse
from msgspec.structs import replace

from rules import bots, codec, decide, evolve, legal_actions
from rules.arap.turn.activation import UnitActivated
from rules.dice.sources import SeededDice
from rules.events import Prompted
from rules.state import GameState
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.games.pages import frames
from tests.cast import ALICE, BOB, a_table, browser, fresh
from tests.games.recording import FOLDER, load
from tests.rules.arenas import opened

pytestmark = pytest.mark.django_db
INCH = re.compile(r"″|\binch(?:es)?\b|\d in(?=[<.;:,)&]| away| of a jump)", re.IGNORECASE)
CM = {"distance_scale": "2cm"}


def in_cm(log):
    """The same game on a table that lays out 2 cm for an inch."""
    return [replace(log[0], options=log[0].options | CM), *log[1:]]


def raced(commands):
    """The first commands of a street race by bots."""
    log, state = opened("ring", 9, CM)
    dice, choices = SeededDice(9), SeededDice(90)
    for n in range(commands):
        side = bots.to_act(state)
        action = bots.choose(state, legal_actions(state, side), choices, n * bots.DICE_PER_CHOICE)
        for event in decide(state, action, dice):
            state = evolve(state, event)
            log.append(event)
    return log


def laid_down(log):
    """A table with that log, a few events to a command."""
    table = a_table()
    table.status = Table.Status.PLAYING
    state = GameState()
    with transaction.atomic():
        for n in range(0, len(log), 6):
            state, _ = journal.append(table, state, log[n : n + 6], actor=ALICE.key, actor_name="Alice")
        table.save()
    return fresh(table)


class Walker:
    """Asks a table for everything that it shows, and notes what still speaks of inches."""

    def __init__(self, table):
        self.table = table
        self.browsers = {"a": browser(ALICE), "b": browser(BOB)}
        self.found = {}
        self.lengths = 0

    def look_at(self, where, text):
        self.lengths += len(re.findall(r"\d\scm\b", text))
        for inch in INCH.finditer(text):
            self.found.setdefault(text[max(0, inch.start() - 60) : inch.end() + 20], where)

    def get(self, side, name, *args, **asked):
        answer = self.browsers[side].get(reverse(f"games:{name}", args=[self.table.code, *args]), asked)
        if answer.status_code != 302:
            self.look_at(name, answer.content.decode())

    def post(self, side, name, **body):
        url = reverse(f"games:{name}", args=[self.table.code])
        answer = self.browsers[side].post(
            url, json.dumps(body), content_type="application/json", headers={"HX-Request": "true"}
        )
        self.look_at(name, answer.content.decode())

    def stop_at(self, seq):
        """Every page as it is after that event."""
        Table.objects.filter(pk=self.table.pk).update(seq=seq)
        table = fresh(self.table)
        state = journal.state_at(table, seq)
        for side in "ab":
            self.get(side, "play", **{"as": side})
            self.get(side, "odds", **{"as": side})
        for name in ("watch", "screen", "stream", "text", "ground-now", "replay", "figures", "luck", "dice"):
            self.get("a", name)
        for path in ("games:wall", "games:lobby"):
            self.look_at(path, self.browsers["a"].get(reverse(path), {"only": self.table.code}).content.decode())
        self.look_at("frame", frames.frame(table, "a", max(1, seq - 12), seq))
        self.look_at("whole frame", frames.frame(table, "screen", 0, seq))
        self.in_hand(state)

    def in_hand(self, state):
        """Dock, cards, plans and previews of what may be done."""
        side = bots.to_act(state)
        kinds = {offer.kind: offer for offer in legal_actions(state, side) if offer.unit} if side else {}
        for kind, offer in kinds.items():
            unit, aim = state.units[offer.unit], offer.target or ""
            if offer.action is not None:
                self.post(side, "preview", action=msgspec.json.decode(codec.encode(offer.action)), **{"as": side})
            x, y = unit.models[0].at
            drafted = {"kind": kind, "unit": unit.id, "target": aim, "path": [[x + 30, y], [x + 30, y + 5]]}
            self.post(side, "plan", draft=drafted, **{"as": side})
            self.post(side, "act", action={"type": "Move", "unit": unit.id, "path": [{"at": [x + 30, y]}]})
        for unit in dict.fromkeys(offer.unit for offer in kinds.values()):
            self.get(side, "mine", **{"as": side, "unit": unit})


def stops(log):
    """Where to stop: at the first way that is asked for, and while a unit is about to act."""
    asked = [e.seq for e in log if isinstance(e, Prompted) and e.prompt.kind == "flee-path"]
    active = [e.seq for e in log if isinstance(e, UnitActivated)]
    return sorted({*asked[:1], active[min(3, len(active) - 1)]})


@pytest.mark.rule("ARAP-GEN-04")
@pytest.mark.parametrize("game", ["02-ambush", "41-armour", "ring"])
def test_nothing_at_a_table_of_2_cm_speaks_of_inches(game):
    log = raced(12) if game == "ring" else in_cm(load(FOLDER / f"{game}.json.gz").log)
    walker = Walker(laid_down(log[: stops(log)[-1]]))
    for seq in stops(log):
        walker.stop_at(seq)
    assert walker.found == {}
    for name in ("play", "watch"):  # what these pages measure by themselves
        page = walker.browsers["a"].get(reverse(f"games:{name}", args=[walker.table.code])).content.decode()
        assert 'data-step-cm="2.0"' in page
    assert walker.lengths > 50
