"""What is done at doors, tiles and sections is worth, to who plays without a person. (BLD-DOOR-01, BLD-SCC-01)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.arap.minds import blows, ground, ways
from rules.arap.minds.building_interface import BuildingsWeighed
from rules.buildings.doors.locks import ForceDoor, HackLock
from rules.buildings.doors.work import WorkDoor
from rules.buildings.sections import enter, graph, reach
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.doors import WorkSectionDoor
from rules.buildings.sections.enter import EnterSection
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.sections.graph import HouseSection
from rules.buildings.tiles.lay import LayTile
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Worth

LEFT_ALONE: Final = Worth(-2.0, "leads to nothing that is wanted")

Weigher = Callable[[GameState, Unit, Offer, Character], Worth]


class WorthOfStructures(BuildingsWeighed):
    """What there is to do at structures, weighed."""

    def kinds_weighed(self, state: GameState) -> frozenset[str]:
        """All of them where there are buildings to go into; at bunkers alone the way into these."""
        enters = state.interiors or any(p.has_sections or p.closed or p.carrier is not None for p in state.terrain)
        if enters:
            return frozenset(_WEIGHERS)
        return frozenset({"enter-bunker"}) if any(p.armoured is not None for p in state.terrain) else frozenset()

    def weighed(self, state: GameState, side: SideId, offer: Offer, character: Character) -> Worth | None:
        """By kind."""
        unit = state.units[offer.unit] if offer.unit is not None else None
        if unit is None or not unit.alive or offer.kind not in _WEIGHERS:
            return None
        return _WEIGHERS[offer.kind](state, unit, offer, character)


def _door(state: GameState, unit: Unit, offer: Offer, character: Character) -> Worth:
    """Opening what is on the way; shutting and locking is left to people."""
    action = offer.action
    if not isinstance(action, WorkDoor) or action.operations[-1] != "open":
        return LEFT_ALONE
    return _opened(state, unit, f"{action.terrain}:{action.opening}", 1.0, character)


def _lock(state: GameState, unit: Unit, offer: Offer, character: Character) -> Worth:
    """The same by how likely it is to open."""
    action = offer.action
    if not isinstance(action, ForceDoor | HackLock):
        return LEFT_ALONE
    chance = next((c.value for c in action.preview(state).chances), 0.0)
    return _opened(state, unit, f"{action.terrain}:{action.opening}", chance, character)


def _section_door(state: GameState, unit: Unit, offer: Offer, character: Character) -> Worth:
    """From within a section."""
    action = offer.action
    place = next(iter(unit.housed.values()), "")
    if not isinstance(action, WorkSectionDoor) or action.does != "open" or not place:
        return LEFT_ALONE
    return _opened(state, unit, f"{place.partition('/')[0]}:{action.opening}", 1.0, character)


def _tile(state: GameState, unit: Unit, offer: Offer, character: Character) -> Worth:
    """What lies behind a way on."""
    if not isinstance(offer.action, LayTile):
        return LEFT_ALONE
    return _opened(state, unit, offer.action.way, 1.0, character)


def _opened(state: GameState, unit: Unit, gate: str, chance: float, character: Character) -> Worth:
    found = ground.opened(state, unit, gate, character)
    if found is None:
        return LEFT_ALONE
    return Worth(character.ground * chance * found[0] - 0.5, found[1])


def _into(state: GameState, unit: Unit, offer: Offer, character: Character) -> Worth:
    """Standing in the middle of a section."""
    action, there = offer.action, None
    if isinstance(action, EnterSection):
        found = enter.known_section(state, action.terrain, action.section)
        there = found if isinstance(found, HouseSection) else None
    elif isinstance(action, GoToSection):
        here = graph.at_place(state, next(iter(unit.housed.values()), ""))
        there = graph.section(here.piece, action.section) if here is not None else None
    if there is None:
        return LEFT_ALONE
    end = ways.End(there.middle, unit.alive[0].facing, [there.middle] * len(unit.alive))
    return ways.to_place(state, unit, end, character)


def _storm(state: GameState, unit: Unit, offer: Offer, character: Character) -> Worth:
    """As any charge, by the first round."""
    action = offer.action
    found = enter.known_section(state, action.terrain, action.section) if isinstance(action, StormSection) else None
    if not isinstance(action, StormSection) or not isinstance(found, HouseSection):
        return LEFT_ALONE
    foe = reach.foes(state, found, unit.side)[0]
    return blows.of_wounds(state, unit, foe, action.wounds_expected(state), character)


def _walked(state: GameState, unit: Unit, offer: Offer, character: Character) -> Worth:
    """A ride, a way out or in, by where it ends; a jump by how likely all land on their feet."""
    found = ways.of_walk(state, unit.side, offer, character)
    if offer.action is None or found.points <= 0:
        return found
    chance = min((c.value for c in offer.action.preview(state).chances), default=1.0)
    lost = character.nerve * (1 - chance) * A_FALL * blows.points_of(unit) if offer.kind == "jump-out" else 0.0
    return Worth(chance * found.points - lost, found.why)


A_FALL: Final = 0.3
"""The part of a unit that is lost where not all land on their feet."""


_WEIGHERS: Final[Mapping[str, Weigher]] = {
    "work-door": _door,
    "force-door": _lock,
    "hack-lock": _lock,
    "lay-tile": _tile,
    "enter-section": _into,
    "go-section": _into,
    "work-section-door": _section_door,
    "storm": _storm,
    "leave-section": _walked,
    "ride-lift": _walked,
    "jump-out": _walked,
    "enter-bunker": _walked,
}
