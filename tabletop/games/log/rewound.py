"""What a taking back would lose, or has lost, as one viewer may know it: for the question, and for who is rewound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules import Viewer
from rules.events import Undone
from tabletop.games.log import entries, journal
from tabletop.games.log.entries import Entry
from tabletop.games.log.throws import Roll
from tabletop.games.models import Table

_SHOWN = 4  # entries

_COUNTED = (
    ("UnitActivated", "activation", "activations"),
    ("ShotsFired", "volley", "volleys"),
    ("MeleeRoundBegan", "round of melee", "rounds of melee"),
    ("ModelsMoved", "move", "moves"),
)
"""Kinds of events that a player counts, with the words for one and for several."""


@dataclass(frozen=True, kw_only=True)
class Loss:
    """Commands that no longer count."""

    shown: tuple[Entry, ...]
    """The newest, newest first."""
    more: int
    """How many others there are."""
    dice: int
    words: str
    """In a line: "2 activations of yours, 1 move of Birch"."""
    first: Entry | None = None
    """The oldest of them."""
    by: str = ""
    """Who took them back."""
    reason: str = ""
    to: int = 0
    """The last event that stays."""
    sides: frozenset[str] = frozenset()
    """Whose actions they were."""
    back_by: str = ""
    """The side that took them back."""


def loss(table: Table, viewer: Viewer, to: int, upto: int) -> Loss:
    """What is lost when a log of `upto` events goes back to event `to`."""
    spans = entries.spans_at(table, upto)
    gone = [e for e in entries.entries(table, viewer, to, upto, spans) if not (e.struck or e.turns_back)]
    newest = tuple(reversed(gone))
    dice = sum(len(part.dice) for entry in gone for part in entry.parts if isinstance(part, Roll))
    words = _words(table, gone, viewer)
    return Loss(
        shown=newest[:_SHOWN],
        more=len(newest[_SHOWN:]),
        dice=dice,
        words=words,
        first=gone[0] if gone else None,
        to=to,
        sides=frozenset(entry.side for entry in gone),
    )


def last_loss(table: Table, viewer: Viewer) -> Loss | None:
    """What the last command of the log took back, if that is what it did."""
    line = next(iter(journal.lines(table, table.seq - 1, table.seq)), None) if table.seq else None
    if line is None or not isinstance(line.event, Undone):
        return None
    undone = line.event
    lost = loss(table, viewer, undone.to, table.seq - 1)
    return replace(lost, by=undone.by, reason=undone.reason, back_by=line.actor_side)


def _words(table: Table, gone: Sequence[Entry], viewer: Viewer) -> str:
    names: dict[str, str] = {side.id: side.name for side in journal.state_at(table, table.seq).sides}
    counted: Counter[tuple[str, str]] = Counter()
    for entry in gone:
        for part in entry.parts:
            if not isinstance(part, Roll):
                counted[part.kind, part.of_side or part.unit[:1] or entry.side] += 1
    said = []
    for kind, one, several in _COUNTED:
        for (counted_kind, side), number in sorted(counted.items()):
            if counted_kind == kind:
                whose = "of yours" if side == viewer else f"of {names[side]}" if side in names else ""
                said.append(f"{number} {one if number == 1 else several} {whose}".strip())
    return ", ".join(said)
