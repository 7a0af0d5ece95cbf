"""What pages tell of armoured buildings: their armour, what is left of them, who fires out. (BLD-BUNK-02 to -14)"""

from __future__ import annotations

from typing import NamedTuple

from rules.buildings.bunkers import garrison, hits, posts
from rules.buildings.bunkers.armour import armour_of, is_intact, largest, points_left, values
from rules.core.ids import SideId, TerrainId, UnitId
from rules.questions.scenarios import enters_houses
from rules.rulebook import charts
from rules.state import GameState
from rules.table.terrain import Terrain


class BuiltInTold(NamedTuple):
    """A weapon of the building."""

    name: str
    strength: int
    lost: bool


class GarrisonTold(NamedTuple):
    """Members of a unit inside."""

    unit: UnitId
    side: SideId
    models: int


class BunkerTold(NamedTuple):
    """A bunker as a card shows it."""

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
    occupants: tuple[GarrisonTold, ...]
    weapons: tuple[BuiltInTold, ...]


class BunkerRow(NamedTuple):
    """A row of the table of bunker hits: the scores in either column. (BLD-BUNK-09)"""

    result: str
    glancing: str
    penetrating: str


def bunkers(state: GameState) -> tuple[BunkerTold, ...]:
    """Every bunker on the table that says what it holds, as it is now."""
    found = []
    for piece in garrison.bunkers(state) if enters_houses(state) else ():
        armour, works = armour_of(piece), piece.armoured
        assert armour is not None
        assert works is not None
        found.append(
            BunkerTold(
                id=piece.id,
                name=piece.name,
                av=armour.av,
                points=armour.points,
                left=points_left(piece, armour),
                worse=sum(m.value for m in hits.modifiers(piece, sharp=False)),
                intact=is_intact(piece),
                capacity=works.capacity,
                taken=works.capacity - garrison.places_free(state, piece),
                firers=posts.firers(piece),
                occupants=tuple(GarrisonTold(u.id, u.side, len(m)) for u, m in garrison.inside(state, piece)),
                held_by=tuple(sorted({state.side(side).name for side in garrison.holders(state, piece)})),
                weapons=tuple(BuiltInTold(gun.name, gun.strength, gun.lost) for gun in works.weapons),
            )
        )
    return tuple(found)


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
