"""Players without a person, as pages and the server ask for them: what one would do in somebody's place, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules import bots, characters
from rules.characters import CHARACTERS
from rules.core.ids import SideId, UnitId
from rules.dice.sources import SeededDice
from rules.engine import legal_actions
from rules.hand_dice import LeaveDice
from rules.progress import Action
from rules.state import GameState
from rules.visibility import sees, view
from rules.weighing import Considered

CARELESS: Final = "random"
"""Who plays any legal act, more or less at random."""

KNOWN: Final = (*CHARACTERS, CARELESS)
"""Every character by its id."""

_ADVISED: Final = "aggressive"


class HouseOption(NamedTuple):
    """Something that may be done, as it was weighed: what it is worth in points of the army lists, and why."""

    kind: str
    action: Action
    unit: UnitId | None
    target: UnitId | None
    label: str
    worth: float
    why: str


class HouseChoice(NamedTuple):
    """What the house does, and why in a line; no line where it did not weigh, or would give something away."""

    action: Action
    why: str


def to_act(state: GameState) -> SideId | None:
    """The side that has to do something now; None once it is over."""
    return bots.to_act(state)


def choice(state: GameState, side: SideId, character: str, seed: int) -> HouseChoice | None:
    """What a character does in this state for that side, by what the side knows; None if nothing can be done.

    Dice that it should throw by hand it leaves to the server: nobody could see them fall.
    """
    if state.owed is not None:
        leave = LeaveDice(side=side)
        return HouseChoice(leave, "") if leave.check(state) is None else None
    found = _weighed(state, side, character)
    best = next((c for c in found if _is_open(state, c)), None)
    if best is not None and best.offer.action is not None:
        return HouseChoice(best.offer.action, _reason(state, side, best, len(found)))
    action = bots.choose(state, legal_actions(state, side), SeededDice(seed), 0)
    return HouseChoice(action, "") if action is not None else None


def advice(known: GameState, side: SideId, most: int, character: str = _ADVISED) -> tuple[HouseOption, ...]:
    """The best options of a side, the best first, by what it knows; each kind with each target once."""
    found: dict[tuple[str, UnitId | None, UnitId | None], Considered] = {}
    for each in characters.consider(known, side, legal_actions(known, side), CHARACTERS[character]):
        found.setdefault((each.offer.kind, each.offer.unit, each.offer.target), each)
    return tuple(_option(each) for each in list(found.values())[:most] if each.offer.action is not None)


def _option(found: Considered) -> HouseOption:
    offer = found.offer
    assert offer.action is not None
    return HouseOption(offer.kind, offer.action, offer.unit, offer.target, offer.label, found.worth, found.why)


def _weighed(state: GameState, side: SideId, character: str) -> Sequence[Considered]:
    if character not in CHARACTERS:
        return ()
    known = view(state, side)
    offers = characters.open_to(state, known, side)
    odds = characters.promised(state, known)
    return characters.consider(known, side, offers, CHARACTERS[character], odds)


def _is_open(state: GameState, found: Considered) -> bool:
    return found.offer.action is not None and found.offer.action.check(state) is None


def _reason(state: GameState, side: SideId, best: Considered, options: int) -> str:
    """Why, for everybody to read; nothing of what a hidden unit does or has done to it.

    While somebody is hidden it is not said how many options there were: the number would tell of them.
    """
    about = {best.offer.unit, best.offer.target, state.prompt.unit if state.prompt is not None else None}
    hidden = {unit for unit in state.units if not sees(state, "public", unit)}
    if about & hidden or not best.why or any(state.units[unit].name in best.why for unit in hidden):
        return ""
    return f"{best.why}; best of {options}" if options > 1 and not hidden else best.why
