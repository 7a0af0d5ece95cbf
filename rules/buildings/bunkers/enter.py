"""Going into a bunker that is held by friends or by nobody. (BLD-BUNK-04)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties, dangerous_ground
from rules.arap.paths import allowance, end_of_move, legality
from rules.arap.positions.placing import radius_of
from rules.arap.terrain import ground
from rules.arap.units.permission import may_act
from rules.buildings.bunkers import garrison, sections
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.geometry.lengths import Circle, distance, is_within, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

RULE: Final = "BLD-BUNK-04"

DOOR_IN: Final = 2.0
"""How near the walls whoever goes in must come. (BLD-DOOR-11)"""

NEARBY_IN: Final = 8.0
"""Bunkers within this are offered, even if only to say why not."""

STEP_IN: Final = 0.5

CLEAR_IN: Final = 1.05
"""How far from enemies they come to stand where a bunker is not locked. (ARAP-MELEE-01)"""


class EnterBunker(Action, frozen=True, kw_only=True, tag="EnterBunker"):
    """Go into a bunker, the whole unit, with a move that brings each within two inches of its walls. (BLD-BUNK-04)"""

    unit: UnitId
    terrain: TerrainId

    def check(self, state: GameState) -> Refusal | None:
        """Points, on foot and free, the bunker, who holds it, near enough, room."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit, piece = (
            state.units[self.unit],
            next((p for p in garrison.entered_whole(state) if p.id == self.terrain), None),
        )
        refusal = _unfit(state, unit)
        if refusal:
            return refusal
        if piece is None:
            known = ", ".join(p.name for p in garrison.entered_whole(state)) or "none on this table"
            return Refusal("no-bunker", "There is no such bunker.", RULE, known)
        refusal = self._locked(state, piece) or _too_far(state, unit, piece) or self._full(state, unit, piece)
        if refusal is not None or state.is_older_than("15"):
            return refusal
        ways = [(unit.model(p.model).at, p.at) for p in places(state, unit, piece)]
        return end_of_move.comes_nearer_inside(state, unit, ways)

    def _locked(self, state: GameState, piece: Terrain) -> Refusal | None:
        foes = garrison.holders(state, piece) - {self.side}
        if not foes:
            return None
        if any(not here.is_intact for here in sections.of_piece(state, piece)):
            return Refusal("held-by-enemy", f"{piece.name} is held by the enemy.", RULE, "a charge through the breach")
        if not sections.keeps_locked(state, piece):
            return None
        text = f"{piece.name} is held by the enemy, and locked while it is intact."
        return Refusal("locked", text, RULE, "breaching it first")

    def _full(self, state: GameState, unit: Unit, piece: Terrain) -> Refusal | None:
        needed, free = garrison.places_for(state, unit.alive), garrison.places_free(state, piece)
        if needed > free:
            text = f"{unit.name} needs {needed} places; {piece.name} has {free}."
            return Refusal("no-places", text, "BLD-BUNK-05", f"{free} ordinary models")
        if not places(state, unit, piece):
            return Refusal("no-room", f"There is no room to stand in {piece.name}.", "BLD-BUNK-04", "a larger bunker")
        return None

    def for_ground(self, state: GameState) -> int:
        """What the host laid on the ground before the bunker. (ARAP-ACT-08)"""
        unit = state.units.get(self.unit)
        piece = next((p for p in garrison.entered_whole(state) if p.id == self.terrain), None)
        if unit is None or not unit.on_table or piece is None:
            return 0
        return max((ground.surcharge(state, m.at, _before(m, piece)) for m in unit.alive), default=0)

    def preview(self, state: GameState) -> Preview:
        """Where they would stand."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        unit, piece = state.units[self.unit], next(p for p in garrison.entered_whole(state) if p.id == self.terrain)
        ghosts = tuple((str(p.model), *p.at, p.facing) for p in places(state, unit, piece))
        free = garrison.places_free(state, piece) - garrison.places_for(state, unit.alive)
        spent = max(_way_in(state, unit, m, piece) or 0.0 for m in unit.alive)
        most = min(allowance.basic_move(state, unit, m) for m in unit.alive)
        notes = (f"{free} places left then",)
        rules = (RULE, "BLD-DOOR-11", "BLD-BUNK-05")
        return Preview(
            ap=1,
            spent_in=round(spent, 2),
            allowance_in=most,
            chances=dangerous_ground.harms(state, unit, _walks(unit, piece)),
            ghosts=ghosts,
            notes=notes,
            rules=rules,
        )

    def resolve(self, progress: Progress) -> None:
        """The unit is inside."""
        state = progress.state
        unit, piece = state.units[self.unit], next(p for p in garrison.entered_whole(state) if p.id == self.terrain)
        placements = places(state, unit, piece)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="move", rules=(RULE,)))
        length = max(distance(unit.model(p.model).at, p.at) for p in placements)
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=placements,
                how="move",
                length_in=round(length, 4),
                rules=(RULE, "BLD-DOOR-11"),
            )
        )
        casualties.brave(progress, unit.id, _walks(unit, piece))


def _unfit(state: GameState, unit: Unit) -> Refusal | None:
    if unit.is_vehicle or not unit.on_table or unit.prone:
        return Refusal("not-on-foot", f"{unit.name} is not on its feet on the table.", RULE, "a unit on foot")
    if state.is_locked(unit.id):
        return Refusal("locked-in-melee", f"{unit.name} is locked in melee.", RULE, "breaking off first")
    inside = garrison.around(state, unit)
    if inside is not None:
        return Refusal("inside", f"{unit.name} is in {inside.name}.", RULE, "moving out of it")
    return None if state.is_older_than("13") else _stays(state, unit)


def _stays(state: GameState, unit: Unit) -> Refusal | None:
    """Why not all of them may move, by whichever rule. (ARAP-AGIL-02, TRI-TRAN-10)"""
    return legality.may_go(state, unit, "move") or legality.keeps_all(unit, "all go in or nobody does")


def _too_far(state: GameState, unit: Unit, piece: Terrain) -> Refusal | None:
    """Somebody does not come within two inches of its walls with this move. (BLD-DOOR-11)"""
    ways = {m: _way_in(state, unit, m, piece) for m in unit.alive}
    late = [m for m, cost in ways.items() if cost is None]
    if not late:
        return None
    text = f"{tag(late[0].id)} does not come within {DOOR_IN:g}″ of {piece.name} with one move."
    return Refusal(
        "out-of-reach", text, "BLD-DOOR-11", "moving nearer first: everybody must come within 2″ of its walls"
    )


def _way_in(state: GameState, unit: Unit, model: Model, piece: Terrain) -> float | None:
    """What it costs a member to come within two inches of the walls, in inches; None if it does not get there."""
    to = _before(model, piece)
    if to == model.at:
        return 0.0
    leg = ground.cost_of_leg(state, model, model.at, to)
    most = allowance.basic_move(state, unit, model)
    return leg.cost_in if leg.barred is None and is_within(leg.cost_in, most) else None


def _walks(unit: Unit, piece: Terrain) -> dict[ModelId, tuple[Point, Point]]:
    """The way of each over the ground."""
    return {m.id: (m.at, _before(m, piece)) for m in unit.alive}


def _before(model: Model, piece: Terrain) -> Point:
    """The nearest place from which it is in."""
    wall = rings.nearest_on_edge(piece.points, model.at)
    gap = distance(model.at, wall)
    return model.at if is_within(gap, DOOR_IN) else toward(model.at, wall, gap - DOOR_IN)


def places(state: GameState, unit: Unit, piece: Terrain) -> tuple[Placement, ...]:
    """Where they stand inside, clear of each other, no more in a section than it holds; none if there is no room."""
    taken = [
        Circle(m.at, radius_of(state, m) + (CLEAR_IN if other.side != unit.side else 0.0))
        for other, models in garrison.inside(state, piece)
        for m in models
    ]
    room = {here.letter: garrison.places_in(state, here) for here in sections.of_piece(state, piece)}
    found: list[Placement] = []
    for model in unit.alive:
        radius, size = radius_of(state, model), state.profile(model).counts_as
        free = _free(piece, radius, taken, model.at)
        spots = ((at, sections.within(state, piece, at).letter) for at in free)
        at, letter = next(((at, letter) for at, letter in spots if room[letter] >= size), (None, ""))
        if at is None:
            return ()
        room[letter] -= size
        taken.append(Circle(at, radius))
        found.append(Placement(model=model.id, at=at, facing=model.facing))
    return tuple(found)


def _free(piece: Terrain, radius: float, taken: Sequence[Circle], near: Point) -> Iterator[Point]:
    """The free places within the walls, the nearest first."""
    box = rings.bounds(piece.points)
    columns, rows = int((box.right - box.left) / STEP_IN), int((box.bottom - box.top) / STEP_IN)
    grid = [(box.left + STEP_IN * x, box.top + STEP_IN * y) for x in range(columns + 1) for y in range(rows + 1)]
    for at in sorted(grid, key=lambda p: (distance(p, near), p)):
        if rings.holds_circle(piece.points, at, radius) and all(
            distance(at, c.centre) >= radius + c.radius for c in taken
        ):
            yield at


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand on foot: each bunker near by."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table or garrison.around(state, unit) is not None:
        return
    for piece in garrison.entered_whole(state):
        if any(is_within(rings.distance_to_ring(piece.points, m.at), NEARBY_IN) for m in unit.alive):
            action = EnterBunker(side=side, unit=unit.id, terrain=piece.id)
            yield offered(state, action, kind="enter-bunker", unit=unit.id, ap=1, label=f"Into {piece.name}")


OFFERED: Final = ("enter-bunker",)
ACTIONS: tuple[type[Action], ...] = (EnterBunker,)
