"""From section to section of a house. (BLD-SMOV-01, BLD-SMOV-02, BLD-SMOV-03)"""

from __future__ import annotations

from typing import Final

from rules.arap.events import PointsSpent
from rules.arap.paths import allowance, end_of_move, legality
from rules.arap.units.permission import may_act
from rules.buildings.sections import enter, graph, occupants
from rules.buildings.sections.graph import HouseSection
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.progress import Action, Progress
from rules.state import GameState

FAR_IN: Final = 6
"""From this basic move or charge on one goes two open sections at a time. (BLD-SMOV-03)"""


class GoToSection(Action, frozen=True, kw_only=True, tag="GoToSection"):
    """Go to another section of the same house: one a move, two through open space. (BLD-SMOV-01, BLD-SMOV-03)

    `models` are those who go, none named: as many as find room.
    """

    unit: UnitId
    section: str
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, in a house, once a turn where the table has it so, a way that is open, who is there, room."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = fit(state, unit) or enter.chosen(unit, self.models)
        here = occupants.house_of(state, unit)
        if refusal or here is None:
            return refusal
        if state.options.get("section_moves_per") == "turn" and unit.now.sections_gone:
            text = f"{unit.name} has gone to another section in this turn."
            return Refusal("moved-section", text, "BLD-SMOV-01", "the next turn")
        there = graph.section(here.piece, self.section)
        if there is None:
            return enter.unknown(here.piece, self.section)
        return enter.held(state, there, self.side) or self._cut_off(state, unit, there)

    def _cut_off(self, state: GameState, unit: Unit, there: HouseSection) -> Refusal | None:
        able = self.able(state, unit, there)
        if not able or any(m not in {each.id for each in able} for m in self.models):
            return _too_large(state, unit, there) or _no_way(state, unit, there)
        crossed = occupants.crossings(state, unit, able, there)
        held_up = [c.refusal for c in crossed if c.refusal is not None]
        if held_up and (self.models or len(held_up) == len(crossed)):
            return held_up[0]
        able = tuple(c.model for c in crossed if c.refusal is None)
        refusal = enter.full(state, there, able, named=bool(self.models))
        if refusal is not None:
            return refusal
        here = ((graph.at_place(state, unit.housed[m.id])) for m in occupants.fitting(state, there, able))
        ways = [(each.place_of_all, there.place_of_all) for each in here if each is not None]
        return end_of_move.comes_nearer_inside(state, unit, ways)

    def able(self, state: GameState, unit: Unit, there: HouseSection) -> tuple[Model, ...]:
        """Who gets there, each by himself."""
        return tuple(
            m
            for m in unit.alive
            if (not self.models or m.id in self.models) and enter.is_up(state, m)
            if (here := graph.at_place(state, unit.housed.get(m.id, ""))) is not None and here.place != there.place
            if graph.steps(state, here, there, 2 if allowance.basic_move(state, unit, m) >= FAR_IN else 1)
            if occupants.too_large_for_holes(state, unit, m, there) is None
        )

    def _going(self, state: GameState) -> tuple[HouseSection, tuple[Model, ...]]:
        unit = state.units[self.unit]
        here = occupants.house_of(state, unit)
        there = graph.section(here.piece, self.section) if here is not None else None
        assert there is not None
        able = occupants.through_holes(state, unit, self.able(state, unit, there), there)
        return there, occupants.fitting(state, there, able)

    def going(self, state: GameState) -> tuple[Model, ...]:
        """Who goes and finds room."""
        return self._going(state)[1]

    def preview(self, state: GameState) -> Preview:
        """Who goes, and what room is left."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        unit = state.units[self.unit]
        there, going = self._going(state)
        stay = len(unit.alive) - len(going)
        who = f"{len(going)} of {unit.name} go" if len(unit.alive) > 1 else f"{unit.name} goes"
        far = _goes_far(state, unit, there, going)
        left = occupants.room_left(state, there) - occupants.counts_as(state, going)
        notes = (
            f"{who} to {there.name}.",
            *(("It lies two sections away, through open space. (BLD-SMOV-03)",) if far else ()),
            *occupants.hole_notes(state, unit, going, there),
            *((f"{stay} stay behind.",) if stay else ()),
            f"{left} of {occupants.capacity(there)} places left then.",
        )
        return Preview(ap=1, notes=notes, rules=_gone(far))

    def resolve(self, progress: Progress) -> None:
        """They are there."""
        unit = progress.state.units[self.unit]
        there, going = self._going(progress.state)
        paid = PointsSpent(side=unit.side, unit=unit.id, points=1, action="move", rules=("BLD-SMOV-01",))
        progress.emit(paid)
        far = _goes_far(progress.state, unit, there, going)
        occupants.note_holes(progress, unit, going, there)
        unit = progress.state.units[self.unit]
        progress.emit(occupants.housed(unit, there, going, "go", _gone(far)))


def _goes_far(state: GameState, unit: Unit, there: HouseSection, going: tuple[Model, ...]) -> bool:
    """Whether some of them come from two sections away. (BLD-SMOV-03)"""
    return any(graph.way_to(h, there) is None for m in going if (h := graph.at_place(state, unit.housed[m.id])))


def _gone(far: bool) -> tuple[str, ...]:
    return ("BLD-SMOV-01", "BLD-SMOV-02", "BLD-SECT-04", *(("BLD-SMOV-03",) if far else ()))


def fit(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit does not go about in a house."""
    if not unit.housed:
        return Refusal("not-inside", f"{unit.name} is in no section of a house.", "BLD-SECT-01", "entering one")
    return legality.may_go(occupants.outdoors(state, unit), occupants.outdoors(state, unit).units[unit.id], "move")


def _too_large(state: GameState, unit: Unit, there: HouseSection) -> Refusal | None:
    """Nobody fits through the hole that leads there. (BLD-MOUSE-03)"""
    every = (occupants.too_large_for_holes(state, unit, m, there) for m in unit.alive)
    return next((refusal for refusal in every if refusal is not None), None)


def _no_way(state: GameState, unit: Unit, there: HouseSection) -> Refusal:
    here = occupants.house_of(state, unit)
    shut = [w for w in graph.links_of(here) if w.other(here.room.letter) == there.room.letter] if here else []
    if shut:
        text = f"The way to {there.name} is a {graph.in_words(shut[0])}."
        return Refusal("shut", text, "BLD-SMOV-02", "opening it first")
    text = f"{there.name} does not adjoin: one section a move."
    return Refusal("too-far", text, "BLD-SMOV-01", "a section joined by an open door, stairs, a ramp or a ladder")


ACTIONS: tuple[type[Action], ...] = (GoToSection,)
