"""Enemies that stray too near in an ordinary move may be intercepted: they are stopped and fought. (ARAP-INT-03)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.charge.events import ChargeDeclared
from rules.arap.events import ModelsMoved, placed
from rules.arap.melee import charge_home, intercept, join
from rules.arap.paths.manners import MANNERS
from rules.arap.units.parts import UnitSplit
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import Option, OptionOdds
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState, Placement

Paths = dict[ModelId, tuple[Point, ...]]

ON_FOOT: Final = ("move", "crawl", "tactical", "run", "door", *(m.how for m in MANNERS if not m.passes_over))
"""Ways of moving of which the whole way counts, its end included."""
ENDS_ONLY: Final = (
    *("leave", "leave-house", "enter-house", "place", "aside", "follow", "swing", "tumble"),
    *(m.how for m in MANNERS if m.passes_over),
)
"""Ways of which only the place counts where they end."""
SINCE_13: Final = ("door", "leave-house")
"""Ways that nobody stepped into in battles up to version 12."""
RULES: Final = ("ARAP-INT-03", "ARAP-INT-02", "ARAP-ACT-10", "ARAP-ACT-11")
OFF_COURSE_IN: Final = 0.05


class Intercepted(Event, frozen=True, kw_only=True, tag="Intercepted"):
    """A unit stops an enemy that came too near; the enemy keeps its points for the end of the melee. (ARAP-ACT-07)"""

    mover: UnitId
    held_ap: int | None = None
    """Points of the mover, if it was acting."""

    def evolve(self, state: GameState) -> GameState:
        """The mover acts no more in this phase."""
        if state.turn.active != self.mover:
            return state
        held = state.turn.ap if self.held_ap is None else self.held_ap  # None in logs of version 1
        unit = replace(state.units[self.mover], held_ap=held)
        return state.with_unit(unit).with_turn(ap=0)

    def sentence(self, state: GameState) -> str:
        """Who intercepts whom."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} intercepts {state.units[self.mover].name}"


