"""The rail: a side's own units, each with its icon and its most telling state."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.questions.buildings import sections
from rules.state import GameState
from tabletop.games.board import drawing
from tabletop.ui.icons import STATUSES
from tabletop.ui.sides import roster_place


class RailUnit(NamedTuple):
    """One button of the rail."""

    id: str
    number: str
    name: str
    icon: str
    state_icon: str
    said: str
    """Its spoken name: number, name and states."""
    css: str


def rail(state: GameState, side: SideId) -> tuple[RailUnit, ...]:
    """The units of a side in the order of its roster, a part of a squad after the squad."""
    units = sorted(state.units_of(side), key=lambda unit: roster_place(unit.id))
    return tuple(_rail_unit(state, unit) for unit in units)


def _rail_unit(state: GameState, unit: Unit) -> RailUnit:
    active = state.turn.active == unit.id
    gone = unit.is_gone or unit.left_table
    statuses = drawing.statuses(state, unit)
    words = [STATUSES[name].word.lower() for name in statuses]
    words = ["out of action"] if gone else [*(["acting"] if active else []), *words]
    if not gone and not unit.deployed and unit.aboard is None:
        words = ["not placed yet"]
    if unit.aboard is not None and unit.aboard in state.units:
        words.append(f"{'clings to' if unit.clinging else 'aboard'} {state.units[unit.aboard].name}")
    if unit.housed and not gone:
        words.append(sections.lettered(state, unit))
    return RailUnit(
        id=unit.id,
        number=unit.id.upper(),
        name=unit.name,
        icon=drawing.kind_icon(state, unit),
        state_icon="" if gone or not statuses else STATUSES[statuses[0]].icon,
        said=", ".join((f"{unit.id.upper()} {unit.name}", *(words or ["ready"]))),
        css="gone" if gone else "done" if "activated" in statuses else "",
    )
