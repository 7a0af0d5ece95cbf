"""Which dice of an act the club's screen has room for."""

from datetime import UTC, datetime

import pytest

from rules.events import Rolled
from tabletop.games.log import throws
from tabletop.games.log.entries import Entry
from tabletop.games.panels import club_screen


@pytest.mark.parametrize(
    ("labels", "kept", "more"),
    [
        (["to-hit", "pick", "to-wound"], ["to-hit", "pick", "to-wound"], 0),
        (["to-hit", "pick", "to-wound", "pick", "rally"], ["to-hit", "to-wound", "rally"], 2),
        (["pursuit", "to-hit", "to-wound", "save", "rally"], ["pursuit", "to-hit", "to-wound", "rally"], 1),
    ],
)
def test_lots_go_first_and_the_roll_that_decides_stays(labels, kept, more):
    rolls = tuple(throws.of(Rolled(seq=n, label=label, dice=(3,), why=label)) for n, label in enumerate(labels, 1))
    last = club_screen.last(Entry(head=1, end=9, at=datetime.now(UTC), by="", side="a", parts=rolls))
    assert [throw.word for throw in last.throws] == [club_screen._throw(r).word for r in rolls if r.label in kept]
    assert last.more == more
