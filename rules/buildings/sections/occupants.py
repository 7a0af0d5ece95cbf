"""Who is in which section, who finds room in it, who gets there through holes. (BLD-SECT-04, BLD-MOUSE-02)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.buildings.bunkers.armour import armour_of
from rules.buildings.sections import graph
from rules.buildings.sections.graph import HouseSection
from rules.buildings.walls import passages
from rules.buildings.walls.passages import Gone, Passage
from rules.core.ids import ModelId, SideId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import distance, is_within
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain

CAPACITY: Final = 12
"""Ordinary models that a section holds. (BLD-SECT-04)"""


def capacity(here: HouseSection) -> int:
    """What a section holds: of a bunker no more than that says. (BLD-SECT-04, BLD-BUNK-05)"""
    works = here.piece.armoured
    return CAPACITY if works is None or armour_of(here.piece) is None else min(CAPACITY, works.capacity)


def inside(state: GameState, here: HouseSection) -> list[tuple[Unit, tuple[Model, ...]]]:
    """Who is in a section, unit by unit."""
    place = here.place
    found = []
    for unit in state.units.values():
        if unit.housed and unit.in_play:
            models = tuple(m for m in unit.alive if unit.housed.get(m.id) == place)
            found += [(unit, models)] if models else []
    return found


def counts_as(state: GameState, models: Iterable[Model]) -> int:
    """Ordinary models that they count for. (BLD-SECT-04)"""
    return sum(state.profile(m).counts_as for m in models)


def taken(state: GameState, here: HouseSection) -> int:
    """Places that are taken."""
    return sum(counts_as(state, models) for _, models in inside(state, here))


def room_left(state: GameState, here: HouseSection) -> int:
    """Places that are free. (BLD-SECT-04)"""
    return max(0, capacity(here) - taken(state, here))


def fitting(state: GameState, here: HouseSection, models: Iterable[Model]) -> tuple[Model, ...]:
    """The first of them for whom there is room. (BLD-SECT-04)"""
    left, found = room_left(state, here), []
    for model in models:
        size = state.profile(model).counts_as
        if size <= left:
            found.append(model)
            left -= size
    return tuple(found)


def holders(state: GameState, here: HouseSection) -> set[SideId]:
    """The sides of those in it."""
    return {unit.side for unit, _ in inside(state, here)}


def foes(state: GameState, here: HouseSection, side: SideId) -> list[Unit]:
    """Enemy units with members in it."""
    return [unit for unit, _ in inside(state, here) if unit.side != side]


def sections_of(state: GameState, unit: Unit) -> dict[str, tuple[Model, ...]]:
    """Its members in houses by their places."""
    found: dict[str, list[Model]] = {}
    for model in unit.alive:
        place = unit.housed.get(model.id)
        if place is not None:
            found.setdefault(place, []).append(model)
    return {place: tuple(models) for place, models in found.items()}


def only_section(state: GameState, unit: Unit) -> HouseSection | None:
    """The one section that the whole unit is in; None if it is in several, or partly outside."""
    places = {unit.housed.get(m.id, "") for m in unit.alive}
    return graph.at_place(state, places.pop()) if len(places) == 1 else None


def house_of(state: GameState, unit: Unit) -> HouseSection | None:
    """A section that some of the unit are in, the fullest."""
    own = sections_of(state, unit)
    place = max(own, key=lambda p: len(own[p]), default="")
    return graph.at_place(state, place) if place else None


def is_in(state: GameState, unit: Unit, piece: Terrain) -> bool:
    """Whether a unit is inside that very house."""
    here = house_of(state, unit) if unit.is_housed else None
    return here is not None and here.piece.id == piece.id


def outdoors(state: GameState, *units: Unit) -> GameState:
    """The state in which those count as standing on the table at the middle of their sections; for questions alone."""
    return state.with_units(*(replace(u, housed={}) for u in units))


_OF_ONE: Final = {
    "go": "goes into",
    "occupy": "occupies",
    "deploy": "is set up in",
    "run": "runs into",
    "jump": "jumps into",
    "ruling": "is put into",
}
_OF_SEVERAL: Final = {
    "go": "go into",
    "occupy": "occupy",
    "deploy": "are set up in",
    "run": "run into",
    "jump": "jump into",
    "ruling": "are put into",
}
"""What is said of how they got there: of a unit as a whole or one of it, and of several of its members."""


class UnitHoused(Event, frozen=True, kw_only=True, tag="UnitHoused"):
    """Members of a unit are in a section of a house now. (BLD-SECT-01, BLD-SMOV-01)

    `how`: enter, go, deploy, occupy, run, jump, or ruling.
    """

    place: str
    name: str
    """What the section is called."""
    models: tuple[ModelId, ...]
    at: Point
    """The middle of the section, where they count as being."""
    how: str = "enter"
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """They are there; moves from section to section are counted."""
        assert self.unit is not None
        unit = state.units[self.unit]
        models = tuple(replace(m, at=self.at, prone=False) if m.id in self.models else m for m in unit.models)
        now = replace(unit.now, sections_gone=unit.now.sections_gone + 1) if self.how == "go" else unit.now
        return state.with_unit(
            replace(
                unit,
                models=models,
                now=now,
                housed={**unit.housed, **dict.fromkeys(self.models, self.place)},
                inner_cover=tuple(m for m in unit.inner_cover if m not in self.models),
                exposed=tuple(m for m in unit.exposed if m not in self.models),
                shown=tuple(m for m in unit.shown if m not in self.models),
                moves=unit.moves + 1,
                deployed=True,
            )
        )

    def sentence(self, state: GameState) -> str:
        """Who goes where."""
        assert self.unit is not None
        unit = state.units[self.unit]
        some = len(self.models)
        part = f"{some} of " if some < len(unit.alive) else ""
        verb = _OF_SEVERAL if part and some > 1 else _OF_ONE
        text = f"{part}{unit.name} {verb.get(self.how, verb['go'])} {self.name}"
        return f"Host: {text} ({self.reason})" if self.reason else text


def housed(
    unit: Unit, here: HouseSection, models: Iterable[Model], how: str, rules: tuple[str, ...], reason: str = ""
) -> UnitHoused:
    """The event by which those members are in that section."""
    return UnitHoused(
        side=unit.side,
        unit=unit.id,
        place=here.place,
        name=here.name,
        models=tuple(m.id for m in models),
        at=here.middle,
        how=how,
        reason=reason,
        rules=rules,
    )


# -- who belongs together --------------------------------------------------------------------------------------------

LINK_IN: Final = 3.0
"""Whoever is no further from a way in belongs to those inside. (ARAP-COH-01, BLD-SECT-04)"""


def _ways(state: GameState, unit: Unit) -> list[Point]:
    found = (graph.at_place(state, place) for place in sections_of(state, unit))
    return [way.at for here in found if here is not None for way in graph.ways_in(here) if way.storey == 0]


def chain(state: GameState, unit: Unit) -> tuple[Point, ...]:
    """Where members stand; those inside at the place of a comrade before one of their ways in. (BLD-SECT-04)"""
    ways = _ways(state, unit) if unit.housed else []
    out = [m.at for m in unit.alive if m.id not in unit.housed]
    near = next((at for at in out if any(is_within(distance(at, way), LINK_IN) for way in ways)), None)
    inner = near or (ways[0] if ways else (0.0, 0.0))
    return tuple(inner if m.id in unit.housed else m.at for m in unit.alive)


def are_near(state: GameState, one: Unit, other: Unit) -> bool | None:
    """Whether two parts of a unit are in one section or joined ones, or one before a way in of the other."""
    if not (one.housed or other.housed):
        return None
    theirs = sections_of(state, other)
    for place in sections_of(state, one):
        here = graph.at_place(state, place)
        if place in theirs or (here is not None and any(s.place in theirs for s in graph.joined(here))):
            return True
    pairs = ((one, other), (other, one))
    return any(
        is_within(distance(m.at, way), LINK_IN)
        for inner, outer in pairs
        for way in _ways(state, inner)
        for m in outer.alive
        if m.id not in outer.housed
    )


# -- through holes in the wall between two sections --------------------------------------------------------------------


class WayThrough(NamedTuple):
    """Somebody on the way into another section: by which hole, None for wider ways; why he does not get through."""

    model: Model
    hole: Gone | None = None
    refusal: Refusal | None = None


def crossings(state: GameState, unit: Unit, models: Sequence[Model], there: HouseSection) -> list[WayThrough]:
    """How each gets into that section, one after the other; whoever has a wider way is not held up by holes."""
    found: list[WayThrough] = []
    for model in models:
        found.append(_by(state, model, _holes(state, unit, model, there), found))
    return found


def _holes(state: GameState, unit: Unit, model: Model, there: HouseSection) -> list[Passage]:
    """The holes that are his only way into that section; none if he has another, or is there."""
    here = graph.at_place(state, unit.housed.get(model.id, ""))
    ways = graph.holes_to(here, there) if here is not None and here.place != there.place else ()
    return [graph.hole_passage(state, there.piece, way.hole) for way in ways if way.hole is not None]


def _by(state: GameState, model: Model, holes: Sequence[Passage], before: Sequence[WayThrough]) -> WayThrough:
    """By the first hole that lets him through after those who have gone."""
    why: Refusal | None = None
    for passage in holes:
        gone = [c.hole for c in before if c.hole is not None and c.hole.passage.key == passage.key]
        mine = Gone(passage, model)
        refusal = passages.refused(state, [*gone, mine])
        if refusal is None:
            return WayThrough(model, mine)
        why = why or refusal
    return WayThrough(model, None, why)


def through_holes(state: GameState, unit: Unit, models: Sequence[Model], there: HouseSection) -> tuple[Model, ...]:
    """Those of them who get through together."""
    return tuple(c.model for c in crossings(state, unit, models, there) if c.refusal is None)


def all_get_through(state: GameState, unit: Unit, there: HouseSection) -> bool:
    """Whether all of a unit get into that section at once."""
    return len(through_holes(state, unit, unit.alive, there)) == len(unit.alive)


def too_large_for_holes(state: GameState, unit: Unit, model: Model, there: HouseSection) -> Refusal | None:
    """Why one would not get through by himself either. (BLD-MOUSE-03)"""
    why = [passages.too_large(state, [Gone(hole, model)]) for hole in _holes(state, unit, model, there)]
    return why[0] if why and all(why) else None


def hole_notes(state: GameState, unit: Unit, models: Sequence[Model], there: HouseSection) -> Iterator[str]:
    """How much of each hole is used up then. (BLD-MOUSE-02)"""
    found: dict[str, list[Gone]] = {}
    for crossing in crossings(state, unit, models, there):
        if crossing.hole is not None:
            found.setdefault(crossing.hole.passage.key, []).append(crossing.hole)
    yield from (passages.used_note(state, those) for those in found.values() if those[0].passage.points is not None)


def note_holes(progress: Progress, unit: Unit, models: Sequence[Model], there: HouseSection) -> None:
    """They have gone through. (BLD-MOUSE-02)"""
    every = crossings(progress.state, unit, models, there)
    passages.note_through(progress, unit, [c.hole for c in every if c.hole is not None])


EVENTS: tuple[type[Event], ...] = (UnitHoused,)
