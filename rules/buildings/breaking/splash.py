"""A stream that goes in by an opening may strike the wall beside it as well. (BLD-TMPL-06, BLD-TMPL-04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.shooting.plan import Firing
from rules.arap.sight.building_interface import Place
from rules.buildings import flames, storeys, upstairs
from rules.buildings.breaking import damage_rolls
from rules.buildings.walls import parts
from rules.core.ids import TerrainId, UnitId, WeaponId
from rules.core.prompt import Option
from rules.forces.unit import Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import between
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-TMPL-06"


class WallSplashed(TaskStruct, frozen=True, kw_only=True, tag="WallSplashed"):
    """Whoever fired says whether the wall that the template overlapped is rolled for as well. (BLD-TMPL-06)"""

    unit: UnitId
    terrain: TerrainId
    weapon: WeaponId
    strength: int
    at: Point
    aimed_well: bool

    def run(self, progress: Progress) -> None:
        """Ask."""
        unit = progress.state.units[self.unit]
        piece = next((p for p in progress.state.terrain if p.id == self.terrain), None)
        if piece is None:
            return
        hit = "it is hit" if self.aimed_well else f"it is hit on {flames.SPLASH} or less"
        question = f"Roll {progress.state.weapons[self.weapon].name} against the wall of {piece.name} too? {hit}."
        options = [
            Option(id="roll", label="Roll against the wall", rule=RULE),
            Option(id="leave", label="Leave the wall", rule=RULE),
        ]
        progress.ask(self, unit.side, "wall-splashed", question, options, unit=unit.id, rule=RULE, decline="leave")

    def answer(self, progress: Progress, choice: str) -> None:
        """Hit by the same shot or on 3 or less; then damage."""
        if choice != "roll":
            return
        unit, weapon = progress.state.units[self.unit], progress.state.weapons[self.weapon]
        piece = next(p for p in progress.state.terrain if p.id == self.terrain)
        if self.aimed_well or flames.licks(progress, unit, f"{weapon.name} on the wall of {piece.name}"):
            damage_rolls.scorch(progress, unit, piece, weapon, self.strength, self.at, rules=(RULE, "BLD-TMPL-04"))


def offer(progress: Progress, unit: Unit, firing: Firing, *, aimed_well: bool) -> None:
    """Queue the question for each house whose outer wall the template overlaps, if it can be damaged there."""
    for piece, at in _walls_met(progress.state, firing):
        if damage_rolls.can_scorch(piece, firing.strength, at):
            progress.queue(
                WallSplashed(
                    unit=unit.id,
                    terrain=piece.id,
                    weapon=firing.weapon.id,
                    strength=firing.strength,
                    at=at,
                    aimed_well=aimed_well,
                )
            )


def _walls_met(state: GameState, firing: Firing) -> Iterator[tuple[Terrain, Point]]:
    """The houses, or the floor upstairs, whose outer wall the template overlaps, and where the board shows that."""
    plan = upstairs.floor_at(state, Place(firing.aim.at, firing.aim.level_in))
    if plan is not None:
        at, (x, y) = _met(upstairs.on_house(state, plan), firing), storeys.shift_of(state, plan)
        if at is not None:
            yield plan, (at[0] - x, at[1] - y)
        return
    for piece in state.terrain:
        at = _met(piece, firing) if piece.has_interior and not upstairs.is_upper(piece) else None
        if at is not None:
            yield piece, at


def _met(piece: Terrain, firing: Firing) -> Point | None:
    """Where the middle of a stream from outside enters a house; None if it does not, or no wall is beside it there."""
    assert firing.strip is not None
    shape = firing.strip
    if rings.encloses(piece.points, shape.origin):
        return None
    crossed = rings.crossings(piece.points, shape.origin, shape.end)
    if not crossed:
        return None
    at = between(shape.origin, shape.end, crossed[0][0])
    part = parts.nearest(piece, at)
    return None if parts.is_fallen(piece, part.wall, part.section) else at


def notes(state: GameState, firing: Firing) -> tuple[str, ...]:
    """Of whose wall such a question follows."""
    names = [p.name for p, at in _walls_met(state, firing) if damage_rolls.can_scorch(p, firing.strength, at)]
    return tuple(f"the wall of {name} may be rolled for as well ({RULE})" for name in names)


TASKS: tuple[type[TaskStruct], ...] = (WallSplashed,)
