"""What pages tell of armoured buildings: their armour, what is left of them, who fires out. (BLD-BUNK-02 to -14)"""

from __future__ import annotations

from typing import NamedTuple

from rules.buildings.bunkers import garrison, hits, posts
from rules.buildings.bunkers import sections as bunkers_sections
from rules.buildings.bunkers.armour import armour_of, largest, values
from rules.buildings.bunkers.sections import ArmouredSection
from rules.buildings.sections import fire, graph, occupants
from rules.core.ids import SideId, TerrainId, UnitId
from rules.questions.scenarios import enters_houses
from rules.rulebook import charts
from rules.state import GameState
from rules.table.terrain import Terrain


class BuiltInSummary(NamedTuple):
    """A weapon of the building."""

    name: str
    strength: int
    lost: bool


class GarrisonSummary(NamedTuple):
    """Members of a unit inside."""

    unit: UnitId
    side: SideId
    models: int


class BunkerSummary(NamedTuple):
    """A bunker as a card shows it, or a section of one. (BLD-BUNK-05)"""

    id: TerrainId
    name: str
    av: int
    points: int
    left: int
    worse: int
    """What is added to rolls on its table. (BLD-BUNK-13)"""
    intact: bool
    capacity: int
    taken: int
    firers: int
    held_by: tuple[str, ...]
    occupants: tuple[GarrisonSummary, ...]
    weapons: tuple[BuiltInSummary, ...]
    letter: str = ""
    """Of a section of a building that has several; its `name` has it too. (BLD-BUNK-05)"""
    level: int = 1
    is_part: bool = False
    """Whether other sections or floors of its building are struck apart from it. (BLD-BUNK-05)"""
    by_doors: bool = False
    """Whether its people fire from doors and windows as the table's rules have it: it has no ports. (BLD-GEN-03)"""


class BunkerRow(NamedTuple):
    """A row of the table of bunker hits: the scores in either column. (BLD-BUNK-09)"""

    result: str
    glancing: str
    penetrating: str


def bunkers(state: GameState) -> tuple[BunkerSummary, ...]:
    """Every bunker on the table that says what it holds, as it is now; of several sections each."""
    pieces = garrison.bunkers(state) if enters_houses(state) else ()
    return tuple(summary_of(state, here) for piece in pieces for here in bunkers_sections.of_piece(state, piece))


def summary_of(state: GameState, here: ArmouredSection) -> BunkerSummary:
    """One of them, or one section of it."""
    inside, works = bunkers_sections.occupants(state, here), here.piece.armoured
    armour, is_abstract = here.armour, bool(here.letter) and here.piece.has_sections
    house = graph.section(here.piece, here.letter) if is_abstract else None
    places = works.capacity if works is not None else 0
    return BunkerSummary(
        id=here.piece.id,
        name=here.name,
        av=armour.av,
        points=armour.points,
        left=here.left,
        worse=sum(m.value for m in hits.modifiers(here, sharp=False)),
        intact=here.is_intact,
        capacity=occupants.capacity(house) if house is not None else places,
        taken=sum(garrison.places_for(state, models) for _, models in inside),
        firers=posts.firers(here) or (fire.places_left(state, house) if house is not None else 0),
        occupants=tuple(GarrisonSummary(u.id, u.side, len(m)) for u, m in inside),
        held_by=tuple(sorted({state.side(side).name for side in bunkers_sections.holders(state, here)})),
        weapons=tuple(BuiltInSummary(gun.name, gun.strength, gun.lost) for _, gun in here.guns),
        letter=here.letter,
        level=here.storey + 1,
        is_part=len(bunkers_sections.of_house(state, here.piece)) > 1,
        by_doors=here.piece.has_interior and not posts.firers(here),
    )


def in_words(piece: Terrain) -> str:
    """Armour and hull points of a bunker, of several sections each; "" for what has none. (BLD-BUNK-03, BLD-BUNK-05)"""
    found = bunkers_sections.sections(piece) if piece.is_structure else ()
    return "; ".join(_in_words(here) for here in found)


def _in_words(here: ArmouredSection) -> str:
    points = here.armour.points
    text = f"armour {here.armour.av}, {here.left} of {points} hull point{'' if points == 1 else 's'}"
    if not here.letter:
        return text
    return f"{here.letter}: {text}{'' if here.is_intact else ', breached'}"


def hit_rows() -> tuple[BunkerRow, ...]:
    """The table of bunker hits as it is printed. (BLD-BUNK-09)"""
    return tuple(
        BunkerRow(str(row["result"]), str(row["glancing"] or ""), str(row["penetrating"] or ""))
        for row in charts.rows("BLD-BUNK-09")
    )


def has_armour(piece: Terrain) -> bool:
    """Whether a building is damaged as a bunker is. (BLD-GEN-04)"""
    return armour_of(piece) is not None


def kinds() -> dict[str, int]:
    """Types of armoured buildings with their Armour Values. (BLD-BUNK-03)"""
    return values()


def most_places() -> int:
    """What a building may hold before it is divided. (BLD-BUNK-05)"""
    return largest()
