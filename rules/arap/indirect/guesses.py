"""A guess at a range, and what comes of it before anything flies. (ARAP-AREA-10)"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.indirect import observers
from rules.arap.indirect.observers import Sighting
from rules.arap.sight.lines import TURN_DEG, in_arc
from rules.arap.units import weapons
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.forces.unit import Model, Point
from rules.forces.weapon import Weapon
from rules.geometry.facings import after_free_turn
from rules.geometry.lengths import along
from rules.progress import Progress
from rules.state import Event, GameState

CORRECTIVE: Final = "ARAP-HIT-05"


class Guess(Struct, frozen=True, kw_only=True):
    """One model's guess: which way, in degrees clockwise from up, and how far, in inches."""

    model: ModelId
    bearing: float
    range_in: float | None = None


class Cast(NamedTuple):
    """One guess worked out: what flies where, and what is known of the place."""

    model: Model
    weapon: Weapon
    aim: Point
    bearing: float
    range_in: float
    facing: float
    sighting: Sighting
    base: int
    modifiers: tuple[Modifier, ...]
    strength: int
    close: bool
    shots: int = 1
    aim_in: float = 0.0
    """How high the ground is there. (BLD-INTO-08)"""

    @property
    def guessed(self) -> tuple[str, ...]:
        """The guess in words, once there is one."""
        return (f"guessed {self.range_in:g}″",) if self.range_in else ()

    @property
    def goal(self) -> int:
        """Skill with modifiers, not limited."""
        return modified(self.base, self.modifiers)


class RangeGuessed(Event, frozen=True, kw_only=True, tag="RangeGuessed"):
    """A model fires or throws at a range that it has guessed. (ARAP-AREA-10)"""

    weapon: WeaponId
    model: ModelId
    bearing: float
    range_in: float
    shots: int = 1
    target: UnitId | None = None
    corrected: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Its shots are counted, and who throws; the target is remembered. (ARAP-WPN-02, ARAP-GREN-01, ARAP-HIT-05)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        named = weapons.key(self.model, self.weapon)
        now = replace(unit.now, shots={**unit.now.shots, named: unit.now.shots.get(named, 0) + self.shots})
        if self.target is not None:
            target = state.units[self.target]
            moves, helped = (unit.moves, target.moves), now.corrected or self.corrected
            now = replace(now, shot_at=self.target, shot_moves=moves, corrected=helped)
        return state.with_unit(replace(unit, now=now))

    def sentence(self, state: GameState) -> str:
        """Who guessed how far."""
        assert self.unit is not None
        weapon, unit = state.weapons[self.weapon], state.units[self.unit]
        at = f" at {state.units[self.target].name}" if self.target in state.units else ""
        if weapon.is_thrown:
            return f"{unit.name} throws {weapon.name}{at}, guessing {self.range_in:g}″"
        return f"{unit.name} fires {weapon.name}{at}, guessing {self.range_in:g}″"


def tell(progress: Progress, unit_id: UnitId, target: UnitId | None, cast: Cast) -> None:
    """A guess is made. (ARAP-AREA-10)"""
    thrown = ("ARAP-GREN-01",) if cast.weapon.is_thrown else ()
    progress.emit(
        RangeGuessed(
            side=progress.state.units[unit_id].side,
            unit=unit_id,
            target=target,
            weapon=cast.weapon.id,
            model=cast.model.id,
            bearing=cast.bearing,
            range_in=cast.range_in,
            shots=cast.shots,
            corrected=any(m.rule == CORRECTIVE for m in cast.modifiers),
            rules=("ARAP-AREA-10", *thrown, *observers.RULES[cast.sighting]),
        )
    )


def facing(model: Model, heading: float) -> float:
    """Where the model faces to fire that way: as it does if that will do."""
    if in_arc(model.facing, model.at, along(model.at, heading, 1.0)):
        return model.facing
    return after_free_turn(model.facing, heading, TURN_DEG)


EVENTS: tuple[type[Event], ...] = (RangeGuessed,)
