"""Who may act, be set up or land, and what the host rules. (CRU-TURN, CRU-POD-01)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.crusade import hand, marks, models, offers
from rules.crusade.damage import falls
from rules.crusade.rulings.states import RuleStand
from rules.crusade.shooting import aim
from rules.crusade.turn import setting_up
from rules.forces.unit import Unit
from rules.geometry.lengths import Point
from rules.offers import Offer
from rules.state import GameState


def ready(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Models of a side that are not done yet, passengers among them. (CRU-TURN-01)"""
    return tuple(
        u
        for u in state.units_of(side)
        if models.in_play(state, u) and not models.is_wreck(state, u.id) and not marks.of(state, u.id).done
    )


def to_set_up(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Models that still have to be placed. (CRU-TURN-04)"""
    return tuple(setting_up.to_set_up(state, side))


def to_land(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Drop pods that come down in this turn. (CRU-POD-01)"""
    return hand.waiting_pods(state, side) if state.turn.number == hand.ARRIVAL else ()


def set_up_at(state: GameState, unit: Unit) -> tuple[Point, float] | None:
    """The first free place in its zone, and the way to look there."""
    return setting_up.suggested(state, unit)


def zones_of_edges(state: GameState) -> tuple[tuple[SideId, tuple[Point, ...]], ...]:
    """Within 8″ of the edges of sides without a zone of the scenario, while they set up. (CRU-TURN-04)"""
    if state.turn.phase != "deployment" or not state.turn.order:
        return ()
    drawn = {zone.side for zone in state.scenario.zones}
    return tuple((s.id, ring) for s in state.sides if s.id not in drawn for ring in setting_up.zone_rings(state, s.id))


def faces_table(state: GameState, unit: Unit) -> float:
    """The way that its side looks when it sets up, in degrees."""
    return setting_up.FACING[state.side(unit.side).edge or "south"]


def wiped_out(state: GameState, side: SideId) -> Unit | None:
    """The vehicle that this side is asked to drive for its enemy. (CRU-WIPE-02)"""
    asked = state.prompt
    if asked is None or asked.kind != "wipeout" or asked.side != side or asked.about is None:
        return None
    return state.units.get(asked.about)


NOBODY: Final = Refusal("nobody-in-sight", "No enemy is in sight and reach of its weapons.", "CRU-FIRE-01", "move")


def offers_of(state: GameState, side: SideId, unit: Unit) -> tuple[Offer, ...]:
    """What a model may do now and why not the rest; nobody to fire at is said as well."""
    found = list(offers.of_model(state, side, unit))
    if not any(offer.kind == "fire" for offer in found) and next(models.weapons(state, unit), None):
        why = hand.not_ready(state, side, unit.id) or hand.no_action(state, unit, "firing") or _out(state, unit)
        found.append(Offer(kind="fire", unit=unit.id, refusal=why or NOBODY))
    if any(made.blast_in for _, _, made in models.weapons(state, unit)) and hand.no_action(state, unit, "") is None:
        found = [replace(o, refusal=None) if o.kind == "fire" and o.refusal is NOBODY else o for o in found]
    return tuple(found)


def _out(state: GameState, unit: Unit) -> Refusal | None:
    """Why none of its weapons is in working order, where that is so."""
    found = [aim.out_of_order(state, unit, key, name) for key, name, _ in models.weapons(state, unit)]
    return found[0] if found and all(found) else None


def fall_of(state: GameState) -> tuple[float, int]:
    """Inches that a FLYER falls, and the cards that it draws. (CRU-FALL-01)"""
    return state.scenario.flight_in, falls.cards_of(state.scenario.flight_in)


def goes_first(state: GameState) -> str:
    """The name of the side that goes first because the scenario says so; empty where a roll-off does. (CRU-TURN-01)"""
    first = setting_up.first_of(state)
    return state.side(first).name if first else ""


def moved_by_hand(unit: Unit, at: Point, facing: float | None, reason: str) -> RuleStand:
    """A ruling that puts a model there."""
    return RuleStand(side=unit.side, unit=unit.id, at=at, facing=facing, reason=reason)
