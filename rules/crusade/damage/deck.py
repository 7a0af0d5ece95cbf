"""The damage deck: a card off the pile, and what it does in words. (CRU-DMG-01 to -03)"""

from __future__ import annotations

from typing import Final

from rules.crusade import marks
from rules.crusade.events.losses import CardsShuffled
from rules.crusade.marks import CARDS, Card
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import GameState

DRAW: Final = "crusade-damage-card"
"""The label of a die that draws a card. (CRU-DMG-03)"""
CARD_RULES: Final = {
    "CREW": "CRU-DMG-04",
    "DRIVE": "CRU-DMG-05",
    "HULL": "CRU-DMG-06",
    "WEAPON": "CRU-DMG-07",
    "FIRE": "CRU-DMG-08",
}


def effect(card: Card, before: tuple[Card, ...], *, works: bool) -> str:
    """What a card does, in words. (CRU-DMG-01, CRU-DMG-02)"""
    again = card in before
    if not works:
        last = {"CREW": "" if again else "each model aboard attacked", "FIRE": "" if again else "on fire, it explodes"}
        return last.get(card) or "nothing more, the Hits are reached"
    return {
        "CREW": "a second one does nothing" if again else "no action in its next turn; each model aboard attacked",
        "DRIVE": "one move action less" if again else "wipeout check, one move action less",
        "HULL": "one die fewer whenever it defends",
        "WEAPON": "one weapon lost",
        "FIRE": "one die more of fire at the end of its turns" if again else "on fire",
    }[card]


def card_of(state: GameState, face: int) -> str:
    """The card that such a die draws off the pile as it lies; without one left the face decides. (CRU-DMG-03)"""
    pile = marks.pile(marks.deck(state)) or CARDS
    return pile[face - 1] if face <= len(pile) else "thrown again"


def draw(progress: Progress, unit: Unit) -> tuple[Card, bool]:
    """One card off the pile by a die of as many sides; an empty pile is refilled first. (CRU-DMG-03)"""
    noted = marks.marks(progress.state)
    if not marks.pile(marks.deck(progress.state)) and any(noted.discards.values()):
        count = sum(noted.discards.values())
        progress.emit(CardsShuffled(count=count, rules=("CRU-DMG-03",)))
    pile = marks.pile(marks.deck(progress.state))
    rules = ("CRU-DMG-03",)
    if pile:
        why = f"{unit.name} draws one of {len(pile)}"
        rolled = progress.roll(DRAW, sides=len(pile), sense="table", unit=unit.id, why=why, rules=rules)
        return pile[rolled.dice[0] - 1], False  # type: ignore[return-value]
    while True:
        why = f"{unit.name}: no card is left, a die decides"
        face = progress.roll(DRAW, sense="table", unit=unit.id, why=why, rules=rules).dice[0]
        if face <= len(CARDS):
            return CARDS[face - 1], True
