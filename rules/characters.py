"""Players without a person who weigh what they may do: cautious and aggressive, by what it promises on average.

They know what `view` shows their side and choose among `legal_actions`. What each is worth the game itself says
(`Ruleset.weighed`); whatever it does not weigh is chosen by `rules.bots`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules import bots, rulesets
from rules.core.ids import SideId
from rules.core.prompt import OptionOdds
from rules.dice.sources import Dice
from rules.engine import legal_actions
from rules.offers import Offer
from rules.progress import Action, waiting
from rules.state import GameState
from rules.visibility import view
from rules.weighing import Character, Considered

AGGRESSIVE: Final = Character(
    id="aggressive", name="Aggressive", caution=1.1, nerve=1.0, fire=1.2, ground=2.6, depth=1.0
)
CAUTIOUS: Final = Character(id="cautious", name="Cautious", caution=3.0, nerve=3.0, ground=1.1, forward=-1.0, tempo=2.0)
CHARACTERS: Final[Mapping[str, Character]] = {c.id: c for c in (AGGRESSIVE, CAUTIOUS)}


def next_action(state: GameState, side: SideId, character: Character, dice: Dice, k: int) -> Action | None:
    """The best of what is weighed, else a legal choice by chance; None if nothing is to be done.

    It is chosen by what that side knows. What turns out to be barred by something hidden is passed over, as a person
    who is refused goes on to the next.
    """
    known = view(state, side)
    likely = _likeliest(known, side, character) if state.waits_for is None else None
    if likely is not None and likely.check(state) is None:
        return likely
    offers = open_to(state, known, side)
    for found in consider(known, side, offers, character, promised(state, known)):
        if found.offer.action is not None and found.offer.action.check(state) is None:
            return found.offer.action
    return bots.choose(state, legal_actions(state, side), dice, k)


def _likeliest(known: GameState, side: SideId, character: Character) -> Action | None:
    """The best of what is weighed, without asking for what cannot be it."""
    best: Considered | None = None
    for portion in rulesets.of(known).weighs(known, side, character):
        if best is not None and portion.at_most < best.worth:
            continue
        found = consider(known, side, legal_actions(known, side, portion.kinds), character)
        if found and (best is None or found[0].worth > best.worth):
            best = found[0]
    return best.offer.action if best is not None else None


def open_to(state: GameState, known: GameState, side: SideId) -> tuple[Offer, ...]:
    """What that side may do as far as it knows; a question, or dice that are owed, are put to it as they stand."""
    return legal_actions(known if state.waits_for is None else state, side)


def promised(state: GameState, known: GameState) -> OptionOdds:
    """What each option of the open question promises, as whoever answers it may know."""
    return waiting(state).odds(known, state) if state.prompt is not None and state.owed is None else {}


def consider(
    known: GameState, side: SideId, offers: Sequence[Offer], character: Character, odds: OptionOdds | None = None
) -> list[Considered]:
    """What is weighed of these offers, the best first; `known` is what that side may know.

    `odds` are what the options of an open question promise.
    """
    found = rulesets.of(known).weighed(known, side, offers, odds or {}, character)
    return sorted(found, key=lambda c: -c.worth)
