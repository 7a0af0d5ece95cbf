"""Boarding: the way that is drawn round what is in it, and who of a unit goes aboard. (VEH-BRD-04, VEH-BRD-09)

Getting out: the doors with the room before each. (VEH-BRD-10, TRI-TRAN-11)
"""

from __future__ import annotations

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Unit
from rules.geometry.lengths import distance, toward
from rules.questions import drives
from rules.questions.drives import WayOut, Waypoint
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.plans import split_unit
from tabletop.games.plans.drafts import Draft, Made, Wanted, sent
from tabletop.games.plans.plan import WayOutRow
from tabletop.games.plans.weapons import Control
from tabletop.ui.board.overlay import legal, reach_shape, way_out

KINDS = ("board", "cling")


def board(state: GameState, unit: Unit, draft: Draft) -> Made:
    """All of the unit, or those who are ticked, by the drawn way if there is one."""
    if not draft.target:
        return Wanted("Choose a target, on the board or from the list.")
    models: list[ModelId] = []
    rest = ""
    if draft.ticked.get("some"):
        models, rest = split_unit.ticked(unit, draft), split_unit.named(draft)
        if not models:
            return Wanted("Press the models that board, on the board or in the list.")
    path = tuple(Waypoint(at=point) for point in draft.path)
    clings = draft.kind == "cling"
    vehicle = UnitId(draft.target)
    return sent(drives.board(state, unit, vehicle, models=models, path=path, cling=clings, rest=rest))


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """Whether only some board, and then a box for each."""
    if not draft.target or len(unit.alive) < 2 or not drives.boards_in_part(state):
        return ()
    some = Control("some", "Only some of them", draft.ticked.get("some", ""))
    return (some, *(split_unit.boxes(unit, draft, "Name of those who stay") if some.value else ()))


def ways_out(state: GameState, unit: Unit) -> tuple[WayOutRow, ...]:
    """The doors of what carries the unit, in words."""
    return tuple(_row(state, unit, way) for way in drives.ways_out(state, unit))


def _row(state: GameState, unit: Unit, way: WayOut) -> WayOutRow:
    if way.room:
        room = "all find a place" if way.room == len(unit.alive) else f"{way.room} find a place"
        return WayOutRow(way.name.capitalize(), room)
    by = state.units[way.blocked_by] if way.blocked_by else None
    return WayOutRow(way.name.capitalize(), "blocked", True, by.id.upper() if by else "", by.side if by else "")


def wake_drawn(state: GameState, draft: Draft) -> str:
    """The ground from which a hull that moves, or has moved, is boarded. (VEH-BRD-09)"""
    target = state.units.get(UnitId(draft.target))
    shape = drives.wake(state, target) if target is not None and target.is_vehicle and target.on_table else ()
    return reach_shape(shape) if shape else ""


def came_by_drawn(state: GameState, unit: Unit) -> str:
    """The ground on which people get out who leave a hull that moves: all along its way. (VEH-BRD-10)"""
    shape = drives.wake(state, state.units[unit.aboard]) if unit.aboard else ()
    return reach_shape(shape) if shape else ""


def where_to_get_out(state: GameState, unit: Unit) -> str:
    """What to do with a unit aboard whose place is not chosen yet."""
    if came_by_drawn(state, unit):
        return "Click beside the way that it came, where they should get out, or take the place beside the hull."
    nearest = "door" if drives.ways_out(state, unit) else "place"
    return f"Click beside the hull where they should get out, or take the nearest {nearest}."


def doors_in_drawn(state: GameState, draft: Draft) -> str:
    """Each door of what is boarded with the ground from which people get in by it. (TRI-TRAN-02)"""
    target = state.units.get(UnitId(draft.target))
    if target is None or not target.on_table:
        return ""
    ways, middle = drives.ways_in(state, target), target.models[0].at
    halos = "".join(way_out(way.at, way.reach_in, open_=True) for way in ways)
    outward = ((way.name, toward(middle, way.at, distance(middle, way.at) + way.reach_in / 2)) for way in ways)
    return halos + "".join(overlays.plate(at, name, state) for name, at in outward)


def doors_drawn(state: GameState, unit: Unit) -> str:
    """Each door with the ground within reach of it, and how many find a place there; without doors all that ground."""
    ways = drives.ways_out(state, unit)
    room = () if ways else drives.room_outside(state, unit)
    drawn = [legal(room)] if room else []
    for way in ways:
        words = f"{way.name}, {way.room}" if way.room else f"{way.name} blocked"
        drawn.append(way_out(way.at, way.reach_in, open_=bool(way.room)))
        drawn.append(overlays.plate(overlays.free_place(state, way.at, words), words, state))
    return "".join(drawn)
