"""The turn tracker of the Rules Crusade: round, the sides in their order, how many models are done. (CRU-TURN-01)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.questions.crusade import order
from rules.state import GameState
from tabletop.games.panels import turn_tracker
from tabletop.games.panels.turn_tracker import Step, Tracker
from tabletop.ui.board.edges import Owned, owned
from tabletop.ui.board.ground import zone_svg
from tabletop.ui.board.scene import ZoneArea


def tracker(state: GameState) -> Tracker:
    """Round, whose turn, score; no busts."""
    tracker = turn_tracker.tracker(state)
    doing = "to set up" if tracker.doing == "to place" else tracker.doing
    return tracker._replace(doing=doing, steps=tuple(_steps(state)), busts=0, allowed=0)


def edges(state: GameState, *, large: bool) -> str:
    """Each side's name at its own edge, the one to act filled, with arrows in the order of turns. (CRU-TURN-01)"""
    acting = tracker(state).side if state.outcome is None else ""
    sides = tuple(Owned(side.id, side.name, side.edge or "", side.id == acting) for side in state.sides)
    return owned(state.scenario.width_in, state.scenario.height_in, sides, large=large)


def zones(state: GameState) -> str:
    """Where sides set up along their edges, as long as they do; zones of the scenario are drawn with the ground."""
    found = order.zones_of_edges(state)
    return "".join(zone_svg(ZoneArea(side, ring, note=f"{state.side(side).name} sets up here")) for side, ring in found)


def _steps(state: GameState) -> Iterator[Step]:
    if state.outcome is not None:
        return
    sides = state.turn.order
    if not sides:
        yield Step("Roll-off", "on")
        return
    for place, side in enumerate(sides):
        yield Step(side.upper(), _standing(state, place))
    if state.turn.number and state.active_side is not None:
        left = len(order.ready(state, state.active_side))
        yield Step(f"{left} to act", "")


def _standing(state: GameState, place: int) -> str:
    here = state.turn.place
    return "on" if place == here else "done" if place < here else ""
