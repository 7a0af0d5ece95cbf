"""Ways into a house, on, out and its doors, as they are offered. (BLD-SECT-05, BLD-SMOV-01, BLD-SMOV-02)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.turn import setup
from rules.buildings.sections import doors, enter, graph, leave, occupants
from rules.buildings.sections.doors import WorkSectionDoor
from rules.buildings.sections.enter import DeployInSection, EnterSection
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.sections.leave import LeaveSection
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.geometry.lengths import is_within
from rules.offers import Offer, offered
from rules.state import GameState

NEARBY_IN: Final = 8.0
"""Houses within this are offered beyond a move, even if only to say why not."""


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Before the battle sections to be set up in; then, for the unit in hand, ways in, on and out."""
    if not any(p.has_sections for p in state.terrain):
        return
    if not state.turn.number:
        yield from _set_up(state, side)
        return
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.in_play:
        return
    if not unit.is_housed:
        yield from _ways_in(state, unit)
    if unit.housed:
        yield from _inside(state, unit)


def _set_up(state: GameState, side: SideId) -> Iterator[Offer]:
    if not state.turn.order or state.turn.order[state.turn.place] != side:
        return
    for unit in setup.ready_to_deploy(state, side):
        for piece in graph.houses(state):
            for here in graph.sections(piece):
                action = DeployInSection(side=side, unit=unit.id, terrain=piece.id, section=here.room.letter)
                if action.check(state) is None:
                    yield offered(state, action, kind="deploy-section", unit=unit.id, label=f"In {here.name}")


def _ways_in(state: GameState, unit: Unit) -> Iterator[Offer]:
    reach = NEARBY_IN + enter.REACH_IN
    begun = 1 if enter.is_begun(state, unit) else 0
    most = max(1, min(state.turn.ap + begun, enter.MOST_ACTIONS))
    for piece in graph.houses(state):
        if not any(is_within(rings.distance_to_ring(piece.points, m.at), reach) for m in unit.alive):
            continue
        for here in graph.sections(piece):
            if not any(w.storey == 0 for w in graph.ways_in(here)) or occupants.foes(state, here, unit.side):
                continue
            for actions in range(1, most + 1):
                action = EnterSection(
                    side=unit.side, unit=unit.id, terrain=piece.id, section=here.room.letter, actions=actions
                )
                label = f"Into {here.name}"
                offer = offered(state, action, kind="enter-section", unit=unit.id, ap=action.ap(state), label=label)
                if offer.action is not None or actions == most:
                    yield offer
                    break


def _inside(state: GameState, unit: Unit) -> Iterator[Offer]:
    here = occupants.house_of(state, unit)
    if here is None:
        return
    for there in graph.sections(here.piece):
        near = graph.steps(state, here, there, 2) or any(
            w.other(here.room.letter) == there.room.letter for w in graph.links_of(here)
        )
        split = any(place != there.place for place in occupants.sections_of(state, unit))
        own = there.place != here.place and there.place in occupants.sections_of(state, unit)
        if split and (near or own) and not occupants.foes(state, there, unit.side):
            go = GoToSection(side=unit.side, unit=unit.id, section=there.room.letter)
            yield offered(state, go, kind="go-section", unit=unit.id, ap=1, label=f"To {there.name}")
    for n, way in enumerate(leave.exits(here)):
        out = LeaveSection(side=unit.side, unit=unit.id, way=n)
        yield offered(state, out, kind="leave-section", unit=unit.id, ap=1, label=f"Out by {way.name}")
    for n in doors.doors_of(here):
        for does in doors.BEFORE:
            work = WorkSectionDoor(side=unit.side, unit=unit.id, opening=n, does=does)
            if work.check(state) is None:
                label = f"{does} {doors.door_name(here, n)}"
                yield offered(state, work, kind="work-section-door", unit=unit.id, ap=1, label=label)


OFFERED: Final = ("deploy-section", "enter-section", "go-section", "leave-section", "work-section-door")
