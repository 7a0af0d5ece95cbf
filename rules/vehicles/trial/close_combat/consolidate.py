"""Consolidation: who is free after a round in its own player turn moves up to 3 inches, or into an open top.

(TRI-JOIN-07, TRI-TRAN-04)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap.events import ModelsMoved
from rules.arap.positions import engagement, single_models
from rules.arap.positions.placing import is_chain, radius_of
from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance, is_within
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.shared.events import BoardedVehicle
from rules.vehicles.trial.events import StepTaken
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.hull.steps import did
from rules.vehicles.trial.transport import embark
from rules.vehicles.trial.transport.access import may_ride

RULE: Final = "TRI-JOIN-07"

MOST_IN: Final = 3.0

PLACED: Final = "move"
"""The answer that may come with places."""

LEAST_IN: Final = 0.25
"""A shorter move is not worth asking for."""

Ends = tuple[Point, ...]


def queue(progress: Progress, units: Sequence[UnitId]) -> None:
    """Each unit of the active side that fought in this round may consolidate, if it is free by then."""
    state = progress.state
    own = [u for u in units if state.units[u].side == state.active_side and not state.units[u].is_vehicle]
    progress.queue(*(Consolidation(unit=u) for u in own))


class Consolidation(TaskStruct, frozen=True, kw_only=True, tag="Consolidation"):
    """A unit that is no longer engaged, and does not pursue, may move up. (TRI-JOIN-07)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Ask, if it is free and there is somewhere to go."""
        state = progress.state
        unit = state.units[self.unit]
        if not unit.on_table or unit.routing or unit.pursuing is not None or state.is_locked(unit.id):
            return
        ways = list(_ways(state, unit))
        options = [*_into(state, unit), *ways, _as_placed(state, unit, ways)]
        progress.ask(
            self,
            unit.side,
            "consolidate",
            f"{unit.name} is free: does it consolidate, up to {MOST_IN:g}″?",
            [Option(id="stay", label="Stay", rule=RULE), *options],
            unit=unit.id,
            rule=RULE,
            decline="stay",
            free=[(m.id, MOST_IN) for m in unit.alive],
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """Stay, go that way, get in, or stand as drawn."""
        kind, _, about = choice.partition(":")
        unit = progress.state.units[self.unit]
        if kind == "aboard":
            _get_in(progress, unit, progress.state.units[UnitId(about)])
        elif kind == "way":
            _move(progress, unit, ends_towards(progress.state, unit, float(about)), (RULE,))
        elif kind == PLACED:
            _move(progress, unit, _drawn(progress.state, unit, list(_ways(progress.state, unit))), (RULE,))

    def answer_with(self, progress: Progress, choice: str, placements: Sequence[Placement]) -> None:
        """To the places given; whoever has none stays."""
        unit = progress.state.units[self.unit]
        put = {p.model: p.at for p in placements}
        _move(progress, unit, tuple(put.get(m.id, m.at) for m in unit.alive), (RULE,))

    def misplaced(self, state: GameState, placements: Sequence[Placement]) -> Refusal | None:
        """Each no further than 3 inches, free, together, in nobody's melee radius."""
        unit = state.units[self.unit]
        put = {p.model: p.at for p in placements}
        if len(put) < len(placements) or not {m.id for m in unit.alive}.issuperset(put):
            text = f"Only living models of {unit.name} consolidate, each once."
            return Refusal("unknown-model", text, RULE, unit.name)
        ends = tuple(put.get(m.id, m.at) for m in unit.alive)
        far = next(
            (m for m, to in zip(unit.alive, ends, strict=True) if not _gets_there(state, unit, m, to, ends)), None
        )
        if far is not None:
            text = f"{tag(far.id)} does not get there, or would stand on something."
            return Refusal("bad-consolidation", text, RULE, f"a free place within {MOST_IN:g}″")
        if not _may_end(state, unit, ends):
            text = f"{unit.name} would end in an enemy’s melee radius, or be split."
            return Refusal("bad-consolidation", text, RULE, "together, out of every melee radius")
        return None


# ------------------------------------------------------------------ which ways


def _as_placed(state: GameState, unit: Unit, ways: Sequence[Option]) -> Option:
    """Wherever their side puts them; drawn as by the first way, or where they stand."""
    ends = _drawn(state, unit, ways)
    ghosts = tuple((m.id, *to, m.facing) for m, to in zip(unit.alive, ends, strict=True))
    detail = f"drag them on the board, each up to {MOST_IN:g}″"
    return Option(id=PLACED, label="As placed", detail=detail, rule=RULE, ghosts=ghosts)


def _drawn(state: GameState, unit: Unit, ways: Sequence[Option]) -> Ends:
    if not ways:
        return tuple(m.at for m in unit.alive)
    return ends_towards(state, unit, float(ways[0].id.partition(":")[2]))


