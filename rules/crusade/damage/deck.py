"""The damage deck: a card off the pile, and what it does in words. (CRU-DMG-01 to -03)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.drawn import CardsHeld, DrawnCard
from rules.core.ids import UnitId
from rules.crusade import marks, models
from rules.crusade.events.losses import CardsShuffled
from rules.crusade.marks import CARDS, COPIES, Card
from rules.events import Rolled
from rules.forces.crusade import CrusadeHull
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


_DOES: Final = {
    "CREW": "no action in its next turn; each model aboard is attacked with one die",
    "DRIVE": "a wipeout check, and one move action less each turn",
    "HULL": "one die fewer whenever it defends",
    "WEAPON": "one weapon lost: the attacker chooses which",
    "FIRE": "at the end of its turns one die against it; destroyed while it burns, it explodes",
}
"""What a card says when it is turned up. (CRU-DMG-04 to -08)"""


def drawn(state: GameState, rolled: Rolled) -> DrawnCard:
    """The card that a die draws off the pile as it lies; without one left the face decides. (CRU-DMG-03)"""
    pile, face = marks.pile(marks.deck(state)), rolled.dice[0]
    if face > len(pile or CARDS):
        return DrawnCard("thrown again")
    card = (pile or CARDS)[face - 1]
    unit = state.units.get(rolled.unit) if rolled.unit else None
    hull = models.chassis(state, unit) if unit else None
    left, full = max(0, len(pile) - 1), len(CARDS) * COPIES
    if unit is None or hull is None:
        return DrawnCard(card, left=left, full=full)
    before = marks.of(state, unit.id).cards
    works = len(before) + 1 < hull.hits
    plain = works and card not in before
    does = _DOES[card] if plain else effect(card, before, works=works)  # type: ignore[arg-type]
    return DrawnCard(card, does, left, full, len(before) + 1, hull.hits)


def held(state: GameState, unit_id: UnitId) -> CardsHeld | None:
    """A vehicle's cards, and what holds of it now; nothing more of one that has all its Hits. (CRU-DMG-02)"""
    unit = state.units[unit_id]
    hull = models.chassis(state, unit)
    if hull is None:
        return None
    cards = marks.of(state, unit_id).cards
    lines = tuple(_holds(state, unit, hull)) if len(cards) < hull.hits else ()
    return CardsHeld(cards, hull.hits, lines)


def _holds(state: GameState, unit: Unit, hull: CrusadeHull) -> Iterator[tuple[str, str]]:
    cards = marks.of(state, unit.id).cards
    if "CREW" in cards and marks.of(state, unit.id).crew_hit:
        yield "CREW", "no action in its next turn"
    if "DRIVE" in cards:
        yield "DRIVE", f"{models.move_actions(state, unit.id)} of {hull.move_actions} moves a turn"
    if "HULL" in cards:
        yield "HULL", f"defends with {max(0, hull.dice - cards.count('HULL'))} of {hull.dice} base dice"
    if "WEAPON" in cards:
        yield "WEAPON", "weapons are lost" if cards.count("WEAPON") > 1 else "a weapon is lost"
    if "FIRE" in cards:
        yield "FIRE", "it burns"
    if len(cards) == hull.hits - 1:
        yield "", f"one more card: it {'explodes' if 'FIRE' in cards else 'is destroyed'}"


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
