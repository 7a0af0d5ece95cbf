"""What the host rules of walls: a hole in one, a stretch that is breached, all whole again. (BLD-WALL-03)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.buildings.bunkers.armour import armour_of
from rules.buildings.walls import materials, parts
from rules.buildings.walls.parts import Part
from rules.core.ids import TerrainId
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.building import Hole
from rules.table.terrain import Terrain

WallRuling = Literal["hole", "whole", "breached"]

WALL_IS: Final[dict[WallRuling, str]] = {
    "hole": "has a hole",
    "whole": "is whole again",
    "breached": "is breached",
}
"""What a wall may be ruled to be, in words. (BLD-WALL-03, BLD-WALL-09)"""

_COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class RuledWall(NamedTuple):
    """A wall that may be ruled on: the id of its piece and its number there as one key, what it is called."""

    key: str
    name: str
    piece: Terrain
    number: int

    @property
    def length_in(self) -> float:
        """From end to end."""
        line = parts.line_of(self.piece, self.number)
        return distance(*line) if line is not None else 0.0

    def inch(self, counted: int) -> Part | None:
        """An inch of it, counted from 1 at its left end or, of one that runs up the table, its upper one; 0 its middle.

        None where it has none, or where no such storey stands behind it.
        """
        found = list(parts.inches_of(self.piece, self.number))
        if found and _from_the_right(found[0].a, found[-1].b):
            found.reverse()
        at = counted - 1 if counted else len(found) // 2
        return found[at] if 0 <= at < len(found) and parts.stands(self.piece, found[at]) else None


def _from_the_right(a: Point, b: Point) -> bool:
    return (round(b[0], 3), round(b[1], 3)) < (round(a[0], 3), round(a[1], 3))


def ruled_walls(state: GameState) -> tuple[RuledWall, ...]:
    """Every wall with damage points of the houses that are entered, those between sections first. (BLD-WALL-08)"""
    houses = [p for p in state.terrain if p.has_doors and not p.tile and armour_of(p) is None]
    between = [w for p in houses for n, _ in enumerate(parts.dividing(p), parts.INNER) for w in _named(p, [n])]
    outer = [w for p in houses for w in _named(p, [n for n in range(len(parts.walls(p))) if _is_there(p, n)])]
    return (*between, *outer)


def _is_there(piece: Terrain, wall: int) -> bool:
    return any(parts.stands(piece, part) for part in parts.inches_of(piece, wall))


def _named(piece: Terrain, walls: list[int]) -> Iterator[RuledWall]:
    """Each with its side, and a number where several have the same."""
    names = [_called(piece, n) for n in walls]
    for n, name in zip(walls, names, strict=True):
        among = [m for m, other in zip(walls, names, strict=True) if other == name]
        side, _, house = name.partition(" of ")
        numbered = f"{side} {among.index(n) + 1} of {house}" if len(among) > 1 else name
        yield RuledWall(f"{piece.id}:{n}", numbered, piece, n)


def _called(piece: Terrain, wall: int) -> str:
    if parts.divides(piece, wall) is not None:
        return parts.wall_name(piece, wall)
    line, outline = parts.line_of(piece, wall), len(piece.points)
    if line is None or (not piece.has_sections and wall >= outline):
        return f"the inner wall of {parts.house_name(piece, wall)}"
    (ax, ay), (bx, by) = line
    length = max(distance(*line), 0.01)
    off = (0.1 * (by - ay) / length, -0.1 * (bx - ax) / length)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    out = (middle[0] + off[0], middle[1] + off[1])
    turned = 180.0 if rings.encloses(piece.points, out) else 0.0
    side = _COMPASS[round((bearing(middle, out) + turned) / 45) % 8]
    return f"the {side} wall of {parts.house_name(piece, wall)}"


class RuleWall(Action, frozen=True, kw_only=True, tag="RuleWall"):
    """The host rules that a wall of a house has a hole, is breached for six inches of it, or is whole again.

    `wall` is the id of its building and its number there, as in "customs:1000", which is the first between two
    sections; `inch` is counted from 1 at its left or upper end, 0 is its middle. A hole has so many `points`, and lets
    as many through; of those who stand at a breach nobody is hit. (BLD-WALL-03, BLD-MOUSE-02, BLD-WALL-09)
    """

    wall: str
    what: WallRuling
    reason: str
    points: int = 1
    inch: int = 0

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A wall of this table, an inch of it, as many points as it can lose and stand, with a reason."""
        found = self._found(state)
        if found is None:
            text = f"There is no wall {quoted(self.wall)}."
            return Refusal("no-wall", text, "BLD-WALL-03", "a wall of a house that is entered")
        if self.what != "whole":
            part = found.inch(self.inch)
            if part is None:
                text = f"{_capital(found.name)} is {found.length_in:.3g}″ long."
                return Refusal("no-inch", text, "BLD-WALL-03", "an inch of it, or 0 for its middle")
            refusal = self._hole(state, found, part) if self.what == "hole" else None
            if refusal is not None:
                return refusal
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "BLD-WALL-03", "why it is so")
        return None

    def _hole(self, state: GameState, found: RuledWall, part: Part) -> Refusal | None:
        most = _most(state, found.piece, part)
        if 1 <= self.points <= most:
            return None
        text = f"A hole there has 1 to {most} damage points." if most else "Any hole there brings down the wall."
        return Refusal("bad-points", text, "BLD-WALL-08", "rule it breached, if all of it is gone")

    def _found(self, state: GameState) -> RuledWall | None:
        return next((w for w in ruled_walls(state) if w.key == self.wall), None)

    def resolve(self, progress: Progress) -> None:
        """It is so."""
        found = self._found(progress.state)
        assert found is not None
        here, part = found.piece, found.inch(self.inch)
        own = [h for h in parts.every_hole(here) if h.wall == found.number]
        gone = [n for wall, n in (here.building.fallen if here.building is not None else ()) if wall == found.number]
        if self.what == "whole" or part is None:
            own, gone = [h for h in own if h.vent], []
        else:
            gone = [n for n in gone if n != part.section]
            if self.what == "breached":
                own = [h for h in own if h.part // materials.SECTION_IN != part.section]
                gone.append(part.section)
            else:
                own = [h for h in own if h.part != part.number or h.vent]
                own.append(Hole(wall=found.number, part=part.number, dp=self.points))
        rules = ("BLD-WALL-03", "BLD-MOUSE-02", *(("BLD-WALL-09",) if self.what == "breached" else ()))
        event = WallRuled(side=self.side, terrain=here.id, name=found.name, wall=found.number, what=self.what)
        event = replace(event, points=self.points if self.what == "hole" else 0, reason=self.reason)
        progress.emit(replace(event, holes=tuple(own), fallen=tuple(sorted(gone)), rules=rules))


def _most(state: GameState, piece: Terrain, part: Part) -> int:
    """Points of the largest hole with which the wall still stands. (BLD-WALL-08, BLD-WALL-11)"""
    if state.option("wall_parts"):
        return materials.of_part(materials.of_wall(piece).points)
    others = parts.lost(piece, part.wall, part.section) - parts.at_part(piece, part.wall, part.number)
    return max(0, parts.section_points(piece, part.wall, part.section) - others - 1)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


class WallRuled(Event, frozen=True, kw_only=True, tag="WallRuled"):
    """The host has said what a wall is like: all its holes, and which sections of it lie open. (BLD-WALL-03)"""

    terrain: TerrainId
    name: str
    wall: int
    what: WallRuling
    holes: tuple[Hole, ...] = ()
    fallen: tuple[int, ...] = ()
    points: int = 0
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """Its holes are those and no others."""
        return replace(state, terrain=tuple(self._ruled(p) if p.id == self.terrain else p for p in state.terrain))

    def _ruled(self, piece: Terrain) -> Terrain:
        inside = piece.building
        if inside is None:
            return piece
        holes = (*(h for h in inside.holes if h.wall != self.wall), *self.holes)
        fallen = (*(f for f in inside.fallen if f[0] != self.wall), *((self.wall, n) for n in self.fallen))
        return replace(piece, building=replace(inside, holes=holes, fallen=fallen))

    def sentence(self, state: GameState) -> str:
        """What it is like now, and why."""
        count = f" of {self.points} damage point{'' if self.points == 1 else 's'}" if self.what == "hole" else ""
        return f"Host: {self.name} {WALL_IS[self.what]}{count} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleWall,)
EVENTS: tuple[type[Event], ...] = (WallRuled,)
