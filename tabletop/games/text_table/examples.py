"""What one may say, with units of this table as examples."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.state import GameState
from tabletop.games.rulesets import pages

_FIRST: Final = "what: what may be done now, as a numbered list; a number answers it."
_HELP: Final = (
    "move 4 east, move 3 towards {other}, move to square d4, then 2 north, turn 45 left, face south.",
    "fire at {other}, charge {other}, finish, end: each is told first; yes does it, no drops it.",
    "near {other}, where is {name}, card {own}, now: only ask.",
    "roll: the roll-off. place all, or place {own} at square b4. dice 4 1 6: dice thrown by hand. back: take back.",
    "why: each modifier of what is planned; why 4: what makes up that number.",
    "Enter on an empty line repeats the last answer; arrow up recalls.",
    "place {own} at square b4, 2 east, facing south: anywhere, not only in the middle of a square.",
    "rule {own} pinned: and why. dispute: and why. always and a choice, or never: answers that question from now on.",
    "ask again: what you have said once and for all, and an end to it. guess 14: the range of what is planned.",
)
_PLAYS: Final = "what, move 4 east, fire at {other}, near {own}, where is {name}, why 4, back, rule, help"
_WATCHES: Final = "near {own}, where is {name}, card {other}, list, now, help"
_LEAST: Final = 4  # letters of a word that a unit is called by


class _Examples(NamedTuple):
    own: str
    other: str
    name: str


def helped(state: GameState, side: SideId | None = None) -> tuple[str, ...]:
    """What one may say, in the words of the game that is played."""
    named = _examples(state, side)._asdict()
    return tuple(line.format(**named) for line in (_FIRST, pages.of(state).taking, *_HELP))


def tried(state: GameState, side: SideId | None) -> str:
    """A few things to try, on one line."""
    return (_WATCHES if side is None else _PLAYS).format(**_examples(state, side)._asdict())


def _examples(state: GameState, side: SideId | None) -> _Examples:
    """A unit of one's own, one of another side, and a word that it alone is called by."""
    units = sorted(state.units.values(), key=lambda unit: not unit.on_table)
    mine = side or next((unit.side for unit in units), None)
    own = next((unit for unit in units if unit.side == mine), None)
    other = next((unit for unit in units if unit.side != mine), None)
    return _Examples(own.id if own else "a1", other.id if other else "b1", _name(state, other) if other else "b1")


def _name(state: GameState, unit: Unit) -> str:
    """A word of its name that no other unit in play has; else its number."""
    others = {word for one in state.units.values() if one.id != unit.id for word in _words(one)}
    return next((word for word in reversed(_words(unit)) if len(word) >= _LEAST and word not in others), unit.id)


def _words(unit: Unit) -> list[str]:
    return re.findall(r"[a-z]+", unit.name.lower())
