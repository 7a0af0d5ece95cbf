"""What climbing, leaping, swimming and ladders are worth: where they lead, by how likely they do. (ARAP-CLIMB-04)"""

from __future__ import annotations

from typing import Final

from rules.arap.minds import ground, ways
from rules.arap.minds.blows import points_of
from rules.arap.movement import climb_common, far_walks
from rules.arap.movement.climb import Scaling
from rules.arap.movement.ladders import UseLadder
from rules.arap.paths.climb import Footing
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Worth

_TOGETHER: Final = 12.0
"""Points that it is worth to have all of a unit together, before a lift or at a bottleneck."""
_A_FALL: Final = 0.05
"""The part of a unit that a fall costs for each inch, on average."""
_A_POINT: Final = 3.0
"""What a way costs that takes a second action point."""
_HANGING: Final = 4.0
"""Points that it is worth to stand: who hangs neither fights nor fires."""


def of_move(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """A walk; coming together is worth the wait where a unit gets no further otherwise."""
    if offer.label == far_walks.GATHER:
        return Worth(character.ground * _TOGETHER, "comes together")
    return ways.of_walk(state, side, offer, character)


def of_ladder(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """A ladder or stairs; part of the way counts as well."""
    unit, action = _unit(state, offer), offer.action
    if unit is None or not isinstance(action, UseLadder):
        return Worth(-1.0, "not weighed")
    span = action.span(state)
    going = action.plan(state, unit, span) if span is not None else []
    lead = unit.alive[0].id
    first = next((c for c in going if c.model.id == lead), going[0] if going else None)
    if first is None or not first.level_in:
        return ways.of_walk(state, side, offer, character)
    return _hangs(state, unit, action.ladder, first.level_in, character)


def of_scaling(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """Over a face or gap, by how likely all get there; a fall costs the more, the higher it is."""
    unit, action = _unit(state, offer), offer.action
    if unit is None or not isinstance(action, Scaling):
        return Worth(-1.0, "not weighed")
    ascent = action.ascent(state)
    tried = climb_common.tries(state, ascent, ascent.allowances())
    lead = next((f for f in tried if f.model.id == ascent.march.anchor), tried[0])
    chance = _chance(state, offer, lead)
    if not chance:
        return Worth(-5.0, "too wide")
    if lead.on_face:
        there = _hangs(state, unit, lead.on_face, lead.level_in, character)
    else:
        places = [f.at for f in tried]
        there = ways.to_place(state, unit, ways.End(lead.at, lead.facing, places), character)
    lost = character.nerve * (1 - chance) * _fall(lead) * points_of(unit) + _A_POINT * (action.way.points - 1)
    return Worth(chance * there.points - lost, f"{there.why}, {chance:.0%}" if chance < 1 else there.why)


def of_swim(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """As a walk, by the chance that all keep their heads above water."""
    found = ways.of_walk(state, side, offer, character)
    if offer.action is None or found.points <= 0:
        return found
    chances = [c.value for c in offer.action.preview(state).chances]
    return Worth(found.points * min(chances, default=1.0), found.why)


def _unit(state: GameState, offer: Offer) -> Unit | None:
    unit = state.units[offer.unit] if offer.unit is not None else None
    return unit if unit is not None and unit.alive else None


def _hangs(state: GameState, unit: Unit, face: str, level_in: float, character: Character) -> Worth:
    """Part of the way up or down."""
    found = ground.hung(state, unit, face, level_in, character)
    if found is None or ground.held_by(state, unit, character) is not None:
        return Worth(-_HANGING, "leads to nothing that is wanted")
    return Worth(character.ground * found[0] - _HANGING, found[1])


def _chance(state: GameState, offer: Offer, lead: Footing) -> float:
    """How likely the leader gets there."""
    if lead.risk is not None and lead.risk.hopeless:
        return 0.0
    assert offer.action is not None
    return min((c.value for c in offer.action.preview(state).chances[:1]), default=1.0)


def _fall(lead: Footing) -> float:
    """The part of a unit that is lost where a test fails: nothing on the way up by hands."""
    if lead.risk is None or lead.risk.kind == "up":
        return 0.0
    return min(0.5, _A_FALL * max(lead.risk.fall_in, 1.0))
