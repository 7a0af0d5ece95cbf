"""Laying the next tile: who comes to a way on opens it, and a tile is drawn from the stack. (BLD-TILE-01 to -03)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.units.permission import may_act
from rules.buildings.tiles import room, shapes, shut_in, through
from rules.buildings.tiles.room import lie_of, ways_on
from rules.buildings.tiles.through import Through
from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import distance_to_segment, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain
from rules.table.tiles import HEXAGON

RULE: Final = "BLD-TILE-01"
NEAR_IN: Final = 2.0
"""How near a way on somebody must stand to open it."""
LAST: Final = "The last way on here: what is laid leads further"
"""What is said before and after where else a side would be shut in."""
THROUGH: Final = "Nobody is shut in: a way through a wall is found"
"""What is said where no tile leads further."""


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
        if not room.left(state):
            return Refusal("none-left", "All tiles are laid.", "BLD-TILE-02", "what is laid")
        return None

    def preview(self, state: GameState) -> Preview:
        """How likely each shape is that is left."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        way = next(w for w in ways_on(state) if w.id == self.way)
        stack = drawn_from(state, way)
        total = sum(stack.values())
        odds = ((shape, Fraction(count, total)) for shape, count in stack.items())
        chances = tuple(Chance(label=f"{shape}", exact=str(p), value=float(p)) for shape, p in odds)
        notes = (f"{LAST} (BLD-TILE-02).",) if shut_in.is_last(state, way) else ()
        return Preview(chances=chances, notes=notes, rules=(RULE, "BLD-TILE-02"))

    def resolve(self, progress: Progress) -> None:
        """Draw a tile, turn it so that it meets the way, lay it."""
        draw(progress, self.side, self.unit, self.way)


def draw(
    progress: Progress, side: SideId, unit: UnitId | None, way_id: TerrainId, *, shape: str = "", reason: str = ""
) -> None:
    """Lay the tile behind a way: of that shape, else drawn from the stack."""
    state = progress.state
    way = next(w for w in ways_on(state) if w.id == way_id)
    rules, by_hand = (RULE, "BLD-TILE-02"), bool(shape)
    if not shape:
        deck = [each for each, count in drawn_from(state, way).items() for _ in range(count)]
        shape = deck[progress.pick(len(deck), unit=unit, why=f"tile drawn, {len(deck)} left", rules=rules)]
    turned = _turns_further(state, way, shape) or _turns(state, way, shape)
    ways = turned[progress.pick(len(turned), unit=unit, why=f"how the {shape} lies", rules=rules)]
    last = shut_in.is_last(state, way)
    laid = replace(_laid(progress.state, side, unit, way, shape, ways), reason=reason, last=last)
    for _ in range(0 if by_hand else through.MOST):
        walls = through.found(state, way, laid.evolve(progress.state))
        if not walls:
            break
        why = "which wall opens for who is shut in"
        laid = laid.opening(walls[progress.pick(len(walls), unit=unit, why=why, rules=rules)])
    progress.emit(laid)


def no_room(state: GameState, way: Terrain) -> Refusal | None:
    """Why no tile fits behind a way."""
    if state.scenario.tiles is not None and room.is_there(state, state.scenario.tiles, way):
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
    last: bool = False
    """Whether it was the last way on of that part."""
    broken: tuple[TerrainId, ...] = ()
    """What is gone of a wall that opens for whoever would be shut in. (BLD-TILE-02)"""
    through: tuple[Terrain, ...] = ()
    """What is there instead, with the way on if it leads to no tile that is laid."""

    def opening(self, wall: Through) -> TileLaid:
        """The same with a wall that opens besides."""
        there = tuple(piece for piece in self.through if piece.id not in wall.gone)
        return replace(self, broken=(*self.broken, *wall.gone), through=(*there, *wall.laid))

    def evolve(self, state: GameState) -> GameState:
        """What was a way on is open or a wall; the tile lies."""
        now = {piece.id: piece for piece in self.walled}
        gone = {self.way, *self.opened}
        kept = tuple(now.get(piece.id, piece) for piece in state.terrain if piece.id not in gone)
        after = replace(state, terrain=kept).add_terrain(*self.laid)
        if not self.broken and not self.through:
            return after
        stands = tuple(piece for piece in after.terrain if piece.id not in self.broken)
        return replace(after, terrain=stands).add_terrain(*self.through)

    def sentence(self, state: GameState) -> str:
        """Who opens it, and what lies behind."""
        ways = sum(1 for piece in self.laid if piece.leads)
        on = f", {ways} way{'s' * (ways > 1)} on" if ways else ", no way on"
        kind = _named(self.shape)
        wall = f". {THROUGH}" if self.broken or self.through else ""
        if self.unit is None:
            return f"Host: the next tile is laid ({self.reason}): {kind}{on}{wall}"
        further = wall or (f". {LAST}" if self.last and ways else "")
        return f"{state.units[self.unit].name} opens a way: {kind}{on}{further}"


