"""Who gets through holes in the wall between two sections, and how many in a turn. (BLD-MOUSE-02, BLD-MOUSE-03)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.buildings.sections import graph
from rules.buildings.sections.graph import HouseSection
from rules.buildings.walls import passages
from rules.buildings.walls.passages import Gone, Passage
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.progress import Progress
from rules.state import GameState


class Crossing(NamedTuple):
    """Somebody on the way into another section: by which hole, None for wider ways; why he does not get through."""

    model: Model
    hole: Gone | None = None
    refusal: Refusal | None = None


def crossings(state: GameState, unit: Unit, models: Sequence[Model], there: HouseSection) -> list[Crossing]:
    """How each gets into that section, one after the other; whoever has a wider way is not held up by holes."""
    found: list[Crossing] = []
    for model in models:
        found.append(_by(state, model, _holes(state, unit, model, there), found))
    return found


def _holes(state: GameState, unit: Unit, model: Model, there: HouseSection) -> list[Passage]:
    """The holes that are his only way into that section; none if he has another, or is there."""
    here = graph.at_place(state, unit.housed.get(model.id, ""))
    ways = graph.holes_to(here, there) if here is not None and here.place != there.place else ()
    return [graph.hole_passage(state, there.piece, way.hole) for way in ways if way.hole is not None]


def _by(state: GameState, model: Model, holes: Sequence[Passage], before: Sequence[Crossing]) -> Crossing:
    """By the first hole that lets him through after those who have gone."""
    why: Refusal | None = None
    for passage in holes:
        gone = [c.hole for c in before if c.hole is not None and c.hole.passage.key == passage.key]
        mine = Gone(passage, model)
        refusal = passages.refused(state, [*gone, mine])
        if refusal is None:
            return Crossing(model, mine)
        why = why or refusal
    return Crossing(model, None, why)


def through(state: GameState, unit: Unit, models: Sequence[Model], there: HouseSection) -> tuple[Model, ...]:
    """Those of them who get through together."""
    return tuple(c.model for c in crossings(state, unit, models, there) if c.refusal is None)


def is_free(state: GameState, unit: Unit, there: HouseSection) -> bool:
    """Whether all of a unit get into that section at once."""
    return len(through(state, unit, unit.alive, there)) == len(unit.alive)


def too_large(state: GameState, unit: Unit, model: Model, there: HouseSection) -> Refusal | None:
    """Why one would not get through by himself either. (BLD-MOUSE-03)"""
    why = [passages.too_large(state, [Gone(hole, model)]) for hole in _holes(state, unit, model, there)]
    return why[0] if why and all(why) else None


def notes(state: GameState, unit: Unit, models: Sequence[Model], there: HouseSection) -> Iterator[str]:
    """How much of each hole is used up then. (BLD-MOUSE-02)"""
    found: dict[str, list[Gone]] = {}
    for crossing in crossings(state, unit, models, there):
        if crossing.hole is not None:
            found.setdefault(crossing.hole.passage.key, []).append(crossing.hole)
    yield from (passages.used_note(state, those) for those in found.values() if those[0].passage.points is not None)


def note(progress: Progress, unit: Unit, models: Sequence[Model], there: HouseSection) -> None:
    """They have gone through. (BLD-MOUSE-02)"""
    every = crossings(progress.state, unit, models, there)
    passages.note_through(progress, unit, [c.hole for c in every if c.hole is not None])
