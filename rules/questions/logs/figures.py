"""A battle in figures: what each unit did to the enemy, how far it went, and what each side had left.

Damage counts for whom it was done by; what befell a unit by itself, or by its own side, is told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import hypot
from typing import Final, NamedTuple

from rules.arap.charge.events import ChargeDeclared
from rules.arap.turn.activation import Bust
from rules.buildings.bunkers.charge import BunkerCharged
from rules.core.harm import Harm
from rules.core.ids import SideId, UnitId
from rules.events import Rolled
from rules.forces.unit import Unit
from rules.rulesets import Ruleset, of
from rules.state import Event, GameState
from rules.vehicles.shared.events import ChartResult, VehicleHit

_FOLLOWS: Final = 12
"""Events after a hit within which a vehicle that goes was undone by it."""


class Damage(NamedTuple):
    """What one unit did to the enemy: models felled, what it took of hulls, the vehicles put out of the battle."""

    unit: UnitId
    side: SideId
    name: str
    models: int
    hull: int
    vehicles: tuple[str, ...]

    @property
    def total(self) -> int:
        """All of it together, for the order of a list."""
        return self.models + self.hull + len(self.vehicles)


class Moved(NamedTuple):
    """How far the middle of one unit went in all its moves, in inches."""

    unit: UnitId
    side: SideId
    name: str
    inches: float


class Accident(NamedTuple):
    """Something that a unit lost to itself, its own side or the ground."""

    seq: int
    unit: UnitId
    side: SideId
    words: str


class Strength(NamedTuple):
    """The points that a side has left, from each event on at which they changed."""

    side: SideId
    name: str
    points: tuple[tuple[int, float], ...]


class Figures(NamedTuple):
    """Everything counted. `turns` are the first events of the game turns."""

    rolls: int
    dice: int
    busts: int
    charges: int
    damage: tuple[Damage, ...]
    moved: tuple[Moved, ...]
    accidents: tuple[Accident, ...]
    strength: tuple[Strength, ...]
    turns: tuple[tuple[int, int], ...]
    last: int


def figures(steps: Iterable[tuple[Event, GameState]]) -> Figures:
    """Count along a log: each event that counts, with the state after it."""
    counter = _Counter()
    for event, state in steps:
        counter.hear(event, state)
    return counter.figures()


class _Counter:
    """Goes through a log once."""

    def __init__(self) -> None:
        self._before = GameState()
        self._ruleset: Ruleset | None = None
        self._seen: Counter[type[Event]] = Counter()
        self._dice = 0
        self._models: Counter[UnitId] = Counter()
        self._hull: Counter[UnitId] = Counter()
        self._wrecks: dict[UnitId, list[str]] = {}
        self._lost: set[UnitId] = set()
        self._hit: dict[UnitId, tuple[UnitId, int]] = {}
        self._moved: Counter[UnitId] = Counter()
        self._accidents: list[Accident] = []
        self._strength: dict[SideId, list[tuple[int, float]]] = {}
        self._turns: list[tuple[int, int]] = []

    def hear(self, event: Event, state: GameState) -> None:
        """One event more."""
        self._seen[type(event)] += 1
        if isinstance(event, Rolled):
            self._dice += len(event.dice)
            self._aimed(event, event.unit, event.target, state)
        elif isinstance(event, VehicleHit | ChartResult):
            self._aimed(event, event.by, event.unit, state)
        elif state.units and (harm := self._game(state).harm(state, event)):
            self._harmed(event, harm, state)
        if state.turn.number > (self._turns[-1][0] if self._turns else 0):
            self._turns.append((state.turn.number, event.seq))
        if state.units is not self._before.units:
            self._changed(event, state)
        self._before = state

    def figures(self) -> Figures:
        """All of it, the most first."""
        state = self._before
        damage = [self._damage(unit) for unit in state.units.values()]
        moved = [Moved(u.id, u.side, u.name, self._moved[u.id] / 1000) for u in state.units.values()]
        return Figures(
            rolls=self._seen[Rolled],
            dice=self._dice,
            busts=self._seen[Bust],
            charges=self._seen[ChargeDeclared] + self._seen[BunkerCharged],
            damage=tuple(sorted((d for d in damage if d.total), key=lambda d: (d.side, -d.total))),
            moved=tuple(sorted((m for m in moved if m.inches >= 0.05), key=lambda m: -m.inches)),
            accidents=tuple(self._accidents),
            strength=tuple(Strength(s.id, s.name, tuple(self._strength.get(s.id, ()))) for s in state.sides),
            turns=tuple(self._turns),
            last=state.seq,
        )

    def _damage(self, unit: Unit) -> Damage:
        wrecks = tuple(self._wrecks.get(unit.id, ()))
        return Damage(unit.id, unit.side, unit.name, self._models[unit.id], self._hull[unit.id], wrecks)

    # -- damage -------------------------------------------------------------------------------------------------------

    def _game(self, state: GameState) -> Ruleset:
        if self._ruleset is None or self._ruleset.id != state.ruleset:
            self._ruleset = of(state)
        return self._ruleset

    def _harmed(self, event: Event, harm: Harm, state: GameState) -> None:
        """It counts for the enemy who did it."""
        by = _enemy(state, harm.by, harm.unit)
        unit = state.units[harm.unit]
        if by is None and harm.hull and not harm.cause:
            by = self._hitter(event, unit.id)
        if by is not None:
            self._hit[unit.id] = (by, event.seq)
            self._models[by] += harm.models
            self._hull[by] += harm.hull
        elif harm.models:
            lost = "lost a model" if harm.models == 1 else f"lost {harm.models} models"
            self._accident(event, unit, "fell" if len(unit.models) == 1 else lost, _cause(state, harm))
        if harm.vehicle:
            self._undone(event, unit, by, _cause(state, harm))

    def _aimed(self, event: Event, by: UnitId | None, target: UnitId | None, state: GameState) -> None:
        """Whoever rolled at a vehicle last is who it was hit by."""
        if (enemy := _enemy(state, by, target)) is not None and target is not None:
            self._hit[target] = (enemy, event.seq)

    def _hitter(self, event: Event, victim: UnitId | None) -> UnitId | None:
        by, seq = self._hit.get(victim, (None, 0)) if victim is not None else (None, 0)
        return by if by is not None and event.seq - seq <= _FOLLOWS else None

    def _accident(self, event: Event, unit: Unit, words: str, cause: str) -> None:
        text = f"{unit.name} {words}" + (f" to {cause}" if cause else "")
        self._accidents.append(Accident(event.seq, unit.id, unit.side, text))

    def _undone(self, event: Event, unit: Unit, by: UnitId | None, cause: str = "") -> None:
        """A vehicle is out of the battle, once."""
        if unit.id in self._lost:
            return
        self._lost.add(unit.id)
        if by is not None:
            self._wrecks.setdefault(by, []).append(unit.name)
        else:
            self._accident(event, unit, "was lost", cause)

    # -- where units stand and what is left of them -------------------------------------------------------------------

    def _changed(self, event: Event, state: GameState) -> None:
        for key, unit in state.units.items():
            before = self._before.units.get(key)
            if before is unit or before is None:
                continue
            if unit.is_vehicle and unit.is_gone and not before.is_gone:
                self._undone(event, unit, self._hitter(event, key))
            if state.turn.number and before.on_table and unit.on_table:
                self._moved[key] += _went(before, unit)
        for side in state.sides:
            self._left(event.seq, state, side.id)

    def _left(self, seq: int, state: GameState, side: SideId) -> None:
        points = sum(map(_points, state.units_of(side)))
        line = self._strength.setdefault(side, [])
        if not line or line[-1][1] != points:
            line.append((seq, points))


def _cause(state: GameState, harm: Harm) -> str:
    """What did it, else whose hand it was: no enemy's."""
    if harm.cause or harm.by is None or harm.by == harm.unit:
        return harm.cause
    return state.units[harm.by].name if harm.by in state.units else ""


def _enemy(state: GameState, by: UnitId | None, victim: UnitId | None) -> UnitId | None:
    """Who did it, where that is another side's unit."""
    if by is None or victim is None or by not in state.units or victim not in state.units:
        return None
    return by if state.units[by].side != state.units[victim].side else None


def _went(before: Unit, after: Unit) -> int:
    """How far the middle of those who are in both went, in thousandths of an inch, so that sums stay exact."""
    places = {model.id: model.at for model in before.alive}
    pairs = [(places[model.id], model.at) for model in after.alive if model.id in places]
    if not pairs:
        return 0
    dx = sum(now[0] - was[0] for was, now in pairs) / len(pairs)
    dy = sum(now[1] - was[1] for was, now in pairs) / len(pairs)
    return round(hypot(dx, dy) * 1000)


def _points(unit: Unit) -> float:
    """What is left of a unit's points, by its models; without points, its models."""
    if unit.is_out or (unit.left_table and unit.routing):
        return 0
    worth = unit.points or 10 * len(unit.models)
    return round(worth * len(unit.alive) / len(unit.models), 1) if unit.models else 0
