"""What getting in or out takes, and how much room is left. (CRU-TRAN-01, -02, -04, -05)"""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.crusade import marks, models, troops
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.state import GameState


def passage_in(state: GameState, unit: Unit, carrier: Unit) -> float:
    """Inches that getting in or out takes: half a move where it is open, else all of it. (CRU-TRAN-04, CRU-TRAN-05)"""
    whole = models.profile(state, unit).m
    return whole / 2 if _by_half(state, carrier.id) else whole


def _by_half(state: GameState, carrier: UnitId) -> bool:
    """Whether half a move leads in or out: an open transport, or open positions for crew. (CRU-TRAN-04, -07)"""
    hull = models.vehicle(state, carrier)
    return hull.open_transport or hull.crew_only


def spaces_left(state: GameState, carrier: Unit) -> int:
    """Spaces for troops: Heavy ones take two, Big ones three; boarders and crew take none. (CRU-TRAN-02)

    A vehicle inside takes the whole transport. (CRU-LIST-03)
    """
    riding = (
        u for u in models.aboard(state, carrier.id) if not models.is_boarder(state, u) and not models.is_crew(state, u)
    )
    hull = models.vehicle(state, carrier.id)
    room = hull.transport
    if hull.crew_only:
        room = hull.open_crew - sum(models.is_crew(state, u) for u in models.aboard(state, carrier.id))
    return room - sum(room if u.is_vehicle else models.profile(state, u).counts_as for u in riding)


def moved_twice(state: GameState, carrier: Unit) -> Refusal | None:
    """Troops get in and out while the vehicle has moved no more than once in the turn. (CRU-TRAN-01)"""
    moves = marks.of(state, carrier.id).moves
    if moves <= 1 or state.active_side != carrier.side:
        return None
    text = f"{carrier.name} has made {moves} move actions in this turn."
    return Refusal("vehicle-moved-twice", text, "CRU-TRAN-01", "move on foot, or wait")


def no_passage(state: GameState, unit: Unit, carrier: Unit, walked: float, *, extra: bool) -> Refusal | None:
    """Refuse what the troop's move is not enough for. (CRU-TRAN-04, CRU-TRAN-05, CRU-TROOP-03)"""
    if refusal := troops.cannot_walk(state, unit, extra=extra):
        return refusal
    needed, left = passage_in(state, unit, carrier), troops.left_in(state, unit, extra=extra)
    if is_beyond(needed + walked, left):
        whole = "half a move" if _by_half(state, carrier.id) else "a full move"
        text = f"That takes {whole}, {needed:g} inches; {left:.4g} inches are left to {unit.name}."
        rule = "CRU-TRAN-04" if whole.startswith("half") else "CRU-TRAN-05"
        return Refusal("no-move-left", text, rule, "an extra move, if the action is left")
    return None


def no_space(state: GameState, unit: Unit, carrier: Unit) -> Refusal | None:
    """Refuse whom a vehicle does not take or has no room for. (CRU-TRAN-02, CRU-TRAN-05, CRU-LIST-04)"""
    hull, made = models.vehicle(state, carrier.id), models.profile(state, unit)
    if made.bulk in hull.bars:
        text = f"{unit.name} is Big: {carrier.name} is closed and does not take it."
        return Refusal("too-big", text, "CRU-TRAN-05", "an open vehicle, or one with a star in the lists")
    left = spaces_left(state, carrier)
    if made.counts_as > left:
        spaces = "1 space" if made.counts_as == 1 else f"{made.counts_as} spaces"
        text = f"{unit.name} takes {spaces}; {carrier.name} has {max(0, left)} left."
        return Refusal("no-space", text, "CRU-TRAN-02", "another vehicle")
    return None


def passage_rule(state: GameState, carrier: UnitId) -> str:
    if models.vehicle(state, carrier).crew_only:
        return "CRU-TRAN-07"
    return "CRU-TRAN-04" if _by_half(state, carrier) else "CRU-TRAN-05"
