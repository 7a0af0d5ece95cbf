"""Blocking a narrow way: a bridge, a door, a ladder. Who does strikes better until he moves. (ARAP-MELEE-04)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.movement.building_interface import Passages
from rules.arap.terrain import ground
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.geometry.lengths import distance, distance_to_segment, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain

RULE = "ARAP-MELEE-04"
OF_A_WALL_IN = 0.1
"""From the line of a wall to its face."""


class Block(Action, frozen=True, kw_only=True, tag="Block"):
    """Members who stand at a narrow way block it: +1 to hit in melee until they move. Costs nothing. (ARAP-MELEE-04)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """The unit in hand, with somebody at a bridge, a door, a breach or a ladder who does not block it yet."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        found = blockers(state, unit)
        if not found:
            text = f"Nobody of {unit.name} stands at a narrow way."
            return Refusal(
                "no-narrow-way", text, RULE, "a base at a ladder, a door, a hole in a wall or a narrow bridge"
            )
        if set(found) <= set(unit.blocking):
            text = f"{unit.name} blocks it already."
            return Refusal("already-blocking", text, RULE, "it holds until they move")
        return None

    def preview(self, state: GameState) -> Preview:
        """Who would, and what it brings."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        names = ", ".join(tag(m) for m in blockers(state, state.units[self.unit]))
        return Preview(notes=(f"{names}: +1 to hit in melee until they move.",), rules=(RULE,))

    def resolve(self, progress: Progress) -> None:
        """They block it."""
        unit = progress.state.units[self.unit]
        models = tuple(blockers(progress.state, unit))
        progress.emit(WayBlocked(side=unit.side, unit=unit.id, models=models, rules=(RULE,)))


class WayBlocked(Event, frozen=True, kw_only=True, tag="WayBlocked"):
    """Members of a unit block a narrow way. (ARAP-MELEE-04)"""

    models: tuple[ModelId, ...]

    def evolve(self, state: GameState) -> GameState:
        """Until they move."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], blocking=self.models))

    def sentence(self, state: GameState) -> str:
        """Who does."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} blocks the way: {', '.join(tag(m) for m in self.models)}"


def blockers(state: GameState, unit: Unit) -> list[ModelId]:
    """The members who stand at a narrow way, none of them down. (ARAP-MELEE-04)"""
    narrow = [t for t in state.terrain if is_narrow(t) and t.secret is None]
    doorways = building_interface.ask(Passages).doorways(state)
    if not (narrow or doorways) or not unit.on_table:
        return []
    up = [m for m in unit.alive if not (m.prone or m.sprawled or m.on_face)]
    return [m.id for m in up if any(_stands_at(state, m, t) for t in narrow) or _stands_in(state, m, doorways)]


def _stands_in(state: GameState, model: Model, doorways: Sequence[tuple[Point, Point]]) -> bool:
    """Whether its base is in a doorway of a house or touches it."""
    reach = state.profile(model).base_radius_in + OF_A_WALL_IN
    return any(is_within(distance_to_segment(model.at, a, b), reach) for a, b in doorways)


def is_narrow(piece: Terrain) -> bool:
    """Whether a piece can be blocked: a ladder, a door, a breach, or what the scenario says is narrow."""
    return piece.narrow or piece.ladder or piece.closed or piece.look == "door" or bool(piece.breaches)


def _stands_at(state: GameState, model: Model, piece: Terrain) -> bool:
    reach = state.profile(model).base_radius_in
    if piece.ladder:
        return any(is_within(distance(model.at, end), reach) for end in piece.points)
    outlines = piece.breaches or tuple(area.points for area in ground.areas_of(piece))
    return any(is_within(rings.distance_to_ring(outline, model.at), reach) for outline in outlines)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand, where somebody stands at a narrow way."""
    active = state.turn.active
    if active is None or state.units[active].side != side or not blockers(state, state.units[active]):
        return
    yield offered(state, Block(side=side, unit=active), kind="block", unit=active, label="Block the way")


OFFERED: Final = ("block",)
ACTIONS: tuple[type[Action], ...] = (Block,)
EVENTS: tuple[type[Event], ...] = (WayBlocked,)
