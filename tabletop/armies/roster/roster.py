"""A roster: which units somebody chose from a library, with their numbers and options. Pure values."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

FORMAT: Final = 1
"""Version of this format. A change that older rosters do not satisfy raises it."""


TIES: Final = ("inside", "joins", "serves", "dedicated")
"""Fields of a pick that name another unit of the list."""


class Pick(Struct, frozen=True, kw_only=True):
    """One unit. `counts` is by role, `options` by option: how many models have it, 1 where all do.

    `inside` is the unit (a transport) in which it begins the battle, `joins` the unit that a character leads.
    """

    id: str
    kind: str
    name: str = ""
    counts: dict[str, int] = {}
    options: dict[str, int] = {}
    inside: str = ""
    joins: str = ""
    serves: str = ""
    """The unit, a towed weapon, whose crew it is. (VEH-TOW-01)"""
    dedicated: str = ""
    """The unit that this transport was taken for, and that it carries alone. (TRI-TRAN-08)"""
    squadron: str = ""
    """The name of the squadron in which a vehicle acts. (VEH-JOIN-12)"""
    note: str = ""
    rolled: tuple[int, ...] = ()
    """The dice for what is random of it; empty while that is left to the table. (VEH-CAR-01)"""
    throws: int = 0
    """How often its owner has rolled them."""
    force: str = ""
    """The name of its force, where the army has several."""
    traits: tuple[str, ...] = ()
    """Traits that its models have besides those of their profiles and options. (ARAP-GEN-07)"""


class Roster(Struct, frozen=True, kw_only=True):
    """An army list. `limit` in points, 0 for none. It names the edition of the library that it was built on."""

    name: str
    limit: int = 0
    units: tuple[Pick, ...] = ()
    library: str = ""
    library_version: int = 0
    format: int = FORMAT

    def pick(self, unit: str) -> Pick | None:
        """The unit of that id."""
        return next((p for p in self.units if p.id == unit), None)

    @property
    def squadrons(self) -> tuple[str, ...]:
        """The names of its squadrons. (VEH-JOIN-12)"""
        return tuple(dict.fromkeys(p.squadron for p in self.units if p.squadron))

    @property
    def forces(self) -> tuple[str, ...]:
        """The names of its forces, in the order of their first units."""
        return tuple(dict.fromkeys(p.force for p in self.units))

    def fresh_id(self) -> str:
        """An id that no unit has."""
        taken = {p.id for p in self.units}
        return next(f"u{n}" for n in range(1, len(taken) + 2) if f"u{n}" not in taken)

    def with_pick(self, changed: Pick) -> Roster:
        """The roster with one unit replaced."""
        return replace(self, units=tuple(changed if p.id == changed.id else p for p in self.units))
