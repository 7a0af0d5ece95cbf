"""What a host may rule of structures, of their inner walls and of streams in confined spaces."""

from __future__ import annotations

from typing import Final

from rules.buildings import confined
from rules.buildings.armour_rulings import LOCKS, ruled_sections
from rules.buildings.boarding.room import may_be_boarded
from rules.buildings.boarding.rulings import ENTERED
from rules.buildings.breaking.rulings import WALL_IS, ruled_walls
from rules.buildings.rulings import KINDS, OF_SECTIONS, ROOMS, SPLASHES, WALLS, divided, hulls, may_be, rooms
from rules.buildings.sections.rulings import STRAY_SWITCH, STRAYS, has_strays
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.state import GameState

STRUCTURES: Final[tuple[tuple[str, str], ...]] = tuple(KINDS.items())
"""What a piece may be ruled to be, with its words."""

SPLASHES_RULED: Final[tuple[tuple[str, str], ...]] = tuple(SPLASHES.items())
"""What may be ruled of figures at a stream, with its words."""


INNER_WALLS: Final[tuple[tuple[str, str], ...]] = tuple(WALLS.items())
"""What inner walls may be ruled to be, with its words."""


ENTERED_RULED: Final[tuple[tuple[str, str], ...]] = tuple(ENTERED.items())
"""What may be ruled of how a house is entered, with its words. (BLD-DOOR-11)"""


def strays_ruled(state: GameState) -> tuple[tuple[str, str], ...]:
    """What area shots that miss a section may be ruled to do, where it is played by sections. (BLD-SSHT-11)"""
    if not has_strays(state):
        return ()
    return tuple((key, words) for key, words in STRAYS.items() if key != state.option(STRAY_SWITCH))


def set_out(state: GameState) -> tuple[tuple[TerrainId, str], ...]:
    """Houses whose ground floor is set out, each with its name, and how it is entered now."""
    return tuple((p.id, p.name + (", by the boarding rule" if p.is_boarded else "")) for p in may_be_boarded(state))


def with_inner_walls(state: GameState) -> tuple[tuple[TerrainId, str], ...]:
    """Floors with walls inside, with their names."""
    return tuple((p.id, p.name) for p in divided(state))


def may_be_structures(state: GameState) -> tuple[tuple[TerrainId, str], ...]:
    """Pieces and vehicles that may be marked as structures, with their names."""
    pieces = tuple((p.id, p.name) for p in state.terrain if p.name and may_be(p))
    return (*pieces, *((TerrainId(u.id), u.name) for u in hulls(state)))


WALLS_RULED: Final[tuple[tuple[str, str], ...]] = tuple(WALL_IS.items())
"""What a wall may be ruled to be, with its words. (BLD-WALL-03)"""


def walls_to_rule_on(state: GameState) -> tuple[tuple[str, str], ...]:
    """Walls of houses that are entered, each with its name and how long it is, those between sections first."""
    return tuple((w.key, f"{w.name.removeprefix('the ')}, {w.length_in:.3g}″") for w in ruled_walls(state))


ROOMS_RULED: Final[tuple[tuple[str, str], ...]] = tuple(ROOMS.items())
"""What a room may be ruled to be like, with its words."""


def room_rulings(state: GameState) -> tuple[tuple[str, str], ...]:
    """Of these what fits the houses of a table: those that are set out, those that are played by sections."""
    fit = {True: any(p.has_sections for p in state.terrain), False: bool(state.interiors)}
    return tuple((what, words) for what, words in ROOMS.items() if fit[what in OF_SECTIONS])


LOCKS_RULED: Final[tuple[tuple[str, str], ...]] = tuple(LOCKS.items())
"""What may be ruled of who goes into an armoured building, with its words. (BLD-BUNK-04)"""


def armour_to_rule_on(state: GameState) -> tuple[tuple[str, str], ...]:
    """Armoured buildings and their sections, each with the hull points that it has left. (BLD-BUNK-05)"""
    found = ruled_sections(state)
    return tuple((key, f"{here.name}, {here.left} of {here.armour.points} hull points") for key, here in found)


def rooms_inside(state: GameState) -> tuple[tuple[str, str], ...]:
    """Rooms of houses that are entered, each with its name. (BLD-UNIT-06, BLD-MOVE-02)"""
    return tuple(rooms(state))


def burners(state: GameState) -> tuple[tuple[UnitId, str], ...]:
    """Units with template weapons, where somebody is in a house or a confined space. (BLD-CONF-07, BLD-TMPL-05)"""
    if not indoors(state):
        return ()
    return tuple(
        (u.id, u.name)
        for u in state.units.values()
        if u.on_table and any(state.weapons[w].template for m in u.alive for w in m.weapons)
    )


def indoors(state: GameState) -> tuple[tuple[ModelId, str], ...]:
    """Those on foot in confined spaces and in houses that are set out, each with where that is."""
    if not any(p.has_interior or p.tile for p in state.terrain):
        return ()
    found = (
        (m.id, confined.space_at(state, m.at) or confined.under_roof(state, m.at))
        for u in state.units.values()
        if u.on_table and not u.is_vehicle
        for m in u.alive
    )
    return tuple((model, f"{model.upper()}, {space.name}") for model, space in found if space is not None)
