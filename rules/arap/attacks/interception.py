"""Interception of chargers and of routers that come too near. (ARAP-INT-01 to -03)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import odds as attacks_odds
from rules.arap.positions import engagement
from rules.arap.terrain import floor_ways, ground
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.prompt import Option, OptionOdds
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import between, distance, is_within, nearest_on_segment
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState

STEP_IN: Final = 0.5
"""How close together places are looked at where walls may hide them."""

Paths = Mapping[ModelId, Sequence[Point]]
"""The way of each model that moves, its start included."""


class InterceptionDeclared(Event, frozen=True, kw_only=True, tag="InterceptionDeclared"):
    """A unit throws itself in the way of chargers; it is activated for nothing else. (ARAP-INT-01, ARAP-ACT-10)"""

    charger: UnitId

    def evolve(self, state: GameState) -> GameState:
        """It waits for them."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], intercepting=self.charger))

    def sentence(self, state: GameState) -> str:
        """Who intercepts whom."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} intercepts {state.units[self.charger].name}"


def may_intercept(state: GameState, unit: Unit) -> bool:
    """Whether nothing bars the unit from it. (ARAP-INT-02)"""
    barred = unit.is_pinned or unit.gone_to_ground or unit.routing or unit.pursuing is not None
    return unit.on_table and not (barred or unit.is_vehicle or unit.hidden or state.is_locked(unit.id))


def comes_near(state: GameState, model: Model, path: Sequence[Point]) -> bool:
    """Whether a way leads into or through the model's melee radius; not if it began there. (ARAP-INT-01)

    Of a way of one point only that point counts.
    """
    reach = engagement.reach_in(state, model)
    if is_within(distance(model.at, path[0]), reach):
        return len(path) == 1
    walled = bool(state.interiors)
    near = (p for a, b in floor_ways.walked(state, path) for p in _places_near(model.at, a, b, every=walled))
    return any(is_within(distance(model.at, p), reach) and _is_open_to(state, model, p, walled) for p in near)


def _places_near(at: Point, a: Point, b: Point, *, every: bool) -> Iterator[Point]:
    """The nearest place of a leg; where walls may hide it, others that lie along it as well."""
    yield nearest_on_segment(at, a, b)
    steps = int(distance(a, b) / STEP_IN) if every else 0
    yield from (between(a, b, n / (steps or 1)) for n in range(1, steps + 1))


def _is_open_to(state: GameState, model: Model, point: Point, walled: bool) -> bool:
    """Whether somebody who passes there is not out of the model's reach up or down a face, or behind a wall."""
    if not walled and not ground.table_of(state).has_faces:
        return True
    return engagement.reaches(state, model, replace(model, at=point))


def passed(state: GameState, side: SideId, paths: Paths, but: Sequence[UnitId]) -> Iterator[Unit]:
    """Enemy units that may intercept what goes that way, in order."""
    ways = tuple(paths.values())
    if not ways:
        return
    round_all = rings.bounds(tuple(point for way in ways for point in way))
    near = round_all.grown(engagement.longest_reach_in(state) + 1)
    for enemy in state.enemies_of(side):
        if enemy.id in but or not may_intercept(state, enemy):
            continue
        within = [m for m in enemy.alive if near.meets(rings.Bounds(*m.at, *m.at))]  # others are far off
        if any(comes_near(state, m, path) for m in within for path in ways):
            yield enemy


def notes_of_move(state: GameState, unit: Unit, paths: Paths) -> tuple[str, ...]:
    """What a plan of a walk says of those who may step in its way. (ARAP-INT-03)"""
    if unit.hidden or unit.routing or state.is_locked(unit.id):
        return ()
    return tuple(
        f"{u.name} may intercept: who comes within its reach stops there, and is locked with it. (ARAP-INT-03)"
        for u in passed(state, unit.side, paths, ())
    )


def notes_of_charge(state: GameState, unit: Unit, target: UnitId, paths: Paths) -> tuple[str, ...]:
    """The same of a charge. (ARAP-INT-01)"""
    return tuple(
        f"{u.name} may intercept: those whom it meets stop there, and nobody has a charge bonus. (ARAP-INT-01)"
        for u in passed(state, unit.side, paths, (target,))
    )


def interceptors(state: GameState, charger: UnitId) -> list[Unit]:
    """Units that wait for those chargers."""
    return [u for u in state.units.values() if u.intercepting == charger and u.on_table]


def ask_whether(progress: Progress, task: TaskStruct, unit: Unit, mover: Unit, question: str, act: Option) -> None:
    """Ask a unit whether it does that to those who come within its reach, or lets them pass. (ARAP-INT-01, -03)"""
    options = (Option(id="let-pass", label="Let them pass", rule=act.rule), act)
    progress.ask(
        task,
        unit.side,
        "intercept",
        question,
        options,
        unit=unit.id,
        about=mover.id,
        rule=act.rule,
        decline="let-pass",
    )


class RoutersPass(TaskStruct, frozen=True, kw_only=True, tag="RoutersPass"):
    """Routers came through the reach of an enemy unit, which may strike at their backs. (ARAP-INT-03)"""

    unit: UnitId
    routers: UnitId
    paths: dict[ModelId, tuple[Point, ...]]

    def run(self, progress: Progress) -> None:
        """Ask, while there is anybody to strike at."""
        state = progress.state
        unit, routers = state.units[self.unit], state.units[self.routers]
        if not routers.on_table or not may_intercept(state, unit):
            return
        question = f"{routers.name} flees within reach. Does {unit.name} strike?"
        act = Option(id="intercept", label="Strike at them", detail="free hacks, not struck back", rule="ARAP-INT-03")
        ask_whether(progress, self, unit, routers, question, act)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The blows at those who flee past."""
        hacked = attacks_odds.of_hacks(whole, self.unit, self.routers, self.paths)
        return {"intercept": attacks_odds.promised(hacked, "wounds to expect")}

    def answer(self, progress: Progress, choice: str) -> None:
        """One blow each at those that came within reach."""
        if choice == "intercept":
            rules = ("ARAP-INT-03", "ARAP-PURS-02")
            attacks_blows.free_hacks(progress, self.unit, self.routers, rules=rules, paths=self.paths)


def queue_for_routers(progress: Progress, routers: UnitId, paths: Mapping[ModelId, tuple[Point, ...]]) -> None:
    """Queue the choices of enemy units that the routers came too near."""
    state = progress.state
    units = list(passed(state, state.units[routers].side, paths, ()))
    progress.queue(*(RoutersPass(unit=u.id, routers=routers, paths=dict(paths)) for u in units))


EVENTS: tuple[type[Event], ...] = (InterceptionDeclared,)
TASKS: tuple[type[TaskStruct], ...] = (RoutersPass,)
