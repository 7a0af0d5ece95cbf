"""Dice of a table where some are thrown by hand: what was entered comes first, then the roll that is owed is named."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.core.ids import SideId
from rules.core.owed import HandEntry, Lying, RollAsked
from rules.dice.sources import Dice


class DiceOwed(Exception):
    """A command cannot go on until somebody has thrown these dice. Nothing of it has happened yet."""

    def __init__(self, asked: RollAsked, side: SideId) -> None:
        super().__init__(f"{asked.count} D{asked.sides} for {asked.label} are owed by {side}")
        self.asked = asked
        self.side = side


class HandDice:
    """The server's dice, but for rolls of sides that throw by hand.

    `entries` answer those in the order in which they are asked; the first beyond them raises DiceOwed. A roll that
    belongs to no unit is thrown by the side that acts.
    """

    def __init__(self, server: Dice, by_hand: Collection[SideId], acting: SideId, entries: Sequence[HandEntry]) -> None:
        self._server = server
        self._by_hand = by_hand
        self._acting = acting
        self._entries = entries
        self._used = 0

    def is_thrown_by(self, side: SideId) -> bool:
        """Whether that side enters what its dice show."""
        return side in self._by_hand

    def fall(self, asked: RollAsked, k: int) -> Lying:
        """A roll as it lies; nobody has entered it where the server threw. `k` numbers its first die."""
        side = asked.side or self._acting
        if not self.is_thrown_by(side):
            return self._from_server(asked, k)
        if self._used == len(self._entries):
            raise DiceOwed(asked, side)
        entry = self._entries[self._used]
        self._used += 1
        return self._from_server(asked, k) if entry.is_left else Lying(entry.faces, entry.by, entry.line_deg)

    def _from_server(self, asked: RollAsked, k: int) -> Lying:
        return Lying(self._server.throw(asked.label, asked.sides, asked.count, k))
