"""Barrage on roofs: damage square by square. (BLD-FIRE-05)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.damage.wounds_and_saves import can_wound, wound_goal
from rules.buildings import roofs
from rules.core.ids import TerrainId
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table.building import RoofSquare
from rules.table.terrain import Terrain

Square = tuple[int, int]
"""The whole inches of its upper left corner."""

BLOCKS: Final = {3: 3, 5: 4}
"""Inches along the side of the square that a full hit of a marker affects. (BLD-FIRE-05)"""


def block(house: Terrain, at: Point, marker_in: float) -> list[Square]:
    """The squares that a full hit affects: those on the roof, the centremost first. (BLD-FIRE-05)"""
    side = BLOCKS.get(round(marker_in), 0)
    if not side:
        return []
    left, top = (math.floor(c) - 1 if side == 3 else round(c) - 2 for c in at)
    every = [(left + n, top + m) for n in range(side) for m in range(side)]
    return [each for each in every if rings.holds(house.points, _middle(each))]


def _middle(square: Square) -> Point:
    return (square[0] + 0.5, square[1] + 0.5)


def take_burst(progress: Progress, by: Unit, plan: Terrain, at: Point, weapon: Weapon) -> None:
    """A burst on the roof over a true place: a damage roll for each square, points from the centre outward."""
    house = roofs.house_of(progress.state, plan)
    struck, goal = block(house, at, weapon.marker_in), wound_goal(roofs.resistance(house).toughness, weapon.strength)
    if not struck or not can_wound(goal, melee=False):
        return
    toughness = roofs.resistance(house).toughness
    rolled = progress.roll(
        "to-wound",
        len(struck),
        sense="high",
        goal=max(2, goal),
        unit=by.id,
        why=f"{weapon.name} on the roof of {house.name}: Strength {weapon.strength} against Toughness {toughness}",
        rules=("BLD-FIRE-05", "BLD-WALL-07"),
    )
    if rolled.successes:
        _spread(progress, by, house, at, struck, rolled.successes)


def _spread(progress: Progress, by: Unit, house: Terrain, at: Point, struck: list[Square], points: int) -> None:
    """Fill the squares one after the other; of equally near ones a die picks."""
    full = roofs.points_of_square(house)
    lost = {(s.column, s.row): s.dp for s in roofs.squares(house)}
    left = [s for s in struck if lost.get(s, 0) < full]
    new: dict[Square, int] = {}
    while points and left:
        here = _pick(progress, by, house, list(_nearest(left, at)))
        taken = min(points, full - lost.get(here, 0))
        new[here] = lost.get(here, 0) + taken
        points -= taken
        left.remove(here)
    damaged = tuple(RoofSquare(column=x, row=y, dp=dp) for (x, y), dp in new.items())
    rules = ("BLD-FIRE-05", "BLD-WALL-11")
    holes = sum(s.dp >= full for s in damaged)
    dp = sum(s.dp - lost.get((s.column, s.row), 0) for s in damaged)
    progress.emit(
        RoofHoled(
            side=by.side,
            unit=by.id,
            terrain=house.id,
            name=house.name,
            squares=damaged,
            dp=dp,
            holes=holes,
            rules=rules,
        )
    )


def _nearest(left: Sequence[Square], at: Point) -> Iterator[Square]:
    """Those nearest to the centre, clockwise from the one to the north."""
    least = min(round(distance(_middle(s), at), 3) for s in left)
    near = [s for s in left if round(distance(_middle(s), at), 3) == least]
    order = sorted(near, key=lambda s: math.atan2(s[0] + 0.5 - at[0], at[1] - s[1] - 0.5) % (2 * math.pi))
    yield from order


def _pick(progress: Progress, by: Unit, house: Terrain, near: list[Square]) -> Square:
    if len(near) == 1:
        return near[0]
    why = f"roof of {house.name}: which of {len(near)} squares, clockwise from the north"
    rolled = progress.roll("pick", sides=len(near), sense="pick", unit=by.id, why=why, rules=("BLD-FIRE-05",))
    return near[rolled.dice[0] - 1]


class RoofHoled(Event, frozen=True, kw_only=True, tag="RoofHoled"):
    """Squares of a roof have lost damage points; those without any left are holes of an inch. (BLD-FIRE-05)"""

    terrain: TerrainId
    name: str
    squares: tuple[RoofSquare, ...]
    """As they are now."""
    dp: int
    holes: int

    def evolve(self, state: GameState) -> GameState:
        """The roof is like that."""
        return replace(state, terrain=tuple(self._holed(p) if p.id == self.terrain else p for p in state.terrain))

    def _holed(self, house: Terrain) -> Terrain:
        assert house.building is not None
        new = {(s.column, s.row) for s in self.squares}
        others = tuple(s for s in house.building.roof_squares if (s.column, s.row) not in new)
        return replace(house, building=replace(house.building, roof_squares=(*others, *self.squares)))

    def sentence(self, state: GameState) -> str:
        """What it lost."""
        points = f"{self.dp} damage point{'' if self.dp == 1 else 's'}"
        holes = f", {self.holes} hole{'' if self.holes == 1 else 's'} of 1″" if self.holes else ""
        return f"The roof of {self.name} loses {points}{holes}"


EVENTS: tuple[type[Event], ...] = (RoofHoled,)
