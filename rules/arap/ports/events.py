"""Hits at firing ports in the log, and what those inside suffer. (VEH-PORT-01 to -03, BLD-PORT-03, ARAP-SUPP-01)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules.arap.damage.allocation import Lot
from rules.arap.events import tallied
from rules.arap.morale import suppression
from rules.arap.ports.compartment import Compartment, PortShots
from rules.arap.shooting.plan import Firing
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.forces.unit import Point
from rules.progress import Progress
from rules.state import Event, GameState

How = Literal["shots", "burst", "stream", "lick"]


class PortsHit(Event, frozen=True, kw_only=True, tag="PortsHit"):
    """Hits on the openings of a vehicle or a building: how many go in, how many of them strike each unit inside."""

    target: UnitId | None = None
    """The vehicle, if it is one."""
    name: str = ""
    """What the building is called."""
    weapon: WeaponId | None = None
    hits: int
    passed: int
    struck: dict[UnitId, int] = {}
    how: How = "shots"
    big: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Hits count for suppression of those inside. (ARAP-SUPP-01)"""
        assert self.unit is not None
        for unit, hits in self.struck.items():
            state = tallied(state, self.unit, unit, hits=hits, big=self.big and hits > 0)
        return state

    def sentence(self, state: GameState) -> str:
        """What came through."""
        name = state.units[self.target].name if self.target is not None else self.name
        weapon = state.weapons[self.weapon].name if self.weapon else ""
        count = sum(self.struck.values())
        people = f"{count} hit{'' if count == 1 else 's'} inside"
        if self.how == "shots":
            goes = "goes" if self.passed == 1 else "go"
            return f"{self.passed} of {self.hits} hit{'' if self.hits == 1 else 's'} {goes} in at the ports of {name}"
        if self.how == "burst":
            return f"{weapon} goes off inside {name}: {people}"
        if self.how == "stream":
            return f"{weapon} pours into {name}: {people}"
        return f"{weapon} licks in at the ports of {name}: {people}"


def came_in(
    progress: Progress,
    unit: UnitId,
    behind: Compartment,
    *,
    hits: int,
    passed: int,
    struck: dict[UnitId, int],
    rules: tuple[str, ...],
    how: How = "shots",
    firing: Firing | None = None,
) -> None:
    """What went in at the ports, unit by unit."""
    weapon = firing.weapon if firing is not None else None
    progress.emit(
        PortsHit(
            side=progress.state.units[unit].side,
            unit=unit,
            target=behind.target,
            name=behind.name if behind.target is None else "",
            weapon=weapon.id if weapon is not None else None,
            hits=hits,
            passed=passed,
            struck=struck,
            how=how,
            big=how == "burst" and weapon is not None and weapon.marker_in >= suppression.BIG_MARKER_IN,
            rules=rules,
        )
    )


def fired(
    progress: Progress,
    unit: UnitId,
    behind: Compartment,
    group: Sequence[Firing],
    hits: int,
    lines: tuple[tuple[Point, Point], ...] = (),
    *,
    shots: int | None = None,
) -> None:
    """The shots are counted for who fired them."""
    counts: dict[ModelId, int] = {}
    for f in group:
        counts[f.model.id] = counts.get(f.model.id, 0) + (f.shots if shots is None else shots)
    behind.tell(progress, unit, PortShots(group, hits, counts, lines))


def lot(firing: Firing, victims: tuple[ModelId, ...]) -> Lot:
    """Hits of that weapon on those."""
    weapon = firing.weapon
    return Lot(weapon=weapon.id, strength=firing.strength, ap=weapon.ap, victims=victims, close=firing.close)


EVENTS: tuple[type[Event], ...] = (PortsHit,)
