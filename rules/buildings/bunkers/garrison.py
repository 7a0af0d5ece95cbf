"""Who is in a bunker: how many it holds, who holds it. (BLD-BUNK-04, BLD-BUNK-05)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.arap import building_interface
from rules.arap.positions.building_interface import Rooms
from rules.buildings.bunkers import sections
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.bunkers.sections import ArmouredSection
from rules.buildings.storeys import house_of
from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.geometry import rings
from rules.state import GameState
from rules.table.terrain import Terrain


def bunkers(state: GameState) -> Iterator[Terrain]:
    """Armoured buildings that say how many they hold."""
    return (p for p in state.terrain if p.armoured is not None and p.is_structure and armour_of(p))


def entered_whole(state: GameState) -> Iterator[Terrain]:
    """Those that people stand in and go into from the ground: not those that are played by sections. (BLD-GEN-03)"""
    return (p for p in bunkers(state) if not (p.has_sections or house_of(p)))


def around(state: GameState, unit: Unit) -> Terrain | None:
    """The bunker that all of a unit stands in, if any."""
    for piece in bunkers(state):
        if unit.alive and all(rings.holds(piece.points, m.at) for m in unit.alive):
            return piece
    return None


def inside(state: GameState, piece: Terrain) -> list[tuple[Unit, tuple[Model, ...]]]:
    """Who stands in it, unit by unit."""
    return list(building_interface.ask(Rooms).those_inside(state, piece))


def holders(state: GameState, piece: Terrain) -> set[SideId]:
    """The sides of those inside."""
    return {unit.side for unit, _ in inside(state, piece)}


def places_for(state: GameState, models: Iterable[Model]) -> int:
    """Ordinary models that they count for. (BLD-SECT-04)"""
    return sum(state.profile(m).counts_as for m in models)


def places_free(state: GameState, piece: Terrain) -> int:
    """Room that is left, in all sections at the ground. (BLD-BUNK-05)"""
    return sum(places_in(state, here) for here in sections.of_piece(state, piece) if not here.layer)


def places_in(state: GameState, here: ArmouredSection) -> int:
    """Room that is left in a section: each holds what its building says. (BLD-BUNK-05)"""
    capacity = here.piece.armoured.capacity if here.piece.armoured else 0
    return max(0, capacity - sum(places_for(state, models) for _, models in sections.occupants(state, here)))


def out_of_reach(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """Why nobody outside engages those in a bunker that was not breached. (BLD-BUNK-04)"""
    piece = around(state, target)
    if piece is None or around(state, unit) == piece:
        return None
    here = section_of(state, piece, target)
    if not here.is_intact:
        return None
    text = f"{here.name} is locked and whole: its garrison cannot be engaged."
    return Refusal(
        "bunker-whole", text, "BLD-BUNK-04", "fire at it or its ports, blows at its walls, or a breach first"
    )


def section_of(state: GameState, piece: Terrain, unit: Unit) -> ArmouredSection:
    """The section of a building that a unit inside is in; of one in several sections one that is breached, if any."""
    every = sections.of_piece(state, piece)
    own = [s for s in every if s.room is not None and any(sections.is_in(unit, m, s) for m in unit.alive)]
    near = own or [sections.at_ground(every, unit.alive[0].at)]
    return next((s for s in near if not s.is_intact), near[0])


def is_between(state: GameState, a: Model, b: Model) -> bool:
    """Whether the wall of a whole bunker parts two models: nobody inside is engaged. (BLD-BUNK-04)"""
    return any(_keeps_apart(state, piece, a, b) for piece in bunkers(state))


def _keeps_apart(state: GameState, piece: Terrain, a: Model, b: Model) -> bool:
    """Whether one of them is in a section of it that was not breached, and the other outside."""
    inside_it = [m for m in (a, b) if rings.holds(piece.points, m.at)]
    return len(inside_it) == 1 and sections.within(state, piece, inside_it[0].at).is_intact
