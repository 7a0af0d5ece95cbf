"""The section or building that an action is done to, with its armour and who is inside. (BLD-BUNK-05, BLD-SECT-01)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.arap.shooting.building_interface import AtBuilding, AtPorts, AtSection
from rules.buildings.bunkers import sections as bunkers_sections
from rules.buildings.bunkers import shoot as bunkers_shoot
from rules.buildings.bunkers.sections import ArmouredSection
from rules.buildings.ports import behind
from rules.buildings.ports.behind import BehindWalls
from rules.buildings.sections import fire, graph, occupants
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.enter import DeployInSection, EnterSection, known_section
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.sections.graph import HouseSection
from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.geometry.rings import Ring
from rules.progress import Action
from rules.questions.buildings import bunkers
from rules.state import GameState


class SectionArmour(NamedTuple):
    """Armour Value, hull points left of how many, whether it is breached, how many fire out by ports and slots."""

    av: int
    left: int
    points: int
    breached: bool
    ports: int


class Inside(NamedTuple):
    """Members of one unit inside."""

    unit: UnitId
    side: SideId
    name: str
    models: int


class SectionAimed(NamedTuple):
    """A section of a building, or all of one that is not divided."""

    terrain: TerrainId
    letter: str
    """"" of a building that is not divided."""
    name: str
    level: int
    """1 is the ground."""
    ring: Ring
    laid: Ring
    """Its outline on its own plan, beside the house for a floor that is laid out apart. (BLD-LEVEL-02)"""
    armour: SectionArmour | None
    taken: int
    capacity: int
    """0 where nobody counts places."""
    fire_out: int
    """How many more may fire out of one that is played by sections. (BLD-SSHT-01)"""
    inside: tuple[Inside, ...]

    @property
    def key(self) -> tuple[TerrainId, str, int]:
        """What tells it from others: pieces, letters and floors."""
        return (self.terrain, self.letter, self.level)


def section_of(state: GameState, action: Action) -> SectionAimed | None:
    """What an action of that kind is done to; None for all others."""
    if isinstance(action, AtPorts):
        return _behind(state, action)
    if isinstance(action, AtBuilding):
        aimed = bunkers_shoot.aimed_at(state, action)
        return _armoured(state, aimed) if aimed is not None else None
    here = _house_section(state, action)
    return _of_house(state, here) if here is not None else None


def _house_section(state: GameState, action: Action) -> HouseSection | None:
    if isinstance(action, GoToSection):
        own = occupants.house_of(state, state.units[action.unit])
        return graph.section(own.piece, action.section) if own is not None else None
    if isinstance(action, EnterSection | StormSection | AtSection | DeployInSection):
        found = known_section(state, action.terrain, action.section)
        return None if isinstance(found, Refusal) else found
    return None


def _behind(state: GameState, action: AtPorts) -> SectionAimed | None:
    there = behind.find(state, action.terrain, action.part)
    if there is None:
        return None
    if isinstance(there, behind.SectionBehind):
        return _of_house(state, there.here)
    if there.armoured is not None:
        return _armoured(state, there.armoured)
    return _room(there)


def _room(there: BehindWalls) -> SectionAimed | None:
    """A room of a house without armour that is set out. (BLD-PORT-01)"""
    if not isinstance(there, behind.RoomBehind):
        return None
    return SectionAimed(
        terrain=there.piece.id,
        letter=there.key,
        name=there.name,
        level=1,
        ring=there.ring,
        laid=there.ring,
        armour=None,
        taken=0,
        capacity=0,
        fire_out=0,
        inside=(),
    )


def _of_house(state: GameState, here: HouseSection) -> SectionAimed:
    armoured = bunkers_sections.find(bunkers_sections.sections(here.piece), here.room.letter)
    return SectionAimed(
        terrain=here.piece.id,
        letter=here.room.letter,
        name=here.name,
        level=here.room.storey + 1,
        ring=here.room.points,
        laid=here.room.points,
        armour=_armour(state, armoured) if armoured is not None else None,
        taken=occupants.taken(state, here),
        capacity=occupants.capacity(here),
        fire_out=fire.places_left(state, here),
        inside=_inside(occupants.inside(state, here)),
    )


def _armoured(state: GameState, here: ArmouredSection) -> SectionAimed:
    summary = bunkers.summary_of(state, here)
    return SectionAimed(
        terrain=here.piece.id,
        letter=here.letter,
        name=here.name,
        level=here.storey + 1,
        ring=here.ring,
        laid=here.laid,
        armour=_armour(state, here),
        taken=summary.taken,
        capacity=summary.capacity,
        fire_out=0,
        inside=_inside(bunkers_sections.occupants(state, here)),
    )


def _armour(state: GameState, here: ArmouredSection) -> SectionArmour:
    summary = bunkers.summary_of(state, here)
    return SectionArmour(summary.av, summary.left, summary.points, not summary.intact, summary.firers)


def _inside(found: Iterable[tuple[Unit, tuple[Model, ...]]]) -> tuple[Inside, ...]:
    return tuple(Inside(unit.id, unit.side, unit.name, len(models)) for unit, models in found)