class Straying(TaskStruct, frozen=True, kw_only=True, tag="Straying"):
    """An enemy came into or through a unit's reach, which may step in before anything else happens. (ARAP-INT-03)"""

    unit: UnitId
    mover: UnitId
    paths: Paths

    def run(self, progress: Progress) -> None:
        """Ask, if both are still free."""
        state = progress.state
        unit, mover = state.units[self.unit], state.units[self.mover]
        if not may_be_stopped(state, mover) or not interception.may_intercept(state, unit):
            return
        question = f"{mover.name} comes within reach. Does {unit.name} intercept?"
        act = Option(id="intercept", label="Intercept", detail="melee, without charge bonuses", rule="ARAP-INT-03")
        interception.ask_whether(progress, self, unit, mover, question, act)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The first round against those who would be stopped."""
        mover = whole.units[self.mover]
        return intercept.promised(
            whole, whole.units[self.unit], mover, intercept.stopped(whole, self.unit, mover, self.paths)
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """Those in reach are stopped where they came into it, and both units are locked."""
        if choice != "intercept":
            return
        unit = progress.state.units[self.unit]
        held = progress.state.turn.ap if progress.state.turn.active == self.mover else 0
        progress.emit(Intercepted(side=unit.side, unit=unit.id, mover=self.mover, held_ap=held, rules=RULES))
        self._stop(progress, unit)
        if charge_home.in_contact(progress.state, unit.id, self.mover):
            join.join(progress, unit.id, (self.mover,), rules=("ARAP-INT-03",))

    def _stop(self, progress: Progress, unit: Unit) -> None:
        state = progress.state
        mover = state.units[self.mover]
        laid = intercept.stopped(state, unit.id, mover, self.paths)
        stopped = [c for c in laid.courses if c.points[-1] != mover.model(c.model).at]
        if stopped:
            progress.emit(
                ModelsMoved(
                    side=mover.side,
                    unit=mover.id,
                    placements=tuple(Placement(model=c.model, at=c.points[-1], facing=c.facing) for c in stopped),
                    how="intercepted",
                    length_in=0.0,
                    voluntary=False,
                    rules=("ARAP-INT-03",),
                )
            )


def may_be_stopped(state: GameState, mover: Unit) -> bool:
    """Whether interception is for a unit like that: on foot, in the open, neither routing nor in melee."""
    barred = mover.is_vehicle or mover.hidden or mover.routing or mover.pursuing is not None
    return mover.on_table and not barred and not state.is_locked(mover.id)


def watch(progress: Progress, before: GameState, action: Action) -> None:
    """Queue the choices of units that those who moved by this action came too near. (ARAP-INT-03)"""
    if before.turn.number and not action.host_only and progress.state.outcome is None:
        look(progress, before, progress.events)


def look(progress: Progress, before: GameState, events: list[Event]) -> None:
    """The same for moves of these events alone, which began in the state before them."""
    for unit_id, paths in ways(before, events).items():
        mover = progress.state.units[unit_id]
        if may_be_stopped(progress.state, mover):
            charged = [e.target for e in events if isinstance(e, ChargeDeclared) and e.unit == unit_id]
            near = interception.passed(progress.state, mover.side, paths, charged)
            progress.ahead(*(Straying(unit=u.id, mover=unit_id, paths=paths) for u in near))


def ways(before: GameState, events: list[Event]) -> dict[UnitId, Paths]:
    """The way of each model that moved, start included; only its end where nothing else counts."""
    found: dict[UnitId, Paths] = {}
    units: dict[UnitId, Unit] = {}
    for event in events:
        if isinstance(event, UnitSplit) and event.unit is not None:
            units[event.part] = _parted(units.get(event.unit) or before.units[event.unit], event)
        if not isinstance(event, ModelsMoved) or event.unit is None:
            continue
        if event.how in SINCE_13 and before.is_older_than("13"):
            continue
        unit = units.get(event.unit) or before.units[event.unit]
        units[event.unit] = placed(unit, event.placements)
        if event.how in ENDS_ONLY or _is_to_another_floor(unit, event):
            found[event.unit] = {p.model: (p.at,) for p in event.placements}
        elif event.how in ON_FOOT:
            legs = dict(_legs(unit, event))
            known = found.get(event.unit, {})
            found[event.unit] = {**known, **{m: (*known.get(m, way[:1]), *way[1:]) for m, way in legs.items()}}
    return found


def _is_to_another_floor(unit: Unit, event: ModelsMoved) -> bool:
    """Whether a ladder led to a floor that is laid out elsewhere: further on the board than anybody went. (GEN-03)"""
    far = (distance(unit.model(p.model).at, p.at) for p in event.placements)
    return event.how in ("ladder", "stairs") and max(far, default=0.0) > event.spent_in + OFF_COURSE_IN


def _parted(unit: Unit, event: UnitSplit) -> Unit:
    """Those who left the unit, where they stood."""
    return replace(unit, models=tuple(replace(m, id=event.models[m.id]) for m in unit.models if m.id in event.models))


def _legs(unit: Unit, event: ModelsMoved) -> Iterator[tuple[ModelId, tuple[Point, ...]]]:
    """In formation each model goes the anchor's way beside it; one that ends elsewhere goes straight there."""
    for placement in event.placements:
        start = unit.model(placement.model).at
        first = event.path[0] if event.path else (*start, 0.0)
        way = [(start[0] + x - first[0], start[1] + y - first[1]) for x, y, _ in event.path] or [start]
        if distance(way[-1], placement.at) > OFF_COURSE_IN:
            way = [start, placement.at]
        way[-1] = placement.at
        yield placement.model, tuple(point for point, _ in itertools.groupby((start, *way[1:])))


EVENTS: tuple[type[Event], ...] = (Intercepted,)
TASKS: tuple[type[TaskStruct], ...] = (Straying,)