def _gets_there(state: GameState, unit: Unit, model: Model, to: Point, ends: Ends) -> bool:
    """Whether a model walks there and finds room beside the others where they end."""
    if to == model.at:
        return True
    if single_models.walk_to(state, model, to, MOST_IN) is None:
        return False
    taken = single_models.occupied(state, {m.id for m in unit.alive})
    taken += [(end, radius_of(state, m)) for m, end in zip(unit.alive, ends, strict=True) if m.id != model.id]
    return single_models.is_free(state, model, to, taken)


def _ways(state: GameState, unit: Unit) -> Iterator[Option]:
    """Towards objectives and to or from the nearest enemy, as far as each leads somewhere."""
    lead = unit.alive[0].at
    goals = [(o.name, o.at) for o in state.scenario.objectives if o.at != lead]
    found = [(f"Towards {name}", bearing(lead, at)) for name, at in goals]
    enemies = [(e, m.at) for e in state.enemies_of(unit.side) if e.on_table and not e.hidden for m in e.alive]
    near = min(enemies, key=lambda pair: distance(lead, pair[1]), default=None)
    if near is not None and near[1] != lead:
        course = bearing(lead, near[1])
        found += [(f"Towards {near[0].name}", course), (f"Away from {near[0].name}", (course + 180) % 360)]
    known: set[int] = set()
    for label, course in found:
        degrees = round(course)
        ends = ends_towards(state, unit, degrees)
        far = max(distance(m.at, to) for m, to in zip(unit.alive, ends, strict=True))
        if degrees not in known and far >= LEAST_IN and _may_end(state, unit, ends):
            known.add(degrees)
            yield Option(id=f"way:{degrees}", label=label, detail=f"{far:.2g}″", rule=RULE)


def ends_towards(state: GameState, unit: Unit, course: float) -> Ends:
    """Where each model ends that goes up to 3 inches on a bearing, none on another."""
    own = {m.id for m in unit.alive}
    taken = single_models.occupied(state, own)
    ends = []
    for model in unit.alive:
        to = along(model.at, course, MOST_IN)
        end = single_models.walk_towards(state, model, to, MOST_IN, taken).to
        taken.append((end, radius_of(state, model)))
        ends.append(end)
    return tuple(ends)


def _may_end(state: GameState, unit: Unit, ends: Ends) -> bool:
    """Together, and in nobody's melee radius."""
    foes = [m for e in state.enemies_of(unit.side) if e.on_table for m in e.alive]
    return is_chain(list(ends)) and not any(
        is_within(distance(end, foe.at), max(engagement.reach_in(state, foe), engagement.reach_in(state, model)))
        for model, end in zip(unit.alive, ends, strict=True)
        for foe in foes
    )


# ------------------------------------------------------------------ aboard


def _into(state: GameState, unit: Unit) -> Iterator[Option]:
    """Open-topped vehicles of one's own that all of them get to. (TRI-TRAN-04)"""
    for vehicle in state.units_of(unit.side):
        if not vehicle.is_vehicle or not vehicle.on_table or not profile_of(state, vehicle).open_topped:
            continue
        if (
            may_ride(state, unit, vehicle) is None
            and "road" not in did(state, vehicle)
            and _all_reach(state, unit, vehicle)
        ):
            yield Option(id=f"aboard:{vehicle.id}", label=f"Into {vehicle.name}", rule="TRI-TRAN-04")


def _all_reach(state: GameState, unit: Unit, vehicle: Unit) -> bool:
    """Also of those who got out of an open top in this turn; out of a closed hull they do not. (TRI-TRAN-12)"""
    return not unit.now.left_closed and all(
        single_models.walk_to(state, m, embark.beside(state, m, vehicle, m.at), MOST_IN, but=vehicle.id) is not None
        for m in unit.alive
    )


def _get_in(progress: Progress, unit: Unit, vehicle: Unit) -> None:
    again = ("TRI-TRAN-12",) if unit.boarded_turn == progress.state.turn.number else ()
    rules = ("TRI-TRAN-04", RULE, "TRI-TRAN-05", "TRI-TRAN-07", *again)
    hull = vehicle.models[0]
    _move(progress, unit, (hull.at,) * len(unit.alive), rules, how="board")
    progress.emit(BoardedVehicle(side=unit.side, unit=unit.id, vehicle=vehicle.id, rules=rules))
    progress.emit(StepTaken(side=vehicle.side, unit=vehicle.id, what=("loaded",), rules=("TRI-TRAN-03",)))


def _move(progress: Progress, unit: Unit, ends: Ends, rules: tuple[str, ...], how: str = "consolidate") -> None:
    placed = tuple(
        Placement(model=m.id, at=to, facing=bearing(m.at, to) if to != m.at else m.facing)
        for m, to in zip(unit.alive, ends, strict=True)
    )
    far = max(distance(m.at, to) for m, to in zip(unit.alive, ends, strict=True))
    moved = ModelsMoved(side=unit.side, unit=unit.id, placements=placed, how=how, length_in=round(far, 4), rules=rules)
    progress.emit(moved)


TASKS: tuple[type[TaskStruct], ...] = (Consolidation,)
