"""What pages tell of houses that are played by sections: who is where, ways, places, who may fire out. (BLD-SECT-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.buildings.boarding.enter import EnterHouse
from rules.buildings.sections import fire, graph, occupants, rulings
from rules.buildings.sections.enter import EnterSection, is_up, known_section
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.sections.graph import HouseSection
from rules.buildings.sections.leave import LeaveSection
from rules.buildings.sections.look_out import LookOut
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry import layouts, rings
from rules.progress import Action
from rules.questions.scenarios import enters_houses
from rules.state import GameState
from rules.table.terrain import Terrain


class OccupantsSummary(NamedTuple):
    """Members of one unit in a section."""

    unit: UnitId
    side: SideId
    name: str
    models: int
    places: int
    """Ordinary models that they count for. (BLD-SECT-04)"""
    shown: int
    """How many have looked or fired out, and can be fired at. (BLD-SSHT-04)"""


class WaySummary(NamedTuple):
    """A way out of a section: where it leads ("" outside), what it is, whether it is open."""

    to: str
    kind: str
    state: str
    name: str
    points: int = 0
    """Damage points of a hole in the wall. (BLD-MOUSE-02)"""


class SectionSummary(NamedTuple):
    """One section as the plan shows it."""

    letter: str
    storey: int
    size_in: float
    """Square inches. (BLD-SECT-02)"""
    left: float
    right: float
    """Where it lies along the front, as shares of its length."""
    taken: int
    capacity: int
    occupants: tuple[OccupantsSummary, ...]
    ways: tuple[WaySummary, ...]
    fire_out: int
    """How many more may fire out in this turn; 0 without an outer wall. (BLD-SSHT-01)"""
    open_space: bool
    inner_cover: bool


class SectionHouseSummary(NamedTuple):
    """One house that is played by sections."""

    id: TerrainId
    name: str
    sections: tuple[SectionSummary, ...]
    by_quadrant: bool
    assault: str
    """How it is stormed from outside: "per_opening" or "d6". (BLD-SCC-06, BLD-SCC-07)"""


def houses(state: GameState) -> tuple[SectionHouseSummary, ...]:
    """Every house that is played so, as it is now."""
    return tuple(_house(state, piece) for piece in graph.houses(state)) if enters_houses(state) else ()


def _house(state: GameState, piece: Terrain) -> SectionHouseSummary:
    box = rings.bounds(piece.points)
    is_wide = box.right - box.left >= box.bottom - box.top
    return SectionHouseSummary(
        id=piece.id,
        name=piece.name,
        sections=tuple(_section(state, here, is_wide=is_wide) for here in graph.sections(piece)),
        by_quadrant=graph.by_quadrant(state, piece),
        assault=graph.assault_method(state, piece),
    )


def _section(state: GameState, here: HouseSection, *, is_wide: bool) -> SectionSummary:
    whole, own = rings.bounds(here.piece.points), rings.bounds(here.room.points)
    start, end = (whole.left, whole.right) if is_wide else (whole.top, whole.bottom)
    low, high = (own.left, own.right) if is_wide else (own.top, own.bottom)
    length = max(end - start, 0.1)
    return SectionSummary(
        letter=here.room.letter,
        storey=here.room.storey,
        size_in=layouts.area_in(here.room.points),
        left=(low - start) / length,
        right=(high - start) / length,
        taken=occupants.taken(state, here),
        capacity=occupants.capacity(here),
        occupants=tuple(
            OccupantsSummary(
                unit=unit.id,
                side=unit.side,
                name=unit.name,
                models=len(models),
                places=occupants.counts_as(state, models),
                shown=sum(m.id in unit.shown for m in models),
            )
            for unit, models in occupants.inside(state, here)
        ),
        ways=tuple(_ways(here)),
        fire_out=fire.places_left(state, here),
        open_space=graph.is_open_space(state, here),
        inner_cover=graph.has_inner_cover(state, here),
    )


def ways(piece: Terrain) -> tuple[tuple[str, tuple[WaySummary, ...]], ...]:
    """The ways of each section of a house, by its letter. (BLD-SMOV-02, BLD-SECT-05)"""
    return tuple((here.room.letter, tuple(_ways(here))) for here in graph.sections(piece))


def _ways(here: HouseSection) -> Iterator[WaySummary]:
    for link in graph.links_of(here):
        to = link.other(here.room.letter)
        kind: str = link.kind if link.kind != "drop" or link.a == here.room.letter else "shaft"
        name = f"way down from {to}" if kind == "shaft" else f"{kind} to {to}"
        yield WaySummary(
            to, "breach" if kind == "hole" else kind, link.state, name, link.hole.dp if link.hole is not None else 0
        )
    for way in graph.ways_in(here):
        kind = "breach" if way.opening is None else _kind(here, way.opening)
        points = way.hole.dp if way.hole is not None and not way.hole.vent else 0
        yield WaySummary("", kind, way.state, way.name, points)


def _kind(here: HouseSection, number: int) -> str:
    assert here.piece.building is not None
    return here.piece.building.openings[number].kind


def lettered(state: GameState, unit: Unit) -> str:
    """Where a unit is, for its card: "8 in A of Corn Exchange"; "" for one that is in no house."""
    parts = []
    for place, models in occupants.sections_of(state, unit).items():
        here = graph.at_place(state, place)
        parts += [f"{len(models)} in {here.name}"] if here is not None else []
    return ", ".join(parts)


def cut_off(piece: Terrain) -> tuple[str, ...]:
    """Sections of a house that nobody gets to from outside, however many doors are opened on the way. (BLD-SMOV-02)"""
    reached = {
        s.room.letter
        for s in graph.sections(piece)
        if any(way.storey == 0 and way.state != "blocked" for way in graph.ways_in(s))
    }
    ways = [link for link in graph.links(piece) if link.state != "blocked" and link.kind != "drop"]
    while more := {w.b for w in ways if w.a in reached} | {w.a for w in ways if w.b in reached}:
        if more <= reached:
            break
        reached |= more
    return tuple(s.room.letter for s in graph.sections(piece) if s.room.letter not in reached)


ROW_IN = 0.95
"""How far apart occupants are drawn."""


def drawn_at(state: GameState, unit: Unit) -> dict[ModelId, Point]:
    """Where the board draws those in houses: in ranks on the floor of their section, unit after unit.

    Of sections that lie over one another only the lowest that anybody is in has room on the board.
    """
    found: dict[ModelId, Point] = {}
    for place in occupants.sections_of(state, unit):
        here = graph.at_place(state, place)
        if here is not None and _is_lowest(state, here):
            found |= {m: at for m, at in _ranks(state, here).items() if m in unit.housed}
    return found


def _is_lowest(state: GameState, here: HouseSection) -> bool:
    return not any(
        s.room.storey < here.room.storey
        and occupants.inside(state, s)
        and layouts.shared_in(s.room.points, here.room.points) > 1
        for s in graph.sections(here.piece)
    )


def _ranks(state: GameState, here: HouseSection) -> dict[ModelId, Point]:
    models = [m.id for _, each in occupants.inside(state, here) for m in each]
    box = rings.bounds(here.room.points)
    across = max(1, int((box.right - box.left - 0.3) / ROW_IN))
    rows = -(-len(models) // across)
    x0 = (box.left + box.right) / 2 - (min(across, len(models)) - 1) * ROW_IN / 2
    y0 = (box.top + box.bottom) / 2 - (rows - 1) * ROW_IN / 2
    return {
        m: (round(x0 + (n % across) * ROW_IN, 3), round(y0 + (n // across) * ROW_IN, 3)) for n, m in enumerate(models)
    }


class GoersSummary(NamedTuple):
    """Who could do what is done in a section or into one, and who does if nobody is held back but those who are.

    (BLD-SECT-04, BLD-SECT-05, BLD-SSHT-04)
    """

    able: frozenset[ModelId]
    going: frozenset[ModelId]


def goers(state: GameState, action: Action) -> GoersSummary | None:
    """Who goes into a house or section, on, out of it, or looks out; None for what else is asked, or is refused."""
    asked = EnterHouse | EnterSection | GoToSection | LeaveSection | LookOut
    if not isinstance(action, asked) or action.check(state) is not None:
        return None
    return GoersSummary(able_to_go(state, action), _going(state, action))


def _going(state: GameState, action: Action) -> frozenset[ModelId]:
    match action:
        case EnterSection() | GoToSection():
            return frozenset(m.id for m in action.going(state))
        case LeaveSection():
            return frozenset(p.model for p in action.placements(state, state.units[action.unit]))
        case EnterHouse():
            return frozenset(e.place.model for e in action.entries(state))
        case LookOut():
            return frozenset(action.changing(state))
    return frozenset()


def able_to_go(state: GameState, action: Action) -> frozenset[ModelId]:
    """Members who could, whoever is named: who get to a way in, have a way on or out, do not look out already."""
    if isinstance(action, EnterHouse):
        return frozenset(walk.model.id for walk in replace(action, models=()).near(state))
    if isinstance(action, EnterSection):
        unit, here = state.units[action.unit], known_section(state, action.terrain, action.section)
        if isinstance(here, Refusal):
            return frozenset()
        return frozenset(e.model.id for e in replace(action, models=()).entries(state, unit, here))
    if isinstance(action, GoToSection):
        unit = state.units[action.unit]
        own = occupants.house_of(state, unit)
        there = graph.section(own.piece, action.section) if own is not None else None
        return frozenset(m.id for m in replace(action, models=()).able(state, unit, there)) if there else frozenset()
    if isinstance(action, LeaveSection):
        unit = state.units[action.unit]
        found = action.exit_of(state, unit)
        up = {m.id for m in unit.alive if is_up(state, m)}
        return frozenset(m for m, at in unit.housed.items() if found is not None and at == found[0].place and m in up)
    return frozenset(replace(action, models=()).changing(state)) if isinstance(action, LookOut) else frozenset()


ABOUT_OCCUPANTS = tuple(rulings.WORDS.items())
"""What the host may rule of people in a section: key and words. (BLD-SSHT-08, BLD-SSHT-13, BLD-SSHT-04)"""


def housed_units(state: GameState) -> tuple[tuple[UnitId, str], ...]:
    """Units with members in a section, and their names."""
    return tuple((unit.id, unit.name) for unit in state.units.values() if unit.housed)


def housed_models(state: GameState) -> tuple[tuple[ModelId, str], ...]:
    """Those members, each with the section that it is in."""
    return tuple(
        (m.id, f"{m.id.upper()}, {unit.housed[m.id].rpartition('/')[2]}")
        for unit in state.units.values()
        for m in unit.alive
        if m.id in unit.housed
    )