def fitting(state: GameState, way: Terrain) -> dict[str, int]:
    """Of those that are left the ones for which there is room behind a way."""
    stack = state.scenario.tiles
    return {tile: n for tile, n in room.left(state).items() if stack is not None and room.fits(state, stack, way, tile)}


def drawn_from(state: GameState, way: Terrain) -> dict[str, int]:
    """Those among which the next is drawn: behind the last way on such as lead further, if there are any left."""
    every = fitting(state, way)
    return {tile: n for tile, n in every.items() if _turns_further(state, way, tile)} or every


def _turns(state: GameState, way: Terrain, tile: str) -> tuple[shapes.Sides, ...]:
    """The ways in which a tile can lie behind a way."""
    assert state.scenario.tiles is not None
    lie = lie_of(state.scenario.tiles, way, tile)
    return shapes.turns(tile, lie.sides, room.entry(lie, way))


def _turns_further(state: GameState, way: Terrain, tile: str) -> tuple[shapes.Sides, ...]:
    """Those of them that shut nobody in. (BLD-TILE-02)"""
    turned = _turns(state, way, tile)
    if not shut_in.is_last(state, way):
        return turned
    return tuple(ways for ways in turned if _leads_further(state, way, tile, ways))


def _leads_further(state: GameState, way: Terrain, tile: str, ways: shapes.Sides) -> bool:
    laid = _laid(state, SideId(""), None, way, tile, ways, stem="next")
    return shut_in.leads_on(state, way, laid.evolve(state))


def _is_beside(unit: Unit, way: Terrain) -> bool:
    a, b = way.points[0], way.points[-1]
    return unit.on_table and any(is_within(distance_to_segment(m.at, a, b), NEAR_IN) for m in unit.alive)


def _laid(
    state: GameState,
    side: SideId,
    unit: UnitId | None,
    way: Terrain,
    shape: str,
    ways: shapes.Sides,
    *,
    stem: str = "",
) -> TileLaid:
    stack = state.scenario.tiles
    assert stack is not None
    lie, stem = lie_of(stack, way, shape), stem or f"tile-{state.seq}"
    tile = tuple(shapes.pieces(lie, stem, shape, ways))
    others = [w for w in ways_on(state) if w.id != way.id]
    met = {room.entry(lie, w): w for w in others if room.meets(stack, lie, w)}
    on = [n for n in sorted(ways) if n != room.entry(lie, way) and n not in met]
    doors = [shapes.way_on(lie, f"{stem}-x{n}", n) for n in on]
    after = state.add_terrain(*tile)
    shut = [w for n, w in met.items() if n not in ways]
    shut += [w for w in others if stack.is_mixed and w not in met.values() and not room.is_there(after, stack, w)]
    return TileLaid(
        side=side,
        unit=unit,
        way=way.id,
        shape=shape,
        laid=(*tile, *(d if room.is_there(after, stack, d) else shapes.walled_up(d) for d in doors)),
        opened=tuple(w.id for n, w in met.items() if n in ways),
        walled=tuple(shapes.walled_up(w) for w in shut),
        rules=(RULE, "BLD-TILE-02", "BLD-TILE-03"),
    )


def _named(tile: str) -> str:
    """A tile in words."""
    shape, hexagon = shapes.shape_of(tile), tile.startswith(HEXAGON)
    return f"a {'hexagonal ' * hexagon}{_WORDS[shape]}"


_WORDS: Final = {"I": "corridor", "L": "bend", "T": "junction", "+": "crossing", shapes.DEAD_END: "room"}


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


OFFERED: Final = ("lay-tile",)
ACTIONS: tuple[type[Action], ...] = (LayTile,)
EVENTS: tuple[type[Event], ...] = (TileLaid,)
