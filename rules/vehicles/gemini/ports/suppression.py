"""Hits at the ports of a vehicle in the log, and what those inside suffer. (VEH-PORT-01 to -03, ARAP-SUPP-01)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules.arap.damage.allocation import Lot
from rules.arap.events import tallied
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.volley import ShotsFired
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.forces.unit import Point
from rules.progress import Progress
from rules.state import Event, GameState


class PortsHit(Event, frozen=True, kw_only=True, tag="PortsHit"):
    """Hits on the openings of a vehicle: how many go in, and how many of them strike each unit inside."""

    target: UnitId
    weapon: WeaponId | None = None
    hits: int
    passed: int
    struck: dict[UnitId, int] = {}
    how: Literal["shots", "burst", "stream", "lick"] = "shots"
    big: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Hits count for suppression of those inside. (ARAP-SUPP-01)"""
        assert self.unit is not None
        for unit, hits in self.struck.items():
            state = tallied(state, self.unit, unit, hits=hits, big=self.big and hits > 0)
        return state

    def sentence(self, state: GameState) -> str:
        """What came through."""
        name = state.units[self.target].name
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


def tell(
    progress: Progress,
    unit: UnitId,
    vehicle: UnitId,
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
    first = group[0]
    strip = first.strip.corners() if first.strip else ()
    progress.emit(
        ShotsFired(
            side=progress.state.units[unit].side,
            unit=unit,
            target=vehicle,
            weapon=first.weapon.id,
            shots=counts,
            hits=hits,
            lines=lines,
            strip=strip,
            rules=("ARAP-SHOOT-01", "VEH-PORT-01"),
        )
    )


def lot(firing: Firing, victims: tuple[ModelId, ...]) -> Lot:
    weapon = firing.weapon
    return Lot(weapon=weapon.id, strength=firing.strength, ap=weapon.ap, victims=victims, close=firing.close)


EVENTS: tuple[type[Event], ...] = (PortsHit,)
