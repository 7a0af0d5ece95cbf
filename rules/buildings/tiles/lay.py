"""Laying the next tile: who comes to a way on opens it, and a tile is drawn from the stack. (BLD-TILE-01 to -03)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.units.permission import may_act
from rules.buildings.tiles import shapes
from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry import tilings
from rules.geometry.lengths import distance, distance_to_segment, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack

RULE: Final = "BLD-TILE-01"
NEAR_IN: Final = 2.0
"""How near a way on somebody must stand to open it."""
APART: Final = 0.9
"""Tiles whose middles are nearer than this share of their width would lie on each other."""
SAME_IN: Final = 0.1
"""Places of tiles so near to each other are one."""


class LayTile(Action, frozen=True, kw_only=True, tag="LayTile"):
    """Open a way on and lay the tile behind it: it costs no points. (BLD-TILE-01, BLD-TILE-03)"""

    unit: UnitId
    way: TerrainId

    def check(self, state: GameState) -> Refusal | None:
        """Played at this table, the acting unit, a way on, somebody beside it, tiles left."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        if not state.option("terrain_tiles") or state.scenario.tiles is None:
            return Refusal("no-tiles", "No tiles are laid in this battle.", RULE, "the ground as it is")
        way = next((w for w in ways_on(state) if w.id == self.way), None)
        if way is None:
            return Refusal("no-way", "There is no way on of that name.", "BLD-TILE-03", "a way that is closed")
        if way.blocked:
            return Refusal("blocked", "The host rules that this way is blocked.", "BLD-TILE-03", "another way on")
        unit = state.units[self.unit]
        if not _is_beside(unit, way):
            text = f"Nobody of {unit.name} is within 2″ of that way."
            return Refusal("too-far", text, "BLD-TILE-03", "a member within 2″ of it")
        refusal = no_room(state, way)
        if refusal is not None:
            return refusal
        if not left(state):
            return Refusal("none-left", "All tiles are laid.", "BLD-TILE-02", "what is laid")
        return None

    def preview(self, state: GameState) -> Preview:
        """How likely each shape is that is left."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        stack = left(state)
        total = sum(stack.values())
        odds = ((shape, Fraction(count, total)) for shape, count in stack.items())
        chances = tuple(Chance(label=f"{shape}", exact=str(p), value=float(p)) for shape, p in odds)
        return Preview(chances=chances, rules=(RULE, "BLD-TILE-02"))

    def resolve(self, progress: Progress) -> None:
        """Draw a tile, turn it so that it meets the way, lay it."""
        draw(progress, self.side, self.unit, self.way)


def draw(
    progress: Progress, side: SideId, unit: UnitId | None, way_id: TerrainId, *, shape: str = "", reason: str = ""
) -> None:
    """Lay the tile behind a way: of that shape, else drawn from the stack."""
    state = progress.state
    stack = state.scenario.tiles
    way = next(w for w in ways_on(state) if w.id == way_id)
    assert stack is not None
    assert way.leads is not None
    rules = (RULE, "BLD-TILE-02")
    if not shape:
        deck = [each for each, count in left(state).items() for _ in range(count)]
        shape = deck[progress.pick(len(deck), unit=unit, why=f"tile drawn, {len(deck)} left", rules=rules)]
    turned = shapes.turns(shape, stack.sides, _entry(stack, way))
    ways = turned[progress.pick(len(turned), unit=unit, why=f"how the {shape} lies", rules=rules)]
    progress.emit(replace(_laid(progress.state, side, unit, way, shape, ways), reason=reason))


def no_room(state: GameState, way: Terrain) -> Refusal | None:
    """Why no tile fits behind a way."""
    if state.scenario.tiles is not None and _has_room(state, state.scenario.tiles, way):
        return None
    return Refusal("no-room", "There is no room for a tile behind that way.", RULE, "another way on")


class TileLaid(Event, frozen=True, kw_only=True, tag="TileLaid"):
    """A way on is open, and the next tile lies behind it. (BLD-TILE-01)"""

    way: TerrainId
    shape: str
    laid: tuple[Terrain, ...]
    """Its floor, what is solid of it, and the ways on from it."""
    opened: tuple[TerrainId, ...] = ()
    """Other ways on that lead to it and are open now."""
    walled: tuple[Terrain, ...] = ()
    """Those that end at its wall, as they are now."""
    reason: str = ""
    """Why the host laid it, if nobody opened the way."""

    def evolve(self, state: GameState) -> GameState:
        """What was a way on is open or a wall; the tile lies."""
        now = {piece.id: piece for piece in self.walled}
        gone = {self.way, *self.opened}
        kept = tuple(now.get(piece.id, piece) for piece in state.terrain if piece.id not in gone)
        return replace(state, terrain=kept).add_terrain(*self.laid)

    def sentence(self, state: GameState) -> str:
        """Who opens it, and what lies behind."""
        ways = sum(1 for piece in self.laid if piece.leads)
        on = f", {ways} way{'s' * (ways > 1)} on" if ways else ", no way on"
        kind = "a room" if self.shape == shapes.DEAD_END else f"a tile like {self.shape}"
        if self.unit is None:
            return f"Host: the next tile is laid ({self.reason}): {kind}{on}"
        return f"{state.units[self.unit].name} opens a way: {kind}{on}"


def ways_on(state: GameState) -> tuple[Terrain, ...]:
    """Closed ways behind which no tile is laid yet."""
    return tuple(p for p in state.terrain if p.closed and p.leads is not None)


def left(state: GameState) -> dict[str, int]:
    """How many tiles of each shape are still in the stack. (BLD-TILE-02)"""
    stack = state.scenario.tiles
    laid = Counter(piece.tile for piece in state.terrain if piece.tile)
    shapes_left = {shape: count - laid[shape] for shape, count in (stack.shapes if stack else {}).items()}
    return {shape: count for shape, count in shapes_left.items() if count > 0 and shape in shapes.printed()}


def _is_beside(unit: Unit, way: Terrain) -> bool:
    a, b = way.points[0], way.points[-1]
    return unit.on_table and any(is_within(distance_to_segment(m.at, a, b), NEAR_IN) for m in unit.alive)


def _entry(stack: TileStack, way: Terrain) -> int:
    """The side of the new tile that meets the way."""
    at = way.leads
    assert at is not None
    middle = ((way.points[0][0] + way.points[-1][0]) / 2, (way.points[0][1] + way.points[-1][1]) / 2)
    ends = [tilings.middle_of(at, n, stack.sides, stack.across_in) for n in range(stack.sides)]
    return min(range(stack.sides), key=lambda n: distance(ends[n], middle))


def _laid(
    state: GameState, side: SideId, unit: UnitId | None, way: Terrain, shape: str, ways: shapes.Sides
) -> TileLaid:
    stack, centre = state.scenario.tiles, way.leads
    assert stack is not None
    assert centre is not None
    stem = f"tile-{state.seq}"
    others = [w for w in ways_on(state) if w.id != way.id and w.leads and distance(w.leads, centre) < SAME_IN]
    met = {_entry(stack, w): w for w in others}
    on = [n for n in sorted(ways) if n != _entry(stack, way) and n not in met]
    doors = [shapes.way_on(stack, f"{stem}-x{n}", centre, n) for n in on]
    return TileLaid(
        side=side,
        unit=unit,
        way=way.id,
        shape=shape,
        laid=(
            *shapes.pieces(stack, stem, shape, centre, ways),
            *(d if _has_room(state, stack, d) else shapes.walled_up(d) for d in doors),
        ),
        opened=tuple(w.id for n, w in met.items() if n in ways),
        walled=tuple(shapes.walled_up(w) for n, w in met.items() if n not in ways),
        rules=(RULE, "BLD-TILE-02", "BLD-TILE-03"),
    )


def _has_room(state: GameState, stack: TileStack, way: Terrain) -> bool:
    """Whether there is room for a tile behind a way: on the table, and nothing laid there."""
    assert way.leads is not None
    ring = tilings.outline(way.leads, stack.sides, stack.across_in)
    width, height = state.scenario.width_in, state.scenario.height_in
    if not all(-SAME_IN <= x <= width + SAME_IN and -SAME_IN <= y <= height + SAME_IN for x, y in ring):
        return False
    taken = (_middle(p) for p in state.terrain if p.tile)
    zones = [zone.points for zone in state.scenario.zones]
    near = APART * stack.across_in
    return all(distance(at, way.leads) > near for at in taken) and not any(_within(way.leads, z) for z in zones)


def _middle(piece: Terrain) -> Point:
    count = len(piece.points)
    return (sum(p[0] for p in piece.points) / count, sum(p[1] for p in piece.points) / count)


def _within(at: Point, zone: tuple[Point, ...]) -> bool:
    xs, ys = [p[0] for p in zone], [p[1] for p in zone]
    return min(xs) <= at[0] <= max(xs) and min(ys) <= at[1] <= max(ys)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: each way on that one of its members stands beside."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    if state.scenario.tiles is None or not state.option("terrain_tiles"):
        return
    unit = state.units[active]
    for n, way in enumerate((w for w in ways_on(state) if _is_beside(unit, w)), 1):
        action = LayTile(side=side, unit=unit.id, way=way.id)
        yield offered(state, action, kind="lay-tile", unit=unit.id, label=f"Way {n}: {heading(way)}")


def heading(way: Terrain) -> str:
    """Which way it leads, in a word."""
    assert way.leads is not None
    x, y = ((way.points[0][i] + way.points[-1][i]) / 2 for i in (0, 1))
    dx, dy = way.leads[0] - x, way.leads[1] - y
    if abs(dx) < 0.4 * abs(dy):
        return "north" if dy < 0 else "south"
    if abs(dy) < 0.4 * abs(dx):
        return "west" if dx < 0 else "east"
    return f"{'north' if dy < 0 else 'south'}-{'west' if dx < 0 else 'east'}"


ACTIONS: tuple[type[Action], ...] = (LayTile,)
EVENTS: tuple[type[Event], ...] = (TileLaid,)
