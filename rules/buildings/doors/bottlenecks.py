"""Models that bunch in a doorway: one of them fires until they move on. (BLD-DOOR-05)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from rules.arap.positions.placing import radius_of
from rules.arap.shooting.plan import FirePlan, Idle
from rules.buildings.walls import passages
from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.forces.unit import BunchedModel, Model, Point, Unit, tag
from rules.geometry.lengths import TOLERANCE, distance, distance_to_segment
from rules.progress import Progress
from rules.state import Event, GameState

RULE = "BLD-DOOR-05"

TOUCHING_IN = 0.1
"""Bases no further apart touch."""

Ways = Mapping[ModelId, Sequence[Point]]


class BunchedInDoorway(Event, frozen=True, kw_only=True, tag="BunchedInDoorway"):
    """Models ended their move in one doorway; `fires` is the one that may fire, none named for any of them."""

    opening: str
    models: tuple[ModelId, ...]
    fires: ModelId | None = None

    def evolve(self, state: GameState) -> GameState:
        """They are marked where they stand."""
        assert self.unit is not None
        unit = state.units[self.unit]
        marked = tuple(BunchedModel(model=m, at=unit.model(m).at, fires=m == self.fires) for m in self.models)
        return state.with_unit(replace(unit, bunched=marked))

    def sentence(self, state: GameState) -> str:
        """How many, and who fires."""
        assert self.unit is not None
        unit = state.units[self.unit]
        who = f"only {self._named(state, unit)}" if self.fires is not None else "one of them"
        return f"{len(self.models)} of {unit.name} bunch at {self.opening}: {who} may fire until they move"

    def _named(self, state: GameState, unit: Unit) -> str:
        """Who fires, by what none of the others is or has."""
        assert self.fires is not None
        chosen = unit.model(self.fires)
        others = [unit.model(m) for m in self.models if m != self.fires]
        if chosen.leader and not any(m.leader for m in others):
            return "the leader"
        carried = {w for m in others for w in m.weapons}
        own = next((state.weapons[w].name for w in chosen.weapons if w not in carried), "")
        return f"the one with {own}" if own else tag(self.fires)


def bunches(state: GameState, unit: Unit, ways: Ways) -> Iterator[tuple[str, list[Model]]]:
    """Those who would end in one doorway: whose base is in it, and those of the rank whose bases touch theirs."""
    if not state.interiors:
        return
    ends = [replace(unit.model(m), at=points[-1]) for m, points in ways.items() if points]
    for passage in passages.passages(state):
        inside = [m for m in ends if _is_in(state, passage, m)]
        rank = [m for m in ends if m not in inside and any(_touch(state, m, other) for other in inside)]
        if inside and len(inside) + len(rank) > 1:
            yield passage.name, [*inside, *rank]


def _is_in(state: GameState, passage: passages.Passage, model: Model) -> bool:
    away = distance_to_segment(model.at, passage.a, passage.b)
    return away < radius_of(state, model) - TOLERANCE


def _touch(state: GameState, a: Model, b: Model) -> bool:
    return distance(a.at, b.at) <= radius_of(state, a) + radius_of(state, b) + TOUCHING_IN


def notes(state: GameState, unit: Unit, ways: Ways) -> list[str]:
    """What a preview says of it."""
    return [
        f"{len(m)} bunch at {name}: one of them may fire until they move. ({RULE})"
        for name, m in bunches(state, unit, ways)
    ]


def note(progress: Progress, unit: Unit, ways: Ways) -> None:
    """Mark them; who differs in weapons or skill is drawn, of equals the player picks."""
    for name, models in bunches(progress.state, unit, ways):
        alike = len({(m.weapons, progress.state.profile(m).bs) for m in models}) == 1
        fires = None
        if not alike:
            why = f"{unit.name} bunched at {name}: who may fire"
            fires = models[progress.pick(len(models), unit=unit.id, why=why, rules=(RULE,))].id
        ids = tuple(m.id for m in models)
        progress.emit(
            BunchedInDoorway(side=unit.side, unit=unit.id, opening=name, models=ids, fires=fires, rules=(RULE,))
        )


def one_at_a_time(state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """The plan with the fire of one of them: of the one drawn, or of the first that is to fire."""
    bunch = unit.bottleneck
    drawn = next((b.model for b in bunch if b.fires), None)
    those = {b.model for b in bunch}
    firing = [f.model.id for f in plan.firings if f.model.id in those]
    chosen = drawn if drawn is not None else next(iter(firing), None)
    if not any(m != chosen for m in firing):
        return plan
    idle = tuple(Idle(m, 9, _held(m, chosen)) for m in dict.fromkeys(firing) if m != chosen)
    kept = tuple(f for f in plan.firings if f.model.id not in those or f.model.id == chosen)
    return plan._replace(firings=kept, idle=(*plan.idle, *idle))


def _held(model: ModelId, chosen: ModelId | None) -> Refusal:
    who = tag(chosen) if chosen is not None else "one of them"
    text = f"{tag(model)} bunched in a doorway, where {who} fires."
    return Refusal("bunched", text, RULE, "one of them; or all once they have moved on")


EVENTS: tuple[type[Event], ...] = (BunchedInDoorway,)
