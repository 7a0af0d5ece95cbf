"""Out of a house that is played by sections. (BLD-SECT-05, BLD-SMOV-01)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.attacks import interception
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties, dangerous_ground
from rules.arap.paths import end_of_move, legality
from rules.arap.sight.building_interface import Place
from rules.arap.units.permission import may_act
from rules.buildings.sections import enter, go_between, graph, occupants
from rules.buildings.sections.graph import HouseSection, WayIn
from rules.buildings.sections.outside import Yard
from rules.buildings.walls import passages
from rules.buildings.walls.passages import Gone
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.progress import Action, Progress
from rules.state import GameState, Placement


class LeaveSection(Action, frozen=True, kw_only=True, tag="LeaveSection"):
    """Come out of a house by a way out, and stand within two inches of it: a movement action. (BLD-SECT-05)

    `way` is the place of the way in the list of those of the section; `models` who goes, none named: all in there.
    """

    unit: UnitId
    way: int = 0
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, in a house, a way out of a section on the ground that is not locked, room outside."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = go_between.fit(state, unit) or enter.chosen(unit, self.models)
        if refusal:
            return refusal
        found = self.exit_of(state, unit)
        if found is None:
            text = f"{unit.name} has no such way out to the table."
            return Refusal("no-way-out", text, "BLD-SECT-05", "an unlocked door or window of its section at the ground")
        here, way = found
        going = self._going(state, unit, here)
        fallen = legality.keeps_all(unit, "the others may come out") if not going else None
        if fallen is not None:
            return fallen
        refusal = too_narrow(state, here, [way], going, every=bool(self.models))
        if refusal:
            return refusal
        if not self.placements(state, unit):
            return Refusal("no-room", f"There is no room before {found[1].name}.", "BLD-SECT-05", "another way out")
        ways = [(here.place_of_all, Place(p.at)) for p in self.placements(state, unit)]
        return end_of_move.comes_nearer_inside(state, unit, ways)

    def exit_of(self, state: GameState, unit: Unit) -> tuple[HouseSection, WayIn] | None:
        """The section they leave, and by what."""
        here = occupants.house_of(state, unit)
        ways = exits(here) if here is not None else ()
        return (here, ways[self.way]) if here is not None and 0 <= self.way < len(ways) else None

    def placements(self, state: GameState, unit: Unit) -> tuple[Placement, ...]:
        """Where they stand then, those who find room within two inches and a base."""
        found = self.exit_of(state, unit)
        if found is None:
            return ()
        here, way = found
        return coming_out(state, unit, here, [way], self._going(state, unit, here), enter.REACH_IN + 1)

    def _going(self, state: GameState, unit: Unit, here: HouseSection) -> list[Model]:
        """Who is to come out of that section."""
        return [
            m
            for m in unit.alive
            if unit.housed.get(m.id) == here.place and (not self.models or m.id in self.models)
            if enter.is_up(state, m)
        ]

    def preview(self, state: GameState) -> Preview:
        """Where they would stand."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        places = self.placements(state, state.units[self.unit])
        stay = len(state.units[self.unit].alive) - len(places)
        unit = state.units[self.unit]
        found = self.exit_of(state, unit)
        steps = {p.model: (found[1].at, p.at) for p in places} if found is not None else {}
        stopped = interception.notes_of_move(state, unit, {p.model: (p.at,) for p in places})
        notes = (*((f"{stay} stay inside.",) if stay else ()), *stopped)
        ghosts = tuple((str(p.model), *p.at, p.facing) for p in places)
        return Preview(
            ap=1,
            ghosts=ghosts,
            chances=dangerous_ground.harms(state, unit, steps),
            notes=notes,
            rules=("BLD-SECT-05", "BLD-SMOV-01", *(("ARAP-INT-03",) if stopped else ())),
        )

    def resolve(self, progress: Progress) -> None:
        """They stand outside."""
        unit = progress.state.units[self.unit]
        places = self.placements(progress.state, unit)
        found = self.exit_of(progress.state, unit)
        assert found is not None
        rules = ("BLD-SECT-05", "BLD-SMOV-01")
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="move", rules=rules))
        note(progress, unit, found[0], [found[1]], [p.model for p in places])
        progress.emit(
            ModelsMoved(side=unit.side, unit=unit.id, placements=places, how="leave-house", length_in=2.0, rules=rules)
        )
        casualties.brave(progress, unit.id, {p.model: (found[1].at, p.at) for p in places})


def exits(here: HouseSection) -> tuple[WayIn, ...]:
    """The ways by which one gets out of a section to the ground. (BLD-SECT-05)"""
    return tuple(w for w in graph.ways_in(here) if w.is_passable)


def _by_ways(
    state: GameState, here: HouseSection, ways: Sequence[WayIn], going: Sequence[Model]
) -> tuple[dict[ModelId, WayIn], list[Refusal]]:
    """By which way each goes, shared out evenly among them, and why others get through none.

    (BLD-DOOR-06, BLD-DOOR-07, BLD-MOUSE-02, BLD-MOUSE-03)
    """
    found: dict[ModelId, WayIn] = {}
    gone: dict[WayIn, list[Gone]] = {}
    kept: list[Refusal] = []
    for n, model in enumerate(going):
        turn = n % len(ways)
        why: list[Refusal] = []
        for way in (*ways[turn:], *ways[:turn]):
            passage = graph.passage_of(state, here, way)
            before = gone.setdefault(way, [])
            refusal = None
            if passage is not None and not state.is_older_than("13"):
                refusal = passages.refused(state, [*before, Gone(passage, model)])
            if refusal is None:
                found[model.id] = way
                before += [Gone(passage, model)] if passage is not None else []
                break
            why.append(refusal)
        else:
            kept += why[:1]
    return found, kept


def too_narrow(
    state: GameState, here: HouseSection, ways: Sequence[WayIn], going: Sequence[Model], *, every: bool
) -> Refusal | None:
    """Why nobody gets through those ways, or not `every` one. (BLD-DOOR-06, BLD-MOUSE-02)"""
    found, kept = _by_ways(state, here, ways, going)
    return kept[0] if kept and (every or not found) else None


def note(progress: Progress, unit: Unit, here: HouseSection, ways: Sequence[WayIn], models: Sequence[ModelId]) -> None:
    """They count among those who went through a hole, or a door where doors are limited. (BLD-DOOR-06, BLD-MOUSE-02)"""
    going = [unit.model(m) for m in models]
    by, _ = _by_ways(progress.state, here, ways, going)
    through = ((graph.passage_of(progress.state, here, by[m.id]), m) for m in going if m.id in by)
    if not progress.state.is_older_than("13"):
        passages.note_through(progress, unit, (Gone(passage, m) for passage, m in through if passage is not None))


def coming_out(
    state: GameState,
    unit: Unit,
    here: HouseSection,
    ways: Sequence[WayIn],
    going: Sequence[Model],
    most_in: float,
    *,
    behind: tuple[Point, float] | None = None,
) -> tuple[Placement, ...]:
    """Where members stand who come out by those ways, shared out evenly among them.

    `behind` is a place, and how many inches they keep from it at the least.
    """
    out = [m for m in unit.alive if m.id not in unit.housed]
    yard = Yard(state, unit, here.piece, out, behind=behind)
    found: list[Placement] = []
    by, _ = _by_ways(state, here, ways, going)
    for model in going:
        place = yard.beside(model, by[model.id].at, most_in, careful=True) if model.id in by else None
        if place is not None:
            found.append(place)
    return tuple(found)


ACTIONS: tuple[type[Action], ...] = (LeaveSection,)
