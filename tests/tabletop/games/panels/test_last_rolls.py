"""Which dice of an act the club's screen has room for."""

from datetime import UTC, datetime

import pytest

from rules.core.drawn import CardsHeld
from rules.events import Rolled
from rules.questions.events import ChartRead
from tabletop.games.log import throws
from tabletop.games.log.entries import Entry, Sentence
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


def test_beside_the_damage_chart_stand_the_throws_that_led_to_it_and_none_that_failed():
    """A lance hits and a second gun does not: what is shown is the hit of the lance, not the misses of the gun."""
    found = (
        ("to-hit", (2,), (True,)),
        ("to-hit", (6, 6, 6), (False, False, False)),
        ("armour-penetration", (4,), (True,)),
        ("vehicle-damage", (5,), ()),
    )
    rolls = tuple(
        throws.of(Rolled(seq=n, label=label, dice=dice, made=made, why=label))
        for n, (label, dice, made) in enumerate(found, 1)
    )
    cells = (("crew-stunned",), ("armament-destroyed",), ("immobilised",), ("destroyed",), ("flipped",), ("explodes",))
    read = Sentence(seq=5, text="explodes", rules=(), unit="b1", chart=ChartRead("penetrating", cells, 5, 6))
    last = club_screen.last(Entry(head=1, end=9, at=datetime.now(UTC), by="", side="a", parts=(*rolls, read)))
    assert [[face for face, _, _ in throw.dice] for throw in last.throws] == [[2], [4], [5]]


def test_beside_the_cards_of_a_vehicle_stands_that_the_deck_was_shuffled():
    """Whatever came after it in the same act. (CRU-DMG-03)"""
    held = CardsHeld(("HULL", "FIRE"), 3, (("FIRE", "it burns"),))
    found = (
        ("Anvil fires its Battle cannon at Carrier", "WeaponFired", None),
        ("The damage deck is shuffled: 15 cards", "CardsShuffled", None),
        ("Carrier draws HULL, 1 of 3", "CardDrawn", CardsHeld(("HULL",), 3, ())),
        ("Carrier draws FIRE, 2 of 3: on fire", "CardDrawn", held),
    )
    parts = tuple(
        Sentence(seq=n, text=text, rules=(), unit="b1", kind=kind, held=cards)
        for n, (text, kind, cards) in enumerate(found, 1)
    )
    last = club_screen.last(Entry(head=1, end=9, at=datetime.now(UTC), by="", side="a", parts=parts))
    assert (last.cards.shuffled, last.sub) == ("The damage deck is shuffled: 15 cards", "Carrier draws HULL, 1 of 3")
    alone = club_screen.last(Entry(head=1, end=9, at=datetime.now(UTC), by="", side="a", parts=parts[:3]))
    assert (alone.cards.shuffled, alone.sub) == (last.cards.shuffled, "")
    plain = club_screen.last(Entry(head=1, end=9, at=datetime.now(UTC), by="", side="a", parts=parts[2:]))
    assert plain.cards.shuffled == ""
